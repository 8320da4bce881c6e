"""Rolls as callers give them."""

from __future__ import annotations

from collections.abc import Iterable

from gammon._engine import DiceError


def two_dice(roll: Iterable[int]) -> tuple[int, int]:
    """Read a roll given as a `Roll` or as two numbers.

    Raises
    ------
    DiceError
        If there are not exactly two.
    """
    dice = tuple(roll)
    if len(dice) != 2:
        raise DiceError(f"a roll is two dice, not {len(dice)}")
    return dice
