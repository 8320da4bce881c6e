"""A folder that stores drawn decisions and judges' equities, so that no position is judged twice.

===========================  =========================================================================
``decisions-SEED-COUNT.npz``  the drawn decisions, and the engines that played the games
``JUDGE.npz``                 positions after a play that a judge has valued, and their equities for the mover
===========================  =========================================================================

A judge's name includes its version (for gammon, the network) and its depth, so a new version starts a new file.
Files are replaced atomically, so a partly written one is never read.
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
"""Positions given to a judge at once. The file is saved after each such part."""


class CacheError(ValueError):
    """A file of the cache is damaged, or does not hold what its name says."""


def write(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays to a temporary file and rename it, so that a partly written file is never read."""
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
    """Return the arrays ``names`` of a file, or None if the file does not exist.

    Raises
    ------
    CacheError
        If the file is damaged or has another format.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            if str(file["format"]) != FORMAT:
                raise CacheError(f"{path}: expected format {FORMAT!r}, got {str(file['format'])!r}; remove the file")
            return {name: file[name] for name in names}
    except FileNotFoundError:
        return None
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, ValueError) as error:
        if isinstance(error, CacheError):
            raise
        raise CacheError(f"{path} is damaged ({error}); remove the file") from error


def identities(boards: Boards) -> npt.NDArray[np.bytes_]:
    """Return position IDs, opponent on roll, for positions after a play, shape ``(n, 2, 26)``."""
    ids: npt.NDArray[np.bytes_] = import_peer("gammon").batch.to_gnubg_ids(swapped(boards))
    return ids


class Ask:
    """A function that evaluates positions with a judge.

    The judge is made at the first call, so that the function can be sent to another process without it.
    """

    def __init__(self, maker: Callable[[], Judge]) -> None:
        self._maker = maker
        self._judge: Judge | None = None

    def __call__(self, boards: Boards) -> Equities:
        """Return the mover's equities of positions after a play."""
        if self._judge is None:
            self._judge = self._maker()
        return self._judge.equities(boards)


class Judged:
    """A judge with a cache: positions it has valued are looked up, others are added.

    Parameters
    ----------
    folder
        The folder of the cache.
    maker
        Makes the judge; must be picklable if several processes are used.

    Raises
    ------
    PeerMissingError
        If the judge is not installed.
    CacheError
        If the judge's file is damaged or belongs to another judge.
    """

    def __init__(self, folder: Path, maker: Callable[[], Judge]) -> None:
        self._maker = maker
        self.name = maker().name
        self.path = folder / f"{re.sub(r'[^A-Za-z0-9.-]+', '-', self.name)}.npz"
        self._equities = self._stored()

    def _stored(self) -> dict[bytes, float]:
        stored = read(self.path, ("judge", "positions", "equities"))
        if stored is None:
            return {}
        if str(stored["judge"]) != self.name:
            raise CacheError(f"{self.path}: expected the judge {self.name}, got {stored['judge']}; remove the file")
        return dict(zip(stored["positions"].tolist(), stored["equities"].tolist(), strict=True))

    def _store(self) -> None:
        # Another run may have added positions since the file was read.
        self._equities = {**self._stored(), **self._equities}
        arrays = {
            "judge": np.array(self.name),
            "positions": np.array(list(self._equities), dtype="S14"),
            "equities": np.array(list(self._equities.values()), dtype=np.float64),
        }
        write(self.path, arrays)

    def missing(self, boards: Boards) -> Boards:
        """Return the distinct positions among ``boards`` that the judge has not valued yet."""
        ids, first = np.unique(identities(boards), return_index=True)
        new = [index for name, index in zip(ids.tolist(), first.tolist(), strict=True) if name not in self._equities]
        return boards[sorted(new)]

    def judge(self, boards: Boards, *, processes: int = 1, advance: Advance = lambda _: None) -> None:
        """Evaluate the positions that are not in the cache.

        The file is saved after each part, so that an interruption loses at most one, and ``advance`` is called with the
        number of positions in it.
        """
        new = self.missing(boards)
        parts = [new[start : start + PART] for start in range(0, len(new), PART)]
        for part, equities in in_order(Ask(self._maker), parts, processes=processes):
            self._equities.update(zip(identities(part).tolist(), equities.tolist(), strict=True))
            self._store()
            advance(len(part))

    def equities(self, boards: Boards) -> Equities:
        """Look up the judge's equities of positions that `judge` has evaluated.

        Returns
        -------
        numpy.ndarray
            Cubeless equities for the player who moved, shape ``(n,)``.
        """
        return np.array([self._equities[name] for name in identities(boards).tolist()], dtype=np.float64)
