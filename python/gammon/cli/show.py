"""``gammon show``: draw a position."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command, UsageError
from gammon.draw import rasterise
from gammon.drawing import svg
from gammon.match import Variant
from gammon.store.files import write_whole

_NOT_SVG = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf")

_PNG_WIDTH = 1248
_OWNERS = {1: "own", -1: "opponent", 0: "centred"}
_BEFORE = {"xgid": "", "gnubg_id": "GNU ID ", "ogid": "OGID="}
"""Printed before an ID to identify its format; an XGID already begins with ``XGID=``."""

_EXAMPLES = """\
examples:
  gammon show -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
  gammon show 4HPwATDgc/ABMA --svg board.svg
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    id: str | None
    variant: Variant | None
    checkers: int | None
    svg: str | None
    png: str | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument(
        "--svg", metavar="FILE", help="write an SVG drawing to FILE instead of printing the board; - is standard output"
    )
    parser.add_argument(
        "--png", metavar="FILE", help="write a PNG drawing to FILE instead of printing the board; needs the extra `png`"
    )
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    if arguments.svg is not None:
        if arguments.json and arguments.svg == "-":
            raise UsageError("--svg - and --json both write to standard output: name a file for the drawing")
        if os.path.splitext(arguments.svg)[1].lower() in _NOT_SVG:
            raise UsageError(
                f"expected a file name that ends in .svg, got {arguments.svg}: --svg writes SVG; use --png for PNG"
            )
    state = ids.state_of(arguments.id, arguments.variant, arguments.checkers)
    position = state.position
    if arguments.svg is not None:
        output.write(svg(position.own, position.opponent, state.scene()), arguments.svg)
    if arguments.png is not None:
        try:
            image = rasterise(svg(position.own, position.opponent, state.scene()), width=_PNG_WIDTH)
        except ModuleNotFoundError as error:
            raise UsageError(str(error)) from error
        write_whole(arguments.png, image)
    if arguments.json:
        output.print_answer("gammon show", {**_said(state.situation), **_ids(state.situation)}, state, [])
    elif arguments.svg is None and arguments.png is None:
        printing.board(state)
        print(f"GNU position ID {position.gnubg_id}")
        if not state.is_bare:
            for name, written in _ids(state.situation).items():
                if written is not None:
                    print(f"{_BEFORE[name]}{written}")


def _said(situation: gammon.Situation) -> dict[str, object]:
    """Return everything the ID states, as fields for JSON."""
    position = situation.position
    return {
        "own": position.own,
        "opponent": position.opponent,
        "pip_counts": position.pip_counts,
        "cube": situation.cube,
        "cube_owner": _OWNERS[situation.cube_owner],
        "dice": situation.dice,
        "offer": situation.offer,
        "match_length": situation.match_length,
        "score": situation.score,
        "crawford": situation.crawford,
    }


def _ids(situation: gammon.Situation) -> dict[str, str | None]:
    """Return the situation in every ID format; None for formats that cannot express it."""
    found: dict[str, str | None] = {}
    for name, write in (
        ("xgid", situation.to_xgid),
        ("gnubg_id", situation.to_gnubg_id),
        ("ogid", situation.to_ogid),
    ):
        try:
            found[name] = str(write())
        except gammon.NotationError:
            found[name] = None
    return found


COMMAND = Command(name="show", about="draw a position", examples=_EXAMPLES, add=_add, run=_run)
