"""`gammon.Outcome`."""

from __future__ import annotations

import math

import numpy as np
import pytest

import gammon as bg

OUTCOME = bg.Outcome(0.5, 0.25, 0.125, 0.25, 0.0625)
NAMES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")


def test_the_five_probabilities_are_kept() -> None:
    assert [getattr(OUTCOME, name) for name in NAMES] == [0.5, 0.25, 0.125, 0.25, 0.0625]
    array = OUTCOME.to_array()
    assert array.dtype == np.float32
    assert array.shape == (5,)
    assert array.tolist() == [getattr(OUTCOME, name) for name in NAMES]
    assert bg.Outcome(*array.tolist()) == OUTCOME


def test_equity_counts_gammons_twice_and_backgammons_three_times() -> None:
    assert OUTCOME.cubeless_equity == pytest.approx(2 * 0.5 - 1 + 0.25 + 0.125 - 0.25 - 0.0625)
    assert bg.Outcome(1, 1, 1).cubeless_equity == 3
    assert bg.Outcome(0, 0, 0, 1, 1).cubeless_equity == -3
    assert bg.Outcome(1).cubeless_equity == 1


def test_swap_gives_the_opponent_s_view() -> None:
    swapped = OUTCOME.swap()
    assert [getattr(swapped, name) for name in NAMES] == [0.5, 0.25, 0.0625, 0.25, 0.125]
    assert swapped.cubeless_equity == -OUTCOME.cubeless_equity
    assert swapped.swap() == OUTCOME


@pytest.mark.parametrize(
    ("probabilities", "says"),
    [
        ((1.1,), "win is 1.1"),
        ((-0.1,), "win is -0.1"),
        ((math.nan,), "win is NaN"),
        ((math.inf,), "win is inf"),
        ((0.5, 0.6), "win_gammon is 0.6; it must be from 0 to 0.5 (win)"),
        ((0.5, 0.4, 0.45), "win_backgammon is 0.45; it must be from 0 to 0.4 (win_gammon)"),
        ((0.5, 0, 0, 0.6), "lose_gammon is 0.6; it must be from 0 to 0.5 (1 - win)"),
        ((0.5, 0, 0, 0.2, 0.3), "lose_backgammon is 0.3; it must be from 0 to 0.2 (lose_gammon)"),
        ((0.5, math.nan), "win_gammon is NaN"),
        ((0.5, 0, -0.01), "win_backgammon is -0.01"),
    ],
)
def test_invalid_probabilities_are_refused(probabilities: tuple[float, ...], says: str) -> None:
    with pytest.raises(bg.ArgumentError) as refusal:
        bg.Outcome(*probabilities)
    assert says in str(refusal.value)


def test_rounding_errors_are_corrected() -> None:
    outcome = bg.Outcome(1 + 5e-7, 1 + 5e-7, -5e-7, 5e-7)
    assert outcome == bg.Outcome(1, 1, 0, 0)
    with pytest.raises(bg.ArgumentError):
        bg.Outcome(1 + 3e-6)


def test_negative_zero_becomes_zero() -> None:
    assert bg.Outcome(-0.0) == bg.Outcome(0.0)
    assert hash(bg.Outcome(-0.0)) == hash(bg.Outcome(0.0))
    assert repr(bg.Outcome(-0.0)) == repr(bg.Outcome(0.0))
