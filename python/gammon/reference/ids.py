"""Boards as text: GNU Backgammon's position ID and the board string of an XGID."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from gammon.reference.board import BAR, MOST_CHECKERS, Board, BoardError

_ID_LENGTH = 14
_ID_BITS = 80
_XGID_PLACES = 26


class IdError(ValueError):
    """A text that is not a board; the message says what is wrong and where."""


def to_position_id(board: Board) -> str:
    """Return GNU Backgammon's position ID of a board, 14 characters.

    The opponent comes first, then the player on roll. For each, points 1 to 24 by that
    player's numbering and the bar give a one for every checker, followed by a zero. These 80
    bits are packed into bytes, lowest bit first, and written in base64 without padding.
    Checkers borne off are not included.
    """
    own, opponent = board.to_counts()
    bits = ""
    for counts in (opponent, own):
        for place in range(1, BAR + 1):
            bits += "1" * counts[place] + "0"
    packed = int(bits.ljust(_ID_BITS, "0")[::-1], 2).to_bytes(_ID_BITS // 8, "little")
    return base64.b64encode(packed).decode("ascii").rstrip("=")


def from_position_id(text: str, checkers: int = MOST_CHECKERS) -> Board:
    """Parse a position ID; the checkers not on the board are borne off.

    Parameters
    ----------
    text
        The 14 characters, without surrounding space.
    checkers
        Total number of checkers of each side.

    Raises
    ------
    IdError
        If it is not the output of `to_position_id` for a board with this number of checkers.
    """
    if len(text) != _ID_LENGTH:
        raise IdError(f"position ID: expected {_ID_LENGTH} characters, got {len(text)}")
    try:
        packed = base64.b64decode(text + "==", validate=True)
    except (binascii.Error, ValueError):
        raise IdError(f"position ID: expected base64, got {text!r}") from None
    bits = format(int.from_bytes(packed, "little"), f"0{_ID_BITS}b")[::-1]
    groups = bits.split("0")
    if len(groups) < 2 * BAR + 1:
        raise IdError(f"the position ID holds too many checkers: {text!r}")
    counts = [len(group) for group in groups[: 2 * BAR]]
    board = _board(counts[BAR:], counts[:BAR], checkers)
    if to_position_id(board) != text:
        raise IdError(f"the position ID has bits set after the end of the position: {text!r}")
    return board


def to_xgid_board(board: Board) -> str:
    """Return the board field of an XGID, 26 characters.

    They are the opponent's bar, points 1 to 24, and the bar of the player on roll. Letters A to
    O count checkers of the player on roll, a to o the opponent's; ``-`` is an empty place.
    """
    row = (-board.opponent_bar, *board.signed, board.bar)
    return "".join(_letter(count) for count in row)


def from_xgid_board(text: str, checkers: int = MOST_CHECKERS) -> Board:
    """Parse the board field of an XGID; the checkers not on it are borne off.

    Uppercase letters are taken as the player on roll. If the XGID has the other player on roll, swap the
    result.

    Parameters
    ----------
    text
        The 26 characters, without the other fields of the XGID.
    checkers
        Total number of checkers of each side.

    Raises
    ------
    IdError
        If a character is invalid, a checker is on the wrong bar, or there are too many checkers.
    """
    if len(text) != _XGID_PLACES:
        raise IdError(f"XGID board: expected {_XGID_PLACES} characters, got {len(text)}")
    row = [_count(character, place) for place, character in enumerate(text)]
    if row[0] > 0:
        raise IdError("place 0, the opponent's bar: expected a lowercase letter, got an uppercase one")
    if row[BAR] < 0:
        raise IdError(f"place {BAR}, the bar of the player on roll: expected an uppercase letter, got a lowercase one")
    own = [max(count, 0) for count in row[1:]]
    opponent = [max(-count, 0) for count in reversed(row[:BAR])]
    return _board(own, opponent, checkers)


def _board(own: Sequence[int], opponent: Sequence[int], checkers: int) -> Board:
    """Make a board from each side's counts on points 1 to 24 and the bar; the rest is borne off."""
    sides = []
    for name, counts in (("player on roll", own), ("opponent", opponent)):
        off = checkers - sum(counts)
        if off < 0:
            raise IdError(f"{name}: expected at most {checkers} checkers on the board, got {sum(counts)}")
        sides.append([off, *counts])
    try:
        return Board.from_counts(*sides)
    except BoardError as error:
        raise IdError(str(error)) from error


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)


def _count(character: str, place: int) -> int:
    if character == "-":
        return 0
    if "A" <= character <= "O":
        return ord(character) - ord("A") + 1
    if "a" <= character <= "o":
        return -(ord(character) - ord("a") + 1)
    raise IdError(f"XGID board, place {place}: expected A to O, a to o or '-', got {character!r}")
