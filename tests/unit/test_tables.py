"""Exact tables in the user's cache: found, made, checked and removed, and made anew when their files are unusable."""

from __future__ import annotations

import errno
import hashlib
import linecache
import os
import random
import threading
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import gammon as bg

SMALL = ("two-sided-1", "two-sided-2", "contact-1", "hypergammon-1")

LAST = bg.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
"""One checker on the six point against one on the ace point: won at once by 27 of the 36 rolls, else lost."""
LAST_OF_ONE = bg.Position([0, *[0] * 5, 1, *[0] * 19], [0, 1, *[0] * 24])
"""The same with one checker a side, so that each win is a gammon."""
OUTCOMES = {
    "two-sided": [0.75],
    "contact": [0.75, 0, 0, 0, 0],
    "hypergammon": [0.75, 0.75, 0, 0.25, 0],
}
"""What the tables say of it: the winning chance, and those of gammons and backgammons if there can be any."""

HEADER = 64

SHARED = os.environ["GAMMON_CACHE_DIR"]
"""The cache of the other tests."""


@cache
def contents(name: str) -> bytes:
    """Return the contents of a table's file."""
    return bg.Table.solve(name, threads=1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache, in a folder that does not exist yet."""
    folder = tmp_path / "deep" / "tables"
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(folder))
    forget(monkeypatch)
    return folder


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the tables that this process has opened, as a new process would."""
    monkeypatch.setattr(bg.tables, "_opened", {})


def put(name: str, content: bytes) -> Path:
    """Give a table a file of one's own making."""
    file = bg.tables.path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    # A new file, because the old one may be mapped into this process.
    file.unlink(missing_ok=True)
    file.write_bytes(content)
    return file


def assert_right(table: bg.Table, name: str) -> None:
    """Assert that a table is the named one and gives a known answer."""
    kind = name.rsplit("-", 1)[0]
    position = LAST_OF_ONE if kind == "hypergammon" else LAST
    (values,) = table.values(position.to_array()[None])
    assert table.name == name
    assert table.size == len(contents(name))
    assert values[: len(OUTCOMES[kind])] == pytest.approx(OUTCOMES[kind], abs=1e-8)


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# --- files that are as they should be


@pytest.mark.parametrize("name", SMALL)
def test_a_table_is_solved_once_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert not folder.exists()
    assert bg.tables.cached() == ()
    table = bg.tables.get(name)
    assert_right(table, name)
    assert bg.tables.get(name) is table
    assert names_in(folder) == [f"{name}.table"]
    assert bg.tables.cached() == (name,)
    assert bg.tables.path(name).read_bytes() == contents(name)
    forget(monkeypatch)
    monkeypatch.setattr(bg.tables, "_solve", None)
    assert_right(bg.tables.get(name), name)


def test_the_directory_is_that_of_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bg.tables.directory() == folder
    assert bg.tables.path("two-sided-1") == folder / "two-sided-1.table"
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(folder / "other"))
    assert bg.tables.directory() == folder / "other"
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("GAMMON_CACHE_DIR")
        else:
            monkeypatch.setenv("GAMMON_CACHE_DIR", unset)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "user"))
        assert bg.tables.directory().name == "gammon"
        assert bg.tables.directory().is_absolute()


def test_another_directory_has_its_own_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bg.tables.get("two-sided-1")
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(folder / "other"))
    assert bg.tables.cached() == ()
    assert_right(bg.tables.get("two-sided-1"), "two-sided-1")
    assert names_in(folder / "other") == ["two-sided-1.table"]


def test_build_replaces_a_file_whatever_is_in_it(folder: Path) -> None:
    old = bg.tables.build("two-sided-1")
    assert_right(old, "two-sided-1")
    put("two-sided-1", b"spoilt")
    new = bg.tables.build("two-sided-1")
    assert new is not old
    assert bg.tables.get("two-sided-1") is new
    assert_right(old, "two-sided-1")
    assert bg.tables.path("two-sided-1").read_bytes() == contents("two-sided-1")
    assert names_in(folder) == ["two-sided-1.table"]


