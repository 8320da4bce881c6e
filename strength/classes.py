"""Classes of positions, told from the board alone.

A position belongs to the first class in the list whose rule it meets. Either side may meet a rule, so a position and
the same one with the sides exchanged are of the same class.

Words used below, each for one side, whose own points are counted from 1 (deepest at home) to 24, the bar being 25:

- it *holds* a point on which it has two checkers or more; an *anchor* is one in the other's home board, 19 to 24;
- a *prime* is a row of points held one beside the other, and a checker of the other side is *behind* it if it has to
  pass the whole row, which one on the bar always has;
- a checker is *back* if it is on points 19 to 24 or on the bar;
- it is *behind* in the race by as many pips as its pip count is larger.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benches.peers.positions import CHECKERS, OFF, Boards

Mask = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

RULES = {
    "race": "no checker of either side has to pass one of the other's",
    "bear-off with contact": "contact, and a side has all its checkers home or off",
    "containment": (
        "a side has borne off or brought home at least 12 checkers and holds no anchor, and one to three of its others "
        "are on the bar or behind a prime of 3 or more"
    ),
    "back game": "a side holds two anchors or more and is at least 40 pips behind",
    "crashed": "a side has at most 6 checkers that are neither off nor on its two lowest points",
    "ace-point game": "a side holds the other's ace or deuce point and no anchor above; the other has none back",
    "prime": "a side has a checker on the bar or elsewhere behind a prime of 4 or more",
    "holding game": "a side holds an anchor above, or the other's bar point; the other has none back",
    "opening": "at least 10 checkers of each side stand where backgammon starts",
    "middle game": "all else",
}
"""The classes in order, with their rules."""

CLASSES = tuple(RULES)

BACK_GAME_PIPS = 40
_START = {24: 2, 13: 5, 8: 3, 6: 5}


def is_race(boards: Boards) -> Mask:
    """Say for each board, shape ``(n, 2, 26)``, whether contact is over."""
    places = np.arange(26)
    farthest = np.where(boards > 0, places, 0).max(axis=2).astype(np.int64)
    race: Mask = farthest.sum(axis=1) <= 25
    return race


def _trapped(side: Counts, other: Counts, length: int) -> Counts:
    """Count a side's checkers on the bar or elsewhere behind a prime of the other's, of at least a length."""
    held = other[:, 24:0:-1] >= 2  # the other's points, in this side's numbers 1 to 24
    rows = np.all([held[:, first : 25 - length + first] for first in range(length)], axis=0)
    # The lowest prime's upper end: all that stands above it is behind it.
    end = np.where(rows.any(axis=1), rows.argmax(axis=1) + length, 25)
    trapped: Counts = np.where(np.arange(26) > end[:, None], side, 0).sum(axis=1)
    return trapped


def _of_one_side(side: Counts, other: Counts) -> dict[str, Mask]:
    """Say which rules a side meets, each alone; shapes ``(n, 26)``."""
    places = np.arange(26)
    pips, other_pips = (side * places).sum(axis=1), (other * places).sum(axis=1)
    home = side[:, : 6 + 1].sum(axis=1)  # those off included
    anchors = side[:, 19:25] >= 2
    other_none_back = ~(other[:, 19:] > 0).any(axis=1)
    high = anchors[:, :4].any(axis=1)  # the other's points 3 to 6
    few = _trapped(side, other, 3)
    at_start = sum(np.minimum(side[:, point], count) for point, count in _START.items())
    return {
        "bear-off with contact": home == CHECKERS,
        "containment": (home >= 12) & ~anchors.any(axis=1) & (few >= 1) & (few <= 3),
        "back game": (anchors.sum(axis=1) >= 2) & (pips - other_pips >= BACK_GAME_PIPS),
        "crashed": CHECKERS - side[:, [OFF, 1, 2]].sum(axis=1) <= 6,
        "ace-point game": anchors[:, 4:].any(axis=1) & ~high & other_none_back,
        "prime": _trapped(side, other, 4) >= 1,
        "holding game": (high | (side[:, 18] >= 2)) & other_none_back,
        "opening": np.asarray(at_start) >= 10,
    }


def classify(boards: Boards) -> Counts:
    """Class every board, shape ``(n, 2, 26)``: numbers of `CLASSES`, shape ``(n,)``."""
    wide = boards.astype(np.int64)
    one, other = (_of_one_side(wide[:, side], wide[:, 1 - side]) for side in (0, 1))
    rules = {name: one[name] | other[name] for name in one}
    rules["opening"] = one["opening"] & other["opening"]
    rules["race"] = is_race(boards)
    rules["middle game"] = np.ones(len(boards), dtype=np.bool_)
    numbers: Counts = np.array([rules[name] for name in CLASSES]).argmax(axis=0)
    return numbers
