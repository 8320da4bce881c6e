"""The gate for new networks: a paired match with a sequential test that decides which network plays better."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from gammon._engine import ArgumentError, Network, Position, duel
from gammon.arguments import integer
from gammon.quoting import quote
from gammon.statistics import Moments, normal_interval
from gammon.store.json import Saved
from gammon.typing import Progress


class Verdict(Enum):
    """The result of a sequential test."""

    BETTER = "better"
    """The test accepts the required gain and rejects a gain of zero."""

    NOT_BETTER = "not better"
    """The test accepts a gain of zero or less and rejects the required gain."""

    OPEN = "undecided"
    """Undecided within the maximum number of pairs."""


@dataclass(frozen=True, kw_only=True)
class Match(Saved):
    """The result of a match, seen by the first network."""

    FORMAT: ClassVar[str] = "gammon gate"
    VERSION: ClassVar[int] = 1

    pairs: int
    """Number of pairs of games, with the same dice and the seats exchanged."""

    points_per_game: float
    """Mean points per game, without a cube."""

    standard_error: float | None
    """Standard error of the mean, from the variance between pairs (with n - 1); None for one pair."""

    verdict: Verdict
    """Verdict of the test."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval; None if all pairs have the same score, so that the variance is 0."""
        return normal_interval(self.points_per_game, self.standard_error) if self.standard_error else None

    def _fields(self) -> Mapping[str, Any]:
        return {
            "pairs": self.pairs,
            "points_per_game": self.points_per_game,
            "standard_error": self.standard_error,
            "interval": self.interval,
            "verdict": self.verdict.value,
        }

    def __str__(self) -> str:
        reach = "" if self.interval is None else f" ± {self.interval[1] - self.points_per_game:.4f}"
        sure = "" if self.interval is None else " (95 %)"
        pairs = "1 pair" if self.pairs == 1 else f"{self.pairs} pairs"
        return f"{self.points_per_game:+.4f}{reach} points per game{sure}, {pairs}"


_MOST = 2**64
"""Upper limit for numbers of pairs and sums of squares."""


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A sequential test of two hypotheses: no gain, or the gain that makes a new network worth shipping.

    Wald's test for the mean of normal values, with the variance observed so far, after every round of pairs. The
    log-likelihood ratio is ``n (gain / s²) (mean - gain / 2)``, where ``s`` is the standard deviation of a pair's
    points per game. It stops at ``± log((1 - error) / error)``. Wald,
    "Sequential tests of statistical hypotheses" (1945).

    Raises
    ------
    ArgumentError
        If a number is out of its range.
    """

    gain: float = 0.005
    """Gain in points per game that the test looks for."""

    error: float = 0.05
    """Probability of a wrong verdict, for either hypothesis."""

    round: int = 1000
    """Number of pairs between tests."""

    most_pairs: int = 200_000
    """Maximum number of pairs; the verdict is then `Verdict.OPEN`."""

    def __post_init__(self) -> None:
        """Check the ranges of the fields, and convert NumPy numbers to Python's."""
        for name in ("gain", "error"):
            object.__setattr__(self, name, _number(name, getattr(self, name)))
        for name in ("round", "most_pairs"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        if not 0.0 < self.gain < math.inf:
            raise ArgumentError(f"gain: expected points per game above 0, got {self.gain}")
        if not 0.0 < self.error < 0.5:
            raise ArgumentError(f"error: expected a chance above 0 and below a half, got {self.error}")
        for name in ("round", "most_pairs"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name}: expected at least one pair, got {quote(getattr(self, name))}")

    def judge(self, pairs: int, points: int, squares: int) -> Match:
        """Return the result of the test for given pairs.

        Parameters
        ----------
        pairs
            Number of pairs played.
        points
            Points won minus points lost over all their games.
        squares
            Sum of the squares of each pair's points.

        Raises
        ------
        TypeError
            If an argument is not an int.
        ArgumentError
            If there are no pairs, or the sums are impossible.
        """
        pairs, points, squares = (
            integer(name, number) for name, number in (("pairs", pairs), ("points", points), ("squares", squares))
        )
        if pairs < 1:
            raise ArgumentError(f"pairs: expected at least one, got {quote(pairs)}")
        if max(pairs, squares) > _MOST:
            raise ArgumentError(f"pairs, squares: expected at most 2^64, got {quote(max(pairs, squares))}")
        if squares * pairs < points * points:
            raise ArgumentError(
                f"squares: {quote(squares)} is too small for {quote(pairs)} pairs with {quote(points)} points in total"
            )
        # A pair is two games.
        found = Moments(count=pairs, total=points / 2, squares=squares / 4)
        mean, variance = points / (2 * pairs), found.variance
        if not variance:
            # One pair, or pairs with equal scores: their variance says nothing about the error.
            verdict = Verdict.OPEN
        else:
            ratio = pairs * self.gain / variance * (mean - self.gain / 2)
            bound = math.log((1 - self.error) / self.error)
            verdict = Verdict.BETTER if ratio >= bound else Verdict.NOT_BETTER if ratio <= -bound else Verdict.OPEN
        return Match(pairs=pairs, points_per_game=mean, standard_error=found.standard_error, verdict=verdict)

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
        """Play pairs of games until the test is decided or reaches `most_pairs`.

        Parameters
        ----------
        network, against
            The network under test, and its opponent.
        seed
            Seed of the dice, 0 to 2^64 - 1.
        start
            Starting position; that of backgammon if None.
        ply
            Search depth of both networks in plies, 0 to 3.
        threads
            Number of threads; all cores if None. The result does not depend on it.
        progress
            Called periodically with the number of pairs done and the maximum.
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


def _number(name: str, number: float) -> float:
    if not isinstance(number, int | float) and not hasattr(number, "__array__"):
        raise TypeError(f"{name}: expected a float, got {quote(number)}")
    try:
        return float(number)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name}: expected a float, got {quote(number)}") from None
