"""Cube efficiency by class of position and length of the game, measured by search.

A search follows the cube through the next turns and needs the efficiency only at its leaves. The efficiency of a class
is therefore defined as a fixed point. It is the value ``x`` for which Janowski's equities with efficiency ``x`` are the
least-squares fit to the equities of a two-ply search that uses ``x`` at its leaves. Both use the outcome probabilities
of the search, so that only the effect of the cube is compared: centred, owned, and owned by the opponent.

Short bear-offs and positions with at most two checkers a side, whose equities are known exactly, are fitted to the
exact equities instead. All other positions are from games of the network against itself.

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

CENTRED, OWNED, OPPONENTS = bg.Cube(), bg.Cube(2, 1), bg.Cube(2, -1)
EDGES = (0, 15, 20, 25, 30, 40, 50, 60, 80, 100, 140, 180, 220, 260, 300, 400)
"""Edges of the bins of game length: the total pip count of both sides."""
FEWEST = 15
"""Bins with fewer positions than this are left out."""
LEAST_ERROR = 0.02
"""Lower bound on the standard error used in the weights of `curve`: the curve itself is only this accurate."""
OPEN = (0.05, 0.95)
"""Range of the winning chance of the positions used: outside it the cube hardly matters."""
TRIED = (0.5, 0.8)
"""The two leaf efficiencies with which every search is made."""
MODEL = bg.CubeModel(bg.Scoring.money(), bg.met.load())


@dataclass(frozen=True)
class Fit:
    """The efficiency fitted to the positions of one class within one range of pip counts."""

    efficiency: float
    standard_error: float
    positions: int
    pips: float
    """The mean total pip count of both sides."""


def positions(games: int, seed: int) -> Boards:
    """Return every fourth position of the network's games against itself.

    The games are sampled at staggered turns, so that all lengths of game occur.
    """
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
    """Yield a mask of the positions in each bin of game length that has at least `FEWEST`."""
    for least, most in itertools.pairwise(EDGES):
        mask = (pips > least) & (pips <= most)
        if mask.sum() >= FEWEST:
            yield mask


def fitted(outcomes: list[bg.Outcome], known: npt.NDArray[np.float64], pips: float) -> Fit:
    """Fit the efficiency to known equities by least squares.

    ``known`` has shape ``(n, 3)``: equities with a centred cube, an owned cube and the opponent's cube.
    """
    dead, live = (
        np.array(
            [
                [MODEL.no_double(outcome, cube, efficiency=efficiency) for cube in (CENTRED, OWNED, OPPONENTS)]
                for outcome in outcomes
            ]
        )
        for efficiency in (0.0, 1.0)
    )
    span = live - dead
    by_position = (span**2).sum(axis=1)
    found = float((span * (known - dead)).sum() / by_position.sum())
    # Positions are independent, but the three values of a position are not: their residuals are summed first.
    residuals = (span * (known - dead - found * span)).sum(axis=1)
    return Fit(found, float(np.sqrt((residuals**2).sum()) / by_position.sum()), len(outcomes), pips)


def searched(boards: Boards, ply: int, most: int) -> Iterator[Fit]:
    """Find, for each length of game, the efficiency that a search reproduces.

    Where neither side doubles soon, a search returns the efficiency that its leaves had. The fitted efficiency is
    therefore taken as a linear function of the leaf efficiency. It is measured at the two values of `TRIED`, and the
    result is the fixed point of the line through them.
    """
    chances = bg.batch.evaluate(boards)[:, 0]
    boards = boards[(chances > OPEN[0]) & (chances < OPEN[1])]
    pips = bg.batch.pip_counts(boards).sum(axis=1).astype(float)
    for mask in lengths(pips):
        some, mean = boards[mask][:most], float(pips[mask][:most].mean())
        low, high = (after_search(some, ply, efficiency, mean) for efficiency in TRIED)
        slope = (high.efficiency - low.efficiency) / (TRIED[1] - TRIED[0])
        found = TRIED[0] + (low.efficiency - TRIED[0]) / (1.0 - slope)
        yield Fit(found, max(low.standard_error, high.standard_error) / (1.0 - slope), len(some), mean)


def after_search(boards: Boards, ply: int, efficiency: float, pips: float) -> Fit:
    """Fit the efficiency to the equities of a search whose leaves use ``efficiency``."""
    centred = bg.batch.cube_decisions(boards, ply=ply, engine=bg.Engine(efficiency=efficiency, tables=()))
    owned = bg.batch.cube_decisions(boards, ply=ply, stakes=OWNED, engine=bg.Engine(efficiency=efficiency, tables=()))
    known = np.stack([centred.no_double, owned.no_double, 0.5 * centred.double_take], axis=1)
    return fitted([bg.Outcome(*row) for row in centred.outcomes.tolist()], known, pips)


def exact(name: str) -> Iterator[Fit]:
    """Fit the efficiency, for each length of game, to the exact equities in a golden file."""
    cases = [case for case in jsonl(name) if OPEN[0] < case["win"] < OPEN[1]]
    pips = np.array([sum(position_of(case).pip_counts) for case in cases], float)
    known = np.array([[case["centered_ND"], case["owned_noRedouble"], case["opp_owns"]] for case in cases])
    outcomes = np.array([bg.Outcome(case["win"]) for case in cases])
    for mask in lengths(pips):
        yield fitted(list(outcomes[mask]), known[mask], float(pips[mask].mean()))


def curve(fits: list[Fit]) -> tuple[float, float]:
    """Return ``limit`` and ``drop`` of the curve ``limit - drop / pips``, by weighted least squares.

    Each residual is divided by the standard error of its fit, or by `LEAST_ERROR` if that is larger.
    """
    weights = np.array([1.0 / max(fit.standard_error, LEAST_ERROR) for fit in fits])
    columns = np.array([[1.0, -1.0 / fit.pips] for fit in fits]) * weights[:, np.newaxis]
    limit, drop = np.linalg.lstsq(columns, np.array([fit.efficiency for fit in fits]) * weights, rcond=None)[0]
    return float(limit), float(drop)


def main() -> None:
    """Print the efficiency by class and length of game, and the curve fitted to each class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2500, help="games to take positions from (default 2500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of their dice (default 1)")
    parser.add_argument("--ply", type=int, default=2, help="plies to search (default 2)")
    parser.add_argument("--most", type=int, default=400, help="most positions per length of game (default 400)")
    options = parser.parse_args()
    boards = positions(options.games, options.seed)
    is_contact = np.array([bg.Position.from_array(board).is_contact for board in boards])
    for name, mask, file in (("race", ~is_contact, FILES[0]), ("contact", is_contact, FILES[1])):
        fits = []
        for source, found in (("exact", exact(file)), ("searched", searched(boards[mask], options.ply, options.most))):
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
