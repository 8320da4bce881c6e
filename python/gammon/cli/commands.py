"""What each command does: read the ID, ask the engine, and print a table or JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from functools import singledispatch
from pathlib import Path

import gammon
from gammon.cli import ids, tables
from gammon.cli.arguments import (
    Arguments,
    CubeArguments,
    EvalArguments,
    MetArguments,
    PlaysArguments,
    RolloutArguments,
    ShowArguments,
    usage_error,
)
from gammon.cli.ids import PositionAndState
from gammon.cli.match_arguments import MatchArguments, PlayArguments
from gammon.drawing import svg, text
from gammon.progress import bar
from gammon.store.files import write_whole

_MOST_PLAYS = 10
_SHOWN_LENGTH = 9
_MADE_LENGTH = 25
_CRAWFORD = {
    "to-come": gammon.Crawford.TO_COME,
    "this": gammon.Crawford.THIS_GAME,
    "played": gammon.Crawford.PLAYED,
    "off": gammon.Crawford.OFF,
}


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
            roll=roll,
            opening=is_opening,
            engine=gammon.Engine(threads=arguments.threads),
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
    if arguments.away is None and arguments.crawford is not None:
        usage_error("--crawford goes with --away")
    if arguments.score_map is not None:
        if arguments.cubeless:
            usage_error("--cubeless leaves the score aside, so it goes without --score-map")
        _map(state, arguments, roll)
        return
    scoring = _scoring(arguments.away, arguments.crawford)
    if arguments.cubeless and scoring is not None:
        usage_error("--cubeless leaves the score aside, so it goes without --away")
    is_cubeless = arguments.cubeless or (state.id is None and scoring is None)
    if is_cubeless and arguments.efficiency is not None:
        usage_error("--efficiency is about the cube: it goes with --away or an ID that says the score")
    if is_cubeless:
        ranked = gammon.rank_plays(state.position, roll, ply=arguments.ply)
        scoring = None
    else:
        scoring = scoring or (gammon.Scoring.money() if state.id is None else state.id.scoring)
        ranked = gammon.rank_plays(
            state.id or state.position,
            roll,
            stakes=_stakes(state, scoring),
            ply=arguments.ply,
            engine=gammon.Engine(met=_table(arguments.met), efficiency=arguments.efficiency),
        )
    limit = arguments.limit or (len(ranked) if arguments.json else _MOST_PLAYS)
    if arguments.json:
        _print_json(
            {
                "position": state.position.gnubg_id,
                "roll": roll,
                "away": None if scoring is None else scoring.away,
                "legal_plays": len(ranked),
                "plays": [
                    {
                        "play": str(one.play),
                        "moves": one.play.moves,
                        "position_after": one.play.position.gnubg_id,
                        "cubeless_equity": one.outcome.cubeless_equity,
                        "cubeful_equity": one.equity if one.is_cubeful else None,
                        "mwc": one.mwc,
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
    stakes = "" if scoring is None else f", {tables.score(scoring)}"
    tables.plays(ranked, limit, f"{state.position.gnubg_id} with {roll[0]} {roll[1]} to play{stakes}{ahead}")


def _map(state: PositionAndState, arguments: PlaysArguments | CubeArguments, roll: tuple[int, int] | None) -> None:
    """Print what is right at many scores."""
    if arguments.away is not None:
        usage_error("--score-map is about all scores, so it goes without --away")
    with bar("scores") as progress:
        found = gammon.score_map(
            state.id or state.position,
            roll,
            length=arguments.score_map or 1,
            ply=arguments.ply,
            engine=gammon.Engine(met=_table(arguments.met), efficiency=arguments.efficiency),
            progress=progress,
        )
    if arguments.json:
        _print_json(
            {
                "position": found.position.gnubg_id,
                "roll": roll,
                "ply": found.ply,
                "plays": {letter: play for letter, (play, _) in found.letters().items()},
                "map": found.labels(),
            }
        )
        return
    print(_board(state, roll), end="\n\n")
    ahead = f", {arguments.ply}-ply" if arguments.ply else ""
    what = "what to do about the cube" if roll is None else f"{roll[0]} {roll[1]} to play"
    tables.score_map(found, f"{found.position.gnubg_id}, {what} at every score{ahead}")


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
def _(arguments: CubeArguments) -> None:
    state = _state(arguments.id)
    if arguments.away is None and arguments.crawford is not None:
        usage_error("--crawford goes with --away")
    if arguments.score_map is not None:
        _map(state, arguments, None)
        return
    decision = gammon.cube_decision(
        state.position if state.id is None else state.id,
        stakes=_stakes(state, _scoring(arguments.away, arguments.crawford)),
        ply=arguments.ply,
        market_losers=arguments.market_losers,
        engine=gammon.Engine(met=_table(arguments.met), efficiency=arguments.efficiency),
    )
    if arguments.json:
        _print_json(
            {
                "position": state.position.gnubg_id,
                "ply": decision.ply,
                "away": decision.scoring.away,
                "cube": decision.cube.value,
                "cube_owner": decision.cube.owner,
                "efficiency": decision.efficiency,
                "action": decision.action.name,
                "words": decision.words,
                "no_double": decision.no_double,
                "double_take": decision.double_take,
                "double_pass": decision.double_pass,
                "double_beaver": decision.double_beaver,
                "mwc": decision.mwc,
                "errors": {
                    "no_double": decision.error_no_double,
                    "double": decision.error_double,
                    "take": decision.error_take,
                    "pass": decision.error_pass,
                    "beaver": decision.error_beaver,
                },
                "points": _points(decision.points),
                "market_losers": decision.market_losers,
                "outcome": _outcome(decision.outcome),
            }
        )
        return
    print(_board(state, None), end="\n\n")
    ahead = f", {arguments.ply}-ply" if arguments.ply else ""
    tables.cube(decision, f"{state.position.gnubg_id}, {tables.score(decision.scoring)}{ahead}")


@run.register
def _(arguments: MetArguments) -> None:
    if arguments.list:
        shipped = {name: gammon.met.load(name) for name in gammon.met.names()}
        if arguments.json:
            _print_json({name: {"name": met.name, "notice": met.notice} for name, met in shipped.items()})
        else:
            tables.mets(shipped)
        return
    scoring = _scoring(arguments.away, arguments.crawford)
    if scoring is None and arguments.crawford is not None:
        usage_error("--crawford goes with --away")
    if arguments.make:
        with bar("games") as progress:
            met = gammon.make_met(
                arguments.length or _MADE_LENGTH, games=arguments.games, seed=arguments.seed, progress=progress
            )
    else:
        met = _table(arguments.table)
    if arguments.write is not None:
        gammon.met.write(met, arguments.write)
    if scoring is None:
        if arguments.json:
            _print_json(
                {
                    "name": met.name,
                    "notice": met.notice,
                    "pre_crawford": met.pre_crawford,
                    "post_crawford": met.post_crawford,
                }
            )
        else:
            tables.met(met, min(arguments.length or _SHOWN_LENGTH, _SHOWN_LENGTH if arguments.make else met.length))
        return
    found = gammon.score_points(
        scoring,
        cube=gammon.Cube(arguments.cube, 0 if arguments.cube == 1 else 1),
        met=met,
        efficiency=arguments.efficiency,
        gammons=(arguments.gammons, arguments.gammons),
    )
    # On a cube that was turned, each side's decision is about its own cube.
    theirs = gammon.score_points(
        scoring,
        cube=gammon.Cube(arguments.cube, 0 if arguments.cube == 1 else -1),
        met=met,
        efficiency=arguments.efficiency,
        gammons=(arguments.gammons, arguments.gammons),
    )
    if arguments.json:
        _print_json({**_points(found), "take": theirs.take, "mwc": _mwc(met, scoring)})
    else:
        tables.points(found, theirs.take, _mwc(met, scoring), f"{tables.score(scoring)}, cube {arguments.cube}")


def _mwc(met: gammon.MatchEquityTable, scoring: gammon.Scoring) -> float:
    if scoring.away is None or scoring.crawford is None:
        raise TypeError("money has no match-winning chance")
    return met.mwc(*scoring.away, scoring.crawford)


def _points(points: gammon.ScorePoints) -> dict[str, float | None]:
    return {
        "take": points.take,
        "double": points.double,
        "cash": points.cash,
        "too_good": points.too_good,
        "gammon_value": points.gammon_value,
        "opponent_gammon_value": points.opponent_gammon_value,
    }


def _table(name: str) -> gammon.MatchEquityTable:
    """Load a table by its name, or read it from a file."""
    if name in gammon.met.names():
        return gammon.met.load(name)
    try:
        return gammon.met.read(name)
    except FileNotFoundError as error:
        hint = f"{error.strerror}; the tables that ship are {', '.join(gammon.met.names())}"
        raise FileNotFoundError(error.errno, hint, name) from error


def _scoring(away: tuple[int, int] | None, crawford: str | None) -> gammon.Scoring | None:
    """Make a score; with a player at one point short and nothing else said, it is the Crawford game."""
    if away is None:
        return None
    default = "this" if 1 in away else "to-come"
    return gammon.Scoring.match(*away, crawford=_CRAWFORD[crawford or default])


def _stakes(state: PositionAndState, scoring: gammon.Scoring | None) -> gammon.Stakes | None:
    """Put a score from the command line together with the cube of the ID; None leaves both to the ID."""
    if scoring is None:
        return None
    if state.id is None:
        return gammon.Stakes(scoring)
    cube = gammon.Cube(state.id.cube, state.id.cube_owner)
    limit = state.id.max_cube if isinstance(state.id, gammon.Xgid) else 2**60
    return gammon.Stakes(scoring, cube, limit)


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


@run.register
def _(arguments: PlayArguments) -> None:
    # Only here: nobody else needs what it imports.
    from gammon.cli import playing

    playing.start(arguments)


@run.register
def _(arguments: MatchArguments) -> None:
    first, second = arguments.players
    with bar("pairs") as progress:
        contest = gammon.contest(
            first,
            second,
            rules=arguments.rules,
            pairs=arguments.count // 2,
            seed=arguments.seed,
            workers=arguments.workers,
            progress=progress,
        )
    if arguments.json is not None:
        answer = {
            "players": [str(first), str(second)],
            "rules": asdict(contest.rules) | {"variant": contest.rules.variant.value},
            "seed": contest.seed,
            "pairs": contest.pairs,
            "unit": "points per game" if contest.rules.is_money else "share of matches won",
            "mean": contest.mean,
            "standard_error": contest.standard_error,
            "interval": contest.interval,
            "scores": contest.scores,
        }
        _write(json.dumps(answer, allow_nan=False), arguments.json)
    if arguments.json != "-":
        tables.contest(contest)


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
    write_whole(where, drawing + "\n")
