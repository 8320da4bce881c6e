"""Reading and writing match equity tables: gammon's own JSON, and GNU Backgammon's XML.

The JSON is one object:

=================  ==============================================================================
``format``         ``gammon match equity table 1``; optional.
``name``           The table's name; optional.
``description``    How the table was made; optional.
``notice``         The copyright notice; optional.
``pre_crawford``   A square list of rows. Row and column are the points that player 0 and player 1
                   need, from 1. Each entry is player 0's match winning chance.
``post_crawford``  A list of one row for both players, or of one row for each. An entry is the
                   trailer's match winning chance after the Crawford game, by points needed, from 1.
=================  ==============================================================================
"""

from __future__ import annotations

import os
from typing import Any

from gammon._engine import ArgumentError, MatchEquityTable, NotationError
from gammon.arguments import check
from gammon.quoting import quote
from gammon.store.files import file_name, read_at_most, write_whole
from gammon.store.json import Fields, dump, format_name, parse

DEFAULT = "kazaross_xg2"
_TABLES = os.path.join(os.path.dirname(__file__), "tables")
_NAMES = sorted((os.path.splitext(entry)[0] for entry in os.listdir(_TABLES)), key=lambda name: (name != DEFAULT, name))
_loaded: dict[str, MatchEquityTable] = {}
_MOST_BYTES = 10_000_000
FORMAT, VERSION = "gammon match equity table", 1
_KEYS = {"format", "name", "description", "notice", "pre_crawford", "post_crawford"}


class TableFileError(NotationError):
    """A file that is not a match equity table; the message names the file and the problem."""


def names() -> list[str]:
    """Return the names of the tables shipped with gammon, the default first."""
    return list(_NAMES)


def load(name: str = DEFAULT) -> MatchEquityTable:
    """Return a table shipped with gammon.

    Parameters
    ----------
    name
        One of `names`. The table's copyright notice is in its ``notice``.

    Raises
    ------
    ArgumentError
        If there is no table of this name.
    """
    if check("name", name, str, "text") not in _NAMES:
        raise ArgumentError(f"name: expected one of {', '.join(names())}; got {quote(name)}")
    if name not in _loaded:
        path = os.path.join(_TABLES, f"{name}.json")
        _loaded[name] = _of(parse(read_at_most(path, _MOST_BYTES, TableFileError), path, TableFileError))
    return _loaded[name]


def read(path: str | os.PathLike[str]) -> MatchEquityTable:
    """Read a table from a file: gammon's JSON or GNU Backgammon's XML, recognised by its content.

    XML tables must list their numbers. Tables that GNU Backgammon would compute from parameters (``zadeh``, ``mec``)
    are rejected, because programs differ in how they compute them. Document type definitions and entities are never
    followed.

    Raises
    ------
    TableFileError
        If the file is not a match equity table; the message says what is wrong.
    OSError
        If the file cannot be read.
    """
    # Imported here to keep `import gammon` fast.
    from gammon.met import gnubg_xml

    path = file_name("path", path)
    content = read_at_most(path, _MOST_BYTES, TableFileError)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        try:
            return gnubg_xml.parse(content)
        except ValueError as error:
            raise TableFileError(f"{path}: {error}") from error
    return _of(parse(content, path, TableFileError))


def as_dict(met: MatchEquityTable) -> dict[str, Any]:
    """Return the fields of a table as `write` writes them."""
    return {
        "format": format_name(FORMAT, VERSION),
        "name": met.name,
        "notice": met.notice,
        "pre_crawford": met.pre_crawford,
        "post_crawford": met.post_crawford,
    }


def write(met: MatchEquityTable, path: str | os.PathLike[str]) -> None:
    """Write a table as JSON, atomically.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    path = file_name("path", path)
    found = as_dict(check("met", met, MatchEquityTable))
    lines = [f"  {dump(name)}: {dump(found[name])}" for name in ("format", "name", "notice")]
    for name in ("pre_crawford", "post_crawford"):
        rows = ",\n".join(f"    {dump(row)}" for row in found[name])
        lines.append(f"  {dump(name)}: [\n{rows}\n  ]")
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")


def _of(found: Fields) -> MatchEquityTable:
    if "format" in found:  # Files of version 0.1 lack this field.
        found.expect_format(FORMAT, VERSION)
    found.expect_only(_KEYS)
    pre_crawford, post_crawford = (found.rows(name, 0.0, 1.0) for name in ("pre_crawford", "post_crawford"))
    name, _, notice = (found.text(name, "") for name in ("name", "description", "notice"))
    try:
        return MatchEquityTable(pre_crawford, post_crawford, name=name, notice=notice)
    except ArgumentError as error:
        found.refuse(str(error))
