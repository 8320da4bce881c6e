"""Playing the trials of rollouts: in parts, here or by an executor, until a stopping rule is met.

The trials of a part depend on nothing but their numbers, so it does not matter where they are played.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from gammon._engine import ArgumentError, MatchEquityTable, MoveFilter, NotationError, rollout_tally
from gammon.arguments import check
from gammon.engine import Engine
from gammon.interrupted import Interrupted
from gammon.met.files import load
from gammon.rollouts.result import Rollout, RolloutStart
from gammon.rollouts.settings import MOST, UNLIMITED, RolloutSettings, StoppingRule
from gammon.rollouts.tally import Ranges, Tally, group_size
from gammon.store.files import file_name, read_at_most, remove_unfinished, write_whole
from gammon.store.json import dump, format_name, parse
from gammon.store.lock import FileLock
from gammon.typing import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Update: TypeAlias = Callable[[Sequence[Rollout]], object]
"""Called with the rollouts so far, at most a few times a second."""

_FIRST_PART = 36
_PART_SECONDS = 0.2
"""Parts grow until one takes this long. Longer parts would lose more trials on Ctrl-C; shorter ones would waste time at
their ends, when most threads wait for the last one."""

_LEAST_PART = 4
_CHECKPOINT_SECONDS = 2.0
_MOST_CHECKPOINT = 2**31

CHECKPOINT = "gammon rollout checkpoint"


@dataclass(frozen=True, kw_only=True)
class How:
    """How trials are carried out, which does not change their results."""

    engine: Engine
    """The engine that plays them."""

    progress: Progress | None = None
    """Called now and then with the number of trials done and the number at which the rollout stops at the latest."""

    update: Update | None = None
    """Called now and then with the rollouts so far."""

    executor: Executor | None = None
    """Plays parts of the trials, perhaps on other machines; None to play them here, in `engine.threads` threads."""

    checkpoint: str | os.PathLike[str] | None = None
    """A file to which the rollouts so far are written, and from which they are resumed if it exists."""


class LostWorkersWarning(UserWarning):
    """Warns that an executor lost trials, and they are played by the calling process; the result is the same."""

    __module__ = "gammon"


@dataclass(frozen=True, kw_only=True)
class EngineSettings:
    """The settings of a rollout as the compiled engine reads them."""

    filter: MoveFilter
    early: tuple[int, int]
    late: tuple[int, int]
    early_turns: int
    truncation: tuple[int, int] | None
    luck: str
    stratified: bool
    ends_at_tables: bool
    group_size: int

    @classmethod
    def of(cls, settings: RolloutSettings, move_filter: MoveFilter, size: int) -> EngineSettings:
        """Convert settings; `size` is the size of groups."""
        early, late = settings.early_ply or 0, settings.cube_ply or 0
        return cls(
            filter=move_filter,
            early=(early, early),
            late=(settings.ply, late),
            early_turns=settings.early_turns,
            truncation=None if settings.truncate is None else (settings.truncate, settings.leaf_ply),
            luck=settings.luck,
            stratified=settings.stratified,
            ends_at_tables=settings.end_at_tables,
            group_size=size,
        )


def play(
    start: RolloutStart, engine: Engine, trials: tuple[int, int], progress: Progress | None = None
) -> tuple[Tally, float]:
    """Play a range of trials; returns their tally and the time taken in seconds.

    Called by workers of an executor, so its arguments and its result can be pickled.
    """
    began = time.perf_counter()
    game = None
    if start.stakes is not None:
        game = (engine.model(start.stakes), start.stakes.cube, start.unit)
    size = group_size((trials,))
    first, second, squares, groups, (turns, played, passed, known, truncated) = rollout_tally(
        engine.evaluator,
        (start.position, start.first, game),
        EngineSettings.of(start.settings, engine.move_filter, size),
        seed=start.seed,
        trials=trials,
        threads=engine.threads,
        progress=progress,
    )
    tally = Tally(
        ranges=(trials,),
        first=tuple((count, tuple(raw), tuple(adjusted)) for count, raw, adjusted in first),
        second=tuple((count, tuple(raw), tuple(adjusted)) for count, raw, adjusted in second),
        squares=tuple((tuple(raw), tuple(adjusted)) for raw, adjusted in squares),
        group_size=size,
        groups=tuple((number, count, tuple(adjusted)) for number, count, adjusted in groups),
        turns=turns,
        played=played,
        passed=passed,
        known=known,
        truncated=truncated,
    )
    return tally, time.perf_counter() - began


class _Stopped(Exception):  # noqa: N818 - not an error
    """The time of a stopping rule is over."""


class Playing:
    """Rollouts in progress, all with the same dice."""

    def __init__(self, starts: Sequence[RolloutStart], rule: StoppingRule, how: How) -> None:
        self._starts = starts
        self._rule = rule
        self._how = how
        self._found: list[Rollout | None] = [None] * len(starts)
        self._even: list[Rollout | None] | None = None
        self._active = list(range(len(starts)))
        self._looked = 0
        self._began = self._told = self._saved = time.monotonic()
        self._size = _FIRST_PART
        self._path = None if how.checkpoint is None else file_name("checkpoint", how.checkpoint)
        self._first: int | None = None
        self._lock = None if self._path is None else FileLock(self._path)
        if self._path is not None:
            try:
                remove_unfinished(self._path)
                self._resume(self._path)
                # A file that cannot be written is reported before the time is spent.
                self._write(self._path)
            except BaseException:
                self._release()
                raise

    @property
    def found(self) -> list[Rollout]:
        """The rollouts that have any trials so far.

        When a rollout stops in the middle, only trials that all of them have count, except for discarded ones: with the
        same dice much of the luck cancels. All trials stay in the checkpoint.
        """
        return [one for one in self._shown if one is not None]

    @property
    def _shown(self) -> list[Rollout | None]:
        return self._found if self._even is None else self._even

    @property
    def continued(self) -> list[Rollout]:
        """Those of them that were not discarded for being behind."""
        return [one for at, one in enumerate(self._shown) if one is not None and at in self._active]

    def run(self, first_trial: int = 0) -> list[Rollout]:
        """Play until the rule is met.

        Raises
        ------
        ArgumentError
            If the checkpoint has trials that are not among these.
        Interrupted
            After Ctrl-C, with the list of rollouts so far.
        """
        try:
            self._expect_trials(first_trial)
        except ArgumentError:
            self._release()
            raise
        try:
            for look in self._rule.looks():
                # A look that was in vain is not repeated after resuming, when there may be more trials.
                trials = (first_trial, first_trial + look)
                if look <= self._looked and not any(self._lacks(at, *trials) for at in self._active):
                    continue
                self._extend(*trials)
                if self._is_met():
                    break
                self._looked = look
        except _Stopped:
            pass
        except KeyboardInterrupt:
            done = sum(one.trials for one in self.found)
            partial = self.found or None
            total = "" if self._rule.trials >= UNLIMITED else f" of {self._most:,}"
            raise Interrupted(f"interrupted after {done:,}{total} trials", partial) from None
        finally:
            self._save(at_once=True)
            self._release()
        return self.found

    def _expect_trials(self, first: int) -> None:
        """Refuse a checkpoint with trials that are not asked for.

        Raises
        ------
        ArgumentError
            If there are any.
        """
        stop = first + self._rule.trials
        last = max((one.ranges[-1][1] for one in self._found if one is not None), default=0)
        if last > stop or self._first not in (None, first):
            raise ArgumentError(
                f"{self._path}: the checkpoint has trials from {self._first} to before {last}; expected trials from "
                f"{first} to before {stop}"
            )
        self._first = first

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()

    @property
    def _done(self) -> int:
        return sum(one.trials for one in self._found if one is not None)

    @property
    def _most(self) -> int:
        return self._rule.trials * len(self._starts)

    def _is_met(self) -> bool:
        rule = self._rule
        if rule.ahead is not None and len(self._starts) > 1:
            self._drop_those_behind(rule.ahead)
            if len(self._active) == 1:
                return True
        if rule.standard_error is None:
            return False
        errors = [self._result(at).equity_standard_error for at in self._active]
        return all(error is not None and error <= rule.standard_error for error in errors)

    def _result(self, at: int) -> Rollout:
        found = self._found[at]
        assert found is not None  # Every start has trials at a look.
        return found

    def _drop_those_behind(self, ahead: float) -> None:
        best = max(self._active, key=lambda at: self._result(at).equity)

        def is_behind(at: int) -> bool:
            difference = self._result(best) - self._result(at)
            error = difference.standard_error
            return at != best and error is not None and difference.equity > ahead * error

        self._active = [at for at in self._active if not is_behind(at)]

    def _lacks(self, at: int, first: int, stop: int) -> Ranges:
        """Return the trials from `first` to before `stop` that are not played yet."""
        found = self._found[at]
        return _missing(() if found is None else found.ranges, first, stop)

    def _extend(self, first: int, stop: int) -> None:
        """Play the trials from `first` to before `stop` that are not played yet, of all positions in turn."""
        lacking = {at: self._lacks(at, first, stop) for at in self._active}
        if self._how.executor is not None:
            for at, missing in lacking.items():
                self._extend_elsewhere(at, missing, self._how.executor)
            self._even = list(self._found)
            return
        begin = min((missing[0][0] for missing in lacking.values() if missing), default=stop)
        while begin < stop:
            end = min(begin + self._size, stop)
            longest = 0.0
            for at in self._active:
                for part in self._lacks(at, begin, end):
                    longest = max(longest, self._play(at, part))
                if at != self._active[-1]:
                    self._check_time()
            self._even = list(self._found)
            self._check_time()
            self._resize(longest)
            begin = end

    def _play(self, at: int, part: tuple[int, int]) -> float:
        """Play some trials in this process; returns the time taken in seconds."""
        tally, seconds = play(self._starts[at], self._how.engine, part, self._teller())
        self._add(at, tally, seconds)
        return seconds

    def _resize(self, seconds: float) -> None:
        """Set the size of the next parts by the time that one has taken."""
        if seconds < _PART_SECONDS / 2:
            self._size *= 2
        elif seconds > 2 * _PART_SECONDS:
            self._size = max(self._size // 2, _LEAST_PART)

    def _extend_here(self, at: int, trials: tuple[int, int]) -> None:
        """Play the trials that an executor has lost, in parts."""
        begin, end = trials
        while begin < end:
            part = (begin, min(begin + self._size, end))
            self._resize(self._play(at, part))
            begin = part[1]
            self._check_time()

    def _extend_elsewhere(self, at: int, missing: Ranges, executor: Executor) -> None:
        """Play trials by an executor. What its workers lose is played here."""
        from concurrent.futures import BrokenExecutor, as_completed

        engine = self._how.engine
        if engine.threads is None:
            engine = replace(engine, threads=1)
        total = sum(end - begin for begin, end in missing)
        # Whole blocks of stratified trials, and several parts for each of many workers.
        size = max(36, total // 256 // 36 * 36)
        parts = [(one, min(one + size, end)) for begin, end in missing for one in range(begin, end, size)]
        waiting: dict[Future[tuple[Tally, float]], tuple[int, int]] = {}
        lost: list[tuple[int, int]] = []
        loss: BaseException | None = None
        try:
            for number, part in enumerate(parts):
                try:
                    waiting[executor.submit(play, self._starts[at], engine, part)] = part
                except BrokenExecutor as error:
                    lost, loss = parts[number:], error
                    break
            for future in as_completed(list(waiting)):
                part = waiting.pop(future)
                try:
                    tally, seconds = future.result()
                except Exception as error:
                    if not is_lost(error):
                        raise
                    lost.append(part)
                    loss = loss or error
                    continue
                self._add(at, tally, seconds)
                self._check_time()
        finally:
            for future in waiting:
                future.cancel()
        if loss is not None:
            warn_of_loss(loss)
        for part in lost:
            self._extend_here(at, part)

    def _teller(self) -> Progress | None:
        """Return a progress callback for one part."""
        progress = self._how.progress
        if progress is None:
            return None
        before = self._done
        return lambda done, _: progress(before + done, self._most)

    def _add(self, at: int, tally: Tally, seconds: float) -> None:
        part = Rollout(start=self._starts[at], tally=tally, seconds=seconds)
        found = self._found[at]
        self._found[at] = part if found is None else found + part
        if self._how.executor is not None and self._how.progress is not None:
            self._how.progress(self._done, self._most)
        now = time.monotonic()
        if self._how.update is not None and now - self._told > _PART_SECONDS:
            self._told = now
            self._how.update([one for one in self._found if one is not None])
        self._save()

    def _check_time(self) -> None:
        is_late = self._rule.seconds is not None and time.monotonic() - self._began >= self._rule.seconds
        # There is a result for every position, even if the time is too short.
        if is_late and None not in self._found:
            raise _Stopped

    def _save(self, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if self._path is None or (not at_once and now - self._saved < _CHECKPOINT_SECONDS):
            return
        self._saved = now
        try:
            self._write(self._path)
        except OSError as error:
            # The trials in memory are worth more than the file.
            warnings.warn(f"the checkpoint cannot be written: {error}", RuntimeWarning, stacklevel=2)

    def _write(self, path: str) -> None:
        content = {
            "format": format_name(CHECKPOINT, 1),
            "first": self._first,
            "looked": self._looked,
            "ahead": self._rule.ahead,
            "continued": self._active,
            "rollouts": [None if one is None else one.to_dict() for one in self._found],
        }
        write_whole(path, dump({**content, "checksum": _checksum(content)}))

    def _resume(self, path: str) -> None:
        """Take over the trials of a checkpoint, if there is one.

        Raises
        ------
        NotationError
            If the file is not a checkpoint, or was changed.
        ArgumentError
            If it belongs to another rollout.
        OSError
            If it cannot be read.
        """
        if not os.path.exists(path):
            return
        data = parse(read_at_most(path, _MOST_CHECKPOINT, NotationError), path)
        data.expect_format(CHECKPOINT, 1)
        names = ("format", "first", "looked", "ahead", "continued", "rollouts")
        data.expect_only((*names, "checksum"))
        if data.text("checksum") != _checksum({name: data.value(name) for name in names}):
            data.refuse("checksum: the file was changed after it was written")
        saved = data.array("rollouts")
        if len(saved) != len(self._starts):
            raise ArgumentError(f"{path}: expected a checkpoint of {len(self._starts)} rollouts, got {len(saved)}")
        for at, (one, start) in enumerate(zip(saved, self._starts, strict=True)):
            if one is None:
                continue
            found = Rollout.from_fields(type(data)({"": one}, path, NotationError).fields(""))
            different = [name for name, value in vars(start).items() if getattr(found.start, name) != value]
            if different:
                raise ArgumentError(f"{path}: belongs to another rollout, which differs in {', '.join(different)}")
            self._found[at] = found
        ahead = data.value("ahead")
        if ahead != self._rule.ahead:
            raise ArgumentError(f"{path}: belongs to a rollout with ahead={ahead}, not {self._rule.ahead}")
        self._first = None if data.value("first") is None else data.integer("first", 0, MOST)
        self._looked = data.integer("looked", 0, MOST)
        continued = data.integers("continued", 0, len(saved) - 1)
        if self._rule.ahead is not None:
            self._active = sorted(set(continued))


def _checksum(content: dict[str, Any]) -> str:
    """Return the hash of the content of a checkpoint."""
    import hashlib

    return hashlib.sha256(dump(content).encode()).hexdigest()


def is_lost(error: BaseException) -> bool:
    """Tell whether an error from an executor means that a worker or a connection was lost, not that a trial failed."""
    from concurrent.futures import BrokenExecutor, CancelledError

    # Dask says it by errors of its own; importing them would be slow, and only Dask's users have them.
    is_dask = type(error).__module__.partition(".")[0] == "distributed"
    return is_dask or isinstance(error, BrokenExecutor | CancelledError | OSError)


def warn_of_loss(error: BaseException) -> None:
    """Warn that what an executor lost is played here."""
    words = f"the executor lost trials, and they are played here: {error or type(error).__name__}"
    warnings.warn(words, LostWorkersWarning, stacklevel=2)


def _missing(ranges: Ranges, first: int, stop: int) -> Ranges:
    """Return the trials from `first` to before `stop` that are in none of the ranges."""
    found = []
    at = first
    for begin, end in ranges:
        if begin > at:
            found.append((at, min(begin, stop)))
        at = max(at, end)
        if at >= stop:
            break
    if at < stop:
        found.append((at, stop))
    return tuple(one for one in found if one[0] < one[1])


def engine_options(engine: Engine, stakes: bool, checkers: int | None = None) -> str:
    """Return the options of an engine that change results, apart from its network, as text.

    Tables of hypergammon count only with their number of checkers a side, or with `checkers` = None: a default engine
    uses them once their files exist, which must not separate rollouts of backgammon.
    """
    from gammon.tables import chosen

    def counts(name: str) -> bool:
        return checkers is None or not name.startswith("hypergammon") or name == f"hypergammon-{checkers}"

    names = [name for name in chosen(engine.tables) if counts(name)]
    options = [f"tables={','.join(names) or 'none'}", f"filter={engine.move_filter!r}"]
    if stakes and engine.efficiency is not None:
        options.append(f"efficiency={engine.efficiency}")
    if stakes and engine.met is not None:
        chances = _entries(engine.met)
        # The default table has no name, also if it is given.
        if chances != _entries(load()):
            import hashlib

            options.append(f"met={hashlib.sha256(chances.encode()).hexdigest()[:12]}")
    return " ".join(options)


def _entries(table: MatchEquityTable) -> str:
    return repr((table.pre_crawford, table.post_crawford))


def rule_of(trials: int, given: dict[str, Any]) -> StoppingRule:
    """Return a stopping rule; takes the options that it knows out of `given`."""
    names = ("standard_error", "ahead", "seconds")
    return StoppingRule(trials=trials, **{name: given.pop(name) for name in names if name in given})


def check_how(executor: object, update: Update | None) -> None:
    """Check the types of an executor and of a callback.

    Raises
    ------
    TypeError
        If one is of another type.
    """
    if executor is not None:
        from concurrent.futures import Executor

        check("executor", executor, Executor)
    if not (update is None or callable(update)):
        raise TypeError(f"update: expected a function, got {type(update).__name__}")
