"""Conversion of roll arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from gammon._engine import DiceError, Roll
from gammon.arguments import index
from gammon.quoting import quote

RollLike: TypeAlias = Roll | Iterable[int] | str
"""A roll argument: a `Roll`, two numbers in any order, or text such as ``"52"`` or ``"5-2"``."""

_TEXT = re.compile(r"\s*([1-6])\s*[-, ]?\s*([1-6])\s*", re.ASCII)


def two_dice(roll: RollLike) -> tuple[int, int]:
    """Return the two dice of a roll argument, in the order given.

    Raises
    ------
    TypeError
        If `roll` is none of these.
    DiceError
        If there are not exactly two dice, or a die does not show 1 to 6.
    """
    if isinstance(roll, str):
        found = _TEXT.fullmatch(roll)
        if found is None:
            raise DiceError(f"roll: expected two dice such as 52 or 5-2, got {quote(roll)}")
        return int(found[1]), int(found[2])
    if isinstance(roll, bytes) or not isinstance(roll, Iterable):
        raise TypeError(f"roll: expected a Roll, two numbers or text, got {type(roll).__name__}")
    dice = tuple(roll)
    if len(dice) != 2:
        raise DiceError(f"roll: expected two dice, got {len(dice)}")
    for die in dice:
        try:
            number = index(die)
        except TypeError:
            raise TypeError(f"roll: expected two ints, got {type(die).__name__}") from None
        if not 1 <= number <= 6:
            raise DiceError(f"a die shows 1 to 6, not {quote(number)}")
    return index(dice[0]), index(dice[1])
