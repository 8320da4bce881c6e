"""What a game is worth with the cube, by Janowski's interpolation, in the plainest way.

R. Janowski, "Take-Points in Money Games": ``(1 - x) dead + x live`` for an efficiency x. A curve of live values is a
list of corners, each a winning chance and what it is worth. The corner at which a player cashes is looked for by
bisection on the curve of the doubled cube, which his opponent would own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from gammon.reference.met import EquityError, MatchEquities

Curve: TypeAlias = list[tuple[float, float]]
"""Winning chances of player 0, rising, each with a value for him."""

_DEEPEST = 45
"""Doubles after which a cube for money is taken to be dead: each counts at most five eighths of the one before."""


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """What a game is played for, between player 0, whose values are given, and player 1.

    Attributes
    ----------
    jacoby
        For money, whether gammons count only once the cube is turned (R8.2).
    needs
        In a match, points that the two need; None for money.
    crawford
        In a match, ``"before"``, ``"now"``, ``"over"`` or ``"never"``.
    equities
        In a match, the table.
    max_cube
        The largest cube that is allowed (R7.7).
    """

    jacoby: bool = False
    needs: tuple[int, int] | None = None
    crawford: str = "before"
    equities: MatchEquities | None = None
    max_cube: int = 2**60

    def worth(self, points: int) -> float:
        """Say what it is worth to player 0 to win so many points, or to lose them if negative."""
        if self.needs is None:
            return float(points)
        if self.equities is None:
            raise EquityError("a match needs a table of match equities")
        mine, his = self.needs
        after = (mine - max(points, 0), his - max(-points, 0))
        return self.equities.chance(after, player=0, crawford_is_over=self.crawford != "before")

    def may_double(self, player: int, cube: int) -> bool:
        """Say whether a player who owns this cube, or shares it, may double (R7.5, R7.7, R8.3)."""
        if cube >= self.max_cube or self.crawford == "now":
            return False
        return self.needs is None or self.needs[player] > cube


@dataclass(frozen=True, kw_only=True)
class Chances:
    """How a game ends.

    Attributes
    ----------
    win
        Player 0's chance of winning.
    won, lost
        Shares of his won and lost games that are single games, gammons and backgammons.
    """

    win: float
    won: Sequence[float]
    lost: Sequence[float]


def no_double(chances: Chances, stakes: Stakes, cube: int, owner: int | None, efficiency: float) -> float:
    """Value a position for player 0 if nobody doubles this turn: in points, or as his chance of winning the match.

    Parameters
    ----------
    chances
        How the game ends without a cube.
    stakes
        What it is played for.
    cube, owner
        The cube's value, and who owns it, 0, 1, or None when it is in the centre.
    efficiency
        How live the cube is, from 0 to 1.
    """
    live = _at(_live(chances, stakes, cube, owner, _DEEPEST), chances.win)
    low, high = _ends(chances, stakes, cube, owner)
    dead = low + chances.win * (high - low)
    return (1 - efficiency) * dead + efficiency * live


def decisions(
    chances: Chances, stakes: Stakes, cube: int, owner: int | None, efficiency: float
) -> tuple[float, float, float]:
    """Value what player 0 can do before he rolls: no double, double and take, double and pass.

    The values are in points, or in chances of winning the match.
    """
    return (
        no_double(chances, stakes, cube, owner, efficiency),
        no_double(chances, stakes, 2 * cube, 1, efficiency),
        stakes.worth(cube),
    )


def beaver(
    chances: Chances, stakes: Stakes, cube: int, efficiency: float, *, raccoons: bool
) -> tuple[float, float, float | None] | None:
    """Value the answers of player 0, who has doubled a cube for money and was beavered (R7.6).

    They are, in points, to take, to pass, and to redouble once more, if `raccoons` are agreed on and the limit of the
    cube allows one. None if the limit forbids the beaver itself.
    """
    if 4 * cube > stakes.max_cube:
        return None
    taken = no_double(chances, stakes, 4 * cube, 1, efficiency)
    passed = stakes.worth(-2 * cube)
    if not raccoons or 8 * cube > stakes.max_cube:
        return taken, passed, None
    # The beaverer passes a raccoon when that costs less than to play on.
    raccoon = min(no_double(chances, stakes, 8 * cube, 1, efficiency), stakes.worth(4 * cube))
    return taken, passed, raccoon


def _ends(chances: Chances, stakes: Stakes, cube: int, owner: int | None) -> tuple[float, float]:
    """Say what the game is worth in the mean if it is lost and if it is won."""
    is_single = stakes.needs is None and stakes.jacoby and owner is None
    times = (1, 1, 1) if is_single else (1, 2, 3)
    lost = sum(share * stakes.worth(-cube * n) for share, n in zip(chances.lost, times, strict=True))
    won = sum(share * stakes.worth(cube * n) for share, n in zip(chances.won, times, strict=True))
    return lost, won


def _live(chances: Chances, stakes: Stakes, cube: int, owner: int | None, deepest: int) -> Curve:
    """Draw the curve of live values: straight between its ends and the corners at which a side cashes."""
    low, high = _ends(chances, stakes, cube, owner)
    corners: Curve = [(0.0, low), (1.0, high)]
    if deepest == 0:
        return corners
    if owner != 0 and stakes.may_double(1, cube):
        passed = stakes.worth(-cube)
        corners.insert(1, (_where(_live(chances, stakes, 2 * cube, 0, deepest - 1), passed), passed))
    if owner != 1 and stakes.may_double(0, cube):
        passed = stakes.worth(cube)
        at = _where(_live(chances, stakes, 2 * cube, 1, deepest - 1), passed)
        # Who is worth more by playing on for a gammon does not cash.
        if _at([corners[-2], corners[-1]], at) < passed:
            corners.insert(-1, (at, passed))
    if owner != 0 and stakes.may_double(1, cube):
        at, passed = corners[1]
        if _at([corners[0], corners[2]], at) <= passed:
            del corners[1]
    return corners


def _at(curve: Curve, win: float) -> float:
    """Read a curve."""
    for (left, low), (right, high) in pairwise(curve):
        if win <= right:
            return high if right == left else low + (win - left) / (right - left) * (high - low)
    return curve[-1][1]


def _where(curve: Curve, value: float) -> float:
    """Find where a rising curve comes to a value."""
    left, right = 0.0, 1.0
    for _ in range(60):
        middle = (left + right) / 2
        if _at(curve, middle) < value:
            left = middle
        else:
            right = middle
    return (left + right) / 2
