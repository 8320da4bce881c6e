"""``gammon tables``, and the tables that other commands use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gammon
from gammon.cli import main
from tests.unit.command_lines import Capture, json_of, output_and_notes_of, output_of, refusal

TEN = gammon.Position([5, 10, *[0] * 24], [5, 10, *[0] * 24])
"""Ten checkers on the ace point each: the player on roll doubles, and the opponent takes."""

LAST = gammon.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
"""One checker on the six point against one on the ace point: won at once by 27 of the 36 rolls, else lost."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache."""
    folder = tmp_path / "tables"
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(folder))
    return folder


def row(out: str, name: str) -> str:
    (line,) = (line for line in out.split("\n") if re.match(rf"\s*{name} .*(-|MB) *$", line))
    return line


@pytest.mark.parametrize("argv", [["tables"], ["tables", "list"]])
def test_the_list_says_which_tables_have_been_built(capsys: Capture, folder: Path, argv: list[str]) -> None:
    gammon.tables.build("two-sided-2")
    out = output_of(capsys, *argv)
    for name in gammon.tables.NAMES:
        assert row(out, name).rstrip().endswith(" -" if name != "two-sided-2" else " 0.0 MB")
    assert "bear-offs of up to 1 checker a side " in row(out, "two-sided-1")
    assert "bear-offs of up to 2 checkers a side " in row(out, "two-sided-2")
    assert "hypergammon with 1 checker a side " in row(out, "hypergammon-1")
    assert "rolls that a side needs from 10 points " in row(out, "one-sided-10")
    assert "one-sided-6 and two-sided-6 are used by default" in out
    assert max(len(line) for line in out.split("\n") if str(folder) not in line) <= 80


def test_the_list_as_json(capsys: Capture, folder: Path) -> None:
    size = gammon.tables.build("two-sided-1").size
    answer = json_of(capsys, "tables")
    assert (answer["format"], answer["directory"]) == ("gammon tables 1", str(folder))
    assert list(answer["tables"]) == list(gammon.tables.NAMES)
    sizes = {name: table["bytes"] for name, table in answer["tables"].items()}
    assert sizes == dict.fromkeys(gammon.tables.NAMES) | {"two-sided-1": size}
    assert size == (folder / "two-sided-1.table").stat().st_size


def test_build_check_and_remove(capsys: Capture, folder: Path) -> None:
    out = output_of(capsys, "tables", "build", "two-sided-1", "contact-1", "--threads", "1")
    for line, name in zip(out.splitlines(), ("two-sided-1", "contact-1"), strict=True):
        file = re.escape(str(folder / f"{name}.table"))
        assert re.fullmatch(rf"{name}: 0\.0 MB in \d+\.\d seconds, {file}", line)
    assert gammon.tables.cached() == ("two-sided-1", "contact-1")
    out = output_of(capsys, "tables", "check", "two-sided-1", "contact-1")
    for line, name in zip(out.splitlines(), ("two-sided-1", "contact-1"), strict=True):
        said = re.fullmatch(rf"{name}: every value agrees with those after it to (\S+)", line)
        assert said
        assert 0 < float(said[1]) < 1e-8
    out = output_of(capsys, "tables", "remove", "two-sided-1", "two-sided-2")
    assert out == "two-sided-1: removed\ntwo-sided-2: there was no file\n"
    assert [file.name for file in folder.iterdir()] == ["contact-1.table"]


def test_path_prints_the_directory_alone(capsys: Capture, folder: Path) -> None:
    assert output_of(capsys, "tables", "path") == f"{folder}\n"
    assert not folder.exists()


@pytest.mark.parametrize("action", ["build", "check", "remove"])
def test_names_must_be_known(capsys: Capture, folder: Path, action: str) -> None:
    err = refusal(capsys, "tables", action, "two-sided-1", "two-sided-11", code=1)
    assert err.startswith("gammon: name: expected the name of a table (contact-N, ")
    assert err.endswith(", got 'two-sided-11'\n")
    assert not folder.exists()
    err = refusal(capsys, "tables", action, code=2)
    assert f"{action} needs the name of a table; `gammon tables` lists them" in err


@pytest.mark.parametrize("action", ["list", "path"])
def test_other_actions_take_no_names(capsys: Capture, action: str) -> None:
    assert f"{action} takes no names" in refusal(capsys, "tables", action, "two-sided-1", code=2)
    assert "invalid choice: 'two-sided-1'" in refusal(capsys, "tables", "two-sided-1", code=2)


