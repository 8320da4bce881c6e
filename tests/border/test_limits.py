"""When the system refuses memory or threads, the process survives and raises a named error."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs RLIMIT_AS")

MEMORY = """
import resource
import numpy as np
import gammon as bg
boards = np.repeat(bg.Position.start().to_array()[np.newaxis], {rows}, axis=0)
rolls = np.full(({rows}, 2), (1, 1), np.uint8)
bg.batch.best_plays(boards[:1], rolls[:1])
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {room}, resource.RLIM_INFINITY))
try:
    {call}
except MemoryError as error:
    print("refused:", error)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(bg.batch.pip_counts(boards[:1]).tolist())
"""


def _run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = os.environ | environment
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60, env=variables
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "call",
    [
        "bg.batch.plays(boards, rolls, threads={threads})",
        "bg.batch.moves(boards, rolls, threads={threads})",
        "bg.batch.random_plays(boards, rolls, seed=1, threads={threads})",
        "bg.batch.apply(boards, rolls, 0, threads={threads})",
        "bg.batch.swap(boards)",
        "bg.batch.rolls(2**31, seed=1, turn=1, threads={threads})",
        "bg.batch.play_games(2**30, seed=1, threads={threads})",
    ],
)
def test_a_result_that_does_not_fit_raises_a_memory_error_with_its_size(call: str, threads: int) -> None:
    # 200,000 boards are 10 megabytes; the memory limit leaves no room for their positions and results.
    code = MEMORY.format(call=call.format(threads=threads), rows=200_000, room=12 << 20)
    child = _run(code)
    assert child.returncode == 0, child.stderr
    # The second message is NumPy's.
    assert re.match(r"refused: (cannot allocate \d+ bytes|Unable to allocate)", child.stdout), child.stdout
    assert child.stdout.splitlines()[1] == "[[167, 167]]"


THREADS = """
import numpy as np
import gammon as bg
from tests.border.arrays import midgame
boards, rolls = midgame(3000)
results, offsets = bg.batch.plays(boards, rolls, threads=8)
games = bg.batch.play_games(40, seed=1, threads=8)
rollout = bg.rollout(bg.Position.start(), 30, seed=1, engine=bg.Engine(threads=8))
print(hash(results.tobytes() + offsets.tobytes()), games.turns.tolist(), rollout.to_dict()["tally"])
"""


def test_a_call_that_cannot_start_threads_gives_the_same_answer() -> None:
    # The system refuses threads with stacks larger than the address space.
    refused, usual = (_run(THREADS, PYTHONHASHSEED="1", **more) for more in ({"RUST_MIN_STACK": str(2**50)}, {}))
    assert refused.returncode == 0, refused.stderr
    assert refused.stdout == usual.stdout


def test_an_array_written_to_by_another_thread_is_read_once() -> None:
    start, other = bg.Position.start().to_array(), bg.Position.nackgammon().to_array()
    boards = np.repeat(start[np.newaxis], 5000, axis=0)
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            boards[:] = other
            boards[:] = start

    writer = threading.Thread(target=write)
    writer.start()
    try:
        until = time.monotonic() + 1
        while time.monotonic() < until:
            try:
                swapped = bg.batch.swap(boards)
            except bg.PositionError:
                continue  # A row was copied half-written; the check of the copy refused it.
            bg.batch.pip_counts(swapped)  # If it was accepted, all boards are legal.
    finally:
        over.set()
        writer.join()


@pytest.mark.alone
def test_a_small_batch_starts_no_thread() -> None:
    boards, _ = midgame(8)
    before, best = bg.batch.pip_counts(boards), {None: np.inf, 1: np.inf}
    for _ in range(200):
        for threads in best:
            began = time.perf_counter()
            bg.batch.evaluate(boards, threads=threads)
            best[threads] = min(best[threads], time.perf_counter() - began)
    assert best[None] < 3 * best[1] + 5e-6
    assert np.array_equal(bg.batch.pip_counts(boards), before)
