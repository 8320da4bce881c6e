"""Match states to XGIDs and GNU Backgammon IDs, and back."""

from __future__ import annotations

import random

import pytest

import gammon as bg
from gammon.match import (
    Beaver,
    Double,
    MatchCube,
    MatchState,
    Offer,
    Phase,
    Player,
    Raccoon,
    Resign,
    RollDice,
    Variant,
    Win,
)
from tests.golden.read import jsonl, toml
from tests.unit.matches import after, opened, to_roll

BOARD = "-b----E-C---eE---c-e----B-"
IDS = [
    *((pair["xgid"], pair["gnubgid"]) for pair in jsonl("xgid_gnubgid_pairs.jsonl")),
    *((pair["xgid"], f"{pair['position_id']}:{pair['match_id']}") for pair in toml("ids.toml")["pairs"]),
]


@pytest.mark.parametrize(("xgid", "gnubg_id"), IDS, ids=lambda text: str(text))
def test_ids_round_trip_through_match_states(xgid: str, gnubg_id: str) -> None:
    """R7.1, R7.3, R8: every field of ID pairs written by GNU Backgammon, with either player on roll."""
    assert str(MatchState.from_xgid(xgid).to_xgid()) == f"XGID={xgid}"
    state = MatchState.from_gnubg_id(gnubg_id)
    assert str(state.to_gnubg_id()) == gnubg_id
    assert state.on_roll is Player.ONE  # GNU Backgammon's number for the player on roll.


def test_the_player_at_the_bottom_is_player_1() -> None:
    state = MatchState.from_xgid(f"{BOARD}:1:-1:-1:64:3:5:0:7:10")
    assert (state.on_roll, state.to_act, state.phase) == (Player.ZERO, Player.ZERO, Phase.PLAY)
    assert (state.score, state.cube, state.dice) == ((5, 3), MatchCube(value=2, owner=Player.ZERO), (6, 4))
    assert state.rules == bg.MatchRules(match_length=7)


def test_a_pending_double_and_the_largest_cube_are_kept() -> None:
    """R7.1, R7.7, P083."""
    text = "XGID=--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:6"
    state = MatchState.from_xgid(text)
    assert (state.offer, state.on_roll, state.to_act) == (Offer.DOUBLE, Player.ZERO, Player.ONE)
    assert state.rules == bg.MatchRules(beavers=True, cube_limit=64)
    assert str(state.to_xgid()) == text
    assert str(MatchState.from_xgid(text.replace(":6", ":10")).to_xgid()) == text.replace(":6", ":10")
    assert state.act(Beaver()).to_xgid().offer == "beaver"


@pytest.mark.parametrize(
    ("field", "cube", "limit"), [("10", True, None), ("6", True, 64), ("2", True, None), ("0", True, None)]
)
def test_a_largest_cube_below_the_present_cube_is_ignored(field: str, cube: bool, limit: int | None) -> None:
    """R7.7: the cube is at 8."""
    rules = MatchState.from_xgid(f"{BOARD}:3:1:1:00:0:0:0:0:{field}").rules
    assert (rules.cube, rules.cube_limit) == (cube, limit)


def test_a_largest_cube_of_one_means_no_cube() -> None:
    text = f"XGID={BOARD}:0:0:1:00:0:0:0:5:0"
    state = MatchState.from_xgid(text)
    assert state.rules == bg.MatchRules(match_length=5, cube=False)
    assert str(state.to_xgid()) == text


def test_pending_beavers_and_raccoons_are_kept_in_an_xgid() -> None:
    """R7.6: the cube shows what a pass would cost, and the player who beavered owns it."""
    rules = bg.MatchRules(beavers=True, raccoons=True)
    for actions, field in (((Double(), Beaver()), "1:-1:1:B"), ((Double(), Beaver(), Raccoon()), "2:-1:1:R")):
        state = after(opened(rules), *actions)
        xgid = state.to_xgid()
        assert f":{field}:" in str(xgid)
        assert MatchState.from_xgid(xgid, rules=rules, turns=1) == after(
            to_roll(rules, position=state.position, on_roll=Player.ONE, turns=1), *actions
        )
        assert MatchState.from_xgid(xgid).rules.raccoons is (field[-1] == "R")
        with pytest.raises(bg.NotationError, match="is unanswered"):
            state.to_gnubg_id()


def test_a_pending_resignation_is_kept_in_a_gnubg_id() -> None:
    """R7.8: by either player, before or after the roll. An XGID cannot express it."""
    for player in Player:
        for state in (to_roll(on_roll=player), to_roll(on_roll=player).act(RollDice(6, 1))):
            for win in Win:
                for resigner in Player:
                    resigned = state.act(Resign(win, resigner))
                    written = resigned.to_gnubg_id()
                    assert (written.resignation, written.state) == (win, "playing")
                    assert written.resigner == (1 if resigner is player else -1)
                    assert MatchState.from_gnubg_id(written) == resigned
                    assert resigned.to_xgid() == state.to_xgid()


