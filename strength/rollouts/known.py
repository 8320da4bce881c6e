"""Rollouts beside published ones: opening plays, the first player's edge, and cube decisions.

A rollout has the bias of its plays, so it agrees with another program's to within both biases and not to within the
standard errors alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from rich.table import Table

import gammon as bg
from strength.rollouts.positions import Exact
from strength.work import Advance

OPENINGS = {
    "31": ("8/5 6/5", 0.1670),
    "42": ("8/4 6/4", 0.1234),
    "61": ("13/7 8/7", 0.1035),
    "53": ("8/3 6/3", 0.0638),
    "65": ("24/13", 0.0545),
    "54": ("24/20 13/8", 0.0155),
    "43": ("13/10 13/9", 0.0125),
    "64": ("8/2 6/2", 0.0102),
    "21": ("13/11 6/5", 0.0088),
    "63": ("24/18 13/10", 0.0072),
    "62": ("24/18 13/11", 0.0066),
    "51": ("24/23 13/8", 0.0056),
    "32": ("13/11 13/10", 0.0053),
    "52": ("24/22 13/8", 0.0032),
    "41": ("24/23 13/9", 0.0024),
}
"""Opening plays with their cubeless equities by GNU Backgammon's 0-ply rollouts (Tom Keith, bkgm.com/openings)."""

EDGE = 0.0393
"""Their mean, which is the first player's edge."""


@dataclass(frozen=True, kw_only=True)
class Published:
    """A cube decision that others rolled out."""

    name: str
    id: str
    no_double: float
    double_take: float
    source: str


_XG = "XG 2.10, 1,296 games at 3-ply (bgonline 160613)"
_ANALYSES = "XG Roller++ or rollout (github.com/lassehjorthmadsen/bganalyses)"

DECISIONS = (
    Published(
        name="prime 1",
        id="---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10",
        no_double=0.261,
        double_take=0.463,
        source=_XG,
    ),
    Published(
        name="prime 2",
        id="---BBBBBA----B---a-aBbcce-:0:0:1:00:0:0:3:0:10",
        no_double=0.101,
        double_take=0.175,
        source=_XG,
    ),
    Published(
        name="C01 a",
        id="-----BD-C---dD---dBe--b---:0:0:-1:00:0:0:0:0:10",
        no_double=0.881,
        double_take=0.953,
        source=_ANALYSES,
    ),
    Published(
        name="C01 a, 3-away 3-away",
        id="-----BD-C---dD---dBe--b---:0:0:-1:00:2:2:0:5:10",
        no_double=0.975,
        double_take=1.171,
        source=_ANALYSES,
    ),
    Published(
        name="C01 b",
        id="-ABBABB-aaB-b--B-a-bbbAbb-:0:0:-1:00:0:0:0:0:10",
        no_double=0.563,
        double_take=0.707,
        source=_ANALYSES,
    ),
    Published(
        name="C01 b, 4-away 4-away",
        id="-ABBABB-aaB-b--B-a-bbbAbb-:0:0:-1:00:1:1:0:5:10",
        no_double=0.630,
        double_take=1.079,
        source=_ANALYSES,
    ),
    Published(
        name="C01 c, 4-away 4-away",
        id="-b----E-C---eF---a-c--b-bA:0:0:-1:00:1:1:0:5:10",
        no_double=0.682,
        double_take=0.817,
        source=_ANALYSES,
    ),
    Published(
        name="C01 d, cube 2 owned",
        id="-AbDCBD----aca----bbbb--A-:1:-1:-1:00:0:0:0:0:10",
        no_double=0.784,
        double_take=0.905,
        source=_ANALYSES,
    ),
    Published(
        name="C02, long race",
        id="-ABBBCB-AA-A-aaaa--bbbbab-:0:0:1:00:0:0:0:0:10",
        no_double=0.838,
        double_take=0.983,
        source="XG (December 2026, C02)",
    ),
    Published(
        name="C05, blitz",
        id="8ObEAQljtoYBDA:cAkAALAAMAAE",
        no_double=0.502,
        double_take=0.585,
        source="GNU Backgammon, 2-ply rollout (December 2026, C05)",
    ),
)


