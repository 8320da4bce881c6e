"""The engine's signature: hashes of its answers on fixed positions.

``make signature`` writes a new one after a change that is meant to alter play. The
hashes are not facts about backgammon: they only show whether answers have changed.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

import gammon as bg
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


def signature() -> dict[str, str]:
    """Return hashes of the engine's answers on 3000 positions from the opening and from later in the game."""
    boards, rolls = midgame(2000, seed=20)
    late = boards[::2].copy()
    for turn in range(9, 70):
        playing = np.flatnonzero((late[:, :, 0] < 15).all(axis=1))
        late[playing] = bg.batch.best_plays(late[playing], bg.batch.rolls(len(late), seed=20, turn=turn)[playing])
    boards, rolls = np.concatenate([boards, late]), np.concatenate([rolls, rolls[::2]])
    random = bg.batch.play_games(2000, "random", seed=20)
    played = bg.batch.play_games(200, "network", seed=20)
    rollout = bg.rollout(bg.Position.start(), 300, seed=20)
    return {
        "network": bg.Network.shipped().name,
        "dice": _hash(bg.batch.rolls(2000, seed=20, turn=5), bg.batch.opening_rolls(2000, seed=20)),
        "plays": _hash(*bg.batch.plays(boards, rolls), *bg.batch.moves(boards, rolls)),
        "random_games": _hash(random.starter, random.winner, random.points, random.turns),
        "tables": " ".join(bg.Table.solve(name)[32:40].hex() for name in ("one-sided-6", "two-sided-3", "contact-1")),
        "evaluate": _hash(bg.batch.evaluate(boards)),
        "best_plays": _hash(bg.batch.best_plays(boards, rolls)),
        "evaluate_2_ply": _hash(bg.batch.evaluate(boards[::60], ply=2)),
        "best_plays_1_ply": _hash(bg.batch.best_plays(boards[::6], rolls[::6], ply=1)),
        "games": _hash(played.starter, played.winner, played.points, played.turns),
        "rollout": f"{rollout.won} {rollout.lost} {rollout.turns}",
    }


if __name__ == "__main__":
    print(HEAD)
    for name, value in signature().items():
        print(f'{name} = "{value}"')
