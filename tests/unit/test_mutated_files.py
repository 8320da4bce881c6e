"""Files with random edits: each is read, or refused with a `GammonError` that names the file. No other error occurs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gammon as bg
from gammon.cli.play.saved import SavedMatch
from gammon.match import Double, Take
from gammon.players import Strength
from gammon.training import Config

_VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    7,
    2**64,
    10**400,
    0.5,
    -0.0,
    "",
    "x",
    "\ud800",
    [],
    [1],
    {},
    {"x": 1},
)
_EDITS = 300


def _match() -> bg.Match:
    match = bg.Match(bg.MatchRules(match_length=5), seed=4)
    match.roll()
    match.act(match.legal_actions()[0])
    match.act(Double())
    match.act(Take())
    return match


def _met(folder: Path) -> str:
    path = folder / "met.json"
    bg.met.write(bg.met.load("woolsey"), path)
    return path.read_text("utf-8")


def _file(read: Callable[[str], object], folder: Path) -> Callable[[str], object]:
    """Make a reader of text from a reader of files."""

    def read_text(text: str) -> object:
        path = folder / "mutated"
        path.write_text(text, "utf-8", errors="surrogatepass")
        return read(str(path))

    return read_text


_CONFIG = {
    "hidden": 128,
    "seed": 1,
    "generations": [{"games": 9, "lambda": 0.5}, {"games": 9, "lambda": 0.5, "keep": 1}],
}


def _kinds(folder: Path) -> dict[str, tuple[str, Callable[[str], object]]]:
    saved = SavedMatch(match=_match(), strength=Strength.parse("club")).to_json()
    rolled = bg.rollout(bg.Position.start(), 36, seed=1, roll=(3, 1)).to_json()
    return {
        "match": (_match().to_json(), bg.Match.from_json),
        "rollout": (rolled, bg.Rollout.from_json),
        "saved match": (saved, _file(SavedMatch.read, folder)),
        "table": (_met(folder), _file(bg.met.read, folder)),
        "configuration": (json.dumps(_CONFIG), Config.from_json),
    }


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401  Any JSON.
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from _places(value, (*path, key))


def _with_another_value(text: str, dice: random.Random) -> str:
    data = json.loads(text)
    *way, last = dice.choice(list(_places(data)))
    inner = data
    for key in way:
        inner = inner[key]
    match dice.randrange(3):
        case 0:
            del inner[last]
        case 1:
            inner[last] = dice.choice(_VALUES)
        case _:
            if isinstance(inner, dict):
                inner[dice.choice(["x", "format", "name", str(last)])] = dice.choice(_VALUES)
            else:
                inner.insert(last, dice.choice(_VALUES))
    return json.dumps(data)


def _with_another_character(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + dice.choice(["", "0", '"', "{", "]", "\0", "é", text[:at], "e999", "-"]) + text[at + 1 :]


@pytest.mark.parametrize("kind", ["match", "rollout", "saved match", "table", "configuration"])
@pytest.mark.parametrize("edit", [_with_another_value, _with_another_character])
def test_randomly_edited_files_are_read_or_refused(
    tmp_path: Path, kind: str, edit: Callable[[str, random.Random], str]
) -> None:
    text, read = _kinds(tmp_path)[kind]
    read(text)
    dice = random.Random(f"{kind} {edit.__name__}")
    refused: list[str] = []
    for _ in range(_EDITS):
        mutated = edit(text, dice)
        try:
            read(mutated)
        except bg.GammonError as error:
            refused.append(str(error))
    assert len(refused) > _EDITS / 4
    assert all(len(says.encode()) < 1000 for says in refused)  # Messages can be encoded, and do not grow with the file.
