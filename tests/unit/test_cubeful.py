"""Cubeful plays and cube decisions for money and in matches: one at a time, in batches, and over score maps."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import gammon as bg
from gammon.typing import Boards
from tests.golden.read import jsonl, toml

START = bg.Position.start()
MONEY = bg.Scoring.money()
LAST_GAME = bg.Scoring.match(1, 1, crawford=bg.Crawford.PLAYED)
PRIME = "---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
OWNED, THEIRS = bg.Cube(2, 1), bg.Cube(2, -1)


def boards(n: int) -> Boards:
    """Return unfinished positions from random games."""
    found = bg.batch.from_gnubg_ids([case["position_id"] for case in jsonl("legal_plays_random.jsonl")])
    return found[(found[:, :, 0] < 15).all(axis=1)][:n]


# --- Decisions ---


@pytest.mark.parametrize("ply", [0, 1, 2])
@pytest.mark.parametrize("scoring", [MONEY, bg.Scoring.match(7, 5), bg.Scoring.match(2, 4), bg.Scoring.match(4, 2)])
def test_owning_the_cube_never_hurts_at_any_ply(scoring: bg.Scoring, ply: int) -> None:
    n = 60 if ply < 2 else 5
    cubes = [bg.Cube(2, owner) for owner in (1, 0, -1)]
    own, centre, theirs = (
        bg.batch.cube_decisions(boards(n), ply=ply, stakes=bg.Stakes(scoring, cube)) for cube in cubes
    )
    # Plays are chosen by the static evaluation, so a deeper search may come out slightly lower with the better cube.
    slack = 1e-9 if ply == 0 else 0.02
    assert (own.no_double >= centre.no_double - slack).all()
    assert (centre.no_double >= theirs.no_double - slack).all()


def test_with_a_dead_cube_a_search_finds_the_cubeless_chances_and_equity_2p_minus_1() -> None:
    """P039."""
    for ply in (0, 1, 2):
        found = bg.batch.cube_decisions(boards(20), ply=ply, stakes=LAST_GAME)
        assert found.mwc is not None
        assert found.no_double == pytest.approx(2 * found.outcomes[:, 0].astype(float) - 1, abs=1e-6)
        assert found.mwc[:, 0] == pytest.approx(found.outcomes[:, 0].astype(float), abs=1e-6)
        assert {found.action_of(row) for row in range(20)} == {bg.CubeAction.UNAVAILABLE}


def test_p035_p037_a_search_handles_dead_cubes_and_the_post_crawford_trailer() -> None:
    for ply in (1, 2):
        dead = bg.cube_decision(START, ply=ply, stakes=bg.Stakes(bg.Scoring.match(2, 7), OWNED))
        assert dead.action == bg.CubeAction.UNAVAILABLE
        trailing = bg.Scoring.match(4, 1, crawford=bg.Crawford.PLAYED)
        assert bg.cube_decision(START, ply=ply, stakes=trailing).error_no_double > 0.05


@pytest.mark.parametrize("ply", [0, 1])
def test_the_two_sides_values_are_opposite(ply: int) -> None:
    """A search from a turn that must pass returns the negated value of the position seen by the opponent."""
    closed_out = bg.Position.from_xgid("-" * 19 + "bbbbbb" + "A" + ":0:0:1:66:0:0:0:0:10")
    for scoring in (MONEY, bg.Scoring.match(7, 5), bg.Scoring.match(2, 4)):
        for cube in (bg.Cube(), OWNED, THEIRS):
            mine = bg.cube_decision(closed_out, ply=ply + 1, stakes=bg.Stakes(scoring, cube))
            theirs = bg.cube_decision(closed_out.swap(), ply=ply, stakes=bg.Stakes(scoring.swap(), cube.swap()))
            assert mine.no_double == pytest.approx(-theirs.equity, abs=1e-6)


def test_market_losers_are_the_sequences_after_which_a_double_would_be_passed() -> None:
    position = bg.Position.from_xgid(PRIME)
    expected = 0
    for own in bg.Roll.all():
        ranked = bg.rank_plays(position, own, stakes=MONEY)
        played = ranked[0].play.position if ranked else position.swap()
        for theirs in bg.Roll.all():
            replies = bg.rank_plays(played, theirs, stakes=MONEY)
            reply = replies[0].play.position if replies else played.swap()
            if not reply.is_over and bg.cube_decision(reply).error_take > 1e-6:
                expected += own.weight * theirs.weight
    found = bg.cube_decision(position, market_losers=True).market_losers
    assert found == pytest.approx(expected / 36**2, abs=1e-12)
    assert 36**2 / 10 < expected < 36**2 * 9 / 10
    assert bg.cube_decision(position).market_losers is None
    # Any roll bears off the last two checkers.
    assert bg.cube_decision(bg.Position([13, 2] + [0] * 24, [13, 2] + [0] * 24), market_losers=True).market_losers == 1


def test_with_few_checkers_on_the_ace_points_a_search_finds_the_exact_values() -> None:
    """Facts from `n_rolls.toml`. Where a game may outlast the search, the tolerance allows for the network's error."""
    for fact, within in zip(toml("n_rolls.toml")["even"], (1e-3, 1e-3, 0.15), strict=False):
        n = fact["checkers"]
        position = bg.Position([15 - n, n] + [0] * 24, [15 - n, n] + [0] * 24)
        centred, owned = (bg.cube_decision(position, ply=3, stakes=cube) for cube in (bg.Cube(), OWNED))
        found = (centred.no_double, centred.double_take, owned.no_double, centred.outcome.win)
        printed = (float(fact[name]) for name in ("no_double", "double_take", "owned", "win"))
        assert found == pytest.approx(tuple(printed), abs=within)


