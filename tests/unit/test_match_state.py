"""`gammon.MatchState`: a match action by action (R2, R6, R7, R8, R10)."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gammon as bg
from gammon.match import (
    LARGEST_CUBE,
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    Ending,
    GameResult,
    MakePlay,
    MatchCube,
    Offer,
    Pass,
    Phase,
    Player,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
    Variant,
    Win,
)
from tests.unit.matches import a_turn, after, opened, position, taken, to_roll, won_by

ZERO, ONE = Player.ZERO, Player.ONE
MONEY = bg.MatchRules()
JACOBY = bg.MatchRules(jacoby=True)
ANIMALS = bg.MatchRules(beavers=True, raccoons=True)

SINGLE = {0: 1, 13: 14}
GAMMON = {13: 15}
BACKGAMMON = {13: 14, 25: 1}


def to(points: int, *, cube: bool = True, crawford: bool = True, holland: bool = False) -> bg.MatchRules:
    """Return the rules of a match to `points`."""
    return bg.MatchRules(match_length=points, cube=cube, crawford=crawford, holland=holland)


def won(winner: Player, points: int) -> GameResult:
    """Return the result of a single game won for `points`."""
    return GameResult(winner=winner, win=Win.SINGLE, points=points, ending=Ending.PASSED)


def refusal(state: bg.MatchState, action: Action) -> str:
    """Try an action that must be refused, and return the reason."""
    assert action not in state.legal_actions()
    with pytest.raises(bg.IllegalActionError) as caught:
        state.act(action)
    reason = str(caught.value)
    assert reason == f"{action}: {state.why_illegal(action)}"
    return reason


# --- R2: starting


@pytest.mark.parametrize(("dice", "starter"), [((6, 1), ZERO), ((1, 6), ONE), ((2, 3), ONE), ((5, 4), ZERO)])
def test_the_higher_die_starts_and_plays_both_dice(dice: tuple[int, int], starter: Player) -> None:
    """R2.1, R2.2."""
    state = bg.MatchState.start(MONEY)
    assert (state.phase, state.to_act, state.on_roll) == (Phase.OPENING, None, None)
    assert len(state.possible_rolls()) == 36
    state = state.act(RollDice(*dice))
    assert (state.phase, state.to_act, state.starter, state.dice) == (Phase.PLAY, starter, starter, dice)
    assert state.position == bg.Position.start()
    assert {action.play for action in state.legal_actions() if isinstance(action, MakePlay)} == set(
        bg.Position.start().plays(*dice)
    )


def test_a_tie_is_thrown_again() -> None:
    """R2.1: a tie changes nothing but the history."""
    state = bg.MatchState.start(MONEY)
    tied = after(state, RollDice(4, 4), RollDice(1, 1))
    assert tied == state
    assert tied.history == (RollDice(4, 4), RollDice(1, 1))


def test_with_a_reroll_the_starter_rolls_again() -> None:
    """R2.3, R7.1: before that roll the starter is on roll as in any other turn, and so may double."""
    state = bg.MatchState.start(bg.MatchRules(opening_reroll=True)).act(RollDice(2, 6))
    assert (state.phase, state.on_roll, state.starter, state.dice) == (Phase.ROLL, ONE, ONE, None)
    assert Double() in state.legal_actions()
    assert state.act(RollDice(3, 3)).dice == (3, 3)


def test_turns_alternate() -> None:
    """R2.4."""
    state = bg.MatchState.start(MONEY).act(RollDice(3, 1))
    play = state.position.parse_play("8/5 6/5", 3, 1).play
    assert play is not None
    state = state.act(MakePlay(play))
    assert (state.phase, state.to_act, state.turns, state.dice) == (Phase.ROLL, ONE, 1, None)
    assert state.position == play.position
    state = a_turn(state, 6, 5)
    assert (state.to_act, state.turns) == (ZERO, 2)


def test_ties_double_the_stake_up_to_the_limit() -> None:
    """R2.5: the cube stays in the centre."""
    state = bg.MatchState.start(bg.MatchRules(automatic_doubles=2))
    values = []
    for _ in range(4):
        state = state.act(RollDice(5, 5))
        values.append(state.cube.value)
    assert values == [2, 4, 4, 4]
    assert state.cube.owner is None
    state = a_turn(state.act(RollDice(2, 1)))
    assert taken(state).cube == MatchCube(value=8, owner=ZERO)
    lost = after(state, Double(), Pass())
    assert (lost.score, lost.result and lost.result.points) == ((0, 4), 4)
    assert lost.act(RollDice(2, 1)).cube == MatchCube()
    assert lost.act(RollDice(2, 2)).cube == MatchCube(value=2)


# --- R3: plays


def test_only_legal_plays_are_accepted() -> None:
    """R3."""
    state = bg.MatchState.start(MONEY).act(RollDice(6, 1))
    wrong = bg.Position.start().parse_play("8/5 6/5", 3, 1).play
    assert "not legal with 6-1 (R3)" in refusal(state, MakePlay(wrong))
    assert "there is a legal play with 6-1 (R3.5)" in refusal(state, MakePlay())
    elsewhere = bg.Position.nackgammon().plays(6, 1)[0]
    assert "the play belongs to another position" in refusal(state, MakePlay(elsewhere))
    assert "must be played" in refusal(state, RollDice(1, 1))
    assert "the dice have not been rolled" in refusal(to_roll(), MakePlay(wrong))


def test_any_move_order_with_a_legal_result_is_accepted() -> None:
    """R3.1: the order of the moves does not matter."""
    start = bg.Position.start()
    backwards = start.parse_play("6/5 8/5", 1, 3).play
    state = bg.MatchState.start(MONEY).act(RollDice(1, 3)).act(MakePlay(backwards))
    assert backwards is not None
    assert state.position == backwards.position


def test_a_turn_without_a_legal_play_passes() -> None:
    """R3.7, R4.6: passing is a separate action, so that the players see the roll."""
    shut_out = position({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {13: 3})
    state = to_roll(position=shut_out).act(RollDice(6, 6))
    assert state.legal_actions()[:1] == (MakePlay(),)
    passed = state.act(MakePlay())
    assert (passed.on_roll, passed.position, passed.dice, passed.turns) == (ONE, shut_out.swap(), None, 1)
    assert str(MakePlay()) == "cannot move"


# --- R6: scoring a game


@pytest.mark.parametrize("cube", [1, 2, 64])
@pytest.mark.parametrize(
    ("opponent", "win"),
    [(SINGLE, Win.SINGLE), (GAMMON, Win.GAMMON), (BACKGAMMON, Win.BACKGAMMON), ({13: 14, 19: 1}, Win.BACKGAMMON)],
)
def test_points_of_finished_games(opponent: dict[int, int], win: Win, cube: int) -> None:
    """R6.1 to R6.3: points times the cube, for either player."""
    for winner in Player:
        owner = None if cube == 1 else winner.opponent
        state = won_by(to_roll(cube=cube, owner=owner), winner, opponent)
        assert state.phase is Phase.GAME_OVER
        assert state.result == bg.match.GameResult(winner=winner, win=win, points=win * cube, ending=Ending.BORNE_OFF)
        assert state.score[winner] == win * cube
        assert state.score[winner.opponent] == 0
        assert state.position.points == -win


def test_no_gammon_once_a_checker_is_off() -> None:
    """R6.2, P031: even with two checkers on the bar."""
    state = won_by(to_roll(), ZERO, {13: 12, 25: 2})
    assert state.result is not None
    assert (state.result.win, state.score) == (Win.SINGLE, (1, 0))


# --- R7: the cube


def test_a_double_is_offered_before_the_roll() -> None:
    """R7.1."""
    state = opened(MONEY)
    assert (state.cube, state.to_act) == (MatchCube(), ONE)
    offered = state.act(Double())
    assert (offered.phase, offered.offer, offered.to_act, offered.on_roll) == (Phase.ANSWER, Offer.DOUBLE, ZERO, ONE)
    assert offered.cube == MatchCube()
    assert offered.legal_actions() == (Take(), Pass())
    assert "must be answered first" in refusal(offered, Double())
    assert "must be answered first" in refusal(offered, RollDice(3, 1))
    assert "must be answered first" in refusal(offered, Resign(Win.SINGLE))
    assert "must be played" in refusal(state.act(RollDice(3, 1)), Double())
    assert "opening roll comes first" in refusal(bg.MatchState.start(MONEY), Double())
    assert "there is no double to answer" in refusal(state, Take())
    assert "there is no double to answer" in refusal(state, Pass())


def test_a_refused_double_ends_the_game_at_the_stake_before() -> None:
    """R7.2, R7.4, P041: the game ends, the doubler scores the cube's value before the double, and no offer remains."""
    state = after(opened(MONEY), Double(), Pass())
    assert (state.phase, state.offer, state.to_act, state.score) == (Phase.GAME_OVER, None, None, (0, 1))
    assert state.result == bg.match.GameResult(winner=ONE, win=Win.SINGLE, points=1, ending=Ending.PASSED)
    redoubled = after(to_roll(cube=8, owner=ZERO), Double(), Pass())
    assert redoubled.score == (8, 0)