def test_remove_says_whether_there_was_a_file(folder: Path) -> None:
    assert bg.tables.remove("two-sided-1") is False
    old = bg.tables.get("two-sided-1")
    assert bg.tables.remove("two-sided-1") is True
    assert bg.tables.remove("two-sided-1") is False
    assert names_in(folder) == []
    assert_right(old, "two-sided-1")
    assert bg.tables.get("two-sided-1") is not old
    assert names_in(folder) == ["two-sided-1.table"]


@pytest.mark.parametrize("name", SMALL)
def test_check_finds_rounding_only(name: str) -> None:
    bg.tables.build(name)
    seen: list[tuple[int, int]] = []
    assert bg.tables.check(name, threads=1, progress=lambda done, total: seen.append((done, total))) <= 1e-8
    assert 0 < seen[-1][0] <= seen[-1][1]


def test_check_finds_a_wrong_value_whose_hash_is_right() -> None:
    wrong = bytearray(contents("two-sided-1"))
    wrong[-1] ^= 8
    put("two-sided-1", hashed(wrong))
    assert bg.tables.check("two-sided-1") > 1e-3


def test_check_needs_a_sound_file() -> None:
    with pytest.raises(FileNotFoundError) as missing:
        bg.tables.check("two-sided-1")
    file = bg.tables.path("two-sided-1")
    assert missing.value.filename == str(file)
    assert missing.value.strerror == os.strerror(errno.ENOENT)
    put("two-sided-1", b"spoilt")
    with pytest.raises(bg.TableError) as spoilt:
        bg.tables.check("two-sided-1")
    assert str(spoilt.value) == f"{file}: not a table file"
    assert file.read_bytes() == b"spoilt"


@pytest.mark.parametrize("name", ["", "two-sided-0", "two-sided-11", "two-sided-01", "../two-sided-1", "x" * 10**6])
def test_unknown_names_are_refused(folder: Path, name: str) -> None:
    for call in (bg.tables.path, bg.tables.get, bg.tables.build, bg.tables.check, bg.tables.remove):
        with pytest.raises(bg.ArgumentError, match=r"^name: expected the name of a table \(contact-N, .*, got '") as no:
            call(name)
        assert len(str(no.value)) < 200
    assert not folder.exists()


# --- files that are not


def hashed(content: bytes | bytearray) -> bytes:
    """Return a file with the hash that its other bytes require."""
    right = hashlib.sha256(content[:32] + content[HEADER:]).digest()
    return bytes(content[:32]) + right + bytes(content[HEADER:])


def with_number(at: int, number: int) -> Callable[[bytes], bytes]:
    """Replace a number of the header; the hash is right."""
    return lambda content: hashed(content[:at] + number.to_bytes(4, "little") + content[at + 4 :])


def flipped(at: int) -> Callable[[bytes], bytes]:
    """Flip one bit; the hash is wrong."""

    def flip(content: bytes) -> bytes:
        place = at % len(content)
        return content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]

    return flip


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    **{f"flipped at {at}": flipped(at) for at in (0, 8, 12, 16, 20, 24, 28, 32, 63, 64, 777, -1)},
    "empty": lambda content: b"",
    "half a header": lambda content: content[:32],
    "a header": lambda content: content[:HEADER],
    "a byte less": lambda content: content[:-1],
    "a byte more": lambda content: content + b"\0",
    "half": lambda content: content[: len(content) // 2],
    "garbage": lambda content: random.Random(1).randbytes(len(content)),
    "text": lambda content: b"gammon\n",
    "zeros": lambda content: bytes(len(content)),
    "a header of its own hash": lambda content: hashed(content[:HEADER]),
    "a byte less, with its hash": lambda content: hashed(content[:-1]),
    "another version": with_number(8, 2),
    "an unknown kind": with_number(12, 99),
    "another kind": lambda content: contents("contact-1"),
    "another size": lambda content: contents("two-sided-1"),
    "no point": with_number(16, 0),
    "another board": with_number(16, 7),
    "no checker": with_number(20, 0),
    "too many checkers": with_number(20, 16),
    "far too many checkers": with_number(20, 2**32 - 1),
    "a checker too few": with_number(24, 14),
    "far too many a side": with_number(24, 256),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_unusable_file_is_reported_and_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    name = "two-sided-2"
    file = put(name, DAMAGES[damage](contents(name)))
    with pytest.raises(bg.TableError):
        bg.tables.check(name)
    with pytest.warns(bg.tables.TableWarning) as said:
        table = bg.tables.get(name)
    (warning,) = said
    assert str(warning.message).startswith(f"{file}: ")
    assert str(warning.message).endswith(f"; the table {name} is solved again")
    assert (warning.filename, linecache.getline(__file__, warning.lineno).strip()) == (
        __file__,
        "table = bg.tables.get(name)",
    )
    assert_right(table, name)
    assert file.read_bytes() == contents(name)
    assert names_in(folder) == [file.name]
    forget(monkeypatch)
    assert_right(bg.tables.get(name), name)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("damage", ["flipped at 64", "half", "another version", "far too many checkers"])
def test_every_kind_of_table_is_made_anew(name: str, damage: str) -> None:
    file = put(name, DAMAGES[damage](contents(name)))
    with pytest.warns(bg.tables.TableWarning):
        assert_right(bg.tables.get(name), name)
    assert file.read_bytes() == contents(name)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("text", "not a table file"),
        ("another version", "expected a table file of version 1, got version 2"),
        ("half", "the table file is damaged: its contents do not match its hash"),
        ("another kind", "the file contains another kind of table (number 3)"),
        ("another size", "the file contains another table of the same kind"),
    ],
)
def test_the_warning_says_what_is_wrong(damage: str, why: str) -> None:
    file = put("two-sided-2", DAMAGES[damage](contents("two-sided-2")))
    with pytest.warns(bg.tables.TableWarning) as said:
        bg.tables.get("two-sided-2")
    assert str(said[0].message) == f"{file}: {why}; the table two-sided-2 is solved again"


