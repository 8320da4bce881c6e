"""The cost of cube decisions, and how often two engines agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
from rich.table import Table

from strength.cube_decisions.scores import Score
from strength.estimate import Estimate

THOUSANDTHS = 1000.0


def cost(branches: npt.NDArray[np.float64], passed: float, *, double: bool, take: bool) -> tuple[float, float]:
    """Return the cost of the doubling decision, and of the opponent's answer.

    One half of the blocks decides which action is best, the other half gives its value; then the halves change roles
    and the two results are averaged. If the same games did both, choosing the best of noisy values would make every
    cost too high. For the same reason a cost can be slightly negative.

    Parameters
    ----------
    branches
        Values for the player on roll without a double, and after double/take, shape ``(blocks, 2)``.
    passed
        The value of double/pass, also for the player on roll.
    double, take
        The decisions.

    Returns
    -------
    tuple
        What the player on roll loses by the doubling decision, assuming a correct answer, and what the opponent loses
        by the answer.
    """
    halves = [branches[start::2].mean(axis=0).tolist() for start in (0, 1)]
    total = np.zeros(2)
    for (no_double, taken), (guide_no_double, guide_taken) in (halves, halves[::-1]):
        doubled = taken if guide_taken <= passed else passed
        best = doubled if min(guide_taken, passed) > guide_no_double else no_double
        total += best - (doubled if double else no_double), (taken if take else passed) - doubled
    return float(total[0] / 2), float(total[1] / 2)


@dataclass(frozen=True, kw_only=True, eq=False)
class Costs:
    """The engines' decisions at one score, and their costs."""

    score: Score
    engines: tuple[str, ...]
    """Names of the engines that can decide at this score."""
    plies: tuple[int, ...]
    rates: tuple[float, ...]
    """Decisions per second."""
    answers: npt.NDArray[np.bool_]
    """Double and take, shape ``(engines, n, 2)``."""
    costs: npt.NDArray[np.float64]
    """Costs of the double and of the answer, shape ``(engines, n, 2)``; 0 where all engines agree."""
    standard_errors: npt.NDArray[np.float64]
    """Standard errors of the judge's values, shape ``(m, 3)``, a row for each position that was played out.

    See `judge.standard_errors` for the columns.
    """

    def __len__(self) -> int:
        return len(self.answers[0])

    def mean(self, engine: int, part: int | None = None) -> Estimate | None:
        """Return an engine's mean cost per position of the double (0), the answer (1) or both (None)."""
        costs = self.costs[engine]
        return _estimate(costs.sum(axis=1) if part is None else costs[:, part])

    def pairs(self) -> Iterator[Pair]:
        """Yield a comparison of every pair of engines."""
        for one, other in combinations(range(len(self.engines)), 2):
            differ = (self.answers[one] != self.answers[other]).any(axis=1)
            costs = self.costs[[one, other]][:, differ].sum(axis=2)
            yield Pair(
                engines=(self.engines[one], self.engines[other]),
                same_ply=self.plies[one] == self.plies[other],
                equal=1.0 - float(differ.mean()),
                differ=int(differ.sum()),
                costs=(_estimate(costs[0]), _estimate(costs[1])),
                difference=_estimate(costs[1] - costs[0]),
            )


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A comparison of two engines at one score. Costs are in thousandths, per position in which the two differ."""

    engines: tuple[str, str]
    same_ply: bool
    equal: float
    """Share of the positions in which both double and answer are the same."""
    differ: int
    """Number of positions in which the double or the answer differs."""
    costs: tuple[Estimate | None, Estimate | None]
    difference: Estimate | None
    """Cost of the second engine minus that of the first."""


def _estimate(values: npt.NDArray[np.float64]) -> Estimate | None:
    return Estimate.of(values).scaled(THOUSANDTHS) if len(values) > 1 else None


def _shown(estimate: Estimate | None, *, sign: bool = False) -> str:
    return "-" if estimate is None else estimate.show(1, sign=sign)


def tabulate_engines(found: list[Costs], caption: str) -> Table:
    """Return a table of each engine's cost per decision."""
    table = Table(
        title="Thousandths lost per decision: of a point per unit of the cube, or of match-winning chance",
        caption=caption,
    )
    for name in ("score", "engine", "double", "answer", "both", "decisions/s"):
        table.add_column(name, justify="left" if name in ("score", "engine") else "right")
    for costs in found:
        for engine, name in enumerate(costs.engines):
            cells = [_shown(costs.mean(engine, part)) for part in (0, 1, None)]
            score = f"{costs.score.name}: {len(costs)}, {len(costs.standard_errors)} played out" if not engine else ""
            table.add_row(score, name, *cells, f"{costs.rates[engine]:,.0f}")
        table.add_section()
    return table


def tabulate_pairs(found: list[Costs], caption: str) -> Table:
    """Return a table that compares the pairs of engines which search the same number of plies."""
    table = Table(title="Where two engines differ: thousandths lost by each", caption=caption)
    for name in ("score", "engines", "agree", "differ", "first loses", "second loses", "second minus first"):
        table.add_column(name, justify="left" if name in ("score", "engines") else "right")
    for costs in found:
        for pair in costs.pairs():
            if pair.same_ply:
                table.add_row(
                    costs.score.name,
                    " / ".join(pair.engines),
                    f"{100 * pair.equal:.1f} %",
                    f"{pair.differ}",
                    *(_shown(cost) for cost in pair.costs),
                    _shown(pair.difference, sign=True),
                )
        table.add_section()
    return table


def as_json(costs: Costs) -> dict[str, object]:
    """Return all figures of one score as JSON values, with costs and errors in thousandths."""

    def plain(estimate: Estimate | None) -> dict[str, float] | None:
        return None if estimate is None else asdict(estimate)

    errors = costs.standard_errors
    return {
        "score": costs.score.name,
        "unit": f"thousandths of {costs.score.unit}",
        "positions": len(costs),
        "played_out": len(errors),
        "mean_standard_errors": (THOUSANDTHS * errors.mean(axis=0)).tolist() if len(errors) else None,
        "engines": [
            {
                "engine": name,
                "decisions_per_second": costs.rates[engine],
                "double": plain(costs.mean(engine, 0)),
                "answer": plain(costs.mean(engine, 1)),
                "both": plain(costs.mean(engine)),
            }
            for engine, name in enumerate(costs.engines)
        ],
        "pairs": [
            {
                "engines": pair.engines,
                "equal": pair.equal,
                "differ": pair.differ,
                "costs": [plain(cost) for cost in pair.costs],
                "difference": plain(pair.difference),
            }
            for pair in costs.pairs()
        ],
    }
