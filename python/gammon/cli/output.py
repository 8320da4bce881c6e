"""What commands write besides tables: JSON, and files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import gammon
from gammon.store.files import write_whole


def print_json(answer: Mapping[str, object]) -> None:
    """Print one JSON object in a line."""
    print(json.dumps(answer, allow_nan=False))


def outcome(chances: gammon.Outcome) -> dict[str, float]:
    """List the five probabilities; those of gammons include backgammons."""
    return {
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
    }


def points(found: gammon.ScorePoints) -> dict[str, float | None]:
    """List the winning chances at which decisions about the cube change, and what gammons are worth."""
    return {
        "take": found.take,
        "double": found.double,
        "cash": found.cash,
        "too_good": found.too_good,
        "gammon_value": found.gammon_value,
        "opponent_gammon_value": found.opponent_gammon_value,
    }


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
