"""The options that ``gammon eval``, ``plays`` and ``cube`` share: position, score, cube and engine."""

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
    """The options of every command that evaluates a position."""

    id: str | None
    variant: Variant | None
    checkers: int | None
    ply: int
    network: str | None
    tables: tuple[str, ...] | None
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
        """Return the engine that these options describe."""
        return gammon.Engine(options.load_network(self.network), ply=self.ply, threads=self.threads, tables=self.tables)


@dataclass(frozen=True, kw_only=True)
class ScoredQuestion(Question):
    """The options of a command that also considers cube and score."""

    away: tuple[int, int] | None
    crawford: str | None
    efficiency: float | None
    met: str
    score_map: int | None

    def scoring(self) -> gammon.Scoring | None:
        """Return the score given by ``--away`` and ``--crawford``; None without ``--away``.

        Raises
        ------
        UsageError
            If the options exclude each other.
        """
        found = options.scoring(self.away, self.crawford)
        if found is not None and self.score_map is not None:
            raise UsageError("--score-map covers all scores, so it cannot be used with --away")
        return found

    def engine(self) -> gammon.Engine:
        """Return the engine that these options describe, with its match equity table and cube efficiency."""
        return gammon.Engine(
            options.load_network(self.network),
            ply=self.ply,
            met=options.load_met(self.met),
            efficiency=self.efficiency,
            threads=self.threads,
            tables=self.tables,
        )


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of `Question` except the ID."""
    options.add_ply(parser)
    options.add_network(parser)
    options.add_tables(parser)
    options.add_threads(parser)
    options.add_json(parser)


def add_scored(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ScoredQuestion` except the ID."""
    options.add_score(parser)
    options.add_cube_model(parser)
    add(parser)
