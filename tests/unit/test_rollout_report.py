"""Rollouts as tables and plots: `gammon.rollouts.report`, `gammon.rollouts.plot`, and what a progress bar shows."""

from __future__ import annotations

import dataclasses
import io
import re
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import gammon as bg
from gammon.cli.rollout import _Watch
from gammon.rollouts import plot, report
from gammon.rollouts.result import Rollout

START = bg.Position.start()
RESULT = bg.rollout(START, 144, seed=3, settings="quick")
PLAYS = bg.rollout_plays(START, "31", 36, top=2, seed=3, settings="quick")
DECISION = bg.rollout_cube("---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10", 36, seed=3, settings="quick")


def printed(what: object) -> str:
    screen = Console(file=io.StringIO(), width=100, force_terminal=False)
    screen.print(what)
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def squeezed(what: object) -> str:
    return " ".join(printed(what).split())


def test_results_are_tables_in_rich() -> None:
    assert f"cubeless equity {RESULT.equity:+.4f} {RESULT.equity_standard_error:.4f} " in squeezed(RESULT)
    assert f"Best: {DECISION.action}." in printed(DECISION)
    assert f"double, take {DECISION.double_take.equity:+.4f} " in squeezed(DECISION)
    assert "8/5 6/5" in printed(report.plays_table(PLAYS))
    listed = printed(PLAYS)
    assert "'8/5 6/5'" in listed
    assert "tally" not in listed
    assert "No legal play." in printed(report.plays_table([]))
    assert "first roll" not in printed(report.table(RESULT))
    assert "first roll" in printed(report.table(RESULT, by_roll=True))


@pytest.mark.parametrize(
    ("sigmas", "words", "hint"),
    [
        # Areas under the normal curve.
        (0.0, "50 % sure", True),
        (1.0, "84 % sure", True),
        (2.0, "98 % sure", False),
        (3.0, "99.9 % sure", False),
        (3.2, "more than 99.9 % sure", False),
    ],
)
def test_certainty_is_the_normal_distribution_s(sigmas: float, words: str, hint: bool) -> None:
    said = report._sureness(sigmas)
    assert said.startswith(words)
    assert ("more trials would help" in said) == hint


def test_a_probability_is_never_shown_below_0_while_the_value_as_it_came_is_kept() -> None:
    """With luck subtracted, the mean of a rare event can be below 0, as backgammons are."""
    few = (bg.rollout(START, 2, seed=seed) for seed in range(50))
    one = next(one for one in few if min(one.adjusted.probabilities) < -0.0001)
    shown = printed(report.estimates(one)).split("cubeless")[0]
    assert not re.search(r"-\d", shown)
    assert min(one.to_dict()["adjusted"]["probabilities"]) < 0


def test_a_bar_estimates_the_trials_until_a_standard_error() -> None:
    error = RESULT.equity_standard_error
    assert error is not None
    seen: list[tuple[int, int]] = []
    watch = _Watch(error=error / 2, seconds=None)
    report_ = watch.reporting(lambda done, total: seen.append((done, total)))
    report_(144, 10**9)
    watch.update([RESULT])
    report_(144, 10**9)
    report_(144, 300)
    # Half the error takes four times the trials.
    assert seen == [(144, 10**9), (144, 4 * 144), (144, 300)]
    assert watch.words() == f"{RESULT.equity:+.4f} ± {error:.4f}"


def test_a_bar_estimates_the_trials_in_a_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    watch = _Watch(error=None, seconds=10.0, began=100.0)
    monkeypatch.setattr("time.monotonic", lambda: 102.0)
    watch.reporting(lambda done, total: seen.append((done, total)))(50, 10**9)
    assert seen == [(50, 250)]


