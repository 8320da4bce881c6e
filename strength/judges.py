"""Engines as judges: what positions after a play are worth to whoever made it."""

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
"""Cubeless equities, points per game, shape ``(n,)``."""


def points_won(boards: Boards) -> npt.NDArray[np.int64]:
    """Say for each board how many points the player of side 0 has just won: 0 while the game goes on, else 1 to 3."""
    won = boards[:, 0, OFF] == CHECKERS
    gammon = won & (boards[:, 1, OFF] == 0)
    backgammon = gammon & (boards[:, 1, 19 : BAR + 1].any(axis=1))
    points: npt.NDArray[np.int64] = won.astype(np.int64) + gammon + backgammon
    return points


def load_network(weights: bytes | None) -> Network:
    """Make a network of gammon's from its weights; the one that comes with it if None.

    Raises
    ------
    gammon.WeightsError
        If these are none.
    """
    networks = import_peer("gammon").Network
    network: Network = networks.shipped() if weights is None else networks(weights)
    return network


class Judge(Protocol):
    """Who says what positions are worth."""

    name: str

    def equities(self, boards: Boards) -> Equities:
        """Evaluate positions after a play, shape ``(n, 2, 26)``, for side 0, who moved."""
        ...

    def wins(self, boards: Boards) -> Equities:
        """Give the chance that the player on roll, side 0, wins, shape ``(n,)``."""
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
        """Evaluate positions after a play."""
        win, gammon, backgammon, lose_gammon, lose_backgammon = self._evaluate(swapped(boards)).T
        # Seen by the opponent, who is on roll.
        equities: Equities = 1 - 2 * win - gammon - backgammon + lose_gammon + lose_backgammon
        return equities

    def wins(self, boards: Boards) -> Equities:
        """Give the chance that the player on roll wins."""
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
        """Evaluate positions after a play. Finished games get their exact value: the engine's is noise."""
        won = points_won(boards)
        return np.array([points if points else self._equity(board) for board, points in zip(boards, won, strict=True)])

    def _equity(self, board: Boards) -> float:
        """Ask the engine about the opponent, who is on roll."""
        native = gnubg_nn.to_native(board[::-1])
        win, gammon, backgammon, lose_gammon, lose_backgammon = self._engine.probabilities(native, self._ply)
        return float(1 - 2 * win - gammon - backgammon + lose_gammon + lose_backgammon)

    def wins(self, boards: Boards) -> Equities:
        """Give the chance that the player on roll wins."""
        return np.array([self._engine.probabilities(gnubg_nn.to_native(board), self._ply)[0] for board in boards])


class BgsageJudge:
    """bgsage. What it calls n-ply looks n - 1 plies ahead as counted here."""

    def __init__(self, ply: int) -> None:
        self._adapter = bgsage.Adapter()
        self._nets = self._adapter.deeper(ply) if ply else None
        self.name = f"bgsage {version_of('bgsage')} {ply}-ply"

    def equities(self, boards: Boards) -> Equities:
        """Evaluate positions after a play."""
        return self._adapter.equities_after(boards, self._nets)

    def wins(self, boards: Boards) -> Equities:
        """Give the chance that the player on roll wins: the opponent has moved."""
        return 1 - self._adapter.wins_after(swapped(boards), self._nets)


DEPTH = 2
"""Plies that a judge looks ahead unless told otherwise; bgsage calls this 3."""

JUDGES = ("gnubg-nn", "bgsage", "gammon")
"""Who can judge."""


@dataclass(frozen=True, kw_only=True)
class JudgeSpec:
    """A judge that another process can make for itself."""

    engine: str
    ply: int = DEPTH
    network: bytes | None = None
    """The weights, for gammon only; the network that comes with it if None."""

    def __post_init__(self) -> None:
        """Refuse an engine that there is not.

        Raises
        ------
        ValueError
            If there is no such judge.
        """
        if self.engine not in JUDGES:
            raise ValueError(f"no judge {self.engine!r}; there are {', '.join(JUDGES)}")

    def __call__(self) -> Judge:
        """Make the judge.

        Raises
        ------
        PeerMissingError
            If the engine is not installed.
        """
        if self.engine == "gammon":
            return GammonJudge(self.ply, self.network)
        return GnubgNNJudge(self.ply) if self.engine == "gnubg-nn" else BgsageJudge(self.ply)
