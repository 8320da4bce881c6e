"""The engine: a network, exact tables, a search depth, and a cube model."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gammon import tables as exact
from gammon._engine import CubeModel, Evaluator, MatchEquityTable, MoveFilter, Network, Position
from gammon.arguments import check, real, whole
from gammon.met.files import load
from gammon.stakes import Stakes
from gammon.typing import Boards

MOST_CHECKERS = 15
"""Checkers per side in the games that the network was trained on."""

MOST_THREADS = 1024
"""Maximum number of threads of a long call."""

MOST_PLIES = 3
"""Maximum search depth, in plies."""

EvaluatorFunction: TypeAlias = Callable[[Boards], npt.NDArray[np.floating[Any]]]
"""A function used in place of a network.

It takes boards (uint8, shape ``(n, 2, 26)``, the player on roll first) and returns probabilities, shape ``(n, 5)``, in
the order of `gammon.batch.evaluate`. It is called from another thread, with many boards at a time."""


class UntrainedWarning(UserWarning):
    """Warns about evaluating a position without 15 checkers per side, since the network was trained on no other.

    The rules still hold (end of the game, legal plays, no impossible gammons), but the probabilities are unreliable: in
    hypergammon they are off by 0.3 points on average. For up to three checkers, `gammon.tables` has exact tables.
    """

    __module__ = "gammon"


def warn_if_untrained(position: Position, engine: Engine) -> None:
    """Issue an `UntrainedWarning`, if one applies, attributed to the caller of the calling function."""
    words = why_untrained(position, engine)
    if words is not None:
        warnings.warn(words, UntrainedWarning, stacklevel=3)


def why_untrained(position: Position, engine: Engine | None = None) -> str | None:
    """Return the warning for a position.

    None if the network was trained on such positions, a table of the engine covers it, or the game is over.
    """
    checkers = position.checkers
    if checkers == MOST_CHECKERS or position.is_over or engine_or_default(engine).evaluator.covers(position):
        return None
    table = f"hypergammon-{checkers}"
    advice = f"; `gammon tables build {table}` solves this game exactly" if table in exact.NAMES else ""
    return (
        f"the network was trained on {MOST_CHECKERS} checkers per side, and this position has {checkers}: "
        f"its evaluation is unreliable{advice}"
    )


@dataclass(frozen=True)
class Engine:
    """An engine: how positions are evaluated and searched.

    Functions take one as ``engine=``; the default is ``Engine()``.

    A function in place of a network is never called with finished games. Its results are clamped to be consistent: not
    more gammons than wins, and no gammon loss for a side with a checker off. An exception in it ends the call.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
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
    """Evaluates positions: a network, or a function in its place; if None, the network that ships with gammon."""

    ply: int = 0
    """Default search depth in plies, 0 to 3, counted as in GNU Backgammon: 0 is the network or a table alone."""

    met: MatchEquityTable | None = None
    """Match equity table, with the player on roll as its first player; None for the default of `gammon.met`."""

    efficiency: float | None = None
    """Cube efficiency in every position, from 0 (dead) to 1 (live); None for a value by class of position."""

    threads: int | None = None
    """Number of threads of long calls; None for one per core. Results do not depend on it."""

    move_filter: MoveFilter = MoveFilter.NORMAL
    """Which candidate plays are searched at 1 ply and deeper."""

    tables: Sequence[str] | None = None
    """Names of the exact tables to use, from `gammon.tables.NAMES`; an empty sequence for none.

    A table without a file is solved on first use. None stands for the bear-off tables of `gammon.tables.DEFAULT` and
    the tables of hypergammon whose files exist. In addition, `rank_plays` and `cube_decision` then solve bear-offs
    beyond these tables if they lead to few other positions, for money and at a match score, in at most a second.
    """

    def __post_init__(self) -> None:
        """Check the types and ranges of the fields."""
        check("move_filter", self.move_filter, MoveFilter)
        if not (self.network is None or isinstance(self.network, Network) or callable(self.network)):
            raise TypeError(f"network: expected a Network or a function, got {type(self.network).__name__}")
        if self.met is not None and not isinstance(self.met, MatchEquityTable):
            raise TypeError(f"met: expected a MatchEquityTable, got {type(self.met).__name__}")
        object.__setattr__(self, "ply", whole("ply", self.ply, 0, MOST_PLIES))
        if self.threads is not None:
            object.__setattr__(self, "threads", whole("threads", self.threads, 1, MOST_THREADS))
        if self.efficiency is not None:
            object.__setattr__(self, "efficiency", real("efficiency", self.efficiency, 0, 1))
        if self.tables is not None:
            object.__setattr__(self, "tables", exact.checked("tables", self.tables))

    @cached_property
    def evaluator(self) -> Evaluator:
        """The evaluator of the compiled engine. Its tables are opened, or solved, when it is first used."""
        tables = [exact.get(name, threads=self.threads) for name in exact.chosen(self.tables)]
        network = Network.shipped() if self.network is None else self.network
        return Evaluator(network, tables, solve=self.tables is None)

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
        """Return the cube model for given stakes."""
        check("stakes", stakes, Stakes)
        met = load() if self.met is None else self.met
        return CubeModel(stakes.scoring, met, max_cube=stakes.max_cube, efficiency=self.efficiency)


_DEFAULT = Engine()


def engine_or_default(engine: Engine | None) -> Engine:
    """Return the engine given, or the default one if None.

    Raises
    ------
    TypeError
        If it is not an `Engine`.
    """
    if engine is None:
        return _DEFAULT
    if not isinstance(engine, Engine):
        raise TypeError(f"engine: expected an Engine, got {type(engine).__name__}")
    return engine
