"""Training records from one's own positions and targets, and what is in a record.

A record is 63 bytes:

====== ======================================================================================================
bytes  what is in them
====== ======================================================================================================
0-25   the player on roll's checkers: off, on the points 1 to 24, and on the bar, as that player counts
26-51  the opponent's, as the opponent counts
52-61  the target: P(win), P(win a gammon or more), P(win a backgammon), P(lose a gammon or more) and P(lose a
       backgammon) for the player on roll, each a signed 16-bit integer, low byte first, in units of 1/16384
62     1 if the position is a sibling of the record before: what another play of the same roll led to; else 0
====== ======================================================================================================

A target may lie a little outside of 0 to 1, as sums of estimates do. Siblings stand right behind the record that they
belong to; a fit learns what sets them apart.
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
"""A probability of 1, as a record holds it."""


def pack_records(
    boards: batch.BoardsLike, targets: npt.ArrayLike, siblings: npt.ArrayLike | None = None
) -> npt.NDArray[np.uint8]:
    """Make training records.

    Parameters
    ----------
    boards
        Shape ``(n, 2, 26)``, the player on roll first; or what can stand for them, see `gammon.batch`.
    targets
        Numbers, shape ``(n, 5)``, in the order of `gammon.batch.evaluate`: what a network should say of each position.
    siblings
        bool, shape ``(n,)``: whether a row is what another play of the same roll led to as the row before. None are if
        None.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 63)``, as `Fit.train` takes them.

    Raises
    ------
    PositionError
        If a row is not a legal position.
    ArgumentError
        If there are not as many targets or siblings as boards, a target is not from -2 to 2, or the first row is a
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
    # Halves go away from zero.
    units = np.trunc(numbers * UNIT + np.copysign(0.5, numbers))
    wrong = ~((units >= -(2**15)) & (units < 2**15)).all(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ArgumentError(f"row {row}: targets must be probabilities, got {numbers[row].tolist()}")
    marks = np.zeros(n, bool) if siblings is None else read_array("siblings", siblings)
    if marks.size == 0:
        marks = marks.astype(bool).reshape(-1)
    if marks.dtype != bool or marks.shape != (n,):
        raise ArgumentError(f"siblings: expected bool of shape ({n},), got {marks.dtype} of shape {list(marks.shape)}")
    if n and marks[0]:
        raise ArgumentError("row 0: the first record cannot be a sibling of the one before")
    records = np.empty((n, BYTES), np.uint8)
    records[:, :52] = checked.reshape(n, 52)
    records[:, 52:62] = np.ascontiguousarray(units.astype("<i2")).view(np.uint8).reshape(n, 10)
    records[:, 62] = marks
    return records


def unpack_records(records: npt.NDArray[np.uint8]) -> tuple[Boards, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Take training records apart.

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
