"""`gammon.rollout` and `gammon.Rollout`."""

from __future__ import annotations

import dataclasses
import json
import math
import statistics
from typing import Any

import pytest

import gammon as bg
from tests.unit.networks import indifferent

START = bg.Position.start()
RESULT = bg.rollout(START, 500, seed=7)


def test_every_trial_is_counted_once() -> None:
    assert RESULT.trials == sum(RESULT.won) + sum(RESULT.lost) == 500
    assert RESULT.ranges == ((0, 500),)
    assert RESULT.turns_per_game == RESULT.turns / 500
    assert 20 < RESULT.turns_per_game < 120
    assert RESULT.network == bg.Network.shipped().name
    assert (RESULT.position, RESULT.roll, RESULT.opening, RESULT.seed) == (START, None, False, 7)
    assert RESULT.seconds > 0


def test_probabilities_are_cumulative_shares_of_the_counts() -> None:
    won, lost = RESULT.won, RESULT.lost
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = RESULT.probabilities
    assert win == sum(won) / 500
    assert win_gammon == (won[1] + won[2]) / 500
    assert win_backgammon == won[2] / 500
    assert lose_gammon == (lost[1] + lost[2]) / 500
    assert lose_backgammon == lost[2] / 500
    assert RESULT.mean == bg.Outcome(*RESULT.probabilities)


def test_means_and_standard_errors_match_the_individual_results() -> None:
    results = [
        sign * points
        for sign, counts in ((1, RESULT.won), (-1, RESULT.lost))
        for points, count in enumerate(counts, start=1)
        for _ in range(count)
    ]
    mean = sum(results) / 500
    assert RESULT.cubeless_equity == pytest.approx(mean, abs=1e-12)
    assert RESULT.mean.cubeless_equity == pytest.approx(mean, abs=1e-6)
    error = statistics.stdev(results) / 500**0.5
    assert RESULT.equity_standard_error == pytest.approx(error, abs=1e-12)
    low, high = RESULT.equity_interval or (0.0, 0.0)
    assert (high + low, high - low) == pytest.approx((2 * mean, 2 * 1.959964 * error))
    assert RESULT.standard_error is not None
    for least, error in enumerate(RESULT.standard_error[:3], start=1):
        assert error == pytest.approx(statistics.stdev([result >= least for result in results]) / 500**0.5, abs=1e-12)
    for least, error in enumerate(RESULT.standard_error[3:], start=2):
        assert error == pytest.approx(statistics.stdev([result <= -least for result in results]) / 500**0.5, abs=1e-12)


def test_the_standard_error_of_400_trials_uses_the_sample_deviation() -> None:
    """Dividing by n would give .070066; the sample's standard error, with n - 1, is .070154."""
    result = bg.rollout(START, 400, seed=1)
    population = math.sqrt(
        sum(
            count * (sign * points - result.cubeless_equity) ** 2
            for sign, counts in ((1, result.won), (-1, result.lost))
            for points, count in enumerate(counts, start=1)
        )
        / 400
        / 400
    )
    assert population == pytest.approx(0.070066, abs=5e-7)
    assert result.equity_standard_error == pytest.approx(0.070154, abs=5e-7)


def test_one_trial_has_no_standard_error_and_a_share_of_0_or_1_has_an_interval() -> None:
    one = bg.rollout(START, 1, seed=1)
    assert (one.standard_error, one.equity_standard_error, one.equity_interval) == (None, None, None)
    assert "±" not in str(one)
    # Wilson's interval for 0 of 1 is [0, z² / (1 + z²)]; for 1 of 1 it is the mirror image.
    far = 3.8415 / 4.8415
    for share, interval in zip(one.probabilities, one.intervals, strict=True):
        assert interval == pytest.approx((0.0, far) if share == 0 else (1 - far, 1.0), abs=1e-4)
    won = bg.rollout(bg.Position([14, 1, *[0] * 24], [14, 1, *[0] * 24]), 10, seed=1)
    assert (won.probabilities[0], won.equity_standard_error, won.equity_interval) == (1.0, 0.0, None)
    assert won.intervals[0] == pytest.approx((10 / 13.8415, 1.0), abs=1e-4)
    assert bg.Rollout.from_json(one.to_json()) == one
    assert json.loads(one.to_json())["standard_error"] is None


