"""Deliberate bugs in the reference's rules of movement, one or more for every rule.

The comparison of engine and reference must detect each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from gammon.reference import Board, Move, Play, Row, Rules, Way

OPPONENT_BAR, BAR, OFF = 0, 25, 26
HOME = range(1, 7)


@dataclass(frozen=True, kw_only=True)
class Fault:
    """The rules of movement with one bug.

    Attributes
    ----------
    rule
        The rule that is broken, such as R3.5.
    summary
        The bug, as a statement of the wrong rule.
    rules
        The rules with the bug.
    """

    rule: str
    summary: str
    rules: Rules

    def legal_plays(self, board: Board, die1: int, die2: int) -> list[Play]:
        """List the legal plays as `gammon.reference.legal_plays` does, under the rules with the bug."""
        return self.rules.legal_plays(board, die1, die2)


class _LargerFirst(Rules):
    def orders(self, die1: int, die2: int) -> list[tuple[int, ...]]:
        return super().orders(die1, die2)[:1]


class _ListedTwice(Rules):
    def distinct(self, ways: list[Way]) -> list[Play]:
        return [Play(way.moves, way.row) for way in ways]


class _DoubleIsTwo(Rules):
    def orders(self, die1: int, die2: int) -> list[tuple[int, ...]]:
        return [order[:2] for order in super().orders(die1, die2)]


class _DoubleByOneChecker(Rules):
    """The third and fourth moves of a double repeat the first and second."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        return [way for way in super().ways(row, die1, die2) if len(way.moves) < 4 or way.moves[:2] == way.moves[2:]]


class _TwoDoNotBlock(Rules):
    """A point is blocked only by three or more checkers."""

    def is_open(self, row: Row, point: int) -> bool:
        return row[point] >= -2

    def after(self, row: Row, move: Move) -> Row:
        _, point = move
        if point in range(1, 25) and row[point] == -2:  # Landing on two checkers needs some result: both are hit.
            places = list(row)
            places[point] = -1
            places[OPPONENT_BAR] -= 1
            return super().after(tuple(places), move)
        return super().after(row, move)


class _BlotBlocks(Rules):
    def is_open(self, row: Row, point: int) -> bool:
        return row[point] >= 0


class _JumpsOver(Rules):
    """A checker may move the sum of both numbers even if the points between are blocked."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        found = super().ways(row, die1, die2)
        if die1 == die2:
            return found
        for source in self.sources(row, die1):
            point = source - die1 - die2
            if point >= 1 and self.is_open(row, point) and row[BAR] <= 1:
                move = (source, point)
                dice = (max(die1, die2), min(die1, die2))
                found.append(Way(dice, (move,), self.after(row, move)))
        return found


class _MayStopEarly(Rules):
    def most_numbers(self, ways: list[Way]) -> list[Way]:
        return ways


class _EachOrderAsFarAsItGoes(Rules):
    """A play is complete when it cannot be continued in the order of dice in which it was begun."""

    def most_numbers(self, ways: list[Way]) -> list[Way]:
        firsts = {way.dice[0] for way in ways}
        found: list[Way] = []
        for first in sorted(firsts, reverse=True):
            found += super().most_numbers([way for way in ways if way.dice[0] == first])
        return found


class _StuckIsEnough(Rules):
    """Any sequence of moves that cannot be continued is a complete play."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        return [way for way in super().ways(row, die1, die2) if not self._goes_on(way, die1, die2)]

    def most_numbers(self, ways: list[Way]) -> list[Way]:
        return ways

    def _goes_on(self, way: Way, die1: int, die2: int) -> bool:
        for order in self.orders(die1, die2):
            if order[: len(way.dice)] == way.dice and len(way.dice) < len(order):
                return bool(self.moves(way.row, order[len(way.dice)]))
        return False


class _WinnerMayStop(Rules):
    """A player who can win with one number may do so even if two could be played."""

    def most_numbers(self, ways: list[Way]) -> list[Way]:
        enough = super().most_numbers(ways)
        return [way for way in ways if way in enough or self.is_over(way.row)]


class _EitherNumber(Rules):
    def larger_number(self, ways: list[Way], die1: int, die2: int) -> list[Way]:
        return ways


class _SmallerNumber(Rules):
    def larger_number(self, ways: list[Way], die1: int, die2: int) -> list[Way]:
        smaller = [way for way in ways if way.dice == (min(die1, die2),)]
        return smaller or ways


class _PassIsAPlay(Rules):
    def legal_plays(self, board: Board, die1: int, die2: int) -> list[Play]:
        return super().legal_plays(board, die1, die2) or [Play((), board.row)]


