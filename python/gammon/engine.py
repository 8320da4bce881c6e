"""What judges positions: a network, how far it looks ahead, and how it values the cube."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gammon._engine import CubeModel, Evaluator, MatchEquityTable, MoveFilter, Network, Position
from gammon.arguments import check, real, whole
from gammon.met.files import load
from gammon.stakes import Stakes
from gammon.typing import Boards

MOST_CHECKERS = 15
"""Checkers a side in the games that the network was trained on."""

MOST_THREADS = 1024
"""The most threads that a long call uses."""

MOST_PLIES = 3
"""The most turns that a search looks ahead."""

EvaluatorFunction: TypeAlias = Callable[[Boards], npt.NDArray[np.floating[Any]]]
"""A function that can stand in for a network.

It takes boards (uint8, shape ``(n, 2, 26)``, the player on roll first) and returns probabilities, shape ``(n, 5)``, as
`gammon.batch.evaluate` does. It is called from another thread, with many boards at a time."""


class UntrainedWarning(UserWarning):
    """A judgement of a position with other than 15 checkers a side, of which the network has seen none.

    The rules are kept (an end of the game, legal plays, no gammon where there can be none), but the probabilities are
    worth little: in hypergammon they are off by .3 points on average. Roll the position out instead.
    """

    __module__ = "gammon"


def warn_if_untrained(position: Position) -> None:
    """Warn, in the name of who called the caller, that a network judges what it was not trained on."""
    words = why_untrained(position)
    if words is not None:
        warnings.warn(words, UntrainedWarning, stacklevel=3)


def why_untrained(position: Position) -> str | None:
    """Say what a network has not seen of a position; None if it was trained on such ones, or the game is over."""
    if position.checkers == MOST_CHECKERS or position.is_over:
        return None
    return (
        f"the network was trained on {MOST_CHECKERS} checkers a side and has never seen {position.checkers}: "
        "its judgement of this position is worth little"
    )


@dataclass(frozen=True)
class Engine:
    """What judges. Functions that judge take one as ``engine=``; without it they use ``Engine()``.

    A function that stands in for a network is never asked about finished games, and what it says is made consistent: a
    gammon is a win, a side with a checker off loses no gammon. What it raises ends the call.

    Raises
    ------
    TypeError
        If an argument has another type.
    ArgumentError
        If a number is out of its range.

    Examples
    --------
    >>> import gammon as bg
    >>> engine = bg.Engine(ply=1)
    >>> str(bg.rank_plays(bg.Position.start(), (3, 1), engine=engine)[0].play)
    '8/5 6/5'
    """

    network: Network | EvaluatorFunction | None = None
    """Evaluates positions: a network, a function in its place, or, if None, the network that ships with gammon."""

    ply: int = 0
    """Turns looked ahead where a call does not say, 0 to 3, as GNU Backgammon counts: 0 is the network alone."""

    met: MatchEquityTable | None = None
    """Values match scores, with the player on roll as its first player; None for the default of `gammon.met`."""

    efficiency: float | None = None
    """How live the cube is taken to be everywhere, from 0, dead, to 1; None for a value by class of position."""

    threads: int | None = None
    """How many threads long calls use; None for one a core. No answer depends on it."""

    move_filter: MoveFilter = MoveFilter.NORMAL
    """Which plays `rank_plays` searches from 1 ply on."""

    def __post_init__(self) -> None:
        """Refuse what cannot judge."""
        check("move_filter", self.move_filter, MoveFilter)
        if not (self.network is None or isinstance(self.network, Network) or callable(self.network)):
            raise TypeError(f"network: expected a Network or a function, got {type(self.network).__name__}")
        if self.met is not None and not isinstance(self.met, MatchEquityTable):
            raise TypeError(f"met: expected a MatchEquityTable, got {type(self.met).__name__}")
        object.__setattr__(self, "ply", whole("ply", self.ply, 0, MOST_PLIES))
        if self.threads is not None:
            object.__setattr__(self, "threads", whole("threads", self.threads, 1, MOST_THREADS))
        if self.efficiency is not None:
            # From a dead cube to a live one.
            object.__setattr__(self, "efficiency", real("efficiency", self.efficiency, 0, 1))

    @cached_property
    def evaluator(self) -> Evaluator:
        """What evaluates positions, as the compiled engine takes it."""
        return Evaluator(Network.shipped() if self.network is None else self.network)

    @property
    def name(self) -> str:
        """What evaluates positions: a network's name, which is the hash of its weights, or the name of a function."""
        network = Network.shipped() if self.network is None else self.network
        return (
            network.name if isinstance(network, Network) else getattr(network, "__qualname__", type(network).__name__)
        )

    def __getstate__(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def model(self, stakes: Stakes) -> CubeModel:
        """Return how positions of a game are valued with its cube and score."""
        check("stakes", stakes, Stakes)
        met = load() if self.met is None else self.met
        return CubeModel(stakes.scoring, met, max_cube=stakes.max_cube, efficiency=self.efficiency)


_DEFAULT = Engine()


def engine_or_default(engine: Engine | None) -> Engine:
    """Return an engine, the default one if None.

    Raises
    ------
    TypeError
        If it is something else.
    """
    if engine is None:
        return _DEFAULT
    if not isinstance(engine, Engine):
        raise TypeError(f"engine: expected an Engine, got {type(engine).__name__}")
    return engine
