"""The command line, run in this process and, where the shell matters, in one of its own."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gammon
from gammon.cli import main

START_ID = "4HPwATDgc/ABMA"
START_BOARD = "-b----E-C---eE---c-e----B-"
BEFORE_ROLL = f"{START_BOARD}:0:0:1:00:0:0:0:0:10"
WITH_31 = f"{START_BOARD}:0:0:1:31:0:0:0:0:10"
TWO_DASHES = "--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8"
TWO_DASHES_ID = "u61jAAButwMGAA"
HIS_TURN = "-a---aE-C---eE---c-e----B-:1:1:-1:64:3:5:0:7:10"
COMMANDS = ("rollout", "plays", "eval", "cube", "met", "show")

Capture = pytest.CaptureFixture[str]


def _answer(capsys: Capture, *argv: str) -> str:
    """Run a command that works, and return what it prints."""
    code = main(argv)
    out, err = capsys.readouterr()
    assert (code, err) == (0, ""), err
    return out


def _json(capsys: Capture, *argv: str) -> dict[str, Any]:
    out = _answer(capsys, *argv, "--json")
    answer = json.loads(out)
    assert isinstance(answer, dict)
    return answer


def _refusal(capsys: Capture, *argv: str, code: int) -> str:
    """Run a command that is refused, and return what it says."""
    assert main(argv) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def _process(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the shell does, with its output in pipes."""
    return subprocess.run(
        [sys.executable, "-m", "gammon", *argv],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        encoding="utf-8",
        timeout=60,
        check=False,
        capture_output=True,
    )


# --- IDs ---


@pytest.mark.parametrize(
    "written", [BEFORE_ROLL, f"XGID={BEFORE_ROLL}", f"xgid={BEFORE_ROLL}", START_ID, f" {START_ID} "]
)
def test_an_id_may_begin_with_a_dash_and_come_with_or_without_its_prefix(capsys: Capture, written: str) -> None:
    assert _json(capsys, "show", written)["position"] == START_ID


@pytest.mark.parametrize(
    "argv",
    [
        [TWO_DASHES, "--json", "--limit", "1"],
        ["--json", TWO_DASHES, "--limit", "1"],
        ["--limit", "1", "--json", TWO_DASHES],
        ["--json", "--", TWO_DASHES],
    ],
)
def test_an_xgid_that_begins_with_dashes_may_stand_anywhere(capsys: Capture, argv: list[str]) -> None:
    assert json.loads(_answer(capsys, "plays", *argv))["position"] == TWO_DASHES_ID


def test_an_xgid_without_an_empty_place_is_an_xgid(capsys: Capture) -> None:
    assert _json(capsys, "show", f"{'aA' * 13}:0:0:1:00:0:0:0:0:10")["pip_counts"] == [169, 169]


def test_an_xgid_is_seen_by_the_player_on_roll(capsys: Capture) -> None:
    shown = _json(capsys, "show", HIS_TURN)
    assert shown["own"] == [*[0] * 6, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 6, 1, 0, 0, 0, 1, 0]


def test_cube_score_and_dice_of_an_xgid_are_shown(capsys: Capture) -> None:
    shown = _json(capsys, "show", f"{START_BOARD}:2:1:-1:64:3:5:0:7:10")
    assert (shown["cube"], shown["cube_owner"]) == (4, "opponent")
    assert (shown["score"], shown["match_length"], shown["crawford"]) == ([5, 3], 7, False)
    assert shown["dice"] == [6, 4]
    drawn = _answer(capsys, "show", f"{START_BOARD}:2:1:-1:64:3:6:1:7:10")
    for words in ("cube 4, O's", "X to play 6 4", "6-3, match to 7, Crawford", START_ID):
        assert words in drawn


