"""Every planted bug must show on some position of the test streams; otherwise the streams are too weak."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import TypeAlias

import pytest

from gammon.reference import Board, Play, Row, legal_plays
from tests.differential.faults import FAULTS, Fault
from tests.differential.positions import (
    Counts,
    bearoffs,
    blocked,
    crowded_bars,
    from_network_games,
    from_random_games,
)

Case: TypeAlias = tuple[Board, int, int]
STREAMS = (from_random_games, bearoffs, crowded_bars, blocked)
ROLLS = [(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1)]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Return positions from all streams in turn, each with 7 of the 21 rolls."""
    rounds = zip(*(stream(1, 100) for stream in STREAMS), strict=True)
    boards = (Board.from_counts(*sides) for sides in chain.from_iterable(rounds))
    return [(board, *dice) for number, board in enumerate(boards) for dice in ROLLS[number % 3 :: 3]]


def results(generate: Callable[[Board, int, int], list[Play]], case: Case) -> list[Row]:
    """Return the sorted results, so that the generator's order does not matter."""
    return sorted(play.mover_row for play in generate(*case))


@cache
def correct(case: Case) -> list[Row]:
    """Return the correct results; most faults show early, so few cases are needed."""
    return results(legal_plays, case)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule} {fault.summary}")
def test_fault_shows(fault: Fault, cases: list[Case]) -> None:
    """The faulty rules must give different results on some position."""
    assert any(results(fault.legal_plays, case) != correct(case) for case in cases)


def test_every_movement_rule_has_a_planted_fault() -> None:
    """R3.1 to R3.7, R4.1 to R4.6, R5.1 to R5.7."""
    rules = {f"R{part}.{n}" for part, last in ((3, 7), (4, 6), (5, 7)) for n in range(1, last + 1)}
    assert {fault.rule for fault in FAULTS} == rules
    assert len({fault.summary for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("stream", [*STREAMS, from_network_games])
def test_streams_repeat_and_are_legal(
    stream: Callable[[int, int], Iterator[tuple[Counts, Counts]]],
) -> None:
    """The seed determines the positions, different seeds differ, and all positions are legal."""
    sample = list(stream(5, 40))
    assert len(sample) == 40
    assert sample == list(stream(5, 60))[:40]
    assert sample != list(stream(6, 40))
    for own, opponent in sample:
        assert Board.from_counts(own, opponent).to_counts() == (own, opponent)
