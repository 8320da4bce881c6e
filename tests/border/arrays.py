"""Arrays that the border tests send across."""

from __future__ import annotations

import numpy as np

import gammon as bg
from gammon.typing import Boards, Rolls


def midgame(n: int, *, seed: int = 1) -> tuple[Boards, Rolls]:
    """Play `n` games at random for one to eight turns, and throw the next dice."""
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], n, axis=0)
    for turn in range(1, 9):
        playing = np.arange(n) % 8 >= turn - 1
        played = bg.batch.random_plays(boards, bg.batch.rolls(n, seed=seed, turn=turn), seed=seed, turn=turn)
        boards[playing] = played[playing]
    return boards, bg.batch.rolls(n, seed=seed, turn=9)
