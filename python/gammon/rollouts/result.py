"""The result of a rollout: a value that can be saved, merged with others, and subtracted from another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from gammon._engine import ArgumentError, Crawford, Cube, GammonError, Outcome, Position, Roll, Scoring
from gammon.arguments import check
from gammon.rollouts.settings import MOST, RolloutSettings
from gammon.rollouts.tally import (
    CUBEFUL,
    EQUITY,
    ONE,
    OPENING_THROWS,
    THROWS,
    Group,
    Ranges,
    Sums,
    Tally,
    group_size,
    group_trials,
    joined,
    measure_of,
)
from gammon.stakes import Stakes, scoring_fields
from gammon.statistics import normal_interval, wilson_interval
from gammon.store.json import Fields, Saved, parse

FiveShares = tuple[float, float, float, float, float]
Interval = tuple[float, float]

_MOST_SECONDS = 1e15
_MOST_SUM = 2**200


@dataclass(frozen=True, kw_only=True)
class Estimates(Saved):
    """Means over the trials of a rollout with their standard errors, from the point of view of the roller.

    They are as measured: with luck subtracted, the mean of a rare event may be slightly below 0.
    """

    FORMAT, VERSION = "gammon estimates", 1

    probabilities: FiveShares
    """Win, win gammon or more, win backgammon, lose gammon or more, lose backgammon, without the cube."""

    probability_errors: FiveShares | None
    """Their standard errors; None for one trial."""

    cubeless_equity: float
    """Points per game without a cube."""

    cubeless_error: float | None
    """Its standard error; None for one trial."""

    equity: float | None
    """Cubeful equity per unit of the cube, in a match converted from `mwc`; None without a cube."""

    equity_error: float | None
    """Its standard error; None without a cube or for one trial."""

    mwc: float | None
    """Match-winning chance; None for money or without a cube."""

    mwc_error: float | None
    """Its standard error; None for money, without a cube or for one trial."""

    def _fields(self) -> Mapping[str, Any]:
        names = ("probabilities", "cubeless_equity", "equity", "mwc")
        errors = ("probability_errors", "cubeless_error", "equity_error", "mwc_error")
        return {name: getattr(self, name) for pair in zip(names, errors, strict=True) for name in pair}


@dataclass(frozen=True, kw_only=True)
class FirstRoll(Saved):
    """The trials of a rollout that began with one roll."""

    FORMAT, VERSION = "gammon first roll", 1

    roll: Roll
    """The first random roll."""

    trials: int
    """Number of trials."""

    equity: float
    """Their mean equity with luck subtracted: cubeful with a cube, in a match converted from match-winning chance."""

    standard_error: float | None
    """Its standard error; None for one trial."""

    def _fields(self) -> Mapping[str, Any]:
        return {"roll": self.roll, "trials": self.trials, "equity": self.equity, "standard_error": self.standard_error}


@dataclass(frozen=True, kw_only=True)
class Difference(Saved):
    """The difference between two rollouts, with its joint standard error."""

    FORMAT, VERSION = "gammon rollout difference", 1

    equity: float
    """Difference between the equities: cubeful if both have a cube, otherwise cubeless."""

    standard_error: float | None
    """Joint standard error of `equity`; None if it cannot be estimated."""

    mwc: float | None
    """Difference between the match-winning chances; None for money or without a cube."""

    mwc_error: float | None
    """Its joint standard error."""

    is_paired: bool
    """Whether the trials had the same dice, so that much of the luck cancels.

    Otherwise the standard error is that of independent rollouts."""

    @property
    def sigmas(self) -> float | None:
        """The difference in joint standard errors; None if there is none."""
        return self.equity / self.standard_error if self.standard_error else None

    def _fields(self) -> Mapping[str, Any]:
        return {
            "equity": self.equity,
            "standard_error": self.standard_error,
            "mwc": self.mwc,
            "mwc_error": self.mwc_error,
            "is_paired": self.is_paired,
        }

    def __str__(self) -> str:
        error = "" if self.standard_error is None else f" ± {self.standard_error:.4f}"
        return f"{self.equity:+.4f}{error}"


@dataclass(frozen=True, kw_only=True)
class RolloutStart:
    """What is rolled out: everything that determines the trials of a rollout, except for their numbers."""

    position: Position
    """The position, seen by the player on roll: the roller."""

    first: Roll | Position | Literal["opening"] | None = None
    """The first turn: the roller's roll, the position after the roller's play, an opening roll, or any roll (None)."""

    stakes: Stakes | None = None
    """Scoring and cube, seen by the roller; None for a rollout without a cube."""

    unit: int
    """Money is counted in units of this cube value."""

    single: tuple[float, float]
    """Match-winning chances after losing and after winning a single game at this cube value."""

    settings: RolloutSettings
    """How trials are played."""

    network: str
    """Name of the network that chose the plays."""

    engine: str
    """The engine's other options that change results: tables, move filter, cube efficiency and match equity table."""

    seed: int
    """Seed of all dice."""

    @property
    def throws(self) -> tuple[int, int] | None:
        """Numbers of throws by which the first two random rolls are stratified; None if they are not."""
        if not self.settings.stratified:
            return None
        return (OPENING_THROWS if self.first == "opening" else THROWS, THROWS)


