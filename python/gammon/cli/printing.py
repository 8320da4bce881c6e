"""Tables that fit into 80 columns and are plain text in a pipe, and the formatting of numbers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import gammon
from gammon.cli.ids import Given
from gammon.drawing import text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_PIPE_WIDTH = 80
_WIDEST = 1000
_SCORES_ACROSS = 10
"""The most scores across one table of 80 columns, whatever the cells hold; the rest go into further tables."""

OUTCOME_ROWS = ("win", "  gammon or more", "  backgammon", "lose", "  gammon or more", "  backgammon")
"""Labels for the values of `six`."""


def board(state: Given, roll: tuple[int, int] | None = None) -> None:
    """Print the board and an empty line, with these dice or by default the ID's dice."""
    print(text(state.position.own, state.position.opponent, state.scene(roll)), end="\n\n")


def ahead(ply: int) -> str:
    """Return the search depth as a suffix for a title; empty for the network alone."""
    return f", {ply}-ply" if ply else ""


def score(scoring: gammon.Scoring) -> str:
    """Describe money play or a match score in words."""
    if scoring.away is None:
        options = [name for name, is_on in (("Jacoby", scoring.jacoby), ("beavers", scoring.beavers)) if is_on]
        return ", ".join(["money", *options])
    own, opponent = scoring.away
    names = {
        gammon.Crawford.TO_COME: "",
        gammon.Crawford.THIS_GAME: ", Crawford game",
        gammon.Crawford.PLAYED: ", after the Crawford game",
        gammon.Crawford.OFF: ", without the Crawford rule",
    }
    crawford = "" if scoring.crawford is None else names[scoring.crawford]
    return f"{own}-away, {opponent}-away{crawford}"


def six(chances: gammon.Outcome) -> tuple[float, ...]:
    """Return the chances to win, to win a gammon or more and a backgammon, then the same for losing."""
    return (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        1.0 - chances.win,
        chances.lose_gammon,
        chances.lose_backgammon,
    )


def percent(chance: float) -> str:
    """Format a probability as a percentage."""
    return f"{100 * chance:.2f} %"


def signed(equity: float) -> str:
    """Format an equity with its sign."""
    return f"{equity:+.4f}"


def unsigned(equity: float) -> str:
    """Format a non-negative equity without a sign."""
    return f"{equity:.4f}"


def interval(low: str, high: str) -> str:
    """Join the bounds of an interval, which are formatted already."""
    return f"{low} to {high}"


def blocks(length: int) -> list[range]:
    """Split the columns 1 to `length` of a table of scores into tables that are printed below each other."""
    return [range(start, min(start + _SCORES_ACROSS, length + 1)) for start in range(1, length + 1, _SCORES_ACROSS)]


def table(first: str, *others: str) -> Table:
    """Return an empty table with these columns; all but the first are right-aligned."""
    # Imported here because importing rich would take most of the time of a short command.
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def show(title: str, tables: Table | Sequence[Table] = (), *notes: str) -> None:
    """Print a title, tables and notes; empty notes are skipped."""
    from rich.table import Table

    screen = console()
    # Captured and printed here: rich turns a broken pipe into an exit of its own, which `main` could not report.
    with screen.capture() as printed:
        screen.print(title, style="bold")
        for one in [tables] if isinstance(tables, Table) else tables:
            # On a narrow terminal, let the terminal wrap the lines: rich would truncate the numbers.
            width = screen.width
            screen.width = _WIDEST
            size = screen.measure(one)
            is_rigid = all(column.no_wrap for column in one.columns)
            screen.width = max(width, size.maximum if is_rigid else size.minimum)
            screen.print("", one, sep="\n")
            screen.width = width
        if tables:
            screen.print()
        for note in notes:
            if note:
                screen.print(note)
    print(printed.get(), end="")


def console() -> Console:
    """Return a console for standard output: with colour on a terminal that supports it, else 80 columns wide."""
    from rich.console import Console

    is_terminal = sys.stdout.isatty()
    return Console(
        file=sys.stdout,
        force_terminal=is_terminal,
        force_jupyter=False,
        width=None if is_terminal else _PIPE_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )
