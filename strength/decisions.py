"""Equity lost per unforced decision, under several judges, by class of position.

Every player makes every decision. A judge then evaluates, without a cube, the resulting positions and the best
candidates by every engine's static estimate. The loss of a player is the equity of the best of these minus that of the
player's own choice. There are several judges because a judge favours engines that are related to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rich.table import Table

from benches.peers.positions import Boards
from strength.cache import Judged
from strength.classes import CLASSES
from strength.draw import Decisions
from strength.estimate import Estimate
from strength.players import Player
from strength.work import Advance

THOUSANDTHS = 1000.0
OVERALL = "overall"


@dataclass(frozen=True, kw_only=True, eq=False)
class Losses:
    """Equity that players lost on each decision, according to one judge."""

    judge: str
    players: tuple[str, ...]
    points: npt.NDArray[np.float64]
    """Points lost, shape ``(players, decisions)``."""

    classes: npt.NDArray[np.int64]
    """Class of each decision, an index into `CLASSES`, shape ``(decisions,)``."""

    def of(self, player: int, name: str = OVERALL) -> Estimate | None:
        """Return a player's mean loss in a class, in thousandths; None for fewer than two decisions."""
        return self._estimate(self.points[player], name)

    def difference(self, player: int, baseline: int, name: str = OVERALL) -> Estimate | None:
        """Return the mean of a player's loss minus the baseline's on the same decisions, in thousandths."""
        return self._estimate(self.points[player] - self.points[baseline], name)

    def count(self, name: str = OVERALL) -> int:
        """Return the number of decisions in a class."""
        return int(self._chosen(name).sum())

    def _chosen(self, name: str) -> npt.NDArray[np.bool_]:
        if name == OVERALL:
            return np.ones(len(self.classes), dtype=np.bool_)
        chosen: npt.NDArray[np.bool_] = self.classes == CLASSES.index(name)
        return chosen

    def _estimate(self, points: npt.NDArray[np.float64], name: str) -> Estimate | None:
        chosen = points[self._chosen(name)]
        return Estimate.of(chosen).scaled(THOUSANDTHS) if len(chosen) > 1 else None


def answer(decisions: Decisions, player: Player, *, part: int = 100, advance: Advance = lambda _: None) -> Boards:
    """Return the positions after a player's choice in every decision, the player's side first, shape ``(n, 2, 26)``."""
    answers = []
    for start in range(0, len(decisions), part):
        answers.append(player.best(decisions.boards[start : start + part], decisions.rolls[start : start + part]))
        advance(len(answers[-1]))
    return np.concatenate(answers)


def measure(
    decisions: Decisions,
    players: Sequence[tuple[str, Boards]],
    judged: Judged,
    *,
    processes: int = 1,
    begin: Callable[[int], Advance] = lambda _: lambda _: None,
) -> Losses:
    """Compute what each player loses on each decision, according to one judge.

    Parameters
    ----------
    decisions
        The decisions.
    players
        Each player's name and chosen positions, see `answer`.
    judged
        The judge and its cache.
    processes
        Number of processes that evaluate positions.
    begin
        Called with the number of positions to evaluate; returns the function that is told how many more are done.
    """
    asked = np.concatenate([decisions.candidates, *(answers for _, answers in players)])
    judged.judge(asked, processes=processes, advance=begin(len(judged.missing(asked))))
    answers = np.array([judged.equities(boards) for _, boards in players])
    best = np.maximum.reduceat(judged.equities(decisions.candidates), decisions.offsets[:-1])
    best = np.maximum(best, answers.max(axis=0))
    return Losses(
        judge=judged.name,
        players=tuple(name for name, _ in players),
        points=best - answers,
        classes=decisions.classes,
    )


def same_plays(players: Sequence[tuple[str, Boards]]) -> npt.NDArray[np.float64]:
    """Return the share of decisions in which two players reach the same position, shape ``(players, players)``."""
    answers = np.array([boards.reshape(len(boards), -1) for _, boards in players])
    same: npt.NDArray[np.float64] = (answers[:, None] == answers[None]).all(axis=3).mean(axis=2)
    return same


def _shown(estimate: Estimate | None, *, sign: bool = False) -> str:
    return "-" if estimate is None else estimate.show(2, sign=sign)


def tabulate(losses: Losses, caption: str) -> Table:
    """Return the table of one judge, with a column for each player and a row for each class."""
    table = Table(title=f"Thousandths of a point lost per unforced decision; judge: {losses.judge}", caption=caption)
    table.add_column("class")
    table.add_column("decisions", justify="right")
    for player in losses.players:
        table.add_column(player, justify="right")
    numbers = range(len(losses.players))
    for name in (OVERALL, *CLASSES):
        if count := losses.count(name):
            cells = [_shown(losses.of(player, name)) for player in numbers]
            table.add_row(name, f"{count:,}", *cells, end_section=name == OVERALL)
    if len(losses.players) > 1:
        table.add_section()
        for baseline in numbers[:-1]:
            cells = [_shown(losses.difference(player, baseline), sign=True) for player in numbers]
            cells[: baseline + 1] = [""] * (baseline + 1)
            table.add_row(f"minus {losses.players[baseline]}", "", *cells, style="dim")
    return table


def as_json(losses: Losses) -> dict[str, object]:
    """Return all figures of one judge as JSON values; a class with fewer than two decisions gets None."""

    def plain(estimate: Estimate | None) -> dict[str, float] | None:
        return None if estimate is None else {"mean": estimate.mean, "half_width": estimate.half_width}

    numbers = range(len(losses.players))
    names = (OVERALL, *CLASSES)
    return {
        "judge": losses.judge,
        "decisions": {name: losses.count(name) for name in names},
        "loss": {losses.players[one]: {name: plain(losses.of(one, name)) for name in names} for one in numbers},
        "difference": [
            {
                "player": losses.players[one],
                "less": losses.players[other],
                "by_class": {name: plain(losses.difference(one, other, name)) for name in names},
            }
            for other in numbers
            for one in numbers[other + 1 :]
        ],
    }
