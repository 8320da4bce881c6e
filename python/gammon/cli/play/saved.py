"""Matches in the terminal that are kept in files."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import gammon
from gammon.players import Strength
from gammon.store.files import read_at_most, write_whole
from gammon.store.json import dump, format_name, parse

FORMAT, VERSION = "gammon play", 1
_DEFAULT_NAME = "gammon-play"
_MOST_BYTES = 16_000_000


@dataclass(frozen=True, kw_only=True)
class SavedMatch:
    """A match, and against whom it is played."""

    match: gammon.Match
    """The match with all that was done in it."""

    strength: Strength | None
    """How well the engine plays in it; None for two people, and null in the file."""

    def to_json(self) -> str:
        """Write it as one JSON object, with the match as `gammon.Match.to_json` writes it."""
        strength = None if self.strength is None else str(self.strength)
        head = dump({"format": format_name(FORMAT, VERSION), "strength": strength})
        return f'{head[:-1]}, "match": {self.match.to_json()}}}\n'

    def write(self, path: str) -> None:
        """Write it to a file, whole or not at all.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        write_whole(path, self.to_json())

    def write_somewhere(self) -> str:
        """Write it to a file of a name that is free, here or else in the folder for temporary files; say which.

        Raises
        ------
        OSError
            If it can be written in neither.
        """
        path = free_name(".")
        try:
            self.write(path)
        except OSError:
            path = free_name(tempfile.gettempdir())
            self.write(path)
        return path

    @classmethod
    def read(cls, path: str) -> SavedMatch:
        """Read what `write` wrote.

        Raises
        ------
        gammon.NotationError
            If the file is no saved match; the message names it and says what is wrong in it.
        OSError
            If it cannot be read.
        """
        fields = parse(read_at_most(path, _MOST_BYTES, gammon.NotationError), path)
        fields.expect_format(FORMAT, VERSION)
        fields.expect_only(("format", "strength", "match"))
        words = None if fields.value("strength") is None else fields.text("strength")
        match = fields.fields("match")
        try:
            strength = None if words is None else Strength.parse(words)
        except gammon.GammonError as error:
            fields.refuse(f"strength: {error}")
        return cls(match=gammon.Match._from_fields(match), strength=strength)


def free_name(folder: str) -> str:
    """Find a name for a match that no file in a folder has yet."""
    number = 1
    while True:
        name = f"{_DEFAULT_NAME}.json" if number == 1 else f"{_DEFAULT_NAME}-{number}.json"
        path = name if folder == "." else os.path.join(folder, name)
        if not Path(path).exists():
            return path
        number += 1
