"""A match that throws its own dice, remembers how it came about, can take back, and can be kept as text."""

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
    """A game of a match that is over, kept in little room."""

    first: MatchState
    """The state before its first action: the end of the game before, or the first of the match."""

    words: str
    """Its actions, one a line."""

    def states(self) -> list[MatchState]:
        """Make its states again, from `first` to its end."""
        states = [self.first]
        for words in self.words.splitlines():
            states.append(states[-1].act(read_action(words, states[-1])))
        return states


def _words_after_the_first(states: list[MatchState]) -> list[str]:
    return [str(state.history[-1]) for state in states[1:]]


class Match(Saved):
    """A match, or a session for money, with seeded dice.

    The dice are a pure function of the seed, the number of the game and the number of the throw in it, whatever else is
    done. So two matches with one seed have the same dice also when the plays differ, and what was taken back comes
    again. With `first_game` 0 they are those of `gammon.batch.play_games`: game ``i`` of a match is game ``i`` there.

    Parameters
    ----------
    start
        The rules of a match that begins at 0-0, or a state from which to go on.
    seed
        Of all dice, 0 to 2^64 - 1.
    first_game
        Number of the first game under the seed: matches of the same seed have other dice if their games have other
        numbers.

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
            raise TypeError(f"a match begins with its MatchRules or a MatchState, not {type(first).__name__}")
        self._earlier: list[_EarlierGame] = []
        self._states = [first]
        self._dice = MatchDice(seed, first_game)

    @property
    def state(self) -> MatchState:
        """Where the match stands."""
        return self._states[-1]

    @property
    def states(self) -> tuple[MatchState, ...]:
        """All states from the first to the present one, one for each action.

        Those of earlier games are not kept but made again, so ask once and not in a loop.
        """
        if not self._earlier:
            return tuple(self._states)
        # Every game but the first begins with the last state of the one before.
        first, *others = (game.states() for game in self._earlier)
        return (*first, *(state for states in others for state in states[1:]), *self._states[1:])

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions from the first state to the present one; as costly as `states`."""
        return tuple(state.history[-1] for state in self.states[1:])

    def steps_back(self) -> Iterator[tuple[MatchState, Action]]:
        """Go back through the match from its last action to its first: the state before each, and the action.

        The states of an earlier game are made again only when it is reached, so the last few actions cost little
        however long the match is.
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
        """The options under which it is played."""
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
        """Who has won the match; None as long as nobody has, and for money."""
        return self.state.winner

    def legal_actions(self) -> tuple[Action, ...]:
        """List what the player to act may do; where the dice are to be thrown, `Throw` is among it."""
        return self.state.legal_actions()

    def act(self, action: Action) -> MatchState:
        """Do something, and return the state after it; `Throw` throws the dice as `roll` does.

        Raises
        ------
        IllegalActionError
            If the rules forbid it at this moment; the match is then as it was.
        """
        before = self.state
        after = before.act(self.next_roll() if isinstance(action, Throw) and self._may_throw() else action)
        if after.game != before.game:
            # A long match must not keep every state: an earlier game is kept as what was done in it, in words.
            words = "\n".join(_words_after_the_first(self._states))
            self._earlier.append(
                _EarlierGame(first=replace(self._states[0], history=self._kept_history()), words=words)
            )
            self._states = [before]
        self._states.append(after)
        return after

    def roll(self) -> MatchState:
        """Throw the dice: both players' for the start until they differ, otherwise those of the player on roll.

        With automatic doubles each tie that counts is a throw of its own, and leaves the start to be thrown for.

        Raises
        ------
        IllegalActionError
            If it is not time to throw.
        """
        return self.act(self.next_roll())

    def play(self, play: Play | str | None) -> MatchState:
        """Make a play, given as such or as people write it; None or ``"cannot move"`` if nothing can be played.

        Raises
        ------
        NotationError
            If the text is no play.
        IllegalPlayError
            If the text is a play that the rules forbid.
        IllegalActionError
            If the play is none of this roll, or no dice are thrown.
        """
        dice = self.state.dice
        if play is not None and not isinstance(play, str | Play):
            raise TypeError(f"play: expected a Play, text or None, got {type(play).__name__}")
        if isinstance(play, str) and dice is not None:
            play = self.state.position.parse_play(play, *dice).play
        return self.act(MakePlay(None if isinstance(play, str) else play))

    def undo(self) -> MatchState:
        """Take back the last action, and return the state before it.

        Raises
        ------
        IllegalActionError
            If nothing has been done yet.
        """
        if len(self._states) == 1 and not self._earlier:
            raise IllegalActionError("undo: nothing has been done yet")
        self._states.pop()
        if len(self._states) == 1 and self._earlier:
            self._states = self._earlier.pop().states()
        return self.state

    def next_roll(self) -> RollDice:
        """Say what the dice will show when they are next thrown, whenever that is in this game or at the next start."""
        return self._dice.roll(self.state)

    def _fields(self) -> Mapping[str, Any]:
        first = self._earlier[0].first if self._earlier else self._states[0]
        return write(first, self.seed, self.first_game, self._words())

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Read what `to_json` wrote. Every action is carried out again, so nothing illegal comes in.

        Raises
        ------
        NotationError
            If the text is something else, or an action in it is against the rules; the message says which.
        """
        return cls._from_fields(parse(text, "match"))

    @classmethod
    def _from_fields(cls, found: Fields) -> Match:
        """Read a match that may stand in another object."""
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
        """List all actions in words."""
        earlier = [words for game in self._earlier for words in game.words.splitlines()]
        return earlier + _words_after_the_first(self._states)

    def _may_throw(self) -> bool:
        return self.state.why_illegal(Throw()) is None

    def _kept_history(self) -> tuple[Action, ...]:
        """Say which history the first state of the present game keeps: that of the match's own first state."""
        return self._states[0].history if not self._earlier else ()

    def _all(self) -> tuple[object, ...]:
        first = self._earlier[0].first if self._earlier else self._states[0]
        return (self.seed, self.first_game, first, self.state, self._words())

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same dice and began and went on in the same way."""
        return self._all() == other._all() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # A match changes.

    def __str__(self) -> str:
        return str(self.state)

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()

    def __repr__(self) -> str:
        first_game = f", first_game={self.first_game}" if self.first_game else ""
        return f"{type(self).__name__}({self.state!r}, seed={self.seed}{first_game})"
