"""The network's forward pass, unoptimised: integers up to the outputs, single precision in the logistic function.

`Network` describes the weight file. A position that is not over is evaluated in four steps.

1. *Active features*, all of them binary. For each side, the side on roll first, with places numbered by that side:

   - the number of checkers on each place (off, 1 to 24, bar);
   - the pattern of each quadrant, whose six points are each empty, a blot or made;
   - for each blot, on which of the six places before it the opponent has checkers, and whether the opponent has any on
     the six places before those (checkers there can hit it; the opponent's bar counts as a place);
   - for each place with checkers, from the 7-point to the bar, which of the six points before it the opponent has made.

   Zero checkers, an empty quadrant, a blot with no checkers in range and a place without made points before it have no
   feature.
2. First layer: the sum of the biases and the rows of the active features, in units of 1/512. Each sum is clipped to
   [0, 1] and squared; rounded down to units of 1/512, the squares are the hidden values.
3. Outputs: bias plus weighted hidden values, in units of 2^-19. Each class of positions has its own weights. Races are
   one class; contact positions are classified by how many checkers each side has back.
4. The logistic function turns the outputs into probabilities, and impossible ones are corrected (R6.2, R6.3).

The first 128 hidden units also have outputs of their own, the *pruning outputs*. The engine uses this cheaper estimate
to discard plays before full evaluation.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Callable
from itertools import chain
from operator import mul
from typing import NamedTuple

from gammon.reference.board import BAR, Board

MAGIC = b"GAMMONNT"
VERSION = 4
PLACES = BAR + 1
COUNTS = 16
PATTERNS = 3**6
QUADRANTS = 4
SHOTS = 2**7
BLOCKS = 2**6
LOWEST_BLOCKED = 7
WIDE = 2 * PLACES * COUNTS
"""Number of features with two-byte weights: the checker counts."""
FIRST_SHOT = 2 * QUADRANTS * PATTERNS
FIRST_BLOCK = FIRST_SHOT + 2 * 24 * SHOTS
NARROW = FIRST_BLOCK + 2 * (PLACES - LOWEST_BLOCKED) * BLOCKS
"""Number of features with one-byte weights: all others."""
OUTPUTS = 5
UNITS = 128
"""Hidden units in one block of the weight file; the first block feeds the pruning outputs."""
RACE = 16
CLASSES = RACE + 1
DESCRIPTION = (
    "side (on roll, opponent) x place (off, 1..24, bar) x checkers (0..15); "
    "side x quadrant (1-6, 7-12, 13-18, 19-24) x pattern (base 3, lowest point first); "
    "side x blot (1..24) x opponent's places from 6 to 1 before it, any from 12 to 7; "
    "side x place (7..24, bar) x points made by the opponent from 6 to 1 before it; "
    "classes: side x checkers in places 19 to 25 (0, 1, 2, more); races; "
    "clipped squares; 5 outputs for each of 17 classes"
)
"""Description of features and layers; the first 8 bytes of its SHA-256 are in the header of a weight file."""

SUM_BITS, WEIGHT_BITS = 9, 10
"""Fractional bits: of the first layer's sums and the hidden values, and of the outputs' weights."""

_HEADER = struct.Struct("<8sI8sIQ32s")


class NetworkError(ValueError):
    """Bytes that are not a weight file for this network; the message says why."""


class Outcome(NamedTuple):
    """Outcome probabilities for the player on roll. They are cumulative: wins include gammons, gammons backgammons."""

    win: float
    """P(win)."""
    win_gammon: float
    """P(win a gammon or more)."""
    win_backgammon: float
    """P(win a backgammon)."""
    lose_gammon: float
    """P(lose a gammon or more)."""
    lose_backgammon: float
    """P(lose a backgammon)."""


class Network:
    """A network, read from its weight file.

    All numbers are little-endian. The header has 64 bytes: ``GAMMONNT``, the version, the first 8 bytes of the
    SHA-256 of `DESCRIPTION`, the number of hidden units, and the length and SHA-256 of the rest. Then follow:

    - for each block of 128 hidden units, the wide rows, the narrow rows and the biases;
    - for each class of positions, the weights of each output, then the biases of the outputs;
    - the same for each class of the pruning outputs.

    Numbers in narrow rows have one byte, biases of outputs four, all others two.

    Parameters
    ----------
    weights
        The bytes of a weight file.

    Raises
    ------
    NetworkError
        If the bytes are not a weight file, are damaged, or belong to another network.

    Examples
    --------
    >>> import gammon as bg
    >>> from gammon import reference
    >>> network = reference.Network(bg.Network.shipped().to_bytes())
    >>> outcome = network.evaluate(reference.Board.start())
    >>> list(outcome) == bg.evaluate(bg.Position.start()).to_array().tolist()
    True
    """

    def __init__(self, weights: bytes) -> None:
        if len(weights) < _HEADER.size or not weights.startswith(MAGIC):
            raise NetworkError("not a weight file")
        _, version, made_for, self._units, length, digest = _HEADER.unpack_from(weights)
        body = weights[_HEADER.size :]
        if version != VERSION:
            raise NetworkError(f"expected format version {VERSION}, got {version}")
        if made_for != hashlib.sha256(DESCRIPTION.encode()).digest()[:8]:
            raise NetworkError("the weight file was made for other features or layers")
        block = UNITS * (2 * WIDE + NARROW + 2)
        heads_at = self._units // UNITS * block
        head = 2 * OUTPUTS * self._units + 4 * OUTPUTS
        pruning_head = 2 * OUTPUTS * UNITS + 4 * OUTPUTS
        expected = heads_at + CLASSES * (head + pruning_head)
        if self._units == 0 or self._units % UNITS or length != len(body) or length != expected:
            raise NetworkError(f"expected {expected} bytes after the header, got {len(body)}; the header says {length}")
        if digest != hashlib.sha256(body).digest():
            raise NetworkError("damaged: the SHA-256 differs from the one in the header")
        self._body = body
        self._blocks = range(0, heads_at, block)
        self._wide: dict[int, tuple[int, ...]] = {}
        self._narrow: dict[int, tuple[int, ...]] = {}
        self._bias = self._numbers(UNITS * (2 * WIDE + NARROW), "h")
        self._heads = [self._head(heads_at + head * number, self._units) for number in range(CLASSES)]
        pruning_at = heads_at + CLASSES * head
        self._pruning_heads = [self._head(pruning_at + pruning_head * number, UNITS) for number in range(CLASSES)]

    def _numbers(self, start: int, kind: str) -> tuple[int, ...]:
        """Read one number per hidden unit, 128 from each block; `kind` is a `struct` format character."""
        parts = (struct.unpack_from(f"<{UNITS}{kind}", self._body, block + start) for block in self._blocks)
        return tuple(chain.from_iterable(parts))

    def _head(self, start: int, units: int) -> list[tuple[int, tuple[int, ...]]]:
        """Read the bias and weights of each output."""
        size = 2 * units
        weights = [struct.unpack_from(f"<{units}h", self._body, start + size * output) for output in range(OUTPUTS)]
        biases = struct.unpack_from(f"<{OUTPUTS}i", self._body, start + size * OUTPUTS)
        return list(zip(biases, weights, strict=True))

    def _wide_row(self, number: int) -> tuple[int, ...]:
        """Return a wide row, from the cache if it has been read before."""
        if number not in self._wide:
            self._wide[number] = self._numbers(2 * UNITS * number, "h")
        return self._wide[number]

    def _narrow_row(self, number: int) -> tuple[int, ...]:
        """Return a narrow row, from the cache if it has been read before."""
        if number not in self._narrow:
            self._narrow[number] = self._numbers(UNITS * (2 * WIDE + number), "b")
        return self._narrow[number]

    def evaluate(self, board: Board) -> Outcome:
        """Estimate the outcome probabilities of a board before the roll, for the player on roll.

        For a finished game the result follows from the rules, without the network (R6).
        """
        return self._outcome(board, self.outputs)

    def glance(self, board: Board) -> Outcome:
        """Estimate the same probabilities from the first 128 hidden units only."""
        return self._outcome(board, self.glance_outputs)

    def _outcome(self, board: Board, outputs: Callable[[Board], list[float]]) -> Outcome:
        """Convert the outputs to an outcome, correcting impossible probabilities."""
        points = board.points
        if points is not None:
            return _outcome_of(points)
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = map(logistic, outputs(board))
        # A side that has borne off a checker cannot lose a gammon (R6.2).
        win_gammon = min(win_gammon, win) if board.opponent_off == 0 else 0.0
        lose_gammon = min(lose_gammon, single(1.0 - win)) if board.off == 0 else 0.0
        return Outcome(win, win_gammon, min(win_backgammon, win_gammon), lose_gammon, min(lose_backgammon, lose_gammon))

    def outputs(self, board: Board) -> list[float]:
        """Compute the five outputs before the logistic function, in single precision."""
        return _outputs(self._heads[class_of(board)], self._hidden(board))

    def glance_outputs(self, board: Board) -> list[float]:
        """Compute the five pruning outputs before the logistic function, in single precision."""
        return _outputs(self._pruning_heads[class_of(board)], self._hidden(board)[:UNITS])

    def _hidden(self, board: Board) -> list[int]:
        """Compute the hidden values, in units of 1/512."""
        rows = [self._wide_row(number) for number in wide_inputs(board)]
        rows += [self._narrow_row(number) for number in narrow_inputs(board)]
        one = 1 << SUM_BITS
        clipped = [min(max(total, 0), one) for total in map(sum, zip(self._bias, *rows, strict=True))]
        return [value * value >> SUM_BITS for value in clipped]


def _outputs(head: list[tuple[int, tuple[int, ...]]], hidden: list[int]) -> list[float]:
    """Compute the outputs from the hidden values."""
    sums = [bias + sum(map(mul, weights, hidden)) for bias, weights in head]
    return [single(total / (1 << (SUM_BITS + WEIGHT_BITS))) for total in sums]


def class_of(board: Board) -> int:
    """Return the class of a board, 0 to 16."""
    if not board.is_contact:
        return RACE
    own, opponent = (min(sum(checkers[19:]), 3) for checkers in board.to_counts())
    return 4 * own + opponent


def wide_inputs(board: Board) -> list[int]:
    """Return the indices of the active wide features of a board."""
    return [
        (side * PLACES + place) * COUNTS + count
        for side, checkers in enumerate(board.to_counts())
        for place, count in enumerate(checkers)
        if count
    ]


def narrow_inputs(board: Board) -> list[int]:
    """Return the indices of the active narrow features of a board."""
    active: list[int] = []
    counts = board.to_counts()
    for side, checkers in enumerate(counts):
        # The opponent's checkers by this side's numbering, without those borne off.
        facing = [*counts[1 - side][:0:-1], 0]

        def before(place: int, least: int, facing: list[int] = facing) -> int:
            """Return a bit mask of the six places before `place` with at least `least` opposing checkers.

            The nearest place is bit 5.
            """
            return sum(
                1 << 6 - distance for distance in range(1, 7) if place >= distance and facing[place - distance] >= least
            )

        for quadrant in range(QUADRANTS):
            six = checkers[6 * quadrant + 1 : 6 * quadrant + 7]
            pattern = sum(min(count, 2) * 3**digit for digit, count in enumerate(six))
            if pattern:
                active.append((side * QUADRANTS + quadrant) * PATTERNS + pattern)
        for point in range(1, BAR):
            far = any(facing[max(point - 12, 0) : max(point - 6, 0)])
            shots = before(point, 1) + (1 << 6) * far
            if checkers[point] == 1 and shots:
                active.append(FIRST_SHOT + (side * 24 + point - 1) * SHOTS + shots)
        for place in range(LOWEST_BLOCKED, PLACES):
            block = before(place, 2)
            if checkers[place] and block:
                active.append(
                    FIRST_BLOCK + (side * (PLACES - LOWEST_BLOCKED) + place - LOWEST_BLOCKED) * BLOCKS + block
                )
    return active


def single(number: float) -> float:
    """Round to single precision.

    One ``+``, ``-``, ``*`` or ``/`` of two single-precision numbers, computed in double precision and rounded by this
    function, gives the same result as the operation in single precision.
    """
    rounded: float = struct.unpack("<f", struct.pack("<f", number))[0]
    return rounded


LIMIT = 15.0
ROUND = 1.5 * 2**23
"""Adding this number in single precision and subtracting it again rounds to the nearest whole number."""
LOG2_E = single(math.log2(math.e))
LN2_HIGH = 355 / 512
LN2_LOW = single(-2.1219444e-4)
TAYLOR = [single(1 / math.factorial(power)) for power in range(6, -1, -1)]
"""Taylor coefficients of the exponential function, highest power first."""


def logistic(value: float) -> float:
    """Compute ``1 / (1 + e^-x)`` in single precision, with the engine's operations in the engine's order.

    ``-x`` is split into a multiple of ln 2 and a remainder, with ln 2 as the sum of two constants. Then ``e^-x`` is a
    power of two times a polynomial in the remainder.
    """
    x = min(max(-value, -LIMIT), LIMIT)
    power = single(single(single(x * LOG2_E) + ROUND) - ROUND)
    rest = single(single(x - single(power * LN2_HIGH)) - single(power * LN2_LOW))
    polynomial = TAYLOR[0]
    for coefficient in TAYLOR[1:]:
        polynomial = single(coefficient + single(rest * polynomial))
    return single(1.0 / single(1.0 + single(polynomial * 2.0**power)))


def _outcome_of(points: int) -> Outcome:
    """Convert the points of a finished game to probabilities."""
    size = abs(points)
    gammon, backgammon = float(size >= 2), float(size == 3)
    return Outcome(1.0, gammon, backgammon, 0.0, 0.0) if points > 0 else Outcome(0.0, 0.0, 0.0, gammon, backgammon)
