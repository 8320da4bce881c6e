"""Many positions at once: arrays in, arrays out, on all cores.

Boards are uint8 of shape ``(n, 2, 26)``: row 0 of a board is the player on roll, row 1 his opponent, and each side
counts its own checkers off (0), on the points 1 to 24 and on the bar (25). Boards after a play have the opponent on
roll. Rolls are uint8 of shape ``(n, 2)``, in any order. Empty arrays are fine; a row that is wrong is named in the
error, and then nothing is done. ``threads`` limits how many threads are used; no answer depends on it.

>>> import numpy as np
>>> import gammon as bg
>>> boards = np.stack([bg.Position.start().to_array()] * 2)
>>> results, offsets = bg.batch.plays(boards, np.array([[3, 1], [6, 5]], np.uint8))
>>> results.shape, offsets.tolist()
((23, 2, 26), [0, 16, 23])
"""

from gammon.batch.boards import from_gnubg_ids, pip_counts, swap, to_gnubg_ids
from gammon.batch.cube import CubeDecisions, cube_decisions
from gammon.batch.games import Games, opening_rolls, play_games, rolls
from gammon.batch.judging import best_plays, evaluate, glance
from gammon.batch.legal import apply, moves, plays, random_plays

__all__ = [
    "CubeDecisions",
    "Games",
    "apply",
    "best_plays",
    "cube_decisions",
    "evaluate",
    "from_gnubg_ids",
    "glance",
    "moves",
    "opening_rolls",
    "pip_counts",
    "play_games",
    "plays",
    "random_plays",
    "rolls",
    "swap",
    "to_gnubg_ids",
]
