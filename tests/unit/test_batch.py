"""`gammon.batch`: results for many positions equal the results for each position alone."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame

BOARDS, ROLLS = midgame(80)
POSITIONS = [bg.Position.from_array(board) for board in BOARDS]
PAIRS = [(int(first), int(second)) for first, second in ROLLS]
ROWS = list(zip(POSITIONS, PAIRS, strict=True))
START = bg.Position.start()


def test_plays_match_those_of_each_position_in_order() -> None:
    results, offsets = bg.batch.plays(BOARDS, ROLLS)
    assert results.dtype == np.uint8
    assert offsets.dtype == np.int64
    assert offsets.shape == (81,)
    for row, (position, roll) in enumerate(ROWS):
        found = [bg.Position.from_array(board) for board in results[offsets[row] : offsets[row + 1]]]
        assert found == [play.position for play in position.plays(*roll)]


def test_moves_lead_to_the_resulting_boards() -> None:
    moves, offsets = bg.batch.moves(BOARDS, ROLLS)
    assert np.array_equal(offsets, bg.batch.plays(BOARDS, ROLLS)[1])
    assert moves.shape == (offsets[-1], 4, 2)
    for row, (position, roll) in enumerate(ROWS):
        for written, play in zip(moves[offsets[row] : offsets[row + 1]], position.plays(*roll), strict=True):
            assert tuple(map(tuple, written[: len(play.moves)].tolist())) == play.moves
            assert not written[len(play.moves) :].any()


def test_apply_returns_the_board_after_the_chosen_play() -> None:
    counts = np.diff(bg.batch.plays(BOARDS, ROLLS)[1])
    choices = np.maximum(counts - 1, 0)
    for row, after in enumerate(bg.batch.apply(BOARDS, ROLLS, choices)):
        position, roll = ROWS[row]
        plays = position.plays(*roll)
        assert bg.Position.from_array(after) == (plays[-1].position if plays else position.swap())


def test_pips_swaps_and_ids_match_those_of_each_position() -> None:
    assert bg.batch.pip_counts(BOARDS).tolist() == [list(position.pip_counts) for position in POSITIONS]
    assert bg.batch.pip_counts(BOARDS).dtype == np.uint16
    assert [bg.Position.from_array(board) for board in bg.batch.swap(BOARDS)] == [one.swap() for one in POSITIONS]
    ids = bg.batch.to_gnubg_ids(BOARDS)
    assert [one.decode() for one in ids] == [position.gnubg_id for position in POSITIONS]
    assert np.array_equal(bg.batch.from_gnubg_ids(ids), BOARDS)


def test_random_plays_are_legal_and_uniformly_distributed() -> None:
    n = 16_000
    boards = np.repeat(START.to_array()[np.newaxis], n, axis=0)
    results = bg.batch.random_plays(boards, np.full((n, 2), (3, 1), np.uint8), seed=11)
    counts = Counter(bg.batch.to_gnubg_ids(results).tolist())
    assert {key.decode() for key in counts} == {play.position.gnubg_id for play in START.plays(3, 1)}
    # 16 plays, each expected 1000 times; allow five standard deviations.
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in counts.values())


def test_games_played_turn_by_turn_equal_play_games() -> None:
    n, seed = 40, 6
    games = bg.batch.play_games(range(100, 100 + n), "random", seed=seed)
    opening = bg.batch.opening_rolls(n, seed=seed, first_game=100)
    assert (opening[:, 0] != opening[:, 1]).all()
    assert np.array_equal(games.starter, (opening[:, 1] > opening[:, 0]).astype(np.uint8))
    boards = np.repeat(START.to_array()[np.newaxis], n, axis=0)
    rolls = opening
    ended = np.zeros(n, np.int64)
    for turn in range(int(games.turns.max())):
        playing = ended == 0
        after = bg.batch.random_plays(boards, rolls, seed=seed, turn=turn, first_game=100)
        boards[playing] = after[playing]
        over = playing & (boards[:, :, 0] == 15).any(axis=1)
        ended[over] = turn + 1
        rolls = bg.batch.rolls(n, seed=seed, turn=turn + 1, first_game=100)
    assert np.array_equal(ended, games.turns)
    for game in range(n):
        # The winner has made the last play, so the loser is on roll.
        points = bg.Position.from_array(boards[game]).points
        assert points == -int(games.points[game])
        starter_won = games.turns[game] % 2 == 1
        assert games.winner[game] == (games.starter[game] if starter_won else 1 - games.starter[game])


def test_games_are_numbered_and_can_start_at_any_number() -> None:
    whole = bg.batch.play_games(30, seed=2)
    part = bg.batch.play_games(range(20, 30), seed=2)
    assert np.array_equal(whole.turns[20:], part.turns)
    assert np.array_equal(whole.winner[20:], part.winner)
    assert len(whole) == 30
    short = bg.batch.play_games(30, seed=2, start=bg.Position.hypergammon())
    assert short.turns.mean() < whole.turns.mean() / 2
    assert set(np.unique(whole.points)) <= {1, 2, 3}


def test_rolls_are_uniform_with_the_larger_die_first() -> None:
    n = 72_000
    rolls = bg.batch.rolls(n, seed=1, turn=3)
    assert (rolls[:, 0] >= rolls[:, 1]).all()
    for roll in bg.Roll.all():
        count = int((rolls == tuple(roll)).all(axis=1).sum())
        expected = n * roll.weight / 36
        assert abs(count - expected) < 5 * expected**0.5, roll
    assert np.array_equal(bg.batch.rolls(9, seed=1, turn=3, first_game=5), rolls[5:14])


@pytest.mark.parametrize("policy", ["best", "", "Random", None, 0, ["network"]])
def test_an_unknown_policy_is_refused(policy: object) -> None:
    with pytest.raises(bg.ArgumentError, match="policy: expected 'random' or 'network', got "):
        bg.batch.play_games(1, policy, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("call", ["rolls", "opening_rolls", "play_games", "random_plays"])
def test_a_seed_must_be_given(call: str) -> None:
    with pytest.raises(TypeError, match="seed"):
        getattr(bg.batch, call)(BOARDS, ROLLS) if call == "random_plays" else getattr(bg.batch, call)(1)
