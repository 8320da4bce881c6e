"""``gammon met``: show a match equity table, or what it means for the cube."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

import gammon
from gammon.cli import options, output, printing
from gammon.cli.command import Command
from gammon.met.files import as_dict
from gammon.progress import bar

_SHOWN_LENGTH = 9
_MADE_LENGTH = 25
_MOST_CUBE = 60

_EXAMPLES = """\
examples:
  gammon met
      the first points of Kazaross-XG2

  gammon met woolsey --length 15
  gammon met --away 4-2 --cube 2
      points and gammon values when you need 4 and your opponent 2

  gammon met my.xml --write my.json
      convert GNU Backgammon's format to gammon's

  gammon met --make --seed 1 --length 25 --write ours.json
      compute a table from gammon's self-play

  gammon met --list
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    table: str
    away: tuple[int, int] | None
    crawford: str | None
    cube: int
    efficiency: float
    gammons: float
    length: int | None
    list: bool
    make: bool
    games: int
    seed: int
    threads: int | None
    write: str | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_met(parser)
    options.add_score(parser)
    parser.add_argument(
        "--cube", type=_cube, default=1, metavar="C", help="the cube value before a double (default: 1)"
    )
    parser.add_argument(
        "--efficiency",
        type=options.share,
        default=0.0,
        metavar="X",
        help="cube efficiency, 0 (dead) to 1 (live) (default: 0)",
    )
    parser.add_argument(
        "--gammons", type=options.share, default=0.0, metavar="G", help="gammon rate of games won and lost (default: 0)"
    )
    parser.add_argument(
        "--length",
        type=options.length,
        metavar="N",
        help="size of the table: points shown (default: 9) or computed (default: 25)",
    )
    parser.add_argument("--list", action="store_true", help="list the tables that ship with gammon")
    parser.add_argument("--make", action="store_true", help="compute a table from self-play")
    parser.add_argument(
        "--games",
        type=options.at_least_1,
        default=100_000,
        metavar="N",
        help="games of self-play for --make (default: 100000)",
    )
    parser.add_argument(
        "--seed", type=options.seed, default=1, metavar="S", help="seed of the dice for --make (default: 1)"
    )
    options.add_threads(parser)
    parser.add_argument("--write", metavar="FILE", help="write the table to FILE as JSON")
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    if arguments.list:
        shipped = {name: gammon.met.load(name) for name in gammon.met.names()}
        if arguments.json:
            tables = {name: {"name": met.name, "notice": met.notice} for name, met in shipped.items()}
            output.print_json({"format": "gammon match equity tables 1", "tables": tables})
        else:
            _print_list(shipped)
        return
    scoring = options.scoring(arguments.away, arguments.crawford)
    if arguments.make:
        with bar("games") as progress:
            met = gammon.make_met(
                arguments.length or _MADE_LENGTH,
                games=arguments.games,
                seed=arguments.seed,
                engine=gammon.Engine(threads=arguments.threads),
                progress=progress,
            )
    else:
        met = options.load_met(arguments.table)
    if arguments.write is not None:
        gammon.met.write(met, arguments.write)
    if scoring is None:
        if arguments.json:
            output.print_json(as_dict(met))
        else:
            _print_table(met, min(arguments.length or _SHOWN_LENGTH, _SHOWN_LENGTH if arguments.make else met.length))
        return
    found = gammon.score_points(
        scoring,
        cube=gammon.Cube(arguments.cube, 0 if arguments.cube == 1 else 1),
        met=met,
        efficiency=arguments.efficiency,
        gammons=(arguments.gammons, arguments.gammons),
    )
    # You double with a cube that you own, but take when the opponent owns it.
    theirs = gammon.score_points(
        scoring,
        cube=gammon.Cube(arguments.cube, 0 if arguments.cube == 1 else -1),
        met=met,
        efficiency=arguments.efficiency,
        gammons=(arguments.gammons, arguments.gammons),
    )
    if arguments.json:
        output.print_json({**found.to_dict(), "take": theirs.take, "mwc": _mwc(met, scoring)})
    else:
        _print_points(found, theirs.take, _mwc(met, scoring), f"{printing.score(scoring)}, cube {arguments.cube}")


def _mwc(met: gammon.MatchEquityTable, scoring: gammon.Scoring) -> float:
    if scoring.away is None or scoring.crawford is None:
        raise TypeError("expected a match score, got money play")
    return met.mwc(*scoring.away, scoring.crawford)


def _print_list(shipped: Mapping[str, gammon.MatchEquityTable]) -> None:
    """Print the tables that ship with gammon."""
    table = printing.table("name", "points")
    table.add_column("called", overflow="fold")
    for name, met in shipped.items():
        table.add_row(name, str(met.length), met.name)
    printing.show("Match equity tables", table, "`gammon met NAME` shows a table and its copyright notice.")


def _print_table(shown: gammon.MatchEquityTable, length: int) -> None:
    """Print the first rows and columns of a table: match-winning chances in percent."""
    tables = []
    for columns in printing.blocks(length):
        table = printing.table("need", *map(str, columns))
        for own in range(1, length + 1):
            table.add_row(str(own), *(f"{100 * shown.mwc(own, opponent):.1f}" for opponent in columns))
        table.add_section()
        for label, chances in zip(("post", "post 2"), shown.post_crawford, strict=False):
            table.add_row(label, *(f"{100 * chances[column - 1]:.1f}" for column in columns))
        tables.append(table)
    printing.show(
        f"{shown.name or 'Match equity table'}, {length} of {shown.length} points",
        tables,
        "Rows: points you need; columns: points your opponent needs; 1 is the Crawford game.",
        "post: your chance after the Crawford game when you trail and need that many.",
        shown.notice,
    )


def _print_points(found: gammon.ScorePoints, take: float | None, mwc: float, title: str) -> None:
    """Print the take, double, cash and too-good points and the gammon values of a score."""
    table = printing.table("", "you")
    rows = (
        ("take point", take),
        ("double point", found.double),
        ("cash point", found.cash),
        ("too good from", found.too_good),
    )
    for name, point in rows:
        table.add_row(name, "-" if point is None else printing.percent(point))
    table.add_section()
    table.add_row("gammon value", printing.unsigned(found.gammon_value))
    table.add_row("opponent's gammon value", printing.unsigned(found.opponent_gammon_value))
    table.add_row("match-winning chance", printing.percent(mwc))
    printing.show(title, table, f"Cube efficiency {found.efficiency:.2f}; points are chances of winning this game.")


def _cube(text: str) -> int:
    value = options.whole(text, 1, 1 << _MOST_CUBE)
    if value & (value - 1):
        raise argparse.ArgumentTypeError(f"expected a cube value (1, 2, 4, ...), got {text!r}")
    return value


COMMAND = Command(
    name="met",
    about="show a match equity table, or what it means for the cube",
    examples=_EXAMPLES,
    add=_add,
    run=_run,
)
