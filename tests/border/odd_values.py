"""Odd argument values, and one valid call of every public callable in which to try them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import gammon as bg
import gammon.training
from gammon import drawing, match, met, training
from gammon.match import MatchCube, Player, Resign, RollDice, Throw, Win
from gammon.store.json import parse
from gammon.training import Config, Fit, Gate, Generation

MODULES: dict[str, ModuleType] = {
    "gammon": bg,
    "gammon.batch": bg.batch,
    "gammon.drawing": drawing,
    "gammon.match": match,
    "gammon.met": met,
    "gammon.tables": bg.tables,
    "gammon.training": training,
}


class _Unprintable:
    """An object whose ``repr`` raises."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    __str__ = __repr__


class _LongText(str):
    """A text too long to be quoted in full in a message."""

    __slots__ = ()


ODD: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "empty text": lambda: "",
    "a lone surrogate": lambda: "\ud800",
    "a NUL": lambda: "\0",
    "long text": lambda: _LongText("9" * 100_000),
    "empty bytes": lambda: b"",
    "bytes": lambda: b"\xff\0",
    "10**5000": lambda: 10**5000,
    "-10**5000": lambda: -(10**5000),
    "-1": lambda: -1,
    "2**64": lambda: 2**64,
    "True": lambda: True,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-0.5": lambda: -0.5,
    "1e400 as a Decimal": lambda: Decimal("1e400"),
    "Decimal NaN": lambda: Decimal("NaN"),
    "signalling NaN": lambda: Decimal("sNaN"),
    "a huge fraction": lambda: Fraction(10**5000, 3),
    "a complex number": lambda: 1j,
    "[]": lambda: [],
    "nested lists": lambda: [[[]]],
    "a huge int in lists": lambda: [[10**400]],
    "a ragged list": lambda: [[1, 2], [3]],
    "{}": lambda: {},
    "object()": object,
    "a type": lambda: type(None),
    "a function": lambda: len,
    "unprintable": _Unprintable,
    "an unprintable object in a list": lambda: [_Unprintable()],
    "np.int64(-1)": lambda: np.int64(-1),
    "np.float32(nan)": lambda: np.float32("nan"),
    "np.bool_": lambda: np.bool_(True),
    "np.str_": lambda: np.str_("x"),
    "an empty array": lambda: np.zeros(0, np.uint8),
    "an array": lambda: np.arange(6).reshape(2, 3),
    "a zero-dimensional array": lambda: np.array(1),
    "an array of objects": lambda: np.array([None, "x"], dtype=object),
    "an array of dates": lambda: np.array(["2026-12-01"], dtype="datetime64[D]"),
}


@dataclass(frozen=True, kw_only=True)
class Call:
    """A public callable, with arguments that it accepts."""

    function: Callable[..., Any]
    arguments: dict[str, Any]
    """Keyword arguments; other parameters keep their defaults."""

    def __call__(self, **odd: object) -> object:
        """Call it, replacing some of the valid arguments."""
        result = self.function(**(self.arguments | odd))
        return next(result, None) if isinstance(result, Iterator) and not isinstance(result, type) else result


_START = bg.Position.start()
_BOARDS = _START.to_array()[np.newaxis]
_ROLLS = np.array([[3, 1]], np.uint8)
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:5:0:7:10"
_MET = met.load()
_MONEY = bg.Scoring.money()
_MODEL = bg.CubeModel(_MONEY, _MET)
_OUTCOME = bg.Outcome(0.6, 0.2)
_STATE = bg.MatchState.from_xgid(_XGID)
_RULES = bg.MatchRules(match_length=1)
_PLAY = _START.parse_play("8/5 6/5", 3, 1)
_GNUBG_ID = "4HPwATDgc/ABMA:cIkFAAAAAAAA"
_PICKLED: tuple[Any, ...] = (
    _MONEY, bg.MoveFilter.NORMAL, _MODEL, _MET, _PLAY.play, _PLAY,
    bg.Situation(_START), bg.Xgid(_XGID), bg.GnubgId(_GNUBG_ID),
)  # fmt: skip
_NOISY = bg.Strength(noise=0.3)
_ENGINE = bg.Engine()
_ROLLED = bg.rollout(_START, 3, seed=1)
_ROLLED_PLAY = bg.rollout_plays(_START, (3, 1), 3, top=1, truncate=2)[0]
_CONTEST = bg.contest("random", "random", rules=_RULES, pairs=2, workers=1)


