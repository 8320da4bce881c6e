"""A progress bar on the terminal for long calls."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE = 1.0
"""Seconds before the bar appears: most calls finish sooner."""


@contextmanager
def bar(description: str, words: Callable[[], str] | None = None) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error.

    Nothing is written unless standard error is a terminal and the call has lasted a second. The bar is erased at the
    end, even if the call is interrupted.

    Parameters
    ----------
    description
        A word or two about the work.
    words
        Called with each report: what is known so far, which is shown after the description.

    Yields
    ------
    Callable[[int, int], None]
        Call it from one thread with the number of items done and the total.
    """
    # sys.stderr is None in programs without a console.
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
        said = "" if words is None else words()
        text = f"{description} {said}" if said else description
        progress.update(progress.task_ids[0], completed=done, total=total, description=text)

    try:
        yield report
    finally:
        if progress is not None:
            progress.stop()


def _ignore(done: int, total: int) -> None:
    """Show nothing."""


def _start() -> Progress:
    # Imported here because the import takes longer than most calls.
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
