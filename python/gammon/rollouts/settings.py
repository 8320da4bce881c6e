"""Settings of rollouts: how trials are played, how luck is measured, and when to stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from gammon._engine import ArgumentError
from gammon.arguments import check, real, whole
from gammon.engine import MOST_PLIES
from gammon.quoting import quote

MOST = 2**64
"""Seeds and numbers of trials are below this."""

UNLIMITED = 2**40
"""Number of trials if a stopping rule is given alone."""

LUCK = ("network", "pruning", "plays", "nothing")
"""What can measure the luck of a roll, see `RolloutSettings.luck`."""

_MOST_TURNS = 10_000
_FIRST_LOOK = 144
_MOST_SECONDS = 1e9


@dataclass(frozen=True, kw_only=True)
class RolloutSettings:
    """How the trials of a rollout are played and measured.

    Raises
    ------
    TypeError
        If a field has the wrong type.
    ArgumentError
        If a number is out of its range, or `luck` is not one of the words.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.RolloutSettings(ply=1, truncate=10, leaf_ply=2).cube_ply
    1
    """

    ply: int = 0
    """Plies searched for each checker play, 0 to 3."""

    cube_ply: int | None = None
    """Plies searched for each cube decision, 0 to 3; as `ply` if None."""

    early_turns: int = 0
    """Number of turns at the start of each trial that are played by `early_ply` instead of `ply` and `cube_ply`."""

    early_ply: int | None = None
    """Plies of plays and cube decisions in these turns, 0 to 3; as `ply` if None."""

    truncate: int | None = None
    """Number of turns after which a trial ends and is valued by a search; None to play to the end of the game."""

    leaf_ply: int = 0
    """Plies of that search, 0 to 3."""

    luck: str = "network"
    """What measures the luck of each roll, which is subtracted from the result (variance reduction).

    ``"network"``: the network, after the plays that its first units choose. ``"plays"``: the network, after plays
    chosen as at 0-ply, which is a little more precise and slower. ``"pruning"``: the first units alone. ``"nothing"``:
    luck is not measured."""

    stratified: bool = True
    """Whether the first two random rolls are stratified.

    In 36 consecutive trials each of the 36 throws occurs once as the first roll, and once as the second."""

    end_at_tables: bool = True
    """Whether a trial ends where the engine's exact tables know its value, with the cube if there is one.

    One-sided tables do not count: they are exact for each side, but not for the two together."""

    cubeless: bool = False
    """Whether to leave the cube out, even if the position comes with one."""

    def __post_init__(self) -> None:
        """Check the types and ranges of the fields."""
        ply = whole("ply", self.ply, 0, MOST_PLIES)
        object.__setattr__(self, "ply", ply)
        for name in ("cube_ply", "early_ply"):
            given = getattr(self, name)
            object.__setattr__(self, name, ply if given is None else whole(name, given, 0, MOST_PLIES))
        object.__setattr__(self, "leaf_ply", whole("leaf_ply", self.leaf_ply, 0, MOST_PLIES))
        object.__setattr__(self, "early_turns", whole("early_turns", self.early_turns, 0, _MOST_TURNS))
        if self.truncate is not None:
            object.__setattr__(self, "truncate", whole("truncate", self.truncate, 1, _MOST_TURNS))
        if check("luck", self.luck, str) not in LUCK:
            raise ArgumentError(f"luck: expected one of {', '.join(map(repr, LUCK))}, got {quote(self.luck)}")
        for name in ("stratified", "end_at_tables", "cubeless"):
            check(name, getattr(self, name), bool)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return asdict(self)

    def __str__(self) -> str:
        """Describe the settings in a line."""
        plies = f"{self.ply}-ply plays"
        if not self.cubeless:
            plies += f", {self.cube_ply}-ply cube decisions"
        if self.early_turns:
            plies += f", {self.early_ply}-ply in the first {self.early_turns} turns"
        end = "" if self.truncate is None else f", truncated after {self.truncate} turns at {self.leaf_ply}-ply"
        luck = "luck not subtracted" if self.luck == "nothing" else "luck subtracted"
        rolls = "" if self.stratified else ", first rolls not stratified"
        return f"{plies}{end}, {luck}{rolls}"


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A named combination of settings and number of trials."""

    about: str
    """What it is for, in a line."""

    settings: RolloutSettings
    """How trials are played."""

    trials: int
    """Number of trials, a multiple of 36, unless a stopping rule is given."""

    def __str__(self) -> str:
        """Describe the preset in a line."""
        return f"{self.about}: {self.trials:,} trials, {self.settings}"


