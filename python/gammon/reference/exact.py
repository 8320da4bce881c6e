"""Exact values of a position with the cube, and what they become when the turn passes (R7, R8.2).

All values are for money, in points at a cube of 1, and belong to the player on roll. They hold before that player's
double: the player rolls without doubling now, and both sides double, take and pass perfectly from the next turn on.
There is no cube limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

TIE = 1e-9
"""Two choices whose equities differ by less are called equal. It is far above the rounding of floats and far below any
difference that matters."""


class CubeValues(NamedTuple):
    """Equities of the player on roll if they do not double this turn, by who may double.

    Attributes
    ----------
    centred
        Both may; the cube is in the centre.
    jacoby
        The same with the Jacoby rule: gammons count only once the cube has been turned.
    owned
        Only the player on roll may.
    opponent_owned
        Only the opponent may.
    """

    centred: float
    jacoby: float
    owned: float
    opponent_owned: float


def with_double(no_double: float, opponent_owned: float) -> float:
    """Return the equity of a player who may double before rolling.

    A double that is taken gives the cube, at twice the value, to the opponent; one that is passed wins 1 point. The
    opponent takes if that costs less.
    """
    return max(no_double, min(2 * opponent_owned, 1.0))


def after_turn(theirs: CubeValues) -> CubeValues:
    """Return what a player has who has finished a turn, from the values of the opponent, who is now on roll.

    The opponent may double now unless the player owns the cube. A cube that the player owns is one that the opponent
    does not, so the two kinds change places.
    """
    return CubeValues(
        centred=-with_double(theirs.centred, theirs.opponent_owned),
        jacoby=-with_double(theirs.jacoby, theirs.opponent_owned),
        owned=-theirs.opponent_owned,
        opponent_owned=-with_double(theirs.owned, theirs.opponent_owned),
    )


@dataclass(frozen=True, kw_only=True)
class Exact:
    """The exact value of a position for money.

    Attributes
    ----------
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
        Probabilities of the player on roll when both sides play for cubeless equity. Gammons include backgammons. Plays
        of equal equity may share wins and gammons differently, so only the equity is unique.
    cubeless
        Cubeless equity.
    cube
        Cubeful equities if the player on roll does not double this turn.
    """

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0
    cubeless: float
    cube: CubeValues

    @property
    def double_take(self) -> float:
        """Equity of a double that is taken, in units of the cube before it."""
        return 2 * self.cube.opponent_owned

    @property
    def centred_action(self) -> str:
        """What is right with the cube in the centre: ``"double"``, ``"no double"`` or ``"either"``."""
        return self._action(self.cube.centred)

    @property
    def jacoby_action(self) -> str:
        """What is right with the cube in the centre and the Jacoby rule, in the words of `centred_action`."""
        return self._action(self.cube.jacoby)

    @property
    def owned_action(self) -> str:
        """What is right for the owner of the cube, in the words of `centred_action`."""
        return self._action(self.cube.owned)

    @property
    def response(self) -> str:
        """How to answer a double: ``"take"``, ``"pass"`` or ``"either"``."""
        if abs(self.double_take - 1) < TIE:
            return "either"
        return "take" if self.double_take < 1 else "pass"

    def _action(self, no_double: float) -> str:
        doubled = min(self.double_take, 1.0)
        if abs(doubled - no_double) < TIE:
            return "either"
        return "double" if doubled > no_double else "no double"
