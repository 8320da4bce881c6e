"""``gammon cube``: decide whether to double, and how to answer a double."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import gammon
from gammon.cli import options, output, printing, question
from gammon.cli.command import Command
from gammon.cli.ids import Given
from gammon.cli.question import ScoredQuestion
from gammon.cli.score_map import print_map

_EXAMPLES = """\
examples:
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:D:0:0:3:0:10
      after a double: take, pass or beaver

  gammon cube ---BBBBBA----B--a-a-Bbcce-:1:-1:1:B:0:0:3:0:10
      after a beaver: take, pass or raccoon

  gammon cube 4HPwATDgc/ABMA --away 4-2
  gammon cube 4HPwATDgc/ABMA --away 4-1 --crawford played --met woolsey
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10 --score-map 7
      at every score up to 7-away, 7-away

The score and the cube are taken from the ID; --away overrides the score.
Equities are for the player who doubles. Cube efficiency runs from 0 (dead cube)
to 1 (live cube).
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments(ScoredQuestion):
    market_losers: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument(
        "--market-losers", action="store_true", help="also print the share of market losers among two-roll sequences"
    )
    question.add_scored(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    state, scoring = arguments.given(), arguments.scoring()
    if arguments.score_map is not None:
        print_map(state, None, arguments.score_map, arguments)
        return
    offer = state.situation.offer
    stakes = state.stakes(state.situation.scoring if scoring is None else scoring)
    if offer in _DOUBLINGS:
        stakes = _before_the_double(state, stakes)
    decision = gammon.cube_decision(
        state.position,
        stakes=stakes,
        market_losers=arguments.market_losers,
        engine=arguments.engine(),
    )
    aside = state.aside("dice")
    if arguments.json:
        if offer in _DOUBLINGS and decision.beaver is not None:
            best = {"offer": offer, "answer": _best_answer(decision, offer), "ply": arguments.ply}
            output.print_result(decision.beaver, state, aside, best)
        else:
            output.print_result(decision, state, aside, {"offer": offer})
        return
    state.tell(aside)
    printing.board(state)
    what = f"{offer} offered, " if offer else ""
    title = f"{state.position.gnubg_id}, {what}{printing.score(decision.scoring)}{printing.ahead(arguments.ply)}"
    print_cube(decision, title, offer=offer)


_DOUBLINGS = {"beaver": 1, "raccoon": 2}
"""How many times the cube was turned before an unanswered beaver or raccoon, not counting that turn itself."""


def _before_the_double(state: Given, stakes: gammon.Stakes) -> gammon.Stakes:
    """Return the stakes before the double that was beavered; equities are per unit of that cube.

    Raises
    ------
    gammon.ArgumentError
        If the situation cannot arise in a game, or the rules do not allow beavers.
    """
    gammon.MatchState.from_situation(state.situation)  # Rejects a beaver by a player who does not own the cube.
    offer = state.situation.offer
    assert offer is not None
    if not stakes.scoring.beavers:
        raise gammon.ArgumentError(f"the position has an unanswered {offer}, but these rules do not allow beavers")
    return replace(stakes, cube=gammon.Cube(stakes.cube.value >> _DOUBLINGS[offer], 1))


@dataclass(frozen=True)
class _Row:
    """A row of the table."""

    name: str
    equity: float
    error: float
    maker: str
    """Who makes the error."""
    mwc: float | None = None


def print_cube(decision: gammon.CubeDecision, title: str, *, offer: str | None = None) -> None:
    """Print the equity and the error of each cube action, and the best one.

    Parameters
    ----------
    decision
        The decision, from the point of view of the player who doubles or may double.
    title
        The title of the table.
    offer
        The unanswered double, beaver or raccoon; the answers to it come first.
    """
    again = "redouble" if decision.cube.owner == 1 else "double"
    table = printing.table("", "equity", "error", "made by", *([] if decision.mwc is None else ["match win"]))
    table.columns[3].justify = "left"
    for rows in _sections(decision, again, offer):
        for row in rows:
            chances = [] if decision.mwc is None else ["" if row.mwc is None else printing.percent(row.mwc)]
            table.add_row(row.name, printing.signed(row.equity), printing.unsigned(row.error), row.maker, *chances)
        table.add_section()
    points = decision.points
    known = [("take", points.take), (again, points.double), ("cash", points.cash), ("too good", points.too_good)]
    listed = ", ".join(f"{name} {printing.percent(point)}" for name, point in known if point is not None)
    right = [] if offer is None else [_best_answer(decision, offer)]
    if offer in (None, "double"):
        right.append(f"For both sides: {decision.words}" if right else decision.words)
    printing.show(
        title,
        table,
        f"Best: {'. '.join(right)}.",
        "Equities are for the doubler; an error is the equity lost by whoever makes it.",
        f"Wins {printing.percent(decision.outcome.win)}; points: {listed or 'none'}.",
        f"Cube efficiency {decision.efficiency:.2f}.",
        ""
        if decision.market_losers is None
        else f"Market losers: {printing.percent(decision.market_losers)} of two-roll sequences.",
    )


def _sections(decision: gammon.CubeDecision, again: str, offer: str | None) -> list[list[_Row]]:
    """Return the sections of the table: the answers to the offer, best first, then the double that led to it."""
    mwc = (None, None, None) if decision.mwc is None else decision.mwc
    rows = [_Row(f"no {again}", decision.no_double, decision.error_no_double, "doubler", mwc[0])]
    if decision.error_double is not None:
        least = min((chance for chance in mwc[1:] if chance is not None), default=None)
        rows.append(_Row(again, decision.double, decision.error_double, "doubler", least))
    answers = {
        "double": _to_double(decision),
        "beaver": _to_beaver(decision.beaver),
        "raccoon": _to_raccoon(decision.beaver),
    }
    if offer is not None:
        offered = sorted((replace(row, maker="answerer") for row in answers[offer]), key=lambda row: row.error)
        # Nobody knows who owned the cube before a beavered double, so the equity of no double is unknown too.
        return [offered, rows] if offer == "double" else [offered]
    if decision.error_double is None:
        return [rows]
    for depth, listed in enumerate(
        answers.values(), start=1
    ):  # A beaver or raccoon comes last among the answers, so its own answers follow it.
        rows += [replace(row, name=f"{'  ' * depth}{row.name}") for row in listed]
    return [rows]


def _to_double(decision: gammon.CubeDecision) -> list[_Row]:
    mwc = (None, None, None) if decision.mwc is None else decision.mwc
    rows = [
        _Row("take", decision.double_take, decision.error_take, "opponent", mwc[1]),
        _Row("pass", decision.double_pass, decision.error_pass, "opponent", mwc[2]),
    ]
    if decision.double_beaver is not None and decision.error_beaver is not None:
        rows.append(_Row("beaver", decision.double_beaver, decision.error_beaver, "opponent"))
    return rows


def _to_beaver(answers: gammon.BeaverAnswers | None) -> list[_Row]:
    if answers is None:
        return []
    rows = [
        _Row("take", answers.take, answers.error_take, "doubler"),
        _Row("pass", answers.pass_, answers.error_pass, "doubler"),
    ]
    if answers.raccoon is not None and answers.error_raccoon is not None:
        rows.append(_Row("raccoon", answers.raccoon, answers.error_raccoon, "doubler"))
    return rows


def _to_raccoon(answers: gammon.BeaverAnswers | None) -> list[_Row]:
    if answers is None:
        return []
    found = [
        ("take", answers.raccoon_take, answers.error_raccoon_take),
        ("pass", answers.raccoon_pass, answers.error_raccoon_pass),
    ]
    return [
        _Row(name, equity, error, "opponent")
        for name, equity, error in found
        if equity is not None and error is not None
    ]


def _best_answer(decision: gammon.CubeDecision, offer: str) -> str:
    """Return the best answer to an offer, in words."""
    if offer == "double":
        return " or ".join(decision.answers)
    rows = _to_beaver(decision.beaver) if offer == "beaver" else _to_raccoon(decision.beaver)
    return min(rows, key=lambda row: row.error).name if rows else "none: the rules do not allow one"


COMMAND = Command(
    name="cube", about="decide whether to double and how to answer a double", examples=_EXAMPLES, add=_add, run=_run
)
