"""The dice: a pure function of seed, game and turn, so rolls can be generated in any order.

The generator is Philox4x64-10 by Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As
Easy as 1, 2, 3" (SC11, 2011). The counter is made of game and turn; the key is the seed.
"""

from __future__ import annotations

from typing import TypeAlias

Words: TypeAlias = tuple[int, int, int, int]
"""Four 64-bit numbers."""

DICE_STREAM = 0
CHOICE_STREAM = 1

_WORD = 1 << 64
_MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
_WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
_ROUNDS = 10


class DiceError(ValueError):
    """A number that is not on a die; the message names it."""


class SeedError(ValueError):
    """A seed, game, turn or number of choices out of range; the message says which."""


def check_die(die: int) -> None:
    """Check that a number is from 1 to 6."""
    if not isinstance(die, int) or not 1 <= die <= 6:
        raise DiceError(f"expected a die from 1 to 6, got {die!r}")


def philox4x64_10(counter: Words, key: tuple[int, int]) -> Words:
    """Return the Philox4x64-10 output for a counter and a key: ten rounds on four 64-bit words."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(_ROUNDS):
        high0, low0 = divmod(_MULTIPLIERS[0] * c0, _WORD)
        high1, low1 = divmod(_MULTIPLIERS[1] * c2, _WORD)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + _WEYL[0]) % _WORD, (k1 + _WEYL[1]) % _WORD
    return c0, c1, c2, c3


def block(seed: int, stream: int, game: int, index: int) -> Words:
    """Return the four random words of block `index` of one game.

    Parameters
    ----------
    seed, game, index
        0 to 2**64 - 1.
    stream
        `DICE_STREAM` or `CHOICE_STREAM`, which are independent.

    Raises
    ------
    SeedError
        If an argument is out of range.
    """
    _check("seed", seed)
    _check("stream", stream)
    _check("game", game)
    _check("block", index)
    return philox4x64_10((index, game, 0, 0), (seed, stream))


def word(seed: int, stream: int, game: int, turn: int) -> int:
    """Return the random word, 0 to 2**64 - 1, of one turn; four turns share a block."""
    _check("turn", turn)
    return block(seed, stream, game, turn // 4)[turn % 4]


def roll(seed: int, game: int, turn: int) -> tuple[int, int]:
    """Return the roll of a turn (R2.4): each of the 36 ordered pairs is equally likely.

    Raises
    ------
    SeedError
        If seed, game or turn is not 0 to 2**64 - 1.
    """
    k = _below(36, word(seed, DICE_STREAM, game, turn))
    return k // 6 + 1, k % 6 + 1


def opening_roll(seed: int, game: int) -> tuple[int, int]:
    """Return the opening roll (R2.1): one of 30 ordered pairs of different dice, equally likely.

    It is the roll of turn 0. The first number is player 0's, the second player 1's.

    Raises
    ------
    SeedError
        If seed or game is not 0 to 2**64 - 1.
    """
    k = _below(30, word(seed, DICE_STREAM, game, 0))
    first, second = k // 5 + 1, k % 5 + 1
    return first, second + 1 if second >= first else second


def choice(seed: int, game: int, turn: int, n: int) -> int:
    """Return a random choice for a turn: a number from 0 to n - 1.

    Raises
    ------
    SeedError
        If seed, game or turn is not 0 to 2**64 - 1, or n not 1 to 2**64 - 1.
    """
    _check("number of choices", n)
    if n == 0:
        raise SeedError("number of choices: expected at least 1, got 0")
    return _below(n, word(seed, CHOICE_STREAM, game, turn))


def _below(n: int, random_word: int) -> int:
    """Map a 64-bit word to 0 to n - 1, as uniformly as possible."""
    return random_word * n // _WORD


def _check(name: str, value: int) -> None:
    if not isinstance(value, int) or not 0 <= value < _WORD:
        raise SeedError(f"{name}: expected a whole number from 0 to 2**64 - 1, got {value!r}")