def test_the_player_who_takes_owns_the_cube() -> None:
    """R7.3: only the owner may make the next double."""
    state = taken(opened(MONEY))
    assert (state.phase, state.cube, state.to_act) == (Phase.ROLL, MatchCube(value=2, owner=ZERO), ONE)
    assert "the cube is player 0's (R7.3)" in refusal(state, Double())
    state = a_turn(state)
    assert taken(state).cube == MatchCube(value=4, owner=ONE)


@pytest.mark.parametrize(
    ("score", "length", "cube", "owner", "player", "may"),
    [
        ((5, 0), 7, 2, ZERO, ZERO, False),  # P035: the owner of a 2-cube is two away.
        ((6, 0), 7, 1, None, ZERO, False),  # P035: one away.
        ((6, 6), 7, 1, None, ZERO, False),  # P047: one away each.
        ((6, 6), 7, 1, None, ONE, False),
        ((0, 0), 1, 1, None, ONE, False),
        ((4, 5), 7, 2, ZERO, ZERO, True),  # P047: the trailer, three away against two, owns a 2-cube.
        ((5, 4), 7, 2, ONE, ONE, True),
        ((6, 4), 7, 1, None, ONE, True),  # After the Crawford game the cube is live for the trailer.
        ((4, 0), 7, 2, ZERO, ZERO, True),
        ((3, 0), 7, 4, ZERO, ZERO, False),
        ((2, 0), 7, 4, ZERO, ZERO, True),
    ],
)
def test_a_dead_cube_cannot_be_turned(
    score: tuple[int, int], length: int, cube: int, owner: Player | None, player: Player, may: bool
) -> None:
    """R7.5."""
    state = to_roll(to(length), score, cube=cube, owner=owner, on_roll=player)
    if may:
        assert Double() in state.legal_actions()
    else:
        assert "gives player" in refusal(state, Double())
        assert "the match (R7.5)" in refusal(state, Double())