@dataclass(frozen=True, kw_only=True)
class Rollout(Saved):
    """The result of a rollout, from the point of view of the player on roll in `position` (the roller).

    Every trial depends only on the seed and its number, and only exact sums are kept. So rollouts of different trials
    that are otherwise the same add up exactly, in any order: ``one + other``. Two rollouts with the same dice can be
    subtracted: ``one - other`` is the difference with its joint standard error.
    """

    FORMAT: ClassVar[str] = "gammon rollout"
    VERSION: ClassVar[int] = 3
    """Versions 1 and 2 had counts of outcomes alone, without luck and cube."""

    start: RolloutStart
    """What was rolled out."""

    tally: Tally
    """The exact sums of all trials."""

    seconds: float = field(compare=False)
    """Elapsed time in seconds, summed over merged rollouts."""

    @property
    def position(self) -> Position:
        """The position that was rolled out."""
        return self.start.position

    @property
    def settings(self) -> RolloutSettings:
        """How the trials were played."""
        return self.start.settings

    @property
    def seed(self) -> int:
        """The seed of all dice."""
        return self.start.seed

    @property
    def network(self) -> str:
        """Name of the network that chose the plays."""
        return self.start.network

    @property
    def ranges(self) -> Ranges:
        """The trials, as sorted half-open ranges of their numbers."""
        return self.tally.ranges

    @property
    def trials(self) -> int:
        """Number of trials."""
        return self.tally.trials

    @property
    def is_cubeful(self) -> bool:
        """Whether there was a cube."""
        return self.start.stakes is not None

    @property
    def is_match(self) -> bool:
        """Whether `mwc` is known: a cube, and a match score."""
        return self.start.stakes is not None and self.start.stakes.scoring.is_match

    @property
    def adjusted(self) -> Estimates:
        """The estimates with luck subtracted."""
        return self._estimates(raw=False)

    @property
    def raw(self) -> Estimates:
        """The estimates with luck, which are the means of the results themselves."""
        return self._estimates(raw=True)

    @property
    def probabilities(self) -> FiveShares:
        """Win, win gammon or more, win backgammon, lose gammon or more, lose backgammon, without the cube.

        These are `adjusted` ones, limited to what is possible: from 0 to 1, and a gammon is also a win.
        """
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = self.adjusted.probabilities
        win = min(max(win, 0.0), 1.0)
        win_gammon, lose_gammon = min(max(win_gammon, 0.0), win), min(max(lose_gammon, 0.0), 1.0 - win)
        win_backgammon = min(max(win_backgammon, 0.0), win_gammon)
        return (win, win_gammon, win_backgammon, lose_gammon, min(max(lose_backgammon, 0.0), lose_gammon))

    @property
    def standard_error(self) -> FiveShares | None:
        """Standard errors of `probabilities`; None for one trial."""
        return self.adjusted.probability_errors

    @property
    def mean(self) -> Outcome:
        """The probabilities as an `Outcome` in single precision."""
        return Outcome(*self.probabilities)

    @property
    def intervals(self) -> tuple[Interval, Interval, Interval, Interval, Interval]:
        """95 % confidence intervals of `probabilities`.

        They are normal, or Wilson's where all trials agree, so that their spread says nothing.
        """
        errors = self.standard_error or (0.0,) * 5
        one, two, three, four, five = (
            _interval(share, error, self.trials) for share, error in zip(self.probabilities, errors, strict=True)
        )
        return (one, two, three, four, five)

    @property
    def cubeless_equity(self) -> float:
        """Points per game without a cube, with luck subtracted."""
        return self.tally.mean(EQUITY)

    @property
    def cubeless_error(self) -> float | None:
        """Standard error of `cubeless_equity`; None for one trial."""
        return self.tally.standard_error(EQUITY, self.start.throws)

    @property
    def equity(self) -> float:
        """The equity that counts: cubeful with a cube, else cubeless."""
        return self._value(CUBEFUL, self.tally.mean(CUBEFUL)) if self.is_cubeful else self.cubeless_equity

    @property
    def equity_standard_error(self) -> float | None:
        """Standard error of `equity`; None for one trial."""
        if not self.is_cubeful:
            return self.cubeless_error
        return self._scaled(self.tally.standard_error(CUBEFUL, self.start.throws))

    @property
    def equity_interval(self) -> Interval | None:
        """Normal 95 % confidence interval of `equity`; None if the error is not known."""
        error = self.equity_standard_error
        return None if not error else normal_interval(self.equity, error)

    @property
    def mwc(self) -> float | None:
        """Match-winning chance; None for money or without a cube."""
        return self.tally.mean(CUBEFUL) if self.is_match else None

    @property
    def mwc_standard_error(self) -> float | None:
        """Standard error of `mwc`; None for money, without a cube, or for one trial."""
        return self.tally.standard_error(CUBEFUL, self.start.throws) if self.is_match else None

    @property
    def turns_per_game(self) -> float:
        """Mean number of turns of a trial, including turns without a legal play."""
        return sum(turns * count for turns, count in self.tally.turns.items()) / self.trials

    @property
    def first_rolls(self) -> tuple[FirstRoll, ...]:
        """The trials by their first random roll, from 1-1 to 6-6; rolls without a trial are left out."""
        by_roll: dict[tuple[int, int], list[int]] = {}
        for throw in range(THROWS):
            by_roll.setdefault(self._dice(throw), []).append(throw)
        measure = CUBEFUL if self.is_cubeful else EQUITY
        found = []
        for (high, low), throws in sorted(by_roll.items()):
            trials = sum(self.tally.first[throw][0] for throw in throws)
            if not trials:
                continue
            strata = [self.tally.first[throw] for throw in throws]
            total = sum(measure_of((0, sums[0], sums[2]), measure) for sums in strata)
            squares = [self.tally.squares[throw][1][measure] for throw in throws]
            error = None
            if trials > 1 and None not in squares:
                around = sum(one for one in squares if one is not None) - total * total // trials
                error = math.sqrt(max(around, 0) / (trials - 1) / trials) / ONE
            mean = total / trials / ONE
            if self.is_cubeful:
                mean, error = self._value(CUBEFUL, mean), self._scaled(error)
            found.append(FirstRoll(roll=Roll(high, low), trials=trials, equity=mean, standard_error=error))
        return tuple(found)

    @property
    def running(self) -> tuple[tuple[int, float, float | None], ...]:
        """Number of trials, equity and its standard error after each group of trials, for a plot of the running mean.

        The standard errors come from the means of groups, and the first few are rough.
        """
        found = []
        trials = count = 0
        total = squares = 0.0
        for group in self.tally.groups:
            value = measure_of(group, CUBEFUL if self.is_cubeful else EQUITY) / ONE
            trials, count = trials + group[1], count + 1
            total, squares = total + value, squares + value * value / group[1]
            mean = total / trials
            error = math.sqrt(max(squares - total * mean, 0.0) / (count - 1) / trials) if count > 1 else None
            if self.is_cubeful:
                mean, error = self._value(CUBEFUL, mean), self._scaled(error)
            found.append((trials, mean, error))
        return tuple(found)

    def _dice(self, throw: int) -> tuple[int, int]:
        if self.start.first == "opening":
            one, other = throw // 5 + 1, throw % 5 + 1
            other += other >= one
        else:
            one, other = throw // 6 + 1, throw % 6 + 1
        return max(one, other), min(one, other)

    def _value(self, measure: int, value: float) -> float:
        """Convert a cubeful value to equity."""
        if measure != CUBEFUL or not self.is_match:
            return value
        lose, win = self.start.single
        return 2 * (value - lose) / (win - lose) - 1 if win > lose else 0.0

    def _scaled(self, error: float | None) -> float | None:
        """Convert the standard error of a cubeful value to one of equity."""
        if error is None or not self.is_match:
            return error
        lose, win = self.start.single
        return 2 * error / (win - lose) if win > lose else 0.0

    def _estimates(self, *, raw: bool) -> Estimates:
        tally, throws = self.tally, self.start.throws
        shares = tuple(tally.mean(measure, raw=raw) for measure in range(5))
        errors = tuple(tally.standard_error(measure, throws, raw=raw) for measure in range(5))
        value = tally.mean(CUBEFUL, raw=raw) if self.is_cubeful else None
        error = tally.standard_error(CUBEFUL, throws, raw=raw) if self.is_cubeful else None
        return Estimates(
            probabilities=_five(shares),
            probability_errors=None if None in errors else _five(tuple(one for one in errors if one is not None)),
            cubeless_equity=tally.mean(EQUITY, raw=raw),
            cubeless_error=tally.standard_error(EQUITY, throws, raw=raw),
            equity=None if value is None else self._value(CUBEFUL, value),
            equity_error=self._scaled(error),
            mwc=value if self.is_match else None,
            mwc_error=error if self.is_match else None,
        )

    def merge(self, other: Rollout) -> Rollout:
        """Combine this rollout with other trials of the same start.

        The order does not matter, and the result equals that of one rollout of all the trials.

        Raises
        ------
        ArgumentError
            If the rollouts differ in anything but their trials, or share a trial.
        """
        check("other", other, Rollout)
        for name, mine in vars(self.start).items():
            others = getattr(other.start, name)
            if mine != others:
                raise ArgumentError(f"rollouts of different {name}: {mine!r} and {others!r}")
        return Rollout(start=self.start, tally=self.tally + other.tally, seconds=self.seconds + other.seconds)

    def __add__(self, other: Rollout) -> Rollout:
        return self.merge(other) if isinstance(other, Rollout) else NotImplemented

    def __sub__(self, other: Rollout) -> Difference:
        return self.minus(other) if isinstance(other, Rollout) else NotImplemented

    def minus(self, other: Rollout) -> Difference:
        """Return the difference between this rollout and another, with its joint standard error.

        If the trials had the same dice, the error comes from the differences between groups of trials. Otherwise it is
        that of independent rollouts, ``sqrt(a^2 + b^2)``; this is also used, and then too large, if only some of the
        trials are the same.

        Raises
        ------
        ArgumentError
            If one has a cube and the other does not, or their scores or units differ.
        """
        check("other", other, Rollout)
        if self.is_cubeful != other.is_cubeful:
            raise ArgumentError("other: a rollout with a cube and one without cannot be compared")
        if self.is_match != other.is_match or self.start.single != other.start.single:
            raise ArgumentError("other: rollouts at different scores cannot be compared")
        if self.start.unit != other.start.unit:
            raise ArgumentError("other: rollouts in units of different cubes cannot be compared")
        measure = CUBEFUL if self.is_cubeful else EQUITY
        value = self.tally.mean(measure) - other.tally.mean(measure)
        paired = _paired(self, other)
        if paired is not None:
            error = _joint_error(*paired, measure)
        else:
            errors = [one.tally.standard_error(measure, one.start.throws) for one in (self, other)]
            error = math.hypot(*(one for one in errors if one is not None)) if None not in errors else None
        equity = self.equity - other.equity
        return Difference(
            equity=equity,
            standard_error=self._scaled(error) if self.is_cubeful else error,
            mwc=value if self.is_match else None,
            mwc_error=error if self.is_match else None,
            is_paired=paired is not None,
        )

    def _fields(self) -> Mapping[str, Any]:
        start, tally = self.start, self.tally
        stakes = start.stakes
        return {
            "position": start.position.gnubg_id,
            "checkers": start.position.checkers,
            "first": _first_fields(start.first),
            "stakes": None
            if stakes is None
            else {
                "scoring": scoring_fields(stakes.scoring),
                "cube": [stakes.cube.value, stakes.cube.owner],
                "max_cube": stakes.max_cube,
            },
            "unit": start.unit,
            "single": start.single,
            "settings": start.settings.to_dict(),
            "network": start.network,
            "engine": start.engine,
            "seed": start.seed,
            "trials": self.trials,
            "seconds": self.seconds,
            "probabilities": self.probabilities,
            "standard_error": self.standard_error,
            "intervals": self.intervals,
            "cubeless_equity": self.cubeless_equity,
            "cubeless_error": self.cubeless_error,
            "equity": self.equity,
            "equity_standard_error": self.equity_standard_error,
            "equity_interval": self.equity_interval,
            "mwc": self.mwc,
            "mwc_standard_error": self.mwc_standard_error,
            "adjusted": self.adjusted,
            "raw": self.raw,
            "turns_per_game": self.turns_per_game,
            "first_rolls": self.first_rolls,
            "tally": _tally_fields(tally),
        }

    @classmethod
    def from_json(cls, text: str | bytes) -> Rollout:
        """Read the JSON of `to_json`; the figures are computed from the sums.

        Raises
        ------
        NotationError
            If the text is not a rollout in JSON.
        """
        return cls.from_fields(parse(text, "rollout"))

    @classmethod
    def from_fields(cls, data: Fields, *, nested: bool = False) -> Rollout:
        """Read a rollout from parsed JSON; a nested one has no field ``"format"``."""
        check("data", data, Fields)
        if not check("nested", nested, bool):
            data.expect_format(cls.FORMAT, cls.VERSION)
        try:
            start = RolloutStart(
                position=Position.from_gnubg_id(data.text("position"), checkers=data.integer("checkers", 1, 15)),
                first=_read_first(data),
                stakes=_read_stakes(data),
                unit=data.integer("unit", 1, 2**60),
                single=_two(data.numbers("single", 0.0, 1.0, 2)),
                settings=_read_settings(data),
                network=data.text("network"),
                engine=data.text("engine"),
                seed=data.integer("seed", 0, MOST - 1),
            )
            tally = _read_tally(data.fields("tally"))
        except GammonError as error:
            if str(error).startswith(data.where):
                raise
            data.refuse(str(error))
        except TypeError as error:
            data.refuse(str(error))
        if tally.trials != data.integer("trials", 1, MOST):
            data.refuse("`trials` and the tally give different numbers of trials")
        _expect_fitting(start, tally, data.refuse)
        return cls(start=start, tally=tally, seconds=data.number("seconds", 0.0, _MOST_SECONDS))

    def __str__(self) -> str:
        error = "" if self.equity_standard_error is None else f" ± {self.equity_standard_error:.4f}"
        trials = "1 trial" if self.trials == 1 else f"{self.trials} trials"
        what = "cubeful equity" if self.is_cubeful else "points per game"
        return f"{self.equity:+.4f}{error} {what} ({trials}, seed {self.seed})"

    def __rich__(self) -> object:
        """Return a table for rich."""
        from gammon.rollouts.report import table  # Imported here because rich is slow to import.

        return table(self)

    def plot(self, axes: Any = None) -> Any:  # noqa: ANN401  Types of matplotlib, which is optional.
        """Plot the running mean of the equity with its 95 % band; needs matplotlib. Returns the axes.

        Parameters
        ----------
        axes
            The axes to draw on; new ones if None.
        """
        from gammon.rollouts.plot import running_mean  # Imported here because matplotlib is optional.

        return running_mean(self, axes)


