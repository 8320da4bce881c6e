"""What tables and plots of rollouts read: the fields of `gammon.Rollout` and of comparisons, as protocols.

The results themselves have methods that make tables and plots, so these modules cannot import them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gammon.rollouts.settings import RolloutSettings
from gammon.rollouts.tally import Tally

FiveShares = tuple[float, float, float, float, float]
Interval = tuple[float, float]


class EstimatesLike(Protocol):
    """`gammon.Estimates`."""

    @property
    def probabilities(self) -> FiveShares: ...

    @property
    def probability_errors(self) -> FiveShares | None: ...

    @property
    def cubeless_equity(self) -> float: ...

    @property
    def cubeless_error(self) -> float | None: ...

    @property
    def equity(self) -> float | None: ...

    @property
    def equity_error(self) -> float | None: ...

    @property
    def mwc(self) -> float | None: ...

    @property
    def mwc_error(self) -> float | None: ...


class FirstRollLike(Protocol):
    """`gammon.FirstRoll`."""

    @property
    def roll(self) -> object: ...

    @property
    def trials(self) -> int: ...

    @property
    def equity(self) -> float: ...

    @property
    def standard_error(self) -> float | None: ...


class StartLike(Protocol):
    """`gammon.rollouts.result.RolloutStart`."""

    @property
    def first(self) -> object: ...

    @property
    def single(self) -> tuple[float, float]: ...


class RolloutLike(Protocol):
    """`gammon.Rollout`."""

    @property
    def start(self) -> StartLike: ...

    @property
    def settings(self) -> RolloutSettings: ...

    @property
    def tally(self) -> Tally: ...

    @property
    def trials(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def seed(self) -> int: ...

    @property
    def network(self) -> str: ...

    @property
    def is_cubeful(self) -> bool: ...

    @property
    def is_match(self) -> bool: ...

    @property
    def probabilities(self) -> FiveShares: ...

    @property
    def standard_error(self) -> FiveShares | None: ...

    @property
    def intervals(self) -> tuple[Interval, Interval, Interval, Interval, Interval]: ...

    @property
    def adjusted(self) -> EstimatesLike: ...

    @property
    def raw(self) -> EstimatesLike: ...

    @property
    def equity(self) -> float: ...

    @property
    def equity_standard_error(self) -> float | None: ...

    @property
    def mwc(self) -> float | None: ...

    @property
    def mwc_standard_error(self) -> float | None: ...

    @property
    def turns_per_game(self) -> float: ...

    @property
    def first_rolls(self) -> Sequence[FirstRollLike]: ...

    @property
    def running(self) -> Sequence[tuple[int, float, float | None]]: ...


class DifferenceLike(Protocol):
    """`gammon.Difference`."""

    @property
    def equity(self) -> float: ...

    @property
    def standard_error(self) -> float | None: ...

    @property
    def sigmas(self) -> float | None: ...


class PlayLike(Protocol):
    """`gammon.RolledOutPlay`."""

    @property
    def play(self) -> object: ...

    @property
    def rollout(self) -> RolloutLike: ...

    @property
    def loss(self) -> DifferenceLike: ...


class CubeLike(Protocol):
    """`gammon.RolledOutCube`."""

    @property
    def no_double(self) -> RolloutLike: ...

    @property
    def double_take(self) -> RolloutLike: ...

    @property
    def double_pass(self) -> float: ...

    @property
    def double_beaver(self) -> float | None: ...

    @property
    def gain(self) -> DifferenceLike: ...

    @property
    def action(self) -> str: ...

    @property
    def sigmas(self) -> float | None: ...
