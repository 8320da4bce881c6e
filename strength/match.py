"""Paired matches: cubeless money, the same dice from both seats.

The result is a count of whole numbers, so that parts add up exactly and a match can be stopped and gone on with.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.table import Table

from benches.peers.adapters.common import import_peer
from benches.peers.positions import Boards, swapped
from strength.estimate import Estimate
from strength.judges import points_won
from strength.players import Maker, Player
from strength.work import Advance, in_order

FORMAT = "gammon match 1"
LOCKSTEP_PAIRS = 500
"""Pairs played side by side; a file is written anew after so many."""

THOUSANDTHS = 1000.0


class MatchError(ValueError):
    """A file of totals is damaged or of another match."""


@dataclass(frozen=True, kw_only=True)
class Totals:
    """How often each result came, for the first player."""

    pair_points: Counter[int]
    """Points of both games of a pair, -6 to 6."""

    game_points: Counter[int]
    """Points of a game, -3 to 3."""

    @classmethod
    def none(cls) -> Totals:
        """Begin with no game."""
        return cls(pair_points=Counter(), game_points=Counter())

    @classmethod
    def of(cls, points: npt.NDArray[np.int64]) -> Totals:
        """Count points, shape ``(pairs, 2)``."""
        return cls(pair_points=Counter(points.sum(axis=1).tolist()), game_points=Counter(points.ravel().tolist()))

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            pair_points=self.pair_points + other.pair_points, game_points=self.game_points + other.game_points
        )

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return self.pair_points.total()

    @property
    def points_per_game(self) -> Estimate:
        """Points per game, in thousandths, with the interval of the pairs' spread."""
        return Estimate.of_counts(self.pair_points).scaled(THOUSANDTHS / 2)

    @property
    def unpaired(self) -> Estimate:
        """The same from single games, as if their dice had nothing to do with each other."""
        return Estimate.of_counts(self.game_points).scaled(THOUSANDTHS)

    def share(self, least: int, most: int) -> float:
        """Give the share of games that ended with a number of points in a range."""
        counted = sum(count for points, count in self.game_points.items() if least <= points <= most)
        return counted / self.game_points.total()