@pytest.mark.parametrize(
    ("offer", "status"), [("D", "O to answer"), ("B", "X on roll"), ("R", "O to answer"), ("00", "X on roll")]
)
def test_an_offer_is_shown(capsys: Capture, offer: str, status: str) -> None:
    xgid = f"{START_BOARD}:0:0:-1:{offer}:0:0:3:0:10"
    assert status in _answer(capsys, "show", xgid)
    offers = {"D": "double", "B": "beaver", "R": "raccoon"}
    assert _json(capsys, "show", xgid)["offer"] == offers.get(offer)


def test_a_gnu_match_id_is_read_too(capsys: Capture) -> None:
    shown = _json(capsys, "show", f"{START_ID}:QgngAFAAGAAE")
    assert (shown["position"], shown["cube"], shown["cube_owner"]) == (START_ID, 4, "opponent")
    assert (shown["match_length"], shown["score"]) == (7, [3, 5])


@pytest.mark.parametrize("command", ["rollout", "eval", "show"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "neither an XGID nor"),
        ("no id", "neither an XGID nor"),
        ("4HPwATDgc", "9"),
        (f"{START_ID}:cAk", "match ID"),
        (START_BOARD, "field"),
        (f"{START_BOARD[:-1]}:0:0:1:00:0:0:0:0:10", "25"),
        (f"{START_BOARD}:0:0:1:71:0:0:0:0:10", "71"),
        (f"-b----3-C---eE---c-e----B-{BEFORE_ROLL[26:]}", "3"),
        (f"{START_BOARD[:-2]}O-{BEFORE_ROLL[26:]}", "28"),
    ],
)
def test_what_is_no_id_is_bad_input(capsys: Capture, command: str, text: str, says: str) -> None:
    err = _refusal(capsys, command, text, "--json", code=1)
    assert re.fullmatch(rf"gammon: .*{says}.*\n", err)


# --- rollout ---


def test_rollout_prints_what_it_did_and_how_sure_it_is(capsys: Capture) -> None:
    out = _answer(capsys, "rollout", "--trials", "36", "--seed", "7")
    for words in (START_ID, "never a double", "95 % interval", "36 trials in ", "games per second", "seed 7, network "):
        assert words in out
    mean, error, low, high = _figures(out, "win")
    assert low < mean < high
    for bound in (low, high):  # At either, so many trials are off by 1.96 standard errors that are the bound's own.
        assert abs(mean - bound) == pytest.approx(1.96 * (bound * (100 - bound) / 36) ** 0.5, abs=0.02)
    assert error == pytest.approx((mean * (100 - mean) / 36) ** 0.5, abs=0.01)
    assert _figures(out, "lose")[0] == pytest.approx(100 - mean, abs=0.011)
    mean, error, low, high = _figures(out, "cubeless equity")
    assert low == pytest.approx(max(mean - 1.96 * error, -3), abs=0.0002)
    assert high == pytest.approx(min(mean + 1.96 * error, 3), abs=0.0002)


def test_one_trial_proves_little(capsys: Capture) -> None:
    out = _answer(capsys, "rollout", "--trials", "1")
    assert "1 trial in" in out
    (_, _, low, high), (_, _, other_low, other_high) = _figures(out, "win"), _figures(out, "lose")
    assert {(low, high), (other_low, other_high)} == {(0, 79.35), (20.65, 100)}  # Wilson's interval of 0 and 1 of 1.
    assert len(_figures(out, "cubeless equity")) == 2


def test_rollout_prints_the_figures_of_the_rollout(capsys: Capture) -> None:
    out = _answer(capsys, "rollout", START_ID, "--trials", "36")
    result = gammon.rollout(gammon.Position.start(), trials=36, seed=1)
    mean = result.mean
    assert _figures(out, "win")[:2] == pytest.approx([100 * mean.win, 100 * result.standard_error[0]], abs=0.0051)
    gammons = [float(found) for found in re.findall(r"gammon or more +([\d.]+) %", out)]
    assert gammons == pytest.approx([100 * mean.win_gammon, 100 * mean.lose_gammon], abs=0.0051)
    backgammons = [float(found) for found in re.findall(r"backgammon +([\d.]+) %", out)]
    assert backgammons == pytest.approx([100 * mean.win_backgammon, 100 * mean.lose_backgammon], abs=0.0051)


