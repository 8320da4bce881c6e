"""Standard errors of rollouts, against numpy on the results of single trials and on samples with known variances."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.rollouts.tally import CUBEFUL, EQUITY, GROUPS, ONE, Tally, group_size, group_trials, joined

START = bg.Position.start()
ENGINE = bg.Engine(threads=1)
RACE = bg.Position([9, 1, 2, 0, 2, 0, 1, *[0] * 19], [10, 0, 2, 1, 1, 1, *[0] * 20])
"""Over after a few turns, so that the first rolls decide much."""

Values = npt.NDArray[np.float64]


def single_trials(count: int, *, raw: bool, position: bg.Position = START, **options: Any) -> Values:  # noqa: ANN401
    """Return the seven measures of trials that are rolled out one by one, shape ``(count, 7)``."""
    found = [bg.rollout(position, range(trial, trial + 1), engine=ENGINE, **options).tally for trial in range(count)]
    return np.array([[one.total(measure, raw=raw) / ONE for measure in range(7)] for one in found])


@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("stakes", [None, bg.Scoring.match(3, 5)])
def test_without_stratification_the_error_is_that_of_a_sample(raw: bool, stakes: bg.Scoring | None) -> None:
    options: dict[str, Any] = {"stakes": stakes, "stratified": False, "seed": 5, "truncate": 12}
    values = single_trials(60, raw=raw, **options)
    tally = bg.rollout(START, 60, engine=ENGINE, **options).tally
    for measure in range(7):
        assert tally.mean(measure, raw=raw) == pytest.approx(values[:, measure].mean(), rel=1e-12, abs=1e-12)
        error = values[:, measure].std(ddof=1) / math.sqrt(60)
        assert tally.standard_error(measure, None, raw=raw) == pytest.approx(error, rel=1e-6, abs=1e-9)


def test_one_trial_has_no_error() -> None:
    one = bg.rollout(START, 1, stakes=bg.Scoring.match(3, 5))
    assert one.standard_error is None
    assert one.equity_standard_error is None
    assert one.cubeless_error is None
    assert one.mwc_standard_error is None
    assert one.equity_interval is None
    assert (one.raw.probability_errors, one.raw.equity_error, one.adjusted.mwc_error) == (None, None, None)
    assert [first.standard_error for first in one.first_rolls] == [None]
    assert one.running == ((1, one.equity, None),)
    assert (one - one).standard_error is None
    assert (one - one).sigmas is None
    assert "±" not in str(one)


# --- samples with known variances ---

Ranges = tuple[tuple[int, int], ...]


def _tally(ranges: Ranges, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], values: Values) -> Tally:
    """Return the tally of trials with these throws and cubeful values."""

    def strata(throws: npt.NDArray[np.int64]) -> Any:  # noqa: ANN401
        sums = [[0, 0] for _ in range(36)]
        for throw, value in zip(throws, fixed, strict=True):
            sums[throw][0] += 1
            sums[throw][1] += value
        return tuple((trials, (0,) * 5 + (total,), (0,) * 5 + (total,)) for trials, total in sums)

    fixed = [round(value * ONE) for value in values.tolist()]
    squares = [0] * 36
    for throw, value in zip(first, fixed, strict=True):
        squares[throw] += value * value
    return Tally(
        ranges=ranges,
        first=strata(first),
        second=strata(second),
        squares=tuple(((0,) * 5 + (total, 0),) * 2 for total in squares),
        group_size=1,
        groups=(),
        turns={},
        played={},
        passed={},
        known=0,
        truncated=0,
    )


def _throws(generator: np.random.Generator, ranges: Ranges, period: int) -> npt.NDArray[np.int64]:
    """Draw the throws of trials: in each block of `period` trials every throw occurs once."""
    blocks = {trial // period for start, stop in ranges for trial in range(start, stop)}
    orders = {block: generator.permutation(period) for block in blocks}
    return np.array([orders[trial // period][trial % period] for start, stop in ranges for trial in range(start, stop)])


def _effect(generator: np.random.Generator, *shape: int) -> Values:
    """Draw effects of throws with mean 0 along every axis and variance 1."""
    found = generator.normal(size=shape)
    for axis in range(len(shape)):
        found -= found.mean(axis=axis, keepdims=True)
    scaled: Values = found / found.std()
    return scaled


def spread_and_error(
    ranges: Ranges, period: int, weights: tuple[float, float, float, float], repeats: int
) -> tuple[float, float]:
    """Return the standard deviation of the means of samples, and the mean square of the errors they report, as a root.

    The value of a trial is a weighted sum: effects of the first roll, of the second, of both together, and noise.
    """
    generator = np.random.default_rng(3)
    first_roll, second_roll = _effect(generator, period), _effect(generator, 36)
    both = _effect(generator, period, 36)
    means, variances = [], []
    for _ in range(repeats):
        first, second = _throws(generator, ranges, period), _throws(generator, ranges, 36)
        parts = (first_roll[first], second_roll[second], both[first, second], generator.normal(size=len(first)))
        tally = _tally(ranges, first, second, np.tensordot(weights, np.array(parts), 1))
        error = tally.standard_error(CUBEFUL, (period, 36))
        assert error is not None
        means.append(tally.mean(CUBEFUL))
        variances.append(error**2)
    return float(np.std(means)), math.sqrt(float(np.mean(variances)))


COMPLETE: Ranges = ((0, 324),)
RAGGED: Ranges = ((0, 341),)
GAPS: Ranges = ((26, 262), (1000, 1010))
"""Ten trials are left over in each of three blocks, whose throws are not balanced."""

SHORT: Ranges = ((10, 136), (151, 300))
"""Fewer than six complete blocks, so the error is that of a sample, which is larger."""


@pytest.mark.long
@pytest.mark.parametrize("period", [36, 30])
@pytest.mark.parametrize("ranges", [COMPLETE, RAGGED, GAPS, SHORT])
@pytest.mark.parametrize(
    "weights",
    [(0, 0, 0, 1), (1, 0, 0, 1), (0, 1, 0, 1), (2, 1, 0, 1), (0, 0, 1, 0), (1, 0, 1, 0)],
    ids=["noise", "first roll and noise", "second roll and noise", "all but interaction", "interaction", "two"],
)
def test_errors_of_stratified_samples_are_honest(
    ranges: Ranges, period: int, weights: tuple[float, float, float, float]
) -> None:
    """The standard deviation of 1500 means is itself known within 1.8 %; 6 % is over three times that."""
    spread, error = spread_and_error(ranges, period, weights, 1500)
    if ranges == SHORT:
        assert spread < 1.06 * error
    else:
        assert error == pytest.approx(spread, rel=0.06)


@pytest.mark.parametrize("weights", [(2, 1, 0, 1), (1, 1, 0, 0)])
@pytest.mark.parametrize("ranges", [COMPLETE, ((0, 108),), GAPS, SHORT])
def test_errors_are_not_too_small_where_the_first_rolls_decide(
    ranges: Ranges, weights: tuple[float, float, float, float]
) -> None:
    """150 means have a standard deviation that is known within 6 %."""
    spread, error = spread_and_error(ranges, 36, weights, 150)
    assert error > 0.85 * spread


@pytest.mark.parametrize("weights", [(1, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0)])
def test_where_the_first_rolls_decide_all_the_error_nearly_vanishes(
    weights: tuple[float, float, float, float],
) -> None:
    spread, error = spread_and_error(COMPLETE, 36, weights, 100)
    assert spread < 1e-8
    sample = math.hypot(*weights) / math.sqrt(324)
    assert error < 0.25 * sample


def test_the_error_is_close_to_that_of_an_additive_fit() -> None:
    """Least squares for the effects of both rolls, in complete blocks.

    The two differ by chance: the fit also uses which throws of the two rolls meet.
    """
    generator = np.random.default_rng(8)
    first_roll, second_roll = _effect(generator, 36), _effect(generator, 36)
    ratios = []
    for _ in range(40):
        first, second = _throws(generator, COMPLETE, 36), _throws(generator, COMPLETE, 36)
        values = 0.5 * first_roll[first] + 0.3 * second_roll[second] + generator.normal(size=324)
        design = np.hstack([np.eye(36)[first], np.eye(36)[second]])
        fitted = design @ np.linalg.lstsq(design, values, rcond=None)[0]
        rest = float(((values - fitted) ** 2).sum()) / (324 - 71)
        error = _tally(COMPLETE, first, second, values).standard_error(CUBEFUL, (36, 36))
        assert error is not None
        ratios.append(error / math.sqrt(rest / 324))
    assert np.mean(ratios) == pytest.approx(1, abs=0.01)
    assert np.max(np.abs(np.log(ratios))) < 0.06


@pytest.mark.parametrize(("raw", "luck"), [(True, "nothing"), (False, "network")])
def test_errors_of_rollouts_with_other_seeds_match_their_spread(raw: bool, luck: str) -> None:
    """100 rollouts of a short race, whose first rolls decide much: the spread is known within 7 %."""
    found = [
        bg.rollout(RACE, 252, seed=seed, engine=ENGINE, luck=luck, end_at_tables=False).tally for seed in range(100)
    ]
    for measure in (0, EQUITY):
        spread = np.std([one.mean(measure, raw=raw) for one in found])
        errors = [one.standard_error(measure, (36, 36), raw=raw) or 0.0 for one in found]
        assert math.sqrt(np.mean(np.square(errors))) == pytest.approx(spread, rel=0.25)


# --- differences ---


def _pair(count: int, **options: Any) -> tuple[bg.Rollout, bg.Rollout]:  # noqa: ANN401
    """Roll out two plays of 3-1 with the same dice."""
    good, poor = bg.rollout_plays(START, "31", count, top=["8/5 6/5", "24/23 13/10"], engine=ENGINE, **options)
    return good.rollout, poor.rollout


@pytest.mark.parametrize("stakes", [None, bg.Scoring.match(3, 5)])
def test_the_joint_error_is_that_of_the_differences_of_trials(stakes: bg.Scoring | None) -> None:
    """Up to 256 trials are kept apart, so the error equals numpy's on the differences between trials."""
    count = 72
    good, poor = _pair(count, stakes=stakes)
    difference = good - poor
    assert difference.is_paired
    measure = EQUITY if stakes is None else CUBEFUL
    singles = [_pair_of(trial, stakes) for trial in range(count)]
    values = np.array([[one.tally.total(measure) / ONE for one in pair] for pair in singles])
    apart = values[:, 0] - values[:, 1]
    error = apart.std(ddof=1) / math.sqrt(count)
    if stakes is None:
        assert difference.equity == pytest.approx(apart.mean(), abs=1e-9)
        assert difference.standard_error == pytest.approx(error, rel=1e-9)
        assert (difference.mwc, difference.mwc_error) == (None, None)
    else:
        assert difference.mwc == pytest.approx(apart.mean(), abs=1e-9)
        assert difference.mwc_error == pytest.approx(error, rel=1e-9)
        lose, win = good.start.single
        assert difference.equity == pytest.approx(2 * apart.mean() / (win - lose), rel=1e-9)
        assert difference.standard_error == pytest.approx(2 * error / (win - lose), rel=1e-9)
    assert difference.sigmas == pytest.approx(difference.equity / (difference.standard_error or 1))


