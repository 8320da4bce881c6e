"""What is to be trained: a configuration, read from JSON."""

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
"""Fields of `Generation` that directories may have been made without; None in these."""


class ConfigError(GammonError):
    """A configuration that cannot be followed, or files that belong to another one."""


@dataclass(frozen=True, kw_only=True)
class Generation:
    """A number of games of self-play, and how a network is fitted to their records."""

    games: int
    """How many games are played with the network of the generation before."""

    lambda_: float
    """The λ of TD(λ), 0 to 1, written ``lambda`` in JSON.

    At 1, a label is the value of the network's own play to the end of the game; at 0, its estimate one ply ahead."""

    explore: int = 16
    """Every second game begins with turns that are not recorded.

    One in so many of them, and every second of the last ones, is not played as the network likes best: a third of these
    at random, the others by one of its four best plays."""

    wild_turns: int = 20
    """Every fourth game that starts with all checkers begins with up to so many turns played at random."""

    epochs: int = 2
    """How often every record is learnt from."""

    batch: int = 1024
    """Records in a step."""

    rate: float = 0.002
    """The largest size of a step; it falls along a cosine."""

    keep: int = 0
    """So many earlier generations' records are learnt from too."""

    warm_start: bool = False
    """Whether to go on with the weights of the generation before instead of fresh ones.

    In the first generation these are those of the network that plays its games."""

    two_plies_within: float | None = None
    """Whether labels look two plies ahead where plays are hard to tell apart.

    These are the positions with a sibling that, one ply ahead, is better than the one that was played, or worse by less
    than this, in equity. Such a record takes 21 times as long. None for no such labels."""

    def __post_init__(self) -> None:
        """Refuse what nothing can be learnt from."""
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
        """How many games' records stand in a file; those in the last are not learnt from, but measure the error."""
        return min(MOST_GAMES_IN_A_FILE, max(1, self.games // 10))


@dataclass(frozen=True, kw_only=True)
class Config:
    """All that decides which network comes out."""

    hidden: int
    """Units of the first layer, a multiple of 128."""

    seed: int
    """Of first weights, dice, choices and the order of records: 0 to 2^64 - 1."""

    generations: tuple[Generation, ...]
    """What is learnt, one after the other."""

    def __post_init__(self) -> None:
        """Refuse what makes no network."""
        whole("hidden", self.hidden, 128, 2048, error=ConfigError)
        if self.hidden % 128:
            raise ConfigError(f"hidden is {self.hidden}; it must be a multiple of 128")
        whole("seed", self.seed, 0, 2**64 - 1, error=ConfigError)
        for generation in check("generations", self.generations, tuple, "a tuple of generations"):
            check("generations", generation, Generation)
        if not self.generations:
            raise ConfigError("there are no generations")

    @property
    def hash(self) -> str:
        """The first twelve hexadecimal digits of the SHA-256 of all fields.

        Fields that came later count only if they say something: what an older configuration says has not changed.
        """
        data = asdict(self)
        for generation in data["generations"]:
            # The name that was hashed first, so that files of older versions keep their hash.
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
            Fields that have a value of their own may be left out.

        Raises
        ------
        ConfigError
            If it is something else; the message says what is wrong.
        """
        return cls._from_fields(parse(text, "the configuration", ConfigError))

    @classmethod
    def _from_fields(cls, given: Fields) -> Config:
        """Read a configuration that may stand in a file."""
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
    """Take the fields of a dataclass, and no others, out of a JSON object; the dataclass says what they may be."""
    # `lambda` is a keyword in Python, so the attribute has an underscore that the JSON key does not have.
    keys = {field.name.rstrip("_"): field for field in fields(kind)}
    given.expect_only(keys)
    return {field.name: given.value(key) for key, field in keys.items() if field.default is MISSING or key in given}
