"""A match that throws its own dice, remembers how it came about, can take back, and can be kept as text."""

from __future__ import annotations

from gammon._engine import GammonError, NotationError, Play, batch_opening_rolls, batch_rolls
from gammon.match.actions import Action, IllegalActionError, MakePlay, RollDice
from gammon.match.record import read, read_action, write
from gammon.match.rules import MatchRules
from gammon.match.state import MatchState
from gammon.match.values import Phase, Player

_LAST_TURN = 2**64 - 1


class Match:
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

    def __init__(self, start: MatchRules | MatchState, *, seed: int, first_game: int = 0) -> None:
        first = MatchState.start(start) if isinstance(start, MatchRules) else start
        if not isinstance(first, MatchState):
            raise TypeError(f"a match begins with its MatchRules or a MatchState, not {type(first).__name__}")
        self._states = [first]
        self._seed = seed
        self._first_game = first_game
        self._throw(turn=1)  # Numbers that are no seed, or no game, are refused here and not at the first throw.

    @property
    def state(self) -> MatchState:
        """Where the match stands."""
        return self._states[-1]

    @property
    def states(self) -> tuple[MatchState, ...]:
        """All states from the first to the present one, one for each action."""
        return tuple(self._states)

    @property
    def rules(self) -> MatchRules:
        """The options under which it is played."""
        return self.state.rules

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._seed

    @property
    def first_game(self) -> int:
        """The number of the first game under the seed."""
        return self._first_game

    @property
    def winner(self) -> Player | None:
        """Who has won the match; None as long as nobody has, and for money."""
        return self.state.winner

    def legal_actions(self) -> tuple[Action, ...]:
        """List what may be done; where the dice are thrown, `roll` chooses among the throws."""
        return self.state.legal_actions()

    def act(self, action: Action) -> MatchState:
        """Do something, and return the state after it.

        Raises
        ------
        IllegalActionError
            If the rules forbid it at this moment; the match is then as it was.
        """
        self._states.append(self.state.act(action))
        return self.state

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
        if len(self._states) == 1:
            raise IllegalActionError("undo: nothing has been done yet")
        self._states.pop()
        return self.state

    def next_roll(self) -> RollDice:
        """Say what the dice will show when they are next thrown, whenever that is in this game or at the next start."""
        state = self.state
        game = state.game + (state.phase is Phase.GAME_OVER)
        if state.phase in (Phase.OPENING, Phase.GAME_OVER):
            stake = 1 if state.phase is Phase.GAME_OVER else state.cube.value
            # Ties come before the throw that decides and have nothing to do with it: each is a turn from the far end.
            if stake < 2**state.rules.automatic_doubles:
                tie = self._throw(turn=_LAST_TURN + 1 - stake.bit_length(), game=game)
                if tie.first == tie.second:
                    return tie
            opening = batch_opening_rolls(1, seed=self._seed, first_game=self._first_game + game, threads=1)
            return RollDice(*opening[0].tolist())
        is_first_thrown = state.starter is not None and not state.rules.opening_reroll
        return self._throw(turn=state.turns + (not is_first_thrown), game=game)

    def to_json(self) -> str:
        """Write the match as JSON: how it began, its seed, and every action in words; `from_json` reads it."""
        return write(self._states, self._seed, self._first_game)

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Read what `to_json` wrote. Every action is carried out again, so nothing illegal comes in.

        Raises
        ------
        NotationError
            If the text is something else, or an action in it is against the rules; the message says which.
        """
        first, seed, first_game, actions = read(text)
        try:
            match = cls(first, seed=seed, first_game=first_game)
        except GammonError as error:
            raise NotationError(f"no match as to_json writes it: {error}") from error
        for number, words in enumerate(actions, start=1):
            try:
                match.act(read_action(words, match.state))
            except GammonError as error:
                raise NotationError(f"action {number} of the match: {error}") from error
        return match

    def _throw(self, *, turn: int, game: int = 0) -> RollDice:
        """Throw two dice; turn 0 is the throw for the start and served otherwise."""
        dice = batch_rolls(1, seed=self._seed, turn=turn, first_game=self._first_game + game, threads=1)
        return RollDice(*dice[0].tolist())

    def __str__(self) -> str:
        return str(self.state)

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()

    def __repr__(self) -> str:
        first_game = f", first_game={self._first_game}" if self._first_game else ""
        return f"{type(self).__name__}({self.state!r}, seed={self._seed}{first_game})"
