"""Many games with the cube, played side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

import gammon as bg
from benches.peers.positions import Boards, Rolls, swapped
from gammon.batch.cube import ACTIONS
from strength.cube_decisions.scores import MET
from strength.judges import points_won

Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]

DOUBLES = frozenset({bg.CubeAction.DOUBLE_TAKE, bg.CubeAction.DOUBLE_BEAVER, bg.CubeAction.DOUBLE_PASS})
"""The actions that are a double."""


def doubles(decisions: bg.batch.CubeDecisions) -> Flags:
    """Say in which rows to double: only where it gains something."""
    numbers = [number for number, action in enumerate(ACTIONS) if action in DOUBLES]
    return np.isin(decisions.action, numbers)


def takes(decisions: bg.batch.CubeDecisions) -> Flags:
    """Say in which rows a double is to be taken."""
    return np.asarray(decisions.double_take <= decisions.double_pass)


class Policy(Protocol):
    """Who plays both sides. Everything is seen by the player on roll."""

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Say whether to double, and whether a double is taken. Only asked where a double is allowed."""
        ...

    def play(self, boards: Boards, rolls: Rolls, scoring: bg.Scoring, cube: bg.Cube) -> Boards:
        """Make a play in every row; the boards after it have the opponent on roll."""
        ...


class NetworkPolicy:
    """gammon's network without looking ahead, with the cube and at the score."""

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Decide about the cube."""
        decisions = bg.batch.cube_decisions(
            boards, threads=1, stakes=bg.Stakes(scoring, cube), engine=bg.Engine(met=MET)
        )
        return doubles(decisions), takes(decisions)

    def play(self, boards: Boards, rolls: Rolls, scoring: bg.Scoring, cube: bg.Cube) -> Boards:
        """Make the play that is worth the most with the cube."""
        return bg.batch.best_plays(boards, rolls, threads=1, stakes=bg.Stakes(scoring, cube), engine=bg.Engine(met=MET))


class Table:
    """Games at one score, with the same player on roll in all.

    Parameters
    ----------
    boards
        Shape ``(n, 2, 26)``, player 0 on roll.
    scoring
        Seen by player 0.
    cube
        Seen by player 0, the same in all games to begin with.
    policy
        Who plays.
    """

    def __init__(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube, policy: Policy) -> None:
        self.boards: Boards = boards.copy()
        self.value: npt.NDArray[np.int64] = np.full(len(boards), cube.value, np.int64)
        self.owner: npt.NDArray[np.int64] = np.full(len(boards), cube.owner, np.int64)
        """1 is player 0, -1 player 1, 0 nobody."""
        self.points: npt.NDArray[np.int64] = np.zeros(len(boards), np.int64)
        """What player 0 has won, or lost if negative; 0 while a game goes on."""
        self._scorings = (scoring, scoring.swap())
        self._policy = policy
        self._player = 0

    @property
    def running(self) -> Rows:
        """The games that go on."""
        return np.flatnonzero(self.points == 0)

    @property
    def _sign(self) -> int:
        return 1 - 2 * self._player

    def alike(self) -> Iterator[tuple[Rows, bg.Scoring, bg.Cube]]:
        """Give the running games by cube, with score and cube seen by the player on roll."""
        rows = self.running
        cubes = np.stack([self.value[rows], self._sign * self.owner[rows]], axis=1)
        different, which = np.unique(cubes, axis=0, return_inverse=True)
        for number, (value, owner) in enumerate(different.tolist()):
            yield rows[which.reshape(-1) == number], self._scorings[self._player], bg.Cube(value, owner)

    def double(self, willing: Flags | None = None) -> None:
        """Have the player on roll double where he wants to and may (R7.3, R7.5, R8.3), and his opponent answer.

        With ``willing``, shape ``(n,)``, only in games where that is true.
        """
        for rows, scoring, cube in self.alike():
            if bg.CubeModel(scoring, MET).may_double(cube):
                doubled, taken = self._policy.decide(self.boards[rows], scoring, cube)
                if willing is not None:
                    doubled = doubled & willing[rows]
                passed = rows[doubled & ~taken]
                self.points[passed] = self._sign * self.value[passed]
                accepted = rows[doubled & taken]
                self.value[accepted] *= 2
                self.owner[accepted] = -self._sign

    def play(self, rolls: Rolls) -> None:
        """Play a roll, of shape ``(n, 2)``, in all games that go on, and hand the turn over."""
        for rows, scoring, cube in self.alike():
            after = self._policy.play(self.boards[rows], rolls[rows], scoring, cube)
            self.boards[rows] = after
            self.points[rows] = self._sign * self.value[rows] * points_won(swapped(after))
        self._player = 1 - self._player