def play_pairs(players: tuple[Player, Player], seed: int, pairs: range) -> npt.NDArray[np.int64]:
    """Play both games of each pair, all at once, turn by turn.

    In the first game of a pair the first player begins, in the second the second; the dice are the same, a function of
    the seed, the pair's number and the turn.

    Returns
    -------
    numpy.ndarray
        Points that the first player won (lost, if negative), shape ``(len(pairs), 2)``.
    """
    gammon = import_peer("gammon")
    dice = {"seed": seed, "first_game": pairs.start}
    games = 2 * len(pairs)
    boards: Boards = np.repeat(gammon.Position.start().to_array()[None], games, axis=0)
    # Game g belongs to pair g // 2; whoever begins is player g % 2.
    mover = np.arange(games) % 2
    points = np.zeros(games, dtype=np.int64)
    turn = 0
    while (running := np.flatnonzero(points == 0)).size:
        rolls = (
            gammon.batch.opening_rolls(len(pairs), threads=1, **dice)
            if turn == 0
            else gammon.batch.rolls(len(pairs), turn=turn, threads=1, **dice)
        )
        rolls = np.ascontiguousarray(np.sort(rolls, axis=1)[:, ::-1])
        for seat, player in enumerate(players):
            mine = running[mover[running] == seat]
            if mine.size:
                boards[mine] = player.best(boards[mine], rolls[mine // 2])
        won = points_won(boards[running])
        points[running] = np.where(mover[running] == 0, won, -won)
        boards[running] = swapped(boards[running])
        mover[running] ^= 1
        turn += 1
    return points.reshape(-1, 2)


class _Table:
    """Two players who play parts of a match; they are made where the first part is played."""

    def __init__(self, makers: tuple[Maker, Maker], seed: int) -> None:
        self._makers = makers
        self._seed = seed
        self._players: tuple[Player, Player] | None = None

    def __call__(self, pairs: range) -> Totals:
        if self._players is None:
            self._players = (self._makers[0](), self._makers[1]())
        return Totals.of(play_pairs(self._players, self._seed, pairs))


@dataclass(frozen=True, kw_only=True)
class Match:
    """How far a match is."""

    players: tuple[str, str]
    seed: int
    totals: Totals

    def to_json(self) -> str:
        """Write the totals."""
        return json.dumps(
            {
                "format": FORMAT,
                "players": self.players,
                "seed": self.seed,
                "pairs": self.totals.pairs,
                "pair_points": dict(sorted(self.totals.pair_points.items())),
                "game_points": dict(sorted(self.totals.game_points.items())),
                "thousandths_per_game": self.totals.points_per_game.mean if self.totals.pairs > 1 else None,
                "half_width": self.totals.points_per_game.half_width if self.totals.pairs > 1 else None,
            },
            indent=1,
        )

    @classmethod
    def read(cls, path: Path) -> Match:
        """Read a file of totals.

        Raises
        ------
        MatchError
            If it is none.
        OSError
            If it cannot be read.
        """
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
            first, second = stored["players"]
            pair_points, game_points = (
                Counter({int(points): int(count) for points, count in stored[name].items()})
                for name in ("pair_points", "game_points")
            )
            totals = Totals(pair_points=pair_points, game_points=game_points)
            pairs, found = stored["pairs"], cls(players=(first, second), seed=stored["seed"], totals=totals)
            fits = stored["format"] == FORMAT
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise MatchError(f"{path} is no file of a match") from error
        points = [sum(value * count for value, count in counts.items()) for counts in (pair_points, game_points)]
        if not fits or totals.pairs != pairs or game_points.total() != 2 * pairs or points[0] != points[1]:
            raise MatchError(f"{path} is damaged: its counts do not add up")
        return found

    def write(self, path: Path) -> None:
        """Write a file of totals so that a half-written one is never found under its name."""
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            temporary.write_text(self.to_json() + "\n", encoding="utf-8")
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def begin(players: tuple[str, str], *, seed: int, out: Path | None) -> Match:
    """Take up the match of a file, or begin one if there is no such file.

    Raises
    ------
    MatchError
        If the file is of another match, or damaged.
    """
    fresh = Match(players=players, seed=seed, totals=Totals.none())
    if out is None or not out.exists():
        return fresh
    found = Match.read(out)
    if (found.players, found.seed) != (players, seed):
        first, second = found.players
        raise MatchError(f"{out} is of {first} against {second}, seed {found.seed}; name another file")
    return found


def play(
    makers: tuple[Maker, Maker],
    match: Match,
    pairs: int,
    *,
    processes: int = 1,
    out: Path | None = None,
    advance: Advance = lambda _: None,
) -> Match:
    """Play on until ``pairs`` pairs are played in all.

    Parameters
    ----------
    makers
        Make the players; picklable where there are several processes.
    match
        As of `begin`: who plays, and what was played.
    pairs
        How many pairs there shall be. The result is the same whatever the stops on the way and the processes.
    processes
        How many games are played at once, each of them on one core.
    out
        Where the totals are kept.
    advance
        Told how many pairs more are played.
    """
    parts: Sequence[range] = [
        range(start, min(start + LOCKSTEP_PAIRS, pairs)) for start in range(match.totals.pairs, pairs, LOCKSTEP_PAIRS)
    ]
    for part, totals in in_order(_Table(makers, match.seed), parts, processes=processes):
        match = Match(players=match.players, seed=match.seed, totals=match.totals + totals)
        if out is not None:
            match.write(out)
        advance(len(part))
    return match


def tabulate(match: Match, seconds: float, played: int) -> Table:
    """Draw how a match stands, for the first player."""
    totals = match.totals
    speed = f"; {played:,} of them played in {seconds:.0f} s" if played else ""
    table = Table(
        title=f"{match.players[0]} against {match.players[1]}, cubeless money",
        caption=f"{totals.pairs:,} pairs of games with the same dice, seed {match.seed}{speed}; ± is the 95 % interval",
        show_header=False,
    )
    table.add_row("thousandths of a point per game", totals.points_per_game.show(1, sign=True))
    table.add_row("the same, unpaired", totals.unpaired.show(1, sign=True), style="dim")
    table.add_row("wins", f"{totals.share(1, 3):.2%}")
    table.add_row("gammons won, lost", f"{totals.share(2, 3):.2%}, {totals.share(-3, -2):.2%}")
    return table
