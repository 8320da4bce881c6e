"""Everything that can play (bots, functions, engines, strengths): what is accepted, refused and kept by a contest."""

from __future__ import annotations

import pickle
import random
import sys
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.match import (
    Accept,
    Action,
    Decline,
    Double,
    MakePlay,
    Phase,
    Player,
    Resign,
    RollDice,
    Win,
)
from gammon.players import playing
from gammon.typing import Boards

SHORT = bg.MatchRules(match_length=3)
MONEY = bg.MatchRules()


class Monkey:
    """Chooses any legal action at random."""

    name = "monkey"

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.asked: list[Phase] = []

    def choose(self, state: bg.MatchState) -> Action:  # noqa: D102
        self.asked.append(state.phase)
        return self.rng.choice(state.legal_actions())


def first_play(state: bg.MatchState) -> Action:
    """Roll the dice, take every double, and make the first play in the list."""
    return state.legal_actions()[0]


def as_the_network(boards: Boards) -> npt.NDArray[np.float32]:
    """Evaluate boards with the shipped network, as a Python function."""
    return bg.batch.evaluate(boards, threads=1)


# --- what can play ---


@pytest.mark.parametrize("rules", [SHORT, MONEY], ids=["match", "money"])
@pytest.mark.parametrize(
    "player",
    [
        "club",
        "ply0,noise=0.2",
        bg.Strength(ply=np.int64(1)),
        bg.Engine(),
        bg.Engine(bg.Network.shipped(), ply=1),
        bg.Engine(as_the_network),
        bg.EnginePlayer("club"),
        first_play,
        Monkey(1),
        lambda state: state.legal_actions()[0],
    ],
    ids=[
        "level",
        "text",
        "Strength",
        "Engine",
        "network",
        "function evaluates",
        "EnginePlayer",
        "function",
        "bot",
        "λ",
    ],
)
def test_everything_that_can_play_plays_to_the_end(player: bg.players.PlayerLike, rules: bg.MatchRules) -> None:
    match = bg.play_match(player, "random", rules=rules, seed=3)
    assert match.state.result is not None
    assert (match.winner is None) is rules.is_money
    assert match == bg.Match.from_json(match.to_json())


def test_a_bot_may_choose_among_the_legal_actions_and_does_not_choose_its_dice() -> None:
    """The dice follow from the seed: other players who reach the same turn get the same dice."""
    rolls = 0
    for seed in range(30):
        one, other = Monkey(seed), Monkey(seed + 50)
        match = bg.play_match(one, other, rules=bg.MatchRules(match_length=5), seed=seed)
        assert match.winner is not None
        assert Phase.ROLL in one.asked + other.asked
        for before, after in zip(match.states, match.states[1:], strict=False):
            if before.phase is Phase.ROLL and after.phase is Phase.PLAY:
                game, turn = before.game, before.turns + 1 - (before.starter is not None)
                thrown = bg.batch.rolls(1, seed=seed, turn=turn, first_game=game)[0].tolist()
                assert sorted(after.dice or ()) == sorted(thrown)
                rolls += 1
    assert rolls > 30


def test_matches_continue_from_a_state_with_the_dice_of_their_seed() -> None:
    start = bg.MatchState.start(bg.MatchRules(match_length=7), score=(5, 2))
    match = bg.play_match("club", first_play, rules=start, seed=11)
    assert match.states[0] == start
    assert match.winner is not None
    alone = bg.Match(start, seed=11)
    assert match.states[1] == alone.roll()


