"""Basic types of a match: players, cube, offers, phases and results."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any

from gammon._engine import ArgumentError
from gammon.arguments import index
from gammon.quoting import quote

LARGEST_CUBE = 2**60
"""The maximum cube without an agreed limit (R7.4): the largest value that an XGID can represent."""


class Player(IntEnum):
    """One of the two players; also an index into a score.

    The numbers are GNU Backgammon's. In an XGID player 1 sits at the bottom.
    """

    ZERO = 0
    ONE = 1

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player(1 - self)


class Win(IntEnum):
    """The size of a win, or of a resignation, as a multiple of the cube (R6)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Offer(Enum):
    """A double, beaver or raccoon that has not been answered."""

    DOUBLE = "double"
    """Offered by the player on roll (R7.1)."""
    BEAVER = "beaver"
    """Offered by the opponent of the player on roll, who has taken the double (R7.6)."""
    RACCOON = "raccoon"
    """Offered by the player on roll, who has taken the beaver (R7.6)."""


class Ending(Enum):
    """How a game ended."""

    BORNE_OFF = "borne off"
    """The winner has borne off all checkers (R5.7)."""
    PASSED = "passed"
    """The loser has passed a double (R7.2)."""
    RESIGNED = "resigned"
    """The loser has resigned (R7.8)."""


class Phase(Enum):
    """The phase of a match: what has to happen next."""

    OPENING = "opening"
    """Both players roll a die to decide who starts (R2.1)."""
    ROLL = "roll"
    """The player on roll must roll the dice, and may double first if the rules allow it."""
    PLAY = "play"
    """The player on roll has rolled and must play."""
    ANSWER = "answer"
    """A double, beaver or raccoon must be answered."""
    RESIGNATION = "resignation"
    """A resignation must be answered."""
    GAME_OVER = "game over"
    """A game has ended; the next begins with its opening roll."""
    MATCH_OVER = "match over"
    """A player has won the match (R8.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCube:
    """The doubling cube, with its owner given as player 0 or 1, independently of who is on roll.

    `gammon.Cube` is the same cube seen by the player on roll; see `MatchState.cube_on_roll`.

    Raises
    ------
    ArgumentError
        If the value is not a power of two from 1 to 2^60, or the owner is not a `Player`.
    """

    value: int = 1
    """The stake of the game, without an unanswered double."""

    owner: Player | None = None
    """The only player who may double; None while the cube is centred and both may (R7.1, R7.3)."""

    def __post_init__(self) -> None:
        """Check the value and the owner, and convert a NumPy integer to int."""
        object.__setattr__(self, "value", plain(self.value))
        if not (self.owner is None or isinstance(self.owner, Player)):
            raise ArgumentError(f"cube owner: expected a gammon.Player or None, got {quote(self.owner)}")
        if not (is_whole(self.value) and is_power_of_two(self.value) and self.value <= LARGEST_CUBE):
            raise ArgumentError(f"cube: expected a power of two from 1 to 2^60, got {quote(self.value)}")

    def __str__(self) -> str:
        return f"{self.value}, centred" if self.owner is None else f"{self.value}, player {self.owner:d}'s"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """How a game ended, and what it was worth."""

    winner: Player
    """Who won the game."""

    win: Win
    """The win that is scored. Under the Jacoby rule it may be less than the position on the board (R8.2)."""

    points: int
    """Points scored by the winner: the win times the cube."""

    ending: Ending
    """How the game ended."""

    written_points: int | None = field(default=None, repr=False)
    """Points of the winner according to the file that the game was read from. They may differ from `points`, which
    follows from the rules: files round, cap and contain errors."""

    def __str__(self) -> str:
        won = f"player {self.winner:d} wins {self.points}"
        return f"{won} ({self.win.name.lower()}, {self.ending.value})"


def is_whole(number: object) -> bool:
    """Tell whether a value is an int and not a bool."""
    return isinstance(number, int) and not isinstance(number, bool)


def plain(number: Any) -> Any:  # noqa: ANN401  Takes any value.
    """Convert an integer of any type, such as NumPy's, to int; return any other value unchanged."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        return number
    try:
        return index(number)
    except TypeError:  # An array of several numbers has `__index__`, but it fails; so may NumPy's bool.
        return number


def is_power_of_two(number: int) -> bool:
    """Tell whether a number is a power of two: 1, 2, 4 and so on."""
    return number > 0 and number & (number - 1) == 0
