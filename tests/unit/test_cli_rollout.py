"""``gammon rollout``."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gammon
from gammon.cli import main
from gammon.rollouts.settings import PRESETS, RolloutSettings
from tests.unit.command_lines import (
    BEFORE_ROLL,
    START_BOARD,
    START_ID,
    WITH_31,
    Capture,
    figures,
    json_of,
    output_of,
    refusal,
    stopping_after,
)

START = gammon.Position.start()
PRIME = "---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
"""Money with Jacoby and beavers; the player on roll may double."""

DOUBLED = PRIME.replace(":00:", ":D:")
SCORED = f"{START_BOARD}:0:0:1:31:3:5:0:7:10"
THEIR_CUBE = f"{START_BOARD}:1:-1:1:00:0:0:0:0:10"
QUICK = ("--preset", "quick", "--trials", "36")
OVER = "-a------------------------:0:0:1:00:0:0:0:0:10"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Record the arguments of the rollout functions, and call none of them."""
    found: dict[str, Any] = {}

    def spy(name: str) -> Callable[..., None]:
        def record(position: object, *arguments: object, **options: object) -> None:
            roll = options.pop("roll", None) if name == "rollout" else None
            if name == "rollout_plays":
                roll, *arguments = arguments  # type: ignore[assignment]
            found.update(function=name, position=position, roll=roll, trials=arguments[0], **options)
            raise gammon.ArgumentError("asked")

        return record

    for name in ("rollout", "rollout_plays", "rollout_cube"):
        monkeypatch.setattr(gammon, name, spy(name))
    return found


def ask(*argv: str) -> None:
    assert main(["rollout", *argv]) == 1


def test_rollout_prints_estimates_with_errors_and_intervals(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", "--trials", "72", "--seed", "7")
    for words in (START_ID, "never a double", "95 % interval", "72 trials in ", "trials per second", "turns per trial"):
        assert words in out
    assert "Seed 7, network " in out
    result = gammon.rollout(START, 72, seed=7, opening=True)
    errors, raw = result.standard_error, result.raw
    assert errors is not None
    assert raw.probability_errors is not None
    for at, row in ((0, "win"), (3, "lose")):
        mean, error, low, high, raw_mean, raw_error = figures(out, row)
        assert high - low == pytest.approx(2 * 1.96 * error, abs=0.02 + 0.04 * error)
        assert low < mean < high
        if at == 0:
            assert (mean, error) == pytest.approx((100 * result.probabilities[0], 100 * errors[0]), abs=0.0051)
            assert (raw_mean, raw_error) == pytest.approx(
                (100 * raw.probabilities[0], 100 * raw.probability_errors[0]), abs=0.0051
            )
    assert figures(out, "win")[0] + figures(out, "lose")[0] == pytest.approx(100, abs=0.011)
    assert figures(out, "win")[4] + figures(out, "lose")[4] == pytest.approx(100, abs=0.011)
    gammons = [float(found) for found in re.findall(r"gammon or more +([\d.]+) %", out)]
    assert gammons == pytest.approx([100 * result.probabilities[1], 100 * result.probabilities[3]], abs=0.0051)
    mean, error, low, high, raw_mean, raw_error = figures(out, "cubeless equity")
    assert (low, high) == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=0.0003)
    assert (mean, raw_mean) == pytest.approx((result.cubeless_equity, raw.cubeless_equity), abs=0.000051)
    # Luck is what the two differ by: with it, the error is larger.
    assert raw_error > error
    assert "cubeful" not in out


def test_the_error_is_explained_in_a_sentence(capsys: Capture) -> None:
    for argv in ([], ["31", "--top", "2"], [PRIME]):
        said = " ".join(output_of(capsys, "rollout", *argv, *QUICK).split())
        assert (
            "± is one standard error: about 95 times in 100 the true value, for this way of playing, is within" in said
        )