def test_the_player_who_beavers_owns_the_cube() -> None:
    """R7.6: a beaver that is taken makes the stake four times the original cube; one that is passed costs twice."""
    offered = after(opened(ANIMALS), Double())
    assert offered.legal_actions() == (Take(), Pass(), Beaver())
    beavered = offered.act(Beaver())
    assert (beavered.offer, beavered.to_act, beavered.on_roll) == (Offer.BEAVER, ONE, ONE)
    assert beavered.cube == MatchCube(value=2, owner=ZERO)
    assert beavered.legal_actions() == (Take(), Pass(), Raccoon())
    accepted = beavered.act(Take())
    assert (accepted.cube, accepted.phase, accepted.to_act) == (MatchCube(value=4, owner=ZERO), Phase.ROLL, ONE)
    assert beavered.act(Pass()).score == (2, 0)


def test_a_raccoon_leaves_the_cube_with_the_player_who_beavered() -> None:
    """R7.6: a raccoon makes the stake eight times if taken and costs four times if passed; nothing may follow it."""
    raccooned = after(opened(ANIMALS), Double(), Beaver(), Raccoon())
    assert (raccooned.offer, raccooned.to_act, raccooned.on_roll) == (Offer.RACCOON, ZERO, ONE)
    assert raccooned.legal_actions() == (Take(), Pass())
    accepted = raccooned.act(Take())
    assert (accepted.cube, accepted.to_act) == (MatchCube(value=8, owner=ZERO), ONE)
    assert raccooned.act(Pass()).score == (0, 4)
    assert "a beaver can only answer a double (R7.6)" in refusal(raccooned, Beaver())
    assert "a raccoon can only answer a beaver (R7.6)" in refusal(raccooned, Raccoon())


