"""The engine as a player of matches.

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
from gammon.players import rolling
from gammon.players.advice import answers_to_beaver, decide, rank, resignation_equities, stakes_of
from gammon.players.strength import Strength
from gammon.quoting import quote
from gammon.rollouts.comparing import RolledOutCube

if TYPE_CHECKING:
    from random import Random

_HOPELESS = 0.005
"""Probabilities below this are too small for the network to tell from 0, and are treated as 0 when resigning."""
_QUIBBLE = 0.02
"""The engine accepts a resignation worth at most this much less than playing on (points per unit of the cube)."""


class EnginePlayer:
    """The engine as a player: chooses an action in each state. It keeps no state of its own between calls.

    Plays are ranked by `rank_plays`, by cubeful equity at the score. Cube decisions and resignations use
    `cube_decision`. With `Strength.rollout`, plays and cube decisions that these find close are rolled out. If doubling
    and not doubling have equal equity, it doubles; if taking and another answer do, it takes. It accepts a resignation
    unless playing on is worth at least 0.02 points per unit of the cube more.

    Parameters
    ----------
    strength
        How well it plays: a `Strength`, its name as `Strength.parse` reads it, or an `Engine`. An `Engine` plays with
        its own network or function, plies, match equity table and cube efficiency, and without noise.
    seed
        Seed of the noise, any whole number. The noise depends only on the seed, the game, the turn and the phase. So
        the same state always gets the same action, also after an undo or when read from a file.
    resigns
        Whether it resigns games that it considers lost. It resigns only in races, before rolling, and not again in a
        game in which a resignation was declined.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    NotationError
        If a text is not a strength.
    OSError
        If the network's file does not exist or cannot be read.
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
        self._rollout = None if self._strength is None else self._strength.rollout
        self._seed: int = plain(seed)
        self._resigns = resigns

    @property
    def strength(self) -> Strength | None:
        """The strength; None if the player was made from an `Engine`."""
        return self._strength

    @property
    def engine(self) -> Engine:
        """The engine that evaluates its positions."""
        return self._engine

    @property
    def name(self) -> str:
        """The strength as text. For an `Engine`: its plies and the name of its network or function."""
        return f"ply{self._engine.ply},{self._engine.name}" if self._strength is None else str(self._strength)

    def with_seed(self, seed: int) -> EnginePlayer:
        """Return the same player with another seed for its noise."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _seed=seed)
        return other

    def __repr__(self) -> str:
        return f"EnginePlayer({self.name!r}, seed={self._seed})"

    def choose(self, state: MatchState) -> Action:
        """Choose an action for the player to act; `Throw` means rolling the dice.

        Raises
        ------
        TypeError
            If the argument is not a `MatchState`.
        ArgumentError
            If the match is over, or a player needs more than 64 points.
        """
        if not isinstance(state, MatchState):
            raise TypeError(f"state: expected a MatchState, got {_described(state)}")
        match state.phase:
            case Phase.MATCH_OVER:
                raise ArgumentError("state: expected a match in progress, got one that is over")
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
        rolled = self._rolled_out(state, decision)
        if not self._noise and rolled is None:
            return Double() if decision.is_double else Throw()
        if rolled is not None:
            no_double, double = self._misjudged(state, (rolled.no_double.equity, rolled.double))
            return Double() if double >= no_double else Throw()
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
        if not self._noise and self._rollout is None:
            return MakePlay(ranked[0].play)
        if self._rollout is None:
            found = [one.equity for one in ranked]
        else:
            found = rolling.equities(self._rollout, state, ranked, stakes_of(state), self._engine)
        equities = self._misjudged(state, found)
        return MakePlay(ranked[equities.index(max(equities))].play)

    def _answer(self, state: MatchState) -> Action:
        if self._at_random:
            return Take()
        if state.offer is not Offer.DOUBLE:
            return self._answer_to_beaver(state)
        decision = self._decide(state)
        best: CubeDecision | RolledOutCube = self._rolled_out(state, decision) or decision
        take = best.double_take if isinstance(best, CubeDecision) else best.double_take.equity
        beaver = best.double_beaver if state.why_illegal(Beaver()) is None else None
        offered = [take, best.double_pass, *([] if beaver is None else [beaver])]
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
        """Return a resignation if the game is lost and the size of the loss is certain, else None."""
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

    def _rolled_out(self, state: MatchState, decision: CubeDecision) -> RolledOutCube | None:
        """Roll out a close cube decision; None if it is not close, or the player does not roll out."""
        if self._rollout is None or not decision.is_allowed:
            return None
        return rolling.cube(self._rollout, state, decision, stakes_of(state), self._engine)

    def _misjudged(self, state: MatchState, equities: Sequence[float]) -> list[float]:
        """Add the player's noise to the equities to be compared."""
        if not self._noise:
            return list(equities)
        generator = self._generator(state)
        return [equity + self._noise * _nearly_normal(generator) for equity in equities]

    def _generator(self, state: MatchState) -> Random:
        from random import Random  # Imported here because it is slow to import.

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
    """Draw a nearly normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers, minus six.

    Only additions are used, so the result is bit-identical on every machine.
    """
    return sum(generator.random() for _ in range(12)) - 6.0


def _described(value: object) -> str:
    """Name an argument of the wrong type in an error message."""
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__
