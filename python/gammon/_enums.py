"""Enums shared with the compiled engine; their values are the engine's numbers."""

from __future__ import annotations

from enum import Enum, IntEnum


class Crawford(Enum):
    """Status of the Crawford rule: no doubling in the first game after a player comes within one point of winning."""

    __module__ = "gammon"

    TO_COME = 0
    """No player has come within one point of winning yet."""

    THIS_GAME = 1
    """This is the Crawford game."""

    PLAYED = 2
    """The Crawford game has been played."""

    OFF = 3
    """The match is played without the rule."""

    def __repr__(self) -> str:
        return f"Crawford.{self.name}"


class CubeAction(IntEnum):
    """The best cube action of the player on roll, and the opponent's best answer to a double.

    ``str(action)`` is its description. `gammon.batch.CubeDecisions.action` holds its values.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.CubeAction(5)
    CubeAction.DOUBLE_TAKE
    >>> print(*list(bg.CubeAction)[:3], sep="; ")
    may not double; no double, take; no double, beaver
    """

    __module__ = "gammon"

    UNAVAILABLE = 0
    """The player on roll may not double."""

    NO_DOUBLE = 1
    """Do not double; a double would be taken."""

    NO_DOUBLE_BEAVER = 2
    """Do not double; a double would be beavered."""

    OPTIONAL_DOUBLE_TAKE = 3
    """Doubling and not doubling are worth the same; a double is taken."""

    OPTIONAL_DOUBLE_PASS = 4
    """Doubling and not doubling are worth the same; a double is passed."""

    DOUBLE_TAKE = 5
    """Double; the opponent takes."""

    DOUBLE_BEAVER = 6
    """Double; the opponent beavers."""

    DOUBLE_PASS = 7
    """Double; the opponent passes."""

    TOO_GOOD_TAKE = 8
    """Too good: playing on is worth more than a pass; a double would be taken."""

    TOO_GOOD_PASS = 9
    """Too good: playing on is worth more than a pass; a double would be passed."""

    def __repr__(self) -> str:
        return f"CubeAction.{self.name}"

    def __str__(self) -> str:
        return _ACTIONS[self]


class BeaverAnswer(Enum):
    """The doubler's answer to a beaver (R7.6)."""

    __module__ = "gammon"

    TAKE = 0
    """Play on; the cube is at four times its value before the double, and the beaverer owns it."""

    PASS = 1
    """Lose the game at twice the value before the double."""

    RACCOON = 2
    """Redouble once more; the cube stays with the beaverer."""

    def __repr__(self) -> str:
        return f"BeaverAnswer.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


_ACTIONS = {
    CubeAction.UNAVAILABLE: "may not double",
    CubeAction.NO_DOUBLE: "no double, take",
    CubeAction.NO_DOUBLE_BEAVER: "no double, beaver",
    CubeAction.OPTIONAL_DOUBLE_TAKE: "optional double, take",
    CubeAction.OPTIONAL_DOUBLE_PASS: "optional double, pass",
    CubeAction.DOUBLE_TAKE: "double, take",
    CubeAction.DOUBLE_BEAVER: "double, beaver",
    CubeAction.DOUBLE_PASS: "double, pass",
    CubeAction.TOO_GOOD_TAKE: "too good to double, take",
    CubeAction.TOO_GOOD_PASS: "too good to double, pass",
}
