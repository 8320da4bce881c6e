"""The peers' adapters, one module each, and their list."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from benches.peers.protocol import Peer


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The module of a peer's adapter, and the package to install."""

    name: str
    requirement: str
    module: str


ENTRIES = (
    Entry(name="gammon", requirement="gammon", module="gammon_engine"),
    Entry(name="gnubg-nn", requirement="gnubg-nn", module="gnubg_nn"),
    Entry(name="gnubg", requirement="gnubg", module="gnubg_full"),
    Entry(name="bgsage", requirement="bgsage", module="bgsage"),
    Entry(name="open_spiel", requirement="open_spiel", module="open_spiel"),
    Entry(name="pgx", requirement="pgx", module="pgx"),
    Entry(name="gym-backgammon", requirement="gym-backgammon", module="gym_backgammon"),
)


def entry(name: str) -> Entry:
    """Find a peer by name.

    Raises
    ------
    KeyError
        If the name is not that of a peer.
    """
    return {known.name: known for known in ENTRIES}[name]


def load(name: str) -> Peer:
    """Import a peer and its adapter.

    Raises
    ------
    PeerMissingError
        If the peer is not installed.
    """
    module = importlib.import_module(f"{__name__}.{entry(name).module}")
    peer: Peer = module.Adapter()
    return peer
