"""What a player is: whatever chooses an action in a state of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

from gammon._engine import GammonError
from gammon.engine import Engine
from gammon.match.actions import Action
from gammon.match.state import MatchState
from gammon.players.strength import Strength


class PlayerError(GammonError):
    """A player did what it may not do, or could not be asked; the message names the player and the state."""

    __module__ = "gammon"


@runtime_checkable
class Bot(Protocol):
    """A player: has a method that chooses what to do in a state.

    Where dice are to be thrown, `choose` returns `gammon.match.Throw()`; nobody chooses what the dice show. A bot may
    have a ``name``, a text, which results then keep.

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
        """Choose what the player who is to act does, one of ``state.legal_actions()``."""
        ...


PlayerLike: TypeAlias = str | Strength | Engine | Bot | Callable[[MatchState], Action]
"""Everything that can play; see `gammon.as_player`."""