def _interval(share: float, error: float, trials: int) -> Interval:
    if not error:
        return wilson_interval(share, trials)
    low, high = normal_interval(share, error)
    return max(low, 0.0), min(high, 1.0)


def _five(shares: tuple[float, ...]) -> FiveShares:
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = shares
    return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)


def _two(numbers: list[float]) -> tuple[float, float]:
    one, other = numbers
    return one, other


def _paired(one: Rollout, other: Rollout) -> tuple[tuple[Group, ...], tuple[Group, ...]] | None:
    """Return the groups of two rollouts with the same dice; None if their dice differ."""
    mine, others = one.start, other.start
    same = mine.seed == others.seed and mine.throws == others.throws and one.ranges == other.ranges
    # After a given roll or a play, random rolls begin with the second turn.
    if not same or (mine.first in (None, "opening")) != (others.first in (None, "opening")):
        return None
    size = max(one.tally.group_size, other.tally.group_size)
    return one.tally.regrouped(size), other.tally.regrouped(size)


def _joint_error(mine: tuple[Group, ...], others: tuple[Group, ...], measure: int) -> float | None:
    """Return the standard error of the mean difference from those of groups; None for one group."""
    if len(mine) < 2:
        return None
    trials = sum(group[1] for group in mine)
    differences = [
        ((measure_of(one, measure) - measure_of(other, measure)) / ONE, one[1])
        for one, other in zip(mine, others, strict=True)
    ]
    mean = math.fsum(total for total, _ in differences) / trials
    around = math.fsum((total / count - mean) ** 2 * count for total, count in differences)
    return math.sqrt(around / (len(mine) - 1) / trials)


