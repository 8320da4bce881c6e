"""Evaluations and best plays of many positions."""

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
    """Make the best play in every row, by cubeless equity or, with stakes, by cubeful equity at the score.

    Ties are broken by higher cubeless equity, then more checkers off, then fewer pips left. At 0 plies, candidates are
    first pruned by a quick evaluation (see `glance`). So a few plays in a thousand differ from the best of
    `gammon.rank_plays`, which evaluates every play in full; these cost some hundredths of a point.

    Parameters
    ----------
    boards, rolls
        See `plays`.
    stakes
        Scoring and cube, the same for all rows: `Stakes`, or a `Scoring` or `Cube` alone. If None, plays are judged
        without a cube, unless the engine has its own `met` or `efficiency`: then money play.
    ply
        Search depth in plies, 0 to 3, see `gammon.rank_plays`; the engine's if None.
    engine
        Engine that evaluates and searches; the default one if None.
    threads, progress
        See `plays`.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards after the plays, with the opponent on roll, even if there is no legal
        move.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        See `plays`; also if `ply` is not from 0 to 3, or another argument is out of its range.
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
    """Return the cube model and the cube for judging plays; None for cubeless play."""
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
    """Estimate the outcome probabilities of each position.

    Parameters
    ----------
    boards
        See `plays`.
    ply
        Search depth in plies, 0 to 3, see `gammon.evaluate`; the engine's if None.
    engine
        Engine that evaluates and searches; the default one if None.
    threads, progress
        See `plays`.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(n, 5)``: P(win), P(win a gammon or more), P(win a backgammon), P(lose a gammon or more) and
        P(lose a backgammon), seen by the player on roll.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
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
    """Estimate the outcome probabilities of each position by the quick evaluation used to prune plays.

    The first 128 hidden units of a network have their own outputs, which give this quick evaluation. When a play is
    chosen at 0 plies, every candidate gets it, and only those within 0.06 points of the best are evaluated in full.

    Parameters
    ----------
    boards, engine, threads, progress
        See `evaluate`.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(n, 5)``; see `evaluate`.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    engine = engine_or_default(engine)
    threads = engine.threads if threads is None else threads
    return _engine.batch_glance(read_boards(boards), engine.evaluator, threads=threads, progress=progress)


def equity(probabilities: npt.ArrayLike) -> npt.NDArray[np.floating[Any]]:
    """Return cubeless equities.

    Parameters
    ----------
    probabilities
        Numbers of shape ``(..., 5)``, in the order of `evaluate`.

    Returns
    -------
    numpy.ndarray
        Shape ``(...)``, float32 for float32 and otherwise float64: points per game for the player on roll, -3 to 3.
        That is P(win) - P(loss), plus the two probabilities of gammons and backgammons won, minus those lost.

    Raises
    ------
    ArgumentError
        If `probabilities` are not numbers of this shape.
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