# --- Batches ---


@pytest.mark.parametrize("scoring", [MONEY, bg.Scoring.money(jacoby=True, beavers=True), bg.Scoring.match(2, 4)])
def test_a_batch_equals_single_decisions_with_any_number_of_threads(scoring: bg.Scoring) -> None:
    some = boards(12)
    for ply in (0, 1):
        found = bg.batch.cube_decisions(some, ply=ply, threads=1, stakes=scoring)
        for threads in (2, 3):
            again = bg.batch.cube_decisions(some, ply=ply, threads=threads, stakes=scoring)
            assert np.array_equal(found.no_double, again.no_double)
            assert np.array_equal(found.outcomes, again.outcomes)
        for row, board in enumerate(some):
            one = bg.cube_decision(bg.Position.from_array(board), ply=ply, stakes=scoring)
            assert found.action_of(row) == one.action
            mine = (found.no_double[row], found.double_take[row], found.double_pass[row])
            assert mine == pytest.approx((one.no_double, one.double_take, one.double_pass), abs=1e-12)
            assert np.isnan(found.double_beaver[row]) == (one.double_beaver is None)
            assert (found.mwc is None) == (one.mwc is None)
            assert bg.Outcome(*found.outcomes[row].tolist()) == one.outcome
    assert len(bg.batch.cube_decisions(some[:0], stakes=scoring)) == 0


def test_actions_of_a_batch_convert_to_enum_members() -> None:
    found = bg.batch.cube_decisions(boards(12))
    assert list(bg.CubeAction) == [bg.CubeAction(number) for number in range(len(bg.CubeAction))]
    for row, number in enumerate(found.action):
        assert bg.CubeAction(number) == found.action_of(row) == number
    with pytest.raises(TypeError):
        found.action_of(found.action)  # type: ignore[arg-type]


def test_best_plays_of_a_batch_are_those_ranked_first() -> None:
    some = boards(30)
    rolls = np.array([[3, 1], [6, 5], [2, 2]] * 10, np.uint8)[: len(some)]
    for ply in (0, 1):
        found = bg.batch.best_plays(some, rolls, ply=ply, stakes=bg.Scoring.match(2, 4))
        for board, roll, after in zip(some, rolls, found, strict=True):
            position = bg.Position.from_array(board)
            ranked = bg.rank_plays(position, roll.tolist(), ply=ply, stakes=bg.Scoring.match(2, 4))
            assert bg.Position.from_array(after) == (ranked[0].play.position if ranked else position.swap())


def test_a_finished_game_has_no_decision() -> None:
    over = np.zeros((2, 2, 26), np.uint8)
    over[:, 0, 6] = over[:, 1, 6] = 15
    over[1, 0, 6], over[1, 0, 0] = 0, 15
    decisions = bg.batch.cube_decisions(over)
    # R6.2: a gammon, two points.
    assert decisions.action_of(1) == bg.CubeAction.UNAVAILABLE
    assert decisions.no_double[1] == 2
    with pytest.raises(bg.ArgumentError, match="over"):
        bg.score_map(bg.Position.from_array(over[1]))


# --- Plays ---


def test_a_bare_position_is_ranked_cubeless_and_an_id_with_its_cube() -> None:
    alone = bg.rank_plays(START, (3, 1))
    assert not any(one.is_cubeful for one in alone)
    xgid = bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10")
    ranked = bg.rank_plays(xgid, (3, 1))
    assert ranked == bg.rank_plays(START, (3, 1), stakes=bg.Stakes(xgid.scoring, bg.Cube()))
    assert all(one.is_cubeful and one.mwc is not None for one in ranked)
    assert all(one.mwc is None for one in bg.rank_plays(START, (3, 1), stakes=bg.Cube()))


