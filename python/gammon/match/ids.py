"""A match's state in the IDs that programs exchange, and back: XGID and GNU Backgammon's.

An `Xgid` is seen by the player on roll; here player 1 is the one at the bottom, 1 in the ID, as GNU Backgammon has it.
"""

from __future__ import annotations

import base64
from typing import TypeVar

from gammon._engine import ArgumentError, GnubgId, NotationError, Position, Xgid
from gammon.match.rules import MatchRules, Variant
from gammon.match.situation import Situation
from gammon.match.values import MatchCube, Offer, Phase, Player, Win

_State = TypeVar("_State", bound=Situation)

_SEATS = {1: Player.ONE, -1: Player.ZERO}
_DICE_FIELDS = {Offer.DOUBLE: "D", Offer.BEAVER: "B", Offer.RACCOON: "R"}
_USUAL_EXPONENT = 10
"""Of the largest cube, as an XGID states it where nobody has thought of a limit."""

_NO_OWNER = 3
_NOT_STARTED, _PLAYING = 0, 1


def read_xgid(kind: type[_State], xgid: Xgid, rules: MatchRules | None, turns: int) -> _State:
    """Make the state that an XGID describes."""
    if rules is None:
        rules = _rules_of(xgid)
    else:
        _check_agreement(rules, xgid)
        if rules.is_money and rules.beavers != xgid.beavers:
            raise ArgumentError("the rules and the XGID differ about beavers")
    on_roll = _SEATS[xgid.turn]
    return kind(
        rules=rules,
        score=_by_player(xgid.score, on_roll),
        crawford=xgid.crawford,
        position=xgid.position,
        on_roll=on_roll,
        cube=_cube(xgid, on_roll),
        dice=xgid.dice,
        offer=None if xgid.offer is None else Offer(xgid.offer),
        turns=turns,
    )


def write_xgid(state: Situation) -> Xgid:
    """Write a state as an XGID."""
    on_roll, rules = state.on_roll, state.rules
    if state.result is not None:
        raise NotationError("an XGID cannot say that a game is over")
    if on_roll is None:
        raise NotationError("an XGID says who is on roll, and the start is not decided (R2.1)")
    if state.resignation is not None:
        raise NotationError("an XGID cannot say that a resignation waits for its answer")
    seen = state.position if on_roll is Player.ONE else state.position.swap()
    board = seen.xgid.partition(":")[0]
    owner = 0 if state.cube.owner is None else _seat(state.cube.owner)
    dice = "00" if state.dice is None else "{}{}".format(*state.dice)
    if state.offer is not None:
        dice = _DICE_FIELDS[state.offer]
    options = rules.jacoby + 2 * rules.beavers if rules.is_money else int(state.crawford)
    limit = _USUAL_EXPONENT if rules.cube_limit is None else _exponent(rules.cube_limit)
    fields = (
        board,
        _exponent(state.cube.value),
        owner,
        _seat(on_roll),
        dice,
        state.score[Player.ONE],
        state.score[Player.ZERO],
        options,
        rules.match_length,
        limit if rules.cube else 0,
    )
    return Xgid(":".join(map(str, fields)), checkers=state.position.checkers)


def read_gnubg_id(kind: type[_State], gnubg_id: GnubgId, rules: MatchRules | None, turns: int) -> _State:
    """Make the state that a GNU Backgammon ID describes."""
    if gnubg_id.state not in ("playing", "none"):
        raise NotationError(f"the game is over: the GNU Backgammon ID says {gnubg_id.state!r}")
    if rules is None:
        rules = _rules_of(gnubg_id)
    else:
        _check_agreement(rules, gnubg_id)
    # Who the players are is asked of the bits: a `GnubgId` is seen by the player on roll.
    bits = int.from_bytes(base64.b64decode(str(gnubg_id).partition(":")[2]), "little")
    on_roll, deciding = Player(bits >> 6 & 1), Player(bits >> 11 & 1)
    score = _by_player(gnubg_id.score, on_roll)
    if gnubg_id.state == "none":
        return kind(rules=rules, score=score, crawford=gnubg_id.crawford, position=gnubg_id.position)
    if deciding is on_roll and (gnubg_id.offer is not None or gnubg_id.resignation is not None):
        raise NotationError("the GNU Backgammon ID has the player not on roll double or resign")
    return kind(
        rules=rules,
        score=score,
        crawford=gnubg_id.crawford,
        position=gnubg_id.position,
        on_roll=on_roll,
        cube=_cube(gnubg_id, on_roll),
        dice=gnubg_id.dice,
        offer=None if gnubg_id.offer is None else Offer(gnubg_id.offer),
        resignation=None if gnubg_id.resignation is None else Win(gnubg_id.resignation),
        turns=turns,
    )