def _pair_of(trial: int, stakes: bg.Scoring | None) -> tuple[bg.Rollout, bg.Rollout]:
    found = bg.rollout_plays(
        START, "31", range(trial, trial + 1), top=["8/5 6/5", "24/23 13/10"], engine=ENGINE, stakes=stakes
    )
    good, poor = sorted(found, key=lambda one: str(one.play) != "8/5 6/5")
    return good.rollout, poor.rollout


def test_a_difference_without_the_same_trials_has_the_error_of_independent_rollouts() -> None:
    one = bg.rollout(START, 72, engine=ENGINE, truncate=5)
    for other in (
        bg.rollout(START, range(72, 144), engine=ENGINE, truncate=5),
        bg.rollout(START, 108, engine=ENGINE, truncate=5),
        bg.rollout(START, 72, engine=ENGINE, truncate=5, seed=2),
        bg.rollout(START, 72, engine=ENGINE, truncate=5, opening=True),
        bg.rollout(START, 72, engine=ENGINE, truncate=5, stratified=False),
        bg.rollout(START, 72, engine=ENGINE, truncate=5, roll="31"),
    ):
        difference = one - other
        assert not difference.is_paired
        errors = (one.equity_standard_error or 0.0, other.equity_standard_error or 0.0)
        assert difference.standard_error == pytest.approx(math.hypot(*errors))
        assert difference.equity == one.equity - other.equity


