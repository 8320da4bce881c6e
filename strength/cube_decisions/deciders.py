"""The engines that make the cube decisions."""

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
"""For each position, whether to double and whether to take a double."""


class Decider(Protocol):
    """An engine that searches ``ply`` plies."""

    name: str
    ply: int

    def decide(self, task: Task) -> Answer | None:
        """Return the decisions in every position, or None if the engine cannot decide at this score."""
        ...


class GammonDecider:
    """gammon with the shipped network."""

    def __init__(self, ply: int, threads: int) -> None:
        self.name = f"gammon {ply}-ply"
        self.ply = ply
        self._threads = threads

    def decide(self, task: Task) -> Answer:
        """Return the decisions in every position."""
        decisions = bg.batch.cube_decisions(
            task.boards,
            ply=self.ply,
            threads=self._threads,
            stakes=bg.Stakes(task.scoring, task.cube),
            engine=bg.Engine(met=MET),
        )
        return doubles(decisions), takes(decisions)


class GnubgNNDecider:
    """gnubg-nn. It decides in matches only, since it has no cube for money, and uses its own match equity table.

    In the Crawford game it is not asked, since it answers there as in a game after the Crawford game.
    """

    def __init__(self, ply: int, threads: int) -> None:
        del threads
        self._engine = import_peer("gnubg_nn")
        self._settings = import_peer("gnubg_nn._gnubg_nn").set
        self.name = f"gnubg-nn {version_of('gnubg-nn')} {ply}-ply"
        self.ply = ply

    def decide(self, task: Task) -> Answer | None:
        """Return the decisions in every position, or None for money and the Crawford game."""
        crawford = task.scoring.crawford
        if task.scoring.away is None or crawford == bg.Crawford.THIS_GAME:
            return None
        own, other = task.scoring.away
        # gnubg-nn's sides are X and O. Only X can own the cube, so X is on roll; a score names O first.
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

    After the Crawford game bgsage tells the trailer to double on every turn, even where by its own equities playing on
    for a gammon is better. In that case its equities decide.
    """

    def __init__(self, ply: int, threads: int) -> None:
        self._batch = import_peer("bgsage.batch")
        self._threads = threads
        self.name = f"bgsage {version_of('bgsage')} {ply}-ply"
        self.ply = ply

    def decide(self, task: Task) -> Answer:
        """Return the decisions in every position."""
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
    """An engine and a number of plies, from which a decider is made."""

    engine: str
    ply: int

    @classmethod
    def parse(cls, text: str) -> DeciderSpec:
        """Read ``ENGINE:PLY``, such as ``gammon:2``.

        Raises
        ------
        ValueError
            If the engine is unknown or the number of plies is not 0, 1 or 2.
        """
        engine, _, ply = text.strip().partition(":")
        if engine not in ENGINES or ply not in ("0", "1", "2"):
            raise ValueError(f"expected ENGINE:PLY with an engine of {', '.join(ENGINES)} and ply 0 to 2, got {text!r}")
        return cls(engine=engine, ply=int(ply))

    def __call__(self, threads: int) -> Decider:
        """Return the decider.

        Raises
        ------
        PeerMissingError
            If the engine is not installed.
        """
        return ENGINES[self.engine](self.ply, threads)
