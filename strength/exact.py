"""Error of the winning chance where it is known exactly.

The positions have at most two checkers a side, and four in five of them have contact.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.table import Table

from benches.peers.positions import Boards, decode_position_id
from strength.judges import Judge

GOLDEN = Path("tests/golden/contact_2v2.jsonl")


@dataclass(frozen=True, kw_only=True)
class Error:
    """Errors of a judge's winning chances against the exact ones."""

    name: str
    mean_absolute: float
    root_mean_square: float
    largest: float


def read_exact(path: Path = GOLDEN) -> tuple[Boards, npt.NDArray[np.float64]]:
    """Read positions, shape ``(n, 2, 26)``, and the exact winning chances of the player on roll, shape ``(n,)``."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    boards = np.array([decode_position_id(line["position_id"]) for line in lines])
    return boards, np.array([line["win"] for line in lines])


def measure(judge: Judge, boards: Boards, wins: npt.NDArray[np.float64]) -> Error:
    """Compare a judge's winning chances with the exact ones."""
    errors = np.abs(judge.wins(boards) - wins)
    return Error(
        name=judge.name,
        mean_absolute=float(errors.mean()),
        root_mean_square=float((errors**2).mean() ** 0.5),
        largest=float(errors.max()),
    )


def tabulate(errors: list[Error], count: int) -> Table:
    """Return a table of the errors of all judges."""
    table = Table(title=f"Error of the winning chance in {count:,} positions with at most two checkers a side")
    for heading in ("", "mean absolute", "root mean square", "largest"):
        table.add_column(heading, justify="right" if heading else "left")
    for error in errors:
        figures = (error.mean_absolute, error.root_mean_square, error.largest)
        table.add_row(error.name, *(f"{figure:.4f}" for figure in figures))
    return table
