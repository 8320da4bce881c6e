"""Arrays that these tests pass from Python to Rust."""

from __future__ import annotations

import numpy as np

import gammon as bg
from gammon.typing import Boards, Rolls


def midgame(n: int, *, seed: int = 1) -> tuple[Boards, Rolls]:
    """Return the boards of `n` random games after one to eight turns, and the next rolls."""
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], n, axis=0)
    for turn in range(1, 9):
        playing = np.arange(n) % 8 >= turn - 1
        played = bg.batch.random_plays(boards, bg.batch.rolls(n, seed=seed, turn=turn), seed=seed, turn=turn)
        boards[playing] = played[playing]
    return boards, bg.batch.rolls(n, seed=seed, turn=9)
