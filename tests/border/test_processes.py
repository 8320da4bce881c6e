"""Work can be split between processes, and every public object can be sent to another process."""

from __future__ import annotations

import functools
import multiprocessing
import operator
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor

import numpy as np
import pytest

import gammon as bg
from gammon.drawing import CubeOwner, Scene, Side

START = bg.Position.start()

METHODS = [
    "spawn",
    pytest.param(
        "fork",
        marks=[
            pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork"),
            # Python 3.12 and later warn about running threads at a fork; the engine leaves none running.
            pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning"),
        ],
    ),
]


@pytest.fixture(params=METHODS, scope="module")
def pool(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Start a pool of two processes, after this one has used the engine's threads."""
    bg.rollout(START, 64, seed=1, engine=bg.Engine(threads=4))
    context = multiprocessing.get_context(request.param)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        yield pool


@pytest.mark.timeout(60)
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_rollout_equals_the_sum_of_its_halves_from_two_processes(pool: Executor) -> None:
    part = functools.partial(bg.rollout, START, seed=7, engine=bg.Engine(threads=2))
    first, second = (pool.submit(part, range(first, first + 100)).result(timeout=50) for first in (0, 100))
    whole = bg.rollout(START, 200, seed=7, engine=bg.Engine(threads=2))
    assert whole.trials == 200
    assert first.merge(second) == whole
    assert second.merge(first) == whole
    assert (first + second).to_json().split('"seconds"')[0] == whole.to_json().split('"seconds"')[0]


@pytest.mark.timeout(60)
def test_another_process_plays_the_same_games(pool: Executor) -> None:
    theirs = pool.submit(functools.partial(bg.batch.play_games, 50, "network", seed=3, threads=2)).result(timeout=50)
    ours = bg.batch.play_games(50, "network", seed=3, threads=1)
    for name in ("starter", "winner", "points", "turns"):
        assert np.array_equal(getattr(theirs, name), getattr(ours, name)), name


def _objects() -> dict[str, object]:
    play = START.plays(3, 1)[0]
    return {
        "Roll": bg.Roll(3, 1),
        "Position": START,
        "hypergammon's Position": bg.Position.hypergammon(),
        "Play": play,
        "a Play that passes": bg.Position.from_gnubg_id("m23wAQDgc/ABYA").parse_play("(no play)", 6, 5).play,
        "ParsedPlay": START.parse_play("8/5 6/5*", 3, 1),
        "Outcome": bg.evaluate(START),
        "Network": bg.Network.shipped(),
        "Xgid": bg.Xgid("-b----E-C---eE---c-e----B-:1:1:1:D:3:5:0:7:10"),
        "GnubgId": bg.GnubgId("4HPwATDgc/ABMA:cIkFAAAAAAAA"),
        "RankedPlay": bg.rank_plays(START, (3, 1))[0],
        "Rollout": bg.rollout(START, 10, seed=1),
        "Scene": Scene(cube=2, cube_owner=CubeOwner.OWN, dice=(3, 1), turn=Side.OPPONENT),
    }


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", _objects())
def test_an_object_comes_back_equal_from_another_process(pool: Executor, name: str) -> None:
    sent = _objects()[name]
    # The other process unpickles it and pickles it again.
    returned = pool.submit(operator.itemgetter(0), (sent,)).result(timeout=50)
    assert type(returned) is type(sent)
    assert returned == sent
    assert hash(returned) == hash(sent)
    assert str(returned) == str(sent)


@pytest.mark.timeout(60)
def test_games_come_back_unchanged_from_another_process(pool: Executor) -> None:
    sent = bg.batch.play_games(5, seed=1)
    returned = pool.submit(operator.itemgetter(0), (sent,)).result(timeout=50)
    assert len(returned) == 5
    assert np.array_equal(returned.turns, sent.turns)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle_works(protocol: int) -> None:
    for name, sent in _objects().items():
        assert pickle.loads(pickle.dumps(sent, protocol)) == sent, name


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "error", [getattr(bg, name) for name in bg.__all__ if name.endswith("Error")], ids=lambda error: str(error.__name__)
)
def test_an_error_that_another_process_raises_arrives(error: type[bg.GammonError]) -> None:
    copy = pickle.loads(pickle.dumps(error("row 3: no")))
    assert type(copy) is error
    assert str(copy) == "row 3: no"
    assert sys.modules[error.__module__] is bg


@pytest.mark.timeout(60)
def test_the_engine_raises_the_same_error_in_another_process(pool: Executor) -> None:
    with pytest.raises(bg.DiceError, match="a die shows 1 to 6, not 7"):
        pool.submit(bg.Roll, 7, 1).result(timeout=50)