def _first_fields(first: Roll | Position | str | None) -> object:
    if isinstance(first, Position):
        return {"played": first.gnubg_id}
    return first if isinstance(first, str) or first is None else {"roll": first}


def _read_first(data: Fields) -> Roll | Position | Literal["opening"] | None:
    given = data.value("first")
    if given is None:
        return None
    if given == "opening":
        return "opening"
    first = data.fields("first")
    if "played" in first:
        return Position.from_gnubg_id(first.text("played"), checkers=data.integer("checkers", 1, 15))
    return Roll(*first.integers("roll", 1, 6, 2))


def _read_stakes(data: Fields) -> Stakes | None:
    if data.value("stakes") is None:
        return None
    stakes = data.fields("stakes")
    scoring = stakes.fields("scoring")
    value, owner = stakes.integers("cube", -1, 2**60, 2)
    cube, most = Cube(value, owner), stakes.integer("max_cube", 1, 2**60)
    if scoring.value("away") is not None:
        word = scoring.text("crawford").upper()
        if word not in Crawford.__members__:
            scoring.refuse(f"crawford: expected one of {', '.join(Crawford.__members__)}, got {word!r}")
        own, other = scoring.integers("away", 1, 64, 2)
        return Stakes(Scoring.match(own, other, crawford=Crawford[word]), cube, most)
    flags = {name: scoring.flag(name) for name in ("jacoby", "beavers", "raccoons")}
    return Stakes(Scoring.money(**flags), cube, most)


