"""Rollouts are sums of trials: they can be split, merged in any order, and saved (P055)."""

from __future__ import annotations

import itertools
import pickle
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gammon as bg
from tests.property.strategies import finished_positions, positions, rolls, seeds


@st.composite
def cut_rollouts(draw: st.DrawFn) -> list[bg.Rollout]:
    """Draw three rollouts of one position over successive ranges of trials, perhaps with gaps."""
    position, seed = draw(positions(most=5) | finished_positions()), draw(seeds)
    first = draw(st.sampled_from([None, "roll", "opening"]))
    roll = draw(rolls) if first == "roll" else None
    found, start = [], draw(st.integers(0, 2**40))
    for _ in range(3):
        trials = draw(st.integers(1, 6))
        found.append(
            bg.rollout(
                position,
                range(start, start + trials),
                seed=seed,
                roll=roll,
                opening=first == "opening",
                engine=bg.Engine(threads=1),
            )
        )
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
    assert whole.turns == sum(part.turns for part in parts)
    if len(whole.ranges) == 1:
        together = bg.rollout(
            whole.position,
            range(whole.ranges[0][0], whole.ranges[0][0] + whole.trials),
            seed=whole.seed,
            roll=whole.roll,
            opening=whole.opening,
            engine=bg.Engine(threads=3),
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
        assert -3 <= part.cubeless_equity <= 3
        if part.position.own[0]:
            assert lose_gammon == lose_backgammon == 0
        if part.position.opponent[0]:
            assert win_gammon == win_backgammon == 0
        if part.position.points is not None:
            assert part.cubeless_equity == part.position.points
            assert part.turns == 0


@pytest.mark.parametrize("name", ["seed", "position", "roll", "opening"])
def test_rollouts_with_different_settings_do_not_merge(name: str) -> None:
    """All merged trials must be of the same position, roll, seed and engine."""
    start = bg.Position.hypergammon()
    one = bg.rollout(start, 2, seed=1)
    other = {
        "seed": bg.rollout(start, range(2, 4), seed=2),
        "position": bg.rollout(bg.Position.start(), range(2, 4), seed=1),
        "roll": bg.rollout(start, range(2, 4), seed=1, roll=(3, 1)),
        "opening": bg.rollout(start, range(2, 4), seed=1, opening=True),
    }[name]
    with pytest.raises(bg.ArgumentError, match=name):
        one.merge(other)


@settings(max_examples=30)
@given(st.lists(st.integers(1, 23), max_size=6, unique=True), st.randoms(use_true_random=False))
def test_any_split_merged_in_any_order_has_the_same_bits(cuts: list[int], random: Random) -> None:
    """Parts are merged in pairs, chosen at random, until one remains."""
    ends = [0, *sorted(cuts), 24]
    whole, *parts = (
        bg.rollout(bg.Position.hypergammon(), trials, seed=7, engine=bg.Engine(threads=1))
        for trials in (range(24), *itertools.starmap(range, itertools.pairwise(ends)))
    )
    while len(parts) > 1:
        one, other = (parts.pop(random.randrange(len(parts))) for _ in range(2))
        parts.append(one.merge(other))
    assert parts == [whole]
    for name in ("probabilities", "standard_error", "cubeless_equity", "equity_standard_error", "turns_per_game"):
        mine, theirs = (pickle.dumps(getattr(rollout, name)) for rollout in (parts[0], whole))
        assert mine == theirs, name