class _NoHittingAtHome(Rules):
    def is_open(self, row: Row, point: int) -> bool:
        return super().is_open(row, point) and not (point in HOME and row[point] == -1)


class _HitIsNoDifference(Rules):
    """Results that differ only in the opponent's checkers count as one."""

    def distinct(self, ways: list[Way]) -> list[Play]:
        plays: dict[tuple[int, ...], Play] = {}
        for way in ways:
            own = tuple(max(count, 0) for count in way.row[1:])
            plays.setdefault(own, Play(way.moves, way.row))
        return list(plays.values())


class _HitGoesBackToTheStart(Rules):
    """A hit blot goes to its 24-point if that is open, not to the bar."""

    def after(self, row: Row, move: Move) -> Row:
        after = super().after(row, move)
        if after[OPPONENT_BAR] == row[OPPONENT_BAR] or after[1] > 0:
            return after
        return (row[OPPONENT_BAR], after[1] - 1, *after[2:])


class _BarCanWait(Rules):
    def sources(self, row: Row, die: int) -> list[int]:
        return [BAR] * min(row[BAR], 1) + [point for point in range(24, 0, -1) if row[point] > 0]


class _LooksAtTheOtherBar(Rules):
    def sources(self, row: Row, die: int) -> list[int]:
        if row[OPPONENT_BAR] < 0:
            return [BAR] * min(row[BAR], 1)
        return [point for point in range(24, 0, -1) if row[point] > 0]


class _EntersOnePointOff(Rules):
    def entry_point(self, die: int) -> int:
        return 24 - die


class _EntryUsesTheOtherNumber(Rules):
    """Entering uses up the other number instead of the number of entry."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        if row[BAR] == 0 or die1 == die2:
            return super().ways(row, die1, die2)
        found: list[Way] = []
        for die in (max(die1, die2), min(die1, die2)):
            found += [way for way in super().ways(row, die, die) if len(way.dice) <= 2]
        return found


class _RestIsFree(Rules):
    """A number that does not enter may be played elsewhere."""

    def sources(self, row: Row, die: int) -> list[int]:
        if row[BAR] > 0 and not self.is_open(row, self.entry_point(die)) and _can_enter(row):
            return [point for point in range(24, 0, -1) if row[point] > 0]
        return super().sources(row, die)


class _OneEnters(Rules):
    """Only one checker may enter per turn; the others wait on the bar."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        found = super().ways(row, die1, die2)
        return [way for way in found if [source for source, _ in way.moves].count(BAR) <= 1]


class _EnteringEndsTheTurn(Rules):
    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        return [
            way
            for way in super().ways(row, die1, die2)
            if row[BAR] == 0 or all(source == BAR for source, _ in way.moves)
        ]


class _EnteredMovesOn(Rules):
    """The remaining numbers must be played with the checker that entered."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        return [way for way in super().ways(row, die1, die2) if self._moves_on(way)]

    def _moves_on(self, way: Way) -> bool:
        steps = pairwise(way.moves)
        return all(first[0] != BAR or second[0] in (BAR, first[1]) for first, second in steps)


class _ShutOutMovesElsewhere(Rules):
    def sources(self, row: Row, die: int) -> list[int]:
        if row[BAR] > 0 and not _can_enter(row):
            return [point for point in range(24, 0, -1) if row[point] > 0]
        return super().sources(row, die)


class _StragglerDoesNotMatter(Rules):
    def may_bear_off(self, row: Row) -> bool:
        outside = sum(max(row[place], 0) for place in range(7, 26))
        return outside <= 1


class _HomeAtTheStartOfTheTurn(Rules):
    """Bearing off is allowed only if all checkers were home at the start of the turn."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        if self.may_bear_off(row):
            return super().ways(row, die1, die2)
        return _NeverOff().ways(row, die1, die2)


class _NeverOff(Rules):
    def may_bear_off(self, row: Row) -> bool:
        return False


class _OffFromTheHighestOnly(Rules):
    def bears_off(self, row: Row, source: int, die: int) -> bool:
        higher = range(source + 1, 7)
        return source <= die and all(row[point] <= 0 for point in higher)


class _LowerMayGoOff(Rules):
    def bears_off(self, row: Row, source: int, die: int) -> bool:
        return source <= die


class _LowerOffIfPointIsEmpty(Rules):
    """If the d-point is empty, a lower checker may be borne off even if there are higher ones."""

    def bears_off(self, row: Row, source: int, die: int) -> bool:
        return source == die or (source < die and row[die] <= 0)


class _ExactNumberOnly(Rules):
    def bears_off(self, row: Row, source: int, die: int) -> bool:
        return source == die


