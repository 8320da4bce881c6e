"""The interface of a peer's adapter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from benches.peers.positions import Boards, Offsets, Rolls, Workload

Rates = Mapping[str, float]
"""Rates per second, by the kind of call (``"keys"``, ``"boards"``, ``"batch"`` …)."""


class PeerMissingError(ImportError):
    """The peer is not installed."""


class Peer(Protocol):
    """One engine. A method returns `None` if the engine lacks the feature.

    An adapter imports its engine only in ``__init__``, and converts positions to the engine's form before it is timed.
    """

    name: str
    notes: tuple[str, ...]

    def version(self) -> str:
        """Return the installed version."""
        ...

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets] | None:
        """Return the positions after every legal play, seen by the player who moved."""
        ...

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates | None:
        """Time the legal plays of mid-game positions, counted in pairs of position and roll."""
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
        """Time the choice of plays by a 2-ply search with the engine's usual move filter."""
        ...
