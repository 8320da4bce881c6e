"""Output of the commands other than tables: JSON and files."""

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
"""The format version of every answer that `print_answer` writes."""


def print_result(result: Saved, given: Given, aside: list[str], more: Mapping[str, Any] | None = None) -> None:
    """Print a result as one JSON object on one line.

    Parameters
    ----------
    result
        The result; its format and fields come first.
    given
        The position that was analysed.
    aside
        The ignored parts of the ID, in words.
    more
        Additional fields.
    """
    about = {"position": given.position.gnubg_id, "checkers": given.position.checkers}
    said = {"left_aside": aside, "warnings": given.warnings}
    print_json({**result.to_dict(), **about, **(more or {}), **said})


def print_answer(name: str, fields: Mapping[str, Any], given: Given, aside: list[str]) -> None:
    """Print an answer made of several results, or of fields that have no format of their own, as JSON."""
    about = {"position": given.position.gnubg_id, "checkers": given.position.checkers}
    said = {"left_aside": aside, "warnings": given.warnings}
    print_json({"format": format_name(name, _VERSION), **about, **plain_fields(fields, name), **said})


def print_json(answer: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    print(dump(answer))


def write(text: str, where: str) -> None:
    """Write text and a final newline to a file atomically; ``-`` is standard output."""
    if where == "-":
        print(text)
        return
    path = Path(os.path.realpath(where))
    if (
        path.exists() and not path.is_file()
    ):  # A device or pipe must not be replaced by a file; a directory raises here.
        path.write_text(text + "\n", encoding="utf-8")
        return
    write_whole(where, text + "\n")
