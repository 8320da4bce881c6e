"""How many rolls one side needs to bear off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gammon import tables
from gammon._engine import Position
from gammon.arguments import integer, refuse
from gammon.quoting import quote
from gammon.situation import SituationLike
from gammon.stakes import board_of

PIPS_PER_ROLL = 49 / 6
"""The mean number of pips of a roll: 2 x 7 - 35/6 for the dice, and doubles count twice."""

CheckersLike: TypeAlias = SituationLike | Sequence[int] | npt.NDArray[np.integer[Any]]
"""A position, of which the player on roll counts, or a side's checkers on points 1, 2, 3, …"""

_MOST_CHECKERS = 15
_PLACES = 26


@dataclass(frozen=True)
class Bearoff:
    """How many rolls a side needs to bear off, if nothing interferes and each play minimises the mean.

    The distributions are exact for these plays. Where two plays have the same mean, one of them is made.
    """

    checkers: tuple[int, ...]
    """Checkers on points 1, 2, 3, … up to the last one that the table covers."""

    # The checkers determine all else: comparing arrays would make `==` raise, and `hash`.
    rolls: npt.NDArray[np.float64] = field(compare=False)
    """The probability of bearing off the last checker with exactly 0, 1, 2, … rolls."""

    first_off: npt.NDArray[np.float64] = field(compare=False)
    """The probability of bearing off the first of 15 checkers with exactly 0, 1, 2, … rolls, if that is the aim."""

    mean_rolls: float
    """The mean number of rolls to bear off the last checker."""

    @property
    def pips(self) -> int:
        """The pip count."""
        return sum(point * checkers for point, checkers in enumerate(self.checkers, 1))

    @property
    def epc(self) -> float:
        """Effective pip count: the mean number of rolls times 49/6, the mean pips of a roll (Walter Trice)."""
        return self.mean_rolls * PIPS_PER_ROLL

    @property
    def wastage(self) -> float:
        """Effective pip count minus pip count: the pips that will be wasted."""
        return self.epc - self.pips

    def __repr__(self) -> str:
        return (
            f"<Bearoff {self.checkers}: {self.mean_rolls:.4f} rolls, {self.pips} pips, EPC {self.epc:.4f}, "
            f"wastage {self.wastage:.4f}>"
        )


def bearoff(checkers: CheckersLike, *, points: int | None = None) -> Bearoff:
    """Return how many rolls a side needs to bear off.

    Parameters
    ----------
    checkers
        The side: a position or an ID, of which the player on roll counts, or the checkers on points 1, 2, 3, …
        The opponent's checkers are ignored.
    points
        The highest point that the table covers, 6 to 10. If None, it is 6, or the side's last point if that is beyond.
        Tables of more than 6 points are solved on first use: that of 10 takes minutes.

    Returns
    -------
    Bearoff
        The distribution of the number of rolls, its mean, the effective pip count, and the wastage.

    Raises
    ------
    ArgumentError
        If the side has no checker on the board, more than 15, or one beyond the last point.

    Examples
    --------
    >>> import gammon as bg
    >>> ten_on_the_ace = bg.bearoff([10])
    >>> round(ten_on_the_ace.mean_rolls, 4), round(ten_on_the_ace.epc, 2), round(ten_on_the_ace.wastage, 2)
    (4.4082, 36.0, 26.0)
    >>> bg.bearoff([0, 0, 0, 0, 0, 1]).rolls
    array([0.  , 0.75, 0.25])
    """
    own = _counts(checkers)
    last = max((point for point in range(1, _PLACES) if own[point]), default=0)
    if last == 0:
        refuse("checkers: expected a side with a checker on the board, got none")
    reach = _reach(points, last)
    # Where the opponent is does not matter; one checker that is home is in nobody's way.
    position = Position(own, [_MOST_CHECKERS - 1, 1] + [0] * (_PLACES - 2))
    found = tables.get(f"one-sided-{reach}").rolls(position)
    assert found is not None
    rolls, first_off, mean = found
    return Bearoff(tuple(own[1 : reach + 1]), rolls, first_off, mean)


def epc(checkers: CheckersLike) -> float:
    """Return the effective pip count of a side: 49/6 times the mean number of rolls that it needs to bear off.

    Parameters
    ----------
    checkers
        The side, as in `bearoff`.

    Raises
    ------
    ArgumentError
        If the side has no checker on the board, more than 15, or one beyond the 10-point.

    Examples
    --------
    >>> import gammon as bg
    >>> round(bg.epc([5, 5, 5]), 2)
    57.21
    """
    return bearoff(checkers).epc


def _reach(points: int | None, last: int) -> int:
    """Return the number of points of the table to use."""
    least, most = 6, 10
    if points is None:
        points = max(last, least)
        if points > most:
            refuse(f"checkers: expected none beyond the {most}-point, got one on {_place(last)}")
        return points
    asked = integer("points", points)
    if not least <= asked <= most:
        refuse(f"points is {quote(asked)}; it must be from {least} to {most}")
    if last > asked:
        refuse(f"checkers: expected none beyond the {asked}-point, got one on {_place(last)}")
    return asked


def _place(place: int) -> str:
    return "the bar" if place == _PLACES - 1 else f"the {place}-point"


def _counts(checkers: CheckersLike) -> list[int]:
    """Return the 26 counts of a side of 15 checkers."""
    # Bytes are sequences of integers too, but whoever passes them means an ID.
    if isinstance(checkers, bytes | bytearray):
        raise TypeError(f"checkers: expected a position, an ID or counts, got {type(checkers).__name__}")
    if isinstance(checkers, np.ndarray) and checkers.ndim != 1:
        raise TypeError(f"checkers: expected an array of one dimension, got one of {checkers.ndim}")
    if isinstance(checkers, str) or not isinstance(checkers, Sequence | np.ndarray):
        own = list(board_of(checkers).own)[1:]
    else:
        own = [integer("checkers", count) for count in checkers]
    if len(own) >= _PLACES or any(count < 0 for count in own) or sum(own) > _MOST_CHECKERS:
        refuse(f"checkers: expected at most {_MOST_CHECKERS} checkers on points 1 to 24, got {quote(own)}")
    return [_MOST_CHECKERS - sum(own), *own, *[0] * (_PLACES - 1 - len(own))]
