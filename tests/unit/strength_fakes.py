"""Fake players and judges with answers simple enough to work out by hand, for tests of the strength measurements."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

import gammon as bg
from benches.peers.positions import OFF, Boards, Rolls, swapped
from strength.judges import Equities


def pips(boards: Boards) -> Equities:
    """Return both sides' pip counts, shape ``(n, 2)``."""
    counts: Equities = (boards.astype(np.float64) * np.arange(26)).sum(axis=2)
    return counts


class Runner:
    """Chooses the play with the best pip lead, or the worst."""

    def __init__(self, *, worst: bool = False) -> None:
        self.name = "worst" if worst else "best"
        self._sign = -1 if worst else 1

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the first of the highest-valued resulting boards."""
        results, offsets = bg.batch.plays(boards, rolls)
        values = self._sign * PipJudge().equities(swapped(results))
        chosen: Boards = boards.copy()
        for one, (start, stop) in enumerate(zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)):
            if stop > start:
                chosen[one] = results[start + int(values[start:stop].argmax())][::-1]
        return chosen


class Chance:
    """Chooses pseudo-randomly but deterministically: the resulting board whose bytes have the smallest hash."""

    def __init__(self, name: str) -> None:
        self.name = name

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return one resulting board for each roll."""
        results, offsets = bg.batch.plays(boards, rolls)
        chosen: Boards = boards.copy()
        for one, (start, stop) in enumerate(zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)):
            if stop > start:
                chosen[one] = min(results[start:stop], key=self._hash)[::-1]
        return chosen

    def _hash(self, board: Boards) -> int:
        return zlib.crc32(self.name.encode() + board.tobytes())


def one() -> Chance:
    """Return a player."""
    return Chance("one")


def other() -> Chance:
    """Return a second player, which chooses differently."""
    return Chance("other")


class PipJudge:
    """Values a position by the pip lead, at 0.01 points a pip, and by the checkers borne off."""

    name = "pips"

    def equities(self, boards: Boards) -> Equities:
        """Return the equities of positions after a play."""
        count = pips(boards)
        off = boards[:, 0, OFF].astype(np.float64)
        return 0.01 * (count[:, 1] - count[:, 0]) + 0.001 * off

    def wins(self, boards: Boards) -> Equities:
        """Return a winning chance of one half for every position."""
        return np.full(len(boards), 0.5)


@dataclass
class Counting(PipJudge):
    """Counts the positions it is asked about and interrupts itself after a given number."""

    patience: int = 10**9
    asked: int = 0

    def equities(self, boards: Boards) -> Equities:
        """Return the equities of positions after a play.

        Raises
        ------
        KeyboardInterrupt
            If it has been asked about more positions than allowed.
        """
        if self.asked >= self.patience:
            raise KeyboardInterrupt
        self.asked += len(boards)
        return super().equities(boards)
