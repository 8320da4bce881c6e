"""`gammon.rollout`, `gammon.rollout_plays`, `gammon.rollout_cube` and their results."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gammon as bg
from gammon.rollouts import playing
from gammon.rollouts.result import RolloutStart
from gammon.rollouts.settings import PRESETS
from gammon.store import files
from tests.unit.networks import indifferent
from tests.unit.test_engine import as_the_network

START = bg.Position.start()
OPTIONS: dict[str, Any] = {"seed": 7, "truncate": 12}
RESULT = bg.rollout(START, 252, **OPTIONS)
PRIME = "XGID=---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
AT_A_SCORE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:5:0:7:10"
ONE_EACH = bg.Position([14, *[0] * 5, 1, *[0] * 19], [14, 1, *[0] * 24])
"""One checker on the 6-point against one on the ace point: the roller wins with 27 of 36 throws."""


def test_a_result_says_what_was_rolled_out() -> None:
    assert RESULT.trials == 252
    assert RESULT.ranges == ((0, 252),)
    assert RESULT.network == bg.Network.shipped().name
    assert (RESULT.position, RESULT.start.first, RESULT.seed) == (START, None, 7)
    assert RESULT.settings == bg.RolloutSettings(truncate=12, cubeless=True)
    assert RESULT.seconds > 0
    assert not RESULT.is_cubeful
    assert (RESULT.mwc, RESULT.mwc_standard_error, RESULT.adjusted.equity) == (None, None, None)
    assert RESULT.equity == RESULT.cubeless_equity == RESULT.adjusted.cubeless_equity
    assert RESULT.mean == bg.Outcome(*RESULT.probabilities)
    assert len(repr(RESULT)) < 1000


def test_every_trial_ends_in_one_way() -> None:
    tally = RESULT.tally
    assert sum(tally.turns.values()) == 252
    assert sum(tally.played.values()) + sum(tally.passed.values()) + tally.known + tally.truncated == 252
    assert max(tally.turns) <= 12
    assert tally.truncated == tally.turns[12] == 252
    turns = sum(turns * count for turns, count in tally.turns.items())
    assert RESULT.turns_per_game == turns / 252
    played = bg.rollout(START, 36, seed=7, end_at_tables=False)
    assert sum(played.tally.played.values()) == 36
    points = sum(points * count for points, count in played.tally.played.items())
    assert played.raw.cubeless_equity == points / 36


def test_probabilities_are_limited_to_what_is_possible_but_adjusted_ones_are_not() -> None:
    """Backgammons are so rare that some means with luck subtracted are below 0."""
    found = [bg.rollout(START, trials, seed=seed) for trials in (1, 36) for seed in range(12)]
    assert min(min(one.adjusted.probabilities) for one in found) < 0
    for one in found:
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = one.probabilities
        assert 0 <= win_backgammon <= win_gammon <= win <= 1
        assert 0 <= lose_backgammon <= lose_gammon <= 1 - win
        for shown, adjusted in zip(one.probabilities, one.adjusted.probabilities, strict=True):
            assert shown == adjusted or not 0 < adjusted < 1 or shown < adjusted


def test_the_seed_determines_the_rollout() -> None:
    assert bg.rollout(START, 252, **OPTIONS) == RESULT
    assert bg.rollout(START, 252, **(OPTIONS | {"seed": 8})) != RESULT
    assert bg.rollout(START, 36) == bg.rollout(START, 36, seed=1)
    assert dataclasses.replace(RESULT, seconds=RESULT.seconds + 1) == RESULT


def test_str_shows_the_result_and_its_standard_error() -> None:
    assert str(RESULT) == (
        f"{RESULT.cubeless_equity:+.4f} ± {RESULT.equity_standard_error:.4f} points per game (252 trials, seed 7)"
    )
    assert "cubeful equity (36 trials, seed 1)" in str(bg.rollout(AT_A_SCORE, 36, truncate=3))


def test_a_share_of_1_has_an_interval() -> None:
    """Wilson's interval for 10 of 10 is [10 / (10 + z²), 1]."""
    won = bg.rollout(bg.Position([14, 1, *[0] * 24], [14, 1, *[0] * 24]), 10)
    assert (won.probabilities[0], won.equity, won.equity_standard_error) == (1.0, 1.0, 0.0)
    assert won.equity_interval is None
    assert won.intervals[0] == pytest.approx((10 / 13.8415, 1.0), abs=1e-4)


# --- what is rolled out ---


@pytest.mark.parametrize("options", [{}, {"luck": "nothing"}, {"stratified": False}, {"luck": "nothing", "seed": 9}])
def test_the_given_roll_is_played_first(options: dict[str, Any]) -> None:
    exact = {"end_at_tables": False} | options
    assert bg.rollout(ONE_EACH, 20, roll=(6, 5), **exact).raw.probabilities[0] == 1
    assert bg.rollout(ONE_EACH, 20, roll=(2, 1), **exact).raw.probabilities[0] == 0
    won = bg.rollout(ONE_EACH, 3600, **exact)
    # 27 of 36 throws bear it off. In complete blocks each throw occurs equally often.
    assert won.raw.probabilities[0] == pytest.approx(27 / 36, abs=0 if won.settings.stratified else 0.03)
    opening = bg.rollout(ONE_EACH, 3600, opening=True, **exact)
    # An opening roll is not a double. Of the doubles, 2-2 to 6-6 bear it off, which leaves 22 of 30.
    assert opening.raw.probabilities[0] == pytest.approx(22 / 30, abs=0 if won.settings.stratified else 0.03)
    # With the luck of the roll measured exactly, by tables, no trial differs from the mean.
    if options == {}:
        exact_luck = bg.rollout(ONE_EACH, 36)
        assert exact_luck.equity == pytest.approx(0.5, abs=1e-6)