def test_an_unreadable_file_is_reported(folder: Path) -> None:
    """A directory can be opened on some systems, but never read."""
    bg.tables.path("two-sided-1").mkdir(parents=True)
    with pytest.warns(bg.tables.TableWarning) as said:
        table = bg.tables.get("two-sided-1")
    assert_right(table, "two-sided-1")
    assert [str(warning.message).partition("; ")[2] for warning in said] == [
        "the table two-sided-1 is solved again",
        "the table two-sided-1 was solved in memory and is not kept",
    ]
    for warning in said:
        why = str(warning.message).removeprefix(f"{folder / 'two-sided-1.table'}: ").partition("; ")[0]
        assert why in {os.strerror(number) for number in errno.errorcode}
    assert bg.tables.cached() == ()


# --- folders that cannot be written to


def test_below_a_regular_file_tables_are_solved_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    for directory in (tmp_path / "file", tmp_path / "file" / "tables"):
        monkeypatch.setenv("GAMMON_CACHE_DIR", str(directory))
        file = directory / "two-sided-1.table"
        with pytest.warns(bg.tables.TableWarning) as said:
            table = bg.tables.get("two-sided-1")
        (warning,) = said
        assert str(warning.message) == (
            f"{file}: {os.strerror(errno.ENOTDIR)}; the table two-sided-1 was solved in memory and is not kept"
        )
        assert linecache.getline(warning.filename, warning.lineno).strip() == 'table = bg.tables.get("two-sided-1")'
        assert_right(table, "two-sided-1")
        # It is kept for as long as the process lives, and reported once.
        assert bg.tables.get("two-sided-1") is table
        assert bg.tables.cached() == ()
        assert bg.tables.remove("two-sided-1") is False
        with pytest.raises(NotADirectoryError):
            bg.tables.build("two-sided-1")
        with pytest.raises(NotADirectoryError):
            bg.tables.check("two-sided-1")
    assert (tmp_path / "file").read_text() == "in the way"


FAILURES = [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT]


