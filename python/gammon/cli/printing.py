"""Boards, titles and tables that fit into 80 columns and are plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import gammon
from gammon.cli.ids import Given
from gammon.drawing import text
from gammon.tabular import OUTCOME_ROWS, interval, percent, signed, table, unsigned

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = [
    "OUTCOME_ROWS",
    "ahead",
    "blocks",
    "board",
    "console",
    "interval",
    "percent",
    "score",
    "show",
    "signed",
    "six",
    "table",
    "unsigned",
]

_PIPE_WIDTH = 80
_WIDEST = 1000
_SCORES_ACROSS = 10
"""The most scores across one table of 80 columns, whatever the cells hold; the rest go into further tables."""


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


def blocks(length: int) -> list[range]:
    """Split the columns 1 to `length` of a table of scores into tables that are printed below each other."""
    return [range(start, min(start + _SCORES_ACROSS, length + 1)) for start in range(1, length + 1, _SCORES_ACROSS)]


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