def test_the_dice_of_an_id_count_unless_a_roll_or_an_opening_is_given() -> None:
    text = AT_A_SCORE.replace(":00:", ":31:")
    assert bg.rollout(text, 2, truncate=2).start.first == bg.Roll(3, 1)
    assert bg.rollout(text, 2, truncate=2, roll="65").start.first == bg.Roll(6, 5)
    assert bg.rollout(text, 2, truncate=2, opening=True).start.first == "opening"


def test_the_score_and_cube_of_an_id_count_unless_cubeless() -> None:
    rolled = bg.rollout(AT_A_SCORE, 36, truncate=4)
    assert rolled.start.stakes == bg.Stakes(bg.Scoring.match(4, 2), bg.Cube(), 1024)
    assert rolled.is_match
    assert rolled.mwc is not None
    assert 0 < rolled.mwc < 1
    assert rolled.mwc_standard_error is not None
    bare = bg.rollout(AT_A_SCORE, 36, truncate=4, cubeless=True)
    assert bare == bg.rollout(START, 36, truncate=4)
    given = bg.rollout(AT_A_SCORE, 36, truncate=4, stakes=bg.Scoring.money())
    assert given.start.stakes == bg.Stakes()


def test_the_equity_at_a_score_is_the_chance_converted() -> None:
    """Equity is linear in the match-winning chance: -1 and 1 are a single game lost and won at the cube's value."""
    rolled = bg.rollout(AT_A_SCORE, 36, truncate=4)
    model = bg.Engine().model(bg.Stakes(bg.Scoring.match(4, 2)))
    assert rolled.mwc is not None
    assert rolled.equity == pytest.approx(model.equity(rolled.mwc, bg.Cube()), abs=1e-6)
    met = bg.met.load()
    assert rolled.start.single == pytest.approx((met.mwc(4, 1), met.mwc(3, 2)), abs=1e-6)
    one_up, none = (
        model.equity(value, bg.Cube()) for value in ((rolled.mwc or 0) + (rolled.mwc_standard_error or 0), rolled.mwc)
    )
    assert rolled.equity_standard_error == pytest.approx(one_up - none, rel=1e-4)


def test_a_cube_that_cannot_be_turned_changes_nothing_for_money() -> None:
    """With a dead cube the plays are those of cubeless play, and so is the equity."""
    race = bg.Position([0, 2, 3, 2, 2, 2, 2, 2, *[0] * 18], [0, 3, 3, 2, 2, 2, 2, 1, *[0] * 18])
    with_cube = bg.rollout(race, 72, stakes=bg.Stakes(max_cube=1))
    without = bg.rollout(race, 72)
    assert with_cube.cubeless_equity == pytest.approx(without.cubeless_equity, abs=0.02)
    assert with_cube.equity == pytest.approx(with_cube.cubeless_equity, abs=1e-5)
    assert not with_cube.tally.passed


def test_the_crawford_game_has_no_doubles() -> None:
    """R8.3: nobody doubles in the Crawford game; 1-away each is won or lost by any game."""
    crawford = bg.rollout(START, 36, stakes=bg.Scoring.match(1, 3, crawford=bg.Crawford.PLAYED), end_at_tables=False)
    assert not crawford.tally.passed
    last = bg.rollout(START, 36, stakes=bg.Scoring.match(1, 1), end_at_tables=False)
    assert not last.tally.passed
    assert last.mwc == pytest.approx(last.adjusted.probabilities[0], abs=1e-6)


def test_jacoby_takes_gammons_away_while_the_cube_is_centred() -> None:
    """R7.6, with a cube limit of 1 so that it stays there: every game is worth one point."""
    closed_out = bg.Position([0, *[2] * 6, 3, *[0] * 18], [0, 0, 0, 0, 0, 0, 2, 5, 5, *[0] * 16, 3])
    jacoby, plain = (
        bg.rollout(closed_out, 36, stakes=bg.Stakes(bg.Scoring.money(jacoby=jacoby), max_cube=1))
        for jacoby in (True, False)
    )
    win = jacoby.adjusted.probabilities[0]
    assert jacoby.equity == pytest.approx(2 * win - 1, abs=1e-4)
    assert plain.equity == pytest.approx(plain.cubeless_equity, abs=1e-4)
    assert plain.equity > jacoby.equity + 0.2


def test_a_function_can_play_in_place_of_the_network() -> None:
    engine = bg.Engine(as_the_network, threads=1)
    one, two = (bg.rollout(START, 36, engine=dataclasses.replace(engine, threads=threads)) for threads in (1, 2))
    assert one.tally == two.tally
    assert one != bg.rollout(START, 36)
    assert bg.rollout(bg.Position.hypergammon(), 36, engine=engine).trials == 36


