"""What the golden tests ask of a solver of bear-offs and of games of few checkers, and the solvers that they ask.

Sides are checker counts: on points 1 to 6 for bear-offs, and off, points 1 to 24 and bar otherwise. To test another
solver, add it to the dictionaries. Each is made once and may take its time for what it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

import gammon as bg
from gammon.reference import (
    Board,
    CubeValues,
    Exact,
    FewCheckers,
    MatchBearOff,
    MatchEquities,
    OneSided,
    Stakes,
    TwoSided,
)


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
    opening: Callable[[Side, Side], Figures] | None
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

    def values(own: Side, opponent: Side) -> Figures:
        # What can be reached from more checkers takes hundreds of megabytes, which are given back after each position.
        return figures((solver if max(sum(own), sum(opponent)) <= 6 else TwoSided()).values(own, opponent))

    return TwoSidedSolver(values, FLOATS)


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

    return FewSolver(
        lambda own, opponent: figures(solver.values(Board.from_counts(own, opponent))),
        lambda own, opponent: figures(solver.opening(Board.from_counts(own, opponent))),
        FLOATS,
    )


def from_table(values: Sequence[float]) -> Figures:
    """Return a row of the engine's tables of two sides."""
    if len(values) == 4:
        win, centred, owned, opponent_owned = values
        probabilities, cubeless, jacoby = (win, 0.0, 0.0, 0.0, 0.0), 2 * win - 1, centred
    else:
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, centred, jacoby, _, owned, opponent_owned = (
            values
        )
        probabilities = (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)
        cubeless = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    exact = Exact(cubeless=cubeless, win=win, cube=CubeValues(centred, jacoby, owned, opponent_owned))
    return replace(
        figures(exact),
        probabilities=probabilities,
        centred_action=action(centred, exact.double_take, "double", "no double"),
        owned_action=action(owned, exact.double_take, "double", "no double"),
        response=action(exact.double_take, 1.0, "take", "pass", most=2.0),
    )


def action(one: float, other: float, if_higher: str, if_not: str, *, most: float = 1.0) -> str:
    """Return what is right by two values of a table: ``"either"`` if they differ by no more than its error."""
    other = min(other, most)
    return "either" if abs(one - other) < 1e-8 else if_higher if other > one else if_not


def counts(side: Side) -> list[int]:
    """Return the 26 counts of a side in its home board, with at least a checker off."""
    return [15 - sum(side), *side, *[0] * 19]


@cache
def engine_one_sided() -> OneSidedSolver:
    """Return the engine's table of one side's bear-off."""
    table = bg.tables.get("one-sided-6")
    other = [14, 1, *[0] * 24]

    def rolls(side: Side) -> Rolls:
        found = table.rolls(bg.Position(counts(side), other))
        assert found is not None
        return Rolls(found[2], found[0].tolist())

    return OneSidedSolver(rolls, 2**-31)


@cache
def engine_two_sided() -> TwoSidedSolver:
    """Return the engine's tables of both sides' bear-off. The larger one is solved if it is needed."""

    def values(own: Side, opponent: Side) -> Figures:
        table = bg.tables.get("two-sided-6" if max(sum(own), sum(opponent)) <= 6 else "two-sided-8")
        (found,) = table.values(np.array([[counts(own), counts(opponent)]], np.uint8)).tolist()
        return from_table(found)

    return TwoSidedSolver(values, 2**-31)


@cache
def engine_few(in_play: int, off: int) -> FewSolver:
    """Return the engine's table of games with few checkers."""
    table = bg.tables.get(f"contact-{in_play}" if off else f"hypergammon-{in_play}")

    def values(own: Side, opponent: Side) -> Figures:
        (found,) = table.values(np.array([[own, opponent]], np.uint8)).tolist()
        return from_table(found)

    # The table keeps multiples of this. It rounds down a loss of gammons that would exceed the losses.
    return FewSolver(values, None, 2**-29)


ONE_SIDED = {"reference": reference_one_sided, "engine": engine_one_sided}
TWO_SIDED = {"reference": reference_two_sided, "engine": engine_two_sided}
MATCH = {"reference": reference_match}
FEW = {"reference": reference_few, "engine": engine_few}
"""From the checkers of a side that are in play, and those that have been borne off for good."""
