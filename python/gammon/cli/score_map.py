"""What is right at every score: ``--score-map`` of ``gammon cube`` and ``gammon plays``."""

from __future__ import annotations

from dataclasses import dataclass

import gammon
from gammon.cli import options, output, printing
from gammon.cli.ids import PositionAndState
from gammon.progress import bar


@dataclass(frozen=True, kw_only=True)
class MapArguments:
    """What a map depends on besides the position."""

    length: int
    ply: int
    met: str
    efficiency: float | None
    network: str | None
    json: bool


def print_map(state: PositionAndState, roll: tuple[int, int] | None, arguments: MapArguments) -> None:
    """Print what is right at many scores: the best play of a roll, or without one what to do about the cube."""
    with bar("scores") as progress:
        found = gammon.score_map(
            state.id or state.position,
            roll,
            length=arguments.length,
            ply=arguments.ply,
            engine=options.engine(arguments.network, arguments.met, arguments.efficiency),
            progress=progress,
        )
    if arguments.json:
        output.print_json(
            {
                "position": found.position.gnubg_id,
                "roll": roll,
                "ply": found.ply,
                "plays": {letter: play for letter, (play, _) in found.letters().items()},
                "map": found.labels(),
            }
        )
        return
    printing.board(state, roll)
    what = "what to do about the cube" if roll is None else f"{roll[0]} {roll[1]} to play"
    _print(found, f"{found.position.gnubg_id}, {what} at every score{printing.ahead(arguments.ply)}")


def _print(found: gammon.ScoreMap, title: str) -> None:
    tables, labels = [], found.labels()
    for columns in printing.blocks(found.length):
        table = printing.table("need", *map(str, columns))
        for away, row in enumerate(labels, start=1):
            table.add_row(str(away), *(row[column - 1] for column in columns))
        tables.append(table)
    best = [f"{letter}: {play} ({count})" for letter, (play, count) in found.letters().items()]
    printing.show(
        title,
        tables,
        "Rows: points that you need; columns: that your opponent needs; 1 is after the",
        "Crawford game.",
        *(best or ["ND no double, D double, TG too good; T take, P pass, B beaver; (D) optional."]),
    )