@pytest.mark.parametrize(
    "position",
    [
        bg.Position.hypergammon(),
        bg.Position.nackgammon(),
        bg.Position([0] * 25 + [1], [0] * 25 + [1]),
        bg.Position([0, 1, *[0] * 24], [0, 1, *[0] * 24]),
        bg.Position([10, *[0] * 24, 5], [0, *[0] * 5, 15, *[0] * 19]),
    ],
    ids=["hypergammon", "nackgammon", "one each on the bar", "one each on the ace point", "five on the bar"],
)
@pytest.mark.parametrize("stakes", [None, bg.Stakes(), bg.Stakes(bg.Scoring.match(2, 2))])
def test_every_position_can_be_rolled_out(position: bg.Position, stakes: bg.Stakes | None) -> None:
    result = bg.rollout(position, 36, stakes=stakes)
    assert result.trials == 36
    assert -3 <= result.raw.cubeless_equity <= 3
    assert bg.Rollout.from_json(result.to_json()) == result


def test_a_finished_game_is_refused() -> None:
    over = bg.Position.from_gnubg_id("221DAgAAAAAAAA")
    for call in (bg.rollout, bg.rollout_cube):
        with pytest.raises(bg.ArgumentError, match="position: the game is over"):
            call(over, 1)
    with pytest.raises(bg.ArgumentError, match="position: the game is over"):
        bg.rollout_plays(over, "31", 1)


def test_trials_end_where_tables_know_the_value() -> None:
    bear_off = bg.Position([9, 2, 2, 2, *[0] * 22], [9, 2, 2, 2, *[0] * 22])
    result = bg.rollout(bear_off, 36, stakes=bg.Stakes())
    assert result.tally.known == 36
    assert result.equity == pytest.approx(bg.cube_decision(bear_off, stakes=bg.Stakes()).no_double, abs=1e-5)


def test_threads_of_an_executor_give_the_same_bits() -> None:
    with ThreadPoolExecutor(3) as pool:
        assert bg.rollout(START, 252, executor=pool, **OPTIONS) == RESULT


# --- merging and saving ---


def test_three_parts_merge_to_the_whole_in_any_order() -> None:
    a, b, c = (bg.rollout(START, range(first, first + n), **OPTIONS) for first, n in ((0, 17), (17, 200), (217, 35)))
    for merged in (a + b + c, c + b + a, b + (a + c), a.merge(c).merge(b)):
        assert merged == RESULT
        assert merged.ranges == ((0, 252),)
        assert merged.to_json().split('"seconds"')[0] == RESULT.to_json().split('"seconds"')[0]
    gap = a + c
    assert gap.ranges == ((0, 17), (217, 252))
    assert gap.trials == 52
    assert gap.seconds == a.seconds + c.seconds


