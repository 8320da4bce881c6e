"""Players of matches: the engine at a chosen strength, which acts in a `MatchState`.

>>> import gammon as bg
>>> match = bg.Match(bg.MatchRules(match_length=1), seed=4)
>>> player = bg.EnginePlayer(bg.Strength.parse("ply0"))
>>> while match.winner is None:
...     action = player.choose(match.state)
...     state = match.roll() if action is None else match.act(action)
>>> match.winner
<Player.ZERO: 0>
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gammon._engine import ArgumentError, Cube, CubeModel, Network, NotationError, Outcome, Position, WeightsError
from gammon.analysis.cube import BeaverAnswers, CubeDecision, cube_decision
from gammon.analysis.evaluation import evaluate
from gammon.analysis.plays import RankedPlay, rank_plays
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
)
from gammon.match.state import MatchState
from gammon.match.values import Offer, Phase, Win
from gammon.met.files import load
from gammon.stakes import Stakes

if TYPE_CHECKING:
    from random import Random

MOST_PLIES = 3
_HOPELESS = 0.005
"""Below this chance the engine gives up what it would still play for: it does not judge more finely."""
_QUIBBLE = 0.02
"""So much less than what it expects from playing on, in points a unit of the cube, the engine accepts at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How well the engine plays.

    Raises
    ------
    ArgumentError
        If a number is out of its range, or a player at random is to look ahead.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Strength.parse("casual")
    Strength(ply=0, noise=0.05, network=None, at_random=False)
    >>> str(bg.Strength.parse("noise=0.02, ply=1"))
    'ply1,noise=0.02'
    """

    ply: int = 0
    """Turns looked ahead, 0 to 3, as of `evaluate`."""

    noise: float = 0.0
    """How wrong it judges: to every equity that it compares, of plays and of decisions about the cube, an error is
    added whose standard deviation this is, in points per game and unit of the cube."""

    network: str | None = None
    """A file with the network to ask; the one that comes with gammon if None."""

    at_random: bool = False
    """Whether it makes any legal play, all equally likely, never doubles, and takes and accepts everything."""

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        if not (isinstance(self.ply, int) and 0 <= self.ply <= MOST_PLIES):
            raise ArgumentError(f"a player looks 0 to {MOST_PLIES} plies ahead, not {self.ply!r}")
        if not 0.0 <= self.noise <= 10.0:
            raise ArgumentError(f"noise is from 0 to 10 points, not {self.noise!r}")
        if self.network is not None and not _can_name_a_file(self.network):
            raise ArgumentError(f"no file can be called {self.network!r}")
        if self.at_random and (self.ply or self.noise or self.network is not None):
            raise ArgumentError("who plays at random has no use for plies, noise or a network")

    @classmethod
    def parse(cls, text: str) -> Strength:
        """Read a strength: the name of a level, ``random``, or ``ply1``, ``noise=0.1``, ``network=FILE`` with commas.

        Raises
        ------
        NotationError
            If it is none.
        ArgumentError
            If a number is out of its range.
        """
        if text.strip() in LEVELS:
            return LEVELS[text.strip()]
        found: dict[str, str] = {}
        for part in text.split(","):
            words = re.fullmatch(r"\s*(?:(ply)=?([0-9]{1,9})|(noise)=([0-9]*\.?[0-9]+)|(network)=(.+?))\s*", part)
            if words is None:
                levels = ", ".join(LEVELS)
                raise NotationError(
                    f"{part.strip()!r} is no strength; there are {levels}, and ply0 to ply{MOST_PLIES}, "
                    "noise=0.1 and network=FILE, with commas between them"
                )
            name, value = (word for word in words.groups() if word is not None)
            if name in found:
                raise NotationError(f"{text!r} says {name} twice")
            found[name] = value
        return cls(ply=int(found.get("ply", 0)), noise=float(found.get("noise", 0.0)), network=found.get("network"))

    def __str__(self) -> str:
        """Write it as `parse` reads it."""
        if self.at_random:
            return "random"
        noise = [f"noise={self.noise:g}"] if self.noise else []
        network = [f"network={self.network}"] if self.network is not None else []
        return ",".join([f"ply{self.ply}", *noise, *network])


LEVELS = {
    "random": Strength(at_random=True),
    "beginner": Strength(noise=0.15),
    "casual": Strength(noise=0.05),
    "club": Strength(),
    "strong": Strength(ply=1),
    "best": Strength(ply=2),
}
"""Strengths by name, from the weakest."""


class EnginePlayer:
    """The engine as a player: says what it does in a state. It keeps nothing in mind between two calls.

    Plays are ranked by `rank_plays`, with the cube and at the score; decisions about the cube and resignations are made
    by `cube_decision`. Where a double and none are worth the same, it doubles; where two answers
    to a double are, it takes. A resignation is accepted unless
    playing on is worth at least 0.02 points more, a unit of the cube.

    Parameters
    ----------
    strength
        How well it plays.
    seed
        Of its noise, any whole number. The noise is a function of the seed, the game and the turn, so that the same
        state is always judged alike, after taking back or reading from a file as well.
    resigns
        Whether it resigns games that it loses for certain, as far as it can tell: it does so only in races, before it
        throws, and not again in a game in which a resignation was declined.

    Raises
    ------
    OSError
        If there is no file with the network.
    WeightsError
        If the file is no network.
    """

    def __init__(self, strength: Strength, *, seed: int = 0, resigns: bool = False) -> None:
        self._strength = strength
        self._seed = seed
        self._resigns = resigns
        self._network = read_network(strength.network)

    @property
    def strength(self) -> Strength:
        """How well it plays."""
        return self._strength

    @property
    def network(self) -> Network | None:
        """The network that it asks; None for the one that comes with gammon."""
        return self._network

    def choose(self, state: MatchState) -> Action | None:
        """Choose what the player who is to act does; None is to throw the dice.

        Raises
        ------
        ArgumentError
            If the match is over, or a player needs more than 64 points.
        """
        match state.phase:
            case Phase.MATCH_OVER:
                raise ArgumentError("the match is over: there is nothing to choose")
            case Phase.OPENING | Phase.GAME_OVER:
                return None
            case Phase.ROLL:
                return self._before_the_roll(state)
            case Phase.PLAY:
                return self._play(state)
            case Phase.ANSWER:
                return self._answer(state)
            case Phase.RESIGNATION:
                return self._answer_to_resignation(state)

    def _before_the_roll(self, state: MatchState) -> Action | None:
        if self._strength.at_random:
            return None
        if self._resigns:
            resignation = self._resignation(state)
            if resignation is not None:
                return resignation
        if state.why_no_double() is not None:
            return None
        decision = self._decide(state)
        if not self._strength.noise:
            return Double() if decision.is_double else None
        no_double, double = self._misjudged(state, (decision.no_double, decision.double))
        return Double() if decision.is_allowed and double > no_double else None

    def _play(self, state: MatchState) -> Action:
        assert state.dice is not None
        if self._strength.at_random:
            plays = state.position.plays(*state.dice)
            return MakePlay(plays[int(self._generator(state).random() * len(plays))]) if plays else MakePlay()
        ranked = rank(state, ply=self._strength.ply, network=self._network)
        if not ranked:
            return MakePlay()
        if not self._strength.noise:
            return MakePlay(ranked[0].play)
        equities = self._misjudged(state, [one.equity for one in ranked])
        return MakePlay(ranked[equities.index(max(equities))].play)

    def _answer(self, state: MatchState) -> Action:
        if self._strength.at_random:
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
        answers = answers_to_beaver(state, ply=self._strength.ply, network=self._network)
        if state.offer is Offer.RACCOON:
            assert answers.raccoon_take is not None
            assert answers.raccoon_pass is not None
            take, pass_ = self._misjudged(state, (answers.raccoon_take, answers.raccoon_pass))
            return Take() if take <= pass_ else Pass()
        offered = [answers.take, answers.pass_, *([] if answers.raccoon is None else [answers.raccoon])]
        equities = self._misjudged(state, offered)
        return (Take(), Pass(), Raccoon())[equities.index(max(equities))]

    def _answer_to_resignation(self, state: MatchState) -> Action:
        if self._strength.at_random:
            return Accept()
        offered, playing_on = resignation_equities(state, ply=self._strength.ply, network=self._network)
        return Accept() if offered > self._misjudged(state, [playing_on])[0] - _QUIBBLE else Decline()

    def _resignation(self, state: MatchState) -> Resign | None:
        """Resign what is lost for certain, and nothing where more or less may yet come of it."""
        if not _is_race(state.position) or _was_declined(state):
            return None
        outcome = evaluate(state.position, ply=self._strength.ply, engine=Engine(self._network))
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
        return decide(state, ply=self._strength.ply, network=self._network)

    def _misjudged(self, state: MatchState, equities: Sequence[float]) -> list[float]:
        """Add the player's errors to what he compares."""
        if not self._strength.noise:
            return list(equities)
        generator = self._generator(state)
        return [equity + self._strength.noise * _nearly_normal(generator) for equity in equities]

    def _generator(self, state: MatchState) -> Random:
        from random import Random  # Only here: it takes as long to import as a good part of gammon.

        return Random(f"{self._seed} {state.game} {state.turns} {state.phase.value}")


