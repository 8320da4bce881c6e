"""Atomic file writes, and the JSON reader."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import gammon
from gammon.store.files import write_whole
from gammon.store.json import Fields, Saved, dump, parse


@pytest.mark.parametrize("content", ["line\r\nüß\n", b"\x00\xff"])
def test_a_file_is_written_unchanged(tmp_path: Path, content: str | bytes) -> None:
    path = tmp_path / "x"
    path.write_text("before")
    write_whole(path, content)
    assert path.read_bytes() == (content if isinstance(content, bytes) else content.encode())
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_file_and_folder_are_synchronised_around_the_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synchronise(descriptor: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")
        fsync(descriptor)

    def rename(source: str, target: str) -> None:
        done.append("rename")
        replace(source, target)

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("only Linux shows which file a descriptor refers to")
    monkeypatch.setattr(os, "fsync", synchronise)
    monkeypatch.setattr(os, "replace", rename)
    write_whole(tmp_path / "x", "text")
    assert done == ["file", "rename", "folder"]


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    path = tmp_path / "x"
    path.write_text("before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, name, fail)
    with pytest.raises(OSError, match="No space") as caught:
        write_whole(path, "after")
    assert caught.value.filename == str(path)
    assert path.read_text() == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_a_new_file_has_default_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    plain, new, old = tmp_path / "plain", tmp_path / "new", tmp_path / "old"
    plain.touch()
    old.touch()
    old.chmod(0o640)
    write_whole(new, "")
    write_whole(old, "")
    assert new.stat().st_mode == plain.stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_symbolic_link_is_kept(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text"


GOOD = '{"format": "x 2", "n": 3, "p": 0.5, "ok": true, "name": "a", "list": [1], "inner": {"n": 1}}'


def test_fields_are_read() -> None:
    found = parse(GOOD, "x.json")
    found.expect_format("x", 2)
    assert (found.integer("n", 0, 3), found.number("p", 0, 1), found.number("n", 0, 3)) == (3, 0.5, 3.0)
    assert (found.flag("ok"), found.text("name"), found.array("list")) == (True, "a", [1])
    assert found.fields("inner").integer("n", 0, 1) == 1
    assert found.text("absent", "default") == "default"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "x.json: expected a JSON object, got a list"),
        ("{", "x.json: not JSON: "),
        (b"\xff", "x.json: not UTF-8 at byte 0"),
        ("[" * 100_000, "x.json: JSON is nested too deeply"),
        ('{"n": NaN}', "x.json: not JSON: NaN is not a JSON number"),
        ('{"n": 1, "n": 2}', "x.json: not JSON: the field 'n' appears twice"),
    ],
)
def test_json_that_is_not_an_object_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(gammon.NotationError) as caught:
        parse(text, "x.json")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda x: x.expect_format("x", 1), "f: format: expected 'x 1', got 'x 2'"),
        (lambda x: x.expect_only(["n"]), "f: unknown field 'format'; expected only n"),
        (lambda x: x.value("y"), "f: the field 'y' is missing"),
        (lambda x: x.integer("n", 4, 5), "f: n: expected a whole number from 4 to 5, got 3"),
        (lambda x: x.integer("ok", 0, 5), "f: ok: expected a whole number, got true"),
        (lambda x: x.integer("p", 0, 5), "f: p: expected a whole number, got 0.5"),
        (lambda x: x.number("name", 0, 5), "f: name: expected a number, got a string"),
        (lambda x: x.flag("n"), "f: n: expected true or false, got 3"),
        (lambda x: x.text("inner"), "f: inner: expected a string, got an object"),
        (lambda x: x.fields("inner").text("n"), "f: inner: n: expected a string, got 1"),
    ],
)
def test_an_invalid_field_is_named(read: Callable[[Fields], object], message: str) -> None:
    with pytest.raises(LookupError) as caught:
        read(parse(GOOD, "f", LookupError))
    assert caught.value.args == (message,)


def test_numbers_beyond_the_range_of_floats_are_refused() -> None:
    with pytest.raises(gammon.NotationError, match="n: expected a number from 0 to 1, got 1000"):
        parse('{"n": 1' + "0" * 400 + "}", "f").number("n", 0, 1)
    with pytest.raises(gammon.NotationError, match="name: expected Unicode text"):
        Fields({"name": "\ud800"}, "f").text("name")


class _Result(Saved):
    FORMAT = "gammon test"
    VERSION = 3

    def __init__(self, value: object) -> None:
        self.value = value

    def _fields(self) -> Mapping[str, Any]:
        return {"value": self.value}


def test_results_state_their_format() -> None:
    result = _Result((1, (2.5, None)))
    assert result.to_dict() == {"format": "gammon test 3", "value": [1, [2.5, None]]}
    assert json.loads(result.to_json()) == result.to_dict()


def test_values_that_json_cannot_hold_are_refused() -> None:
    with pytest.raises(ValueError, match=r"_Result\.value\[1\]: expected a finite number, got nan"):
        _Result([0.0, float("nan")]).to_dict()
    with pytest.raises(TypeError, match=r"_Result\.value: JSON cannot represent the type object"):
        _Result(object()).to_dict()
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump(float("inf"))
