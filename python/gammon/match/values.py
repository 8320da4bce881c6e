"""The words of a match: players, cube, offers, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from operator import index
from typing import Any

from gammon._engine import ArgumentError
from gammon.quoting import quote

LARGEST_CUBE = 2**60
"""Above this nobody doubles (R7.4): it is the largest cube that an XGID can write."""


class Player(IntEnum):
    """One of the two players; a score is indexed by them.

    GNU Backgammon numbers them so, and in an XGID player 1 sits at the bottom.
    """

    ZERO = 0
    ONE = 1

    @property
    def opponent(self) -> Player:
        """The other one."""
        return Player(1 - self)


class Win(IntEnum):
    """By how much a game is won, or given up: its number times the cube (R6)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Offer(Enum):
    """A turn of the cube that waits for its answer."""

    DOUBLE = "double"
    """By the player on roll, to his opponent (R7.1)."""
    BEAVER = "beaver"
    """By the opponent, who has taken the double, back to the player on roll (R7.6)."""
    RACCOON = "raccoon"
    """By the player on roll, who has taken the beaver, to his opponent once more (R7.6)."""


class Ending(Enum):
    """How a game came to its end."""

    BORNE_OFF = "borne off"
    """The winner has borne off all his checkers (R5.7)."""
    PASSED = "passed"
    """The loser has refused a double (R7.2)."""
    RESIGNED = "resigned"
    """The loser has resigned (R7.8)."""


class Phase(Enum):
    """What a match waits for."""

    OPENING = "opening"
    """Both players throw a die for the start (R2.1)."""
    ROLL = "roll"
    """The player on roll has not thrown yet, and may double."""
    PLAY = "play"
    """The player on roll has thrown and must play."""
    ANSWER = "answer"
    """A double, beaver or raccoon waits for its answer."""
    RESIGNATION = "resignation"
    """A resignation waits for its answer."""
    GAME_OVER = "game over"
    """A game has ended; throwing for the start begins the next."""
    MATCH_OVER = "match over"
    """A player has the points that win the match (R8.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCube:
    """The doubling cube as it lies on the table: its owner is one of the players, whoever is on roll.

    `gammon.Cube` is the same cube seen by the player on roll; `MatchState.cube_on_roll` gives it.

    Raises
    ------
    ArgumentError
        If the value is no power of two from 1 to 2^60.
    """

    value: int = 1
    """What the game is played for. A double that waits for its answer is not counted."""

    owner: Player | None = None
    """Who alone may double; None while the cube is in the centre, where both may (R7.1, R7.3)."""

    def __post_init__(self) -> None:
        """Refuse what no cube shows, and make a plain number of NumPy's."""
        object.__setattr__(self, "value", plain(self.value))
        if not (self.owner is None or isinstance(self.owner, Player)):
            raise ArgumentError(f"the cube's owner: expected a gammon.Player or None, got {quote(self.owner)}")
        if not (is_whole(self.value) and is_power_of_two(self.value) and self.value <= LARGEST_CUBE):
            raise ArgumentError(f"a cube shows a power of two from 1 to 2^60, not {quote(self.value)}")

    def __str__(self) -> str:
        return f"{self.value}, centred" if self.owner is None else f"{self.value}, player {self.owner:d}'s"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """How a game ended, and what it was worth."""

    winner: Player
    """Who won it."""

    win: Win
    """As what it counts. By the Jacoby rule that may be less than what was on the board (R8.2)."""

    points: int
    """What the winner scores: the win times the cube."""

    ending: Ending
    """How it came to its end."""

    written_points: int | None = field(default=None, repr=False)
    """What a file says that the winner scored, where it was read from one: files round, cap and err. `points` and the
    score follow from the rules."""

    def __str__(self) -> str:
        won = f"player {self.winner:d} wins {self.points}"
        return f"{won} ({self.win.name.lower()}, {self.ending.value})"


def is_whole(number: object) -> bool:
    """Tell whether something is a whole number, and not a truth value."""
    return isinstance(number, int) and not isinstance(number, bool)


def plain(number: Any) -> Any:  # noqa: ANN401  Whatever was given.
    """Make an int of a whole number of any kind, such as NumPy's; anything else comes back as it is."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        return number
    try:
        return index(number)
    except TypeError:  # An array of several numbers has an index in name only.
        return number


def is_power_of_two(number: int) -> bool:
    """Tell whether a number is 1, 2, 4 and so on."""
    return number > 0 and number & (number - 1) == 0
