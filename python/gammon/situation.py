"""Conversion of position arguments to a `Situation`."""

from __future__ import annotations

from typing import TypeAlias

from gammon._engine import Position, Situation
from gammon.match.state import MatchState

SituationLike: TypeAlias = Situation | Position | MatchState | str
"""The type of position arguments; see `as_situation`."""


def as_situation(position: SituationLike, *, name: str = "position") -> Situation:
    """Convert a position argument to a situation.

    Parameters
    ----------
    position
        A `Situation` (also an `Xgid` or `GnubgId`), which is returned as is; a `MatchState`, which gives its
        `situation`; a `Position`, taken as money play with a centred cube before the roll; or a text for
        `Situation.parse`.
    name
        Name of the argument, for error messages.

    Raises
    ------
    TypeError
        If `position` is none of these; the message names the argument.
    NotationError
        If a text contains no ID, or an invalid one.
    PositionError
        If the checkers of an ID do not form a legal position.

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
