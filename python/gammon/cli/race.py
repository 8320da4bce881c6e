"""``gammon race``: pip counts, effective pip counts, winning chance and race counts."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import gammon
from gammon.cli import options, output, printing, question
from gammon.cli.command import Command, UsageError
from gammon.cli.question import Question

_EXAMPLES = """\
examples:
  gammon race -----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:0:0:10
  gammon race -BBBBCD------------da-ebc-:0:0:1:00:0:0:0:0:10 --json

The position must be a race: no contact, and the game not over. EPC, the
effective pip count, is the mean number of rolls to bear off times 49/6, the
mean of a roll; the wastage is how much it exceeds the pip count. Both are exact
and need every checker of the side within reach of the bear-off tables, which
they use even with --no-tables.

The methods count pips as players do at the table, for money; any dice, cube and
score in the ID are ignored, and a message says so. Their counts include what
the player on roll adds or subtracts.
"""

_SIDES = ("player on roll", "opponent")
_BEYOND_REACH = "-: a checker is beyond the bear-off tables; `gammon tables build one-sided-10` reaches the 10-point."


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser, default=None)
    question.add(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = Question(**vars(given))
    if arguments.id is None:
        raise UsageError("needs the ID of a race: starting positions have contact")
    state = arguments.given()
    position = state.position
    counts = gammon.race.counts(position)
    sides = _sides(position)
    engine = arguments.engine()
    outcome = gammon.evaluate(position, engine=engine)
    source, is_exact = _source(position, engine)
    aside = state.aside("dice", "cube", "score", "offer")
    if arguments.json:
        fields = {
            "ply": arguments.ply,
            **{name: side.fields() for name, side in zip(("own", "opponent"), sides, strict=True)},
            "win": outcome.win,
            "win_is_exact": is_exact,
            "counts": counts,
        }
        output.print_answer("gammon race", fields, state, aside)
        return
    state.tell(aside)
    printing.board(state)
    _print_sides(f"{position.gnubg_id} before the roll", sides, outcome.win, source)
    print()
    _print_counts(counts)


@dataclass(frozen=True)
class _Side:
    """One side's pips; the exact figures are None if the bear-off tables do not reach its checkers."""

    pips: int
    epc: float | None = None
    wastage: float | None = None
    rolls: float | None = None

    def fields(self) -> dict[str, Any]:
        return {"pips": self.pips, "epc": self.epc, "wastage": self.wastage, "mean_rolls": self.rolls}


def _sides(position: gammon.Position) -> list[_Side]:
    """Return the player on roll and the opponent."""
    found = []
    for one in (position, position.swap()):
        side = _Side(one.pip_counts[0])
        points = next((points for points in _points() if not any(one.own[points + 1 :])), None)
        if points is not None:
            exact = gammon.bearoff(one, points=points)
            side = _Side(side.pips, exact.epc, exact.wastage, exact.mean_rolls)
        found.append(side)
    return found


def _points() -> list[int]:
    """Return the numbers of points of the one-sided tables that can be used at once, the smallest first."""
    names = {"one-sided-6", *gammon.tables.cached()}
    return sorted(int(name.rsplit("-", 1)[1]) for name in names if name.startswith("one-sided"))


def _source(position: gammon.Position, engine: gammon.Engine) -> tuple[str, bool]:
    """Describe where a winning chance comes from, and say whether it is exact."""
    for name in gammon.tables.chosen(engine.tables):
        if gammon.tables.get(name).covers(position):
            is_exact = not name.startswith("one-sided")
            how = "exact, from the table" if is_exact else "from the rolls that each side needs, table"
            return f"{how} {name}", is_exact
    return f"estimated by the network{printing.ahead(engine.ply)}", False


def _print_sides(title: str, sides: list[_Side], win: float, source: str) -> None:
    table = printing.table("", "pips", "EPC", "wastage", "mean rolls")
    for name, side in zip(_SIDES, sides, strict=True):
        exact = ((side.epc, 2), (side.wastage, 2), (side.rolls, 3))
        cells = ("-" if figure is None else f"{figure:.{digits}f}" for figure, digits in exact)
        table.add_row(name, str(side.pips), *cells)
    printing.show(
        title,
        table,
        _BEYOND_REACH if any(side.rolls is None for side in sides) else "",
        f"The player on roll wins {printing.percent(win)}: {source}.",
    )


def _print_counts(counts: tuple[gammon.race.RaceCount, ...]) -> None:
    table = printing.table("method", "on roll", "opponent", "cube centred", "cube owned", "answer", "win")
    for count in counts:
        table.add_row(
            count.name,
            f"{count.own:.1f}",
            f"{count.opponent:.1f}",
            "double" if count.double else "no double",
            "redouble" if count.redouble else "no redouble",
            "take" if count.take else "pass",
            "-" if count.win is None else printing.percent(count.win),
        )
    printing.show("Race counts, for money", table)


COMMAND = Command(
    name="race", about="count a race, and decide about the cube by counting", examples=_EXAMPLES, add=_add, run=_run
)
