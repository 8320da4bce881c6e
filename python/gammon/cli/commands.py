"""What each command does: read the ID, ask the engine, and print a table or JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import singledispatch
from pathlib import Path

import gammon
from gammon.cli import ids, tables
from gammon.cli.arguments import (
    Arguments,
    EvalArguments,
    PlaysArguments,
    RolloutArguments,
    ShowArguments,
    usage_error,
)
from gammon.cli.ids import PositionAndState
from gammon.drawing import svg, text
from gammon.progress import bar

_MOST_PLAYS = 10


@singledispatch
def run(arguments: Arguments) -> None:
    """Run a command and print its answer on standard output.

    Raises
    ------
    gammon.GammonError
        If the ID is wrong or the position is none that the command can work on.
    OSError
        If a file cannot be written.
    SystemExit
        With code 2 if the command line leaves something open.
    """
    raise NotImplementedError(type(arguments))


@run.register
def _(arguments: RolloutArguments) -> None:
    state = _state(arguments.id)
    roll = arguments.dice or state.dice
    is_opening = arguments.id is None and roll is None
    with bar("rollout") as progress:
        result = gammon.rollout(
            state.position,
            trials=arguments.trials,
            seed=arguments.seed,
            threads=arguments.threads,
            roll=roll,
            opening=is_opening,
            progress=progress,
        )
    if arguments.json:
        print(result.to_json())
        return
    if roll is not None:
        first = f"with {roll[0]} {roll[1]} to play"
    else:
        first = "with an opening roll, never a double" if is_opening else "before the roll"
    print(_board(state, roll), end="\n\n")
    tables.rollout(result, f"Rollout of {state.position.gnubg_id}, {first}")


@run.register
def _(arguments: PlaysArguments) -> None:
    state = _state(arguments.id)
    roll = arguments.dice or state.dice
    if roll is None:
        usage_error("plays needs a roll: the ID has none, so add one, such as 31")
    ranked = gammon.rank_plays(state.position, roll, ply=arguments.ply)
    limit = arguments.limit or (len(ranked) if arguments.json else _MOST_PLAYS)
    if arguments.json:
        _print_json(
            {
                "position": state.position.gnubg_id,
                "roll": roll,
                "legal_plays": len(ranked),
                "plays": [
                    {
                        "play": str(one.play),
                        "moves": one.play.moves,
                        "position_after": one.play.position.gnubg_id,
                        "cubeless_equity": one.equity,
                        "loss": one.loss,
                        "ply": one.ply,
                        "outcome": _outcome(one.outcome),
                    }
                    for one in ranked[:limit]
                ],
            }
        )
        return
    print(_board(state, roll), end="\n\n")
    ahead = f", {arguments.ply}-ply" if arguments.ply else ""
    tables.plays(ranked, limit, f"{state.position.gnubg_id} with {roll[0]} {roll[1]} to play{ahead}")


@run.register
def _(arguments: EvalArguments) -> None:
    state = _state(arguments.id)
    outcome = gammon.evaluate(state.position, ply=arguments.ply)
    if arguments.json:
        _print_json(
            {
                "position": state.position.gnubg_id,
                "ply": arguments.ply,
                "cubeless_equity": outcome.cubeless_equity,
                "outcome": _outcome(outcome),
            }
        )
        return
    print(_board(state, None), end="\n\n")
    ahead = f", {arguments.ply}-ply" if arguments.ply else ""
    tables.outcome(outcome, f"{state.position.gnubg_id} before the roll{ahead}")
    if state.dice is not None:
        first, second = state.dice
        print(f"The ID's roll is left aside; `gammon plays` ranks what can be done with {first} {second}.")


@run.register
def _(arguments: ShowArguments) -> None:
    state = _state(arguments.id)
    position = state.position
    if arguments.svg is not None:
        _write(svg(position.own, position.opponent, state.scene()), arguments.svg)
    if arguments.json:
        _print_json(
            {
                "position": position.gnubg_id,
                "own": position.own,
                "opponent": position.opponent,
                "pip_counts": position.pip_counts,
                "cube": state.cube,
                "cube_owner": state.cube_owner.value,
                "dice": state.dice,
                "offer": state.offer,
                "match_length": state.match_length,
                "score": state.score,
                "crawford": state.crawford,
            }
        )
    elif arguments.svg is None:
        print(_board(state, None))
        print(f"GNU position ID {position.gnubg_id}")


def _state(id_: str | None) -> PositionAndState:
    return ids.start() if id_ is None else ids.read(id_)


def _board(state: PositionAndState, roll: tuple[int, int] | None) -> str:
    return text(state.position.own, state.position.opponent, state.scene(roll))


def _outcome(outcome: gammon.Outcome) -> dict[str, float]:
    """List the five probabilities; those of gammons include backgammons."""
    return {
        "win": outcome.win,
        "win_gammon": outcome.win_gammon,
        "win_backgammon": outcome.win_backgammon,
        "lose_gammon": outcome.lose_gammon,
        "lose_backgammon": outcome.lose_backgammon,
    }


def _print_json(answer: Mapping[str, object]) -> None:
    print(json.dumps(answer, allow_nan=False))


def _write(drawing: str, where: str) -> None:
    """Write a file whole or not at all; ``-`` is standard output."""
    if where == "-":
        print(drawing)
        return
    path = Path(os.path.realpath(where))
    if path.exists() and not path.is_file():  # A terminal or a pipe cannot be replaced, and a folder says so itself.
        path.write_text(drawing + "\n", encoding="utf-8")
        return
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(drawing + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, where) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
