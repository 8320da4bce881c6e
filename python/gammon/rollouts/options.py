"""The options that the rollout functions share, given by keyword."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypedDict

from gammon._engine import ArgumentError, Position
from gammon.arguments import index
from gammon.engine import Engine, engine_or_default
from gammon.quoting import quote
from gammon.rollouts.playing import How, Update, check_how, engine_options, rule_of
from gammon.rollouts.result import RolloutStart
from gammon.rollouts.settings import MOST, NAMES, UNLIMITED, RolloutSettings, StoppingRule, chosen
from gammon.situation import SituationLike, as_situation
from gammon.stakes import Stakes, StakesLike, at_stake
from gammon.typing import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


class RolloutOptions(TypedDict, total=False):
    """Options of `gammon.rollout`, `gammon.rollout_plays` and `gammon.rollout_cube`, given by keyword."""

    settings: RolloutSettings | str
    """How trials are played: settings, or the name of a preset: ``"quick"``, ``"standard"`` (default), ``"thorough"``.

    Every field of `RolloutSettings` is an option too, and changes that field."""

    seed: int
    """Seed of all dice, 0 to 2^64 - 1; 1 by default. The same seed gives every position the same dice."""

    stakes: StakesLike | None
    """Scoring and cube: `Stakes`, or a `Scoring` or `Cube` alone; those of the ID if None."""

    standard_error: float
    """Stop when the standard error of every equity is at most this."""

    ahead: float
    """Stop when the best is ahead of all others by this number of joint standard errors; see `StoppingRule`."""

    seconds: float
    """Stop after this time."""

    update: Update
    """Called a few times a second with the list of rollouts so far."""

    executor: Executor
    """A `concurrent.futures.Executor` that plays the trials, such as a process pool or that of a Dask client."""

    checkpoint: str | os.PathLike[str]
    """A file to which the trials so far are written, and from which they are resumed if it exists."""

    ply: int
    cube_ply: int | None
    early_turns: int
    early_ply: int | None
    truncate: int | None
    leaf_ply: int
    luck: str
    stratified: bool
    end_at_tables: bool
    cubeless: bool


_OF_THE_ENGINE = {field.name for field in fields(Engine)} - set(NAMES)


@dataclass(frozen=True, kw_only=True)
class Request:
    """The arguments of a rollout, checked."""

    board: Position
    """The position."""

    dice: tuple[int, int] | None
    """The dice of an ID."""

    stakes: Stakes | None
    """Scoring and cube; None for a rollout without a cube."""

    settings: RolloutSettings
    """How trials are played."""

    rule: StoppingRule
    """When to stop."""

    first_trial: int
    """The number of the first trial."""

    seed: int
    """The seed of all dice."""

    how: How
    """How the trials are carried out."""

    def start(self, **given: Any) -> RolloutStart:  # noqa: ANN401  Fields of `RolloutStart`.
        """Return the start of a rollout of this position."""
        engine = self.how.engine
        single = (0.0, 1.0)
        stakes = given.pop("stakes", self.stakes)
        if self.stakes is not None and self.stakes.scoring.is_match:
            single = single_game(engine, self.stakes)
        return RolloutStart(
            position=self.board,
            stakes=stakes,
            unit=1 if self.stakes is None else self.stakes.cube.value,
            single=single,
            settings=self.settings,
            network=engine.name,
            engine=engine_options(engine, stakes is not None, self.board.checkers),
            seed=self.seed,
            **given,
        )


def single_game(engine: Engine, stakes: Stakes) -> tuple[float, float]:
    """Return the match-winning chances after losing and after winning a single game at the value of the cube."""
    model = engine.model(stakes)
    # Equity is linear in the chance.
    none, all_ = model.equity(0.0, stakes.cube), model.equity(1.0, stakes.cube)
    return ((-1.0 - none) / (all_ - none), (1.0 - none) / (all_ - none)) if all_ > none else (0.0, 1.0)


def read(
    position: SituationLike,
    trials: int | range | None,
    engine: Engine | None,
    progress: Progress | None,
    options: Mapping[str, Any],
) -> Request:
    """Check the arguments of a rollout.

    Raises
    ------
    TypeError
        If an argument has the wrong type, or there is no option of its name.
    ArgumentError
        If a number is out of its range.
    """
    given = dict(options)
    engine = engine_or_default(engine)
    seed = whole_64("seed", given.pop("seed", 1))
    changes = {name: given.pop(name) for name in NAMES if name in given}
    settings, preset = chosen(given.pop("settings", None), changes)
    has_rule = bool({"standard_error", "ahead", "seconds"} & given.keys())
    numbers = range(UNLIMITED if has_rule else preset) if trials is None else _numbers(trials)
    rule = rule_of(len(numbers), given)
    stakes = given.pop("stakes", None)
    executor, update, checkpoint = given.pop("executor", None), given.pop("update", None), given.pop("checkpoint", None)
    if given:
        known = sorted({*RolloutOptions.__annotations__, *NAMES})
        name = next(iter(given))
        from difflib import get_close_matches  # Imported here because it is rarely needed.

        near = get_close_matches(name, known, n=1, cutoff=0.7)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known)}"
        if name in _OF_THE_ENGINE:
            hint = f"it is a setting of the engine: engine=Engine({name}=...)"
        raise TypeError(f"unknown option {quote(name)}; {hint}")
    check_how(executor, update)
    board, at = at_stake(position, stakes)
    situation = None if isinstance(position, Position) else as_situation(position)
    has_cube = not settings.cubeless and (situation is not None or stakes is not None)
    if not has_cube and not settings.cubeless:
        settings = chosen(settings, {"cubeless": True})[0]
    if board.is_over:
        raise ArgumentError("position: the game is over")
    return Request(
        board=board,
        dice=None if situation is None else situation.dice,
        stakes=at if has_cube else None,
        settings=settings,
        rule=rule,
        first_trial=numbers.start,
        seed=seed,
        how=How(engine=engine, progress=progress, update=update, executor=executor, checkpoint=checkpoint),
    )


def _numbers(trials: int | range) -> range:
    """Return the range of trial numbers."""
    if not isinstance(trials, range):
        number = whole_64("trials", trials)
        if number < 1:
            raise ArgumentError(f"trials is {quote(number)}; it must be from 1 to 2^64 - 1")
        return range(number)
    if trials.step != 1 or not 0 <= trials.start < trials.stop < MOST:
        raise ArgumentError(f"trials is {quote(trials)}; it must be a range with step 1 within 0 to 2^64 - 1")
    return trials


def whole_64(name: str, number: object) -> int:
    """Convert any integer type, including NumPy's, to an int below 2^64.

    Raises
    ------
    ArgumentError
        If it is not one.
    """
    try:
        if isinstance(number, bool):
            raise TypeError
        found = index(number)
    except TypeError as error:
        raise ArgumentError(f"{name} is {quote(number)}; it must be an int from 0 to 2^64 - 1") from error
    if not 0 <= found < MOST:
        raise ArgumentError(f"{name} is {quote(number)}; it must be an int from 0 to 2^64 - 1")
    return found
