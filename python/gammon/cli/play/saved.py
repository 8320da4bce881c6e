"""Matches against the engine that are kept in files."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import gammon
from gammon.players import Strength
from gammon.store.files import write_whole

FORMAT = "gammon play 1"
_DEFAULT_NAME = "gammon-play"
_MOST_BYTES = 16_000_000


@dataclass(frozen=True, kw_only=True)
class SavedMatch:
    """A match, and against whom it is played."""

    match: gammon.Match
    """The match with all that was done in it."""

    strength: Strength
    """How well the engine plays in it."""

    def to_json(self) -> str:
        """Write it as one JSON object, with the match as `gammon.Match.to_json` writes it."""
        match = json.loads(self.match.to_json())
        return json.dumps({"format": FORMAT, "strength": str(self.strength), "match": match}) + "\n"

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
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise gammon.NotationError(f"{path}: no saved match is larger than {_MOST_BYTES:,} bytes")
        try:
            data = json.loads(content.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise gammon.NotationError(f"{path}: no saved match: {error}") from error
        if not (isinstance(data, dict) and data.get("format") == FORMAT):
            raise gammon.NotationError(f"{path}: no match saved by `gammon play` in the format {FORMAT!r}")
        strength, match = data.get("strength"), data.get("match")
        if not (isinstance(strength, str) and isinstance(match, dict)):
            raise gammon.NotationError(f"{path}: no saved match: its strength or its match is missing")
        try:
            return cls(match=gammon.Match.from_json(json.dumps(match)), strength=Strength.parse(strength))
        except gammon.GammonError as error:
            raise gammon.NotationError(f"{path}: {error}") from error


def free_name(folder: str) -> str:
    """Find a name for a match that no file in a folder has yet."""
    number = 1
    while True:
        name = f"{_DEFAULT_NAME}.json" if number == 1 else f"{_DEFAULT_NAME}-{number}.json"
        path = name if folder == "." else os.path.join(folder, name)
        if not Path(path).exists():
            return path
        number += 1