OTHER_STARTS: dict[str, dict[str, Any]] = {
    "position": {"position": bg.Position.nackgammon()},
    "first": {"roll": (3, 1)},
    "stakes": {"stakes": bg.Cube(2, 1)},
    "network": {"engine": bg.Engine(indifferent())},
    "engine": {"engine": bg.Engine(tables=[])},
    "seed": {"seed": 8},
    **{
        f"settings, {name}": {name: value}
        for name, value in {
            "ply": 1, "cube_ply": 1, "early_turns": 1, "early_ply": 1, "truncate": 11, "leaf_ply": 1,
            "luck": "plays", "stratified": False, "end_at_tables": False,
        }.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_STARTS)
def test_rollouts_that_differ_in_anything_do_not_merge(name: str) -> None:
    arguments: dict[str, Any] = {"position": START, "stakes": bg.Stakes()} | OPTIONS
    one = bg.rollout(trials=range(2), **arguments)
    other = bg.rollout(trials=range(2, 4), **(arguments | OTHER_STARTS[name]))
    field = name.split(",")[0]
    with pytest.raises(bg.ArgumentError, match=f"rollouts of different {field}: "):
        one.merge(other)


def test_every_field_of_the_start_counts() -> None:
    one, other = (bg.rollout(START, range(trial, trial + 1), **OPTIONS) for trial in range(2))
    changes: dict[str, Any] = {
        "position": bg.Position.nackgammon(), "first": "opening", "stakes": bg.Stakes(), "unit": 2,
        "single": (0.0, 0.5), "settings": bg.RolloutSettings(), "network": "x", "engine": "x", "seed": 8,
    }  # fmt: skip
    assert changes.keys() == {field.name for field in dataclasses.fields(RolloutStart)}
    for name, value in changes.items():
        changed = dataclasses.replace(other, start=dataclasses.replace(other.start, **{name: value}))
        with pytest.raises(bg.ArgumentError, match=f"rollouts of different {name}: "):
            one.merge(changed)


@pytest.mark.parametrize("first_trial", [0, 251, 250])
def test_no_trial_is_counted_twice(first_trial: int) -> None:
    with pytest.raises(bg.ArgumentError, match="are counted twice"):
        RESULT.merge(bg.rollout(START, range(first_trial, first_trial + 2), **OPTIONS))


@pytest.mark.parametrize(
    "result",
    [
        RESULT,
        bg.rollout(bg.Position.hypergammon(), range(9, 14), seed=2**64 - 1, roll=(3, 1)),
        bg.rollout(START, 31, opening=True, stakes=bg.Scoring.match(1, 3, crawford=bg.Crawford.PLAYED)),
        bg.rollout(START, 5, stakes=bg.Stakes(bg.Scoring.money(jacoby=True, beavers=True), bg.Cube(4, -1), 64)),
        bg.rollout_plays(START, "31", 3, top=1)[0].rollout,
        bg.rollout(START, range(2**64 - 3, 2**64 - 1), truncate=2),
    ],
    ids=["money", "hypergammon", "Crawford", "cube", "play", "last trials"],
)
def test_a_rollout_round_trips_through_json_and_pickle(result: bg.Rollout) -> None:
    for copy in (bg.Rollout.from_json(result.to_json()), pickle.loads(pickle.dumps(result))):
        assert copy == result
        assert copy.seconds == result.seconds
        assert hash(copy) == hash(result)
        assert copy.to_json() == result.to_json()
    data = json.loads(result.to_json())
    assert data["format"] == "gammon rollout 3"
    assert (data["equity"], data["trials"]) == (result.equity, result.trials)
    assert data["adjusted"]["cubeless_equity"] == result.cubeless_equity
    assert bg.Rollout.from_json(result.to_json().encode()) == result


def _changed(**changes: object) -> str:
    return json.dumps(json.loads(RESULT.to_json()) | changes)


def _tally_changed(**changes: object) -> str:
    return _changed(tally=json.loads(RESULT.to_json())["tally"] | changes)


TALLY = json.loads(RESULT.to_json())["tally"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{}", "format"),
        ("[]", "a JSON object"),
        ("null", "a JSON object"),
        (RESULT.to_json()[:-1], "not JSON"),
        (_changed(format="gammon rollout 9"), "format"),
        (_changed(format="gammon rollout 2"), "format"),
        (_changed(position="nothing"), "position ID"),
        (_changed(position="221DAgAAAAAAAA"), "position: the game is over"),
        (_changed(checkers=0), "checkers"),
        (_changed(checkers=16), "checkers"),
        (_changed(first=[3, 1]), "first"),
        (_changed(first={"roll": [3]}), "roll"),
        (_changed(first={"roll": [3, 7]}), "roll"),
        (_changed(first="opening"), "first: expected opening rolls"),
        (_changed(stakes={}), "scoring"),
        (_changed(stakes=5), "stakes"),
        (_changed(unit=0), "unit"),
        (_changed(single=[0.5]), "single"),
        (_changed(single=[0.5, 0.5]), "single"),
        (_changed(single=[0.0, 1.5]), "single"),
        (_changed(settings=None), "settings"),
        (_changed(settings={}), "is missing"),
        (_changed(settings=bg.RolloutSettings().to_dict() | {"ply": 9}), "ply"),
        (_changed(settings=bg.RolloutSettings().to_dict() | {"luck": "much"}), "luck"),
        (_changed(settings=bg.RolloutSettings().to_dict() | {"stratified": 1}), "stratified"),
        (_changed(settings=bg.RolloutSettings().to_dict() | {"more": 1}), "unknown field 'more'"),
        (_changed(settings=bg.RolloutSettings().to_dict()), "stakes: expected null"),
        (_changed(network=None), "network"),
        (_changed(engine=1), "engine"),
        (_changed(seed=None), "seed"),
        (_changed(seed=2**64), "seed"),
        (_changed(seed=-1), "seed"),
        (_changed(trials=251), "trials"),
        (_changed(seconds="soon"), "seconds"),
        (_changed(seconds=-1), "seconds"),
        (_tally_changed(ranges=[[0, 253]]), "253 trials"),
        (_tally_changed(ranges=[[0, 100], [99, 252]]), "counted twice"),
        (_tally_changed(ranges=[[100, 0], [0, 252]]), "start < stop"),
        (_tally_changed(ranges=[0, 252]), "lists of numbers"),
        (_tally_changed(ranges=[]), "ranges"),
        (_tally_changed(ranges=[[1, 253]]), "groups"),
        (_tally_changed(first=TALLY["first"][1:]), "first: expected 36 elements"),
        (_tally_changed(second=TALLY["second"][:1] * 36), "second"),
        (_tally_changed(second=TALLY["first"]), ""),
        (_tally_changed(squares=[]), "squares"),
        (_tally_changed(group_size=4), "group_size"),
        (_tally_changed(groups=TALLY["groups"][1:]), "groups"),
        (_tally_changed(groups=TALLY["groups"][::-1]), "groups"),
        (_tally_changed(turns=[[12, 251]]), "turns"),
        (_tally_changed(turns=[[12, 100], [12, 152]]), "turns"),
        (_tally_changed(known=1), "endings"),
        (_tally_changed(truncated=-1), "truncated"),
        (_tally_changed(played=[[1, 1, 1]]), "endings"),
    ],
)  # fmt: skip
def test_invalid_rollout_files_are_refused(text: str, says: str) -> None:
    if text == _tally_changed(second=TALLY["first"]):
        return  # The same sums by another throw are possible.
    with pytest.raises(bg.NotationError, match=says) as caught:
        bg.Rollout.from_json(text)
    assert str(caught.value).startswith("rollout: ")


READ = (
    "format", "position", "checkers", "first", "stakes", "unit", "single", "settings", "network", "engine", "seed",
    "trials", "seconds", "tally",
)  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_rollout_without_a_field_is_refused(name: str) -> None:
    data = json.loads(RESULT.to_json())
    del data[name]
    with pytest.raises(bg.NotationError, match=name):
        bg.Rollout.from_json(json.dumps(data))


