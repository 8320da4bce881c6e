"""Race counts: what holds for every method and position."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

import gammon as bg

METHODS = (bg.race.keith, bg.race.thorp, bg.race.trice, bg.race.isight, bg.race.kleinman)


@st.composite
def races(draw: st.DrawFn, spare: int = 0) -> bg.Position:
    """Draw a race; `spare` checkers of the player on roll are off at least."""
    farthest = draw(st.integers(1, 23))
    own, opponent = [0] * 26, [0] * 26
    for board, most, off in ((own, farthest, spare), (opponent, 24 - farthest, 0)):
        places = draw(st.lists(st.integers(0, most), min_size=14 - off, max_size=14 - off))
        for place in (*places, draw(st.integers(1, most))):
            board[place] += 1
        board[0] += off
    return bg.Position(own, opponent)


@given(races())
def test_actions_follow_from_each_other(position: bg.Position) -> None:
    for count in bg.race.counts(position):
        assert count.double or not count.redouble
        assert count.double or count.take, "an opponent who would pass should be doubled"
        assert count.win is None or 0 <= count.win <= 1


@given(races())
def test_a_side_s_penalties_do_not_depend_on_who_is_on_roll(position: bg.Position) -> None:
    swapped = position.swap()
    for method in (bg.race.keith, bg.race.thorp, bg.race.isight):
        here, there = method(position), method(swapped)
        for count, base in ((here, Fraction(there.opponent)), (there, Fraction(here.opponent))):
            tenth = base / 10 if base > 30 else Fraction(0)
            extra = {"Keith": Fraction(base // 7), "Thorp": tenth, "Isight": base / 6}[count.name]
            assert abs(Fraction(count.own) - base - extra) < Fraction(1, 10**9)
    assert bg.race.trice(swapped).own == bg.race.trice(position).opponent
    assert bg.race.kleinman(swapped).own == bg.race.kleinman(position).opponent - 4


@given(races(spare=1))
def test_one_more_checker_at_the_back_raises_the_count(position: bg.Position) -> None:
    own = list(position.own)
    farthest = max(place for place in range(1, 25) if own[place])
    own[0] -= 1
    own[farthest] += 1
    behind = bg.Position(own, list(position.opponent))
    for method in METHODS:
        before, after = method(position), method(behind)
        assert after.own > before.own
        assert before.win is None or after.win is None or after.win <= before.win or before.figure is None


@given(races())
def test_the_opponent_s_pips_only_help(position: bg.Position) -> None:
    """A checker of the opponent moved off the board takes away the double or gives the take, never the reverse."""
    opponent = list(position.opponent)
    farthest = max(place for place in range(1, 25) if opponent[place])
    if sum(opponent[1:]) == 1:
        return
    opponent[0] += 1
    opponent[farthest] -= 1
    ahead = bg.Position(list(position.own), opponent)
    for method in METHODS:
        before, after = method(position), method(ahead)
        if after.figure is None or method is bg.race.isight:  # Isight's gaps depend on the other side.
            continue
        assert before.double or not after.double
        assert after.take or not before.take


@given(races())
def test_isight_s_chance_and_its_counts_agree(position: bg.Position) -> None:
    """As https://www.bgonline.org/forums/webbbs_config.pl?noframes;read=170609 says: 68, 70 and 76 % are the limits."""
    count = bg.race.isight(position)
    base = round(count.own * 6 / 7)
    chance = 80 - Fraction(base, 3) + 2 * (Fraction(count.opponent) - base)
    assert (count.double, count.redouble, count.take) == (chance >= 68, chance >= 70, chance <= 76)
