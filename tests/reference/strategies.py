"""Hypothesis strategies for boards and rolls."""

from __future__ import annotations

from hypothesis import strategies as st

from gammon.reference import Board

dice = st.integers(1, 6)
words = st.integers(0, 2**64 - 1)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a legal board: 1 to 15 checkers a side, some of them perhaps off or on the bar."""
    checkers = draw(st.integers(1, 15))
    own, opponent = [0] * 26, [0] * 26
    for place in draw(st.lists(st.integers(0, 25), min_size=checkers, max_size=checkers)):
        own[place] += 1
    free = [p for p in range(26) if p in (0, 25) or own[25 - p] == 0]
    places = st.sampled_from(free)
    for place in draw(st.lists(places, min_size=checkers, max_size=checkers)):
        opponent[place] += 1
    if own[0] == opponent[0] == checkers:
        own[0], own[1] = checkers - 1, 1
    return Board.from_counts(own, opponent)
