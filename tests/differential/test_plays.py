"""The engine and the reference list the same legal plays in the same order (R3 to R5)."""

from __future__ import annotations

import time
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.reference import Board, Move, Play, legal_plays
from gammon.typing import Boards, Rolls
from tests.differential.comparison import ROLLS, chunks, first_difference, lead_to, stream, to_boards, to_rows
from tests.differential.faults import FAULTS, Fault
from tests.differential.positions import Counts

Offsets: TypeAlias = npt.NDArray[np.int64]

CHUNK = 1000
A_FEW = 400


def compare_chunk(number: int) -> str | None:
    """Compare one chunk of positions, determined by its number, and describe the first difference."""
    difference = first_difference(list(stream(number, CHUNK)), legal_plays)
    return None if difference is None else f"chunk {number}: {difference}"


@pytest.fixture(scope="module")
def a_few_positions() -> list[tuple[Counts, Counts]]:
    """Return a few positions of each kind."""
    return list(stream(1, A_FEW))


def test_engine_and_reference_list_the_same_plays_of_1_000_positions() -> None:
    """R3 to R5: random and network games, bear-offs, checkers on the bar and blocked positions, 21 rolls each."""
    assert compare_chunk(0) is None


@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
def test_engine_and_reference_list_the_same_plays_of_1_000_000_positions() -> None:
    """R3 to R5: as above, other positions."""
    numbers, started = range(1000, 2000), time.monotonic()
    with chunks(compare_chunk, numbers) as finished:
        for done, chunk in enumerate(finished, start=1):
            assert chunk.result() is None, chunk.result()
            if done % 20 == 0:
                print(f"{done * CHUNK:>9,} positions, {time.monotonic() - started:,.0f} s, no difference", flush=True)


def test_a_position_lists_the_same_plays_as_a_batch(a_few_positions: list[tuple[Counts, Counts]]) -> None:
    """R3 to R5: compare `Position.plays` with the reference, play by play."""
    for sides in a_few_positions[::8]:
        board, position = Board.from_counts(*sides), bg.Position(*map(list, sides))
        for roll in ROLLS:
            plays = position.plays(*roll)
            expected = legal_plays(board, *roll)
            results = [play.position.swap().to_array() for play in plays]
            assert [row for result in results for row in to_rows(result[None])] == [play.mover_row for play in expected]
            assert [play.moves for play in plays] == [play.moves for play in expected]
            assert all(play.before == position for play in plays)
            assert position.plays(*reversed(roll)) == plays


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule} {fault.summary}")
def test_the_comparison_detects_a_planted_bug(fault: Fault, a_few_positions: list[tuple[Counts, Counts]]) -> None:
    """R3.1 to R5.7: a few positions are enough to find a difference."""
    differences = (first_difference([sides], fault.legal_plays) for sides in a_few_positions)
    assert any(differences), f"{fault.rule}: undetected bug: {fault.summary}"


def test_the_comparison_detects_a_different_order(a_few_positions: list[tuple[Counts, Counts]]) -> None:
    """R3.1: the order of the plays is compared, not only the set."""

    def reversed_plays(board: Board, die1: int, die2: int) -> list[Play]:
        return legal_plays(board, die1, die2)[::-1]

    difference = first_difference(a_few_positions[:20], reversed_plays)
    assert difference is not None
    assert difference.what == "the results are in another order"
    assert [play.mover_row for play in difference.engine] == [play.mover_row for play in difference.reference][::-1]


def test_the_comparison_detects_moves_that_lead_to_another_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """R3.1: the moves of a play must lead to its result."""
    right = bg.batch.moves

    def wrong(boards: Boards, rolls: Rolls, *, threads: int | None) -> tuple[npt.NDArray[np.uint8], Offsets]:
        moves, offsets = right(boards, rolls, threads=threads)
        return np.roll(moves, 1, axis=0), offsets

    start = Board.start().to_counts()
    assert first_difference([start], legal_plays) is None
    monkeypatch.setattr(bg.batch, "moves", wrong)
    difference = first_difference([start], legal_plays)
    assert difference is not None
    assert difference.what == "the engine's moves do not lead to its results"
    assert "-b----E-C---eE---c-e----B-" in str(difference)
    assert "roll (1, 1)" in str(difference)


@pytest.mark.parametrize(
    ("rule", "moves", "answer"),
    [
        ("R3.1 two numbers", ((8, 5), (6, 5)), True),
        ("R3.1 in either order", ((6, 5), (8, 5)), True),
        ("R3.1 not one twice", ((8, 5), (8, 5)), False),
        ("R3.1 not another number", ((8, 4), (6, 5)), False),
        ("R3.1 not a third move", ((8, 5), (6, 5), (24, 23)), False),
        ("R1.4 not without a checker", ((7, 4), (6, 5)), False),
        ("another play", ((24, 21), (6, 5)), False),
    ],
)
def test_only_legal_moves_lead_to_a_result(rule: str, moves: tuple[Move, ...], answer: bool) -> None:
    """R1.4, R3.1: the check of the engine's moves tells legal from illegal."""
    row = Board.start().row
    made_point = next(play for play in legal_plays(Board.start(), 3, 1) if play.moves == ((8, 5), (6, 5)))
    assert lead_to(row, (3, 1), moves, made_point.mover_row) is answer, rule


def test_every_kind_of_position_is_in_every_stream() -> None:
    """The stream takes each kind in turn, and the engine accepts all of its boards."""
    positions = list(stream(2, 50))
    assert len(positions) == 50
    assert len(set(positions)) > 40
    assert bg.batch.swap(to_boards(positions)).shape == (50, 2, 26)
    own_bars = [own[25] for own, _ in positions[3::5]]
    assert all(own_bars), "the fourth of each five positions has checkers on the bar"
