"""Reading randomly mutated match equity tables in XML gives a table or a GammonError, never another exception (H08)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import gammon as bg

TABLE = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE met SYSTEM "met.dtd">
<!-- Made for a test. -->
<met>
  <info><name>Three points</name><description>A test</description><length>3</length></info>
  <pre-crawford-table type="explicit">
    <row><me>0.5</me><me>0.7</me><me>0.75</me></row>
    <row><me>0.3</me><me>0.5</me><me>0.6</me></row>
    <row><me>0.25</me><me>0.4</me><me>0.5</me></row>
  </pre-crawford-table>
  <post-crawford-table player="both" type="explicit">
    <row><me>0.5</me><me>0.48</me><me>0.32</me></row>
  </post-crawford-table>
</met>
"""

PIECES = [
    b"<", b">", b"&", b"&lt;", b"&#0;", b"&#xD800;", b"&#99999999;", b"<me>", b"</me>", b"<row>", b"</row>", b"<!--",
    b"-->", b"nan", b"inf", b"1e999", b"-1", b"0x1p3", b"1_0", b"\xef\xbb\xbf", b"\xff\xfe", b"\0",
    b"\xed\xa0\x80", b"\xc3",
    b'encoding="utf-16"', b'encoding="latin-1"', b'encoding="none"', b'encoding="hex"', b'encoding="\xff"',
    b'encoding="a b"', b'encoding="unicode_escape"', b'encoding="Raw-Unicode-Escape"', b'encoding="idna"',
    b"<![CDATA[", b"]]>", b'<!ENTITY a "b">', b"<?x?>", b'version="2.0"', b'type="zadeh"', b'player="0"', b'player="2"',
    b" xmlns:x='y'", b"x:me", "٣".encode(), "é".encode(), b"9" * 400, b"<met>", b"</met>", b"\r", b"\t",
]  # fmt: skip


def mutated(dice: random.Random) -> bytes:
    """Mutate the table at one to four places."""
    text = bytearray(TABLE)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text) + 1)
        length = dice.choice([0, 0, 1, 2, 8, 40])
        match dice.randrange(4):
            case 0:
                text[at : at + length] = dice.choice(PIECES)
            case 1:
                text[at : at + length] = bytes(dice.randrange(256) for _ in range(dice.randint(0, 3)))
            case 2:
                other = dice.randrange(len(text) + 1)
                text[at:at] = text[other : other + dice.choice([5, 20, 100])]
            case _:
                encoding = text.find(b'encoding="UTF-8"')
                if encoding >= 0 and dice.random() < 0.3:
                    text[encoding : encoding + 16] = dice.choice([piece for piece in PIECES if b"encoding" in piece])
                else:
                    del text[at : at + max(1, length)]
    return bytes(text) if dice.random() < 0.9 else bytes(text).decode("utf-8", "replace").encode("utf-16")


def outcomes(path: Path, seed: int, count: int) -> dict[str, int]:
    """Read many mutated tables; count the accepted and the refused ones."""
    dice = random.Random(seed)
    seen = {"read": 0, "refused": 0}
    for number in range(count):
        content = mutated(dice)
        path.write_bytes(content)
        try:
            table = bg.met.read(path)
        except bg.GammonError as error:
            message = str(error)
            seen["refused"] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, text {number}: {content!r}") from error
        else:
            assert table.length >= 1
            message = str(path)
            seen["read"] += 1
        assert str(path) in message
        assert len(message) < 1000 + len(str(path)), message
    return seen


def test_the_original_table_is_read(tmp_path: Path) -> None:
    (tmp_path / "table.xml").write_bytes(TABLE)
    table = bg.met.read(tmp_path / "table.xml")
    assert (table.name, table.notice, table.length) == ("Three points", "Made for a test.", 3)
    assert table.pre_crawford[0] == [0.5, 0.7, 0.75]


def test_h08_mutated_tables_are_read_or_refused(tmp_path: Path) -> None:
    seen = outcomes(tmp_path / "table.xml", seed=8, count=5000)
    assert min(seen.values()) > 100


@pytest.mark.long
def test_h08_many_mutated_tables_are_read_or_refused(tmp_path: Path) -> None:
    outcomes(tmp_path / "table.xml", seed=1, count=100_000)