class Axes:
    """What `running_mean` uses of matplotlib's axes."""

    def __init__(self) -> None:
        self.lines: list[tuple[list[int], list[float]]] = []
        self.bands: list[tuple[list[int], list[float], list[float]]] = []

    def plot(self, trials: list[int], means: list[float], label: str | None) -> list[Axes]:  # noqa: D102
        self.lines.append((trials, means))
        return [self]

    def get_color(self) -> str:  # noqa: D102
        return "C0"

    def fill_between(self, trials: list[int], low: list[float], high: list[float], **_: object) -> None:  # noqa: D102
        self.bands.append((trials, low, high))

    def set_xlabel(self, label: str) -> None:  # noqa: D102
        assert label == "trials"

    def set_ylabel(self, label: str) -> None:  # noqa: D102
        assert label == "cubeless equity"


def test_a_plot_is_the_running_mean_with_a_band_of_95_percent() -> None:
    axes = Axes()
    assert plot.running_mean(RESULT, axes) is axes
    ((trials, means),), ((banded, low, high),) = axes.lines, axes.bands
    assert trials[-1] == banded[-1] == 144
    assert means[-1] == pytest.approx(RESULT.equity, abs=1e-12)
    half = bg.rollout(START, range(trials[len(trials) // 2 - 1]), seed=3, settings="quick")
    assert means[len(trials) // 2 - 1] == pytest.approx(half.equity, abs=1e-12)
    error = RESULT.running[-1][2]
    assert error is not None
    assert (low[-1], high[-1]) == pytest.approx((means[-1] - 1.959964 * error, means[-1] + 1.959964 * error))
    assert len(banded) == len(trials) - 1  # One group has no error.


def test_seconds_do_not_change_what_is_shown_but_the_pace() -> None:
    other = dataclasses.replace(RESULT, seconds=2 * RESULT.seconds)
    assert isinstance(other, Rollout)
    assert report.notes(RESULT)[1:] == report.notes(other)[1:]
    assert report.notes(RESULT)[0] != report.notes(other)[0]


@pytest.mark.parametrize(
    ("no_double", "double_take", "gain_error", "beavers", "action", "sigmas"),
    [
        # The take is clear by (1 - .6) / .04 = 10, the double by .1 / .02 = 5.
        ((0.5, 0.02), (0.6, 0.04), 0.02, False, "double, take", 5.0),
        # The pass is clear by .1 / .05 = 2, and the double, which is worth 1, by .1 / .02 = 5.
        ((0.9, 0.02), (1.1, 0.05), 0.04, False, "double, pass", 2.0),
        # Too good by .2 / .08 = 2.5, and the pass by 10.
        ((1.2, 0.08), (1.5, 0.05), 0.04, False, "too good to double, pass", 2.5),
        # The beaver is clear by .1 / .05 = 2; no double by at least (.05 + .2) / (.03 + .05).
        ((0.05, 0.02), (-0.1, 0.05), 0.03, True, "no double, beaver", 2.0),
        ((0.05, 0.02), (-0.4, 0.05), 0.3, True, "no double, beaver", 0.85 / 0.35),
        # A take that is nearly a beaver.
        ((-0.1, 0.02), (0.02, 0.04), 0.01, True, "double, take", 0.5),
        ((0.5, None), (0.6, None), None, False, "double, take", None),
    ],
)
def test_a_cube_decision_is_as_sure_as_the_closest_choice(
    no_double: tuple[float, float | None],
    double_take: tuple[float, float | None],
    gain_error: float | None,
    beavers: bool,
    action: str,
    sigmas: float | None,
) -> None:
    stakes = bg.Stakes(bg.Scoring.money(beavers=beavers))

    def fake(equity: float, error: float | None) -> Any:  # noqa: ANN401
        return SimpleNamespace(equity=equity, equity_standard_error=error, start=SimpleNamespace(stakes=stakes))

    gain = bg.Difference(
        equity=double_take[0] - no_double[0], standard_error=gain_error, mwc=None, mwc_error=None, is_paired=True
    )
    decision = bg.RolledOutCube(no_double=fake(*no_double), double_take=fake(*double_take), double_pass=1.0, gain=gain)
    assert decision.action == action
    assert decision.sigmas == (None if sigmas is None else pytest.approx(sigmas))
