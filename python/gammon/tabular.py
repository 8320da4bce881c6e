"""Tables for the terminal, and the formatting of numbers in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

OUTCOME_ROWS = ("win", "  gammon or more", "  backgammon", "lose", "  gammon or more", "  backgammon")
"""Labels of six chances: win, win a gammon or more, win a backgammon, and the same for losing."""


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
