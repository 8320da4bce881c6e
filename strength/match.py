"""Paired matches: cubeless money, the same dice from both seats.

The totals are integer counts, so that parts of a match add up exactly and a match can be stopped and continued.
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
"""Pairs played side by side. The file of totals is saved after each such part."""

THOUSANDTHS = 1000.0


class MatchError(ValueError):
    """A file of totals is damaged or belongs to another match."""


@dataclass(frozen=True, kw_only=True)
class Totals:
    """How often each result occurred, in points for the first player."""

    pair_points: Counter[int]
    """Number of pairs by the points of both games together, -6 to 6."""

    game_points: Counter[int]
    """Number of games by their points, -3 to 3."""

    @classmethod
    def none(cls) -> Totals:
        """Return the totals of no games."""
        return cls(pair_points=Counter(), game_points=Counter())

    @classmethod
    def of(cls, points: npt.NDArray[np.int64]) -> Totals:
        """Return the totals of games with these points, shape ``(pairs, 2)``."""
        return cls(pair_points=Counter(points.sum(axis=1).tolist()), game_points=Counter(points.ravel().tolist()))

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            pair_points=self.pair_points + other.pair_points, game_points=self.game_points + other.game_points
        )

    @property
    def pairs(self) -> int:
        """Number of pairs played."""
        return self.pair_points.total()

    @property
    def points_per_game(self) -> Estimate:
        """Points per game in thousandths, with the interval computed from pairs of games."""
        return Estimate.of_counts(self.pair_points).scaled(THOUSANDTHS / 2)

    @property
    def unpaired(self) -> Estimate:
        """Points per game in thousandths, with the interval computed from single games, as if they were independent."""
        return Estimate.of_counts(self.game_points).scaled(THOUSANDTHS)

    def share(self, least: int, most: int) -> float:
        """Return the share of games that ended with ``least`` to ``most`` points."""
        counted = sum(count for points, count in self.game_points.items() if least <= points <= most)
        return counted / self.game_points.total()


def play_pairs(players: tuple[Player, Player], seed: int, pairs: range) -> npt.NDArray[np.int64]:
    """Play both games of each pair, all of them side by side, turn by turn.

    The first player starts the first game of a pair, and the second player the second. Both games have the same dice,
    which depend only on the seed, the number of the pair and the turn.

    Returns
    -------
    numpy.ndarray
        Points won by the first player, negative if lost, shape ``(len(pairs), 2)``.
    """
    gammon = import_peer("gammon")
    dice = {"seed": seed, "first_game": pairs.start}
    games = 2 * len(pairs)
    boards: Boards = np.repeat(gammon.Position.start().to_array()[None], games, axis=0)
    # Game g belongs to pair g // 2, and player g % 2 starts it.
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
    """Two players that play parts of a match.

    They are made at the first part, so that the object can be sent to another process without them.
    """

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
    """A match and its totals so far."""

    players: tuple[str, str]
    seed: int
    totals: Totals

    def to_json(self) -> str:
        """Return the match as JSON, the contents of a file of totals."""
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
            If the file is not a match file or its counts disagree.
        OSError
            If the file cannot be read.
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
            raise MatchError(f"{path} is not a match file") from error
        points = [sum(value * count for value, count in counts.items()) for counts in (pair_points, game_points)]
        if not fits or totals.pairs != pairs or game_points.total() != 2 * pairs or points[0] != points[1]:
            raise MatchError(f"{path} is damaged: its counts do not add up")
        return found

    def write(self, path: Path) -> None:
        """Write the totals to a temporary file and rename it, so that a partly written file is never read."""
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            temporary.write_text(self.to_json() + "\n", encoding="utf-8")
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def begin(players: tuple[str, str], *, seed: int, out: Path | None) -> Match:
    """Return the match stored in ``out``, or a new one if there is no such file.

    Raises
    ------
    MatchError
        If the file is damaged or belongs to another match.
    """
    fresh = Match(players=players, seed=seed, totals=Totals.none())
    if out is None or not out.exists():
        return fresh
    found = Match.read(out)
    if (found.players, found.seed) != (players, seed):
        first, second = found.players
        raise MatchError(
            f"{out}: expected {players[0]} against {players[1]}, seed {seed}, "
            f"got {first} against {second}, seed {found.seed}; name another file"
        )
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
    """Continue a match until ``pairs`` pairs have been played in total.

    Parameters
    ----------
    makers
        Functions that make the players; must be picklable if several processes are used.
    match
        The match so far, see `begin`.
    pairs
        Number of pairs, including those already played. The result does not depend on interruptions or on the number
        of processes.
    processes
        Number of processes, each of which uses one core.
    out
        File in which the totals are stored after each part.
    advance
        Called with the number of pairs played since the last call.
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
    """Return a table of the totals from the first player's point of view.

    ``played`` is the number of pairs played in this run, which took ``seconds`` seconds.
    """
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
