"""``gammon rollout``: play a position to the end many times."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command
from gammon.match import Variant
from gammon.progress import bar

_EXAMPLES = """\
examples:
  gammon rollout
      from the starting position; the first roll is never a double

  gammon rollout 4HPwATDgc/ABMA --dice 31 --trials 5184
      with 3 and 1 to play

  gammon rollout -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 --json

Rollouts are cubeless: only the checkers and the dice of an ID are used, and a
message lists what is ignored. The same ID, dice, trials and seed give the same
numbers on any machine and with any number of threads.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    id: str | None
    variant: Variant | None
    checkers: int | None
    trials: int
    seed: int
    threads: int | None
    dice: tuple[int, int] | None
    network: str | None
    tables: tuple[str, ...] | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument(
        "--trials", type=options.at_least_1, default=1296, metavar="N", help="number of games to play (default: 1296)"
    )
    parser.add_argument("--seed", type=options.seed, default=1, metavar="S", help="seed of the dice (default: 1)")
    options.add_threads(parser)
    parser.add_argument(
        "--dice", type=options.roll, metavar="DICE", help="the roll to play first (default: the dice in the ID)"
    )
    options.add_network(parser)
    options.add_tables(parser)
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    state = ids.state_of(arguments.id, arguments.variant, arguments.checkers)
    roll = arguments.dice or state.dice
    is_opening = arguments.id is None and roll is None
    engine = gammon.Engine(options.load_network(arguments.network), threads=arguments.threads, tables=arguments.tables)
    stopped = None
    try:
        with bar("rollout") as progress:
            result = gammon.rollout(
                state.position,
                arguments.trials,
                seed=arguments.seed,
                roll=roll,
                opening=is_opening,
                engine=engine,
                progress=progress,
            )
    except gammon.Interrupted as interrupted:
        if interrupted.partial is None:
            raise
        result, stopped = interrupted.partial, interrupted
    if arguments.json:
        more = {"cubeless": True, "interrupted": stopped is not None}
        output.print_result(result, state, state.left_aside, more)
    else:
        state.tell(state.left_aside)
        if roll is not None:
            first = f"with {roll[0]} {roll[1]} to play"
        else:
            first = "with an opening roll, never a double" if is_opening else "before the roll"
        printing.board(state, roll)
        partial = "" if stopped is None else f", partial: {stopped}"
        title = f"Cubeless rollout of {state.position.gnubg_id}, {first}{partial}"
        _print(result, title)
    if stopped is not None:
        raise stopped


def _print(result: gammon.Rollout, title: str) -> None:
    """Print each estimate with its standard error and 95 % confidence interval."""
    table = printing.table("", "mean", "std error", "95 % interval")
    rows = zip(printing.OUTCOME_ROWS, _six(result), strict=True)
    for row, (mean, error, interval) in rows:
        likely = printing.interval(*map(printing.percent, interval))
        table.add_row(row, printing.percent(mean), "-" if error is None else printing.percent(error), likely)
    table.add_section()
    # If all trials end alike, the sample has no spread, and its error cannot be estimated.
    around, error = result.equity_interval, result.equity_standard_error
    table.add_row(
        "cubeless equity",
        printing.signed(result.cubeless_equity),
        printing.unsigned(error) if error else "-",
        "-" if around is None else printing.interval(*map(printing.signed, around)),
    )
    speed = f", {result.trials / result.seconds:,.0f} games per second" if result.seconds > 0 else ""
    printing.show(
        title,
        table,
        f"{result.trials:,} trial{'s' if result.trials > 1 else ''} in {result.seconds:.2f} seconds{speed}",
        f"{result.turns_per_game:.1f} turns per game, seed {result.seed}, network {result.network}",
    )


def _six(result: gammon.Rollout) -> list[tuple[float, float | None, tuple[float, float]]]:
    """Return mean, standard error and interval of the six rows of `printing.OUTCOME_ROWS`."""
    errors = result.standard_error or (None,) * 5
    win, *others = zip(result.probabilities, errors, result.intervals, strict=True)
    mean, error, (low, high) = win
    # A share of 0 or 1 has a standard error of 0 by formula, which is uninformative; the interval is not.
    rows = [win, *others[:2], (1 - mean, error, (1 - high, 1 - low)), *others[2:]]
    return [(mean, error or None, interval) for mean, error, interval in rows]


COMMAND = Command(name="rollout", about="play a position to the end many times", examples=_EXAMPLES, add=_add, run=_run)
