"""Cubeful values by Janowski's interpolation, in the simplest form.

R. Janowski, "Take-Points in Money Games": ``(1 - x) dead + x live`` for a cube efficiency x. The live-cube curve is
piecewise linear: a list of corners, each a winning chance and its value. A player's cash point is found by bisection on
the curve of the doubled cube, which the opponent would own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from gammon.reference.met import EquityError, MatchEquities

Curve: TypeAlias = list[tuple[float, float]]
"""Corners in ascending order: player 0's winning chance and value."""

_DEEPEST = 45
"""Number of further doubles after which a money cube is treated as dead. Each double matters at most five eighths as
much as the one before it."""


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """The stakes of a game between players 0 and 1. All values are player 0's.

    Attributes
    ----------
    jacoby
        For money, whether gammons count only once the cube is turned (R8.2).
    needs
        In a match, the points that players 0 and 1 need; None for money.
    crawford
        In a match, ``"before"``, ``"now"``, ``"over"`` or ``"never"``.
    equities
        In a match, the match equity table.
    max_cube
        The largest cube that is allowed (R7.7).
    """

    jacoby: bool = False
    needs: tuple[int, int] | None = None
    crawford: str = "before"
    equities: MatchEquities | None = None
    max_cube: int = 2**60

    def worth(self, points: int) -> float:
        """Return the value to player 0 of winning a number of points, or of losing them if negative."""
        if self.needs is None:
            return float(points)
        if self.equities is None:
            raise EquityError("equities: expected a match equity table for a match, got None")
        mine, theirs = self.needs
        after = (mine - max(points, 0), theirs - max(-points, 0))
        return self.equities.chance(after, player=0, crawford_is_over=self.crawford != "before")

    def may_double(self, player: int, cube: int) -> bool:
        """Tell whether a player with access to this cube may double (R7.5, R7.7, R8.3)."""
        if cube >= self.max_cube or self.crawford == "now":
            return False
        return self.needs is None or self.needs[player] > cube


@dataclass(frozen=True, kw_only=True)
class Chances:
    """Cubeless probabilities of a game's results.

    Attributes
    ----------
    win
        Player 0's chance of winning.
    won, lost
        Shares of single games, gammons and backgammons among player 0's wins and losses.
    """

    win: float
    won: Sequence[float]
    lost: Sequence[float]


def no_double(chances: Chances, stakes: Stakes, cube: int, owner: int | None, efficiency: float) -> float:
    """Return player 0's value without a double this turn: in points, or as match winning chance.

    Parameters
    ----------
    chances
        The cubeless probabilities.
    stakes
        The stakes of the game.
    cube, owner
        The cube's value and owner: 0, 1, or None when it is centred.
    efficiency
        Cube efficiency, from 0 (dead) to 1 (live).
    """
    live = _at(_live(chances, stakes, cube, owner, _DEEPEST), chances.win)
    low, high = _ends(chances, stakes, cube, owner)
    dead = low + chances.win * (high - low)
    return (1 - efficiency) * dead + efficiency * live


def decisions(
    chances: Chances, stakes: Stakes, cube: int, owner: int | None, efficiency: float
) -> tuple[float, float, float]:
    """Return player 0's values, before rolling, of no double, double/take and double/pass.

    The values are in points, or match winning chances.
    """
    return (
        no_double(chances, stakes, cube, owner, efficiency),
        no_double(chances, stakes, 2 * cube, 1, efficiency),
        stakes.worth(cube),
    )


def beaver(
    chances: Chances, stakes: Stakes, cube: int, efficiency: float, *, raccoons: bool
) -> tuple[float, float, float | None] | None:
    """Return the value to player 0, in points, of taking, passing and raccooning after a beaver (R7.6).

    Player 0 has doubled for money. The raccoon's value is None if `raccoons` is false or the cube limit does not allow
    one. Return None if the limit does not allow the beaver.
    """
    if 4 * cube > stakes.max_cube:
        return None
    taken = no_double(chances, stakes, 4 * cube, 1, efficiency)
    passed = stakes.worth(-2 * cube)
    if not raccoons or 8 * cube > stakes.max_cube:
        return taken, passed, None
    # The beaverer passes a raccoon when that costs less than playing on.
    raccoon = min(no_double(chances, stakes, 8 * cube, 1, efficiency), stakes.worth(4 * cube))
    return taken, passed, raccoon


def _ends(chances: Chances, stakes: Stakes, cube: int, owner: int | None) -> tuple[float, float]:
    """Return player 0's mean dead-cube value of a lost and of a won game."""
    is_single = stakes.needs is None and stakes.jacoby and owner is None
    times = (1, 1, 1) if is_single else (1, 2, 3)
    lost = sum(share * stakes.worth(-cube * n) for share, n in zip(chances.lost, times, strict=True))
    won = sum(share * stakes.worth(cube * n) for share, n in zip(chances.won, times, strict=True))
    return lost, won


def _live(chances: Chances, stakes: Stakes, cube: int, owner: int | None, deepest: int) -> Curve:
    """Return the live-cube curve: linear between its ends and the cash points of the two sides."""
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
        # A player who is worth more by playing on for a gammon does not cash.
        if _at([corners[-2], corners[-1]], at) < passed:
            corners.insert(-1, (at, passed))
    if owner != 0 and stakes.may_double(1, cube):
        at, passed = corners[1]
        if _at([corners[0], corners[2]], at) <= passed:
            del corners[1]
    return corners


def _at(curve: Curve, win: float) -> float:
    """Interpolate a curve at a winning chance."""
    for (left, low), (right, high) in pairwise(curve):
        if win <= right:
            return high if right == left else low + (win - left) / (right - left) * (high - low)
    return curve[-1][1]


def _where(curve: Curve, value: float) -> float:
    """Find the winning chance at which a rising curve reaches a value."""
    left, right = 0.0, 1.0
    for _ in range(60):
        middle = (left + right) / 2
        if _at(curve, middle) < value:
            left = middle
        else:
            right = middle
    return (left + right) / 2
