"""Evaluation of a position: outcome probabilities at a given search depth."""

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
        The position before the roll. Dice, cube and score of an ID are ignored.
    ply
        Plies to search, 0 to 3, as GNU Backgammon counts: 0 is the network alone, or a table that covers the position;
        1 averages these evaluations after the best play of each roll, and so on. Plays inside the search are chosen at
        0-ply. 2 takes a few milliseconds, 3 about a second. None uses the engine's setting.
    engine
        The engine; the default one if None.

    Returns
    -------
    Outcome
        Five probabilities, from the point of view of the player on roll. They are exact if the game is over, and to
        rounding if a two-sided table or one with contact covers the position.

    Warns
    -----
    UntrainedWarning
        If there are not 15 checkers per side, and no table covers the position.

    Raises
    ------
    ArgumentError
        If `ply` is not from 0 to 3.
    """
    engine, board = engine_or_default(engine), board_of(position)
    warn_if_untrained(board, engine)
    return _engine.evaluate(board, engine.evaluator, ply=engine.ply if ply is None else ply)
