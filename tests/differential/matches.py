"""Play matches with random legal actions in the engine's and the reference's state machines and compare every state."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import gammon as bg
from gammon.match import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    Ending,
    MakePlay,
    MatchCube,
    Offer,
    Pass,
    Phase,
    Player,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
    Variant,
)
from gammon.reference import Board, MatchError, MatchOptions, Referee, Row, Standing
from gammon.reference.match import (
    AFTER_ROLL,
    BEFORE_ROLL,
    BETWEEN_GAMES,
    CUBE,
    DONE,
    END,
    NOW,
    OPENING,
    RESIGNING,
)
from gammon.reference.match import Action as Words
from tests.differential.positions import bearoffs, crowded_bars, from_random_games

MakeReferee: TypeAlias = Callable[[MatchOptions], Referee]
"""A constructor for the reference: `Referee`, or one with a planted bug."""

STARTS = {
    Variant.BACKGAMMON: Board.start(),
    Variant.NACKGAMMON: Board.nackgammon(),
    Variant.HYPERGAMMON: Board.hypergammon(),
    Variant.LONGGAMMON: Board.longgammon(),
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    "match_length": (0, 1, 2, 3, 5, 7, 11),
    "variant": tuple(Variant),
    "cube": (True, False),
    "cube_limit": (None, 2, 4, 64),
    "crawford": (True, False),
    "holland": (False, True),
    "jacoby": (False, True),
    "beavers": (False, True),
    "raccoons": (False, True),
    "automatic_doubles": (0, 1, 2),
    "opening_reroll": (False, True),
}
"""The values of each option; all combinations are tried."""

STAGES = {
    Phase.OPENING: OPENING,
    Phase.ROLL: BEFORE_ROLL,
    Phase.PLAY: AFTER_ROLL,
    Phase.ANSWER: CUBE,
    Phase.RESIGNATION: RESIGNING,
    Phase.GAME_OVER: BETWEEN_GAMES,
    Phase.MATCH_OVER: END,
}
OFFERS = {None: 0, Offer.DOUBLE: 1, Offer.BEAVER: 2, Offer.RACCOON: 3}
ENDINGS = {Ending.BORNE_OFF: "borne off", Ending.PASSED: "pass", Ending.RESIGNED: "resignation"}

MOST_ACTIONS = 250
"""A match that is longer is abandoned after this number of actions."""

STYLES: tuple[dict[str, float], ...] = (
    {"roll": 10, "double": 4, "resign": 1, "play": 20, "take": 3, "pass": 2, "accept": 1, "decline": 1},
    {"roll": 9, "double": 1, "resign": 0.1, "play": 50, "take": 9, "pass": 1, "accept": 1, "decline": 9},
    {"roll": 2, "double": 8, "resign": 0.5, "take": 8, "pass": 1, "beaver": 8, "raccoon": 8, "accept": 2},
    {"roll": 1, "double": 1, "resign": 1, "play": 2, "take": 1, "pass": 3, "accept": 5, "decline": 0.5},
)
"""Styles of play: weights of the kinds of action, 1 by default. In the second style, games reach the bear-off."""

SHARES = (3, 1, 3, 3)
"""How often each style is used; the second makes long matches."""


def all_options() -> Iterator[dict[str, Any]]:
    """List all combinations of option values, including invalid ones."""
    for values in product(*OPTIONS.values()):
        yield dict(zip(OPTIONS, values, strict=True))


def engine_rules(options: dict[str, Any]) -> bg.MatchRules | None:
    """Return the engine's rules for some options, or None if it refuses them."""
    try:
        return bg.MatchRules(**options)
    except bg.ArgumentError:
        return None


def reference_options(options: dict[str, Any]) -> MatchOptions | None:
    """Return the reference's options, or None if it refuses them."""
    try:
        return MatchOptions(
            points=options["match_length"] or None,
            start=STARTS[options["variant"]],
            has_cube=options["cube"],
            last_cube=options["cube_limit"],
            crawford=options["crawford"],
            holland=options["holland"],
            jacoby=options["jacoby"],
            beavers=options["beavers"],
            raccoons=options["raccoons"],
            automatic=options["automatic_doubles"],
            reroll=options["opening_reroll"],
        )
    except MatchError:
        return None


