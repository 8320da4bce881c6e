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
      the double is offered: take, pass or beaver
  gammon cube ---BBBBBA----B--a-a-Bbcce-:1:-1:1:B:0:0:3:0:10
      a beaver is: take, pass or raccoon
  gammon cube 4HPwATDgc/ABMA --away 4-2
  gammon cube 4HPwATDgc/ABMA --away 4-1 --crawford played --met woolsey
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10 --score-map 7
      at every score up to 7-away, 7-away

Score and cube are those of the ID unless --away says otherwise. Equities are
those of the player who doubles. Efficiency is how live the cube is, from 0
(dead) to 1 (live).
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments(ScoredQuestion):
    market_losers: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument(
        "--market-losers", action="store_true", help="say how often the next double would come too late"
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
    what = f"a {offer} to answer, " if offer else ""
    title = f"{state.position.gnubg_id}, {what}{printing.score(decision.scoring)}{printing.ahead(arguments.ply)}"
    print_cube(decision, title, offer=offer)


_DOUBLINGS = {"beaver": 1, "raccoon": 2}
"""How often the cube has been turned when one of them waits for its answer, besides for it."""


def _before_the_double(state: Given, stakes: gammon.Stakes) -> gammon.Stakes:
    """Find what was at stake before the double that was beavered; equities count in units of that cube.

    Raises
    ------
    gammon.ArgumentError
        If no game could come to this, or the rules allow no such answer.
    """
    gammon.MatchState.from_situation(state.situation)  # Refuses a beaver without a cube of its own.
    offer = state.situation.offer
    assert offer is not None
    if not stakes.scoring.beavers:
        raise gammon.ArgumentError(f"a {offer} waits for its answer, and by the rules given there are none")
    return replace(stakes, cube=gammon.Cube(stakes.cube.value >> _DOUBLINGS[offer], 1))


@dataclass(frozen=True)
class _Row:
    """A line of the table."""

    name: str
    equity: float
    error: float
    maker: str
    """Who errs."""
    mwc: float | None = None


def print_cube(decision: gammon.CubeDecision, title: str, *, offer: str | None = None) -> None:
    """Print what each decision about the cube is worth to the doubler, who errs by how much, and what is right.

    Parameters
    ----------
    decision
        The decision, seen by the player who doubles or might.
    title
        Printed above.
    offer
        The double, beaver or raccoon that waits for its answer; the answers to it come first.
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
        right.append(f"Of both sides: {decision.words}" if right else decision.words)
    printing.show(
        title,
        table,
        f"Right: {'. '.join(right)}.",
        "Equities are the doubler's; an error is what its maker gives away.",
        f"Wins {printing.percent(decision.outcome.win)}; points: {listed or 'none'}.",
        f"Cube efficiency {decision.efficiency:.2f}.",
        ""
        if decision.market_losers is None
        else "Without a double now the next one comes too late in "
        f"{printing.percent(decision.market_losers)} of all rolls.",
    )


def _sections(decision: gammon.CubeDecision, again: str, offer: str | None) -> list[list[_Row]]:
    """List the rows: the answers to what is offered, best first, and then the double that led there."""
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
        # Whose cube it was before a double that was beavered is not known, and so not what no double was worth.
        return [offered, rows] if offer == "double" else [offered]
    if decision.error_double is None:
        return [rows]
    for depth, listed in enumerate(answers.values(), start=1):  # A beaver and a raccoon are the last of their answers.
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
    """Say how what is offered is answered best."""
    if offer == "double":
        return " or ".join(decision.answers)
    rows = _to_beaver(decision.beaver) if offer == "beaver" else _to_raccoon(decision.beaver)
    return min(rows, key=lambda row: row.error).name if rows else "nothing: the rules allow none"


COMMAND = Command(name="cube", about="decide whether to double, and to take", examples=_EXAMPLES, add=_add, run=_run)
