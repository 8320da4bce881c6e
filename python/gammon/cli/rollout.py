"""``gammon rollout``: play a position to the end many times."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command
from gammon.match import Variant
from gammon.progress import bar
from gammon.statistics import normal_interval, wilson_interval

_FIRST_PART = 1296
_PART_SECONDS = 1.0
"""Parts grow until they last this long: more would be lost by Ctrl-C, and fewer keep the threads busy worse."""

_EXAMPLES = """\
examples:
  gammon rollout
      an opening position, first roll never a double
  gammon rollout 4HPwATDgc/ABMA --dice 31 --trials 5184
      with 3 and 1 to play
  gammon rollout -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 --json

Rollouts are cubeless: of an ID the checkers and the dice count, and what is
left aside is said. The same ID, dice, trials and seed give the same numbers, on
any machine and with any number of threads.
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
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument(
        "--trials", type=options.at_least_1, default=1296, metavar="N", help="games to play (default: 1296)"
    )
    parser.add_argument("--seed", type=options.seed, default=1, metavar="S", help="which dice are thrown (default: 1)")
    parser.add_argument("--threads", type=options.threads, metavar="T", help="threads to use (default: one a core)")
    parser.add_argument(
        "--dice", type=options.roll, metavar="DICE", help="the roll to play first (default: that of the ID)"
    )
    options.add_network(parser)
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    state = ids.state_of(arguments.id, arguments.variant, arguments.checkers)
    roll = arguments.dice or state.dice
    is_opening = arguments.id is None and roll is None
    engine = gammon.Engine(options.load_network(arguments.network), threads=arguments.threads)
    result, is_interrupted = _roll_out(state.position, arguments, roll, opening=is_opening, engine=engine)
    if arguments.json:
        output.print_json(json.loads(result.to_json()) | _extras(state.left_aside, is_interrupted))
        if is_interrupted:
            raise KeyboardInterrupt
        return
    if roll is not None:
        first = f"with {roll[0]} {roll[1]} to play"
    else:
        first = "with an opening roll, never a double" if is_opening else "before the roll"
    printing.board(state, roll)
    _print(
        result,
        f"Cubeless rollout of {state.position.gnubg_id}, {first}{', interrupted' if is_interrupted else ''}",
        state.left_aside_in_words,
    )
    if is_interrupted:
        raise KeyboardInterrupt


def _extras(left_aside: list[str], is_interrupted: bool) -> dict[str, object]:
    return {"cubeless": True, "left_aside": left_aside, "interrupted": is_interrupted}


def _roll_out(
    position: gammon.Position,
    arguments: _Arguments,
    roll: tuple[int, int] | None,
    *,
    opening: bool,
    engine: gammon.Engine,
) -> tuple[gammon.Rollout, bool]:
    """Roll out in parts, which add up exactly, so that Ctrl-C leaves those that are finished.

    Raises
    ------
    KeyboardInterrupt
        If the first part is interrupted already.
    """
    done, size = None, _FIRST_PART
    first_trial, trials = 0, arguments.trials
    with bar("rollout") as progress:
        while first_trial < trials:
            part, before = min(size, trials - first_trial), first_trial
            try:
                found = gammon.rollout(
                    position,
                    trials=range(first_trial, first_trial + part),
                    seed=arguments.seed,
                    roll=roll,
                    opening=opening,
                    engine=engine,
                    progress=lambda count, _, before=before: progress(before + count, trials),  # type: ignore[misc]
                )
            except KeyboardInterrupt:
                if done is None:
                    raise
                return done, True
            done = found if done is None else done + found
            first_trial += part
            if found.seconds < _PART_SECONDS:
                size *= 2
    assert done is not None  # There is at least one trial.
    return done, False


def _print(result: gammon.Rollout, title: str, left_aside: str) -> None:
    """Print each figure with its standard error and the range in which it lies."""
    table = printing.table("", "mean", "std error", "95 % interval")
    means = printing.six(result.mean)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = result.standard_error
    errors = (win, win_gammon, win_backgammon, win, lose_gammon, lose_backgammon)
    for row, mean, error in zip(printing.OUTCOME_ROWS, means, errors, strict=True):
        likely = printing.interval(*map(printing.percent, wilson_interval(mean, result.trials)))
        table.add_row(row, printing.percent(mean), "-" if error is None else printing.percent(error), likely)
    mean, error = result.cubeless_equity, result.equity_standard_error
    table.add_section()
    if error:
        low, high = normal_interval(mean, error)
        low, high = max(low, -3.0), min(high, 3.0)
        size, likely = printing.unsigned(error), printing.interval(printing.signed(low), printing.signed(high))
    else:  # Trials that all end alike do not tell how far off they are.
        size, likely = "-", "-"
    table.add_row("cubeless equity", printing.signed(mean), size, likely)
    speed = f", {result.trials / result.seconds:,.0f} games per second" if result.seconds > 0 else ""
    printing.show(
        title,
        table,
        left_aside,
        f"{result.trials:,} trial{'s' if result.trials > 1 else ''} in {result.seconds:.2f} seconds{speed}",
        f"{result.turns_per_game:.1f} turns per game, seed {result.seed}, network {result.network}",
    )


COMMAND = Command(name="rollout", about="play a position to the end many times", examples=_EXAMPLES, add=_add, run=_run)
