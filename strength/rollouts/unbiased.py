"""Whether the means of rollouts are right: against exact values, and with different settings against each other.

A rollout has two possible errors. One is that of its method: luck, stratified dice, truncation. The other is that of
the plays: the value of a game between players that err is not the exact value. They are told apart by three players:

- *exact*: plays, cube actions and luck are those of the exact tables;
- *distorted*: a function gives wrong chances that rank plays as the exact ones do. So plays are perfect, but luck is
  measured badly, and a bias of the method would show;
- *network*: without tables. Its differences from the exact values are those of its plays.

No trial ends at a table, except where truncation is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from rich.table import Table

import gammon as bg
from gammon.typing import Boards
from strength.rollouts.positions import CUBES, TABLES, Exact
from strength.work import Advance

if TYPE_CHECKING:
    from gammon.rollouts.options import RolloutOptions

ROUNDING = 1e-6
"""Differences up to this are not compared with the standard error. Tables and probabilities are rounded more finely."""

_TRUNCATED = 2
_PLAIN_TRIALS = 8
"""How many times as many trials are played where luck is not subtracted."""


@dataclass(kw_only=True)
class Deviations:
    """Differences between means and what they should be, in one way to roll out."""

    player: str
    way: str
    what: str
    differences: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)

    def add(self, difference: float, error: float | None) -> None:
        """Add a difference and its standard error."""
        self.differences.append(difference)
        self.errors.append(error or 0.0)

    @property
    def sigmas(self) -> npt.NDArray[np.float64]:
        """The differences in standard errors; 0 where it is a matter of rounding."""
        differences, errors = np.array(self.differences), np.array(self.errors)
        is_rounding = np.abs(differences) <= ROUNDING
        return np.where(is_rounding, 0.0, differences / np.maximum(errors, 1e-12))

    def beyond(self, sigmas: float) -> int:
        """Return how many differences are larger than a number of standard errors."""
        return int((np.abs(self.sigmas) > sigmas).sum())

    @property
    def mean(self) -> tuple[float, float]:
        """The mean difference with its standard error, from those of the rollouts."""
        count = len(self.differences)
        return float(np.mean(self.differences)), float(np.hypot.reduce(self.errors) / count)

    @property
    def spread(self) -> float:
        """The root mean square of the differences that chance does not explain."""
        excess = np.mean(np.square(self.differences)) - np.mean(np.square(self.errors))
        return float(max(excess, 0.0) ** 0.5)


def distorted(engine: bg.Engine) -> Callable[[Boards], npt.NDArray[np.float32]]:
    """Return a function that distorts the winning chances of an engine, for games without gammons.

    The distortion rises with the chance, and treats both sides alike: plays are ranked as without it.
    """

    def evaluate(boards: Boards) -> npt.NDArray[np.float32]:
        chances = bg.batch.evaluate(boards, engine=engine)
        win = chances[:, 0].astype(np.float64)
        chances[:, 0] = win * win * (3.0 - 2.0 * win)
        return chances

    return evaluate


def players(threads: int | None = None, tables: Sequence[str] = TABLES) -> dict[str, bg.Engine]:
    """Return the engines by the name of the player."""
    exact = bg.Engine(tables=tables, threads=threads)
    return {
        "exact": exact,
        "distorted": bg.Engine(distorted(exact), tables=(), threads=threads),
        "network": bg.Engine(tables=(), threads=threads),
    }


def _ways(player: str) -> Iterator[tuple[str, bool, dict[str, Any]]]:
    """Yield the names of settings, whether there are cubes, and the settings."""
    for stratified in (True, False):
        name = "stratified" if stratified else "not stratified"
        yield name, False, {"stratified": stratified, "end_at_tables": False}
        # The cube model does not know that the chances of `distorted` are wrong.
        if player != "distorted":
            yield name, True, {"stratified": stratified, "end_at_tables": False}
        if player == "exact":
            for cube in (False, True):
                settings = {"stratified": stratified, "end_at_tables": False, "truncate": _TRUNCATED, "luck": "nothing"}
                yield f"{name}, truncated", cube, settings


def against_exact(
    positions: list[Exact], engines: dict[str, bg.Engine], trials: int, advance: Advance, *, seed: int = 1
) -> list[Deviations]:
    """Roll out positions in all ways, and compare the means with the exact values."""
    found = []
    for player, engine in engines.items():
        for name, with_cube, settings in _ways(player):
            settings = dict(settings, engine=engine)
            if with_cube:
                found += _cubeful(positions, player, name, trials, seed, settings)
            else:
                found += _cubeless(positions, player, name, trials, seed, settings)
            advance(1)
    return found


def ways(engines: dict[str, bg.Engine]) -> int:
    """Return how many ways there are to roll out."""
    return sum(1 for player in engines for _ in _ways(player))


def _pair(player: str, name: str, what: str) -> tuple[Deviations, Deviations]:
    return (
        Deviations(player=player, way=f"{name}, luck subtracted", what=what),
        Deviations(player=player, way=name, what=what),
    )


def _cubeless(
    positions: list[Exact], player: str, name: str, trials: int, seed: int, settings: dict[str, Any]
) -> list[Deviations]:
    adjusted, raw = _pair(player, name, "cubeless")
    for number, one in enumerate(positions):
        result = bg.rollout(one.position, trials, seed=seed + number, **settings)
        for deviations, estimates in ((adjusted, result.adjusted), (raw, result.raw)):
            deviations.add(estimates.cubeless_equity - one.cubeless, estimates.cubeless_error)
    return [raw] if settings.get("luck") == "nothing" else [adjusted, raw]


def _cubeful(
    positions: list[Exact], player: str, name: str, trials: int, seed: int, settings: dict[str, Any]
) -> list[Deviations]:
    found = []
    for cube, given in CUBES.items():
        adjusted, raw = _pair(player, name, f"cube {cube}")
        for number, one in enumerate(positions):
            result = bg.rollout(one.position, trials, seed=seed + number, stakes=given, **settings)
            for deviations, estimates in ((adjusted, result.adjusted), (raw, result.raw)):
                assert estimates.equity is not None
                deviations.add(estimates.equity - one.cubeful[cube], estimates.equity_error)
        found += [raw] if settings.get("luck") == "nothing" else [adjusted, raw]
    return found


def of_each_other(
    positions: list[bg.Position], trials: int, advance: Advance, *, seed: int = 1, threads: int | None = None
) -> list[Deviations]:
    """Compare the means with different settings: whatever measures the luck, and with and without stratified rolls.

    All rollouts have different dice. Those without luck subtracted have eight times the trials.
    """
    engine = bg.Engine(threads=threads, tables=bg.tables.DEFAULT)
    found = []
    for what, stakes in (("cubeless", None), ("cubeful", bg.Stakes())):
        base = [
            bg.rollout(one, trials, engine=engine, seed=seed + at, stakes=stakes) for at, one in enumerate(positions)
        ]
        advance(1)
        others: dict[str, RolloutOptions] = {
            "not stratified": {"stratified": False},
            "luck by pruning outputs": {"luck": "pruning"},
            "luck by 0-ply plays": {"luck": "plays"},
            "luck not subtracted": {"luck": "nothing"},
            "neither": {"luck": "nothing", "stratified": False},
        }
        for at, (name, settings) in enumerate(others.items(), start=1):
            deviations = Deviations(player="network", way=f"{name}, less the default", what=what)
            times = _PLAIN_TRIALS if settings.get("luck") == "nothing" else 1
            for number, (one, before) in enumerate(zip(positions, base, strict=True)):
                dice = seed + at * len(positions) + number
                options: RolloutOptions = {**settings, "stakes": stakes, "seed": dice}
                difference = bg.rollout(one, times * trials, engine=engine, **options) - before
                deviations.add(difference.equity, difference.standard_error)
            found.append(deviations)
            advance(1)
    return found


OTHERS = 12
"""How many times `of_each_other` calls `advance`."""


def tabulate(found: list[Deviations], title: str) -> Table:
    """Return a table of deviations."""
    table = Table(title=title)
    headings = ("plays", "way", "value", "positions", "beyond 2 SE", "beyond 3 SE", "sd in SE", "mean error", "largest")
    for heading in (*headings, "rms beyond chance"):
        table.add_column(heading, justify="left" if heading in headings[:3] else "right")
    for one in found:
        mean, error = one.mean
        table.add_row(
            one.player,
            one.way,
            one.what,
            f"{len(one.differences)}",
            f"{one.beyond(2)}",
            f"{one.beyond(3)}",
            f"{one.sigmas.std():.2f}",
            f"{mean:+.5f} ± {error:.5f}",
            f"{np.abs(one.differences).max():.2g}",
            f"{one.spread:.4f}",
        )
    return table