@cache
def option_sets() -> tuple[tuple[bg.MatchRules, MatchOptions], ...]:
    """List all combinations of options that both allow."""
    both = ((engine_rules(options), reference_options(options)) for options in all_options())
    return tuple((rules, options) for rules, options in both if rules is not None and options is not None)


def row_of(position: bg.Position) -> Row:
    """Convert a position to the reference's row, seen by the player on roll."""
    own, other = position.own, position.opponent
    return (-other[25], *(own[point] - other[25 - point] for point in range(1, 25)), own[25], own[0], other[0])


def in_words(state: bg.MatchState, action: Action) -> Words:
    """Convert an action to the reference's notation."""
    match action:
        case RollDice(first, second):
            return ("roll", first, second)
        case MakePlay(None):
            return ("play", *row_of(state.position))
        case MakePlay(play):
            assert play is not None
            return ("play", *row_of(play.position.swap()))
        case Resign(win, player):
            who = state.on_roll if player is None else player
            assert who is not None
            return ("resign", int(who), int(win))
        case Throw():
            raise AssertionError("the reference has no throw without its dice")
        case Double() | Take() | Pass() | Beaver() | Raccoon() | Accept() | Decline():
            return (type(action).__name__.lower(),)


def everything_legal(state: bg.MatchState) -> tuple[Action, ...]:
    """List everything that may happen next: each roll, each legal action, and the other player's resignations."""
    others = () if state.on_roll is None else state.resignations(state.on_roll.opponent)
    listed = (state.possible_rolls() if action == Throw() else (action,) for action in state.legal_actions())
    return (*(action for actions in listed for action in actions), *others)


def standing_of(state: bg.MatchState) -> dict[str, Any]:
    """Convert the engine's state to the reference's terms."""
    on_roll, result = state.on_roll, state.result
    won = result and (int(result.winner), int(result.win), result.points, ENDINGS[result.ending])
    assert 2 ** (state.cube.value.bit_length() - 1) == state.cube.value
    return {
        "stage": STAGES[state.phase],
        "score": state.score,
        "crawford": state.crawford,
        "row": row_of(state.position.swap() if on_roll is Player.ONE else state.position),
        "mover": on_roll,
        "turned": state.cube.value.bit_length() - 1,
        "holder": state.cube.owner,
        "dice": state.dice or (),
        "offers": OFFERS[state.offer],
        "resigned": state.resignation or 0,
        "resigner": state.resigner,
        "rolled": state.turns,
        "opener": state.starter,
        "won": won,
        "to act": state.to_act,
    }


def expected_of(referee: Referee, at: Standing) -> dict[str, Any]:
    """Return the reference's state in the same terms."""
    return at._asdict() | {"crawford": at.crawford == NOW, "to act": referee.to_act(at)}


@dataclass(frozen=True, kw_only=True)
class MatchDifference:
    """The first state in which the engine and the reference differ."""

    rules: bg.MatchRules
    actions: tuple[Words, ...]
    what: str

    def __str__(self) -> str:
        return f"{self.rules}\nafter {self.actions[-12:]}:\n{self.what}"


