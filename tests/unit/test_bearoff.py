"""How many rolls a side needs to bear off: `gammon.bearoff` and `gammon.epc`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gammon as bg
from tests.golden.read import jsonl

FACTS = jsonl("bearoff_one_sided.jsonl")
SOME = FACTS[:8] + FACTS[8::12]
"""The first are full sides of 15; the others are a sample of the rest."""

STORED = 2**-31
"""Half of the unit in which a table stores a probability."""


def position_of(points: list[int]) -> bg.Position:
    """Return a position with these checkers for the player on roll and a quite different opponent."""
    own = [15 - sum(points), *points, *[0] * (25 - len(points))]
    return bg.Position(own, [3, 0, 7, *[0] * 9, 5, *[0] * 13])


@pytest.mark.parametrize("fact", SOME, ids=lambda fact: "".join(f"{count:x}" for count in fact["points1to6"]))
def test_solved_sides(fact: dict[str, Any]) -> None:
    """Figures are rounded to their printed digits; chances depend on which of two plays of equal mean is made."""
    side = bg.bearoff(fact["points1to6"])
    assert side.checkers == tuple(fact["points1to6"])
    assert side.mean_rolls == pytest.approx(fact["mean_rolls"], abs=1e-8)
    assert side.epc == pytest.approx(fact["epc"], abs=1e-7)
    assert bg.epc(fact["points1to6"]) == side.epc
    first = fact["first_roll_index"]
    expected = np.zeros(max(len(side.rolls), first + len(fact["P_exactly_n"])))
    expected[first : first + len(fact["P_exactly_n"])] = fact["P_exactly_n"]
    found = np.zeros_like(expected)
    found[: len(side.rolls)] = side.rolls
    assert found @ np.arange(len(found)) == pytest.approx(fact["mean_rolls"], abs=1e-6)
    assert found == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("fact", SOME, ids=lambda fact: "".join(f"{count:x}" for count in fact["points1to6"]))
def test_the_figures_of_a_side_fit_together(fact: dict[str, Any]) -> None:
    points = fact["points1to6"]
    side = bg.bearoff(points)
    for chances in (side.rolls, side.first_off):
        assert chances.dtype == np.float64
        assert chances.min() >= 0
        assert chances.sum() == pytest.approx(1, abs=1e-8)
        assert chances[-1] > 0
    rolls = np.arange(len(side.rolls))
    assert side.mean_rolls == pytest.approx(side.rolls @ rolls, abs=len(rolls) ** 2 * STORED)
    assert side.pips == sum(point * count for point, count in enumerate(points, 1))
    assert side.epc == pytest.approx(side.mean_rolls * 49 / 6, rel=1e-14)
    assert side.wastage == side.epc - side.pips
    # The last checker is never off before the first, and a roll bears off four checkers at most.
    first = np.cumsum(side.first_off)[: len(rolls)]
    last = np.cumsum(side.rolls)[: len(first)]
    assert (first >= last - 1e-8).all()
    assert side.rolls[: -(-sum(points) // 4)].sum() == 0


def test_known_distributions() -> None:
    """One checker on the six point is off with 27 rolls of 36: all but 1-1, 2-1, 3-1, 4-1 and 3-2."""
    six = bg.bearoff([0, 0, 0, 0, 0, 1])
    assert six.rolls == pytest.approx([0, 0.75, 0.25], abs=STORED)
    assert (six.mean_rolls, six.pips) == (1.25, 6)
    assert six.epc == pytest.approx(1.25 * 49 / 6)
    # A checker that is off is off.
    assert six.first_off.tolist() == [1.0]
    # Fifteen on the ace point: the first is off at once, the last after the 4th to the 8th roll.
    full = bg.bearoff([15])
    assert full.first_off.tolist() == [0.0, 1.0]
    assert np.flatnonzero(full.rolls).tolist() == [4, 5, 6, 7, 8]
    assert full.rolls[8] == pytest.approx((30 / 36) ** 7, abs=STORED)
    # Fifteen on the six point: a checker is off with a six, or with moves that add up to six: 5-1, 4-2, 3-3 and 2-2.
    assert bg.bearoff([0] * 5 + [15]).first_off[1] == pytest.approx((11 + 2 + 2 + 1 + 1) / 36, abs=STORED)


WAYS: dict[str, Callable[[list[int]], object]] = {
    "a tuple": tuple,
    "with zeros": lambda points: points + [0] * (24 - len(points)),
    "with the bar": lambda points: points + [0] * (25 - len(points)),
    "int64": np.array,
    "uint8": lambda points: np.array(points, np.uint8),
    "not contiguous": lambda points: np.repeat(np.array(points), 2)[::2],
    "NumPy's integers": lambda points: [np.int8(count) for count in points],
    "a position": position_of,
    "an ID": lambda points: position_of(points).gnubg_id,
    "an XGID": lambda points: position_of(points).xgid,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_side_can_be_given_in_many_ways(way: str) -> None:
    for points in ([0, 1, 2, 0, 1, 3], [4, 3, 2, 1, 3, 2], [10, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0]):
        expected = bg.bearoff(points)
        found = bg.bearoff(WAYS[way](points))  # type: ignore[arg-type]
        assert found.checkers == tuple(points)
        assert found == expected
        assert found.mean_rolls == expected.mean_rolls
        assert found.rolls.tolist() == expected.rolls.tolist()
        assert found.first_off.tolist() == expected.first_off.tolist()
        assert bg.epc(WAYS[way](points)) == expected.epc  # type: ignore[arg-type]


def test_the_player_on_roll_counts() -> None:
    mine, theirs = [2, 0, 1, 0, 0, 0], [0, 0, 0, 0, 3, 0]
    position = bg.Position([12, *mine, *[0] * 19], [12, *theirs, *[0] * 19])
    assert bg.bearoff(position).checkers == tuple(mine)
    assert bg.bearoff(position.swap()).checkers == tuple(theirs)


def test_answers_can_be_compared_and_kept_in_sets() -> None:
    assert bg.bearoff([2]) == bg.bearoff([2, 0])
    assert bg.bearoff([2]) != bg.bearoff([0, 2])
    assert len({bg.bearoff([2]), bg.bearoff([2]), bg.bearoff([3])}) == 2
    assert repr(bg.bearoff([2])) == ("<Bearoff (2, 0, 0, 0, 0, 0): 1.0000 rolls, 2 pips, EPC 8.1667, wastage 6.1667>")


def test_a_changed_answer_does_not_change_the_table() -> None:
    bg.bearoff([0, 2]).rolls[:] = 0
    assert bg.bearoff([0, 2]).rolls.sum() == pytest.approx(1, abs=1e-8)


REFUSED: dict[str, tuple[object, str]] = {
    "nothing": ([], "expected a side with a checker on the board, got none"),
    "zeros": ([0] * 6, "expected a side with a checker on the board, got none"),
    "an empty array": (np.zeros(6, int), "expected a side with a checker on the board, got none"),
    "all off": (
        bg.Position([15, *[0] * 25], [14, 1, *[0] * 24]),
        "expected a side with a checker on the board, got none",
    ),
    "16 checkers": ([16], "expected at most 15 checkers on points 1 to 24, got [16]"),
    "16 in all": ([8, 8], "expected at most 15 checkers on points 1 to 24, got [8, 8]"),
    "a negative count": ([2, -1], "expected at most 15 checkers on points 1 to 24, got [2, -1]"),
    "a count that wraps": ([2**64 + 1], "expected at most 15 checkers on points 1 to 24, got "),
    "26 places": ([0] * 25 + [1], "expected at most 15 checkers on points 1 to 24, got [0, "),
    "many places": ([0] * 10**5, "expected at most 15 checkers on points 1 to 24, got [0, "),
    "the 11-point": ([0] * 10 + [1], "expected none beyond the 10-point, got one on the 11-point"),
    "the start": (bg.Position.start(), "expected none beyond the 10-point, got one on the 24-point"),
    "the bar": ([1] + [0] * 23 + [1], "expected none beyond the 10-point, got one on the bar"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_sides_that_no_table_covers_are_refused(case: str) -> None:
    checkers, words = REFUSED[case]
    for call in (bg.bearoff, bg.epc):
        with pytest.raises(bg.ArgumentError, match=f"^checkers: {re.escape(words)}") as refused:
            call(checkers)  # type: ignore[arg-type]
        assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "checkers",
    [
        *(None, 5, 1.5, b"\x01", bytearray(b"\x01"), {1: 2}, {3}, object(), [1.0], [True], ["1"], [None], [[1]]),
        *(np.array(given) for given in ([1.0], [True], 1, [[1, 0], [0, 1]], ["1"], [None])),
    ],
    ids=lambda given: type(given).__name__,
)
def test_other_types_are_refused(checkers: object) -> None:
    for call in (bg.bearoff, bg.epc):
        with pytest.raises(TypeError) as refused:
            call(checkers)  # type: ignore[arg-type]
        assert "expected" in str(refused.value)
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize("text", ["", "x", "4HPwATDgc", "-b----E"])
def test_texts_that_are_not_ids_are_refused(text: str) -> None:
    with pytest.raises(bg.NotationError):
        bg.bearoff(text)


def test_the_number_of_points_is_checked() -> None:
    with pytest.raises(bg.ArgumentError, match=r"^points is 5; it must be from 6 to 10"):
        bg.bearoff([1], points=5)
    with pytest.raises(bg.ArgumentError, match=r"^points is 11; it must be from 6 to 10"):
        bg.bearoff([1], points=11)
    with pytest.raises(bg.ArgumentError, match=r"^checkers: expected none beyond the 6-point, got one on the 7-point"):
        bg.bearoff([0] * 6 + [1], points=6)
    for points in (True, 6.0, "6"):
        with pytest.raises(TypeError, match=r"^points: expected an int"):
            bg.bearoff([1], points=points)  # type: ignore[arg-type]
    assert bg.bearoff([1], points=6) == bg.bearoff([1])


def test_the_table_is_as_large_as_the_side_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Larger tables take long to solve, so this looks at which one is asked for."""
    asked: list[str] = []

    def get(name: str) -> bg.Table:
        asked.append(name)
        raise LookupError

    monkeypatch.setattr(bg.tables, "get", get)
    for last in range(1, 11):
        with pytest.raises(LookupError):
            bg.bearoff([0] * (last - 1) + [1])
    with pytest.raises(LookupError):
        bg.bearoff([1], points=9)
    assert asked == [f"one-sided-{points}" for points in (6, 6, 6, 6, 6, 6, 7, 8, 9, 10, 9)]
