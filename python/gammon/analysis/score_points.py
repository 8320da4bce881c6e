"""What a match equity table means for the cube at one score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gammon._engine import ArgumentError, Cube, CubeModel, MatchEquityTable, Scoring
from gammon.arguments import real
from gammon.met.files import load
from gammon.quoting import quote
from gammon.stakes import scoring_fields
from gammon.store.json import Saved

_NUMBERS = ("efficiency", "take", "double", "cash", "too_good", "gammon_value", "opponent_gammon_value")


@dataclass(frozen=True, kw_only=True)
class ScorePoints(Saved):
    """Winning chances of the player on roll at which decisions about the cube change, and what gammons are worth.

    A point is None where the decision cannot come up: a side that may not double has no point to double, and the other
    none to take.
    """

    FORMAT, VERSION = "gammon score points", 1

    scoring: Scoring
    """The score."""

    cube: Cube
    """The cube before a double."""

    efficiency: float
    """How live the cube is taken to be, from 0, dead, to 1, live."""

    take: float | None
    """From here on he takes when his opponent doubles."""

    double: float | None
    """From here on a double that is taken is worth at least as much as none."""

    cash: float | None
    """From here on his opponent passes."""

    too_good: float | None
    """From here on playing on is worth more than the pass."""

    gammon_value: float
    """What a gammon adds to a single game won, as a share of what winning adds to losing: 1/2 for money."""

    opponent_gammon_value: float
    """The same for his opponent."""

    def _fields(self) -> Mapping[str, Any]:
        return {
            "scoring": scoring_fields(self.scoring),
            "cube": self.cube.value,
            "cube_owner": self.cube.owner,
            **{name: getattr(self, name) for name in _NUMBERS},
        }


def score_points(
    scoring: Scoring,
    *,
    cube: Cube | None = None,
    met: MatchEquityTable | None = None,
    efficiency: float = 0.0,
    gammons: tuple[float, float] = (0.0, 0.0),
    backgammons: tuple[float, float] = (0.0, 0.0),
    max_cube: int = 2**60,
) -> ScorePoints:
    """Find the points at which decisions about the cube change at a score.

    Parameters
    ----------
    scoring
        The score, or money, seen by the player on roll.
    cube
        The cube before a double; in the centre at 1 if None.
    met
        The match equity table, with the player on roll as its first player; that of `load` if None.
    efficiency
        How live the cube is: 0 takes every double for the last one, 1 a live cube for ever after.
    gammons
        Shares of the games won, and of those lost, that are gammons or more.
    backgammons
        Shares of the games won, and of those lost, that are backgammons.
    max_cube
        The largest cube that is allowed.

    Raises
    ------
    ArgumentError
        If an efficiency or a share is not from 0 to 1.

    Examples
    --------
    >>> import gammon as bg
    >>> found = bg.score_points(bg.Scoring.match(4, 3))
    >>> round(found.take, 4), round(found.gammon_value, 4)
    (0.352, 0.5896)
    """
    cube = Cube() if cube is None else cube
    model = CubeModel(scoring, load() if met is None else met, max_cube=max_cube)
    won, lost = _shares("gammons", gammons)
    backgammons_won, backgammons_lost = _shares("backgammons", backgammons)
    kinds = [won, backgammons_won, lost, backgammons_lost]
    efficiency = real("efficiency", efficiency, 0, 1)
    take, double, cash, too_good = model.points(cube, kinds, efficiency=efficiency)
    return ScorePoints(
        scoring=scoring,
        cube=cube,
        efficiency=efficiency,
        take=take,
        double=double,
        cash=cash,
        too_good=too_good,
        gammon_value=model.gammon_value(cube),
        opponent_gammon_value=model.swap().gammon_value(cube.swap()),
    )


def _shares(name: str, shares: Iterable[float]) -> tuple[float, float]:
    """Read the shares of games won and lost."""
    if isinstance(shares, str | bytes) or not isinstance(shares, Iterable):
        raise TypeError(f"{name}: expected two numbers, got {type(shares).__name__}")
    both = tuple(shares)
    if len(both) != 2:
        raise ArgumentError(f"{name}: expected two numbers, got {quote(shares)}")
    return real(name, both[0], 0, 1), real(name, both[1], 0, 1)
