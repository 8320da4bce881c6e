"""Whatever can play, as one kind of player."""

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
        """Ask the function."""
        return self._function(state)

    def __repr__(self) -> str:
        return f"FunctionPlayer({self.name})"


def as_player(player: PlayerLike, *, seed: int = 0, name: str = "player") -> Bot:
    """Make a player of whatever can play.

    Parameters
    ----------
    player
        The name of a level or another strength as `Strength.parse` reads it; a `Strength`; an `Engine`; a `Bot`, such
        as an `EnginePlayer` or a `ProcessPlayer`, which is returned as it is; or a function of a `MatchState` that
        returns an action.
    seed
        Of the noise of a strength, any whole number.
    name
        What the argument is called in an error.

    Raises
    ------
    TypeError
        If it is none of these; the message names the argument.
    NotationError
        If a text is not a strength.
    OSError
        If there is no file with a network.
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
    # A class has `choose` and can be called, but it is not a player before it is made.
    if not isinstance(player, type):
        if callable(getattr(player, "choose", None)):
            return player  # type: ignore[return-value]
        if callable(player):
            return FunctionPlayer(player)
    got = f"the class {player.__name__}" if isinstance(player, type) else type(player).__name__
    raise TypeError(f"{name}: expected a strength or its name, an Engine, a bot or a function of the state, got {got}")


def name_of(player: Any) -> str:  # noqa: ANN401  Whatever has a `choose`.
    """Say what a player is called: by its ``name`` if that is a text, or else by its type."""
    name = getattr(player, "name", None)
    if not isinstance(name, str) or not name:
        return type(player).__name__
    return name if len(name) <= _LONGEST_NAME and name.isprintable() else quote(name)
