"""``gammon rollouts``: many positions into a file that survives `kill -9` and can be continued."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import gammon as bg
from gammon.cli import main
from gammon.rollouts.many import position_seed

MATCH = "-b----E-C---eE---c-e----B-:1:1:1:00:3:5:0:7:10"
IDS = ["4HPwATDgc/ABMA", f"XGID={MATCH}", "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"]
QUICK = ["--trials", "36", "--truncate", "2"]
ENDINGS = ["jsonl", "parquet"]


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    file = tmp_path / "positions.txt"
    file.write_text("\n".join([*IDS, ""]))
    return file


def _rows(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
        return rows
    return [json.loads(line) for line in file.read_text().splitlines()]


def _run(*arguments: object) -> int:
    return main(["rollouts", *map(str, arguments)])


def test_each_line_gives_the_row_of_its_rollout(positions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(positions, *QUICK, "--seed", "5") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    subjects: list[Any] = [bg.Position.from_gnubg_id(IDS[0]), IDS[1], IDS[2]]
    for number, (row, id_, subject) in enumerate(zip(rows, IDS, subjects, strict=True), 1):
        one = bg.rollout(subject, 36, seed=row["seed"], settings="quick", truncate=2)
        assert (row["line"], row["id"], row["trials"], row["error"]) == (number, id_, 36, None)
        assert (row["equity"], row["equity_error"]) == (one.equity, one.equity_standard_error)
        assert (row["mwc"], row["mwc_error"]) == (one.mwc, one.mwc_standard_error)
        assert (row["cubeless_equity"], row["cubeless_error"]) == (one.cubeless_equity, one.cubeless_error)
        assert (tuple(row["probabilities"]), tuple(row["probability_errors"])) == (
            one.probabilities,
            one.standard_error,
        )
    assert rows[0]["seed"] == position_seed(5, subjects[0], None)
    assert rows[0]["mwc"] is None
    assert rows[1]["mwc"] is not None


@pytest.mark.parametrize("ending", ENDINGS)
def test_files_have_the_same_rows_and_are_continued(ending: str, positions: Path, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"rollouts.{ending}"
    assert _run(positions, *QUICK, "--out", out, "--full") == 0
    rows = _rows(out)
    assert [row["id"] for row in rows] == IDS
    full = bg.Rollout.from_json(rows[1]["rollout"])
    assert full == bg.rollout(IDS[1], 36, seed=rows[1]["seed"], settings="quick", truncate=2)
    content = out.read_bytes()
    assert _run(positions, *QUICK, "--out", out, "--full") == 0
    assert out.read_bytes() == content
    with positions.open("a") as file:
        file.write("\n4HPwATDgc/ABMA:cIkFAAAAAAAA\n")
    assert _run(positions, *QUICK, "--out", out, "--full") == 0
    assert _rows(out)[:3] == rows
    assert [row["line"] for row in _rows(out)] == [1, 2, 3, 5]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["positions.txt", out.name]


def test_bad_lines_give_rows_with_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{IDS[0]}\nnothing\n-\n{IDS[1]}\n"))
    out = tmp_path / "rollouts.jsonl"
    assert _run("-", *QUICK, "--out", out) == 1
    assert "2 of the lines could not be rolled out" in capsys.readouterr().err
    rows = _rows(out)
    assert [row["error"] is None for row in rows] == [True, False, False, True]
    assert "position ID" in rows[1]["error"]


@pytest.mark.parametrize("torn", [1, 40, 300])
def test_a_torn_last_line_is_dropped(torn: int, positions: Path, tmp_path: Path) -> None:
    out = tmp_path / "rollouts.jsonl"
    assert _run(positions, *QUICK, "--out", out) == 0
    content = out.read_bytes()
    out.write_bytes(content[:-torn])
    assert _run(positions, *QUICK, "--out", out) == 0
    assert out.read_bytes() == content
    out.write_bytes(content[:20])
    assert _run(positions, *QUICK, "--out", out) == 0
    assert out.read_bytes() == content


OTHERS = [
    ["--seed", "2"],
    ["--trials", "72"],
    ["--truncate", "3"],
    ["--preset", "standard"],
    ["--same-dice"],
    ["--cubeless"],
    ["--full"],
    ["--error", "0.1"],
    ["--no-tables"],
]


@pytest.mark.parametrize("options", OTHERS)
def test_a_file_of_another_run_is_refused_and_kept(
    options: list[str], positions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "rollouts.jsonl"
    assert _run(positions, *QUICK, "--out", out) == 0
    content = out.read_bytes()
    assert _run(positions, *QUICK, *options, "--out", out) == 1
    said = capsys.readouterr().err
    assert "rollouts.jsonl" in said
    assert out.read_bytes() == content


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("change", ["other line", "fewer lines", "other options"])
def test_a_file_of_other_positions_is_refused(
    change: str, ending: str, positions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"rollouts.{ending}"
    assert _run(positions, *QUICK, "--out", out) == 0
    content = out.read_bytes()
    if change == "other line":
        positions.write_text("\n".join([IDS[0], IDS[2], IDS[1]]))
    elif change == "fewer lines":
        positions.write_text(IDS[0])
    assert _run(positions, *QUICK, "--out", out, *(["--seed", "3"] if change == "other options" else [])) == 1
    said = capsys.readouterr().err
    assert ("made with other settings" if change == "other options" else "row 2 is that of") in said
    assert out.read_bytes() == content


@pytest.mark.parametrize("content", ["x\n", "{}\n", "[]\n", '{"id": 3}\n', "no line ending", '{"id"'])
def test_files_that_hold_something_else_are_refused(
    content: str, positions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "notes.jsonl"
    out.write_text(content)
    assert _run(positions, *QUICK, "--out", out) == 1
    assert "notes.jsonl: " in capsys.readouterr().err
    assert out.read_text() == content


def test_files_that_cannot_be_read_or_written_are_named(
    positions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tmp_path / "missing.txt") == 1
    assert _run(positions, "--out", tmp_path / "missing" / "rollouts.jsonl") == 1
    assert _run(positions, "--out", tmp_path) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert "missing.txt" in said[0]
    assert "rollouts.jsonl" in said[1]


def _count(file: Path) -> int:
    """Return the number of complete lines of a file."""
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.long
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_run_that_is_killed_goes_on_after_its_last_row(ending: str, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    positions = tmp_path / "positions.txt"
    boards = bg.batch.random_positions(60, seed=2)
    positions.write_text("\n".join(bg.Position.from_array(board).gnubg_id for board in boards))
    command = [sys.executable, "-m", "gammon", "rollouts", str(positions), "--trials", "36", "--truncate", "3", "--out"]
    whole, out = tmp_path / f"whole.{ending}", tmp_path / f"rollouts.{ending}"
    subprocess.run([*command, str(whole)], check=True)
    generator = random.Random(ending)
    lines = out if ending == "jsonl" else Path(f"{out}.partial")
    kills, partial = 0, [0]
    while True:
        with subprocess.Popen([*command, str(out)]) as process:
            if kills < 6:
                target = partial[-1] + generator.randrange(10)
                while _count(lines) <= target and process.poll() is None:
                    time.sleep(0.001)
                time.sleep(0.05 * generator.random())
                process.kill()
        if process.returncode == 0:
            break
        kills += 1
        partial.append(_count(lines))
    assert partial == sorted(partial)
    assert len(set(partial)) > 2
    assert _rows(out) == _rows(whole)
    assert len(_rows(out)) == 60
