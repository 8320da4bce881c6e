"""Games with the cube, many played side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

import gammon as bg
from benches.peers.positions import Boards, Rolls, swapped
from strength.cube_decisions.scores import MET
from strength.judges import points_won

Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]

DOUBLES = frozenset({bg.CubeAction.DOUBLE_TAKE, bg.CubeAction.DOUBLE_BEAVER, bg.CubeAction.DOUBLE_PASS})
"""The actions that include a double."""


def doubles(decisions: bg.batch.CubeDecisions) -> Flags:
    """Return a mask of the rows where doubling is best; an optional double counts as no double."""
    numbers = sorted(DOUBLES)
    return np.isin(decisions.action, numbers)


def takes(decisions: bg.batch.CubeDecisions) -> Flags:
    """Return in which rows to take a double."""
    return np.asarray(decisions.double_take <= decisions.double_pass)


class Policy(Protocol):
    """Makes the plays and cube decisions of both sides. Boards, score and cube are as the player on roll sees them."""

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Return whether to double and whether a double is taken; called only where a double is allowed."""
        ...

    def play(self, boards: Boards, rolls: Rolls, scoring: bg.Scoring, cube: bg.Cube) -> Boards:
        """Make a play in every row and return the boards after it, with the opponent on roll."""
        ...


class NetworkPolicy:
    """gammon's network at 0 plies, with the cube and at the score."""

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Return whether to double and whether a double is taken."""
        decisions = bg.batch.cube_decisions(
            boards, threads=1, stakes=bg.Stakes(scoring, cube), engine=bg.Engine(met=MET)
        )
        return doubles(decisions), takes(decisions)

    def play(self, boards: Boards, rolls: Rolls, scoring: bg.Scoring, cube: bg.Cube) -> Boards:
        """Make the play with the highest cubeful equity."""
        return bg.batch.best_plays(boards, rolls, threads=1, stakes=bg.Stakes(scoring, cube), engine=bg.Engine(met=MET))


class Table:
    """Games at one score, played in step: the same player is on roll in all of them.

    Parameters
    ----------
    boards
        Positions before the first roll, player 0 on roll, shape ``(n, 2, 26)``.
    scoring
        The score as player 0 sees it.
    cube
        The cube as player 0 sees it, the same in all games at the start.
    policy
        Makes the plays and cube decisions of both sides.
    """

    def __init__(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube, policy: Policy) -> None:
        self.boards: Boards = boards.copy()
        self.value: npt.NDArray[np.int64] = np.full(len(boards), cube.value, np.int64)
        self.owner: npt.NDArray[np.int64] = np.full(len(boards), cube.owner, np.int64)
        """Owner of the cube in each game: 1 for player 0, -1 for player 1, 0 for a centred cube."""
        self.points: npt.NDArray[np.int64] = np.zeros(len(boards), np.int64)
        """Points won by player 0 in each game, negative if lost; 0 while the game is running."""
        self._scorings = (scoring, scoring.swap())
        self._policy = policy
        self._player = 0

    @property
    def running(self) -> Rows:
        """Rows of the games that are not over."""
        return np.flatnonzero(self.points == 0)

    @property
    def _sign(self) -> int:
        return 1 - 2 * self._player

    def by_cube(self) -> Iterator[tuple[Rows, bg.Scoring, bg.Cube]]:
        """Yield the running games grouped by cube, with the score and the cube as the player on roll sees them."""
        rows = self.running
        cubes = np.stack([self.value[rows], self._sign * self.owner[rows]], axis=1)
        different, which = np.unique(cubes, axis=0, return_inverse=True)
        for number, (value, owner) in enumerate(different.tolist()):
            yield rows[which.reshape(-1) == number], self._scorings[self._player], bg.Cube(value, owner)

    def double(self, willing: Flags | None = None) -> None:
        """Double where the policy wants to and the rules allow it (R7.3, R7.5, R8.3), and answer the doubles.

        ``willing``, shape ``(n,)``, restricts this to the games where it is true.
        """
        for rows, scoring, cube in self.by_cube():
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
        """Play a roll in every running game, ``rolls`` having shape ``(n, 2)``, and pass the turn to the opponent."""
        for rows, scoring, cube in self.by_cube():
            after = self._policy.play(self.boards[rows], rolls[rows], scoring, cube)
            self.boards[rows] = after
            self.points[rows] = self._sign * self.value[rows] * points_won(swapped(after))
        self._player = 1 - self._player
