"""The engine as a player: what it does in a state of a match.

>>> import gammon as bg
>>> match = bg.Match(bg.MatchRules(match_length=1), seed=4)
>>> player = bg.EnginePlayer("club")
>>> while match.winner is None:
...     state = match.act(player.choose(match.state))
>>> match.winner
<Player.ZERO: 0>
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gammon._engine import ArgumentError
from gammon.analysis.cube import CubeDecision
from gammon.analysis.evaluation import evaluate
from gammon.engine import Engine
from gammon.match.actions import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    MakePlay,
    Pass,
    Raccoon,
    Resign,
    Take,
    Throw,
)
from gammon.match.state import MatchState
from gammon.match.values import Offer, Phase, Win, is_whole, plain
from gammon.players.advice import answers_to_beaver, decide, rank, resignation_equities
from gammon.players.strength import Strength
from gammon.quoting import quote

if TYPE_CHECKING:
    from random import Random

_HOPELESS = 0.005
"""Below this chance the engine gives up what it would still play for: it does not judge more finely."""
_QUIBBLE = 0.02
"""So much less than what it expects from playing on, in points a unit of the cube, the engine accepts at once."""


class EnginePlayer:
    """The engine as a player: says what it does in a state. It remembers nothing between two calls.

    Plays are ranked by `rank_plays`, with the cube and at the score; decisions about the cube and resignations are made
    by `cube_decision`. Where a double and none are worth the same, it doubles; where two answers to a double are, it
    takes. A resignation is accepted unless playing on is worth at least 0.02 points more, a unit of the cube.

    Parameters
    ----------
    strength
        How well it plays: a `Strength`, its name as `Strength.parse` reads it, or an `Engine`, which plays with its own
        network or function, plies, match equity table and efficiency, and without noise.
    seed
        Of its noise, any whole number. The noise is a function of the seed, the game and the turn, so that the same
        state is always judged alike, also after taking back or reading from a file.
    resigns
        Whether it resigns games that it loses for certain, as far as it can tell: it does so only in races, before it
        throws, and not again in a game in which a resignation was declined.

    Raises
    ------
    TypeError
        If an argument has another type.
    NotationError
        If a text is not a strength.
    OSError
        If there is no file with the network.
    WeightsError
        If the file is not a network.
    """

    def __init__(self, strength: Strength | str | Engine, *, seed: int = 0, resigns: bool = False) -> None:
        if isinstance(strength, str):
            strength = Strength.parse(strength)
        if not isinstance(strength, Strength | Engine):
            raise TypeError(f"strength: expected a Strength, its name or an Engine, got {_described(strength)}")
        if not is_whole(plain(seed)):
            raise TypeError(f"seed: expected an int, got {quote(seed)}")
        if not isinstance(resigns, bool):
            raise TypeError(f"resigns: expected True or False, got {quote(resigns)}")
        self._strength = strength if isinstance(strength, Strength) else None
        self._engine = strength.engine() if isinstance(strength, Strength) else strength
        self._noise = 0.0 if self._strength is None else self._strength.noise
        self._at_random = self._strength is not None and self._strength.at_random
        self._seed: int = plain(seed)
        self._resigns = resigns

    @property
    def strength(self) -> Strength | None:
        """How well it plays; None if it was made from an `Engine`."""
        return self._strength

    @property
    def engine(self) -> Engine:
        """What judges for it."""
        return self._engine

    @property
    def name(self) -> str:
        """The strength as it is written, or the plies and the network's or function's name of an `Engine`."""
        return f"ply{self._engine.ply},{self._engine.name}" if self._strength is None else str(self._strength)

    def with_seed(self, seed: int) -> EnginePlayer:
        """Return the same player with other noise."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _seed=seed)
        return other

    def __repr__(self) -> str:
        return f"EnginePlayer({self.name!r}, seed={self._seed})"

    def choose(self, state: MatchState) -> Action:
        """Choose what the player who is to act does; where the dice are to be thrown, that is `Throw`.

        Raises
        ------
        TypeError
            If it is not a state of a match.
        ArgumentError
            If the match is over, or a player needs more than 64 points.
        """
        if not isinstance(state, MatchState):
            raise TypeError(f"state: expected a MatchState, got {_described(state)}")
        match state.phase:
            case Phase.MATCH_OVER:
                raise ArgumentError("state: the match is over, there is nothing to choose")
            case Phase.OPENING | Phase.GAME_OVER:
                return Throw()
            case Phase.ROLL:
                return self._before_the_roll(state)
            case Phase.PLAY:
                return self._play(state)
            case Phase.ANSWER:
                return self._answer(state)
            case Phase.RESIGNATION:
                return self._answer_to_resignation(state)

    def _before_the_roll(self, state: MatchState) -> Action:
        if self._at_random:
            return Throw()
        if self._resigns:
            resignation = self._resignation(state)
            if resignation is not None:
                return resignation
        if state.why_no_double() is not None:
            return Throw()
        decision = self._decide(state)
        if not self._noise:
            return Double() if decision.is_double else Throw()
        no_double, double = self._misjudged(state, (decision.no_double, decision.double))
        return Double() if decision.is_allowed and double > no_double else Throw()

    def _play(self, state: MatchState) -> Action:
        assert state.dice is not None
        if self._at_random:
            plays = state.position.plays(*state.dice)
            return MakePlay(plays[int(self._generator(state).random() * len(plays))]) if plays else MakePlay()
        ranked = rank(state, engine=self._engine)
        if not ranked:
            return MakePlay()
        if not self._noise:
            return MakePlay(ranked[0].play)
        equities = self._misjudged(state, [one.equity for one in ranked])
        return MakePlay(ranked[equities.index(max(equities))].play)

    def _answer(self, state: MatchState) -> Action:
        if self._at_random:
            return Take()
        if state.offer is not Offer.DOUBLE:
            return self._answer_to_beaver(state)
        decision = self._decide(state)
        beaver = decision.double_beaver if state.why_illegal(Beaver()) is None else None
        offered = [decision.double_take, decision.double_pass, *([] if beaver is None else [beaver])]
        equities = self._misjudged(state, offered)
        return (Take(), Pass(), Beaver())[equities.index(min(equities))]

    def _answer_to_beaver(self, state: MatchState) -> Action:
        """Answer a beaver, as the player on roll, or a raccoon, as the opponent (R7.6)."""
        answers = answers_to_beaver(state, engine=self._engine)
        if state.offer is Offer.RACCOON:
            assert answers.raccoon_take is not None
            assert answers.raccoon_pass is not None
            take, pass_ = self._misjudged(state, (answers.raccoon_take, answers.raccoon_pass))
            return Take() if take <= pass_ else Pass()
        offered = [answers.take, answers.pass_, *([] if answers.raccoon is None else [answers.raccoon])]
        equities = self._misjudged(state, offered)
        return (Take(), Pass(), Raccoon())[equities.index(max(equities))]

    def _answer_to_resignation(self, state: MatchState) -> Action:
        if self._at_random:
            return Accept()
        offered, playing_on = resignation_equities(state, engine=self._engine)
        return Accept() if offered > self._misjudged(state, [playing_on])[0] - _QUIBBLE else Decline()

    def _resignation(self, state: MatchState) -> Resign | None:
        """Resign what is lost for certain, and nothing where more or less may yet come of it."""
        if not state.position.is_race or _was_declined(state):
            return None
        outcome = evaluate(state.position, engine=self._engine)
        if outcome.win > _HOPELESS:
            return None
        counts_once = state.rules.jacoby and state.cube.owner is None
        shares = {Win.SINGLE: 1.0, Win.GAMMON: outcome.lose_gammon, Win.BACKGAMMON: outcome.lose_backgammon}
        if counts_once or state.position.own[0]:
            return Resign(Win.SINGLE)
        if any(_HOPELESS < share < 1 - _HOPELESS for share in shares.values()):
            return None
        return Resign(max(win for win, share in shares.items() if share >= 1 - _HOPELESS))

    def _decide(self, state: MatchState) -> CubeDecision:
        return decide(state, engine=self._engine)

    def _misjudged(self, state: MatchState, equities: Sequence[float]) -> list[float]:
        """Add the player's errors to what they compare."""
        if not self._noise:
            return list(equities)
        generator = self._generator(state)
        return [equity + self._noise * _nearly_normal(generator) for equity in equities]

    def _generator(self, state: MatchState) -> Random:
        from random import Random  # Only here: it takes as long to import as a good part of gammon.

        return Random(f"{self._seed} {state.game} {state.turns} {state.phase.value}")


def _was_declined(state: MatchState) -> bool:
    """Tell whether a resignation was declined in this game."""
    turns = 0
    for action in reversed(state.history):
        if isinstance(action, Decline):
            return True
        if isinstance(action, Pass | Accept):
            return False
        turns += isinstance(action, MakePlay)
        if turns > state.turns:
            return False
    return False


def _nearly_normal(generator: Random) -> float:
    """Draw a number of mean 0 and standard deviation 1: twelve uniform ones added up, less six.

    It needs nothing but sums, so that it is the same to the last bit on every machine.
    """
    return sum(generator.random() for _ in range(12)) - 6.0


def _described(value: object) -> str:
    """Say what was given in place of something else, by its type."""
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__
