"""A match equity table computed from gammon's own play."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gammon import batch
from gammon._engine import MatchEquityTable, Outcome, Position, Roll, computed_met
from gammon.arguments import real, whole
from gammon.engine import Engine, engine_or_default
from gammon.typing import Progress

DEFAULT_EFFICIENCY = 0.68
_MOST_GAMES = 2**32


def make_met(
    length: int = 25,
    *,
    games: int = 100_000,
    seed: int,
    efficiency: float = DEFAULT_EFFICIENCY,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> MatchEquityTable:
    """Compute a match equity table from how the network's games end.

    The method: `games` games of the network against itself give the shares of gammons and backgammons. With them every
    score is what `CubeModel` says of a game that starts even there, the scores nearer to the end of the match being
    known: Janowski's interpolation in match-winning chances. After the Crawford game the player who trails doubles at
    his first turn on which he may, and the leader passes where that is better for him. Those turns are weighed one by
    one, as they follow from the opening rolls and the network's plays; so the leader's free drop is measured as well.
    Both players are alike, and gammons as frequent at every score.

    Parameters
    ----------
    length
        How far the table reaches, 1 to 64.
    games
        How many games are played to count gammons.
    seed
        Which dice are thrown in them.
    efficiency
        How live the cube is, from 0 to 1.
    engine
        What plays; the default one if None. The table does not depend on its number of threads.
    progress
        Called with the games played so far and how many there are.

    Raises
    ------
    ArgumentError
        If a number is out of its range.
    """
    games = whole("games", games, 1, _MOST_GAMES)
    efficiency = real("efficiency", efficiency, 0, 1)
    engine = engine_or_default(engine)
    played = batch.play_games(games, "network", seed=seed, engine=engine, progress=progress)
    points = played.points
    gammons, backgammons = (float(np.mean(points >= least)) for least in (2, 3))
    # Between equals either wins half the games, and as many gammons.
    start = Outcome(0.5, gammons / 2, backgammons / 2, gammons / 2, backgammons / 2)
    turns, weights = _first_turns(engine)
    pre_crawford, post_crawford = computed_met(length, start, turns, weights, efficiency)
    name = f"gammon {engine.name}, gammon rate {gammons:.4f}, cube efficiency {efficiency:g}"
    return MatchEquityTable(pre_crawford, [post_crawford], name=name)


def _first_turns(engine: Engine) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """Evaluate the positions in which a player who did not start, or did, may first double, with their weights.

    He may when his opponent has opened, or when he has and his opponent has replied.
    """
    openings = [roll for roll in Roll.all() if not roll.is_double]
    boards = np.stack([Position.start().to_array()] * len(openings))
    opened = batch.best_plays(boards, _rolls(openings), ply=0, engine=engine)
    replies = Roll.all()
    replied = batch.best_plays(
        np.repeat(opened, len(replies), axis=0), _rolls(replies * len(openings)), ply=0, engine=engine
    )
    weights = np.array([roll.weight for roll in replies], dtype=np.float64) / 36.0
    return (
        batch.evaluate(np.concatenate([opened, replied]), ply=0, engine=engine),
        np.concatenate([np.full(len(openings), 1.0), np.tile(weights, len(openings))]) / (2 * len(openings)),
    )


def _rolls(rolls: list[Roll]) -> npt.NDArray[np.uint8]:
    return np.array([tuple(roll) for roll in rolls], dtype=np.uint8)
