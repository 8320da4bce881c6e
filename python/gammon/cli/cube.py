"""``gammon cube``: decide whether to double, and how to answer a double."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command, UsageError
from gammon.cli.score_map import MapArguments, print_map
from gammon.match import Variant

_EXAMPLES = """\
examples:
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:D:0:0:3:0:10
      the double is offered: take, pass or beaver
  gammon cube 4HPwATDgc/ABMA --away 4-2
  gammon cube 4HPwATDgc/ABMA --away 4-1 --crawford played --met woolsey
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10 --score-map 7
      at every score up to 7-away, 7-away

Score and cube are those of the ID unless --away says otherwise. Equities are
those of the player who doubles. Efficiency is how live the cube is, from 0
(dead) to 1 (live).
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    id: str | None
    variant: Variant | None
    checkers: int | None
    ply: int
    away: tuple[int, int] | None
    crawford: str | None
    efficiency: float | None
    met: str
    market_losers: bool
    score_map: int | None
    network: str | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    options.add_ply(parser)
    options.add_score(parser)
    options.add_cube_model(parser)
    parser.add_argument(
        "--market-losers", action="store_true", help="say how often the next double would come too late"
    )
    options.add_network(parser)
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    state = ids.state_of(arguments.id, arguments.variant, arguments.checkers)
    scoring = options.scoring(arguments.away, arguments.crawford)
    if arguments.score_map is not None:
        if scoring is not None:
            raise UsageError("--score-map is about all scores, so it goes without --away")
        print_map(
            state,
            None,
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
    decision = gammon.cube_decision(
        state.position if state.id is None else state.id,
        stakes=None if scoring is None else state.stakes(scoring),
        ply=arguments.ply,
        market_losers=arguments.market_losers,
        engine=options.engine(arguments.network, arguments.met, arguments.efficiency),
    )
    is_offered = state.offer == "double"
    if arguments.json:
        output.print_json(_json(decision, state.position, is_offered=is_offered))
        return
    printing.board(state)
    what = "a double to answer, " if is_offered else ""
    title = f"{state.position.gnubg_id}, {what}{printing.score(decision.scoring)}{printing.ahead(arguments.ply)}"
    print_cube(decision, title, is_offered=is_offered)


def best_answer(decision: gammon.CubeDecision) -> str:
    """Say how the opponent best answers a double: take, pass or beaver, or two of them that are worth the same."""
    errors = {"take": decision.error_take, "pass": decision.error_pass}
    if decision.error_beaver is not None:
        errors["beaver"] = decision.error_beaver
    best = sorted(errors, key=lambda answer: errors[answer])
    return " or ".join(best[: 2 if decision.answers_tie else 1])


def _json(decision: gammon.CubeDecision, position: gammon.Position, *, is_offered: bool) -> dict[str, object]:
    return {
        "position": position.gnubg_id,
        "ply": decision.ply,
        "away": decision.scoring.away,
        "cube": decision.cube.value,
        "cube_owner": decision.cube.owner,
        "efficiency": decision.efficiency,
        "action": decision.action.name,
        "words": decision.words,
        "offered": is_offered,
        "answer": best_answer(decision) if decision.is_allowed else None,
        "no_double": decision.no_double,
        "double_take": decision.double_take,
        "double_pass": decision.double_pass,
        "double_beaver": decision.double_beaver,
        "mwc": decision.mwc,
        "errors": {
            "no_double": decision.error_no_double,
            "double": decision.error_double,
            "take": decision.error_take,
            "pass": decision.error_pass,
            "beaver": decision.error_beaver,
        },
        "points": output.points(decision.points),
        "market_losers": decision.market_losers,
        "outcome": output.outcome(decision.outcome),
    }


def print_cube(decision: gammon.CubeDecision, title: str, *, is_offered: bool = False) -> None:
    """Print what each decision about the cube is worth to the doubler, who errs by how much, and what is right.

    Parameters
    ----------
    decision
        The decision, seen by the player who doubles or might.
    title
        Printed above.
    is_offered
        Whether the double is offered already, so that the opponent's answers come first.
    """
    again = "redouble" if decision.cube.owner == 1 else "double"
    mwc = (None, None, None) if decision.mwc is None else decision.mwc
    answers = [("take", decision.double_take, decision.error_take, mwc[1])]
    answers.append(("pass", decision.double_pass, decision.error_pass, mwc[2]))
    if decision.double_beaver is not None and decision.error_beaver is not None:
        answers.append(("beaver", decision.double_beaver, decision.error_beaver, None))
    table = printing.table("", "equity", "error", "made by", *([] if decision.mwc is None else ["match win"]))
    table.columns[3].justify = "left"

    def add(name: str, equity: float, error: float, maker: str, chance: float | None) -> None:
        chances = [] if decision.mwc is None else ["" if chance is None else printing.percent(chance)]
        table.add_row(name, printing.signed(equity), printing.unsigned(error), maker, *chances)

    if is_offered:
        for name, equity, error, chance in sorted(answers, key=lambda answer: answer[2]):
            add(name, equity, error, "answerer", chance)
        table.add_section()
    add(f"no {again}", decision.no_double, decision.error_no_double, "doubler", mwc[0])
    if decision.error_double is not None:
        least = min((chance for chance in mwc[1:] if chance is not None), default=None)
        add(again, decision.double, decision.error_double, "doubler", least)
        if not is_offered:
            for name, equity, error, chance in answers:
                add(f"  {name}", equity, error, "opponent", chance)
    points = decision.points
    chances = [("take", points.take), (again, points.double), ("cash", points.cash), ("too good", points.too_good)]
    listed = ", ".join(f"{name} {printing.percent(point)}" for name, point in chances if point is not None)
    right = f"{best_answer(decision)}. Of both sides: {decision.words}." if is_offered else f"{decision.words}."
    printing.show(
        title,
        table,
        f"Right: {right}",
        "Equities are the doubler's; an error is what its maker gives away.",
        f"Wins {printing.percent(decision.outcome.win)}; points: {listed or 'none'}.",
        f"Cube efficiency {decision.efficiency:.2f}.",
        ""
        if decision.market_losers is None
        else "Without a double now the next one comes too late in "
        f"{printing.percent(decision.market_losers)} of all rolls.",
    )


COMMAND = Command(name="cube", about="decide whether to double, and to take", examples=_EXAMPLES, add=_add, run=_run)
