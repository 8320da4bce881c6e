"""What ``gammon eval``, ``plays`` and ``cube`` are asked alike: a position, its score and cube, and what judges."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options
from gammon.cli.command import UsageError
from gammon.cli.ids import Given
from gammon.match import Variant


@dataclass(frozen=True, kw_only=True)
class Question:
    """The options of every command that judges a position."""

    id: str | None
    variant: Variant | None
    checkers: int | None
    ply: int
    network: str | None
    threads: int | None
    json: bool

    def given(self) -> Given:
        """Read the position.

        Raises
        ------
        gammon.GammonError
            If no ID can be read.
        """
        return ids.state_of(self.id, self.variant, self.checkers)

    def engine(self) -> gammon.Engine:
        """Make what judges."""
        return gammon.Engine(options.load_network(self.network), ply=self.ply, threads=self.threads)


@dataclass(frozen=True, kw_only=True)
class ScoredQuestion(Question):
    """And those of a command that knows of cube and score."""

    away: tuple[int, int] | None
    crawford: str | None
    efficiency: float | None
    met: str
    score_map: int | None

    def scoring(self) -> gammon.Scoring | None:
        """Make the score of ``--away`` and ``--crawford``; None without one.

        Raises
        ------
        UsageError
            If the options exclude each other.
        """
        found = options.scoring(self.away, self.crawford)
        if found is not None and self.score_map is not None:
            raise UsageError("--score-map is about all scores, so it goes without --away")
        return found

    def engine(self) -> gammon.Engine:
        """Make what judges, also with the cube."""
        return gammon.Engine(
            options.load_network(self.network),
            ply=self.ply,
            met=options.load_met(self.met),
            efficiency=self.efficiency,
            threads=self.threads,
        )


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of `Question` but for the ID."""
    options.add_ply(parser)
    options.add_network(parser)
    options.add_threads(parser)
    options.add_json(parser)


def add_scored(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ScoredQuestion` but for the ID."""
    options.add_score(parser)
    options.add_cube_model(parser)
    add(parser)
