"""Dice and whole games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon._engine import ArgumentError, Position
from gammon.arguments import check
from gammon.batch.boards import is_over
from gammon.batch.judging import best_plays
from gammon.engine import Engine, engine_or_default
from gammon.quoting import quote
from gammon.typing import Boards, Progress, Rolls


def rolls(
    n: int,
    *,
    seed: int,
    turn: int,
    first_game: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Rolls:
    """Roll the dice of one turn of many games.

    Row ``i`` is the roll of game ``first_game + i`` of `play_games` at this turn (from 1; turn 0 is the opening).

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2)``, the larger number first.

    Raises
    ------
    ArgumentError
        If a number is out of its range: `n` is at most 2^32, the others at most 2^64 - 1.
    MemoryError
        If the result does not fit in memory.
    """
    return _engine.batch_rolls(n, seed=seed, turn=turn, first_game=first_game, threads=threads, progress=progress)


def opening_rolls(
    n: int, *, seed: int, first_game: int = 0, threads: int | None = None, progress: Progress | None = None
) -> Rolls:
    """Roll the opening dice of many games: player 0's die and player 1's, never equal.

    The player with the higher die starts and plays both dice.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2)``.

    Raises
    ------
    ArgumentError
        If a number is out of its range: `n` is at most 2^32, the others at most 2^64 - 1.
    MemoryError
        If the result does not fit in memory.
    """
    return _engine.batch_opening_rolls(n, seed=seed, first_game=first_game, threads=threads, progress=progress)


@dataclass(frozen=True, kw_only=True, eq=False)
class Games:
    """Results of many games. All arrays have shape ``(n,)``."""

    starter: npt.NDArray[np.uint8]
    """The player who won the opening roll and started, 0 or 1."""

    winner: npt.NDArray[np.uint8]
    """The winner, 0 or 1."""

    points: npt.NDArray[np.uint8]
    """Points won with the cube at 1: 1 for a single game, 2 for a gammon, 3 for a backgammon."""

    turns: npt.NDArray[np.uint32]
    """Number of turns, including those without a legal move."""

    def __len__(self) -> int:
        return len(self.winner)


def play_games(
    n: int | range,
    policy: Literal["random", "network"] = "random",
    *,
    seed: int,
    start: Position | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Games:
    """Play whole games from their opening rolls.

    Each player rolls one die; the player with the higher die starts and plays both dice. Each game is a function of its
    number, the seed and the other arguments; the number of threads does not matter.

    Parameters
    ----------
    n
        Number of games, at most 2^32; or the range of their numbers.
    policy
        ``"random"``: every distinct play is equally likely. ``"network"``: the play with the highest equity.
    seed
        Seed of dice and random plays, 0 to 2^64 - 1.
    start
        Starting position, seen by the player who starts; that of backgammon if None.
    engine
        Engine that chooses the plays of ``"network"``, at 0 plies; the default one if None.
    threads, progress
        See `plays`.

    Raises
    ------
    ArgumentError
        If a number is out of its range, or the policy is unknown.
    MemoryError
        If the result does not fit in memory.
    UnfinishedGameError
        If a game is not over after 10,000 turns, because a function in place of a network never brings its
        checkers home.

    Examples
    --------
    >>> import gammon as bg
    >>> games = bg.batch.play_games(1000, "random", seed=1)
    >>> bool(90 < games.turns.mean() < 105)
    True
    """
    if not isinstance(policy, str) or policy not in ("random", "network"):
        raise ArgumentError(f"policy: expected 'random' or 'network', got {quote(policy)}")
    if isinstance(n, range) and n.step != 1:
        raise ArgumentError(f"n: expected a range with step 1, got {n}")
    count, first_game = (len(n), n.start) if isinstance(n, range) else (n, 0)
    engine = engine_or_default(engine)
    starter, winner, points, turns = _engine.batch_play_games(
        count,
        Position.start() if start is None else start,
        None if policy == "random" else engine.evaluator,
        seed=seed,
        first_game=first_game,
        threads=engine.threads if threads is None else threads,
        progress=progress,
    )
    return Games(starter=starter, winner=winner, points=points, turns=turns)


def random_positions(
    n: int,
    policy: Literal["random", "network"] = "random",
    *,
    seed: int,
    turns: int = 60,
    start: Position | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
) -> Boards:
    """Sample positions from games, before the roll; none is a finished game.

    Row ``i`` is game ``i`` of `play_games` with this seed, after a number of turns drawn uniformly from 0 to
    ``turns - 1``. A game that ends earlier gives the position before its last play, so positions near the end are
    somewhat more frequent than in real games.

    Parameters
    ----------
    n
        Number of positions.
    policy
        ``"random"``: every distinct play is equally likely. ``"network"``: the play with the highest equity.
    seed
        Seed of dice, plays and numbers of turns, 0 to 2^64 - 1. Row ``i`` does not depend on `n`.
    turns
        Upper limit, exclusive, of the number of turns played; at least 1.
    start
        Starting position; that of backgammon if None.
    engine
        Engine that chooses the plays of ``"network"``, at 0 plies; the default one if None.
    threads
        Number of threads; all cores if None.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``.

    Raises
    ------
    ArgumentError
        If a number is out of its range, or the policy is unknown.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.batch.random_positions(1000, seed=1).shape
    (1000, 2, 26)
    """
    if not isinstance(policy, str) or policy not in ("random", "network"):
        raise ArgumentError(f"policy: expected 'random' or 'network', got {quote(policy)}")
    if isinstance(turns, bool) or not isinstance(turns, int) or not 1 <= turns < 2**63:
        raise ArgumentError(f"turns: expected an int from 1 to 2^63 - 1, got {quote(turns)}")
    if start is not None:
        check("start", start, Position)
    rolls_now = opening_rolls(n, seed=seed, threads=threads)
    first = (Position.start() if start is None else start).to_array()
    boards = np.repeat(first[np.newaxis], len(rolls_now), axis=0)
    wanted = (_mixed(len(boards), seed) % np.uint64(turns)).astype(np.int64)
    playing = wanted > 0
    for turn in range(turns):
        if not playing.any():
            break
        if policy == "random":
            after = _engine.batch_random_plays(
                boards, rolls_now, seed=seed, turn=turn, first_game=0, threads=threads, progress=None
            )[playing]
        else:
            after = best_plays(boards[playing], rolls_now[playing], ply=0, engine=engine, threads=threads)
        goes_on = ~is_over(after)
        rows = np.flatnonzero(playing)
        boards[rows[goes_on]] = after[goes_on]
        playing[rows[~goes_on]] = False
        playing &= wanted > turn + 1
        rolls_now = rolls(len(boards), seed=seed, turn=turn + 1, threads=threads)
    return boards


def _mixed(n: int, seed: int) -> npt.NDArray[np.uint64]:
    """Hash each number below `n` with a seed by SplitMix64 (Steele, Lea and Flood, 2014)."""
    step = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        bits: npt.NDArray[np.uint64] = (np.arange(1, n + 1, dtype=np.uint64) * step) ^ np.uint64(seed)
        for _ in range(2):
            bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            bits = (bits ^ (bits >> np.uint64(31))) + step
    return bits