def _read_settings(data: Fields) -> RolloutSettings:
    settings = data.fields("settings")
    known = RolloutSettings().to_dict()
    settings.expect_only(known)
    return RolloutSettings(**{name: settings.value(name) for name in known})  # type: ignore[arg-type]


def _tally_fields(tally: Tally) -> dict[str, Any]:
    return {
        "ranges": tally.ranges,
        "first": tally.first,
        "second": tally.second,
        "squares": tally.squares,
        "group_size": tally.group_size,
        "groups": tally.groups,
        "turns": list(tally.turns.items()),
        "played": list(tally.played.items()),
        "passed": list(tally.passed.items()),
        "known": tally.known,
        "truncated": tally.truncated,
    }


def _read_tally(data: Fields) -> Tally:
    """Read a tally, checked to be consistent with itself."""

    def elements(name: str, count: int | None = None) -> Iterator[Fields]:
        found = data.array(name)
        if count is not None and len(found) != count:
            data.refuse(f"{name}: expected {count} elements, got {len(found)}")
        for at, one in enumerate(found):
            yield Fields(dict(enumerate_keys(one)), f"{data.where}: {name}[{at}]", refuse)

    def enumerate_keys(one: object) -> Iterator[tuple[str, object]]:
        if not isinstance(one, list):
            data.refuse("expected lists of numbers")
        for at, value in enumerate(one):
            yield str(at), value

    def refuse(problem: str) -> Exception:
        data.refuse(problem.removeprefix(f"{data.where}: "))

    def sums(one: Fields) -> Sums:
        return (one.integer("0", 0, MOST), *(_row(one, key, 6) for key in ("1", "2")))  # type: ignore[return-value]

    def counts(name: str, least: int) -> dict[int, int]:
        pairs = [(one.integer("0", least, 2**70), one.integer("1", 1, MOST)) for one in elements(name)]
        if [key for key, _ in pairs] != sorted({key for key, _ in pairs}):
            data.refuse(f"{name}: expected different numbers in order")
        return dict(pairs)

    ranges = []
    for one in elements("ranges"):
        ranges.append((one.integer("0", 0, MOST), one.integer("1", 0, MOST)))
    tally = Tally(
        ranges=joined(ranges),
        first=tuple(sums(one) for one in elements("first", THROWS)),
        second=tuple(sums(one) for one in elements("second", THROWS)),
        squares=tuple((_squares(one, "0"), _squares(one, "1")) for one in elements("squares", THROWS)),
        group_size=data.integer("group_size", 1, MOST),
        groups=tuple(
            (one.integer("0", 0, MOST), one.integer("1", 1, MOST), _row(one, "2", 6)) for one in elements("groups")
        ),
        turns=counts("turns", 0),
        played=counts("played", -(2**70)),
        passed=counts("passed", -(2**70)),
        known=data.integer("known", 0, MOST),
        truncated=data.integer("truncated", 0, MOST),
    )
    _expect_consistent(tally, data.refuse)
    return tally


