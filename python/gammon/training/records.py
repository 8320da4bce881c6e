"""The format of training records, and conversion to and from positions and targets.

A record is 63 bytes:

====== ======================================================================================================
bytes  contents
====== ======================================================================================================
0-25   checkers of the player on roll: off, points 1 to 24, bar, numbered from that player's side
26-51  checkers of the opponent, numbered from the opponent's side
52-61  the target: P(win), P(win a gammon or more), P(win a backgammon), P(lose a gammon or more) and P(lose a
       backgammon) for the player on roll, each a signed 16-bit integer, low byte first, in units of 1/16384
62     1 if the position is a sibling: the result of another play of the same roll as the record before; else 0
====== ======================================================================================================

A target may lie slightly outside [0, 1], because it is a sum of estimates. Siblings directly follow their record; a fit
gives extra weight to the differences between them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gammon import batch
from gammon._engine import ArgumentError
from gammon.batch.inputs import read_array
from gammon.typing import Boards

BYTES = 63
"""Bytes of a record."""

UNIT = 16384
"""The integer that represents a probability of 1 in a record."""


def pack_records(
    boards: batch.BoardsLike, targets: npt.ArrayLike, siblings: npt.ArrayLike | None = None
) -> npt.NDArray[np.uint8]:
    """Pack positions and targets into training records.

    Parameters
    ----------
    boards
        Shape ``(n, 2, 26)``, the player on roll first; or another form, see `gammon.batch`.
    targets
        Numbers, shape ``(n, 5)``, in the order of `gammon.batch.evaluate`: the network's target for each position.
    siblings
        bool, shape ``(n,)``: whether a row is the result of another play of the same roll as the row before. If None,
        no row is.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 63)``, for `Fit.train`.

    Raises
    ------
    PositionError
        If a row is not a legal position.
    ArgumentError
        If `targets` or `siblings` has the wrong shape or dtype, a target is not from -2 to 2, or the first row is a
        sibling.
    """
    checked = batch.swap(batch.swap(boards))
    n = len(checked)
    given = read_array("targets", targets)
    numbers = given.astype(np.float64) if given.dtype.kind in "iuf" else np.zeros(0)
    if numbers.shape != (n, 5):
        raise ArgumentError(
            f"targets: expected numbers of shape ({n}, 5), got {given.dtype} of shape {list(given.shape)}"
        )
    # Round half away from zero.
    units = np.trunc(numbers * UNIT + np.copysign(0.5, numbers))
    wrong = ~((units >= -(2**15)) & (units < 2**15)).all(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ArgumentError(f"row {row}: targets must be from -2 to 2, got {numbers[row].tolist()}")
    marks = np.zeros(n, bool) if siblings is None else read_array("siblings", siblings)
    if marks.size == 0:
        marks = marks.astype(bool).reshape(-1)
    if marks.dtype != bool or marks.shape != (n,):
        raise ArgumentError(f"siblings: expected bool of shape ({n},), got {marks.dtype} of shape {list(marks.shape)}")
    if n and marks[0]:
        raise ArgumentError("siblings: row 0 must be False, as there is no record before it")
    records = np.empty((n, BYTES), np.uint8)
    records[:, :52] = checked.reshape(n, 52)
    records[:, 52:62] = np.ascontiguousarray(units.astype("<i2")).view(np.uint8).reshape(n, 10)
    records[:, 62] = marks
    return records


def unpack_records(records: npt.NDArray[np.uint8]) -> tuple[Boards, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Unpack training records.

    Returns
    -------
    boards : numpy.ndarray
        uint8, shape ``(n, 2, 26)``.
    targets : numpy.ndarray
        float32, shape ``(n, 5)``.
    siblings : numpy.ndarray
        bool, shape ``(n,)``.

    Raises
    ------
    ArgumentError
        If `records` is not uint8 of shape ``(n, 63)``.
    PositionError
        If a row is not a legal position.
    """
    if not isinstance(records, np.ndarray) or records.dtype != np.uint8 or records.shape[1:] != (BYTES,):
        got = f"{records.dtype} of shape {list(records.shape)}" if isinstance(records, np.ndarray) else type(records)
        raise ArgumentError(f"records: expected uint8 of shape (n, {BYTES}), got {got}")
    copy = records.copy()
    n = len(copy)
    boards = batch.swap(batch.swap(copy[:, :52].reshape(n, 2, 26)))
    targets = np.ascontiguousarray(copy[:, 52:62]).view("<i2").astype(np.float32) / np.float32(UNIT)
    siblings: npt.NDArray[np.bool_] = copy[:, 62] != 0
    return boards, targets.reshape(n, 5), siblings
