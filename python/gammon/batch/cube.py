"""Cube decisions in many positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gammon._engine import ArgumentError, Cube, CubeAction, CubeModel, batch_cube_decisions
from gammon.arguments import index
from gammon.batch.inputs import BoardsLike, read_boards
from gammon.engine import Engine, engine_or_default
from gammon.quoting import quote
from gammon.stakes import Stakes, StakesLike, read_stakes
from gammon.typing import Progress


@dataclass(frozen=True, kw_only=True, eq=False)
class CubeDecisions:
    """Values of the cube decisions in many positions, and the best actions; see `gammon.CubeDecision`.

    Everything is seen by the player on roll of each row. Arrays have shape ``(n,)`` unless stated otherwise.
    """

    no_double: npt.NDArray[np.float64]
    """Cubeful equity of not doubling this turn."""

    double_take: npt.NDArray[np.float64]
    """Cubeful equity of double/take."""

    double_pass: npt.NDArray[np.float64]
    """Equity of double/pass: 1."""

    double_beaver: npt.NDArray[np.float64]
    """Cubeful equity of double/beaver; NaN where beavers are not allowed."""

    action: npt.NDArray[np.uint8]
    """The best action: values of `gammon.CubeAction`, so ``action == gammon.CubeAction.DOUBLE_TAKE`` works."""

    mwc: npt.NDArray[np.float64] | None
    """Shape ``(n, 3)``: match-winning chances after no double, double/take and double/pass; None for money play."""

    outcomes: npt.NDArray[np.float32]
    """Shape ``(n, 5)``: outcome probabilities if nobody doubles, in the order of `gammon.batch.evaluate`."""

    def __len__(self) -> int:
        return len(self.action)

    def action_of(self, row: int) -> CubeAction:
        """Return the best action in a row.

        Raises
        ------
        TypeError
            If `row` is not an integer.
        ArgumentError
            If `row` is out of range.
        """
        try:
            number = index(row)
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
    """Return the cube decision in every row; see `gammon.cube_decision`.

    In finished games the action is ``UNAVAILABLE``, and no double, take and pass all have the value of the result.

    Parameters
    ----------
    boards
        uint8, shape ``(n, 2, 26)``, the player on roll first.
    stakes
        Scoring and cube, the same for all rows: `Stakes`, or a `Scoring` or `Cube` alone; money play with a centred
        cube at 1 if None.
    ply
        Search depth in plies, 0 to 3; the engine's if None.
    engine
        Engine that evaluates and searches; the default one if None.
    threads
        Number of threads; all cores if None.
    progress
        Called periodically as ``progress(done, total)``, in rows.

    Raises
    ------
    PositionError
        If `boards` cannot be read as boards, or a row is not a legal position.
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
    """Apply `CubeModel.equity`, which is linear, to an array."""
    at_0, at_1 = (model.equity(value, cube) for value in (0.0, 1.0))
    return at_0 + values * (at_1 - at_0)
