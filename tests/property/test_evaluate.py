"""Properties of evaluations that hold whatever the network's outputs are (R6)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gammon as bg
from tests.property.strategies import finished_positions, positions, rolls

ROUNDING = 2.0**-20  # Generous for a sum of two probabilities in single precision.


def assert_consistent(position: bg.Position, outcome: bg.Outcome) -> None:
    """Check the constraints on the probabilities of any position."""
    assert 0 <= outcome.win_backgammon <= outcome.win_gammon <= outcome.win <= 1
    assert 0 <= outcome.lose_backgammon <= outcome.lose_gammon <= 1
    assert outcome.win + outcome.lose_gammon <= 1 + ROUNDING
    assert -3 <= outcome.cubeless_equity <= 3
    if position.own[0]:
        assert (outcome.lose_gammon, outcome.lose_backgammon) == (0, 0)
    if position.opponent[0]:
        assert (outcome.win_gammon, outcome.win_backgammon) == (0, 0)


@given(positions())
def test_probabilities_are_consistent_and_allow_only_possible_gammons(position: bg.Position) -> None:
    """R6.2, R6.3: backgammons <= gammons <= wins, and no gammon against a side with a checker off (P031, P063)."""
    outcome = bg.evaluate(position)
    assert_consistent(position, outcome)
    assert_consistent(position.swap(), outcome.swap())


@given(finished_positions())
def test_a_finished_game_is_worth_its_points(position: bg.Position) -> None:
    """R6.1 to R6.3: exactly."""
    outcome = bg.evaluate(position)
    assert outcome.cubeless_equity == position.points
    assert set(outcome.to_array().tolist()) <= {0.0, 1.0}
    assert bg.evaluate(position.swap()) == outcome.swap()


@given(st.lists(positions(), max_size=8), st.integers(1, 3))
def test_a_batch_equals_single_evaluations(some: list[bg.Position], threads: int) -> None:
    """P055: to the last bit, with any number of threads."""
    boards = np.array([position.to_array() for position in some], np.uint8).reshape(-1, 2, 26)
    judged = bg.batch.evaluate(boards, threads=threads)
    assert judged.shape == (len(some), 5)
    for position, row in zip(some, judged, strict=True):
        assert (row == bg.evaluate(position).to_array()).all()


@given(positions(), rolls)
def test_ranked_plays_are_the_legal_ones_best_first(position: bg.Position, roll: bg.Roll) -> None:
    """R3: each legal play occurs once, valued for the mover, and `best_plays` chooses one of them."""
    ranked = bg.rank_plays(position, roll)
    assert {one.play.position for one in ranked} == {play.position for play in position.plays(*roll)}
    assert len(ranked) == len(position.plays(*roll))
    for one in ranked:
        assert one.outcome == bg.evaluate(one.play.position).swap()
        assert one.equity == one.outcome.cubeless_equity
        assert one.loss == max(0.0, ranked[0].equity - one.equity)
        assert_consistent(position if one.play.position.is_over else one.play.position.swap(), one.outcome)
    assert [one.equity for one in ranked] == sorted((one.equity for one in ranked), reverse=True)
    made = bg.batch.best_plays(position.to_array()[None], np.array([tuple(roll)], np.uint8))
    expected = {one.play.position for one in ranked} or {position.swap()}
    assert bg.Position.from_array(made[0]) in expected


@given(st.lists(st.floats(0, 1, width=32), min_size=5, max_size=5))
def test_an_outcome_is_consistent_or_refused(numbers: list[float]) -> None:
    """R6.2, R6.3, P071: errors of a millionth are corrected, and swapping sides negates the equity."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = numbers
    right = win_backgammon <= win_gammon <= win and lose_backgammon <= lose_gammon <= 1 - win
    try:
        outcome = bg.Outcome(*numbers)
    except bg.ArgumentError:
        assert not right
        return
    assert outcome.to_array() == pytest.approx(numbers, abs=1.1e-6)
    if right:
        assert outcome.to_array().tolist() == numbers
    assert outcome.win_backgammon <= outcome.win_gammon <= outcome.win
    assert outcome.lose_backgammon <= outcome.lose_gammon
    assert outcome.swap().cubeless_equity == pytest.approx(-outcome.cubeless_equity, abs=1e-6)
    assert outcome.swap().swap().to_array() == pytest.approx(outcome.to_array(), abs=1e-7)


def test_the_check_can_fail() -> None:
    """R6.2: the check detects a gammon against a side that has borne off a checker."""
    position = bg.Position([1, 14, *[0] * 24], [0, 15, *[0] * 24])
    assert_consistent(position, bg.Outcome(0.5, 0.2))
    with pytest.raises(AssertionError):
        assert_consistent(position, bg.Outcome(0.5, 0.2, 0.0, 0.1))
    with pytest.raises(AssertionError):
        assert_consistent(position.swap(), bg.Outcome(0.5, 0.2))
