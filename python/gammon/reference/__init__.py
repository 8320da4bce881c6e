"""A slow, simple reference implementation of backgammon, to test the engine against.

It is written only from the rules and the format of the weight file, and shares nothing with the engine. The board is
one row of signed points, plays are found by trying everything, and only the standard library is imported. Where the two
disagree, the written rule decides.
"""

from gammon.reference.bearoff import MatchBearOff, OneSided, Race, RollCount, Side, TwoSided
from gammon.reference.board import Board, BoardError, Row
from gammon.reference.cube import Chances, Stakes, decisions, no_double
from gammon.reference.dice import (
    CHOICE_STREAM,
    DICE_STREAM,
    DiceError,
    SeedError,
    block,
    choice,
    opening_roll,
    philox4x64_10,
    roll,
    word,
)
from gammon.reference.exact import CubeValues, Exact, after_turn
from gammon.reference.few_checkers import FewCheckers, Node, Places, Plays
from gammon.reference.game import Game, GameError, Turn, random_game
from gammon.reference.ids import (
    IdError,
    from_position_id,
    from_xgid_board,
    to_position_id,
    to_xgid_board,
)
from gammon.reference.match import MatchError, MatchOptions, Referee, Standing
from gammon.reference.met import EquityError, MatchEquities
from gammon.reference.network import Network, NetworkError, Outcome
from gammon.reference.rules import Move, Play, Rules, Way, legal_plays

__all__ = [
    "CHOICE_STREAM",
    "DICE_STREAM",
    "Board",
    "BoardError",
    "Chances",
    "CubeValues",
    "DiceError",
    "EquityError",
    "Exact",
    "FewCheckers",
    "Game",
    "GameError",
    "IdError",
    "MatchBearOff",
    "MatchEquities",
    "MatchError",
    "MatchOptions",
    "Move",
    "Network",
    "NetworkError",
    "Node",
    "OneSided",
    "Outcome",
    "Places",
    "Play",
    "Plays",
    "Race",
    "Referee",
    "RollCount",
    "Row",
    "Rules",
    "SeedError",
    "Side",
    "Stakes",
    "Standing",
    "Turn",
    "TwoSided",
    "Way",
    "after_turn",
    "block",
    "choice",
    "decisions",
    "from_position_id",
    "from_xgid_board",
    "legal_plays",
    "no_double",
    "opening_roll",
    "philox4x64_10",
    "random_game",
    "roll",
    "to_position_id",
    "to_xgid_board",
    "word",
]
