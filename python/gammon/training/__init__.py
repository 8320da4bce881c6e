"""Training of networks by self-play, from random weights.

``python -m gammon.training run CONFIG --out DIRECTORY`` trains a network by a configuration. In every generation the
previous network plays games against itself and evaluates positions by a 1-ply search; a new network is fitted to these
records. ``configs`` beside this file has two configurations: ``from_nothing.json``, and ``next.json`` for one more
generation. The same configuration gives the same network, byte for byte, no matter how often training is interrupted
and resumed. ``python -m gammon.training gate NETWORK`` tests whether a network plays better than the shipped one.

`pack_records` makes training records for `Fit` from positions and targets; `gammon.training.records` describes the 63
bytes of a record.
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