@cache
def middles(number: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """List positions with fifteen checkers a side from which to start games, many of them near the end."""
    found = []
    for kind, n in ((bearoffs, 30), (from_random_games, 20), (crowded_bars, 6)):
        for own, other in kind(number, n):
            if sum(own) == sum(other) == 15 and own[0] < 15 and other[0] < 15:
                found.append((own, other))
    found.extend(_caught_on_the_bar(random.Random(number), 8))
    return tuple(found)


def _caught_on_the_bar(rng: random.Random, n: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield positions one or two turns before a backgammon: the opponent's last checker is on the bar (R6.3).

    Random play reaches such a position only once in thousands of matches.
    """
    for _ in range(n):
        own, other = [0] * 26, [0] * 26
        own[0] = rng.choice((12, 13, 14))
        for _ in range(15 - own[0]):
            own[rng.choice((1, 2, 3))] += 1
        other[25] = 1
        for _ in range(14):
            other[rng.randint(1, 8)] += 1
        yield tuple(own), tuple(other)


class PairedMatch:
    """One match in both state machines, from the start or from a position in the middle of a game."""

    def __init__(self, make_referee: MakeReferee, dice: random.Random, positions: Sequence[Any]) -> None:
        rules, options = dice.choice(option_sets())
        self.dice = dice
        self.referee = make_referee(options)
        most = rules.match_length or 3
        score = (dice.randrange(most), dice.randrange(most)) if dice.random() < 0.5 else (0, 0)
        self.state = bg.MatchState.start(rules, score=score)
        self.at = self.referee.begin(score)
        if self.state.crawford and dice.random() < 0.3:
            self.state = bg.MatchState.start(rules, score=score, crawford=False)
            self.at = self.referee.begin(score, DONE)
        self.actions: list[Words] = []
        self.rules = rules
        if rules.variant is not Variant.HYPERGAMMON and dice.random() < 0.5:
            self._go_to_the_middle(*dice.choice(positions))

    def _go_to_the_middle(self, own: tuple[int, ...], other: tuple[int, ...]) -> None:
        """Set both machines to a position, a cube and a number of turns."""
        player, turned, owner = Player(self.dice.randrange(2)), 0, None
        if self.rules.cube and not self.state.crawford and self.dice.random() < 0.5:
            turned = self.dice.choice((1, 1, 2, 3))
            owner = Player(self.dice.randrange(2))
        if 2**turned > self.rules.largest_cube:
            turned, owner = 0, None
        rolled = self.dice.randrange(9)
        crawford = self.at.crawford
        self.state = bg.MatchState(
            rules=self.rules,
            score=self.state.score,
            crawford=self.state.crawford,
            position=bg.Position(list(own), list(other)),
            on_roll=player,
            cube=MatchCube(value=2**turned, owner=owner),
            turns=rolled,
        )
        board = Board.from_counts(own, other)
        row = (board if player == 0 else board.swap()).row
        self.at = Standing(BEFORE_ROLL, self.state.score, crawford, row, int(player), turned, owner, rolled=rolled)

    def difference(self) -> MatchDifference | None:
        """Play random legal actions until the match is over or the machines differ."""
        (style,) = self.dice.choices(STYLES, SHARES)
        for _ in range(MOST_ACTIONS):
            legal = everything_legal(self.state)
            words = [in_words(self.state, action) for action in legal]
            what = self._what_differs(words)
            if what:
                return MatchDifference(rules=self.rules, actions=tuple(self.actions), what=what)
            if not legal or (self.rules.is_money and self.state.game >= 3):
                break
            self._act(self._choice(words, style), legal, words)
        return None

    def _what_differs(self, words: list[Words]) -> str:
        found, expected = standing_of(self.state), expected_of(self.referee, self.at)
        if found != expected:
            parts = [key for key in found if found[key] != expected[key]]
            return "\n".join(f"{part}: engine {found[part]}, reference {expected[part]}" for part in parts)
        reference = self.referee.actions(self.at)
        if set(words) != set(reference) or len(words) != len(set(words)):
            extra, missing = set(words) - set(reference), set(reference) - set(words)
            return f"only in the engine: {sorted(extra, key=str)}; only in the reference: {sorted(missing, key=str)}"
        return ""

    def _choice(self, words: list[Words], style: dict[str, float]) -> int:
        """Choose a kind of action by its weight, then an action of that kind."""
        kinds = list(dict.fromkeys(str(action[0]) for action in words))
        (kind,) = self.dice.choices(kinds, [style.get(kind, 1) for kind in kinds])
        return self.dice.choice([index for index, action in enumerate(words) if action[0] == kind])

    def _act(self, index: int, legal: tuple[Action, ...], words: list[Words]) -> None:
        score, game = self.state.score, self.state.game
        self.state = self.state.act(legal[index])
        self.at = self.referee.carried_out(self.at, words[index])
        self.actions.append(words[index])
        if self.state.result is not None and self.state.game == game:
            gained = [now - before for now, before in zip(self.state.score, score, strict=True)]
            assert sum(gained) == gained[self.state.result.winner] == self.state.result.points > 0


def first_match_difference(seed: int, n: int, make_referee: MakeReferee = Referee) -> MatchDifference | None:
    """Return the first difference in n matches of random legal actions under random options, or None."""
    dice, positions = random.Random(seed), middles(seed)
    for _ in range(n):
        difference = PairedMatch(make_referee, dice, positions).difference()
        if difference is not None:
            return difference
    return None
