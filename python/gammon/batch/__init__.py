"""Functions on arrays of positions, using all cores.

Boards are uint8 of shape ``(n, 2, 26)``. Row 0 of a board is the player on roll, row 1 the opponent. Each row holds
counts of checkers numbered from that player's side: off (0), points 1 to 24, bar (25). Boards after a play have the
opponent on roll. Rolls are uint8 of shape ``(n, 2)``, the dice in any order. Empty arrays are allowed. If a row is
invalid, the error names it and nothing is computed. ``threads`` is the number of threads; results do not depend on it.

Boards may also be integers of any width, nested lists, a `gammon.Position`, an XGID, a GNU Backgammon ID, or a sequence
of these. Rolls may also be integers of any width, nested lists, or `gammon.Roll` objects. A single board or roll is
broadcast to every row; one of each is a single row. Of an ID only the position is read.

>>> import numpy as np
>>> import gammon as bg
>>> boards = np.stack([bg.Position.start().to_array()] * 2)
>>> results, offsets = bg.batch.plays(boards, np.array([[3, 1], [6, 5]], np.uint8))
>>> results.shape, offsets.tolist()
((23, 2, 26), [0, 16, 23])
"""

from gammon.batch.boards import (
    PositionClass,
    classes,
    from_gnubg_ids,
    is_over,
    is_race,
    pip_counts,
    points,
    swap,
    to_gnubg_ids,
)
from gammon.batch.cube import CubeDecisions, cube_decisions
from gammon.batch.games import Games, opening_rolls, play_games, random_positions, rolls
from gammon.batch.inputs import BoardsLike, RollsLike
from gammon.batch.judging import best_plays, equity, evaluate, glance
from gammon.batch.legal import apply, moves, plays, random_plays
from gammon.batch.ranking import BestPlays, TopPlays, best_of, choose_plays, top_plays

__all__ = [
    "BestPlays",
    "BoardsLike",
    "CubeDecisions",
    "Games",
    "PositionClass",
    "RollsLike",
    "TopPlays",
    "apply",
    "best_of",
    "best_plays",
    "choose_plays",
    "classes",
    "cube_decisions",
    "equity",
    "evaluate",
    "from_gnubg_ids",
    "glance",
    "is_over",
    "is_race",
    "moves",
    "opening_rolls",
    "pip_counts",
    "play_games",
    "plays",
    "points",
    "random_plays",
    "random_positions",
    "rolls",
    "swap",
    "to_gnubg_ids",
    "top_plays",
]