class _MustBearOff(Rules):
    def moves(self, row: Row, die: int) -> list[Move]:
        found = super().moves(row, die)
        return [move for move in found if move[1] == 0] or found


class _OnceBegunGoesOn(Rules):
    """Once a checker has been borne off, a checker that was hit does not stop further bearing off."""

    def may_bear_off(self, row: Row) -> bool:
        return super().may_bear_off(row) or (row[BAR] == 0 and row[OFF] > 0)


class _PlaysOnAfterTheEnd(Rules):
    def is_over(self, row: Row) -> bool:
        return False

    def may_bear_off(self, row: Row) -> bool:
        last = sum(count for count in row[1 : BAR + 1] if count > 0) == 1
        both_off = last and min(row[:BAR]) >= 0
        return super().may_bear_off(row) and not both_off  # No board has both sides off.


class _WinNeedsTheWholeRoll(Rules):
    """The last checkers may be borne off only with the whole roll."""

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        whole = len(self.orders(die1, die2)[0])
        found = super().ways(row, die1, die2)
        return [way for way in found if len(way.dice) == whole or not self.is_over(way.row)]


def _can_enter(row: Row) -> bool:
    """Return whether any of the six entry points is open."""
    return any(row[point] >= -1 for point in range(19, 25))


FAULTS: tuple[Fault, ...] = tuple(
    Fault(rule=rule, summary=summary, rules=rules)
    for rule, summary, rules in (
        ("R3.1", "the larger number is always played first", _LargerFirst()),
        ("R3.1", "every sequence of moves is a separate play", _ListedTwice()),
        ("R3.2", "a double is two moves", _DoubleIsTwo()),
        ("R3.2", "the third and fourth moves of a double repeat the first two", _DoubleByOneChecker()),
        ("R3.3", "two checkers do not block a point", _TwoDoNotBlock()),
        ("R3.3", "a blot blocks its point", _BlotBlocks()),
        ("R3.4", "a checker may jump over a blocked intermediate point", _JumpsOver()),
        ("R3.5", "a player may stop after any move", _MayStopEarly()),
        ("R3.5", "each order of the dice has its own maximum of moves", _EachOrderAsFarAsItGoes()),
        ("R3.5", "a play that cannot be continued is complete", _StuckIsEnough()),
        ("R3.5", "a player who can win with one number may stop there", _WinnerMayStop()),
        ("R3.6", "if only one number can be played, either may be", _EitherNumber()),
        ("R3.6", "if only one number can be played, the smaller must be", _SmallerNumber()),
        ("R3.7", "passing is a play", _PassIsAPlay()),
        ("R4.1", "hitting in one's home board is not allowed", _NoHittingAtHome()),
        ("R4.1", "results that differ by a hit are the same play", _HitIsNoDifference()),
        ("R4.1", "a hit blot goes to its 24-point", _HitGoesBackToTheStart()),
        ("R4.2", "other checkers may move before those on the bar", _BarCanWait()),
        ("R4.2", "the opponent's bar is used instead of one's own", _LooksAtTheOtherBar()),
        ("R4.3", "number d enters on the (24 - d)-point", _EntersOnePointOff()),
        ("R4.3", "entering uses up the other number", _EntryUsesTheOtherNumber()),
        ("R4.4", "a number that does not enter may be played elsewhere", _RestIsFree()),
        ("R4.4", "only one checker enters in a turn", _OneEnters()),
        ("R4.5", "entering ends the turn", _EnteringEndsTheTurn()),
        ("R4.5", "only the checker that entered may move on", _EnteredMovesOn()),
        ("R4.6", "a player who is shut out may move other checkers", _ShutOutMovesElsewhere()),
        ("R5.1", "one checker outside does not stop bearing off", _StragglerDoesNotMatter()),
        ("R5.1", "bearing off needs all checkers home at the start of the turn", _HomeAtTheStartOfTheTurn()),
        ("R5.2", "the exact number bears off only from the highest point", _OffFromTheHighestOnly()),
        ("R5.3", "a larger number bears off any lower point", _LowerMayGoOff()),
        ("R5.3", "an empty point lets a lower checker be borne off", _LowerOffIfPointIsEmpty()),
        ("R5.4", "only the exact number bears off", _ExactNumberOnly()),
        ("R5.5", "a player who can bear off must", _MustBearOff()),
        ("R5.6", "once begun, bearing off goes on even after a hit", _OnceBegunGoesOn()),
        ("R5.7", "the turn goes on after the last checker is off", _PlaysOnAfterTheEnd()),
        ("R5.7", "bearing off the last checker needs the whole roll", _WinNeedsTheWholeRoll()),
    )
)
"""The planted bugs, ordered by the rules that they break."""
