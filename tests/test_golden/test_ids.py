"""The engine's XGIDs and GNU Backgammon IDs against those that GNU Backgammon writes."""

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
    """Collect what both kinds of ID say, seen by the player on roll; GNU Backgammon keeps dice by size."""
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


def test_there_are_as_many_pairs_as_there_should_be() -> None:
    """The tests below are about 157 pairs, of both seats and of every kind of game."""
    assert len(WRITTEN_BY_GNU_BACKGAMMON) == 157
    xgids = [bg.Xgid(xgid) for xgid, _ in WRITTEN_BY_GNU_BACKGAMMON]
    assert {xgid.turn for xgid in xgids} == {1, -1}
    assert {xgid.cube_owner for xgid in xgids} == {1, 0, -1}
    assert {xgid.match_length > 0 for xgid in xgids} == {True, False}


@pytest.mark.parametrize(("xgid", "gnubg_id"), WRITTEN_BY_GNU_BACKGAMMON, ids=lambda text: str(text))
def test_xgids_and_gnubg_ids_are_made_of_each_other(xgid: str, gnubg_id: str) -> None:
    """R1.2: GNU Backgammon's own pairs, in both directions, and each text as it was."""
    read, expected = bg.Xgid(xgid), bg.GnubgId(gnubg_id)
    assert str(read).removeprefix("XGID=") == xgid
    assert str(expected) == gnubg_id
    if read.offer is None:  # GNU Backgammon does not write a double that waits for its answer.
        assert str(read.to_gnubg_id()) == gnubg_id
    assert meaning(read) == meaning(expected)
    assert meaning(expected.to_xgid()) == meaning(expected)
    assert str(expected.to_xgid().to_gnubg_id()) == gnubg_id
    assert read.position.gnubg_id == gnubg_id.split(":")[0]
    assert bg.Position.from_gnubg_id(gnubg_id.split(":")[0]) == read.position
    assert bg.Position.from_xgid(xgid) == read.position


def test_a_pending_double_is_kept_although_gnu_backgammon_loses_it() -> None:
    """R7.1: the engine's ID says more than GNU Backgammon's, and comes back whole."""
    read = bg.Xgid("--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10")  # P083
    assert read.offer == "double"
    assert read.to_gnubg_id().offer == "double"
    assert read.to_gnubg_id().to_xgid().offer == "double"


@pytest.mark.parametrize("case", IDS["refused_doubles"], ids=lambda case: case["xgid"])
def test_a_double_by_who_does_not_own_the_cube_is_refused_by_every_reader(case: dict[str, Any]) -> None:
    """R7.3."""
    gnubg_id = "4HPwATDgc/ABMA:QhHgAFAAGAAE"  # The same: doubled, player 0's turn to answer, and player 0's cube.
    for text, read in ((case["xgid"], bg.Xgid), (gnubg_id, bg.GnubgId)):
        for reader in (read, bg.Situation.parse):
            with pytest.raises(bg.NotationError, match=r"does not own the cube \(R7\.3\)"):
                reader(text)
    with pytest.raises(bg.NotationError, match=r"does not own the cube \(R7\.3\)"):
        bg.MatchState.from_xgid(case["xgid"])
    with pytest.raises(bg.NotationError, match=r"does not own the cube \(R7\.3\)"):
        bg.MatchState.from_gnubg_id(gnubg_id)


@pytest.mark.parametrize("case", IDS["scores"], ids=lambda case: case["note"])
def test_match_ids_say_score_and_crawford_game(case: dict[str, Any]) -> None:
    """R8.1, R8.3: 4 to 6 in a match to 7, in the Crawford game and after it."""
    read = bg.GnubgId(f"{START_ID}:{case['match_id']}")
    assert read.position == bg.Position.start()
    assert sorted(read.score) == sorted(case["score"])
    assert (read.match_length, read.crawford) == (case["length"], case["crawford"])
    assert read.dice is None
    assert str(read) == f"{START_ID}:{case['match_id']}"
    assert read.to_xgid().crawford == case["crawford"]


@pytest.mark.parametrize("case", IDS["refused_boards"], ids=lambda case: case["reason"])
def test_boards_that_put_a_checker_nowhere_are_refused(case: dict[str, Any]) -> None:
    """R1.1, P085: 25 and 27 characters, and checkers in places that are not theirs."""
    for turn in (1, -1):
        with pytest.raises(bg.GammonError):
            bg.Xgid(f"{case['board']}:0:0:{turn}:00:0:0:0:0:10")
