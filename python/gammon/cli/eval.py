"""``gammon eval``: estimate how a game will end, before the roll."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command
from gammon.match import Variant

_EXAMPLES = """\
examples:
  gammon eval
  gammon eval 4HPwATDgc/ABMA --ply 0 --json
  gammon eval -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    id: str | None
    variant: Variant | None
    checkers: int | None
    ply: int
    network: str | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    options.add_ply(parser)
    options.add_network(parser)
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    state = ids.state_of(arguments.id, arguments.variant, arguments.checkers)
    outcome = gammon.evaluate(state.position, ply=arguments.ply, engine=options.engine(arguments.network))
    dice = [] if state.dice is None else [f"the roll ({state.dice[0]} {state.dice[1]})"]
    if arguments.json:
        output.print_json(
            {
                "position": state.position.gnubg_id,
                "ply": arguments.ply,
                "cubeless_equity": outcome.cubeless_equity,
                "outcome": output.outcome(outcome),
                "left_aside": [*dice, *state.left_aside],
            }
        )
        return
    printing.board(state)
    table = printing.table("", "estimate")
    for row, chance in zip(printing.OUTCOME_ROWS, printing.six(outcome), strict=True):
        table.add_row(row, printing.percent(chance))
    table.add_section()
    table.add_row("cubeless equity", printing.signed(outcome.cubeless_equity))
    printing.show(
        f"{state.position.gnubg_id} before the roll{printing.ahead(arguments.ply)}",
        table,
        state.left_aside_in_words,
        ""
        if state.dice is None
        else f"The ID's roll is left aside too; `gammon plays` ranks what can be done with {state.dice[0]} "
        f"{state.dice[1]}.",
    )


COMMAND = Command(
    name="eval", about="estimate how a game will end, before the roll", examples=_EXAMPLES, add=_add, run=_run
)
