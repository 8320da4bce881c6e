"""The network's outputs in the engine and the reference are equal to the last bit, on positions of all kinds."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

import gammon as bg
from gammon.reference import Board, Network, NetworkError, to_xgid_board
from gammon.reference.network import (
    BLOCKS,
    CLASSES,
    FIRST_BLOCK,
    FIRST_SHOT,
    NARROW,
    OUTPUTS,
    SHOTS,
    WIDE,
    logistic,
)
from tests.differential.comparison import chunks, stream, to_boards
from tests.differential.positions import Counts
from tests.unit.networks import HEADER, PRUNING_UNITS, indifferent, with_body

CHUNK = 1000


def _placed(*placed: tuple[int, int]) -> tuple[int, ...]:
    """Return the counts of a side with checkers on some places and the rest borne off."""
    counts = [0] * 26
    for place, checkers in placed:
        counts[place] += checkers
    counts[0] = 15 - sum(counts)
    return tuple(counts)


POSITIONS_OF_RARE_ROWS = [
    (_placed((24, 1), (6, 2), (7, 4)), _placed((2, 2), (25, 1), (20, 2))),
    (_placed((24, 2), (6, 2)), _placed((4, 3), (5, 3), (13, 2))),
    *((_placed((6, 5), (20, back)), _placed((7, 5), (21, 3))) for back in range(4)),
    *((_placed((6, 5), (20, 3)), _placed((7, 5), (21, back))) for back in range(4)),
    *((_placed((6, 5), (20, 2)), _placed((7, 5), (21, back))) for back in range(4)),
    *((_placed((6, 5), (20, 1)), _placed((7, 5), (21, back))) for back in range(4)),
    *((_placed((6, 5), (10, 1)), _placed((16, 5), (21, back))) for back in range(4)),
]
"""Positions that activate features and classes that are rare in games."""
SHIPPED = bg.Network.shipped()


@cache
def reference() -> Network:
    """Return the shipped network as the reference reads it."""
    return Network(SHIPPED.to_bytes())


@cache
def expected(positions: tuple[tuple[Counts, Counts], ...]) -> list[list[float]]:
    """Return the reference's evaluation and pruning outputs, ten numbers per position."""
    boards = [Board.from_counts(*sides) for sides in positions]
    return [[*reference().evaluate(board), *reference().glance(board)] for board in boards]


def first_difference(positions: Sequence[tuple[Counts, Counts]], engine: bg.Network = SHIPPED) -> str | None:
    """Compare the outputs for each position."""
    boards = to_boards(positions)
    looks = [
        look(boards, threads=1, engine=bg.Engine(engine, tables=())) for look in (bg.batch.evaluate, bg.batch.glance)
    ]
    for sides, estimate, right in zip(positions, np.hstack(looks).tolist(), expected(tuple(positions)), strict=True):
        if estimate != right:
            board = Board.from_counts(*sides)
            return f"{to_xgid_board(board)} with {board.checkers} checkers a side: {estimate}, not {right}"
    return None


def compare_chunk(number: int) -> str | None:
    """Compare one chunk of positions, determined by its number."""
    return first_difference(list(stream(number, CHUNK)))


def test_engine_and_reference_evaluate_300_positions_alike() -> None:
    """Random and network games, bear-offs, checkers on the bar, blocked positions, and finished games (R6)."""
    positions = list(stream(11, 300))
    boards = [Board.from_counts(*sides) for sides in positions]
    kinds = {"race": 0, "contact": 0, "over": 0, "many on the bar": 0, "other than 15 checkers": 0}
    for board in boards:
        kinds["over" if board.is_over else "contact" if board.is_contact else "race"] += 1
        kinds["many on the bar"] += board.bar > 2
        kinds["other than 15 checkers"] += board.checkers != 15
    assert all(number > 3 for number in kinds.values()), kinds
    assert first_difference(positions) is None


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_engine_and_reference_evaluate_100_000_positions_alike() -> None:
    """As above, other positions."""
    with chunks(compare_chunk, range(5000, 5100)) as finished:
        for chunk in finished:
            assert chunk.result() is None, chunk.result()