def openings(trials: int, advance: Advance, *, seed: int = 1, ply: int = 0) -> Table:
    """Roll out the opening plays, and return them beside the published ones."""
    engine = bg.Engine(tables=bg.tables.DEFAULT)
    table = Table(title="Opening plays without a cube, and published rollouts of them")
    for heading in ("roll", "play", "equity", "published", "difference", "in SE"):
        table.add_column(heading, justify="left" if heading in ("roll", "play") else "right")
    found, errors = [], []
    for roll, (play, published) in OPENINGS.items():
        one = bg.rollout_plays(bg.Position.start(), roll, trials, top=[play], seed=seed, engine=engine, ply=ply)[0]
        advance(1)
        equity, error = one.rollout.equity, one.rollout.equity_standard_error or 0.0
        found.append(equity)
        errors.append(error)
        figures = (f"{equity:+.4f} ± {error:.4f}", f"{published:+.4f}", f"{equity - published:+.4f}")
        table.add_row(roll, play, *figures, f"{(equity - published) / error:+.1f}")
    mean, error = float(np.mean(found)), float(np.hypot.reduce(errors)) / len(errors)
    edge = (f"{mean:+.4f} ± {error:.4f}", f"{EDGE:+.4f}", f"{mean - EDGE:+.4f}", f"{(mean - EDGE) / error:+.1f}")
    table.add_row("mean", "", *edge)
    first = bg.rollout(bg.Position.start(), 15 * trials // 30 * 30, opening=True, seed=seed + 1, engine=engine, ply=ply)
    advance(1)
    error = first.equity_standard_error or 0.0
    off = first.equity - EDGE
    edge = (f"{first.equity:+.4f} ± {error:.4f}", f"{EDGE:+.4f}", f"{off:+.4f}", f"{off / error:+.1f}")
    table.add_row("any", "the network's", *edge)
    order = np.corrcoef(np.argsort(np.argsort(found)), np.arange(len(found))[::-1])[0, 1]
    table.caption = f"rank correlation with the published order: {order:.3f}"
    return table


def decisions(trials: int, advance: Advance, *, seed: int = 1, ply: int = 0) -> Table:
    """Roll out published cube decisions, and return them beside the published figures."""
    engine = bg.Engine(tables=bg.tables.DEFAULT)
    table = Table(title="Cube decisions, and published rollouts of them")
    for heading in ("position", "no double", "published", "double, take", "published", "action", "published"):
        table.add_column(heading, justify="left" if heading in ("position", "action") else "right")
    for one in DECISIONS:
        found = bg.rollout_cube(one.id, trials, seed=seed, engine=engine, ply=ply)
        advance(1)
        double, take = min(one.double_take, 1.0) >= one.no_double, one.double_take <= 1.0
        action = f"{'double' if double else 'no double'}, {'take' if take else 'pass'}"
        values = [
            f"{rollout.equity:+.3f} ± {rollout.equity_standard_error or 0.0:.3f}"
            for rollout in (found.no_double, found.double_take)
        ]
        published = (f"{one.no_double:+.3f}", f"{one.double_take:+.3f}")
        table.add_row(one.name, values[0], published[0], values[1], published[1], found.action, action)
    table.caption = "; ".join(dict.fromkeys(one.source for one in DECISIONS))
    return table


def cubes(positions: list[Exact], trials: int, advance: Advance, *, seed: int = 1) -> Table:
    """Roll out cube decisions of exact positions without tables, and return how many come out right."""
    engine = bg.Engine(tables=())
    wrong, lost = 0, 0.0
    errors: dict[str, list[float]] = {"no double": [], "double, take": []}
    for number, one in enumerate(positions):
        found = bg.rollout_cube(one.position, trials, seed=seed + number, engine=engine)
        exact = {True: min(one.double_take, 1.0), False: one.cubeful["centred"]}
        should_double = exact[True] >= exact[False]
        loss = abs(exact[True] - exact[False]) if found.should_double != should_double else 0.0
        take_loss = abs(one.double_take - 1.0) if found.should_take != (one.double_take <= 1.0) else 0.0
        wrong += (loss > 0) + (take_loss > 0)
        lost += loss + take_loss
        errors["no double"].append(found.no_double.equity - one.cubeful["centred"])
        errors["double, take"].append(found.double_take.equity - one.double_take)
        advance(1)
    table = Table(title=f"Cube decisions of {len(positions)} positions known exactly, without tables, {trials} trials")
    for heading in ("value", "mean error", "root mean square", "largest"):
        table.add_column(heading, justify="left" if heading == "value" else "right")
    for name, values in errors.items():
        error = np.array(values)
        figures = (f"{error.mean():+.4f}", f"{np.sqrt(np.mean(error**2)):.4f}", f"{np.abs(error).max():.4f}")
        table.add_row(name, *figures)
    table.caption = (
        f"{wrong} of {2 * len(positions)} decisions wrong, which cost {lost / len(positions):.5f} a position"
    )
    return table
