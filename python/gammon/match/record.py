"""Matches and actions as text: writing and reading."""

from __future__ import annotations

import re
from dataclasses import asdict, fields
from enum import Enum
from typing import Any, TypeVar

from gammon._engine import ArgumentError, GammonError, NotationError, Position
from gammon.arguments import check
from gammon.match.actions import (
    RESIGNATIONS,
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    MakePlay,
    Pass,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
)
from gammon.match.rules import MatchRules, Variant
from gammon.match.state import MatchState
from gammon.match.values import LARGEST_CUBE, Ending, GameResult, MatchCube, Offer, Player, Win
from gammon.quoting import quote
from gammon.store.json import Fields

FORMAT = "gammon match"
VERSION = 1

_MOST_SEED = 2**64 - 1
_MOST_POINTS = 2**63

_SIMPLE: tuple[Action, ...] = (Double(), Take(), Pass(), Beaver(), Raccoon(), MakePlay(), Accept(), Decline())
_OF_A_PLAYER = tuple(Resign(win, player) for player in Player for win in Win)
_BY_WORDS: dict[str, Action] = {str(action): action for action in (*_SIMPLE, *RESIGNATIONS)}
_NOT_LISTED: tuple[Action, ...] = (Throw(), *_OF_A_PLAYER)
_ALL_WORDS: dict[str, Action] = _BY_WORDS | {str(action): action for action in _NOT_LISTED}
_ROLL = re.compile(r"roll ([1-6])-([1-6])")
_PLAY = "play "

_E = TypeVar("_E", bound=Enum)


def read_action(words: str, state: MatchState) -> Action:
    """Parse an action as ``str(action)`` writes it. Only plays are checked against the rules.

    Parameters
    ----------
    words
        ``roll 6-3``, ``roll`` alone for `Throw`, ``double``, ``take``, ``pass``, ``beaver``, ``raccoon``,
        ``resign gammon``, ``resign gammon by player 1``, ``accept``, ``decline``, ``cannot move``, or ``play`` with a
        play in the usual notation. Case does not matter.
    state
        The state in which the action is made; it supplies the position and dice that a play refers to.

    Raises
    ------
    NotationError
        If the text is not an action.
    IllegalPlayError
        If the text is a play that the rules forbid.

    Examples
    --------
    >>> import gammon as bg
    >>> from gammon.match import read_action
    >>> state = bg.MatchState.start(bg.MatchRules())
    >>> state = state.act(read_action("roll 6-1", state))
    >>> print(state.act(read_action("play 13/7 8/7", state)).history[-1])
    play 13/7 8/7
    """
    asked = " ".join(check("words", words, str, "text").lower().split())
    check("state", state, MatchState)
    if asked in _ALL_WORDS:
        return _ALL_WORDS[asked]
    roll = _ROLL.fullmatch(asked)
    if roll is not None:
        return RollDice(int(roll[1]), int(roll[2]))
    if not asked.startswith(_PLAY):
        raise NotationError(
            f"expected an action such as 'roll 3-1', 'play 8/5 6/5', {', '.join(_BY_WORDS)}; got {quote(words)}"
        )
    if state.dice is None:
        raise NotationError(f"a play needs dice, and none have been rolled; got {quote(words)}")
    return MakePlay(state.position.parse_play(asked.removeprefix(_PLAY), *state.dice).play)


def write(first: MatchState, seed: int, first_game: int, actions: list[str]) -> dict[str, Any]:
    """Convert a match to plain values: its first state, its seed, and every action as text."""
    return {"seed": seed, "first_game": first_game, "first": state_to_dict(first), "actions": actions}


def read(data: Fields) -> tuple[MatchState, int, int, list[str]]:
    """Read the output of `Match.to_json`: first state, seed, number of the first game, and the actions as text.

    Raises
    ------
    NotationError
        If it is not a match; the message names the field.
    """
    data.expect_format(FORMAT, VERSION)
    seed, first_game = (data.integer(name, 0, _MOST_SEED) for name in ("seed", "first_game"))
    return state_of(data.fields("first")), seed, first_game, data.texts("actions")


