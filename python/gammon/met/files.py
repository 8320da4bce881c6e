"""Match equity tables as files: a plain JSON of our own, and GNU Backgammon's XML.

The JSON is one object:

=================  ==============================================================================
``name``           what the table is called
``description``    how it was made; may be left out
``notice``         who holds the rights in it; may be left out
``pre_crawford``   a list of rows, as many as columns: the row is what the first player needs, from
                   1, the column what his opponent needs; the number is the first player's chance
``post_crawford``  a list of one row, or of one for each player: his chance when he trails after the
                   Crawford game, by what he needs, from 1
=================  ==============================================================================
"""

from __future__ import annotations

import os
from typing import Any

from gammon._engine import ArgumentError, MatchEquityTable, NotationError
from gammon.store.files import write_whole

DEFAULT = "kazaross_xg2"
_TABLES = os.path.join(os.path.dirname(__file__), "tables")
_NAMES = sorted((os.path.splitext(entry)[0] for entry in os.listdir(_TABLES)), key=lambda name: (name != DEFAULT, name))
_loaded: dict[str, MatchEquityTable] = {}
_MOST_BYTES = 10_000_000
_LARGEST = 1e300
"""JSON can hold whole numbers that are too large to become a float."""
_KEYS = {"name", "description", "notice", "pre_crawford", "post_crawford"}


class TableFileError(NotationError):
    """A file that is no match equity table; the message names the file and says what is wrong in it."""


def names() -> list[str]:
    """List the names of the tables that ship with gammon, the default first."""
    return list(_NAMES)


def load(name: str = DEFAULT) -> MatchEquityTable:
    """Return a table that ships with gammon.

    Parameters
    ----------
    name
        One of `names`; each table's notice is its ``notice``.

    Raises
    ------
    ArgumentError
        If there is none of this name.
    """
    if name not in _NAMES:
        raise ArgumentError(f"there is no match equity table {name!r}; there are {', '.join(names())}")
    if name not in _loaded:
        with open(os.path.join(_TABLES, f"{name}.json"), encoding="utf-8") as file:
            _loaded[name] = _from_json(file.read(), name)
    return _loaded[name]


def read(path: str | os.PathLike[str]) -> MatchEquityTable:
    """Read a table from a file: gammon's JSON or GNU Backgammon's XML, whichever it is.

    Of the XML, tables given by their numbers are read. Those that GNU Backgammon would compute from parameters
    (``zadeh``, ``mec``) are refused: no two programs compute them alike. Document type definitions and entities are
    never followed.

    Raises
    ------
    TableFileError
        If the file is no such table; the message says what is wrong.
    OSError
        If it cannot be read.
    """
    # Not every program that imports gammon reads tables.
    from gammon.met import gnubg_xml

    path = os.fspath(path)
    with open(path, "rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise TableFileError(f"{path}: no match equity table is larger than {_MOST_BYTES:,} bytes")
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        try:
            return gnubg_xml.parse(content)
        except ValueError as error:
            raise TableFileError(f"{path}: {error}") from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: not UTF-8 at byte {error.start}") from error
    return _from_json(text, path)


def write(met: MatchEquityTable, path: str | os.PathLike[str]) -> None:
    """Write a table as JSON, whole or not at all.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    import json

    def rows(numbers: list[list[float]]) -> str:
        return ",\n".join(f"    {json.dumps(row)}" for row in numbers)

    text = (
        f'{{\n  "name": {json.dumps(met.name)},\n  "notice": {json.dumps(met.notice)},\n'
        f'  "pre_crawford": [\n{rows(met.pre_crawford)}\n  ],\n'
        f'  "post_crawford": [\n{rows(met.post_crawford)}\n  ]\n}}\n'
    )
    write_whole(path, text)


def _from_json(text: str, where: str) -> MatchEquityTable:
    import json

    try:
        found: Any = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise TableFileError(f"{where}: no JSON: {error}") from error
    if not isinstance(found, dict):
        raise TableFileError(f"{where}: the JSON is no object")
    unknown = sorted(set(found) - _KEYS)
    missing = sorted({"pre_crawford", "post_crawford"} - set(found))
    if unknown or missing:
        what = f"unknown key {unknown[0]!r}" if unknown else f"no {missing[0]!r}"
        raise TableFileError(f"{where}: {what}; the keys are {', '.join(sorted(_KEYS))}")
    texts = {key: found.get(key, "") for key in ("name", "description", "notice")}
    for key, value in texts.items():
        if not isinstance(value, str):
            raise TableFileError(f"{where}: {key!r} is no text")
        if not _is_unicode(value):
            raise TableFileError(f"{where}: {key!r} has half a character, a surrogate that stands alone")
    rows = {key: _rows(found[key], f"{where}: {key!r}") for key in ("pre_crawford", "post_crawford")}
    try:
        return MatchEquityTable(**rows, name=texts["name"], notice=texts["notice"])
    except ArgumentError as error:
        raise TableFileError(f"{where}: {error}") from error


def _rows(value: object, where: str) -> list[list[float]]:
    is_number = (int, float)
    if not (isinstance(value, list) and all(isinstance(row, list) for row in value)):
        raise TableFileError(f"{where} is no list of rows")
    for at, row in enumerate(value, start=1):
        if not all(isinstance(number, is_number) and not isinstance(number, bool) for number in row):
            raise TableFileError(f"{where}, row {at}: not all are numbers")
        if any(abs(number) > _LARGEST for number in row):
            raise TableFileError(f"{where}, row {at}: a number is much too large")
    return value


def _is_unicode(text: str) -> bool:
    """Tell whether a text can be written; JSON can hold one that cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")
