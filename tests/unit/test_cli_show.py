"""``gammon show``."""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.unit.command_lines import (
    BEFORE_ROLL,
    START_ID,
    Capture,
    json_of,
    output_of,
    refusal,
)


def test_show_writes_a_whole_drawing_or_nothing(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("old")
    assert output_of(capsys, "show", BEFORE_ROLL, "--svg", str(file)) == ""
    assert ET.parse(file).getroot().get("role") == "img"
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]
    assert file.read_text() == output_of(capsys, "show", BEFORE_ROLL, "--svg", "-")
    err = refusal(capsys, "show", "--svg", str(tmp_path / "none" / "board.svg"), code=1)
    assert err == f"gammon: {tmp_path / 'none' / 'board.svg'}: No such file or directory\n"
    assert str(tmp_path) in refusal(capsys, "show", "--svg", str(tmp_path), code=1)
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]


def test_a_failed_rename_leaves_no_file_behind(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    def refuse(source: str, target: str) -> None:
        raise PermissionError(13, "Permission denied", source)

    file = tmp_path / "board.svg"
    file.write_text("old")
    monkeypatch.setattr(os, "replace", refuse)
    assert refusal(capsys, "show", "--svg", str(file), code=1) == f"gammon: {file}: Permission denied\n"
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("board.svg", "old")]


@pytest.mark.skipif(sys.platform == "win32", reason="needs /dev/null")
def test_show_does_not_replace_a_device(capsys: Capture) -> None:
    output_of(capsys, "show", "--svg", os.devnull)
    assert Path(os.devnull).is_char_device()


def test_a_drawing_and_json_do_not_share_standard_output(capsys: Capture, tmp_path: Path) -> None:
    assert "both write to standard output" in refusal(capsys, "show", START_ID, "--svg", "-", "--json", code=2)
    file = tmp_path / "board.svg"
    assert json_of(capsys, "show", START_ID, "--svg", str(file))["position"] == START_ID
    assert ET.parse(file).getroot().get("role") == "img"


def test_svg_is_not_written_under_the_name_of_another_format(capsys: Capture, tmp_path: Path) -> None:
    assert "expected a file name that ends in .svg" in refusal(capsys, "show", "--svg", str(tmp_path / "b.PNG"), code=2)
    assert list(tmp_path.iterdir()) == []


def test_show_writes_a_png_where_the_extra_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "board.png"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "pip install 'gammon[png]'" in refusal(capsys, "show", "--png", str(file), code=2)
    assert not file.exists()
    monkeypatch.undo()
    pytest.importorskip("resvg_py")
    assert output_of(capsys, "show", START_ID, "--png", str(file)) == ""
    assert file.read_bytes().startswith(b"\x89PNG")
