"""How live the cube is, by class of position and length of the game, measured by looking ahead.

A search knows what the cube does on the next turns, and needs the efficiency only at its ends. So the efficiency of a
class is the one with which the values of its positions at once are nearest, in the least squares, to those after two
turns, while the ends of the search are valued with that same efficiency. Both start from the chances that the search
finds, so that only the cube is compared, with the cube in the centre and on either side. Short bear-offs and two
checkers against two, whose values are known exactly, are fitted to these.

Positions are those of games of the network against itself.

    python -m strength.cube_efficiency --games 1500 --seed 1
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import gammon as bg
from gammon.typing import Boards
from strength.cube_cost import FILES, position_of
from tests.golden.read import jsonl

CENTRED, OWNED, HIS = bg.Cube(), bg.Cube(2, 1), bg.Cube(2, -1)
EDGES = (0, 15, 20, 25, 30, 40, 50, 60, 80, 100, 140, 180, 220, 260, 300, 400)
"""Lengths of game between which positions are taken together: pips that both sides have to go."""
FEWEST = 15
"""Less positions of a length tell nothing."""
LEAST_ERROR = 0.02
"""So much is the curve itself in doubt, however many positions there are."""
OPEN = (0.05, 0.95)
"""Only positions are taken in which the winning chance lies between these: outside them the cube hardly matters."""
TRIED = (0.5, 0.8)
"""Efficiencies at the ends of the searches."""
MODEL = bg.CubeModel(bg.Scoring.money(), bg.met.load())


@dataclass(frozen=True)
class Fit:
    """The efficiency of a class."""

    efficiency: float
    standard_error: float
    positions: int
    pips: float
    """The mean of the pips that both sides have to go."""


def positions(games: int, seed: int) -> Boards:
    """Take every fourth position of some games, each game from another turn on."""
    rolls = bg.batch.opening_rolls(games, seed=seed)
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], games, axis=0)
    taken = []
    alive = np.arange(games)
    for turn in range(1, 120):
        boards[alive] = bg.batch.best_plays(boards[alive], rolls[alive])
        alive = alive[(boards[alive, :, 0] < 15).all(axis=1)]
        if not len(alive):
            break
        taken.append(boards[alive[(alive + turn) % 4 == 0]])
        rolls = bg.batch.rolls(games, seed=seed, turn=turn)
    return np.concatenate(taken)


def lengths(pips: npt.NDArray[np.float64]) -> Iterator[npt.NDArray[np.bool_]]:
    """Say which positions belong to each length that has enough of them."""
    for least, most in itertools.pairwise(EDGES):
        mask = (pips > least) & (pips <= most)
        if mask.sum() >= FEWEST:
            yield mask


def fitted(outcomes: list[bg.Outcome], known: npt.NDArray[np.float64], pips: float) -> Fit:
    """Find the efficiency that comes nearest to known values, shape ``(n, 3)``: centred, owned, the opponent's cube."""
    dead, live = (
        np.array(
            [
                [MODEL.no_double(outcome, cube, efficiency=efficiency) for cube in (CENTRED, OWNED, HIS)]
                for outcome in outcomes
            ]
        )
        for efficiency in (0.0, 1.0)
    )
    reach = live - dead
    by_position = (reach**2).sum(axis=1)
    found = float((reach * (known - dead)).sum() / by_position.sum())
    # Positions are independent, the three values of one are not.
    off = (reach * (known - dead - found * reach)).sum(axis=1)
    return Fit(found, float(np.sqrt((off**2).sum()) / by_position.sum()), len(outcomes), pips)


def searched(boards: Boards, ply: int, most: int) -> Iterator[Fit]:
    """Find, for each length, the efficiency with which looking ahead changes nothing.

    Where nobody turns the cube soon, a search gives back whatever efficiency its ends had. So what comes out is a
    straight line in what went in, and the efficiency looked for is where both are the same.
    """
    chances = bg.batch.evaluate(boards)[:, 0]
    boards = boards[(chances > OPEN[0]) & (chances < OPEN[1])]
    pips = bg.batch.pip_counts(boards).sum(axis=1).astype(float)
    for mask in lengths(pips):
        some, mean = boards[mask][:most], float(pips[mask][:most].mean())
        low, high = (after_search(some, ply, efficiency, mean) for efficiency in TRIED)
        stiffness = 1.0 - (high.efficiency - low.efficiency) / (TRIED[1] - TRIED[0])
        found = TRIED[0] + (low.efficiency - TRIED[0]) / stiffness
        yield Fit(found, max(low.standard_error, high.standard_error) / stiffness, len(some), mean)


def after_search(boards: Boards, ply: int, efficiency: float, pips: float) -> Fit:
    """Fit to the values of a search with a given efficiency at its ends."""
    centred = bg.batch.cube_decisions(boards, ply=ply, engine=bg.Engine(efficiency=efficiency))
    owned = bg.batch.cube_decisions(boards, ply=ply, stakes=OWNED, engine=bg.Engine(efficiency=efficiency))
    known = np.stack([centred.no_double, owned.no_double, 0.5 * centred.double_take], axis=1)
    return fitted([bg.Outcome(*row) for row in centred.outcomes.tolist()], known, pips)


def exact(name: str) -> Iterator[Fit]:
    """Fit to values that are known exactly."""
    cases = [case for case in jsonl(name) if OPEN[0] < case["win"] < OPEN[1]]
    pips = np.array([sum(position_of(case).pip_counts) for case in cases], float)
    known = np.array([[case["centered_ND"], case["owned_noRedouble"], case["opp_owns"]] for case in cases])
    outcomes = np.array([bg.Outcome(case["win"]) for case in cases])
    for mask in lengths(pips):
        yield fitted(list(outcomes[mask]), known[mask], float(pips[mask].mean()))


def curve(fits: list[Fit]) -> tuple[float, float]:
    """Fit ``limit - drop / pips`` by least squares, each length weighed by how well it is known."""
    weights = np.array([1.0 / max(fit.standard_error, LEAST_ERROR) for fit in fits])
    columns = np.array([[1.0, -1.0 / fit.pips] for fit in fits]) * weights[:, np.newaxis]
    limit, drop = np.linalg.lstsq(columns, np.array([fit.efficiency for fit in fits]) * weights, rcond=None)[0]
    return float(limit), float(drop)


def main() -> None:
    """Print the efficiency by class and length of game, and the curves through them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2500, help="games to take positions from")
    parser.add_argument("--seed", type=int, default=1, help="which dice are thrown in them")
    parser.add_argument("--ply", type=int, default=2, help="turns to look ahead")
    parser.add_argument("--most", type=int, default=400, help="positions of a length at the most")
    asked = parser.parse_args()
    boards = positions(asked.games, asked.seed)
    is_contact = np.array([bg.Position.from_array(board).is_contact for board in boards])
    for name, mask, file in (("race", ~is_contact, FILES[0]), ("contact", is_contact, FILES[1])):
        fits = []
        for source, found in (("exact", exact(file)), ("searched", searched(boards[mask], asked.ply, asked.most))):
            for fit in found:
                print(
                    f"{name:8} {source:8} {fit.pips:6.1f} pips: {fit.efficiency:.3f} +/- {fit.standard_error:.3f}, "
                    f"{fit.positions} positions",
                    flush=True,
                )
                fits.append(fit)
        limit, drop = curve(fits)
        print(f"{name}: {limit:.3f} - {drop:.2f} / pips")


if __name__ == "__main__":
    main()
