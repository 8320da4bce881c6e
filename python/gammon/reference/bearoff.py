"""Bear-offs, solved exactly by plain recursion over what can be reached from a position.

A side is the number of its checkers on each point, from the ace point up: ``(0, 0, 0, 0, 0, 2)`` is two checkers on the
6-point. The recursions keep what they have found for as long as the object lives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gammon.reference.board import MOST_CHECKERS, POINTS, BoardError
from gammon.reference.cube import Stakes
from gammon.reference.exact import CubeValues, Exact, after_turn

Side: TypeAlias = tuple[int, ...]
"""Checkers of one side on points 1, 2 and so on, as that side numbers them. Those missing have been borne off."""

Turn: TypeAlias = tuple[int, tuple[Side, ...]]
"""A number of rolls out of 36, and the results that can be chosen from with each of them."""

ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls."""

_LONGEST = MOST_CHECKERS * POINTS // 2
"""An upper bound of the number of rolls to bear off: each roll but the last takes two pips or more."""


class Race:
    """The plays of a side that no longer meets the other: one method for each step, so that a test can replace one."""

    def __init__(self) -> None:
        self._moves: dict[tuple[Side, int], frozenset[Side]] = {}
        self._turns: dict[Side, list[Turn]] = {}

    def moves(self, side: Side, die: int) -> frozenset[Side]:
        """Return the results of one move (R5). A side that is off stays so; any other can always move."""
        known = self._moves.get((side, die))
        if known is None:
            known = frozenset(
                self.after(side, point, die) for point in self.sources(side) if self.may_move(side, point, die)
            )
            self._moves[side, die] = known = known or frozenset([side])
        return known

    def sources(self, side: Side) -> list[int]:
        """Return the points that have checkers, from the highest."""
        return [point for point in range(len(side), 0, -1) if side[point - 1]]

    def may_move(self, side: Side, point: int, die: int) -> bool:
        """R5.1 to R5.4: whether a checker may move from a point, on the board or off it."""
        highest = self.sources(side)[0]
        return point > die or (highest <= 6 and point in (die, highest))

    def after(self, side: Side, point: int, die: int) -> Side:
        """Move a checker from a point."""
        places = list(side)
        places[point - 1] -= 1
        if point > die:
            places[point - die - 1] += 1
        return tuple(places)

    def plays(self, side: Side, die1: int, die2: int) -> frozenset[Side]:
        """Return the results of a roll: the numbers in either order, a double four times (R3.1, R3.2)."""
        orders = [(die1,) * 4] if die1 == die2 else [(die1, die2), (die2, die1)]
        found: set[Side] = set()
        for order in orders:
            reached = {side}
            for die in order:
                reached = {after for before in reached for after in self.moves(before, die)}
            found |= reached
        return frozenset(found)

    def turns(self, side: Side) -> list[Turn]:
        """Return the results of all 36 rolls; rolls with the same results are put together."""
        known = self._turns.get(side)
        if known is None:
            rolls: dict[frozenset[Side], int] = {}
            for high, low in ROLLS:
                results = self.plays(side, high, low)
                rolls[results] = rolls.get(results, 0) + (1 if high == low else 2)
            self._turns[side] = known = [(weight, tuple(sorted(results))) for results, weight in rolls.items()]
        return known


@dataclass(frozen=True)
class RollCount:
    """The distribution of a number of rolls.

    Attributes
    ----------
    ways
        By the number of rolls ``n`` from 0: how many of the ``36**n`` sequences of ``n`` rolls end with the last of
        them and not before.
    """

    ways: tuple[int, ...]

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """Probabilities of exactly 0, 1, 2 ... rolls."""
        return tuple(Fraction(ways, 36**rolls) for rolls, ways in enumerate(self.ways))

    @property
    def mean(self) -> Fraction:
        """Mean number of rolls."""
        return sum((rolls * chance for rolls, chance in enumerate(self.chances)), start=Fraction(0))

    @property
    def epc(self) -> Fraction:
        """Effective pip count: the mean number of rolls times 49/6, the mean pips of a roll."""
        return self.mean * 49 / 6


