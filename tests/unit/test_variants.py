"""Evaluation of variants with fewer checkers."""

from __future__ import annotations

import pytest

import gammon as bg

ONE_EACH = bg.Position([0] * 9 + [1] + [0] * 16, [0] * 12 + [1] + [0] * 13)


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_with_one_checker_a_side_every_win_is_a_gammon(ply: int) -> None:
    """R6.2: the loser has not borne off a checker."""
    outcome = bg.evaluate(ONE_EACH, ply=ply)
    assert outcome.win_gammon == pytest.approx(outcome.win, abs=1e-6)
    assert outcome.lose_gammon == pytest.approx(1 - outcome.win, abs=1e-6)


def test_with_two_checkers_a_side_some_wins_are_single_games() -> None:
    two = [0] * 9 + [2] + [0] * 16
    assert bg.evaluate(bg.Position(two, two)).win_gammon < bg.evaluate(bg.Position(two, two)).win


def test_an_evaluation_outside_the_network_s_training_warns() -> None:
    hypergammon = bg.Position.hypergammon()
    for judge in (
        lambda: bg.evaluate(hypergammon),
        lambda: bg.cube_decision(hypergammon),
        lambda: bg.rank_plays(hypergammon, (3, 1)),
    ):
        with pytest.warns(bg.UntrainedWarning, match="15 checkers per side, and this position has 3"):
            judge()
