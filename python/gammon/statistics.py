"""Means, standard errors and confidence intervals of trials, games and pairs of games.

The normal distribution is the standard library's `statistics.NormalDist`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

CONFIDENCE = 0.95
"""Default confidence level: the share of intervals that contain the true value."""


@dataclass(frozen=True, kw_only=True)
class Moments:
    """Count, sum and sum of squares of a sample; they give its mean and standard error, and samples can be added.

    Examples
    --------
    >>> from gammon.statistics import Moments
    >>> points = Moments.of([1, -1, 2, 2])
    >>> points.mean, round(points.standard_error, 4)
    (1.0, 0.7071)
    >>> Moments.of([1.0]).standard_error is None
    True
    """

    count: int
    """Number of values."""
    total: float
    """Their sum."""
    squares: float
    """The sum of their squares."""

    @classmethod
    def of(cls, values: list[float] | list[int] | tuple[float, ...]) -> Moments:
        """Return the moments of some values; the sums are correctly rounded."""
        return cls(count=len(values), total=math.fsum(values), squares=math.fsum(value * value for value in values))

    def __add__(self, other: Moments) -> Moments:
        if not isinstance(other, Moments):
            return NotImplemented
        return Moments(
            count=self.count + other.count, total=self.total + other.total, squares=self.squares + other.squares
        )

    @property
    def mean(self) -> float | None:
        """Mean; None for an empty sample."""
        return self.total / self.count if self.count else None

    @property
    def variance(self) -> float | None:
        """Sample variance, with n - 1; None for fewer than two values."""
        if self.count < 2:
            return None
        # With a single division at the end, integers up to 2^53 stay exact until then.
        scaled = self.count * self.squares - self.total * self.total
        return max(scaled, 0.0) / (self.count * (self.count - 1))

    @property
    def standard_error(self) -> float | None:
        """Standard error of the mean, ``sqrt(variance / n)``; None for fewer than two values."""
        variance = self.variance
        return None if variance is None else math.sqrt(variance / self.count)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
        """Return the normal confidence interval of the mean; None for fewer than two values.

        Raises
        ------
        ValueError
            If `confidence` is not between 0 and 1.
        """
        mean, error = self.mean, self.standard_error
        return None if mean is None or error is None else normal_interval(mean, error, confidence)


def normal_interval(mean: float, standard_error: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the confidence interval of a mean with a normally distributed error.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.
    """
    reach = quantile(confidence) * standard_error
    return mean - reach, mean + reach


def wilson_interval(share: float, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's score interval of a proportion, which is valid for rare events too.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212.

    Parameters
    ----------
    share
        Proportion of the trials in which the event happened, from 0 to 1.
    trials
        Number of trials, at least one.
    confidence
        Confidence level, between 0 and 1.

    Raises
    ------
    ValueError
        If an argument is out of its range.

    Examples
    --------
    An event that did not happen in ten trials may still have a probability of up to 28 %:

    >>> from gammon.statistics import wilson_interval
    >>> low, high = wilson_interval(0.0, 10)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.278)
    """
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"share must be from 0 to 1, got {share}")
    if trials < 1:
        raise ValueError(f"trials must be at least 1, got {trials}")
    z = quantile(confidence)
    squared = z * z
    middle = share + squared / (2 * trials)
    reach = z * math.sqrt(share * (1.0 - share) / trials + squared / (4 * trials * trials))
    scale = 1.0 + squared / trials
    low, high = (middle - reach) / scale, (middle + reach) / scale
    # Exactly 0 and 1, where rounding could give a value beside them.
    return (0.0 if share == 0.0 else max(0.0, low)), (1.0 if share == 1.0 else min(1.0, high))


def share_standard_error(share: float, trials: int) -> float | None:
    """Return the standard error of a proportion, ``sqrt(p (1 - p) / (n - 1))``; None for fewer than two trials.

    For a proportion of 0 or 1 it is 0, which says nothing about the true one; use `wilson_interval` there.
    """
    return None if trials < 2 else math.sqrt(share * (1.0 - share) / (trials - 1))


def quantile(confidence: float) -> float:
    """Return the half-width of a confidence interval in standard errors.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.

    Examples
    --------
    >>> from gammon.statistics import quantile
    >>> round(quantile(0.95), 4)
    1.96
    """
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must be between 0 and 1, got {confidence}")
    from statistics import NormalDist  # Imported here because the import is slow.

    return NormalDist().inv_cdf((1.0 + confidence) / 2)
