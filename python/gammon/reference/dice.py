"""The dice: a pure function of seed, game and turn, so that any roll can be had in any order.

The random bits are Philox4x64-10 of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As
Easy as 1, 2, 3" (SC11, 2011), with game and turn for a counter and the seed for a key.
"""

from __future__ import annotations

from typing import TypeAlias

Words: TypeAlias = tuple[int, int, int, int]
"""Four numbers of 64 bits."""

DICE_STREAM = 0
CHOICE_STREAM = 1

_WORD = 1 << 64
_MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
_WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
_ROUNDS = 10


class DiceError(ValueError):
    """A die does not show what was said; the message names the number."""


class SeedError(ValueError):
    """A seed, game, turn or number of choices is out of range; the message says which."""


def check_die(die: int) -> None:
    """Refuse what no die shows."""
    if not isinstance(die, int) or not 1 <= die <= 6:
        raise DiceError(f"a die shows 1 to 6, not {die!r}")


def philox4x64_10(counter: Words, key: tuple[int, int]) -> Words:
    """Scramble a counter under a key: ten rounds of the Philox function on four 64-bit words."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(_ROUNDS):
        high0, low0 = divmod(_MULTIPLIERS[0] * c0, _WORD)
        high1, low1 = divmod(_MULTIPLIERS[1] * c2, _WORD)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + _WEYL[0]) % _WORD, (k1 + _WEYL[1]) % _WORD
    return c0, c1, c2, c3


def block(seed: int, stream: int, game: int, index: int) -> Words:
    """Make the four random words of block `index` of one game.

    Parameters
    ----------
    seed, game, index
        0 to 2**64 - 1.
    stream
        `DICE_STREAM` or `CHOICE_STREAM`, which have nothing to do with each other.

    Raises
    ------
    SeedError
        If one of them is out of range.
    """
    _check("seed", seed)
    _check("stream", stream)
    _check("game", game)
    _check("block", index)
    return philox4x64_10((index, game, 0, 0), (seed, stream))


def word(seed: int, stream: int, game: int, turn: int) -> int:
    """Make the random word, 0 to 2**64 - 1, of one turn; four turns share a block."""
    _check("turn", turn)
    return block(seed, stream, game, turn // 4)[turn % 4]


def roll(seed: int, game: int, turn: int) -> tuple[int, int]:
    """Throw two dice for a turn (R2.4): each of the 36 ordered pairs is equally likely.

    Raises
    ------
    SeedError
        If seed, game or turn is not 0 to 2**64 - 1.
    """
    k = _below(36, word(seed, DICE_STREAM, game, turn))
    return k // 6 + 1, k % 6 + 1


def opening_roll(seed: int, game: int) -> tuple[int, int]:
    """Throw one die for each player until they differ (R2.1): 30 ordered pairs, equally likely.

    This is the throw of turn 0; the first number is player 0's, the second player 1's.

    Raises
    ------
    SeedError
        If seed or game is not 0 to 2**64 - 1.
    """
    k = _below(30, word(seed, DICE_STREAM, game, 0))
    first, second = k // 5 + 1, k % 5 + 1
    return first, second + 1 if second >= first else second


def choice(seed: int, game: int, turn: int, n: int) -> int:
    """Choose one of n things, 0 to n - 1, for a turn.

    Raises
    ------
    SeedError
        If seed, game or turn is not 0 to 2**64 - 1, or n not 1 to 2**64 - 1.
    """
    _check("number of choices", n)
    if n == 0:
        raise SeedError("there is nothing to choose from")
    return _below(n, word(seed, CHOICE_STREAM, game, turn))


def _below(n: int, random_word: int) -> int:
    """Spread the 2**64 words over 0 to n - 1, as evenly as can be."""
    return random_word * n // _WORD


def _check(name: str, value: int) -> None:
    if not isinstance(value, int) or not 0 <= value < _WORD:
        raise SeedError(f"the {name} must be a whole number, 0 to 2**64 - 1, not {value!r}")
