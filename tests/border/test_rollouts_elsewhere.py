"""Rollouts by executors: process pools, threads and Dask give the same bits, also when workers are killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import gammon as bg

START = bg.Position.start()
MATCH = "-b----E-C---eE---c-e----B-:1:1:1:00:3:5:0:7:10"
OPTIONS: dict[str, Any] = {"seed": 7, "truncate": 4}
TRIALS = 540
BOARDS = bg.batch.random_positions(24, seed=6)


@pytest.fixture(scope="module")
def whole() -> bg.Rollout:
    return bg.rollout(START, TRIALS, **OPTIONS)


@pytest.fixture(scope="module")
def many() -> list[bg.Rollout]:
    return list(bg.rollout_many(BOARDS, 36, **OPTIONS))


def _pool(workers: int = 2) -> ProcessPoolExecutor:
    """Start a pool. Python's own can hang if a worker is killed while another one starts, so wait for all of them."""
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    while len(pool._processes) < workers:
        list(pool.map(time.sleep, [0.1] * workers))
    list(pool.map(time.sleep, [0.2] * workers))
    return pool


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with _pool() as pool:
        yield pool


class _Killer:
    """Kills a process with SIGKILL when the second part of the work is done."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._calls = 0

    def __call__(self, done: int, total: int) -> None:
        self._calls += 1
        if self._calls == 2:
            os.kill(self._process, signal.SIGKILL)


def test_processes_give_the_same_bits(pool: Executor, whole: bg.Rollout, many: list[bg.Rollout]) -> None:
    assert bg.rollout(START, TRIALS, executor=pool, **OPTIONS) == whole
    assert list(bg.rollout_many(BOARDS, 36, executor=pool, **OPTIONS)) == many


def test_processes_compare_plays_and_cube_actions_alike(pool: Executor) -> None:
    options: dict[str, Any] = {"truncate": 2, "ahead": 1}
    alone = bg.rollout_plays(MATCH, "31", 288, top=3, **options)
    assert bg.rollout_plays(MATCH, "31", 288, top=3, executor=pool, **options) == alone
    assert bg.rollout_cube(MATCH, 72, truncate=2, executor=pool) == bg.rollout_cube(MATCH, 72, truncate=2)


def test_threads_give_the_same_bits(whole: bg.Rollout, many: list[bg.Rollout]) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert bg.rollout(START, TRIALS, executor=threads, **OPTIONS) == whole
        assert list(bg.rollout_many(BOARDS, 36, executor=threads, **OPTIONS)) == many


def test_a_killed_process_changes_no_bit(whole: bg.Rollout) -> None:
    with _pool() as pool:
        victim = next(iter(pool._processes))
        with pytest.warns(bg.LostWorkersWarning, match="lost trials") as warned:
            found = bg.rollout(START, TRIALS, executor=pool, progress=_Killer(victim), **OPTIONS)
        assert len(warned) == 1
    assert found == whole
    with _pool(1) as pool:
        victim = pool.submit(os.getpid).result()
        os.kill(victim, signal.SIGKILL)
        # Broken before the first part is submitted, or soon after.
        with pytest.warns(bg.LostWorkersWarning):
            assert bg.rollout(START, TRIALS, executor=pool, **OPTIONS) == whole
        with pytest.warns(bg.LostWorkersWarning):
            assert bg.rollout(START, TRIALS, executor=pool, **OPTIONS) == whole


def test_many_positions_survive_a_killed_process(many: list[bg.Rollout]) -> None:
    with _pool() as pool:
        victim = next(iter(pool._processes))
        with pytest.warns(bg.LostWorkersWarning) as warned:
            found = list(bg.rollout_many(BOARDS, 36, executor=pool, progress=_Killer(victim), **OPTIONS))
        assert len(warned) == 1
    assert found == many


class _Unreliable(Executor):
    """An executor that loses work in the ways of several libraries."""

    def __init__(self, error: Exception | None) -> None:
        self._error = error
        self._calls = 0

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:  # noqa: ANN401
        self._calls += 1
        future: Future[Any] = Future()
        if self._calls % 3 == 2:
            if self._error is None:
                future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_exception(self._error)
        else:
            future.set_result(function(*arguments, **keywords))
        return future


class _KilledWorker(Exception):  # noqa: N818 - the name that Dask gives it
    __module__ = "distributed.scheduler"


@pytest.mark.parametrize("error", [None, BrokenExecutor(), ConnectionError("gone"), OSError("closed"), _KilledWorker()])
def test_whatever_is_lost_is_played_here(error: Any, whole: bg.Rollout, many: list[bg.Rollout]) -> None:  # noqa: ANN401
    with pytest.warns(bg.LostWorkersWarning):
        assert bg.rollout(START, TRIALS, executor=_Unreliable(error), **OPTIONS) == whole
    with pytest.warns(bg.LostWorkersWarning):
        assert list(bg.rollout_many(BOARDS, 36, executor=_Unreliable(error), **OPTIONS)) == many


def test_an_error_of_a_trial_is_raised_and_not_tried_again() -> None:
    with pytest.raises(ZeroDivisionError):
        bg.rollout(START, TRIALS, executor=_Unreliable(ZeroDivisionError()), **OPTIONS)
    with pytest.raises(ZeroDivisionError):
        list(bg.rollout_many(BOARDS, 36, executor=_Unreliable(ZeroDivisionError()), **OPTIONS))


def test_the_checkpoint_of_an_executor_is_resumed_without_it(pool: Executor, whole: bg.Rollout, tmp_path: Any) -> None:  # noqa: ANN401
    def stop(done: int, total: int) -> None:
        if done > 150:
            raise KeyboardInterrupt

    file = tmp_path / "rollout.json"
    with pytest.raises(bg.Interrupted) as interrupted:
        bg.rollout(START, TRIALS, executor=pool, checkpoint=file, progress=stop, **OPTIONS)
    assert 150 < interrupted.value.partial.trials < TRIALS
    assert bg.rollout(START, TRIALS, checkpoint=file, **OPTIONS) == whole


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """Start a scheduler and two workers of Dask, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_dask_gives_the_same_bits_also_when_a_worker_is_killed(
    dask: Any,  # noqa: ANN401
    whole: bg.Rollout,
    many: list[bg.Rollout],
) -> None:
    executor = dask.get_executor()
    assert bg.rollout(START, TRIALS, executor=executor, **OPTIONS) == whole
    assert list(bg.rollout_many(BOARDS, 36, executor=executor, **OPTIONS)) == many
    for rollouts in (False, True):
        victims = list(dask.run(os.getpid).values())
        assert len(victims) == 2
        killer = _Killer(victims[0])
        if rollouts:
            found = list(bg.rollout_many(BOARDS, 36, executor=executor, progress=killer, **OPTIONS))
            assert found == many
        else:
            assert bg.rollout(START, TRIALS, executor=executor, progress=killer, **OPTIONS) == whole
        with pytest.raises(ProcessLookupError):
            _wait_until_gone(victims[0])
        # The cluster starts another one.
        dask.wait_for_workers(2, timeout=60)


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_that_is_closed_half_way_changes_no_bit(whole: bg.Rollout) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        client = distributed.Client(cluster)
        executor = client.get_executor()

        def close(done: int, total: int) -> None:
            if done < 100:
                client.close()

        with pytest.warns(bg.LostWorkersWarning):
            assert bg.rollout(START, TRIALS, executor=executor, progress=close, **OPTIONS) == whole


def _wait_until_gone(process: int) -> None:
    for _ in range(100):
        os.kill(process, 0)
        time.sleep(0.1)