def rank(state: MatchState, *, ply: int, network: Network | None) -> list[RankedPlay]:
    """Rank the plays of the dice thrown in a state, best first, with the cube and at the score; none if none is legal.

    Raises
    ------
    ArgumentError
        If no dice are thrown, or a player needs more than 64 points.
    """
    if state.dice is None:
        raise ArgumentError("no dice are thrown: there are no plays to rank")
    return rank_plays(
        state.position,
        state.dice,
        stakes=Stakes(state.scoring, state.cube_on_roll, _largest_cube(state)),
        ply=ply,
        engine=Engine(network),
    )


def decide(state: MatchState, *, ply: int, network: Network | None) -> CubeDecision:
    """Decide about a double in a state, before it is offered or while it waits for its answer.

    The decision is seen by the player on roll. It does not know of the Holland rule (R8.4), which says that nobody may
    double yet: `MatchState.why_no_double` does.

    Raises
    ------
    ArgumentError
        If a player needs more than 64 points, or the game is over.
    """
    return cube_decision(
        state.position,
        stakes=Stakes(state.scoring, state.cube_on_roll, _largest_cube(state)),
        ply=ply,
        engine=Engine(network),
    )


def answers_to_beaver(state: MatchState, *, ply: int, network: Network | None) -> BeaverAnswers:
    """Value the answers to a beaver, or to a raccoon, that waits for one.

    They are seen by the player on roll, who doubled, in units of the cube before the double.
    """
    doublings = 2 if state.offer is Offer.RACCOON else 1
    before = Cube(state.cube.value >> doublings, 1)
    decision = cube_decision(
        state.position,
        stakes=Stakes(state.scoring, before, state.rules.largest_cube),
        ply=ply,
        engine=Engine(network),
    )
    assert decision.beaver is not None
    return decision.beaver


