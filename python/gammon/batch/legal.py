"""Legal plays of many turns: all, random or chosen ones."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon.batch.inputs import BoardsLike, RollsLike, read_integers, read_turns
from gammon.typing import Boards, Progress


def plays(
    boards: BoardsLike, rolls: RollsLike, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[Boards, npt.NDArray[np.int64]]:
    """Generate all distinct legal plays of every row.

    Parameters
    ----------
    boards
        Integers, shape ``(n, 2, 26)``, the player on roll first; or another form, see `gammon.batch`.
    rolls
        Integers, shape ``(n, 2)``; or another form, see `gammon.batch`.
    threads
        Number of threads; all cores if None.
    progress
        Called periodically as ``progress(done, total)``, in rows.

    Returns
    -------
    results : numpy.ndarray
        uint8, shape ``(m, 2, 26)``: the boards after the plays, with the opponent on roll, in the order of
        `Position.plays`.
    offsets : numpy.ndarray
        int64, shape ``(n + 1,)``: row ``i``'s results are ``results[offsets[i]:offsets[i + 1]]``. A row without a legal
        move, or with the game over, has none.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    DiceError
        If `rolls` cannot be read as rolls, or a die is not 1 to 6.
    ArgumentError
        If the numbers of boards and rolls differ.
    """
    return _engine.batch_plays(*read_turns(boards, rolls), threads=threads, progress=progress)


def moves(
    boards: BoardsLike, rolls: RollsLike, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """List the moves of all distinct legal plays, in the order of `plays`.

    Returns
    -------
    moves : numpy.ndarray
        uint8, shape ``(m, 4, 2)``: source (25 is the bar) and destination (0 is off) of each move, numbered by the
        player who moves. A play of fewer than four moves is padded with ``(0, 0)``.
    offsets : numpy.ndarray
        int64, shape ``(n + 1,)``; see `plays`.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        See `plays`.
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
    """Make a random legal play in every row, uniformly among the distinct plays.

    Row ``i`` uses the random number of game ``first_game + i`` of `play_games` at this turn with this seed.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards after the plays, with the opponent on roll, even if there is no legal
        move.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        See `plays`; also if `seed` is not from 0 to 2^64 - 1.
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
        See `plays`.
    choices
        Integers, shape ``(n,)``, or one for all rows: the number of the play in the order of `plays`, from 0. A row
        without a legal move has one play, number 0.
    threads, progress
        See `plays`.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll.

    Raises
    ------
    IllegalPlayError
        If a row has no play of that number.
    PositionError, DiceError, ArgumentError
        See `plays`.
    """
    positions, dice = read_turns(boards, rolls)
    numbers = read_integers("choices", choices, len(positions))
    return _engine.batch_chosen_plays(positions, dice, numbers, threads=threads, progress=progress)