def test_one_trial_has_no_standard_error_but_an_interval(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", "--trials", "1", "--no-variance-reduction")
    assert "1 trial in" in out
    (_, low, high), (_, other_low, other_high) = figures(out, "win"), figures(out, "lose")
    # Wilson's intervals for 0 of 1 and 1 of 1.
    assert {(low, high), (other_low, other_high)} == {(0, 79.35), (20.65, 100)}
    assert len(figures(out, "cubeless equity")) == 1
    assert "raw" not in out.lower()


def test_a_position_with_the_opponent_s_cube_is_rolled_out_with_it(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", THEIR_CUBE, "--trials", "36")
    result = gammon.rollout(THEIR_CUBE, 36, seed=1)
    assert result.is_cubeful
    error = result.equity_standard_error
    assert figures(out, "cubeful equity")[:2] == pytest.approx([result.equity, error], abs=0.000051)
    assert "before the roll" in out
    assert figures(output_of(capsys, "rollout", THEIR_CUBE, "--trials", "36", "--no-decision"), "win") == figures(
        out, "win"
    )


def test_at_a_score_match_winning_chances_are_printed(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", SCORED, *QUICK, "--no-decision")
    result = gammon.rollout(SCORED, 36, seed=1, settings="quick")
    assert result.mwc is not None
    assert result.mwc_standard_error is not None
    assert figures(out, "match win")[:2] == pytest.approx(
        [100 * result.mwc, 100 * result.mwc_standard_error], abs=0.0051
    )
    assert "4-away, 2-away" in out


@pytest.mark.parametrize(
    ("argv", "function", "roll", "cubeful"),
    [
        ([], "rollout", None, False),
        (["--dice", "31"], "rollout_plays", (3, 1), False),
        (["3-1"], "rollout_plays", (3, 1), False),
        (["31", START_ID], "rollout_plays", (3, 1), False),
        (["--trials", "8", "31"], "rollout_plays", (3, 1), False),
        ([START_ID], "rollout", None, False),
        ([START_ID, "--away", "4-2"], "rollout_cube", None, True),
        ([BEFORE_ROLL], "rollout_cube", None, True),
        ([BEFORE_ROLL, "--cubeless"], "rollout", None, False),
        ([BEFORE_ROLL, "--no-decision"], "rollout", None, True),
        ([THEIR_CUBE], "rollout", None, True),
        ([f"{START_BOARD}:0:0:1:00:6:5:1:7:10"], "rollout", None, True),
        ([WITH_31], "rollout_plays", (3, 1), True),
        ([WITH_31, "--no-decision"], "rollout", (3, 1), True),
        ([WITH_31, "66"], "rollout_plays", (6, 6), True),
        ([WITH_31, "--dice", "66"], "rollout_plays", (6, 6), True),
        ([WITH_31, "--cubeless"], "rollout_plays", (3, 1), False),
        ([DOUBLED], "rollout_cube", None, True),
        ([OVER], "rollout", None, True),
    ],
)
def test_what_is_rolled_out_follows_from_the_dice_and_the_cube(
    asked: dict[str, Any], argv: list[str], function: str, roll: tuple[int, int] | None, cubeful: bool
) -> None:
    """A player may not double in the Crawford game, nor if the cube is the opponent's."""
    ask(*argv)
    assert (asked["function"], asked["roll"]) == (function, roll)
    assert ("stakes" in asked) == cubeful


def test_only_the_starting_position_without_an_id_has_an_opening_roll(asked: dict[str, Any]) -> None:
    for argv, is_opening in (([], True), (["--away", "4-2"], True), ([START_ID], False), ([START_ID, "31"], None)):
        asked.clear()
        ask(*argv)
        assert asked.get("opening") is is_opening


def test_options_reach_the_rollout(asked: dict[str, Any]) -> None:
    ask("31", "--preset", "thorough", "--trials", "99", "--seed", "5", "--threads", "2", "--checkpoint", "a.json")
    assert (asked["settings"], asked["trials"], asked["seed"], asked["checkpoint"]) == ("thorough", 99, 5, "a.json")
    assert (asked["engine"].threads, asked["top"], asked["ahead"]) == (2, 5, 3.0)
    asked.clear()
    ask("31", "--ply", "1", "--cube-ply", "2", "--truncate", "9", "--leaf-ply", "3", "--top", "3", "--ahead", "0")
    assert [asked[name] for name in ("ply", "cube_ply", "truncate", "leaf_ply", "top")] == [1, 2, 9, 3, 3]
    assert "ahead" not in asked
    asked.clear()
    ask("--no-variance-reduction", "--no-stratified", "--preset", "quick", "--truncate", "0", "--no-tables")
    assert (asked["luck"], asked["stratified"], asked["truncate"]) == ("nothing", False, None)
    assert asked["engine"].tables == ()
    asked.clear()
    ask(PRIME, "--ahead", "2.5", "--error", "0.01", "--seconds", "9")
    assert (asked["ahead"], asked["standard_error"], asked["seconds"]) == (2.5, 0.01, 9.0)


def test_the_trials_are_those_of_the_preset_unless_another_rule_stops(asked: dict[str, Any]) -> None:
    for name, preset in PRESETS.items():
        for argv in ([], ["31"], [PRIME]):
            ask(*argv, "--preset", name)
            assert asked["trials"] == preset.trials
    ask("31", "--ahead", "4")
    assert asked["trials"] == PRESETS["standard"].trials
    for rule in ("--error", "--seconds"):
        ask(rule, "1")
        assert asked["trials"] > 10**9
        ask(rule, "1", "--trials", "50")
        assert asked["trials"] == 50


def test_help_says_what_each_preset_means(capsys: Capture) -> None:
    said = " ".join(output_of(capsys, "rollout", "--help").split())
    for name, preset in PRESETS.items():
        assert f"{name}: {preset.about}: {preset.trials:,} trials, {preset.settings}" in said
    assert "2-ply in the first 2 turns" in str(PRESETS["thorough"].settings)
    assert "truncated after 9 turns at 1-ply" in str(RolloutSettings(truncate=9, leaf_ply=1))


def test_plays_are_ranked_with_joint_errors(capsys: Capture) -> None:
    argv = ["rollout", WITH_31, "--plays", "24/20, 8/5 6/5", *QUICK, "--ahead", "0"]
    out = output_of(capsys, *argv)
    best, other = gammon.rollout_plays(WITH_31, trials=36, top=["24/20", "8/5 6/5"], settings="quick", seed=1)
    assert (str(best.play), str(other.play)) == ("8/5 6/5", "24/20")
    rows = re.findall(r"^([12])  (\S+(?: \S+)?) +(\S+) +(\S+) +(\S+) (.*)$", out, flags=re.MULTILINE)
    assert [(row[0], row[1].strip()) for row in rows] == [("1", "8/5 6/5"), ("2", "24/20")]
    assert [float(row[2]) for row in rows] == pytest.approx([best.rollout.equity, other.rollout.equity], abs=0.000051)
    assert float(rows[1][4]) == pytest.approx(other.loss.equity, abs=0.000051)
    assert float(rows[1][5].split()[0]) == pytest.approx(other.loss.standard_error, abs=0.000051)
    said = " ".join(out.split())
    assert f"Best: 8/5 6/5, ahead of 24/20 by {other.loss}" in said
    assert "more than 99.9 % sure" in said
    assert "Equities are cubeful" in said
    assert "Equities are cubeless" in output_of(capsys, *argv, "--cubeless")
    answer = json_of(capsys, *argv)
    assert [one["play"] for one in answer["plays"]] == ["8/5 6/5", "24/20"]
    assert answer["plays"][1]["loss"]["standard_error"] == other.loss.standard_error
    assert (answer["roll"], answer["interrupted"], answer["format"]) == ([3, 1], False, "gammon rollout plays 1")
    assert gammon.Rollout.from_json(json.dumps(answer["plays"][0]["rollout"] | {"format": "gammon rollout 3"})) == (
        best.rollout
    )


def test_plays_that_are_far_behind_are_given_up(capsys: Capture) -> None:
    """The third best play of 31 is worth .2 less than the best, which is many standard errors."""
    out = output_of(capsys, "rollout", "31", "--preset", "quick", "--top", "3", "--trials", "324")
    assert re.findall(r"^1  8/5 6/5 .* ([\d,]+)$", out, flags=re.MULTILINE) == ["144"]
    even = output_of(capsys, "rollout", "31", "--preset", "quick", "--top", "2", "--trials", "180", "--ahead", "0")
    assert re.findall(r"^\d  .* ([\d,]+)$", even, flags=re.MULTILINE) == ["180", "180"]


def test_without_a_legal_play_the_position_is_rolled_out(capsys: Capture) -> None:
    dance = "------E------------bbbbbbA:0:0:1:31:0:0:0:0:10"
    out = output_of(capsys, "rollout", dance, *QUICK)
    assert "No legal play: the position is rolled out." in out
    result = gammon.rollout(dance, 36, settings="quick", seed=1)
    assert figures(out, "cubeful equity")[0] == pytest.approx(result.equity, abs=0.000051)


def test_a_cube_decision_is_rolled_out(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", PRIME, *QUICK)
    decision = gammon.rollout_cube(PRIME, 36, settings="quick", seed=1)
    for row, rollout in (("no double", decision.no_double), ("double, take", decision.double_take)):
        assert figures(out, row)[:2] == pytest.approx([rollout.equity, rollout.equity_standard_error], abs=0.000051)
    assert figures(out, "double, pass") == [1.0]
    beaver = figures(out, "double, beaver")
    assert beaver == pytest.approx([2 * figure for figure in figures(out, "double, take")[:2]], abs=0.00011)
    said = " ".join(out.split())
    assert f"Best: {decision.action}. The closest of these decisions is clear by {decision.sigmas:.1f} standard" in said
    assert f"no double by {decision.gain.equity:.4f} ± {decision.gain.standard_error:.4f}." in said
    answer = json_of(capsys, "rollout", PRIME, *QUICK)
    assert (answer["action"], answer["double_pass"], answer["offer"]) == (decision.action, 1.0, None)


def test_an_offered_double_is_answered(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", DOUBLED, *QUICK)
    assert "Best answer: take." in out
    assert figures(out, "no double") == figures(output_of(capsys, "rollout", PRIME, *QUICK), "no double")
    assert json_of(capsys, "rollout", DOUBLED, *QUICK)["offer"] == "double"


def test_a_cube_decision_at_a_score_has_match_winning_chances(capsys: Capture) -> None:
    argv = ("rollout", f"{START_BOARD}:0:0:1:00:3:5:0:7:10", *QUICK)
    out = output_of(capsys, *argv)
    assert max(map(len, out.split("\n"))) <= 80
    decision = gammon.rollout_cube(argv[1], 36, settings="quick", seed=1)
    assert decision.no_double.mwc is not None
    assert figures(out, "no double")[2] == pytest.approx(100 * decision.no_double.mwc, abs=0.0051)
    # After a pass, the player on roll is 3-away and the opponent 2-away.
    assert figures(out, "double, pass")[1] == pytest.approx(100 * gammon.met.load().pre_crawford[2][1], abs=0.0051)


def test_equities_by_first_roll(capsys: Capture) -> None:
    out = output_of(capsys, "rollout", START_ID, "--trials", "72", "--preset", "quick", "--by-roll")
    rows = re.findall(r"^([1-6]-[1-6]) +(\d+) +([+-]\S+) +(\S+)$", out, flags=re.MULTILINE)
    assert len(rows) == 21
    # In 36 trials each of the 36 throws occurs once.
    assert {roll: int(trials) for roll, trials, *_ in rows} == {
        f"{high}-{low}": 2 if high == low else 4 for high in range(1, 7) for low in range(1, high + 1)
    }
    mean = sum(int(trials) * float(equity) for _, trials, equity, _ in rows) / 72
    assert mean == pytest.approx(figures(out, "cubeless equity")[0], abs=0.0002)
    opening = output_of(capsys, "rollout", "--trials", "60", "--preset", "quick", "--by-roll")
    assert len(re.findall(r"^[1-6]-[1-6] ", opening, flags=re.MULTILINE)) == 15
    both = output_of(capsys, "rollout", "31", "--top", "2", *QUICK, "--by-roll")
    assert re.search(r"reply to +8/5 6/5 +24/23 13/10\n", both)
    assert len(re.findall(r"^[1-6]-[1-6] +[+-]\S+ +[+-]\S+$", both, flags=re.MULTILINE)) == 21


def test_rollout_as_json_is_the_rollout(capsys: Capture) -> None:
    answer = json_of(capsys, "rollout", "--trials", "36", "--threads", "1")
    other = gammon.rollout(START, 36, seed=1, opening=True, engine=gammon.Engine(threads=2))
    assert gammon.Rollout.from_json(json.dumps(answer)) == other
    assert (answer["cubeless"], answer["interrupted"]) == (True, False)
    assert (answer["left_aside"], answer["warnings"]) == ([], [])
    # The probabilities as they came, which can be below 0, are kept.
    assert answer["adjusted"]["probabilities"] == list(other.adjusted.probabilities)
    assert json_of(capsys, "rollout", THEIR_CUBE, *QUICK)["cubeless"] is False


def test_a_checkpoint_is_resumed(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "rollout.json")
    argv = ["rollout", PRIME, "--preset", "quick", "--checkpoint", file]
    output_of(capsys, *argv, "--trials", "36")
    resumed = json_of(capsys, *argv, "--trials", "72")
    fresh = json_of(capsys, "rollout", PRIME, "--preset", "quick", "--trials", "72")
    assert resumed["no_double"]["tally"] == fresh["no_double"]["tally"]
    err = refusal(capsys, *argv, "--trials", "72", "--seed", "2", code=1)
    assert err == f"gammon: {file}: belongs to another rollout, which differs in seed\n"
    assert "expected a checkpoint of 1 rollouts, got 2" in refusal(
        capsys, "rollout", "--checkpoint", file, "--trials", "9", code=1
    )
    Path(file).write_text("{}")
    assert file in refusal(capsys, *argv, code=1)


def test_a_checkpoint_that_cannot_be_written_is_reported_before_the_first_trial(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a trial was played")

    monkeypatch.setattr("gammon.rollouts.playing.play", never)
    file = tmp_path / "nowhere" / "rollout.json"
    err = refusal(capsys, "rollout", "--checkpoint", str(file), code=1)
    assert err == f"gammon: {file}: No such file or directory\n"


def test_after_ctrl_c_the_finished_trials_are_printed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gammon.cli.rollout.bar", stopping_after(200))
    assert main(["rollout", "--trials", "2000"]) == 130
    out, err = capsys.readouterr()
    done = re.search(r"never a double, partial: interrupted after (\d+) of 2,000 trials ", " ".join(out.split()))
    assert done
    assert f"{done[1]} trials in " in out
    assert err == "gammon: interrupted\n"
    monkeypatch.setattr("gammon.cli.rollout.bar", stopping_after(0))
    for argv in ([], ["31"], [PRIME]):
        assert main(["rollout", *argv, "--trials", "20"]) == 130
        assert capsys.readouterr().out == ""


def test_after_ctrl_c_compared_plays_and_actions_have_the_same_trials(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--preset", "quick", "--trials", "3000", "--ahead", "0", "--json")
    # One of these is in the middle of a round, whether its parts have 36 or 72 trials.
    for most in (150, 200):
        monkeypatch.setattr("gammon.cli.rollout.bar", stopping_after(most))
        assert main(["rollout", "31", "--top", "3", *options]) == 130
        answer = json.loads(capsys.readouterr().out)
        assert answer["interrupted"] is True
        (trials,) = {one["rollout"]["trials"] for one in answer["plays"]}
        assert 36 <= trials <= most // 3
        assert answer["plays"][1]["loss"]["is_paired"] is True
        assert main(["rollout", PRIME, *options]) == 130
        decision = json.loads(capsys.readouterr().out)
        assert decision["no_double"]["trials"] == decision["double_take"]["trials"] > 0
        assert decision["gain"]["is_paired"] is True


def test_seconds_and_error_stop_a_rollout(capsys: Capture) -> None:
    answer = json_of(capsys, "rollout", "--preset", "quick", "--error", "0.01")
    error = answer["equity_standard_error"]
    assert error <= 0.01
    assert answer["trials"] < 2000
    timed = json_of(capsys, "rollout", "31", "--top", "2", "--preset", "quick", "--seconds", "0.3", "--ahead", "0")
    assert len({one["rollout"]["trials"] for one in timed["plays"]}) == 1


@pytest.mark.parametrize(
    ("argv", "says", "code"),
    [
        ("--preset fast", "argument --preset: expected one of quick, standard, thorough, got 'fast'", 2),
        ("--truncate -1", "argument --truncate: expected a whole number from 0 to 10000, got -1", 2),
        ("--error 0", "argument --error: expected a number above 0, got '0'", 2),
        ("--seconds soon", "argument --seconds: expected a number above 0, got 'soon'", 2),
        ("--ply 4", "argument --ply: expected a whole number from 0 to 3, got 4", 2),
        ("31 --dice 52", "expected one roll, got 3 1 and --dice 5 2", 2),
        ("--dice 07", "expected a roll such as 31, got '07'", 2),
        (f"{START_ID} {BEFORE_ROLL}", "expected one ID and one roll", 2),
        ("31 --plays 8/2", "`8/2` is not legal with 3-1", 1),
        ("31 --plays ,", "--plays: expected plays separated by commas, got ','", 2),
        ("31 --plays 8/5 --top 2", "not allowed with argument", 2),
        ("--plays 8/5", "--plays needs plays to compare", 2),
        ("31 --no-decision --top 2", "--top needs plays to compare", 2),
        ("--ahead 3", "--ahead compares plays or cube actions", 2),
        ("--leaf-ply 2", "--leaf-ply needs --truncate", 2),
        ("--preset quick --truncate 0 --leaf-ply 2", "--leaf-ply needs --truncate", 2),
        ("--cubeless --away 4-2", "--cubeless ignores the score, so it cannot be used with --away", 2),
        ("--crawford played", "--crawford needs --away", 2),
        (OVER, "position: the game is over", 1),
        ("---BBBBBA----B--a-a-Bbcce-:1:1:1:R:0:0:3:0:10", "an unanswered raccoon", 2),
    ],
)
def test_mistakes_are_named(capsys: Capture, argv: str, says: str, code: int) -> None:
    assert says in refusal(capsys, "rollout", *shlex.split(argv), code=code)


def test_a_plot_without_matplotlib_names_the_extra_before_the_rollout(
    asked: dict[str, Any], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    err = refusal(capsys, "rollout", "--plot", "a.png", code=1)
    assert err == "gammon: --plot: plots need the extra `plot`: pip install 'gammon[plot]'\n"
    assert not asked


def test_a_plot_is_written(capsys: Capture, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "a.png"
    output_of(capsys, "rollout", "31", "--top", "2", *QUICK, "--plot", str(file))
    assert file.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    err = refusal(capsys, "rollout", "--plot", "a.pong", code=1)
    assert err.startswith("gammon: a.pong: expected a name that ends with a format for plots: ")
