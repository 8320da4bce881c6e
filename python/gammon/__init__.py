"""A fast and exact backgammon engine.

>>> import gammon as bg
>>> position = bg.Position.start()
>>> [str(ranked.play) for ranked in bg.rank_plays(position, (3, 1))][0]
'8/5 6/5'

Every position, probability and equity is seen by the player on roll unless its name says otherwise. The position after
a play has the opponent on roll. `gammon.batch` works on arrays of positions; `gammon.match` has matches, with cube and
score. `gammon.reference` is a slow, simple second implementation of the rules, used to check this one.
"""

from gammon import batch, drawing, match, met, onnx, players, race, tables
from gammon._engine import (
    ArgumentError,
    BeaverAnswer,
    Crawford,
    Cube,
    CubeAction,
    CubeModel,
    DiceError,
    Evaluator,
    GammonError,
    GnubgId,
    IllegalPlayError,
    MatchEquityTable,
    MoveFilter,
    Network,
    NotationError,
    Outcome,
    ParsedPlay,
    Play,
    Position,
    PositionError,
    Roll,
    Scoring,
    Situation,
    Table,
    TableError,
    UnfinishedGameError,
    WeightsError,
    Xgid,
    __version__,
)
from gammon.analysis.cube import BeaverAnswers, CubeDecision, cube_decision
from gammon.analysis.evaluation import evaluate
from gammon.analysis.match_equity import make_met
from gammon.analysis.plays import RankedPlay, rank_plays
from gammon.analysis.score_map import ScoreMap, score_map
from gammon.analysis.score_points import ScorePoints, score_points
from gammon.bearoff import Bearoff, bearoff, epc
from gammon.contests import Contest, contest
from gammon.draw import png, svg
from gammon.engine import Engine, UntrainedWarning
from gammon.interrupted import Interrupted
from gammon.match import IllegalActionError, Match, MatchRules, MatchState, Player
from gammon.players import (
    Bot,
    EnginePlayer,
    PlayerError,
    ProcessPlayer,
    RolloutStrength,
    Strength,
    as_player,
    play_match,
)
from gammon.rollouts.comparing import RolledOutCube, RolledOutPlay, rollout_cube, rollout_plays
from gammon.rollouts.many import FailedPositionError, rollout_many
from gammon.rollouts.playing import LostWorkersWarning
from gammon.rollouts.result import Difference, Estimates, FirstRoll, Rollout
from gammon.rollouts.settings import RolloutSettings, StoppingRule
from gammon.rollouts.single import rollout
from gammon.stakes import Stakes

__all__ = [
    "ArgumentError",
    "Bearoff",
    "BeaverAnswer",
    "BeaverAnswers",
    "Bot",
    "Contest",
    "Crawford",
    "Cube",
    "CubeAction",
    "CubeDecision",
    "CubeModel",
    "DiceError",
    "Difference",
    "Engine",
    "EnginePlayer",
    "Estimates",
    "Evaluator",
    "FailedPositionError",
    "FirstRoll",
    "GammonError",
    "GnubgId",
    "IllegalActionError",
    "IllegalPlayError",
    "Interrupted",
    "LostWorkersWarning",
    "Match",
    "MatchEquityTable",
    "MatchRules",
    "MatchState",
    "MoveFilter",
    "Network",
    "NotationError",
    "Outcome",
    "ParsedPlay",
    "Play",
    "Player",
    "PlayerError",
    "Position",
    "PositionError",
    "ProcessPlayer",
    "RankedPlay",
    "Roll",
    "RolledOutCube",
    "RolledOutPlay",
    "Rollout",
    "RolloutSettings",
    "RolloutStrength",
    "ScoreMap",
    "ScorePoints",
    "Scoring",
    "Situation",
    "Stakes",
    "StoppingRule",
    "Strength",
    "Table",
    "TableError",
    "UnfinishedGameError",
    "UntrainedWarning",
    "WeightsError",
    "Xgid",
    "__version__",
    "as_player",
    "batch",
    "bearoff",
    "contest",
    "cube_decision",
    "epc",
    "evaluate",
    "make_met",
    "match",
    "met",
    "onnx",
    "play_match",
    "players",
    "png",
    "race",
    "rank_plays",
    "rollout",
    "rollout_cube",
    "rollout_many",
    "rollout_plays",
    "score_map",
    "score_points",
    "svg",
    "tables",
]

drawing.install()
