"""Match equity tables: both file formats, refusals, and the table that gammon computes."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import gammon as bg

SMALL = {"name": "Club", "notice": "ours", "pre_crawford": [[0.5, 0.7], [0.3, 0.5]], "post_crawford": [[0.5, 0.48]]}
XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "met.dtd">
<!-- Copyright a club -->
<met>
<info><name>Club</name><description>Not &lt;much&gt;</description><length>2</length></info>
<pre-crawford-table type="explicit">
<row><me>0.5</me><me>0.7</me></row>
<row><me> 0.3 </me><me>0.5</me></row>
</pre-crawford-table>
<post-crawford-table player="both" type="explicit"><row><me>0.5</me><me>0.48</me></row></post-crawford-table>
</met>
"""


def write(folder: Path, text: str | bytes) -> Path:
    """Write a file and return its path."""
    path = folder / "table"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_table_round_trips_through_its_file(tmp_path: Path) -> None:
    for name in bg.met.names():
        met = bg.met.load(name)
        path = tmp_path / "met.json"
        bg.met.write(met, path)
        assert bg.met.read(path) == met
        assert pickle.loads(pickle.dumps(met)) == met
        assert hash(pickle.loads(pickle.dumps(met))) == hash(met)
    assert [entry.name for entry in tmp_path.iterdir()] == ["met.json"]


def test_both_formats_give_the_same_table(tmp_path: Path) -> None:
    plain = bg.met.read(write(tmp_path, json.dumps(SMALL)))
    assert (plain.name, plain.notice, plain.length) == ("Club", "ours", 2)
    xml = bg.met.read(write(tmp_path, XML))
    assert (xml.name, xml.notice) == ("Club", "Copyright a club")
    assert (xml.pre_crawford, xml.post_crawford) == (plain.pre_crawford, plain.post_crawford)
    with_mark = bg.met.read(write(tmp_path, b"\xef\xbb\xbf" + json.dumps(SMALL).encode()))
    assert with_mark == plain


def test_separate_post_crawford_columns_are_kept_apart(tmp_path: Path) -> None:
    both = (
        '<post-crawford-table player="both" type="explicit"><row><me>0.5</me><me>0.48</me></row></post-crawford-table>'
    )
    columns = both.replace("both", "1").replace("0.48", "0.46") + both.replace("both", "0").replace("0.48", "0.49")
    met = bg.met.read(write(tmp_path, XML.replace(both, columns)))
    assert met.post_crawford == [[0.5, 0.49], [0.5, 0.46]]
    assert met.mwc(2, 1, bg.Crawford.PLAYED) == 0.49
    assert met.mwc(1, 2, bg.Crawford.PLAYED) == pytest.approx(0.54)
    assert met.swap().mwc(2, 1, bg.Crawford.PLAYED) == 0.46
    again = met.swap().swap()
    assert (again.name, again.post_crawford) == (met.name, met.post_crawford)
    assert again.pre_crawford == [pytest.approx(row) for row in met.pre_crawford]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("<met>", "<table>", "got <table>"),
        ("</met>", "", "line"),
        ("0.7", "much", "line 7: expected a number, got 'much'"),
        ("0.7", "1.7", "row 1, column 2: probability must be in [0, 1], got 1.7"),
        ("0.7", "nan", "probability must be in"),
        ("<me>0.7</me>", "", "row 1: expected 2 numbers"),
        ('pre-crawford-table type="explicit"', 'pre-crawford-table type="zadeh"', "got 'zadeh'"),
        ('player="both"', 'player="2"', "player: expected 0, 1 or both, got '2'"),
        ('player="both"', 'player="0"', "for each player"),
        ("<row><me>0.5</me><me>0.48</me></row>", "", "one row"),
        ("<info>", "<me>0.5</me><info>", "expected <me> inside a <row>"),
        ("ISO-8859-1", "klingon", "line 1: unknown encoding: klingon"),
        ('"met.dtd">', '"met.dtd" [<!ENTITY a "b">]>', "entity declarations are not allowed"),
        ('"met.dtd">', '"met.dtd" [<!ENTITY a SYSTEM "file:///etc/passwd">]>', "entity declarations are not allowed"),
    ],
)
def test_invalid_gnu_backgammon_tables_are_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in XML
    with pytest.raises(bg.met.TableFileError, match=r"table: ") as refusal:
        bg.met.read(write(tmp_path, XML.replace(old, new, 1)))
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"pre_crawford": None}, "pre_crawford: expected a list, got null"),
        ({"pre_crawford": [0.5]}, "pre_crawford[0]: expected a list, got 0.5"),
        ({"pre_crawford": [[0.5, "x"], [0.3, 0.5]]}, "pre_crawford[0][1]: expected a number, got a string"),
        ({"pre_crawford": [[0.5, 0.7], [True, 0.5]]}, "pre_crawford[1][0]: expected a number, got true"),
        ({"pre_crawford": []}, "of 1 to 64 rows"),
        ({"pre_crawford": [[0.5] * 65] * 65}, "of 1 to 64 rows"),
        ({"post_crawford": []}, "one for each player"),
        ({"post_crawford": [[]]}, "of 1 to 64 numbers"),
        ({"post_crawford": [[0.5, -1]]}, "post_crawford[0][1]: expected a number from 0 to 1, got -1"),
        ({"post_crawford": [[0.5, 10**400]]}, "post_crawford[0][1]: expected a number from 0 to 1, got 1000"),
        ({"name": 3}, "name: expected a string, got 3"),
        ({"notice": "\ud800"}, "notice: expected Unicode text"),
        ({"more": 3}, "unknown field 'more'"),
        ({"format": "gammon match equity table 2"}, "format: expected 'gammon match equity table 1', got"),
    ],
)
def test_invalid_gammon_tables_are_refused(tmp_path: Path, change: dict[str, object], says: str) -> None:
    with pytest.raises(bg.met.TableFileError) as refusal:
        bg.met.read(write(tmp_path, json.dumps({**SMALL, **change})))
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b'{"pre_crawford": NaN}', b"[" * 100_000, b"{}", b"<", b"<!DOCTYPE met>"]
)
def test_arbitrary_bytes_are_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(bg.met.TableFileError):
        bg.met.read(write(tmp_path, content))


