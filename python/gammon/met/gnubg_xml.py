"""GNU Backgammon's XML for match equity tables.

``<met>`` holds ``<info>`` with ``<name>``, ``<description>`` and ``<length>``, a ``<pre-crawford-table>`` and one or
two ``<post-crawford-table>`` with ``player="0"``, ``"1"`` or ``"both"``; a table of ``type="explicit"`` holds ``<row>``
after ``<row>`` of ``<me>``, a number each. The first comment is the notice.
"""

from __future__ import annotations

import xml.parsers.expat
from dataclasses import dataclass, field

from gammon._engine import MatchEquityTable

_MOST_NUMBERS = 100_000


@dataclass
class _Found:
    """What has been read so far."""

    texts: dict[str, str] = field(default_factory=dict)
    pre_crawford: list[list[float]] | None = None
    post_crawford: dict[str, list[list[float]]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)


class _Reader:
    """Handlers for the parser: what is open, the rows of the table that is open, and the text that is."""

    def __init__(self, parser: xml.parsers.expat.XMLParserType) -> None:
        self.parser = parser
        self.found = _Found()
        self._open: list[str] = []
        self._rows: list[list[float]] = []
        self._text: list[str] = []
        self._numbers = 0

    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        del version, standalone
        # These are Python's, for source text, and warn while they decode.
        if encoding is not None and encoding.lower().replace("-", "_").endswith("unicode_escape"):
            raise self._wrong(f"unknown encoding: {encoding}")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != "met":
            raise self._wrong(f"the root is <{name}>, not <met>")
        self._open.append(name)
        self._text = []
        if name in ("pre-crawford-table", "post-crawford-table"):
            kind = attributes.get("type", "explicit")
            if kind != "explicit":
                raise self._wrong(
                    f"<{name}> is of the type {kind!r}, to be computed from parameters; "
                    "only tables given by their numbers can be read"
                )
            self._rows = []
            if name == "pre-crawford-table":
                if self.found.pre_crawford is not None:
                    raise self._wrong(f"a second <{name}>")
                self.found.pre_crawford = self._rows
            else:
                player = attributes.get("player", "both")
                if player not in ("0", "1", "both"):
                    raise self._wrong(f"player is {player!r}; it must be 0, 1 or both")
                if player in self.found.post_crawford:
                    raise self._wrong(f"a second <{name}> for player {player}")
                self.found.post_crawford[player] = self._rows
        elif name == "row":
            self._rows.append([])

    def end(self, name: str) -> None:
        self._open.pop()
        text = "".join(self._text).strip()
        self._text = []
        if name == "me":
            self._number(text)
        elif self._open == ["met", "info"]:
            self.found.texts[name] = " ".join(text.split())

    def data(self, text: str) -> None:
        self._text.append(text)

    def comment(self, text: str) -> None:
        self.found.comments.append(" ".join(text.split()))

    def refuse_entity(self, name: str, *_: object) -> None:
        raise self._wrong(f"entity {name!r} is declared; entities are not followed")

    def _number(self, text: str) -> None:
        if not (self._rows and "row" in self._open):
            raise self._wrong("<me> outside a <row>")
        self._numbers += 1
        if self._numbers > _MOST_NUMBERS:
            raise self._wrong("too many numbers")
        try:
            self._rows[-1].append(float(text))
        except ValueError:
            raise self._wrong(f"{text!r} is no number") from None

    def _wrong(self, what: str) -> ValueError:
        return ValueError(f"line {self.parser.CurrentLineNumber}: {what}")


def parse(content: bytes) -> MatchEquityTable:
    """Read a table from the XML.

    A document type definition may be named but is not fetched, and entities are refused where they are declared.

    Raises
    ------
    ValueError
        If it is none; the message names the line where it can.
    """
    parser = xml.parsers.expat.ParserCreate()
    reader = _Reader(parser)
    parser.XmlDeclHandler = reader.declaration
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.CommentHandler = reader.comment
    parser.EntityDeclHandler = reader.refuse_entity
    parser.SetParamEntityParsing(xml.parsers.expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(content, True)
    except xml.parsers.expat.ExpatError as error:
        raise ValueError(f"line {error.lineno}: {xml.parsers.expat.ErrorString(error.code)}") from error
    except LookupError as error:  # An encoding that Python has not, either.
        raise ValueError(f"line 1: {error}") from error
    found = reader.found
    if not found.pre_crawford:
        raise ValueError("no <pre-crawford-table> with rows")
    columns = [found.post_crawford[player] for player in ("both", "0", "1") if player in found.post_crawford]
    if set(found.post_crawford) not in ({"both"}, {"0", "1"}) or any(len(rows) != 1 for rows in columns):
        raise ValueError("a <post-crawford-table> of one row for both players, or one for each, is needed")
    return MatchEquityTable(
        found.pre_crawford,
        [rows[0] for rows in columns],
        name=found.texts.get("name", ""),
        notice=next(iter(found.comments), ""),
    )
