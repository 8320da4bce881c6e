"""Measure the speed of all installed peers in one run: ``python -m benches.peers``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benches.peers.adapters import ENTRIES, entry, load
from benches.peers.positions import GOLDEN, PlayGenerator, grow_pool, read_golden
from benches.peers.protocol import PeerMissingError
from benches.peers.timing import ONE_THREAD, REPEATS
from benches.peers.worker import Report, divided

POOL_SEED = 20_261_130
POOL_SOURCES = ("gammon", "gnubg-nn", "bgsage")
PLAYS_COUNTED = 2_000
LIMIT_SECONDS = 600.0
BUSY = 0.5


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def pool_generator() -> tuple[str, PlayGenerator]:
    """Return an installed engine and its play generator, for building the pool of fresh positions.

    Raises
    ------
    SystemExit
        If no suitable engine is installed.
    """
    for name in POOL_SOURCES:
        try:
            return name, load(name).plays  # type: ignore[return-value]
        except PeerMissingError:
            continue
    message = f"none of {', '.join(POOL_SOURCES)} is installed"
    raise SystemExit(message)


def measure_apart(name: str, pool: Path, seconds: float) -> Report:
    """Measure one peer in a worker process and return its report."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "report.json"
        command = [sys.executable, "-m", "benches.peers.worker", name]
        command += ["--pool", str(pool), "--output", str(output), "--seconds", str(seconds)]
        try:
            ended = subprocess.run(
                command,
                env={**os.environ, **ONE_THREAD},
                timeout=LIMIT_SECONDS,
                capture_output=True,
                text=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Report(name=name, errors=[f"{name}: not finished after {LIMIT_SECONDS:.0f} s"])
        if not output.exists():
            last = (ended.stderr.strip().splitlines() or ["no message"])[-1]
            return Report(name=name, errors=[f"{name}: the process ended with {ended.returncode}: {last}"])
        return Report.from_json(output.read_text(encoding="utf-8"))


def shown(rates: dict[str, float] | None) -> str:
    """Format rates as the lines of a table cell."""
    if not rates:
        return "-"
    return "\n".join(f"{rate:,.0f} [dim]{way}[/dim]" for way, rate in rates.items())


def tabulate(reports: list[Report], seconds: float, plays: float) -> Table:
    """Return the table of all peers; ``plays`` is the mean number of legal plays per decision."""
    table = Table(
        title=f"One core of {processor()}, best of {REPEATS} times {seconds:g} s; figures are a second, 0-ply",
        caption=f"wrong plays: golden rolls for which the results are not exactly the golden ones; a decision has "
        f"{plays:.1f} legal plays on the average",
        show_lines=True,
    )
    table.add_column("peer", no_wrap=True)
    table.add_column("wrong plays", justify="right")
    for heading in ("legal plays", "random games", "evaluations", "decisions", "decisions at 2-ply"):
        table.add_column(heading, justify="right")
    for report in reports:
        if report.missing:
            table.add_row(report.name, *["[dim]missing[/dim]"] * 6)
            continue
        wrong = "-" if report.disagreements is None else f"{report.disagreements:,} of {report.checked:,}"
        rates = [report.legal_plays, report.random_games, report.evaluations]
        rates += [report.decisions, report.deep_decisions]
        table.add_row(f"{report.name}\n[dim]{report.version}[/dim]", wrong, *map(shown, rates))
    return table


def main(arguments: list[str]) -> None:
    """Measure the requested peers and print the results."""
    names = [known.name for known in ENTRIES]
    parser = argparse.ArgumentParser(prog="python -m benches.peers", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help=f"length of one of {REPEATS} repeats")
    parser.add_argument("--only", default=",".join(names), metavar="NAME,...", help="of " + ", ".join(names))
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(arguments)
    chosen = options.only.split(",")
    if unknown := set(chosen) - set(names):
        parser.error(f"unknown peer: {', '.join(sorted(unknown))}")
    if not GOLDEN.exists():
        parser.error(f"{GOLDEN} not found: run this from the root of the repository")

    load_average = os.getloadavg()[0]
    console = Console(stderr=True)
    reports = []
    with tempfile.TemporaryDirectory() as folder, console.status("making positions") as status:
        source, generator = pool_generator()
        pool = Path(folder) / "pool.npy"
        golden, _ = read_golden()
        positions = grow_pool(golden, generator, seed=POOL_SEED)
        np.save(pool, positions)
        _, decisions = divided(positions)
        _, offsets = generator(decisions.boards[:PLAYS_COUNTED], decisions.rolls[:PLAYS_COUNTED])
        plays = float(np.diff(offsets).mean())
        for name in chosen:
            status.update(f"measuring {name}")
            reports.append(measure_apart(name, pool, options.seconds))

    if options.json:
        facts = {
            "processor": processor(),
            "python": platform.python_version(),
            "pool_source": source,
            "load_average": load_average,
            "plays_of_a_decision": plays,
        }
        answer = {
            **facts,
            "seconds": options.seconds,
            "repeats": REPEATS,
            "peers": [asdict(report) for report in reports],
        }
        sys.stdout.write(json.dumps(answer, indent=2) + "\n")
        return
    output = Console()
    if load_average > BUSY:
        output.print(f"load average {load_average:.1f}: other processes distort these figures", style="red")
    output.print(tabulate(reports, options.seconds, plays))
    if missing := [entry(report.name).requirement for report in reports if report.missing]:
        output.print(f"missing: pip install {' '.join(missing)}", highlight=False)
    for report in reports:
        for line in (*report.notes, *report.errors):
            output.print(line, style="red" if line in report.errors else "dim", highlight=False)


if __name__ == "__main__":
    main(sys.argv[1:])