def _nothing(*progress: object) -> None:
    """Ignore a progress report."""


_ROLLOUT = {
    "trials": 3, "progress": _nothing, "settings": "quick", "seed": 1, "stakes": bg.Stakes(), "standard_error": 1.0,
    "ahead": 3.0, "seconds": 60.0, "update": _nothing, "executor": None, "checkpoint": None,
} | bg.RolloutSettings(truncate=2).to_dict()  # fmt: skip


def _match() -> bg.Match:
    game = bg.Match(bg.MatchRules(match_length=3), seed=7)
    game.roll()
    return game


_TABLE_FILE = bg.Table.solve("two-sided-1", threads=1)
_TABLE = bg.tables.build("two-sided-1")
_LONG_CALL = {"threads": 1, "progress": _nothing}
_JUDGED = {"engine": _ENGINE, "ply": 0} | _LONG_CALL
_MANY = {"boards": _BOARDS, "rolls": _ROLLS}
_PLACED = {"own": _START.own, "opponent": _START.opponent}
_GENERATION = {
    "games": 2, "lambda_": 0.5, "explore": 16, "wild_turns": 2, "epochs": 1, "batch": 64, "rate": 0.001, "keep": 0,
    "warm_start": False, "two_plies_within": 0.01,
}  # fmt: skip
_WRITTEN_GENERATION = {key.rstrip("_"): value for key, value in _GENERATION.items()}
_RECORDS = training.pack_records(_BOARDS, np.zeros((1, 5)))


def _result(value: object) -> Call:
    """Return a call of a dataclass that rebuilds one of its instances."""
    assert is_dataclass(value)
    assert not isinstance(value, type)
    given = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    return Call(function=type(value), arguments=given)


def _values() -> Iterator[object]:
    """Yield one instance of each public dataclass."""
    decision = bg.cube_decision(_START, stakes=bg.Scoring.money(beavers=True))
    yield from (decision, decision.beaver, decision.points, bg.rank_plays(_START, (3, 1))[0])
    yield from (
        _ROLLED,
        bg.score_map(_START, length=2),
        bg.Stakes(),
        bg.Engine(),
        bg.bearoff([2]),
        _NOISY,
        _RULES,
    )
    yield from (_ROLLED.adjusted, _ROLLED.first_rolls[0], _ROLLED - _ROLLED, _ROLLED_PLAY)
    yield from (bg.RolloutSettings(), bg.StoppingRule(trials=5), bg.rollout_cube(_START, 2, truncate=2))
    yield _CONTEST
    yield from (_STATE, MatchCube(), Resign(Win.SINGLE), RollDice(3, 1), match.MakePlay(None), drawing.Scene())
    over = _STATE.act(Resign(Win.SINGLE)).act(match.Accept())
    yield from (over.result, Gate(), Gate().judge(10, 1, 20), Generation(**_GENERATION))  # type: ignore[arg-type]
    yield Config(hidden=128, seed=1, generations=(Generation(**_GENERATION),))  # type: ignore[arg-type]
    yield bg.batch.cube_decisions(_BOARDS)
    yield bg.batch.play_games(2, seed=1)
    yield bg.batch.choose_plays(_BOARDS, _ROLLS)
    yield bg.batch.top_plays(_BOARDS, _ROLLS, 2)


