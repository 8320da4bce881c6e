"""Conversion of strengths, engines, bots and functions to players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gammon.engine import Engine
from gammon.match.actions import Action
from gammon.match.state import MatchState
from gammon.players.engine_player import EnginePlayer
from gammon.players.protocol import Bot, PlayerLike
from gammon.players.strength import Strength
from gammon.quoting import quote

_LONGEST_NAME = 100


class FunctionPlayer:
    """A function of the state as a player."""

    def __init__(self, function: Callable[[MatchState], Action]) -> None:
        self._function = function

    @property
    def name(self) -> str:
        """The function's name."""
        return str(getattr(self._function, "__qualname__", type(self._function).__name__))

    def choose(self, state: MatchState) -> Action:
        """Return the action that the function returns for a state."""
        return self._function(state)

    def __repr__(self) -> str:
        return f"FunctionPlayer({self.name})"


def as_player(player: PlayerLike, *, seed: int = 0, name: str = "player") -> Bot:
    """Convert a strength, engine, bot or function to a player.

    Parameters
    ----------
    player
        One of these:

        - a strength: the name of a level, another text that `Strength.parse` reads, or a `Strength`;
        - an `Engine`;
        - a `Bot`, such as an `EnginePlayer` or a `ProcessPlayer`, which is returned unchanged;
        - a function of a `MatchState` that returns an action.
    seed
        Seed of the noise of a strength, any whole number.
    name
        The argument's name in errors.

    Raises
    ------
    TypeError
        If the argument is none of these; the message names it.
    NotationError
        If a text is not a strength.
    OSError
        If a network's file does not exist or cannot be read.
    WeightsError
        If the file is not a network.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.as_player("casual", seed=3)
    EnginePlayer('ply0,noise=0.05', seed=3)
    >>> bg.as_player(None)
    Traceback (most recent call last):
        ...
    TypeError: player: expected a strength or its name, an Engine, a bot or a function of the state, got NoneType
    """
    if isinstance(player, str | Strength | Engine):
        return EnginePlayer(player, seed=seed)
    # A class of bots has `choose` and is callable, but only its instances are players.
    if not isinstance(player, type):
        if callable(getattr(player, "choose", None)):
            return player  # type: ignore[return-value]
        if callable(player):
            return FunctionPlayer(player)
    got = f"the class {player.__name__}" if isinstance(player, type) else type(player).__name__
    raise TypeError(f"{name}: expected a strength or its name, an Engine, a bot or a function of the state, got {got}")


def name_of(player: Any) -> str:  # noqa: ANN401  Anything with `choose`.
    """Return a player's name: its ``name`` if that is a string, or else its type's name."""
    name = getattr(player, "name", None)
    if not isinstance(name, str) or not name:
        return type(player).__name__
    return name if len(name) <= _LONGEST_NAME and name.isprintable() else quote(name)
