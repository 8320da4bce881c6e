"""Match equity lookup in tables as they are printed (R8.1, R8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class EquityError(ValueError):
    """A score or table that cannot be evaluated; the message says which."""


@dataclass(frozen=True, kw_only=True)
class MatchEquities:
    """A match equity table.

    Attributes
    ----------
    pre_crawford
        Player 0's match winning chance before the Crawford game, or in it if a player needs 1. Rows are the points that
        player 0 needs, columns those that player 1 needs, both from 1.
    post_crawford
        For player 0 and for player 1, the trailer's match winning chance after the Crawford game, by the points that
        the trailer needs, from 1.
    """

    pre_crawford: Sequence[Sequence[float]]
    post_crawford: tuple[Sequence[float], Sequence[float]]

    def chance(self, needs: tuple[int, int], *, player: int, crawford_is_over: bool) -> float:
        """Return a player's match winning chance at the start of a game.

        Parameters
        ----------
        needs
            Points that players 0 and 1 need.
        player
            The player, 0 or 1, whose chance is returned.
        crawford_is_over
            Whether the Crawford game has been played.

        Raises
        ------
        EquityError
            If the score is outside the table.
        """
        if player == 1:
            return 1 - self.chance(needs, player=0, crawford_is_over=crawford_is_over)
        mine, theirs = needs
        if mine <= 0:
            return 1.0
        if theirs <= 0:
            return 0.0
        if max(needs) > len(self.pre_crawford):
            raise EquityError(f"expected at most {len(self.pre_crawford)} points needed, got {max(needs)}")
        if crawford_is_over and theirs == 1 and mine > 1:
            return self.post_crawford[0][mine - 1]
        if crawford_is_over and mine == 1 and theirs > 1:
            return 1 - self.post_crawford[1][theirs - 1]
        return self.pre_crawford[mine - 1][theirs - 1]
