"""Two players play a match: whose turn it is, what they may return, and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gammon.arguments import whole
from gammon.interrupted import Interrupted
from gammon.match.actions import Action, IllegalActionError, MakePlay, Resign, RollDice, Throw
from gammon.match.dice import MatchDice
from gammon.match.game import Match
from gammon.match.rules import MatchRules
from gammon.match.state import MatchState
from gammon.match.values import Phase
from gammon.players.protocol import Bot, PlayerError, PlayerLike
from gammon.players.resolve import as_player, name_of
from gammon.quoting import quote

MOST_ACTIONS = 20_000
"""A game of more actions than this is given up as one that never ends. Games between players at random take 100 turns
on average, and not one in 200,000 took 500; players who hit whenever they can reach this limit."""

MOST_OFFERS = 100
"""The most doubles, resignations and answers to them in a row, without a throw or a play between them."""


class Table(Protocol):
    """Where a match is played: a `Match`, which remembers all that was done, or a `BareTable`."""

    @property
    def state(self) -> MatchState:
        """Where the match stands."""
        ...

    def act(self, action: Action) -> MatchState:
        """Do something; `Throw` throws the dice."""
        ...


class BareTable:
    """The present state of a match and its dice: all that playing it needs, however long it is."""

    def __init__(self, state: MatchState, dice: MatchDice) -> None:
        self.state = state
        self._dice = dice

    def act(self, action: Action) -> MatchState:
        """Do something; `Throw` throws the dice."""
        is_thrown = isinstance(action, Throw) and self.state.why_illegal(action) is None
        self.state = self.state.act(self._dice.roll(self.state) if is_thrown else action)
        return self.state


def play_match(
    first: PlayerLike, second: PlayerLike, *, rules: MatchRules | MatchState | None = None, seed: int = 1
) -> Match:
    """Let two players play a match, or one game for money, and return it with all that was done.

    Parameters
    ----------
    first, second
        Players 0 and 1, each whatever `as_player` takes: the name of a level, a `Strength`, an `Engine`, a bot, a
        function of the state, another program.
    rules
        The rules of a match from 0-0, or a state from which to go on; one game for money if None.
    seed
        Of the dice and of the players' noise, 0 to 2^64 - 1.

    Returns
    -------
    Match
        The match, at its end; for money at the end of the game.

    Raises
    ------
    TypeError
        If an argument has another type.
    ArgumentError
        If the seed is out of its range, or an engine is to play for more than 64 points.
    PlayerError
        If a player returns anything but a legal action, or a game does not end: after 20,000 actions, or 100 without a
        throw or a play between them.
    Interrupted
        After Ctrl-C, with the match as far as it went.

    Examples
    --------
    >>> import gammon as bg
    >>> match = bg.play_match("club", "casual", rules=bg.MatchRules(match_length=3), seed=7)
    >>> match.winner, match.state.shown_score
    (<Player.ZERO: 0>, (3, 0))
    """
    seed = whole("seed", seed, 0, 2**64 - 1)
    players = (as_player(first, seed=2 * seed, name="first"), as_player(second, seed=2 * seed + 1, name="second"))
    match = Match(MatchRules() if rules is None else rules, seed=seed)
    try:
        play_on(match, players)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted in game {match.state.game + 1} of the match", match) from None
    return match


def play_on(table: Table, players: tuple[Bot, Bot], *, should_stop: Callable[[], bool] = lambda: False) -> None:
    """Play a match to its end, or the present game of a session for money.

    Parameters
    ----------
    table
        Where it stands.
    players
        Players 0 and 1.
    should_stop
        Asked before every action.

    Raises
    ------
    PlayerError
        If a player returns anything but a legal action, or a game does not end.
    KeyboardInterrupt
        If it should stop.
    """
    offers = 0
    while not _is_over(table.state):
        if should_stop():
            raise KeyboardInterrupt
        state = table.state
        if len(state.history) >= MOST_ACTIONS or offers >= MOST_OFFERS:
            names = " and ".join(name_of(player) for player in players)
            count = f"{offers} actions without a throw" if offers >= MOST_OFFERS else f"{MOST_ACTIONS} actions"
            raise PlayerError(f"{names} do not end a game: it has had {count}; state: {state!r}")
        if state.to_act is None:
            table.act(Throw())
            offers = 0
            continue
        player = players[state.to_act]
        action = player.choose(state)
        offers = 0 if isinstance(action, Throw | MakePlay) else offers + 1
        reason = _why_refused(action, state)
        if reason is None:
            try:
                table.act(action)
            except IllegalActionError as error:
                reason = str(error)
        if reason is not None:
            who = f"{name_of(player)}, player {state.to_act:d},"
            raise PlayerError(f"{who} returned {quote(action)}: {reason}; state: {state!r}")


def _why_refused(action: object, state: MatchState) -> str | None:
    """Say why something cannot be what a player returns, whatever the rules say of it."""
    if not isinstance(action, Action):
        return "expected an action, such as Throw() to throw the dice"
    if isinstance(action, RollDice):
        return "no player chooses what the dice show; Throw() throws them"
    if isinstance(action, Resign) and action.player not in (None, state.to_act):
        return "a player resigns for nobody else"
    return None


def _is_over(state: MatchState) -> bool:
    return state.phase is Phase.MATCH_OVER or (state.phase is Phase.GAME_OVER and state.rules.is_money)
