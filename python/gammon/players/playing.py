"""Playing a match between two players: asks them for actions in turn, and checks what they return."""

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
"""A game with more actions than this is aborted as endless. Games between random players take 100 turns on average,
and none of 200,000 took 500. Only players who hit whenever they can reach the limit."""

MOST_OFFERS = 100
"""Maximum number of consecutive offers and answers without a roll or a play between them."""


class Table(Protocol):
    """The interface for playing a match: a `Match`, which keeps its history, or a `BareTable`."""

    @property
    def state(self) -> MatchState:
        """The present state."""
        ...

    def act(self, action: Action) -> MatchState:
        """Carry out an action; `Throw` rolls the dice."""
        ...


class BareTable:
    """A match without its earlier states: only the present one and the dice, so that memory does not grow."""

    def __init__(self, state: MatchState, dice: MatchDice) -> None:
        self.state = state
        self._dice = dice

    def act(self, action: Action) -> MatchState:
        """Carry out an action; `Throw` rolls the dice."""
        is_thrown = isinstance(action, Throw) and self.state.why_illegal(action) is None
        self.state = self.state.act(self._dice.roll(self.state) if is_thrown else action)
        return self.state


def play_match(
    first: PlayerLike, second: PlayerLike, *, rules: MatchRules | MatchState | None = None, seed: int = 1
) -> Match:
    """Play a match, or one game for money, between two players, and return it with its history.

    Parameters
    ----------
    first, second
        Players 0 and 1, each anything that `as_player` accepts: the name of a level, a `Strength`, an `Engine`, a bot,
        a function of the state, or another program.
    rules
        The rules of a match from 0-0, or a state to continue from; one game for money if None.
    seed
        Seed of the dice and of the players' noise, 0 to 2^64 - 1.

    Returns
    -------
    Match
        The match at its end; for money, at the end of the game.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ArgumentError
        If the seed is out of its range, or an engine has to play at a score where a player needs more than 64 points.
    PlayerError
        If a player returns anything but a legal action, or a game does not end: after 20,000 actions, or after 100
        without a roll or a play.
    Interrupted
        After Ctrl-C, with the match as played so far.

    Examples
    --------
    >>> import gammon as bg
    >>> match = bg.play_match("club", "casual", rules=bg.MatchRules(match_length=3), seed=7)
    >>> match.winner, match.state.shown_score
    (<Player.ONE: 1>, (0, 3))
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
    """Play a match, or the present game of a money session, to its end.

    Parameters
    ----------
    table
        The match to play.
    players
        Players 0 and 1.
    should_stop
        Called before every action.

    Raises
    ------
    PlayerError
        If a player returns anything but a legal action, or a game does not end.
    KeyboardInterrupt
        If `should_stop` returns True.
    """
    offers = 0
    while not _is_over(table.state):
        if should_stop():
            raise KeyboardInterrupt
        state = table.state
        if len(state.history) >= MOST_ACTIONS or offers >= MOST_OFFERS:
            names = " and ".join(name_of(player) for player in players)
            count = f"{offers} actions without a roll" if offers >= MOST_OFFERS else f"{MOST_ACTIONS} actions"
            raise PlayerError(f"{names} did not finish a game within {count}; state: {state!r}")
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
    """Return why a player may not return an action, apart from the rules of the game; None if they may."""
    if not isinstance(action, Action):
        return "expected an action, such as Throw() to roll the dice"
    if isinstance(action, RollDice):
        return "a player cannot choose the dice; expected Throw() to roll them"
    if isinstance(action, Resign) and action.player not in (None, state.to_act):
        return "a player cannot resign for the opponent"
    return None


def _is_over(state: MatchState) -> bool:
    return state.phase is Phase.MATCH_OVER or (state.phase is Phase.GAME_OVER and state.rules.is_money)
