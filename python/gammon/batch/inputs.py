"""Conversion of board and roll arguments to the arrays that the engine reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon._engine import ArgumentError, DiceError, GammonError, NotationError, Position, PositionError, Roll
from gammon.quoting import quote
from gammon.typing import Boards, Rolls

BoardsLike: TypeAlias = npt.NDArray[Any] | Position | str | bytes | Sequence[Any]
"""A boards argument.

One of these:

- an array of integers of any width, shape ``(n, 2, 26)``, or ``(2, 26)`` for one board, or nested lists of integers;
- a `Position` or a sequence of them;
- an XGID or GNU Backgammon ID, or a sequence or array of them (str, bytes or object).
"""

RollsLike: TypeAlias = npt.NDArray[Any] | Roll | Sequence[Any]
"""A rolls argument.

One of these:

- an array of integers of any width, shape ``(n, 2)``, or ``(2,)`` for one roll, or nested lists of integers;
- a `Roll` or a sequence of them.
"""

_ID = 14
"""Characters of a GNU Backgammon position ID."""


def read_boards(boards: BoardsLike) -> Boards:
    """Convert a boards argument to uint8 of shape ``(n, 2, 26)``. The engine checks that the positions are legal.

    Raises
    ------
    PositionError
        If `boards` cannot be converted, or a count does not fit in a byte.
    NotationError
        If a text is not a valid ID.
    """
    if isinstance(boards, np.ndarray) and boards.dtype == np.uint8 and boards.ndim == 3:
        return boards
    if isinstance(boards, Position):
        return boards.to_array()[np.newaxis]
    if isinstance(boards, (str, bytes)):
        return _from_texts([boards])
    wanted = "boards: expected integers of shape (n, 2, 26) or (2, 26), Positions or IDs, got "
    values = _array(boards, wanted, PositionError)
    if values.ndim == 1 and values.dtype.kind in "OUS":
        items = values.tolist()
        kinds = {type(item) for item in items}
        if kinds <= {Position}:
            return _engine.batch_from_positions(items)
        if kinds <= {str, bytes}:
            return _from_texts(items)
    counts = _bytes(values, wanted, PositionError, "count")
    if counts.shape == (2, 26):
        counts = counts[np.newaxis]
    if counts.shape == (0,):
        counts = counts.reshape(0, 2, 26)
    if counts.ndim != 3 or counts.shape[1:] != (2, 26):
        raise PositionError(f"{wanted}{_described(values)}")
    return counts


def read_turns(boards: BoardsLike, rolls: RollsLike) -> tuple[Boards, Rolls]:
    """Convert boards and rolls arguments; a single board or roll is broadcast to every row.

    Raises
    ------
    PositionError, NotationError
        See `read_boards`.
    DiceError
        If `rolls` cannot be converted.
    """
    positions, dice = read_boards(boards), read_rolls(rolls)
    if positions is boards and dice is rolls:
        return positions, dice
    if dice.ndim == 1:
        dice = np.broadcast_to(dice, (len(positions), 2))
    elif _is_one_board(boards):
        positions = np.broadcast_to(positions, (len(dice), *positions.shape[1:]))
    return positions, dice


def read_rolls(rolls: RollsLike) -> Rolls:
    """Convert a rolls argument to uint8 of shape ``(n, 2)``, or ``(2,)`` for a single roll.

    Raises
    ------
    DiceError
        If `rolls` cannot be converted, or a number does not fit in a byte.
    """
    if isinstance(rolls, np.ndarray) and rolls.dtype == np.uint8 and rolls.ndim == 2:
        return rolls
    if isinstance(rolls, Roll):
        return np.array([rolls.high, rolls.low], np.uint8)
    wanted = "rolls: expected integers of shape (n, 2) or (2,), or Rolls, got "
    if isinstance(rolls, (list, tuple)) and any(isinstance(roll, Roll) for roll in rolls):
        rolls = [tuple(roll) if isinstance(roll, Roll) else roll for roll in rolls]
    values = _array(rolls, wanted, DiceError)
    if values.ndim == 1 and values.dtype.kind == "O" and all(isinstance(roll, Roll) for roll in values.tolist()):
        values = np.array([tuple(roll) for roll in values.tolist()], np.uint8).reshape(-1, 2)
    dice = _bytes(values, wanted, DiceError, "die")
    if dice.shape == (0,):
        dice = dice.reshape(0, 2)
    if dice.shape[-1:] != (2,) or dice.ndim > 2:
        raise DiceError(f"{wanted}{_described(values)}")
    return dice


def read_array(name: str, values: npt.ArrayLike, error: type[GammonError] = ArgumentError) -> npt.NDArray[Any]:
    """Convert an argument to an array of any shape and dtype.

    Raises
    ------
    GammonError
        `error`, if NumPy cannot convert it, such as rows of different lengths.
    """
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError, Warning) as reason:
        raise error(f"{name}: expected an array, got {quote(values)}: {reason}") from None
    # Older versions of NumPy make an array of lists from rows of different lengths, with a warning.
    if array is not values and array.dtype.kind == "O" and any(isinstance(row, Sequence) for row in array.flat):
        raise error(f"{name}: expected an array, got {quote(values)}: rows of different lengths")
    return array


def read_integers(name: str, numbers: npt.ArrayLike, rows: int | None = None) -> npt.NDArray[np.int64]:
    """Convert integers to int64 of shape ``(n,)``; a single one is repeated `rows` times if `rows` is given.

    Raises
    ------
    ArgumentError
        If they are not integers of this shape that fit in 64 bits.
    """
    wanted = f"{name}: expected integers of shape (n,), got "
    single = isinstance(numbers, (int, np.integer)) and not isinstance(numbers, bool)
    values = _array(np.asarray(numbers) if single else numbers, wanted, ArgumentError)
    if values.size == 0 and values.ndim == 1 and not isinstance(numbers, np.ndarray):
        return np.zeros(0, np.int64)
    if values.dtype.kind == "u" and values.size and int(values.max()) > np.iinfo(np.int64).max:
        raise ArgumentError(f"{name}: expected signed 64-bit integers, got {values.max()}")
    if values.dtype.kind not in "iu" or values.ndim > 1 or (values.ndim == 0 and rows is None):
        raise ArgumentError(f"{wanted}{_described(values)}")
    integers = values.astype(np.int64)
    return integers if rows is None or integers.ndim else np.full(rows, integers)


def _is_one_board(boards: BoardsLike) -> bool:
    return isinstance(boards, (Position, str, bytes)) or np.ndim(boards) == 2


def _array(values: object, wanted: str, error: type[GammonError]) -> npt.NDArray[Any]:
    if isinstance(values, np.ndarray):
        return values
    if not isinstance(values, Sequence) and not hasattr(values, "__array__"):
        raise error(f"{wanted}{quote(values)}")
    try:
        if isinstance(values, Sequence) and any(isinstance(value, (Position, str, bytes)) for value in values):
            objects = np.empty(len(values), object)
            objects[:] = values
            return objects
        return np.asarray(values)
    except Exception as problem:
        raise error(f"{wanted}{quote(values)}") from problem


def _bytes(values: npt.NDArray[Any], wanted: str, error: type[GammonError], what: str) -> npt.NDArray[np.uint8]:
    """Return a copy of integers as bytes. The copy itself is checked, so a concurrent write cannot slip in."""
    limits = "1 to 6" if what == "die" else "0 to 15"
    if values.size == 0 and values.dtype.kind in "fO" and values.shape == (0,):
        return np.zeros(0, np.uint8)
    if values.dtype.kind == "O":
        flat = values.reshape(-1).tolist()
        if not flat or not all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in flat):
            raise error(f"{wanted}{_described(values)}")
        # Object arrays hold integers of more than 64 bits, among others.
        place = next((at for at, value in enumerate(flat) if not 0 <= value <= 255), None)
        if place is None:
            return np.array(flat, np.uint8).reshape(values.shape)
        raise error(f"row {_row(values, place)}: {what} must be from {limits}, got {quote(flat[place])}")
    if values.dtype.kind not in "iu":
        raise error(f"{wanted}{_described(values)}")
    copy = values.copy()
    outside = (copy < 0) | (copy > 255)
    if outside.any():
        place = int(np.argmax(outside.reshape(-1)))
        raise error(f"row {_row(copy, place)}: {what} must be from {limits}, got {copy.reshape(-1)[place]}")
    small: npt.NDArray[np.uint8] = copy.astype(np.uint8)
    return small


def _row(values: npt.NDArray[Any], place: int) -> int:
    """Return the row of an item given its flat index; 0 for a single board or roll."""
    return place * len(values) // values.size if values.ndim > 1 and values.shape != (2, 26) else 0


def _described(values: npt.NDArray[Any]) -> str:
    return f"{quote(str(values.dtype)).strip(chr(39))} of shape {list(values.shape)}"


def _from_texts(texts: list[str | bytes]) -> Boards:
    """Read the positions of XGIDs and GNU Backgammon IDs, which may be mixed."""
    read = []
    for row, text in enumerate(texts):
        try:
            written = text.decode("ascii") if isinstance(text, bytes) else text
            is_gnubg = len(written) == _ID or written[_ID : _ID + 1] == ":"
            read.append(Position.from_gnubg_id(written) if is_gnubg else Position.from_xgid(written))
        except UnicodeDecodeError:
            raise NotationError(f"row {row}: expected an ID in ASCII, got {quote(text)}") from None
        except GammonError as problem:
            raise type(problem)(f"row {row}: {problem}") from None
    return _engine.batch_from_positions(read)
