"""A fast and exact backgammon engine.

>>> import gammon as bg
>>> position = bg.Position.start()
>>> [str(ranked.play) for ranked in bg.rank_plays(position, (3, 1))][0]
'8/5 6/5'

Every position, probability and equity is seen by the player on roll unless its name says otherwise, and a play's
position has the opponent on roll. Arrays of positions are the business of `gammon.batch`, cube and score that of
`gammon.match`; a slow and plain second implementation of the rules, to check this one against, is `gammon.reference`.
"""

from gammon import batch, drawing, match, met
from gammon._engine import (
    ArgumentError,
    Crawford,
    Cube,
    CubeAction,
    CubeModel,
    DiceError,
    GammonError,
    GnubgId,
    IllegalPlayError,
    MatchEquityTable,
    Network,
    NotationError,
    Outcome,
    ParsedPlay,
    Play,
    Position,
    PositionError,
    Roll,
    Scoring,
    WeightsError,
    Xgid,
    __version__,
)
from gammon.contests import Contest, contest
from gammon.cube import CubeDecision, cube_decision
from gammon.judgement import RankedPlay, evaluate, rank_plays
from gammon.match import IllegalActionError, Match, MatchRules, MatchState, Player
from gammon.players import EnginePlayer, Strength
from gammon.rollouts import Rollout, rollout
from gammon.scores import ScoreMap, score_map

__all__ = [
    "ArgumentError",
    "Contest",
    "Crawford",
    "Cube",
    "CubeAction",
    "CubeDecision",
    "CubeModel",
    "DiceError",
    "EnginePlayer",
    "GammonError",
    "GnubgId",
    "IllegalActionError",
    "IllegalPlayError",
    "Match",
    "MatchEquityTable",
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
    "ScoreMap",
    "Scoring",
    "Strength",
    "WeightsError",
    "Xgid",
    "__version__",
    "batch",
    "contest",
    "cube_decision",
    "evaluate",
    "match",
    "met",
    "rank_plays",
    "rollout",
    "score_map",
]

drawing.install()
