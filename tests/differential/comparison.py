"""Compare the legal plays of the engine and the reference for every roll of a position."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

import gammon as bg
from gammon.reference import Board, Move, Play, Row, Rules, to_xgid_board
from gammon.typing import Boards, Rolls
from tests.differential.positions import (
    Counts,
    bearoffs,
    blocked,
    crowded_bars,
    from_network_games,
    from_random_games,
)

ROLLS = tuple((larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1))
KINDS = (from_random_games, from_network_games, bearoffs, crowded_bars, blocked)
RULES = Rules()

LegalPlays: TypeAlias = Callable[[Board, int, int], list[Play]]
"""A function that lists the plays of a board and a roll: the reference, or a version with a planted bug."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A position and roll for which the engine and the reference disagree.

    Attributes
    ----------
    board
        The board, seen by the player on roll.
    roll
        The dice, the larger number first.
    what
        How the lists differ.
    engine, reference
        The two lists of plays, each with its moves and its result.
    """

    board: Board
    roll: tuple[int, int]
    what: str
    engine: tuple[Play, ...]
    reference: tuple[Play, ...]

    def __str__(self) -> str:
        lines = [
            f"{self.what}: {to_xgid_board(self.board)} with {self.board.checkers} checkers a side, roll {self.roll}"
        ]
        for name, plays in (("engine", self.engine), ("reference", self.reference)):
            lines.append(f"{name}, {len(plays)} plays:")
            lines += [f"  {play.moves} {play.mover_row}" for play in plays]
        return "\n".join(lines)


def stream(seed: int, n: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield n positions, taking each kind in turn."""
    each = -(-n // len(KINDS))
    rounds = zip(*(kind(seed, each) for kind in KINDS), strict=True)
    for number, sides in enumerate(chain.from_iterable(rounds)):
        if number < n:
            yield sides


@contextmanager
def chunks(compare: Callable[[int], str | None], numbers: range) -> Iterator[Iterator[Future[str | None]]]:
    """Compare numbered chunks on all cores; leaving the context cancels the chunks that have not started."""
    pool = ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn"))
    try:
        yield as_completed([pool.submit(compare, number) for number in numbers])
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def to_boards(positions: Sequence[tuple[Counts, Counts]]) -> Boards:
    """Convert positions to an array of boards for the engine."""
    return np.array(positions, np.uint8).reshape(-1, 2, 26)


def to_rows(boards: Boards) -> list[Row]:
    """Convert boards to the reference's rows, seen by the player in side 0."""
    own, opponent = boards[:, 0].astype(np.int8), boards[:, 1].astype(np.int8)
    rows = np.zeros((len(boards), 28), np.int8)
    rows[:, 1:26] = own[:, 1:]
    rows[:, :25] -= opponent[:, :0:-1]
    rows[:, 26], rows[:, 27] = own[:, 0], opponent[:, 0]
    return [tuple(row) for row in rows.tolist()]


def to_moves(moves: npt.NDArray[np.uint8]) -> list[tuple[Move, ...]]:
    """Convert the engine's moves to the reference's, without the padding."""
    return [tuple((source, destination) for source, destination in play if source > 0) for play in moves.tolist()]


def engine_plays(boards: Boards, rolls: Rolls) -> list[tuple[Play, ...]]:
    """List the engine's plays of each row in the engine's order; moves and results come from separate calls."""
    results, offsets = bg.batch.plays(boards, rolls, threads=1)
    moves, offsets_of_moves = bg.batch.moves(boards, rolls, threads=1)
    assert offsets.tolist() == offsets_of_moves.tolist()
    assert len(results) == len(moves) == offsets[-1]
    as_seen_by_the_mover = results[:, ::-1]
    found = [Play(*play) for play in zip(to_moves(moves), to_rows(as_seen_by_the_mover), strict=True)]
    return [tuple(found[start:stop]) for start, stop in pairwise(offsets.tolist())]


def lead_to(row: Row, roll: tuple[int, int], moves: Sequence[Move], result: Row) -> bool:
    """Return whether the reference allows the moves, in order with the roll's numbers, and they lead to a result."""
    for order in RULES.orders(*roll):
        reached = row
        for move, die in zip(moves, order, strict=False):
            if move not in RULES.moves(reached, die):
                break
            reached = RULES.after(reached, move)
        else:
            if len(moves) <= len(order) and reached == result:
                return True
    return False


def first_difference(positions: Sequence[tuple[Counts, Counts]], legal_plays: LegalPlays) -> Difference | None:
    """Return the first difference over all 21 rolls of each position, or None.

    The engine documents the order of its results, so they must be the same in the same order. The moves of
    each of its plays must lead to that play's result.
    """
    boards = np.repeat(to_boards(positions), len(ROLLS), axis=0)
    rolls = np.array(ROLLS * len(positions), np.uint8).reshape(-1, 2)
    engine = iter(engine_plays(boards, rolls))
    for sides in positions:
        board = Board.from_counts(*sides)
        for roll in ROLLS:
            found, expected = next(engine), tuple(legal_plays(board, *roll))
            if found == expected:  # Equal moves need no check: the reference has made them itself.
                continue
            what = ""
            if [play.mover_row for play in found] != [play.mover_row for play in expected]:
                same = {play.mover_row for play in found} == {play.mover_row for play in expected}
                what = "the results are in another order" if same else "the results differ"
            elif not all(lead_to(board.row, roll, play.moves, play.mover_row) for play in found):
                what = "the engine's moves do not lead to its results"
            if what:
                return Difference(board=board, roll=roll, what=what, engine=found, reference=expected)
    return None
