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
    """A text is no board; the message says what is wrong and where."""


def to_position_id(board: Board) -> str:
    """Write the 14 characters of GNU Backgammon's position ID.

    For the opponent and then for the player on roll, points 1 to 24 and the bar as he counts
    them: a one for each checker, and a zero. These 80 bits are bytes, lowest bit first, in
    base64 without its padding. Checkers borne off are not written.
    """
    own, opponent = board.to_counts()
    bits = ""
    for counts in (opponent, own):
        for place in range(1, BAR + 1):
            bits += "1" * counts[place] + "0"
    packed = int(bits.ljust(_ID_BITS, "0")[::-1], 2).to_bytes(_ID_BITS // 8, "little")
    return base64.b64encode(packed).decode("ascii").rstrip("=")


def from_position_id(text: str, checkers: int = MOST_CHECKERS) -> Board:
    """Read a position ID; the checkers not on the board are borne off.

    Parameters
    ----------
    text
        The 14 characters, nothing around them.
    checkers
        How many each side has in all.

    Raises
    ------
    IdError
        If it is not what `to_position_id` writes for a board with so many checkers.
    """
    if len(text) != _ID_LENGTH:
        raise IdError(f"a position ID has {_ID_LENGTH} characters, not {len(text)}")
    try:
        packed = base64.b64decode(text + "==", validate=True)
    except (binascii.Error, ValueError):
        raise IdError(f"not base64: {text!r}") from None
    bits = format(int.from_bytes(packed, "little"), f"0{_ID_BITS}b")[::-1]
    groups = bits.split("0")
    if len(groups) < 2 * BAR + 1:
        raise IdError(f"the position ID holds too many checkers: {text!r}")
    counts = [len(group) for group in groups[: 2 * BAR]]
    board = _board(counts[BAR:], counts[:BAR], checkers)
    if to_position_id(board) != text:
        raise IdError(f"bits are set behind the end of the position: {text!r}")
    return board


def to_xgid_board(board: Board) -> str:
    """Write the 26 characters of an XGID's board: A to O for own checkers, a to o for his.

    First the opponent's bar, then points 1 to 24 and the bar of the player on roll.
    """
    row = (-board.opponent_bar, *board.signed, board.bar)
    return "".join(_letter(count) for count in row)


def from_xgid_board(text: str, checkers: int = MOST_CHECKERS) -> Board:
    """Read the board of an XGID; the checkers not on it are borne off.

    Capitals are the player on roll: where the XGID says that the other is, swap the board.

    Parameters
    ----------
    text
        The 26 characters, without the fields behind the colon.
    checkers
        How many each side has in all.

    Raises
    ------
    IdError
        If a character is wrong, a checker is on the wrong bar, or there are too many.
    """
    if len(text) != _XGID_PLACES:
        raise IdError(f"the board of an XGID has {_XGID_PLACES} characters, not {len(text)}")
    row = [_count(character, place) for place, character in enumerate(text)]
    if row[0] > 0:
        raise IdError("place 0 is the opponent's bar, but has a capital letter")
    if row[BAR] < 0:
        raise IdError(f"place {BAR} is the bar of the player on roll, but has a small letter")
    own = [max(count, 0) for count in row[1:]]
    opponent = [max(-count, 0) for count in reversed(row[:BAR])]
    return _board(own, opponent, checkers)


def _board(own: Sequence[int], opponent: Sequence[int], checkers: int) -> Board:
    """Set up a board from points 1 to 24 and bar of each side; the rest is borne off."""
    sides = []
    for name, counts in (("player on roll", own), ("opponent", opponent)):
        off = checkers - sum(counts)
        if off < 0:
            raise IdError(f"the {name} has {sum(counts)} checkers on the board, not {checkers}")
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
    raise IdError(f"place {place} of an XGID's board cannot be {character!r}")
