"""The values of no double and of double/take, measured by playing positions out many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import gammon as bg
from benches.peers.positions import Boards, Rolls
from strength.cube_decisions.games import NetworkPolicy, Policy, Table
from strength.cube_decisions.scores import worth, worth_of
from strength.work import Advance, in_order

BLOCK = 36
"""Games in a block, one for each of the 36 first rolls."""
PART = 12
"""Positions played out side by side."""
FIRST_GAME = 1 << 32
"""Number of the first game whose dice the judge uses; lower numbers are for drawing positions."""
FIRST_ROLLS: Rolls = np.array(
    [(max(first, second), min(first, second)) for first in range(1, 7) for second in range(1, 7)], np.uint8
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Task:
    """Positions with the same score and the same cube, all as the player on roll sees them."""

    rows: npt.NDArray[np.int64]
    """Numbers of the positions, shape ``(n,)``. The dice of a position depend only on the seed and its number."""
    boards: Boards
    scoring: bg.Scoring
    cube: bg.Cube

    def parts(self) -> Iterator[Task]:
        """Yield the task in parts of at most `PART` positions."""
        for start in range(0, len(self.rows), PART):
            some = slice(start, start + PART)
            yield Task(rows=self.rows[some], boards=self.boards[some], scoring=self.scoring, cube=self.cube)


@dataclass(frozen=True, kw_only=True, eq=False)
class Values:
    """Values for the player on roll: points per unit of the cube for money, the match-winning chance in a match."""

    branches: npt.NDArray[np.float64]
    """Mean of each block of games, without a double and after double/take, shape ``(n, blocks, 2)``."""
    passed: npt.NDArray[np.float64]
    """Exact value of double/pass, shape ``(n,)``."""


def standard_errors(branches: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the standard errors of no double, of double/take and of their difference, shape ``(n, 3)``."""
    three = np.concatenate([branches, branches[:, :, 1:] - branches[:, :, :1]], axis=2)
    errors: npt.NDArray[np.float64] = three.std(axis=1, ddof=1) / three.shape[1] ** 0.5
    return errors


@dataclass(frozen=True, kw_only=True)
class Judge:
    """Values positions by playing them out."""

    trials: int
    """Games per position and branch, a multiple of 72."""
    seed: int
    policy: Callable[[], Policy] = NetworkPolicy

    def __post_init__(self) -> None:
        """Check that the games can be split into two halves of whole blocks."""
        if self.trials <= 0 or self.trials % (2 * BLOCK):
            raise ValueError(f"trials must be a positive multiple of {2 * BLOCK}, got {self.trials}")

    def __call__(self, task: Task) -> Values:
        """Play out every position in both branches."""
        passed = np.full(len(task.rows), worth(task.scoring, task.cube.value))
        branches = []
        for cube in (task.cube, task.cube.doubled()):
            table = Table(np.repeat(task.boards, self.trials, axis=0), task.scoring, cube, self.policy())
            self._play_out(table, task.rows)
            values = worth_of(task.scoring, table.points).reshape(len(task.rows), -1, BLOCK)
            branches.append(values.mean(axis=2))
        scale = 1.0 if task.scoring.is_match else 1.0 / task.cube.value
        return Values(branches=scale * np.stack(branches, axis=2), passed=scale * passed)

    def _play_out(self, table: Table, rows: npt.NDArray[np.int64]) -> None:
        """Play every game to the end. On the first turn nobody doubles, since the branch fixes that decision."""
        rolls: Rolls = np.tile(FIRST_ROLLS, (len(rows) * self.trials // BLOCK, 1))
        turn = 0
        while len(table.running):
            if turn:
                table.double()
                rolls = np.concatenate([self._rolls(row, turn) for row in rows.tolist()])
            table.play(rolls)
            turn += 1

    def _rolls(self, row: int, turn: int) -> Rolls:
        """Roll the dice of a turn in all games of a row; every row has its own range of game numbers."""
        return bg.batch.rolls(
            self.trials, seed=self.seed, turn=turn, first_game=FIRST_GAME + row * self.trials, threads=1
        )


def judge(
    tasks: Sequence[Task], play_out: Judge, *, processes: int = 1, advance: Advance = lambda _: None
) -> dict[int, tuple[npt.NDArray[np.float64], float]]:
    """Play out all positions of the tasks.

    Returns
    -------
    dict
        For each row, the block means of both branches, shape ``(blocks, 2)``, and the value of double/pass; see
        `Values`.
    """
    found = {}
    parts = [part for task in tasks for part in task.parts()]
    for part, values in in_order(play_out, parts, processes=processes):
        for row, branches, passed in zip(part.rows.tolist(), values.branches, values.passed.tolist(), strict=True):
            found[row] = (branches, passed)
        advance(len(part.rows))
    return found
