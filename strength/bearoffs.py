"""Error of the winning chance in bear-offs, against exact solutions.

Two kinds of positions are drawn: low stacks, with 4 to 9 checkers of each side on points 1 to 3, and mixed bear-offs,
with 3 to 9 checkers of each side anywhere in the home board. The exact winning chances are those that
`gammon.cube_decision` solves; positions that lead to too many others for that are left out.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rich.table import Table

import gammon as bg

COUNT = 1000
"""Positions of each kind."""

_KINDS = {"low stacks": ((4, 9), 3), "mixed": ((3, 9), 6)}
"""The range of the number of checkers of a side, and the highest point."""

_MOST_ARRANGEMENTS = 1_200_000
"""Positions that lead to more others than this are not solved."""


@dataclass(frozen=True, kw_only=True)
class Error:
    """Errors of an engine's winning chances in one kind of position."""

    kind: str
    engine: str
    solved: int
    mean: float
    largest: float
    per_second: float


def drawn(kind: str, count: int, seed: int) -> npt.NDArray[np.uint8]:
    """Draw boards, shape ``(count, 2, 26)``."""
    (least, most), points = _KINDS[kind]
    rng = np.random.default_rng(seed)
    boards = np.zeros((count, 2, 26), np.uint8)
    for side in boards.reshape(-1, 26):
        places = rng.integers(1, points + 1, rng.integers(least, most + 1))
        side[:] = np.bincount(places, minlength=26)
        side[0] = 15 - len(places)
    return boards


def measure(count: int = COUNT, seed: int = 1) -> list[Error]:
    """Measure the default tables and the network alone, at some depths."""
    engines = {
        "tables": bg.Engine(tables=bg.tables.DEFAULT),
        "tables, 1-ply": bg.Engine(tables=bg.tables.DEFAULT, ply=1),
        "tables, 2-ply": bg.Engine(tables=bg.tables.DEFAULT, ply=2),
        "network": bg.Engine(tables=()),
        "network, 2-ply": bg.Engine(tables=(), ply=2),
    }
    found = []
    for kind in _KINDS:
        boards = drawn(kind, count, seed)
        boards = boards[[_arrangements(board[0]) * _arrangements(board[1]) <= _MOST_ARRANGEMENTS for board in boards]]
        exact = np.array([bg.cube_decision(bg.Position.from_array(board)).outcome.win for board in boards])
        for name, engine in engines.items():
            bg.batch.evaluate(boards[:1], engine=engine)
            started = time.perf_counter()
            errors = np.abs(bg.batch.evaluate(boards, engine=engine)[:, 0] - exact)
            seconds = time.perf_counter() - started
            figures = {"mean": float(errors.mean()), "largest": float(errors.max())}
            found.append(Error(kind=kind, engine=name, solved=len(boards), per_second=len(boards) / seconds, **figures))
    return found


def tabulate(errors: list[Error]) -> Table:
    """Return a table of the errors."""
    table = Table(title="Error of the winning chance in bear-offs")
    for heading in ("positions", "engine", "solved", "mean error", "largest error", "evaluations a second"):
        table.add_column(heading, justify="left" if heading in ("positions", "engine") else "right")
    for error in errors:
        figures = (f"{error.mean:.7f}", f"{error.largest:.7f}", f"{error.per_second:,.0f}")
        table.add_row(error.kind, error.engine, str(error.solved), *figures)
    return table


def _arrangements(side: npt.NDArray[np.uint8]) -> int:
    """Count the arrangements that a side's plays lead to: those with no more checkers than it beyond any point."""
    ways = [1]
    most = 0
    for point in range(6, 0, -1):
        most += int(side[point])
        sums = np.cumsum(np.pad(ways, (0, most + 1 - len(ways))))
        ways = sums.tolist()
    return sum(ways)