@pytest.mark.parametrize(
    ("player", "got"),
    [
        (None, "NoneType"),
        (7, "int"),
        (b"club", "bytes"),
        (Monkey, "the class Monkey"),
        (bg.Network.shipped(), "Network"),
    ],
)
def test_objects_that_cannot_play_are_refused_and_named(player: bg.players.PlayerLike, got: str) -> None:
    says = f"expected a strength or its name, an Engine, a bot or a function of the state, got {got}$"
    with pytest.raises(TypeError, match=f"^player: {says}"):
        bg.as_player(player)
    with pytest.raises(TypeError, match=f"^second: {says}"):
        bg.play_match("club", player)
    with pytest.raises(TypeError, match=f"^first: {says}"):
        bg.contest(player, "club")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: bg.EnginePlayer(None), "strength: expected a Strength, its name or an Engine, got NoneType"),  # type: ignore[arg-type]
        (lambda: bg.EnginePlayer(bg.Strength), "strength: .*, got the class Strength"),  # type: ignore[arg-type]
        (lambda: bg.EnginePlayer("club", seed="x"), "seed: expected an int, got 'x'"),  # type: ignore[arg-type]
        (lambda: bg.EnginePlayer("club", resigns=1), "resigns: expected True or False, got 1"),  # type: ignore[arg-type]
        (lambda: bg.EnginePlayer("club").choose("x"), "state: expected a MatchState, got str"),  # type: ignore[arg-type]
        (lambda: bg.Strength(ply="1"), "ply: expected an int, got '1'"),  # type: ignore[arg-type]
        (lambda: bg.Strength(ply=True), "ply: expected an int, got True"),
        (lambda: bg.Strength(noise="1"), "noise: expected a number, got '1'"),  # type: ignore[arg-type]
        (lambda: bg.Strength(network=7), "network: expected a file name or None, got 7"),  # type: ignore[arg-type]
        (lambda: bg.Strength(at_random=1), "at_random: expected True or False, got 1"),  # type: ignore[arg-type]
        (lambda: bg.Strength.parse(7), "text: expected a str, got int"),  # type: ignore[arg-type]
        (lambda: bg.contest("club", "club", rules=7), "rules: expected a MatchRules or None, got int"),  # type: ignore[arg-type]
        (lambda: bg.contest("club", "club", pairs="7"), "pairs: expected an int, got '7'"),  # type: ignore[arg-type]
        (lambda: bg.contest("club", "club", workers=1.5), r"workers: expected an int, got 1\.5"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_a_type_error_that_names_the_argument(make: Callable[[], object], says: str) -> None:
    with pytest.raises(TypeError, match=f"^{says}$"):
        make()


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ({"noise": -0.1}, "noise: expected 0 to 10"),
        ({"noise": float("nan")}, "noise"),
        ({"noise": 10**400}, "noise"),
        ({"ply": 10**5000}, "ply: expected 0 to 3, got "),
    ],
)
def test_strengths_out_of_range_are_refused(number: dict[str, Any], says: str) -> None:
    with pytest.raises(bg.ArgumentError, match=says) as caught:
        bg.Strength(**number)
    assert len(str(caught.value)) < 200


def test_numpy_numbers_are_accepted() -> None:
    assert bg.Strength(ply=np.int64(1), noise=np.float32(0.5)) == bg.Strength(ply=1, noise=0.5)
    assert str(bg.Strength(ply=np.int64(1))) == "ply1"
    result = bg.contest("random", "random", pairs=np.int64(2), seed=np.uint64(5), workers=np.int8(1))
    assert result == bg.contest("random", "random", pairs=2, seed=5, workers=1)
    assert bg.Contest.from_json(result.to_json()) == result


# --- what a player may not return ---


@pytest.mark.parametrize(
    ("returned", "says"),
    [
        (None, r"returned None: expected an action, such as Throw\(\)"),
        ("roll", r"returned 'roll': expected an action"),
        (RollDice(6, 6), r"returned RollDice\(first=6, second=6\): a player cannot choose the dice"),
        (Double(), r"returned Double\(\): double: the dice have been rolled"),
        (Accept(), r"returned Accept\(\): accept: nobody has resigned"),
        (MakePlay(), r"returned MakePlay\(play=None\): cannot move: there is a legal play"),
    ],
)
def test_illegal_actions_are_refused_naming_player_state_and_action(returned: Action, says: str) -> None:
    def cheat(state: bg.MatchState) -> Action:
        return returned if state.phase is Phase.PLAY else state.legal_actions()[0]

    with pytest.raises(bg.PlayerError, match=rf"cheat, player [01], {says}.*; state: <MatchState .*match to 3"):
        bg.play_match(cheat, cheat, rules=SHORT)
    with pytest.raises(bg.PlayerError, match=says):
        bg.contest("club", cheat, pairs=1)


