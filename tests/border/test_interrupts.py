"""Ctrl-C, or an exception in a progress callback, ends a long call at once, and the engine still works afterwards."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame

pytestmark = pytest.mark.alone

START = bg.Position.start()

AT_ONCE = 0.25
"""Seconds allowed between the signal and the exception."""

CHILD = """
import os, signal, sys, threading, time
import numpy as np
import gammon as bg
from gammon._engine import Fit, training_records

start = bg.Position.start()
fit = Fit(256, seed=1)
evaluator = bg.Evaluator(bg.Network.shipped())
records = training_records(evaluator, 2, seed=1, first_game=0, lambda_=1.0, explore=16, wild_turns=20)
boards = np.repeat(start.to_array()[np.newaxis], 600_000, axis=0)
rolls = np.full((len(boards), 2), (3, 1), np.uint8)
others = bg.batch.random_plays(boards[:400], bg.batch.rolls(400, seed=1, turn=1), seed=1)
next_rolls = bg.batch.rolls(400, seed=1, turn=2)
calls = {
    "rollout": lambda: bg.rollout(start, 10**9, seed=1, engine=bg.Engine(threads=2)),
    "contest": lambda: bg.contest("ply1", "ply1", pairs=10**6, workers=1),
    "play_match": lambda: [bg.play_match("ply1", "ply1", seed=seed) for seed in range(1000)],
    "play_games, random": lambda: bg.batch.play_games(10**7, seed=1, threads=2),
    "play_games, network": lambda: bg.batch.play_games(10**7, "network", seed=1, threads=2),
    "best_plays": lambda: bg.batch.best_plays(boards, rolls, threads=1),
    "best_plays, 2-ply": lambda: bg.batch.best_plays(others, next_rolls, ply=2, threads=2),
    "evaluate, 3-ply": lambda: [bg.evaluate(plays.position, ply=3) for plays in start.plays(4, 2)],
    "rank_plays, 3-ply": lambda: [bg.rank_plays(start, roll, ply=3) for roll in bg.Roll.all()],
    "score_map, 2-ply": lambda: bg.score_map(start, length=25, ply=2),
    "rolls": lambda: bg.batch.rolls(3 * 10**7, seed=1, turn=1, threads=1),
    "training_records": lambda: training_records(
        evaluator, 10**6, seed=1, first_game=0, lambda_=1.0, explore=16, wild_turns=20
    ),
    "training": lambda: fit.train(records, np.arange(10**5) % len(records), batch=100, rates=np.zeros(1000, "f4")),
}
sent = 0.0


def interrupt():
    global sent
    time.sleep(0.15)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)


def waited(call):
    sender = threading.Thread(target=interrupt)
    sender.start()
    try:
        call()
        sender.join()
    except KeyboardInterrupt:
        return time.perf_counter() - sent
    finally:
        sender.join()
    return "the call was over before the signal came"


before = bg.rollout(start, 50, seed=3)
for line in sys.stdin:
    took = waited(calls[line.strip()])
    print(took if bg.rollout(start, 50, seed=3) == before else "the engine rolls out differently", flush=True)
"""


CALLED = re.findall(r'^    "(.*?)": lambda', CHILD, re.MULTILINE)


@pytest.fixture(scope="module")
def interrupted() -> Iterator[Callable[[str], str]]:
    """Make a function that interrupts a call in another process and returns the seconds until it ended, or what failed.

    All calls share the process, because preparing them takes longer than the calls.
    """
    with subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        ask, answer, errors = child.stdin, child.stdout, child.stderr

        def waited(call: str) -> str:
            print(call, file=ask, flush=True)
            return answer.readline().strip() or errors.read()

        yield waited
        child.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send itself Ctrl-C there")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("call", CALLED)
def test_ctrl_c_ends_a_call_at_once_and_the_engine_works_afterwards(
    call: str, interrupted: Callable[[str], str]
) -> None:
    # The best of three tries: a busy machine may suspend a process for longer than this.
    for _ in range(3):
        waited = interrupted(call)
        assert re.fullmatch(r"[\d.e-]+", waited), waited
        if 0 < float(waited) < AT_ONCE:
            break
    else:
        pytest.fail(f"{call} went on for {waited} s")


class _EnoughError(Exception):
    pass


def _enough(done: int, total: int) -> None:
    raise _EnoughError(done, total)


BOARDS, ROLLS = midgame(50)

CALLS: dict[str, Callable[[Callable[[int, int], object]], object]] = {
    "rollout": lambda progress: bg.rollout(START, 10**9, seed=1, progress=progress),
    "play_games": lambda progress: bg.batch.play_games(10**6, seed=1, progress=progress),
    "plays": lambda progress: bg.batch.plays(BOARDS, ROLLS, progress=progress),
    "moves": lambda progress: bg.batch.moves(BOARDS, ROLLS, progress=progress),
    "random_plays": lambda progress: bg.batch.random_plays(BOARDS, ROLLS, seed=1, progress=progress),
    "apply": lambda progress: bg.batch.apply(BOARDS, ROLLS, np.zeros(50, np.int64), progress=progress),
    "best_plays": lambda progress: bg.batch.best_plays(BOARDS, ROLLS, progress=progress),
    "evaluate": lambda progress: bg.batch.evaluate(BOARDS, progress=progress),
    "glance": lambda progress: bg.batch.glance(BOARDS, progress=progress),
    "evaluate, 1-ply": lambda progress: bg.batch.evaluate(BOARDS, ply=1, progress=progress),
    "rolls": lambda progress: bg.batch.rolls(50, seed=1, turn=1, progress=progress),
    "opening_rolls": lambda progress: bg.batch.opening_rolls(50, seed=1, progress=progress),
}


@pytest.mark.timeout(30)
@pytest.mark.parametrize("call", CALLS)
def test_an_exception_in_a_progress_callback_ends_the_call(call: str) -> None:
    with pytest.raises(_EnoughError):
        CALLS[call](_enough)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("call", [call for call in CALLS if call not in ("rollout", "play_games")])
def test_progress_is_told_the_end_of_a_short_call_too(call: str) -> None:
    told: list[tuple[int, int]] = []
    CALLS[call](lambda done, total: told.append((done, total)))
    assert told[-1] == (50, 50)


def test_progress_never_goes_back_and_ends_with_all_trials() -> None:
    told: list[tuple[int, int]] = []
    bg.rollout(
        START, 2000, seed=1, progress=lambda done, total: told.append((done, total)), engine=bg.Engine(threads=2)
    )
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert told[-1] == (2000, 2000)
    assert {total for _, total in told} == {2000}


def test_a_callback_may_call_the_engine_itself() -> None:
    inner: list[bg.Rollout] = []
    outer = bg.rollout(
        START,
        300,
        seed=1,
        progress=lambda *_: inner.append(bg.rollout(START, 10, seed=1, engine=bg.Engine(threads=2))),
        engine=bg.Engine(threads=2),
    )
    assert outer == bg.rollout(START, 300, seed=1)
    assert inner
    assert inner[0] == bg.rollout(START, 10, seed=1)


PARTIAL = """
import os, signal, sys, threading
import gammon as bg

