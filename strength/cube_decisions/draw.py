"""Positions before the roll, drawn from gammon's own games with the cube."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import gammon as bg
from benches.peers.positions import Boards
from strength.cube_decisions.games import NetworkPolicy, Table
from strength.cube_decisions.judge import Task
from strength.cube_decisions.scores import MET, Score

GAMES = 1024
"""Games played side by side."""
RELUCTANCE = 0.75
"""Probability with which a double is not made, so that positions inside and beyond the market window are drawn too."""
NEAR = 0.15
"""Largest difference between two of the deciding values at 0 plies at which a decision counts as near the border."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawn:
    """Positions drawn at one score, with the score and the cube as the player on roll of each row sees them."""

    boards: Boards
    kinds: tuple[tuple[bg.Scoring, bg.Cube], ...]
    """The distinct pairs of score and cube."""
    kind: npt.NDArray[np.int64]
    """Each row's index into ``kinds``, shape ``(n,)``."""

    def __len__(self) -> int:
        return len(self.boards)

    def tasks(self, mask: npt.NDArray[np.bool_] | None = None) -> Iterator[Task]:
        """Yield a task for each pair of score and cube, with all its rows or only those in ``mask``."""
        for number, (scoring, cube) in enumerate(self.kinds):
            rows = np.flatnonzero((self.kind == number) & (True if mask is None else mask))
            if len(rows):
                yield Task(rows=rows, boards=self.boards[rows], scoring=scoring, cube=cube)


def draw(score: Score, count: int, *, seed: int) -> Drawn:
    """Draw distinct positions in which the player on roll may double, half near a border of the window.

    The window is the market window. If neither side may ever double at this score, positions of every turn are drawn.
    They come from games in which optional doubles are never made, and every other double with probability 1/4.
    """
    rng = np.random.default_rng(seed)
    kinds: dict[tuple[bg.Scoring, bg.Cube], int] = {}
    seen: set[bytes] = set()
    found: dict[bool, list[tuple[Boards, int]]] = {True: [], False: []}
    live = score.has_live_cube
    wanted = {True: count // 2 if live else 0, False: count - (count // 2 if live else 0)}
    first_game = 0
    while any(len(found[near]) < wanted[near] for near in wanted):
        for boards, scoring, cube, near in _turns(score, rng, seed=seed, first_game=first_game, live=live):
            kind = kinds.setdefault((scoring, cube), len(kinds))
            for board, is_near in zip(boards, near.tolist(), strict=True):
                name = board.tobytes() + bytes([kind])
                if name not in seen:
                    seen.add(name)
                    found[is_near].append((board, kind))
        first_game += GAMES
    chosen = [found[near][one] for near in wanted for one in rng.permutation(len(found[near]))[: wanted[near]].tolist()]
    return Drawn(
        boards=np.stack([board for board, _ in chosen]),
        kinds=tuple(kinds),
        kind=np.array([kind for _, kind in chosen], np.int64),
    )


def _turns(
    score: Score, rng: np.random.Generator, *, seed: int, first_game: int, live: bool
) -> Iterator[tuple[Boards, bg.Scoring, bg.Cube, npt.NDArray[np.bool_]]]:
    """Play a block of games and yield the positions in which a double is allowed, and which of them are near a border.

    If not ``live``, positions in which a double is not allowed are included, as not near.
    """
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], GAMES, axis=0)
    table = Table(boards, score.scoring, bg.Cube(), NetworkPolicy())
    rolls = np.ascontiguousarray(np.sort(bg.batch.opening_rolls(GAMES, seed=seed, first_game=first_game))[:, ::-1])
    turn = 0
    while len(table.running):
        if turn:
            for rows, scoring, cube in table.by_cube():
                if bg.CubeModel(scoring, MET).may_double(cube):
                    yield table.boards[rows], scoring, cube, _near(table.boards[rows], scoring, cube)
                elif not live:
                    yield table.boards[rows], scoring, cube, np.zeros(len(rows), np.bool_)
            table.double(willing=rng.random(GAMES) >= RELUCTANCE)
            rolls = bg.batch.rolls(GAMES, seed=seed, turn=turn, first_game=first_game)
        table.play(rolls)
        turn += 1


def _near(boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> npt.NDArray[np.bool_]:
    """Return in which rows the decision to double or to take is close, see `NEAR`."""
    values = bg.batch.cube_decisions(boards, stakes=bg.Stakes(scoring, cube), engine=bg.Engine(met=MET))
    doubled = np.minimum(values.double_take, values.double_pass)
    gap = np.minimum(np.abs(doubled - values.no_double), np.abs(values.double_take - values.double_pass))
    return np.asarray(gap <= NEAR)
