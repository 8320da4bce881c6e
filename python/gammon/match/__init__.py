"""Games, matches and money sessions: cube, score and options (R2, R6, R7, R8 and R10).

A `MatchState` is an immutable snapshot: it lists the legal actions and returns the state after each. A `Match` holds
the sequence of states of one match and rolls its dice.

>>> import gammon as bg
>>> from gammon.match import Phase
>>> match = bg.Match(bg.MatchRules(match_length=1), seed=4)
>>> while match.winner is None:
...     if match.state.phase is Phase.PLAY:
...         state = match.act(match.legal_actions()[0])
...     else:
...         state = match.roll()
>>> state.result
GameResult(winner=<Player.ZERO: 0>, win=<Win.SINGLE: 1>, points=1, ending=<Ending.BORNE_OFF: 'borne off'>)
"""

from gammon.match.actions import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    IllegalActionError,
    MakePlay,
    Pass,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
)
from gammon.match.game import Match
from gammon.match.record import read_action
from gammon.match.rules import MatchRules, Variant
from gammon.match.state import MatchState
from gammon.match.values import LARGEST_CUBE, Ending, GameResult, MatchCube, Offer, Phase, Player, Win

__all__ = [
    "LARGEST_CUBE",
    "Accept",
    "Action",
    "Beaver",
    "Decline",
    "Double",
    "Ending",
    "GameResult",
    "IllegalActionError",
    "MakePlay",
    "Match",
    "MatchCube",
    "MatchRules",
    "MatchState",
    "Offer",
    "Pass",
    "Phase",
    "Player",
    "Raccoon",
    "Resign",
    "RollDice",
    "Take",
    "Throw",
    "Variant",
    "Win",
    "read_action",
]
