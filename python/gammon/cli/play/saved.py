"""Files that hold matches played in the terminal."""

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
    """A match and its kind of opponent, as saved to a file."""

    match: gammon.Match
    """The match with all its actions."""

    strength: Strength | None
    """Strength of the engine; None (null in the file) for two people."""

    def to_json(self) -> str:
        """Return one JSON object that contains the match in the format of `gammon.Match.to_json`."""
        strength = None if self.strength is None else str(self.strength)
        head = dump({"format": format_name(FORMAT, VERSION), "strength": strength})
        return f'{head[:-1]}, "match": {self.match.to_json()}}}\n'

    def write(self, path: str) -> None:
        """Write the saved match to a file atomically.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        write_whole(path, self.to_json())

    def write_somewhere(self) -> str:
        """Write to an unused file name in the current or else the temporary directory, and return the path.

        Raises
        ------
        OSError
            If neither directory can be written to.
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
        """Read a file that `write` wrote.

        Raises
        ------
        gammon.NotationError
            If the file is not a saved match; the message names the file and the mistake.
        OSError
            If the file cannot be read.
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
    """Return the path of a match file in a directory, under a name that is not in use yet."""
    number = 1
    while True:
        name = f"{_DEFAULT_NAME}.json" if number == 1 else f"{_DEFAULT_NAME}-{number}.json"
        path = name if folder == "." else os.path.join(folder, name)
        if not Path(path).exists():
            return path
        number += 1
