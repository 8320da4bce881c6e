"""Helpers that run commands, in this process or in a subprocess, for the tests of the command line."""

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
COMMANDS = ("rollout", "plays", "eval", "cube", "race", "met", "show")

Capture = pytest.CaptureFixture[str]


def output_of(capsys: Capture, *argv: str) -> str:
    """Run a command that must succeed and write nothing to standard error; return its standard output."""
    code = main(argv)
    out, err = capsys.readouterr()
    assert (code, err) == (0, ""), err
    return out


def output_and_notes_of(capsys: Capture, *argv: str) -> tuple[str, str]:
    """Run a command that must succeed; return its standard output and standard error."""
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
    """Run a command that must fail with exit code `code`; return its error message."""
    assert main(argv) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def process(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a subprocess, with its output in pipes."""
    return subprocess.run(
        [sys.executable, "-m", "gammon", *argv],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        encoding="utf-8",
        timeout=60,
        check=False,
        capture_output=True,
    )


def figures(out: str, row: str) -> list[float]:
    """Return the decimal numbers in one row of a table."""
    (line,) = (line for line in out.split("\n") if re.match(rf"{row} +[+-]?\d", line))
    return [float(number) for number in re.findall(r"[+-]?\d+\.\d+", line)]


def stopping_after(most: int) -> Callable[..., AbstractContextManager[Callable[[int, int], None]]]:
    """Make a progress bar that raises KeyboardInterrupt once `most` units of work are done."""

    @contextmanager
    def bar(description: str, words: object = None) -> Iterator[Callable[[int, int], None]]:
        def report(done: int, total: int) -> None:
            if done >= most:
                raise KeyboardInterrupt

        yield report

    return bar
