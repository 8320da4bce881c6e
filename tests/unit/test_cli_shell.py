"""Commands in subprocesses: pipes, terminals, signals."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gammon
from tests.unit.command_lines import (
    TWO_DASHES,
    Capture,
    output_of,
    process,
)


@pytest.mark.parametrize("argv", [["rollout", "--trials", "36"], ["plays", TWO_DASHES], ["eval"], ["show"]])
def test_a_pipe_gets_plain_text_of_80_columns(argv: list[str]) -> None:
    done = process(*argv, FORCE_COLOR="1", COLUMNS="40")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert 50 < max(map(len, done.stdout.split("\n"))) <= 80


def test_a_pipe_gets_80_columns_regardless_of_the_terminal() -> None:
    narrow, wide = (process("plays", "66", COLUMNS=columns).stdout for columns in ("30", "200"))
    assert narrow == wide


@pytest.mark.parametrize("argv", [["met", "--length", "25"], ["cube", "--score-map", "25", "--ply", "0"]])
def test_a_wide_table_is_split_without_cutting_numbers(capsys: Capture, argv: list[str]) -> None:
    shown = output_of(capsys, *argv)
    assert max(map(len, shown.split("\n"))) <= 80
    assert "…" not in shown
    heads = [line.split()[1:] for line in shown.split("\n") if line.startswith("need")]
    assert [int(head) for line in heads for head in line] == list(range(1, 26))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("argv", [["cube"], ["plays", "31"], ["met", "--away", "4-2"]])
def test_a_narrow_terminal_wraps_lines_without_cutting_numbers(argv: list[str]) -> None:
    controller, terminal = os.openpty()
    environment = os.environ | {"COLUMNS": "20", "TERM": "xterm"}
    with os.fdopen(controller, "rb") as shown, os.fdopen(terminal, "w") as screen:
        command = [sys.executable, "-m", "gammon", *argv]
        subprocess.run(command, stdout=screen, env=environment, timeout=60, check=True)
        written = os.read(shown.fileno(), 100_000).decode()
    assert "\u2026" not in written
    assert re.search(r"\d\.\d{4}", written)


def test_a_pipe_with_ascii_encoding_gets_ascii() -> None:
    done = process("plays", "66", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux allows file names that are not valid text")
def test_a_file_name_that_is_not_valid_text_can_be_printed(tmp_path: Path) -> None:
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
    assert rb"/\udcff.json; resume with `gammon play" in done.stdout


def test_bad_input_ends_the_process_with_1() -> None:
    done = process("show", "-b-:0:0")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("gammon: ")


def test_a_wrong_command_line_ends_the_process_with_2() -> None:
    assert process("plays").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="broken pipes are reported differently there")
@pytest.mark.parametrize("argv", [["show"], ["plays", "33"], ["eval", "--json"], ["met"], ["met", "--list"]])
def test_a_closed_pipe_is_not_an_error(argv: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "gammon", *argv], stdout=out, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_reported() -> None:
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
        [sys.executable, "-m", "gammon", "rollout", "--trials", str(10**9), "--json", "--threads", "1"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(terminal)
    try:
        seen = b""
        while b"/1000000000" not in seen:
            assert select.select([controller], [], [], 30)[0], f"no output for 30 s after {seen!r}"
            seen += os.read(controller, 4096)
        assert time.monotonic() - started > 1
        time.sleep(0.5)  # The bar appears after a second, so some trials have finished long before.
        assert b"rollout" in seen
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        assert process.returncode == 130
        partial = json.loads(out)
        assert partial["interrupted"] is True
        assert 0 < partial["trials"] < 10**9
        whole = gammon.rollout(gammon.Position.start(), partial["trials"], seed=1, opening=True)
        assert gammon.Rollout.from_json(out) == whole
        rest = _rest(controller)
        assert re.search(rb"rollout [+-]\d\.\d{4} \xc2\xb1 \d\.\d{4} ", rest)
        assert b"gammon: interrupted" in rest
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def _rest(terminal: int) -> bytes:
    """Return everything written to a pseudo-terminal until its last writer has closed it."""
    read = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # On Linux, a pseudo-terminal ends with this error.
            return read
        if not more:
            return read
        read += more
