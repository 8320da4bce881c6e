"""Results do not depend on the number of threads, and other Python threads run during a call."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from tests.border.arrays import midgame

pytestmark = pytest.mark.alone

BOARDS, ROLLS = midgame(3001)
"""More rows than one thread handles alone, and not a multiple of the chunk size."""
FIRST_PLAYS = np.zeros(len(BOARDS), np.int64)
START = bg.Position.start()

Answer = tuple[npt.NDArray[np.generic], ...]


def _games(games: bg.batch.Games) -> Answer:
    return (games.starter, games.winner, games.points, games.turns)


def _rollout(rollout: bg.Rollout) -> Answer:
    return (np.frombuffer(repr(rollout.to_dict()["tally"]).encode(), np.uint8),)


CALLS: dict[str, Callable[[int | None], Answer]] = {
    "plays": lambda threads: bg.batch.plays(BOARDS, ROLLS, threads=threads),
    "moves": lambda threads: bg.batch.moves(BOARDS, ROLLS, threads=threads),
    "random_plays": lambda threads: (bg.batch.random_plays(BOARDS, ROLLS, seed=3, turn=9, threads=threads),),
    "apply": lambda threads: (bg.batch.apply(BOARDS, ROLLS, FIRST_PLAYS, threads=threads),),
    "best_plays": lambda threads: (bg.batch.best_plays(BOARDS, ROLLS, threads=threads),),
    "evaluate": lambda threads: (bg.batch.evaluate(BOARDS, threads=threads),),
    "glance": lambda threads: (bg.batch.glance(BOARDS, threads=threads),),
    "best_plays, 1-ply": lambda threads: (bg.batch.best_plays(BOARDS[:99], ROLLS[:99], ply=1, threads=threads),),
    "evaluate, 2-ply": lambda threads: (bg.batch.evaluate(BOARDS[1000:1009], ply=2, threads=threads),),
    "rolls": lambda threads: (bg.batch.rolls(99_999, seed=3, turn=9, threads=threads),),
    "opening_rolls": lambda threads: (bg.batch.opening_rolls(99_999, seed=3, threads=threads),),
    "play_games, random": lambda threads: _games(bg.batch.play_games(333, seed=5, threads=threads)),
    "play_games, network": lambda threads: _games(bg.batch.play_games(99, "network", seed=5, threads=threads)),
    "rollout": lambda threads: _rollout(bg.rollout(START, 333, seed=42, engine=bg.Engine(threads=threads))),
    "rollout of a roll": lambda threads: _rollout(
        bg.rollout(START, 99, seed=42, roll=(3, 1), engine=bg.Engine(threads=threads))
    ),
    "rollout of an opening": lambda threads: _rollout(
        bg.rollout(START, 99, seed=42, opening=True, engine=bg.Engine(threads=threads))
    ),
}


def _same(one: Answer, other: Answer) -> bool:
    return len(one) == len(other) and all(
        a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("call", CALLS)
def test_an_answer_is_the_same_to_the_last_bit_with_any_number_of_threads(call: str) -> None:
    one = CALLS[call](1)
    for threads in (2, 7, None):
        assert _same(CALLS[call](threads), one), f"{threads} threads"


def test_a_whole_rollout_is_equal_with_any_number_of_threads() -> None:
    one, two, seven = (bg.rollout(START, 216, seed=42, engine=bg.Engine(threads=threads)) for threads in (1, 2, 7))
    assert one == two == seven


def test_eight_python_threads_at_once_get_the_answers_of_one() -> None:
    alone = {name: call(2) for name, call in CALLS.items()}
    with ThreadPoolExecutor(8) as pool:
        asked = [(name, pool.submit(call, 2)) for name, call in CALLS.items() for _ in range(2)]
        for name, answer in asked:
            assert _same(answer.result(timeout=60), alone[name]), name


def _ticks_during(call: Callable[[], object]) -> int:
    """Count how often another Python thread runs during one call."""
    over = threading.Event()
    running = threading.Event()
    ticks: list[float] = []

    def tick() -> None:
        running.set()
        while not over.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    running.wait()
    started = time.perf_counter()
    call()
    ended = time.perf_counter()
    over.set()
    ticker.join()
    return sum(started < when < ended for when in ticks)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda: bg.rollout(START, 500, seed=1, engine=bg.Engine(threads=1)), id="rollout"),
        pytest.param(lambda: bg.batch.play_games(5000, seed=1, threads=1), id="play_games"),
        pytest.param(lambda: bg.batch.best_plays(BOARDS[:2000], ROLLS[:2000], threads=1), id="a short batch"),
    ],
)
def test_another_python_thread_runs_during_a_call(call: Callable[[], object]) -> None:
    # If the call held the GIL, the other thread would run at most once, before or after it.
    assert max(_ticks_during(call) for _ in range(5)) >= 4
