"""Whether a network plays better than another: a paired match, and a sequential test with bounds fixed beforehand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from gammon._engine import ArgumentError, Network, Position, duel
from gammon.typing import Progress


class Verdict(Enum):
    """What a match has shown."""

    BETTER = "better"
    """The network wins by the gain that was asked for, and not by nothing."""

    NOT_BETTER = "not better"
    """It wins by nothing, or loses."""

    OPEN = "undecided"
    """Neither, within the most pairs."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """What a match came to, seen by the first network."""

    pairs: int
    """Pairs of games played: the same dice from both seats."""

    points_per_game: float
    """Mean points won per game without a cube."""

    standard_error: float
    """Its standard error, from the spread of the pairs."""

    verdict: Verdict
    """What that shows."""

    def __str__(self) -> str:
        interval = 1.96 * self.standard_error
        return f"{self.points_per_game:+.4f} ± {interval:.4f} points per game (95 %), {self.pairs} pairs"


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A sequential test of two means: no gain at all, against the gain that makes a new network worth shipping.

    Wald's test for the mean of normal values with the variance seen so far, after every round of pairs: the
    log-likelihood ratio is ``n (gain / s²) (mean - gain / 2)``, with the spread ``s`` of one pair's points per game. It
    stops at ``± log((1 - error) / error)``. Wald, "Sequential tests of statistical hypotheses" (1945).

    Raises
    ------
    ArgumentError
        If a number is out of its range.
    """

    gain: float = 0.005
    """Points per game that a better network is expected to win by."""

    error: float = 0.05
    """Chance of a wrong verdict, either way."""

    round: int = 1000
    """Pairs between looks at the result."""

    most_pairs: int = 200_000
    """Pairs after which the test is given up."""

    def __post_init__(self) -> None:
        """Refuse what no test can be made of."""
        if not (self.gain > 0 and 0 < self.error < 0.5 and self.round > 0 and self.most_pairs > 0):
            raise ArgumentError(f"a gate needs a gain, an error below a half, and pairs to play, not {self}")

    def judge(self, pairs: int, points: int, squares: int) -> Match:
        """Say what a number of pairs shows.

        Parameters
        ----------
        pairs
            How many were played.
        points
            Points won less points lost in all their games.
        squares
            The sum of the squares of each pair's points.
        """
        # A pair is two games.
        mean = points / (2 * pairs)
        variance = max(squares / (4 * pairs) - mean**2, 0.0)
        if variance == 0.0:
            # All pairs came out alike: nothing can be said of their spread.
            verdict = Verdict.OPEN
        else:
            ratio = pairs * self.gain / variance * (mean - self.gain / 2)
            bound = math.log((1 - self.error) / self.error)
            verdict = Verdict.BETTER if ratio >= bound else Verdict.NOT_BETTER if ratio <= -bound else Verdict.OPEN
        return Match(pairs=pairs, points_per_game=mean, standard_error=math.sqrt(variance / pairs), verdict=verdict)

    def play(
        self,
        network: Network,
        against: Network,
        *,
        seed: int,
        start: Position | None = None,
        ply: int = 0,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Match:
        """Play pairs until the test is decided or given up.

        Parameters
        ----------
        network, against
            The network in question, and the other.
        seed
            Of all dice, 0 to 2^64 - 1.
        start
            The position in which games start; backgammon's if None.
        ply
            How many plies both look ahead, 0 to 3.
        threads
            How many threads to use; all cores if None. The result does not depend on it.
        progress
            Called now and then with the pairs done and the most there can be.
        """
        done = points = squares = 0

        def tell(now: int, _: int) -> None:
            if progress is not None:
                progress(done + now, self.most_pairs)

        while True:
            n = min(self.round, self.most_pairs - done)
            played = duel(
                network,
                against,
                n,
                start=Position.start() if start is None else start,
                seed=seed,
                first_pair=done,
                ply=ply,
                threads=threads,
                progress=tell,
            )
            done, points, squares = done + played[0], points + played[1], squares + played[2]
            match = self.judge(done, points, squares)
            if match.verdict is not Verdict.OPEN or done >= self.most_pairs:
                return match