def _figures(out: str, row: str) -> list[float]:
    (line,) = (line for line in out.split("\n") if re.match(rf"{row} +[+-]?\d", line))
    return [float(number) for number in re.findall(r"[+-]?\d+\.\d+", line)]


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
def test_rollout_throws_an_opening_roll_only_without_an_id_and_without_dice(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, argv: list[str], roll: tuple[int, int] | None, opening: bool
) -> None:
    asked: dict[str, Any] = {}
    true_rollout = gammon.rollout

    def spy(
        position: gammon.Position,
        *,
        trials: int,
        seed: int,
        roll: tuple[int, int] | None,
        opening: bool,
        engine: gammon.Engine,
        progress: Callable[[int, int], None],
    ) -> gammon.Rollout:
        asked.update(trials=trials, seed=seed, threads=engine.threads, roll=roll, opening=opening)
        return true_rollout(
            position, trials=trials, seed=seed, roll=roll, opening=opening, engine=engine, progress=progress
        )

    monkeypatch.setattr(gammon, "rollout", spy)
    _answer(capsys, "rollout", *argv, "--trials", "8", "--seed", "5", "--threads", "2")
    assert (asked["roll"], asked["opening"]) == (roll, opening)
    assert (asked["trials"], asked["seed"], asked["threads"]) == (8, 5, 2)


def test_rollout_plays_1296_trials_of_seed_1_unless_told_otherwise(capsys: Capture) -> None:
    answer = _json(capsys, "rollout")
    assert (answer["trials"], answer["seed"]) == (1296, 1)


def test_rollout_as_json_is_the_rollout(capsys: Capture) -> None:
    answer = _json(capsys, "rollout", WITH_31, "--trials", "8", "--threads", "1")
    other = json.loads(
        gammon.rollout(
            gammon.Position.start(), trials=8, seed=1, roll=(3, 1), engine=gammon.Engine(threads=2)
        ).to_json()
    )
    assert answer["trials"] == 8
    for one in (answer, other):
        one.pop("seconds", None)
    assert answer == other


# --- plays ---


def test_plays_are_all_legal_plays_best_first(capsys: Capture) -> None:
    answer = _json(capsys, "plays", "31")
    plays = answer["plays"]
    assert (answer["position"], answer["roll"], answer["legal_plays"]) == (START_ID, [3, 1], 16)
    assert len({one["position_after"] for one in plays}) == 16
    assert [one["loss"] for one in plays] == sorted(one["loss"] for one in plays)
    assert plays[0]["loss"] == 0
    for one in plays:
        assert one["loss"] == pytest.approx(plays[0]["cubeless_equity"] - one["cubeless_equity"], abs=1e-6)
        assert 0 <= one["outcome"]["win"] <= 1
    point = next(one for one in plays if one["play"] == "8/5 6/5")
    assert sorted(point["moves"]) == [[6, 5], [8, 5]]


def test_plays_use_the_dice_of_the_id_unless_others_are_given(capsys: Capture) -> None:
    assert _json(capsys, "plays", WITH_31)["roll"] == [3, 1]
    assert _json(capsys, "plays", WITH_31, "64")["roll"] == [6, 4]
    assert _json(capsys, "plays", "64", WITH_31)["roll"] == [6, 4]
    assert _json(capsys, "plays", START_ID, "6-4")["roll"] == [6, 4]


def test_plays_are_listed_up_to_a_limit(capsys: Capture) -> None:
    for limit, argv in ((10, []), (3, ["--limit", "3"]), (16, ["--limit", "16"]), (16, ["--limit", "99"])):
        out = _answer(capsys, "plays", "31", *argv)
        ranks = [int(rank) for rank in re.findall(r"^ *(\d+)  ", out, flags=re.MULTILINE)]
        assert ranks == list(range(1, limit + 1))
        assert ("legal plays" in out) is (limit < 16)
    assert len(_json(capsys, "plays", "31", "--limit", "3")["plays"]) == 3


