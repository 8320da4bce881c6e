"""The configuration of a training run, read from JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from gammon._engine import GammonError
from gammon.arguments import check, real, whole
from gammon.store.json import Fields, parse

MOST_GAMES = 2**32
MOST_GAMES_IN_A_FILE = 1000

LATER = ("two_plies_within",)
"""Fields of `Generation` added later: older training directories lack them, which means None."""


class ConfigError(GammonError):
    """An invalid configuration, or files that belong to another configuration."""


@dataclass(frozen=True, kw_only=True)
class Generation:
    """One generation: self-play games, and fitting a network to their records."""

    games: int
    """Number of games, played by the network of the previous generation."""

    lambda_: float
    """The λ of TD(λ), 0 to 1, written ``lambda`` in JSON.

    At 1, a label is the value of the network's own play to the end of the game; at 0, its estimate one ply ahead."""

    explore: int = 16
    """Rate of exploration in the unrecorded warm-up with which half of the games begin.

    One warm-up turn in `explore` is exploratory, and the last one at least half of the time. An exploratory play is
    random one time in three, otherwise one of the network's four best."""

    wild_turns: int = 20
    """Maximum number of random turns at the start of every fourth game that starts with all checkers on the board."""

    epochs: int = 2
    """Number of passes over the records."""

    batch: int = 1024
    """Number of records per step."""

    rate: float = 0.002
    """Maximum learning rate; it then falls along a cosine."""

    keep: int = 0
    """Number of earlier generations whose records are trained on too."""

    warm_start: bool = False
    """Whether to start from the weights of the previous generation instead of random ones.

    In the first generation, these are the weights of the network that plays its games."""

    two_plies_within: float | None = None
    """Equity margin within which labels are computed at 2 plies, for plays that are hard to tell apart.

    It applies to positions with a sibling that, at 1 ply, is better than the position played, or worse by less than
    this margin. Such a record takes 21 times as long. None for no 2-ply labels."""

    def __post_init__(self) -> None:
        """Check the ranges of the fields."""
        whole("games", self.games, 2, MOST_GAMES, error=ConfigError)
        real("lambda", self.lambda_, 0, 1, error=ConfigError)
        whole("explore", self.explore, 1, 10**6, error=ConfigError)
        whole("wild_turns", self.wild_turns, 0, 10**6, error=ConfigError)
        whole("epochs", self.epochs, 1, 1000, error=ConfigError)
        whole("batch", self.batch, 1, 2**20, error=ConfigError)
        real("rate", self.rate, 0, 1, error=ConfigError)
        whole("keep", self.keep, 0, 1000, error=ConfigError)
        check("warm_start", self.warm_start, bool)
        if self.two_plies_within is not None:
            real("two_plies_within", self.two_plies_within, 0, 6, error=ConfigError)

    @property
    def games_in_a_file(self) -> int:
        """Number of games per file of records; the last file is held out to measure the error."""
        return min(MOST_GAMES_IN_A_FILE, max(1, self.games // 10))


@dataclass(frozen=True, kw_only=True)
class Config:
    """A training configuration: everything that determines the resulting network."""

    hidden: int
    """Units of the first layer, a multiple of 128."""

    seed: int
    """Seed of initial weights, dice, random plays and the order of records: 0 to 2^64 - 1."""

    generations: tuple[Generation, ...]
    """The generations, in order."""

    def __post_init__(self) -> None:
        """Check the types and ranges of the fields."""
        whole("hidden", self.hidden, 128, 2048, error=ConfigError)
        if self.hidden % 128:
            raise ConfigError(f"hidden is {self.hidden}; it must be a multiple of 128")
        whole("seed", self.seed, 0, 2**64 - 1, error=ConfigError)
        for generation in check("generations", self.generations, tuple, "a tuple of generations"):
            check("generations", generation, Generation)
        if not self.generations:
            raise ConfigError("generations: expected at least one, got none")

    @property
    def hash(self) -> str:
        """The first twelve hexadecimal digits of the SHA-256 of all fields.

        Fields added later count only if they are not None, so that older configurations keep their hash.
        """
        data = asdict(self)
        for generation in data["generations"]:
            # The original name of the field, so that older configurations keep their hash.
            generation["trace"] = generation.pop("lambda_")
            for later in LATER:
                if generation[later] is None:
                    del generation[later]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]

    @classmethod
    def from_json(cls, text: str | bytes) -> Config:
        """Read a configuration.

        Parameters
        ----------
        text
            A JSON object with the fields of `Config`; ``generations`` is a list of objects with those of `Generation`.
            Fields with a default may be omitted.

        Raises
        ------
        ConfigError
            If it is not a valid configuration; the message says why.
        """
        return cls._from_fields(parse(text, "the configuration", ConfigError))

    @classmethod
    def _from_fields(cls, given: Fields) -> Config:
        """Read a configuration from parsed JSON; errors name the file, if any."""
        named = _values(cls, given)
        found = []
        for generation in given.objects("generations"):
            try:
                found.append(Generation(**_values(Generation, generation)))
            except (ConfigError, TypeError) as error:
                if str(error).startswith(generation.where):
                    raise
                generation.refuse(str(error))
        try:
            return cls(**named | {"generations": tuple(found)})
        except (ConfigError, TypeError) as error:
            given.refuse(str(error))


def _values(kind: type[Config] | type[Generation], given: Fields) -> dict[str, Any]:
    """Read the fields of a dataclass, and no others, from a JSON object; the dataclass checks their values."""
    # `lambda` is a keyword in Python, so only the attribute has the underscore.
    keys = {field.name.rstrip("_"): field for field in fields(kind)}
    given.expect_only(keys)
    return {field.name: given.value(key) for key, field in keys.items() if field.default is MISSING or key in given}
