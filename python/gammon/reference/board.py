"""The board: one row of 24 signed points, two bars and two trays (R1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

POINTS = 24
BAR = 25
OFF = 0
MOST_CHECKERS = 15

Row: TypeAlias = tuple[int, ...]
"""A board as 28 numbers of checkers, the form that `Rules` works with.

Index 0 is the opponent's bar, 1 to 24 are the points, and 25 is the bar of the player on roll. Up to there, checkers of
the opponent are negative. Index 26 is the tray of the player on roll and 27 the opponent's, both positive.
"""

OPPONENT_BAR = 0
OWN_OFF = 26
OPPONENT_OFF = 27


class BoardError(ValueError):
    """The checkers do not form a legal board; the message says what is wrong and where."""


@dataclass(frozen=True)
class Board:
    """The positions of all checkers, seen by the player on roll.

    Every instance is legal. Both sides have the same number of checkers, 1 to 15; at most one side has borne off all of
    them; and the two sides are not both on the bar against six made points.

    Parameters
    ----------
    signed
        Checkers on the 24 points, from the ace point of the player on roll: positive for that
        player, negative for the opponent. One row holds both sides because one player's point
        p is the other's 25 - p (R1.2).
    bar, off
        Checkers of the player on roll on the bar and borne off.
    opponent_bar, opponent_off
        Checkers of the opponent on the bar and borne off.

    Raises
    ------
    BoardError
        If the board is not legal.
    """

    signed: tuple[int, ...]
    bar: int = 0
    off: int = 0
    opponent_bar: int = 0
    opponent_off: int = 0

    def __post_init__(self) -> None:
        """Reject boards that are not legal."""
        if len(self.signed) != POINTS:
            raise BoardError(f"expected {POINTS} points, got {len(self.signed)}")
        if self.bar < 0 or self.off < 0 or self.opponent_bar < 0 or self.opponent_off < 0:
            counts = f"{self.bar} and {self.opponent_bar} on the bars, {self.off} and {self.opponent_off} borne off"
            raise BoardError(f"numbers of checkers must not be negative, got {counts}")
        own, opponent = self.checkers, self.opponent_checkers
        if not 1 <= own <= MOST_CHECKERS:
            raise BoardError(f"the player on roll has {own} checkers, expected 1 to {MOST_CHECKERS}")
        if own != opponent:
            raise BoardError(f"the player on roll has {own} checkers, the opponent {opponent}")
        if self.off == own and self.opponent_off == opponent:
            raise BoardError("both sides have borne off all their checkers")
        home_is_made = all(count >= 2 for count in self.signed[:6])
        opposing_home_is_made = all(count <= -2 for count in self.signed[18:])
        if self.bar and self.opponent_bar and home_is_made and opposing_home_is_made:
            raise BoardError("both sides are on the bar against six made points: neither can ever move (R4.6)")

    @classmethod
    def from_counts(cls, own: Sequence[int], opponent: Sequence[int]) -> Board:
        """Make a board from both sides' checker counts, each side numbering the points its own way.

        Parameters
        ----------
        own, opponent
            26 counts each, of the player on roll and of the opponent: index 0 is borne off, 1 to
            24 are the points as that player numbers them, 25 is the bar.

        Raises
        ------
        BoardError
            If there are not 26 counts, a count is not a whole number of at least 0, both players
            have checkers on the same point, or the totals do not make a legal board.
        """
        for side, counts in (("the player on roll", own), ("the opponent", opponent)):
            if len(counts) != BAR + 1:
                raise BoardError(f"{side}: expected {BAR + 1} counts, got {len(counts)}")
            for place, count in enumerate(counts):
                if not isinstance(count, int) or count < 0:
                    raise BoardError(f"{side} cannot have {count!r} checkers {_where(place)}")
        for point in range(1, POINTS + 1):
            if own[point] > 0 and opponent[25 - point] > 0:
                raise BoardError(
                    f"both sides have checkers on the same point: {point} for the player on roll, "
                    f"{25 - point} for the opponent"
                )
        return cls(
            signed=tuple(own[point] - opponent[25 - point] for point in range(1, POINTS + 1)),
            bar=own[BAR],
            off=own[OFF],
            opponent_bar=opponent[BAR],
            opponent_off=opponent[OFF],
        )

    def to_counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return both sides' checker counts, in the order of `from_counts`."""
        own = [max(count, 0) for count in self.signed]
        opponent = [max(-count, 0) for count in reversed(self.signed)]
        return (
            (self.off, *own, self.bar),
            (self.opponent_off, *opponent, self.opponent_bar),
        )

    @classmethod
    def from_row(cls, row: Row) -> Board:
        """Make a board from a row; the inverse of `row`.

        Raises
        ------
        BoardError
            If the board is not legal.
        """
        return cls(row[1:BAR], row[BAR], row[OWN_OFF], -row[OPPONENT_BAR], row[OPPONENT_OFF])

    @property
    def row(self) -> Row:
        """The board as a `Row`."""
        return (-self.opponent_bar, *self.signed, self.bar, self.off, self.opponent_off)

    @classmethod
    def start(cls) -> Board:
        """Return the start position of backgammon (R1.3)."""
        return cls._symmetric({24: 2, 13: 5, 8: 3, 6: 5})

    @classmethod
    def nackgammon(cls) -> Board:
        """Return the start position of Nackgammon (R10.2)."""
        return cls._symmetric({24: 2, 23: 2, 13: 4, 8: 3, 6: 4})

    @classmethod
    def hypergammon(cls) -> Board:
        """Return the start position of hypergammon, with three checkers a side (R10.1)."""
        return cls._symmetric({24: 1, 23: 1, 22: 1})

    @classmethod
    def longgammon(cls) -> Board:
        """Return the start position of longgammon, with all fifteen checkers on the 24-point (R10.3)."""
        return cls._symmetric({24: 15})

    @classmethod
    def _symmetric(cls, placed: Mapping[int, int]) -> Board:
        side = [placed.get(place, 0) for place in range(BAR + 1)]
        return cls.from_counts(side, side)

    def __getitem__(self, point: int) -> int:
        """Return the checkers on a point, 1 to 24: positive for own, negative for the opponent's."""
        if not 1 <= point <= POINTS:
            raise IndexError(f"expected a point from 1 to {POINTS}, got {point}")
        return self.signed[point - 1]

    def swap(self) -> Board:
        """Return the same board seen by the opponent, who becomes the player on roll."""
        return Board(
            signed=tuple(-count for count in reversed(self.signed)),
            bar=self.opponent_bar,
            off=self.opponent_off,
            opponent_bar=self.bar,
            opponent_off=self.off,
        )

    @property
    def checkers(self) -> int:
        """Total number of checkers of the player on roll, including those borne off."""
        return self.off + self.bar + sum([count for count in self.signed if count > 0])

    @property
    def opponent_checkers(self) -> int:
        """Total number of checkers of the opponent, including those borne off."""
        return self.opponent_off + self.opponent_bar - sum([count for count in self.signed if count < 0])

    @property
    def pip_counts(self) -> tuple[int, int]:
        """Pip counts of the player on roll and of the opponent."""
        own, opponent = (sum(place * count for place, count in enumerate(side)) for side in self.to_counts())
        return own, opponent

    @property
    def is_contact(self) -> bool:
        """Whether some checker still has an opposing checker ahead of it, on a point or on the bar."""
        own = [point for point in range(1, BAR) if self[point] > 0] + [BAR] * self.bar
        opponent = [point for point in range(1, BAR) if self[point] < 0] + [0] * self.opponent_bar
        return bool(own) and bool(opponent) and max(own) > min(opponent)

    @property
    def is_over(self) -> bool:
        """Whether one side has borne off all its checkers (R5.7)."""
        return self.off == self.checkers or self.opponent_off == self.opponent_checkers

    @property
    def points(self) -> int | None:
        """Cubeless points of the finished game for the player on roll (R6); None while it goes on.

        1, 2 or 3 if they won it, -1, -2 or -3 if they lost it.
        """
        if not self.is_over:
            return None
        if self.off < self.checkers:
            lost = self.swap().points
            assert lost is not None
            return -lost
        if self.opponent_off > 0:
            return 1
        if self.opponent_bar > 0 or any(self[point] < 0 for point in range(1, 7)):
            return 3
        return 2


def _where(place: int) -> str:
    """Name the place of a count in a message."""
    return {OFF: "borne off", BAR: "on the bar"}.get(place, f"on point {place}")
