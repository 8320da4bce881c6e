"""Measures one peer in a separate process, so that its threads, caches and crashes do not affect others.

Started by ``python -m benches.peers``, not by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benches.peers.adapters import load
from benches.peers.positions import Boards, Workload, count_disagreements, random_rolls, read_golden
from benches.peers.protocol import PeerMissingError
from benches.peers.timing import pin

DECISIONS = 60_000


@dataclass(kw_only=True)
class Report:
    """The measurements of one peer. One that is `None` is unsupported or failed (see ``errors``)."""

    name: str
    missing: bool = False
    version: str | None = None
    core: int | None = None
    checked: int | None = None
    disagreements: int | None = None
    legal_plays: dict[str, float] | None = None
    random_games: dict[str, float] | None = None
    evaluations: dict[str, float] | None = None
    decisions: dict[str, float] | None = None
    deep_decisions: dict[str, float] | None = None
    notes: tuple[str, ...] = ()
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @classmethod
    def from_json(cls, text: str) -> Report:
        """Read a report from JSON."""
        values: dict[str, Any] = json.loads(text)
        return cls(**values)

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(asdict(self))


def divided(pool: Boards) -> tuple[Boards, Workload]:
    """Divide fresh positions into those for evaluations and those for decisions."""
    split = len(pool) - min(DECISIONS, len(pool) // 3)
    rolls = random_rolls(np.random.default_rng(2), len(pool) - split)
    return pool[:split], Workload(boards=pool[split:], rolls=rolls)


def measure(name: str, pool_file: Path, seconds: float) -> Report:
    """Measure everything that a peer supports; a failed measurement does not affect the others."""
    report = Report(name=name, core=pin())
    start = time.perf_counter()
    try:
        peer = load(name)
    except PeerMissingError:
        report.missing = True
        return report
    report.version, report.notes = peer.version(), peer.notes

    golden, cases = read_golden()
    fresh, decisions = divided(np.load(pool_file))
    # Separate positions, so that no engine has cached them.
    shallow = len(decisions) * 4 // 5
    deep = Workload(boards=decisions.boards[shallow:], rolls=decisions.rolls[shallow:])
    decisions = Workload(boards=decisions.boards[:shallow], rolls=decisions.rolls[:shallow])

    def attempt(what: str, ask: Callable[[], Mapping[str, float] | None]) -> dict[str, float] | None:
        try:
            rates = ask()
        except Exception as error:
            report.errors.append(f"{name}, {what}: {type(error).__name__}: {error}")
            return None
        return None if rates is None else dict(rates)

    try:
        if peer.plays(golden.boards[:1], golden.rolls[:1]) is not None:
            report.disagreements = count_disagreements(golden, cases, peer.plays)  # type: ignore[arg-type]
            report.checked = len(cases)
    except Exception as error:
        report.errors.append(f"{name}, check of legal plays: {type(error).__name__}: {error}")
    report.legal_plays = attempt("legal plays", lambda: peer.legal_plays_rate(golden, seconds))
    report.random_games = attempt("random games", lambda: peer.random_games_rate(seconds))
    report.evaluations = attempt("evaluations", lambda: peer.evaluations_rate(fresh, seconds))
    report.decisions = attempt("decisions", lambda: peer.decisions_rate(decisions, seconds))
    report.deep_decisions = attempt("deep decisions", lambda: peer.deep_decisions_rate(deep, seconds))
    report.seconds = time.perf_counter() - start
    return report


def main(arguments: list[str]) -> None:
    """Measure one peer and write the report to a file."""
    parser = argparse.ArgumentParser(prog="benches.peers.worker", description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    options = parser.parse_args(arguments)
    report = measure(options.name, options.pool, options.seconds)
    options.output.write_text(report.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