def test_the_seed_determines_the_rollout() -> None:
    assert bg.rollout(START, 500, seed=7) == RESULT
    assert bg.rollout(START, 500, seed=8) != RESULT
    assert dataclasses.replace(RESULT, seconds=RESULT.seconds + 1) == RESULT


def test_three_parts_merge_to_the_whole_in_any_order() -> None:
    a, b, c = (bg.rollout(START, range(first, first + n), seed=7) for first, n in ((0, 17), (17, 300), (317, 183)))
    for merged in (a + b + c, c + b + a, b + (a + c), a.merge(c).merge(b)):
        assert merged == RESULT
        assert merged.ranges == ((0, 500),)
    gap = a + c
    assert gap.ranges == ((0, 17), (317, 500))
    assert gap.trials == 200
    assert gap.seconds == a.seconds + c.seconds


def test_rollouts_of_different_positions_or_settings_do_not_merge() -> None:
    later = bg.rollout(START, range(500, 510), seed=7)
    others = {
        "position": bg.rollout(bg.Position.nackgammon(), range(500, 510), seed=7),
        "roll": bg.rollout(START, range(500, 510), seed=7, roll=(3, 1)),
        "opening": bg.rollout(START, range(500, 510), seed=7, opening=True),
        "network": bg.rollout(START, range(500, 510), seed=7, engine=bg.Engine(indifferent())),
        "seed": bg.rollout(START, range(500, 510), seed=8),
    }
    assert (RESULT + later).trials == 510
    for name, other in others.items():
        with pytest.raises(bg.ArgumentError, match=f"rollouts of different {name}: "):
            RESULT.merge(other)


@pytest.mark.parametrize("first_trial", [0, 499, 250])
def test_no_trial_is_counted_twice(first_trial: int) -> None:
    with pytest.raises(bg.ArgumentError, match="are counted twice"):
        RESULT.merge(bg.rollout(START, range(first_trial, first_trial + 2), seed=7))


def test_a_rollout_round_trips_through_json() -> None:
    for result in (RESULT, bg.rollout(bg.Position.hypergammon(), range(9, 14), seed=2**64 - 1, roll=(3, 1))):
        copy = bg.Rollout.from_json(result.to_json())
        assert copy == result
        assert copy.seconds == result.seconds
        assert hash(copy) == hash(result)
    data = json.loads(RESULT.to_json())
    assert data["cubeless_equity"] == RESULT.cubeless_equity
    assert data["trials"] == 500


OLD = """{"format": "gammon rollout 1", "position": "4HPwATDgc/ABMA", "checkers": 15, "roll": null, "opening": false,
"network": "dff4444a0e76", "seed": 7, "trials": 4, "ranges": [[0, 4]], "won": [1, 1, 0], "lost": [2, 0, 0],
"turns": 200, "seconds": 0.5, "probabilities": [0.5, 0.25, 0.0, 0.0, 0.0],
"standard_error": [0.25, 0.21650635094610965, 0.0, 0.0, 0.0], "cubeless_equity": 0.25,
"equity_standard_error": 0.649519052838329}"""


def test_rollouts_of_format_1_are_read_with_recomputed_standard_errors() -> None:
    """Only the counts are read; the standard errors stored in the file divide by n instead of n - 1."""
    old = bg.Rollout.from_json(OLD)
    assert (old.won, old.lost, old.trials, old.cubeless_equity) == ((1, 1, 0), (2, 0, 0), 4, 0.25)
    assert old.equity_standard_error == pytest.approx(statistics.stdev([1, 2, -1, -1]) / 2)
    assert json.loads(old.to_json())["format"] == "gammon rollout 2"