def resignation_equities(state: MatchState, *, ply: int, network: Network | None) -> tuple[float, float]:
    """Say what a resignation that waits for its answer is worth, and what playing on is, to the one who answers.

    Both are cubeful equities in units of the cube. With dice thrown, playing on begins with the best play of them.

    Raises
    ------
    ArgumentError
        If nobody has resigned, or a player needs more than 64 points.
    """
    if state.resignation is None:
        raise ArgumentError("nobody has resigned")
    scoring, cube = state.scoring.swap(), state.cube_on_roll.swap()
    model = CubeModel(scoring, load())
    win = state.resignation
    settled = Outcome(1.0, float(win >= Win.GAMMON), float(win >= Win.BACKGAMMON))
    offered = model.equity(model.no_double(settled, cube, efficiency=0.0), cube)
    if state.dice is None:
        return offered, -decide(state, ply=ply, network=network).equity
    ranked = rank(state, ply=ply, network=network)
    after = ranked[0].play.position if ranked else state.position.swap()
    if after.is_over:
        return offered, -1.0
    limit = _largest_cube(state)
    decision = cube_decision(after, stakes=Stakes(scoring, cube, limit), ply=ply, engine=Engine(network))
    return offered, decision.equity


def _largest_cube(state: MatchState) -> int:
    """Say how high the cube may go; without one it stays at 1."""
    return state.rules.largest_cube if state.rules.cube else 1


def read_network(path: str | None) -> Network | None:
    """Read a network from a file; None, which is the one that comes with gammon, if there is no path.

    Raises
    ------
    OSError
        If there is no such file.
    WeightsError
        If it is no network; the message names the file.
    """
    if path is None:
        return None
    with open(path, "rb") as file:
        content = file.read()
    try:
        return Network(content)
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from error


def _can_name_a_file(name: str) -> bool:
    """Tell whether the system takes a text for a name of a file."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _is_race(position: Position) -> bool:
    """Tell whether all checkers have passed each other."""
    own, opponent = (max(place for place in range(26) if side[place]) for side in (position.own, position.opponent))
    return own + opponent < 25


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