class OneSided:
    """How many rolls a side needs if it plays to need the fewest on average.

    Among plays that need equally many on average, the side chooses the one whose counts come last when they are
    compared from the ace point up. Such plays may differ in the distribution, so compare means first.

    Parameters
    ----------
    race
        The rules of moving.
    """

    def __init__(self, race: Race | None = None) -> None:
        self.race = Race() if race is None else race
        self._known: dict[tuple[Side, int], tuple[int, RollCount]] = {}

    def rolls(self, side: Sequence[int]) -> RollCount:
        """Return the number of rolls to bear off all checkers.

        Parameters
        ----------
        side
            Up to 15 checkers, by points from the ace point, up to 24.

        Raises
        ------
        BoardError
            If these are not the checkers of a side.
        """
        return self._find(_checked(side), 0)[1]

    def first_off(self, side: Sequence[int]) -> RollCount:
        """Return the number of rolls to bear off the first of the given checkers.

        The side plays for this alone, as it does to save a gammon. See `rolls` for the parameter and the error.
        """
        checked = _checked(side)
        return self._find(checked, max(sum(checked) - 1, 0))[1]

    def _find(self, side: Side, left: int) -> tuple[int, RollCount]:
        """Return the mean in units of ``36**-_LONGEST`` rolls, and the distribution, until only `left` checkers are.

        A sequence of rolls is at most `_LONGEST` long, so that the means are whole numbers and comparing them is exact.
        """
        if sum(side) <= left:
            return 0, RollCount((1,))
        if (side, left) not in self._known:
            total = 36 ** (_LONGEST + 1)
            ways = [0] * (_LONGEST + 1)
            for weight, results in self.race.turns(side):
                best = min(reversed(results), key=lambda after: self._find(after, left)[0])
                cost, count = self._find(best, left)
                total += weight * cost
                for rolls, number in enumerate(count.ways, start=1):
                    ways[rolls] += weight * number
            while not ways[-1]:
                ways.pop()
            self._known[side, left] = total // 36, RollCount(tuple(ways))
        return self._known[side, left]


class TwoSided:
    """What a bear-off of both sides is worth for money, by recursion over all turns.

    Gammons are not counted: each side is taken to have borne off a checker, or to be sure to do so in time.

    Parameters
    ----------
    race
        The rules of moving.
    """

    def __init__(self, race: Race | None = None) -> None:
        self.race = Race() if race is None else race
        self._known: dict[tuple[Side, Side], tuple[float, float, float, float]] = {}

    def values(self, own: Sequence[int], opponent: Sequence[int]) -> Exact:
        """Return the value of a position to the player on roll. The Jacoby rule makes no difference.

        Parameters
        ----------
        own, opponent
            Checkers of the player on roll and of the opponent, by points from each one's ace point.

        Raises
        ------
        BoardError
            If these are not the checkers of two sides that have passed each other and are both in play.
        """
        win, cube = self._find(*_checked_race(own, opponent))
        return Exact(win=win, cubeless=2 * win - 1, cube=cube)

    def _find(self, own: Side, opponent: Side) -> tuple[float, CubeValues]:
        """Return the winning chance and the cubeful equities, for each of which the plays are chosen anew."""
        sums = [0.0] * 4
        for weight, results in self.race.turns(own):
            ends = [self._known.get((result, opponent)) or self._after(result, opponent) for result in results]
            for kind, best in enumerate(map(max, zip(*ends, strict=True))):
                sums[kind] += weight * best
        win, centred, owned, opponent_owned = [each / 36 for each in sums]
        return win, CubeValues(centred, centred, owned, opponent_owned)

    def _after(self, own: Side, opponent: Side) -> tuple[float, float, float, float]:
        """Return the winning chance and the equities, but for the Jacoby rule, of the player who has just played."""
        if not any(own):
            return 1.0, 1.0, 1.0, 1.0
        win, cube = self._find(opponent, own)
        centred, _, owned, opponent_owned = after_turn(cube)
        self._known[own, opponent] = found = (1 - win, centred, owned, opponent_owned)
        return found


