"""The reference's dice: published test vectors, NumPy's implementation, and fairness (R2.1, R2.4)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gammon.reference import (
    CHOICE_STREAM,
    DICE_STREAM,
    SeedError,
    block,
    choice,
    opening_roll,
    philox4x64_10,
    roll,
    word,
)
from tests.reference.strategies import words

LARGEST = 2**64 - 1

# The lines "philox4x64 10" of kat_vectors in Random123 (D. E. Shaw Research): counter, key, result.
KNOWN_ANSWERS = """
0000000000000000 0000000000000000 0000000000000000 0000000000000000
0000000000000000 0000000000000000
16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b

ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff
ffffffffffffffff ffffffffffffffff
87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0

243f6a8885a308d3 13198a2e03707344 a4093822299f31d0 082efa98ec4e6c89
452821e638d01377 be5466cf34e90c6c
a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6
"""


@pytest.mark.parametrize("vector", KNOWN_ANSWERS.strip().split("\n\n"))
def test_philox_gives_the_published_answers(vector: str) -> None:
    """The authors' three known-answer vectors."""
    c0, c1, c2, c3, k0, k1, *expected = (int(number, 16) for number in vector.split())
    assert philox4x64_10((c0, c1, c2, c3), (k0, k1)) == tuple(expected)


@settings(max_examples=50)
@given(words, words, words, words)
def test_block_equals_numpy_s(seed: int, stream: int, game: int, index: int) -> None:
    """NumPy implements the same function but increments the counter before its first block."""
    counter = ((index + (game << 64)) - 1) % 2**256
    limbs = [(counter >> shift) & LARGEST for shift in (0, 64, 128, 192)]
    philox = np.random.Philox(counter=np.array(limbs, dtype=np.uint64), key=np.array([seed, stream], dtype=np.uint64))
    assert tuple(int(number) for number in philox.random_raw(4)) == block(seed, stream, game, index)


@given(words, words, words)
def test_word_is_one_of_its_block(seed: int, game: int, turn: int) -> None:
    """Four successive turns share a block, in order; different streams differ."""
    for stream in (DICE_STREAM, CHOICE_STREAM):
        assert word(seed, stream, game, turn) == block(seed, stream, game, turn // 4)[turn % 4]
    assert word(seed, DICE_STREAM, game, turn) != word(seed, CHOICE_STREAM, game, turn)


@given(words, words, words, st.integers(1, LARGEST))
def test_dice_and_choices_made_from_a_word(seed: int, game: int, turn: int, n: int) -> None:
    """R2.1, R2.4: dice are 1 to 6, opening rolls are not doubles, and each is a function of its word."""
    thrown = roll(seed, game, turn)
    assert all(1 <= die <= 6 for die in thrown)
    k = word(seed, DICE_STREAM, game, turn) * 36 >> 64
    assert thrown == (k // 6 + 1, k % 6 + 1)
    first, second = opening_roll(seed, game)
    assert first != second
    k = word(seed, DICE_STREAM, game, 0) * 30 >> 64
    others = [die for die in range(1, 7) if die != k // 5 + 1]
    assert (first, second) == (k // 5 + 1, others[k % 5])
    assert choice(seed, game, turn, n) == word(seed, CHOICE_STREAM, game, turn) * n >> 64 < n


def test_r2_4_all_rolls_are_equally_likely() -> None:
    """R2.4: chi-squared on 36 ordered rolls; 66.6 is exceeded once in a thousand."""
    counts = Counter(roll(20, game, turn) for game in range(60) for turn in range(60))
    assert len(counts) == 36
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 66.6


def test_r2_1_all_opening_rolls_are_equally_likely() -> None:
    """R2.1: chi-squared on 30 ordered pairs; 58.3 is exceeded once in a thousand."""
    counts = Counter(opening_roll(21, game) for game in range(3000))
    assert len(counts) == 30
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 58.3


def test_all_64_bits_of_a_seed_count() -> None:
    """Seeds that differ only above bit 32 give different dice (P057)."""
    assert block(2**32 + 1, DICE_STREAM, 0, 0) != block(1, DICE_STREAM, 0, 0)
    assert block(1, DICE_STREAM, 2**32, 0) != block(1, DICE_STREAM, 0, 0)
    assert roll(LARGEST, LARGEST, LARGEST) == roll(LARGEST, LARGEST, LARGEST)


@pytest.mark.parametrize("wrong", [-1, 2**64, 1.0, "1", None])
def test_seeds_games_and_turns_out_of_range_are_refused(wrong: int) -> None:
    """They are 64-bit and must not wrap around."""
    with pytest.raises(SeedError, match="seed: expected"):
        roll(wrong, 0, 0)
    with pytest.raises(SeedError, match="game: expected"):
        opening_roll(0, wrong)
    with pytest.raises(SeedError, match="turn: expected"):
        choice(0, 0, wrong, 1)
    with pytest.raises(SeedError, match="number of choices: expected"):
        choice(0, 0, 0, wrong)
    with pytest.raises(SeedError, match="stream: expected"):
        block(0, wrong, 0, 0)
    with pytest.raises(SeedError, match="block: expected"):
        block(0, 0, 0, wrong)


def test_a_choice_from_nothing_is_refused() -> None:
    """The number of alternatives must be at least 1."""
    with pytest.raises(SeedError, match="expected at least 1, got 0"):
        choice(0, 0, 0, 0)
