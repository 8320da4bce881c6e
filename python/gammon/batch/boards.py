"""Properties of positions that follow from the rules alone, and position IDs."""

from __future__ import annotations

import enum

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon._engine import NotationError
from gammon.batch.inputs import BoardsLike, read_array, read_boards
from gammon.typing import Boards


class PositionClass(enum.IntEnum):
    """The class of a position; the values are those in the result of `classes`."""

    OVER = 0
    """A side has borne off every checker."""

    BEAROFF = 1
    """Bearoff: a race with every checker of both sides at home."""

    RACE = 2
    """Another race: no contact, and not every checker is at home."""

    CONTACT = 3
    """Contact: the sides can still hit or block each other."""


def swap(boards: BoardsLike) -> Boards:
    """Return the boards with the other side on roll in every row.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``, a copy.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    return _engine.batch_swap(read_boards(boards))


def pip_counts(boards: BoardsLike) -> npt.NDArray[np.uint16]:
    """Return the pip counts of both sides.

    Returns
    -------
    numpy.ndarray
        uint16, shape ``(n, 2)``: the player on roll, the opponent. A checker on the bar counts 25.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    return _engine.batch_pip_counts(read_boards(boards))


def points(boards: BoardsLike) -> npt.NDArray[np.int8]:
    """Return the points won in finished games, with the cube at 1.

    Returns
    -------
    numpy.ndarray
        int8, shape ``(n,)``: 1, 2 or 3 if the player on roll has won a single game, gammon or backgammon, negative if
        the opponent has, and 0 while the game goes on.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    return _engine.batch_points(read_boards(boards))


def classes(boards: BoardsLike) -> npt.NDArray[np.uint8]:
    """Return the class of every position.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n,)``: values of `PositionClass`.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.batch.PositionClass(bg.batch.classes(bg.Position.start())[0])
    <PositionClass.CONTACT: 3>
    """
    return _engine.batch_classes(read_boards(boards))


def is_over(boards: BoardsLike) -> npt.NDArray[np.bool_]:
    """Return whether the game is over in each row: a side has borne off every checker.

    Returns
    -------
    numpy.ndarray
        bool, shape ``(n,)``.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    over: npt.NDArray[np.bool_] = classes(boards) == PositionClass.OVER
    return over


def is_race(boards: BoardsLike) -> npt.NDArray[np.bool_]:
    """Return whether each row is a race: the game is not over and there is no contact.

    Returns
    -------
    numpy.ndarray
        bool, shape ``(n,)``.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    found = classes(boards)
    race: npt.NDArray[np.bool_] = (found == PositionClass.RACE) | (found == PositionClass.BEAROFF)
    return race


def to_gnubg_ids(boards: BoardsLike) -> npt.NDArray[np.bytes_]:
    """Return the GNU Backgammon position ID of every row.

    Returns
    -------
    numpy.ndarray
        ``S14``, shape ``(n,)``.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
    """
    return _engine.batch_to_keys(read_boards(boards)).view("S14").reshape(-1)


def from_gnubg_ids(ids: npt.ArrayLike, *, checkers: int = 15) -> Boards:
    """Return the boards of GNU Backgammon position IDs.

    Parameters
    ----------
    ids
        Strings or bytes of 14 characters, shape ``(n,)``.
    checkers
        Checkers per side; those not on the board are borne off.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``.

    Raises
    ------
    NotationError
        If a row is not a position ID.
    PositionError
        If a row's checkers do not form a legal position.
    """
    texts = read_array("ids", ids, NotationError)
    if texts.size == 0:
        texts = texts.astype("S14")
    if texts.ndim != 1 or texts.dtype.kind not in "US":
        raise NotationError(f"ids: expected strings of shape (n,), got {texts.dtype} of shape {list(texts.shape)}")
    if texts.dtype.kind == "U":
        try:
            texts = texts.astype("S")
        except UnicodeEncodeError as error:
            row = [text.isascii() for text in texts.tolist()].index(False)
            raise NotationError(f"row {row}: expected a position ID in ASCII, got {str(texts[row])!r}") from error
    width = max(14, texts.dtype.itemsize)
    lengths = np.char.str_len(texts)
    if (lengths != 14).any():
        row = int(np.argmax(lengths != 14))
        raise NotationError(f"row {row}: expected a position ID of 14 characters, got {int(lengths[row])}")
    keys = np.ascontiguousarray(texts.astype(f"S{width}")).view(np.uint8).reshape(-1, width)[:, :14]
    return _engine.batch_from_keys(keys, checkers=checkers)
