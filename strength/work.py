"""Long work in parts, in this process or in several, with a bar that shows how far it is."""

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
"""Told how many items more are done."""


@contextmanager
def bar(description: str, total: int, done: int = 0) -> Iterator[Advance]:
    """Show on standard error how far some work is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(description, total=total, completed=done)
        yield lambda some: progress.advance(task, some)


_work: list[Callable[[Any], Any]] = []
"""What this process does, where it is one of several."""


def in_order(work: Callable[[Part], Result], parts: Sequence[Part], *, processes: int) -> Iterator[tuple[Part, Result]]:
    """Do every part, and give the results in the order of the parts, as they are done.

    Parameters
    ----------
    work
        Must be picklable where there are several processes; each gets it once.
    parts
        What to do.
    processes
        How many at once; 1 is this process itself.
    """
    if processes == 1 or len(parts) < 2:
        for part in parts:
            yield part, work(part)
        return
    # A forked process would inherit the engines' locks without the threads that hold them.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_receive, initargs=(work,)) as pool:
        waiting: list[tuple[Part, Future[Result]]] = [(part, pool.submit(_do, part)) for part in parts]
        try:
            for part, future in waiting:
                yield part, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _receive(work: Callable[[Any], Any]) -> None:
    # Ctrl-C reaches all processes; the one that waits stops the others when their part is done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work[:] = [work]


def _do(part: Any) -> Any:  # noqa: ANN401
    return _work[0](part)
