"""A mean with its confidence interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NORMAL_95 = 1.959964


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A mean of independent values, with the half-width of its 95 % interval (normal approximation)."""

    mean: float
    half_width: float
    count: int

    @classmethod
    def of(cls, values: npt.NDArray[np.float64]) -> Estimate:
        """Return the estimate from at least two values."""
        error = float(values.std(ddof=1)) / len(values) ** 0.5
        return cls(mean=float(values.mean()), half_width=NORMAL_95 * error, count=len(values))

    @classmethod
    def of_counts(cls, counts: Mapping[int, int]) -> Estimate:
        """Return the estimate from at least two integers, given as the number of times each occurred.

        The sums are integers, so nothing is rounded before the last step.
        """
        n = sum(counts.values())
        total = sum(value * count for value, count in counts.items())
        squares = sum(value * value * count for value, count in counts.items())
        # n (n - 1) times the variance, an integer.
        spread = n * squares - total * total
        return cls(mean=total / n, half_width=NORMAL_95 * (spread / (n * n * (n - 1))) ** 0.5, count=n)

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate in another unit, with mean and half-width multiplied by ``factor``."""
        return Estimate(mean=factor * self.mean, half_width=factor * self.half_width, count=self.count)

    def show(self, digits: int, *, sign: bool = False) -> str:
        """Format the mean and the half-width with ``digits`` decimals, such as ``1.25 ± 0.10``."""
        return f"{self.mean:{'+' if sign else ''}.{digits}f} ± {self.half_width:.{digits}f}"
