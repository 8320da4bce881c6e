"""The directory of a training: which files there are, and that they belong together."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gammon.store.files import write_whole
from gammon.store.json import dump, format_name, parse
from gammon.training.config import Config, ConfigError

FORMAT, VERSION = "gammon training", 2
MANIFEST = "manifest.json"
LOG = "log.jsonl"
START = "start.gnn"
RECORD = 63
"""Bytes of a record: 52 counts, five probabilities of two bytes, and whether it is a sibling of the one before."""

_MOST_STEPS = 2**63

Records = npt.NDArray[np.uint8]


class Directory:
    """The files of one configuration's training, each of them whole or not there.

    ====================================  =====================================================================
    ``manifest.json``                     the format, the configuration, and the names of finished networks
    ``start.gnn``                         the network that plays first, if it is not a random one
    ``records-GENERATION-FIRSTGAME.npy``  records of some games, uint8 of shape ``(n, 63)``
    ``fit-GENERATION.checkpoint``         a line of JSON that says how far the fit is, and its bytes
    ``network-GENERATION.gnn``            what a generation has learnt
    ``log.jsonl``                         figures, a line each
    ====================================  =====================================================================

    Parameters
    ----------
    path
        The directory; made if it is not there.
    config
        What is trained in it.
    start
        The bytes and the name of the network that plays first; None for a random one, or that of the manifest.

    Raises
    ------
    ConfigError
        If the files in it belong to something else.
    OSError
        If a file cannot be read or written.
    """

    def __init__(self, path: Path, config: Config, start: tuple[bytes, str] | None = None) -> None:
        self.path = path
        self.config = config
        path.mkdir(parents=True, exist_ok=True)
        manifest = path / MANIFEST
        if manifest.exists():
            self._manifest = self._read_manifest(manifest)
            if start is not None and start[1] != self._manifest["start"]:
                raise ConfigError(f"{manifest}: the first games were played by another network than {start[1]}")
            return
        for pattern in ("records-*.npy", "fit-*.checkpoint", "network-*.gnn"):
            for stray in path.glob(pattern):
                raise ConfigError(f"{stray} is there without a {MANIFEST} that says what it belongs to")
        if start is not None:
            write_whole(path / START, start[0])
        self._manifest = {
            "format": format_name(FORMAT, VERSION),
            "config_hash": config.hash,
            "config": asdict(config),
            "start": None if start is None else start[1],
            "networks": [],
        }
        self._write_manifest()

    def _read_manifest(self, path: Path) -> dict[str, Any]:
        found = parse(path.read_bytes(), str(path), ConfigError)
        found.expect_format(FORMAT, VERSION)
        networks = found.texts("networks")
        start = None if found.value("start") is None else found.text("start")
        if found.text("config_hash") != self.config.hash:
            raise ConfigError(f"{path} is of another configuration; train this one in a directory of its own")
        return {
            "format": format_name(FORMAT, VERSION),
            "config_hash": self.config.hash,
            "config": found.value("config", None),
            "start": start,
            "networks": networks,
        }

    def _write_manifest(self) -> None:
        write_whole(self.path / MANIFEST, dump(self._manifest, indent=1).encode() + b"\n")

    @property
    def finished(self) -> int:
        """How many generations are finished."""
        return len(self._manifest["networks"])

    def start(self) -> tuple[bytes, str] | None:
        """Read the network that plays first, and its name; None for a random one."""
        name = self._manifest["start"]
        return None if name is None else ((self.path / START).read_bytes(), name)

    def network(self, generation: int) -> tuple[bytes, str]:
        """Read the network of a finished generation, and its name."""
        return self.network_path(generation).read_bytes(), self._manifest["networks"][generation]

    def network_path(self, generation: int) -> Path:
        """Say where a generation's network stands."""
        return self.path / f"network-{generation}.gnn"

    def finish(self, generation: int, network: bytes, name: str) -> None:
        """Keep what a generation has learnt."""
        write_whole(self.network_path(generation), network)
        self._manifest["networks"][generation:] = [name]
        self._write_manifest()

    def records_path(self, generation: int, first_game: int) -> Path:
        """Say where the records of some games stand."""
        return self.path / f"records-{generation}-{first_game}.npy"

    def write_records(self, generation: int, first_game: int, records: Records) -> None:
        """Keep the records of some games."""
        file = io.BytesIO()
        np.save(file, records)
        write_whole(self.records_path(generation, first_game), file.getvalue())

    def read_checkpoint(self, generation: int) -> tuple[dict[str, int], bytes] | None:
        """Read how far a fit is, and its bytes; None if it has not begun."""
        path = self._checkpoint_path(generation)
        try:
            header, _, fit = path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        state = parse(header, str(path), ConfigError)
        if state.text("config_hash") != self.config.hash:
            raise ConfigError(f"{path} is of another configuration")
        return {name: state.integer(name, 0, _MOST_STEPS) for name in ("generation", "step")}, fit

    def write_checkpoint(self, generation: int, step: int, fit: bytes) -> None:
        """Keep how far a fit is."""
        header = dump({"config_hash": self.config.hash, "generation": generation, "step": step}).encode()
        write_whole(self._checkpoint_path(generation), header + b"\n" + fit)

    def _checkpoint_path(self, generation: int) -> Path:
        return self.path / f"fit-{generation}.checkpoint"

    def log(self, figures: Mapping[str, object]) -> None:
        """Add a line of figures."""
        with (self.path / LOG).open("a", encoding="utf-8") as log:
            log.write(dump(figures) + "\n")


def load_records(path: Path) -> Records:
    """Open a file of records without reading it all.

    Raises
    ------
    ConfigError
        If it is none.
    """
    try:
        records = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:
        raise ConfigError(f"{path} is no file of records: {error}") from error
    if records.dtype != np.uint8 or records.ndim != 2 or records.shape[1] != RECORD:
        raise ConfigError(f"{path} is no file of records: {records.dtype} of shape {records.shape}")
    found: Records = records
    return found


class Library:
    """Records in many files, as if they stood in one array; what is not asked for is not read."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self._starts = np.cumsum([0, *(len(load_records(path)) for path in paths)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def siblings(self) -> npt.NDArray[np.bool_]:
        """Tell which records are siblings of the one before."""
        flags = [load_records(path)[:, -1] != 0 for path in self._paths]
        found: npt.NDArray[np.bool_] = np.concatenate([np.zeros(0, np.bool_), *flags])
        return found

    def take(self, numbers: npt.NDArray[np.int64]) -> Records:
        """Read the records with these numbers, in this order."""
        records = np.empty((len(numbers), RECORD), np.uint8)
        files = np.searchsorted(self._starts, numbers, side="right") - 1
        by_file = np.argsort(files, kind="stable")
        ends = np.searchsorted(files[by_file], np.arange(len(self._paths)), side="right")
        start = 0
        for path, first, end in zip(self._paths, self._starts, ends.tolist(), strict=False):
            rows = by_file[start:end]
            start = end
            if len(rows):
                records[rows] = load_records(path)[numbers[rows] - first]
        return records
