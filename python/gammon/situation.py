"""Whatever says what the position is, as one `Situation`."""

from __future__ import annotations

from typing import TypeAlias

from gammon._engine import Position, Situation
from gammon.match.state import MatchState

SituationLike: TypeAlias = Situation | Position | MatchState | str
"""What every function that takes a position takes; see `as_situation`."""


def as_situation(position: SituationLike, *, name: str = "position") -> Situation:
    """Make a situation of whatever says what the position is.

    Parameters
    ----------
    position
        A `Situation` (`Xgid` and `GnubgId` are some), which is returned as it is; a `MatchState`, whose `situation` is
        taken; a `Position`, for money with the cube in the centre and nothing thrown; or a text that
        `Situation.parse` reads.
    name
        What the argument is called in an error.

    Raises
    ------
    TypeError
        If it is none of these; the message names the argument.
    NotationError
        If a text has no ID in it, or the ID is wrong.
    PositionError
        If the checkers of an ID do not make a legal position.

    Examples
    --------
    >>> from gammon.situation import as_situation
    >>> as_situation("4HPwATDgc/ABMA:cIkFAAAAAAAA").dice
    (3, 1)
    """
    match position:
        case Situation():
            return position
        case Position():
            return Situation(position)
        case MatchState():
            return position.situation
        case str():
            return Situation.parse(position)
    raise TypeError(
        f"{name}: expected a Position, Situation, Xgid, GnubgId, MatchState or text, got {type(position).__name__}"
    )
