"""Timing on one core: the best of three repeats, without repeating positions where engines cache them.

Seconds are CPU time of the whole process, so that other load on the machine matters as little as possible. Every
measured process is pinned to one core, so CPU time equals wall-clock time on an idle machine.
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
"""Environment variables of a measured process: one thread per thread pool, and no accelerator."""


def pin(core: int | None = None) -> int | None:
    """Pin this process and all its threads to one core.

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
    """Run ``work`` repeatedly and return its rate per second.

    This is for work whose cost does not fall when it is repeated. ``work`` returns the number of items that it
    processed. It runs once untimed, then in three repeats of ``seconds`` each, of which the best counts.
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
    """Run ``work`` on consecutive chunks of a list, each item once, and return its rate per second.

    Parameters
    ----------
    work
        Called as ``work(start, stop)``, processes the items from ``start`` up to ``stop``.
    total
        Number of items. The first chunk warms up, then each of three repeats uses a third of the rest.
    seconds
        A repeat ends after this time, or when its third is used up.
    chunk
        Items per call.
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