def test_an_xml_entity_bomb_is_refused_at_once(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 20))
    bomb = f'<!DOCTYPE met [<!ENTITY e0 "x">{entities}]><met>&e19;</met>'
    with pytest.raises(bg.met.TableFileError, match="entity declarations are not allowed"):
        bg.met.read(write(tmp_path, bomb))


def test_missing_files_and_unknown_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        bg.met.read(tmp_path / "nothing")
    with pytest.raises(bg.ArgumentError, match="expected one of kazaross_xg2, "):
        bg.met.load("nothing")
    with pytest.raises(FileNotFoundError):
        bg.met.write(bg.met.load(), tmp_path / "no" / "folder")


def test_scores_beyond_the_table() -> None:
    met = bg.met.load("woolsey")
    assert met.length == 15
    assert 0.3 < met.mwc(30, 25) < 0.5 < met.mwc(25, 30)
    assert (met.mwc(0, 5), met.mwc(-3, 5), met.mwc(5, -1)) == (1, 1, 0)
    with pytest.raises(bg.ArgumentError, match="own_away is 65"):
        met.mwc(65, 3)
    for away in range(1, 65):
        assert met.mwc(away, away) == pytest.approx(0.5)


def test_the_computed_table_is_close_to_the_best_published_one() -> None:
    """Two independent computations, which may differ as much as older published tables do from newer ones."""
    met = bg.make_met(25, games=3000, seed=1, engine=bg.Engine(threads=1))
    best = bg.met.load()
    assert met.length == 25
    differences = [abs(met.mwc(own, other) - best.mwc(own, other)) for own in range(1, 26) for other in range(1, 26)]
    assert max(differences) < 0.025
    assert sum(differences) / len(differences) < 0.008
    for need in range(1, 26):
        assert met.mwc(need, 1, bg.Crawford.PLAYED) == pytest.approx(best.mwc(need, 1, bg.Crawford.PLAYED), abs=0.015)
    # At 2-away the leader has a free drop; without it the match would be even.
    assert 0.005 < 0.5 - met.mwc(2, 1, bg.Crawford.PLAYED) < 0.03
    assert bg.make_met(25, games=3000, seed=1, engine=bg.Engine(threads=2)) == met
    assert "gammon rate" in met.name


@pytest.mark.parametrize(
    "change",
    [{"length": 0}, {"length": 65}, {"games": -1}, {"games": 0}, {"seed": -1}, {"efficiency": 1.5}],
)
def test_invalid_parameters_of_make_met_are_refused(change: dict[str, float]) -> None:
    arguments = {"length": 3, "games": 1, "seed": 1, **change}
    with pytest.raises(bg.ArgumentError):
        bg.make_met(arguments.pop("length"), **arguments)  # type: ignore[arg-type]
