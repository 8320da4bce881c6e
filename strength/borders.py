"""Jumps in the estimate where a play moves the position from one class to another.

The network has separate output weights for races and, with contact, for each combination of the numbers of checkers
that the two sides have back (none, one, two, more). Where a play crosses a border between classes, the estimates before
and after it come from different weights. If these disagree, the engine chooses badly near the border.

For each turn of real games, the change of the static (0-ply) estimate is compared with the change of the 1-ply
estimate, which looks across the border. The luck of the roll and the quality of the play are in both changes, so they
cancel; what remains is the *jump*.
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
"""Games played side by side."""
PERCENTILES = (50, 75, 90, 95, 99, 100)
THOUSANDTHS = 1000.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Transitions:
    """Turns of real games, without those that ended a game."""

    before: Boards
    """Positions before the play, the player on roll first, shape ``(n, 2, 26)``."""

    after: Boards
    """Positions after the play, still with the player who moved first, same shape."""

    def __len__(self) -> int:
        return len(self.before)


def transitions(player: Player, count: int, *, seed: int, advance: Advance = lambda _: None) -> Transitions:
    """Return the first ``count`` turns of a player's games against itself."""
    gammon = import_peer("gammon")
    before, after = [], []
    found, first_game = 0, 0
    while found < count:
        boards: Boards = np.repeat(gammon.Position.start().to_array()[None], GAMES, axis=0)
        dice = {"seed": seed, "first_game": first_game}
        running = np.arange(GAMES)
        turn = 0
        while running.size:
            rolls: Rolls = (
                gammon.batch.rolls(GAMES, turn=turn, **dice) if turn else gammon.batch.opening_rolls(GAMES, **dice)
            )
            played = player.best(boards[running], rolls[running])
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
    """Sizes of the changes and jumps in a group of transitions, in thousandths of a point."""

    name: str
    count: int
    change: tuple[float, ...]
    """Absolute change of the static estimate, which includes luck: its percentiles, see `PERCENTILES`."""

    jump: tuple[float, ...]
    """Absolute jump: its percentiles."""


def checkers_back(boards: Boards) -> npt.NDArray[np.int64]:
    """Count each side's checkers in the opponent's home board or on the bar, capped at 3, shape ``(n, 2)``."""
    back: npt.NDArray[np.int64] = boards[:, :, 19:].sum(axis=2, dtype=np.int64)
    return back.clip(max=3)


def measure(found: Transitions, static: Judge, one_ply: Judge) -> list[Spread]:
    """Compare the estimates before and after each turn, for turns within a class and for turns across a border.

    Parameters
    ----------
    found
        The turns.
    static, one_ply
        Judges with the same network, at 0 plies and at 1 ply.
    """
    changes = []
    for judge in (static, one_ply):
        # A judge values positions after a play. The position before this play is one after the opponent's, so the
        # change is the sum of the two sides' equities.
        changes.append(judge.equities(found.after) + judge.equities(swapped(found.before)))
    change, jump = np.abs(changes[0]), np.abs(changes[0] - changes[1])
    races = is_race(found.before).astype(int) + is_race(found.after)
    heads_differ = (checkers_back(found.before) != checkers_back(found.after)).any(axis=1)
    classes_differ = classify(found.before) != classify(found.after)
    groups: dict[str, npt.NDArray[np.bool_]] = {
        "within a network class, contact": ~heads_differ & (races == 0),
        "across network classes, contact": heads_differ & (races == 0),
        "within the race": races == 2,
        "from contact to race": races == 1,
        "within a class of positions, contact": ~classes_differ & (races == 0),
        "across classes of positions, contact": classes_differ & (races == 0),
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
    """Return a table of the percentiles."""
    table = Table(
        title=title,
        caption=(
            "thousandths of a point. change: of the 0-ply estimate over a turn, luck included; "
            "jump: that change minus the change of the 1-ply estimate"
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
