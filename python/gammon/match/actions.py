"""The actions of a match: a closed set of immutable classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gammon._engine import ArgumentError, GammonError, Play, Roll
from gammon.arguments import check, index
from gammon.match.values import Player, Win
from gammon.quoting import quote


class IllegalActionError(GammonError):
    """An action that the rules forbid in the present state; the message gives the reason and the rule."""

    __module__ = "gammon"  # Shown as `gammon.IllegalActionError`, like the errors of the compiled engine.


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll the dice, without naming the result.

    `Match.act` generates the roll. A `MatchState` has no dice and needs a `RollDice` with the numbers rolled.
    """

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll the dice with a given result.

    In the opening roll (R2.1) the first number is player 0's and the second player 1's. Otherwise both belong to the
    player on roll, in any order.

    Raises
    ------
    DiceError
        If a number is not from 1 to 6.
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        """Reject numbers that are not on a die, and convert NumPy integers to int."""
        Roll(self.first, self.second)
        object.__setattr__(self, "first", index(self.first))
        object.__setattr__(self, "second", index(self.second))

    def __str__(self) -> str:
        return f"roll {self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class Double:
    """Offer to double the stake (R7.1)."""

    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Take:
    """Accept a double, beaver or raccoon (R7.3)."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass a double, beaver or raccoon, and lose the game at the stake before it (R7.2, R7.4)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Beaver:
    """Accept a double, redouble at once and keep the cube (R7.6)."""

    def __str__(self) -> str:
        return "beaver"


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Accept a beaver and redouble at once; the cube stays with whoever beavered (R7.6)."""

    def __str__(self) -> str:
        return "raccoon"


@dataclass(frozen=True, slots=True)
class MakePlay:
    """Play the dice rolled, or, with None, pass the turn because there is no legal play (R3.7)."""

    play: Play | None = None

    def __post_init__(self) -> None:
        """Replace a play without moves by None: that is what parsing "cannot move" gives."""
        if self.play is not None:
            check("play", self.play, Play, "a Play or None")
        if self.play is not None and not self.play.moves:
            object.__setattr__(self, "play", None)

    def __str__(self) -> str:
        return f"play {self.play}" if self.play is not None else "cannot move"


@dataclass(frozen=True, slots=True)
class Resign:
    """Offer to lose the game at once as a single game, a gammon or a backgammon (R7.8).

    Raises
    ------
    ArgumentError
        If the win is not 1, 2 or 3, or the player is not a `Player`.
    """

    win: Win
    """What the opponent would win: a `Win`, or 1, 2 or 3."""

    player: Player | None = None
    """Who resigns; None for the player on roll."""

    def __post_init__(self) -> None:
        """Convert a number to a `Win`."""
        try:
            object.__setattr__(self, "win", Win(index(self.win)))
        except (ValueError, TypeError):
            raise ArgumentError(f"win: expected 1, 2 or 3 times the cube (R7.8), got {quote(self.win)}") from None
        if not (self.player is None or isinstance(self.player, Player)):
            raise ArgumentError(f"player: expected a gammon.Player or None, got {quote(self.player)}")

    def __str__(self) -> str:
        who = "" if self.player is None else f" by player {self.player:d}"
        return f"resign {self.win.name.lower()}{who}"


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept a resignation: the game is over."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline a resignation: the game goes on where it was."""

    def __str__(self) -> str:
        return "decline"


Action: TypeAlias = Throw | RollDice | Double | Take | Pass | Beaver | Raccoon | MakePlay | Resign | Accept | Decline
"""Any action of a match."""

IN_TURN = tuple(RollDice(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls of the player on roll."""

FOR_THE_START = tuple(RollDice(zero, one) for zero in range(1, 7) for one in range(1, 7))
"""The 36 opening rolls, one die for each player, ties included (R2.1)."""

RESIGNATIONS = tuple(Resign(win) for win in Win)
