"""The measurement of cube decisions: ``python -m strength.cube_decisions``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console

import strength.cube_decisions
from benches.peers.protocol import PeerMissingError
from strength.cube_decisions.costs import Costs, as_json, cost, tabulate_engines, tabulate_pairs
from strength.cube_decisions.deciders import ENGINES, Decider, DeciderSpec
from strength.cube_decisions.draw import Drawn, draw
from strength.cube_decisions.games import Flags
from strength.cube_decisions.judge import Judge, judge, standard_errors
from strength.cube_decisions.scores import SCORES, Score
from strength.work import bar

DEFAULT_ENGINES = "gammon:0,gammon:1,gammon:2,gnubg-nn:0,gnubg-nn:2,bgsage:0,bgsage:2"


def ask(decider: Decider, drawn: Drawn, *, live: bool) -> tuple[Flags, float] | None:
    """Have an engine make every decision.

    Parameters
    ----------
    decider
        The engine.
    drawn
        The positions.
    live
        Whether either side may ever double at this score. If not, there are no answers to compare, and every take is
        set to False.

    Returns
    -------
    tuple
        Double and take, shape ``(n, 2)``, and decisions per second; None if the engine cannot decide at this score.
    """
    answers = np.zeros((len(drawn), 2), np.bool_)
    start = time.perf_counter()
    for task in drawn.tasks():
        decided = decider.decide(task)
        if decided is None:
            return None
        answers[task.rows] = np.stack(decided, axis=1)
    rate = len(drawn) / (time.perf_counter() - start)
    if not live:
        answers[:, 1] = False
    return answers, rate


def compare(score: Score, deciders: Sequence[Decider], count: int, judged_by: Judge, processes: int) -> Costs:
    """Draw positions at one score, have every engine decide, and judge the decisions."""
    drawn = draw(score, count, seed=judged_by.seed)
    asked = []
    with bar(f"{score.name}: engines", len(deciders)) as advance:
        for decider in deciders:
            found = ask(decider, drawn, live=score.has_live_cube)
            if found is not None:
                asked.append((decider, *found))
            advance(1)
    answers = np.stack([one for _, one, _ in asked])
    contested = (answers != answers[0]).any(axis=(0, 2)) & score.has_live_cube
    with bar(f"{score.name}: games", int(contested.sum())) as advance:
        values = judge(list(drawn.tasks(contested)), judged_by, processes=processes, advance=advance)
    costs = np.zeros(answers.shape)
    for row, (branches, passed) in values.items():
        for engine in range(len(asked)):
            double, take = answers[engine, row].tolist()
            costs[engine, row] = cost(branches, passed, double=double, take=take)
    errors = standard_errors(np.stack([branches for branches, _ in values.values()])) if values else np.zeros((0, 3))
    return Costs(
        score=score,
        engines=tuple(decider.name for decider, _, _ in asked),
        plies=tuple(decider.ply for decider, _, _ in asked),
        rates=tuple(rate for _, _, rate in asked),
        answers=answers,
        costs=costs,
        standard_errors=errors,
    )


def write(path: Path, found: Sequence[Costs], judged_by: Judge) -> None:
    """Write the figures of the scores measured so far."""
    figures = {"seed": judged_by.seed, "trials": judged_by.trials, "scores": [as_json(costs) for costs in found]}
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m strength.cube_decisions",
        description=strength.cube_decisions.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, required=True, metavar="S", help="seed of all dice; use a fresh one")
    parser.add_argument("--count", type=int, default=2000, metavar="N", help="positions per score (default 2000)")
    parser.add_argument("--trials", type=int, default=648, metavar="N", help="games per branch (default 648)")
    engines = f"engines: {', '.join(ENGINES)} (default {DEFAULT_ENGINES})"
    parser.add_argument("--engines", default=DEFAULT_ENGINES, metavar="ENGINE:PLY,...", help=engines)
    parser.add_argument(
        "--scores", type=int, nargs="+", metavar="K", help="numbers of scores; 1 is money (default all)"
    )
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="worker processes (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures here, after each score")
    return parser


def main(arguments: list[str]) -> None:
    """Measure the cube decisions and print the tables."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        numbers = options.scores or range(1, len(SCORES) + 1)
        if not all(1 <= number <= len(SCORES) for number in numbers):
            raise ValueError(f"--scores: expected numbers from 1 to {len(SCORES)}, got {list(numbers)}")
        if options.seed < 0 or options.count < 2 or options.processes < 1:
            raise ValueError("--seed must be at least 0, --count at least 2, and --processes at least 1")
        judged_by = Judge(trials=options.trials, seed=options.seed)
        specs = [DeciderSpec.parse(text) for text in options.engines.split(",")]
        # Make the engines now, so that a missing one is reported before the long work starts.
        deciders = [spec(options.processes) for spec in specs]
        found: list[Costs] = []
        for number in numbers:
            found.append(compare(SCORES[number - 1], deciders, options.count, judged_by, options.processes))
            if options.json is not None:
                write(options.json, found, judged_by)
    except PeerMissingError as missing:
        parser.error(f"{missing} is not installed; install the other engines with `pip install --group peers`")
    except (OSError, ValueError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, "stopped\n")
    caption = f"seed {options.seed}, {options.trials} games per branch; ± is the 95 % interval; cost 0 where all agree"
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(tabulate_engines(found, caption), tabulate_pairs(found, caption))


if __name__ == "__main__":
    main(sys.argv[1:])
