"""Contests between two players: pairs of games or matches, with the same dice and the seats exchanged."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from gammon._engine import ArgumentError, Network
from gammon.arguments import integer
from gammon.interrupted import Interrupted
from gammon.match.dice import MatchDice
from gammon.match.record import rules_of, rules_to_dict
from gammon.match.rules import MatchRules
from gammon.match.state import MatchState
from gammon.match.values import Player
from gammon.players.engine_player import EnginePlayer
from gammon.players.playing import BareTable, play_on
from gammon.players.protocol import Bot, PlayerLike
from gammon.players.resolve import as_player, name_of
from gammon.quoting import quote
from gammon.statistics import Moments, wilson_interval
from gammon.store.json import Saved, parse
from gammon.typing import Progress

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_CHUNKS_A_WORKER = 16
_LARGEST_CHUNK = 32
_MOST_SEED = 2**64 - 1
_MOST = 2**32
_LARGEST_SCORE = 1e300

_work: _Pairs | None = None
"""The pairs to play; set in worker processes only."""
_stop: Event | None = None
"""Set when the contest is cancelled; in worker processes only."""


@dataclass(frozen=True, kw_only=True)
class Contest(Saved):
    """The result of a contest, seen by the first player."""

    FORMAT: ClassVar[str] = "gammon contest"
    VERSION: ClassVar[int] = 1

    first: str
    """Name of the first player."""

    second: str
    """Name of the second player."""

    rules: MatchRules
    """Rules of the games: matches or money play."""

    seed: int
    """Seed of the dice and of the players' noise."""

    scores: tuple[float, ...]
    """The first player's score in each pair with the same dice, the mean of its two games or matches.

    For money play, points per game, cube included; for matches, the share won: 0, 1/2 or 1."""

    @property
    def pairs(self) -> int:
        """Number of pairs, each of two games or matches."""
        return len(self.scores)

    @property
    def mean(self) -> float:
        """Mean score: points per game for money play, otherwise the share of matches won."""
        mean = self._moments.mean
        assert mean is not None, "a contest has at least one pair"
        return mean

    @property
    def standard_error(self) -> float | None:
        """Standard error of the mean, from the variance between pairs (with n - 1); None with a single pair."""
        return self._moments.standard_error

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval, mean ± 1.96 standard errors; valid for some dozens of pairs or more.

        If all pairs have the same score, the standard error is useless. Then, for matches it is Wilson's interval with
        one trial per pair; for money play it is None.
        """
        if not self.standard_error:
            return None if self.rules.is_money else wilson_interval(self.mean, self.pairs)
        interval = self._moments.interval()
        assert interval is not None
        low, high = interval
        return (low, high) if self.rules.is_money else (max(low, 0.0), min(high, 1.0))

    @property
    def _moments(self) -> Moments:
        return Moments.of(self.scores)

    def _fields(self) -> Mapping[str, Any]:
        return {
            "players": [self.first, self.second],
            "rules": rules_to_dict(self.rules),
            "seed": self.seed,
            "pairs": self.pairs,
            "unit": "points per game" if self.rules.is_money else "share of matches won",
            "mean": self.mean,
            "standard_error": self.standard_error,
            "interval": self.interval,
            "scores": self.scores,
        }

    @classmethod
    def from_json(cls, text: str) -> Contest:
        """Read a contest written by `to_json`.

        Raises
        ------
        NotationError
            If the text is not a contest in JSON.
        """
        data = parse(text, "contest")
        data.expect_format(cls.FORMAT, cls.VERSION)
        first, second = data.texts("players", 2)
        rules = rules_of(data.fields("rules"))
        scores = tuple(data.numbers("scores", -_LARGEST_SCORE, _LARGEST_SCORE))
        if not scores:
            data.refuse("scores: expected at least one")
        if data.integer("pairs", 1, sys.maxsize) != len(scores):
            data.refuse(f"pairs: expected the number of scores, {len(scores)}")
        return cls(first=first, second=second, rules=rules, seed=data.integer("seed", 0, _MOST_SEED), scores=scores)

    def __str__(self) -> str:
        error = "" if self.standard_error is None else f" ± {self.standard_error:.4f}"
        mean = (
            f"{self.mean:+.4f}{error} points per game" if self.rules.is_money else f"{self.mean:.4f}{error} of matches"
        )
        return f"{self.first} against {self.second}: {mean} ({self.pairs} pairs, seed {self.seed})"


def contest(
    first: PlayerLike,
    second: PlayerLike,
    *,
    rules: MatchRules | None = None,
    pairs: int = 100,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Contest:
    """Play a contest between two players: money games or matches.

    Both games (or matches) of a pair use the same dice, with the seats exchanged. Between gammon's own strengths and
    networks the result depends on the seed alone, not on the number of workers. Only the current state of a match is
    kept, so memory does not grow with its length.

    Parameters
    ----------
    first
        The player whose score is reported: anything that `as_player` accepts, such as the name of a level, a
        `Strength`, an `Engine`, a bot, a function of the state, or another program.
    second
        The opponent.
    rules
        The rules; if None, money games with the cube and without the Jacoby rule. Each money game is independent.
    pairs
        Number of pairs of games or matches.
    seed
        Seed of the dice and of the noise of gammon's players, which differs from pair to pair; 0 to 2^64 - 1.
    workers
        Number of processes; 1 is the current process only. If None, one per core if both players are gammon's own with
        a network; otherwise 1, because copies of a player may not be independent: a bot with its own random numbers
        would draw the same ones in every process. Players that cannot be pickled, such as another program or a nested
        function, always play in the current process. Processes are spawned: a script that defines players for several
        processes needs an ``if __name__ == "__main__"`` guard.
    progress
        Called as ``progress(done, total)``, in pairs.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ArgumentError
        If a number is out of its range, or an engine would play a match to more than 64 points.
    NotationError
        If a text does not name a strength.
    OSError
        If a player's network file cannot be read.
    WeightsError
        If such a file is not a weight file.
    PlayerError
        If a player returns something other than a legal action, or a game does not end within 20,000 actions, or has
        100 actions in a row without a roll or a play.
    Interrupted
        On Ctrl-C; its `partial` is the contest of the pairs done so far.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.contest("club", "random", pairs=10, workers=1).mean > 0.5
    True
    >>> def monkey(state: bg.MatchState) -> bg.match.Action:
    ...     return state.legal_actions()[0]
    >>> result = bg.contest("club", monkey, rules=bg.MatchRules(match_length=3), pairs=5)
    >>> result.second, result.mean
    ('monkey', 1.0)
    """
    players = (as_player(first, name="first"), as_player(second, name="second"))
    rules = MatchRules() if rules is None else rules
    if not isinstance(rules, MatchRules):
        raise TypeError(f"rules: expected a MatchRules or None, got {type(rules).__name__}")
    pairs, workers = _count("pairs", pairs), None if workers is None else _count("workers", workers)
    seed = MatchDice(seed).seed
    workers = min(_workers(players, workers), pairs)
    work = _Pairs(*players, rules, seed)
    scores: list[float] = []
    try:
        with _running(work, workers, pairs) as done:
            for some in done:
                scores += some
                if progress is not None:
                    progress(len(scores), pairs)
    except KeyboardInterrupt:
        partial = work.result(scores) if scores else None
        raise Interrupted(f"interrupted after {len(scores):,} of {pairs:,} pairs", partial) from None
    return work.result(scores)


@dataclass(frozen=True)
class _Pairs:
    """Plays pairs; every worker process has a copy."""

    first: Bot
    second: Bot
    rules: MatchRules
    seed: int

    def __call__(self, pairs: range) -> list[float]:
        return [(self._score(pair, Player.ZERO) + self._score(pair, Player.ONE)) / 2 for pair in pairs]

    def result(self, scores: list[float]) -> Contest:
        """Make a contest from the scores."""
        names = name_of(self.first), name_of(self.second)
        return Contest(first=names[0], second=names[1], rules=self.rules, seed=self.seed, scores=tuple(scores))

    def _score(self, pair: int, seat: Player) -> float:
        """Play one game or match with the first player in a given seat, and return that player's score."""
        # A match has fewer games than this, so no two pairs share dice. The players' noise differs between pairs too.
        games = 1 if self.rules.is_money else 2 * self.rules.match_length
        table = BareTable(MatchState.start(self.rules), MatchDice(self.seed, pair * games))
        one, other = (
            player.with_seed((2 * pair + number) << 64 | self.seed) if isinstance(player, EnginePlayer) else player
            for number, player in enumerate((self.first, self.second))
        )
        play_on(table, (one, other) if seat is Player.ZERO else (other, one), should_stop=_is_stopped)
        if not self.rules.is_money:
            return float(table.state.winner is seat)
        result = table.state.result
        assert result is not None
        return float(result.points if result.winner is seat else -result.points)


