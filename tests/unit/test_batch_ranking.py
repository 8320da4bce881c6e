"""Batches: chosen plays and their equities, the best of each group, and results that need only the rules."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame

BOARDS, ROLLS = midgame(40)
WON = bg.Position([15, *[0] * 25], [0, *[0] * 5, 15, *[0] * 19])
"""The opponent has no checker off, in the winner's home board or on the bar: a gammon (R6.2)."""


@pytest.mark.parametrize("stakes", [None, bg.Scoring.money(), bg.Scoring.match(3, 5)])
@pytest.mark.parametrize("ply", [0, 1])
def test_the_index_of_a_chosen_play_is_that_of_the_best_play(stakes: bg.Scoring | None, ply: int) -> None:
    rows = 40 if ply == 0 else 6
    boards, rolls = BOARDS[:rows], ROLLS[:rows]
    best = bg.batch.choose_plays(boards, rolls, stakes=stakes, ply=ply)
    assert np.array_equal(best.boards, bg.batch.best_plays(boards, rolls, stakes=stakes, ply=ply))
    assert np.array_equal(best.boards, bg.batch.apply(boards, rolls, best.choice))
    if stakes is None:
        after = bg.batch.equity(bg.batch.evaluate(best.boards, ply=ply))
        assert np.allclose(best.equity, -after, atol=1e-6)


@pytest.mark.parametrize("k", [1, 3, 10_000])
def test_top_plays_are_the_first_of_the_ranking(k: int) -> None:
    top = bg.batch.top_plays(BOARDS, ROLLS, k)
    for row, (board, roll) in enumerate(zip(BOARDS, ROLLS.tolist(), strict=True)):
        ranked = bg.rank_plays(bg.Position.from_array(board), tuple(roll))
        plays = slice(top.offsets[row], top.offsets[row + 1])
        expected = [one.play.position for one in ranked if one.play.moves][:k]
        assert [bg.Position.from_array(one) for one in top.boards[plays]] == expected
        assert (np.diff(top.equity[plays]) <= 0).all()
    assert len(top) == 40


def test_finished_games_are_allowed_in_a_batch() -> None:
    boards = np.stack([WON.to_array(), WON.swap().to_array()])
    assert bg.batch.points(boards).tolist() == [2, -2]
    assert bg.batch.points(BOARDS).tolist() == [0] * 40
    assert bg.batch.is_over(boards).all()
    decisions = bg.batch.cube_decisions(boards)
    assert [decisions.action_of(row) for row in (0, 1)] == [bg.CubeAction.UNAVAILABLE] * 2
    for column in (decisions.no_double, decisions.double_take, decisions.double_pass):
        assert column.tolist() == [2, -2]
    for stakes in (None, bg.Scoring.money()):
        best = bg.batch.choose_plays(boards, (3, 1), stakes=stakes)
        assert best.equity.tolist() == [2, -2]
        assert np.array_equal(best.boards, boards[:, ::-1])


@pytest.mark.parametrize("row", [2, -3, 2**70])
def test_action_of_refuses_a_row_out_of_range(row: int) -> None:
    decisions = bg.batch.cube_decisions(BOARDS[:2])
    with pytest.raises(bg.ArgumentError, match=r"^row: expected an int from -2 to 1, got "):
        decisions.action_of(row)
    with pytest.raises(TypeError, match=r"^row: expected an int, got "):
        decisions.action_of(np.zeros(2))  # type: ignore[arg-type]


def test_classes_match_those_of_each_position() -> None:
    home = bg.Position([9, *[0] * 5, 6, *[0] * 19], [0, 15, *[0] * 24])
    race = bg.Position([9, *[0] * 6, 6, *[0] * 18], [0, 15, *[0] * 24])
    positions = [WON, home, race, bg.Position.start()]
    assert bg.batch.classes(positions).tolist() == [0, 1, 2, 3]
    assert bg.batch.is_race(positions).tolist() == [position.is_race for position in positions]
    assert bg.batch.is_race(BOARDS).tolist() == [bg.Position.from_array(board).is_race for board in BOARDS]


def test_equity_is_the_sum_of_its_parts() -> None:
    rows = np.array([[0.5, 0.25, 0, 0, 0], [1, 1, 1, 0, 0], [0, 0, 0, 1, 1]])
    assert bg.batch.equity(rows).tolist() == [0.25, 3, -3]
    wrong: np.ndarray[tuple[int, ...], np.dtype[np.generic]]
    for wrong in (np.array([[0.5]]), np.array("text"), np.array([["a"] * 5]), np.array(1.0)):
        with pytest.raises(bg.ArgumentError, match=r"^probabilities: expected"):
            bg.batch.equity(wrong)


def test_the_best_of_a_group_is_its_first_maximum() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        sizes = rng.integers(0, 4, 6)
        values = rng.integers(0, 3, sizes.sum()).astype(rng.choice(["f4", "f8", "i8"]))
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        groups = [values[a:b].tolist() for a, b in itertools.pairwise(offsets)]
        expected = [int(a) + g.index(max(g)) if g else -1 for a, g in zip(offsets, groups, strict=False)]
        assert bg.batch.best_of(values, offsets).tolist() == expected
    assert bg.batch.best_of([], [0]).tolist() == []
    assert bg.batch.best_of([], [0, 0]).tolist() == [-1]


@pytest.mark.parametrize(
    ("values", "offsets"),
    [([1.0], [0, 2]), ([1.0], [1, 1]), ([1.0, 2.0], [0, 2, 1, 2]), ([1.0], []), ([np.nan], [0, 1]), (["a"], [0, 1])],
)
def test_invalid_groups_are_refused(values: list[float], offsets: list[int]) -> None:
    with pytest.raises(bg.ArgumentError, match=r"^(values|offsets): "):
        bg.batch.best_of(values, offsets)


@pytest.mark.parametrize("policy", ["random", "network"])
def test_random_positions_are_legal_unfinished_and_independent_of_how_many_are_drawn(policy: str) -> None:
    boards = bg.batch.random_positions(30, policy, seed=3)  # type: ignore[arg-type]
    assert not bg.batch.is_over(boards).any()
    assert np.array_equal(bg.batch.random_positions(7, policy, seed=3), boards[:7])  # type: ignore[arg-type]
    assert len({board.tobytes() for board in boards}) > 20
    assert bg.batch.random_positions(0, policy, seed=3).shape == (0, 2, 26)  # type: ignore[arg-type]
    unmoved = bg.batch.random_positions(5, policy, seed=3, turns=1)  # type: ignore[arg-type]
    assert (unmoved == bg.Position.start().to_array()).all()


def test_numbers_of_turns_are_spread_evenly() -> None:
    # With 0 or 1 turns played, half the boards should still be the start; allow five standard deviations.
    boards = bg.batch.random_positions(4000, seed=9, turns=2)
    unmoved = int((boards == bg.Position.start().to_array()).all(axis=(1, 2)).sum())
    assert abs(unmoved - 2000) < 5 * 1000**0.5
