"""What judges positions: a network, how far it looks ahead, and how it values the cube."""

from __future__ import annotations

from dataclasses import dataclass

from gammon._engine import ArgumentError, CubeModel, MatchEquityTable, Network
from gammon.met.files import load
from gammon.stakes import Stakes

MOST_PLIES = 3
"""The most turns that a search looks ahead."""


@dataclass(frozen=True)
class Engine:
    """What judges. Functions that judge take one as ``engine=``; without it they use ``Engine()``.

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

    network: Network | None = None
    """Evaluates positions; None for the network that ships with gammon."""

    ply: int = 0
    """Turns looked ahead where a call does not say, 0 to 3, as GNU Backgammon counts: 0 is the network alone."""

    met: MatchEquityTable | None = None
    """Values match scores, with the player on roll as its first player; None for the default of `gammon.met`."""

    efficiency: float | None = None
    """How live the cube is taken to be everywhere, from 0, dead, to 1; None for a value by class of position."""

    threads: int | None = None
    """How many threads long calls use; None for one a core. No answer depends on it."""

    def __post_init__(self) -> None:
        """Refuse what cannot judge."""
        if self.network is not None and not isinstance(self.network, Network):
            raise TypeError(f"network: expected a Network, got {type(self.network).__name__}")
        if self.met is not None and not isinstance(self.met, MatchEquityTable):
            raise TypeError(f"met: expected a MatchEquityTable, got {type(self.met).__name__}")
        if isinstance(self.ply, bool) or not isinstance(self.ply, int):
            raise TypeError(f"ply: expected an int, got {type(self.ply).__name__}")
        if not 0 <= self.ply <= MOST_PLIES:
            raise ArgumentError(f"ply is {self.ply}; it must be from 0 to {MOST_PLIES}")
        if self.efficiency is not None and not 0.0 <= self.efficiency <= 1.0:
            raise ArgumentError(
                f"efficiency is {self.efficiency}; it must be from 0 (a dead cube) to 1 (a live one), or None"
            )

    @property
    def evaluator(self) -> Network:
        """What evaluates positions, as the compiled engine takes it."""
        return Network.shipped() if self.network is None else self.network

    def model(self, stakes: Stakes) -> CubeModel:
        """Return how positions of a game are valued with its cube and score."""
        return CubeModel(stakes.scoring, load() if self.met is None else self.met, max_cube=stakes.max_cube)


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
