"""`gammon.evaluate` and `gammon.rank_plays`."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

import gammon as bg
from tests.unit.networks import indifferent

START = bg.Position.start()
CERTAIN = 20_000_000
"""A bias large enough for a winning chance of exactly 1."""


def test_ranked_plays_are_all_legal_plays_once() -> None:
    for roll in bg.Roll.all():
        ranked = bg.rank_plays(START, roll)
        assert {one.play for one in ranked} == set(START.plays(*roll))
        assert len(ranked) == len(START.plays(*roll))


def test_the_best_play_comes_first_and_loses_nothing() -> None:
    for roll in bg.Roll.all():
        ranked = bg.rank_plays(START, roll)
        equities = [one.equity for one in ranked]
        assert equities == sorted(equities, reverse=True)
        assert ranked[0].loss == 0
        assert [one.loss for one in ranked] == [equities[0] - equity for equity in equities]


@pytest.mark.parametrize("scoring", [bg.Scoring.money(), bg.Scoring.match(2, 4)])
def test_plays_are_sorted_by_cubeful_equity(scoring: bg.Scoring) -> None:
    for roll in bg.Roll.all():
        equities = [one.equity for one in bg.rank_plays(START, roll, stakes=scoring)]
        assert equities == sorted(equities, reverse=True)


def test_a_play_is_worth_the_negated_value_of_the_opponent_s_position() -> None:
    # P111: outcomes are from the mover's point of view, positions after a play from the opponent's.
    for roll in ((3, 1), (6, 5), (2, 2)):
        for one in bg.rank_plays(START, roll):
            assert one.outcome == bg.evaluate(one.play.position).swap()
            assert one.equity == one.outcome.cubeless_equity
            assert one.equity == pytest.approx(-bg.evaluate(one.play.position).cubeless_equity, abs=1e-6)


def test_nothing_is_ranked_where_the_turn_passes_or_the_game_is_over() -> None:
    assert bg.rank_plays(bg.Position.from_gnubg_id("m23wAQDgc/ABYA"), (6, 5)) == []
    assert bg.rank_plays(bg.Position.from_gnubg_id("221DAgAAAAAAAA"), (6, 5)) == []


@pytest.mark.parametrize(
    ("roll", "says"),
    [
        ((), "expected two dice, got 0"),
        ((3,), "expected two dice, got 1"),
        ((3, 1, 1), "expected two dice, got 3"),
        ((3, 7), "not 7"),
        ((0, 1), "not 0"),
    ],
)
def test_invalid_rolls_are_refused(roll: Iterable[int], says: str) -> None:
    with pytest.raises(bg.DiceError, match=says):
        bg.rank_plays(START, roll)
    with pytest.raises(bg.DiceError, match=says):
        bg.rollout(START, 1, seed=1, roll=roll)


def _off_and_pips(play: bg.Play) -> tuple[int, int]:
    """Return the sort key for plays of equal equity: more checkers borne off first, then fewer pips left."""
    after = play.position
    return (-after.opponent[0], after.pip_counts[1])


P027 = bg.Position.from_gnubg_id("fycAAPC9EwwAAA").swap()
"""P027: GNU Backgammon, certain to win either way, bore off one checker where it could have borne off two."""


@pytest.mark.parametrize("roll", bg.Roll.all(), ids=str)
def test_plays_that_all_win_are_sorted_by_checkers_off_then_pips(roll: bg.Roll) -> None:
    sure = bg.Engine(indifferent(win=CERTAIN), tables=())
    positions = [P027, bg.Position([4, 1, 2, 2, 2, 2, 2, *[0] * 19], [5, 10, *[0] * 24])]
    for position in positions:
        ranked = bg.rank_plays(position, roll, engine=sure)
        assert len({one.equity for one in ranked}) == 1
        standing = [_off_and_pips(one.play) for one in ranked]
        assert standing == sorted(standing)
        best = bg.batch.best_plays(position.to_array()[np.newaxis], np.array([tuple(roll)], np.uint8), engine=sure)
        assert bg.Position.from_array(best[0]) == ranked[0].play.position


def test_the_tie_break_decides_something() -> None:
    ranked = bg.rank_plays(P027, (2, 1), engine=bg.Engine(indifferent(win=CERTAIN)))
    assert len({_off_and_pips(one.play)[0] for one in ranked}) > 1
    # For at least one roll, the best play is not the first in generation order.
    assert any(
        bg.rank_plays(P027, roll, engine=bg.Engine(indifferent(win=CERTAIN)))[0].play != P027.plays(*roll)[0]
        for roll in bg.Roll.all()
    )


POSITIONS = [
    START,
    bg.Position.hypergammon(),
    bg.Position([0, *[0] * 3, 2, 0, 6, 0, 5, *[0] * 16, 2], [0, *[0] * 2, 2, 0, 2, 3, 7, *[0] * 17, 1]),
    bg.Position([11, 2, 0, 0, 2, *[0] * 21], [10, 0, 3, 0, 0, 0, 2, *[0] * 19]),
]


@pytest.mark.parametrize("ply", [1, 2])
@pytest.mark.parametrize("position", POSITIONS)
def test_a_ply_is_the_mean_over_all_rolls_after_the_best_replies(position: bg.Position, ply: int) -> None:
    mean = np.zeros(5)
    for roll in bg.Roll.all():
        # Replies are chosen by the static evaluation.
        boards = position.to_array()[None], np.array([[roll.high, roll.low]], dtype=np.uint8)
        after = bg.Position.from_array(bg.batch.best_plays(*boards)[0])
        mean += roll.weight / 36 * bg.evaluate(after, ply=ply - 1).swap().to_array()
    assert bg.evaluate(position, ply=ply).to_array() == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize("ply", [0, 1, 2, 3])
def test_finished_games_are_scored_exactly_at_any_ply(ply: int) -> None:
    over = bg.Position.from_gnubg_id("221DAgAAAAAAAA")
    assert bg.evaluate(over, ply=ply) == bg.Outcome(1, 1)
    assert bg.rank_plays(over, (3, 1), ply=ply) == []
    # One checker each on the ace point: the player on roll wins.
    last = bg.Position([14, 1, *[0] * 24], [14, 1, *[0] * 24])
    if ply:
        assert bg.evaluate(last, ply=ply) == bg.Outcome(1)


@pytest.mark.parametrize("position", POSITIONS)
def test_searched_plays_come_first_and_each_group_is_sorted(position: bg.Position) -> None:
    for roll in bg.Roll.all():
        alone, ranked = bg.rank_plays(position, roll), bg.rank_plays(position, roll, ply=1)
        assert {one.play for one in ranked} == {one.play for one in alone}
        plies = [one.ply for one in ranked]
        assert plies == sorted(plies, reverse=True)
        assert {one.ply for one in alone} <= {0}
        near = [one for one in alone if one.equity >= alone[0].equity - 0.16][:8]
        assert {one.play for one in ranked if one.ply == 1} == {one.play for one in near}
        for one in ranked:
            assert one.outcome == bg.evaluate(one.play.position, ply=one.ply).swap()
            assert one.equity == one.outcome.cubeless_equity
            assert one.loss == max(0, ranked[0].equities[one.ply] - one.equity)
        for ply in (0, 1):
            equities = [one.equity for one in ranked if one.ply == ply]
            assert equities == sorted(equities, reverse=True)


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_a_batch_searches_as_one_position_does(ply: int) -> None:
    boards = np.array([position.to_array() for position in POSITIONS])
    outcomes = bg.batch.evaluate(boards, ply=ply)
    assert outcomes.tolist() == [bg.evaluate(position, ply=ply).to_array().tolist() for position in POSITIONS]
    best = bg.batch.best_plays(boards, np.full((len(boards), 2), (2, 1), np.uint8), ply=ply)
    for position, after in zip(POSITIONS, best, strict=True):
        assert bg.Position.from_array(after) == bg.rank_plays(position, (2, 1), ply=ply)[0].play.position