def test_the_comparison_detects_a_small_change_of_a_weight() -> None:
    """Weights in every part of the file: first-layer rows and biases, and output weights and biases of all classes."""
    body = SHIPPED.to_bytes()[HEADER:]
    hidden = struct.unpack_from("<I", SHIPPED.to_bytes(), 20)[0]
    narrow = 2 * PRUNING_UNITS * WIDE
    heads = hidden // PRUNING_UNITS * (narrow + PRUNING_UNITS * NARROW + 2 * PRUNING_UNITS)
    # From the first and the last block of units: the biases and the rows of four features. These are two checkers on
    # the player's 6-point, the five points below it empty, a blot on the 24-point that is shot at from the place before
    # it, and a block of the 20 and 21-points.
    rows = [
        2 * PRUNING_UNITS * (6 * 16 + 2),
        narrow + PRUNING_UNITS * (2 * 3**5),
        narrow + PRUNING_UNITS * (FIRST_SHOT + 23 * SHOTS + 32),
    ]
    rows += [narrow + PRUNING_UNITS * (FIRST_BLOCK + 17 * BLOCKS + 0b1100), narrow + PRUNING_UNITS * NARROW]
    block = heads * PRUNING_UNITS // hidden
    widths = [2, 1, 1, 1, 2]
    parts = [(row + start, width) for start in (0, heads - block) for row, width in zip(rows, widths, strict=True)]
    biases = []
    for units in (hidden, PRUNING_UNITS):
        for number in range(CLASSES):
            parts.append((heads + 2 * units * (number % OUTPUTS), 2))
            heads += 2 * OUTPUTS * units + 4 * OUTPUTS
            biases.append(heads - 4 * OUTPUTS)
    assert heads == len(body)
    positions = list(stream(11, 300)) + POSITIONS_OF_RARE_ROWS

    def is_caught(place: int) -> bool:
        changed = bytearray(body)
        changed[place] ^= 16
        return first_difference(positions, bg.Network(with_body(bytes(changed)))) is not None

    for part, width in parts:
        # A single unit may be clipped on all positions, so several units are tried.
        assert any(is_caught(part + width * unit) for unit in range(100)), part
    for bias in biases:
        assert is_caught(bias), bias


def test_a_network_of_zeros_is_read_too() -> None:
    network = Network(indifferent(win=2**19).to_bytes())
    outcome = network.evaluate(Board.start())
    assert outcome.win == logistic(1.0) == pytest.approx(1 / (1 + math.exp(-1)), abs=1e-7)
    assert (
        list(outcome) == bg.evaluate(bg.Position.start(), engine=bg.Engine(indifferent(win=2**19))).to_array().tolist()
    )


def test_the_output_curve_is_the_logistic_function() -> None:
    for value in np.linspace(-20, 20, 4001).tolist():
        assert logistic(value) == pytest.approx(1 / (1 + math.exp(-min(max(value, -15.0), 15.0))), abs=2e-7)
    assert logistic(-math.inf) < 1e-6
    assert logistic(math.inf) > 1 - 1e-6


@pytest.mark.parametrize(
    "weights",
    [
        b"",
        b"GAMMONNT",
        SHIPPED.to_bytes()[:-1],
        SHIPPED.to_bytes() + b"\0",
        *(
            SHIPPED.to_bytes()[:place] + b"\x77" + SHIPPED.to_bytes()[place + 1 :]
            for place in (0, 8, 12, 20, 24, 40, 999)
        ),
    ],
    ids=["nothing", "a magic", "cut", "long", "magic", "version", "inputs", "units", "length", "hash", "a weight"],
)
def test_both_refuse_an_invalid_weight_file(weights: bytes) -> None:
    with pytest.raises(NetworkError):
        Network(weights)
    with pytest.raises(bg.WeightsError):
        bg.Network(weights)
