"""Cubeful values of many positions by rollout: what the cube model and the searches are measured against.

Positions come from games of the network against itself, some of which begin with random turns, and are drawn evenly by
class. Each is rolled out for money with a centred cube, with a cube of the player on roll, and with one of the
opponent: to the end, with cube decisions at 0 plies, luck subtracted, and the same dice. Results are
appended to a file, one position a line; the same command goes on where it was stopped.

    python -m strength.cube_study FILE --positions 300 --trials 108 --seed 1
    python -m strength.cube_study FILE --report
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import gammon as bg
from gammon.typing import Boards
from strength.classes import CLASSES, classify

CUBES = {"centred": bg.Cube(), "owned": bg.Cube(2, 1), "opponents": bg.Cube(2, -1)}
OPEN = (0.08, 0.92)
"""Range of the winning chances of the positions used: outside it the cube hardly matters."""
RANDOM_TURNS = 12
LENGTHS = (35, 70, 120)
"""Total pip counts that divide races into classes."""


def groups(boards: Boards) -> npt.NDArray[np.str_]:
    """Return the class of each board, with races divided by length."""
    names = np.array(CLASSES)[classify(boards)].astype("U24")
    pips = bg.batch.pip_counts(boards).sum(axis=1)
    for least, most in zip((0, *LENGTHS), (*LENGTHS, 1000), strict=True):
        here = (names == "race") & (pips > least) & (pips <= most)
        names[here] = f"race {least}-{most}" if most < 1000 else f"race over {least}"
    return names


def drawn(count: int, seed: int) -> list[tuple[str, Boards]]:
    """Return up to `count` positions of every class from games with the seed."""
    generator = np.random.default_rng(seed)
    found: dict[str, list[Boards]] = {}
    for batch in range(200):
        for board in _of_games(400, seed * 1000 + batch):
            name = str(board[0])
            found.setdefault(name, []).append(board[1])
        if batch >= 5 and all(len(one) >= 3 * count for one in found.values()):
            break
    chosen: list[tuple[str, Boards]] = []
    for name, boards in sorted(found.items()):
        order = generator.permutation(len(boards))[:count]
        chosen.extend((name, boards[at]) for at in order)
    # Mixed, so that a file that is not finished yet has all classes.
    return [chosen[at] for at in generator.permutation(len(chosen))]


def _of_games(games: int, seed: int) -> Iterator[tuple[str, Boards]]:
    """Yield some positions of games of the network against itself; every second game begins at random."""
    generator = np.random.default_rng(seed)
    rolls = bg.batch.opening_rolls(games, seed=seed)
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], games, axis=0)
    wild = np.where(np.arange(games) % 2, generator.integers(1, RANDOM_TURNS, games), 0)
    alive = np.arange(games)
    for turn in range(1, 150):
        random = wild[alive] >= turn
        for mask, play in ((random, _random_plays), (~random, bg.batch.best_plays)):
            if mask.any():
                boards[alive[mask]] = play(boards[alive[mask]], rolls[alive[mask]])
        alive = alive[(boards[alive, :, 0] < 15).all(axis=1)]
        if not len(alive):
            break
        taken = alive[(generator.random(len(alive)) < 0.1) & (wild[alive] < turn)]
        if len(taken):
            chances = bg.batch.evaluate(boards[taken])[:, 0]
            open_ = (chances > OPEN[0]) & (chances < OPEN[1])
            yield from zip(groups(boards[taken][open_]).tolist(), boards[taken][open_], strict=True)
        rolls = bg.batch.rolls(games, seed=seed, turn=turn)


def _random_plays(boards: Boards, rolls: npt.NDArray[np.uint8]) -> Boards:
    return bg.batch.random_plays(boards, rolls, seed=int(boards.sum()))


def measured(name: str, board: Boards, trials: int, seed: int, ply: int) -> dict[str, Any]:
    """Roll a position out with each state of the cube."""
    position = bg.Position.from_array(board)
    engine = bg.Engine(threads=1)
    found: dict[str, Any] = {"position": position.gnubg_id, "class": name, "pips": sum(position.pip_counts)}
    for state, cube in CUBES.items():
        result = bg.rollout(position, trials, seed=seed, stakes=cube, engine=engine, ply=ply)
        found[state] = [result.equity, result.equity_standard_error]
        if state == "centred":
            found["probabilities"] = result.adjusted.probabilities
            found["cubeless"] = [result.cubeless_equity, result.cubeless_error]
    return found


@dataclass(frozen=True)
class Case:
    """A position with its values by rollout."""

    position: bg.Position
    name: str
    pips: int
    outcome: bg.Outcome
    values: dict[str, float]
    errors: dict[str, float]


def read(path: Path) -> list[Case]:
    """Read the results of a file."""
    found = []
    for line in path.read_text().splitlines():
        one = json.loads(line)
        win, *rest = one["probabilities"]
        win = min(max(win, 0.0), 1.0)
        wg, wb, lg, lb = (max(value, 0.0) for value in rest)
        wg, lg = min(wg, win), min(lg, 1 - win)
        outcome = bg.Outcome(win, wg, min(wb, wg), lg, min(lb, lg))
        found.append(
            Case(
                bg.Position.from_gnubg_id(one["position"]),
                one["class"],
                one["pips"],
                outcome,
                {state: one[state][0] for state in CUBES},
                {state: one[state][1] for state in CUBES},
            )
        )
    return found


def main() -> None:
    """Roll positions out, or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=300, help="positions of each class (default 300)")
    parser.add_argument("--trials", type=int, default=108, help="trials of each state of the cube (default 108)")
    parser.add_argument("--seed", type=int, default=1, help="seed of games and dice (default 1)")
    parser.add_argument("--ply", type=int, default=0, help="plies of plays and cube decisions (default 0)")
    options = parser.parse_args()
    positions = drawn(options.positions, options.seed)
    done = len(options.file.read_text().splitlines()) if options.file.exists() else 0
    with options.file.open("a") as file:
        for number, (name, board) in enumerate(positions):
            if number < done:
                continue
            result = measured(name, board, options.trials, options.seed + number, options.ply)
            print(json.dumps(result), file=file, flush=True)
            if number % 50 == 0:
                print(f"{number} of {len(positions)}", flush=True)


if __name__ == "__main__":
    main()
