"""How the networks were made: learning from nothing by self-play.

``python -m gammon.training run CONFIG --out DIRECTORY`` trains a network as a configuration says. In every generation
the network of the one before plays games against itself and looks one turn ahead at all rolls; a new network is fitted
to what that finds. ``configs`` beside this file has two to begin with: ``from_nothing.json``, and ``next.json``, for
one generation more. The same configuration gives the same network, byte for byte, however often training is stopped and
taken up again. ``python -m gammon.training gate NETWORK`` then says whether it plays better than the one that ships.

`pack_records` makes training records, as `Fit` takes them, of one's own positions and targets; the 63 bytes of one are
described in `gammon.training.records`.
"""

from gammon._engine import Fit
from gammon.training.config import Config, ConfigError, Generation
from gammon.training.gate import Gate, Match, Verdict
from gammon.training.generations import run
from gammon.training.records import pack_records, unpack_records

__all__ = [
    "Config",
    "ConfigError",
    "Fit",
    "Gate",
    "Generation",
    "Match",
    "Verdict",
    "pack_records",
    "run",
    "unpack_records",
]
