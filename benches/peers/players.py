"""Engines as players: given positions and rolls, the position after the play that each would choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benches.peers.adapters import bgsage, gnubg_nn
from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import BAR, CHECKERS, OFF, Boards, Rolls, Workload


class Player(Protocol):
    """Whoever chooses plays by static evaluation, for cubeless money."""

    name: str

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll.

        Returns
        -------
        numpy.ndarray
            The positions after the plays, shape ``(n, 2, 26)``, still seen from the player who moved. A roll
            that cannot be played leaves the position as it was.
        """
        ...


class GammonPlayer:
    """gammon's network at zero plies, all positions in one call."""

    def __init__(self) -> None:
        self._batch = import_peer("gammon").batch
        self.name = f"gammon {version_of('gammon')}"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        # gammon hands the turn on; here the board stays the mover's.
        chosen: Boards = self._batch.best_plays(boards, rolls)[:, ::-1]
        return chosen


class GnubgNNPlayer:
    """gnubg-nn at zero plies."""

    def __init__(self) -> None:
        self._engine = import_peer("gnubg_nn")
        self.name = f"gnubg-nn {version_of('gnubg-nn')}"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        chosen: Boards = boards.copy()
        for index, (board, (first, second)) in enumerate(Workload(boards=boards, rolls=rolls).pairs()):
            native = gnubg_nn.to_native(board)
            _, key = self._engine.best_move(native, first, second, n=0, b=1)
            chosen[index] = self._after(key)
        return chosen

    def rank(self, board: Boards, roll: tuple[int, int]) -> list[tuple[Boards, float]]:
        """List the positions after every play, best first, with their 0-ply equities for the mover."""
        listed = self._engine.best_move(gnubg_nn.to_native(board), *roll, n=0, b=1, list=1)[2]
        return [(self._after(key), equity) for key, _, _, equity in listed]

    def _after(self, key: str) -> Boards:
        """Decode a key of `best_move`, which has the sides exchanged already."""
        mover, opponent = self._engine.board_from_position_key(key)
        return gnubg_nn.from_native((opponent, mover))


class BgsagePlayer:
    """bgsage at its 1-ply, which is zero plies here, by cubeless equity."""

    def __init__(self) -> None:
        self._adapter = bgsage.Adapter()
        self.name = f"bgsage {version_of('bgsage')}"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        chosen: Boards = boards.copy()
        results, offsets = self._adapter.plays(boards, rolls)
        if len(results):
            equities = self._adapter.equities_after(results)
            for index, (start, stop) in enumerate(zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)):
                if stop > start:
                    chosen[index] = results[start + int(np.argmax(equities[start:stop]))]
        return chosen


PLAYERS: dict[str, Callable[[], Player]] = {
    "gammon": GammonPlayer,
    "gnubg-nn": GnubgNNPlayer,
    "bgsage": BgsagePlayer,
}


def points_won(boards: Boards) -> npt.NDArray[np.int64]:
    """Say for each board how many points the player of side 0 has just won: 0 while the game goes on, else 1 to 3."""
    won = boards[:, 0, OFF] == CHECKERS
    gammon = won & (boards[:, 1, OFF] == 0)
    backgammon = gammon & (boards[:, 1, 19 : BAR + 1].any(axis=1))
    points: npt.NDArray[np.int64] = won.astype(np.int64) + gammon + backgammon
    return points