# --- settings ---


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"trials": 0}, "trials is 0"),
        ({"trials": -5}, "trials is -5"),
        ({"trials": True}, "trials is True"),
        ({"trials": range(0, 10, 2)}, "a range with step 1"),
        ({"trials": range(5, 5)}, "a range with step 1"),
        ({"trials": range(-1, 5)}, "a range with step 1"),
        ({"roll": (3, 1), "opening": True}, "either roll or opening"),
        ({"settings": "quik"}, "settings: expected one of 'quick', 'standard', 'thorough', got 'quik'"),
        ({"luck": "much"}, "luck: expected one of"),
        *(({name: value}, f"^{name}") for name in ("ply", "cube_ply", "early_ply", "leaf_ply") for value in (-1, 4)),
        ({"early_turns": -1}, "^early_turns is"),
        ({"early_turns": 10_001}, "^early_turns is"),
        ({"truncate": 0}, "^truncate is"),
        ({"truncate": 10_001}, "^truncate is"),
        *(({name: 0}, f"^{name}") for name in ("standard_error", "ahead", "seconds")),
        *(({name: -1}, f"^{name}") for name in ("standard_error", "ahead", "seconds")),
        *(({name: float("nan")}, f"^{name}") for name in ("standard_error", "ahead", "seconds")),
    ],
)
def test_a_number_out_of_range_is_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(bg.ArgumentError, match=says):
        bg.rollout(START, **({"trials": 1} | arguments))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"trucate": 5}, "unknown option 'trucate'; did you mean 'truncate'?"),
        ({"stddev": 5}, "unknown option 'stddev'"),
        ({"threads": 5}, r"unknown option 'threads'; it is a setting of the engine: engine=Engine\(threads=...\)"),
        ({"zzz": 5}, "expected one of ahead, checkpoint, cube_ply, "),
        ({"settings": 5}, "settings: expected"),
        ({"ply": "1"}, "ply: expected"),
        ({"truncate": 1.5}, "truncate: expected"),
        ({"luck": 1}, "luck: expected"),
        *(({name: 1}, f"{name}: expected a bool") for name in ("stratified", "end_at_tables", "cubeless")),
        ({"executor": 2}, "executor: expected"),
        ({"update": 2}, "update: expected a function"),
        ({"stakes": 2}, "stakes: expected"),
        ({"standard_error": "small"}, "standard_error: expected"),
    ],
)
def test_an_argument_of_another_type_is_refused(arguments: dict[str, Any], says: str) -> None:
    for call in (bg.rollout, bg.rollout_cube):
        with pytest.raises(TypeError, match=says):
            call(START, 1, **arguments)


def test_opening_is_a_bool() -> None:
    with pytest.raises(TypeError, match="opening: expected a bool"):
        bg.rollout(START, 1, opening=1)  # type: ignore[arg-type]


def test_presets_are_settings_and_numbers_of_trials() -> None:
    assert bg.rollout(bg.Position.hypergammon(), settings="quick").trials == PRESETS["quick"].trials == 324
    assert bg.rollout(bg.Position.hypergammon()).trials == PRESETS["standard"].trials == 1296
    for name, preset in PRESETS.items():
        rolled = bg.rollout(START, 1, settings=name, stakes=bg.Stakes())
        assert rolled.settings == preset.settings
        assert rolled == bg.rollout(START, 1, settings=preset.settings, stakes=bg.Stakes())
        assert preset.trials % 36 == 0
        assert str(preset).startswith(f"{preset.about}: {preset.trials:,} trials, ")


def test_a_change_of_ply_changes_the_depths_that_follow_it() -> None:
    changed = bg.rollout(START, 1, ply=1, truncate=1, stakes=bg.Stakes()).settings
    assert (changed.ply, changed.cube_ply, changed.early_ply, changed.leaf_ply) == (1, 1, 1, 0)
    apart = bg.rollout(START, 1, settings=bg.RolloutSettings(cube_ply=1), ply=2, truncate=1, stakes=bg.Stakes())
    assert (apart.settings.ply, apart.settings.cube_ply) == (2, 1)
    given = bg.rollout(START, 1, ply=1, cube_ply=0, truncate=1, stakes=bg.Stakes()).settings
    assert (given.ply, given.cube_ply) == (1, 0)
    thorough = bg.rollout(START, 1, settings="thorough", ply=0, truncate=1, stakes=bg.Stakes()).settings
    assert (thorough.ply, thorough.cube_ply, thorough.early_ply) == (0, 0, 2)


def test_settings_are_described_in_a_line() -> None:
    assert str(bg.RolloutSettings()) == "0-ply plays, 0-ply cube decisions, luck subtracted"
    everything = bg.RolloutSettings(
        ply=1, early_turns=2, early_ply=2, truncate=9, leaf_ply=1, luck="nothing", stratified=False, cubeless=True
    )
    assert str(everything) == (
        "1-ply plays, 2-ply in the first 2 turns, truncated after 9 turns at 1-ply, luck not subtracted, first rolls "
        "not stratified"
    )


# --- stopping rules ---


@pytest.mark.parametrize(
    ("rule", "looks"),
    [
        (bg.StoppingRule(trials=500), [500]),
        (bg.StoppingRule(trials=100, standard_error=0.1), [100]),
        (bg.StoppingRule(trials=144, seconds=1), [144]),
        (bg.StoppingRule(trials=1000, standard_error=0.1), [144, 288, 432, 576, 720, 900, 1000]),
        (bg.StoppingRule(trials=2000, ahead=3), [144, 288, 576, 1152, 2000]),
        (bg.StoppingRule(trials=2000, ahead=3, standard_error=0.1), [144, 288, 576, 1152, 2000]),
    ],
)
def test_a_rule_looks_at_these_numbers_of_trials(rule: bg.StoppingRule, looks: list[int]) -> None:
    assert list(rule.looks()) == looks


