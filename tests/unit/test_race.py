"""`gammon.race`: what it accepts, refuses and returns."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import gammon as bg
from tests.races import with_pips

METHODS = (bg.race.keith, bg.race.thorp, bg.race.trice, bg.race.isight, bg.race.kleinman)
RACE = with_pips(60, 70)


def test_counts_are_those_of_the_methods_in_order() -> None:
    assert bg.race.counts(RACE) == tuple(method(RACE) for method in METHODS)
    assert [count.name for count in bg.race.counts(RACE)] == ["Keith", "Thorp", "Trice", "Isight", "Kleinman"]


@pytest.mark.parametrize("method", [*METHODS, bg.race.counts])
@pytest.mark.parametrize(
    ("position", "got"),
    [
        (bg.Position.start(), "got a position with contact"),
        # The last checkers have not passed each other.
        (bg.Position([14, *[0] * 12, 1, *[0] * 12], [14, *[0] * 12, 1, *[0] * 12]), "got a position with contact"),
        (bg.Position([15, *[0] * 25], [14, 1, *[0] * 24]), "got a finished game"),
        (bg.Position([14, 1, *[0] * 24], [15, *[0] * 25]), "got a finished game"),
    ],
)
def test_anything_but_a_race_is_refused(
    method: Callable[[bg.Position], object], position: bg.Position, got: str
) -> None:
    with pytest.raises(bg.ArgumentError, match=f"position: expected a race, {got}"):
        method(position)


@pytest.mark.parametrize("method", [*METHODS, bg.race.counts])
def test_any_kind_of_position_is_accepted(method: Callable[[object], object]) -> None:
    found = method(RACE)
    assert method(RACE.gnubg_id) == found
    assert method(RACE.xgid) == found
    # Cube, score and dice do not matter.
    assert method(bg.Situation(RACE, cube=bg.Cube(2, -1), scoring=bg.Scoring.match(3, 5), dice=(3, 1))) == found
    with pytest.raises(TypeError, match="position: expected a Position"):
        method(5)
    with pytest.raises(bg.NotationError):
        method("no ID")


def test_a_count_is_readable_and_can_be_saved() -> None:
    count = bg.race.kleinman(RACE)
    assert str(count) == "Kleinman: 56 to 70: double, pass; wins 81.1 %"
    assert str(bg.race.keith(RACE)).endswith(f": {bg.race.keith(RACE).words}")
    assert repr(count).startswith("RaceCount(name='Kleinman', own=56.0, opponent=70.0, figure=1.5")
    assert json.loads(count.to_json()) == {
        "format": "gammon race count 1",
        "name": "Kleinman",
        "own": 56.0,
        "opponent": 70.0,
        "figure": count.figure,
        "double": True,
        "redouble": True,
        "take": False,
        "win": count.win,
    }
    with pytest.raises(AttributeError):
        count.own = 1.0  # type: ignore[misc]


def test_kleinman_has_no_metric_when_four_pips_are_left() -> None:
    count = bg.race.kleinman(bg.Position([12, 3, *[0] * 24], [14, 1, *[0] * 24]))
    assert (count.figure, count.win, count.words) == (None, 1.0, "double, pass")
    assert json.loads(count.to_json())["figure"] is None


def test_kleinman_has_even_chances_when_half_a_roll_behind_and_less_when_further() -> None:
    assert bg.race.kleinman(with_pips(84, 80)).win == 0.5
    behind = bg.race.kleinman(with_pips(90, 80))
    assert behind.figure is not None
    assert behind.win is not None
    assert behind.figure < 0 < behind.win < 0.5
    assert behind.words == "no double, take"


def test_the_last_checkers_of_hypergammon_are_counted_too() -> None:
    position = bg.Position([1, *[0] * 4, 1, 1, *[0] * 19], [2, 1, *[0] * 24])
    assert bg.race.trice(position).own == 11
    assert len(bg.race.counts(position)) == 5
