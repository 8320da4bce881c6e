"""Matches saved as JSON, and actions parsed from text."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import gammon as bg
from gammon.match import (
    Accept,
    Beaver,
    Decline,
    Double,
    MakePlay,
    Match,
    Pass,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
    Variant,
    Win,
    read_action,
)
from tests.unit.matches import after, opened, to_roll


def a_match() -> Match:
    """Return a match after a few actions."""
    match = Match(bg.MatchRules(match_length=7), seed=7)
    match.roll()
    match.play("24/15")
    match.act(Double())
    match.act(Take())
    return match


def test_random_matches_round_trip_through_json() -> None:
    """All states survive, also those of a match begun from a given state, and the dice continue as before."""
    dice = random.Random(6)
    for game in range(60):
        rules = bg.MatchRules(
            variant=dice.choice(tuple(Variant)), jacoby=True, beavers=True, raccoons=True, automatic_doubles=1
        )
        rules = dice.choice((rules, bg.MatchRules(match_length=5, holland=True)))
        match = Match(rules, seed=5, first_game=100 * game)
        for _ in range(120):
            if match.winner is None:
                actions = match.legal_actions()
                kinds = list({type(action): action for action in actions}.values())
                match.act(dice.choice((dice.choice(actions), dice.choice(kinds))))
        copy = Match.from_json(match.to_json())
        assert copy.states == match.states
        assert copy.state.history == match.state.history
        assert (copy.seed, copy.first_game, copy.rules) == (5, 100 * game, rules)
        for state in match.states[:: dice.randrange(1, 9)]:
            middle = Match(state, seed=8)
            assert Match.from_json(middle.to_json()).states == (state,)
        assert copy.next_roll() == match.next_roll()


def test_actions_round_trip_through_text() -> None:
    state = bg.MatchState.start(bg.MatchRules())
    for action in (
        *(Double(), Take(), Pass(), Beaver(), Raccoon(), Accept(), Decline(), MakePlay(), RollDice(1, 6)),
        *map(Resign, Win),
        *(Resign(win, player) for win in Win for player in bg.Player),
    ):
        assert read_action(str(action), state) == action
        assert read_action(f"  {str(action).upper()} ", state) == action
    assert read_action("roll", state) == Throw()
    thrown = state.act(RollDice(2, 1))
    for at, actions in ((state, state.possible_rolls()), (thrown, thrown.legal_actions())):
        for action in actions:
            read = read_action(str(action), at)
            assert at.act(read) == at.act(action)


@pytest.mark.parametrize("words", ["", "roll 7-1", "roll 31", "resign", "resign 2", "play", "double!", "no"])
def test_texts_that_are_not_actions_are_refused(words: str) -> None:
    with pytest.raises(bg.NotationError, match="expected an action such as 'roll 3-1'"):
        read_action(words, to_roll())


def test_plays_are_parsed_in_their_position() -> None:
    with pytest.raises(bg.NotationError, match="a play needs dice"):
        read_action("play 8/5 6/5", to_roll())
    thrown = to_roll().act(RollDice(3, 1))
    with pytest.raises(bg.IllegalPlayError):
        read_action("play 8/4 13/12", thrown)
    with pytest.raises(bg.NotationError):
        read_action("play nonsense", thrown)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "gammon match 9"}, "match: format: expected 'gammon match 1', got 'gammon match 9'"),
        ({"seed": "7"}, "match: seed: expected a whole number, got a string"),
        ({"seed": -1}, "match: seed: expected a whole number from 0 to 18446744073709551615, got -1"),
        ({"seed": True}, "match: seed: expected a whole number, got true"),
        ({"first_game": 2**64}, "match: first_game: expected a whole number from 0"),
        ({"first": None}, "match: first: expected a JSON object, got null"),
        ({"actions": "double"}, "match: actions: expected a list, got a string"),
        ({"actions": ["d"]}, "match: action 1: expected an action"),
        ({"actions": [1]}, r"match: actions\[0\]: expected a string, got 1"),
        ({"actions": ["roll 3-1", "double"]}, r"match: action 2: double: the dice have been rolled"),
        ({"actions": ["roll 3-1", "play 8/4 13/12"]}, r"match: action 2: .*R3\.1"),
    ],
)
def test_invalid_saved_matches_are_refused(changes: dict[str, Any], reason: str) -> None:
    data = json.loads(a_match().to_json()) | changes
    with pytest.raises(bg.NotationError, match=reason):
        Match.from_json(json.dumps(data))


@pytest.mark.parametrize(
    "changes",
    [
        {"score": [7, 0]},
        {"score": 3},
        {"rules": {}},
        {"rules": {"variant": "chess"}},
        {"rules": {"variant": "backgammon", "match_length": 7, "jacoby": True}},
        {"rules": {"variant": "backgammon", "nonsense": 1}},
        {"position": "nonsense"},
        {"position": 7},
        {"on_roll": 2},
        {"cube": 3},
        {"crawford": 1},
        {"offer": "triple"},
        {"dice": [7, 1], "on_roll": 1},
        {"dice": [1], "on_roll": 1},
        {"turns": "many"},
        {"result": {"winner": 0}},
    ],
)
def test_an_invalid_first_state_is_refused(changes: dict[str, Any]) -> None:
    data = json.loads(a_match().to_json())
    data["first"] |= changes
    with pytest.raises(bg.NotationError, match=r"^(match: first: |position ID, column)"):
        Match.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "7", "[" * 100_000, '{"format": "gammon match 1"}', "\x00"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(bg.NotationError):
        Match.from_json(text)


def test_a_match_between_games_round_trips() -> None:
    over = after(opened(bg.MatchRules()), Double(), Pass())
    match = Match(over, seed=3)
    copy = Match.from_json(match.to_json())
    assert copy.state == over
    assert copy.roll() == match.roll()


OLD = """{"format": "gammon match 1", "seed": 7, "first_game": 0, "first": {"rules": {"match_length": 3, "variant":
"backgammon", "cube": true, "cube_limit": null, "crawford": true, "holland": false, "jacoby": false, "beavers": false,
"raccoons": false, "automatic_doubles": 0, "opening_reroll": false}, "score": [1, 0], "game": 1, "crawford": false,
"position": "4HPwATDgc/ABMA", "on_roll": 1, "cube": 1, "cube_owner": null, "dice": null, "offer": null,
"resignation": 2, "starter": null, "turns": 4, "result": null}, "actions": ["accept"]}"""


def test_files_of_earlier_versions_are_read() -> None:
    """They do not record who resigned: at that time it was always the player on roll."""
    match = Match.from_json(OLD)
    first, last = match.states
    assert (first.resigner, first.to_act) == (bg.Player.ONE, bg.Player.ZERO)
    assert (last.score, last.winner) == ((3, 0), bg.Player.ZERO)
    assert json.loads(match.to_json())["format"] == "gammon match 1"
    assert match.to_dict()["first"]["resigner"] == 1