@pytest.fixture(params=FAILURES, ids=errno.errorcode.get)
def failure(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let every write to the disk fail."""
    number: int = request.param

    def fail(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    return number


def test_what_cannot_be_written_is_solved_in_memory(folder: Path, failure: int) -> None:
    with pytest.warns(bg.tables.TableWarning) as said:
        table = bg.tables.get("two-sided-1")
    (warning,) = said
    assert str(warning.message) == (
        f"{folder / 'two-sided-1.table'}: {os.strerror(failure)}; "
        "the table two-sided-1 was solved in memory and is not kept"
    )
    assert warning.filename == __file__
    assert_right(table, "two-sided-1")
    assert names_in(folder) == []


def test_build_raises_what_cannot_be_written_and_leaves_the_old_file(folder: Path, failure: int) -> None:
    file = put("two-sided-1", contents("two-sided-1"))
    before = file.stat()
    with pytest.raises(OSError, match=os.strerror(failure)) as error:
        bg.tables.build("two-sided-1")
    assert (error.value.errno, error.value.filename) == (failure, str(file))
    assert (file.read_bytes(), file.stat().st_ino) == (contents("two-sided-1"), before.st_ino)
    assert names_in(folder) == [file.name]
    assert_right(bg.tables.get("two-sided-1"), "two-sided-1")


def test_a_damaged_file_on_a_full_disk_is_reported_and_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = put("two-sided-1", b"spoilt")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(bg.tables, "write_whole", fail)
    with pytest.warns(bg.tables.TableWarning) as said:
        assert_right(bg.tables.get("two-sided-1"), "two-sided-1")
    assert [str(file) in str(warning.message) for warning in said] == [True, True]
    assert file.read_bytes() == b"spoilt"


@pytest.mark.parametrize("call", [bg.tables.get, bg.tables.build])
def test_an_interrupt_leaves_nothing_behind(folder: Path, call: Callable[..., bg.Table]) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call("two-sided-2", progress=stop)
    assert not folder.exists() or names_in(folder) == []
    file = put("two-sided-1", contents("two-sided-1"))
    with pytest.raises(KeyboardInterrupt):
        bg.tables.build("two-sided-1", progress=stop)
    assert file.read_bytes() == contents("two-sided-1")
    assert_right(call("two-sided-2"), "two-sided-2")
    assert names_in(folder) == ["two-sided-1.table", "two-sided-2.table"]


def test_the_leftovers_of_killed_builders_are_removed_when_old(folder: Path) -> None:
    folder.mkdir(parents=True)
    hours = {
        ".two-sided-1.table.old.tmp": 2,
        ".two-sided-1.table.young.tmp": 0.5,
        ".two-sided-2.table.another.tmp": 2,
        "two-sided-1.table.tmp": 2,
        ".notes.tmp": 2,
    }
    for left, age in hours.items():
        (folder / left).write_bytes(b"half a table")
        then = time.time() - 3600 * age
        os.utime(folder / left, (then, then))
    bg.tables.get("two-sided-1")
    assert names_in(folder) == sorted({*hours, "two-sided-1.table"} - {".two-sided-1.table.old.tmp"})


# --- the engine


def engine() -> bg.Engine:
    return bg.Engine(tables=["two-sided-1"])


RACE = bg.Position([13, 0, 0, 1, 0, 0, 1, *[0] * 19], [14, 0, 0, 1, *[0] * 22])
"""Not in the table itself; some of the positions after its plays are."""

QUESTIONS: dict[str, Callable[[], object]] = {
    "evaluate": lambda: bg.evaluate(LAST, engine=engine()),
    "evaluate, 1-ply": lambda: bg.evaluate(RACE, ply=1, engine=engine()),
    "rank_plays": lambda: [one.outcome for one in bg.rank_plays(RACE, (2, 1), engine=engine())],
    "cube_decision": lambda: bg.cube_decision(LAST, engine=engine()).no_double,
    "rollout": lambda: bg.rollout(RACE, 36, seed=1, engine=engine()).mean,
    "batch.evaluate": lambda: bg.batch.evaluate(LAST.to_array()[None], engine=engine()).tolist(),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_engine_answers_the_same_without_a_working_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    expected = QUESTIONS[question]()
    put("two-sided-1", contents("two-sided-1")[:-1])
    forget(monkeypatch)
    with pytest.warns(bg.tables.TableWarning, match="is solved again$") as said:
        assert QUESTIONS[question]() == expected
    # The line that asked is to blame, not the package.
    assert [
        (one.filename, question.partition(",")[0] in linecache.getline(one.filename, one.lineno)) for one in said
    ] == [(__file__, True)]
    (folder.parent / "file").touch()
    monkeypatch.setenv("GAMMON_CACHE_DIR", str(folder.parent / "file"))
    with pytest.warns(bg.tables.TableWarning, match="is not kept$"):
        assert QUESTIONS[question]() == expected


def test_the_engine_uses_the_table(folder: Path) -> None:
    assert bg.evaluate(LAST, engine=engine()).win == pytest.approx(0.75, abs=1e-8)
    assert names_in(folder) == ["two-sided-1.table"]
    assert bg.evaluate(LAST, engine=bg.Engine(tables=[])).win != pytest.approx(0.75, abs=1e-8)


# --- a limit on the cube


@cache
def value(own: int, opponent: int, owner: int, left: int) -> Fraction:
    """Return what a bear-off of checkers on the ace points is worth without a double, per unit of the cube.

    A roll bears off two checkers, a double four. The cube is in the centre (0), owned by the player on roll (1) or by
    the opponent (-1); it may be doubled `left` times.
    """
    total = Fraction(0)
    for off, rolls in ((2, 30), (4, 6)):
        total += rolls * (1 if own <= off else -with_double(opponent, own - off, -owner, left))
    return total / 36


def with_double(own: int, opponent: int, owner: int, left: int) -> Fraction:
    """Return the same before the decision to double."""
    no_double = value(own, opponent, owner, left)
    if owner == -1 or left == 0:
        return no_double
    return max(no_double, min(Fraction(1), 2 * value(own, opponent, -1, left - 1)))


@pytest.mark.parametrize("checkers", [(2, 2), (6, 6), (6, 5), (10, 10), (10, 11)])
@pytest.mark.parametrize("limit", [1, 2, 6, 7, 8, 9, 10, 11, 30])
def test_cubes_are_exact_with_any_limit_on_them(
    monkeypatch: pytest.MonkeyPatch, checkers: tuple[int, int], limit: int
) -> None:
    """Two-sided tables are solved without a limit; their values hold where the limit is far away.

    Up to six checkers a side are in the default table; others are solved when asked for.
    """
    monkeypatch.setenv("GAMMON_CACHE_DIR", SHARED)
    own, opponent = checkers
    position = bg.Position([15 - own, own, *[0] * 24], [15 - opponent, opponent, *[0] * 24])
    board = position.xgid.split("=")[1].split(":")[0]
    for cube in range(min(limit, 5)):
        for owner in (0, 1) if cube else (0,):
            asked = f"{board}:{cube}:{owner}:1:00:0:0:0:0:{limit}"
            found = bg.cube_decision(bg.Xgid(asked))
            left = limit - cube
            assert found.no_double == pytest.approx(float(value(own, opponent, owner, left)), abs=1e-6), asked
            assert found.double_take == pytest.approx(float(2 * value(own, opponent, -1, left - 1)), abs=1e-6), asked


def test_bearoff_blames_the_line_that_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    put("one-sided-6", b"spoilt")
    # What is solved does not matter here, and solving takes a second.
    monkeypatch.setattr(bg.tables, "_solve", lambda name, *_: None)
    with pytest.warns(bg.tables.TableWarning) as said, pytest.raises(AttributeError):
        bg.epc([1])
    assert [(one.filename, linecache.getline(one.filename, one.lineno).strip()) for one in said] == [
        (__file__, "bg.epc([1])")
    ]


def test_a_warning_turned_into_an_error_leaves_the_cache_usable() -> None:
    put("two-sided-1", b"spoilt")
    with warnings.catch_warnings():
        warnings.simplefilter("error", bg.tables.TableWarning)
        with pytest.raises(bg.tables.TableWarning):
            bg.tables.get("two-sided-1")
    bg.tables.build("two-sided-1")
    assert_right(bg.tables.get("two-sided-1"), "two-sided-1")


def test_threads_that_ask_at_once_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[str] = []
    solve = bg.tables._solve

    def counted(name: str, *rest: object) -> bg.Table:
        solved.append(name)
        table: bg.Table = solve(name, *rest)  # type: ignore[arg-type]
        return table

    monkeypatch.setattr(bg.tables, "_solve", counted)
    found: list[bg.Table] = []
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        found.append(bg.tables.get("two-sided-2"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert solved == ["two-sided-2"]
    assert len(found) == 8
    assert len({id(table) for table in found}) == 1
    assert np.isfinite(found[0].values(LAST.to_array()[None])).all()
