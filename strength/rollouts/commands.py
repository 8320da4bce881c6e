"""The commands of ``python -m strength`` about rollouts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table

from gammon.rollouts.settings import PRESETS
from strength.rollouts import calibrated, known, luck, memory, positions, unbiased
from strength.work import bar

WHAT = ("unbiased", "each-other", "calibrated", "openings", "decisions", "cubes", "memory")

Shown = tuple[list[Table], Any]
"""Tables, and the figures in them for JSON."""


def run(options: argparse.Namespace) -> Shown:
    """Measure rollouts: their bias, their standard errors, known answers, memory."""
    measure: dict[str, Callable[[argparse.Namespace], Shown]] = {
        "unbiased": _unbiased,
        "each-other": _each_other,
        "calibrated": _calibrated,
        "openings": _openings,
        "decisions": _decisions,
        "cubes": _cubes,
        "memory": _memory,
    }
    return measure[options.what](options)


def run_luck(options: argparse.Namespace) -> Shown:
    """Measure what each way of measuring luck costs and gives."""
    with bar("rollouts", luck.steps()) as advance:
        costs = luck.measure(options.trials, advance, seed=options.seed)
    return [luck.tabulate(costs)], [{**asdict(cost), "seconds": cost.seconds} for cost in costs]


def _deviations(found: list[unbiased.Deviations]) -> list[dict[str, Any]]:
    return [{**asdict(one), "beyond 2": one.beyond(2), "beyond 3": one.beyond(3)} for one in found]


def _unbiased(options: argparse.Namespace) -> Shown:
    trials, count = options.trials or 1296, options.count or 300
    engines = unbiased.players()
    with bar("ways", unbiased.ways(engines)) as advance:
        drawn = positions.exact(count, options.seed)
        found = unbiased.against_exact(drawn, engines, trials, advance, seed=options.seed)
    title = f"Means of {trials:,} trials less exact values"
    return [unbiased.tabulate(found, title)], _deviations(found)


def _each_other(options: argparse.Namespace) -> Shown:
    trials, count = options.trials or 324, options.count or 100
    with bar("ways", unbiased.OTHERS) as advance:
        drawn = positions.contact(count, options.seed)
        found = unbiased.of_each_other(drawn, trials, advance, seed=options.seed)
    return [unbiased.tabulate(found, f"Means of {trials:,} trials with other settings, contact")], _deviations(found)


def _calibrated(options: argparse.Namespace) -> Shown:
    repeats = options.count or calibrated.REPEATS
    cases = calibrated.cases()
    if options.only:
        cases = [case for case in cases if options.only in case.name]
    found: list[calibrated.Calibration] = []
    with bar("cases", len(cases)) as advance:
        for case in cases:
            found += calibrated.measure(case, repeats, seed=options.seed, processes=options.processes)
            advance(1)
            if options.json is not None:
                # Rewritten after each case, because all of them take long.
                write(options.json, [asdict(one) for one in found])
    return [calibrated.tabulate(found)], [{**asdict(one), "ratio": one.ratio} for one in found]


def _openings(options: argparse.Namespace) -> Shown:
    with bar("rollouts", len(known.OPENINGS) + 1) as advance:
        table = known.openings(options.trials or 1296, advance, seed=options.seed, ply=options.ply)
    return [table], None


def _decisions(options: argparse.Namespace) -> Shown:
    with bar("decisions", len(known.DECISIONS)) as advance:
        table = known.decisions(options.trials or 1296, advance, seed=options.seed, ply=options.ply)
    return [table], None


def _cubes(options: argparse.Namespace) -> Shown:
    drawn = positions.exact(options.count or 300, options.seed)
    with bar("decisions", len(drawn)) as advance:
        return [known.cubes(drawn, options.trials or 1296, advance, seed=options.seed)], None


def _memory(options: argparse.Namespace) -> Shown:
    peaks = [memory.measure(trials, "bear-off") for trials in memory.TRIALS]
    return [memory.tabulate(peaks, "bear-off")], [asdict(peak) for peak in peaks]


def write(path: Path, figures: object) -> None:
    """Write figures to a file as JSON."""
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def add(rollouts: argparse.ArgumentParser, lucks: argparse.ArgumentParser) -> None:
    """Add the options of both commands."""
    rollouts.add_argument("what", choices=WHAT, help="what to measure")
    rollouts.add_argument("--trials", type=int, metavar="N", help="trials (default: 1296, each-other 324)")
    rollouts.add_argument("--count", type=int, metavar="N", help="positions, or repeats (default 300, 100, 400)")
    rollouts.add_argument("--ply", type=int, default=0, choices=(0, 1, 2), help="of plays and cube actions (default 0)")
    rollouts.add_argument("--only", metavar="TEXT", help="calibrated: only cases with this in their name")
    rollouts.add_argument("--processes", type=int, default=1, metavar="N", help="calibrated: processes (default 1)")
    trials = PRESETS["standard"].trials
    lucks.add_argument("--trials", type=int, default=trials, metavar="N", help=f"of each way (default {trials})")
    for one in (rollouts, lucks):
        one.add_argument("--seed", type=int, default=1, metavar="S", help="seed of positions and dice (default 1)")
