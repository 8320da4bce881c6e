"""A fast and exact backgammon engine.

>>> import gammon as bg
>>> position = bg.Position.start()
>>> [str(ranked.play) for ranked in bg.rank_plays(position, (3, 1))][0]
'8/5 6/5'

Every position, probability and equity is seen by the player on roll unless its name says otherwise, and a play's
position has the opponent on roll. Arrays of positions are the business of `gammon.batch`, cube and score that of
`gammon.match`; a slow and plain second implementation of the rules, to check this one against, is `gammon.reference`.
"""

from gammon import batch, drawing, match
from gammon._engine import (
    ArgumentError,
    DiceError,
    GammonError,
    GnubgId,
    IllegalPlayError,
    Network,
    NotationError,
    Outcome,
    ParsedPlay,
    Play,
    Position,
    PositionError,
    Roll,
    WeightsError,
    Xgid,
    __version__,
)
from gammon.judgement import RankedPlay, evaluate, rank_plays
from gammon.match import IllegalActionError, Match, MatchRules, MatchState, Player
from gammon.rollouts import Rollout, rollout

__all__ = [
    "ArgumentError",
    "DiceError",
    "GammonError",
    "GnubgId",
    "IllegalActionError",
    "IllegalPlayError",
    "Match",
    "MatchRules",
    "MatchState",
    "Network",
    "NotationError",
    "Outcome",
    "ParsedPlay",
    "Play",
    "Player",
    "Position",
    "PositionError",
    "RankedPlay",
    "Roll",
    "Rollout",
    "WeightsError",
    "Xgid",
    "__version__",
    "batch",
    "evaluate",
    "match",
    "rank_plays",
    "rollout",
]

drawing.install()
