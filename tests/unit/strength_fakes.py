"""Players and judges whose answers can be worked out on paper, for the tests of the strength bench."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

import gammon as bg
from benches.peers.positions import OFF, Boards, Rolls, swapped
from strength.judges import Equities


def pips(boards: Boards) -> Equities:
    """Count pips of both sides, shape ``(n, 2)``."""
    counts: Equities = (boards.astype(np.float64) * np.arange(26)).sum(axis=2)
    return counts


class Runner:
    """Chooses the result that a judge of pips likes best, or least."""

    def __init__(self, *, worst: bool = False) -> None:
        self.name = "worst" if worst else "best"
        self._sign = -1 if worst else 1

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose the first of the results with the highest value."""
        results, offsets = bg.batch.plays(boards, rolls)
        values = self._sign * PipJudge().equities(swapped(results))
        chosen: Boards = boards.copy()
        for one, (start, stop) in enumerate(zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)):
            if stop > start:
                chosen[one] = results[start + int(values[start:stop].argmax())][::-1]
        return chosen


class Chance:
    """Chooses by chance, but always the same in the same position: the result whose bytes hash least."""

    def __init__(self, name: str) -> None:
        self.name = name

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a result of each roll."""
        results, offsets = bg.batch.plays(boards, rolls)
        chosen: Boards = boards.copy()
        for one, (start, stop) in enumerate(zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)):
            if stop > start:
                chosen[one] = min(results[start:stop], key=self._hash)[::-1]
        return chosen

    def _hash(self, board: Boards) -> int:
        return zlib.crc32(self.name.encode() + board.tobytes())


def one() -> Chance:
    """Make a player."""
    return Chance("one")


def other() -> Chance:
    """Make another."""
    return Chance("other")


class PipJudge:
    """Values a position by the lead in pips, a hundredth of a point each, and by checkers off."""

    name = "pips"

    def equities(self, boards: Boards) -> Equities:
        """Evaluate positions after a play."""
        count = pips(boards)
        off = boards[:, 0, OFF].astype(np.float64)
        return 0.01 * (count[:, 1] - count[:, 0]) + 0.001 * off

    def wins(self, boards: Boards) -> Equities:
        """Give a half to everything."""
        return np.full(len(boards), 0.5)


@dataclass
class Counting(PipJudge):
    """Counts what it is asked, and breaks off after some."""

    patience: int = 10**9
    asked: int = 0

    def equities(self, boards: Boards) -> Equities:
        """Evaluate positions after a play.

        Raises
        ------
        KeyboardInterrupt
            When it has been asked too much.
        """
        if self.asked >= self.patience:
            raise KeyboardInterrupt
        self.asked += len(boards)
        return super().equities(boards)