def test_beavers_and_raccoons_need_their_options() -> None:
    """R7.6."""
    offered = opened(MONEY).act(Double())
    assert "no beavers (R7.6)" in refusal(offered, Beaver())
    beavered = after(opened(bg.MatchRules(beavers=True)), Double(), Beaver())
    assert "no raccoons (R7.6)" in refusal(beavered, Raccoon())
    assert "there is no double to answer" in refusal(to_roll(ANIMALS), Beaver())


@pytest.mark.parametrize(("limit", "most"), [(2, 2), (64, 64), (None, LARGEST_CUBE)])
def test_the_cube_stops_at_its_limit(limit: int | None, most: int) -> None:
    """R7.4, R7.7, P045: holds for doubles, beavers and raccoons, even far above 2^24."""
    rules = bg.MatchRules(beavers=True, raccoons=True, cube_limit=limit)
    full = to_roll(rules, cube=most, owner=ZERO)
    assert f"the cube cannot go above {most}" in refusal(full, Double())
    assert refusal(full, Double()).endswith("(R7.4)" if limit is None else "(R7.7)")
    assert after(full, Resign(Win.BACKGAMMON), Accept()).score == (0, 3 * most)
    half = to_roll(rules, cube=most // 2, owner=ZERO if most > 2 else None).act(Double())
    assert f"above {most}" in refusal(half, Beaver())
    assert half.act(Take()).cube == MatchCube(value=most, owner=ONE)
    if most > 2:
        quarter = to_roll(rules, cube=most // 4, owner=ZERO).act(Double()).act(Beaver())
        assert f"above {most}" in refusal(quarter, Raccoon())
        assert quarter.act(Take()).cube == MatchCube(value=most, owner=ONE)


def test_without_a_cube_nobody_doubles() -> None:
    """R7.1."""
    for rules in (bg.MatchRules(cube=False), to(5, cube=False)):
        state = opened(rules)
        assert "without a cube" in refusal(state, Double())


def test_a_resignation_is_declined_or_accepted() -> None:
    """R7.8: declining restores the state, before or after the roll."""
    for state in (to_roll(cube=4, owner=ONE), to_roll(cube=4, owner=ONE).act(RollDice(6, 5))):
        for win in Win:
            resigned = state.act(Resign(win))
            assert (resigned.phase, resigned.to_act, resigned.on_roll) == (Phase.RESIGNATION, ONE, ZERO)
            assert resigned.legal_actions() == (Accept(), Decline())
            assert resigned.act(Decline()) == state
            lost = resigned.act(Accept())
            assert lost.result == bg.match.GameResult(winner=ONE, win=win, points=4 * win, ending=Ending.RESIGNED)
            assert lost.score == (0, 4 * win)
            assert (lost.resignation, lost.dice) == (None, None)
            assert "a resignation must be answered" in refusal(resigned, RollDice(1, 2))
    assert "nobody has resigned (R7.8)" in refusal(to_roll(), Accept())
    assert "nobody has resigned (R7.8)" in refusal(to_roll(), Decline())


def test_the_player_not_on_roll_may_resign() -> None:
    """R7.8, U15: before or after the roll; if declined, the turn continues as it was."""
    for state in (to_roll(cube=2, owner=ONE), to_roll(cube=2, owner=ONE).act(RollDice(6, 5))):
        for win in Win:
            resigned = state.act(Resign(win, ONE))
            assert (resigned.phase, resigned.to_act, resigned.on_roll) == (Phase.RESIGNATION, ZERO, ZERO)
            assert (resigned.resignation, resigned.resigner) == (win, ONE)
            assert resigned.act(Decline()) == state
            lost = resigned.act(Accept())
            assert lost.result == bg.match.GameResult(winner=ZERO, win=win, points=2 * win, ending=Ending.RESIGNED)
            assert lost.score == (2 * win, 0)
        # The listed resignations are the chooser's own: none is on the opponent's behalf.
        assert {action.player for action in state.legal_actions() if isinstance(action, Resign)} == {None}
        assert state.resignations(ONE) == tuple(Resign(win, ONE) for win in Win)
        assert state.act(Resign(Win.GAMMON, ZERO)) == state.act(Resign(Win.GAMMON))
    bearing_off = to_roll(position=position({6: 15}, {6: 14}))
    assert bearing_off.resignations(ONE) == (Resign(Win.SINGLE, ONE),)
    assert len(bearing_off.resignations(ZERO)) == 3
    assert opened(MONEY).act(Double()).resignations(ONE) == ()


def test_dice_are_rolled_and_not_chosen() -> None:
    """U07: before the roll the listed actions are roll, double and resign; possible dice are listed separately."""
    state = to_roll()
    assert state.legal_actions() == (Throw(), Double(), *map(Resign, Win))
    assert len(state.possible_rolls()) == 21
    assert bg.MatchState.start(MONEY).legal_actions() == (Throw(),)
    assert len(bg.MatchState.start(MONEY).possible_rolls()) == 36
    assert state.act(RollDice(3, 1)).possible_rolls() == ()
    assert "RollDice(first, second)" in refusal_of_a_roll(state)
    assert "must be played" in refusal(state.act(RollDice(3, 1)), Throw())


def refusal_of_a_roll(state: bg.MatchState) -> str:
    """Return the reason why a state, which has no source of dice, refuses to roll."""
    with pytest.raises(bg.IllegalActionError) as caught:
        state.act(Throw())
    return str(caught.value)


def test_a_displayed_score_stops_at_the_length_of_the_match() -> None:
    """U05, R8.1: at 5-3 in a match to 7, a gammon on a 4-cube wins 8 points, of which the scoresheet shows 2."""
    state = bg.MatchState(rules=to(7), score=(5, 3), position=bg.Position.start(), on_roll=ZERO)
    state = replace(state, cube=MatchCube(value=4, owner=ONE)).act(Resign(Win.GAMMON, ONE)).act(Accept())
    assert (state.score, state.shown_score) == ((13, 3), (7, 3))
    assert "7-3, match to 7" in repr(state)
    assert "7-3, match to 7" in str(state)
    money = replace(state, rules=MONEY, result=None, score=(13, 3))
    assert money.shown_score == (13, 3)


def test_scoresheet_points_and_rule_points_are_both_available() -> None:
    over = opened(MONEY).act(Double()).act(Pass())
    written = over.with_written_points(2)
    assert written.result is not None
    assert (written.result.points, written.result.written_points, written.score) == (1, 2, over.score)
    with pytest.raises(bg.ArgumentError, match="a game has just ended"):
        opened(MONEY).with_written_points(1)


def test_numpy_numbers_are_numbers() -> None:
    rules = bg.MatchRules(match_length=np.int64(7), cube_limit=np.int32(64))
    assert rules == bg.MatchRules(match_length=7, cube_limit=64)
    assert type(rules.match_length) is int
    assert bg.MatchState.start(rules, score=(np.uint8(3), np.int16(4))) == bg.MatchState.start(rules, score=(3, 4))
    assert MatchCube(value=np.uint64(4)) == MatchCube(value=4)
    with pytest.raises(bg.ArgumentError, match=r"cube owner: expected a gammon.Player or None, got inf"):
        MatchCube(value=2, owner=float("inf"))  # type: ignore[arg-type]


def test_resignations_beyond_the_possible_loss_are_refused() -> None:
    """R6.2, R7.8: a player with a checker off cannot lose a gammon."""
    state = to_roll(position=position({6: 14}, {6: 15}))
    assert [action for action in state.legal_actions() if isinstance(action, Resign)] == [Resign(Win.SINGLE)]
    assert "cannot lose a gammon (R6.2)" in refusal(state, Resign(Win.GAMMON))
    assert "cannot lose a backgammon (R6.2)" in refusal(state, Resign(Win.BACKGAMMON))


@pytest.mark.parametrize("number", [0, 4, -1, None, "gammon"])
def test_a_resignation_is_for_one_two_or_three(number: int | str | None) -> None:
    """R7.8."""
    with pytest.raises(bg.ArgumentError, match=r"1, 2 or 3 times the cube \(R7.8\)"):
        Resign(number)  # type: ignore[arg-type]
    assert Resign(2) == Resign(Win.GAMMON)  # type: ignore[arg-type]


# --- R8: match and money


def test_a_match_continues_until_a_player_has_the_points() -> None:
    """R8.1, P033: two points do not win the match for a player who needs three; more than needed does."""
    state = won_by(bg.MatchState.start(to(7), score=(4, 0)), ZERO, GAMMON)
    assert (state.phase, state.score, state.winner, state.away) == (Phase.GAME_OVER, (6, 0), None, (1, 7))
    state = won_by(bg.MatchState.start(to(7), score=(4, 0)), ZERO, BACKGAMMON)
    assert (state.phase, state.score, state.winner, state.away) == (Phase.MATCH_OVER, (7, 0), ZERO, (0, 7))
    assert (state.legal_actions(), state.to_act) == ((), None)
    for action in (RollDice(3, 1), Double(), Resign(Win.SINGLE), MakePlay()):
        assert "the match is over (R8.1)" in refusal(state, action)
    state = won_by(bg.MatchState.start(to(7), score=(0, 5), crawford=False), ONE, BACKGAMMON)
    assert (state.score, state.winner, state.away) == ((0, 8), ONE, (7, 0))


def test_a_money_session_never_ends() -> None:
    """R8.1: the points of its games are added up."""
    state = bg.MatchState.start(MONEY)
    for game in range(1, 6):
        state = after(opened(MONEY) if game == 1 else a_turn(state.act(RollDice(2, 1))), Double(), Pass())
        assert (state.score, state.game, state.phase, state.winner) == ((0, game), game - 1, Phase.GAME_OVER, None)
    assert state.away is None


@pytest.mark.parametrize(("opponent", "single"), [(GAMMON, 2), (BACKGAMMON, 3)])
def test_the_jacoby_rule(opponent: dict[int, int], single: int) -> None:
    """R8.2, P043: with a centred cube every game counts once; after a double, gammons and backgammons count."""
    centred = won_by(to_roll(JACOBY), ZERO, opponent)
    assert (centred.score, centred.result and centred.result.win) == ((1, 0), Win.SINGLE)
    assert won_by(to_roll(JACOBY, cube=2, owner=ZERO), ZERO, opponent).score == (2 * single, 0)
    assert won_by(to_roll(MONEY), ZERO, opponent).score == (single, 0)
    automatic = bg.MatchRules(jacoby=True, automatic_doubles=1)
    assert won_by(to_roll(automatic, cube=2), ZERO, opponent).score == (2, 0)
    assert won_by(bg.MatchState.start(to(9)), ZERO, opponent).score == (single, 0)


def test_a_resigned_gammon_under_the_jacoby_rule() -> None:
    """R8.2, R7.8, P043: with a centred cube it counts once."""
    assert after(to_roll(JACOBY), Resign(Win.GAMMON), Accept()).score == (0, 1)
    assert after(to_roll(JACOBY, cube=2, owner=ZERO), Resign(Win.GAMMON), Accept()).score == (0, 4)


def lost_by(state: bg.MatchState, loser: Player) -> bg.MatchState:
    """End the game: `loser` resigns a single game."""
    state = a_turn(state.act(RollDice(2, 1) if loser is ONE else RollDice(1, 2)))
    return after(state, Resign(Win.SINGLE), Accept())


def test_there_is_one_crawford_game() -> None:
    """R8.3: it is the first game after a player gets to 1-away, and there is no other, whoever wins it."""
    state = bg.MatchState.start(to(3))
    crawford, post_crawford, scores = [], [], []
    for loser in (ONE, ONE, ZERO, ZERO):
        state = lost_by(state, loser)
        scores.append(state.score)
        begun = state.act(RollDice(2, 1))
        crawford.append(begun.crawford)
        post_crawford.append(begun.is_post_crawford)
        on_roll = a_turn(begun)
        barred = "this is the Crawford game (R8.3)" in (on_roll.why_illegal(Double()) or "")
        assert barred is begun.crawford
    assert scores == [(1, 0), (2, 0), (2, 1), (2, 2)]
    assert crawford == [False, True, False, False]
    assert post_crawford == [False, False, True, True]


def test_the_second_player_to_reach_one_away_gets_no_crawford_game() -> None:
    """R8.3: there is only one, even if the trailer gets to 1-away by winning it."""
    state = won_by(bg.MatchState.start(to(5), score=(4, 2)), ONE, GAMMON)
    assert state.crawford
    begun = state.act(RollDice(2, 1))
    assert (begun.score, begun.crawford, begun.is_post_crawford) == ((4, 4), False, True)


def test_neither_player_may_double_in_the_crawford_game() -> None:
    """R8.3: the rule stops the trailer; for the leader the cube is dead anyway."""
    state = opened(to(7), score=(6, 2))
    assert state.crawford
    assert "the Crawford game (R8.3)" in refusal(state, Double())
    assert "the Crawford game (R8.3)" in refusal(a_turn(state), Double())


def test_the_crawford_rule_can_be_switched_off() -> None:
    """R8.3."""
    state = opened(to(7, crawford=False), score=(6, 2))
    assert (state.crawford, state.is_post_crawford) == (False, False)
    assert Double() in state.legal_actions()
    with pytest.raises(bg.ArgumentError, match="have no Crawford game"):
        bg.MatchState.start(to(7, crawford=False), score=(6, 2), crawford=True)


def test_a_match_to_one_point_has_no_crawford_game() -> None:
    """R8.3, R7.5."""
    state = opened(to(1))
    assert (state.crawford, state.is_post_crawford) == (False, False)
    assert "(R7.5)" in refusal(state, Double())


def test_a_crawford_game_needs_a_player_at_one_away() -> None:
    """R8.3."""
    for rules, score in ((to(7), (5, 2)), (MONEY, (6, 0))):
        with pytest.raises(bg.ArgumentError):
            bg.MatchState.start(rules, score=score, crawford=True)
    assert bg.MatchState.start(to(7), score=(6, 5), crawford=False).is_post_crawford


def test_the_holland_rule() -> None:
    """R8.4, P053: after the Crawford game nobody may double before each side has rolled twice, so not before turn 5."""
    rules = to(7, holland=True)
    state = bg.MatchState.start(rules, score=(2, 6), crawford=False).act(RollDice(2, 1))
    may = []
    for _ in range(7):
        state = a_turn(state)
        may.append(Double() in state.legal_actions())
    # Turns of players 1, 0, 1 and then 0, 1, 0, 1. For the leader the cube is dead.
    assert may == [False, False, False, True, False, True, False]
    assert "rolled twice in a game after" in refusal(a_turn(opened(rules, score=(2, 6), crawford=False)), Double())


def test_the_holland_rule_applies_only_after_the_crawford_game() -> None:
    """R8.4: it does not apply before the Crawford game."""
    assert Double() in opened(to(7, holland=True), score=(5, 5)).legal_actions()
    assert Double() in a_turn(opened(to(7), score=(2, 6), crawford=False)).legal_actions()


# --- R10: variants


@pytest.mark.parametrize("variant", Variant)
def test_every_game_of_a_variant_starts_from_its_position(variant: Variant) -> None:
    """R10.1, R10.2."""
    state = bg.MatchState.start(bg.MatchRules(variant=variant)).act(RollDice(2, 1))
    assert state.position == variant.start
    state = after(state, Resign(Win.SINGLE), Accept(), RollDice(1, 2))
    assert (state.position, state.game, state.starter) == (variant.start, 1, ONE)


# --- states as values


def test_states_are_values_with_a_history() -> None:
    start = bg.MatchState.start(to(3))
    state = taken(opened(to(3)))
    assert [str(action) for action in state.history[:1]] == ["roll 2-1"]
    assert [str(action) for action in state.history[2:]] == ["double", "take"]
    *_, last = start.replay(state.history)
    assert (last, last.history) == (state, state.history)
    assert hash(last) == hash(state)
    copy = pickle.loads(pickle.dumps(state))
    assert (copy, copy.history) == (state, state.history)
    with pytest.raises(AttributeError):
        state.score = (1, 1)  # type: ignore[misc]
    with pytest.raises(bg.IllegalActionError, match="take: there is no double to answer"):
        list(start.replay([RollDice(2, 1), Take()]))


def test_str_and_repr_of_a_state() -> None:
    state = opened(to(7), score=(6, 2)).act(RollDice(6, 3))
    assert repr(state).startswith(
        "<MatchState 6-2, match to 7, Crawford, game 1, cube 1, centred; play by player 1 with 6-3; "
    )
    assert "2-6, match to 7, Crawford" in str(state)
    assert "to play 6 3" in str(state)
    assert state._repr_svg_().startswith("<svg")
    doubled = opened(MONEY).act(Double())
    assert "answer by player 0 to a double" in repr(doubled)
    assert "player 0" in str(doubled)
    assert "wins 1 (single, passed)" in repr(doubled.act(Pass()))
    assert "money" in str(bg.MatchState.start(MONEY))


def test_actions_are_written_as_text() -> None:
    play = bg.Position.start().parse_play("13/7 8/7", 6, 1).play
    actions = [Double(), Pass(), Beaver(), Raccoon(), MakePlay(play), Resign(Win.GAMMON), Accept(), Decline()]
    words = ["double", "pass", "beaver", "raccoon", "play 13/7 8/7", "resign gammon", "accept", "decline"]
    assert [str(action) for action in actions] == words


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, -1)])
def test_dice_out_of_range_are_refused(dice: tuple[int, int]) -> None:
    with pytest.raises(bg.DiceError, match="a die shows 1 to 6"):
        RollDice(*dice)
    assert RollDice(np.int64(3), np.uint8(1)) == RollDice(3, 1)


