"""The positions that rollouts are measured on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import gammon as bg
from gammon.situation import as_situation
from strength.classes import CLASSES, classify

GOLDEN = Path("tests/golden")
CONTACT, BEAR_OFF = GOLDEN / "contact_2v2.jsonl", GOLDEN / "bearoff_two_sided.jsonl"
TABLES = ("two-sided-6", "contact-2")
"""The tables that cover the positions of both files that `exact` draws from."""

CUBES = {"centred": bg.Cube(), "owned": bg.Cube(2, 1), "opponent's": bg.Cube(2, -1)}
"""The cubes that the files give values for, seen by the player on roll."""

UNDECIDED = (0.05, 0.95)
"""The range of the exact winning chance. Beyond it the mean of a thousand plain results is not normally distributed."""

_CHECKERS = 6
"""The most checkers of a side in `TABLES`."""
_TAKEN = 0.05
"""The share of the positions of a game that are used."""

NAMED = {
    # The opponent is on roll after 8/5 6/5.
    "after 31": "sGfwATDgc/ABMA",
    # December 2026, C05: a blitz that is a double and a take.
    "blitz": "8ObEAQljtoYBDA:cAkAALAAMAAE",
    # bgonline 160613: a prime against an anchor.
    "prime": "---BBBBBA----B--a-a-Bbcce-",
    # bgonline 170148: 102 pips against 112.
    "race": "-----CFACA-Aaaa-abaeba----",
    # Five on the 6-point, four on the 5-point and so on to one on the 2-point, both sides.
    "bear-off": "--ABCDE------------edcba--",
}
"""Positions of different kinds, as IDs; only the board counts."""


@dataclass(frozen=True, kw_only=True)
class Exact:
    """A position whose values are known exactly, for the player on roll."""

    position: bg.Position

    cubeless: float
    """Points per game without a cube."""

    cubeful: dict[str, float]
    """Points per unit of the cube if the player on roll does not double this turn, by the name of the cube."""

    double_take: float
    """The same after a double of a centred cube and a take."""


def named(name: str) -> bg.Position:
    """Return a position of `NAMED`."""
    return as_situation(NAMED[name]).position


def exact(count: int, seed: int, *, share: float = 0.5) -> list[Exact]:
    """Draw positions that `TABLES` cover and that are not almost decided; `share` of them have contact."""
    generator = np.random.default_rng(seed)
    found = []
    with_contact = int(count * share)
    for path, take in ((CONTACT, with_contact), (BEAR_OFF, count - with_contact)):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        lines = [one for one in lines if UNDECIDED[0] < one["win"] < UNDECIDED[1] and _is_covered(one)]
        chosen = np.sort(generator.permutation(len(lines))[:take])
        found += [_exact(lines[at]) for at in chosen]
    return found


def _is_covered(line: dict[str, str]) -> bool:
    return all(sum(map(int, line[side])) <= _CHECKERS for side in ("roller_pts1to6", "opp_pts1to6") if side in line)


def _exact(line: dict[str, str]) -> Exact:
    if "position_id" in line:
        position = bg.Position.from_gnubg_id(line["position_id"])
    else:
        board = np.zeros((2, 26), np.uint8)
        for side, name in zip(board, ("roller_pts1to6", "opp_pts1to6"), strict=True):
            side[1:7] = [int(digit) for digit in line[name]]
            side[0] = 15 - side.sum()
        position = bg.Position.from_array(board)
    names = {"centred": "centered_ND", "owned": "owned_noRedouble", "opponent's": "opp_owns"}
    return Exact(
        position=position,
        cubeless=float(line["cubeless"]),
        cubeful={cube: float(line[name]) for cube, name in names.items()},
        double_take=float(line["DT"]),
    )


def contact(count: int, seed: int) -> list[bg.Position]:
    """Draw positions with contact from games of the network against itself."""
    games = 8 * count
    generator = np.random.default_rng(seed)
    rolls = bg.batch.opening_rolls(games, seed=seed)
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], games, axis=0)
    found = []
    for turn in range(1, 100):
        boards = bg.batch.best_plays(boards, rolls)
        alive = (boards[:, :, 0] < 15).all(axis=1)
        boards = boards[alive]
        taken = boards[generator.random(len(boards)) < _TAKEN]
        if len(taken):
            found += list(taken[classify(taken) != CLASSES.index("race")])
        if not len(boards):
            break
        rolls = bg.batch.rolls(games, seed=seed, turn=turn)[: len(boards)]
    chosen = generator.permutation(len(found))[:count]
    return [bg.Position.from_array(found[at]) for at in chosen]
