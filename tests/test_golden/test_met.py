"""Published match equity tables and the take points and gammon values derived from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gammon as bg

GOLDEN = Path(__file__).parents[1] / "golden"
DERIVED = json.loads((GOLDEN / "met_derived.json").read_text("utf-8"))
ROUNDING = 6e-7
"""Tolerance for the published figures, which have six digits."""
KAZAROSS = bg.met.load()

FIRST_NUMBERS = {
    # The first rows, and the first post-Crawford numbers, as printed in each table's own file.
    "rockwell_kazaross": (
        [[0.5, 0.676888, 0.751179, 0.813772, 0.841941], [0.323112, 0.5, 0.598994, 0.668586, 0.743447]],
        [0.5, 0.487677, 0.323112, 0.310299, 0.190796, 0.181162, 0.115921, 0.10906],
    ),
    "g11": (
        [[0.5, 0.68145, 0.75077, 0.81768, 0.84451], [0.31855, 0.5, 0.59964, 0.67184, 0.74524]],
        [0.5, 0.48811, 0.3177, 0.30588, 0.18538, 0.17763, 0.11064, 0.10574],
    ),
    "woolsey": (
        [[0.5, 0.7, 0.75, 0.83, 0.85], [0.3, 0.5, 0.6, 0.68, 0.75]],
        [0.5, 0.485, 0.3, 0.296, 0.18, 0.18, 0.1, 0.1],
    ),
    "snowie": (
        [[0.5, 0.685, 0.748, 0.819, 0.843], [0.315, 0.5, 0.594, 0.664, 0.735]],
        [0.5, 0.485, 0.315, 0.305, 0.187, 0.181, 0.112, 0.109],
    ),
    "mec26": (
        [[0.5, 0.685, 0.75, 0.818, 0.842], [0.315, 0.5, 0.595, 0.664, 0.737]],
        [0.5, 0.484989, 0.3195, 0.302314, 0.189355, 0.175376, 0.113689, 0.104665],
    ),
    "jacobs_trice": (
        [[0.5, 0.69, 0.748, 0.822, 0.844], [0.31, 0.5, 0.603, 0.686, 0.753]],
        [0.5, 0.489, 0.312, 0.308, 0.182, 0.182, 0.108, 0.108],
    ),
}


def score(own: int, opponent: int) -> bg.Scoring:
    """Return the scoring of the first game at a score; with a player 1-away it is the Crawford game."""
    crawford = bg.Crawford.THIS_GAME if 1 in (own, opponent) else bg.Crawford.TO_COME
    return bg.Scoring.match(own, opponent, crawford=crawford)


@pytest.mark.parametrize(
    ("table", "cube", "least"), [("dead_cube_take_point_1to2", 1, 2), ("dead_cube_take_point_2to4", 2, 3)]
)
def test_take_points_match_published_ones(table: str, cube: int, least: int) -> None:
    for doubler in range(least, 16):
        for taker in range(least, 16):
            expected = DERIVED[table][f"doubler{doubler}_taker{taker}"]
            before = bg.Cube(cube, 0 if cube == 1 else -1)
            taking = bg.score_points(score(taker, doubler), cube=before)
            assert taking.take == pytest.approx(expected, abs=ROUNDING)
            doubling = bg.score_points(score(doubler, taker), cube=before.swap())
            assert doubling.cash == pytest.approx(1 - expected, abs=ROUNDING)
    assert len(DERIVED[table]) >= (16 - least) ** 2


@pytest.mark.parametrize(
    ("table", "cube"), [("gammon_value_cube1_(needs_a,opp_needs_b,1-away=Crawford)", 1), ("gammon_value_cube2", 2)]
)
def test_gammon_values_match_published_ones(table: str, cube: int) -> None:
    for needs, expected in DERIVED[table].items():
        own, opponent = map(int, needs.split(","))
        found = bg.score_points(score(own, opponent), cube=bg.Cube(cube, 0 if cube == 1 else 1))
        assert found.gammon_value == pytest.approx(expected, abs=ROUNDING), needs
        if (own, opponent) != (1, 1):
            theirs = bg.score_points(score(opponent, own), cube=bg.Cube(cube, 0 if cube == 1 else -1))
            assert theirs.opponent_gammon_value == pytest.approx(found.gammon_value, abs=1e-12)
    assert len(DERIVED[table]) >= 14 * 14


def test_money_take_and_cash_points_match_janowski() -> None:
    """Take points: 25 % with a dead cube, 20 % with a live one. Doubling windows: 50 to 75 %, and 80 %."""
    dead, live = (bg.score_points(bg.Scoring.money(), efficiency=x) for x in (0.0, 1.0))
    assert (dead.take, dead.double, dead.cash, dead.too_good) == pytest.approx((0.25, 0.5, 0.75, 1.0))
    assert (live.take, live.double, live.cash, live.too_good) == pytest.approx((0.2, 0.8, 0.8, 0.8))
    two_thirds = bg.score_points(bg.Scoring.money(), efficiency=2 / 3)
    # The interpolation's initial double point, (3 + x) / (6 - x); the closed form would give .6786.
    assert (two_thirds.take, two_thirds.double, two_thirds.cash) == pytest.approx(
        (0.214286, 0.6875, 0.785714), abs=1e-6
    )
    redouble = bg.score_points(bg.Scoring.money(), cube=bg.Cube(2, 1), efficiency=2 / 3)
    assert redouble.double == pytest.approx(0.714286, abs=1e-6)


def test_the_crawford_relations_of_the_default_table_hold() -> None:
    mwc, over = KAZAROSS.mwc, bg.Crawford.PLAYED
    assert (mwc(3, 1, bg.Crawford.THIS_GAME), mwc(3, 1, over)) == (0.24924, 0.32264)
    assert (mwc(5, 1, bg.Crawford.THIS_GAME), mwc(5, 1, over)) == (0.15821, 0.19012)
    assert mwc(2, 1, bg.Crawford.THIS_GAME) == 0.32264 == mwc(3, 1, over)
    # The free drop at 2-away after the Crawford game.
    assert 0.5 - mwc(2, 1, over) == pytest.approx(0.01197)
    assert mwc(1, 1) == 0.5
    assert len(KAZAROSS.post_crawford[0]) == 25
    # P077
    assert mwc(3, 5) == 0.64795


def test_landmarks() -> None:
    found = bg.score_points(score(2, 2))
    assert found.take == pytest.approx(0.32264)
    # P035: at 2-away with a 2-cube, the owner's gammons are worthless, and the owner may not redouble.
    owner = bg.score_points(score(2, 5), cube=bg.Cube(2, 1))
    assert (owner.gammon_value, owner.double, owner.cash, owner.too_good) == (0, None, None, None)
    trailer = [bg.score_points(score(away, 1)).gammon_value for away in (2, 3, 4, 5, 6)]
    assert trailer == pytest.approx([1.0, 0.0245, 0.5126, 0.0407, 0.6307], abs=5e-5)
    assert bg.score_points(score(1, 4)).gammon_value == 0
    assert bg.score_points(bg.Scoring.money()).gammon_value == 0.5


@pytest.mark.parametrize(
    "name", [name for name in bg.met.names() if name not in ("jacobs_trice_050", "ortega_kleinman")]
)
def test_most_tables_treat_both_players_alike(name: str) -> None:
    met = bg.met.load(name)
    for own in range(1, met.length + 1):
        for opponent in range(1, met.length + 1):
            assert met.mwc(own, opponent) + met.mwc(opponent, own) == pytest.approx(1, abs=1e-12)
    assert len(met.post_crawford) == 1


def test_tables_that_are_not_antisymmetric_are_kept_unchanged() -> None:
    ortega, skewed = bg.met.load("ortega_kleinman"), bg.met.load("jacobs_trice_050")
    off = max(abs(ortega.mwc(a, b) + ortega.mwc(b, a) - 1) for a in range(1, 16) for b in range(1, 16))
    assert off == pytest.approx(0.002)
    over = bg.Crawford.PLAYED
    assert (skewed.mwc(1, 1), skewed.mwc(2, 1, over), skewed.mwc(1, 2, over)) == pytest.approx((0.51, 0.499, 0.521))
    second = skewed.swap()
    assert (second.mwc(1, 1), second.mwc(2, 1, over), second.mwc(1, 2, over)) == pytest.approx((0.49, 0.479, 0.501))
    for a in range(1, 26):
        for b in range(1, 26):
            assert skewed.mwc(a, b) + second.mwc(b, a) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("name", FIRST_NUMBERS)
def test_tables_begin_as_printed(name: str) -> None:
    met = bg.met.load(name)
    rows, post = FIRST_NUMBERS[name]
    for row, expected in zip(met.pre_crawford, rows, strict=False):
        assert row[:5] == expected
    assert met.post_crawford[0][:8] == pytest.approx(post, abs=5e-7)


@pytest.mark.parametrize("name", bg.met.names())
def test_every_table_keeps_its_copyright_notice(name: str) -> None:
    met = bg.met.load(name)
    assert met.notice.startswith("Copyright (C) ")
    assert "this notice are preserved" in met.notice
    assert met.length in (15, 25)
    # Needing fewer points never hurts.
    for away in range(1, 64):
        assert met.mwc(away + 1, 9) <= met.mwc(away, 9)
        assert met.mwc(9, away + 1) >= met.mwc(9, away)
