"""Checkpoints of rollouts survive `kill -9` at any moment, and files that do not fit are refused."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gammon as bg
from gammon.rollouts import playing

START = bg.Position.start()

CALLS = {
    "rollout": "bg.rollout(bg.Position.start(), 1080, seed=3, truncate=5, engine=engine, **more)",
    "plays": "[one.rollout for one in bg.rollout_plays(bg.Position.start(), '31', 1152, ahead=2.5, truncate=3, "
    "top=4, engine=engine, **more)]",
}

PROGRAM = """
import sys
import gammon as bg
from gammon.rollouts import playing

playing._CHECKPOINT_SECONDS = 0.0
playing._PART_SECONDS = 0.0
engine = bg.Engine(threads=1)
more = {{"checkpoint": sys.argv[1]}} if len(sys.argv) > 1 else {{}}
engine.evaluator
print("ready", flush=True)
found = {call}
print([one.tally for one in (found if isinstance(found, list) else [found])], flush=True)
"""


def _written(file: Path) -> int:
    """Return when a file was written, in nanoseconds; 0 if it does not exist."""
    return file.stat().st_mtime_ns if file.exists() else 0


@pytest.mark.long
@pytest.mark.parametrize("call", CALLS)
def test_a_rollout_that_is_killed_goes_on_where_it_was(call: str, tmp_path: Path) -> None:
    program = PROGRAM.format(call=CALLS[call])
    whole = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    generator = random.Random(call)
    file = tmp_path / "rollout.json"
    kills, trials = 0, [0]
    while True:
        with subprocess.Popen([sys.executable, "-c", program, file], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            if kills < 5:
                written = {_written(file)}
                # It is first written before the first trial.
                while len(written) < 2 + kills and process.poll() is None:
                    written.add(_written(file))
                    time.sleep(0.001)
                time.sleep(generator.random() * 0.1)
                process.kill()
            said = process.stdout.read()
        if process.returncode == 0:
            break
        kills += 1
        if file.exists():
            rollouts = json.loads(file.read_text())["rollouts"]
            trials.append(sum(one["trials"] for one in rollouts if one is not None))
    assert "ready\n" + said == whole
    assert kills > 1
    assert trials == sorted(trials)
    assert len(set(trials)) > 2
    assert [one.name for one in tmp_path.iterdir()] == ["rollout.json"]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the checkpoint after every part, and let parts be small."""
    monkeypatch.setattr(playing, "_CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(playing, "_PART_SECONDS", 0.0)


def _stop_after(trials: int) -> Any:  # noqa: ANN401
    def progress(done: int, total: int) -> None:
        if done >= trials:
            raise KeyboardInterrupt

    return progress


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(
    ("call", "options"),
    [
        (bg.rollout, {"standard_error": 0.015, "luck": "nothing", "truncate": 8}),
        (bg.rollout, {"trials": range(50, 500)}),
        (bg.rollout_plays, {"roll": "21", "ahead": 1.5, "trials": 1152, "top": 4}),
        (bg.rollout_cube, {"trials": 144}),
    ],
)
def test_a_stopping_rule_stops_at_the_same_trial_after_interruptions(call: Any, options: Any, tmp_path: Path) -> None:  # noqa: ANN401
    options = {"seed": 5, "truncate": 2, "engine": bg.Engine(threads=1), **options}
    whole = call(START, **options)
    file = tmp_path / "rollout.json"
    resumed, interruptions = None, 0
    while resumed is None:
        interruptions += 1
        try:
            resumed = call(START, checkpoint=file, progress=_stop_after(90 * interruptions), **options)
        except bg.Interrupted:
            assert file.exists()
    assert interruptions > 2
    assert resumed == whole
    # A finished rollout is read back, and nothing more is played.
    assert call(START, checkpoint=file, progress=_stop_after(0), **options) == whole


@pytest.mark.usefixtures("eager")
def test_what_an_error_ends_is_kept(tmp_path: Path) -> None:
    def fail(done: int, total: int) -> None:
        if done > 100:
            raise ZeroDivisionError

    file = tmp_path / "rollout.json"
    with pytest.raises(ZeroDivisionError):
        bg.rollout(START, 400, truncate=1, checkpoint=file, progress=fail)
    assert json.loads(file.read_text())["rollouts"][0]["trials"] >= 36
    assert bg.rollout(START, 400, truncate=1, checkpoint=file) == bg.rollout(START, 400, truncate=1)


def _leaves(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key in value:
            yield from _leaves(value[key], (*path, key))
    elif isinstance(value, list) and value:
        yield from _leaves(value[0], (*path, 0))
        yield from _leaves(value[-1], (*path, len(value) - 1))
    else:
        yield path


def _changed(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return 1 if value is None else f"{value}x"


def test_a_file_with_a_changed_field_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rollout.json"
    bg.rollout(START, 36, truncate=1, checkpoint=file)
    content = file.read_text()
    paths = sorted(set(_leaves(json.loads(content))), key=str)
    assert len(paths) > 100
    for path in paths:
        data = json.loads(content)
        *way, last = path
        inner = data
        for key in way:
            inner = inner[key]
        inner[last] = _changed(inner[last])
        file.write_text(json.dumps(data))
        with pytest.raises(bg.NotationError, match=r"rollout\.json"):
            bg.rollout(START, 36, truncate=1, checkpoint=file)
        assert file.read_text() == json.dumps(data)
    for name in json.loads(content):
        data = json.loads(content)
        del data[name]
        file.write_text(json.dumps(data))
        with pytest.raises(bg.NotationError, match=rf"rollout\.json: .*{name}"):
            bg.rollout(START, 36, truncate=1, checkpoint=file)
    for length in (0, 1, 1000, len(content) - 1):
        file.write_text(content[:length])
        with pytest.raises(bg.NotationError, match=r"rollout\.json"):
            bg.rollout(START, 36, truncate=1, checkpoint=file)
    file.write_text(content)
    assert bg.rollout(START, 36, truncate=1, checkpoint=file) == bg.rollout(START, 36, truncate=1)


OTHERS: dict[str, dict[str, Any]] = {
    "position": {"position": bg.Position.nackgammon()},
    "seed": {"seed": 2},
    "settings": {"truncate": 2},
    "first": {"roll": "31"},
    "stakes": {"stakes": bg.Stakes()},
    "engine": {"engine": bg.Engine(tables=())},
    "network": {"engine": bg.Engine(lambda boards: boards[:, 0, :5] * 0.0)},
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_checkpoint_of_another_rollout_is_refused_and_kept(name: str, tmp_path: Path) -> None:
    file = tmp_path / "rollout.json"
    options: dict[str, Any] = {"position": START, "trials": 36, "truncate": 1, "checkpoint": file}
    bg.rollout(**options)
    content = file.read_bytes()
    with pytest.raises(bg.ArgumentError, match=f"belongs to another rollout, which differs in .*{name}"):
        bg.rollout(**{**options, **OTHERS[name]})
    with pytest.raises(bg.ArgumentError, match="expected a checkpoint of 2 rollouts, got 1"):
        bg.rollout_cube(START, 36, truncate=1, checkpoint=file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("trials", [35, range(1, 100), range(36, 72)])
def test_a_checkpoint_with_trials_that_are_not_asked_for_is_refused(trials: int | range, tmp_path: Path) -> None:
    file = tmp_path / "rollout.json"
    bg.rollout(START, 36, truncate=1, checkpoint=file)
    content = file.read_bytes()
    with pytest.raises(bg.ArgumentError, match="the checkpoint has trials from 0 to before 36; expected"):
        bg.rollout(START, trials, truncate=1, checkpoint=file)
    assert file.read_bytes() == content
    # More trials are added to those that there are.
    assert bg.rollout(START, 72, truncate=1, checkpoint=file) == bg.rollout(START, 72, truncate=1)


def test_another_level_of_a_rule_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rollout.json"
    bg.rollout_plays(START, "31", 144, top=2, ahead=3, truncate=1, checkpoint=file)
    with pytest.raises(bg.ArgumentError, match=r"ahead=3.0, not 2.0"):
        bg.rollout_plays(START, "31", 144, top=2, ahead=2, truncate=1, checkpoint=file)


@pytest.mark.parametrize("where", ["missing/rollout.json", "file/rollout.json", "folder"])
def test_a_file_that_cannot_be_written_is_refused_at_the_start(where: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    called = []
    with pytest.raises(OSError, match=where) as caught:
        bg.rollout(START, 10**9, checkpoint=tmp_path / where, progress=lambda *_: called.append(1))
    assert caught.value.filename == str(tmp_path / where)
    assert not called


@pytest.mark.usefixtures("eager")
def test_a_disk_that_fails_later_costs_only_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def full(path: str, content: str) -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise OSError(28, "No space left on device", path)

    monkeypatch.setattr(playing, "write_whole", full)
    with pytest.warns(RuntimeWarning, match="the checkpoint cannot be written: .*No space left"):
        result = bg.rollout(START, 72, truncate=1, checkpoint=tmp_path / "rollout.json")
    assert result == bg.rollout(START, 72, truncate=1)


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rollout.json"
    link = tmp_path / "link.json"
    link.symlink_to(file)
    refused: list[str] = []

    def try_it(done: int, total: int) -> None:
        for path in (file, link):
            with pytest.raises(bg.ArgumentError, match="in use by another rollout"):
                bg.rollout(START, 1, checkpoint=path)
        program = f"import gammon as bg; bg.rollout(bg.Position.start(), 1, checkpoint={str(file)!r})"
        done_there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        refused.append(done_there.stderr)
        raise KeyboardInterrupt

    with pytest.raises(bg.Interrupted):
        bg.rollout(START, 10**9, checkpoint=file, progress=try_it)
    assert "in use by another rollout" in refused[0]
    assert bg.rollout(START, 36, seed=2, checkpoint=tmp_path / "other.json").trials == 36
    file.unlink(missing_ok=True)
    assert bg.rollout(START, 1, checkpoint=file).trials == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.json", "other.json", "rollout.json"]


def test_two_threads_that_begin_together_do_not_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rollout.json"
    barrier = threading.Barrier(4)
    said: list[str] = []

    def play() -> None:
        barrier.wait()
        try:
            said.append(str(bg.rollout(START, 324, truncate=1, checkpoint=file, engine=bg.Engine(threads=1)).trials))
        except bg.ArgumentError as error:
            said.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 4
    assert set(said) <= {"324", f"{file}: the file is in use by another rollout"}
    assert "324" in said
