"""Monte Carlo rollouts: a position played to the end many times, and what that shows."""

from __future__ import annotations

import operator
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
from gammon.arguments import check
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
"""Parts grow until they take so long: Ctrl-C loses the part that is being played, and each part ends with threads that
wait for the last."""


@dataclass(frozen=True, kw_only=True)
class Rollout(Saved):
    """What a rollout found: how many trials ended in each way, and all that was needed to find it again.

    Every trial is a function of the seed and its number alone, and only counts are kept. So rollouts of different
    trials under the same seed add up exactly: ``merge`` gives what one rollout of all of them would have given.
    """

    FORMAT: ClassVar[str] = "gammon rollout"
    VERSION: ClassVar[int] = 2
    """Before version 2 the standard errors were the population's, with n in place of n - 1."""

    position: Position
    """What was rolled out."""

    roll: Roll | None
    """The dice of the first turn, or None if they were thrown."""

    opening: bool
    """Whether the first turn was thrown as an opening, which is never a double."""

    network: str
    """The name of the network that played."""

    seed: int
    """The seed of all dice."""

    ranges: tuple[tuple[int, int], ...]
    """The trials played, as half-open ranges of trial numbers, in order."""

    won: Counts
    """Trials won by one, two and three points, by the player on roll; a gammon is not counted as a single game too."""

    lost: Counts
    """Trials lost by one, two and three points."""

    turns: int
    """Turns played in all trials, passes included."""

    seconds: float = field(compare=False)
    """Time that it took, added up over what was merged."""

    @property
    def trials(self) -> int:
        """How many trials were played."""
        return sum(self.won) + sum(self.lost)

    @property
    def turns_per_game(self) -> float:
        """Mean number of turns of a trial."""
        return self.turns / self.trials

    @property
    def probabilities(self) -> FiveShares:
        """Shares of the trials won, won by a gammon or more, won by a backgammon, and lost by each of the latter."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (count / self.trials for count in self._counts)
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def mean(self) -> Outcome:
        """The probabilities as an `Outcome`, in single precision, seen by the player on roll."""
        return Outcome(*self.probabilities)

    @property
    def standard_error(self) -> FiveShares | None:
        """Standard errors of the five probabilities, in their order, ``sqrt(p (1 - p) / (n - 1))``; None for one trial.

        It is 0 where a share is 0 or 1, which says nothing about the true probability: `intervals` does.
        """
        errors = [share_standard_error(share, self.trials) for share in self.probabilities]
        known = [error for error in errors if error is not None]
        if not known:
            return None
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = known
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def intervals(self) -> tuple[Interval, Interval, Interval, Interval, Interval]:
        """Wilson's intervals of the five probabilities, in their order: where each is, 95 times in 100."""
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
        """Standard error of `cubeless_equity`, from the sample with n - 1; None for one trial."""
        return self._points.standard_error

    @property
    def equity_interval(self) -> Interval | None:
        """Where the cubeless equity is, 95 times in 100, taken as normal; None where all trials ended alike.

        These show no spread, which says nothing about how far off their mean is.
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
        """Add the trials of another rollout of the same position.

        The order does not matter, and the counts are those of one rollout of all the trials.

        Raises
        ------
        ArgumentError
            If the rollouts differ in anything but their trials, or have played some trials both.
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
        """Read what `to_json` wrote, in this version or in the first: the counts, and not the figures made from them.

        Raises
        ------
        NotationError
            If the text is something else.
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
            data.refuse("the counts are not those of the trials that it says were played")
        if rollout.roll is not None and rollout.opening:
            data.refuse("given dice and an opening roll exclude each other")
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
    """Play a position to the end many times, the network choosing every play, and count how the games end.

    Cubeless and without variance reduction. The result depends on the arguments alone: not on threads, the
    machine or its instruction set.

    Parameters
    ----------
    position
        The position, with the player whose chances are wanted on roll. Cube and score of an ID are left aside; its dice
        are those of the first turn.
    trials
        How many games to play, at least 1; or the range of numbers of the trials, for rollouts that are to be merged.
    seed
        Of all dice, 0 to 2^64 - 1. Trial number ``t`` has the same dice whatever the position: rollouts of two
        positions with one seed are paired.
    roll
        The dice of the first turn, a `Roll` or two numbers; those of the ID, or thrown, if None.
    opening
        Whether the first turn is thrown as an opening, which is never a double.
    engine
        What chooses the plays, at 0 plies; the default one if None. Its number of threads is how many are used.
    progress
        Called now and then with the trials done and the trials in all. What it raises ends the rollout.

    Raises
    ------
    ArgumentError
        If a number is out of its range, or `roll` and `opening` are both given.
    DiceError
        If `roll` is not two dice.
    UnfinishedGameError
        If a trial is not over after 10,000 turns, since a function in place of a network does not bring its
        checkers home. Games end with probability 1 whatever the plays (McMullen, 1994), but then not soon.
    Interrupted
        After Ctrl-C, with the rollout of the trials that are done: all but the last half a second or so.

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
    """Play some trials after the other, which add up exactly, so that Ctrl-C leaves those that are finished."""
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
    """Read how many trials there are, or which."""
    if not isinstance(trials, range):
        number = _whole("trials", trials)
        if not 1 <= number < MOST:
            raise ArgumentError(f"trials is {quote(number)}; it must be from 1 to 2^64 - 1")
        return range(number)
    if trials.step != 1 or not 0 <= trials.start < trials.stop < MOST:
        raise ArgumentError(
            f"trials is {quote(trials)}; a range of trials has a step of 1, and lies from 0 to 2^64 - 1"
        )
    return trials


def _whole(name: str, number: int) -> int:
    """Read a whole number of any type that is one, NumPy's among them."""
    try:
        return operator.index(number)
    except TypeError as error:
        raise ArgumentError(f"{name} is {quote(number)}; it must be a whole number from 0 to 2^64 - 1") from error


def _three(counts: Iterable[int]) -> Counts:
    single, gammon, backgammon = counts
    return (single, gammon, backgammon)


def _sum(one: Counts, other: Counts) -> Counts:
    return _three(a + b for a, b in zip(one, other, strict=True))


def _ranges(data: Fields) -> list[tuple[int, int]]:
    """Read ranges of numbers of trials from JSON."""
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
            raise ArgumentError(f"no trials are numbered from {start} to below {stop}")
        if joined and start < joined[-1][1]:
            raise ArgumentError(f"trials from {start} on are counted twice")
        if joined and start == joined[-1][1]:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return tuple(joined)
