"""Races with given pip counts."""

from __future__ import annotations

import gammon as bg


def with_pips(own: int, opponent: int, *, filled: bool = False) -> bg.Position:
    """Return a race with these pip counts and 15 checkers per side, none of them on the bar or beyond the 12 point.

    With `filled`, each side has one checker on each point of its home board, no second on its ace or two point, and no
    fourth on its three point; this takes 57 to 129 pips.
    """
    return bg.Position(_side(own, filled=filled), _side(opponent, filled=filled))


def _side(pips: int, *, filled: bool) -> list[int]:
    board = [0] * 26
    fixed = range(1, 7) if filled else ()
    for point in fixed:
        board[point] = 1
    free, left = 15 - len(fixed), pips - sum(fixed)
    for index in range(free):
        board[(left + index) // free] += 1
    return board