class MatchBearOff:
    """What a bear-off without gammons is worth at given stakes, by recursion over all turns and cubes.

    A player doubles only where `Stakes.may_double` lets them, so the cube dies when it is of no more use.

    Parameters
    ----------
    stakes
        The score of the match and the match equity table, or the cube limit for money. Values are player 0's.
    race
        The rules of moving.
    """

    def __init__(self, stakes: Stakes, race: Race | None = None) -> None:
        self.stakes = stakes
        self.race = Race() if race is None else race
        self._known: dict[tuple[Side, Side, int, int, int | None], float] = {}

    def decisions(
        self, own: Sequence[int], opponent: Sequence[int], cube: int, owner: int | None
    ) -> tuple[float, float, float]:
        """Return player 0's values of no double, double/take and double/pass. Player 0 is on roll.

        They are match winning chances, or points for money. Both sides double, take and pass perfectly later on.

        Parameters
        ----------
        own, opponent
            Checkers of players 0 and 1, by points from each one's ace point.
        cube, owner
            The cube's value before the double, and its owner: 0, 1, or None when it is centred.

        Raises
        ------
        BoardError
            If these are not the checkers of two sides that have passed each other and are both in play.
        """
        sides = _checked_race(own, opponent)
        return self._rolled(*sides, 0, cube, owner), self._rolled(*sides, 0, 2 * cube, 1), self.stakes.worth(cube)

    def _value(self, mover: Side, other: Side, roller: int, cube: int, owner: int | None) -> float:
        """Return the value before the roller's double. Sides are the roller's and the other's, values player 0's."""
        no_double = self._rolled(mover, other, roller, cube, owner)
        if owner == 1 - roller or not self.stakes.may_double(roller, cube):
            return no_double
        doubled = self.answered(self._rolled(mover, other, roller, 2 * cube, 1 - roller), roller, cube)
        return max(no_double, doubled) if roller == 0 else min(no_double, doubled)

    def answered(self, taken: float, roller: int, cube: int) -> float:
        """Return player 0's value of a double, by the opponent's better answer (R7.2, R7.3)."""
        if roller == 0:
            return min(taken, self.stakes.worth(cube))
        return max(taken, self.stakes.worth(-cube))

    def _rolled(self, mover: Side, other: Side, roller: int, cube: int, owner: int | None) -> float:
        """Return the value of rolling."""
        key = (mover, other, roller, cube, owner)
        if key not in self._known:
            best = max if roller == 0 else min
            total = 0.0
            for weight, results in self.race.turns(mover):
                if any(not any(result) for result in results):
                    total += weight * self.stakes.worth(cube if roller == 0 else -cube)
                else:
                    total += weight * best([self._value(other, after, 1 - roller, cube, owner) for after in results])
            self._known[key] = total / 36
        return self._known[key]


def _checked(side: Sequence[int]) -> Side:
    """Return a side that is known to be one."""
    if not 1 <= len(side) <= POINTS:
        raise BoardError(f"expected the counts of 1 to {POINTS} points, got {len(side)}")
    for point, count in enumerate(side, start=1):
        if not isinstance(count, int) or count < 0:
            raise BoardError(f"cannot have {count!r} checkers on point {point}")
    if sum(side) > MOST_CHECKERS:
        raise BoardError(f"expected at most {MOST_CHECKERS} checkers, got {sum(side)}")
    return tuple(side)


def _checked_race(own: Sequence[int], opponent: Sequence[int]) -> tuple[Side, Side]:
    """Return two sides that are known to be in play and to have passed each other."""
    sides = _checked(own), _checked(opponent)
    highest = [max((point for point, count in enumerate(side, start=1) if count), default=0) for side in sides]
    if 0 in highest:
        raise BoardError(f"{'the player on roll' if highest[0] == 0 else 'the opponent'} has no checkers in play")
    if sum(highest) > POINTS:
        raise BoardError(f"the sides still meet: their farthest checkers are on points {highest[0]} and {highest[1]}")
    return sides