def test_the_table_of_plays_says_what_the_json_says(capsys: Capture) -> None:
    best = _json(capsys, "plays", "31")["plays"][0]
    line = next(line for line in _answer(capsys, "plays", "31").split("\n") if line.lstrip().startswith("1 "))
    assert best["play"] in line
    numbers = [float(number) for number in re.findall(r"[+-]?\d+\.\d+", line)]
    chances = best["outcome"]
    lose = 1 - chances["win"]
    in_order = [chances["win"], chances["win_gammon"], chances["win_backgammon"]]
    in_order += [lose, chances["lose_gammon"], chances["lose_backgammon"]]
    assert numbers[:2] == pytest.approx([best["cubeless_equity"], 0], abs=0.000051)
    assert numbers[2:] == pytest.approx([100 * chance for chance in in_order], abs=0.051)


def test_plays_and_positions_are_searched_as_far_as_is_said(capsys: Capture) -> None:
    for ply in (0, 1, 2):
        answer = _json(capsys, "eval", "--ply", str(ply))
        outcome = gammon.evaluate(gammon.Position.start(), ply=ply)
        assert (answer["ply"], answer["cubeless_equity"]) == (ply, outcome.cubeless_equity)
        assert (f"before the roll, {ply}-ply" in _answer(capsys, "eval", "--ply", str(ply))) is (ply > 0)
    plays = _json(capsys, "plays", "21", "--ply", "1")["plays"]
    ranked = gammon.rank_plays(gammon.Position.start(), (2, 1), ply=1)
    assert [(one["ply"], one["cubeless_equity"]) for one in plays] == [(one.ply, one.equity) for one in ranked]


def test_the_table_of_plays_shows_plies_where_they_differ(capsys: Capture) -> None:
    mixed = _answer(capsys, "plays", "31", "--ply", "1")
    assert "with 3 1 to play, 1-ply" in mixed
    header = next(line for line in mixed.split("\n") if "equity" in line)
    assert header.split()[:3] == ["play", "ply", "equity"]
    rows = [line.split() for line in mixed.split("\n") if line.lstrip()[:2] in ("1 ", "10")]
    assert [row[-9] for row in rows] == ["1", "0"]
    for argv in (["31"], ["31", "--ply", "1", "--limit", "1"]):
        assert "ply " not in _answer(capsys, "plays", *argv).split("equity")[0].split("\n")[-1].replace("play ", "")
    assert all(len(line) <= 80 for line in mixed.split("\n"))


def test_a_turn_that_passes_has_no_plays(capsys: Capture) -> None:
    closed_out = "-" * 19 + "bbbbbb" + "A" + ":0:0:1:66:0:0:0:0:10"
    answer = _json(capsys, "plays", closed_out)
    assert (answer["legal_plays"], answer["plays"]) == (0, [])
    assert "nothing can be played" in _answer(capsys, "plays", closed_out)


# --- eval and show ---


def test_eval_is_the_evaluation(capsys: Capture) -> None:
    answer = _json(capsys, "eval", BEFORE_ROLL)
    outcome = gammon.evaluate(gammon.Position.start())
    assert answer["outcome"]["win"] == outcome.win
    assert answer["outcome"]["lose_backgammon"] == outcome.lose_backgammon
    assert answer["cubeless_equity"] == outcome.cubeless_equity
    table = _answer(capsys, "eval")
    assert _figures(table, "win") == pytest.approx([100 * outcome.win], abs=0.0051)
    assert _figures(table, "lose") == pytest.approx([100 - 100 * outcome.win], abs=0.0051)
    assert _figures(table, "cubeless equity") == pytest.approx([outcome.cubeless_equity], abs=0.000051)


