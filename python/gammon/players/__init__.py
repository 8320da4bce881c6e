"""Players of matches: the engine at a strength, your own bot or function, or another program.

`as_player` converts any of these to a player. `play_match` and `gammon.contest` accept them directly.
"""

from gammon.players.advice import answers_to_beaver, decide, rank, resignation_equities
from gammon.players.engine_player import EnginePlayer
from gammon.players.playing import play_match
from gammon.players.process import ProcessPlayer
from gammon.players.protocol import Bot, PlayerError, PlayerLike
from gammon.players.resolve import as_player, name_of
from gammon.players.rolling import RolloutStrength
from gammon.players.strength import LEVELS, Strength, read_network

__all__ = [
    "LEVELS",
    "Bot",
    "EnginePlayer",
    "PlayerError",
    "PlayerLike",
    "ProcessPlayer",
    "RolloutStrength",
    "Strength",
    "answers_to_beaver",
    "as_player",
    "decide",
    "name_of",
    "play_match",
    "rank",
    "read_network",
    "resignation_equities",
]
