"""Legal plays of many turns: all of them, one at random, a chosen one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon.batch.inputs import BoardsLike, RollsLike, read_integers, read_turns
from gammon.typing import Boards, Progress


def plays(
    boards: BoardsLike, rolls: RollsLike, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[Boards, npt.NDArray[np.int64]]:
    """Generate every distinct legal play of every board's roll.

    Parameters
    ----------
    boards
        Integers, shape ``(n, 2, 26)``, the player on roll first; or what can stand for them, see `gammon.batch`.
    rolls
        Integers, shape ``(n, 2)``; or what can stand for them.
    threads
        How many threads to use; all cores if None.
    progress
        Called now and then with the rows done and the rows in all.

    Returns
    -------
    results : numpy.ndarray
        uint8, shape ``(m, 2, 26)``: the boards after the plays, with the opponent on roll, in the order of
        `Position.plays`.
    offsets : numpy.ndarray
        int64, shape ``(n + 1,)``: row ``i``'s results are ``results[offsets[i]:offsets[i + 1]]``. There are none where
        the turn passes or the game is over.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    DiceError
        If `rolls` is no such array, or a row is no roll.
    ArgumentError
        If there are not as many rolls as boards.
    """
    return _engine.batch_plays(*read_turns(boards, rolls), threads=threads, progress=progress)


def moves(
    boards: BoardsLike, rolls: RollsLike, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """List the moves that make each of the plays that `plays` gives, in the same order.

    Returns
    -------
    moves : numpy.ndarray
        uint8, shape ``(m, 4, 2)``: source (25 is the bar) and destination (0 is off) of each move as the mover counts.
        Moves that are not there are ``(0, 0)``.
    offsets : numpy.ndarray
        int64, shape ``(n + 1,)``, as of `plays`.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        As `plays`.
    """
    return _engine.batch_moves(*read_turns(boards, rolls), threads=threads, progress=progress)


def random_plays(
    boards: BoardsLike,
    rolls: RollsLike,
    *,
    seed: int,
    turn: int = 0,
    first_game: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Make one legal play in every row, each distinct result as likely as the others.

    Row ``i`` draws what game ``first_game + i`` of `play_games` draws at this turn under this seed.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll, also where the turn passes.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        As `plays`; also if `seed` is not from 0 to 2^64 - 1.
    """
    return _engine.batch_random_plays(
        *read_turns(boards, rolls), seed=seed, turn=turn, first_game=first_game, threads=threads, progress=progress
    )


def apply(
    boards: BoardsLike,
    rolls: RollsLike,
    choices: npt.ArrayLike,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Make a chosen legal play in every row.

    Parameters
    ----------
    boards, rolls
        As of `plays`.
    choices
        Integers, shape ``(n,)``, or one for all rows: the number of the play among the row's plays, from 0, in the
        order of `plays`. A turn that passes has one play, number 0.
    threads, progress
        As of `plays`.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll.

    Raises
    ------
    IllegalPlayError
        If a row has no play of that number.
    PositionError, DiceError, ArgumentError
        As `plays`.
    """
    positions, dice = read_turns(boards, rolls)
    numbers = read_integers("choices", choices, len(positions))
    return _engine.batch_chosen_plays(positions, dice, numbers, threads=threads, progress=progress)
