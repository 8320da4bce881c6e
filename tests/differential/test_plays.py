"""Every legal play of the engine is one of the reference, in the same order, and the other way round (R3 to R5)."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager

import gammon as bg
import pytest
from gammon.reference import Board, Play, Rules, legal_plays
from tests.differential.comparison import ROLLS, first_difference, stream, to_boards, to_rows
from tests.differential.faults import FAULTS, Fault
from tests.differential.positions import Counts

CHUNK = 1000
A_FEW = 400


def compare_chunk(number: int) -> str | None:
    """Compare one chunk of positions, which its number fixes; say how they differ."""
    difference = first_difference(list(stream(number, CHUNK)), legal_plays)
    return None if difference is None else f"chunk {number}: {difference}"


@contextmanager
def chunks(numbers: range) -> Iterator[Iterator[Future[str | None]]]:
    """Compare chunks on all cores; what is not begun when the block is left is given up."""
    pool = ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn"))
    try:
        yield as_completed([pool.submit(compare_chunk, number) for number in numbers])
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@pytest.fixture(scope="module")
def a_few_positions() -> list[tuple[Counts, Counts]]:
    """Some positions of each kind."""
    return list(stream(1, A_FEW))


def test_engine_and_reference_list_the_same_plays_of_20_000_positions() -> None:
    """R3 to R5: games of random play and of the network's, bear-offs, bars and blocks, 21 rolls each."""
    with chunks(range(20)) as finished:
        for chunk in finished:
            assert chunk.result() is None, chunk.result()


@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
def test_engine_and_reference_list_the_same_plays_of_1_000_000_positions() -> None:
    """R3 to R5: as above, other positions."""
    numbers, started = range(1000, 2000), time.monotonic()
    with chunks(numbers) as finished:
        for done, chunk in enumerate(finished, start=1):
            assert chunk.result() is None, chunk.result()
            if done % 20 == 0:
                print(f"{done * CHUNK:>9,} positions, {time.monotonic() - started:,.0f} s, no difference", flush=True)


def test_a_position_lists_the_plays_that_a_batch_does(a_few_positions: list[tuple[Counts, Counts]]) -> None:
    """R3 to R5: `Position.plays` and the reference, one by one."""
    for sides in a_few_positions[::8]:
        board, position = Board.from_counts(*sides), bg.Position(*map(list, sides))
        for roll in ROLLS:
            plays = position.plays(*roll)
            expected = legal_plays(board, *roll)
            results = [play.position.swap().to_array() for play in plays]
            assert [row for result in results for row in to_rows(result[None])] == [play.row for play in expected]
            assert [play.moves for play in plays] == [play.moves for play in expected]
            assert all(play.before == position for play in plays)
            assert position.plays(*reversed(roll)) == plays


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule} {fault.summary}")
def test_the_comparison_catches_the_rules_with_a_mistake(
    fault: Fault, a_few_positions: list[tuple[Counts, Counts]]
) -> None:
    """R3.1 to R5.7: the mistake shows on a few positions, or the comparison is worth nothing."""
    differences = (first_difference([sides], fault.legal_plays) for sides in a_few_positions)
    assert any(differences), f"{fault.rule}: nobody noticed that {fault.summary}"


def test_the_comparison_catches_a_play_in_another_place(a_few_positions: list[tuple[Counts, Counts]]) -> None:
    """R3.1: the order of the plays is compared, not only which there are."""

    def reversed_plays(board: Board, die1: int, die2: int) -> list[Play]:
        return legal_plays(board, die1, die2)[::-1]

    difference = first_difference(a_few_positions, reversed_plays)
    assert difference is not None
    assert difference.what == "the results are in another order"
    assert [play.row for play in difference.engine] == [play.row for play in difference.reference][::-1]


class _EngineMovesAreWrong(Rules):
    """The rules, with moves that would be illegal if they were the engine's."""


def test_every_kind_of_position_is_in_every_stream() -> None:
    """A stream takes each kind in turn, and all of them are boards of the engine too."""
    positions = list(stream(2, 50))
    assert len(positions) == 50
    assert len(set(positions)) > 40
    assert bg.batch.swap(to_boards(positions)).shape == (50, 2, 26)
    own_bars = [own[25] for own, _ in positions[3::5]]
    assert all(own_bars), "the fourth of each five is one with checkers on the bar"
