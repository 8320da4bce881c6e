"""How the game from a position will end, as the engine judges it."""

from __future__ import annotations

from gammon import _engine
from gammon._engine import Outcome
from gammon.engine import Engine, engine_or_default, warn_if_untrained
from gammon.situation import SituationLike
from gammon.stakes import board_of


def evaluate(position: SituationLike, *, ply: int | None = None, engine: Engine | None = None) -> Outcome:
    """Estimate how the game from a position will end.

    Parameters
    ----------
    position
        The position, before the dice are thrown. Dice, cube and score of an ID are left aside.
    ply
        Turns looked ahead, 0 to 3, as GNU Backgammon counts: 0 is the network alone, 1 the mean over all rolls of what
        it thinks after the best play of each, and so on. On the way the plays are those that the network alone likes
        best. 2 takes some milliseconds, 3 a second or so. None is as the engine says.
    engine
        What judges; the default one if None.

    Returns
    -------
    Outcome
        Five probabilities, seen by the player on roll. A finished game's are exact.

    Warns
    -----
    UntrainedWarning
        If there are other than 15 checkers a side.

    Raises
    ------
    ArgumentError
        If `ply` is not from 0 to 3.
    """
    engine, board = engine_or_default(engine), board_of(position)
    warn_if_untrained(board)
    return _engine.evaluate(board, engine.evaluator, ply=engine.ply if ply is None else ply)
