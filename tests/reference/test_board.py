"""The reference's board: starting positions, sides, counts, end of the game (R1, R5.7, R6, R10)."""

from __future__ import annotations

import pytest
from hypothesis import given

from gammon.reference import Board, BoardError, from_xgid_board
from tests.golden.read import toml
from tests.reference.strategies import boards

START = (0, *[0] * 5, 5, 0, 3, *[0] * 4, 5, *[0] * 10, 2, 0)


def counts(placed: dict[int, int]) -> list[int]:
    """Return one side's counts from ``{place: checkers}``."""
    return [placed.get(place, 0) for place in range(26)]


def test_r1_3_backgammon_starts_with_fifteen_checkers_and_167_pips() -> None:
    """R1.3, and the well-known pip count."""
    start = Board.start()
    assert start.to_counts() == (START, START)
    assert start.pip_counts == (167, 167)


def test_r10_starting_positions_of_the_variants() -> None:
    """R10.1 and R10.2."""
    hyper, nack = Board.hypergammon(), Board.nackgammon()
    assert hyper.to_counts()[0] == tuple(counts({24: 1, 23: 1, 22: 1}))
    assert (hyper.checkers, hyper.pip_counts) == (3, (69, 69))
    assert nack.to_counts()[1] == tuple(counts({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}))
    assert (nack.checkers, nack.pip_counts) == (15, (194, 194))


def test_r1_2_a_point_is_25_minus_p_to_the_other_side() -> None:
    """R1.2."""
    board = Board.from_counts(counts({20: 1}), counts({4: 1}))
    assert (board[20], board[21]) == (1, -1)
    assert (board.swap()[4], board.swap()[5]) == (1, -1)


@given(boards())
def test_counts_and_double_swap_round_trip(board: Board) -> None:
    """A board is equal to the one made from its counts, and to itself swapped twice."""
    own, opponent = board.to_counts()
    assert Board.from_counts(own, opponent) == board
    assert board.swap().to_counts() == (opponent, own)
    assert board.swap().swap() == board
    assert board.pip_counts == board.swap().pip_counts[::-1]
    assert board.is_contact == board.swap().is_contact
    assert board.is_over == board.swap().is_over


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("-b----E-C---eE---c-e----B-", True),
        ("------A-a-----------------", False),
        ("------a-A-----------------", True),
        ("-----aA-------------------", True),
        ("a-----A-------------------", True),
        ("------A------------------A", False),
        ("------------------a------A", True),
        ("--A-----------------------", False),
    ],
)
def test_contact(text: str, contact: bool) -> None:
    """There is contact while some checker has an opposing one ahead, the bar included."""
    assert from_xgid_board(text).is_contact is contact


@pytest.mark.parametrize(
    ("rule", "loser", "points"),
    [
        ("R6.1", {0: 1, 25: 2, 6: 12}, 1),
        ("R6.2", {18: 1, 6: 14}, 2),
        ("R6.3", {19: 1, 6: 14}, 3),
        ("R6.3", {24: 15}, 3),
        ("R6.3", {25: 1, 6: 14}, 3),
    ],
)
def test_r6_points_of_finished_games(rule: str, loser: dict[int, int], points: int) -> None:
    """R6.1 to R6.3, from both points of view."""
    board = Board.from_counts(counts({0: 15}), counts(loser))
    assert board.is_over, rule
    assert (board.points, board.swap().points) == (points, -points), rule


def test_r6_pitfalls() -> None:
    """R6: finished games that other programs scored wrongly."""
    cases = [case for case in toml("pitfalls.toml")["scoring"] if "cube" not in case]
    assert cases
    for case in cases:
        assert from_xgid_board(case["board"]).points == case["points"], case["id"]


def test_an_unfinished_game_is_worth_nothing_yet() -> None:
    """R5.7: a game has no points until one side has borne off all its checkers."""
    assert not Board.start().is_over
    assert Board.start().points is None


SHUT_OUT = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 25: 3}


@pytest.mark.parametrize(
    ("own", "opponent", "reason"),
    [
        (counts({0: 1})[:25], counts({1: 1}), "the player on roll: expected 26 counts, got 25"),
        (counts({1: 1}), [*counts({1: 1}), 0], "the opponent: expected 26 counts, got 27"),
        (counts({6: 15}), counts({6: 14}), "has 15 checkers, the opponent 14"),
        (counts({6: 16}), counts({6: 16}), "has 16 checkers"),
        (counts({}), counts({}), "has 0 checkers"),
        (counts({6: 2, 7: -1}), counts({6: 1}), "-1 checkers on point 7"),
        (counts({6: 1}), counts({25: -1, 6: 2}), "the opponent cannot have -1 checkers on the bar"),
        (counts({6: 1}), counts({19: 1}), "checkers on the same point: 6 .* 19 "),
        (counts({0: 3}), counts({0: 3}), "both sides have borne off all"),
        (counts(SHUT_OUT), counts(SHUT_OUT), "both sides are on the bar against six made points"),
    ],
)
def test_illegal_boards_are_refused(own: list[int], opponent: list[int], reason: str) -> None:
    """R1.1: the message gives the reason and the place."""
    with pytest.raises(BoardError, match=reason):
        Board.from_counts(own, opponent)


@pytest.mark.parametrize("opponent", [SHUT_OUT | {6: 1, 25: 4}, SHUT_OUT | {0: 3, 25: 0}])
def test_one_side_may_be_closed_out(opponent: dict[int, int]) -> None:
    """R4.6: a board is illegal only if neither side could ever move."""
    board = Board.from_counts(counts(SHUT_OUT), counts(opponent))
    assert board.bar == 3
    assert board.swap().swap() == board


def test_a_fraction_of_a_checker_is_refused() -> None:
    """Counts must be integers."""
    halves: list[object] = [0.5, *counts({6: 1})[1:]]
    with pytest.raises(BoardError, match=r"0\.5 checkers borne off"):
        Board.from_counts(halves, halves)  # type: ignore[arg-type]


def test_a_board_made_by_hand_is_checked_too() -> None:
    """The constructor refuses an illegal board as well."""
    with pytest.raises(BoardError, match="24 points, got 3"):
        Board(signed=(1, 0, -1))
    with pytest.raises(BoardError, match="negative"):
        Board(signed=(2, -1) + (0,) * 22, bar=-1)
    with pytest.raises(IndexError):
        _ = Board.start()[25]
