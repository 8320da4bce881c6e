"""The engine's signature: hashes of its answers on fixed positions.

``make signature`` writes a new one after a change that is meant to alter play. The
hashes are not facts about backgammon: they only show whether answers have changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

import gammon as bg
from gammon.typing import Boards, Rolls
from tests.border.arrays import midgame

HEAD = """\
# The signature of the engine and its shipped network: hashes of their answers when this file was written.
# They are not facts about backgammon. A commit that is meant to change play updates the file with `make signature`;
# any other commit must leave it unchanged.
"""


def _hash(*arrays: npt.NDArray[np.generic]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(array.astype(array.dtype.newbyteorder("<"), order="C").tobytes())
    return digest.hexdigest()[:16]


@cache
def _positions() -> tuple[Boards, Rolls]:
    """Return 3000 positions from the opening and from later in the game, with a roll each."""
    boards, rolls = midgame(2000, seed=20)
    late = boards[::2].copy()
    for turn in range(9, 70):
        playing = np.flatnonzero((late[:, :, 0] < 15).all(axis=1))
        late[playing] = bg.batch.best_plays(late[playing], bg.batch.rolls(len(late), seed=20, turn=turn)[playing])
    return np.concatenate([boards, late]), np.concatenate([rolls, rolls[::2]])


def _boards(every: int = 1) -> Boards:
    return _positions()[0][::every]


def _rolls(every: int = 1) -> Rolls:
    return _positions()[1][::every]


def _games(games: bg.batch.Games) -> str:
    return _hash(games.starter, games.winner, games.points, games.turns)


def _rollout() -> str:
    rollout = bg.rollout(bg.Position.start(), 36, seed=20)
    return _hash(np.frombuffer(repr(rollout.to_dict()["tally"]).encode(), np.uint8))


ENTRIES: dict[str, Callable[[], str]] = {
    "network": lambda: bg.Network.shipped().name,
    "dice": lambda: _hash(bg.batch.rolls(2000, seed=20, turn=5), bg.batch.opening_rolls(2000, seed=20)),
    "plays": lambda: _hash(*bg.batch.plays(_boards(), _rolls()), *bg.batch.moves(_boards(), _rolls())),
    "random_games": lambda: _games(bg.batch.play_games(2000, "random", seed=20)),
    "tables": lambda: " ".join(
        bg.Table.solve(name)[32:40].hex() for name in ("one-sided-6", "two-sided-3", "contact-1")
    ),
    "evaluate": lambda: _hash(bg.batch.evaluate(_boards())),
    "best_plays": lambda: _hash(bg.batch.best_plays(_boards(), _rolls())),
    "evaluate_2_ply": lambda: _hash(bg.batch.evaluate(_boards(60), ply=2)),
    "best_plays_1_ply": lambda: _hash(bg.batch.best_plays(_boards(6), _rolls(6), ply=1)),
    "games": lambda: _games(bg.batch.play_games(200, "network", seed=20)),
    "rollout": _rollout,
}
"""The engine's answers by name, each computed when it is called."""


if __name__ == "__main__":
    print(HEAD)
    for name, answer in ENTRIES.items():
        print(f'{name} = "{answer()}"')
