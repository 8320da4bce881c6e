"""``gammon match``: let two players play against each other."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gammon
from gammon.cli import options, output, printing
from gammon.cli.command import Command, UsageError
from gammon.cli.rules import add_rules, strength, take_rules
from gammon.players import Strength
from gammon.progress import bar
from gammon.store.json import dump

_EXAMPLES = """\
examples:
  gammon match --players ply0 ply1 --games 1000
      games for money

  gammon match --players club casual --length 7 --matches 200 --seed 5
  gammon match --players network=mine.gnn,ply=1 ply1 --json out.json
  gammon match --players club random --games 100
  gammon match --players rollout:trials=36,truncate=5 club --games 2

Each sequence of dice is played from both seats, so the number of games must be
even. The result depends only on the seed, not on the number of workers.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    players: list[Strength]
    count: int
    seed: int
    workers: int | None
    json: str | None


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=strength, nargs=2, required=True, metavar=("A", "B"), help="the strengths of the two players"
    )
    parser.add_argument(
        "--games",
        "--matches",
        dest="count",
        type=_even,
        default=200,
        metavar="N",
        help="number of money games or matches, must be even (default: 200)",
    )
    parser.add_argument("--seed", type=options.seed, default=1, metavar="S", help="seed of the dice (default: 1)")
    parser.add_argument("--workers", type=options.threads, metavar="W", help="processes to use (default: one per core)")
    parser.add_argument("--json", metavar="FILE", help="write the result to FILE as JSON; - is standard output")
    add_rules(parser, default_length=0)


def _run(given: argparse.Namespace) -> None:
    typed = vars(given)
    try:
        rules, _ = take_rules(typed)
    except gammon.ArgumentError as error:
        raise UsageError(str(error)) from error
    arguments = _Arguments(**typed)
    first, second = arguments.players
    stopped = None
    try:
        with bar("pairs") as progress:
            contest = gammon.contest(
                first,
                second,
                rules=rules,
                pairs=arguments.count // 2,
                seed=arguments.seed,
                workers=arguments.workers,
                progress=progress,
            )
    except gammon.Interrupted as interrupted:
        if interrupted.partial is None:
            raise
        contest, stopped = interrupted.partial, interrupted
    if arguments.json is not None:
        output.write(dump(contest.to_dict() | {"interrupted": stopped is not None}), arguments.json)
    if arguments.json != "-":
        _print(contest, "" if stopped is None else f", partial: {stopped}")
    if stopped is not None:
        raise stopped


def _print(result: gammon.Contest, partial: str) -> None:
    """Print the result of a contest, from the point of view of its first player."""
    rules = result.rules
    unit, write = ("points per game", printing.signed) if rules.is_money else ("matches won", printing.percent)
    table = printing.table("", unit, "std error", "95 % interval")
    error, likely = result.standard_error, result.interval
    size = printing.unsigned if rules.is_money else printing.percent
    table.add_row(
        str(result.first),
        write(result.mean),
        size(error) if error else "-",
        "-" if likely is None else printing.interval(*map(write, likely)),
    )
    kind = "games for money" if rules.is_money else f"matches to {rules.match_length}"
    printing.show(
        f"{result.first} against {result.second}{partial}",
        table,
        f"{2 * result.pairs:,} {kind}, each sequence of dice from both seats, seed {result.seed}",
    )


def _even(text: str) -> int:
    number = options.at_least_1(text)
    if number % 2:
        raise argparse.ArgumentTypeError(
            f"expected an even number, got {number}: every sequence of dice is played from both seats"
        )
    return number


COMMAND = Command(name="match", about="let two players play against each other", examples=_EXAMPLES, add=_add, run=_run)
