"""Monte Carlo rollouts: a position played to the end many times, and what that shows."""

from __future__ import annotations

import json
import math
import operator
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from gammon._engine import (
    ArgumentError,
    NotationError,
    Outcome,
    Position,
    Roll,
    rollout_counts,
)
from gammon.dice import RollLike, two_dice
from gammon.engine import Engine, engine_or_default
from gammon.situation import SituationLike, as_situation
from gammon.stakes import board_of
from gammon.typing import Progress

FORMAT = "gammon rollout 1"

MOST = 2**64
"""Seeds and numbers of trials are below this."""

Counts = tuple[int, int, int]

_T = TypeVar("_T")


@dataclass(frozen=True, kw_only=True)
class Rollout:
    """What a rollout found: how many trials ended in each way, and all that was needed to find it again.

    Every trial is a function of the seed and its number alone, and only counts are kept. So rollouts of different
    trials under the same seed add up exactly: ``merge`` gives what one rollout of all of them would have given.
    """

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
    def probabilities(self) -> tuple[float, float, float, float, float]:
        """Shares of the trials won, won by a gammon or more, won by a backgammon, and lost by each of the latter."""
        (single, gammon, backgammon), (_, lost_gammon, lost_backgammon) = self.won, self.lost
        counts = (
            single + gammon + backgammon,
            gammon + backgammon,
            backgammon,
            lost_gammon + lost_backgammon,
            lost_backgammon,
        )
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (count / self.trials for count in counts)
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def mean(self) -> Outcome:
        """The probabilities as an `Outcome`, in single precision, seen by the player on roll."""
        return Outcome(*self.probabilities)

    @property
    def standard_error(self) -> tuple[float, float, float, float, float]:
        """Standard errors of the five probabilities, in their order: ``sqrt(p (1 - p) / trials)``."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (
            math.sqrt(share * (1.0 - share) / self.trials) for share in self.probabilities
        )
        return (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)

    @property
    def cubeless_equity(self) -> float:
        """Mean points per game without a cube, for the player on roll."""
        return sum(points * count for points, count in self._scores()) / self.trials

    @property
    def equity_standard_error(self) -> float:
        """Standard error of `cubeless_equity`."""
        mean = self.cubeless_equity
        squares = sum(count * (points - mean) ** 2 for points, count in self._scores())
        return math.sqrt(squares) / self.trials

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

    def to_json(self) -> str:
        """Write the rollout as JSON: the counts, which `from_json` reads, and the figures that follow from them."""
        return json.dumps(
            {
                "format": FORMAT,
                "position": self.position.gnubg_id,
                "checkers": self.position.checkers,
                "roll": None if self.roll is None else list(self.roll),
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
                "cubeless_equity": self.cubeless_equity,
                "equity_standard_error": self.equity_standard_error,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Rollout:
        """Read what `to_json` wrote.

        Raises
        ------
        NotationError
            If the text is something else.
        """
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise NotationError(f"a rollout in the format {data['format']!r}; this version reads {FORMAT!r}")
            rollout = cls(
                position=Position.from_gnubg_id(data["position"], checkers=_count(data["checkers"])),
                roll=None if data["roll"] is None else Roll(*two_dice(data["roll"])),
                opening=_kind(bool, data["opening"]),
                network=_kind(str, data["network"]),
                seed=_count(data["seed"]),
                ranges=_joined((_count(start), _count(stop)) for start, stop in data["ranges"]),
                won=_three(data["won"]),
                lost=_three(data["lost"]),
                turns=_count(data["turns"]),
                seconds=float(data["seconds"]),
            )
        except NotationError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise NotationError(f"no rollout as to_json writes it: {error or 'nested too deeply'}") from error
        played = sum(stop - start for start, stop in rollout.ranges)
        if not 0 < played == rollout.trials == data.get("trials") or not rollout.seed < MOST >= rollout.ranges[-1][1]:
            raise NotationError("no rollout: the counts are not those of the trials that it says were played")
        if (rollout.roll is not None and rollout.opening) or not 0 <= rollout.seconds < math.inf:
            raise NotationError(
                "no rollout: given dice and an opening roll exclude each other, and time is not negative"
            )
        return rollout

    def __str__(self) -> str:
        return (
            f"{self.cubeless_equity:+.4f} ± {self.equity_standard_error:.4f} points per game "
            f"({self.trials} trials, seed {self.seed})"
        )


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
    started = time.perf_counter()
    won, lost, turns = rollout_counts(
        board,
        engine.evaluator,
        start=numbers.start,
        stop=numbers.stop,
        seed=seed,
        roll=dice,
        opening=opening,
        threads=engine.threads,
        progress=progress,
    )
    return Rollout(
        position=board,
        roll=dice,
        opening=opening,
        network=engine.name,
        seed=seed,
        ranges=((numbers.start, numbers.stop),),
        won=_three(won),
        lost=_three(lost),
        turns=turns,
        seconds=time.perf_counter() - started,
    )


def _numbers(trials: int | range) -> range:
    """Read how many trials there are, or which."""
    if not isinstance(trials, range):
        number = _whole("trials", trials)
        if not 1 <= number < MOST:
            raise ArgumentError(f"trials is {number}; it must be from 1 to 2^64 - 1")
        return range(number)
    if trials.step != 1 or not 0 <= trials.start < trials.stop < MOST:
        raise ArgumentError(f"trials is {trials}; a range of trials has a step of 1, and lies from 0 to 2^64 - 1")
    return trials


def _whole(name: str, number: int) -> int:
    """Read a whole number of any type that is one, NumPy's among them."""
    try:
        return operator.index(number)
    except TypeError as error:
        raise ArgumentError(f"{name} is {number!r}; it must be a whole number from 0 to 2^64 - 1") from error


def _count(number: object) -> int:
    """Read a whole number from JSON that is not negative."""
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise ValueError(f"{number!r} is no whole number from 0 on")
    return number


def _kind(kind: type[_T], value: object) -> _T:
    """Read a value of one type from JSON."""
    if not isinstance(value, kind):
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value


def _three(counts: Iterable[int]) -> Counts:
    single, gammon, backgammon = (_count(count) for count in counts)
    return (single, gammon, backgammon)


def _sum(one: Counts, other: Counts) -> Counts:
    return _three(a + b for a, b in zip(one, other, strict=True))


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
