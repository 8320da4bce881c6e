"""Whether the estimate jumps where one class of positions passes into another.

The network has output weights of their own for races and, with contact, for each number of checkers that the sides have
back (none, one, two, more). Where a play crosses such a border, the estimates on either side come from different
weights, and if they do not agree, choices there go wrong. So of each
turn of real games two changes are compared: that of the static estimate, and that of the estimate one ply ahead, which
sees through the border. What is left, the *jump*, has neither the luck of the roll nor the worth of the play in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rich.table import Table

from benches.peers.adapters.common import import_peer
from benches.peers.positions import Boards, Rolls, swapped
from strength.classes import classify, is_race
from strength.judges import Judge, points_won
from strength.players import Player
from strength.work import Advance

GAMES = 64
PERCENTILES = (50, 75, 90, 95, 99, 100)
THOUSANDTHS = 1000.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Transitions:
    """Turns of real games that did not end them."""

    before: Boards
    """The player on roll first, shape ``(n, 2, 26)``."""

    after: Boards
    """After his play, still seen from him."""

    def __len__(self) -> int:
        return len(self.before)


def transitions(player: Player, count: int, *, seed: int, advance: Advance = lambda _: None) -> Transitions:
    """Take all turns of games that a player plays with himself, until there are enough."""
    gammon = import_peer("gammon")
    before, after = [], []
    found, first_game = 0, 0
    while found < count:
        boards: Boards = np.repeat(gammon.Position.start().to_array()[None], GAMES, axis=0)
        dice = {"seed": seed, "first_game": first_game}
        running = np.arange(GAMES)
        turn = 0
        while running.size:
            thrown: Rolls = (
                gammon.batch.rolls(GAMES, turn=turn, **dice) if turn else gammon.batch.opening_rolls(GAMES, **dice)
            )
            played = player.best(boards[running], thrown[running])
            goes_on = points_won(played) == 0
            before.append(boards[running[goes_on]])
            after.append(played[goes_on])
            running = running[goes_on]
            boards[running] = swapped(played[goes_on])
            found += len(running)
            advance(len(running))
            turn += 1
        first_game += GAMES
    return Transitions(before=np.concatenate(before)[:count], after=np.concatenate(after)[:count])


@dataclass(frozen=True, kw_only=True)
class Spread:
    """How large differences of some transitions are, in thousandths of a point."""

    name: str
    count: int
    change: tuple[float, ...]
    """Percentiles of the static estimate's change in absolute value, luck and all, at `PERCENTILES`."""

    jump: tuple[float, ...]
    """Percentiles of the jump in absolute value."""


def checkers_back(boards: Boards) -> npt.NDArray[np.int64]:
    """Count each side's checkers in the opponent's home board or on the bar, three for more, shape ``(n, 2)``."""
    back: npt.NDArray[np.int64] = boards[:, :, 19:].sum(axis=2, dtype=np.int64)
    return back.clip(max=3)


def measure(found: Transitions, static: Judge, ahead: Judge) -> list[Spread]:
    """Compare estimates before and after each turn, within classes and across their borders.

    Parameters
    ----------
    found
        The turns.
    static, ahead
        The same network at zero plies and at one.
    """
    changes = []
    for judge in (static, ahead):
        # A position before a play is one after the opponent's play.
        changes.append(judge.equities(found.after) + judge.equities(swapped(found.before)))
    change, jump = np.abs(changes[0]), np.abs(changes[0] - changes[1])
    races = is_race(found.before).astype(int) + is_race(found.after)
    heads_differ = (checkers_back(found.before) != checkers_back(found.after)).any(axis=1)
    classes_differ = classify(found.before) != classify(found.after)
    groups: dict[str, npt.NDArray[np.bool_]] = {
        "within a class of the network, contact": ~heads_differ & (races == 0),
        "from class to class of the network, contact": heads_differ & (races == 0),
        "within the race": races == 2,
        "from contact to race": races == 1,
        "within a class of the bench, contact": ~classes_differ & (races == 0),
        "from class to class of the bench, contact": classes_differ & (races == 0),
    }
    return [
        Spread(name=name, count=int(chosen.sum()), change=_percentiles(change[chosen]), jump=_percentiles(jump[chosen]))
        for name, chosen in groups.items()
    ]


def _percentiles(values: npt.NDArray[np.float64]) -> tuple[float, ...]:
    if not len(values):
        return ()
    return tuple((THOUSANDTHS * np.percentile(values, PERCENTILES)).tolist())


def tabulate(spreads: list[Spread], title: str) -> Table:
    """Draw the percentiles."""
    table = Table(
        title=title,
        caption=(
            "thousandths of a point. change: of the static estimate over a turn, luck and all; "
            "jump: that change less the one seen one ply ahead"
        ),
    )
    table.add_column("transitions")
    table.add_column("number", justify="right")
    table.add_column("")
    for percentile in PERCENTILES:
        table.add_column("largest" if percentile == 100 else f"{percentile} %", justify="right")
    for spread in spreads:
        for row, (name, values) in enumerate((("change", spread.change), ("jump", spread.jump))):
            heads = ("", "") if row else (spread.name, f"{spread.count:,}")
            table.add_row(*heads, name, *(f"{value:.1f}" for value in values), end_section=bool(row))
    return table
