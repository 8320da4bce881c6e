"""Reader for GNU Backgammon's XML match equity tables.

The root ``<met>`` contains:

- ``<info>`` with ``<name>``, ``<description>`` and ``<length>``;
- one ``<pre-crawford-table>``;
- one ``<post-crawford-table>`` with ``player="both"``, or two with ``player="0"`` and ``"1"``.

A table of ``type="explicit"`` contains ``<row>`` elements, whose ``<me>`` elements hold one number each. The first
comment is the copyright notice.
"""

from __future__ import annotations

import xml.parsers.expat
from dataclasses import dataclass, field

from gammon._engine import MatchEquityTable

_MOST_NUMBERS = 100_000


@dataclass
class _Found:
    """The data read so far."""

    texts: dict[str, str] = field(default_factory=dict)
    pre_crawford: list[list[float]] | None = None
    post_crawford: dict[str, list[list[float]]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)


class _Reader:
    """Handlers for the XML parser, with the open elements, the rows of the current table and the current text."""

    def __init__(self, parser: xml.parsers.expat.XMLParserType) -> None:
        self.parser = parser
        self.found = _Found()
        self._open: list[str] = []
        self._rows: list[list[float]] = []
        self._text: list[str] = []
        self._numbers = 0

    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        del version, standalone
        # Python's own codecs for source text, which emit warnings while decoding.
        if encoding is not None and encoding.lower().replace("-", "_").endswith("unicode_escape"):
            raise self._wrong(f"unknown encoding: {encoding}")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != "met":
            raise self._wrong(f"expected the root element <met>, got <{name}>")
        self._open.append(name)
        self._text = []
        if name in ("pre-crawford-table", "post-crawford-table"):
            kind = attributes.get("type", "explicit")
            if kind != "explicit":
                raise self._wrong(
                    f"<{name}>: expected type 'explicit', got {kind!r}; "
                    "tables computed from parameters are not supported"
                )
            self._rows = []
            if name == "pre-crawford-table":
                if self.found.pre_crawford is not None:
                    raise self._wrong(f"expected one <{name}>, got a second")
                self.found.pre_crawford = self._rows
            else:
                player = attributes.get("player", "both")
                if player not in ("0", "1", "both"):
                    raise self._wrong(f"player: expected 0, 1 or both, got {player!r}")
                if player in self.found.post_crawford:
                    raise self._wrong(f"expected one <{name}> for player {player}, got a second")
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
        raise self._wrong(f"entity declarations are not allowed, got {name!r}")

    def _number(self, text: str) -> None:
        if not (self._rows and "row" in self._open):
            raise self._wrong("expected <me> inside a <row>")
        self._numbers += 1
        if self._numbers > _MOST_NUMBERS:
            raise self._wrong(f"expected at most {_MOST_NUMBERS:,} numbers, got more")
        try:
            self._rows[-1].append(float(text))
        except ValueError:
            raise self._wrong(f"expected a number, got {text!r}") from None

    def _wrong(self, what: str) -> ValueError:
        return ValueError(f"line {self.parser.CurrentLineNumber}: {what}")


def parse(content: bytes) -> MatchEquityTable:
    """Parse a table from XML.

    A reference to a document type definition is allowed but not fetched. Entity declarations are rejected.

    Raises
    ------
    ValueError
        If the content is not a match equity table; the message names the line where possible.
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
    except LookupError as error:  # An encoding that Python does not know either.
        raise ValueError(f"line 1: {error}") from error
    found = reader.found
    if not found.pre_crawford:
        raise ValueError("expected a <pre-crawford-table> with rows, got none")
    columns = [found.post_crawford[player] for player in ("both", "0", "1") if player in found.post_crawford]
    if set(found.post_crawford) not in ({"both"}, {"0", "1"}) or any(len(rows) != 1 for rows in columns):
        raise ValueError("expected a <post-crawford-table> with one row, for both players or for each player")
    return MatchEquityTable(
        found.pre_crawford,
        [rows[0] for rows in columns],
        name=found.texts.get("name", ""),
        notice=next(iter(found.comments), ""),
    )
