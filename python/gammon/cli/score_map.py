"""The best action at every score: ``--score-map`` of ``gammon cube`` and ``gammon plays``."""

from __future__ import annotations

import gammon
from gammon.cli import output, printing
from gammon.cli.ids import Given
from gammon.cli.question import ScoredQuestion
from gammon.progress import bar


def print_map(state: Given, roll: tuple[int, int] | None, length: int, question: ScoredQuestion) -> None:
    """Print the best play of a roll, or without a roll the best cube action, at every score up to a length."""
    with bar("scores") as progress:
        found = gammon.score_map(state.known, roll, length=length, engine=question.engine(), progress=progress)
    aside = (
        state.aside("offer") if roll is not None else state.aside("dice", "offer")
    )  # The ID's score is one of those shown.
    if question.json:
        output.print_result(found, state, aside)
        return
    state.tell(aside)
    printing.board(state, roll)
    what = "cube action" if roll is None else f"{roll[0]} {roll[1]} to play"
    _print(found, f"{found.position.gnubg_id}, {what} at every score{printing.ahead(question.ply)}")


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
        "Rows: points you need; columns: points your opponent needs; 1 is after the",
        "Crawford game.",
        *(best or ["ND no double, D double, TG too good; T take, P pass, B beaver; (D) optional."]),
    )