def _count(name: str, number: int) -> int:
    found = integer(name, number)
    if found < 1:
        raise ArgumentError(f"{name}: expected at least 1, got {quote(number)}")
    if found > _MOST:
        raise ArgumentError(f"{name}: expected at most 2^32, got {quote(number)}")
    return found


def _workers(players: tuple[Bot, Bot], asked: int | None) -> int:
    """Return the number of processes to use."""
    if asked is None:
        return (os.cpu_count() or 1) if all(map(_is_pure, players)) else 1
    return asked if asked == 1 or _can_be_sent(players) else 1


def _is_pure(player: Bot) -> bool:
    """Return whether a player's actions are known to depend on the state alone."""
    network = player.engine.network if isinstance(player, EnginePlayer) else False
    return network is None or isinstance(network, Network)


def _can_be_sent(players: tuple[Bot, Bot]) -> bool:
    """Return whether players can be pickled and sent to a spawned process."""
    import pickle

    try:
        sent = pickle.dumps(players)
    except Exception:  # A user-defined class may raise anything.
        return False
    # Other processes cannot import what an interactive session has defined.
    return hasattr(sys.modules["__main__"], "__file__") or b"__main__" not in sent


@contextmanager
def _running(work: _Pairs, workers: int, pairs: int) -> Iterator[Iterator[list[float]]]:
    """Yield an iterator over lists of scores, in the order of the pairs, from this process or several."""
    if workers == 1:
        yield (work(range(pair, pair + 1)) for pair in range(pairs))
        return
    # Imported here because few programs that import gammon need it.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, min(_LARGEST_CHUNK, pairs // (workers * _CHUNKS_A_WORKER)))
    chunks = [range(start, min(start + size, pairs)) for start in range(0, pairs, size)]
    context = multiprocessing.get_context("spawn")  # A fork would copy locks held by the engine's threads.
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(work, stop))
    try:
        with _ctrl_c_postponed(), _workers_deaf_to_ctrl_c(), _without_main(work):
            done = pool.map(_work_on, chunks)
        yield done
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_main(work: _Pairs) -> Iterator[None]:
    """Keep spawned workers from importing the main script, unless the players are defined in it.

    Otherwise every script that calls `contest` would need an ``if __name__ == "__main__"`` guard.
    """
    import pickle
    from types import ModuleType

    if b"__main__" in pickle.dumps(work):
        yield
        return
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _ctrl_c_postponed() -> Iterator[None]:
    """Keep SIGINT from raising an exception until the workers have been started.

    An exception halfway through would leave a worker without the data that it is to read first, and it would print a
    traceback. Blocking the signal in this thread is not enough: if any other thread takes it, such as one of NumPy's,
    Python still runs the handler here.
    """
    import signal
    import threading

    # Only the main thread runs handlers, and only it can set them. None is one that Python did not set.
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    arrived = []
    signal.signal(signal.SIGINT, lambda number, frame: arrived.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if arrived:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _workers_deaf_to_ctrl_c() -> Iterator[None]:
    """Block SIGINT while workers start, so that they inherit the blocked mask.

    Otherwise Ctrl-C, which a terminal sends to every process in the foreground, would interrupt the workers too. A
    SIGINT that arrives meanwhile reaches the current process once the mask is restored.
    """
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(work: _Pairs, stop: Event) -> None:
    """Initialize a worker, which ignores Ctrl-C and leaves it to the parent process."""
    import signal

    global _work, _stop
    _work, _stop = work, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work_on(pairs: range) -> list[float]:
    assert _work is not None
    return _work(pairs)


def _is_stopped() -> bool:
    return _stop is not None and _stop.is_set()
