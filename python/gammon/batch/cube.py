"""Cube decisions about many positions at once."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gammon._engine import ArgumentError, Cube, CubeAction, CubeModel, batch_cube_decisions
from gammon.batch.inputs import BoardsLike, read_boards
from gammon.engine import Engine, engine_or_default
from gammon.quoting import quote
from gammon.stakes import Stakes, StakesLike, read_stakes
from gammon.typing import Progress


@dataclass(frozen=True, kw_only=True, eq=False)
class CubeDecisions:
    """What each decision about the cube is worth in many positions, and what is right, as of `gammon.CubeDecision`.

    Everything is seen by the player on roll of each row. All arrays have shape ``(n,)`` unless they say otherwise.
    """

    no_double: npt.NDArray[np.float64]
    """Cubeful equity of playing on without a double this turn."""

    double_take: npt.NDArray[np.float64]
    """Cubeful equity of a double that is taken."""

    double_pass: npt.NDArray[np.float64]
    """Equity of a double that is passed: 1."""

    double_beaver: npt.NDArray[np.float64]
    """Cubeful equity of a double that is beavered; not a number where beavers are not allowed."""

    action: npt.NDArray[np.uint8]
    """What is right: the number of a `gammon.CubeAction`, so that ``action == gammon.CubeAction.DOUBLE_TAKE`` works."""

    mwc: npt.NDArray[np.float64] | None
    """Shape ``(n, 3)``: chances of winning the match after no double, a take and a pass; None for money."""

    outcomes: npt.NDArray[np.float32]
    """Shape ``(n, 5)``, as of `gammon.batch.evaluate`: how the game may end if nobody doubles."""

    def __len__(self) -> int:
        return len(self.action)

    def action_of(self, row: int) -> CubeAction:
        """Return what is right in a row.

        Raises
        ------
        TypeError
            If `row` is not an integer.
        ArgumentError
            If there is no such row.
        """
        try:
            number = operator.index(row)
        except TypeError:
            raise TypeError(f"row: expected an int, got {quote(row)}") from None
        if not -len(self) <= number < len(self):
            raise ArgumentError(f"row: expected an int from {-len(self)} to {len(self) - 1}, got {quote(number)}")
        return CubeAction(int(self.action[number]))


def cube_decisions(
    boards: BoardsLike,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CubeDecisions:
    """Decide about the cube in every row, as `gammon.cube_decision` does.

    Where the game is over the action is ``UNAVAILABLE``, and no double, take and pass are what the game has come to.

    Parameters
    ----------
    boards
        uint8, shape ``(n, 2, 26)``, the player on roll first.
    stakes
        How the game is scored, and the cube, for all rows alike: `Stakes`, or a `Scoring` or `Cube` alone; money with
        the cube in the centre at 1 if None.
    ply
        Turns looked ahead, 0 to 3; as the engine says if None.
    engine
        What judges; the default one if None.
    threads
        How many threads to use; all cores if None.
    progress
        Called now and then with the rows done and the rows in all.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    ArgumentError
        If an argument is out of its range.

    Examples
    --------
    >>> import gammon as bg
    >>> boards = bg.batch.from_gnubg_ids(["4HPwATDgc/ABMA"])
    >>> decisions = bg.batch.cube_decisions(boards, stakes=bg.Scoring.match(4, 2))
    >>> str(decisions.action_of(0)), decisions.mwc.shape
    ('no double, take', (1, 3))
    """
    engine = engine_or_default(engine)
    at = Stakes() if stakes is None else read_stakes(stakes)
    model, cube = engine.model(at), at.cube
    values, action, outcomes = batch_cube_decisions(
        read_boards(boards),
        engine.evaluator,
        (model, cube),
        ply=engine.ply if ply is None else ply,
        threads=engine.threads if threads is None else threads,
        progress=progress,
    )
    no_double, take, pass_, beaver = _equities(values, model, cube).T
    return CubeDecisions(
        no_double=no_double,
        double_take=take,
        double_pass=pass_,
        double_beaver=beaver,
        action=action,
        mwc=values[:, :3] if at.scoring.is_match else None,
        outcomes=outcomes,
    )


def _equities(values: npt.NDArray[np.float64], model: CubeModel, cube: Cube) -> npt.NDArray[np.float64]:
    """Scale values as `CubeModel.equity` does, which is a straight line."""
    at_0, at_1 = (model.equity(value, cube) for value in (0.0, 1.0))
    return at_0 + values * (at_1 - at_0)
