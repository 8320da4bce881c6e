"""``gammon plays``: rank the legal plays of a roll."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command, UsageError
from gammon.cli.ids import PositionAndState
from gammon.cli.score_map import MapArguments, print_map
from gammon.match import Variant

_MOST_PLAYS = 10
_LONGEST_ROLL = 3
"""Arguments longer than this are IDs."""

_EXAMPLES = """\
examples:
  gammon plays 31
  gammon plays 4HPwATDgc/ABMA 64 --limit 5 --ply 0
  gammon plays -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
      with the dice, the cube and the score of the XGID
  gammon plays 31 --away 4-2
  gammon plays 61 --score-map 7 --ply 0
      the best play at every score up to 7-away, 7-away

Without an ID that says the score and without --away, plays are ranked by
points per game without a cube; with one of them, with the cube and at the
score, unless --cubeless is given.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    id: str | None
    dice: str | None
    variant: Variant | None
    checkers: int | None
    limit: int | None
    ply: int
    away: tuple[int, int] | None
    crawford: str | None
    efficiency: float | None
    met: str
    network: str | None
    cubeless: bool
    score_map: int | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument("dice", nargs="?", metavar="DICE", help="the roll, such as 31 (default: that of the ID)")
    parser.add_argument(
        "--limit", type=options.at_least_1, metavar="N", help="how many plays to list (default: 10, or all with --json)"
    )
    options.add_ply(parser)
    options.add_score(parser)
    options.add_cube_model(parser)
    parser.add_argument("--cubeless", action="store_true", help="leave cube and score aside")
    options.add_network(parser)
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    id_, dice = _id_and_dice(arguments.id, arguments.dice)
    state = ids.state_of(id_, arguments.variant, arguments.checkers)
    roll = dice or state.dice
    if roll is None:
        raise UsageError("plays needs a roll: the ID has none, so add one, such as 31")
    scoring = options.scoring(arguments.away, arguments.crawford)
    if arguments.score_map is not None:
        _refuse_with_map(arguments)
        print_map(
            state,
            roll,
            MapArguments(
                length=arguments.score_map,
                ply=arguments.ply,
                met=arguments.met,
                efficiency=arguments.efficiency,
                network=arguments.network,
                json=arguments.json,
            ),
        )
        return
    if arguments.cubeless and scoring is not None:
        raise UsageError("--cubeless leaves the score aside, so it goes without --away")
    ranked, scoring = _ranked(state, roll, scoring, arguments)
    limit = arguments.limit or (len(ranked) if arguments.json else _MOST_PLAYS)
    if arguments.json:
        answer = {
            "position": state.position.gnubg_id,
            "roll": roll,
            "away": None if scoring is None else scoring.away,
            "left_aside": state.left_aside if scoring is None else [],
            "legal_plays": len(ranked),
            "plays": [_play(one) for one in ranked[:limit]],
        }
        output.print_json(answer)
        return
    printing.board(state, roll)
    stakes = "" if scoring is None else f", {printing.score(scoring)}"
    title = f"{state.position.gnubg_id} with {roll[0]} {roll[1]} to play{stakes}{printing.ahead(arguments.ply)}"
    print_plays(ranked, limit, title, state.left_aside_in_words if scoring is None else "")


def _refuse_with_map(arguments: _Arguments) -> None:
    if arguments.cubeless:
        raise UsageError("--cubeless leaves the score aside, so it goes without --score-map")
    if arguments.away is not None:
        raise UsageError("--score-map is about all scores, so it goes without --away")


def _ranked(
    state: PositionAndState, roll: tuple[int, int], scoring: gammon.Scoring | None, arguments: _Arguments
) -> tuple[list[gammon.RankedPlay], gammon.Scoring | None]:
    """Rank the plays, and say by which score; None if cubeless."""
    if arguments.cubeless or (state.id is None and scoring is None):
        if arguments.efficiency is not None:
            raise UsageError("--efficiency is about the cube: it goes with --away or an ID that says the score")
        return gammon.rank_plays(
            state.position, roll, ply=arguments.ply, engine=options.engine(arguments.network)
        ), None
    if scoring is None:
        scoring = gammon.Scoring.money() if state.id is None else state.id.scoring
    ranked = gammon.rank_plays(
        state.id or state.position,
        roll,
        stakes=state.stakes(scoring),
        ply=arguments.ply,
        engine=options.engine(arguments.network, arguments.met, arguments.efficiency),
    )
    return ranked, scoring


def _id_and_dice(first: str | None, second: str | None) -> tuple[str | None, tuple[int, int] | None]:
    """Tell which of two arguments is the ID and which the roll: a roll is short."""
    given = [argument for argument in (first, second) if argument is not None]
    rolls = [one for one in given if len(one.strip()) <= _LONGEST_ROLL and one.strip() != "-"]
    found = [argument for argument in given if argument not in rolls]
    if len(rolls) > 1 or len(found) > 1:
        raise UsageError(f"plays takes an ID and a roll, not {' and '.join(map(repr, given))}")
    try:
        return (found[0] if found else None), (options.roll(rolls[0]) if rolls else None)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"argument DICE: {error}") from None


def _play(one: gammon.RankedPlay) -> dict[str, object]:
    return {
        "play": str(one.play),
        "moves": one.play.moves,
        "position_after": one.play.position.gnubg_id,
        "cubeless_equity": one.outcome.cubeless_equity,
        "cubeful_equity": one.equity if one.is_cubeful else None,
        "mwc": one.mwc,
        "loss": one.loss,
        "ply": one.ply,
        "outcome": output.outcome(one.outcome),
    }


def print_plays(ranked: Sequence[gammon.RankedPlay], limit: int, title: str, *notes: str) -> None:
    """Print the best plays, as the player who makes them sees what comes of them."""
    if not ranked:
        printing.show(f"{title}: nothing can be played")
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
    more = f"{hidden} more of {len(ranked)} legal plays: --limit {len(ranked)} lists all" if hidden > 0 else ""
    kind = "with the cube" if listed[0].is_cubeful else "cubeless"
    printing.show(
        title, table, f"Equities are {kind}; chances in %, gammons with backgammons among them.", *notes, more
    )


COMMAND = Command(name="plays", about="rank the legal plays of a roll", examples=_EXAMPLES, add=_add, run=_run)
