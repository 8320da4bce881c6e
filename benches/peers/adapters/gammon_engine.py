"""gammon itself, through its public batch calls."""

from __future__ import annotations

import numpy as np

from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import Boards, Offsets, Rolls, Workload
from benches.peers.protocol import Rates
from benches.peers.timing import fresh_rate, repeated_rate


class Adapter:
    """gammon: batch calls on whole arrays, with one thread."""

    name = "gammon"
    notes = ("gammon: 'single' is a Python call for each position and roll, giving Play objects; 'batch' gives boards",)

    def __init__(self) -> None:
        self._gammon = import_peer("gammon")
        self._batch = self._gammon.batch

    def version(self) -> str:
        """Return the installed version."""
        return version_of("gammon")

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets]:
        """Return the positions after every legal play."""
        positions, offsets = self._batch.plays(boards, rolls, threads=1)
        # gammon's results have the opponent on roll; adapters return boards seen by the mover.
        return np.ascontiguousarray(positions[:, ::-1]), offsets

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the batch call, which returns an array of boards, and the call for a single position."""
        boards, rolls = workload.boards, workload.rolls
        singles = [
            (self._gammon.Position.from_array(board), first, second) for board, (first, second) in workload.pairs()
        ]

        def batch() -> int:
            self._batch.plays(boards, rolls, threads=1)
            return len(boards)

        def one_by_one() -> int:
            for position, first, second in singles:
                position.plays(first, second)
            return len(singles)

        return {"batch": repeated_rate(batch, seconds), "single": repeated_rate(one_by_one, seconds)}

    def random_games_rate(self, seconds: float) -> Rates:
        """Time batches of random games, each batch with a different seed."""
        games, seed = 256, 0

        def batch() -> int:
            nonlocal seed
            seed += 1
            self._batch.play_games(games, policy="random", seed=seed, threads=1)
            return games

        return {"batch": repeated_rate(batch, seconds)}

    def evaluations_rate(self, boards: Boards, seconds: float) -> Rates:
        """Time the batch evaluation."""

        def batch(start: int, stop: int) -> None:
            self._batch.evaluate(boards[start:stop], threads=1)

        return {"batch": fresh_rate(batch, len(boards), seconds, chunk=4096)}

    def decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the batch choice of plays."""
        return self._choices(workload, seconds, ply=0, chunk=1024)

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the batch choice of plays at two plies."""
        return self._choices(workload, seconds, ply=2, chunk=32)

    def _choices(self, workload: Workload, seconds: float, *, ply: int, chunk: int) -> Rates:
        def batch(start: int, stop: int) -> None:
            boards, rolls = workload.boards[start:stop], workload.rolls[start:stop]
            self._batch.best_plays(boards, rolls, ply=ply, threads=1)

        return {"batch": fresh_rate(batch, len(workload), seconds, chunk=chunk)}