def write_gnubg_id(state: Situation) -> GnubgId:
    """Write a state as a GNU Backgammon ID; what its 67 bits mean stands beside the engine's own reader."""
    rules, exponent = state.rules, _exponent(state.cube.value)
    if state.result is not None:
        raise NotationError("the game is over, and its end is not written as a GNU Backgammon ID")
    if state.offer in (Offer.BEAVER, Offer.RACCOON):
        raise NotationError(f"a GNU Backgammon ID cannot say that a {state.offer.value} waits for its answer")
    if exponent > 15:
        raise NotationError(f"a GNU Backgammon ID has a cube up to 2^15, not {state.cube.value}")
    if max(state.score) > 32767:
        raise NotationError(f"a GNU Backgammon ID has scores up to 32767, not {max(state.score)}")
    on_roll = Player.ONE if state.on_roll is None else state.on_roll
    deciding = on_roll if state.to_act is None else state.to_act
    larger, smaller = (0, 0) if state.dice is None else sorted(state.dice, reverse=True)
    fields = (  # Widths and values, lowest bits first.
        (4, exponent),
        (2, _NO_OWNER if state.cube.owner is None else state.cube.owner),
        (1, on_roll),
        (1, state.crawford),
        (3, _NOT_STARTED if state.phase is Phase.OPENING else _PLAYING),
        (1, deciding),
        (1, state.offer is Offer.DOUBLE),
        (2, state.resignation or 0),
        (3, larger),
        (3, smaller),
        (15, rules.match_length),
        (15, state.score[Player.ZERO]),
        (15, state.score[Player.ONE]),
        (1, not rules.jacoby),
    )
    bits = at = 0
    for width, value in fields:
        bits |= int(value) << at
        at += width
    match_id = base64.b64encode(bits.to_bytes(9, "little")).decode("ascii")
    return GnubgId(f"{state.position.gnubg_id}:{match_id}", checkers=state.position.checkers)


def _rules_of(read: Xgid | GnubgId) -> MatchRules:
    """Make rules of what an ID says, and the defaults."""
    beavers, raccoons, largest = False, False, 2**_USUAL_EXPONENT
    if isinstance(read, Xgid):
        beavers, raccoons, largest = read.beavers, read.offer == "raccoon", read.max_cube
    coming_to = read.cube if read.offer is None else 2 * read.cube
    is_limit = largest != 2**_USUAL_EXPONENT and coming_to <= largest
    return MatchRules(
        match_length=read.match_length,
        variant=_variant(read.position),
        cube=not (is_limit and largest == 1),
        cube_limit=largest if is_limit and largest > 1 else None,
        jacoby=read.jacoby,
        beavers=beavers,
        raccoons=raccoons,
    )


def _variant(position: Position) -> Variant:
    if position.checkers == Variant.HYPERGAMMON.checkers:
        return Variant.HYPERGAMMON
    return Variant.NACKGAMMON if position == Variant.NACKGAMMON.start else Variant.BACKGAMMON


def _check_agreement(rules: MatchRules, read: Xgid | GnubgId) -> None:
    """Refuse rules that are not those of an ID, as far as it tells them."""
    if rules.match_length != read.match_length:
        raise ArgumentError(f"the rules are for {_length(rules.match_length)}, the ID for {_length(read.match_length)}")
    if rules.is_money and rules.jacoby != read.jacoby:
        raise ArgumentError("the rules and the ID differ about the Jacoby rule")


def _length(points: int) -> str:
    return f"a match to {points}" if points else "money"


def _cube(read: Xgid | GnubgId, on_roll: Player) -> MatchCube:
    owner = {1: on_roll, -1: on_roll.opponent, 0: None}[read.cube_owner]
    return MatchCube(value=read.cube, owner=owner)


def _by_player(of_player_on_roll_first: tuple[int, int], on_roll: Player) -> tuple[int, int]:
    own, other = of_player_on_roll_first
    return (own, other) if on_roll is Player.ZERO else (other, own)


def _seat(player: Player) -> int:
    return 1 if player is Player.ONE else -1


def _exponent(cube: int) -> int:
    return cube.bit_length() - 1