def test_states_of_random_matches_round_trip_through_ids() -> None:
    """R2, R7, R8: a state read from an ID agrees with the original in every field that the ID has."""
    dice, compared = random.Random(8), 0
    for game in range(100):
        rules = bg.MatchRules(match_length=dice.choice((0, 1, 3, 7)), variant=dice.choice(tuple(Variant)))
        match = bg.Match(rules, seed=8, first_game=10 * game)
        while match.winner is None and match.state.game < 4 and len(match.states) < 200:
            actions = match.legal_actions()
            kinds = list({type(action): action for action in actions}.values())
            match.act(dice.choice((dice.choice(actions), dice.choice(kinds))))
            state = match.state
            if state.result is None:
                compared += 1
                back = MatchState.from_gnubg_id(state.to_gnubg_id(), rules=rules, turns=state.turns)
                assert back.history == ()
                assert (back.to_gnubg_id(), back.phase, back.to_act) == (state.to_gnubg_id(), state.phase, state.to_act)
                assert (back.score, back.cube, back.crawford) == (state.score, state.cube, state.crawford)
            if state.phase in (Phase.ROLL, Phase.PLAY, Phase.ANSWER):
                back = MatchState.from_xgid(state.to_xgid(), rules=rules, turns=state.turns)
                assert (back.to_xgid(), back.position, back.dice) == (state.to_xgid(), state.position, state.dice)
                assert back.legal_actions() == state.legal_actions()
    assert compared > 1000


def test_the_start_and_the_end_of_a_game_in_ids() -> None:
    """R2.1, P089: a finished game is not read as one in progress."""
    start = MatchState.start(bg.MatchRules(match_length=5), score=(4, 2))
    assert start.to_gnubg_id().state == "none"
    assert MatchState.from_gnubg_id(start.to_gnubg_id()) == start
    assert str(start.to_xgid()) == f"XGID={BOARD}:0:0:1:00:2:4:1:5:10"  # U14
    over = after(to_roll(), Resign(Win.GAMMON), bg.match.Accept())
    assert (over.to_gnubg_id().state, over.to_gnubg_id().score) == ("resigned", (0, 2))
    assert over.to_xgid() == to_roll().to_xgid()
    for match_id in ("cAoAAAAAAAAA", "cAsAAAAAAAAA", "cAwAAAAAAAAA"):
        assert bg.GnubgId(f"4HPwATDgc/ABMA:{match_id}").state in ("over", "resigned", "dropped")
        with pytest.raises(bg.NotationError, match="the game is over"):
            MatchState.from_gnubg_id(f"4HPwATDgc/ABMA:{match_id}")
    with pytest.raises(bg.NotationError, match="the game is over"):
        MatchState.from_xgid("-----------------------eda:0:0:1:00:0:0:0:0:10".replace("eda", "cb-"))


def test_rules_that_contradict_an_id_are_refused() -> None:
    money, match = f"{BOARD}:0:0:1:00:0:0:3:0:10", f"{BOARD}:0:0:1:00:6:0:1:7:10"
    for text, rules, reason in (
        (money, bg.MatchRules(match_length=7), "expected money, as in the ID, got a match to 7"),
        (money, bg.MatchRules(beavers=True), "expected jacoby=True"),
        (money, bg.MatchRules(jacoby=True), "expected beavers=True"),
        (match, bg.MatchRules(match_length=9), "expected a match to 7, as in the ID, got a match to 9"),
        (match, bg.MatchRules(match_length=7, crawford=False), "have no Crawford game"),
    ):
        with pytest.raises(bg.ArgumentError, match=reason):
            MatchState.from_xgid(text, rules=rules)
    holland = bg.MatchRules(match_length=7, holland=True)
    post = f"{BOARD}:0:0:1:00:2:6:0:7:10"
    assert Double() not in MatchState.from_xgid(post, rules=holland, turns=3).legal_actions()
    assert Double() in MatchState.from_xgid(post, rules=holland, turns=4).legal_actions()


def test_hypergammon_in_ids() -> None:
    """R10.1: three checkers a side are hypergammon."""
    rules = bg.MatchRules(variant=Variant.HYPERGAMMON)
    state = opened(rules)
    assert MatchState.from_xgid(str(state.to_xgid()), rules=rules, turns=1).position == state.position
    for read in (state.to_xgid(), str(state.to_xgid())):  # V02
        assert MatchState.from_xgid(read).rules.variant is Variant.HYPERGAMMON
    for other in (state.to_gnubg_id(), str(state.to_gnubg_id())):
        assert MatchState.from_gnubg_id(other).rules.variant is Variant.HYPERGAMMON
    eval_of_v02 = bg.Situation.parse("XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:0:10")
    assert eval_of_v02.position == bg.Position.hypergammon()
    long = MatchState.from_xgid("XGID=-o----------------------O-:0:0:1:00:0:0:0:0:10")  # V03
    assert (long.rules.variant, long.position) == (Variant.LONGGAMMON, bg.Position.longgammon())
    assert MatchState.from_gnubg_id(str(state.to_gnubg_id()), rules=rules).position == state.position
    with pytest.raises(bg.ArgumentError, match="expected 15 checkers a side for backgammon, got 4"):
        MatchState.from_xgid(
            bg.Xgid("-A---------------------aaa:0:0:1:00:0:0:0:0:10".replace("aaa", "a--"), checkers=4)
        )


def test_numbers_that_do_not_fit_an_id_are_refused() -> None:
    """R7.4: a cube of 2^60 fits an XGID."""
    state = to_roll(cube=2**60, owner=Player.ONE)
    assert state.to_xgid().cube == 2**60
    with pytest.raises(bg.NotationError, match=r"cube exponent is `60`; expected a number up to 15"):
        state.to_gnubg_id()
    rich = to_roll(score=(40000, 0))
    with pytest.raises(bg.NotationError, match="up to 32767"):
        rich.to_gnubg_id()
    with pytest.raises(bg.NotationError, match="up to 32767"):
        rich.to_xgid()


@pytest.mark.parametrize("text", ["", "nonsense", BOARD, f"{BOARD}:0:0:1:77:0:0:0:0:10"])
def test_texts_that_are_not_ids_are_refused(text: str) -> None:
    with pytest.raises(bg.NotationError):
        MatchState.from_xgid(text)
    with pytest.raises(bg.NotationError):
        MatchState.from_gnubg_id(text)