def test_eval_says_that_it_leaves_the_roll_aside(capsys: Capture) -> None:
    assert "3 1" not in _answer(capsys, "eval", BEFORE_ROLL)
    assert "left aside" in _answer(capsys, "eval", WITH_31)


def test_show_writes_a_drawing_or_nothing(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("old")
    assert _answer(capsys, "show", BEFORE_ROLL, "--svg", str(file)) == ""
    assert ET.parse(file).getroot().get("role") == "img"
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]
    assert file.read_text() == _answer(capsys, "show", BEFORE_ROLL, "--svg", "-")
    err = _refusal(capsys, "show", "--svg", str(tmp_path / "none" / "board.svg"), code=1)
    assert err == f"gammon: {tmp_path / 'none' / 'board.svg'}: No such file or directory\n"
    assert str(tmp_path) in _refusal(capsys, "show", "--svg", str(tmp_path), code=1)
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]


def test_a_drawing_that_cannot_be_put_in_place_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    def refuse(source: str, target: str) -> None:
        raise PermissionError(13, "Permission denied", source)

    file = tmp_path / "board.svg"
    file.write_text("old")
    monkeypatch.setattr(os, "replace", refuse)
    assert _refusal(capsys, "show", "--svg", str(file), code=1) == f"gammon: {file}: Permission denied\n"
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("board.svg", "old")]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such device")
def test_show_does_not_replace_a_device(capsys: Capture) -> None:
    _answer(capsys, "show", "--svg", os.devnull)
    assert Path(os.devnull).is_char_device()


# --- the command line as such ---


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "required: COMMAND"),
        (["move"], "invalid choice: 'move'"),
        (["plays"], "needs a roll"),
        (["plays", BEFORE_ROLL], "needs a roll"),
        (["plays", "37"], "'37' is no roll"),
        (["plays", START_ID, START_ID], "an ID and a roll"),
        (["plays", "31", "64"], "an ID and a roll"),
        (["rollout", "--dice", "07"], "'07' is no roll"),
        (["rollout", "--trials", "0"], "0 is not in 1 to"),
        (["rollout", "--trials", "many"], "'many' is no whole number"),
        (["rollout", "--seed", "-1"], "-1 is not in 0 to"),
        (["rollout", "--seed", str(2**64)], "is not in 0 to"),
        (["rollout", "--threads", "0"], "0 is not in 1 to"),
        (["rollout", "--threads", "1025"], "1025 is not in 1 to"),
        (["plays", "31", "--limit", "0"], "0 is not in 1 to"),
        (["eval", "--ply", "4"], "4 is not in 0 to 3"),
        (["plays", "31", "--ply", "two"], "'two' is no whole number"),
        (["eval", "--tri", "5"], "unrecognized"),
        (["eval", START_ID, START_ID], "unrecognized"),
    ],
)
def test_a_wrong_command_line_is_a_usage_error(capsys: Capture, argv: list[str], says: str) -> None:
    err = _refusal(capsys, *argv, code=2)
    assert err.startswith("usage: gammon")
    assert says in err


def test_version(capsys: Capture) -> None:
    assert _answer(capsys, "--version") == f"gammon {gammon.__version__}\n"


