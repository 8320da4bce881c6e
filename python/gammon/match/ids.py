"""Conversion between match states and `gammon.Situation`, which reads and writes IDs.

A situation is seen by the player on roll. Player 1 sits at the bottom, as in GNU Backgammon.
"""

from __future__ import annotations

from typing import TypeVar

from gammon._engine import ArgumentError, NotationError, Position, Situation
from gammon.match.fields import MatchFields
from gammon.match.rules import MatchRules, Variant
from gammon.match.values import Ending, MatchCube, Offer, Player, Win

_State = TypeVar("_State", bound=MatchFields)

_SEATS = {1: Player.ONE, -1: Player.ZERO}
_USUAL_EXPONENT = 10
"""Base-2 logarithm of the maximum cube that programs write to an XGID when no limit was set."""

_MOST_POINTS = 2**16 - 1
_ENDINGS = {Ending.BORNE_OFF: "over", Ending.RESIGNED: "resigned", Ending.PASSED: "dropped"}


def situation_of(state: MatchFields) -> Situation:
    """Convert a state to a situation."""
    rules = state.rules
    on_roll = Player.ONE if state.on_roll is None else state.on_roll
    going_on = "none" if state.on_roll is None else "playing"
    kind = going_on if state.result is None else _ENDINGS[state.result.ending]
    deciding = on_roll if state.to_act is None else state.to_act
    limit = _USUAL_EXPONENT if rules.cube_limit is None else _exponent(rules.cube_limit)
    owner = state.cube.owner
    zero, one = (min(points, _MOST_POINTS) for points in state.score)
    return Situation._of_fields(
        state.position,
        (
            (on_roll is Player.ONE, deciding is Player.ONE, kind),
            state.dice,
            None if state.offer is None else state.offer.value,
            int(state.resignation or 0),
            (_exponent(state.cube.value), 0 if owner is None else 1 if owner is Player.ONE else -1, limit * rules.cube),
            (zero, one, rules.match_length),
            (state.crawford, rules.jacoby, rules.beavers),
        ),
    )


def situation_that_goes_on(state: MatchFields) -> Situation:
    """Convert a state to the nearest situation of a game in progress: an XGID cannot express anything else.

    Before the opening roll, player 1 is on roll. A finished game becomes its last position at the score before the
    game. A resignation is dropped.
    """
    (turn, _, kind), dice, offer, _, cube, points, options = situation_of(state)._fields
    zero, one, length = points
    if state.result is not None:
        before = list(state.score)
        before[state.result.winner] -= state.result.points
        zero, one = (min(number, _MOST_POINTS) for number in before)
        kind = "over" if state.position.is_over else "playing"
    else:
        kind = "playing"
    deciding = turn if offer in (None, Offer.BEAVER.value) else not turn
    fields = ((turn, deciding, kind), dice, offer, 0, cube, (zero, one, length), options)
    return Situation._of_fields(state.position, fields)


def state_of(kind: type[_State], situation: Situation, rules: MatchRules | None, turns: int) -> _State:
    """Convert a situation to a state."""
    if situation.state not in ("playing", "none"):
        raise NotationError(f"the game is over: the ID says {situation.state!r}")
    if rules is None:
        rules = _rules_of(situation)
    else:
        _check_agreement(rules, situation)
    on_roll = _SEATS[situation.turn]
    score = _by_player(situation.score, on_roll)
    if situation.state == "none":
        return kind(rules=rules, score=score, crawford=situation.crawford, position=situation.position)
    owner = {1: on_roll, -1: on_roll.opponent, 0: None}[situation.cube_owner]
    resigner = {1: on_roll, -1: on_roll.opponent, None: None}[situation.resigner]
    return kind(
        rules=rules,
        score=score,
        crawford=situation.crawford,
        position=situation.position,
        on_roll=on_roll,
        cube=MatchCube(value=situation.cube, owner=owner),
        dice=situation.dice,
        offer=None if situation.offer is None else Offer(situation.offer),
        resignation=None if situation.resignation is None else Win(situation.resignation),
        resigner=resigner,
        turns=turns,
    )


def _rules_of(read: Situation) -> MatchRules:
    """Infer the rules from an ID, with defaults for what it does not contain."""
    coming_to = read.cube if read.offer is None else 2 * read.cube
    is_limit = read.max_cube != 2**_USUAL_EXPONENT and coming_to <= read.max_cube
    is_money = read.match_length == 0
    return MatchRules(
        match_length=read.match_length,
        variant=_variant(read.position),
        cube=not (is_limit and read.max_cube == 1),
        cube_limit=read.max_cube if is_limit and read.max_cube > 1 else None,
        jacoby=read.jacoby and is_money,
        beavers=read.beavers and is_money,
        raccoons=read.offer == "raccoon",
    )


def _variant(position: Position) -> Variant:
    if position.checkers == Variant.HYPERGAMMON.checkers:
        return Variant.HYPERGAMMON
    starts = (Variant.NACKGAMMON, Variant.LONGGAMMON)
    return next((variant for variant in starts if position == variant.start), Variant.BACKGAMMON)


def check_beavers(rules: MatchRules, read: Situation) -> None:
    """Reject rules that disagree with an XGID about beavers; other IDs do not contain that option."""
    if rules.is_money and rules.beavers != read.beavers:
        raise ArgumentError(f"rules: expected beavers={read.beavers}, as in the XGID, got {rules.beavers}")


def _check_agreement(rules: MatchRules, read: Situation) -> None:
    """Reject rules that disagree with an ID, as far as the ID contains them."""
    if rules.match_length != read.match_length:
        expected, got = _length(read.match_length), _length(rules.match_length)
        raise ArgumentError(f"rules: expected {expected}, as in the ID, got {got}")
    if rules.is_money and rules.jacoby != read.jacoby:
        raise ArgumentError(f"rules: expected jacoby={read.jacoby}, as in the ID, got {rules.jacoby}")


def _length(points: int) -> str:
    return f"a match to {points}" if points else "money"


def _by_player(of_player_on_roll_first: tuple[int, int], on_roll: Player) -> tuple[int, int]:
    own, other = of_player_on_roll_first
    return (own, other) if on_roll is Player.ZERO else (other, own)


def _exponent(cube: int) -> int:
    return cube.bit_length() - 1
