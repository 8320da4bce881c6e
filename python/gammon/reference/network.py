"""The network's forward pass, number by number: whole numbers up to the outputs, single precision in the last curve.

A weight file holds what is written at `Network`. The network is asked of a position that is not over like this:

1. The *inputs* that are lit say, of each side, how many checkers stand in each place (off, 1 to 24, bar); which pattern
   each quadrant shows, its six points empty, a blot or made; for each blot, on which of the six places before it the
   opponent has checkers, and whether he has any on the six before those (he can hit it from there; his bar counts as
   a place); and for each place from the 7-point up that has checkers, which of the six points before it the opponent
   has made. What is not there lights nothing. The side on roll comes first; each counts as its own player does.
2. First layer: the biases and the rows of the lit inputs are added up, in units of 1/512. Each sum is clipped to 0 to 1
   and squared, which gives the hidden values, rounded down to units of 1/512.
3. Outputs: each one's bias and its weighted values are added up, in units of 2^-19. Each class of positions has its own
   weights: races, and with contact by how many checkers each side has back.
4. The outputs go through the logistic curve, and what cannot be is put right (R6.2, R6.3).

The first 128 hidden units also feed the *pruning outputs*, with which the engine discards plays that do not need a full
evaluation.
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
"""Inputs with rows of two bytes a weight: the numbers of checkers."""
FIRST_SHOT = 2 * QUADRANTS * PATTERNS
FIRST_BLOCK = FIRST_SHOT + 2 * 24 * SHOTS
NARROW = FIRST_BLOCK + 2 * (PLACES - LOWEST_BLOCKED) * BLOCKS
"""Inputs with rows of one byte a weight: all others."""
OUTPUTS = 5
UNITS = 128
"""Hidden units whose rows are written together; the first 128 also feed the pruning outputs."""
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
"""What a network is made for; the first 8 bytes of its SHA-256 stand in the header of a weight file."""

SUM_BITS, WEIGHT_BITS = 9, 10
"""Binary digits behind the point: of the first layer's sums and the hidden values, and of the outputs' weights."""

_HEADER = struct.Struct("<8sI8sIQ32s")


class NetworkError(ValueError):
    """Bytes that are no weight file for this network; the message says why."""


class Outcome(NamedTuple):
    """How a game may end, seen by the player on roll; each probability includes those that are part of it."""

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

    A file is a header of 64 bytes (``GAMMONNT``, the version, 8 bytes of the hash of what it is made for, the number of
    hidden units, the length of the rest, the rest's SHA-256) and the weights, all numbers with the lowest byte first.
    For each 128 hidden units come the wide rows, the narrow rows and the biases; then for each class of positions the
    weights of output after output and their biases; then the same for the pruning outputs. Each weight of a narrow row
    has one byte, each output's bias four, and every other number two.

    Parameters
    ----------
    weights
        The bytes of a weight file.

    Raises
    ------
    NetworkError
        If they are none, damaged, or made for another network.

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
            raise NetworkError(f"format version {version}, not {VERSION}")
        if made_for != hashlib.sha256(DESCRIPTION.encode()).digest()[:8]:
            raise NetworkError("made for other inputs or layers")
        block = UNITS * (2 * WIDE + NARROW + 2)
        heads_at = self._units // UNITS * block
        head = 2 * OUTPUTS * self._units + 4 * OUTPUTS
        pruning_head = 2 * OUTPUTS * UNITS + 4 * OUTPUTS
        expected = heads_at + CLASSES * (head + pruning_head)
        if self._units == 0 or self._units % UNITS or length != len(body) or length != expected:
            raise NetworkError(f"{len(body)} bytes behind the header: it announces {length}, and {expected} are needed")
        if digest != hashlib.sha256(body).digest():
            raise NetworkError("damaged: the SHA-256 is not the one in the header")
        self._body = body
        self._blocks = range(0, heads_at, block)
        self._wide: dict[int, tuple[int, ...]] = {}
        self._narrow: dict[int, tuple[int, ...]] = {}
        self._bias = self._numbers(UNITS * (2 * WIDE + NARROW), "h")
        self._heads = [self._head(heads_at + head * number, self._units) for number in range(CLASSES)]
        pruning_at = heads_at + CLASSES * head
        self._pruning_heads = [self._head(pruning_at + pruning_head * number, UNITS) for number in range(CLASSES)]

    def _numbers(self, start: int, kind: str) -> tuple[int, ...]:
        """Read a number for each hidden unit: 128 of a kind from each block."""
        parts = (struct.unpack_from(f"<{UNITS}{kind}", self._body, block + start) for block in self._blocks)
        return tuple(chain.from_iterable(parts))

    def _head(self, start: int, units: int) -> list[tuple[int, tuple[int, ...]]]:
        """Read the biases and weights of the outputs."""
        size = 2 * units
        weights = [struct.unpack_from(f"<{units}h", self._body, start + size * output) for output in range(OUTPUTS)]
        biases = struct.unpack_from(f"<{OUTPUTS}i", self._body, start + size * OUTPUTS)
        return list(zip(biases, weights, strict=True))

    def _wide_row(self, number: int) -> tuple[int, ...]:
        """Read a wide row, once."""
        if number not in self._wide:
            self._wide[number] = self._numbers(2 * UNITS * number, "h")
        return self._wide[number]

    def _narrow_row(self, number: int) -> tuple[int, ...]:
        """Read a narrow row, once."""
        if number not in self._narrow:
            self._narrow[number] = self._numbers(UNITS * (2 * WIDE + number), "b")
        return self._narrow[number]

    def evaluate(self, board: Board) -> Outcome:
        """Estimate how the game from a board will end, for the player on roll, who has not thrown yet.

        A finished game's outcome is the rules', not the network's (R6).
        """
        return self._outcome(board, self.outputs)

    def glance(self, board: Board) -> Outcome:
        """Estimate the same from the pruning outputs, which use only the first 128 hidden units."""
        return self._outcome(board, self.glance_outputs)

    def _outcome(self, board: Board, outputs: Callable[[Board], list[float]]) -> Outcome:
        """Make an outcome of the outputs."""
        points = board.points
        if points is not None:
            return _outcome_of(points)
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = map(logistic, outputs(board))
        # Nobody wins a gammon of a side that has borne off a checker (R6.2).
        win_gammon = min(win_gammon, win) if board.opponent_off == 0 else 0.0
        lose_gammon = min(lose_gammon, single(1.0 - win)) if board.off == 0 else 0.0
        return Outcome(win, win_gammon, min(win_backgammon, win_gammon), lose_gammon, min(lose_backgammon, lose_gammon))

    def outputs(self, board: Board) -> list[float]:
        """Compute the five outputs before the curve, in single precision."""
        return _outputs(self._heads[class_of(board)], self._hidden(board))

    def glance_outputs(self, board: Board) -> list[float]:
        """Compute the five pruning outputs before the curve, in single precision."""
        return _outputs(self._pruning_heads[class_of(board)], self._hidden(board)[:UNITS])

    def _hidden(self, board: Board) -> list[int]:
        """Compute the hidden values."""
        rows = [self._wide_row(number) for number in wide_inputs(board)]
        rows += [self._narrow_row(number) for number in narrow_inputs(board)]
        one = 1 << SUM_BITS
        clipped = [min(max(total, 0), one) for total in map(sum, zip(self._bias, *rows, strict=True))]
        return [value * value >> SUM_BITS for value in clipped]


def _outputs(head: list[tuple[int, tuple[int, ...]]], hidden: list[int]) -> list[float]:
    """Weigh hidden values."""
    sums = [bias + sum(map(mul, weights, hidden)) for bias, weights in head]
    return [single(total / (1 << (SUM_BITS + WEIGHT_BITS))) for total in sums]


def class_of(board: Board) -> int:
    """Tell which class a board is in."""
    if not board.is_contact:
        return RACE
    own, opponent = (min(sum(checkers[19:]), 3) for checkers in board.to_counts())
    return 4 * own + opponent


def wide_inputs(board: Board) -> list[int]:
    """List the numbers of the wide inputs that a board lights."""
    return [
        (side * PLACES + place) * COUNTS + count
        for side, checkers in enumerate(board.to_counts())
        for place, count in enumerate(checkers)
        if count
    ]


def narrow_inputs(board: Board) -> list[int]:
    """List the numbers of the narrow inputs that a board lights."""
    lit: list[int] = []
    counts = board.to_counts()
    for side, checkers in enumerate(counts):
        # The opponent's checkers by this side's numbers; those that he has borne off are nowhere.
        facing = [*counts[1 - side][:0:-1], 0]

        def before(place: int, least: int, facing: list[int] = facing) -> int:
            """Tell where among the six places before one the opponent has at least so many, the nearest in bit 5."""
            return sum(
                1 << 6 - distance for distance in range(1, 7) if place >= distance and facing[place - distance] >= least
            )

        for quadrant in range(QUADRANTS):
            six = checkers[6 * quadrant + 1 : 6 * quadrant + 7]
            pattern = sum(min(count, 2) * 3**digit for digit, count in enumerate(six))
            if pattern:
                lit.append((side * QUADRANTS + quadrant) * PATTERNS + pattern)
        for point in range(1, BAR):
            far = any(facing[max(point - 12, 0) : max(point - 6, 0)])
            shots = before(point, 1) + (1 << 6) * far
            if checkers[point] == 1 and shots:
                lit.append(FIRST_SHOT + (side * 24 + point - 1) * SHOTS + shots)
        for place in range(LOWEST_BLOCKED, PLACES):
            block = before(place, 2)
            if checkers[place] and block:
                lit.append(FIRST_BLOCK + (side * (PLACES - LOWEST_BLOCKED) + place - LOWEST_BLOCKED) * BLOCKS + block)
    return lit


def single(number: float) -> float:
    """Round to single precision.

    What double precision makes of two numbers in single precision by one ``+``, ``-``, ``*`` or ``/``, rounded so, is
    what single precision would have made of them.
    """
    rounded: float = struct.unpack("<f", struct.pack("<f", number))[0]
    return rounded


LIMIT = 15.0
ROUND = 1.5 * 2**23
"""Added to a number in single precision and taken away again, it leaves the nearest whole number."""
LOG2_E = single(math.log2(math.e))
LN2_HIGH = 355 / 512
LN2_LOW = single(-2.1219444e-4)
TAYLOR = [single(1 / math.factorial(power)) for power in range(6, -1, -1)]
"""Coefficients of the exponential function's series, the highest power first."""


def logistic(value: float) -> float:
    """Compute ``1 / (1 + e^-x)`` in single precision, each operation rounded, in the order that the engine has.

    ``e^-x`` is a power of two times a polynomial: ``-x`` is taken apart into a multiple of ln 2, which is given in two
    parts, and a rest.
    """
    x = min(max(-value, -LIMIT), LIMIT)
    power = single(single(single(x * LOG2_E) + ROUND) - ROUND)
    rest = single(single(x - single(power * LN2_HIGH)) - single(power * LN2_LOW))
    polynomial = TAYLOR[0]
    for coefficient in TAYLOR[1:]:
        polynomial = single(coefficient + single(rest * polynomial))
    return single(1.0 / single(1.0 + single(polynomial * 2.0**power)))


def _outcome_of(points: int) -> Outcome:
    """Say what a finished game's points are as probabilities."""
    size = abs(points)
    gammon, backgammon = float(size >= 2), float(size == 3)
    return Outcome(1.0, gammon, backgammon, 0.0, 0.0) if points > 0 else Outcome(0.0, 0.0, 0.0, gammon, backgammon)