@pytest.mark.parametrize("ply", [0, 1])
def test_a_play_is_valued_by_the_opponent_s_cube_decision(ply: int) -> None:
    for scoring in (MONEY, bg.Scoring.money(jacoby=True), bg.Scoring.match(4, 2)):
        for one in bg.rank_plays(START, (6, 1), ply=ply, stakes=scoring):
            theirs = bg.cube_decision(one.play.position, ply=one.ply, stakes=scoring.swap())
            assert one.equity == pytest.approx(-theirs.equity, abs=1e-9)
            assert one.outcome == theirs.outcome.swap()


def test_the_score_decides_how_much_gammons_matter_for_plays() -> None:
    """Slotting the 5-point wins and loses more gammons. A player who needs 4 wins the match with one on a 2-cube."""
    last = bg.rank_plays(START, (2, 1), stakes=LAST_GAME)
    assert all(one.mwc == pytest.approx(one.outcome.win, abs=1e-6) for one in last)
    assert last[0].mwc == max(one.mwc or 0.0 for one in last)
    trailing, leading = (
        {str(one.play): one.loss for one in bg.rank_plays(START, (2, 1), ply=1, stakes=bg.Scoring.match(*away))}
        for away in ((4, 2), (2, 4))
    )
    slot, split = "13/11 6/5", "24/23 13/11"
    assert trailing[slot] - trailing[split] < leading[slot] - leading[split] - 0.02


# --- Scores ---


def test_a_decision_map_agrees_with_single_decisions() -> None:
    position = bg.Position.from_xgid(PRIME)
    found = bg.score_map(position, length=4, ply=1)
    for own in range(1, 5):
        for opponent in range(1, 5):
            crawford = bg.Crawford.PLAYED if 1 in (own, opponent) else bg.Crawford.TO_COME
            scoring = bg.Scoring.match(own, opponent, crawford=crawford)
            assert found.decision(own, opponent) == bg.cube_decision(position, ply=1, stakes=scoring)
    labels = found.labels()
    assert labels[0] == ("-",) * 4
    assert {label for row in labels[1:] for label in row} <= {"ND", "D/T", "D/P", "TG/T", "TG/P"}
    assert repr(found) == "<ScoreMap of cube decisions in 391IAABs24IBAw, 1 to 4 away, 1-ply>"
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(bg.ArgumentError, match="it must be from 1 to 4"):
        found.decision(5, 1)
    with pytest.raises(bg.ArgumentError, match="got a map of cube decisions"):
        found.ranked(1, 1)


def test_a_play_map_agrees_with_single_rankings() -> None:
    found = bg.score_map(START, (2, 1), length=5, ply=1)
    for own, opponent in ((2, 2), (4, 2), (2, 5), (5, 5)):
        scoring = bg.Scoring.match(own, opponent)
        assert found.ranked(own, opponent) == tuple(bg.rank_plays(START, (2, 1), ply=1, stakes=scoring))
    letters = found.letters()
    assert letters["A"][1] == max(count for _, count in letters.values())
    assert sum(count for _, count in letters.values()) == 25
    assert found.labels()[3][1] in letters
    assert f"A: {letters['A'][0]}" in str(found)
    with pytest.raises(bg.ArgumentError, match="got a map of plays"):
        found.decision(1, 1)
    crawford = bg.score_map(START, (2, 1), length=2, crawford=bg.Crawford.THIS_GAME)
    assert crawford.ranked(2, 1) == tuple(
        bg.rank_plays(START, (2, 1), stakes=bg.Scoring.match(2, 1, crawford=bg.Crawford.THIS_GAME))
    )


def test_a_play_map_of_a_turn_that_passes_is_empty() -> None:
    closed_out = bg.Position.from_xgid("-" * 19 + "bbbbbb" + "A" + ":0:0:1:66:0:0:0:0:10")
    found = bg.score_map(closed_out, (6, 6), length=2)
    assert (found.labels(), found.letters()) == ((("-", "-"), ("-", "-")), {})


@pytest.mark.parametrize("length", [0, 26, -1])
def test_maps_of_impossible_lengths_are_refused(length: int) -> None:
    with pytest.raises(bg.ArgumentError, match="length"):
        bg.score_map(START, length=length)
    with pytest.raises(bg.ArgumentError, match="crawford: expected"):
        bg.score_map(START, crawford=bg.Crawford.TO_COME)


def test_a_lost_match_has_a_winning_chance_of_exactly_zero() -> None:
    """Whatever the play of 6-1, the opponent, who needs one point, bears off their last checker."""
    position = bg.Position([10, 1, 0, 0, 2, 2] + [0] * 20, [14, 1] + [0] * 24)
    scoring = bg.Scoring.match(3, 1, crawford=bg.Crawford.PLAYED)
    for ply in (1, 2, 3):
        ranked = bg.rank_plays(position, (6, 1), ply=ply, stakes=scoring)
        assert [one.mwc for one in ranked] == [0.0] * 3
    assert all(0 <= chance <= 1 for chance in bg.cube_decision(position, ply=2, stakes=scoring).mwc or ())