def test_looks_grow_by_a_quarter_in_whole_blocks() -> None:
    looks = list(bg.StoppingRule(trials=10**6, standard_error=0.1).looks())
    assert looks[-1] == 10**6
    for one, other in itertools.pairwise(looks[:-1]):
        assert other % 36 == 0
        assert other - one == 144 or 0.2 <= (other - one) / one <= 0.25


@pytest.mark.parametrize("threads", [1, 2])
def test_a_target_standard_error_is_reached_at_the_same_trial(threads: int) -> None:
    engine = bg.Engine(threads=threads)
    found = bg.rollout(START, standard_error=0.01, engine=engine)
    assert found == bg.rollout(START, found.trials)
    assert found.equity_standard_error is not None
    assert found.equity_standard_error <= 0.01
    *earlier, _ = bg.StoppingRule(trials=found.trials, standard_error=1.0).looks()
    for look in earlier:
        error = bg.rollout(START, look).equity_standard_error
        assert error is not None
        assert error > 0.01
    assert earlier


def test_a_rule_stops_at_the_number_of_trials_at_the_latest() -> None:
    assert bg.rollout(START, 200, standard_error=1e-9, truncate=2).trials == 200
    assert bg.rollout(START, range(50, 250), standard_error=1e-9, truncate=2).ranges == ((50, 250),)


def test_a_time_limit_stops_soon() -> None:
    began = time.monotonic()
    found = bg.rollout(START, seconds=0.3)
    assert 0.25 < time.monotonic() - began < 3
    assert found.trials > 0


def test_however_short_the_time_every_play_and_action_has_trials() -> None:
    plays = bg.rollout_plays(START, "31", seconds=1e-6, top=3)
    assert len(plays) == 3
    assert all(play.rollout.trials > 0 for play in plays)
    decision = bg.rollout_cube(PRIME, seconds=1e-6)
    assert decision.no_double.trials > 0
    assert decision.double_take.trials > 0


# --- plays ---

POOR = ["8/5 6/5", "24/20", "6/5 6/3", "13/9"]


def test_plays_are_ranked_by_equity_with_their_losses() -> None:
    found = bg.rollout_plays(START, "31", 144, top=POOR, truncate=7)
    assert str(found[0].play) == "8/5 6/5"
    equities = [one.rollout.equity for one in found]
    assert equities == sorted(equities, reverse=True)
    assert len(found) == 4
    for one in found:
        assert one.rollout.trials == 144
        assert one.rollout.start.first == one.play.position
        assert one.rollout.position == START
        assert one.loss.equity == pytest.approx(equities[0] - one.rollout.equity)
        assert one.loss.is_paired
        data = json.loads(one.to_json())
        assert (data["play"], data["rollout"]["trials"]) == (str(one.play), 144)


def test_a_play_is_rolled_out_as_its_position_for_the_opponent_would_be() -> None:
    """The equity after the play, which is not random, is minus that of the opponent on roll; the dice differ."""
    after = START.parse_play("8/5 6/5", 3, 1).play.position
    mine = bg.rollout_plays(START, "31", 324, top=["8/5 6/5"], truncate=9)[0].rollout
    theirs = bg.rollout(after, 324, truncate=8, seed=5)
    error = math.hypot(mine.equity_standard_error or 0, theirs.equity_standard_error or 0)
    assert abs(mine.equity + theirs.equity) < 4 * error


def test_the_best_plays_of_the_search_are_rolled_out() -> None:
    ranked = bg.rank_plays(START, "64", ply=2)[:3]
    found = bg.rollout_plays(START, "64", 2, top=3, truncate=2)
    assert {one.play for one in found} == {one.play for one in ranked}
    assert len(bg.rollout_plays(START, "64", 2, top=10_000, truncate=1)) == len(START.plays(6, 4))
    for alone in (ranked[0].play, str(ranked[0].play)):
        assert [one.play for one in bg.rollout_plays(START, "64", 2, top=alone, truncate=2)] == [ranked[0].play]
    named = bg.rollout_plays(START, "64", 2, top=(one.play for one in ranked[:2]), truncate=2)
    assert {one.play for one in named} == {one.play for one in ranked[:2]}