enough = threading.Event()
engine = bg.EnginePlayer("club")
decisions = 0


def interrupt():
    enough.wait()
    os.kill(os.getpid(), signal.SIGINT)


def progress(done, total):
    if done > int(sys.argv[3]):
        enough.set()


def player(state):
    global decisions
    decisions += 1
    if decisions == 200:
        os.kill(os.getpid(), signal.SIGINT)
    return engine.choose(state)


if __name__ == "__main__":
    workers = int(sys.argv[2])
    call = {
        "rollout": lambda: bg.rollout(bg.Position.start(), 10**9, seed=1, progress=progress),
        "contest": lambda: bg.contest("club", "casual", pairs=10**4, seed=1, workers=workers, progress=progress),
        "play_match": lambda: bg.play_match(player, player, rules=bg.MatchRules(match_length=7), seed=1),
    }[sys.argv[1]]
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        call()
    except KeyboardInterrupt as stopped:
        print(type(stopped).__name__, stopped)
        print("None" if stopped.partial is None else stopped.partial.to_json())
"""
"""Interrupts a call when it has something to keep, so after a while that does not depend on the machine's speed."""


def _interrupted(tmp_path: Path, *arguments: object) -> tuple[str, str]:
    """Interrupt a call in a separate process; return the exception's message and the partial result's JSON."""
    script = tmp_path / "script.py"
    script.write_text(PARTIAL)
    command = [sys.executable, str(script), *map(str, arguments)]
    child = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (child.returncode, child.stderr) == (0, "")
    said, result = child.stdout.splitlines()
    return said, result


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send itself Ctrl-C there")
def test_an_interrupted_rollout_keeps_its_finished_trials(tmp_path: Path) -> None:
    said, result = _interrupted(tmp_path, "rollout", 1, 500)
    partial = bg.Rollout.from_json(result)
    assert said == f"Interrupted interrupted after {partial.trials:,} of 1,000,000,000 trials"
    assert partial.ranges == ((0, partial.trials),)
    assert partial == bg.rollout(START, partial.trials, seed=1)


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send itself Ctrl-C there")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_contest_keeps_its_finished_pairs(tmp_path: Path, workers: int) -> None:
    said, result = _interrupted(tmp_path, "contest", workers, 2)
    partial = bg.Contest.from_json(result)
    assert said == f"Interrupted interrupted after {partial.pairs:,} of 10,000 pairs"
    shown = min(partial.pairs, 40)
    assert partial.scores[:shown] == bg.contest("club", "casual", pairs=shown, seed=1, workers=1).scores


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send itself Ctrl-C there")
def test_an_interrupted_match_keeps_its_state(tmp_path: Path) -> None:
    said, result = _interrupted(tmp_path, "play_match", 1, 0)
    partial = bg.Match.from_json(result)
    assert said == f"Interrupted interrupted in game {partial.state.game + 1} of the match"
    whole = bg.play_match("club", "club", rules=bg.MatchRules(match_length=7), seed=1)
    actions = partial.actions
    assert 200 <= len(actions) + 1 < len(whole.actions)
    assert whole.actions[: len(actions)] == actions


def test_a_rollout_that_is_interrupted_at_once_has_no_result() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(bg.Interrupted, match=r"interrupted after 0 of 100 trials") as caught:
        bg.rollout(START, 100, seed=1, progress=stop)
    assert caught.value.partial is None
    with pytest.raises(bg.Interrupted, match=r"interrupted after 1 of 9 pairs") as caught:
        bg.contest("random", "random", pairs=9, workers=1, progress=stop)
    assert caught.value.partial == bg.contest("random", "random", pairs=1, workers=1)


def test_an_interrupted_exception_can_be_pickled() -> None:
    result = bg.rollout(START, 10, seed=1)
    copy = pickle.loads(pickle.dumps(bg.Interrupted("interrupted after 10 of 20 trials", result)))
    assert (str(copy), copy.partial) == ("interrupted after 10 of 20 trials", result)
