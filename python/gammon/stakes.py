"""The stakes of a game: its scoring, and the cube."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from gammon._engine import ArgumentError, Cube, Position, Scoring
from gammon.arguments import check, whole
from gammon.quoting import quote
from gammon.situation import SituationLike, as_situation

UNLIMITED = 2**60
"""The largest value that a cube can have."""


@dataclass(frozen=True)
class Stakes:
    """The stakes of a game: scoring, cube and cube limit, seen by the player on roll.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ArgumentError
        If `max_cube` is not a power of two from 1 to 2^60.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Stakes(bg.Scoring.match(4, 2), bg.Cube(2, 1)).swap()
    Stakes(scoring=Scoring.match(2, 4, crawford=Crawford.TO_COME), cube=Cube(2, -1), max_cube=1152921504606846976)
    """

    scoring: Scoring = Scoring.money()  # noqa: RUF009 - immutable
    """Money play (by default without the Jacoby rule and beavers) or a match score."""

    cube: Cube = Cube()  # noqa: RUF009 - immutable
    """The cube, before any pending double."""

    max_cube: int = UNLIMITED
    """The largest cube value allowed, a power of two."""

    def __post_init__(self) -> None:
        """Check the types and the cube limit."""
        check("scoring", self.scoring, Scoring)
        check("cube", self.cube, Cube)
        object.__setattr__(self, "max_cube", whole("max_cube", self.max_cube, 1, UNLIMITED))
        if self.max_cube & (self.max_cube - 1):
            raise ArgumentError(f"max_cube: expected a power of two from 1 to 2^60, got {quote(self.max_cube)}")

    def swap(self) -> Stakes:
        """Return the same stakes seen by the other player."""
        return Stakes(self.scoring.swap(), self.cube.swap(), self.max_cube)


def scoring_fields(scoring: Scoring) -> dict[str, Any]:
    """Return the fields of a scoring by name, for JSON."""
    return {
        "away": scoring.away,
        "crawford": None if scoring.crawford is None else scoring.crawford.name.lower(),
        "jacoby": scoring.jacoby,
        "beavers": scoring.beavers,
        "raccoons": scoring.raccoons,
    }


StakesLike: TypeAlias = Stakes | Scoring | Cube
"""`Stakes`, or a part of them: a `Scoring` alone means a centred cube at 1, a `Cube` alone means money play."""


def read_stakes(stakes: StakesLike) -> Stakes:
    """Convert an argument to `Stakes`.

    Raises
    ------
    TypeError
        If it is not a `Stakes`, `Scoring` or `Cube`.
    """
    if isinstance(stakes, Stakes):
        return stakes
    if isinstance(stakes, Scoring):
        return Stakes(stakes)
    if isinstance(stakes, Cube):
        return Stakes(cube=stakes)
    raise TypeError(f"stakes: expected a Stakes, Scoring or Cube, got {type(stakes).__name__}")


def at_stake(position: SituationLike, stakes: StakesLike | None = None) -> tuple[Position, Stakes]:
    """Return the position, and the stakes: `stakes` if given, else those of the situation, else money play.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    GammonError
        If a text contains no ID, or an invalid one.
    """
    if isinstance(position, Position):
        return position, Stakes() if stakes is None else read_stakes(stakes)
    situation = as_situation(position)
    if stakes is not None:
        return situation.position, read_stakes(stakes)
    cube = Cube(situation.cube, situation.cube_owner)
    return situation.position, Stakes(situation.scoring, cube, situation.max_cube)


def board_of(position: SituationLike) -> Position:
    """Return the position alone, without cube, score and dice.

    Raises
    ------
    TypeError
        If it is not a position, a situation, a state of a match or a text.
    GammonError
        If a text contains no ID, or an invalid one.
    """
    return position if isinstance(position, Position) else as_situation(position).position
