"""Monte Carlo rollouts: play a position to the end many times and count the outcomes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from gammon._engine import (
    ArgumentError,
    GammonError,
    NotationError,
    Outcome,
    Position,
    Roll,
    rollout_counts,
)
from gammon.arguments import check, index
from gammon.dice import RollLike, two_dice
from gammon.engine import Engine, engine_or_default
from gammon.interrupted import Interrupted
from gammon.quoting import quote
from gammon.situation import SituationLike, as_situation
from gammon.stakes import board_of
from gammon.statistics import Moments, share_standard_error, wilson_interval
from gammon.store.json import Fields, Saved, parse
from gammon.typing import Progress

MOST = 2**64
"""Seeds and numbers of trials are below this."""
_MOST_SECONDS = 1e15

Counts = tuple[int, int, int]
FiveShares = tuple[float, float, float, float, float]
Interval = tuple[float, float]

_FIRST_PART = 144
_PART_SECONDS = 0.25
"""Parts double in size until one takes this long. Longer parts would lose more trials on Ctrl-C; shorter ones would
waste time at their ends, when most threads wait for the last one."""


@dataclass(frozen=True, kw_only=True)
class Rollout(Saved):
    """The result of a rollout: outcome counts, and everything needed to reproduce them.

    Every trial depends only on the seed and its trial number, and only counts are kept. So rollouts of different trials
    with the same seed add up exactly: ``merge`` gives the result of one rollout of all the trials.
    """

    FORMAT: ClassVar[str] = "gammon rollout"
    VERSION: ClassVar[int] = 2
    """Version 1 divided by n in the standard errors; version 2 divides by n - 1."""

    position: Position
    """The position that was rolled out."""

    roll: Roll | None
    """The given dice of the first turn, or None if they were random."""

    opening: bool
    """Whether the first roll was an opening roll, which is never a double."""

    network: str
    """The name of the network that chose the plays."""

    seed: int
    """The seed of all dice."""

    ranges: tuple[tuple[int, int], ...]
    """The trials played, as sorted half-open ranges of trial numbers."""

    won: Counts
    """Trials that the player on roll won by exactly one, two and three points."""

    lost: Counts
    """Trials that the player on roll lost by exactly one, two and three points."""

    turns: int
    """Turns played in all trials, including turns without a legal play."""

    seconds: float = field(compare=False)
    """Elapsed time in seconds, summed over merged rollouts."""

    @property
    def trials(self) -> int:
        """Number of trials played."""
        return sum(self.won) + sum(self.lost)

    @property
    def turns_per_game(self) -> float:
        """Mean number of turns per trial."""
        return self.turns / self.trials

    @property
    def probabilities(self) -> FiveShares:
        """Shares of trials: win, win gammon or more, win backgammon, lose gammon or more, lose backgammon."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (count / self.trials for count in self._counts)
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def mean(self) -> Outcome:
        """The probabilities as an `Outcome` in single precision, from the point of view of the player on roll."""
        return Outcome(*self.probabilities)

    @property
    def standard_error(self) -> FiveShares | None:
        """Standard errors of `probabilities`, in the same order: ``sqrt(p (1 - p) / (n - 1))``; None for one trial.

        The error of a share of 0 or 1 is 0, which is uninformative; use `intervals` there.
        """
        errors = [share_standard_error(share, self.trials) for share in self.probabilities]
        known = [error for error in errors if error is not None]
        if not known:
            return None
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = known
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def intervals(self) -> tuple[Interval, Interval, Interval, Interval, Interval]:
        """Wilson's 95 % confidence intervals of `probabilities`, in the same order."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (
            wilson_interval(share, self.trials) for share in self.probabilities
        )
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def cubeless_equity(self) -> float:
        """Mean points per game without a cube, for the player on roll."""
        return self._points.total / self.trials

    @property
    def equity_standard_error(self) -> float | None:
        """Sample standard error of `cubeless_equity`, with n - 1; None for one trial."""
        return self._points.standard_error

    @property
    def equity_interval(self) -> Interval | None:
        """Normal 95 % confidence interval of `cubeless_equity`; None if all trials had the same result.

        Identical results have no spread, from which no error can be estimated.
        """
        interval = self._points.interval()
        if interval is None or not self.equity_standard_error:
            return None
        return max(interval[0], -3.0), min(interval[1], 3.0)

    @property
    def _counts(self) -> tuple[int, int, int, int, int]:
        (single, gammon, backgammon), (_, lost_gammon, lost_backgammon) = self.won, self.lost
        won = single + gammon + backgammon
        return won, gammon + backgammon, backgammon, lost_gammon + lost_backgammon, lost_backgammon

    @property
    def _points(self) -> Moments:
        scores = tuple(self._scores())
        total, squares = (sum(count * points**power for points, count in scores) for power in (1, 2))
        return Moments(count=self.trials, total=total, squares=squares)

    def _scores(self) -> Iterable[tuple[int, int]]:
        for points, (won, lost) in enumerate(zip(self.won, self.lost, strict=True), start=1):
            yield points, won
            yield -points, lost

    def merge(self, other: Rollout) -> Rollout:
        """Combine this rollout with other trials of the same position.

        The order does not matter, and the counts equal those of one rollout of all the trials.

        Raises
        ------
        ArgumentError
            If the rollouts differ in anything but their trials, or share a trial.
        """
        check("other", other, Rollout)
        for name in ("position", "roll", "opening", "network", "seed"):
            mine, others = getattr(self, name), getattr(other, name)
            if mine != others:
                raise ArgumentError(f"rollouts of different {name}: {mine!r} and {others!r}")
        return Rollout(
            position=self.position,
            roll=self.roll,
            opening=self.opening,
            network=self.network,
            seed=self.seed,
            ranges=_joined((*self.ranges, *other.ranges)),
            won=_sum(self.won, other.won),
            lost=_sum(self.lost, other.lost),
            turns=self.turns + other.turns,
            seconds=self.seconds + other.seconds,
        )

    def __add__(self, other: Rollout) -> Rollout:
        return self.merge(other) if isinstance(other, Rollout) else NotImplemented

    def _fields(self) -> Mapping[str, Any]:
        return {
            "position": self.position.gnubg_id,
            "checkers": self.position.checkers,
            "roll": self.roll,
            "opening": self.opening,
            "network": self.network,
            "seed": self.seed,
            "trials": self.trials,
            "ranges": self.ranges,
            "won": self.won,
            "lost": self.lost,
            "turns": self.turns,
            "seconds": self.seconds,
            "probabilities": self.probabilities,
            "standard_error": self.standard_error,
            "intervals": self.intervals,
            "cubeless_equity": self.cubeless_equity,
            "equity_standard_error": self.equity_standard_error,
            "equity_interval": self.equity_interval,
        }

    @classmethod
    def from_json(cls, text: str) -> Rollout:
        """Read the JSON of `to_json`, version 1 or 2; derived figures are recomputed from the counts.

        Raises
        ------
        NotationError
            If the text is not a rollout in JSON.
        """
        data = parse(text, "rollout")
        data.expect_format(cls.FORMAT, 1, cls.VERSION)
        dice = None if data.value("roll") is None else data.integers("roll", 1, 6, 2)
        try:
            rollout = cls(
                position=Position.from_gnubg_id(data.text("position"), checkers=data.integer("checkers", 1, 15)),
                roll=None if dice is None else Roll(*dice),
                opening=data.flag("opening"),
                network=data.text("network"),
                seed=data.integer("seed", 0, MOST - 1),
                ranges=_joined(_ranges(data)),
                won=_three(data.integers("won", 0, MOST, 3)),
                lost=_three(data.integers("lost", 0, MOST, 3)),
                turns=data.integer("turns", 0, MOST * MOST),
                seconds=data.number("seconds", 0.0, _MOST_SECONDS),
            )
        except NotationError:
            raise
        except GammonError as error:
            data.refuse(str(error))
        played = sum(stop - start for start, stop in rollout.ranges)
        if not played == rollout.trials == data.integer("trials", 1, MOST):
            data.refuse("the counts, `trials` and `ranges` give different numbers of trials")
        if rollout.roll is not None and rollout.opening:
            data.refuse("expected either `roll` or `opening`, got both")
        return rollout

    def __str__(self) -> str:
        error = "" if self.equity_standard_error is None else f" ± {self.equity_standard_error:.4f}"
        trials = "1 trial" if self.trials == 1 else f"{self.trials} trials"
        return f"{self.cubeless_equity:+.4f}{error} points per game ({trials}, seed {self.seed})"


def rollout(
    position: SituationLike,
    trials: int | range = 1296,
    *,
    seed: int,
    roll: RollLike | None = None,
    opening: bool = False,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Rollout:
    """Play a position to the end many times with the network's plays, and count how the games end.

    The rollout is cubeless and has no variance reduction. The result depends only on the arguments, not on the number
    of threads, the machine or its instruction set.

    Parameters
    ----------
    position
        The position, from the point of view of the player on roll. Cube and score of an ID are ignored; its dice are
        used for the first turn.
    trials
        Number of games to play, at least 1; or a range of trial numbers, for rollouts to be merged later.
    seed
        Seed of all dice, 0 to 2^64 - 1. Trial number ``t`` has the same dice for every position, so rollouts of two
        positions with the same seed are paired.
    roll
        The dice of the first turn, a `Roll` or two numbers. None uses the dice of the ID, or random dice.
    opening
        Whether the first roll is an opening roll, which is never a double.
    engine
        The engine that chooses the plays, at 0-ply, with its number of threads; the default one if None.
    progress
        Called now and then with the number of trials done and the total. An exception from it ends the rollout.

    Raises
    ------
    ArgumentError
        If a number is out of range, or `roll` and `opening` are both given.
    DiceError
        If `roll` is not two dice.
    UnfinishedGameError
        If a trial is not over after 10,000 turns, which can happen when a function in place of a network does not
        bring its checkers home. Games end with probability 1 whatever the plays (McMullen, 1994), but may be very long.
    Interrupted
        After Ctrl-C, with the rollout of the finished trials; about the last half second is lost.

    Examples
    --------
    >>> import gammon as bg
    >>> result = bg.rollout(bg.Position.start(), trials=200, seed=7, opening=True)
    >>> result.trials
    200
    >>> halves = [bg.rollout(bg.Position.start(), range(t, t + 100), seed=7, opening=True) for t in (0, 100)]
    >>> halves[1] + halves[0] == result
    True
    """
    numbers = _numbers(trials)
    seed = _whole("seed", seed)
    engine = engine_or_default(engine)
    board = board_of(position)
    if roll is None and not isinstance(position, Position) and not opening:
        roll = as_situation(position).dice
    dice = None if roll is None else Roll(*two_dice(roll))

    def play(part: range, told: Callable[[int, int], object]) -> Rollout:
        started = time.perf_counter()
        won, lost, turns = rollout_counts(
            board,
            engine.evaluator,
            start=part.start,
            stop=part.stop,
            seed=seed,
            roll=dice,
            opening=opening,
            threads=engine.threads,
            progress=None if progress is None else told,
        )
        return Rollout(
            position=board,
            roll=dice,
            opening=opening,
            network=engine.name,
            seed=seed,
            ranges=((part.start, part.stop),),
            won=_three(won),
            lost=_three(lost),
            turns=turns,
            seconds=time.perf_counter() - started,
        )

    return _in_parts(play, numbers, progress)


def _in_parts(
    play: Callable[[range, Callable[[int, int], object]], Rollout], trials: range, progress: Progress | None
) -> Rollout:
    """Play the trials in parts and merge them, so that Ctrl-C loses only the unfinished part."""
    found: Rollout | None = None
    first, size, total = trials.start, _FIRST_PART, len(trials)

    def tell(done: int, _: int) -> None:
        if progress is not None:
            progress(first - trials.start + done, total)

    try:
        while True:
            part = play(range(first, min(first + size, trials.stop)), tell)
            found = part if found is None else found + part
            first = found.ranges[-1][1]
            if first == trials.stop:
                return found
            if part.seconds < _PART_SECONDS:
                size *= 2
    except KeyboardInterrupt:
        done = 0 if found is None else found.trials
        raise Interrupted(f"interrupted after {done:,} of {total:,} trials", found) from None


def _numbers(trials: int | range) -> range:
    """Return the range of trial numbers."""
    if not isinstance(trials, range):
        number = _whole("trials", trials)
        if not 1 <= number < MOST:
            raise ArgumentError(f"trials is {quote(number)}; it must be from 1 to 2^64 - 1")
        return range(number)
    if trials.step != 1 or not 0 <= trials.start < trials.stop < MOST:
        raise ArgumentError(f"trials is {quote(trials)}; it must be a range with step 1 within 0 to 2^64 - 1")
    return trials


def _whole(name: str, number: int) -> int:
    """Convert any integer type, including NumPy's, to an int."""
    try:
        return index(number)
    except TypeError as error:
        raise ArgumentError(f"{name} is {quote(number)}; it must be an int from 0 to 2^64 - 1") from error


def _three(counts: Iterable[int]) -> Counts:
    single, gammon, backgammon = counts
    return (single, gammon, backgammon)


def _sum(one: Counts, other: Counts) -> Counts:
    return _three(a + b for a, b in zip(one, other, strict=True))


def _ranges(data: Fields) -> list[tuple[int, int]]:
    """Read the ranges of trial numbers from JSON."""
    found = []
    for at, ends in enumerate(data.array("ranges")):
        key = f"ranges[{at}]"
        start, stop = Fields({key: ends}, data.where).integers(key, 0, MOST, 2)
        found.append((start, stop))
    return found


def _joined(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if start >= stop:
            raise ArgumentError(f"expected a range of trials with start < stop, got {start} to {stop}")
        if joined and start < joined[-1][1]:
            raise ArgumentError(f"trials from {start} on are counted twice")
        if joined and start == joined[-1][1]:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return tuple(joined)
