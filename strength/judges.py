"""Engines as judges: they value the position after a play for the player who made it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from benches.peers.adapters import bgsage, gnubg_nn
from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import BAR, CHECKERS, OFF, Boards, swapped

if TYPE_CHECKING:
    from gammon import Network

Equities = npt.NDArray[np.float64]
"""Cubeless equities in points per game, shape ``(n,)``."""


def points_won(boards: Boards) -> npt.NDArray[np.int64]:
    """Return for each board the points that side 0 has won: 1 to 3 if it has borne off all its checkers, else 0."""
    won = boards[:, 0, OFF] == CHECKERS
    gammon = won & (boards[:, 1, OFF] == 0)
    backgammon = gammon & (boards[:, 1, 19 : BAR + 1].any(axis=1))
    points: npt.NDArray[np.int64] = won.astype(np.int64) + gammon + backgammon
    return points


def load_network(weights: bytes | None) -> Network:
    """Return gammon's network with these weights, or the shipped network if None.

    Raises
    ------
    gammon.WeightsError
        If ``weights`` is not a valid weight file.
    """
    networks = import_peer("gammon").Network
    network: Network = networks.shipped() if weights is None else networks(weights)
    return network


class Judge(Protocol):
    """An engine that values positions."""

    name: str

    def equities(self, boards: Boards) -> Equities:
        """Return the equities of side 0, which has just moved, in positions of shape ``(n, 2, 26)``."""
        ...

    def wins(self, boards: Boards) -> Equities:
        """Return the winning chances of side 0, which is on roll, shape ``(n,)``."""
        ...


class GammonJudge:
    """gammon itself, with one of its networks."""

    def __init__(self, ply: int, network: bytes | None = None) -> None:
        package = import_peer("gammon")
        self._batch = package.batch
        loaded = load_network(network)
        self._engine = package.Engine(loaded)
        self._ply = ply
        self.name = f"gammon {loaded.name} {ply}-ply"

    def equities(self, boards: Boards) -> Equities:
        """Return the mover's equities of positions after a play."""
        win, gammon, backgammon, lose_gammon, lose_backgammon = self._evaluate(swapped(boards)).T
        # The probabilities are those of the opponent, who is on roll, so the signs are reversed.
        equities: Equities = 1 - 2 * win - gammon - backgammon + lose_gammon + lose_backgammon
        return equities

    def wins(self, boards: Boards) -> Equities:
        """Return the winning chances of the player on roll."""
        return self._evaluate(boards)[:, 0]

    def _evaluate(self, boards: Boards) -> Equities:
        chances: Equities = self._batch.evaluate(boards, ply=self._ply, threads=1, engine=self._engine)
        return chances.astype(np.float64)


class GnubgNNJudge:
    """gnubg-nn."""

    def __init__(self, ply: int) -> None:
        self._engine = import_peer("gnubg_nn")
        self._ply = ply
        self.name = f"gnubg-nn {version_of('gnubg-nn')} {ply}-ply"

    def equities(self, boards: Boards) -> Equities:
        """Return the mover's equities of positions after a play.

        Finished games get their exact value, since gnubg-nn's output for them means nothing.
        """
        won = points_won(boards)
        return np.array([points if points else self._equity(board) for board, points in zip(boards, won, strict=True)])

    def _equity(self, board: Boards) -> float:
        """Return the mover's equity, computed from the engine's probabilities for the opponent, who is on roll."""
        native = gnubg_nn.to_native(board[::-1])
        win, gammon, backgammon, lose_gammon, lose_backgammon = self._engine.probabilities(native, self._ply)
        return float(1 - 2 * win - gammon - backgammon + lose_gammon + lose_backgammon)

    def wins(self, boards: Boards) -> Equities:
        """Return the winning chances of the player on roll."""
        return np.array([self._engine.probabilities(gnubg_nn.to_native(board), self._ply)[0] for board in boards])


class BgsageJudge:
    """bgsage. It counts plies from 1, so its n-ply is n - 1 plies here."""

    def __init__(self, ply: int) -> None:
        self._adapter = bgsage.Adapter()
        self._nets = self._adapter.deeper(ply) if ply else None
        self.name = f"bgsage {version_of('bgsage')} {ply}-ply"

    def equities(self, boards: Boards) -> Equities:
        """Return the mover's equities of positions after a play."""
        return self._adapter.equities_after(boards, self._nets)

    def wins(self, boards: Boards) -> Equities:
        """Return the winning chances of the player on roll, from those of the opponent, who has just moved."""
        return 1 - self._adapter.wins_after(swapped(boards), self._nets)


DEPTH = 2
"""Default number of plies that a judge searches; bgsage calls this 3-ply."""

JUDGES = ("gnubg-nn", "bgsage", "gammon")
"""Names of the engines that can judge."""


@dataclass(frozen=True, kw_only=True)
class JudgeSpec:
    """The parameters of a judge. Unlike a judge, they can be sent to another process, which makes the judge."""

    engine: str
    ply: int = DEPTH
    network: bytes | None = None
    """The weights, for gammon only; the shipped network if None."""

    def __post_init__(self) -> None:
        """Check the name of the engine.

        Raises
        ------
        ValueError
            If the engine is not in `JUDGES`.
        """
        if self.engine not in JUDGES:
            raise ValueError(f"unknown judge {self.engine!r}; expected one of {', '.join(JUDGES)}")

    def __call__(self) -> Judge:
        """Return the judge.

        Raises
        ------
        PeerMissingError
            If the engine is not installed.
        """
        if self.engine == "gammon":
            return GammonJudge(self.ply, self.network)
        return GnubgNNJudge(self.ply) if self.engine == "gnubg-nn" else BgsageJudge(self.ply)
