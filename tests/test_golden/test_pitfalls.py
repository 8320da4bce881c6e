"""The engine on inputs that broke other programs (`tests/golden/pitfalls.toml`)."""

from __future__ import annotations

from typing import Any

import pytest

import gammon as bg
from tests.golden.read import toml

PITFALLS = toml("pitfalls.toml")
FIELDS = "0:0:1:00:0:0:0:0:10"


def position_of(case: dict[str, Any]) -> bg.Position:
    """Return the position of a case, with the upper-case side on roll."""
    return bg.Position.from_xgid(f"{case['board']}:{FIELDS}")


def after(position: bg.Position, text: str, roll: list[int]) -> bg.Position:
    """Return the position after a play given as text."""
    play = position.parse_play(text, *roll).play
    assert play is not None, text
    return play.position


@pytest.mark.parametrize("case", PITFALLS["plays"], ids=lambda case: f"{case['id']} {case['summary']}")
def test_plays_that_other_programs_got_wrong(case: dict[str, Any]) -> None:
    """R3 to R5: check the number of plays, the plays themselves, or what they have in common."""
    position = position_of(case)
    if "position_id" in case:
        assert position.gnubg_id == case["position_id"]
    for roll in case["rolls"]:
        plays = position.plays(*roll)
        assert position.plays(*reversed(roll)) == plays
        results = [play.position for play in plays]
        assert len(results) == len(set(results)) == case["count"]
        if "plays" in case:
            assert set(results) == {after(position, text, roll) for text in case["plays"]}
        for text in case.get("includes", []):
            assert after(position, text, roll) in results
        for result in results:
            pips = position.pip_counts[0] - result.pip_counts[1]
            assert pips == case.get("pips", pips)
            assert result.opponent[25] == case.get("own_bar", result.opponent[25])
            assert result.is_over == case.get("over", result.is_over)
            assert result.checkers == sum(result.opponent) == position.checkers
        if case["count"] == 0 and not position.is_over:
            assert after(position, "Cannot Move", roll) == position.swap()


@pytest.mark.parametrize("case", PITFALLS["ids"], ids=lambda case: f"{case['id']} {case['summary']}")
def test_position_ids_that_other_programs_got_wrong(case: dict[str, Any]) -> None:
    """R1.2: reading and writing."""
    assert position_of(case).gnubg_id == case["position_id"]
    assert bg.Position.from_gnubg_id(case["position_id"]) == position_of(case)


@pytest.mark.parametrize("case", PITFALLS["xgids"], ids=lambda case: f"{case['id']} {case['summary']}")
def test_xgid_fields_that_other_programs_lost(case: dict[str, Any]) -> None:
    """R7.1, R7.3: a complete XGID round-trips unchanged, or a field has the right meaning."""
    if "xgid" in case:
        assert str(bg.Xgid(case["xgid"])) == f"XGID={case['xgid']}"
    else:
        read = bg.Xgid(f"-b----E-C---eE---c-e----B-:{case['cube_field']}:1:1:00:0:0:0:0:10")
        assert read.cube == case["cube"]


@pytest.mark.parametrize("case", PITFALLS["refused"], ids=lambda case: f"{case['id']} {case['summary']}")
def test_inputs_that_other_programs_accepted_or_crashed_on_are_refused(case: dict[str, Any]) -> None:
    """R1.1: the error gives the reason."""
    with pytest.raises(bg.GammonError, match=r"\w"):
        bg.Xgid(case.get("xgid", f"{case.get('board')}:{FIELDS}"))


@pytest.mark.parametrize(
    "case",
    [case for case in PITFALLS["scoring"] if "cube" not in case],
    ids=lambda case: f"{case['id']} {case['summary']}",
)
def test_points_of_finished_games(case: dict[str, Any]) -> None:
    """R6.1 to R6.3: from both points of view; no gammon is lost with a checker off (P031)."""
    position = position_of(case)
    assert position.is_over
    assert (position.points, position.swap().points) == (case["points"], -case["points"])
    outcome = bg.evaluate(position)
    assert outcome.cubeless_equity == case["points"]
    assert (outcome.lose_gammon, outcome.lose_backgammon) == (0, 0)


@pytest.mark.parametrize(
    "case",
    [case for case in PITFALLS["scoring"] if "cube" in case],
    ids=lambda case: f"{case['id']} {case['summary']}",
)
def test_points_of_money_games(case: dict[str, Any]) -> None:
    """R6.1, R6.2, R8.2: games played to the end, with a centred cube and after a double."""
    over = position_of(case)
    assert sum(over.opponent[1:]) == 15
    before = bg.Position([14, 1, *[0] * 24], list(over.opponent))
    winner = bg.Player.ONE
    state = bg.MatchState(
        rules=bg.MatchRules(jacoby=case["jacoby"]),
        position=before,
        on_roll=winner,
        cube=bg.match.MatchCube(value=case["cube"], owner=winner if case["cube_turned"] else None),
    )
    state = state.act(bg.match.RollDice(6, 5))
    state = state.act(state.legal_actions()[0])
    assert state.position == over.swap()
    assert state.score == (0, case["points"])


@pytest.mark.parametrize("case", PITFALLS["matches"], ids=lambda case: f"{case['id']} {case['summary']}")
def test_when_a_match_is_over(case: dict[str, Any]) -> None:
    """R8.1: a gammon won by a player at a given number of points from winning."""
    state = bg.MatchState.start(bg.MatchRules(match_length=7), score=(0, 7 - case["needs"]))
    state = state.act(bg.match.RollDice(2, 1)).act(bg.match.Resign(bg.match.Win(case["wins"])))
    state = state.act(bg.match.Accept())
    assert state.result is not None
    assert state.result.points == case["wins"]
    assert (state.winner is not None) is case["over"]


def test_every_case_of_the_file_is_used() -> None:
    """No case of the file is skipped."""
    assert set(PITFALLS) == {"plays", "ids", "xgids", "refused", "scoring", "matches"}
    assert [len(PITFALLS[kind]) for kind in ("plays", "ids", "xgids", "refused")] == [18, 1, 2, 4]
    assert [case["id"] for case in PITFALLS["scoring"] if "cube" in case] == ["P043", "P043"]
