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

    Self-play gives the gammon and backgammon rates. The table is then filled backwards from the end of the match: each
    score is the value of an even game at that score by `CubeModel`, Janowski's interpolation in match-winning chances.
    After the Crawford game the trailer doubles at the first opportunity, and the leader passes if that is better. The
    positions at that first opportunity follow from the opening rolls and the network's plays, and are evaluated one by
    one, so the value of the leader's free drop is included. Both players have equal skill, and the gammon rates are the
    same at every score.

    Parameters
    ----------
    length
        Match length that the table covers, 1 to 64.
    games
        Games of self-play to count gammons in.
    seed
        Seed of their dice.
    efficiency
        Cube efficiency, from 0 (dead) to 1 (live).
    engine
        The engine that plays; the default one if None. The table does not depend on its number of threads.
    progress
        Called with the number of games played so far and the total.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    """
    games = whole("games", games, 1, _MOST_GAMES)
    efficiency = real("efficiency", efficiency, 0, 1)
    engine = engine_or_default(engine)
    played = batch.play_games(games, "network", seed=seed, engine=engine, progress=progress)
    points = played.points
    gammons, backgammons = (float(np.mean(points >= least)) for least in (2, 3))
    # Equal players win half of the games each, and half of the gammons.
    start = Outcome(0.5, gammons / 2, backgammons / 2, gammons / 2, backgammons / 2)
    turns, weights = _first_turns(engine)
    pre_crawford, post_crawford = computed_met(length, start, turns, weights, efficiency)
    name = f"gammon {engine.name}, gammon rate {gammons:.4f}, cube efficiency {efficiency:g}"
    return MatchEquityTable(pre_crawford, [post_crawford], name=name)


def _first_turns(engine: Engine) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """Evaluate the positions in which a player may double for the first time, and return them with their weights.

    The player who loses the opening roll may double after the opponent's opening play; the other player may double
    after opening and the opponent's reply.
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
