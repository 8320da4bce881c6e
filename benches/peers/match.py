"""A paired match: gammon against a peer, both at zero plies, cubeless, the same dice from both seats.

``python -m benches.peers.match --pairs 1000 --seed 7``
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import Progress

from benches.peers.estimate import Estimate
from benches.peers.players import PLAYERS, Player, points_won
from benches.peers.positions import Boards, Rolls, decode_position_id, swapped
from benches.peers.protocol import PeerMissingError

START = "4HPwATDgc/ABMA"
LOCKSTEP_PAIRS = 256


class Dice:
    """The rolls of one pair of games, turn by turn; a function of the seed and the pair's number alone."""

    def __init__(self, seed: int, pair: int) -> None:
        self._random = random.Random(f"{seed}/{pair}")
        self._rolls = [self._opening()]

    def _opening(self) -> tuple[int, int]:
        first, second = self._random.sample(range(1, 7), 2)
        return max(first, second), min(first, second)

    def roll(self, turn: int) -> tuple[int, int]:
        """Give the roll of a turn, counted from 0. Turn 0 is the opening and never a double."""
        while len(self._rolls) <= turn:
            dice = self._random.randint(1, 6), self._random.randint(1, 6)
            self._rolls.append((max(dice), min(dice)))
        return self._rolls[turn]


def play_pairs(players: tuple[Player, Player], seed: int, pairs: range) -> npt.NDArray[np.int64]:
    """Play both games of each pair, all at once, turn by turn.

    In the first game of a pair the first player begins, in the second the second; the dice are the same.

    Returns
    -------
    numpy.ndarray
        Points that the first player won (lost, if negative), shape ``(len(pairs), 2)``.
    """
    games = 2 * len(pairs)
    dice = [Dice(seed, pair) for pair in pairs]
    boards: Boards = np.repeat(decode_position_id(START)[None], games, axis=0)
    # Game g belongs to pair g // 2; whoever begins is player g % 2.
    mover = np.arange(games) % 2
    points = np.zeros(games, dtype=np.int64)
    turn = 0
    while (running := np.flatnonzero(points == 0)).size:
        for seat, player in enumerate(players):
            mine = running[mover[running] == seat]
            if mine.size:
                rolls: Rolls = np.array([dice[game // 2].roll(turn) for game in mine], dtype=np.uint8)
                boards[mine] = player.best(boards[mine], rolls)
        won = points_won(boards[running])
        points[running] = np.where(mover[running] == 0, won, -won)
        boards[running] = swapped(boards[running])
        mover[running] ^= 1
        turn += 1
    return points.reshape(-1, 2)


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """How a paired match ended."""

    first: str
    second: str
    pairs: int
    seed: int
    points_per_game: Estimate
    unpaired: Estimate
    wins: float
    gammons: tuple[float, float]
    seconds: float


def play_match(
    players: tuple[Player, Player], pairs: int, *, seed: int, advance: Callable[[int], object] = lambda _: None
) -> MatchResult:
    """Play ``pairs`` pairs of games and summarise them for the first player."""
    start = time.perf_counter()
    parts = []
    for begin in range(0, pairs, LOCKSTEP_PAIRS):
        some = range(begin, min(begin + LOCKSTEP_PAIRS, pairs))
        parts.append(play_pairs(players, seed, some))
        advance(len(some))
    points = np.concatenate(parts)
    first, second = players
    return MatchResult(
        first=first.name,
        second=second.name,
        pairs=pairs,
        seed=seed,
        points_per_game=Estimate.of(points.mean(axis=1)),
        unpaired=Estimate.of(points.ravel().astype(np.float64)),
        wins=float((points > 0).mean()),
        gammons=(float((points > 1).mean()), float((points < -1).mean())),
        seconds=time.perf_counter() - start,
    )


def main(arguments: list[str]) -> None:
    """Play a match and print how it ended."""
    parser = argparse.ArgumentParser(prog="python -m benches.peers.match", description=__doc__)
    parser.add_argument("--pairs", type=int, default=500, metavar="N", help="pairs of games, at least 2")
    parser.add_argument("--seed", type=int, required=True, metavar="S", help="of the dice")
    parser.add_argument("--player", choices=PLAYERS, default="gammon")
    parser.add_argument("--against", choices=PLAYERS, default="gnubg-nn")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if options.pairs < 2:
        parser.error("an interval needs at least 2 pairs")
    try:
        players = (PLAYERS[options.player](), PLAYERS[options.against]())
    except PeerMissingError as missing:
        parser.error(f"{missing} is not installed")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("pairs", total=options.pairs)
        result = play_match(
            players, options.pairs, seed=options.seed, advance=lambda some: progress.advance(task, some)
        )
    if options.json:
        sys.stdout.write(json.dumps(asdict(result), indent=2) + "\n")
        return
    output = Console(highlight=False)
    output.print(
        f"{result.first} against {result.second}, 0-ply, cubeless money, {result.pairs:,} pairs, seed {result.seed}"
    )
    output.print(f"  points per game  {result.points_per_game.show(4, sign=True)}  (paired, 95 %)")
    output.print(f"  unpaired         {result.unpaired.show(4, sign=True)}")
    won, lost = result.gammons
    output.print(f"  wins {result.wins:.2%}, gammons won {won:.2%}, lost {lost:.2%}; {result.seconds:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
