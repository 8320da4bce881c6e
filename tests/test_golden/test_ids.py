"""The engine's XGIDs and GNU Backgammon IDs against those written by GNU Backgammon."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

import gammon as bg
from tests.golden.read import jsonl, toml

IDS = toml("ids.toml")
WRITTEN_BY_GNU_BACKGAMMON = [
    *((pair["xgid"], pair["gnubgid"]) for pair in jsonl("xgid_gnubgid_pairs.jsonl")),
    *((pair["xgid"], f"{pair['position_id']}:{pair['match_id']}") for pair in IDS["pairs"]),
]
START_ID = "4HPwATDgc/ABMA"

Meaning: TypeAlias = dict[str, object]


def meaning(of: bg.Xgid | bg.GnubgId) -> Meaning:
    """Return the fields common to both kinds of ID, from the view of the player on roll, with the dice sorted."""
    return {
        "position": of.position,
        "cube": of.cube,
        "cube_owner": of.cube_owner,
        "dice": of.dice and tuple(sorted(of.dice, reverse=True)),
        "score": of.score,
        "match_length": of.match_length,
        "crawford": of.crawford,
        "jacoby": of.jacoby,
    }


def test_the_number_of_id_pairs() -> None:
    """The tests below use 157 pairs, from both seats and of every kind of game."""
    assert len(WRITTEN_BY_GNU_BACKGAMMON) == 157
    xgids = [bg.Xgid(xgid) for xgid, _ in WRITTEN_BY_GNU_BACKGAMMON]
    assert {xgid.turn for xgid in xgids} == {1, -1}
    assert {xgid.cube_owner for xgid in xgids} == {1, 0, -1}
    assert {xgid.match_length > 0 for xgid in xgids} == {True, False}


@pytest.mark.parametrize(("xgid", "gnubg_id"), WRITTEN_BY_GNU_BACKGAMMON, ids=lambda text: str(text))
def test_xgids_and_gnubg_ids_convert_to_each_other(xgid: str, gnubg_id: str) -> None:
    """R1.2: pairs written by GNU Backgammon convert in both directions, and each text round-trips."""
    read, expected = bg.Xgid(xgid), bg.GnubgId(gnubg_id)
    assert str(read).removeprefix("XGID=") == xgid
    assert str(expected) == gnubg_id
    if read.offer is None:  # GNU Backgammon's IDs omit a pending double.
        assert str(read.to_gnubg_id()) == gnubg_id
    assert meaning(read) == meaning(expected)
    assert meaning(expected.to_xgid()) == meaning(expected)
    assert str(expected.to_xgid().to_gnubg_id()) == gnubg_id
    assert read.position.gnubg_id == gnubg_id.split(":")[0]
    assert bg.Position.from_gnubg_id(gnubg_id.split(":")[0]) == read.position
    assert bg.Position.from_xgid(xgid) == read.position


def test_a_pending_double_is_kept_although_gnu_backgammon_omits_it() -> None:
    """R7.1: the engine's ID includes the double, and round-trips."""
    read = bg.Xgid("--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10")  # P083
    assert read.offer == "double"
    assert read.to_gnubg_id().offer == "double"
    assert read.to_gnubg_id().to_xgid().offer == "double"


@pytest.mark.parametrize("case", IDS["refused_doubles"], ids=lambda case: case["xgid"])
def test_a_double_by_a_player_without_the_cube_is_refused_by_every_reader(case: dict[str, Any]) -> None:
    """R7.3."""
    gnubg_id = "4HPwATDgc/ABMA:QhHgAFAAGAAE"  # The same state: doubled, player 0 to answer, and player 0 owns the cube.
    for text, read in ((case["xgid"], bg.Xgid), (gnubg_id, bg.GnubgId)):
        for reader in (read, bg.Situation.parse):
            with pytest.raises(bg.NotationError, match=r"does not own the cube \(R7\.3\)"):
                reader(text)
    with pytest.raises(bg.NotationError, match=r"does not own the cube \(R7\.3\)"):
        bg.MatchState.from_xgid(case["xgid"])
    with pytest.raises(bg.NotationError, match=r"does not own the cube \(R7\.3\)"):
        bg.MatchState.from_gnubg_id(gnubg_id)


@pytest.mark.parametrize("case", IDS["scores"], ids=lambda case: case["note"])
def test_match_ids_give_score_and_crawford_game(case: dict[str, Any]) -> None:
    """R8.1, R8.3: 4-6 in a match to 7, in the Crawford game and after it."""
    read = bg.GnubgId(f"{START_ID}:{case['match_id']}")
    assert read.position == bg.Position.start()
    assert sorted(read.score) == sorted(case["score"])
    assert (read.match_length, read.crawford) == (case["length"], case["crawford"])
    assert read.dice is None
    assert str(read) == f"{START_ID}:{case['match_id']}"
    assert read.to_xgid().crawford == case["crawford"]


@pytest.mark.parametrize("case", IDS["refused_boards"], ids=lambda case: case["reason"])
def test_boards_with_checkers_in_impossible_places_are_refused(case: dict[str, Any]) -> None:
    """R1.1, P085: boards of 25 and 27 characters, and checkers on the other side's bar."""
    for turn in (1, -1):
        with pytest.raises(bg.GammonError):
            bg.Xgid(f"{case['board']}:0:0:{turn}:00:0:0:0:0:10")
