"""Match equities, looked up as the tables are printed (R8.1, R8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class EquityError(ValueError):
    """A score, cube or chance that there cannot be; the message says which."""


@dataclass(frozen=True, kw_only=True)
class MatchEquities:
    """A match equity table.

    Attributes
    ----------
    pre_crawford
        Rows by what player 0 needs, from 1, and in them what player 1 needs: player 0's chance of winning the match
        before the Crawford game, or in it where somebody needs 1.
    post_crawford
        For player 0 and for player 1, what he has after the Crawford game when he trails, by what he needs, from 1.
    """

    pre_crawford: Sequence[Sequence[float]]
    post_crawford: tuple[Sequence[float], Sequence[float]]

    def chance(self, needs: tuple[int, int], *, player: int, crawford_is_over: bool) -> float:
        """Give a player's chance of winning the match before a game.

        Parameters
        ----------
        needs
            Points that the players 0 and 1 need.
        player
            Whose chance, 0 or 1.
        crawford_is_over
            Whether the Crawford game has been played.

        Raises
        ------
        EquityError
            If the table does not reach so far.
        """
        if player == 1:
            return 1 - self.chance(needs, player=0, crawford_is_over=crawford_is_over)
        mine, his = needs
        if mine <= 0:
            return 1.0
        if his <= 0:
            return 0.0
        if max(needs) > len(self.pre_crawford):
            raise EquityError(f"the table has {len(self.pre_crawford)} rows, not {max(needs)}")
        if crawford_is_over and his == 1 and mine > 1:
            return self.post_crawford[0][mine - 1]
        if crawford_is_over and mine == 1 and his > 1:
            return 1 - self.post_crawford[1][his - 1]
        return self.pre_crawford[mine - 1][his - 1]
