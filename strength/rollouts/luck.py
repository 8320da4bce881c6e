"""What measures the luck of rolls: trials per second, the spread of a trial, and the time to a standard error."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rich.table import Table

import gammon as bg
from gammon.rollouts.settings import LUCK
from strength.rollouts.positions import NAMED, named
from strength.work import Advance

GOAL = 0.005
"""The standard error to which times are given."""

_ROUNDS = 4
"""Each way is timed this often, in turn with the others; the fastest counts."""
_PLAIN = 8
"""How many times as many trials are played if luck is not measured, which is as much quicker."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a way of measuring luck costs and gives."""

    position: str
    cubeful: bool
    luck: str
    trials: int
    per_second: float
    deviation: float
    """Standard deviation of a trial: the standard error times the root of the number of trials."""

    @property
    def seconds(self) -> float:
        """Time to the standard error `GOAL`."""
        return (self.deviation / GOAL) ** 2 / self.per_second


def measure(trials: int, advance: Advance, *, seed: int = 1) -> list[Cost]:
    """Measure all ways on all positions in one thread."""
    engine = bg.Engine(threads=1, tables=bg.tables.DEFAULT)
    found = []
    for name in NAMED:
        for stakes in (None, bg.Stakes()):
            rollouts: dict[str, bg.Rollout] = {}
            rates = dict.fromkeys(LUCK, 0.0)
            for part in range(_ROUNDS):
                for luck in LUCK:
                    count = trials // _ROUNDS * (_PLAIN if luck == "nothing" else 1)
                    began = time.process_time()
                    numbers = range(part * count, (part + 1) * count)
                    one = bg.rollout(named(name), numbers, seed=seed, stakes=stakes, luck=luck, engine=engine)
                    rates[luck] = max(rates[luck], count / (time.process_time() - began))
                    rollouts[luck] = rollouts[luck] + one if luck in rollouts else one
                    advance(1)
            for luck, one in rollouts.items():
                found.append(
                    Cost(
                        position=name,
                        cubeful=stakes is not None,
                        luck=luck,
                        trials=one.trials,
                        per_second=rates[luck],
                        deviation=(one.equity_standard_error or 0.0) * one.trials**0.5,
                    )
                )
    return found


def steps() -> int:
    """Return how many times `measure` calls `advance`."""
    return len(NAMED) * 2 * _ROUNDS * len(LUCK)


def tabulate(costs: list[Cost]) -> Table:
    """Return a table of costs."""
    table = Table(title="What measures the luck of the rolls, one thread")
    for heading in ("position", "luck", "cube", "trials", "trials a second", "sd of a trial", f"seconds to {GOAL}"):
        table.add_column(heading, justify="left" if heading in ("position", "luck", "cube") else "right")
    for one in costs:
        table.add_row(
            one.position,
            one.luck,
            "cubeful" if one.cubeful else "cubeless",
            f"{one.trials:,}",
            f"{one.per_second:,.0f}",
            f"{one.deviation:.4f}",
            f"{one.seconds:.2f}",
        )
    return table
