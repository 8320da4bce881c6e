"""The player protocol: an object that chooses an action in a match state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

from gammon._engine import GammonError
from gammon.engine import Engine
from gammon.match.actions import Action
from gammon.match.state import MatchState
from gammon.players.strength import Strength


class PlayerError(GammonError):
    """A player returned an illegal action or failed to answer; the message names the player and the state."""

    __module__ = "gammon"


@runtime_checkable
class Bot(Protocol):
    """A player: an object with a `choose` method that returns an action for a state.

    To roll the dice, `choose` returns `gammon.match.Throw()`; it cannot choose the result. A bot may have a ``name``, a
    string that appears in results.

    Examples
    --------
    >>> import random
    >>> import gammon as bg
    >>> class Monkey:
    ...     name = "monkey"
    ...     def __init__(self) -> None:
    ...         self.rng = random.Random(1)
    ...     def choose(self, state: bg.MatchState) -> bg.match.Action:
    ...         return self.rng.choice(state.legal_actions())
    >>> bg.contest("club", Monkey(), pairs=10).mean > 1
    True
    """

    def choose(self, state: MatchState) -> Action:
        """Choose an action for the player to act, one of ``state.legal_actions()``."""
        ...


PlayerLike: TypeAlias = str | Strength | Engine | Bot | Callable[[MatchState], Action]
"""Anything that can be converted to a player; see `gammon.as_player`."""
