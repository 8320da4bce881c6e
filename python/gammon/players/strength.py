"""Playing strengths of the engine: named levels, and combinations of plies, noise and a network."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass, replace

from gammon._engine import ArgumentError, Network, NotationError, WeightsError
from gammon.engine import MOST_PLIES, Engine
from gammon.match.values import is_whole, plain
from gammon.players.rolling import SEARCH_PLY, RolloutStrength
from gammon.quoting import quote
from gammon.tables import chosen

_MOST_NOISE = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """A playing strength of the engine.

    Raises
    ------
    TypeError
        If a field has the wrong type.
    ArgumentError
        If a number is out of its range, `at_random` is combined with another field, or `rollout` with plies.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Strength.parse("casual")
    Strength(ply=0, noise=0.05, network=None, at_random=False, rollout=None)
    >>> str(bg.Strength.parse("noise=0.02, ply=1"))
    'ply1,noise=0.02'
    >>> str(bg.Strength.parse("rollout:truncate=5,trials=72"))
    'rollout:trials=72,truncate=5'
    """

    ply: int = 0
    """Search depth in plies, 0 to 3; see `evaluate`."""

    noise: float = 0.0
    """Standard deviation of the random error added to every equity of a play or cube action before comparing, in points
    per unit of the cube; 0 to 10."""

    network: str | None = None
    """Path of the network's file; None for the network shipped with gammon."""

    at_random: bool = False
    """Whether to choose uniformly among the legal plays, never double, take every double and accept every
    resignation."""

    rollout: RolloutStrength | None = None
    """How to roll out the decisions that are close by a 1-ply search; None to decide by search alone."""

    def __post_init__(self) -> None:
        """Reject fields that are out of range, and convert NumPy numbers to int and float."""
        object.__setattr__(self, "ply", plain(self.ply))
        if not is_whole(self.ply):
            raise TypeError(f"ply: expected an int, got {quote(self.ply)}")
        object.__setattr__(self, "noise", _plain_float(self.noise))
        if self.network is not None and not isinstance(self.network, str):
            raise TypeError(f"network: expected a file name or None, got {quote(self.network)}")
        if not isinstance(self.at_random, bool):
            raise TypeError(f"at_random: expected True or False, got {quote(self.at_random)}")
        if not 0 <= self.ply <= MOST_PLIES:
            raise ArgumentError(f"ply: expected 0 to {MOST_PLIES}, got {quote(self.ply)}")
        if not 0.0 <= self.noise <= _MOST_NOISE:
            raise ArgumentError(f"noise: expected 0 to {_MOST_NOISE:g} points, got {self.noise}")
        if self.network is not None and not _can_name_a_file(self.network):
            raise ArgumentError(f"network: expected a valid file name, got {quote(self.network)}")
        if self.rollout is not None and not isinstance(self.rollout, RolloutStrength):
            raise TypeError(f"rollout: expected a RolloutStrength or None, got {quote(self.rollout)}")
        if self.at_random and (self.ply or self.noise or self.network is not None or self.rollout is not None):
            raise ArgumentError("at_random: a random player cannot have plies, noise, a network or rollouts")
        if self.rollout is not None and self.ply:
            raise ArgumentError(
                "ply: a player who rolls out searches 1 ply first; the plies of trials are in `rollout`"
            )

    @classmethod
    def parse(cls, text: str) -> Strength:
        """Parse a strength: the name of a level, or ``ply1``, ``noise=0.1`` and ``network=FILE``, separated by commas.

        ``rollout:`` with fields of `RolloutStrength`, such as ``rollout:trials=36,truncate=7``, is a player who rolls
        out; noise and network can be in the same list.

        Raises
        ------
        TypeError
            If the argument is not a string.
        NotationError
            If the text is not a strength.
        ArgumentError
            If a number is out of its range.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: expected a str, got {type(text).__name__}")
        if text.strip() in LEVELS:
            return LEVELS[text.strip()]
        head, _, rest = text.partition(":")
        if head.strip() == "rollout":
            parts = rest.split(",")
            own = [part for part in parts if re.match(r"\s*(noise|network)=", part)]
            others = ",".join(part for part in parts if part not in own)
            return replace(cls.parse(",".join(own) or "ply0"), rollout=RolloutStrength.parse(others))
        found: dict[str, str] = {}
        for part in text.split(","):
            words = re.fullmatch(r"\s*(?:(ply)=?([0-9]{1,9})|(noise)=([0-9]*\.?[0-9]+)|(network)=(.+?))\s*", part)
            if words is None:
                levels = ", ".join(LEVELS)
                raise NotationError(
                    f"expected a strength: {levels}, or a comma-separated list of ply0 to ply{MOST_PLIES}, noise=0.1 "
                    f"and network=FILE, or rollout:truncate=7,trials=36; got {quote(part.strip())}"
                )
            name, value = (word for word in words.groups() if word is not None)
            if name in found:
                raise NotationError(f"expected {name} once, got it twice in {quote(text)}")
            found[name] = value
        return cls(ply=int(found.get("ply", 0)), noise=float(found.get("noise", 0.0)), network=found.get("network"))

    def engine(self) -> Engine:
        """Return an engine of this strength, but without the noise; its network is read from the file.

        Raises
        ------
        OSError
            If the file does not exist or cannot be read.
        WeightsError
            If the file is not a network; the message names the file.
        """
        ply = self.ply if self.rollout is None else SEARCH_PLY
        return Engine(read_network(self.network), ply=ply, tables=chosen(None))

    def __str__(self) -> str:
        """Return the strength as text that `parse` reads."""
        if self.at_random:
            return "random"
        noise = [f"noise={self.noise:g}"] if self.noise else []
        network = [f"network={self.network}"] if self.network is not None else []
        if self.rollout is None:
            return ",".join([f"ply{self.ply}", *noise, *network])
        settings = ",".join(filter(None, [str(self.rollout), *noise, *network]))
        return f"rollout:{settings}" if settings else "rollout"


def read_network(path: str | None) -> Network | None:
    """Read a network from a file. Without a path, return None, which stands for the network shipped with gammon.

    Raises
    ------
    OSError
        If the file does not exist or cannot be read.
    WeightsError
        If the file is not a network; the message names the file.
    """
    if path is None:
        return None
    with open(path, "rb") as file:
        content = file.read()
    try:
        return Network(content)
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from error


def _plain_float(number: object) -> float:
    """Convert a number of any type, such as NumPy's, to float."""
    if isinstance(number, bool | str | bytes) or not (hasattr(number, "__float__") or hasattr(number, "__index__")):
        raise TypeError(f"noise: expected a number, got {quote(number)}")
    try:
        return float(number)  # type: ignore[arg-type]
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        raise TypeError(f"noise: expected a number, got {quote(number)}") from None


def _can_name_a_file(name: str) -> bool:
    """Tell whether a text is a valid file name on this system."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


LEVELS = {
    "random": Strength(at_random=True),
    "beginner": Strength(noise=0.15),
    "casual": Strength(noise=0.05),
    "club": Strength(),
    "strong": Strength(ply=1),
    "best": Strength(ply=2),
}
"""Strengths by name, weakest first."""
