"""Peak memory of rollouts by number of trials, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

from rich.table import Table

TRIALS = (1_000, 10_000, 100_000)

_PROGRAM = """
import resource, sys
import gammon as bg
from strength.rollouts.positions import named
engine = bg.Engine(threads=1, tables=bg.tables.DEFAULT)
result = bg.rollout(named(sys.argv[2]), int(sys.argv[1]), engine=engine, stakes=bg.Stakes())
assert result.trials == int(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, len(result.to_json()))
"""


@dataclass(frozen=True, kw_only=True)
class Peak:
    """The peak memory of a rollout."""

    trials: int
    kibibytes: int
    """Largest resident size of the process."""
    json: int
    """Size of the result as JSON, in bytes."""


def measure(trials: int, position: str) -> Peak:
    """Roll a position out in a new process."""
    command = [sys.executable, "-c", _PROGRAM, str(trials), position]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    peak, json = map(int, ended.stdout.split())
    return Peak(trials=trials, kibibytes=peak, json=json)


def tabulate(peaks: list[Peak], position: str) -> Table:
    """Return a table of peaks."""
    table = Table(title=f"Peak memory of a rollout with a cube: {position}")
    for heading in ("trials", "MiB", "bytes of JSON"):
        table.add_column(heading, justify="right")
    for one in peaks:
        table.add_row(f"{one.trials:,}", f"{one.kibibytes / 1024:.1f}", f"{one.json:,}")
    return table
