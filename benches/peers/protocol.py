"""What an adapter of a peer can be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from benches.peers.positions import Boards, Offsets, Rolls, Workload

Rates = Mapping[str, float]
"""Things a second, by the way in which they were asked for (``"keys"``, ``"boards"``, ``"batch"`` …)."""


class PeerMissingError(ImportError):
    """The peer is not installed."""


class Peer(Protocol):
    """One engine. A method answers `None` where the engine has no such thing.

    An adapter imports its engine in ``__init__`` and nowhere else, and converts positions to the engine's own
    form before the clock starts.
    """

    name: str
    notes: tuple[str, ...]

    def version(self) -> str:
        """Name the version that is installed."""
        ...

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets] | None:
        """Give the positions after every legal play, seen from the player who moved."""
        ...

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates | None:
        """Time the legal plays of mid-game positions: a call is one position and one roll."""
        ...

    def random_games_rate(self, seconds: float) -> Rates | None:
        """Time whole games of uniformly random plays."""
        ...

    def evaluations_rate(self, boards: Boards, seconds: float) -> Rates | None:
        """Time static evaluations, each position new to the engine."""
        ...

    def decisions_rate(self, workload: Workload, seconds: float) -> Rates | None:
        """Time the choice of plays by static evaluation, each position new to the engine."""
        ...

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> Rates | None:
        """Time the choice of plays by looking two plies ahead, with the engine's usual filter."""
        ...
