"""Classes of positions, decided from the board alone.

A position belongs to the first class in the list whose rule it meets. It does not matter which side meets a rule, so
exchanging the sides does not change the class.

Terms used below, each for one side, with that side's points numbered from 1 (deepest at home) to 24 and the bar as 25:

- a side *holds* a point if it has two or more checkers there; an *anchor* is a held point in the opponent's home board,
  19 to 24;
- a *prime* is a run of adjacent held points; an opposing checker is *behind* it if it still has to pass the whole run,
  as a checker on the bar always has;
- a checker is *back* if it is on points 19 to 24 or on the bar;
- a side is *behind* in the race by the difference of the pip counts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benches.peers.positions import CHECKERS, OFF, Boards

Mask = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

RULES = {
    "race": "contact is over: no checker has to pass an opposing one",
    "bear-off with contact": "contact, and a side has all its checkers home or off",
    "containment": (
        "a side has at least 12 checkers home or off and no anchor, and one to three of its checkers are on the bar or "
        "behind a prime of 3 or more"
    ),
    "back game": "a side holds two anchors or more and is at least 40 pips behind",
    "crashed": "a side has at most 6 checkers that are neither off nor on its two lowest points",
    "ace-point game": (
        "a side holds the opponent's ace or deuce point and no higher anchor, and the opponent has no checker back"
    ),
    "prime": "a side has a checker behind a prime of 4 or more, on the bar or elsewhere",
    "holding game": (
        "a side holds the opponent's bar point or an anchor above the deuce point, and the opponent has no checker back"
    ),
    "opening": "at least 10 checkers of each side are on their starting points",
    "middle game": "every other position",
}
"""The classes in the order in which they are tried, with their rules."""

CLASSES = tuple(RULES)

BACK_GAME_PIPS = 40
_START = {24: 2, 13: 5, 8: 3, 6: 5}


def is_race(boards: Boards) -> Mask:
    """Return for each board, shape ``(n, 2, 26)``, whether contact is over."""
    places = np.arange(26)
    farthest = np.where(boards > 0, places, 0).max(axis=2).astype(np.int64)
    race: Mask = farthest.sum(axis=1) <= 25
    return race


def _trapped(side: Counts, other: Counts, length: int) -> Counts:
    """Count a side's checkers behind a prime of the opponent's that has at least ``length`` points."""
    held = other[:, 24:0:-1] >= 2  # the opponent's points, in this side's numbering, 1 to 24
    rows = np.all([held[:, first : 25 - length + first] for first in range(length)], axis=0)
    # The upper end of the lowest prime: every checker above it is behind that prime.
    end = np.where(rows.any(axis=1), rows.argmax(axis=1) + length, 25)
    trapped: Counts = np.where(np.arange(26) > end[:, None], side, 0).sum(axis=1)
    return trapped


def _rules_met(side: Counts, other: Counts) -> dict[str, Mask]:
    """Return which rules a side meets, each tested on its own; ``side`` and ``other`` have shape ``(n, 26)``."""
    places = np.arange(26)
    pips, other_pips = (side * places).sum(axis=1), (other * places).sum(axis=1)
    home = side[:, : 6 + 1].sum(axis=1)  # includes checkers borne off
    anchors = side[:, 19:25] >= 2
    other_none_back = ~(other[:, 19:] > 0).any(axis=1)
    high = anchors[:, :4].any(axis=1)  # the opponent's points 3 to 6
    trapped = _trapped(side, other, 3)
    at_start = sum(np.minimum(side[:, point], count) for point, count in _START.items())
    return {
        "bear-off with contact": home == CHECKERS,
        "containment": (home >= 12) & ~anchors.any(axis=1) & (trapped >= 1) & (trapped <= 3),
        "back game": (anchors.sum(axis=1) >= 2) & (pips - other_pips >= BACK_GAME_PIPS),
        "crashed": CHECKERS - side[:, [OFF, 1, 2]].sum(axis=1) <= 6,
        "ace-point game": anchors[:, 4:].any(axis=1) & ~high & other_none_back,
        "prime": _trapped(side, other, 4) >= 1,
        "holding game": (high | (side[:, 18] >= 2)) & other_none_back,
        "opening": np.asarray(at_start) >= 10,
    }


def classify(boards: Boards) -> Counts:
    """Return the class of every board, shape ``(n, 2, 26)``, as an index into `CLASSES`, shape ``(n,)``."""
    wide = boards.astype(np.int64)
    one, other = (_rules_met(wide[:, side], wide[:, 1 - side]) for side in (0, 1))
    rules = {name: one[name] | other[name] for name in one}
    rules["opening"] = one["opening"] & other["opening"]
    rules["race"] = is_race(boards)
    rules["middle game"] = np.ones(len(boards), dtype=np.bool_)
    numbers: Counts = np.array([rules[name] for name in CLASSES]).argmax(axis=0)
    return numbers