def _expect_fitting(start: RolloutStart, tally: Tally, refuse: Callable[[str], object]) -> None:
    """Refuse a start that contradicts itself, or trials that it cannot have."""
    if start.position.is_over:
        refuse("position: the game is over")
    if start.settings.cubeless != (start.stakes is None):
        refuse("stakes: expected null in a cubeless rollout, and only there")
    if not start.single[0] < start.single[1]:
        refuse("single: expected a smaller chance after losing than after winning")
    if start.first == "opening" and any(trials for trials, _, _ in tally.first[OPENING_THROWS:]):
        refuse(f"first: expected opening rolls in the first {OPENING_THROWS} elements alone")


def _expect_consistent(tally: Tally, refuse: Callable[[str], object]) -> None:
    """Refuse a tally whose parts give different numbers of trials or different sums."""
    trials = tally.trials
    ended = sum(tally.played.values()) + sum(tally.passed.values()) + tally.known + tally.truncated
    parts = {
        "first": sum(one[0] for one in tally.first),
        "second": sum(one[0] for one in tally.second),
        "groups": sum(one[1] for one in tally.groups),
        "turns": sum(tally.turns.values()),
        "the endings": ended,
    }
    for name, found in parts.items():
        if found != trials:
            refuse(f"{name}: expected {trials} trials, as in `ranges`, got {found}")
    if tally.group_size != group_size(tally.ranges):
        refuse(f"group_size: expected {group_size(tally.ranges)}, got {tally.group_size}")
    if [group[:2] for group in tally.groups] != group_trials(tally.ranges, tally.group_size):
        refuse("groups: expected the numbers and trials that follow from `ranges`")
    for at in range(6):
        adjusted = {sum(one[2][at] for one in part) for part in (tally.first, tally.second, tally.groups)}
        if len(adjusted) > 1 or sum(one[1][at] for one in tally.first) != sum(one[1][at] for one in tally.second):
            refuse("`first`, `second` and `groups` have different sums")


def _row(one: Fields, key: str, count: int) -> tuple[int, ...]:
    return tuple(one.integers(key, -_MOST_SUM, _MOST_SUM, count))


def _squares(one: Fields, key: str) -> tuple[int | None, ...]:
    found = one.array(key)
    if len(found) != 7:
        one.refuse(f"expected 7 sums of squares, got {len(found)}")
    return tuple(None if value is None else Fields({key: value}, one.where).integer(key, 0, 2**200) for value in found)
