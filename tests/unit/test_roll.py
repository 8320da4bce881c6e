"""`gammon.Roll`."""

from __future__ import annotations

import pytest

import gammon as bg


def test_the_order_of_the_dice_does_not_matter() -> None:
    assert bg.Roll(1, 3) == bg.Roll(3, 1)
    assert hash(bg.Roll(1, 3)) == hash(bg.Roll(3, 1))
    assert (bg.Roll(1, 3).high, bg.Roll(1, 3).low) == (3, 1)
    assert tuple(bg.Roll(1, 3)) == (3, 1)


def test_there_are_21_rolls_in_36_throws() -> None:
    rolls = bg.Roll.all()
    assert len(rolls) == len(set(rolls)) == 21
    assert sum(roll.weight for roll in rolls) == 36
    assert rolls == [bg.Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def test_a_double_has_half_the_weight() -> None:
    for roll in bg.Roll.all():
        assert roll.is_double == (roll.high == roll.low)
        assert roll.weight == (1 if roll.is_double else 2)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0), (7, 1), (1, 7), (-1, 1), (1, 256), (257, 1)])
def test_numbers_that_are_not_on_a_die_are_refused(first: int, second: int) -> None:
    wrong = first if not 1 <= first <= 6 else second
    with pytest.raises(bg.DiceError, match=f"^a die shows 1 to 6, not {wrong}$"):
        bg.Roll(first, second)


@pytest.mark.parametrize("other", [1.0, "1", None, [1]])
def test_dice_that_are_not_integers_are_refused(other: object) -> None:
    with pytest.raises(TypeError):
        bg.Roll(other, 1)  # type: ignore[arg-type]


def test_a_roll_unpacks_to_two_dice() -> None:
    start, roll = bg.Position.start(), bg.Roll(3, 1)
    assert start.plays(*roll) == start.plays(1, 3)
    assert bg.rank_plays(start, roll) == bg.rank_plays(start, (1, 3)) == bg.rank_plays(start, [3, 1])
