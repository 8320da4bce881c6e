"""Contests between two players: many games or matches, each with the same dice from both seats."""

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
"""What is played; only in worker processes."""
_stop: Event | None = None
"""Set when the contest is given up; only in worker processes."""


@dataclass(frozen=True, kw_only=True)
class Contest(Saved):
    """How two players did against each other. Whatever it says is seen by the first one."""

    FORMAT: ClassVar[str] = "gammon contest"
    VERSION: ClassVar[int] = 1

    first: str
    """The name of the first player."""

    second: str
    """The name of the other one."""

    rules: MatchRules
    """What was played: matches, or games for money."""

    seed: int
    """Of the dice and of the players' noise."""

    scores: tuple[float, ...]
    """One for each pair of games or matches with the same dice, the mean of both: points per game for money (of one
    game each, its cube included), otherwise the share of matches won, 0, 1/2 or 1."""

    @property
    def pairs(self) -> int:
        """How many pairs there were, each of two games or matches."""
        return len(self.scores)

    @property
    def mean(self) -> float:
        """Points per game for money, otherwise the share of matches won."""
        mean = self._moments.mean
        assert mean is not None, "a contest has at least one pair"
        return mean

    @property
    def standard_error(self) -> float | None:
        """Standard error of the mean, from the differences between pairs, with n - 1; None with a single pair."""
        return self._moments.standard_error

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the truth is 95 times in 100, given some dozens of pairs: the mean, 1.96 standard errors to each side.

        Where all pairs ended alike, their spread says nothing about how far off the mean is: for matches it is then
        Wilson's interval of as many matches as there are pairs, for money None.
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
        """Read what `to_json` wrote.

        Raises
        ------
        NotationError
            If the text is something else.
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
    """Let two players play games for money, or matches, against each other.

    Each pair has dice of its own, which are thrown twice, the second time with the seats changed. Between the strengths
    and networks of gammon the result depends on the seed alone, and not on the number of workers. Of a match only the
    present state is kept, so that a long one takes no more memory than a short one.

    Parameters
    ----------
    first
        The player whose result it will be: whatever `as_player` takes, such as the name of a level, a `Strength`, an
        `Engine`, a bot, a function of the state, or another program.
    second
        The opponent.
    rules
        The options; games for money, with the cube and without the Jacoby rule, if None. For money every game stands
        alone.
    pairs
        How many pairs of games or matches to play.
    seed
        Of the dice and of the noise of gammon's players, which is another in each pair; 0 to 2^64 - 1.
    workers
        Processes to use, this one alone if 1. If None: one a core where both players are gammon's own with a network,
        and otherwise this one, since nobody else can say whether a player may be copied: a bot that throws dice of its
        own would throw the same in every process. Players that cannot be pickled, such as another program or a nested
        function, play in this process whatever is said. Processes are started afresh: a script whose own players play
        in several must guard its beginning by ``if __name__ == "__main__"``.
    progress
        Called with how many pairs are done and how many there are.

    Raises
    ------
    TypeError
        If an argument has another type.
    ArgumentError
        If a number is out of its range, or an engine is to play for more than 64 points.
    NotationError
        If a text is not a strength.
    OSError
        If there is no file with a player's network.
    WeightsError
        If the file is not a network.
    PlayerError
        If a player returns anything but a legal action, or a game does not end: after 20,000 actions, or 100 without a
        throw or a play between them.
    Interrupted
        After Ctrl-C, with the contest of the pairs that are done.

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
    """Plays pairs; a worker process has a copy."""

    first: Bot
    second: Bot
    rules: MatchRules
    seed: int

    def __call__(self, pairs: range) -> list[float]:
        return [(self._score(pair, Player.ZERO) + self._score(pair, Player.ONE)) / 2 for pair in pairs]

    def result(self, scores: list[float]) -> Contest:
        """Put together what was found."""
        names = name_of(self.first), name_of(self.second)
        return Contest(first=names[0], second=names[1], rules=self.rules, seed=self.seed, scores=tuple(scores))

    def _score(self, pair: int, seat: Player) -> float:
        """Play once with the first player in a seat, and say what that player scores."""
        # A match has fewer games than this, so that no two pairs throw the same dice; nor do their players err alike.
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
        raise ArgumentError(f"{name}: a contest has at least one, got {quote(number)}")
    if found > _MOST:
        raise ArgumentError(f"{name}: a contest has at most 2^32, got {quote(number)}")
    return found


def _workers(players: tuple[Bot, Bot], asked: int | None) -> int:
    """Say in how many processes to play."""
    if asked is None:
        return (os.cpu_count() or 1) if all(map(_is_pure, players)) else 1
    return asked if asked == 1 or _can_be_sent(players) else 1


def _is_pure(player: Bot) -> bool:
    """Tell whether what a player does is known to depend on nothing but the state."""
    network = player.engine.network if isinstance(player, EnginePlayer) else False
    return network is None or isinstance(network, Network)


def _can_be_sent(players: tuple[Bot, Bot]) -> bool:
    """Tell whether players can be copied into a process that is started afresh."""
    import pickle

    try:
        sent = pickle.dumps(players)
    except Exception:  # Whatever a stranger's class raises.
        return False
    # What an interactive session has defined, no other process can find.
    return hasattr(sys.modules["__main__"], "__file__") or b"__main__" not in sent


@contextmanager
def _running(work: _Pairs, workers: int, pairs: int) -> Iterator[Iterator[list[float]]]:
    """Give the scores of all pairs in order, some at a time, from this process or from several."""
    if workers == 1:
        yield (work(range(pair, pair + 1)) for pair in range(pairs))
        return
    # Only here: not every program that imports gammon plays contests.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, min(_LARGEST_CHUNK, pairs // (workers * _CHUNKS_A_WORKER)))
    chunks = [range(start, min(start + size, pairs)) for start in range(0, pairs, size)]
    context = multiprocessing.get_context("spawn")  # A fork would copy the locks of the engine's threads.
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(work, stop))
    try:
        with _workers_deaf_to_ctrl_c(), _without_main(work):
            done = pool.map(_work_on, chunks)
        yield done
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_main(work: _Pairs) -> Iterator[None]:
    """Keep workers that are started here from running the main script again, unless the players come from it.

    Otherwise every script that calls `contest` would have to be guarded by ``if __name__ == "__main__"``.
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
def _workers_deaf_to_ctrl_c() -> Iterator[None]:
    """Keep Ctrl-C, which a terminal sends to all processes, from those that are started here; it comes here after."""
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
    """Make a worker ready, and make it leave Ctrl-C to the process that started it."""
    import signal

    global _work, _stop
    _work, _stop = work, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work_on(pairs: range) -> list[float]:
    assert _work is not None
    return _work(pairs)


def _is_stopped() -> bool:
    return _stop is not None and _stop.is_set()
