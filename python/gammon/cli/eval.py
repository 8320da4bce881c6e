"""``gammon eval``: estimate the outcome probabilities before the roll."""

from __future__ import annotations

import argparse

import gammon
from gammon.cli import options, output, printing, question
from gammon.cli.command import Command
from gammon.cli.question import Question

_EXAMPLES = """\
examples:
  gammon eval
  gammon eval 4HPwATDgc/ABMA --ply 0 --json
  gammon eval -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10

The position is evaluated before the roll and without a cube. Any dice, cube and
score in the ID are ignored, and a message says so.
"""


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    question.add(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = Question(**vars(given))
    state = arguments.given()
    outcome = gammon.evaluate(state.position, engine=arguments.engine())
    aside = state.aside("dice", "cube", "score", "offer")
    if arguments.json:
        output.print_answer("gammon eval", {"ply": arguments.ply, "outcome": outcome}, state, aside)
        return
    state.tell(aside)
    printing.board(state)
    table = printing.table("", "estimate")
    for row, chance in zip(printing.OUTCOME_ROWS, printing.six(outcome), strict=True):
        table.add_row(row, printing.percent(chance))
    table.add_section()
    table.add_row("cubeless equity", printing.signed(outcome.cubeless_equity))
    printing.show(
        f"{state.position.gnubg_id} before the roll{printing.ahead(arguments.ply)}",
        table,
        "" if state.dice is None else f"`gammon plays` ranks the plays of {state.dice[0]} {state.dice[1]}.",
    )


COMMAND = Command(
    name="eval", about="estimate the outcome probabilities before the roll", examples=_EXAMPLES, add=_add, run=_run
)
