"""A match with seeded dice, its history, undo, and a text form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gammon._engine import GammonError, Play
from gammon.match.actions import Action, IllegalActionError, MakePlay, RollDice, Throw
from gammon.match.dice import MatchDice
from gammon.match.record import FORMAT, VERSION, read, read_action, write
from gammon.match.rules import MatchRules
from gammon.match.state import MatchState
from gammon.match.values import Player
from gammon.store.json import Fields, Saved, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class _EarlierGame:
    """A finished game of a match, stored compactly as text."""

    first: MatchState
    """The state before its first action: the end of the previous game, or the first state of the match."""

    words: str
    """Its actions, one per line."""

    def states(self) -> list[MatchState]:
        """Rebuild its states, from `first` to its end."""
        states = [self.first]
        for words in self.words.splitlines():
            states.append(states[-1].act(read_action(words, states[-1])))
        return states


def _words_after_the_first(states: list[MatchState]) -> list[str]:
    return [str(state.history[-1]) for state in states[1:]]


class Match(Saved):
    """A match, or a money session, with seeded dice.

    The dice depend only on the seed, the number of the game and the number of the roll within it. So two matches with
    the same seed have the same dice even when the plays differ, and a roll that was undone comes again. With
    `first_game` 0, game ``i`` of a match has the dice of game ``i`` of `gammon.batch.play_games`.

    Parameters
    ----------
    start
        The rules of a match that begins at 0-0, or a state to continue from.
    seed
        Seed of all dice, 0 to 2^64 - 1.
    first_game
        Number of the first game under the seed. Matches with the same seed have different dice as long as their game
        numbers do not overlap.

    Raises
    ------
    ArgumentError
        If a number is out of its range.

    Examples
    --------
    >>> import gammon as bg
    >>> match = bg.Match(bg.MatchRules(match_length=3), seed=7)
    >>> state = match.roll()                                  # for the start
    >>> state.starter, state.dice
    (<Player.ZERO: 0>, (6, 3))
    >>> state = match.play("24/15")
    >>> match.roll().dice
    (5, 4)
    >>> state = match.undo()
    >>> match
    Match(<MatchState 0-0, match to 3, game 1, cube 1, centred; roll by player 1; 4HPwCSDgc/ABMA>, seed=7)
    """

    FORMAT: ClassVar[str] = FORMAT
    VERSION: ClassVar[int] = VERSION

    def __init__(self, start: MatchRules | MatchState, *, seed: int, first_game: int = 0) -> None:
        first = MatchState.start(start) if isinstance(start, MatchRules) else start
        if not isinstance(first, MatchState):
            raise TypeError(f"start: expected MatchRules or a MatchState, got {type(first).__name__}")
        self._earlier: list[_EarlierGame] = []
        self._states = [first]
        self._dice = MatchDice(seed, first_game)

    @property
    def state(self) -> MatchState:
        """The present state."""
        return self._states[-1]

    @property
    def states(self) -> tuple[MatchState, ...]:
        """All states from the first to the present one: the first, and one after each action.

        States of earlier games are not stored but rebuilt on each access, so do not read this in a loop.
        """
        if not self._earlier:
            return tuple(self._states)
        # Every game but the first begins with the last state of the one before.
        first, *others = (game.states() for game in self._earlier)
        return (*first, *(state for states in others for state in states[1:]), *self._states[1:])

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions from the first state to the present one. Each access costs as much as `states`."""
        return tuple(state.history[-1] for state in self.states[1:])

    def steps_back(self) -> Iterator[tuple[MatchState, Action]]:
        """Yield the actions from the last to the first, each with the state before it.

        States of an earlier game are rebuilt only when the iteration reaches it, so the last few actions are cheap in a
        match of any length.
        """
        states, earlier = list(self._states), list(self._earlier)
        while True:
            for after in range(len(states) - 1, 0, -1):
                yield states[after - 1], states[after].history[-1]
            if not earlier:
                return
            states = earlier.pop().states()

    @property
    def rules(self) -> MatchRules:
        """The rules of the match."""
        return self.state.rules

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._dice.seed

    @property
    def first_game(self) -> int:
        """The number of the first game under the seed."""
        return self._dice.first_game

    @property
    def winner(self) -> Player | None:
        """Who has won the match; None while it is undecided, and for money."""
        return self.state.winner

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the player to act, including `Throw` where the dice may be rolled."""
        return self.state.legal_actions()

    def act(self, action: Action) -> MatchState:
        """Carry out an action, and return the state after it; `Throw` rolls the dice as `roll` does.

        Raises
        ------
        IllegalActionError
            If the rules forbid the action now; the match is unchanged then.
        """
        before = self.state
        after = before.act(self.next_roll() if isinstance(action, Throw) and self._may_throw() else action)
        if after.game != before.game:
            # To keep long matches small, a finished game is stored as the text of its actions instead of its states.
            words = "\n".join(_words_after_the_first(self._states))
            self._earlier.append(
                _EarlierGame(first=replace(self._states[0], history=self._kept_history()), words=words)
            )
            self._states = [before]
        self._states.append(after)
        return after

    def roll(self) -> MatchState:
        """Roll the dice: the opening roll, repeated until the dice differ, or those of the player on roll.

        With automatic doubles, a tie that doubles the stake counts as a roll of its own, and the opening roll has to be
        made again.

        Raises
        ------
        IllegalActionError
            If the dice cannot be rolled now.
        """
        return self.act(self.next_roll())

    def play(self, play: Play | str | None) -> MatchState:
        """Make a play: a `Play`, the usual notation, or None or ``"cannot move"`` if there is no legal play.

        Raises
        ------
        NotationError
            If the text is not a play.
        IllegalPlayError
            If the text is a play that the rules forbid.
        IllegalActionError
            If the play is not legal with this roll, or the dice have not been rolled.
        """
        dice = self.state.dice
        if play is not None and not isinstance(play, str | Play):
            raise TypeError(f"play: expected a Play, text or None, got {type(play).__name__}")
        if isinstance(play, str) and dice is not None:
            play = self.state.position.parse_play(play, *dice).play
        return self.act(MakePlay(None if isinstance(play, str) else play))

    def undo(self) -> MatchState:
        """Undo the last action, and return the state before it.

        Raises
        ------
        IllegalActionError
            If there is no action to undo.
        """
        if len(self._states) == 1 and not self._earlier:
            raise IllegalActionError("undo: there is no action to undo")
        self._states.pop()
        if len(self._states) == 1 and self._earlier:
            self._states = self._earlier.pop().states()
        return self.state

    def next_roll(self) -> RollDice:
        """Return the next roll without making it: the next one of this game, or the next game's opening roll."""
        return self._dice.roll(self.state)

    def _fields(self) -> Mapping[str, Any]:
        first = self._earlier[0].first if self._earlier else self._states[0]
        return write(first, self.seed, self.first_game, self._words())

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Read the output of `to_json`. Every action is replayed, so an illegal one is detected.

        Raises
        ------
        NotationError
            If the text is not a match, or an action in it is illegal; the message says which.
        """
        return cls._from_fields(parse(text, "match"))

    @classmethod
    def _from_fields(cls, found: Fields) -> Match:
        """Read a match from a JSON object, which may be nested in another."""
        first, seed, first_game, actions = read(found)
        try:
            match = cls(first, seed=seed, first_game=first_game)
        except GammonError as error:
            found.refuse(str(error))
        for number, words in enumerate(actions, start=1):
            try:
                match.act(read_action(words, match.state))
            except GammonError as error:
                found.refuse(f"action {number}: {error}")
        return match

    def _words(self) -> list[str]:
        """Return all actions as text."""
        earlier = [words for game in self._earlier for words in game.words.splitlines()]
        return earlier + _words_after_the_first(self._states)

    def _may_throw(self) -> bool:
        return self.state.why_illegal(Throw()) is None

    def _kept_history(self) -> tuple[Action, ...]:
        """Return the history to keep with the game's first state: only the match's own first state has one."""
        return self._states[0].history if not self._earlier else ()

    def _all(self) -> tuple[object, ...]:
        first = self._earlier[0].first if self._earlier else self._states[0]
        return (self.seed, self.first_game, first, self.state, self._words())

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same dice, first state and actions."""
        return self._all() == other._all() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # A match is mutable.

    def __str__(self) -> str:
        return str(self.state)

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()

    def __repr__(self) -> str:
        first_game = f", first_game={self.first_game}" if self.first_game else ""
        return f"{type(self).__name__}({self.state!r}, seed={self.seed}{first_game})"
