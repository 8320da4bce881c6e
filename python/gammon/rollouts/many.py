"""`gammon.rollout_many`: thousands to millions of positions, one rollout each, as a stream."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, overload

import numpy as np

from gammon._engine import ArgumentError, GammonError, Position, Roll
from gammon.arguments import check, whole
from gammon.engine import Engine, engine_or_default
from gammon.interrupted import Interrupted
from gammon.rollouts.options import read
from gammon.rollouts.playing import How, Playing, is_lost, warn_of_loss
from gammon.rollouts.result import Rollout, RolloutStart
from gammon.rollouts.settings import NAMES, RolloutSettings, StoppingRule
from gammon.situation import SituationLike
from gammon.stakes import Stakes, StakesLike
from gammon.typing import Boards, Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from typing_extensions import Unpack

Positions: TypeAlias = Boards | Iterable[SituationLike | Boards]
"""Positions as an array of boards, or any iterable of what `gammon.rollout` takes, or of single boards."""

_AHEAD = 256
"""How many positions an executor may work on at a time: enough for its workers, with results of about 20 kB each."""

_AHEAD_PER_THREAD = 4


class ManyOptions(TypedDict, total=False):
    """Options of `gammon.rollout_many`, given by keyword."""

    settings: RolloutSettings | str
    """How trials are played; see `RolloutOptions`. Every field of `RolloutSettings` is an option too."""

    seed: int
    """The seed from which those of the positions are derived, 0 to 2^64 - 1; 1 by default."""

    same_dice: bool
    """Whether all positions get the dice of `seed`, for comparisons; by default each has dice of its own.

    A position's own seed is derived from `seed`, position, score and cube, so it depends neither on the other positions
    nor on their order. It is the `Rollout.seed` of the result; see `position_seed`."""

    start: int
    """How many positions to skip, for instance because they are done; the index in errors counts them. 0 by default."""

    stakes: StakesLike | None
    """Scoring and cube of all positions; those of each ID if None."""

    standard_error: float
    """Stop each rollout when the standard error of its equity is at most this."""

    seconds: float
    """Stop each rollout after this time."""

    executor: Executor
    """A `concurrent.futures.Executor` that rolls out whole positions; by default the threads of this process do."""

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


class FailedPositionError(GammonError):
    """One of many positions cannot be rolled out; `index` says which, counted from 0, and the message why."""

    __module__ = "gammon"

    def __init__(self, problem: str, index: int | None = None) -> None:
        super().__init__(problem, index)
        self.problem = problem
        """What is wrong with the position."""
        self.index = index
        """The index of the position, counted from 0."""

    def __str__(self) -> str:
        return self.problem if self.index is None else f"position {self.index}: {self.problem}"


@overload
def rollout_many(
    positions: Positions,
    trials: int | range | None = None,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    keep_errors: Literal[False] = False,
    **options: Unpack[ManyOptions],
) -> Generator[Rollout, None, None]: ...


@overload
def rollout_many(
    positions: Positions,
    trials: int | range | None = None,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    keep_errors: bool,
    **options: Unpack[ManyOptions],
) -> Generator[Rollout | FailedPositionError, None, None]: ...


def rollout_many(
    positions: Positions,
    trials: int | range | None = None,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    keep_errors: bool = False,
    **options: Unpack[ManyOptions],
) -> Generator[Rollout | FailedPositionError, None, None]:
    """Roll out many positions, and yield their rollouts in order as they come.

    Positions are read only a little ahead of the results, so there may be more than fit in memory. Each gives the same
    rollout as alone, whatever the number of threads and the executor::

        gammon.rollout(position, trials, seed=one.seed, **the_same_options) == one

    Several positions are rolled out at a time, each by one thread; for a few positions with many trials, `rollout`
    makes better use of many threads.

    Parameters
    ----------
    positions
        Boards, shape ``(n, 2, 26)``, as in `gammon.batch`; or an iterable of positions, IDs, states of a match and
        single boards. As in `rollout`, only IDs and states of a match bring a cube, and the dice of an ID are played.
    trials
        Number of games of each position; or a range of trial numbers. None uses that of the preset, or no limit if a
        stopping rule is given.
    engine
        The engine that plays; the default one if None.
    progress
        Called with the number of positions done and the total, which is 0 if it is not known.
    keep_errors
        Whether to yield the error of a position that fails, in place of its rollout, and go on.
    **options
        See `ManyOptions`.

    Yields
    ------
    Rollout
        The rollout of each position. With `keep_errors` also `FailedPositionError`.

    Raises
    ------
    FailedPositionError
        If a position cannot be read or rolled out, after the rollouts of those before it; its cause is the error that
        `rollout` raises.
    TypeError, ArgumentError
        If an argument is wrong; raised by the call itself, before any position is read.
    Interrupted
        After Ctrl-C. Call again with `start` to go on.

    Examples
    --------
    >>> import gammon as bg
    >>> ids = ["4HPwATDgc/ABMA", "no such position", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"]
    >>> for one in bg.rollout_many(ids, 36, truncate=3, keep_errors=True):
    ...     print(one.trials if isinstance(one, bg.Rollout) else one.index)
    36
    1
    36
    """
    given: dict[str, Any] = dict(options)
    engine = engine_or_default(engine)
    check("keep_errors", keep_errors, bool)
    same_dice = check("same_dice", given.pop("same_dice", False), bool)
    start = whole("start", given.pop("start", 0), 0, 2**64 - 1)
    unknown = given.keys() - ManyOptions.__annotations__.keys() - set(NAMES)
    if unknown:
        known = ", ".join(sorted(ManyOptions.__annotations__))
        raise TypeError(f"unknown option {min(unknown)!r}; expected one of {known}")
    elements, total = _elements(positions, start)
    # Refuses wrong options before a position is read.
    executor = read(Position.start(), trials, engine, progress, given).how.executor
    given.pop("executor", None)
    many = _Many(trials=trials, engine=engine, options=given, same_dice=same_dice)
    return _stream(many, enumerate(elements, start), executor, (progress, total), keep_errors)


@dataclass(frozen=True, kw_only=True)
class Task:
    """The rollout of one position; it can be pickled."""

    start: RolloutStart
    """What is rolled out."""

    rule: StoppingRule
    """When it stops."""

    first_trial: int
    """The number of the first trial."""

    def run(self, engine: Engine, stop: threading.Event | None = None) -> Rollout:
        """Play the trials; when `stop` is set, they are given up."""

        def give_up(done: int, total: int) -> None:
            if stop is not None and stop.is_set():
                raise _GivenUp

        how = How(engine=engine, progress=None if stop is None else give_up)
        return Playing([self.start], self.rule, how).run(self.first_trial)[0]


@dataclass(frozen=True, kw_only=True)
class _Many:
    """What all positions share."""

    trials: int | range | None
    engine: Engine
    options: dict[str, Any]
    same_dice: bool

    def task(self, index: int, position: SituationLike | Boards) -> Task | FailedPositionError:
        """Return the task of a position, or the error if it cannot be read."""
        try:
            board = _position(position)
            request = read(board, self.trials, self.engine, None, self.options)
            if not self.same_dice:
                request = replace(request, seed=position_seed(request.seed, request.board, request.stakes))
            first = None if request.dice is None else Roll(*request.dice)
            start = request.start(first=first)
        except (GammonError, TypeError) as error:
            return _failed(index, error)
        return Task(start=start, rule=request.rule, first_trial=request.first_trial)


def position_seed(seed: int, position: Position, stakes: Stakes | None) -> int:
    """Return the seed of a position's own dice, which is stable across versions of Gammon.

    It is the hash BLAKE2b with 8 bytes, read as a little-endian number, of a text of words separated by spaces. They
    are `seed`, the position's GNU Backgammon ID, and the checkers of each side. With a cube these follow:

    - In a match, the points that the two players need, and the name of the `Crawford` state. Otherwise ``money``, then
      ``jacoby``, ``beavers`` and ``raccoons`` if they apply.
    - The value of the cube, its owner (1 for the player on roll, -1 for the opponent, 0 if centred), and the largest
      value that it may have.

    Examples
    --------
    >>> import gammon as bg
    >>> from hashlib import blake2b
    >>> from gammon.rollouts.many import position_seed
    >>> text = b"1 4HPwATDgc/ABMA 15 4 2 TO_COME 1 0 64"
    >>> stakes = bg.Stakes(bg.Scoring.match(4, 2), max_cube=64)
    >>> seed = position_seed(1, bg.Position.start(), stakes)
    >>> seed == int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
    True
    """
    from hashlib import blake2b

    parts: list[object] = [seed, position.gnubg_id, position.checkers]
    if stakes is not None:
        scoring, cube = stakes.scoring, stakes.cube
        if scoring.away is not None:
            assert scoring.crawford is not None
            parts += [*scoring.away, scoring.crawford.name]
        else:
            parts += ["money", *(name for name in ("jacoby", "beavers", "raccoons") if getattr(scoring, name))]
        parts += [cube.value, cube.owner, stakes.max_cube]
    text = " ".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode("ascii"), digest_size=8).digest(), "little")


class _GivenUp(Exception):  # noqa: N818 - not an error
    """The results are no longer wanted."""


def _failed(index: int, error: Exception) -> FailedPositionError:
    failed = FailedPositionError(str(error).removeprefix("position: "), index)
    failed.__cause__ = error
    return failed


def _elements(positions: object, start: int) -> tuple[Iterator[Any], int]:
    """Return the positions from number `start` on, and how many there are in all; 0 if that is not known."""
    expected = "positions: expected an array of shape (n, 2, 26) or an iterable of positions"
    if isinstance(positions, np.ndarray) and positions.dtype != object and positions.dtype.kind not in "US":
        if positions.ndim != 3 or positions.shape[1:] != (2, 26):
            raise ArgumentError(f"{expected}, got an array of shape {positions.shape}")
        return iter(positions[min(start, len(positions)) :]), len(positions)
    if isinstance(positions, str | bytes | Position) or not isinstance(positions, Iterable):
        raise TypeError(f"{expected}, got {type(positions).__name__}")
    total = len(positions) if isinstance(positions, Sized) else 0
    return islice(iter(positions), start, None), total


def _position(position: SituationLike | Boards) -> SituationLike:
    if isinstance(position, np.ndarray):
        return Position.from_array(position)
    return position


def _stream(
    many: _Many,
    positions: Iterator[tuple[int, Any]],
    executor: Executor | None,
    progress: tuple[Progress | None, int],
    keep_errors: bool,
) -> Generator[Rollout | FailedPositionError, None, None]:
    """Yield the rollouts, or errors, in order."""
    done = 0
    workers = _Workers(many.engine, executor)
    waiting: deque[tuple[int, Task | FailedPositionError, Future[Rollout] | None]] = deque()
    try:
        while True:
            for index, position in islice(positions, workers.ahead - len(waiting)):
                task = many.task(index, position)
                waiting.append((index, task, workers.submit(task) if isinstance(task, Task) else None))
            if not waiting:
                return
            index, task, future = waiting.popleft()
            result = workers.result(index, task, future) if isinstance(task, Task) else task
            if isinstance(result, FailedPositionError) and not keep_errors:
                raise result
            done = index + 1
            if progress[0] is not None:
                progress[0](done, progress[1])
            yield result
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted after {done:,} positions") from None
    finally:
        workers.close([future for _, _, future in waiting if future is not None])


class _Workers:
    """Those who roll out positions: an executor, threads of this process, or the calling thread."""

    def __init__(self, engine: Engine, executor: Executor | None) -> None:
        threads = engine.threads or _cores()
        self._stop: threading.Event | None = None
        self._own: Executor | None = None
        self._engine = engine
        self._executor = executor
        self._is_broken = self._has_warned = False
        self.ahead = _AHEAD
        """How many positions may be worked on at a time."""
        if executor is not None:
            self._engine = engine if engine.threads is not None else replace(engine, threads=1)
        elif threads == 1:
            self.ahead = 1
        else:
            from concurrent.futures import ThreadPoolExecutor

            self.ahead = _AHEAD_PER_THREAD * threads
            _ = engine.evaluator  # Opens the tables, or solves them with all threads, once for all.
            self._engine = replace(engine, threads=1)
            self._stop = threading.Event()
            self._executor = self._own = ThreadPoolExecutor(threads, "rollout")

    def submit(self, task: Task) -> Future[Rollout] | None:
        """Begin with a task; None if it is to be played here."""
        from concurrent.futures import BrokenExecutor

        if self._executor is None or self._is_broken:
            return None
        engine = self._engine
        if self._own is not None and callable(engine.network):
            # An evaluator keeps the exception of its function, which must not end the rollouts of other threads.
            engine = replace(engine)
        arguments = (engine,) if self._stop is None else (engine, self._stop)
        try:
            return self._executor.submit(task.run, *arguments)
        except BrokenExecutor as error:
            self._lose(error)
            return None

    def result(self, index: int, task: Task, found: Future[Rollout] | None) -> Rollout | FailedPositionError:
        """Return the rollout of a task, played here if a worker was lost."""
        try:
            if found is not None:
                try:
                    return found.result()
                except Exception as error:
                    if not is_lost(error):
                        raise
                    self._lose(error)
            return task.run(self._engine)
        except GammonError as error:
            return _failed(index, error)

    def close(self, unwanted: Iterable[Future[Rollout]]) -> None:
        """Give up what has not been asked for."""
        for future in unwanted:
            future.cancel()
        if self._stop is not None:
            self._stop.set()
        if self._own is not None:
            self._own.shutdown(wait=True, cancel_futures=True)

    def _lose(self, error: BaseException) -> None:
        from concurrent.futures import BrokenExecutor

        # Other errors may be those of one worker.
        self._is_broken = self._is_broken or isinstance(error, BrokenExecutor)
        if not self._has_warned:
            self._has_warned = True
            warn_of_loss(error)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # On macOS and Windows.
        return os.cpu_count() or 1
