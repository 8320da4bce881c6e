"""Timing on one core: the best of three repeats, and never the same position twice where engines remember.

Seconds are processor time of the whole process, so that what else the machine does counts as little as possible.
Every measured process is kept on one core, so this is what a clock would show on an idle machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

REPEATS = 3

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
"""Environment for a measured process: thread pools of one thread, and no accelerator."""


def pin(core: int | None = None) -> int | None:
    """Keep this process, and every thread that it starts, on one core.

    Returns
    -------
    int or None
        The core, or `None` where the platform cannot pin.
    """
    if not hasattr(os, "sched_setaffinity"):
        return None
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return chosen


def repeated_rate(work: Callable[[], int], seconds: float) -> float:
    """Run ``work`` over and over and say how many things it did a second.

    For work whose cost does not fall when it is done again. ``work`` returns how many things it did. It is
    run once untimed, then in three repeats of ``seconds`` each, of which the best counts.
    """
    work()
    best = 0.0
    for _ in range(REPEATS):
        done, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            done += work()
        best = max(best, done / elapsed)
    return best


def fresh_rate(work: Callable[[int, int], object], total: int, seconds: float, *, chunk: int) -> float:
    """Run ``work`` on consecutive chunks of a list, each item once, and say how many it did a second.

    Parameters
    ----------
    work
        Called as ``work(start, stop)``, does the items from ``start`` up to ``stop``.
    total
        Number of items. The first chunk warms up, then each of three repeats has its own third of the rest.
    seconds
        A repeat ends after this time, or with its third.
    chunk
        Items a call.
    """
    work(0, chunk)
    share = (total - chunk) // REPEATS
    best = 0.0
    for repeat in range(REPEATS):
        position = chunk + repeat * share
        end = position + share - share % chunk
        begun, start = position, time.process_time()
        elapsed = 0.0
        while position < end and elapsed < seconds:
            work(position, position + chunk)
            position += chunk
            elapsed = time.process_time() - start
        best = max(best, (position - begun) / elapsed)
    return best
