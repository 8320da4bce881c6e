"""``gammon plays``: rank the legal plays of a roll."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import gammon
from gammon.cli import options, output, printing, question
from gammon.cli.command import Command, UsageError
from gammon.cli.ids import Given
from gammon.cli.question import Question, ScoredQuestion
from gammon.cli.score_map import print_map
from gammon.stakes import scoring_fields

_MOST_PLAYS = 10
_EXAMPLES = """\
examples:
  gammon plays 31
  gammon plays 4HPwATDgc/ABMA 64 --limit 5 --ply 0
  gammon plays -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
      the dice, the cube and the score of the XGID

  gammon plays 31 --away 4-2
  gammon plays 61 --score-map 7 --ply 0
      the best play at every score up to 7-away, 7-away

With a score, from the ID or from --away, plays are ranked by cubeful equity at
that score, unless --cubeless is given. Without one, they are ranked by cubeless
equity, in points per game.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments(ScoredQuestion):
    dice: str | None
    limit: int | None
    cubeless: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument("dice", nargs="?", metavar="DICE", help="the roll, such as 31 (default: the dice in the ID)")
    parser.add_argument(
        "--limit",
        type=options.at_least_1,
        metavar="N",
        help="number of plays to list (default: 10, or all with --json)",
    )
    parser.add_argument("--cubeless", action="store_true", help="ignore the cube and the score")
    question.add_scored(parser)


def _run(given: argparse.Namespace) -> None:
    id_, dice = options.id_and_dice(given.id, given.dice)
    arguments = _Arguments(**vars(given) | {"id": id_})
    state, scoring = arguments.given(), arguments.scoring()
    roll = dice or state.dice
    if roll is None:
        raise UsageError("plays needs a roll: the ID has no dice, so add them, such as 31")
    if arguments.cubeless and (scoring is not None or arguments.score_map is not None):
        option = "--away" if arguments.score_map is None else "--score-map"
        raise UsageError(f"--cubeless ignores the score, so it cannot be used with {option}")
    if arguments.score_map is not None:
        print_map(state, roll, arguments.score_map, arguments)
        return
    at = _stakes(state, scoring, arguments)
    engine = arguments.engine() if at is not None else Question.engine(arguments)
    ranked = gammon.rank_plays(state.position, roll, stakes=at, engine=engine)
    limit = arguments.limit or (len(ranked) if arguments.json else _MOST_PLAYS)
    aside = state.aside("offer") if at is not None else state.left_aside
    if arguments.json:
        found = {
            "roll": roll,
            "scoring": None if at is None else scoring_fields(at.scoring),
            "legal_plays": len(ranked),
            "plays": ranked[:limit],
        }
        output.print_answer("gammon plays", found, state, aside)
        return
    state.tell(aside)
    printing.board(state, roll)
    stakes = "" if at is None else f", {printing.score(at.scoring)}"
    title = f"{state.position.gnubg_id} with {roll[0]} {roll[1]} to play{stakes}{printing.ahead(arguments.ply)}"
    print_plays(ranked, limit, title)


def _stakes(state: Given, scoring: gammon.Scoring | None, arguments: _Arguments) -> gammon.Stakes | None:
    """Return the stakes; None for a cubeless ranking."""
    if arguments.cubeless or (state.is_bare and scoring is None):
        if arguments.efficiency is not None:
            raise UsageError(
                "--efficiency needs a cubeful ranking: add --away, or use an ID with a score, and drop --cubeless"
            )
        return None
    return state.stakes(state.situation.scoring if scoring is None else scoring)


def print_plays(ranked: Sequence[gammon.RankedPlay], limit: int, title: str, *notes: str) -> None:
    """Print the best plays and their evaluations, from the point of view of the player who makes them."""
    if not ranked:
        printing.show(f"{title}: no legal play")
        return
    listed = ranked[:limit]
    is_mixed, is_match = len({one.ply for one in listed}) > 1, listed[0].mwc is not None
    columns = ["play", *(["ply"] if is_mixed else []), *(["mwc"] if is_match else []), "equity", "loss"]
    table = printing.table("", *columns, "win", "gam.", "bg.", "lose", "gam.", "bg.")
    table.columns[1].justify = "left"
    table.columns[1].overflow, table.columns[1].no_wrap = "fold", False
    for rank, one in enumerate(listed, start=1):
        chances = (f"{100 * chance:.1f}" for chance in printing.six(one.outcome))
        ply = [str(one.ply)] if is_mixed else []
        mwc = [] if one.mwc is None else [f"{100 * one.mwc:.2f}"]
        equity, loss = printing.signed(one.equity), printing.unsigned(one.loss)
        table.add_row(str(rank), str(one.play), *ply, *mwc, equity, loss, *chances)
    hidden = len(ranked) - limit
    more = f"{hidden} of {len(ranked)} legal plays not shown: --limit {len(ranked)} lists all" if hidden > 0 else ""
    kind = "cubeful" if listed[0].is_cubeful else "cubeless"
    printing.show(title, table, f"Equities are {kind}; chances in %, gammons include backgammons.", *notes, more)


COMMAND = Command(name="plays", about="rank the legal plays of a roll", examples=_EXAMPLES, add=_add, run=_run)
