"""Usage errors, help and exit codes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import gammon
from tests.unit.command_lines import (
    BEFORE_ROLL,
    COMMANDS,
    START_BOARD,
    START_ID,
    Capture,
    output_of,
    refusal,
)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["move"], "invalid choice: 'move'"),
        (["plays"], "needs a roll"),
        (["plays", BEFORE_ROLL], "needs a roll"),
        (["plays", "37"], "expected a roll such as 31, got '37'"),
        (["plays", START_ID, START_ID], "expected one ID and one roll"),
        (["plays", "31", "64"], "expected one ID and one roll"),
        (["rollout", "--dice", "07"], "expected a roll such as 31, got '07'"),
        (["rollout", "--trials", "0"], "expected a whole number from 1 to"),
        (["rollout", "--trials", "many"], "expected a whole number, got 'many'"),
        (["rollout", "--seed", "-1"], "expected a whole number from 0 to"),
        (["rollout", "--seed", str(2**64)], "expected a whole number from 0 to"),
        (["rollout", "--threads", "0"], "expected a whole number from 1 to"),
        (["rollout", "--threads", "1025"], "expected a whole number from 1 to"),
        (["plays", "31", "--limit", "0"], "expected a whole number from 1 to"),
        (["eval", "--ply", "4"], "expected a whole number from 0 to 3, got 4"),
        (["plays", "31", "--ply", "two"], "expected a whole number, got 'two'"),
        (["eval", "--tri", "5"], "unrecognized"),
        (["eval", START_ID, START_ID], "unrecognized"),
        (["play", "--opponent", "somebody"], "--opponent"),
    ],
)
def test_a_wrong_command_line_is_a_usage_error(capsys: Capture, argv: list[str], says: str) -> None:
    err = refusal(capsys, *argv, code=2)
    # The usage line of the subcommand, not of `gammon` itself.
    command = f" {argv[0]}" if argv and argv[0] != "move" else ""
    assert err.startswith(f"usage: gammon{command} [-h]")
    assert says in err


def test_version(capsys: Capture) -> None:
    assert output_of(capsys, "--version") == f"gammon {gammon.__version__}\n"


@pytest.mark.parametrize("argv", [[], *([command] for command in (*COMMANDS, "play", "match"))])
def test_help_fits_into_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: Capture, argv: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = output_of(capsys, *argv, "--help").split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("usage: gammon")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_help_work(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^  gammon (.+)$", output_of(capsys, command, "--help"), flags=re.MULTILINE)
    assert len(examples) >= 2
    gammon.met.write(gammon.met.load("woolsey"), "my.xml")  # Recognized by its content.
    for example in examples:
        few = {"rollout": ["--trials", "8"], "met": ["--games", "100"]}.get(command, [])
        output_of(capsys, *shlex.split(example), *few)


@pytest.mark.parametrize(
    ("argv", "says", "code"),
    [
        (["cube", "--crawford", "played"], "--crawford needs --away", 2),
        (["met", "--crawford", "played"], "--crawford needs --away", 2),
        (["met", "--away", "4"], "expected the points that each player needs", 2),
        (["met", "--away", "4-65"], "expected a whole number from 1 to 64, got 65", 2),
        (["met", "--away", "4-2", "--cube", "3"], "expected a cube value", 2),
        (["cube", "--efficiency", "2"], "expected a number from 0 to 1", 2),
        (["cube", "--away", "4-2", "--crawford", "played"], "R8.3", 1),
        (["met", "nothing.json"], "nothing.json: No such file", 1),
        (
            ["met", "wolsey"],
            "wolsey: No such file or directory; the tables that ship with gammon are kazaross_xg2, ",
            1,
        ),
        (["met", "--crawford", "this", "--write", "/dev/null/x"], "--crawford needs --away", 2),
        (["plays", "31", "--efficiency", "0.2"], "--efficiency needs a cubeful ranking", 2),
        (["plays", "31", "--cubeless", "--away", "4-2"], "cannot be used with --away", 2),
        (["plays", "31", "--cubeless", "--score-map", "2"], "cannot be used with --score-map", 2),
        (["cube", "--met", "nothing.json"], "nothing.json: No such file", 1),
        (["cube", f"{START_BOARD}:0:0:1:00:0:0:0:99:10"], "from 1 to 64", 1),
    ],
)
def test_an_invalid_score_is_refused_with_the_reason(capsys: Capture, argv: list[str], says: str, code: int) -> None:
    assert says in refusal(capsys, *argv, code=code)


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupted(position: gammon.Position, *, engine: gammon.Engine) -> gammon.Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(gammon, "evaluate", interrupted)
    assert refusal(capsys, "eval", code=130) == "gammon: interrupted\n"


def test_help_is_a_command_and_the_default_one(capsys: Capture) -> None:
    whole = output_of(capsys, "--help")
    assert output_of(capsys) == whole
    assert output_of(capsys, "help") == whole
    assert output_of(capsys, "help", "cube") == output_of(capsys, "cube", "--help")
    assert "invalid choice: 'cubes'" in refusal(capsys, "help", "cubes", code=2)
