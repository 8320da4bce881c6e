"""What is at stake in a game: the position, how it is scored and the cube, from an ID or said one by one."""

from __future__ import annotations

from dataclasses import dataclass

from gammon._engine import Cube, CubeModel, GnubgId, MatchEquityTable, Position, Scoring, Xgid, cube_efficiency
from gammon.met.files import load

UNLIMITED = 2**60
"""The largest cube that there can be."""


def check_position(position: object) -> None:
    """Refuse what is neither a position nor an ID that was read.

    Raises
    ------
    TypeError
        If it is neither.
    """
    if not isinstance(position, (Position, Xgid, GnubgId)):
        hint = "; gammon.Xgid and gammon.GnubgId read text" if isinstance(position, str) else ""
        raise TypeError(f"a Position, Xgid or GnubgId is needed, not {type(position).__name__}{hint}")


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """A game that is to be valued with its cube, seen by the player on roll."""

    position: Position
    scoring: Scoring
    cube: Cube
    met: MatchEquityTable
    max_cube: int
    efficiency: float | None
    """How live the cube is taken to be; None is by the class of each position."""

    @property
    def model(self) -> CubeModel:
        """What positions of the game are worth."""
        return CubeModel(self.scoring, self.met, max_cube=self.max_cube)

    @property
    def efficiency_here(self) -> float:
        """How live the cube is in the position itself."""
        return cube_efficiency(self.position) if self.efficiency is None else self.efficiency


def read_stakes(
    position: Position | Xgid | GnubgId,
    *,
    scoring: Scoring | None = None,
    cube: Cube | None = None,
    met: MatchEquityTable | None = None,
    max_cube: int | None = None,
    efficiency: float | None = None,
) -> Stakes:
    """Take from an ID what is not said; what neither says is money without options, and the cube in the centre at 1."""
    board = position
    check_position(board)
    if not isinstance(board, Position):
        scoring = board.scoring if scoring is None else scoring
        cube = Cube(board.cube, board.cube_owner) if cube is None else cube
        if max_cube is None and isinstance(board, Xgid):
            max_cube = board.max_cube
        board = board.position
    return Stakes(
        position=board,
        scoring=Scoring.money() if scoring is None else scoring,
        cube=Cube() if cube is None else cube,
        met=load() if met is None else met,
        max_cube=UNLIMITED if max_cube is None else max_cube,
        efficiency=efficiency,
    )