PRESETS = {
    "quick": Preset(about="a first look", trials=324, settings=RolloutSettings(truncate=11, leaf_ply=1)),
    "standard": Preset(about="most positions", trials=1296, settings=RolloutSettings()),
    "thorough": Preset(
        about="close decisions", trials=2592, settings=RolloutSettings(ply=1, early_turns=2, early_ply=2)
    ),
}
"""Presets by name, quickest first."""


@dataclass(frozen=True, kw_only=True)
class StoppingRule:
    """When a rollout stops: whatever comes first.

    The rule is tested at numbers of trials that grow by a quarter (`standard_error`, `seconds`) or double (`ahead`),
    from 144. So, except for `seconds`, a rollout with the same seed always stops at the same trial.
    """

    trials: int
    """Maximum number of trials of each position."""

    standard_error: float | None = None
    """Standard error of the equity, cubeful if there is a cube, at which to stop."""

    ahead: float | None = None
    """When plays or cube actions are compared: by how many joint standard errors the best must be ahead to stop.

    Those that trail the best by more are not continued. The more often such a rule looks, the more often it is misled
    by luck, so it looks only when the number of trials has doubled. With `ahead` = 3, each look has a chance of at most
    0.13 % to discard the best of two, and 10 looks, which is 73,728 trials, of at most 1.3 %."""

    seconds: float | None = None
    """Time after which to stop; the number of trials then depends on the machine."""

    def __post_init__(self) -> None:
        """Check the types and ranges of the fields."""
        object.__setattr__(self, "trials", whole("trials", self.trials, 1, MOST - 1))
        for name, most in (("standard_error", 1e6), ("ahead", 1e6), ("seconds", _MOST_SECONDS)):
            given = getattr(self, name)
            if given is not None:
                number = real(name, given, 0, most)
                if not number:
                    raise ArgumentError(f"{name}: expected a number above 0, got 0")
                object.__setattr__(self, name, number)

    def looks(self) -> Iterator[int]:
        """Yield the numbers of trials at which the rule is tested; the last is `trials`."""
        if self.standard_error is None and self.ahead is None and self.seconds is None:
            yield self.trials
            return
        look = _FIRST_LOOK
        while look < self.trials:
            yield look
            look *= 2 if self.ahead is not None else 1
            if self.ahead is None:
                look += max(_FIRST_LOOK, look // 4 // 36 * 36)
        yield self.trials


def chosen(settings: RolloutSettings | str | None, changes: Mapping[str, Any]) -> tuple[RolloutSettings, int]:
    """Return the settings with changes, and the preset's number of trials.

    Raises
    ------
    TypeError
        If `settings` is neither settings nor text.
    ArgumentError
        If there is no preset of this name.
    """
    if isinstance(settings, RolloutSettings):
        preset = Preset(about="", settings=settings, trials=PRESETS["standard"].trials)
    else:
        name = check(
            "settings", "standard" if settings is None else settings, str, "RolloutSettings or a preset's name"
        )
        if name not in PRESETS:
            raise ArgumentError(f"settings: expected one of {', '.join(map(repr, PRESETS))}, got {quote(name)}")
        preset = PRESETS[name]
    if not changes:
        return preset.settings, preset.trials
    # Depths that follow `ply` follow a change of it.
    follows = {
        name: None
        for name in ("cube_ply", "early_ply")
        if "ply" in changes and getattr(preset.settings, name) == preset.settings.ply
    }
    return replace(preset.settings, **{**follows, **changes}), preset.trials


NAMES = tuple(field.name for field in fields(RolloutSettings))
"""The names of all settings."""
