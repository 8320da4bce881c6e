"""A folder of decisions that were drawn and of what judges said, so that nothing is judged twice.

===========================  =========================================================================
``decisions-SEED-COUNT.npz``  the decisions that were drawn, and who played the games
``JUDGE.npz``                 positions after a play that a judge has seen, and their equities for the mover
===========================  =========================================================================

A judge's name holds its version and depth (and gammon's the network), so that another version starts a file of its own.
Every file is whole or not there.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benches.peers.adapters.common import import_peer
from benches.peers.positions import Boards, swapped
from strength.judges import Equities, Judge
from strength.work import Advance, in_order

FORMAT = "gammon strength 1"
PART = 50
"""Positions that a judge is given at once, and after which the file is written anew."""


class CacheError(ValueError):
    """A file of the cache is damaged or something else."""


def write(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays so that a half-written file is never found under its name."""
    file = io.BytesIO()
    np.savez_compressed(file, format=np.array(FORMAT), **arrays)  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(file.getvalue())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read(path: Path, names: tuple[str, ...]) -> dict[str, npt.NDArray[Any]] | None:
    """Read the arrays of a file; None if there is no such file.

    Raises
    ------
    CacheError
        If the file is no such file.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            if str(file["format"]) != FORMAT:
                raise CacheError(f"{path} is of another format than {FORMAT!r}; remove it")
            return {name: file[name] for name in names}
    except FileNotFoundError:
        return None
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, ValueError) as error:
        if isinstance(error, CacheError):
            raise
        raise CacheError(f"{path} is damaged ({error}); remove it") from error


def identities(boards: Boards) -> npt.NDArray[np.bytes_]:
    """Name positions after a play, shape ``(n, 2, 26)``, by their position IDs with the opponent on roll."""
    ids: npt.NDArray[np.bytes_] = import_peer("gammon").batch.to_gnubg_ids(swapped(boards))
    return ids


class Ask:
    """Asks a judge, which is made where it is asked first: in this process or in another."""

    def __init__(self, maker: Callable[[], Judge]) -> None:
        self._maker = maker
        self._judge: Judge | None = None

    def __call__(self, boards: Boards) -> Equities:
        """Evaluate positions after a play."""
        if self._judge is None:
            self._judge = self._maker()
        return self._judge.equities(boards)


class Judged:
    """What one judge has said, and is still to say.

    Parameters
    ----------
    folder
        The cache.
    maker
        Makes the judge; picklable where several processes ask.

    Raises
    ------
    PeerMissingError
        If the judge is not installed.
    CacheError
        If its file is damaged.
    """

    def __init__(self, folder: Path, maker: Callable[[], Judge]) -> None:
        self._maker = maker
        self.name = maker().name
        self.path = folder / f"{re.sub(r'[^A-Za-z0-9.-]+', '-', self.name)}.npz"
        self._known = self._stored()

    def _stored(self) -> dict[bytes, float]:
        stored = read(self.path, ("judge", "positions", "equities"))
        if stored is None:
            return {}
        if str(stored["judge"]) != self.name:
            raise CacheError(f"{self.path} is of the judge {stored['judge']}, not of {self.name}; remove it")
        return dict(zip(stored["positions"].tolist(), stored["equities"].tolist(), strict=True))

    def _store(self) -> None:
        # Another run may have added to it.
        self._known = {**self._stored(), **self._known}
        arrays = {
            "judge": np.array(self.name),
            "positions": np.array(list(self._known), dtype="S14"),
            "equities": np.array(list(self._known.values()), dtype=np.float64),
        }
        write(self.path, arrays)

    def missing(self, boards: Boards) -> Boards:
        """List the different positions among these that the judge has not seen."""
        ids, first = np.unique(identities(boards), return_index=True)
        new = [index for name, index in zip(ids.tolist(), first.tolist(), strict=True) if name not in self._known]
        return boards[sorted(new)]

    def judge(self, boards: Boards, *, processes: int = 1, advance: Advance = lambda _: None) -> None:
        """Have positions judged that were not; what is done is kept if this is interrupted."""
        new = self.missing(boards)
        parts = [new[start : start + PART] for start in range(0, len(new), PART)]
        for part, equities in in_order(Ask(self._maker), parts, processes=processes):
            self._known.update(zip(identities(part).tolist(), equities.tolist(), strict=True))
            self._store()
            advance(len(part))

    def equities(self, boards: Boards) -> Equities:
        """Look up what the judge said; it must have been asked.

        Returns
        -------
        numpy.ndarray
            Cubeless equities of who moved, shape ``(n,)``.
        """
        return np.array([self._known[name] for name in identities(boards).tolist()], dtype=np.float64)
