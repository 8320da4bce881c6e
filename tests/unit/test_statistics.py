"""Means, standard errors and intervals."""

from __future__ import annotations

import statistics

import pytest

from gammon.statistics import Moments, normal_interval, quantile, share_standard_error, wilson_interval


def test_moments_match_the_standard_library() -> None:
    values = [0.5, -1.0, 2.0, 2.0, 0.25]
    found = Moments.of(values)
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.variance == pytest.approx(statistics.variance(values))
    assert found.standard_error == pytest.approx(statistics.stdev(values) / 5**0.5)
    assert Moments.of(values[:2]) + Moments.of(values[2:]) == found


def test_one_value_has_no_standard_error_and_no_values_have_no_mean() -> None:
    one, none = Moments.of([2]), Moments.of([])
    assert (one.mean, one.variance, one.standard_error, one.interval()) == (2.0, None, None, None)
    assert (none.mean, none.standard_error, none.interval()) == (None, None, None)


def test_equal_values_have_no_variance() -> None:
    assert Moments.of([0.1] * 10).standard_error == pytest.approx(0.0, abs=1e-8)


def test_normal_quantiles_match_published_tables() -> None:
    # Two-sided normal quantiles of 90, 95 and 99 %.
    assert [round(quantile(confidence), 3) for confidence in (0.9, 0.95, 0.99)] == [1.645, 1.96, 2.576]
    assert normal_interval(1.0, 0.5) == pytest.approx((1 - 0.98, 1 + 0.98), abs=1e-4)


@pytest.mark.parametrize(
    ("share", "trials", "expected"),
    [
        # For 0 of n the bounds are 0 and z² / (n + z²); for n of n the interval is the mirror image.
        (0.0, 10, (0.0, 3.8415 / 13.8415)),
        (1.0, 10, (10 / 13.8415, 1.0)),
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3: 81 of 263, 15 of 148, 1 of 29.
        (81 / 263, 263, (0.2553, 0.3662)),
        (15 / 148, 148, (0.0624, 0.1605)),
        (1 / 29, 29, (0.0061, 0.1718)),
    ],
)
def test_wilson_intervals(share: float, trials: int, expected: tuple[float, float]) -> None:
    assert wilson_interval(share, trials) == pytest.approx(expected, abs=6e-5)


def test_the_standard_error_of_a_share_equals_that_of_its_ones_and_zeros() -> None:
    assert share_standard_error(0.3, 10) == pytest.approx(Moments.of([1] * 3 + [0] * 7).standard_error)
    assert share_standard_error(1.0, 1) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson_interval(1.1, 5), "share must be from 0 to 1, got 1.1"),
        (lambda: wilson_interval(0.5, 0), "trials must be at least 1, got 0"),
        (lambda: quantile(1.0), "confidence must be between 0 and 1, got 1.0"),
    ],
)
def test_arguments_out_of_range_are_named(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
