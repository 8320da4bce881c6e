"""Rollouts are sums of trials: they can be split, merged in any order, and saved (P055)."""

from __future__ import annotations

import itertools
import json
import pickle
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gammon as bg
from tests.property.strategies import finished_positions, positions, rolls, seeds

ONE_THREAD = bg.Engine(threads=1)


@st.composite
def cut_rollouts(draw: st.DrawFn) -> list[bg.Rollout]:
    """Draw three rollouts of one position over successive ranges of trials, perhaps with gaps."""
    position, seed = draw(positions(most=5).filter(lambda one: not one.is_over)), draw(seeds)
    options: dict[str, Any] = {"seed": seed, "engine": ONE_THREAD}
    first = draw(st.sampled_from([None, "roll", "opening"]))
    if first == "roll":
        options["roll"] = draw(rolls)
    options["opening"] = first == "opening"
    options["stakes"] = draw(st.sampled_from([None, bg.Scoring.money(), bg.Scoring.match(3, 5), bg.Cube(2, -1)]))
    options["truncate"] = draw(st.sampled_from([None, None, 1, 3]))
    options["stratified"] = draw(st.booleans())
    options["luck"] = draw(st.sampled_from(["network", "pruning", "plays", "nothing"]))
    found, start = [], draw(st.integers(0, 2**40))
    for _ in range(3):
        trials = draw(st.integers(1, 6))
        found.append(bg.rollout(position, range(start, start + trials), **options))
        start += trials + draw(st.sampled_from([0, 0, 3]))
    return found


@settings(max_examples=50)
@given(cut_rollouts())
def test_parts_merge_to_the_same_whole_in_any_order(parts: list[bg.Rollout]) -> None:
    """P055: merging is commutative and associative, and equals one rollout of all trials."""
    one, two, three = parts
    assert one + two == two + one
    assert (one + two) + three == one + (two + three)
    wholes = [a.merge(b).merge(c) for a, b, c in permutations(parts)]
    assert all(whole == wholes[0] for whole in wholes)
    whole = wholes[0]
    assert whole.trials == sum(part.trials for part in parts) == sum(stop - start for start, stop in whole.ranges)
    assert sum(whole.tally.turns.values()) == whole.trials
    if len(whole.ranges) == 1:
        first = whole.start.first
        together = bg.rollout(
            whole.position,
            range(*whole.ranges[0]),
            seed=whole.seed,
            roll=first if isinstance(first, bg.Roll) else None,
            opening=first == "opening",
            engine=bg.Engine(threads=3),
            stakes=whole.start.stakes,
            settings=whole.settings,
        )
        assert together == whole


@settings(max_examples=50)
@given(cut_rollouts())
def test_no_trial_is_counted_twice(parts: list[bg.Rollout]) -> None:
    """Merging rollouts with trials in common is refused."""
    for part in parts:
        with pytest.raises(bg.ArgumentError, match="counted twice"):
            (parts[0] + parts[1] + parts[2]).merge(part)


@settings(max_examples=50)
@given(cut_rollouts())
def test_rollouts_round_trip_through_json_and_pickle(parts: list[bg.Rollout]) -> None:
    """Every field survives, including `seconds`, which `==` ignores; and the copies can be merged."""
    merged = parts[2] + parts[0]
    for again in (bg.Rollout.from_json(merged.to_json()), pickle.loads(pickle.dumps(merged))):
        assert again == merged
        assert hash(again) == hash(merged)
        assert again.seconds == merged.seconds
        assert again.to_json() == merged.to_json()
        assert again + parts[1] == merged + parts[1]


@settings(max_examples=50)
@given(cut_rollouts())
def test_probabilities_are_consistent_and_possible(parts: list[bg.Rollout]) -> None:
    """R6: no gammon is lost by a side that has borne off a checker (P031, P063)."""
    for part in parts:
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = part.probabilities
        assert 0 <= win_backgammon <= win_gammon <= win <= 1
        assert 0 <= lose_backgammon <= lose_gammon <= 1 - win + 1e-12
        assert -3 <= part.raw.cubeless_equity <= 3
        if part.position.own[0]:
            assert lose_gammon == lose_backgammon == 0
        if part.position.opponent[0]:
            assert win_gammon == win_backgammon == 0


@settings(max_examples=20)
@given(finished_positions())
def test_a_finished_game_is_not_rolled_out(position: bg.Position) -> None:
    with pytest.raises(bg.ArgumentError, match="position: the game is over"):
        bg.rollout(position, 1)


@settings(max_examples=30)
@given(st.lists(st.integers(1, 539), max_size=6, unique=True), st.randoms(use_true_random=False))
def test_any_split_merged_in_any_order_has_the_same_bits(cuts: list[int], random: Random) -> None:
    """Parts are merged in pairs, chosen at random, until one remains; 540 trials need groups of several trials."""
    ends = [0, *sorted(cuts), 540]
    position = bg.Position([4, 1, *[0] * 24], [2, 0, 0, 3, *[0] * 22])
    whole, *parts = (
        bg.rollout(position, trials, seed=7, engine=ONE_THREAD, end_at_tables=False)
        for trials in (range(540), *itertools.starmap(range, itertools.pairwise(ends)))
    )
    while len(parts) > 1:
        one, other = (parts.pop(random.randrange(len(parts))) for _ in range(2))
        parts.append(one.merge(other))
    assert parts == [whole]
    assert len(whole.tally.groups) == 540 / 4
    for name in ("probabilities", "standard_error", "cubeless_equity", "equity_standard_error", "turns_per_game"):
        mine, theirs = (pickle.dumps(getattr(rollout, name)) for rollout in (parts[0], whole))
        assert mine == theirs, name


SAVED = bg.rollout("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:5:0:7:10", 50, seed=3).to_dict()
VALUES = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 2, 7, 15, 36, 50, 2**53, 2**64, 2**70, -(2**210), 0.5, -1.0, 1e300),
        *("", "x", "opening", [], [1], [3, 1], [0, 50], [[0, 50]], [[0, 20], [25, 55]]),
        *({}, {"roll": [3, 1]}, {"played": "4HPwATDgc/ABMA"}),
    ]
)


def _places(value: object, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List the paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, one in inside for path in _places(one, (*at, key)))]


PLACES = [path for path in _places(SAVED) if path]
OUTER = [path for path in PLACES if len(path) < 3 and (len(path) == 1 or path[0] in ("stakes", "settings", "tally"))]


@settings(max_examples=1000, deadline=None)
@given(st.sampled_from(PLACES) | st.sampled_from(OUTER), VALUES, st.booleans())
def test_an_edited_file_is_refused_or_is_a_rollout(
    path: tuple[str | int, ...], value: object, is_removed: bool
) -> None:
    """Only NotationError; what is accepted can be shown, saved and read again."""
    copy = json.loads(json.dumps(SAVED))
    *above, last = path
    inner = copy
    for key in above:
        inner = inner[key]
    if is_removed:
        del inner[last]
    else:
        inner[last] = value
    try:
        read = bg.Rollout.from_json(json.dumps(copy))
    except bg.NotationError as error:
        assert str(error).startswith("rollout: "), error  # noqa: PT017 - it may also be accepted
        return
    assert bg.Rollout.from_json(read.to_json()) == read
    assert str(read)
    assert repr(read)
    assert read.running
    assert read - read
