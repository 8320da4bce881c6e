"""The positions on which all peers are measured: the golden file's, and a large pool generated from them."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Boards = npt.NDArray[np.uint8]
"""Checker counts, shape ``(n, 2, 26)``: player on roll, then opponent; off, points 1 to 24, bar."""

Rolls = npt.NDArray[np.uint8]
"""Rolls, shape ``(n, 2)``, the larger number first."""

Offsets = npt.NDArray[np.int64]
"""Where each roll's results begin, shape ``(n + 1,)``."""

PlayGenerator = Callable[[Boards, Rolls], tuple[Boards, Offsets]]

OFF, BAR = 0, 25
CHECKERS = 15
GOLDEN = Path("tests/golden/legal_plays_random.jsonl")


@dataclass(frozen=True, kw_only=True)
class Case:
    """One position and roll of the golden file, with the expected results."""

    position_id: str
    roll: tuple[int, int]
    count: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class Workload:
    """Boards and rolls to measure with; row ``i`` of ``boards`` is played with row ``i`` of ``rolls``."""

    boards: Boards
    rolls: Rolls

    def __len__(self) -> int:
        """Return the number of pairs of position and roll."""
        return len(self.boards)

    def pairs(self) -> Iterable[tuple[Boards, tuple[int, int]]]:
        """Yield each board, shape ``(2, 26)``, with its dice as plain integers."""
        for board, roll in zip(self.boards, self.rolls.tolist(), strict=True):
            yield board, (roll[0], roll[1])


def decode_position_id(text: str) -> Boards:
    """Return the board, shape ``(2, 26)``, of a GNU Backgammon position ID."""
    stored = int.from_bytes(base64.b64decode(text + "=="), "little")
    board = np.zeros((2, 26), dtype=np.uint8)
    for side in (1, 0):
        for place in range(1, 26):
            while stored & 1:
                board[side, place] += 1
                stored >>= 1
            stored >>= 1
        board[side, OFF] = CHECKERS - int(board[side, 1:].sum())
    return board


def encode_position_id(board: Boards) -> str:
    """Return the GNU Backgammon position ID of one board, shape ``(2, 26)``."""
    stored = shift = 0
    for side in (1, 0):
        for count in board[side, 1:].tolist():
            stored |= ((1 << count) - 1) << shift
            shift += count + 1
    return base64.b64encode(stored.to_bytes(10, "little")).decode().rstrip("=")


def swapped(boards: Boards) -> Boards:
    """Return the boards with their two sides swapped, so that the opponent is on roll."""
    return np.ascontiguousarray(boards[:, ::-1])


def read_golden(path: Path = GOLDEN) -> tuple[Workload, list[Case]]:
    """Read the golden file: positions, each with all 21 rolls."""
    boards: list[Boards] = []
    rolls: list[tuple[int, int]] = []
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        board = decode_position_id(entry["position_id"])
        for name, (count, digest, *_) in entry["rolls"].items():
            roll = (int(name[0]), int(name[1]))
            boards.append(board)
            rolls.append(roll)
            cases.append(Case(position_id=entry["position_id"], roll=roll, count=count, digest=digest))
    return Workload(boards=np.array(boards), rolls=np.array(rolls, dtype=np.uint8)), cases


def count_disagreements(workload: Workload, cases: list[Case], generator: PlayGenerator) -> int:
    """Return the number of golden rolls for which ``generator`` does not return exactly the golden results.

    For a roll that cannot be played, no result or the position itself is accepted.
    """
    positions, offsets = generator(workload.boards, workload.rolls)
    wrong = 0
    for index, case in enumerate(cases):
        results = positions[offsets[index] : offsets[index + 1]]
        names = {encode_position_id(result) for result in results} - {case.position_id}
        digest = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[: len(case.digest)]
        wrong += len(names) != case.count or digest != case.digest
    return wrong


def is_over(boards: Boards) -> npt.NDArray[np.bool_]:
    """Return for each board whether either player has borne off all checkers."""
    over: npt.NDArray[np.bool_] = (boards[:, :, OFF] == CHECKERS).any(axis=1)
    return over


def distinct(boards: Boards) -> Boards:
    """Return the distinct boards in a fixed order."""
    flat = np.ascontiguousarray(boards.reshape(len(boards), 52)).view(np.dtype((np.void, 52)))
    _, first = np.unique(flat, return_index=True)
    return boards[first]


def random_rolls(rng: np.random.Generator, count: int) -> Rolls:
    """Return ``count`` random rolls, the larger number first."""
    dice = rng.integers(1, 7, size=(count, 2), dtype=np.uint8)
    return np.ascontiguousarray(np.sort(dice, axis=1)[:, ::-1])


def grow_pool(workload: Workload, generator: PlayGenerator, *, seed: int, each: int = 8) -> Boards:
    """Return distinct unfinished positions, each one or two turns after a golden one.

    Engines cache evaluations, so repeating a short list of positions would time a hash table. This pool is large
    enough that every position is evaluated only once.

    Parameters
    ----------
    workload
        The golden positions and rolls.
    generator
        Lists the legal plays to follow.
    seed
        Seed of the dice of the second turn and of the order of the pool.
    each
        Number of results kept for each roll of the second turn.
    """
    rng = np.random.default_rng(seed)
    near, _ = generator(workload.boards, workload.rolls)
    near = distinct(swapped(near))
    near = near[~is_over(near)]
    rng.shuffle(near)
    parents = near[: min(len(near), 50_000)]
    results, offsets = generator(parents, random_rolls(rng, len(parents)))
    chosen = [
        rng.integers(start, stop, size=min(each, stop - start))
        for start, stop in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
        if stop > start
    ]
    far = swapped(results[np.concatenate(chosen)])
    pool = distinct(np.concatenate([near, far]))
    pool = pool[~is_over(pool)]
    rng.shuffle(pool)
    return pool
