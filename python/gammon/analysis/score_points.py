"""Take, double, cash and too-good points and gammon values at one score."""

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
    """Winning chances of the player on roll at which cube decisions change, and the gammon values.

    A point is None where the decision cannot come up: without the right to double, there is no double point, and no
    take point for the other side.
    """

    FORMAT, VERSION = "gammon score points", 1

    scoring: Scoring
    """The score."""

    cube: Cube
    """The cube before a double."""

    efficiency: float
    """Cube efficiency, from 0 (dead) to 1 (live)."""

    take: float | None
    """Take point: from here on the player on roll takes when the opponent doubles."""

    double: float | None
    """Double point: from here on double/take is at least as good as no double."""

    cash: float | None
    """Cash point: from here on the opponent passes a double."""

    too_good: float | None
    """Too-good point: from here on playing on is worth more than the pass."""

    gammon_value: float
    """Gain from winning a gammon instead of a single game, relative to winning instead of losing: 1/2 for money."""

    opponent_gammon_value: float
    """The gammon value of the opponent."""

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
    """Compute the take, double, cash and too-good points and the gammon values at a score.

    Parameters
    ----------
    scoring
        The score, or money, from the point of view of the player on roll.
    cube
        The cube before a double; centred at 1 if None.
    met
        The match equity table, with the player on roll as its first player; the default of `load` if None.
    efficiency
        Cube efficiency: 0 treats the cube as dead after the double, 1 as fully live.
    gammons
        Gammon rates (gammons or more) of the games won and of the games lost.
    backgammons
        Backgammon rates of the games won and of the games lost.
    max_cube
        The largest cube that is allowed.

    Raises
    ------
    ArgumentError
        If the efficiency or a rate is not in [0, 1].

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
    """Check a pair of rates: of games won and of games lost."""
    if isinstance(shares, str | bytes) or not isinstance(shares, Iterable):
        raise TypeError(f"{name}: expected two numbers, got {type(shares).__name__}")
    both = tuple(shares)
    if len(both) != 2:
        raise ArgumentError(f"{name}: expected two numbers, got {quote(shares)}")
    return real(name, both[0], 0, 1), real(name, both[1], 0, 1)