def test_no_legal_play_gives_no_rollouts() -> None:
    closed = bg.Position([14, *[0] * 24, 1], [3, *[2] * 6, *[0] * 19])
    assert [str(one.play) for one in bg.rollout_plays(closed, "66", 2)] == []


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({}, bg.ArgumentError, "roll: expected a roll"),
        ({"roll": "77"}, bg.DiceError, "roll"),
        ({"roll": "31", "top": 0}, bg.ArgumentError, "top"),
        ({"roll": "31", "top": ["8/1"]}, bg.IllegalPlayError, "8/1"),
        ({"roll": "31", "top": ["nothing"]}, bg.NotationError, "nothing"),
    ],
)
def test_plays_that_cannot_be_rolled_out_are_refused(
    arguments: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        bg.rollout_plays(START, trials=2, **arguments)


@pytest.mark.parametrize("threads", [1, 2])
def test_plays_that_are_behind_are_not_continued(threads: int) -> None:
    """24/23 13/10 loses .17 points, more than three joint errors of a few hundred trials."""
    engine = bg.Engine(threads=threads)
    found = bg.rollout_plays(START, "31", 1152, top=["8/5 6/5", "24/23 13/10"], ahead=3, engine=engine, truncate=7)
    best, other = found
    assert best.rollout.trials == other.rollout.trials < 1152
    assert other.loss.sigmas is not None
    assert other.loss.sigmas > 3
    three = bg.rollout_plays(START, "31", 576, top=["8/5 6/5", "24/23 13/10", "13/10 6/5"], ahead=3, truncate=7)
    assert str(three[0].play) == "8/5 6/5"
    assert {one.rollout.trials for one in three} <= {144, 288, 576}


# --- cube ---


def test_a_cube_decision_is_counted_in_units_of_the_cube_before_the_double() -> None:
    decision = bg.rollout_cube(PRIME, 144, truncate=11)
    assert decision.double_pass == 1.0
    stakes = decision.no_double.start.stakes
    doubled = decision.double_take.start.stakes
    assert stakes is not None
    assert doubled is not None
    assert (stakes.cube, doubled.cube) == (bg.Cube(), bg.Cube(2, -1))
    assert decision.no_double.start.unit == decision.double_take.start.unit == 1
    assert decision.gain.is_paired
    assert decision.gain.equity == decision.double_take.equity - decision.no_double.equity
    # With a doubled cube of the opponent, the equity per unit of that cube is half.
    alone = bg.rollout(PRIME, 144, truncate=11, stakes=bg.Stakes(stakes.scoring, bg.Cube(2, -1), stakes.max_cube))
    assert decision.double_take.equity == pytest.approx(2 * alone.equity, abs=1e-6)
    searched = bg.cube_decision(PRIME, ply=2)
    assert decision.no_double.equity == pytest.approx(searched.no_double, abs=0.15)
    assert decision.double_take.equity == pytest.approx(searched.double_take, abs=0.15)
    assert decision.action == "double, take"
    assert json.loads(decision.to_json())["action"] == "double, take"


def test_a_redouble_is_counted_in_units_of_the_cube_before_it() -> None:
    """With an unlimited cube, the redoubles from 1 and from 8 are the same decision."""
    plain = bg.Scoring.money()
    position = bg.Situation.parse(PRIME).position
    low, high = (
        bg.rollout_cube(position, 72, truncate=11, stakes=bg.Stakes(plain, bg.Cube(value, 1))) for value in (2, 8)
    )
    assert high.no_double.start.unit == 8
    assert low.no_double.equity == pytest.approx(high.no_double.equity, abs=1e-6)
    assert low.double_take.equity == pytest.approx(high.double_take.equity, abs=1e-6)


def test_a_cube_decision_at_a_score() -> None:
    text = PRIME.replace(":0:0:3:0:10", ":3:2:0:7:10")
    decision = bg.rollout_cube(text, 72, truncate=11)
    for one in (decision.no_double, decision.double_take):
        assert one.mwc is not None
        assert 0 < one.mwc < 1
        assert one.start.single == decision.no_double.start.single
    assert decision.gain.mwc is not None
    met = bg.met.load()
    # A pass wins one point: the equity of that chance is 1 by definition.
    lose, win = decision.no_double.start.single
    assert (lose, win) == pytest.approx((met.mwc(4, 4), met.mwc(3, 5)), abs=1e-6)
    searched = bg.cube_decision(text, ply=2)
    assert decision.no_double.equity == pytest.approx(searched.no_double, abs=0.2)
    assert decision.double_take.equity == pytest.approx(searched.double_take, abs=0.2)


def test_a_bare_position_stands_for_money_with_a_centred_cube() -> None:
    decision = bg.rollout_cube(START, 4, truncate=4)
    assert decision.no_double.start.stakes == bg.Stakes()
    assert decision.action.startswith("no double")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"stakes": bg.Cube(2, -1)}, "may not double"),
        ({"stakes": bg.Scoring.match(1, 3, crawford=bg.Crawford.PLAYED)}, "may not double"),
        ({"stakes": bg.Stakes(max_cube=1)}, "may not double"),
        ({"cubeless": True}, "cubeless"),
        ({"settings": bg.RolloutSettings(cubeless=True)}, "cube"),
    ],
)
def test_a_decision_that_does_not_exist_is_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(bg.ArgumentError, match=says):
        bg.rollout_cube(START, 4, **arguments)


# --- Ctrl-C ---


def _after(calls: int) -> Callable[..., None]:
    seen = [0]

    def stop(*_: object) -> None:
        seen[0] += 1
        if seen[0] > calls:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize("calls", [3, 8])
def test_ctrl_c_gives_back_the_trials_so_far(calls: int) -> None:
    with pytest.raises(bg.Interrupted, match=r"^interrupted after [\d,]+ of 1,000,000 trials$") as caught:
        bg.rollout(START, 10**6, progress=_after(calls), truncate=9, engine=bg.Engine(threads=1))
    partial = caught.value.partial
    assert isinstance(partial, bg.Rollout)
    assert partial == bg.rollout(START, partial.trials, truncate=9)


@pytest.mark.parametrize("name", ["progress", "update"])
def test_ctrl_c_while_plays_are_compared(name: str) -> None:
    arguments: dict[str, Any] = {name: _after(12 if name == "progress" else 1)}
    with pytest.raises(bg.Interrupted) as caught:
        bg.rollout_plays(START, "31", 10**6, top=2, truncate=3, **arguments)
    partial = caught.value.partial
    assert [type(one) for one in partial] in ([bg.RolledOutPlay], [bg.RolledOutPlay] * 2)
    for one in partial:
        whole = bg.rollout_plays(START, "31", one.rollout.trials, top=[one.play], truncate=3)
        assert whole[0].rollout == one.rollout


