"""Unforced decisions, drawn at random from games between several engines with several kinds of start.

Three engines at 0 plies play themselves and each other. Of ten games, six start from the opening position of backgammon
and two from that of nackgammon. The other two start with some random turns, which lead to positions that good play
avoids: back games, many checkers hit, broken boards. Games are played to the end, so that no stage of the game is
over-represented.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benches.peers.adapters.common import import_peer
from benches.peers.positions import Boards, Offsets, Rolls, swapped
from strength.cache import CacheError, read, write
from strength.classes import classify
from strength.judges import JUDGES, Judge, JudgeSpec, points_won
from strength.players import Player, PlayerSpec
from strength.work import Advance

GAMES = 90
"""Games played side by side: ten starts for each of the nine ordered pairs of three engines."""

SAMPLED = 0.1
"""Share of a game's unforced decisions that is drawn; it is small because successive positions are much alike."""

CANDIDATES = 3
"""Maximum number of candidates that each engine nominates for a roll."""

WINDOW = 0.1
"""A candidate is nominated only if it is at most this many points worse than the best one, by the static estimate."""

RANDOM_TURNS = (2, 16)
"""Minimum and maximum number of random turns in the games that start with some."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Decisions:
    """Unforced decisions: positions and rolls with more than one legal result."""

    boards: Boards
    """Positions before the play, the player on roll first, shape ``(n, 2, 26)``."""

    rolls: Rolls
    """Shape ``(n, 2)``."""

    candidates: Boards
    """Positions after the nominated plays, in the order of the decisions, the mover first, shape ``(m, 2, 26)``."""

    offsets: Offsets
    """Index of each decision's first candidate, and their total number at the end, shape ``(n + 1,)``."""

    drawn_by: tuple[str, ...]
    """Names of the engines that played the games and nominated the candidates."""

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def classes(self) -> npt.NDArray[np.int64]:
        """The class of each position, see `classify`."""
        return classify(self.boards)


def draw(
    players: Sequence[Player],
    nominators: Sequence[Judge],
    count: int,
    *,
    seed: int,
    advance: Advance = lambda _: None,
) -> Decisions:
    """Draw decisions from games.

    Parameters
    ----------
    players
        The players; all ordered pairs of them play.
    nominators
        Judges at 0 plies; the best results by each of them become the candidates.
    count
        Number of decisions to draw.
    seed
        Seed of the dice, the random turns and the sampling.
    advance
        Called with the number of decisions drawn since the last call.
    """
    rng = np.random.default_rng(seed)
    boards, rolls = [], []
    drawn = block = 0
    while drawn < count:
        some, some_rolls = _draw_from_games(players, rng, seed=seed, first_game=GAMES * block)
        boards.append(some)
        rolls.append(some_rolls)
        advance(min(len(some), count - drawn))
        drawn, block = drawn + len(some), block + 1
    # Drop the surplus at random. The last decisions drawn are from the longest games, so dropping those would bias the
    # sample.
    kept = rng.permutation(drawn)[:count]
    all_boards, all_rolls = np.concatenate(boards)[kept], np.concatenate(rolls)[kept]
    candidates, offsets = nominate(all_boards, all_rolls, nominators)
    return Decisions(
        boards=all_boards,
        rolls=all_rolls,
        candidates=candidates,
        offsets=offsets,
        drawn_by=tuple(player.name for player in players),
    )