def test_nobody_resigns_for_the_opponent() -> None:
    """Either player may resign at any time, but a bot may not resign on the opponent's behalf."""

    def cheat(state: bg.MatchState) -> Action:
        assert state.to_act is not None
        if state.phase is Phase.PLAY:
            return Resign(Win.BACKGAMMON, state.to_act.opponent)
        return state.legal_actions()[0]

    with pytest.raises(bg.PlayerError, match="a player cannot resign for the opponent"):
        bg.play_match(cheat, cheat)


def test_a_game_that_never_ends_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    def offer(state: bg.MatchState) -> Action:
        return Decline() if state.phase is Phase.RESIGNATION else Resign(Win.SINGLE)

    declining = _declining("club")
    with pytest.raises(bg.PlayerError, match=r"offer and ply0 did not finish a game within 100 actions without a roll"):
        bg.play_match(offer, declining)
    monkeypatch.setattr(playing, "MOST_ACTIONS", 50)
    with pytest.raises(bg.PlayerError, match=r"random and random did not finish a game within 50 actions; state: <"):
        bg.contest("random", "random", workers=1)


def _declining(name: str) -> bg.Bot:
    """Return a player of the named strength that declines every resignation."""

    class Declining:
        def __init__(self) -> None:
            self.player = bg.EnginePlayer(name)
            self.name = self.player.name

        def choose(self, state: bg.MatchState) -> Action:
            return Decline() if state.phase is Phase.RESIGNATION else self.player.choose(state)

    return Declining()


def test_exceptions_of_a_player_propagate() -> None:
    def broken(state: bg.MatchState) -> Action:
        raise ZeroDivisionError("mine")

    for play in (bg.play_match, bg.contest):
        with pytest.raises(ZeroDivisionError, match="mine"):
            play(broken, "club")


# --- resignations by either player ---


@pytest.mark.parametrize("dice", ["00", "31"])
@pytest.mark.parametrize(("win", "answer"), [(1, Decline()), (2, Accept()), (3, Accept())])
def test_the_player_on_roll_answers_a_resignation_by_its_value(dice: str, win: int, answer: Action) -> None:
    """Player 0 bears off the last two checkers now, and player 1 has borne off none: a gammon for certain (R6.2)."""
    board = f"{'-' * 13}O{'-' * 10}b-"
    state = bg.MatchState.from_xgid(f"{board}:0:0:-1:{dice}:0:0:0:0:10").act(Resign(Win(win), Player.ONE))
    assert state.to_act is Player.ZERO
    assert bg.EnginePlayer("club").choose(state) == answer
    assert bg.players.resignation_equities(state) == pytest.approx((win, 2.0), abs=0.02)


def test_only_a_beaver_or_raccoon_has_answer_equities() -> None:
    with pytest.raises(bg.ArgumentError, match="an unanswered beaver or raccoon"):
        bg.players.answers_to_beaver(bg.MatchState.start(MONEY))


# --- contests ---


def test_players_are_bots() -> None:
    assert isinstance(bg.EnginePlayer("club"), bg.Bot)
    assert isinstance(Monkey(1), bg.Bot)
    assert isinstance(bg.as_player(first_play), bg.Bot)
    monkey = Monkey(1)
    assert bg.as_player(monkey) is monkey


def test_a_contest_needs_nothing_but_two_players() -> None:

    def give_up(state: bg.MatchState) -> Action:
        return Accept() if state.phase is Phase.RESIGNATION else Resign(Win.SINGLE)

    result = bg.contest(give_up, "club")
    assert (result.second, result.rules, result.pairs, result.seed, result.mean) == ("ply0", MONEY, 100, 1, -1.0)
    assert result == bg.contest(give_up, "club", rules=None)
    assert bg.contest("club", "casual", pairs=1).first == "ply0"


def test_a_function_of_the_state_against_an_engine_with_a_function_that_evaluates() -> None:
    engine = bg.Engine(as_the_network, threads=1)
    result = bg.contest(first_play, engine, rules=SHORT, pairs=2)
    assert (result.first, result.second, result.mean) == ("first_play", "ply0,as_the_network", 0.0)
    assert result == bg.contest(first_play, engine, rules=SHORT, pairs=2, workers=2)


