"""How the networks were made: learning from nothing by self-play.

``python -m gammon.training run CONFIG --out DIRECTORY`` trains a network as a configuration says. In every generation
the network of the one before plays games against itself and looks one turn ahead at all rolls; a new network is fitted
to what that finds. ``configs`` beside this file has the configurations of the network that comes with gammon:
``from_nothing.json``, and ``next.json``, which goes on from its result. The same configuration gives the same network,
byte for byte, however often training is stopped and taken up again.
"""

from gammon._engine import Fit
from gammon.training.config import Config, ConfigError, Generation
from gammon.training.course import run

__all__ = ["Config", "ConfigError", "Fit", "Generation", "run"]