def test_ctrl_c_during_a_cube_decision() -> None:
    stop = _after(0)

    def update(found: Sequence[bg.Rollout]) -> None:
        if len(found) == 2:
            stop()

    with pytest.raises(bg.Interrupted) as caught:
        bg.rollout_cube(PRIME, seconds=30, truncate=3, update=update)
    partial = caught.value.partial
    assert isinstance(partial, bg.RolledOutCube)
    assert "," not in str(caught.value).split("after")[0]
    assert "of" not in str(caught.value), "there is no number of trials at which it would have ended"
    with pytest.raises(bg.Interrupted) as caught:
        bg.rollout_cube(PRIME, 10**6, truncate=3, progress=_after(0))
    assert caught.value.partial is None


def test_an_exception_of_a_callback_ends_the_rollout() -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    for name in ("progress", "update"):
        with pytest.raises(ZeroDivisionError):
            bg.rollout(START, 10**6, **{name: fail})  # type: ignore[arg-type]


def test_updates_are_the_rollouts_so_far() -> None:
    seen: list[bg.Rollout] = []
    final = bg.rollout(START, seconds=1.0, update=lambda found: seen.extend(found))
    assert seen
    assert [one.trials for one in seen] == sorted(one.trials for one in seen)
    assert seen[-1].trials <= final.trials
    assert seen[0] == bg.rollout(START, seen[0].trials)


# --- checkpoints ---


@pytest.mark.parametrize("rule", [{}, {"standard_error": 0.002}, {"ahead": 6}])
def test_a_rollout_resumed_from_any_checkpoint_is_the_whole_one(
    rule: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is copied at every write, as if the process had been killed right after it."""
    arguments: dict[str, Any] = {"top": ["8/2 6/2", "24/18 13/9", "13/3"], "truncate": 3} | rule
    copies: list[bytes] = []
    write = files.write_whole

    def copying(path: str, contents: str) -> None:
        write(path, contents)
        copies.append(Path(path).read_bytes())

    whole = bg.rollout_plays(START, "64", 576, **arguments)
    if "ahead" in rule:
        assert whole[0].rollout.trials == whole[1].rollout.trials > whole[2].rollout.trials, "one must be discarded"
    monkeypatch.setattr(playing, "write_whole", copying)
    monkeypatch.setattr(playing, "_CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(playing, "_PART_SECONDS", 0.02)
    assert bg.rollout_plays(START, "64", 576, checkpoint=tmp_path / "whole.json", **arguments) == whole
    assert len(copies) > 6
    for at, copy in enumerate(copies[:: max(1, len(copies) // 6)]):
        path = tmp_path / f"{at}.json"
        path.write_bytes(copy)
        assert bg.rollout_plays(START, "64", 576, checkpoint=path, **arguments) == whole, at


def test_a_look_that_was_in_vain_is_not_repeated_with_more_trials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The target is missed at 144 trials, reached between, and seen at 288: so there every run must stop."""
    errors = [bg.rollout(START, trials, truncate=3).equity_standard_error or 0.0 for trials in (144, 288)]
    arguments: dict[str, Any] = {"standard_error": math.sqrt(errors[0] * errors[1]), "truncate": 3}
    whole = bg.rollout(START, **arguments)
    assert whole.trials == 288
    monkeypatch.setattr(playing, "_CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(playing, "_PART_SECONDS", 0.0)  # The smallest parts.
    path = tmp_path / "checkpoint.json"
    copies: list[bytes] = []
    write = files.write_whole

    def copying(path: str, contents: str) -> None:
        write(path, contents)
        copies.append(Path(path).read_bytes())

    monkeypatch.setattr(playing, "write_whole", copying)
    assert bg.rollout(START, checkpoint=path, **arguments) == whole
    monkeypatch.undo()
    assert len(copies) > 30
    for copy in copies[::5]:
        path.write_bytes(copy)
        assert bg.rollout(START, checkpoint=path, **arguments) == whole


def test_a_checkpoint_is_extended_and_one_of_another_rollout_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.json"
    options: dict[str, Any] = {"checkpoint": path, "truncate": 4}
    assert bg.rollout(START, 100, **options).trials == 100
    assert bg.rollout(START, 300, **options) == bg.rollout(START, 300, truncate=4)
    with pytest.raises(bg.ArgumentError, match="has trials from 0 to before 300; expected trials from 1000"):
        bg.rollout(START, range(1000, 1100), **options)
    with pytest.raises(bg.ArgumentError, match="another rollout, which differs in seed"):
        bg.rollout(START, 100, seed=2, **options)
    with pytest.raises(bg.ArgumentError, match="expected a checkpoint of 2 rollouts, got 1"):
        bg.rollout_plays(START, "31", 100, top=2, **options)
    path.write_text("{}")
    with pytest.raises(bg.NotationError, match=r"checkpoint\.json: the field 'format'"):
        bg.rollout(START, 100, **options)


def test_tables_of_hypergammon_do_not_separate_rollouts_of_backgammon() -> None:
    """A default engine uses them once their files exist, perhaps between two parts of a rollout."""
    names = (*bg.tables.DEFAULT, "hypergammon-1")
    with_table = bg.rollout(START, 4, truncate=1, engine=bg.Engine(tables=names))
    assert with_table == bg.rollout(START, 4, truncate=1, engine=bg.Engine(tables=bg.tables.DEFAULT))
    one = bg.Position([0] * 6 + [1] + [0] * 19, [0] * 6 + [1] + [0] * 19)
    assert "hypergammon-1" in bg.rollout(one, 1, engine=bg.Engine(tables=names)).start.engine
