"""Sums over the trials of a rollout: exact integers, which add up in any order, and the estimates from them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from gammon._engine import ArgumentError

ONE = 1 << 32
"""One in fixed point; squares are in units of its square."""

WIN, CUBEFUL, EQUITY = 0, 5, 6
"""Indices of measures: five probabilities, the cubeful value, and the cubeless equity, which the first five give."""

THROWS = 36
OPENING_THROWS = 30
GROUPS = 256
"""Most groups of trials that are kept."""

_SIZES = (1, 4, 12, 36)
_LEAST_BLOCKS = 3

Sums: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Number of trials, sums of the raw results and of the results less luck: five probabilities and the cubeful value."""

Squares: TypeAlias = tuple[tuple[int | None, ...], tuple[int | None, ...]]
"""Sums of squares, raw and less luck, of all seven measures; None after an overflow."""

Group: TypeAlias = tuple[int, int, tuple[int, ...]]
"""Number of a group, its trials, and the sums of their results less luck."""

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Trials as sorted half-open ranges."""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """The sums of some trials, in units of 2^-32, or 2^-64 for squares. Equal trials give equal tallies."""

    ranges: Ranges
    """The trials, as sorted half-open ranges of their numbers."""

    first: tuple[Sums, ...] = field(repr=False)
    """Sums by the throw of the first random turn, one of 36, or of 30 for opening rolls."""

    second: tuple[Sums, ...] = field(repr=False)
    """Sums by the throw of the second random turn, one of 36."""

    squares: tuple[Squares, ...] = field(repr=False)
    """Sums of squares by the throw of the first random turn."""

    group_size: int
    """Trials of a full group."""

    groups: tuple[Group, ...] = field(repr=False)
    """Groups of consecutive trials, at most `GROUPS`, whose means give joint errors."""

    turns: Mapping[int, int] = field(repr=False)
    """How many trials lasted each number of turns."""

    played: Mapping[int, int]
    """How many trials were played to the end of the game, by points won, negative if lost."""

    passed: Mapping[int, int]
    """How many trials ended by a pass, by points won, negative if lost."""

    known: int
    """How many trials ended where tables knew the value."""

    truncated: int
    """How many trials were truncated."""

    def __hash__(self) -> int:
        """Hash the fields that can be hashed and tell rollouts apart."""
        return hash((self.ranges, self.first))

    @property
    def trials(self) -> int:
        """Number of trials."""
        return sum(stop - start for start, stop in self.ranges)

    def __add__(self, other: Tally) -> Tally:
        ranges = joined((*self.ranges, *other.ranges))
        size = group_size(ranges)
        return Tally(
            ranges=ranges,
            first=_added(self.first, other.first),
            second=_added(self.second, other.second),
            squares=tuple(
                (_sum_or_none(mine[0], others[0]), _sum_or_none(mine[1], others[1]))
                for mine, others in zip(self.squares, other.squares, strict=True)
            ),
            group_size=size,
            groups=_grouped((*self.regrouped(size), *other.regrouped(size))),
            turns=_counted(self.turns, other.turns),
            played=_counted(self.played, other.played),
            passed=_counted(self.passed, other.passed),
            known=self.known + other.known,
            truncated=self.truncated + other.truncated,
        )

    def regrouped(self, size: int) -> tuple[Group, ...]:
        """Return the groups of a larger size, of which `group_size` is a divisor."""
        times = size // self.group_size
        return _grouped((number // times, trials, sums) for number, trials, sums in self.groups)

    def total(self, measure: int, *, raw: bool = False) -> int:
        """Return the sum of a measure over all trials."""
        return sum(_value(sums, measure, raw) for sums in self.first)

    def mean(self, measure: int, *, raw: bool = False) -> float:
        """Return the mean of a measure."""
        return self.total(measure, raw=raw) / (self.trials * ONE)

    def standard_error(self, measure: int, periods: tuple[int, int] | None, *, raw: bool = False) -> float | None:
        """Return the standard error of the mean; None for one trial, or after an overflow.

        Parameters
        ----------
        measure
            The measure.
        periods
            Numbers of throws by which the first two random rolls are stratified; None if they are not.
        raw
            Whether luck counts.

        Notes
        -----
        Without stratification it is the sample's, with n - 1. With it, what the two stratified rolls explain by
        themselves does not count, as their throws are balanced (Stein, "Large sample properties of simulations using
        Latin hypercube sampling", Technometrics 29, 1987), see `_components`. Trials of incomplete blocks add what is
        not balanced. With fewer than three complete blocks the sample's is used, which is too large rather than too
        small.
        """
        count = self.trials
        squares = [(pair[0] if raw else pair[1])[measure] for pair in self.squares]
        if count < 2 or None in squares:
            return None
        total = self.total(measure, raw=raw)
        # Sums of squares around the mean, in whole units of 2^-64.
        around = sum(one for one in squares if one is not None) - total * total // count
        if periods is None or min(_complete_blocks(self.ranges, period) for period in periods) < _LEAST_BLOCKS:
            return math.sqrt(max(around, 0) / (count - 1) / count) / ONE
        between = [
            sum(_value(sums, measure, raw) ** 2 // sums[0] for sums in strata if sums[0]) - total * total // count
            for strata in (self.first, self.second)
        ]
        effects, rest = _components(count, around, between, periods)
        variance = rest / count
        for period, effect in zip(periods, effects, strict=True):
            variance += effect * _unbalanced(self.ranges, period) / count**2
        return math.sqrt(variance) / ONE


def _components(
    count: int, around: int, between: list[int], periods: tuple[int, int]
) -> tuple[tuple[float, float], float]:
    """Return the variances of the effects of two rolls and of the rest, from sums of squares.

    Let the effects have the variances A and B and the rest C, in n trials with p and q throws. Each throw of one roll
    meets only some of the other's, so that the sum between the first throws also has a share of the other roll's
    variance. Its expectation is nA + pB + (p - 1)C, and nB + qA + (q - 1)C between the second throws. Altogether it is
    n(A + B) + (n - 1)C. The sums are set equal to their expectations.

    The solution is unbiased, but the effects of the two rolls happen to be correlated in the trials, which moves C by
    about sqrt(AB / n). The rest is at least that: an estimate of 0 would say that nothing is left to chance.
    """
    (mine, others), (first, second) = between, periods
    # Without C, two equations for A and B are left.
    one, other = mine - around * (first - 1) / (count - 1), others - around * (second - 1) / (count - 1)
    across = [count * (count - period) / (count - 1) for period in periods]
    along = [(count - period) / (count - 1) for period in periods]
    determinant = across[0] * across[1] - along[0] * along[1]
    a = (one * across[1] - other * along[0]) / determinant
    b = (other * across[0] - one * along[1]) / determinant
    rest = (around - count * (a + b)) / (count - 1)
    a, b = max(a, 0.0), max(b, 0.0)
    return (a, b), max(rest, math.sqrt(a * b / count), 0.0)


def _value(sums: Sums, measure: int, raw: bool) -> int:
    """Return the sum of a measure."""
    trials, raw_sums, adjusted = sums
    values = raw_sums if raw else adjusted
    if measure != EQUITY:
        return values[measure]
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, _ = values
    return 2 * win - trials * ONE + win_gammon - lose_gammon + win_backgammon - lose_backgammon


def measure_of(group: Group, measure: int) -> int:
    """Return the sum of a measure over a group."""
    _, trials, sums = group
    return _value((trials, sums, sums), measure, False)


def _complete_blocks(ranges: Ranges, period: int) -> int:
    """Return how many complete blocks of stratified trials there are."""
    return sum(max(stop // period - -(-start // period), 0) for start, stop in ranges)


def _unbalanced(ranges: Ranges, period: int) -> float:
    """Return the variance of the sum of a roll's effects, in units of theirs: only incomplete blocks add to it.

    The throws of a part of a block are drawn without replacement.
    """
    parts: dict[int, int] = {}
    for start, stop in ranges:
        for block in {start // period, (stop - 1) // period}:
            inside = min(stop, (block + 1) * period) - max(start, block * period)
            parts[block] = parts.get(block, 0) + inside
    return sum(trials * (period - trials) / (period - 1) for trials in parts.values())


def group_size(ranges: Ranges) -> int:
    """Return the size of groups: the smallest that gives at most `GROUPS` groups.

    Sizes divide each other, and from 36 on a group is made of complete blocks of stratified trials.
    """
    sizes = iter(_SIZES)
    size = next(sizes)
    while _touched(ranges, size) > GROUPS:
        size = next(sizes, 2 * size)
    return size


def group_trials(ranges: Ranges, size: int) -> list[tuple[int, int]]:
    """Return the numbers of the groups of a size that have trials, and how many."""
    found: dict[int, int] = {}
    for start, stop in ranges:
        for number in range(start // size, (stop - 1) // size + 1):
            inside = min(stop, (number + 1) * size) - max(start, number * size)
            found[number] = found.get(number, 0) + inside
    return sorted(found.items())


def _touched(ranges: Ranges, size: int) -> int:
    """Return how many groups have trials."""
    count, last = 0, -1
    for start, stop in ranges:
        first, end = max(start // size, last + 1), (stop - 1) // size
        count += max(end - first + 1, 0)
        last = max(last, end)
    return count


def joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges of trials sorted, with adjacent ones joined.

    Raises
    ------
    ArgumentError
        If a range is empty, or a trial is in two of them.
    """
    found: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if start >= stop:
            raise ArgumentError(f"expected a range of trials with start < stop, got {start} to {stop}")
        if found and start < found[-1][1]:
            raise ArgumentError(f"trials from {start} on are counted twice")
        if found and start == found[-1][1]:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
    return tuple(found)


def _added(mine: tuple[Sums, ...], others: tuple[Sums, ...]) -> tuple[Sums, ...]:
    return tuple(
        (one[0] + other[0], _sum(one[1], other[1]), _sum(one[2], other[2]))
        for one, other in zip(mine, others, strict=True)
    )


def _sum(mine: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(mine, others, strict=True))


def _sum_or_none(mine: tuple[int | None, ...], others: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return tuple(None if one is None or other is None else one + other for one, other in zip(mine, others, strict=True))


def _grouped(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Return groups with those of the same number added up, by number."""
    found: dict[int, tuple[int, tuple[int, ...]]] = {}
    for number, trials, sums in groups:
        if number in found:
            others, other_sums = found[number]
            trials, sums = trials + others, _sum(sums, other_sums)
        found[number] = trials, sums
    return tuple((number, *found[number]) for number in sorted(found))


def _counted(mine: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    return {key: mine.get(key, 0) + others.get(key, 0) for key in sorted({*mine, *others})}
