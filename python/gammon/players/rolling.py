"""Plays and cube decisions by rollout, for a player that decides so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gammon._engine import NotationError, Play
from gammon.analysis.cube import CubeDecision
from gammon.analysis.plays import RankedPlay
from gammon.arguments import check, whole
from gammon.engine import Engine
from gammon.match.state import MatchState
from gammon.quoting import quote
from gammon.rollouts.comparing import RolledOutCube, rollout_cube, rollout_plays
from gammon.rollouts.many import position_seed
from gammon.rollouts.settings import RolloutSettings
from gammon.stakes import Stakes

SEARCH_PLY = 1
"""Plies of the search that proposes what to roll out."""

_CLOSE_PLAY, _CLOSE_CUBE = 0.16, 0.25
"""Equity by which a play or a cube action may be behind by search to be rolled out, in points per unit of the cube."""

_NAMES = ("trials", "candidates", "truncate", "ply", "cube_ply", "leaf_ply")


@dataclass(frozen=True, kw_only=True)
class RolloutStrength:
    """How a player rolls out the decisions that are close by a 1-ply search.

    These are plays within 0.16 of the best, and cube decisions in which two actions are within 0.25. Other decisions
    follow the search. The dice of a rollout are derived from position, score and cube, so the same state always gets
    the same action.

    Raises
    ------
    TypeError, ArgumentError
        If a field has the wrong type or is out of its range.
    """

    trials: int = 36
    """Number of games for each play or cube action."""

    candidates: int = 3
    """How many of the best plays are rolled out, at least 2."""

    truncate: int | None = 7
    """Number of turns after which a trial ends and is valued by a search; None to play to the end of the game."""

    ply: int = 0
    """Plies searched for each play of a trial, 0 to 3."""

    cube_ply: int | None = None
    """Plies searched for each cube decision of a trial, 0 to 3; as `ply` if None."""

    leaf_ply: int = 0
    """Plies of the search that values a truncated trial, 0 to 3."""

    def __post_init__(self) -> None:
        """Check the types and ranges of the fields."""
        object.__setattr__(self, "trials", whole("trials", self.trials, 1, 10**9))
        object.__setattr__(self, "candidates", whole("candidates", self.candidates, 2, 1000))
        for name in ("truncate", "ply", "cube_ply", "leaf_ply"):
            object.__setattr__(self, name, getattr(self.settings, name))

    @property
    def settings(self) -> RolloutSettings:
        """How trials are played."""
        return RolloutSettings(truncate=self.truncate, ply=self.ply, cube_ply=self.cube_ply, leaf_ply=self.leaf_ply)

    @classmethod
    def parse(cls, text: str) -> RolloutStrength:
        """Parse settings such as ``truncate=7,trials=36``; ``truncate=0`` plays trials to the end of the game.

        Raises
        ------
        TypeError
            If the argument is not a string.
        NotationError
            If the text is not a list of settings.
        ArgumentError
            If a number is out of its range.
        """
        found: dict[str, int] = {}
        check("text", text, str)
        for part in text.split(",") if text.strip() else ():
            words = re.fullmatch(r"\s*([a-z_]+)=([0-9]{1,9})\s*", part)
            if words is None or words[1] not in _NAMES:
                expected = ", ".join(f"{name}=N" for name in _NAMES)
                raise NotationError(f"expected {expected}, noise=0.1 or network=FILE; got {quote(part.strip())}")
            if words[1] in found:
                raise NotationError(f"expected {words[1]} once, got it twice in {quote(text)}")
            found[words[1]] = int(words[2])
        no_end = {"truncate": None} if found.get("truncate") == 0 else {}
        return cls(**{**found, **no_end})  # type: ignore[arg-type]

    def __str__(self) -> str:
        """Return the settings that are not the default as text that `parse` reads."""
        plain = type(self)(ply=self.ply)
        said = {name: getattr(self, name) for name in _NAMES if getattr(self, name) != getattr(plain, name)}
        if self.ply:
            said["ply"] = self.ply
        return ",".join(f"{name}={said[name] or 0}" for name in _NAMES if name in said)


def equities(
    how: RolloutStrength, state: MatchState, ranked: list[RankedPlay], stakes: Stakes, engine: Engine
) -> list[float]:
    """Return the equities of ranked plays: by rollout those of the close ones, -infinity the others."""
    chosen = [one for one in ranked[: how.candidates] if one.equity > ranked[0].equity - _CLOSE_PLAY]
    if len(chosen) < 2 or any(one.play.position.is_over for one in chosen):
        return [one.equity for one in ranked]
    assert state.dice is not None
    top = [one.play for one in chosen]
    options = _options(how, state, stakes)
    found = rollout_plays(state.position, state.dice, how.trials, top=top, engine=engine, **options)
    rolled = {_after(one.play): one.rollout.equity for one in found}
    return [rolled.get(_after(one.play), float("-inf")) for one in ranked]


def cube(
    how: RolloutStrength, state: MatchState, decision: CubeDecision, stakes: Stakes, engine: Engine
) -> RolledOutCube | None:
    """Roll out a cube decision; None if the search finds that it is not close."""
    take = abs(decision.double_take - decision.double_pass)
    if min(take, abs(decision.double - decision.no_double)) > _CLOSE_CUBE:
        return None
    return rollout_cube(state.position, how.trials, engine=engine, **_options(how, state, stakes))


def _options(how: RolloutStrength, state: MatchState, stakes: Stakes) -> Mapping[str, Any]:
    seed = position_seed(0, state.position, stakes)
    return {"settings": how.settings, "stakes": stakes, "seed": seed}


def _after(play: Play) -> str:
    return play.position.gnubg_id
