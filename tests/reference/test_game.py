"""The reference's random games: turns, results, and long-run statistics (R2, R6)."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from gammon.reference import (
    Board,
    Game,
    GameError,
    IdError,
    SeedError,
    choice,
    from_xgid_board,
    legal_plays,
    opening_roll,
    random_game,
    roll,
)
from tests.golden.read import toml

STARTS = {
    "backgammon": Board.start(),
    "nackgammon": Board.nackgammon(),
    "hypergammon": Board.hypergammon(),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_every_turn_follows_from_the_last(start: Board) -> None:
    """R2.1, R2.2, R2.4, R3.7, R5.7: check the dice, players, plays and passes of whole games."""
    for number in range(3):
        game = random_game(8, number, start)
        first, second = opening_roll(8, number)
        assert game.turns[0].dice == (first, second)
        assert game.turns[0].player == (0 if first > second else 1)
        board = start
        for turn_number, turn in enumerate(game.turns):
            assert turn.number == turn_number
            if turn_number:
                assert turn.dice == roll(8, number, turn_number)
                assert turn.player == 1 - game.turns[turn_number - 1].player
            plays = legal_plays(board, *turn.dice)
            if plays:
                assert turn.board == plays[choice(8, number, turn_number, len(plays))].position.swap()
            else:
                assert turn.board == board
            assert turn.board.is_over == (turn is game.turns[-1])
            board = turn.board.swap()
        assert game.winner == game.turns[-1].player
        assert game.points == game.turns[-1].board.points
        assert game.points > 0


def test_the_default_start_is_backgammon() -> None:
    """R1.3: and the same seed gives the same game."""
    assert random_game(3, 4) == random_game(3, 4, Board.start())
    assert random_game(3, 4) != random_game(4, 4)
    assert random_game(3, 4) != random_game(3, 5)


def _starter_won(game: Game) -> bool:
    return game.winner == game.turns[0].player


def _near(share: float, expected: float, n: int) -> bool:
    """Return whether a share of n trials is within four standard errors of its expectation."""
    return abs(share - expected) < 4 * sqrt(expected * (1 - expected) / n)


@pytest.mark.parametrize(("name", "n"), [("backgammon", 40), ("hypergammon", 500)])
def test_lengths_and_results_match_known_figures(name: str, n: int) -> None:
    """R2 to R6: mean length, results and the starter's wins, within four standard errors."""
    facts: dict[str, Any] = next(f for f in toml("random_play.toml")["start"] if f["name"] == name)
    games = [random_game(1, number, STARTS[name]) for number in range(n)]
    lengths = [len(game.turns) for game in games]
    spread = facts["turns"].get("sd", facts["turns"]["se"] * sqrt(facts["games"]))
    assert abs(sum(lengths) / n - facts["turns"]["mean"]) < 4 * spread / sqrt(n)
    for points, kind in ((1, "single"), (2, "gammon"), (3, "backgammon")):
        assert _near(sum(game.points == points for game in games) / n, facts[kind], n), kind
    assert _near(sum(_starter_won(game) for game in games) / n, facts["first_wins"]["mean"], n)


def test_a_finished_position_is_refused_as_a_start() -> None:
    """R5.7."""
    with pytest.raises(GameError, match="over before it starts"):
        random_game(0, 0, from_xgid_board("--A-----------------------"))


def test_a_position_that_cannot_end_is_refused() -> None:
    """R4.6 for both sides at once: neither could ever enter, so the board is illegal."""
    with pytest.raises(IdError, match="neither can ever move"):
        from_xgid_board("cBBBBBB------------bbbbbbC")


def test_a_bad_seed_is_refused() -> None:
    """Seeds must be from 0 to 2**64 - 1."""
    with pytest.raises(SeedError):
        random_game(-1, 0)
    with pytest.raises(SeedError):
        random_game(0, 2**64)
