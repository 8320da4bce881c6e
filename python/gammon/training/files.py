"""The files of a training directory, and checks that they belong together."""

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
"""Bytes of a record: 52 counts, five 2-byte probabilities, and the sibling flag."""

_MOST_STEPS = 2**63

Records = npt.NDArray[np.uint8]


class Directory:
    """The files of one training run. Each is written atomically: it is either complete or absent.

    ====================================  =====================================================================
    ``manifest.json``                     the format, the configuration, and the names of finished networks
    ``start.gnn``                         the network of the first games, if not a random one
    ``records-GENERATION-FIRSTGAME.npy``  records of some games, uint8 of shape ``(n, 63)``
    ``fit-GENERATION.checkpoint``         a line of JSON with the steps done, and the fit's bytes
    ``network-GENERATION.gnn``            the network of a generation
    ``log.jsonl``                         statistics, one JSON object a line
    ====================================  =====================================================================

    Parameters
    ----------
    path
        The directory; created if it does not exist.
    config
        The configuration being trained.
    start
        Weights and name of the network that plays the first games; None for a random one, or that of the manifest.

    Raises
    ------
    ConfigError
        If the files in it belong to another training run.
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
                raise ConfigError(
                    f"start: expected network {self._manifest['start']}, as in {manifest}, got {start[1]}"
                )
            return
        for pattern in ("records-*.npy", "fit-*.checkpoint", "network-*.gnn"):
            for stray in path.glob(pattern):
                raise ConfigError(
                    f"{path}: expected a new or empty directory, or one with a {MANIFEST}, got {stray.name} without it"
                )
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
            raise ConfigError(f"{path} belongs to another configuration; use a separate directory for this one")
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
        """Number of finished generations."""
        return len(self._manifest["networks"])

    def start(self) -> tuple[bytes, str] | None:
        """Read the network of the first games, and its name; None for a random one."""
        name = self._manifest["start"]
        return None if name is None else ((self.path / START).read_bytes(), name)

    def network(self, generation: int) -> tuple[bytes, str]:
        """Read the network of a finished generation, and its name."""
        return self.network_path(generation).read_bytes(), self._manifest["networks"][generation]

    def network_path(self, generation: int) -> Path:
        """Return the path of a generation's network."""
        return self.path / f"network-{generation}.gnn"

    def finish(self, generation: int, network: bytes, name: str) -> None:
        """Store the network of a finished generation."""
        write_whole(self.network_path(generation), network)
        self._manifest["networks"][generation:] = [name]
        self._write_manifest()

    def records_path(self, generation: int, first_game: int) -> Path:
        """Return the path of the records that begin with a given game."""
        return self.path / f"records-{generation}-{first_game}.npy"

    def write_records(self, generation: int, first_game: int, records: Records) -> None:
        """Store the records of some games."""
        file = io.BytesIO()
        np.save(file, records)
        write_whole(self.records_path(generation, first_game), file.getvalue())

    def read_checkpoint(self, generation: int) -> tuple[dict[str, int], bytes] | None:
        """Read a checkpoint: its generation and step, and the fit's bytes; None if there is none."""
        path = self._checkpoint_path(generation)
        try:
            header, _, fit = path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        state = parse(header, str(path), ConfigError)
        if state.text("config_hash") != self.config.hash:
            raise ConfigError(f"{path} belongs to another configuration")
        return {name: state.integer(name, 0, _MOST_STEPS) for name in ("generation", "step")}, fit

    def write_checkpoint(self, generation: int, step: int, fit: bytes) -> None:
        """Store a checkpoint of a fit."""
        header = dump({"config_hash": self.config.hash, "generation": generation, "step": step}).encode()
        write_whole(self._checkpoint_path(generation), header + b"\n" + fit)

    def _checkpoint_path(self, generation: int) -> Path:
        return self.path / f"fit-{generation}.checkpoint"

    def log(self, figures: Mapping[str, object]) -> None:
        """Append a line to the log."""
        with (self.path / LOG).open("a", encoding="utf-8") as log:
            log.write(dump(figures) + "\n")


def load_records(path: Path) -> Records:
    """Memory-map a records file.

    Raises
    ------
    ConfigError
        If it is not a records file.
    """
    try:
        records = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:
        raise ConfigError(f"{path} is not a records file: {error}") from error
    if records.dtype != np.uint8 or records.ndim != 2 or records.shape[1] != RECORD:
        raise ConfigError(
            f"{path} is not a records file: expected uint8 of shape (n, {RECORD}), "
            f"got {records.dtype} of shape {records.shape}"
        )
    found: Records = records
    return found


class Library:
    """Records in many files, indexed like one array; only requested records are read."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self._starts = np.cumsum([0, *(len(load_records(path)) for path in paths)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def siblings(self) -> npt.NDArray[np.bool_]:
        """Return which records are siblings of the one before."""
        flags = [load_records(path)[:, -1] != 0 for path in self._paths]
        found: npt.NDArray[np.bool_] = np.concatenate([np.zeros(0, np.bool_), *flags])
        return found

    def take(self, numbers: npt.NDArray[np.int64]) -> Records:
        """Read the records with the given indices, in their order."""
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
