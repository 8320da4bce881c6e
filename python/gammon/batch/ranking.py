"""Plays with their numbers and equities: the best one or the best few of every row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon._engine import ArgumentError
from gammon.batch.inputs import BoardsLike, RollsLike, read_array, read_integers, read_turns
from gammon.batch.judging import game_at_stake
from gammon.engine import Engine, engine_or_default
from gammon.quoting import quote
from gammon.stakes import StakesLike
from gammon.typing import Boards, Progress


@dataclass(frozen=True, kw_only=True, eq=False)
class BestPlays:
    """The best play of every row. Equities are seen by the player who makes the play."""

    boards: Boards
    """uint8, shape ``(n, 2, 26)``: the boards after the plays, with the opponent on roll."""

    choice: npt.NDArray[np.int64]
    """Shape ``(n,)``: number of the play in the order of `plays`, for `apply`; 0 if there is no legal move."""

    equity: npt.NDArray[np.float64]
    """Shape ``(n,)``: cubeless equity, or cubeful equity if stakes were given."""

    def __len__(self) -> int:
        return len(self.choice)


@dataclass(frozen=True, kw_only=True, eq=False)
class TopPlays:
    """The best few plays of every row, best first. Equities are seen by the player who makes the play."""

    boards: Boards
    """uint8, shape ``(m, 2, 26)``: the boards after the plays, with the opponent on roll."""

    choice: npt.NDArray[np.int64]
    """Shape ``(m,)``: numbers of the plays in the order of `plays`."""

    equity: npt.NDArray[np.float64]
    """Shape ``(m,)``: cubeless equity, or cubeful equity if stakes were given."""

    offsets: npt.NDArray[np.int64]
    """Shape ``(n + 1,)``: row ``i`` has plays ``offsets[i]`` to ``offsets[i + 1] - 1``; none without a legal move."""

    def __len__(self) -> int:
        return len(self.offsets) - 1


def choose_plays(
    boards: BoardsLike,
    rolls: RollsLike,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BestPlays:
    """Choose the best play of every row, like `best_plays`, and return its number and equity too.

    Parameters
    ----------
    boards, rolls, stakes, ply, engine, threads, progress
        See `best_plays`.

    Returns
    -------
    BestPlays
        One play per row. If there is no legal move or the game is over, the board is unchanged with the opponent on
        roll, and the equity is that of the resulting position, or of the finished game.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        See `best_plays`.

    Examples
    --------
    >>> import gammon as bg
    >>> best = bg.batch.choose_plays(bg.Position.start(), bg.Roll(3, 1))
    >>> str(bg.Position.start().plays(3, 1)[best.choice[0]])
    '8/5 6/5'
    """
    engine = engine_or_default(engine)
    positions, choice, equity = _engine.batch_choose_plays(
        read_turns(boards, rolls),
        engine.evaluator,
        game_at_stake(engine, stakes),
        (engine.ply if ply is None else ply, engine.move_filter),
        threads=engine.threads if threads is None else threads,
        progress=progress,
    )
    return BestPlays(boards=positions, choice=choice, equity=equity)


def top_plays(
    boards: BoardsLike,
    rolls: RollsLike,
    k: int,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
) -> TopPlays:
    """List the best `k` plays of every row, or all if there are fewer, like ``gammon.rank_plays(candidates=k)``.

    All listed plays are searched to the full depth, so that their equities are comparable. The network evaluates every
    play in full, without the quick evaluation by which `best_plays` prunes candidates.

    Parameters
    ----------
    boards, rolls, stakes, ply, engine, threads
        See `best_plays`.
    k
        Number of plays per row, 1 to 10,000.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        See `best_plays`; also if `k` is out of its range.
    """
    engine = engine_or_default(engine)
    positions, choice, equity, offsets = _engine.batch_top_plays(
        read_turns(boards, rolls),
        k,
        engine.evaluator,
        game_at_stake(engine, stakes),
        (engine.ply if ply is None else ply, engine.move_filter),
        threads=engine.threads if threads is None else threads,
    )
    return TopPlays(boards=positions, choice=choice, equity=equity, offsets=offsets)


def best_of(values: npt.ArrayLike, offsets: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the index of the largest value in every group, such as among the plays of each row.

    Parameters
    ----------
    values
        Numbers, shape ``(m,)``, none of them NaN. To find the smallest instead, pass ``-values``: equities of boards
        after a play are seen by the opponent.
    offsets
        Integers, shape ``(n + 1,)``, as returned by `plays`: group ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Returns
    -------
    numpy.ndarray
        int64, shape ``(n,)``: index in `values` of the largest value, the first of equal ones; -1 for an empty group.

    Raises
    ------
    ArgumentError
        If an array has the wrong shape or dtype, a value is NaN, or the offsets are not non-decreasing from 0 to ``m``.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.batch.best_of([0.1, 0.3, 0.3, -0.2], [0, 3, 3, 4]).tolist()
    [1, -1, 3]
    """
    numbers = read_array("values", values).copy()
    if numbers.size == 0:
        numbers = numbers.astype(np.float64).reshape(-1)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iuf":
        raise ArgumentError(
            f"values: expected numbers of shape (m,), got {numbers.dtype} of shape {list(numbers.shape)}"
        )
    if numbers.dtype.kind == "f" and np.isnan(numbers).any():
        raise ArgumentError(f"values: expected numbers, got NaN at index {int(np.argmax(np.isnan(numbers)))}")
    ends = read_integers("offsets", offsets)
    if len(ends) < 1 or ends[0] != 0 or ends[-1] != len(numbers) or (np.diff(ends) < 0).any():
        raise ArgumentError(f"offsets: expected non-decreasing integers from 0 to {len(numbers)}, got {quote(ends)}")
    best = np.full(len(ends) - 1, -1, np.int64)
    filled = np.flatnonzero(np.diff(ends))
    if len(filled):
        starts = ends[filled]
        most = np.repeat(np.maximum.reduceat(numbers, starts), np.diff(ends)[filled])
        places = np.flatnonzero(numbers == most)
        best[filled] = places[np.searchsorted(places, starts)]
    return best