def test_a_player_that_cannot_be_pickled_plays_in_this_process() -> None:
    seen: list[Phase] = []

    def nested(state: bg.MatchState) -> Action:
        seen.append(state.phase)
        return first_play(state)

    result = bg.contest(nested, "random", pairs=4, workers=2)
    assert seen
    assert result.scores == bg.contest(first_play, "random", pairs=4).scores


def test_a_strength_is_the_same_player_by_name_and_as_an_object() -> None:
    """The noise differs from pair to pair, even for a player that was made with a seed."""
    by_name = bg.contest("beginner", "casual", pairs=12, workers=1)
    players = bg.EnginePlayer("beginner", seed=7), bg.EnginePlayer(bg.players.LEVELS["casual"])
    assert bg.contest(*players, pairs=12, workers=1) == by_name
    club = bg.contest(bg.Engine(), bg.Engine(ply=1), pairs=4, workers=1)
    assert club.scores == bg.contest("club", "strong", pairs=4, workers=1).scores


def test_errors_of_players_are_raised_from_workers() -> None:
    with pytest.raises(bg.PlayerError, match="silent, player"):
        bg.contest(silent, "random", pairs=2, workers=2)
    error = pickle.loads(pickle.dumps(bg.PlayerError("x")))
    assert isinstance(error, bg.PlayerError)


def silent(state: bg.MatchState) -> Action:
    """Return nothing."""
    return None  # type: ignore[return-value]


def test_contests_are_read_from_the_json_that_they_write() -> None:
    for rules in (SHORT, MONEY):
        result = bg.contest("club", "random", rules=rules, pairs=3, workers=1)
        assert result.to_dict()["format"] == "gammon contest 1"
        assert bg.Contest.from_json(result.to_json()) == result
        assert str(result).startswith("ply0 against random: ")
    for changes, says in (
        ({"scores": []}, "scores: expected at least one"),
        ({"pairs": 2}, "pairs: expected the number of scores, 3"),
        ({"players": ["a"]}, "players: expected 2 elements, got 1"),
        ({"rules": {}}, "contest: rules: the field 'variant' is missing"),
        ({"format": "gammon contest 2"}, "expected 'gammon contest 1', got 'gammon contest 2'"),
    ):
        with pytest.raises(bg.NotationError, match=says):
            bg.Contest.from_json(_json(result.to_dict() | changes))


def _json(data: dict[str, Any]) -> str:
    from gammon.store.json import dump

    return dump(data)


# --- memory ---


class Loser:
    """Resigns a backgammon before the first play, and records how many memory blocks are allocated."""

    def __init__(self, *, keeps: bool) -> None:
        self.keeps = keeps
        self.states: list[bg.MatchState] = []
        self.blocks = array("q")  # A list would allocate an object for each number.

    def choose(self, state: bg.MatchState) -> Action:  # noqa: D102
        self.blocks.append(sys.getallocatedblocks())
        if self.keeps:
            self.states.append(state)
        return Accept() if state.phase is Phase.RESIGNATION else Resign(Win.BACKGAMMON)


def _growth(length: int, *, keeps: bool) -> tuple[int, int]:
    """Play a match from both seats; return the growth in allocated blocks and the number of questions asked.

    Between two questions the allocation also fluctuates, by less than a few hundred blocks.
    """
    loser = Loser(keeps=keeps)
    bg.contest(loser, loser, rules=bg.MatchRules(match_length=length), pairs=1)
    begin, end = loser.blocks[100:200], loser.blocks[-100:]
    return min(end) - max(begin), len(loser.blocks)


def test_a_contest_of_long_matches_does_not_grow_with_their_history() -> None:
    """Keeping every state would take more than one block per three questions, as the last test shows."""
    blocks, asked = _growth(5000, keeps=False)
    assert asked > 6000
    assert blocks < asked / 12


@pytest.mark.long
def test_a_contest_of_the_longest_matches_does_not_grow_with_their_history() -> None:
    """As above; fluctuation matters less."""
    blocks, asked = _growth(32767, keeps=False)
    assert asked > 40_000
    assert blocks < asked / 100


def test_the_memory_measurement_detects_states_that_are_kept() -> None:
    blocks, asked = _growth(600, keeps=True)
    assert blocks > asked / 3 > 400