def _draw_from_games(
    players: Sequence[Player], rng: np.random.Generator, *, seed: int, first_game: int
) -> tuple[Boards, Rolls]:
    """Play a block of games side by side and draw decisions from them."""
    gammon = import_peer("gammon")
    batch, positions = gammon.batch, gammon.Position
    game = np.arange(GAMES)
    pairing, beginning = game % len(players) ** 2, game // len(players) ** 2 % 10
    seats = np.stack([pairing % len(players), pairing // len(players)], axis=1)
    start = np.where(np.isin(beginning, (6, 7)), 1, 0)
    boards: Boards = np.stack([positions.start().to_array(), positions.nackgammon().to_array()])[start]
    random_turns = np.where(beginning >= 8, rng.integers(*RANDOM_TURNS, size=GAMES, endpoint=True), 0)
    running = np.ones(GAMES, dtype=np.bool_)
    drawn_boards, drawn_rolls = [], []
    turn = 0
    while running.any():
        dice = {"seed": seed, "first_game": first_game}
        rolls: Rolls = (
            np.sort(batch.opening_rolls(GAMES, **dice), axis=1)[:, ::-1]
            if turn == 0
            else batch.rolls(GAMES, turn=turn, **dice)
        )
        rolls = np.ascontiguousarray(rolls)
        by_chance = running & (turn < random_turns)
        decided = np.flatnonzero(running & ~by_chance)
        _, offsets = batch.plays(boards[decided], rolls[decided])
        taken = decided[(np.diff(offsets) > 1) & (rng.random(len(decided)) < SAMPLED)]
        drawn_boards.append(boards[taken])
        drawn_rolls.append(rolls[taken])
        if by_chance.any():
            chance = batch.random_plays(boards, rolls, seed=seed, turn=turn, first_game=first_game)
            boards[by_chance] = swapped(chance[by_chance])
        for number, player in enumerate(players):
            mine = decided[seats[decided, turn % 2] == number]
            if len(mine):
                boards[mine] = player.best(boards[mine], rolls[mine])
        running &= points_won(boards) == 0
        boards[running] = swapped(boards[running])
        turn += 1
    return np.concatenate(drawn_boards), np.concatenate(drawn_rolls)


def nominate(boards: Boards, rolls: Rolls, nominators: Sequence[Judge]) -> tuple[Boards, Offsets]:
    """Return the results of each roll that at least one nominator ranks among the best.

    Returns
    -------
    tuple
        The candidates, the mover first, and the index of each decision's first one; see `Decisions`.
    """
    handed_on, starts = import_peer("gammon").batch.plays(boards, rolls)
    results = swapped(handed_on)
    chosen = np.zeros(len(results), dtype=np.bool_)
    decision = np.repeat(np.arange(len(boards)), np.diff(starts))
    for nominator in nominators:
        equities = nominator.equities(results)
        order = np.lexsort((-equities, decision))
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order)) - starts[decision[order]]
        best = np.maximum.reduceat(equities, starts[:-1])
        chosen |= (rank < CANDIDATES) & (equities > best[decision] - WINDOW)
    counts = np.bincount(decision[chosen], minlength=len(boards))
    return results[chosen], np.concatenate([[0], np.cumsum(counts)])


def load_or_draw(folder: Path, count: int, *, seed: int, advance: Advance = lambda _: None) -> Decisions:
    """Return the decisions of a seed from the cache, or draw them and store them there.

    Raises
    ------
    PeerMissingError
        If the decisions have to be drawn and one of the engines is not installed.
    CacheError
        If the file of the decisions is damaged.
    """
    path = folder / f"decisions-{seed}-{count}.npz"
    names = ("boards", "rolls", "candidates", "offsets", "drawn_by")
    stored = read(path, names)
    if stored is None:
        players = [PlayerSpec(engine=engine)() for engine in JUDGES]
        nominators = [JudgeSpec(engine=engine, ply=0)() for engine in JUDGES]
        decisions = draw(players, nominators, count, seed=seed, advance=advance)
        stored = {name: np.array(getattr(decisions, name)) for name in names}
        write(path, stored)
        return decisions
    drawn_by = tuple(stored.pop("drawn_by").tolist())
    decisions = Decisions(**stored, drawn_by=drawn_by)
    if len(decisions) != count or len(decisions.offsets) != count + 1:
        raise CacheError(f"{path}: expected {count} decisions, got {len(decisions)}; remove the file")
    return decisions
