"""Table files when several processes make them, when one is killed, and when the disk is full."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gammon as bg

pytestmark = pytest.mark.timeout(60)

NAME = "two-sided-3"
LAST = bg.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
"""Won at once by 27 of the 36 rolls, else lost."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache, here and in the processes that a test starts."""
    folder = tmp_path / "tables"
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(folder))
    return folder


def start(code: str) -> subprocess.Popen[str]:
    """Run Python code in another process, which waits for a line on its standard input once it has imported gammon."""
    before = "import gammon as bg; print('ready', flush=True); input()\n"
    process = subprocess.Popen(
        [sys.executable, "-c", before + code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


ASK = f"""
table = bg.tables.get({NAME!r}, threads=1)
position = bg.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
print(table.values(position.to_array()[None])[0].tolist())
"""


def test_eight_processes_at_once_make_one_file(folder: Path) -> None:
    processes = [start(ASK) for _ in range(8)]
    for process in processes:
        go(process)
    said = [process.communicate(timeout=50) for process in processes]
    (table,) = bg.Table.from_bytes(NAME, bg.Table.solve(NAME)).values(LAST.to_array()[None]).tolist()
    assert table[0] == pytest.approx(0.75, abs=1e-8)
    assert said == [(f"{table}\n", "")] * 8
    assert [process.returncode for process in processes] == [0] * 8
    assert names_in(folder) == [f"{NAME}.table"]
    assert bg.tables.path(NAME).read_bytes() == bg.Table.solve(NAME)
    assert bg.tables.check(NAME) < 1e-8


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_builder_leaves_no_wrong_file(folder: Path) -> None:
    """Solving and writing take about 20 ms; every other builder starts from a file that is there already."""
    name = "two-sided-4"
    right = bg.Table.solve(name)
    dice = random.Random(1)
    killed = 0
    for number in range(8):
        if number % 2 and not bg.tables.path(name).exists():
            bg.tables.build(name)
        process = start(f"while True: bg.tables.build({name!r}, threads=1)")
        go(process)
        time.sleep(dice.uniform(0, 0.08))
        process.kill()
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        if bg.tables.path(name).exists():
            assert bg.tables.path(name).read_bytes() == right
    assert killed == 8
    assert set(names_in(folder)) - {f"{name}.table"} == {file.name for file in folder.glob(f".{name}.table.*.tmp")}
    table = bg.tables.get(name)
    assert table.values(LAST.to_array()[None])[0, 0] == pytest.approx(0.75, abs=1e-8)
    assert bg.tables.path(name).read_bytes() == right


STOPPED_WHILE_WRITING = f"""
import os, signal
def kill(descriptor):
    os.kill(os.getpid(), signal.SIGKILL)
os.fsync = kill
bg.tables.build({NAME!r})
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_what_a_builder_killed_while_writing_has_left_goes_when_old(folder: Path) -> None:
    process = start(STOPPED_WHILE_WRITING)
    go(process)
    process.communicate(timeout=50)
    assert process.returncode == -signal.SIGKILL
    (left,) = folder.iterdir()
    assert left.name.startswith(f".{NAME}.table.")
    assert bg.tables.cached() == ()
    bg.tables.build(NAME)
    assert names_in(folder) == [left.name, f"{NAME}.table"]
    then = time.time() - 7200
    os.utime(left, (then, then))
    bg.tables.build(NAME)
    assert names_in(folder) == [f"{NAME}.table"]


FULL = """
import resource, warnings
# Every file ends after 4096 bytes, as on a full disk.
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    table = bg.tables.get("two-sided-3")
print(*[type(one.message).__name__ for one in said])
position = bg.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
print(round(table.values(position.to_array()[None])[0, 0], 8))
try:
    bg.tables.build("two-sided-3")
except OSError as error:
    print(error.filename == str(bg.tables.path("two-sided-3")))
print(round(bg.evaluate(position, engine=bg.Engine(tables=["two-sided-3"])).win, 8))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limit on the size of files")
def test_the_engine_plays_on_when_the_disk_is_full(folder: Path) -> None:
    process = start(FULL)
    go(process)
    out, err = process.communicate(timeout=50)
    assert (out, err) == ("TableWarning\n0.75\nTrue\n0.75\n", "")
    assert names_in(folder) == []


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process")
def test_an_interrupted_builder_leaves_no_file(folder: Path) -> None:
    """Solving takes seconds, so that the signal comes before the end."""
    process = start("bg.tables.build('two-sided-8', threads=1)")
    go(process)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=50)
    assert err.endswith("KeyboardInterrupt\n")
    assert names_in(folder) == []