def test_check_needs_a_file(capsys: Capture, folder: Path) -> None:
    assert refusal(capsys, "tables", "check", "two-sided-1", code=1) == (
        "gammon: two-sided-1: there is no file to check; `gammon tables build two-sided-1` makes one\n"
    )
    assert not folder.exists()


def test_check_names_a_damaged_file(capsys: Capture, folder: Path) -> None:
    gammon.tables.build("two-sided-1")
    whole = (folder / "two-sided-1.table").read_bytes()
    (folder / "two-sided-2.table").write_bytes(whole[:-1])
    assert main(["tables", "check", "two-sided-1", "two-sided-2"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("two-sided-1: every value agrees")
    assert err == (
        f"gammon: {folder / 'two-sided-2.table'}: the table file is damaged: its contents do not match its hash\n"
    )


def test_check_finds_a_wrong_value(capsys: Capture, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gammon.tables.build("two-sided-1")
    monkeypatch.setattr(gammon.tables, "check", lambda name, **_: 0.125)
    assert refusal(capsys, "tables", "check", "two-sided-1", code=1) == (
        "gammon: two-sided-1: a value differs by 0.12 from what the values after it give\n"
    )


def test_build_says_why_there_is_no_file(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(tmp_path / "file"))
    err = refusal(capsys, "tables", "build", "two-sided-1", code=1)
    assert err == f"gammon: {tmp_path / 'file'}: Not a directory\n"


# --- other commands


def test_a_table_that_cannot_be_used_is_reported_in_one_line(
    capsys: Capture, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    argv = ("eval", LAST.xgid, "--tables", "two-sided-1")
    expected = output_of(capsys, *argv)
    file = folder / "two-sided-1.table"
    file.unlink()  # It may be mapped into this process.
    file.write_bytes(b"spoilt")
    monkeypatch.setattr(gammon.tables, "_opened", {})
    out, said = output_and_notes_of(capsys, *argv)
    assert said == f"gammon: {file}: not a table file; the table two-sided-1 is solved again\n"
    assert out == expected
    assert output_of(capsys, *argv) == expected


COMMANDS = {
    "eval": ["eval", LAST.xgid],
    "plays": ["plays", TEN.xgid, "21"],
    "cube": ["cube", LAST.xgid],
    "rollout": ["rollout", LAST.xgid, "--trials", "36", "--seed", "1"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_opens_the_tables_it_is_told_to(capsys: Capture, folder: Path, command: str) -> None:
    output_of(capsys, *COMMANDS[command], "--no-tables")
    assert not folder.exists()
    output_of(capsys, *COMMANDS[command], "--tables", "two-sided-1, contact-1")
    assert sorted(file.name for file in folder.iterdir()) == ["contact-1.table", "two-sided-1.table"]
    for names in ("two-sided-1,two-sided-11", "", "two-sided-1,", "two-sided-1 contact-1"):
        err = refusal(capsys, *COMMANDS[command], "--tables", names, code=2)
        assert "argument --tables: expected names from `gammon tables`, got '" in err
    err = refusal(capsys, *COMMANDS[command], "--tables", "two-sided-1", "--no-tables", code=2)
    assert "not allowed with argument --tables" in err


def test_a_bear_off_is_evaluated_by_the_table(capsys: Capture, folder: Path) -> None:
    def win(*options: str) -> object:
        return json_of(capsys, "eval", LAST.xgid, "--ply", "0", *options)["outcome"]["win"]

    assert win("--tables", "two-sided-1") == pytest.approx(0.75, abs=1e-7)
    assert win("--no-tables") != pytest.approx(0.75, abs=1e-4)
    assert win("--no-tables") == gammon.evaluate(LAST, engine=gammon.Engine(tables=[])).win


def test_the_cube_of_a_bear_off_is_exact(capsys: Capture) -> None:
    """Without tables the value of the cube is estimated. The exact ones are derived in `test_tables.py`."""
    answer = json_of(capsys, "cube", TEN.xgid)
    assert answer["no_double"] == pytest.approx(0.7043, abs=5e-5)
    assert answer["double_take"] == pytest.approx(0.7269, abs=5e-5)
    assert answer["words"] == "double, take"
    estimated = json_of(capsys, "cube", TEN.xgid, "--no-tables")
    assert abs(estimated["no_double"] - answer["no_double"]) > 1e-3
    assert "no double  +0.7043" in output_of(capsys, "cube", TEN.xgid)