def _changed(**changes: object) -> str:
    return json.dumps(json.loads(RESULT.to_json()) | changes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "5",
        "no json",
        RESULT.to_json()[:-1],
        _changed(format="gammon rollout 9"),
        _changed(position="nothing"),
        _changed(checkers=0),
        _changed(roll=[3]),
        _changed(roll=[3, 7]),
        _changed(won=[1, 2]),
        _changed(won=[0, 0, 0], lost=[0, 0, 0], ranges=[]),
        _changed(won="abc"),
        _changed(ranges=[[0, 501]]),
        _changed(ranges=[[0, 250], [249, 499]]),
        _changed(ranges=[0, 500]),
        _changed(turns=None),
        _changed(seconds="soon"),
        _changed(seed=None),
    ],
)
def test_invalid_rollout_files_are_refused(text: str) -> None:
    with pytest.raises(bg.NotationError):
        bg.Rollout.from_json(text)


@pytest.mark.parametrize(
    "name", ["format", "position", "checkers", "roll", "opening", "network", "seed", "ranges", "won"]
)
def test_a_rollout_without_a_field_is_refused(name: str) -> None:
    data = json.loads(RESULT.to_json())
    del data[name]
    with pytest.raises(bg.NotationError, match=name):
        bg.Rollout.from_json(json.dumps(data))


@pytest.mark.parametrize("arguments", [{"trials": 0}, {"trials": -5}, {"trials": 1, "roll": (3, 1), "opening": True}])
def test_invalid_arguments_of_rollout_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(bg.ArgumentError):
        bg.rollout(START, seed=1, **arguments)


def test_a_seed_must_be_given() -> None:
    with pytest.raises(TypeError, match="seed"):
        bg.rollout(START, 10)  # type: ignore[call-arg]


def test_a_rollout_of_a_finished_game_takes_no_turns() -> None:
    over = bg.Position.from_gnubg_id("221DAgAAAAAAAA")
    result = bg.rollout(over, 10, seed=1)
    assert (result.won, result.lost, result.turns) == ((0, 10, 0), (0, 0, 0), 0)
    swapped = bg.rollout(over.swap(), 10, seed=1)
    assert (swapped.won, swapped.lost) == ((0, 0, 0), (0, 10, 0))


def test_the_given_roll_is_played_first() -> None:
    # One checker on the 6-point against one on the ace point: 6-5 wins, 2-1 loses.
    position = bg.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
    assert bg.rollout(position, 20, seed=1, roll=(6, 5)).probabilities[0] == 1
    assert bg.rollout(position, 20, seed=1, roll=(2, 1)).probabilities[0] == 0
    won = bg.rollout(position, 20_000, seed=1)
    # 27 of 36 rolls bear it off; allow four standard errors.
    assert won.standard_error is not None
    assert won.probabilities[0] == pytest.approx(27 / 36, abs=4 * won.standard_error[0])
    opening = bg.rollout(position, 20_000, seed=1, opening=True)
    # An opening roll is not a double. Of the doubles, 2-2 to 6-6 bear it off, which leaves 22 of 30.
    assert opening.standard_error is not None
    assert opening.probabilities[0] == pytest.approx(22 / 30, abs=4 * opening.standard_error[0])


def test_the_dice_of_a_trial_depend_on_its_number() -> None:
    trials = [bg.rollout(START, range(trial, trial + 1), seed=7) for trial in range(20)]
    assert len({trial.turns for trial in trials}) > 5
    merged = trials[0]
    for trial in trials[1:]:
        merged += trial
    assert merged == bg.rollout(START, 20, seed=7)


def test_str_shows_the_result_and_its_standard_error() -> None:
    assert str(RESULT) == (
        f"{RESULT.cubeless_equity:+.4f} ± {RESULT.equity_standard_error:.4f} points per game (500 trials, seed 7)"
    )