def rules_to_dict(rules: MatchRules) -> dict[str, Any]:
    """Convert rules to plain values."""
    return asdict(rules) | {"variant": rules.variant.value}


def rules_of(data: Fields) -> MatchRules:
    """Read the output of `rules_to_dict`; a missing option gets its default.

    Raises
    ------
    NotationError
        If a field is invalid, or options exclude each other.
    """
    names = [field.name for field in fields(MatchRules)]
    data.expect_only(names)
    given: dict[str, Any] = {name: data.value(name) for name in names if name in data}
    given["variant"] = _choice(data, "variant", Variant)
    try:
        return MatchRules(**given)
    except ArgumentError as error:
        data.refuse(str(error))


def state_to_dict(state: MatchState) -> dict[str, Any]:
    """Convert a state to plain values, without its history."""
    result = state.result
    return {
        "rules": rules_to_dict(state.rules),
        "score": state.score,
        "game": state.game,
        "crawford": state.crawford,
        "position": state.position.gnubg_id,
        "on_roll": state.on_roll,
        "cube": state.cube.value,
        "cube_owner": state.cube.owner,
        "dice": state.dice,
        "offer": None if state.offer is None else state.offer.value,
        "resignation": state.resignation,
        "resigner": state.resigner,
        "starter": state.starter,
        "turns": state.turns,
        "result": None if result is None else asdict(result) | {"ending": result.ending.value},
    }


def state_of(data: Fields) -> MatchState:
    """Read the output of `state_to_dict`.

    Raises
    ------
    NotationError
        If a field is invalid, or no match can reach the state.
    """
    rules = rules_of(data.fields("rules"))
    zero, one = data.integers("score", 0, _MOST_POINTS, 2)
    dice = None if data.value("dice") is None else data.integers("dice", 1, 6, 2)
    try:
        return MatchState(
            rules=rules,
            score=(zero, one),
            game=data.integer("game", 0, _MOST_POINTS),
            crawford=data.flag("crawford"),
            position=Position.from_gnubg_id(data.text("position"), checkers=rules.variant.checkers),
            on_roll=_optional(data, "on_roll", Player),
            cube=MatchCube(value=data.integer("cube", 1, LARGEST_CUBE), owner=_optional(data, "cube_owner", Player)),
            dice=None if dice is None else (dice[0], dice[1]),
            offer=_optional(data, "offer", Offer),
            resignation=_optional(data, "resignation", Win),
            # Files of version 0.1 do not name the resigner, who was always the player on roll.
            resigner=_optional(data, "resigner", Player) if "resigner" in data else None,
            starter=_optional(data, "starter", Player),
            turns=data.integer("turns", 0, _MOST_POINTS),
            result=None if data.value("result") is None else _result(data.fields("result")),
        )
    except NotationError:
        raise
    except GammonError as error:
        data.refuse(str(error))


def _result(data: Fields) -> GameResult:
    written = data.value("written_points", None)
    return GameResult(
        winner=_choice(data, "winner", Player),
        win=_choice(data, "win", Win),
        points=data.integer("points", 0, _MOST_POINTS),
        ending=_choice(data, "ending", Ending),
        written_points=None if written is None else data.integer("written_points", 0, _MOST_POINTS),
    )


def _choice(data: Fields, name: str, kind: type[_E]) -> _E:
    """Read the value of an enum."""
    found = data.value(name)
    # In Python True equals 1; in JSON it does not.
    known = {choice.value: choice for choice in kind}
    if isinstance(found, bool) or not isinstance(found, str | int) or found not in known:
        data.refuse(f"{name}: expected {' or '.join(map(repr, known))}, got {quote(found)}")
    return known[found]


def _optional(data: Fields, name: str, kind: type[_E]) -> _E | None:
    return None if data.value(name) is None else _choice(data, name, kind)
