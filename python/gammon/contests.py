"""Contests between two players: many games or matches, each with the same dice from both seats."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gammon._engine import ArgumentError
from gammon.match.game import Match
from gammon.match.rules import MatchRules
from gammon.match.values import Phase, Player
from gammon.players import EnginePlayer, Strength

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_NORMAL_95 = 1.96
"""Standard errors to each side of a mean within which the truth is 95 times in 100."""
_CHUNKS_A_WORKER = 16
_LARGEST_CHUNK = 32

_stop: Event | None = None
"""Set when the contest is given up; only in worker processes."""


@dataclass(frozen=True, kw_only=True)
class Contest:
    """How two players did against each other. Whatever it says is seen by the first one."""

    first: Strength
    """The first player."""

    second: Strength
    """The other one."""

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
        return math.fsum(self.scores) / self.pairs

    @property
    def standard_error(self) -> float | None:
        """Of the mean, from the differences between pairs; None with a single pair."""
        if self.pairs < 2:
            return None
        mean = self.mean
        return math.sqrt(math.fsum((score - mean) ** 2 for score in self.scores) / (self.pairs - 1) / self.pairs)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The mean, 1.96 standard errors less and more: where the truth is 95 times in 100, given some dozens of pairs.

        None with a single pair, and where all pairs ended alike, which tells nothing about how far off the mean is.
        """
        error = self.standard_error
        if not error:
            return None
        low, high = self.mean - _NORMAL_95 * error, self.mean + _NORMAL_95 * error
        return (low, high) if self.rules.is_money else (max(low, 0.0), min(high, 1.0))


def contest(
    first: Strength,
    second: Strength,
    *,
    rules: MatchRules,
    pairs: int,
    seed: int,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Contest:
    """Let two players play games for money, or matches, against each other.

    Each pair has dice of its own, which are thrown twice, the second time with the seats changed. The result depends on
    the seed alone, and not on the number of workers.

    Parameters
    ----------
    first
        The player whose result it will be.
    second
        His opponent.
    rules
        The options. For money every game stands alone.
    pairs
        How many pairs of games or matches to play.
    seed
        Of the dice and of the players' noise, 0 to 2^64 - 1.
    workers
        Processes to use; one a core if None, and this one alone if 1. They are started afresh, so that a script that
        uses several must guard its own beginning by ``if __name__ == "__main__"``.
    progress
        Called with how many pairs are done and how many there are.

    Raises
    ------
    ArgumentError
        If a number is out of its range, or the match is to more than 64 points.
    OSError
        If there is no file with a player's network.
    WeightsError
        If the file is no network.
    KeyboardInterrupt
        As soon as every worker has finished its turn.

    Examples
    --------
    >>> import gammon as bg
    >>> club, chance = bg.Strength.parse("club"), bg.Strength.parse("random")
    >>> result = bg.contest(club, chance, rules=bg.MatchRules(), pairs=10, seed=1, workers=1)
    >>> result.mean > 0.5
    True
    """
    if pairs < 1:
        raise ArgumentError(f"a contest has at least one pair, not {pairs}")
    if workers is not None and workers < 1:
        raise ArgumentError(f"a contest needs at least one worker, not {workers}")
    for strength in (first, second):
        EnginePlayer(strength)  # A network that is none is refused here, and not by a worker.
    workers = min(workers or os.cpu_count() or 1, pairs)
    size = max(1, min(_LARGEST_CHUNK, pairs // (workers * _CHUNKS_A_WORKER)))
    chunks = [range(start, min(start + size, pairs)) for start in range(0, pairs, size)]
    scores: list[float] = []
    with _mapping(workers) as run:
        for done in run(_Chunk(first, second, rules, seed), chunks):
            scores += done
            if progress is not None:
                progress(len(scores), pairs)
    return Contest(first=first, second=second, rules=rules, seed=seed, scores=tuple(scores))


def play_on(match: Match, players: tuple[EnginePlayer, EnginePlayer], *, should_stop: Callable[[], bool]) -> None:
    """Play a match to its end, or the present game of a session for money.

    Parameters
    ----------
    match
        What to play on.
    players
        Players 0 and 1.
    should_stop
        Asked before every action.

    Raises
    ------
    KeyboardInterrupt
        If it should stop.
    """
    while True:
        state = match.state
        if state.phase is Phase.MATCH_OVER or (state.phase is Phase.GAME_OVER and state.rules.is_money):
            return
        if should_stop():
            raise KeyboardInterrupt
        action = None if state.to_act is None else players[state.to_act].choose(state)
        if action is None:
            match.roll()
        else:
            match.act(action)


@dataclass(frozen=True)
class _Chunk:
    """Plays some of the pairs; what a worker needs for it travels with it."""

    first: Strength
    second: Strength
    rules: MatchRules
    seed: int

    def __call__(self, pairs: range) -> list[float]:
        return [(self._score(pair, Player.ZERO) + self._score(pair, Player.ONE)) / 2 for pair in pairs]

    def _score(self, pair: int, seat: Player) -> float:
        """Play once with the first player in a seat, and say what he scores."""
        # A match has fewer games than this, so that no two pairs throw the same dice; nor do their players err alike.
        games = 1 if self.rules.is_money else 2 * self.rules.match_length
        match = Match(self.rules, seed=self.seed, first_game=pair * games)
        one, other = (
            EnginePlayer(strength, seed=(2 * pair + number) << 64 | self.seed)
            for number, strength in enumerate((self.first, self.second))
        )
        play_on(match, (one, other) if seat is Player.ZERO else (other, one), should_stop=_is_stopped)
        if not self.rules.is_money:
            return float(match.winner is seat)
        result = match.state.result
        assert result is not None
        return float(result.points if result.winner is seat else -result.points)


@contextmanager
def _mapping(workers: int) -> Iterator[Callable[[_Chunk, list[range]], Iterator[list[float]]]]:
    """Give what maps chunks to their scores, in order: in this process or in several."""
    if workers == 1:
        yield map
        return
    # Only here: not every program that imports gammon plays contests.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")  # A fork would copy the locks of the engine's threads.
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(stop,))

    def run(chunk: _Chunk, pairs: list[range]) -> Iterator[list[float]]:
        with _workers_deaf_to_ctrl_c():
            return pool.map(chunk, pairs)

    try:
        yield run
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


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


def _begin(stop: Event) -> None:
    """Make a worker leave Ctrl-C to the process that started it."""
    import signal

    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _is_stopped() -> bool:
    return _stop is not None and _stop.is_set()
