"""Functions that several adapters share."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Iterable
from types import ModuleType

import numpy as np

from benches.peers.positions import Boards, Offsets
from benches.peers.protocol import PeerMissingError


def import_peer(module: str) -> ModuleType:
    """Import a peer's module.

    Raises
    ------
    PeerMissingError
        If it is not installed. Any other import error is passed on.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name == module.partition(".")[0]:
            raise PeerMissingError(module) from error
        raise


def version_of(distribution: str) -> str:
    """Return the installed version of a distribution."""
    return importlib.metadata.version(distribution)


def joined(results: Iterable[list[Boards]]) -> tuple[Boards, Offsets]:
    """Concatenate the results of many rolls; return them with the offset at which each roll's results begin."""
    boards: list[Boards] = []
    offsets = [0]
    for one in results:
        boards.extend(one)
        offsets.append(len(boards))
    stacked = np.array(boards, dtype=np.uint8).reshape(-1, 2, 26)
    return stacked, np.array(offsets, dtype=np.int64)
