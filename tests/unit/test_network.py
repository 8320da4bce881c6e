"""`gammon.Network`: its bytes, its name, and its evaluations."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame
from tests.unit.networks import HEADER, indifferent, with_body

SHIPPED = bg.Network.shipped()
BYTES = SHIPPED.to_bytes()


def test_the_name_of_a_network_is_the_hash_of_its_weights() -> None:
    assert SHIPPED.name == hashlib.sha256(BYTES).hexdigest()[:12]
    assert indifferent().name != SHIPPED.name


def test_a_network_round_trips_through_bytes() -> None:
    copy = bg.Network(BYTES)
    assert copy == SHIPPED
    assert hash(copy) == hash(SHIPPED)
    assert copy.to_bytes() == BYTES
    assert bg.evaluate(bg.Position.start(), engine=bg.Engine(copy)) == bg.evaluate(bg.Position.start())
    assert indifferent() != SHIPPED
    assert bg.Network.shipped() == SHIPPED


def _changed(place: int, value: int) -> bytes:
    changed = bytearray(BYTES)
    changed[place] ^= value
    return bytes(changed)


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (b"", "it does not start with GAMMONNT"),
        (b"PK\3\4" * 100, "it does not start with GAMMONNT"),
        (_changed(0, 1), "it does not start with GAMMONNT"),
        (BYTES[:20], "truncated: expected a header of 64 bytes, got 20 bytes"),
        (_changed(8, 128), "expected format version "),
        (_changed(12, 1), "made for a network with other inputs or layers"),
        (_changed(20, 1), "hidden units"),
        (_changed(24, 1), "truncated or too long"),
        (BYTES[:-1], "truncated or too long"),
        (BYTES + b"\0", "truncated or too long"),
        (_changed(40, 1), "corrupt: "),
        (_changed(HEADER + 1000, 1), "corrupt: "),
        (_changed(len(BYTES) - 1, 1), "corrupt: "),
        (with_body(b"\xff\x7f" * ((len(BYTES) - HEADER) // 2)), "could overflow"),
        (with_body(b"\x00\x80" * ((len(BYTES) - HEADER) // 2)), "could overflow"),
    ],
)
def test_invalid_weight_files_are_refused_with_the_reason(weights: bytes, says: str) -> None:
    with pytest.raises(bg.WeightsError) as refusal:
        bg.Network(weights)
    assert says in str(refusal.value)


@pytest.mark.parametrize("weights", ["text", None, 5, [1, 2]])
def test_weights_that_are_not_bytes_are_a_type_error(weights: object) -> None:
    with pytest.raises(TypeError):
        bg.Network(weights)  # type: ignore[arg-type]


def test_outcomes_are_possible_in_every_position() -> None:
    # P063: backgammons are included in gammons, and gammons in wins.
    boards = midgame(500)[0]
    for turn in range(9, 100):
        playing = (boards[:, :, 0] < 15).all(axis=1)
        after = bg.batch.random_plays(boards, bg.batch.rolls(500, seed=1, turn=turn), seed=1, turn=turn)
        boards[playing] = after[playing]
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = bg.batch.evaluate(boards).T
        assert (win_backgammon >= 0).all() and (win_backgammon <= win_gammon).all()  # noqa: PT018
        assert (win_gammon <= win).all() and (win <= 1).all()  # noqa: PT018
        assert (lose_backgammon >= 0).all() and (lose_backgammon <= lose_gammon).all()  # noqa: PT018
        assert (lose_gammon <= np.float32(1) - win).all()
        # A player who has borne off a checker cannot lose a gammon.
        assert not lose_gammon[boards[:, 0, 0] > 0].any()
        assert not win_gammon[boards[:, 1, 0] > 0].any()
    over = (boards[:, :, 0] == 15).any(axis=1)
    assert 0 < over.sum() < 500


def test_a_finished_game_is_scored_exactly() -> None:
    # P063: GNU Backgammon once scored this as a backgammon.
    gammon = bg.Position.from_gnubg_id("221DAgAAAAAAAA")
    assert gammon.points == 2
    assert bg.evaluate(gammon) == bg.Outcome(1, 1)
    assert bg.evaluate(gammon.swap()) == bg.Outcome(0, 0, 0, 1)
    for network in (SHIPPED, indifferent()):
        assert bg.evaluate(gammon, engine=bg.Engine(network)) == bg.Outcome(1, 1)
        assert bg.batch.evaluate(gammon.to_array()[np.newaxis], engine=bg.Engine(network)).tolist() == [[1, 1, 0, 0, 0]]


def test_a_loser_with_a_checker_off_loses_a_single_game() -> None:
    # P031: even with two on the bar.
    position = bg.Position.from_xgid("bl------------------------:0:0:1:00:0:0:0:0:10")
    assert position.points == 1
    assert bg.evaluate(position) == bg.Outcome(1)
    nearly = bg.Position([14, 1, *[0] * 24], [1, *[0] * 5, 12, *[0] * 18, 2])
    for outcome in (bg.evaluate(nearly), bg.evaluate(nearly.swap()).swap()):
        assert (outcome.win_gammon, outcome.win_backgammon) == (0, 0)
        assert (outcome.lose_gammon, outcome.lose_backgammon) == (0, 0)


def test_a_batch_equals_single_evaluations() -> None:
    boards, rolls = midgame(60)
    for network in (SHIPPED, indifferent(win=40_000)):
        rows = bg.batch.evaluate(boards, engine=bg.Engine(network))
        best = bg.batch.best_plays(boards, rolls, engine=bg.Engine(network))
        for board, (first, second), row, after in zip(boards, rolls.tolist(), rows, best, strict=True):
            position = bg.Position.from_array(board)
            assert bg.evaluate(position, engine=bg.Engine(network)).to_array().tolist() == row.tolist()
            ranked = bg.rank_plays(position, (first, second), engine=bg.Engine(network))
            chosen = ranked[0].play.position if ranked else position.swap()
            assert chosen == bg.Position.from_array(after)


def test_the_given_network_is_used() -> None:
    start, other = bg.Position.start(), indifferent()
    assert bg.evaluate(start, engine=bg.Engine(other)).win == 0.5
    assert (
        bg.evaluate(start)
        == bg.evaluate(start, engine=bg.Engine(SHIPPED))
        != bg.evaluate(start, engine=bg.Engine(other))
    )
    assert bg.rank_plays(start, (3, 1), engine=bg.Engine(other)) != bg.rank_plays(start, (3, 1))
    assert bg.rollout(start, 1, seed=1, engine=bg.Engine(other)).network == other.name
    games = [
        bg.batch.play_games(50, "network", seed=1, engine=bg.Engine(network)).turns
        for network in (None, SHIPPED, other)
    ]
    assert np.array_equal(games[0], games[1])
    assert not np.array_equal(games[0], games[2])