def test_the_difference_of_a_rollout_from_itself_is_nothing() -> None:
    one = bg.rollout(START, 300, engine=ENGINE, truncate=5)
    same = one - one
    assert (same.equity, same.standard_error, same.sigmas, same.is_paired) == (0.0, 0.0, None, True)


def test_a_difference_is_antisymmetric() -> None:
    good, poor = _pair(72)
    there, back = good - poor, poor - good
    assert (there.equity, there.standard_error) == (-back.equity, back.standard_error)


@pytest.mark.parametrize(
    "other",
    [
        {"stakes": None},
        {"stakes": bg.Scoring.match(2, 5)},
        {"stakes": bg.Scoring.match(5, 3)},
        {"stakes": bg.Scoring.money()},
        {"stakes": bg.Stakes(bg.Scoring.match(3, 5), bg.Cube(2, 1))},
    ],
)
def test_rollouts_with_other_stakes_have_no_difference(other: dict[str, Any]) -> None:
    one = bg.rollout(START, 4, engine=ENGINE, truncate=2, stakes=bg.Scoring.match(3, 5))
    with pytest.raises(bg.ArgumentError, match="cannot be compared"):
        _ = one - bg.rollout(START, 4, engine=ENGINE, truncate=2, **other)


def test_money_in_units_of_another_cube_has_no_difference() -> None:
    one, two = (bg.rollout(START, 4, engine=ENGINE, truncate=2, stakes=cube) for cube in (bg.Cube(2, 1), bg.Cube(4, 1)))
    with pytest.raises(bg.ArgumentError, match="units of different cubes"):
        _ = one - two


