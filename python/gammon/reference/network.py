"""The network's forward pass, number by number: whole numbers up to the outputs, single precision in the last curve.

A weight file holds what is written at `Network`. The network is asked of a position that is not over like this:

1. The *inputs* that are lit say, of each side, how many checkers stand in each place (off, 1 to 24, bar; where there is
   none, no input is lit) and which pattern each quadrant shows: its six points empty, a blot or made, as the digits
   0, 1 and 2 of a number, the lowest point's last. The side on roll comes first; each counts as its own player does.
2. First layer: the biases and the rows of the lit inputs are added up, in units of 1/512. Each sum is clipped to 0 to 1
   and squared, which gives the hidden values, rounded down to units of 1/512.
3. Outputs: each one's bias and its weighted values are added up, in units of 2^-19. There is one set of weights for
   positions with contact and one for races.
4. The outputs go through the logistic curve, and what cannot be is put right (R6.2, R6.3).
"""

from __future__ import annotations

import hashlib
import math
import struct
from itertools import chain
from operator import mul
from typing import NamedTuple

from gammon.reference.board import BAR, Board

MAGIC = b"GAMMONNT"
VERSION = 3
PLACES = BAR + 1
COUNTS = 16
PATTERNS = 3**6
QUADRANTS = 4
FIRST_PATTERN = 2 * PLACES * COUNTS
INPUTS = FIRST_PATTERN + 2 * QUADRANTS * PATTERNS
OUTPUTS = 5
DESCRIPTION = (
    "side (on roll, opponent) x place (off, 1..24, bar) x checkers (0..15); "
    "side x quadrant (1-6, 7-12, 13-18, 19-24) x pattern (base 3, lowest point first); "
    "clipped squares; 5 outputs for contact and for races"
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
    hidden units, the length of the rest, the rest's SHA-256) and the weights, all numbers with the lowest byte first:
    the first layer's rows and its biases, then for contact and for races the weights of output after output and their
    biases. The outputs' biases have four bytes, all other numbers two.

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
    >>> outcome = network.evaluate(reference.Board.backgammon())
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
        self._biases_at = 2 * self._units * INPUTS
        heads_at = self._biases_at + 2 * self._units
        head = 2 * OUTPUTS * self._units + 4 * OUTPUTS
        expected = heads_at + 2 * head
        if length != len(body) or length != expected:
            raise NetworkError(f"{len(body)} bytes behind the header: it announces {length}, and {expected} are needed")
        if digest != hashlib.sha256(body).digest():
            raise NetworkError("damaged: the SHA-256 is not the one in the header")
        self._body = body
        self._rows: dict[int, tuple[int, ...]] = {}
        self._bias = self._numbers(self._biases_at)
        self._heads = [self._head(heads_at), self._head(heads_at + head)]

    def _numbers(self, start: int) -> tuple[int, ...]:
        """Read a number for each hidden unit."""
        return struct.unpack_from(f"<{self._units}h", self._body, start)

    def _head(self, start: int) -> list[tuple[int, tuple[int, ...]]]:
        """Read the biases and weights of the outputs."""
        weights = [self._numbers(start + 2 * self._units * output) for output in range(OUTPUTS)]
        biases = struct.unpack_from(f"<{OUTPUTS}i", self._body, start + 2 * self._units * OUTPUTS)
        return list(zip(biases, weights, strict=True))

    def _row(self, number: int) -> tuple[int, ...]:
        """Read the row of an input, once."""
        if number not in self._rows:
            self._rows[number] = self._numbers(2 * self._units * number)
        return self._rows[number]

    def evaluate(self, board: Board) -> Outcome:
        """Estimate how the game from a board will end, for the player on roll, who has not thrown yet.

        A finished game's outcome is the rules', not the network's (R6).
        """
        if board.is_over:
            return _outcome_of(board.points_won)
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = map(logistic, self.outputs(board))
        # Nobody wins a gammon of a side that has borne off a checker (R6.2).
        win_gammon = min(win_gammon, win) if board.opponent_off == 0 else 0.0
        lose_gammon = min(lose_gammon, single(1.0 - win)) if board.off == 0 else 0.0
        return Outcome(win, win_gammon, min(win_backgammon, win_gammon), lose_gammon, min(lose_backgammon, lose_gammon))

    def outputs(self, board: Board) -> list[float]:
        """Compute the five outputs before the curve, in single precision."""
        rows = [self._row(number) for number in lit_inputs(board)]
        one = 1 << SUM_BITS
        clipped = [min(max(total, 0), one) for total in map(sum, zip(self._bias, *rows, strict=True))]
        hidden = [value * value >> SUM_BITS for value in clipped]
        head = self._heads[0 if board.has_contact else 1]
        sums = [bias + sum(map(mul, weights, hidden)) for bias, weights in head]
        return [single(total / (1 << (SUM_BITS + WEIGHT_BITS))) for total in sums]


def lit_inputs(board: Board) -> list[int]:
    """List the numbers of the inputs that a board lights, in rising order of their kinds."""
    counts: list[int] = []
    patterns: list[int] = []
    for side, checkers in enumerate(board.to_counts()):
        for place, count in enumerate(checkers):
            if count:
                counts.append((side * PLACES + place) * COUNTS + count)
        for quadrant in range(QUADRANTS):
            six = checkers[6 * quadrant + 1 : 6 * quadrant + 7]
            pattern = sum(min(count, 2) * 3**digit for digit, count in enumerate(six))
            if pattern:
                patterns.append(FIRST_PATTERN + (side * QUADRANTS + quadrant) * PATTERNS + pattern)
    return list(chain(counts, patterns))


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
