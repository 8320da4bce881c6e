"""Cube decisions in a race from pip counts: the rules of Keith, Thorp, Trice, Reichert (Isight) and Kleinman.

>>> import gammon as bg
>>> position = "XGID=-----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:3:0:10"
>>> for count in bg.race.counts(position):
...     print(count)
Keith: 117 to 112: no double, take
Thorp: 143 to 139: no double, take
Trice: 102 to 112: double, take
Isight: 120.2 to 114: no double, take; wins 67.7 %
Kleinman: 98 to 112: double, take; wins 75.3 %

These are rules of thumb for money play, to be used at the table. They know nothing of the score, and none of them
considers gammons: a position is never too good to double. `gammon.evaluate` and `gammon.cube_decision` are more
accurate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import erf, sqrt
from typing import Any

from gammon.arguments import refuse
from gammon.situation import SituationLike
from gammon.stakes import board_of
from gammon.store.json import Saved

__all__ = ["RaceCount", "counts", "isight", "keith", "kleinman", "thorp", "trice"]

_HIGH_POINTS = (4, 5, 6)


@dataclass(frozen=True, kw_only=True)
class RaceCount(Saved):
    """What one method says about a race for money, seen by the player on roll."""

    FORMAT, VERSION = "gammon race count", 1

    name: str
    """The method's name."""

    own: float
    """Adjusted count of the player on roll in pips, including what the method adds or subtracts for the roll."""

    opponent: float
    """Adjusted count of the opponent, in pips."""

    figure: float | None
    """The number that the method compares with its limits.

    Keith, Thorp and Isight: `own` minus `opponent`. Trice: how many pips the opponent could be further behind and still
    take; negative if the opponent must pass. Kleinman: the metric K, or None where it is not defined.
    """

    double: bool
    """Whether to double when the cube is centred."""

    redouble: bool
    """Whether to redouble when the player on roll owns the cube."""

    take: bool
    """Whether the opponent should take a double or a redouble."""

    win: float | None = None
    """Winning chance of the player on roll, if the method gives one."""

    @property
    def words(self) -> str:
        """The actions in words for a centred cube: ``double, take``, ``double, pass`` or ``no double, take``."""
        return f"{'double' if self.double else 'no double'}, {'take' if self.take else 'pass'}"

    def _fields(self) -> Mapping[str, Any]:
        return {
            "name": self.name,
            "own": self.own,
            "opponent": self.opponent,
            "figure": self.figure,
            "double": self.double,
            "redouble": self.redouble,
            "take": self.take,
            "win": self.win,
        }

    def __str__(self) -> str:
        own, opponent = (f"{count:.1f}".removesuffix(".0") for count in (self.own, self.opponent))
        win = "" if self.win is None else f"; wins {100 * self.win:.1f} %"
        return f"{self.name}: {own} to {opponent}: {self.words}{win}"


def counts(position: SituationLike) -> tuple[RaceCount, ...]:
    """Count a race by every method.

    Parameters
    ----------
    position
        A race before the roll. Dice, cube and score of an ID are ignored.

    Returns
    -------
    tuple of RaceCount
        One each from `keith`, `thorp`, `trice`, `isight` and `kleinman`, in this order.

    Raises
    ------
    ArgumentError
        If there is contact, or the game is over.

    Examples
    --------
    >>> import gammon as bg
    >>> [count.name for count in bg.race.counts("-----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:3:0:10") if count.double]
    ['Trice', 'Kleinman']
    """
    return tuple(method(position) for method in _METHODS)


