"""Engines that decide about the cube."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

import gammon as bg
from benches.peers.adapters import bgsage, gnubg_nn
from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import Boards
from strength.cube_decisions.games import Flags, doubles, takes
from strength.cube_decisions.judge import Task
from strength.cube_decisions.scores import MET

Answer = tuple[Flags, Flags]
"""Whether to double, and whether a double is to be taken."""


class Decider(Protocol):
    """An engine at some depth."""

    name: str
    ply: int

    def decide(self, task: Task) -> Answer | None:
        """Decide about every position; None where the engine has no such decisions."""
        ...


class GammonDecider:
    """gammon with the network that comes with it."""

    def __init__(self, ply: int, threads: int) -> None:
        self.name = f"gammon {ply}-ply"
        self.ply = ply
        self._threads = threads

    def decide(self, task: Task) -> Answer:
        """Decide about every position."""
        decisions = bg.batch.cube_decisions(
            task.boards,
            ply=self.ply,
            threads=self._threads,
            stakes=bg.Stakes(task.scoring, task.cube),
            engine=bg.Engine(met=MET),
        )
        return doubles(decisions), takes(decisions)


class GnubgNNDecider:
    """gnubg-nn, at scores only: it has no money game with the cube. It uses match equities of its own.

    In the Crawford game it is not asked: its call answers there as in the games after it.
    """

    def __init__(self, ply: int, threads: int) -> None:
        del threads
        self._engine = import_peer("gnubg_nn")
        self._settings = import_peer("gnubg_nn._gnubg_nn").set
        self.name = f"gnubg-nn {version_of('gnubg-nn')} {ply}-ply"
        self.ply = ply

    def decide(self, task: Task) -> Answer | None:
        """Decide about every position of a match."""
        crawford = task.scoring.crawford
        if task.scoring.away is None or crawford == bg.Crawford.THIS_GAME:
            return None
        own, other = task.scoring.away
        # Its sides are X and O, and only X can own the cube: so X is on roll. A score names O first.
        if crawford == bg.Crawford.PLAYED:
            self._settings.score(other, own, 0)
        else:
            self._settings.score(other, own)
        if task.cube.owner == 1:
            self._settings.cube(task.cube.value, b"X")
        else:
            self._settings.cube(task.cube.value)
        answers = np.array([self._ask(board) for board in task.boards], np.bool_)
        return answers[:, 0], answers[:, 1]

    def _ask(self, board: Boards) -> tuple[int, int]:
        player, opponent = gnubg_nn.to_native(board)[::-1]
        key = self._engine.key_of_board((player, opponent))
        double, take, *_ = self._engine.evaluate_cube_decision(key, n=self.ply, s=b"X", i=1)
        return double, take


class BgsageDecider:
    """bgsage, which counts plies from 1.

    After the Crawford game it names every turn of the trailer a double, also where by its own values playing on for a
    gammon is worth more. Its values are followed there.
    """

    def __init__(self, ply: int, threads: int) -> None:
        self._batch = import_peer("bgsage.batch")
        self._threads = threads
        self.name = f"bgsage {version_of('bgsage')} {ply}-ply"
        self.ply = ply

    def decide(self, task: Task) -> Answer:
        """Decide about every position."""
        own, other = task.scoring.away or (0, 0)
        state = {
            "cube_value": task.cube.value,
            "cube_owner": {0: "centered", 1: "player", -1: "opponent"}[task.cube.owner],
            "away1": own,
            "away2": other,
            "is_crawford": task.scoring.crawford == bg.Crawford.THIS_GAME,
        }
        found = self._batch.batch_evaluate(
            [{"board": bgsage.to_native(board), **state} for board in task.boards],
            f"{self.ply + 1}ply",
            n_threads=self._threads,
            jacoby=False,
            beaver=False,
        )
        return (
            np.array(
                [one.should_double and min(one.equity_dt, one.equity_dp) > one.equity_nd for one in found], np.bool_
            ),
            np.array([one.should_take for one in found], np.bool_),
        )


ENGINES: dict[str, type[GammonDecider] | type[GnubgNNDecider] | type[BgsageDecider]] = {
    "gammon": GammonDecider,
    "gnubg-nn": GnubgNNDecider,
    "bgsage": BgsageDecider,
}


@dataclass(frozen=True, kw_only=True)
class DeciderSpec:
    """An engine by name."""

    engine: str
    ply: int

    @classmethod
    def parse(cls, text: str) -> DeciderSpec:
        """Read ``gammon:2``.

        Raises
        ------
        ValueError
            If there is no such engine, or it does not look so far ahead.
        """
        engine, _, ply = text.strip().partition(":")
        if engine not in ENGINES or ply not in ("0", "1", "2"):
            raise ValueError(f"{text!r} is not ENGINE:PLY with an engine of {', '.join(ENGINES)} and 0, 1 or 2 plies")
        return cls(engine=engine, ply=int(ply))

    def __call__(self, threads: int) -> Decider:
        """Make it.

        Raises
        ------
        PeerMissingError
            If it is not installed.
        """
        return ENGINES[self.engine](self.ply, threads)
