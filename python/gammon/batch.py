"""Many positions at once: arrays in, arrays out, on all cores.

Boards are uint8 of shape ``(n, 2, 26)``: row 0 of a board is the player on roll, row 1 his opponent, and each side
counts its own checkers off (0), on the points 1 to 24 and on the bar (25). Boards after a play have the opponent on
roll. Rolls are uint8 of shape ``(n, 2)``, in any order. Empty arrays are fine; a row that is wrong is named in the
error, and then nothing is done. ``threads`` limits how many threads are used; no answer depends on it.

>>> import numpy as np
>>> import gammon as bg
>>> boards = np.stack([bg.Position.start().to_array()] * 2)
>>> results, offsets = bg.batch.plays(boards, np.array([[3, 1], [6, 5]], np.uint8))
>>> results.shape, offsets.tolist()
((23, 2, 26), [0, 16, 23])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gammon import _engine
from gammon._engine import ArgumentError, NotationError, Position
from gammon.decisions import CubeDecisions, cube_decisions
from gammon.engine import Engine, engine_or_default
from gammon.stakes import Stakes, StakesLike, read_stakes
from gammon.typing import Boards, Progress, Rolls

__all__ = [
    "CubeDecisions",
    "Games",
    "apply",
    "best_plays",
    "cube_decisions",
    "evaluate",
    "from_gnubg_ids",
    "glance",
    "moves",
    "opening_rolls",
    "pip_counts",
    "play_games",
    "plays",
    "random_plays",
    "rolls",
    "swap",
    "to_gnubg_ids",
]


def plays(
    boards: Boards, rolls: Rolls, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[Boards, npt.NDArray[np.int64]]:
    """Generate every distinct legal play of every board's roll.

    Parameters
    ----------
    boards
        uint8, shape ``(n, 2, 26)``, the player on roll first.
    rolls
        uint8, shape ``(n, 2)``.
    threads
        How many threads to use; all cores if None.
    progress
        Called now and then with the rows done and the rows in all.

    Returns
    -------
    results : numpy.ndarray
        uint8, shape ``(m, 2, 26)``: the boards after the plays, with the opponent on roll, in the order of
        `Position.plays`.
    offsets : numpy.ndarray
        int64, shape ``(n + 1,)``: row ``i``'s results are ``results[offsets[i]:offsets[i + 1]]``. There are none where
        the turn passes or the game is over.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    DiceError
        If `rolls` is no such array, or a row is no roll.
    ArgumentError
        If there are not as many rolls as boards.
    """
    return _engine.batch_plays(boards, rolls, threads=threads, progress=progress)


def moves(
    boards: Boards, rolls: Rolls, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """List the moves that make each of the plays that `plays` gives, in the same order.

    Returns
    -------
    moves : numpy.ndarray
        uint8, shape ``(m, 4, 2)``: source (25 is the bar) and destination (0 is off) of each move as the mover counts.
        Moves that are not there are ``(0, 0)``.
    offsets : numpy.ndarray
        int64, shape ``(n + 1,)``, as of `plays`.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        As `plays`.
    """
    return _engine.batch_moves(boards, rolls, threads=threads, progress=progress)


def random_plays(
    boards: Boards,
    rolls: Rolls,
    *,
    seed: int,
    turn: int = 0,
    first_game: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Make one legal play in every row, each distinct result as likely as the others.

    Row ``i`` draws what game ``first_game + i`` of `play_games` draws at this turn under this seed.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll, also where the turn passes.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        As `plays`; also if `seed` is not from 0 to 2^64 - 1.
    """
    return _engine.batch_random_plays(
        boards, rolls, seed=seed, turn=turn, first_game=first_game, threads=threads, progress=progress
    )


