"""What commands write besides tables: JSON, and files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gammon.store.files import write_whole
from gammon.store.json import Saved, dump, format_name, plain_fields

if TYPE_CHECKING:
    from gammon.cli.ids import Given

_VERSION = 1
"""Of all answers that are put together here."""


def print_result(result: Saved, given: Given, aside: list[str], more: Mapping[str, Any] | None = None) -> None:
    """Print a result as one JSON object in a line.

    Parameters
    ----------
    result
        What was found; its format and fields come first.
    given
        The position it is about.
    aside
        What was left aside of the ID, in words.
    more
        Further fields.
    """
    about = {"position": given.position.gnubg_id, "checkers": given.position.checkers}
    said = {"left_aside": aside, "warnings": given.warnings}
    print_json({**result.to_dict(), **about, **(more or {}), **said})


def print_answer(name: str, fields: Mapping[str, Any], given: Given, aside: list[str]) -> None:
    """Print an answer that is more than one result, or not one that has a format of its own."""
    about = {"position": given.position.gnubg_id, "checkers": given.position.checkers}
    said = {"left_aside": aside, "warnings": given.warnings}
    print_json({"format": format_name(name, _VERSION), **about, **plain_fields(fields, name), **said})


def print_json(answer: Mapping[str, object]) -> None:
    """Print one JSON object in a line."""
    print(dump(answer))


def write(text: str, where: str) -> None:
    """Write a file whole or not at all, and end it with a line break; ``-`` is standard output."""
    if where == "-":
        print(text)
        return
    path = Path(os.path.realpath(where))
    if path.exists() and not path.is_file():  # A terminal or a pipe cannot be replaced, and a folder says so itself.
        path.write_text(text + "\n", encoding="utf-8")
        return
    write_whole(where, text + "\n")
