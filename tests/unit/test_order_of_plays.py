"""The order of ranked plays and their losses."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame

DISAGREEMENT = bg.GnubgId("73I8AADbtgEBBg:cAkAAAAAAAAE")
"""Case P01: pruning by the quick screening outputs drops the best play of 5-2."""

MIXED = bg.Position.from_gnubg_id("++GggAgbEHDhYg")
"""Case P03: with 5-5, plays are searched to different plies."""

STAKES = [
    None,
    bg.Scoring.money(),
    bg.Stakes(bg.Scoring.money(jacoby=True, beavers=True, raccoons=True), bg.Cube(2, 1)),
    bg.Scoring.match(2, 4),
    bg.Scoring.match(3, 1, crawford=bg.Crawford.PLAYED),
]


def check(ranked: list[bg.RankedPlay]) -> None:
    """Check that plays are sorted by ply, then equity, and that their losses follow from their equities."""
    best = ranked[0]
    keys = [(one.ply, one.equity) for one in ranked]
    assert keys == sorted(keys, reverse=True)
    assert (best.loss, best.is_estimate) == (0.0, False)
    for one in ranked:
        assert len(one.equities) == one.ply + 1
        assert one.equities[-1] == one.equity
        assert one.is_estimate == (one.ply < best.ply)
        assert one.loss == max(0.0, best.equities[one.ply] - one.equity)
        if not one.is_estimate:
            assert one.loss == best.equity - one.equity


@pytest.mark.parametrize("stakes", STAKES, ids=str)
@pytest.mark.parametrize("ply", [0, 1, 2])
def test_plays_are_sorted_and_losses_compare_equal_depths(stakes: bg.Scoring | bg.Stakes | None, ply: int) -> None:
    count = 60 if ply < 2 else 5
    boards, rolls = midgame(count, seed=9)
    for board, roll in zip(boards, rolls, strict=True):
        ranked = bg.rank_plays(bg.Position.from_array(board), roll.tolist(), stakes=stakes, ply=ply)
        if ranked:
            check(ranked)


def test_p01_the_best_cubeful_play_comes_first_at_ply_0() -> None:
    ranked = bg.rank_plays(DISAGREEMENT, (5, 2))
    check(ranked)
    assert str(ranked[0].play) == "21/19 13/8"
    loss = next(one.loss for one in ranked if str(one.play) == "13/6")
    assert loss == pytest.approx(0.9369 - 0.8719, abs=1e-4)


def test_p03_estimated_losses_are_marked() -> None:
    ranked = bg.rank_plays(MIXED, (5, 5), ply=1)
    check(ranked)
    exact = [one for one in ranked if not one.is_estimate]
    assert [one.loss for one in exact] == sorted(one.loss for one in exact)
    assert len(exact) < len(ranked)


@pytest.mark.parametrize("stakes", STAKES[:3], ids=str)
def test_candidates_are_searched_at_full_ply(stakes: bg.Scoring | bg.Stakes | None) -> None:
    alone = bg.rank_plays(MIXED, (5, 5), stakes=stakes)
    named: list[bg.Play | str] = [alone[-1].play, str(alone[-2].play)]
    ranked = bg.rank_plays(MIXED, (5, 5), stakes=stakes, ply=1, candidates=named)
    check(ranked)
    deep = {str(one.play) for one in ranked if one.ply == 1}
    assert {str(play) for play in named} <= deep
    assert deep == {str(play) for play in named} | {
        str(one.play) for one in bg.rank_plays(MIXED, (5, 5), stakes=stakes, ply=1) if one.ply == 1
    }
    every = bg.rank_plays(MIXED, (5, 5), stakes=stakes, ply=1, candidates=100)
    check(every)
    assert {one.ply for one in every} == {1}


def test_invalid_candidates_are_refused() -> None:
    start = bg.Position.start()
    with pytest.raises(bg.IllegalPlayError):
        bg.rank_plays(start, (3, 1), candidates=["24/14"])
    with pytest.raises(bg.IllegalPlayError, match=r"8/5 6/5 is not a legal play with 6-5 here"):
        bg.rank_plays(start, (6, 5), candidates=[start.parse_play("8/5 6/5", 3, 1).play])
    with pytest.raises(bg.NotationError):
        bg.rank_plays(start, (3, 1), candidates=["castle"])
    with pytest.raises(bg.ArgumentError, match="expected at least 1, got 0"):
        bg.rank_plays(start, (3, 1), candidates=0)
    for wrong in ("8/5 6/5", 1.5, [3]):
        with pytest.raises(TypeError, match="candidates: expected"):
            bg.rank_plays(start, (3, 1), candidates=wrong)  # type: ignore[arg-type]


def test_named_move_filters_match_those_of_gnu_backgammon() -> None:
    """Values from GNU Backgammon's ``movefilters.inc``: plays kept before the first ply and margin to the best."""
    published = {"TINY": (5, 0.08), "NARROW": (8, 0.12), "NORMAL": (8, 0.16), "LARGE": (16, 0.32), "HUGE": (20, 0.44)}
    alone = bg.rank_plays(MIXED, (5, 5))
    for name, (keep, within) in published.items():
        move_filter = getattr(bg.MoveFilter, name)
        assert move_filter.keep == keep
        assert move_filter.within == pytest.approx(within, abs=1e-7)
        ranked = bg.rank_plays(MIXED, (5, 5), ply=1, engine=bg.Engine(move_filter=move_filter))
        near = [one for one in alone if one.equity >= alone[0].equity - within][:keep]
        assert {one.play for one in ranked if one.ply == 1} == {one.play for one in near}


def test_filters_are_values() -> None:
    small = bg.MoveFilter(3, within=0.1)
    assert small == bg.MoveFilter(3, within=0.1, within_later=0.1) != bg.MoveFilter.TINY
    assert len({small, bg.MoveFilter(3, within=0.1), bg.MoveFilter.TINY}) == 2
    assert pickle.loads(pickle.dumps(small)) == small
    assert repr(bg.MoveFilter.NORMAL) == "MoveFilter(8, within=0.16, within_later=0.05)"
    for keep, within in ((0, 0.1), (3, -0.1), (3, float("nan"))):
        with pytest.raises(bg.ArgumentError):
            bg.MoveFilter(keep, within=within)
    with pytest.raises(TypeError, match="move_filter: expected a MoveFilter, got str"):
        bg.Engine(move_filter="huge")  # type: ignore[arg-type]


def test_pruning_changes_the_best_plays_of_a_batch_only_slightly() -> None:
    boards, rolls = midgame(150, seed=4)
    stakes = bg.Scoring.money()
    for board, roll, after in zip(boards, rolls, bg.batch.best_plays(boards, rolls, stakes=stakes), strict=True):
        ranked = bg.rank_plays(bg.Position.from_array(board), roll.tolist(), stakes=stakes)
        if ranked:
            chosen = next(one for one in ranked if np.array_equal(one.play.position.to_array(), after))
            assert chosen.loss < 0.1
