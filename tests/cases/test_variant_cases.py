"""Cases V02 and V03 of December 2026, about variants: reading IDs with an unusual number or placement of checkers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gammon as bg
from gammon.match import Variant
from tests.unit.command_lines import Capture, json_of, output_of

HYPERGAMMON = "XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:0:10"
MATCH = bg.MatchState.start(bg.MatchRules(match_length=5, variant=Variant.HYPERGAMMON)).act(bg.match.RollDice(6, 1))
IDS = [HYPERGAMMON, HYPERGAMMON[5:], HYPERGAMMON[5:31], str(MATCH.to_gnubg_id()), str(MATCH.to_xgid())]
LONGGAMMON = "XGID=-o----------------------O-:0:0:1:00:0:0:0:0:10"

pytestmark = pytest.mark.filterwarnings("ignore::gammon.UntrainedWarning")


@pytest.mark.parametrize("text", IDS)
def test_v02_the_command_line_reads_three_checkers_a_side(capsys: Capture, text: str) -> None:
    """R6.2, R10.1: neither side has borne off a checker, so about a quarter of the games are gammons."""
    shown = json_of(capsys, "show", text)
    assert shown["own"] == list(bg.Position.hypergammon().own)
    found = json_of(capsys, "eval", text, "--ply", "0")["outcome"]
    assert 0.02 < found["win_gammon"] < found["win"]
    assert 0.02 < found["lose_gammon"] < 1 - found["win"]
    assert "12 off" not in output_of(capsys, "show", text)


@pytest.mark.parametrize("text", IDS)
def test_v02_every_function_reads_three_checkers_a_side(text: str) -> None:
    hypergammon = bg.Position.hypergammon()
    for read in (bg.evaluate, bg.cube_decision, lambda text: bg.rank_plays(text, (3, 1))):
        with pytest.warns(bg.UntrainedWarning, match="this position has 3"):
            read(text)
    assert bg.Situation.parse(text).position == hypergammon
    assert bg.rollout(text, 3, seed=1).position == hypergammon
    assert bg.svg(text) == bg.svg(bg.Situation.parse(text).to_xgid())


def test_v02_a_match_round_trips_through_its_id() -> None:
    for back in (
        bg.MatchState.from_xgid(str(MATCH.to_xgid())),
        bg.MatchState.from_gnubg_id(str(MATCH.to_gnubg_id())),
        bg.MatchState.from_situation(MATCH.situation),
    ):
        assert (back.rules, back.position, back.dice) == (MATCH.rules, MATCH.position, MATCH.dice)
    # Only the caller can distinguish three checkers a side from twelve borne off.
    borne_off = bg.Xgid(HYPERGAMMON, checkers=15).position
    assert (borne_off.checkers, borne_off.own[0]) == (15, 12)


def test_v02_the_number_of_checkers_a_side_can_be_given() -> None:
    three_against_two = "-aa-------------------AAA-:0:0:1:00:0:0:0:0:10"
    assert bg.Situation.parse(three_against_two, checkers=3).position.opponent[0] == 1
    assert bg.Situation.parse(three_against_two, checkers=15).position.opponent[0] == 13


@pytest.mark.parametrize(
    "read",
    [
        lambda: bg.Xgid(LONGGAMMON).position,
        lambda: bg.Situation.parse(LONGGAMMON).position,
        lambda: bg.Position.from_xgid(LONGGAMMON),
        lambda: bg.MatchState.from_xgid(LONGGAMMON).position,
        lambda: Variant.LONGGAMMON.start,
        lambda: bg.MatchState.start(bg.MatchRules(variant=Variant.LONGGAMMON)).position,
    ],
)
def test_v03_longgammon_is_a_game(read: Callable[[], bg.Position]) -> None:
    """All fifteen checkers of each side start on the 24-point."""
    assert read() == bg.Position([0] * 24 + [15, 0], [0] * 24 + [15, 0])


def test_v03_longgammon_is_judged_and_played(capsys: Capture) -> None:
    start = bg.Position.longgammon()
    assert bg.evaluate(start).win > 0.5
    assert {str(one.play) for one in bg.rank_plays(start, (6, 5))} == {"24/13", "24/19 24/18"}
    assert bg.rollout(LONGGAMMON, 5, seed=1).trials == 5
    assert json_of(capsys, "show", "--variant", "longgammon")["own"] == list(start.own)
    assert json_of(capsys, "show", LONGGAMMON)["own"] == list(start.own)
    match = bg.Match(bg.MatchRules(variant=Variant.LONGGAMMON, match_length=1), seed=2)
    while match.winner is None:
        match.act(match.legal_actions()[0])
    assert match.state.position.checkers == 15