@pytest.mark.parametrize("argv", [[], *([command] for command in (*COMMANDS, "play", "match"))])
def test_help_fits_into_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: Capture, argv: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = _answer(capsys, *argv, "--help").split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("usage: gammon")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_help_work(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^  gammon (.+)$", _answer(capsys, command, "--help"), flags=re.MULTILINE)
    assert len(examples) >= 2
    gammon.met.write(gammon.met.load("woolsey"), "my.xml")  # What it is, not its name, says how it is read.
    for example in examples:
        few = {"rollout": ["--trials", "8"], "met": ["--games", "100"]}.get(command, [])
        _answer(capsys, *example.split(), *few)


# --- The cube and match equities ---


def test_a_cube_decision_is_that_of_the_id(capsys: Capture) -> None:
    at_score = f"{START_BOARD}:1:1:1:00:3:5:0:7:10"
    expected = gammon.cube_decision(gammon.Xgid(at_score), ply=1)
    answer = _json(capsys, "cube", at_score, "--ply", "1")
    assert (answer["away"], answer["cube"], answer["cube_owner"]) == ([4, 2], 2, 1)
    assert (answer["action"], answer["words"]) == (expected.action.name, expected.words)
    assert answer["mwc"] == list(expected.mwc or ())
    assert answer["errors"]["double"] == expected.error_double
    assert answer["points"]["cash"] == expected.points.cash
    text = _answer(capsys, "cube", at_score, "--ply", "1")
    assert f"Right: {expected.words}." in text
    assert "4-away, 2-away, 1-ply" in text
    assert "match win" in text
    assert max(map(len, text.split("\n"))) <= 80


def test_a_score_on_the_command_line_goes_before_that_of_the_id(capsys: Capture) -> None:
    arguments = ("cube", START_ID, "--away", "4-1", "--crawford", "played", "--met", "woolsey", "--efficiency", "0")
    answer = _json(capsys, *arguments)
    scoring = gammon.Scoring.match(4, 1, crawford=gammon.Crawford.PLAYED)
    expected = gammon.cube_decision(
        gammon.Position.start(), stakes=scoring, engine=gammon.Engine(met=gammon.met.load("woolsey"), efficiency=0.0)
    )
    assert answer["no_double"] == expected.no_double
    assert answer["efficiency"] == 0
    crawford = _json(capsys, "cube", START_ID, "--away", "4-1")
    assert crawford["action"] == "UNAVAILABLE"
    assert "may not double" in _answer(capsys, "cube", START_ID, "--away", "4-1")
    beavers = _answer(capsys, "cube", f"{START_BOARD}:0:0:1:00:0:0:3:0:10")
    assert "double, beaver" in beavers
    assert "Jacoby, beavers" in beavers


def test_plays_are_ranked_with_the_cube_where_the_score_is_known(capsys: Capture) -> None:
    at_score = f"{START_BOARD}:0:0:1:21:3:5:0:7:10"
    expected = gammon.rank_plays(gammon.Xgid(at_score), (2, 1), ply=1)
    for arguments in ((at_score,), ("21", "--away", "4-2"), (START_ID, "21", "--away", "4-2", "--crawford", "to-come")):
        answer = _json(capsys, "plays", *arguments, "--ply", "1")
        assert answer["away"] == [4, 2]
        found = [(one["play"], one["cubeful_equity"], one["mwc"], one["loss"]) for one in answer["plays"]]
        assert found == [(str(one.play), one.equity, one.mwc, one.loss) for one in expected]
    text = _answer(capsys, "plays", at_score, "--ply", "1")
    assert "4-away, 2-away, 1-ply" in text
    assert "mwc" in text
    assert "Equities are with the cube" in text
    assert max(map(len, text.split("\n"))) <= 80
    for without in (["21"], [START_ID, "21"], [at_score, "--cubeless"]):
        alone = _json(capsys, "plays", *without)
        assert alone["away"] is None
        assert alone["plays"][0]["cubeful_equity"] is None
        assert alone["plays"][0]["mwc"] is None


def test_score_maps_say_what_is_right_at_each_score(capsys: Capture) -> None:
    position = "---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
    found = gammon.score_map(gammon.Xgid(position), length=7)
    assert _json(capsys, "cube", position, "--score-map", "7")["map"] == [list(row) for row in found.labels()]
    text = _answer(capsys, "cube", position, "--score-map", "7")
    row = next(line.split() for line in text.split("\n") if line.startswith("5 "))
    assert tuple(row[1:]) == found.labels()[4]
    assert "D double" in text
    plays = gammon.score_map(gammon.Position.start(), (2, 1), length=5)
    answer = _json(capsys, "plays", "21", "--score-map", "5")
    assert answer["map"] == [list(row) for row in plays.labels()]
    assert answer["plays"]["A"] == plays.letters()["A"][0]
    shown = _answer(capsys, "plays", "21", "--score-map", "5")
    assert f"A: {answer['plays']['A']} (" in shown
    for one in (text, shown):
        assert max(map(len, one.split("\n"))) <= 80
    for command in (["cube", START_ID], ["plays", "21"]):
        assert "without --away" in _refusal(capsys, *command, "--score-map", "5", "--away", "4-2", code=2)


def test_market_losers_are_said_if_asked_for(capsys: Capture) -> None:
    position = "---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
    expected = gammon.cube_decision(gammon.Xgid(position), market_losers=True).market_losers
    assert _json(capsys, "cube", position, "--market-losers")["market_losers"] == expected
    assert "comes too late" in _answer(capsys, "cube", position, "--market-losers")
    assert _json(capsys, "cube", position)["market_losers"] is None


def test_a_table_and_its_points_are_shown(capsys: Capture, tmp_path: Path) -> None:
    shown = _answer(capsys, "met", "woolsey", "--length", "12")
    assert "Kit Woolsey, 12 of 15 points" in shown
    assert "Copyright (C) 1992" in shown
    assert max(map(len, shown.split("\n"))) <= 80
    assert _json(capsys, "met", "woolsey")["post_crawford"][0][:2] == [0.5, 0.485]
    points = _json(capsys, "met", "--away", "3-4", "--cube", "1")
    assert points["take"] == pytest.approx(0.240364, abs=1e-6)
    turned = _json(capsys, "met", "--away", "4-3", "--cube", "2")
    assert turned["take"] == pytest.approx(0.18564)
    assert turned["cash"] == pytest.approx(1 - 0.40053)
    assert turned["mwc"] == 0.4285
    assert "gammon value" in _answer(capsys, "met", "--away", "2-1")
    assert list(_json(capsys, "met", "--list")) == gammon.met.names()
    assert "rockwell_kazaross" in _answer(capsys, "met", "--list")
    path = tmp_path / "ours.json"
    _answer(capsys, "met", "--make", "--games", "50", "--length", "5", "--seed", "2", "--write", str(path))
    assert gammon.met.read(path) == gammon.make_met(5, games=50, seed=2)


@pytest.mark.parametrize(
    ("argv", "says", "code"),
    [
        (["cube", "--crawford", "played"], "--crawford goes with --away", 2),
        (["met", "--crawford", "played"], "--crawford goes with --away", 2),
        (["met", "--away", "4"], "write what both players need", 2),
        (["met", "--away", "4-65"], "65 is not in 1 to 64", 2),
        (["met", "--away", "4-2", "--cube", "3"], "no value of a cube", 2),
        (["cube", "--efficiency", "2"], "no number from 0 to 1", 2),
        (["cube", "--away", "4-2", "--crawford", "played"], "R8.3", 1),
        (["met", "nothing.json"], "nothing.json: No such file", 1),
        (["met", "wolsey"], "wolsey: No such file or directory; the tables that ship are kazaross_xg2, ", 1),
        (["met", "--crawford", "this", "--write", "/dev/null/x"], "--crawford goes with --away", 2),
        (["plays", "31", "--efficiency", "0.2"], "--efficiency is about the cube", 2),
        (["plays", "31", "--cubeless", "--away", "4-2"], "goes without --away", 2),
        (["plays", "31", "--cubeless", "--score-map", "2"], "goes without --score-map", 2),
        (["cube", "--met", "nothing.json"], "nothing.json: No such file", 1),
        (["cube", f"{START_BOARD}:0:0:1:00:0:0:0:99:10"], "from 1 to 64", 1),
    ],
)
def test_what_is_wrong_about_a_score_is_said(capsys: Capture, argv: list[str], says: str, code: int) -> None:
    assert says in _refusal(capsys, *argv, code=code)


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupted(position: gammon.Position, *, ply: int) -> gammon.Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(gammon, "evaluate", interrupted)
    assert _refusal(capsys, "eval", code=130) == "gammon: interrupted\n"


# --- as the shell runs it ---


@pytest.mark.parametrize("argv", [["rollout", "--trials", "36"], ["plays", TWO_DASHES], ["eval"], ["show"]])
def test_a_pipe_gets_plain_text_of_80_columns(argv: list[str]) -> None:
    done = _process(*argv, FORCE_COLOR="1", COLUMNS="40")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert 50 < max(map(len, done.stdout.split("\n"))) <= 80


def test_a_pipe_has_80_columns_whatever_the_terminal_has() -> None:
    narrow, wide = (_process("plays", "66", COLUMNS=columns).stdout for columns in ("30", "200"))
    assert narrow == wide


@pytest.mark.parametrize("argv", [["met", "--length", "25"], ["cube", "--score-map", "25"]])
def test_a_long_table_is_divided_and_no_number_cut(capsys: Capture, argv: list[str]) -> None:
    shown = _answer(capsys, *argv)
    assert max(map(len, shown.split("\n"))) <= 80
    assert "…" not in shown
    heads = [line.split()[1:] for line in shown.split("\n") if line.startswith("need")]
    assert [int(head) for line in heads for head in line] == list(range(1, 26))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("argv", [["cube"], ["plays", "31"], ["met", "--away", "4-2"]])
def test_a_narrow_terminal_breaks_lines_and_cuts_no_number(argv: list[str]) -> None:
    controller, terminal = os.openpty()
    environment = os.environ | {"COLUMNS": "20", "TERM": "xterm"}
    with os.fdopen(controller, "rb") as shown, os.fdopen(terminal, "w") as screen:
        command = [sys.executable, "-m", "gammon", *argv]
        subprocess.run(command, stdout=screen, env=environment, timeout=60, check=True)
        written = os.read(shown.fileno(), 100_000).decode()
    assert "\u2026" not in written
    assert re.search(r"\d\.\d{4}", written)


def test_a_pipe_that_knows_only_ascii_gets_ascii() -> None:
    done = _process("plays", "66", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_a_name_that_is_no_text_can_be_printed(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json")
    done = subprocess.run(
        [sys.executable, "-m", "gammon", "play", "--seed", "153", "--save", path],
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        input=b"8/5 6/5\nquit\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"/\udcff.json; `gammon play" in done.stdout


def test_bad_input_ends_the_process_with_1() -> None:
    done = _process("show", "-b-:0:0")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("gammon: ")


def test_a_wrong_command_line_ends_the_process_with_2() -> None:
    assert _process("plays").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break in another way")
@pytest.mark.parametrize("argv", [["show"], ["plays", "33"], ["eval", "--json"], ["met"], ["met", "--list"]])
def test_a_reader_who_leaves_is_no_error(argv: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "gammon", *argv], stdout=out, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "gammon", "show"], stdout=out, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"gammon: standard output: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_sees_a_bar_and_ctrl_c_stops_the_rollout() -> None:
    controller, terminal = os.openpty()
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "gammon", "rollout", "--trials", str(10**9), "--json"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(terminal)
    try:
        seen = b""
        while b"/1000000000" not in seen:
            assert select.select([controller], [], [], 30)[0], f"nothing comes any more after {seen!r}"
            seen += os.read(controller, 4096)
        assert time.monotonic() - started > 1
        assert b"rollout" in seen
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        assert (process.returncode, out) == (130, b"")
        assert b"gammon: interrupted" in _rest(controller)
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def _rest(terminal: int) -> bytes:
    """Read what a terminal was sent until nobody is left who could send more."""
    read = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # On Linux, the end of a pseudo-terminal.
            return read
        if not more:
            return read
        read += more