def keith(position: SituationLike) -> RaceCount:
    """Count a race as Tom Keith does.

    A side adds penalties to its pip count: 2 for each checker beyond the first on the ace point, 1 for each beyond the
    first on the two point, and 1 for each beyond the third on the three point. Each empty point among the four, five
    and six points costs 1. The player on roll then adds a seventh, rounded down.

    Double if that exceeds the opponent's count by at most 4, redouble if by at most 3; the opponent takes if it exceeds
    by at least 2. Keith tested this on rolled-out positions from games on FIBS.

    Parameters
    ----------
    position
        A race before the roll. Dice, cube and score of an ID are ignored.

    Raises
    ------
    ArgumentError
        If there is contact, or the game is over.

    References
    ----------
    Tom Keith, "Cube Handling in Noncontact Positions", 2004, https://bkgm.com/articles/CubeHandlingInRaces/

    Examples
    --------
    >>> import gammon as bg
    >>> bg.race.keith("-----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:3:0:10")
    RaceCount(name='Keith', own=117.0, opponent=112.0, figure=5.0, double=False, redouble=False, take=True, win=None)
    """
    own, opponent = (
        side.pips
        + 2 * side.beyond(1, 1)
        + side.beyond(1, 2)
        + side.beyond(3, 3)
        + sum(side.is_empty(point) for point in _HIGH_POINTS)
        for side in _sides_of(position)
    )
    return _compared("Keith", own + own // 7, opponent, double=4, redouble=3, least_take=2)


def thorp(position: SituationLike) -> RaceCount:
    """Count a race as Edward O. Thorp does.

    A side's count is its pip count, plus 2 for each checker on the board, plus 1 for each checker on the ace point,
    minus 1 for each point occupied in its home board. The player on roll adds a tenth if the count exceeds 30; it is
    not rounded, as Chuck Bower suggests.

    Double if that exceeds the opponent's count by at most 2, redouble if by at most 1; the opponent takes if the
    opponent's count exceeds it by at most 2. (Some authors pass at exactly 2.) Bower finds it less
    reliable with checkers outside the home boards, or with about five checkers or fewer.

    Parameters
    ----------
    position
        A race before the roll. Dice, cube and score of an ID are ignored.

    Raises
    ------
    ArgumentError
        If there is contact, or the game is over.

    References
    ----------
    Bill Robertie, *Advanced Backgammon*; Chuck Bower, "Thorp count", 1997 and 1999,
    https://bkgm.com/rgb/rgb.cgi?view+158 and https://bkgm.com/rgb/rgb.cgi?view+947
    """
    own, opponent = (
        side.pips + 2 * side.checkers + side.counts[1] - sum(not side.is_empty(point) for point in range(1, 7))
        for side in _sides_of(position)
    )
    return _compared("Thorp", own * 11 / 10 if own > 30 else own, opponent, double=2, redouble=1, least_take=-2)


def trice(position: SituationLike) -> RaceCount:
    """Count a race as Walter Trice does, by Rule 62.

    The counts are the plain pip counts. With n pips left for the player on roll, the opponent takes if behind by at
    most (n - 5)/7 pips, rounded down; if n is above 62, by at most n/10 + 1 pips, rounded up. Double if the
    opponent is at most 3 pips short of that point of last take, redouble if at most 2.

    It assumes that neither side wastes many pips: no gaps, and no stacks on low points. It says little about the last
    few rolls.

    Parameters
    ----------
    position
        A race before the roll. Dice, cube and score of an ID are ignored.

    Raises
    ------
    ArgumentError
        If there is contact, or the game is over.

    References
    ----------
    Walter Trice, *Backgammon Boot Camp*; for the point of last take, Phil Simborg, "The Best Racing Formula",
    http://www.backgammon.org/forum/viewtopic.php?p=94; for the doubles, "Simple Doubling guideline", 9 March 2011,
    http://boardgamestrategy.blogspot.com/2011_03_01_archive.html
    """
    own, opponent = (side.pips for side in _sides_of(position))
    most_behind = (own - 5) // 7 if own <= 62 else -(-own // 10) + 1
    left = most_behind - (opponent - own)
    return RaceCount(
        name="Trice",
        own=float(own),
        opponent=float(opponent),
        figure=float(left),
        double=left <= 3,
        redouble=left <= 2,
        take=left >= 0,
    )


def isight(position: SituationLike) -> RaceCount:
    """Count a race by Axel Reichert's Isight method.

    A side adds penalties to its pip count: 2 for each checker beyond the second on the ace point, 1 for each beyond the
    second on the two point, and 1 for each beyond the third on the three point. Each of its four, five and six points
    that is empty where the other side's is not costs 1. So does each checker left, and each crossover still needed to
    reach the home board, in excess of the other side. The player on roll then adds a sixth.

    Double if that exceeds the opponent's count by at most 6, redouble if by at most 5; the opponent takes if it exceeds
    by at least 2. The winning chance is 80 %, less a third of the count before the sixth is added, plus 2 for each pip
    of lead at that point. This line serves cube decisions, not accuracy; it is cut off at 0 and 100 %.

    Parameters
    ----------
    position
        A race before the roll. Dice, cube and score of an ID are ignored.

    Raises
    ------
    ArgumentError
        If there is contact, or the game is over.

    References
    ----------
    Axel Reichert, "Improved Cube Handling in Races: Insights with Isight", 2014, announced at
    https://www.bgonline.org/forums/webbbs_config.pl?noframes;read=162571
    """
    sides = _sides_of(position)
    own, opponent = (
        side.pips
        + max(0, side.checkers - other.checkers)
        + 2 * side.beyond(2, 1)
        + side.beyond(2, 2)
        + side.beyond(3, 3)
        + sum(side.is_empty(point) and not other.is_empty(point) for point in _HIGH_POINTS)
        + max(0, side.crossovers - other.crossovers)
        for side, other in (sides, sides[::-1])
    )
    win = (80 - own / 3 + 2 * (opponent - own)) / 100
    return _compared("Isight", own * 7 / 6, opponent, double=6, redouble=5, least_take=2, win=min(1.0, max(0.0, win)))


def kleinman(position: SituationLike) -> RaceCount:
    """Count a race as Danny Kleinman does.

    The player on roll subtracts 4 pips, half an average roll. With the lead D and the sum S of the two counts, the
    winning chance is that of the standard normal distribution at √(K/2), where K = D²/S. Each roll is taken to be 8
    pips, with a standard deviation of 4.

    Double if K is at least 0.5, redouble if at least 0.7; the opponent takes if it is at most 1.2 (chances of 69, 72
    and 78 %). The distribution of the checkers does not matter, so neither side should waste many pips, and the race
    should be long.

    `figure` is K, which is negative here if D is. With at most four pips on the whole board, K is not defined; then
    `figure` is None, and the chance is 1, its limit.

    Parameters
    ----------
    position
        A race before the roll. Dice, cube and score of an ID are ignored.

    Raises
    ------
    ArgumentError
        If there is contact, or the game is over.

    References
    ----------
    Danny Kleinman, *Vision Laughs at Counting*; the limits as given by Øystein Johansen, "Kleinman Count",
    rec.games.backgammon, 22 February 2001; a table of chances at https://www.bkgm.com/rgb/rgb.cgi?view+574
    """
    own, opponent = (side.pips for side in _sides_of(position))
    own -= 4
    lead, length = opponent - own, opponent + own
    metric = lead * abs(lead) / length if length > 0 else None
    return RaceCount(
        name="Kleinman",
        own=float(own),
        opponent=float(opponent),
        figure=metric,
        double=metric is None or metric >= 0.5,
        redouble=metric is None or metric >= 0.7,
        take=metric is not None and metric <= 1.2,
        win=1.0 if metric is None else (1 + erf(lead / (2 * sqrt(length)))) / 2,
    )


_METHODS: tuple[Callable[[SituationLike], RaceCount], ...] = (keith, thorp, trice, isight, kleinman)


@dataclass(frozen=True)
class _Side:
    """The checkers of one side: the 26 counts of off, points 1 to 24 and bar."""

    counts: tuple[int, ...]

    @property
    def pips(self) -> int:
        return _weighted(self.counts, range(26))

    @property
    def checkers(self) -> int:
        """The checkers not yet borne off."""
        return sum(self.counts[1:])

    @property
    def crossovers(self) -> int:
        """How often the checkers still have to pass from one quarter of the board to the next until all are home."""
        return _weighted(self.counts[1:], (place // 6 for place in range(25)))

    def beyond(self, enough: int, point: int) -> int:
        """Return how many more checkers than `enough` a point has."""
        return max(0, self.counts[point] - enough)

    def is_empty(self, point: int) -> bool:
        return not self.counts[point]


def _weighted(values: Iterable[int], weights: Iterable[int]) -> int:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


def _sides_of(position: SituationLike) -> tuple[_Side, _Side]:
    """Return the two sides of a race."""
    board = board_of(position)
    if board.is_over:
        refuse("position: expected a race, got a finished game")
    if board.is_contact:
        refuse("position: expected a race, got a position with contact: the sides can still hit or block each other")
    return _Side(board.own), _Side(board.opponent)


def _compared(
    name: str,
    own: float,
    opponent: float,
    *,
    double: int,
    redouble: int,
    least_take: int,
    win: float | None = None,
) -> RaceCount:
    """Decide by the difference of the counts: at most `double`, at most `redouble`, and a take from `least_take`."""
    difference = own - opponent
    return RaceCount(
        name=name,
        own=float(own),
        opponent=float(opponent),
        figure=float(difference),
        double=difference <= double,
        redouble=difference <= redouble,
        take=difference >= least_take,
        win=win,
    )
