"""The scores at which decisions are compared, and the value of a game's result at them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import gammon as bg

MET = bg.met.load()
"""The match equity table used for all values in matches."""


@dataclass(frozen=True, kw_only=True)
class Score:
    """A score as the player who starts sees it. Decisions of both players are drawn."""

    name: str
    scoring: bg.Scoring

    @property
    def unit(self) -> str:
        """The unit of the costs at this score."""
        return "match-winning chance" if self.scoring.is_match else "points per unit of the cube"

    @property
    def has_live_cube(self) -> bool:
        """Whether either player may double a centred cube."""
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
    """Return the value of winning ``points``, or of losing them if negative (R8.1, R8.3).

    Returns
    -------
    float
        The points themselves for money, the player's match-winning chance in a match.
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
    """Return `worth` for each element of ``points``."""
    different, where = np.unique(points, return_inverse=True)
    return np.array([worth(scoring, one) for one in different.tolist()])[where].reshape(points.shape)
