"""Long work done in parts, in this process or in several, with a progress bar."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

Part = TypeVar("Part")
Result = TypeVar("Result")

Advance = Callable[[int], object]
"""Called with the number of items done since the last call."""


@contextmanager
def bar(description: str, total: int, done: int = 0) -> Iterator[Advance]:
    """Show a progress bar on standard error; the context's value is called to advance it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(description, total=total, completed=done)
        yield lambda some: progress.advance(task, some)


_work: list[Callable[[Any], Any]] = []
"""The function that this worker process runs: empty until `_receive`, then one element."""


def in_order(work: Callable[[Part], Result], parts: Sequence[Part], *, processes: int) -> Iterator[tuple[Part, Result]]:
    """Call ``work`` with every part, and yield each part with its result, in the order of the parts.

    Parameters
    ----------
    work
        The function; must be picklable if several processes are used. Each process receives it once.
    parts
        The arguments.
    processes
        Number of worker processes; with 1, the work is done in this process.
    """
    if processes == 1 or len(parts) < 2:
        for part in parts:
            yield part, work(part)
        return
    # Spawn, because a forked process inherits the engines' locks but not the threads that will release them.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_receive, initargs=(work,)) as pool:
        waiting: list[tuple[Part, Future[Result]]] = [(part, pool.submit(_do, part)) for part in parts]
        try:
            for part, future in waiting:
                yield part, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _receive(work: Callable[[Any], Any]) -> None:
    # Ctrl-C reaches every process. Workers ignore it: the parent handles it and shuts them down after their parts.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work[:] = [work]


def _do(part: Any) -> Any:  # noqa: ANN401
    return _work[0](part)
