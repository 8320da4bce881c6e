"""The network's estimates are the reference's to the last bit, on positions of all kinds."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

import gammon as bg
from gammon.reference import Board, Network, NetworkError, to_xgid_board
from gammon.reference.network import logistic
from tests.differential.comparison import chunks, stream, to_boards
from tests.differential.positions import Counts
from tests.unit.networks import CLASSES, HEADER, OUTPUTS, indifferent, with_body

CHUNK = 1000
SHIPPED = bg.Network.shipped()


@cache
def reference() -> Network:
    """Read the shipped network as the reference does."""
    return Network(SHIPPED.to_bytes())


def first_difference(positions: Sequence[tuple[Counts, Counts]], engine: bg.Network = SHIPPED) -> str | None:
    """Compare what is thought of each position."""
    estimates = bg.batch.evaluate(to_boards(positions), network=engine, threads=1).tolist()
    for sides, estimate in zip(positions, estimates, strict=True):
        board = Board.from_counts(*sides)
        expected = list(reference().evaluate(board))
        if estimate != expected:
            return f"{to_xgid_board(board)} with {board.checkers} checkers a side: {estimate}, not {expected}"
    return None


def compare_chunk(number: int) -> str | None:
    """Compare one chunk of positions, which its number fixes."""
    return first_difference(list(stream(number, CHUNK)))


def test_engine_and_reference_think_the_same_of_300_positions() -> None:
    """Games of random play and of the network's, bear-offs, bars and blocks; finished games too (R6)."""
    positions = list(stream(11, 300))
    boards = [Board.from_counts(*sides) for sides in positions]
    kinds = {"race": 0, "contact": 0, "over": 0, "many on the bar": 0, "other than 15 checkers": 0}
    for board in boards:
        kinds["over" if board.is_over else "contact" if board.has_contact else "race"] += 1
        kinds["many on the bar"] += board.bar > 2
        kinds["other than 15 checkers"] += board.checkers != 15
    assert all(number > 3 for number in kinds.values()), kinds
    assert first_difference(positions) is None


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_engine_and_reference_think_the_same_of_100_000_positions() -> None:
    """As above, other positions."""
    with chunks(compare_chunk, range(5000, 5100)) as finished:
        for chunk in finished:
            assert chunk.result() is None, chunk.result()


def test_the_comparison_catches_a_weight_that_is_a_little_off() -> None:
    """In every part of the file: rows, biases, and the outputs' weights and biases, of contact and of races."""
    body = SHIPPED.to_bytes()[HEADER:]
    hidden = struct.unpack_from("<I", SHIPPED.to_bytes(), 20)[0]
    head = 2 * OUTPUTS * hidden + 4 * OUTPUTS
    heads = len(body) - CLASSES * head
    # The row of two checkers on the own 6-point, biases, and each class's outputs.
    parts = [2 * hidden * (6 * 16 + 2), heads - 2 * hidden]
    parts += [heads + number * head + 2 * hidden * output for number in range(CLASSES) for output in range(OUTPUTS)]
    positions = list(stream(11, 300))

    def is_caught(place: int) -> bool:
        changed = bytearray(body)
        changed[place] ^= 16
        return first_difference(positions, bg.Network(with_body(bytes(changed)))) is not None

    for part in parts:
        # A unit may be clipped everywhere: one of some must show it.
        assert any(is_caught(part + 2 * unit) for unit in range(40)), part
    for number in range(CLASSES):
        assert is_caught(heads + (number + 1) * head - 4 * OUTPUTS)


def test_a_network_that_thinks_nothing_is_read_too() -> None:
    network = Network(indifferent(win=2**19).to_bytes())
    outcome = network.evaluate(Board.backgammon())
    assert outcome.win == logistic(1.0) == pytest.approx(1 / (1 + math.exp(-1)), abs=1e-7)
    assert list(outcome) == indifferent(win=2**19).evaluate(bg.Position.start()).to_array().tolist()


def test_the_curve_is_the_logistic_one() -> None:
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
def test_both_refuse_what_is_no_weight_file(weights: bytes) -> None:
    with pytest.raises(NetworkError):
        Network(weights)
    with pytest.raises(bg.WeightsError):
        bg.Network(weights)
