"""Engines whose network is a Python function: same answers as the network, and errors that stop every call."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.typing import Boards

START = bg.Position.start()


def as_the_network(boards: Boards) -> npt.NDArray[np.float32]:
    return bg.batch.evaluate(boards, threads=1)


FUNCTION = bg.Engine(as_the_network, threads=1)


@pytest.mark.parametrize("ply", [0, 1])
def test_a_function_that_calls_the_network_gives_the_network_s_answers(ply: int) -> None:
    assert bg.evaluate(START, ply=ply, engine=FUNCTION) == bg.evaluate(START, ply=ply)
    assert bg.rank_plays(START, (3, 1), ply=0, engine=FUNCTION) == bg.rank_plays(START, (3, 1), ply=0)
    mine, theirs = (bg.cube_decision(START, ply=ply, engine=engine) for engine in (FUNCTION, bg.Engine()))
    assert mine.no_double == pytest.approx(theirs.no_double, abs=1e-6)


def test_a_function_gets_batches_without_finished_games() -> None:
    asked: list[int] = []

    def function(boards: Boards) -> npt.NDArray[np.float32]:
        asked.append(len(boards))
        assert (boards[:, :, 0] < 15).all()
        return as_the_network(boards)

    result = bg.rollout(START, 40, seed=1, engine=bg.Engine(function))
    assert result.trials == 40
    assert np.mean(asked) > 50


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda boards: boards, r"floats of shape \(1, 5\)"),
        (lambda boards: np.full((len(boards), 5), np.nan), "probabilities"),
        (lambda boards: np.full((len(boards), 5), 1.5), "1.5 in row 0"),
        (lambda boards: None, r"floats of shape \(1, 5\)"),
    ],
)
def test_invalid_return_values_are_refused(answer: object, message: str) -> None:
    with pytest.raises(bg.ArgumentError, match=message):
        bg.evaluate(START, engine=bg.Engine(answer))  # type: ignore[arg-type]


def test_no_call_returns_results_computed_after_the_function_failed() -> None:
    """Two threads share an engine, and the function fails in one of them."""
    both = threading.Barrier(2, timeout=20)
    failed = threading.Event()

    def function(boards: Boards) -> npt.NDArray[np.float32]:
        if not failed.is_set():
            both.wait()
            if not failed.is_set():
                failed.set()
                raise KeyError("not today")
        return as_the_network(boards)

    engine = bg.Engine(function, threads=1)
    ends: list[list[bg.RankedPlay] | KeyError] = []

    def call() -> None:
        try:
            ends.append(bg.rank_plays(START, (3, 1), ply=1, engine=engine))
        except KeyError as error:
            ends.append(error)

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    right = bg.rank_plays(START, (3, 1), ply=1)
    assert len(ends) == 2
    assert any(isinstance(end, KeyError) for end in ends)
    for end in ends:
        assert isinstance(end, KeyError) or [str(one.play) for one in end] == [str(one.play) for one in right]
    # The engine still works afterwards.
    assert bg.evaluate(START, engine=engine) == bg.evaluate(START)


def test_engines_are_values() -> None:
    assert pickle.loads(pickle.dumps(bg.Engine(ply=1))) == bg.Engine(ply=1) != bg.Engine()
    with pytest.raises(TypeError, match="network: expected a Network or a function, got int"):
        bg.Engine(3)  # type: ignore[arg-type]
    with pytest.raises(bg.ArgumentError, match="ply is 4"):
        bg.Engine(ply=4)


def constant(boards: Boards) -> npt.NDArray[np.float32]:
    return np.full((len(boards), 5), [0.5, 0.1, 0.0, 0.1, 0.0], np.float32)


def never_home(boards: Boards) -> npt.NDArray[np.float32]:
    """Prefers plays that hit and leave shots. The side not on roll in the boards has just played."""
    on_roll, other = boards[:, 0].astype(float), boards[:, 1]
    good = 0.3 + on_roll @ np.arange(26) / 800 + 0.03 * (other[:, 1:25] == 1).sum(axis=1) - 0.02 * other[:, 0]
    chances = np.zeros((len(boards), 5), np.float32)
    chances[:, 0] = 1 - np.clip(good, 0, 1)
    return chances


def test_a_constant_function_plays_games_to_the_end() -> None:
    """Games end with probability 1 whatever the plays (McMullen, 1994), and these end soon."""
    engine = bg.Engine(constant)
    assert bg.rollout(START, 200, seed=1, engine=engine).trials == 200
    games = bg.batch.play_games(200, "network", seed=1, engine=engine)
    assert (games.turns > 20).all()
    assert games.turns.max() < 1000


def test_games_that_do_not_end_are_abandoned() -> None:
    engine = bg.Engine(never_home, threads=2)
    with pytest.raises(bg.UnfinishedGameError, match="10000 turns"):
        bg.rollout(START, 2, seed=1, engine=engine)
    with pytest.raises(bg.UnfinishedGameError, match="10000 turns"):
        bg.batch.play_games(1, "network", seed=1, engine=engine)
    # The engine still works afterwards.
    assert bg.evaluate(START, engine=engine).win == pytest.approx(1 - (0.3 + 167 / 800), abs=1e-6)


def test_games_that_do_not_end_can_be_interrupted() -> None:
    class StopError(Exception):
        pass

    def progress(done: int, total: int) -> None:
        raise StopError

    with pytest.raises(StopError):
        bg.rollout(START, 2000, seed=1, engine=bg.Engine(never_home), progress=progress)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"ply": "1"}, "ply: expected an int, got str"),
        ({"ply": True}, "ply: expected an int, got bool"),
        ({"threads": 1.5}, "threads: expected an int, got float"),
        ({"efficiency": "live"}, "efficiency: expected a number, got str"),
    ],
)
def test_an_engine_of_wrong_types_is_a_type_error(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(TypeError, match=f"^{says}$"):
        bg.Engine(**wrong)


def test_an_engine_accepts_numpy_numbers() -> None:
    engine = bg.Engine(ply=np.int64(1), threads=np.uint8(1), efficiency=np.float32(0.5))
    assert engine == bg.Engine(ply=1, threads=1, efficiency=0.5)
    assert repr(engine) == repr(bg.Engine(ply=1, threads=1, efficiency=np.float32(0.5)))
