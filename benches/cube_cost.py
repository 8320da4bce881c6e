"""What cube decisions cost on positions whose values with the cube are known exactly.

The cost of an action is the exact value of the best one less that of the chosen one, in points per unit of the cube:
for the player on roll with the cube in the centre and on his side, and for his opponent's answer to a double.
`--exact` takes the exact winning chance in place of the network's, so that what is left is Janowski's interpolation
alone.

    python -m benches.cube_cost --ply 2
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gammon as bg
from tests.golden.read import jsonl

FILES = ("bearoff_two_sided.jsonl", "contact_2v2.jsonl")
CENTRED, OWNED = bg.Cube(), bg.Cube(2, 1)


@dataclass(frozen=True)
class Costs:
    """Points given away on one position."""

    centred: float
    owned: float
    answer: float


def position_of(case: dict[str, Any]) -> bg.Position:
    """Set up a position of either file."""
    if "position_id" in case:
        return bg.Position.from_gnubg_id(case["position_id"])
    sides = []
    for digits in (case["roller_pts1to6"], case["opp_pts1to6"]):
        points = [int(digit, 16) for digit in digits] + [0] * 19
        sides.append([15 - sum(points), *points])
    return bg.Position(*sides)


def costs(name: str, *, ply: int, is_exact: bool, efficiency: float | None) -> Iterator[Costs]:
    """Decide about every position of a file."""
    model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
    for case in jsonl(name):
        position = position_of(case)
        live = bg.cube_decision(position, efficiency=efficiency).efficiency
        outcome = bg.Outcome(case["win"]) if is_exact else bg.evaluate(position, ply=ply)
        doubled = min(case["DT"], 1.0)
        lost = []
        for cube, exact in ((CENTRED, case["centered_ND"]), (OWNED, case["owned_noRedouble"])):
            no_double, take, pass_, *_ = model.decide(outcome, cube, efficiency=live)
            chosen = doubled if min(take, pass_) > no_double else exact
            lost.append(max(doubled, exact) - chosen)
        lost.append((case["DT"] if take <= pass_ else 1.0) - doubled)
        yield Costs(*lost)


def main() -> None:
    """Print the mean costs of each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ply", type=int, default=0, help="turns to look ahead")
    parser.add_argument("--exact", action="store_true", help="take the exact winning chance")
    parser.add_argument("--efficiency", type=float, help="how live the cube is (default: by the class of the position)")
    asked = parser.parse_args()
    for name in FILES:
        found = list(costs(name, ply=asked.ply, is_exact=asked.exact, efficiency=asked.efficiency))
        means = [
            1000 * sum(getattr(cost, kind) for cost in found) / len(found) for kind in ("centred", "owned", "answer")
        ]
        print(f"{name}: {len(found)} positions; thousandths of a point lost: double {means[0]:.2f}, ", end="")
        print(f"redouble {means[1]:.2f}, answer {means[2]:.2f}")


if __name__ == "__main__":
    main()
