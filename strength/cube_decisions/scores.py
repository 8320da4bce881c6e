"""The scores at which decisions are compared, and what a game won there is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import gammon as bg

MET = bg.met.load()
"""The match equities by which everything is judged."""


@dataclass(frozen=True, kw_only=True)
class Score:
    """A score, seen by the player who starts; both players' decisions are drawn."""

    name: str
    scoring: bg.Scoring

    @property
    def unit(self) -> str:
        """In what costs are given."""
        return "match-winning chance" if self.scoring.is_match else "points per unit of the cube"

    @property
    def has_live_cube(self) -> bool:
        """Whether anybody may double at all."""
        models = (bg.CubeModel(scoring, MET) for scoring in (self.scoring, self.scoring.swap()))
        return any(model.may_double(bg.Cube()) for model in models)


SCORES = (
    Score(name="money", scoring=bg.Scoring.money()),
    Score(name="5-away, 5-away", scoring=bg.Scoring.match(5, 5)),
    Score(name="2-away, 4-away", scoring=bg.Scoring.match(2, 4)),
    Score(name="Crawford, 4-away, 1-away", scoring=bg.Scoring.match(4, 1, crawford=bg.Crawford.THIS_GAME)),
    Score(name="after Crawford, 4-away, 1-away", scoring=bg.Scoring.match(4, 1, crawford=bg.Crawford.PLAYED)),
)


def worth(scoring: bg.Scoring, points: int) -> float:
    """Say what a player has once he has won so many points, or lost them if negative (R8.1, R8.3).

    Returns
    -------
    float
        The points for money, his chance of winning the match otherwise.
    """
    if scoring.away is None:
        return float(points)
    own, other = scoring.away[0] - max(points, 0), scoring.away[1] - max(-points, 0)
    if own <= 0 or other <= 0:
        return float(own <= 0)
    if scoring.crawford in (bg.Crawford.THIS_GAME, bg.Crawford.PLAYED):
        crawford = bg.Crawford.PLAYED
    else:
        crawford = bg.Crawford.THIS_GAME if 1 in (own, other) else bg.Crawford.TO_COME
    return MET.mwc(own, other, crawford)


def worth_of(scoring: bg.Scoring, points: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Give `worth` of many results."""
    different, where = np.unique(points, return_inverse=True)
    return np.array([worth(scoring, one) for one in different.tolist()])[where].reshape(points.shape)
