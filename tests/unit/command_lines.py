"""Command lines that are run in this process, and in one of their own, for the tests of every command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

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


def output_of(capsys: Capture, *argv: str) -> str:
    """Run a command that works, and return what it prints."""
    code = main(argv)
    out, err = capsys.readouterr()
    assert (code, err) == (0, ""), err
    return out


def told(capsys: Capture, *argv: str) -> tuple[str, str]:
    """Run a command that works and says something on standard error; return both."""
    code = main(argv)
    out, err = capsys.readouterr()
    assert (code, "Traceback" in err) == (0, False), err
    return out, err


def json_of(capsys: Capture, *argv: str) -> dict[str, Any]:
    out = output_of(capsys, *argv, "--json")
    answer = json.loads(out)
    assert isinstance(answer, dict)
    return answer


def refusal(capsys: Capture, *argv: str, code: int) -> str:
    """Run a command that is refused, and return what it says."""
    assert main(argv) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def process(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the shell does, with its output in pipes."""
    return subprocess.run(
        [sys.executable, "-m", "gammon", *argv],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        encoding="utf-8",
        timeout=60,
        check=False,
        capture_output=True,
    )


def figures(out: str, row: str) -> list[float]:
    """Read the decimal numbers of a row of a table."""
    (line,) = (line for line in out.split("\n") if re.match(rf"{row} +[+-]?\d", line))
    return [float(number) for number in re.findall(r"[+-]?\d+\.\d+", line)]


def stopping_after(most: int) -> Callable[[str], AbstractContextManager[Callable[[int, int], None]]]:
    """Make a progress bar that is interrupted, as by Ctrl-C, once so much is done."""

    @contextmanager
    def bar(description: str) -> Iterator[Callable[[int, int], None]]:
        def report(done: int, total: int) -> None:
            if done >= most:
                raise KeyboardInterrupt

        yield report

    return bar
