"""The cost of cube decisions in positions whose cubeful equities are known exactly.

The cost of an action is the exact equity of the best action minus that of the chosen one, for money, in points per unit
of the cube. Three decisions are measured: the double with a centred cube, the redouble with an owned cube, and the
opponent's answer to the double.

`--exact` uses the exact winning chance in place of the network's, so that only the error of Janowski's interpolation is
left. `--engine bgsage` measures bgsage, if it is installed; it looks up short bear-offs in a table. GNU Backgammon's
Python module is not measured, since it has no function for cubeful equities.

    python -m strength.cube_cost --ply 2
    python -m strength.cube_cost --engine bgsage --ply 2
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import gammon as bg
from benches.peers.adapters.bgsage import to_native as to_bgsage
from benches.peers.adapters.common import import_peer
from tests.golden.read import jsonl

FILES = ("bearoff_two_sided.jsonl", "contact_2v2.jsonl")
CENTRED, OWNED, OPPONENTS = bg.Cube(), bg.Cube(2, 1), bg.Cube(2, -1)

Values: TypeAlias = tuple[float, float, float]
"""Equities of no double with a centred cube, of no redouble, and of double/take, per unit of the undoubled cube."""


@dataclass(frozen=True)
class Costs:
    """Points lost by each decision in one position: double, redouble, answer to a double."""

    centred: float
    owned: float
    answer: float


def position_of(case: dict[str, Any]) -> bg.Position:
    """Return the position of a case from either file."""
    if "position_id" in case:
        return bg.Position.from_gnubg_id(case["position_id"])
    sides = []
    for digits in (case["roller_pts1to6"], case["opp_pts1to6"]):
        points = [int(digit, 16) for digit in digits] + [0] * 19
        sides.append([15 - sum(points), *points])
    return bg.Position(*sides)


def by_gammon(ply: int, efficiency: float | None) -> Callable[[bg.Position], Values]:
    """Return a function that asks gammon for the values."""

    def values(position: bg.Position) -> Values:
        centred, owned = (
            bg.cube_decision(position, ply=ply, stakes=cube, engine=bg.Engine(efficiency=efficiency, tables=()))
            for cube in (CENTRED, OWNED)
        )
        return centred.no_double, owned.no_double, centred.double_take

    return values


def by_bgsage(ply: int) -> Callable[[bg.Position], Values]:
    """Return a function that asks bgsage for the values; it counts plies from 1."""
    analyzer = import_peer("bgsage").BgBotAnalyzer(eval_level=f"{ply + 1}ply")

    def values(position: bg.Position) -> Values:
        board = to_bgsage(position.to_array())
        centred, owned = (
            analyzer.cube_action(board, value, owner, jacoby=False, beaver=False)
            for value, owner in ((1, "centered"), (2, "player"))
        )
        return centred.equity_nd, owned.equity_nd, centred.equity_dt

    return values


def exactly(cases: list[dict[str, Any]], efficiency: float | None) -> Callable[[bg.Position], Values]:
    """Return a function that computes the values from the exact winning chance, by Janowski's interpolation."""
    model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
    chances = {position_of(case): case["win"] for case in cases}

    def values(position: bg.Position) -> Values:
        outcome = bg.Outcome(chances[position])
        live = bg.cube_decision(position, engine=bg.Engine(efficiency=efficiency, tables=())).efficiency
        centred, owned, opponents = (
            model.no_double(outcome, cube, efficiency=live) for cube in (CENTRED, OWNED, OPPONENTS)
        )
        return centred, owned, 2.0 * opponents

    return values


def costs(cases: list[dict[str, Any]], ask: Callable[[bg.Position], Values]) -> Iterator[Costs]:
    """Yield what the decisions cost in each position."""
    for case in cases:
        centred, owned, take = ask(position_of(case))
        doubled = min(case["DT"], 1.0)
        lost = []
        for no_double, exact in ((centred, case["centered_ND"]), (owned, case["owned_noRedouble"])):
            chosen = doubled if min(take, 1.0) > no_double else exact
            lost.append(max(doubled, exact) - chosen)
        lost.append((case["DT"] if take <= 1.0 else 1.0) - doubled)
        yield Costs(*lost)


def main() -> None:
    """Print the mean costs of each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ply", type=int, default=0, help="plies to search (default 0)")
    parser.add_argument("--exact", action="store_true", help="use the exact winning chance")
    parser.add_argument("--efficiency", type=float, help="cube efficiency (default: by class of position)")
    parser.add_argument("--engine", choices=("gammon", "bgsage"), default="gammon", help="engine that decides")
    options = parser.parse_args()
    for name in FILES:
        cases = list(jsonl(name))
        if options.exact:
            ask = exactly(cases, options.efficiency)
        elif options.engine == "bgsage":
            ask = by_bgsage(options.ply)
        else:
            ask = by_gammon(options.ply, options.efficiency)
        found = list(costs(cases, ask))
        means = [
            1000 * sum(getattr(cost, kind) for cost in found) / len(found) for kind in ("centred", "owned", "answer")
        ]
        print(f"{name}: {len(found)} positions; thousandths of a point lost: double {means[0]:.2f}, ", end="")
        print(f"redouble {means[1]:.2f}, answer {means[2]:.2f}")


if __name__ == "__main__":
    main()
