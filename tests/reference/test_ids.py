"""The reference's readers and writers of GNU Backgammon position IDs and XGID boards."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gammon.reference import (
    Board,
    IdError,
    from_position_id,
    from_xgid_board,
    to_position_id,
    to_xgid_board,
)
from tests.golden.read import jsonl, toml
from tests.reference.strategies import boards

PAIRS = [(pair["xgid"], pair["gnubgid"].split(":")[0]) for pair in jsonl("xgid_gnubgid_pairs.jsonl")]
PAIRS += [(pair["xgid"], pair["position_id"]) for pair in toml("ids.toml")["pairs"]]


def test_pairs_written_by_gnu_backgammon() -> None:
    """Both texts of a position are read as the same board and written back unchanged."""
    assert len(PAIRS) == 157
    for xgid, position_id in PAIRS:
        text, _, _, turn, *_ = xgid.split(":")
        shown = from_xgid_board(text)
        board = shown if turn == "1" else shown.swap()
        assert to_position_id(board) == position_id
        assert from_position_id(position_id) == board
        assert to_xgid_board(shown) == text


def test_pitfalls() -> None:
    """P081: each side's bar is counted in its own half of the ID."""
    for case in toml("pitfalls.toml")["ids"]:
        board = from_xgid_board(case["board"])
        assert to_position_id(board) == case["position_id"], case["id"]
        assert from_position_id(case["position_id"]) == board, case["id"]


@given(boards())
def test_round_trip(board: Board) -> None:
    """Reading a written text gives the same board if the number of checkers is given."""
    assert from_position_id(to_position_id(board), board.checkers) == board
    assert from_xgid_board(to_xgid_board(board), board.checkers) == board


@given(st.text(max_size=30) | st.text(string.ascii_letters + string.digits + "+/", min_size=14))
def test_any_text_of_a_position_id_is_read_or_refused(text: str) -> None:
    """A text is refused, or it is exactly the ID of the board that is read."""
    try:
        board = from_position_id(text)
    except IdError:
        return
    assert to_position_id(board) == text


@given(st.text("-ABCabcOo?", min_size=24, max_size=28) | st.text(min_size=26, max_size=26))
def test_any_text_of_an_xgid_board_is_read_or_refused(text: str) -> None:
    """A text is refused, or it is exactly the XGID board that would be written."""
    try:
        board = from_xgid_board(text)
    except IdError:
        return
    assert to_xgid_board(board) == text


def test_invalid_boards_from_other_programs_are_refused() -> None:
    """P085, P105: wrong lengths, checkers in impossible places, one checker too many."""
    cases = [case["board"] for case in toml("ids.toml")["refused_boards"]]
    cases += [case["board"] for case in toml("pitfalls.toml")["refused"] if "board" in case]
    assert len(cases) == 7
    for text in cases:
        with pytest.raises(IdError):
            from_xgid_board(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4HPwATDgc/ABM", "14 characters, got 13"),
        ("4HPwATDgc/ABMAA", "14 characters, got 15"),
        ("4HPwATDgc/AB*A", "expected base64"),
        ("4HPwATDgc/ABM=", "expected base64|after the end"),
        ("4HPwATDgc/ABM\u00e9", "expected base64"),
        ("4HPwATDgc/ABMB", "after the end"),
        ("AQAA/P8DAAAAAA", "at most 15 checkers on the board, got 16"),
        ("//////////////", "too many checkers"),
        ("AAAAAAAAAAAAAA", "both sides have borne off all"),
    ],
)
def test_invalid_position_ids_are_refused(text: str, reason: str) -> None:
    """The message gives the reason."""
    with pytest.raises(IdError, match=reason):
        from_position_id(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-b----E-C---eE---c-e----B", "26 characters, got 25"),
        ("Ab----E-C---eE---c-e----A-", "place 0, the opponent's bar"),
        ("-a----E-C---eE---c-e----Ba", "place 25, the bar of the player on roll"),
        ("-b----E-C---eE-x-c-e----B-", "place 15: expected .* got 'x'"),
        ("-b----F-C---eE---c-e----B-", "player on roll: expected at most 15 checkers"),
        ("-b----E-C---eE---c-f----B-", "opponent: expected at most 15 checkers"),
        ("--------------------------", "both sides have borne off all"),
    ],
)
def test_invalid_xgid_boards_are_refused(text: str, reason: str) -> None:
    """The message gives the reason and the column."""
    with pytest.raises(IdError, match=reason):
        from_xgid_board(text)
