"""`gammon.Match`: seeded dice, plays given as text, and undo."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import pairwise

import pytest

import gammon as bg
from gammon.match import Accept, Double, MakePlay, Phase, Player, Resign, RollDice, Take, Throw, Win
from gammon.reference import choice, random_game
from gammon.reference import roll as thrown
from tests.unit.matches import to_roll


def first_plays(match: bg.Match) -> bg.MatchState:
    """Make first plays until the current game, or the next one, is over."""
    state = match.roll() if match.state.phase is not Phase.PLAY else match.state
    while state.result is None:
        state = match.act(match.legal_actions()[0]) if state.phase is Phase.PLAY else match.roll()
    return state


@pytest.mark.parametrize("first_game", [0, 7])
def test_games_use_the_same_dice_as_batch_games_and_the_reference(first_game: int) -> None:
    """R2.1, R2.2, R2.4: compare game by game and turn by turn with `gammon.batch.play_games` and the reference."""
    match = bg.Match(bg.MatchRules(), seed=2026, first_game=first_game)
    for game in range(3):
        expected = random_game(2026, first_game + game)
        for turn in expected.turns:
            state = match.roll()
            assert state.to_act == turn.player
            assert state.dice is not None
            assert sorted(state.dice) == sorted(turn.dice)
            plays = match.legal_actions()
            moves = [action for action in plays if isinstance(action, MakePlay)]
            if moves != [MakePlay()]:
                match.act(moves[choice(2026, first_game + game, turn.number, len(moves))])
            else:
                match.play(None)
        assert match.state.result is not None
        assert (match.state.result.winner, match.state.result.win) == (expected.winner, expected.points)
    played = bg.batch.play_games(range(first_game, first_game + 3), "random", seed=2026)
    assert sum(match.state.score) == played.points.sum()


def test_after_a_reroll_turns_use_the_next_dice() -> None:
    """R2.3: the starting throw is not used again for the first turn."""
    match = bg.Match(bg.MatchRules(opening_reroll=True), seed=5)
    match.roll()
    for turn in range(1, 6):
        state = match.roll()
        assert sorted(state.dice or ()) == sorted(thrown(5, 0, turn))
        match.act(state.legal_actions()[0])


def test_a_match_from_the_middle_has_dice_too() -> None:
    match = bg.Match(to_roll(), seed=5)
    for turn in range(1, 4):
        state = match.roll()
        assert sorted(state.dice or ()) == sorted(thrown(5, 0, turn))
        match.act(state.legal_actions()[0])


def test_ties_have_the_right_frequency() -> None:
    """R2.5: one throw in six ties, independently. The deciding throw is the same as without the option."""
    stakes: Counter[int] = Counter()
    for game in range(2000):
        match = bg.Match(bg.MatchRules(automatic_doubles=2), seed=1, first_game=game)
        while match.roll().phase is Phase.OPENING:
            assert len(match.states) <= 3
        stakes[match.state.cube.value] += 1
        if game < 100:
            plain = bg.Match(bg.MatchRules(), seed=1, first_game=game)
            assert plain.roll().dice == match.state.dice
    # Binomial with probabilities 5/6, 5/36 and 1/36: four standard deviations are 67, 62 and 30.
    for value, expected, allowed in ((1, 1666.7, 67), (2, 277.8, 62), (4, 55.6, 30)):
        assert abs(stakes[value] - expected) < allowed


def test_dice_do_not_depend_on_the_actions() -> None:
    """The same seed gives the same dice with or without a double, and again after an undo."""
    one, other = (bg.Match(bg.MatchRules(), seed=9) for _ in range(2))
    for match in (one, other):
        match.roll()
        match.act(match.legal_actions()[0])
    one.act(Double())
    one.act(Take())
    assert one.roll().dice == other.roll().dice
    dice = one.state.dice
    assert one.undo().dice is None
    assert one.next_roll() == RollDice(*dice or (0, 0))
    assert one.roll().dice == dice


def test_plays_are_accepted_in_the_forms_people_write() -> None:
    match = bg.Match(bg.MatchState.start(bg.MatchRules()).act(RollDice(3, 1)), seed=1)
    assert match.play("8/5 6/5").to_act is Player.ONE
    match.undo()
    with pytest.raises(bg.IllegalPlayError, match=r"R3\."):
        match.play("8/4 13/12")
    with pytest.raises(bg.NotationError):
        match.play("nonsense")
    with pytest.raises(bg.IllegalActionError, match="there is a legal play"):
        match.play(None)
    with pytest.raises(bg.IllegalActionError, match="must be played"):
        match.roll()
    assert len(match.states) == 1
    play = match.state.position.plays(3, 1)[0]
    assert match.play(play).position == play.position
    with pytest.raises(bg.IllegalActionError, match="the dice have not been rolled"):
        match.play("8/5 6/5")


def test_cannot_move_is_accepted_as_the_text_of_a_pass() -> None:
    """R3.7, P093."""
    board = [0] * 26
    board[25], board[6] = 1, 14
    shut = [0, *[2] * 6, *[0] * 6, 3, *[0] * 12]
    state = to_roll(position=bg.Position(board, shut)).act(RollDice(6, 6))
    assert bg.Match(state, seed=1).play("Cannot Move").on_roll is Player.ONE


def test_a_match_equals_its_copy_and_rolls_its_own_dice() -> None:
    """U07, U13."""
    one = bg.Match(bg.MatchRules(match_length=3), seed=5)
    other = bg.Match(bg.MatchRules(match_length=3), seed=5)
    assert one == other
    one.act(Throw())
    assert one != other
    other.roll()
    assert one == other
    assert one != bg.Match(bg.MatchRules(match_length=3), seed=6)
    choice = random.Random(1)
    while one.winner is None:
        one.act(choice.choice(one.legal_actions()))
    assert one == pickle.loads(pickle.dumps(one)) == bg.Match.from_json(one.to_json())
    for state in one.states:  # U14: every state of a logged match can be written as an ID.
        assert state.to_gnubg_id().position == state.to_xgid().position == state.position
    last = one.state.to_gnubg_id()
    assert last.state in ("over", "resigned", "dropped")
    assert max(last.score) >= 3
    with pytest.raises(bg.IllegalActionError, match="the match is over"):
        one.act(Throw())


def test_a_long_match_does_not_keep_every_state() -> None:
    """H03: of earlier games only the actions are kept, as text."""
    match = bg.Match(bg.MatchRules(), seed=1)
    for _ in range(200):
        match.roll()
        match.act(Resign(Win.SINGLE))
        match.act(Accept())
    assert len(match.states) == 601
    assert len(match.actions) == 600
    assert len(match.state.history) == 3
    assert len(pickle.dumps(match)) < 200 * 1000
    for _ in range(600):
        match.undo()
    assert match == bg.Match(bg.MatchRules(), seed=1)


def test_a_match_can_be_undone_to_its_start() -> None:
    match = bg.Match(bg.MatchRules(match_length=3), seed=3)
    first_plays(match)
    states = match.states
    assert all(before.act(after.history[-1]) == after for before, after in pairwise(states))
    for before in reversed(states[:-1]):
        assert match.undo() == before
    with pytest.raises(bg.IllegalActionError, match="there is no action to undo"):
        match.undo()


def test_a_match_is_saved_and_goes_on() -> None:
    match = bg.Match(bg.MatchRules(match_length=3), seed=3, first_game=2)
    for _ in range(9):
        match.act(match.legal_actions()[0]) if match.state.phase is Phase.PLAY else match.roll()
    copy = pickle.loads(pickle.dumps(match))
    assert (copy.states, copy.seed, copy.first_game, copy.rules) == (match.states, 3, 2, match.rules)
    while match.winner is None:
        first_plays(match)
    while copy.winner is None:
        first_plays(copy)
    assert copy.state == match.state
    assert max(match.state.score) >= 3
    assert repr(match).endswith(", seed=3, first_game=2)")
    assert (str(match), match._repr_svg_()) == (str(match.state), match.state._repr_svg_())


@pytest.mark.parametrize(("seed", "first_game"), [(-1, 0), (2**64, 0), (1, -1), (1, 2**64)])
def test_numbers_out_of_range_are_refused_at_once(seed: int, first_game: int) -> None:
    """P057."""
    with pytest.raises(bg.ArgumentError):
        bg.Match(bg.MatchRules(), seed=seed, first_game=first_game)


@pytest.mark.parametrize("start", [None, "4HPwATDgc/ABMA", bg.Position.start()])
def test_states_that_cannot_begin_a_match_are_refused(start: bg.MatchState) -> None:
    with pytest.raises(TypeError, match="start: expected MatchRules or a MatchState, got"):
        bg.Match(start, seed=1)