# --- groups ---


@pytest.mark.parametrize(
    ("ranges", "size"),
    [
        (((0, 256),), 1),
        (((0, 257),), 4),
        (((0, 1024),), 4),
        (((3, 1027),), 12),
        (((0, 3072),), 12),
        (((0, 3073),), 36),
        (((0, 9216),), 36),
        (((0, 9217),), 72),
        (((0, 1), (2**63, 2**63 + 255)), 1),
        (((0, 1), (2**63, 2**63 + 256)), 4),
    ],
)
def test_groups_have_the_smallest_size_that_gives_few_enough(ranges: Ranges, size: int) -> None:
    assert group_size(ranges) == size
    groups = group_trials(ranges, size)
    assert len(groups) <= GROUPS
    assert sum(trials for _, trials in groups) == sum(stop - start for start, stop in ranges)


def test_ranges_are_joined_in_order() -> None:
    assert joined([(5, 9), (0, 5), (12, 13)]) == ((0, 9), (12, 13))
    for wrong in ([(0, 5), (4, 6)], [(3, 3)], [(0, 9), (2, 3)]):
        with pytest.raises(bg.ArgumentError):
            joined(wrong)


# --- split by the first roll ---


@pytest.mark.parametrize(("opening", "rolls", "trials"), [(False, 21, 36), (True, 15, 30)])
def test_the_split_by_the_first_roll_adds_up_to_the_whole(opening: bool, rolls: int, trials: int) -> None:
    """R2: each of 21 rolls, or each of the 15 that are not doubles in an opening."""
    whole = bg.rollout(START, 6 * trials, engine=ENGINE, opening=opening, truncate=6)
    split = whole.first_rolls
    assert len({first.roll for first in split}) == len(split) == rolls
    for first in split:
        is_double = first.roll.high == first.roll.low
        assert first.trials == 6 if is_double else 12
        assert not (opening and is_double)
    mean = sum(first.trials * first.equity for first in split) / (6 * trials)
    assert mean == pytest.approx(whole.equity, abs=1e-9)


def test_the_split_has_the_errors_of_samples() -> None:
    whole = bg.rollout(START, 144, engine=ENGINE, truncate=6)
    values = single_trials(144, raw=False, truncate=6)[:, EQUITY]
    rolls = [
        bg.rollout(START, range(trial, trial + 1), engine=ENGINE, truncate=6).first_rolls[0].roll
        for trial in range(144)
    ]
    for first in whole.first_rolls:
        mine = values[[roll == first.roll for roll in rolls]]
        assert first.equity == pytest.approx(mine.mean(), abs=1e-9)
        assert first.standard_error == pytest.approx(mine.std(ddof=1) / math.sqrt(len(mine)), rel=1e-5)


def test_a_given_roll_or_play_leaves_the_second_turn_as_the_first_random_one() -> None:
    for first in (bg.rollout(START, 36, roll="31", engine=ENGINE, truncate=4), _pair(36)[0]):
        assert len(first.first_rolls) == 21


def test_the_running_mean_ends_at_the_mean() -> None:
    for count in (40, 600):
        whole = bg.rollout(START, count, engine=ENGINE, truncate=4, stakes=bg.Scoring.match(2, 3))
        trials, mean, error = whole.running[-1]
        assert trials == count
        assert mean == pytest.approx(whole.equity, abs=1e-9)
        assert error == pytest.approx(whole.equity_standard_error, rel=0.3)
        assert [row[0] for row in whole.running] == sorted({row[0] for row in whole.running})
        assert whole.running[0][2] is None