def test_objects_that_are_not_actions_are_refused() -> None:
    with pytest.raises(TypeError, match=r"expected a gammon\.match\.Action, got str"):
        to_roll().act("roll")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"score": (7, 0)}, r"a match to 7 is over \(R8.1\)"),
        ({"score": (-1, 0)}, "score: expected two whole numbers"),
        ({"score": (1, 2, 3)}, "score: expected two whole numbers"),
        ({"score": (1.0, 2)}, "score: expected two whole numbers"),
        ({"turns": -1}, "turns: expected a whole number"),
        ({"game": "first"}, "game: expected a whole number"),
        ({"on_roll": 1}, "on_roll: expected a gammon.Player or None, got 1"),
        ({"position": bg.Position.hypergammon()}, "expected 15 checkers a side for backgammon, got 3"),
        ({"position": position({}, {6: 15})}, r"the game is over \(R5.7\)"),
        (
            {"cube": MatchCube(value=128), "rules": bg.MatchRules(match_length=7, cube_limit=64)},
            r"above its limit of 64 \(R7.7\)",
        ),
        ({"cube": MatchCube(value=2), "rules": to(7, cube=False)}, "the cube has been turned, but"),
        ({"offer": Offer.DOUBLE, "dice": (3, 1)}, r"offered before the roll"),
        ({"offer": Offer.DOUBLE, "cube": MatchCube(value=2, owner=ONE)}, r"the cube is player 1's \(R7.3\)"),
        ({"offer": Offer.DOUBLE, "score": (6, 0), "crawford": True}, r"the Crawford game \(R8.3\)"),
        ({"offer": Offer.BEAVER}, r"the rules of this match have no beavers \(R7.6\)"),
        ({"offer": Offer.RACCOON, "rules": bg.MatchRules(beavers=True)}, "have no raccoons"),
        ({"offer": Offer.BEAVER, "rules": ANIMALS}, "the cube must belong to the player who beavered"),
        ({"on_roll": None, "dice": (3, 1)}, "before the opening roll"),
        ({"on_roll": None, "cube": MatchCube(value=2, owner=ONE)}, "must be in the start position"),
        ({"crawford": True}, "cannot be the Crawford game"),
        ({"score": (3, 0), "result": won(ZERO, 3)}, r"single with the cube at 1 is not 3 points \(R6\)"),
        ({"score": (3, 0), "result": won(ZERO, -1)}, "is not -1 points"),
        (
            {"score": (3, 0), "result": won(ONE, 1)},
            "player 1 has won 1 points in this game, but the score gives them only 0",
        ),
        ({"score": (7, 1), "result": won(ONE, 1)}, r"the match was already over before this game, at 7-0 \(R8.1\)"),
    ],
)
def test_impossible_states_are_refused(fields: dict[str, Any], reason: str) -> None:
    values = {"rules": to(7), "position": bg.Position.start(), "on_roll": ZERO, **fields}
    with pytest.raises(bg.ArgumentError, match=reason):
        bg.MatchState(**values)
    with pytest.raises(bg.DiceError):
        bg.MatchState(rules=to(7), position=bg.Position.start(), on_roll=ZERO, dice=(7, 1))


@pytest.mark.parametrize("value", [0, 3, -2, 2**61, 2.0, True, None])
def test_a_cube_value_must_be_a_power_of_two(value: int | None) -> None:
    """R7.4."""
    with pytest.raises(bg.ArgumentError, match="a power of two from 1 to"):
        MatchCube(value=value)  # type: ignore[arg-type]
