"""pgx: backgammon as a vectorised JAX environment, on the CPU here."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import CHECKERS, OFF, Boards, Offsets, Rolls, Workload
from benches.peers.protocol import Rates
from benches.peers.timing import repeated_rate

Ints = npt.NDArray[np.int32]

ACTIONS, DICE_FACES = 26 * 6, 6
CHUNK = 8192
ENVIRONMENTS, STEPS, WARM_UP = 256, 32, 24


def to_native(boards: Boards) -> Ints:
    """Convert boards to pgx's, shape ``(n, 28)``: 24 points in the mover's direction upwards, bars, checkers off."""
    own, other = boards[:, 0].astype(np.int32), boards[:, 1].astype(np.int32)
    native = np.zeros((len(boards), 28), dtype=np.int32)
    native[:, :24] = own[:, 24:0:-1] - other[:, 1:25]
    native[:, 24], native[:, 25] = own[:, 25], -other[:, 25]
    native[:, 26], native[:, 27] = own[:, OFF], -other[:, OFF]
    return native


def from_native(native: Ints) -> Boards:
    """Convert pgx's boards to shape ``(n, 2, 26)``."""
    boards = np.zeros((len(native), 2, 26), dtype=np.uint8)
    boards[:, 0, 24:0:-1] = np.maximum(native[:, :24], 0)
    boards[:, 1, 1:25] = np.maximum(-native[:, :24], 0)
    boards[:, 0, 25], boards[:, 1, 25] = native[:, 24], -native[:, 25]
    boards[:, :, OFF] = CHECKERS - boards[:, :, 1:].sum(axis=2)
    return boards


class Adapter:
    """pgx: a step moves one checker, and a mask lists the legal steps; plays are found by following the steps."""

    name = "pgx"
    notes = (
        "pgx: a mask says which single steps are legal, a play is up to four of them; its random games choose "
        "steps at random, not plays",
    )

    def __init__(self) -> None:
        self._jax: Any = import_peer("jax")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._rules: Any = import_peer("pgx.backgammon")
            self._environment: Any = import_peer("pgx").make("backgammon")
        self._masks = self._jax.jit(self._jax.vmap(self._rules._legal_action_mask))
        self._moves = self._jax.jit(self._jax.vmap(self._rules._move))

    def version(self) -> str:
        """Return the installed version, and that of JAX."""
        return f"{version_of('pgx')} (jax {version_of('jax')})"

    def _chunked(self, function: Any, first: Ints, second: Ints) -> Any:  # noqa: ANN401
        """Apply a compiled function to rows in chunks of equal size, so that it is compiled only once."""
        parts = []
        for start in range(0, len(first), CHUNK):
            one, two = first[start : start + CHUNK], second[start : start + CHUNK]
            short = CHUNK - len(one)
            padded = [np.concatenate([rows, np.repeat(rows[:1], short, axis=0)]) for rows in (one, two)]
            parts.append(np.asarray(function(*padded))[: len(one)])
        return np.concatenate(parts)

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets]:
        """Return the positions that the legal steps of each roll can reach."""
        faces = rolls.astype(np.int32) - 1
        double = faces[:, 0] == faces[:, 1]
        dice = np.full((len(boards), 4), -1, dtype=np.int32)
        dice[:, :2] = faces
        dice[double] = faces[double, :1]
        # Columns of the frontier: index of the roll, 28 places, 4 dice.
        index = np.arange(len(boards), dtype=np.int32)[:, None]
        frontier: Ints = np.concatenate([index, to_native(boards), dice], axis=1)
        ended: list[Ints] = []
        while len(frontier):
            masks = self._chunked(self._masks, frontier[:, 1:29], frontier[:, 29:])
            finished = masks[:, :DICE_FACES].any(axis=1)
            ended.append(frontier[finished, :29])
            row, action = np.nonzero(masks & ~finished[:, None])
            if not len(row):
                break
            step = frontier[row]
            step[:, 1:29] = self._chunked(self._moves, step[:, 1:29], action.astype(np.int32))
            used = np.argmax(step[:, 29:] == (action % DICE_FACES)[:, None], axis=1)
            step[np.arange(len(step)), 29 + used] = -1
            step[:, 29:] = -np.sort(-step[:, 29:], axis=1)
            frontier = np.unique(step, axis=0)
        results = np.unique(np.concatenate(ended), axis=0)
        offsets = np.searchsorted(results[:, 0], np.arange(len(boards) + 1))
        return from_native(results[:, 1:]), offsets.astype(np.int64)

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the mask of legal first steps, for all positions in one call."""
        natives = self._jax.numpy.asarray(to_native(workload.boards))
        dice = self._jax.numpy.asarray(workload.rolls.astype(np.int32) - 1)

        def masks() -> int:
            self._masks(natives, dice).block_until_ready()
            return len(workload)

        return {"masks": repeated_rate(masks, seconds)}

    def random_games_rate(self, seconds: float) -> Rates:
        """Time games in many parallel environments, each restarted when it ends."""
        jax = self._jax
        numpy = jax.numpy
        begin, step = jax.vmap(self._environment.init), jax.vmap(self._environment.step)

        def advance(carry: Any, _: None) -> Any:  # noqa: ANN401
            states, key, finished = carry
            key, choose, roll, renew = jax.random.split(key, 4)
            scores = numpy.where(states.legal_action_mask, 0.0, -numpy.inf)
            actions = jax.random.categorical(choose, scores, axis=-1)
            states = step(states, actions, jax.random.split(roll, ENVIRONMENTS))
            over = states.terminated
            fresh = begin(jax.random.split(renew, ENVIRONMENTS))

            def keep(new: Any, old: Any) -> Any:  # noqa: ANN401
                return numpy.where(over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

            return (jax.tree_util.tree_map(keep, fresh, states), key, finished + over.sum()), None

        @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
        def block(states: Any, key: Any) -> Any:  # noqa: ANN401
            carry, _ = jax.lax.scan(advance, (states, key, numpy.int32(0)), None, length=STEPS)
            return carry

        key = jax.random.PRNGKey(1)
        states = jax.jit(begin)(jax.random.split(key, ENVIRONMENTS))
        for _ in range(WARM_UP):  # until the environments are at different stages of their games
            states, key, _ = block(states, key)

        def games() -> int:
            nonlocal states, key
            states, key, finished = block(states, key)
            return int(finished)

        return {"batch": repeated_rate(games, seconds)}

    def evaluations_rate(self, boards: Boards, seconds: float) -> None:
        """Return None: pgx has no network."""
        del boards, seconds

    def decisions_rate(self, workload: Workload, seconds: float) -> None:
        """Return None: pgx has no network."""
        del workload, seconds

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> None:
        """Decline likewise."""
        del workload, seconds
