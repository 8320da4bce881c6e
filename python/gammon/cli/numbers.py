"""Numbers that can be typed on a command line."""

from __future__ import annotations

import argparse
import sys

_MOST_SEED = 2**64 - 1
_MOST_PLIES = 3


def at_least_1(text: str) -> int:
    """Read a whole number from 1."""
    return whole(text, 1, sys.maxsize)


def ply(text: str) -> int:
    """Read how many turns to look ahead."""
    return whole(text, 0, _MOST_PLIES)


def seed(text: str) -> int:
    """Read a seed."""
    return whole(text, 0, _MOST_SEED)


def whole(text: str, least: int, most: int) -> int:
    """Read a whole number.

    Raises
    ------
    argparse.ArgumentTypeError
        If it is none, or out of its range.
    """
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{number} is not in {least} to {most}")
    return number