def calls(folder: Path) -> dict[str, Call]:
    """Return one valid call of every public callable with parameters; its files are in `folder`."""
    saved = folder / "table.json"
    met.write(_MET, saved)
    config = Config(hidden=128, seed=1, generations=(Generation(**_GENERATION),))  # type: ignore[arg-type]
    judged = {"position": _START, "engine": _ENGINE}
    named: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
        "gammon.Cube": (bg.Cube, {"value": 2, "owner": 1}),
        "gammon.CubeModel": (bg.CubeModel, {"scoring": _MONEY, "met": _MET, "max_cube": 64, "efficiency": 0.5}),
        "gammon.CubeModel.decide": (_MODEL.decide, {"outcome": _OUTCOME, "cube": bg.Cube(), "efficiency": 0.5}),
        "gammon.CubeModel.efficiency_in": (_MODEL.efficiency_in, {"position": _START}),
        "gammon.CubeModel.equity": (_MODEL.equity, {"value": 0.5, "cube": bg.Cube()}),
        "gammon.CubeModel.gammon_value": (_MODEL.gammon_value, {"cube": bg.Cube()}),
        "gammon.CubeModel.may_double": (_MODEL.may_double, {"cube": bg.Cube()}),
        "gammon.CubeModel.no_double": (_MODEL.no_double, {"outcome": _OUTCOME, "cube": bg.Cube(), "efficiency": 0.5}),
        "gammon.CubeModel.points": (_MODEL.points, {"cube": bg.Cube(), "kinds": [0.0] * 4, "efficiency": 0.5}),
        "gammon.Engine.model": (_ENGINE.model, {"stakes": bg.Stakes()}),
        "gammon.EnginePlayer": (bg.EnginePlayer, {"strength": _NOISY, "seed": 1, "resigns": True}),
        "gammon.EnginePlayer.choose": (bg.EnginePlayer(_NOISY).choose, {"state": _STATE}),
        "gammon.Evaluator": (bg.Evaluator, {"source": bg.Network.shipped(), "tables": [], "solve": False}),
        "gammon.Evaluator.covers": (bg.Evaluator(bg.Network.shipped()).covers, {"position": _START}),
        "gammon.GnubgId": (bg.GnubgId, {"text": _GNUBG_ID, "checkers": 15}),
        "gammon.GnubgId.parse": (bg.GnubgId.parse, {"text": _XGID, "checkers": 15}),
        "gammon.Match": (bg.Match, {"start": _RULES, "seed": 1, "first_game": 0}),
        "gammon.Match.act": (lambda **given: _match().act(**given), {"action": match.Resign(Win.SINGLE)}),
        "gammon.Match.from_json": (bg.Match.from_json, {"text": _match().to_json()}),
        "gammon.Match.play": (lambda **given: _match().play(**given), {"play": "24/15"}),
        "gammon.MatchEquityTable": (
            bg.MatchEquityTable,
            {"pre_crawford": [[0.5]], "post_crawford": [[0.5]], "name": "x", "notice": "y"},
        ),
        "gammon.MatchEquityTable.mwc": (
            _MET.mwc,
            {"own_away": 3, "opponent_away": 5, "crawford": bg.Crawford.TO_COME},
        ),
        "gammon.MatchState.act": (_STATE.act, {"action": Resign(Win.SINGLE)}),
        "gammon.MatchState.from_gnubg_id": (
            bg.MatchState.from_gnubg_id,
            {"gnubg_id": str(_STATE.to_gnubg_id()), "rules": _STATE.rules, "turns": 1},
        ),
        "gammon.MatchState.from_situation": (
            bg.MatchState.from_situation,
            {"situation": _STATE.situation, "rules": _STATE.rules, "turns": 1},
        ),
        "gammon.MatchState.from_xgid": (
            bg.MatchState.from_xgid,
            {"xgid": _XGID, "rules": _STATE.rules, "turns": 1},
        ),
        "gammon.MatchState.replay": (_STATE.replay, {"actions": [Resign(Win.SINGLE)]}),
        "gammon.MatchState.resignations": (_STATE.resignations, {"player": Player.ONE}),
        "gammon.MatchState.start": (
            bg.MatchState.start,
            {"rules": _STATE.rules, "score": (1, 2), "crawford": False, "game": 0},
        ),
        "gammon.MatchState.why_illegal": (_STATE.why_illegal, {"action": Throw()}),
        "gammon.MatchState.why_not_turned": (_STATE.why_not_turned, {"value": 2}),
        "gammon.MatchState.with_written_points": (
            _STATE.act(Resign(Win.SINGLE)).act(match.Accept()).with_written_points,
            {"points": 2},
        ),
        "gammon.MoveFilter": (bg.MoveFilter, {"keep": 3, "within": 0.1, "within_later": 0.1}),
        "gammon.Network": (bg.Network, {"weights": bg.Network.shipped().to_bytes()}),
        "gammon.Table.check": (_TABLE.check, _LONG_CALL),
        "gammon.Table.covers": (_TABLE.covers, {"position": _START}),
        "gammon.Table.from_bytes": (bg.Table.from_bytes, {"name": "two-sided-1", "contents": _TABLE_FILE}),
        "gammon.Table.rolls": (bg.tables.get("one-sided-6").rolls, {"position": _START}),
        "gammon.Table.solve": (bg.Table.solve, {"name": "two-sided-1"} | _LONG_CALL),
        "gammon.Table.values": (_TABLE.values, {"boards": _BOARDS}),
        "gammon.Outcome": (
            bg.Outcome,
            {"win": 0.6, "win_gammon": 0.1, "win_backgammon": 0.0, "lose_gammon": 0.1, "lose_backgammon": 0.0},
        ),
        "gammon.Position": (bg.Position, {name: list(counts) for name, counts in _PLACED.items()}),
        "gammon.Position.from_array": (bg.Position.from_array, {"counts": _BOARDS[0]}),
        "gammon.Position.from_gnubg_id": (bg.Position.from_gnubg_id, {"text": "4HPwATDgc/ABMA", "checkers": 15}),
        "gammon.Position.from_xgid": (bg.Position.from_xgid, {"text": _XGID, "checkers": 15}),
        "gammon.Position.parse_play": (_START.parse_play, {"text": "8/5 6/5", "first": 3, "second": 1}),
        "gammon.Position.plays": (_START.plays, {"first": 3, "second": 1}),
        "gammon.Roll": (bg.Roll, {"first": 3, "second": 1}),
        "gammon.Rollout.from_json": (bg.Rollout.from_json, {"text": _ROLLED.to_json()}),
        "gammon.Rollout.from_fields": (
            bg.Rollout.from_fields,
            {"data": parse(_ROLLED.to_json(), "rollout"), "nested": False},
        ),
        "gammon.Rollout.merge": (_ROLLED.merge, {"other": bg.rollout(_START, range(3, 5), seed=1)}),
        "gammon.Rollout.minus": (_ROLLED.minus, {"other": bg.rollout(_START, 3, seed=1)}),
        "gammon.ScoreMap.decision": (
            bg.score_map(_START, length=2).decision,
            {"own_away": 2, "opponent_away": 2},
        ),
        "gammon.ScoreMap.ranked": (
            bg.score_map(_START, (3, 1), length=2).ranked,
            {"own_away": 2, "opponent_away": 2},
        ),
        "gammon.Scoring.match": (
            bg.Scoring.match,
            {"own_away": 3, "opponent_away": 5, "crawford": bg.Crawford.TO_COME},
        ),
        "gammon.Scoring.money": (bg.Scoring.money, {"jacoby": False, "beavers": True, "raccoons": True}),
        "gammon.Situation": (
            bg.Situation,
            {
                "position": _START, "scoring": bg.Scoring.match(4, 2), "cube": bg.Cube(), "dice": (3, 1),
                "offer": None, "score": (3, 5), "max_cube": 64,
            },
        ),
        "gammon.Situation.parse": (bg.Situation.parse, {"text": _XGID, "checkers": 15}),
        "gammon.Strength.parse": (bg.Strength.parse, {"text": "club"}),
        "gammon.RolloutStrength.parse": (bg.RolloutStrength.parse, {"text": "trials=36"}),
        "gammon.RolloutStrength": (
            bg.RolloutStrength,
            {"trials": 36, "candidates": 2, "truncate": 7, "ply": 0, "cube_ply": None, "leaf_ply": 0},
        ),
        "gammon.Xgid": (bg.Xgid, {"text": _XGID, "checkers": 15}),
        "gammon.Xgid.parse": (bg.Xgid.parse, {"text": _XGID, "checkers": 15}),
        "gammon.contest": (
            bg.contest,
            {
                "first": bg.Strength(at_random=True), "second": bg.Strength(at_random=True), "rules": _RULES,
                "pairs": 2, "seed": 1, "workers": 1, "progress": _nothing,
            },
        ),
        "gammon.play_match": (
            bg.play_match,
            {"first": bg.Strength(at_random=True), "second": "random", "rules": _RULES, "seed": 1},
        ),
        "gammon.as_player": (bg.as_player, {"player": "random", "seed": 0, "name": "x"}),
        "gammon.EnginePlayer.with_seed": (bg.EnginePlayer(_NOISY).with_seed, {"seed": 1}),
        "gammon.Contest.from_json": (bg.Contest.from_json, {"text": _CONTEST.to_json()}),
        "gammon.cube_decision": (
            bg.cube_decision,
            judged | {"stakes": bg.Stakes(), "ply": 0, "market_losers": False},
        ),
        "gammon.bearoff": (bg.bearoff, {"checkers": [0, 0, 2], "points": 6}),
        "gammon.epc": (bg.epc, {"checkers": [0, 0, 2]}),
        "gammon.evaluate": (bg.evaluate, judged | {"ply": 0}),
        "gammon.make_met": (
            bg.make_met,
            {"length": 2, "games": 10, "seed": 1, "efficiency": 0.5, "engine": _ENGINE, "progress": _nothing},
        ),
        "gammon.png": (bg.png, {"position": _START, "play": None, "width": 100}),
        "gammon.rank_plays": (
            bg.rank_plays,
            judged | {"roll": (3, 1), "stakes": bg.Stakes(), "ply": 0, "candidates": 2},
        ),
        "gammon.rollout": (
            lambda **given: bg.rollout(**given),
            judged | _ROLLOUT | {"roll": None, "opening": False},
        ),
        "gammon.rollout_many": (
            lambda **given: list(bg.rollout_many(**given)),
            {name: value for name, value in _ROLLOUT.items() if name not in ("ahead", "update", "checkpoint")}
            | {"positions": [_START], "engine": None, "keep_errors": False, "same_dice": False, "start": 0},
        ),
        "gammon.rollout_cube": (lambda **given: bg.rollout_cube(**given), judged | _ROLLOUT),
        "gammon.rollout_plays": (
            lambda **given: bg.rollout_plays(**given),
            judged | _ROLLOUT | {"roll": (3, 1), "top": 2},
        ),
        "gammon.score_map": (
            bg.score_map,
            judged | {"roll": None, "length": 2, "crawford": bg.Crawford.PLAYED, "ply": 0, "progress": _nothing},
        ),
        "gammon.score_points": (
            bg.score_points,
            {
                "scoring": _MONEY, "cube": bg.Cube(), "met": _MET, "efficiency": 0.5, "gammons": (0.1, 0.1),
                "backgammons": (0.0, 0.0), "max_cube": 64,
            },
        ),
        "gammon.svg": (bg.svg, {"position": _START, "play": None}),
        "gammon.batch.apply": (bg.batch.apply, _MANY | {"choices": np.zeros(1, np.int64)} | _LONG_CALL),
        "gammon.batch.best_of": (bg.batch.best_of, {"values": np.ones(2), "offsets": np.array([0, 2])}),
        "gammon.batch.best_plays": (bg.batch.best_plays, _MANY | {"stakes": bg.Stakes()} | _JUDGED),
        "gammon.batch.choose_plays": (bg.batch.choose_plays, _MANY | {"stakes": bg.Stakes()} | _JUDGED),
        "gammon.batch.classes": (bg.batch.classes, {"boards": _BOARDS}),
        "gammon.batch.cube_decisions": (
            bg.batch.cube_decisions,
            {"boards": _BOARDS, "stakes": bg.Stakes()} | _JUDGED,
        ),
        "gammon.batch.CubeDecisions.action_of": (bg.batch.cube_decisions(_BOARDS).action_of, {"row": 0}),
        "gammon.batch.equity": (bg.batch.equity, {"probabilities": np.zeros((1, 5))}),
        "gammon.batch.evaluate": (bg.batch.evaluate, {"boards": _BOARDS} | _JUDGED),
        "gammon.batch.from_gnubg_ids": (bg.batch.from_gnubg_ids, {"ids": ["4HPwATDgc/ABMA"], "checkers": 15}),
        "gammon.batch.glance": (bg.batch.glance, {"boards": _BOARDS, "engine": _ENGINE} | _LONG_CALL),
        "gammon.batch.is_over": (bg.batch.is_over, {"boards": _BOARDS}),
        "gammon.batch.is_race": (bg.batch.is_race, {"boards": _BOARDS}),
        "gammon.batch.moves": (bg.batch.moves, _MANY | _LONG_CALL),
        "gammon.batch.opening_rolls": (bg.batch.opening_rolls, {"n": 2, "seed": 1, "first_game": 0} | _LONG_CALL),
        "gammon.batch.pip_counts": (bg.batch.pip_counts, {"boards": _BOARDS}),
        "gammon.batch.play_games": (
            bg.batch.play_games,
            {"n": 2, "policy": "random", "seed": 1, "start": _START, "engine": None} | _LONG_CALL,
        ),
        "gammon.batch.plays": (bg.batch.plays, _MANY | _LONG_CALL),
        "gammon.batch.points": (bg.batch.points, {"boards": _BOARDS}),
        "gammon.batch.random_plays": (
            bg.batch.random_plays,
            _MANY | {"seed": 1, "turn": 0, "first_game": 0} | _LONG_CALL,
        ),
        "gammon.batch.random_positions": (
            bg.batch.random_positions,
            {"n": 2, "policy": "random", "seed": 1, "turns": 5, "start": _START, "engine": None, "threads": 1},
        ),
        "gammon.batch.rolls": (bg.batch.rolls, {"n": 2, "seed": 1, "turn": 1, "first_game": 0} | _LONG_CALL),
        "gammon.batch.swap": (bg.batch.swap, {"boards": _BOARDS}),
        "gammon.batch.to_gnubg_ids": (bg.batch.to_gnubg_ids, {"boards": _BOARDS}),
        "gammon.batch.top_plays": (
            bg.batch.top_plays,
            _MANY | {"k": 2, "stakes": bg.Stakes(), "engine": _ENGINE, "ply": 0, "threads": 1},
        ),
        "gammon.drawing.Scene.number_of": (drawing.Scene().number_of, {"point": 3}),
        "gammon.drawing.svg": (drawing.svg, _PLACED | {"scene": drawing.Scene()}),
        "gammon.drawing.text": (drawing.text, _PLACED | {"scene": drawing.Scene()}),
        "gammon.match.read_action": (match.read_action, {"words": "resign single", "state": _STATE}),
        "gammon.tables.build": (bg.tables.build, {"name": "two-sided-1"} | _LONG_CALL),
        "gammon.tables.check": (bg.tables.check, {"name": "two-sided-1"} | _LONG_CALL),
        "gammon.tables.get": (bg.tables.get, {"name": "two-sided-1"} | _LONG_CALL),
        "gammon.tables.path": (bg.tables.path, {"name": "two-sided-1"}),
        "gammon.tables.remove": (bg.tables.remove, {"name": "two-sided-2"}),
        "gammon.met.load": (met.load, {"name": "woolsey"}),
        "gammon.met.read": (met.read, {"path": saved}),
        "gammon.met.write": (met.write, {"met": _MET, "path": folder / "written.json"}),
        "gammon.training.Config.from_json": (
            Config.from_json,
            {"text": json.dumps({"hidden": 128, "seed": 1, "generations": [_WRITTEN_GENERATION]})},
        ),
        "gammon.training.Fit": (Fit, {"hidden": 128, "seed": 1}),
        "gammon.training.Fit.from_bytes": (Fit.from_bytes, {"checkpoint": Fit(128, seed=1).to_bytes()}),
        "gammon.training.Fit.from_network": (Fit.from_network, {"network": bg.Network.shipped()}),
        "gammon.training.Fit.loss": (Fit(128, seed=1).loss, {"records": _RECORDS, "progress": _nothing}),
        "gammon.training.Fit.squared_error": (
            Fit(128, seed=1).squared_error,
            {"records": _RECORDS, "progress": _nothing},
        ),
        "gammon.training.Fit.train": (
            Fit(128, seed=1).train,
            {"records": _RECORDS, "order": np.zeros(1, np.int64), "batch": 1, "rates": np.ones(1, np.float32)}
            | _LONG_CALL,
        ),
        "gammon.training.Gate.judge": (Gate().judge, {"pairs": 10, "points": 1, "squares": 20}),
        "gammon.training.Gate.play": (
            Gate(round=2, most_pairs=2).play,
            {"network": bg.Network.shipped(), "against": bg.Network.shipped(), "seed": 1, "start": _START, "ply": 0}
            | _LONG_CALL,
        ),
        "gammon.training.pack_records": (
            training.pack_records,
            {"boards": _BOARDS, "targets": np.zeros((1, 5)), "siblings": None},
        ),
        "gammon.training.run": (
            training.run,
            {"config": config, "directory": folder / "run", "start": bg.Network.shipped()}
            | {"seconds_between_checkpoints": 1.0}
            | _LONG_CALL,
        ),
        "gammon.training.unpack_records": (training.unpack_records, {"records": _RECORDS}),
    }  # fmt: skip
    found = {name: Call(function=function, arguments=given) for name, (function, given) in named.items()}
    names = dict(_public_callables())
    for pickled in _PICKLED:
        # Unpickling calls this, so its arguments can come from any pickle.
        restore, given = pickled.__reduce__()
        parameters = inspect.signature(restore).parameters
        arguments = dict(zip(parameters, given, strict=True))
        found[f"gammon.{type(pickled).__name__}._restore"] = Call(function=restore, arguments=arguments)
    for value in _values():
        found[next(name for name, one in names.items() if one is type(value))] = _result(value)
    return found


