"""Equity lost per unforced decision at zero plies, judged by a peer at two plies.

``python -m benches.peers.strength --decisions 500 --seed 7``

The positions come from games that gnubg-nn plays with itself. Each decision is put to gammon and to gnubg-nn; the
judge then evaluates both answers and the best other candidates, without a cube, and what an answer lacks to the
best of them is its loss. A judge favours its relatives: gnubg-nn at two plies is built on the very net whose 0-ply
play is measured here. A second judge shows how much that matters.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benches.peers.adapters import bgsage, gnubg_nn
from benches.peers.adapters.common import import_peer
from benches.peers.estimate import Estimate
from benches.peers.match import START, Dice
from benches.peers.players import PLAYERS, GnubgNNPlayer, Player, points_won
from benches.peers.positions import Boards, Rolls, decode_position_id, swapped
from benches.peers.protocol import PeerMissingError

SAMPLED = 0.25
CANDIDATES = 8
WINDOW = 0.25


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A roll with more than one legal play."""

    board: Boards
    roll: tuple[int, int]
    reference: Boards
    candidates: tuple[Boards, ...]


class Judge(Protocol):
    """Who says what positions are worth."""

    name: str

    def equities(self, boards: Boards) -> npt.NDArray[np.float64]:
        """Evaluate positions after a play: cubeless equities of side 0, who moved, shape ``(n,)``."""
        ...


class GnubgNNJudge:
    """gnubg-nn, looking ahead."""

    def __init__(self, plies: int) -> None:
        self._engine = import_peer("gnubg_nn")
        self._plies = plies
        self.name = f"gnubg-nn at {plies}-ply"

    def equities(self, boards: Boards) -> npt.NDArray[np.float64]:
        """Evaluate positions after a play. Finished games get their exact value: the engine's is noise."""
        won = points_won(boards)
        return np.array([points if points else self._equity(board) for board, points in zip(boards, won, strict=True)])

    def _equity(self, board: Boards) -> float:
        """Ask the engine about the opponent, who is on roll."""
        native = gnubg_nn.to_native(board[::-1])
        win, gammon, backgammon, lose_gammon, lose_backgammon = self._engine.probabilities(native, self._plies)
        return float(1 - 2 * win - gammon - backgammon + lose_gammon + lose_backgammon)


class BgsageJudge:
    """bgsage, looking ahead."""

    def __init__(self, plies: int) -> None:
        self._adapter = bgsage.Adapter()
        self._nets = self._adapter.deeper(plies)
        self.name = f"bgsage at {plies}-ply"

    def equities(self, boards: Boards) -> npt.NDArray[np.float64]:
        """Evaluate positions after a play."""
        return self._adapter.equities_after(boards, self._nets)


JUDGES: dict[str, Callable[[int], Judge]] = {"gnubg-nn": GnubgNNJudge, "bgsage": BgsageJudge}


def draw_decisions(count: int, *, seed: int) -> list[Decision]:
    """Take unforced decisions at random from whole games that gnubg-nn plays with itself at zero plies.

    Games are played to the end, so that openings are not over-represented; at least ``count`` decisions come back.
    """
    reference = GnubgNNPlayer()
    choose = random.Random(f"{seed}/choice")
    decisions: list[Decision] = []
    game = 0
    while len(decisions) < count:
        dice, turn, board = Dice(seed, game), 0, decode_position_id(START)
        while True:
            roll = dice.roll(turn)
            ranked = reference.rank(board, roll)
            if len(ranked) > 1 and choose.random() < SAMPLED:
                best = ranked[0][1]
                near = tuple(after for after, equity in ranked[:CANDIDATES] if best - equity < WINDOW)
                decisions.append(Decision(board=board, roll=roll, reference=ranked[0][0], candidates=near))
            after = ranked[0][0] if ranked else board
            if points_won(after[None])[0]:
                break
            board = swapped(after[None])[0]
            turn += 1
        game += 1
    return decisions


@dataclass(frozen=True, kw_only=True)
class StrengthResult:
    """Mean losses, in thousandths of a point."""

    player: str
    reference: str
    judge: str
    seed: int
    decisions: int
    player_loss: Estimate
    reference_loss: Estimate
    difference: Estimate
    same_play: float
    seconds: float


def measure(
    player: Player, judge: Judge, count: int, *, seed: int, advance: Callable[[int], object] = lambda _: None
) -> StrengthResult:
    """Draw decisions, put them to the player, and have both its answers and gnubg-nn's judged."""
    start = time.perf_counter()
    decisions = draw_decisions(count, seed=seed)
    boards = np.array([decision.board for decision in decisions])
    rolls: Rolls = np.array([decision.roll for decision in decisions], dtype=np.uint8)
    answers = player.best(boards, rolls)
    losses = np.zeros((len(decisions), 2))
    same = 0
    for index, (decision, answer) in enumerate(zip(decisions, answers, strict=True)):
        asked = np.array([answer, decision.reference, *decision.candidates])
        unique, place = np.unique(asked.reshape(len(asked), -1), axis=0, return_inverse=True)
        equities = judge.equities(unique.reshape(-1, 2, 26))
        place = place.ravel()
        losses[index] = equities.max() - equities[place[:2]]
        same += place[0] == place[1]
        advance(1)
    return StrengthResult(
        player=player.name,
        reference=GnubgNNPlayer().name,
        judge=judge.name,
        seed=seed,
        decisions=len(decisions),
        player_loss=Estimate.of(losses[:, 0]).scaled(1000),
        reference_loss=Estimate.of(losses[:, 1]).scaled(1000),
        difference=Estimate.of(losses[:, 0] - losses[:, 1]).scaled(1000),
        same_play=same / len(decisions),
        seconds=time.perf_counter() - start,
    )


def tabulate(result: StrengthResult) -> Table:
    """Draw the table of losses."""
    table = Table(
        title=f"Thousandths of a point lost per unforced decision at 0-ply; judge: {result.judge}",
        caption=(
            f"{result.decisions:,} decisions of gnubg-nn's own games, seed {result.seed}; the same play in "
            f"{result.same_play:.1%}; ± is the 95 % interval; {result.seconds:.0f} s"
        ),
    )
    table.add_column("player")
    table.add_column("loss", justify="right")
    table.add_row(result.player, result.player_loss.show(2))
    table.add_row(result.reference, result.reference_loss.show(2))
    table.add_row("difference", result.difference.show(2, sign=True), style="dim")
    return table


def main(arguments: list[str]) -> None:
    """Measure and print the losses."""
    parser = argparse.ArgumentParser(
        prog="python -m benches.peers.strength",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--decisions", type=int, default=500, metavar="N", help="at least so many, at least 2")
    parser.add_argument("--seed", type=int, required=True, metavar="S", help="of the games; take a fresh one")
    parser.add_argument("--player", choices=PLAYERS, default="gammon")
    parser.add_argument("--judge", choices=JUDGES, default="gnubg-nn")
    parser.add_argument("--plies", type=int, choices=(0, 1, 2), default=2, help="of the judge")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if options.decisions < 2:
        parser.error("an interval needs at least 2 decisions")
    try:
        player, judge = PLAYERS[options.player](), JUDGES[options.judge](options.plies)
    except PeerMissingError as missing:
        parser.error(f"{missing} is not installed")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("decisions", total=options.decisions)
        result = measure(
            player, judge, options.decisions, seed=options.seed, advance=lambda some: progress.advance(task, some)
        )
    if options.json:
        sys.stdout.write(json.dumps(asdict(result), indent=2) + "\n")
        return
    Console().print(tabulate(result))


if __name__ == "__main__":
    main(sys.argv[1:])
