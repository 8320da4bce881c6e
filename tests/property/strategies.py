"""Hypothesis strategies for positions, IDs, and damaged texts."""

from __future__ import annotations

import string

from hypothesis import strategies as st

import gammon as bg

dice = st.integers(1, 6)
seeds = st.integers(0, 2**64 - 1)
rolls = st.builds(bg.Roll, dice, dice)


@st.composite
def positions(draw: st.DrawFn, fewest: int = 1, most: int = 15) -> bg.Position:
    """Draw any legal position: 1 to 15 checkers a side, some of them perhaps off or on the bar.

    Each side is spread over the board, or is in its home board as when bearing off.
    """
    checkers = draw(st.integers(fewest, most))
    own, opponent = [0] * 26, [0] * 26
    for place in draw(st.lists(_places(draw), min_size=checkers, max_size=checkers)):
        own[place] += 1
    places = _places(draw).filter(lambda place: place in (0, 25) or own[25 - place] == 0)
    for place in draw(st.lists(places, min_size=checkers, max_size=checkers)):
        opponent[place] += 1
    if own[0] == opponent[0] == checkers:
        own[0], own[1] = checkers - 1, 1
    # Both sides closed out is not a legal position.
    if own[25] and opponent[25] and min(own[1:7]) > 1 and min(opponent[1:7]) > 1:
        own[0], own[25] = own[0] + own[25], 0
    return bg.Position(own, opponent)


def _places(draw: st.DrawFn) -> st.SearchStrategy[int]:
    """Draw the places that a side may occupy: anywhere, the home board, or a few places."""
    return draw(st.sampled_from([st.integers(0, 25), st.integers(0, 6), st.sampled_from([0, 1, 6, 20, 25])]))


@st.composite
def finished_positions(draw: st.DrawFn) -> bg.Position:
    """Draw a finished position: either side has borne off all its checkers."""
    checkers = draw(st.integers(1, 15))
    loser = [0] * 26
    for place in draw(st.lists(_places(draw), min_size=checkers, max_size=checkers)):
        loser[place] += 1
    if loser[0] == checkers:
        loser[0], loser[25] = checkers - 1, 1
    position = bg.Position([checkers, *[0] * 25], loser)
    return position.swap() if draw(st.booleans()) else position


@st.composite
def xgids(draw: st.DrawFn) -> str:
    """Draw a complete XGID with 15 checkers a side, in any state of a game."""
    position = draw(positions(fewest=15))
    board = position.xgid.removeprefix("XGID=").split(":")[0]
    exponent = draw(st.integers(0, 10))
    owner = draw(st.sampled_from([-1, 0, 1])) if exponent else 0
    thrown = draw(st.sampled_from(["00", "D", "21"]) | st.builds("{}{}".format, dice, dice))
    length = draw(st.sampled_from([0, 1, 7, 25]))
    if length:
        scores = st.integers(0, length - 1)
        one, other, rules = draw(scores), draw(scores), draw(st.integers(0, 1))
        if rules == 1 and length - 1 not in (one, other):
            rules = 0
    else:
        one, other, rules = draw(st.integers(0, 99)), draw(st.integers(0, 99)), draw(st.integers(0, 3))
    turn = draw(st.sampled_from([-1, 1]))
    if thrown == "D" and owner == -turn:  # Only the owner doubles (R7.3).
        owner = turn
    return f"{board}:{exponent}:{owner}:{turn}:{thrown}:{one}:{other}:{rules}:{length}:10"


def spoilt(texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Replace part of each valid text with something else."""

    def put(text: str, start: int, length: int, instead: str) -> str:
        start %= len(text) + 1
        return text[:start] + instead + text[start + length :]

    return st.builds(put, texts, st.integers(0, 80), st.integers(0, 3), st.text(max_size=3))


any_text = st.one_of(
    st.text(),
    st.text(string.printable),
    st.text("-abcABCoOpP:0123456789=XGID", max_size=80),
    st.text(string.ascii_letters + string.digits + "+/:", min_size=12, max_size=30),
    st.text("0123456789/*() barof,;-", max_size=40),
    st.binary(max_size=80).map(lambda some: some.decode("latin-1")),
)
"""Arbitrary text: some resembles what a parser expects, and some does not."""