def apply(
    boards: Boards,
    rolls: Rolls,
    choices: npt.NDArray[np.int64],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Make a chosen legal play in every row.

    Parameters
    ----------
    boards, rolls
        As of `plays`.
    choices
        int64, shape ``(n,)``: the number of the play among the row's plays, from 0, in the order of `plays`. A turn
        that passes has one play, number 0.
    threads, progress
        As of `plays`.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll.

    Raises
    ------
    IllegalPlayError
        If a row has no play of that number.
    PositionError, DiceError, ArgumentError
        As `plays`.
    """
    return _engine.batch_chosen_plays(boards, rolls, choices, threads=threads, progress=progress)


def best_plays(
    boards: Boards,
    rolls: Rolls,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Make the play in every row that a network likes best: by cubeless equity, or with the cube and at the score.

    Of plays that are worth the same the one with more cubeless equity is made, then the one with more checkers off,
    then the one that leaves fewer pips. At 0 plies a quick look sorts the plays out (see `glance`): a few in a
    thousand are not the first of `gammon.rank_plays`, which evaluates all in full, and cost some hundredths of a point.

    Parameters
    ----------
    boards, rolls
        As of `plays`.
    stakes
        How the game is scored, and the cube, for all rows alike: `Stakes`, or a `Scoring` or `Cube` alone. If None,
        there is no cube.
    ply
        Turns looked ahead, 0 to 3, see `gammon.rank_plays`; as the engine says if None.
    engine
        What judges; the default one if None.
    threads, progress
        As of `plays`.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``: the boards with the opponent on roll, also where the turn passes.

    Raises
    ------
    PositionError, DiceError, ArgumentError
        As `plays`; also if `ply` is not from 0 to 3, or another argument is out of its range.
    """
    engine = engine_or_default(engine)
    ply = engine.ply if ply is None else ply
    threads = engine.threads if threads is None else threads
    if stakes is None and engine.met is None and engine.efficiency is None:
        return _engine.batch_best_plays(boards, rolls, engine.evaluator, ply=ply, threads=threads, progress=progress)
    at = read_stakes(Stakes() if stakes is None else stakes)
    return _engine.batch_best_plays_with_cube(
        (boards, rolls),
        engine.evaluator,
        (engine.model(at), at.cube),
        ply=ply,
        threads=threads,
        progress=progress,
    )


def evaluate(
    boards: Boards,
    *,
    ply: int | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.float32]:
    """Estimate how the game from each position will end.

    Parameters
    ----------
    boards
        As of `plays`.
    ply
        Turns looked ahead, 0 to 3, see `gammon.evaluate`; as the engine says if None.
    engine
        What judges; the default one if None.
    threads, progress
        As of `plays`.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(n, 5)``: P(win), P(win a gammon or more), P(win a backgammon), P(lose a gammon or more) and
        P(lose a backgammon), seen by the player on roll.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    ArgumentError
        If `ply` is not from 0 to 3.
    """
    engine = engine_or_default(engine)
    return _engine.batch_evaluate(
        boards,
        engine.evaluator,
        ply=engine.ply if ply is None else ply,
        threads=engine.threads if threads is None else threads,
        progress=progress,
    )


def glance(
    boards: Boards,
    *,
    engine: Engine | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.float32]:
    """Estimate how the game from each position will end by the quick look that sorts out plays.

    The first 128 hidden units of a network have outputs of their own. Where a play is chosen, every candidate gets this
    quick look, and only those that do not look more than 0.06 points worse than the best one are evaluated in full.

    Parameters
    ----------
    boards, engine, threads, progress
        As of `evaluate`.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(n, 5)``, as of `evaluate`.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    """
    engine = engine_or_default(engine)
    threads = engine.threads if threads is None else threads
    return _engine.batch_glance(boards, engine.evaluator, threads=threads, progress=progress)


def swap(boards: Boards) -> Boards:
    """Put the other side on roll in every row.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``, a copy.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    """
    pip_counts(boards)  # looks at every row
    return np.ascontiguousarray(boards[:, ::-1])


def pip_counts(boards: Boards) -> npt.NDArray[np.uint16]:
    """Count the pips still to go.

    Returns
    -------
    numpy.ndarray
        uint16, shape ``(n, 2)``: of the player on roll and of his opponent; 25 for a checker on the bar.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    """
    return _engine.batch_pip_counts(boards)


def to_gnubg_ids(boards: Boards) -> npt.NDArray[np.bytes_]:
    """Write GNU Backgammon's position ID of every row.

    Returns
    -------
    numpy.ndarray
        ``S14``, shape ``(n,)``.

    Raises
    ------
    PositionError
        If `boards` is no such array, or a row is no legal position.
    """
    return _engine.batch_to_keys(boards).view("S14").reshape(-1)


def from_gnubg_ids(ids: npt.ArrayLike, *, checkers: int = 15) -> Boards:
    """Read GNU Backgammon's position IDs.

    Parameters
    ----------
    ids
        Strings or bytes of 14 characters, shape ``(n,)``.
    checkers
        How many checkers a side has; those not on the board are borne off.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2, 26)``.

    Raises
    ------
    NotationError
        If a row is no position ID.
    PositionError
        If a row's checkers make no legal position.
    """
    texts = np.asarray(ids)
    if texts.size == 0:
        texts = texts.astype("S14")
    if texts.ndim != 1 or texts.dtype.kind not in "US":
        raise NotationError(f"IDs must be strings of shape (n,), not {texts.dtype} of shape {list(texts.shape)}")
    if texts.dtype.kind == "U":
        try:
            texts = texts.astype("S")
        except UnicodeEncodeError as error:
            row = [text.isascii() for text in texts.tolist()].index(False)
            raise NotationError(f"row {row}: {str(texts[row])!r} has a character that no position ID has") from error
    width = max(14, texts.dtype.itemsize)
    lengths = np.char.str_len(texts)
    if (lengths != 14).any():
        row = int(np.argmax(lengths != 14))
        raise NotationError(f"row {row}: a position ID has 14 characters, not {int(lengths[row])}")
    keys = np.ascontiguousarray(texts.astype(f"S{width}")).view(np.uint8).reshape(-1, width)[:, :14]
    return _engine.batch_from_keys(keys, checkers=checkers)


def rolls(
    n: int,
    *,
    seed: int,
    turn: int,
    first_game: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Rolls:
    """Throw the dice of one turn of many games.

    Row ``i`` is what game ``first_game + i`` of `play_games` throws at this turn (from 1; turn 0 is the opening).

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2)``, the larger number first.

    Raises
    ------
    ArgumentError
        If a number is out of its range: `n` is at most 2^32, the others 2^64 - 1.
    MemoryError
        If there is no memory for so many.
    """
    return _engine.batch_rolls(n, seed=seed, turn=turn, first_game=first_game, threads=threads, progress=progress)


def opening_rolls(
    n: int, *, seed: int, first_game: int = 0, threads: int | None = None, progress: Progress | None = None
) -> Rolls:
    """Throw the dice that decide who starts many games, player 0's and player 1's, never equal.

    The player with the higher number starts and plays both.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(n, 2)``.

    Raises
    ------
    ArgumentError
        If a number is out of its range: `n` is at most 2^32, the others 2^64 - 1.
    MemoryError
        If there is no memory for so many.
    """
    return _engine.batch_opening_rolls(n, seed=seed, first_game=first_game, threads=threads, progress=progress)


@dataclass(frozen=True, kw_only=True, eq=False)
class Games:
    """How many whole games ended. All arrays have shape ``(n,)``."""

    starter: npt.NDArray[np.uint8]
    """The player who threw the higher number and started, 0 or 1."""

    winner: npt.NDArray[np.uint8]
    """The winner, 0 or 1."""

    points: npt.NDArray[np.uint8]
    """What he won with the cube at 1: 1 for a single game, 2 for a gammon, 3 for a backgammon."""

    turns: npt.NDArray[np.uint32]
    """Turns played, passes included."""

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

    Both players throw a die, the higher number starts and plays both. Each game is a function of its number, the seed
    and the other arguments, whatever the threads.

    Parameters
    ----------
    n
        How many games, at most 2^32; or the range of their numbers.
    policy
        ``"random"``: each distinct result of a roll is as likely. ``"network"``: the play the network likes best.
    seed
        Of dice and choices, 0 to 2^64 - 1.
    start
        The position in which the games start, the same for whoever begins; backgammon's if None.
    engine
        What chooses the plays of ``"network"``, at 0 plies; the default one if None.
    threads, progress
        As of `plays`.

    Raises
    ------
    ArgumentError
        If a number is out of its range, or there is no such policy.
    MemoryError
        If there is no memory for so many games.

    Examples
    --------
    >>> import gammon as bg
    >>> games = bg.batch.play_games(1000, "random", seed=1)
    >>> bool(90 < games.turns.mean() < 105)
    True
    """
    if policy not in ("random", "network"):
        raise ArgumentError(f"no policy {policy!r}; there are 'random' and 'network'")
    if isinstance(n, range) and n.step != 1:
        raise ArgumentError(f"n is {n}; a range of games has a step of 1")
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
