"""A progress bar for calls that take a while, for people who look at a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE = 1.0
"""Seconds for which nothing is shown: most calls are over by then."""


@contextmanager
def bar(description: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a long call has come, on standard error.

    Nothing is written unless standard error is a terminal and the call has lasted a second. At
    the end the bar is wiped away, also where the call was interrupted.

    Parameters
    ----------
    description
        What is going on, in a word or two.

    Yields
    ------
    Callable[[int, int], None]
        To be called with how much is done and how much there is to do, from one thread.
    """
    # There is no standard error at all where a program has no console.
    if sys.stderr is None or not sys.stderr.isatty():
        yield _ignore
        return
    started = time.monotonic()
    progress: Progress | None = None

    def report(done: int, total: int) -> None:
        nonlocal progress
        if progress is None:
            if time.monotonic() - started < _PATIENCE:
                return
            progress = _start()
            progress.add_task(description, total=total)
        progress.update(progress.task_ids[0], completed=done, total=total)

    try:
        yield report
    finally:
        if progress is not None:
            progress.stop()


def _ignore(done: int, total: int) -> None:
    """Show nothing."""


def _start() -> Progress:
    # Imported only here: it takes longer than most calls.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True, force_jupyter=False),
        transient=True,
    )
    progress.start()
    return progress
