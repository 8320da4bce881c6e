"""``gammon rollout``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import gammon
from gammon.cli import main
from tests.unit.command_lines import (
    BEFORE_ROLL,
    START_ID,
    WITH_31,
    Capture,
    figures,
    json_of,
    output_of,
    stopping_after,
)


def test_rollout_prints_its_settings_and_confidence_intervals(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", "--trials", "36", "--seed", "7")
    for words in (START_ID, "never a double", "95 % interval", "36 trials in ", "games per second", "seed 7, network "):
        assert words in out
    mean, error, low, high = figures(out, "win")
    assert low < mean < high
    # Wilson: the mean is 1.96 standard errors from each bound, by the bound's own standard error.
    for bound in (low, high):
        assert abs(mean - bound) == pytest.approx(1.96 * (bound * (100 - bound) / 36) ** 0.5, abs=0.02)
    assert error == pytest.approx((mean * (100 - mean) / 35) ** 0.5, abs=0.01)
    assert figures(out, "lose")[0] == pytest.approx(100 - mean, abs=0.011)
    mean, error, low, high = figures(out, "cubeless equity")
    assert low == pytest.approx(max(mean - 1.96 * error, -3), abs=0.0002)
    assert high == pytest.approx(min(mean + 1.96 * error, 3), abs=0.0002)


def test_one_trial_has_wide_intervals(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", "--trials", "1")
    assert "1 trial in" in out
    (_, low, high), (_, other_low, other_high) = figures(out, "win"), figures(out, "lose")
    # Wilson's intervals for 0 of 1 and 1 of 1.
    assert {(low, high), (other_low, other_high)} == {(0, 79.35), (20.65, 100)}
    assert len(figures(out, "cubeless equity")) == 1


def test_rollout_prints_the_figures_of_the_rollout(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", START_ID, "--trials", "36")
    result = gammon.rollout(gammon.Position.start(), trials=36, seed=1)
    mean, errors = result.mean, result.standard_error
    assert errors is not None
    assert figures(out, "win")[:2] == pytest.approx([100 * mean.win, 100 * errors[0]], abs=0.0051)
    gammons = [float(found) for found in re.findall(r"gammon or more +([\d.]+) %", out)]
    assert gammons == pytest.approx([100 * mean.win_gammon, 100 * mean.lose_gammon], abs=0.0051)
    backgammons = [float(found) for found in re.findall(r"backgammon +([\d.]+) %", out)]
    assert backgammons == pytest.approx([100 * mean.win_backgammon, 100 * mean.lose_backgammon], abs=0.0051)


@pytest.mark.parametrize(
    ("argv", "roll", "opening"),
    [
        ([], None, True),
        (["--dice", "31"], (3, 1), False),
        (["--dice", "3-1"], (3, 1), False),
        ([START_ID], None, False),
        ([BEFORE_ROLL], None, False),
        ([WITH_31], (3, 1), False),
        ([WITH_31, "--dice", "66"], (6, 6), False),
    ],
)
def test_rollout_starts_with_an_opening_roll_only_if_given_neither_an_id_nor_dice(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, argv: list[str], roll: tuple[int, int] | None, opening: bool
) -> None:
    asked: dict[str, Any] = {}
    true_rollout = gammon.rollout

    def spy(
        position: gammon.Position,
        trials: int,
        *,
        seed: int,
        roll: tuple[int, int] | None,
        opening: bool,
        engine: gammon.Engine,
        progress: Callable[[int, int], None],
    ) -> gammon.Rollout:
        asked.update(trials=trials, seed=seed, threads=engine.threads, roll=roll, opening=opening)
        return true_rollout(position, trials, seed=seed, roll=roll, opening=opening, engine=engine, progress=progress)

    monkeypatch.setattr(gammon, "rollout", spy)
    output_of(capsys, "rollout", *argv, "--trials", "8", "--seed", "5", "--threads", "2")
    assert (asked["roll"], asked["opening"]) == (roll, opening)
    assert (asked["trials"], asked["seed"], asked["threads"]) == (8, 5, 2)


def test_rollout_plays_1296_trials_of_seed_1_unless_told_otherwise(capsys: Capture) -> None:
    answer = json_of(capsys, "rollout")
    assert (answer["trials"], answer["seed"]) == (1296, 1)


def test_after_ctrl_c_the_finished_trials_are_printed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gammon.cli.rollout.bar", stopping_after(500))
    assert main(["rollout", "--trials", "2000"]) == 130
    out, err = capsys.readouterr()
    done = re.search(r"never a double, partial: interrupted after (\d+) of 2,000 trials ", " ".join(out.split()))
    assert done
    assert f"{done[1]} trials in " in out
    assert err == "gammon: interrupted\n"
    monkeypatch.setattr("gammon.cli.rollout.bar", stopping_after(0))
    assert main(["rollout", "--trials", "20"]) == 130
    assert capsys.readouterr().out == ""


def test_rollout_as_json_is_the_rollout(capsys: Capture) -> None:
    answer = json_of(capsys, "rollout", WITH_31, "--trials", "8", "--threads", "1")
    other = json.loads(
        gammon.rollout(
            gammon.Position.start(), trials=8, seed=1, roll=(3, 1), engine=gammon.Engine(threads=2)
        ).to_json()
    )
    assert answer["trials"] == 8
    for one in (answer, other):
        one.pop("seconds", None)
    assert answer.pop("cubeless") is True
    assert answer.pop("interrupted") is False
    assert (answer.pop("left_aside"), answer.pop("warnings")) == ([], [])
    assert answer == other
