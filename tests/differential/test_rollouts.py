"""Rollouts against exact values, and their standard errors against the spread of their means.

The positions and values are those of `tests/golden/bearoff_two_sided.jsonl` and, in tests that are marked `long`, of
`contact_2v2.jsonl`, whose table takes seconds to solve. Seeds are fixed, so each test always gives the same numbers;
the bounds are those that a right program meets with a chance of 99.99 %.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gammon as bg
from strength.rollouts import calibrated, unbiased
from strength.rollouts.positions import CUBES, contact, exact
from strength.rollouts.unbiased import Deviations

SIGMAS = 4.0
ENGINES = unbiased.players(1, ("two-sided-6",))
POSITIONS = exact(40, seed=3, share=0)

STRATIFIED = pytest.mark.parametrize("stratified", [True, False])


def expect_chance_alone(deviations: Deviations, sigmas: float = SIGMAS) -> None:
    """Require differences with mean 0 that are as large as their standard errors say."""
    found = deviations.sigmas
    count = len(found)
    assert abs(found.mean()) * count**0.5 < sigmas
    assert abs(np.square(found).mean() - 1) < sigmas * (2 / count) ** 0.5 * 1.5  # The tails of short games are longer.
    assert np.abs(found).max() < sigmas + 1


@STRATIFIED
def test_with_perfect_plays_and_perfect_measurement_nothing_is_left_of_luck(stratified: bool) -> None:
    for number, one in enumerate(POSITIONS):
        result = bg.rollout(
            one.position, 36, seed=number, engine=ENGINES["exact"], end_at_tables=False, stratified=stratified
        )
        assert result.adjusted.cubeless_equity == pytest.approx(one.cubeless, abs=1e-7)
        assert result.cubeless_error == pytest.approx(0, abs=1e-7)


@STRATIFIED
def test_raw_means_of_perfect_plays_are_exact_values_to_within_their_errors(stratified: bool) -> None:
    raw = Deviations(player="exact", way="", what="")
    settings: dict[str, Any] = {"engine": ENGINES["exact"], "end_at_tables": False, "stratified": stratified}
    for number, one in enumerate(POSITIONS):
        result = bg.rollout(one.position, 1296, seed=number, luck="nothing", **settings)
        raw.add(result.cubeless_equity - one.cubeless, result.cubeless_error)
    expect_chance_alone(raw)


@pytest.mark.parametrize("cube", CUBES)
@STRATIFIED
def test_cubeful_means_of_perfect_plays_are_exact_values_to_within_their_errors(cube: str, stratified: bool) -> None:
    raw, adjusted = (Deviations(player="exact", way="", what=cube) for _ in range(2))
    settings: dict[str, Any] = {"engine": ENGINES["exact"], "end_at_tables": False, "stratified": stratified}
    for number, one in enumerate(POSITIONS[::2]):
        result = bg.rollout(one.position, 324, seed=number, stakes=CUBES[cube], **settings)
        assert result.raw.equity is not None
        raw.add(result.raw.equity - one.cubeful[cube], result.raw.equity_error)
        adjusted.add(result.equity - one.cubeful[cube], result.equity_standard_error)
    expect_chance_alone(raw)
    # At the cube values that games reach, luck is measured by the tables too.
    assert np.abs(adjusted.differences).max() < 0.003


@STRATIFIED
def test_luck_that_is_measured_badly_leaves_no_bias(stratified: bool) -> None:
    adjusted, raw = (Deviations(player="distorted", way="", what="") for _ in range(2))
    for number, one in enumerate(POSITIONS[::2]):
        result = bg.rollout(one.position, 324, seed=number, engine=ENGINES["distorted"], stratified=stratified)
        adjusted.add(result.cubeless_equity - one.cubeless, result.cubeless_error)
        raw.add(result.raw.cubeless_equity - one.cubeless, result.raw.cubeless_error)
    expect_chance_alone(adjusted)
    # It is subtracted, and does help.
    assert 0 < np.mean(adjusted.errors) < 0.5 * np.mean(raw.errors)


def test_trials_truncated_where_the_leaf_is_exact_have_exact_means() -> None:
    settings: dict[str, Any] = {"engine": ENGINES["exact"], "end_at_tables": False, "luck": "nothing", "truncate": 1}
    for number, one in enumerate(POSITIONS[::2]):
        for stakes, value in ((None, one.cubeless), (bg.Stakes(), one.cubeful["centred"])):
            result = bg.rollout(one.position, 36, seed=number, stakes=stakes, **settings)
            assert result.tally.truncated == 36 - sum(result.tally.played.values())
            # One stratified roll decides where a trial ends, so that nothing is left to chance.
            assert result.equity == pytest.approx(value, abs=1e-7)


@STRATIFIED
def test_standard_errors_are_the_spread_of_plain_means(stratified: bool) -> None:
    """Both stratified rolls matter much in these positions: what they explain must not be counted twice."""
    repeats = 150
    settings: dict[str, Any] = {"engine": ENGINES["exact"], "end_at_tables": False, "stratified": stratified}
    for one in POSITIONS[:2]:
        found = [bg.rollout(one.position, 144, seed=seed, luck="nothing", **settings) for seed in range(repeats)]
        expect_calibrated([(result.cubeless_equity, result.cubeless_error or 0.0) for result in found])


@STRATIFIED
def test_standard_errors_are_the_spread_of_means_with_luck_subtracted(stratified: bool) -> None:
    settings: dict[str, Any] = {"engine": ENGINES["network"], "stratified": stratified, "stakes": bg.Cube(2, 1)}
    found = [bg.rollout(POSITIONS[0].position, 144, seed=seed, **settings) for seed in range(100)]
    expect_calibrated([(result.equity, result.equity_standard_error or 0.0) for result in found])


def expect_calibrated(values: list[tuple[float, float]]) -> None:
    """Require that the spread of means is their mean reported standard error."""
    means, errors = np.array(values).T
    assert means.std(ddof=1) / errors.mean() == pytest.approx(1, abs=SIGMAS / (2 * len(means)) ** 0.5)


@pytest.mark.long
def test_300_positions_are_exact_to_within_their_errors() -> None:
    """As `python -m strength rollouts unbiased` reports."""
    engines = unbiased.players()
    del engines["network"]  # Its plays err.
    for deviations in unbiased.against_exact(exact(300, seed=1), engines, 1296, lambda _: None):
        # Beyond two standard errors are 4.5 % (13.65 of 300), beyond three .27 % (.8).
        assert deviations.beyond(2) <= 30, deviations.way
        assert deviations.beyond(3) <= 6, deviations.way


@pytest.mark.long
def test_100_contact_positions_have_the_same_means_with_all_settings() -> None:
    """As `python -m strength rollouts each-other` reports."""
    for deviations in unbiased.of_each_other(contact(100, seed=1), 324, lambda _: None):
        assert deviations.beyond(3) <= 3, deviations.way
        mean, error = deviations.mean
        assert abs(mean) < SIGMAS * error, deviations.way


@pytest.mark.long
@pytest.mark.parametrize("case", calibrated.cases(), ids=lambda case: case.name)
def test_reported_errors_are_the_spread_of_means(case: calibrated.Case) -> None:
    """As `python -m strength rollouts calibrated` reports; the spread of 400 means is known to 3.5 %."""
    for one in calibrated.measure(case, 400):
        assert one.ratio == pytest.approx(1, abs=0.14), one