PROGRAMS = {
    *("gammon.Bot", "gammon.Bot.choose", "gammon.ProcessPlayer", "gammon.ProcessPlayer.choose"),
    "gammon.Rollout.plot",
}
"""Other programs as players, the protocol of players, and plots, which are optional: these have separate tests."""


def _public_callables() -> Iterator[tuple[str, Any]]:
    """Map the shortest name of every public callable with parameters to it."""
    seen: set[int] = set()
    for module_name, module in MODULES.items():
        for name in module.__all__:
            found = getattr(module, name)
            if id(found) in seen or not callable(found):
                continue
            seen.add(id(found))
            if not isinstance(found, type):
                yield f"{module_name}.{name}", found
            elif not issubclass(found, BaseException | Enum):
                yield f"{module_name}.{name}", found
                yield from _methods(f"{module_name}.{name}", found)


def _methods(owner: str, kind: type) -> Iterator[tuple[str, Any]]:
    for name in dir(kind):
        method = getattr(kind, name)
        if (name == "_restore" or not name.startswith("_")) and callable(method) and not isinstance(method, kind):
            yield f"{owner}.{name}", method


def takes_arguments(found: Any) -> bool:  # noqa: ANN401
    """Return whether a callable takes an argument besides ``self``."""
    try:
        parameters = inspect.signature(found).parameters
    except ValueError:
        return False
    return bool(set(parameters) - {"self"})


def public_names() -> list[str]:
    """List the names of all public callables with parameters."""
    return [name for name, found in _public_callables() if takes_arguments(found) and name not in PROGRAMS]
