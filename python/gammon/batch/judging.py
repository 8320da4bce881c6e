"""What an engine thinks of many positions, and the plays that it likes best."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon._engine import ArgumentError, Cube, CubeModel
from gammon.batch.inputs import BoardsLike, RollsLike, read_array, read_boards, read_turns
from gammon.engine import Engine, engine_or_default
from gammon.stakes import Stakes, StakesLike, read_stakes
from gammon.typing import Boards, Progress


def best_plays(
    boards: BoardsLike,
    rolls: RollsLike,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Make the play in every row that a network likes best: by cubeless equity, or with the cube and at the score.

    Of plays that are worth the same the one with more cubeless equity is made, then the one with more checkers off,
    then the one that leaves fewer pips. At 0 plies a quick look sorts the plays out (see `glance`): a few in a
    thousand are not the first of `gammon.rank_plays`, which evaluates all in full, and cost some hundredths of a point.

    Parameters
    ----------
    boards, rolls
        As of `plays`.
    stakes
        How the game is scored, and the cube, for all rows alike: `Stakes`, or a `Scoring` or `Cube` alone. If None,
        there is no cube.
    ply
        Turns looked ahead, 0 to 3, see `gammon.rank_plays`; as the engine says if None.
    engine
        What judges; the default one if None.
    threads, progress
        As of `plays`.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll, also where the turn passes.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        As `plays`; also if `ply` is not from 0 to 3, or another argument is out of its range.
    """
    engine = engine_or_default(engine)
    return _engine.batch_best_plays(
        read_turns(boards, rolls),
        engine.evaluator,
        game_at_stake(engine, stakes),
        (engine.ply if ply is None else ply, engine.move_filter),
        threads=engine.threads if threads is None else threads,
        progress=progress,
    )


def game_at_stake(engine: Engine, stakes: StakesLike | None) -> tuple[CubeModel, Cube] | None:
    """Return the game and the cube by which plays are judged; None where there is no cube."""
    if stakes is None and engine.met is None and engine.efficiency is None:
        return None
    at = Stakes() if stakes is None else read_stakes(stakes)
    return engine.model(at), at.cube


def evaluate(
    boards: BoardsLike,
    *,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.float32]:
    """Estimate how the game from each position will end.

    Parameters
    ----------
    boards
        As of `plays`.
    ply
        Turns looked ahead, 0 to 3, see `gammon.evaluate`; as the engine says if None.
    engine
        What judges; the default one if None.
    threads, progress
        As of `plays`.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(n, 5)``: P(win), P(win a gammon or more), P(win a backgammon), P(lose a gammon or more) and
        P(lose a backgammon), seen by the player on roll.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    ArgumentError
        If `ply` is not from 0 to 3.
    """
    engine = engine_or_default(engine)
    return _engine.batch_evaluate(
        read_boards(boards),
        engine.evaluator,
        ply=engine.ply if ply is None else ply,
        threads=engine.threads if threads is None else threads,
        progress=progress,
    )


def glance(
    boards: BoardsLike,
    *,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.float32]:
    """Estimate how the game from each position will end by the quick look that sorts out plays.

    The first 128 hidden units of a network have outputs of their own. Where a play is chosen, every candidate gets this
    quick look, and only those that do not look more than 0.06 points worse than the best one are evaluated in full.

    Parameters
    ----------
    boards, engine, threads, progress
        As of `evaluate`.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(n, 5)``, as of `evaluate`.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    """
    engine = engine_or_default(engine)
    threads = engine.threads if threads is None else threads
    return _engine.batch_glance(read_boards(boards), engine.evaluator, threads=threads, progress=progress)


def equity(probabilities: npt.ArrayLike) -> npt.NDArray[np.floating[Any]]:
    """Compute cubeless equities.

    Parameters
    ----------
    probabilities
        Numbers of shape ``(..., 5)``, as `evaluate` gives them.

    Returns
    -------
    numpy.ndarray
        Shape ``(...)``, float32 for float32 and float64 for all else: points per game for the player on roll, -3 to 3.
        P(win) counts 1, P(loss) -1, and each further probability one more point.

    Raises
    ------
    ArgumentError
        If they are not numbers of this shape.
    """
    numbers = read_array("probabilities", probabilities)
    if numbers.dtype.kind not in "iuf" or numbers.shape[-1:] != (5,):
        raise ArgumentError(
            f"probabilities: expected numbers of shape (n, 5), got {numbers.dtype} of shape {list(numbers.shape)}"
        )
    if numbers.dtype != np.float32:
        numbers = numbers.astype(np.float64)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = np.moveaxis(numbers, -1, 0)
    equities: npt.NDArray[np.floating[Any]] = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    return equities
