"""What the golden tests ask of a solver of bear-offs and of games of few checkers, and the solvers that they ask.

Sides are checker counts: on points 1 to 6 for bear-offs, and off, points 1 to 24 and bar otherwise. To test another
solver, add it to the dictionaries. Each is made once and may take its time for what it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

import gammon as bg
from gammon.reference import Board, Exact, FewCheckers, MatchBearOff, MatchEquities, OneSided, Stakes, TwoSided


class Rolls(NamedTuple):
    """Mean number of rolls to bear off all checkers, and the probabilities of exactly 0, 1, 2 ... rolls."""

    mean: float
    chances: Sequence[float]


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Exact values of the player on roll for money, without a double this turn except for `double_take`."""

    probabilities: tuple[float, float, float, float, float]
    cubeless: float
    centred: float
    jacoby: float
    owned: float
    opponent_owned: float
    double_take: float
    centred_action: str
    owned_action: str
    response: str


Side: TypeAlias = Sequence[int]


@dataclass(frozen=True)
class OneSidedSolver:
    """Solver of one side's bear-off, for checkers on points 1 to 6."""

    rolls: Callable[[Side], Rolls]
    error: float
    """How far its values may be from the exact ones."""


@dataclass(frozen=True)
class TwoSidedSolver:
    """Solver of bear-offs of both sides for money, for checkers on points 1 to 6."""

    values: Callable[[Side, Side], Figures]
    error: float


@dataclass(frozen=True)
class FewSolver:
    """Solver of games of few checkers for money: values of a position, and of the winner of the opening roll."""

    values: Callable[[Side, Side], Figures]
    opening: Callable[[Side, Side], Figures]
    error: float


@dataclass(frozen=True)
class MatchSolver:
    """Solver of bear-offs of both sides in a match before the Crawford game, with the default match equity table.

    From the sides, the points they need, and the cube's value and owner (0, 1, None) to match winning chances of the
    player on roll: no double, double/take and double/pass.
    """

    decisions: Callable[[Side, Side, tuple[int, int], int, int | None], tuple[float, float, float]]
    error: float


FLOATS = 1e-12
"""Rounding of 64-bit numbers, and the rest that sweeps over all positions leave."""


def figures(exact: Exact) -> Figures:
    """Return a value of the reference."""
    return Figures(
        probabilities=(exact.win, exact.win_gammon, exact.win_backgammon, exact.lose_gammon, exact.lose_backgammon),
        cubeless=exact.cubeless,
        centred=exact.cube.centred,
        jacoby=exact.cube.jacoby,
        owned=exact.cube.owned,
        opponent_owned=exact.cube.opponent_owned,
        double_take=exact.double_take,
        centred_action=exact.centred_action,
        owned_action=exact.owned_action,
        response=exact.response,
    )


@cache
def default_table() -> MatchEquities:
    """Return the default match equity table in the reference's form."""
    met = bg.met.load()
    return MatchEquities(pre_crawford=met.pre_crawford, post_crawford=(met.post_crawford[0], met.post_crawford[0]))


@cache
def reference_one_sided() -> OneSidedSolver:
    """Return the reference's solver of one side's bear-off."""
    solver = OneSided()

    def rolls(side: Side) -> Rolls:
        found = solver.rolls(side)
        return Rolls(float(found.mean), [float(chance) for chance in found.chances])

    return OneSidedSolver(rolls, FLOATS)


@cache
def reference_two_sided() -> TwoSidedSolver:
    """Return the reference's solver of both sides' bear-off."""
    solver = TwoSided()
    return TwoSidedSolver(lambda own, opponent: figures(solver.values(own, opponent)), FLOATS)


@cache
def reference_match() -> MatchSolver:
    """Return the reference's solver of both sides' bear-off in a match, with the default match equity table."""
    table = default_table()

    def decisions(
        own: Side, opponent: Side, needs: tuple[int, int], cube: int, owner: int | None
    ) -> tuple[float, float, float]:
        return MatchBearOff(Stakes(needs=needs, equities=table)).decisions(own, opponent, cube, owner)

    return MatchSolver(decisions, FLOATS)


@cache
def reference_few(in_play: int, off: int) -> FewSolver:
    """Return the reference's solver of games with few checkers, some others having been borne off."""
    solver = FewCheckers(in_play, off)

    def counts(own: Side, opponent: Side) -> Board:
        return Board.from_counts(own, opponent)

    return FewSolver(
        lambda own, opponent: figures(solver.values(counts(own, opponent))),
        lambda own, opponent: figures(solver.opening(counts(own, opponent))),
        FLOATS,
    )


ONE_SIDED = {"reference": reference_one_sided}
TWO_SIDED = {"reference": reference_two_sided}
MATCH = {"reference": reference_match}
FEW = {"reference": reference_few}
"""From the checkers of a side that are in play, and those that have been borne off for good."""
