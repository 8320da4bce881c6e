"""Whether reported standard errors are right: the spread of the means of many rollouts with different seeds.

The spread of 400 means is itself known to 3.5 %. A ratio of 1.1 or .9 is therefore three standard errors off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.table import Table

import gammon as bg
from strength.rollouts.positions import named
from strength.work import in_order

CUTS = (144, 324, 1296)
"""The numbers of trials after which means and standard errors are recorded."""

REPEATS = 400

_SHORT: dict[str, Any] = {"truncate": 7, "leaf_ply": 0}
_CHUNK = 10
"""Seeds that are done at once."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """What is rolled out many times."""

    position: str
    """A name of `strength.rollouts.positions.NAMED`."""

    stakes: bg.Stakes | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    cuts: tuple[int, ...] = CUTS
    roll: str | None = None
    """If given, the two best plays of this roll are rolled out, and their difference is recorded."""

    @property
    def name(self) -> str:
        """Describe the case."""
        words = [self.position]
        if self.roll is not None:
            words.append(f"two plays of {self.roll}")
        if self.stakes is not None:
            words.append("match" if self.stakes.scoring.is_match else "cubeful")
        if "truncate" in self.settings:
            words.append(f"{self.settings['truncate']} turns")
        if not self.settings.get("stratified", True):
            words.append("not stratified")
        return ", ".join(words)


Recorded = dict[tuple[str, int], list[tuple[float, float]]]
"""Means and their standard errors, by what they are of and the number of trials."""


def cases() -> list[Case]:
    """Return the cases. In most of them, contact positions are truncated after 7 turns, which is quicker."""
    money, match = bg.Stakes(), bg.Stakes(bg.Scoring.match(5, 3))
    loose: dict[str, Any] = {"stratified": False}
    two = CUTS[:2]
    found = [
        Case(position="bear-off"),
        Case(position="after 31", settings=_SHORT),
        Case(position="bear-off", stakes=money),
        Case(position="blitz", stakes=money, settings=_SHORT, cuts=two),
        Case(position="after 31", settings=_SHORT, roll="43", cuts=two),
        Case(position="bear-off", stakes=money, roll="21", cuts=two),
        Case(position="bear-off", settings=loose, cuts=two),
        Case(position="after 31", settings={**_SHORT, **loose}, cuts=two),
        Case(position="blitz", stakes=money, settings={**_SHORT, **loose}, cuts=two),
        Case(position="after 31", stakes=money, settings=_SHORT, cuts=two),
        Case(position="blitz", settings=_SHORT, cuts=two),
        Case(position="prime", settings=_SHORT, cuts=two),
        Case(position="prime", stakes=money, settings=_SHORT, cuts=two),
        Case(position="bear-off", stakes=match, cuts=two),
        Case(position="blitz", stakes=match, settings=_SHORT, cuts=two),
        Case(position="blitz", stakes=money, settings=_SHORT, roll="61", cuts=two),
        Case(position="after 31", settings={**_SHORT, **loose}, roll="43", cuts=two),
        Case(position="after 31", stakes=money, settings=_SHORT, roll="43", cuts=two),
        Case(position="race", cuts=two),
        Case(position="race", stakes=money, cuts=two),
        Case(position="after 31", cuts=two),
    ]
    return found


def record(work: tuple[Case, int, int]) -> Recorded:
    """Roll a case out with each of a range of seeds."""
    case, first, last = work
    engine = bg.Engine(threads=1, tables=bg.tables.DEFAULT)
    position = named(case.position)
    options: dict[str, Any] = {"engine": engine, "stakes": case.stakes, **case.settings}
    plays = []
    if case.roll is not None:
        plays = [one.play for one in bg.rank_plays(position, case.roll, engine=engine)[:2]]
    found: Recorded = {}
    for seed in range(first, last):
        rollouts: list[bg.Rollout] = []
        for part in _parts(case.cuts):
            if plays:
                ranked = bg.rollout_plays(position, case.roll, part, top=plays, seed=seed, **options)
                by_play = {one.play: one.rollout for one in ranked}
                more = [by_play[play] for play in plays]
            else:
                more = [bg.rollout(position, part, seed=seed, **options)]
            rollouts = [one + other for one, other in zip(rollouts, more, strict=True)] if rollouts else more
            for name, mean, error in _values(rollouts):
                found.setdefault((name, part.stop), []).append((mean, error))
    return found


def _parts(cuts: Iterable[int]) -> Iterator[range]:
    start = 0
    for cut in cuts:
        yield range(start, cut)
        start = cut


def _values(rollouts: list[bg.Rollout]) -> Iterator[tuple[str, float, float]]:
    """Yield means with their standard errors."""
    if len(rollouts) == 2:
        difference = rollouts[0] - rollouts[1]
        yield "difference", difference.equity, difference.standard_error or 0.0
        return
    for name, one in (("luck subtracted", rollouts[0].adjusted), ("with luck", rollouts[0].raw)):
        if one.equity is not None:
            yield name, one.equity, one.equity_error or 0.0
        else:
            yield name, one.cubeless_equity, one.cubeless_error or 0.0


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """The spread of means, and the standard errors reported with them."""

    case: str
    what: str
    trials: int
    repeats: int
    spread: float
    reported: float
    least: float
    """The smallest reported error, as a share of the mean one."""
    beyond: float
    """The share of means further than two of their own standard errors from the mean of all."""

    @property
    def ratio(self) -> float:
        """The spread divided by the mean reported error."""
        return self.spread / self.reported if self.reported else math.inf


def measure(case: Case, repeats: int, *, seed: int = 1, processes: int = 1) -> list[Calibration]:
    """Roll a case out with many seeds."""
    work = [(case, at, min(at + _CHUNK, seed + repeats)) for at in range(seed, seed + repeats, _CHUNK)]
    found: Recorded = {}
    for _, one in in_order(record, work, processes=processes):
        for key, values in one.items():
            found.setdefault(key, []).extend(values)
    calibrations = []
    for (what, trials), values in sorted(found.items()):
        means, errors = np.array(values).T
        spread, reported = float(means.std(ddof=1)), float(errors.mean())
        calibrations.append(
            Calibration(
                case=case.name,
                what=what,
                trials=trials,
                repeats=len(means),
                spread=spread,
                reported=reported,
                least=float(errors.min()) / reported if reported else 0.0,
                beyond=float((np.abs(means - means.mean()) > 2 * errors).mean()),
            )
        )
    return calibrations


def tabulate(found: list[Calibration]) -> Table:
    """Return a table of calibrations, and below it how many ratios are within 10 % of 1."""
    off = sum(abs(one.ratio - 1) > 0.1 for one in found)
    ratios = np.array([one.ratio for one in found])
    caption = f"{off} of {len(found)} ratios are further than 10 % from 1; their mean is {ratios.mean():.3f}"
    table = Table(title="Spread of the means and reported standard errors", caption=caption)
    for heading in ("case", "of", "trials", "repeats", "spread", "reported", "ratio", "least", "beyond 2 SE"):
        table.add_column(heading, justify="left" if heading in ("case", "of") else "right")
    for one in found:
        table.add_row(
            one.case,
            one.what,
            f"{one.trials:,}",
            f"{one.repeats}",
            f"{one.spread:.5f}",
            f"{one.reported:.5f}",
            f"{one.ratio:.3f}",
            f"{one.least:.2f}",
            f"{100 * one.beyond:.1f} %",
        )
    return table
