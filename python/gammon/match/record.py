"""Matches and actions as text, to be kept and read again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from gammon._engine import ArgumentError, NotationError, Position
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
from gammon.match.values import Ending, GameResult, MatchCube, Offer, Player, Win

FORMAT = "gammon match 1"

_SIMPLE: tuple[Action, ...] = (Double(), Take(), Pass(), Beaver(), Raccoon(), MakePlay(), Accept(), Decline())
_OF_A_PLAYER = tuple(Resign(win, player) for player in Player for win in Win)
_BY_WORDS: dict[str, Action] = {str(action): action for action in (*_SIMPLE, *RESIGNATIONS)}
_NOT_LISTED: tuple[Action, ...] = (Throw(), *_OF_A_PLAYER)
_ALL_WORDS: dict[str, Action] = _BY_WORDS | {str(action): action for action in _NOT_LISTED}
_ROLL = re.compile(r"roll ([1-6])-([1-6])")
_PLAY = "play "

_T = TypeVar("_T")


def read_action(words: str, state: MatchState) -> Action:
    """Read an action as ``str(action)`` writes it; whether it is legal is for the state to say.

    Parameters
    ----------
    words
        ``roll 6-3``, ``roll`` alone for `Throw`, ``double``, ``take``, ``pass``, ``beaver``, ``raccoon``,
        ``resign gammon``, ``resign gammon by player 1``, ``accept``,
        ``decline``, ``cannot move``, or ``play`` and a play as people write it, in large or small letters.
    state
        Where it is to be done, which says what a play means.

    Raises
    ------
    NotationError
        If it is no action.
    IllegalPlayError
        If it is a play that the rules forbid.

    Examples
    --------
    >>> import gammon as bg
    >>> from gammon.match import read_action
    >>> state = bg.MatchState.start(bg.MatchRules())
    >>> state = state.act(read_action("roll 6-1", state))
    >>> print(state.act(read_action("play 13/7 8/7", state)).history[-1])
    play 13/7 8/7
    """
    asked = " ".join(words.lower().split())
    if asked in _ALL_WORDS:
        return _ALL_WORDS[asked]
    roll = _ROLL.fullmatch(asked)
    if roll is not None:
        return RollDice(int(roll[1]), int(roll[2]))
    if not asked.startswith(_PLAY):
        raise NotationError(f"{words!r} is no action; there are 'roll 3-1', 'play 8/5 6/5' and: {', '.join(_BY_WORDS)}")
    if state.dice is None:
        raise NotationError(f"{words!r} means nothing before the dice are thrown")
    return MakePlay(state.position.parse_play(asked.removeprefix(_PLAY), *state.dice).play)


def write(first: MatchState, seed: int, first_game: int, actions: list[str]) -> str:
    """Write a match as JSON: how it began, its dice, and every action in words."""
    data = {"format": FORMAT, "seed": seed, "first_game": first_game, "first": _data_of(first), "actions": actions}
    return json.dumps(data)


def read(text: str) -> tuple[MatchState, int, int, list[str]]:
    """Read what `write` wrote: the first state, the seed, the number of the first game, and the actions in words.

    Raises
    ------
    NotationError
        If the text is something else.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise NotationError(f"a match in the format {data['format']!r}; this version reads {FORMAT!r}")
        actions = [_kind(str, words) for words in data["actions"]]
        return _state_of(data["first"]), _kind(int, data["seed"]), _kind(int, data["first_game"]), actions
    except NotationError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise NotationError(f"no match as to_json writes it: {error or 'nested too deeply'}") from error


def _data_of(state: MatchState) -> dict[str, Any]:
    result = state.result
    return {
        "rules": asdict(state.rules) | {"variant": state.rules.variant.value},
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


def _state_of(data: dict[str, Any]) -> MatchState:
    rules = MatchRules(**data["rules"] | {"variant": Variant(data["rules"]["variant"])})
    zero, one = data["score"]
    return MatchState(
        rules=rules,
        score=(zero, one),
        game=data["game"],
        crawford=_kind(bool, data["crawford"]),
        position=Position.from_gnubg_id(data["position"], checkers=rules.variant.checkers),
        on_roll=_optional(Player, data["on_roll"]),
        cube=MatchCube(value=data["cube"], owner=_optional(Player, data["cube_owner"])),
        dice=_optional(_two, data["dice"]),
        offer=_optional(Offer, data["offer"]),
        resignation=_optional(Win, data["resignation"]),
        resigner=_optional(
            Player, data.get("resigner")
        ),  # Files of version 0.1 have none: the player on roll resigned.
        starter=_optional(Player, data["starter"]),
        turns=data["turns"],
        result=_optional(_result, data["result"]),
    )


def _result(data: dict[str, Any]) -> GameResult:
    winner, win, ending = Player(data["winner"]), Win(data["win"]), Ending(data["ending"])
    points, written = _kind(int, data["points"]), data.get("written_points")
    written = None if written is None else _kind(int, written)
    return GameResult(winner=winner, win=win, points=points, ending=ending, written_points=written)


def _two(dice: list[int]) -> tuple[int, int]:
    first, second = dice
    return first, second


def _optional(kind: Callable[[Any], _T], value: object) -> _T | None:
    return None if value is None else kind(value)


def _kind(kind: type[_T], value: object) -> _T:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ArgumentError(f"{value!r} is no {kind.__name__}")
    return value
