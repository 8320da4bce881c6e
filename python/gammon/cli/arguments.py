"""What can be typed: the commands, their options and their help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

import gammon
from gammon.cli import match_arguments
from gammon.cli.match_arguments import MatchArguments, PlayArguments
from gammon.cli.numbers import at_least_1, ply, seed, whole

_ID_HELP = "an XGID or a GNU position ID, with or without its match ID (default: the start)"
_JSON_HELP = "print one JSON object and nothing else"
_START = "-b----E-C---eE---c-e----B-"
_MOST_THREADS = 1024
_MOST_AWAY = 64
_MOST_MAPPED = 25
_MOST_CUBE = 60
_DEFAULT_MET = "kazaross_xg2"
_MET_HELP = f"a table of `gammon met --list`, or a file (default: {_DEFAULT_MET})"
_CRAWFORD = ("to-come", "this", "played", "off")
_SHORTEST_ID = 4
"""Arguments shorter than this are dice."""

_EXITS = """\
exit codes: 0 done, 1 an ID or a file is wrong, 2 the command line is wrong,
130 interrupted
"""

_ABOUT = f"""\
Backgammon: play, roll out, rank plays, decide about the cube, evaluate, draw.

Positions are XGIDs ({_START}:0:0:1:31:0:0:0:0:10) or GNU
Backgammon IDs (4HPwATDgc/ABMA or 4HPwATDgc/ABMA:cAkAAAAAAAAE). Without one, a
command takes the start of the game. Everything is seen by the player on roll.
"""

_ROLLOUT = f"""\
examples:
  gammon rollout
      an opening position, first roll never a double
  gammon rollout 4HPwATDgc/ABMA --dice 31 --trials 5184
      with 3 and 1 to play
  gammon rollout {_START}:0:0:1:00:0:0:0:0:10 --json

The same ID, dice, trials and seed give the same numbers, on any machine and
with any number of threads.
"""

_PLAYS = f"""\
examples:
  gammon plays 31
  gammon plays 4HPwATDgc/ABMA 64 --limit 5 --ply 2
  gammon plays {_START}:0:0:1:31:0:0:0:0:10
      with the dice, the cube and the score of the XGID
  gammon plays 31 --away 4-2
  gammon plays 61 --score-map 7
      the best play at every score up to 7-away, 7-away

Without an ID that says the score and without --away, plays are ranked by
points per game without a cube; with one of them, with the cube and at the
score, unless --cubeless is given.
"""

_EVAL = f"""\
examples:
  gammon eval
  gammon eval 4HPwATDgc/ABMA --ply 1 --json
  gammon eval {_START}:0:0:1:00:0:0:0:0:10
"""

_CUBE = """\
examples:
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10 --ply 2
  gammon cube 4HPwATDgc/ABMA --away 4-2
  gammon cube 4HPwATDgc/ABMA --away 4-1 --crawford played --met woolsey
  gammon cube ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10 --score-map 7
      at every score up to 7-away, 7-away

Score and cube are those of the ID unless --away says otherwise. Efficiency is
how live the cube is, from 0 (dead) to 1 (live).
"""

_MET = """\
examples:
  gammon met
      the first points of Kazaross-XG2
  gammon met woolsey --length 15
  gammon met --away 4-2 --cube 2
      what follows for the cube when you need 4 and your opponent 2
  gammon met my.xml --write my.json
      from GNU Backgammon's format into gammon's own
  gammon met --make --seed 1 --length 25 --write ours.json
      a table from games of gammon against itself
  gammon met --list
"""

_SHOW = f"""\
examples:
  gammon show {_START}:0:0:1:00:0:0:0:0:10
  gammon show 4HPwATDgc/ABMA --svg board.svg
"""


@dataclass(frozen=True, kw_only=True)
class RolloutArguments:
    """``gammon rollout``."""

    id: str | None
    trials: int
    seed: int
    threads: int | None
    dice: tuple[int, int] | None
    json: bool


@dataclass(frozen=True, kw_only=True)
class PlaysArguments:
    """``gammon plays``."""

    id: str | None
    dice: tuple[int, int] | None
    limit: int | None
    ply: int
    away: tuple[int, int] | None
    crawford: str | None
    efficiency: float | None
    met: str
    cubeless: bool
    score_map: int | None
    json: bool


@dataclass(frozen=True, kw_only=True)
class EvalArguments:
    """``gammon eval``."""

    id: str | None
    ply: int
    json: bool


@dataclass(frozen=True, kw_only=True)
class CubeArguments:
    """``gammon cube``."""

    id: str | None
    ply: int
    away: tuple[int, int] | None
    crawford: str | None
    efficiency: float | None
    met: str
    market_losers: bool
    score_map: int | None
    json: bool


@dataclass(frozen=True, kw_only=True)
class MetArguments:
    """``gammon met``."""

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
    write: str | None
    json: bool


@dataclass(frozen=True, kw_only=True)
class ShowArguments:
    """``gammon show``."""

    id: str | None
    svg: str | None
    json: bool


Arguments: TypeAlias = (
    RolloutArguments
    | PlaysArguments
    | EvalArguments
    | CubeArguments
    | MetArguments
    | ShowArguments
    | PlayArguments
    | MatchArguments
)


def parse(argv: Sequence[str]) -> Arguments:
    """Read a command line.

    Raises
    ------
    SystemExit
        After ``--help`` and ``--version``, and with code 2 where the command line is wrong.
    """
    given = vars(_parser().parse_args([_shield(argument) for argument in argv]))
    command = given.pop("command")
    if command is PlaysArguments:
        given["id"], given["dice"] = _id_and_dice(given["id"], given["dice"])
    if command in (PlayArguments, MatchArguments):
        try:
            given = match_arguments.with_rules(given)
        except gammon.ArgumentError as error:
            usage_error(str(error))
    arguments: Arguments = command(**given)
    return arguments


def usage_error(message: str) -> NoReturn:
    """Say on standard error what is wrong with the command line, and stop.

    Raises
    ------
    SystemExit
        With code 2.
    """
    _parser().error(message)


def _shield(argument: str) -> str:
    """Put a blank before an XGID that begins with a dash, which would be taken for an option."""
    before, colon, _ = argument.partition(":")
    is_option_like = before.startswith("-") and "=" not in before
    is_xgid = colon or re.fullmatch(r"[-A-Oa-o]{26}", before)
    return f" {argument}" if is_option_like and is_xgid else argument


def _parser() -> argparse.ArgumentParser:
    parser = _described(argparse.ArgumentParser(prog="gammon", allow_abbrev=False), _ABOUT, _EXITS)
    parser.add_argument("--version", action="version", version=f"gammon {gammon.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, kind: type[Arguments], about: str, examples: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, allow_abbrev=False)
        added.set_defaults(command=kind)
        if kind in (PlayArguments, MatchArguments):
            return _described(added, f"{about[0].upper()}{about[1:]}.", examples)
        if kind is not MetArguments:
            added.add_argument("id", nargs="?", metavar="ID", help=_ID_HELP)
        added.add_argument("--json", action="store_true", help=_JSON_HELP)
        return _described(added, f"{about[0].upper()}{about[1:]}.", examples)

    rollout = command("rollout", RolloutArguments, "play a position to the end many times", _ROLLOUT)
    rollout.add_argument("--trials", type=at_least_1, default=1296, metavar="N", help="games to play (default: 1296)")
    rollout.add_argument("--seed", type=seed, default=1, metavar="S", help="which dice are thrown (default: 1)")
    rollout.add_argument("--threads", type=_threads, metavar="T", help="threads to use (default: one a core)")
    rollout.add_argument("--dice", type=_roll, metavar="DICE", help="the roll to play first (default: that of the ID)")
    plays = command("plays", PlaysArguments, "rank the legal plays of a roll", _PLAYS)
    plays.add_argument("dice", nargs="?", metavar="DICE", help="the roll, such as 31 (default: that of the ID)")
    plays.add_argument(
        "--limit", type=at_least_1, metavar="N", help="how many plays to list (default: 10, or all with --json)"
    )
    eval_ = command("eval", EvalArguments, "estimate how a game will end, before the roll", _EVAL)
    cube = command("cube", CubeArguments, "decide whether to double, and to take", _CUBE)
    met = command("met", MetArguments, "show a match equity table, or what it means for the cube", _MET)
    for scored in (plays, cube, met):
        scored.add_argument("--away", type=_away, metavar="OWN-HIS", help="points that you and your opponent need")
        scored.add_argument(
            "--crawford",
            choices=_CRAWFORD,
            help="whether the Crawford game is to come, this one, over, or there is none",
        )
    for cubeful in (plays, cube):
        cubeful.add_argument(
            "--efficiency", type=_share, metavar="X", help="0 to 1 (default: by the class of each position)"
        )
        cubeful.add_argument("--met", default=_DEFAULT_MET, metavar="TABLE", help=_MET_HELP)
        cubeful.add_argument("--score-map", type=_map_length, metavar="N", help="answer for all scores up to N-away")
    plays.add_argument("--cubeless", action="store_true", help="leave cube and score aside")
    cube.add_argument("--market-losers", action="store_true", help="say how often the next double would come too late")
    met.add_argument("table", nargs="?", default=_DEFAULT_MET, metavar="TABLE", help=_MET_HELP)
    met.add_argument("--cube", type=_cube, default=1, metavar="C", help="the cube before a double (default: 1)")
    met.add_argument("--efficiency", type=_share, default=0.0, metavar="X", help="0 dead to 1 live (default: 0)")
    met.add_argument("--gammons", type=_share, default=0.0, metavar="G", help="share of gammons in games won and lost")
    met.add_argument("--length", type=_length, metavar="N", help="points to show (default: 9) or to make (default: 25)")
    met.add_argument("--list", action="store_true", help="list the tables that ship with gammon")
    met.add_argument("--make", action="store_true", help="compute a table from games of gammon against itself")
    met.add_argument("--games", type=at_least_1, default=100_000, metavar="N", help="games for it (default: 100000)")
    met.add_argument("--seed", type=seed, default=1, metavar="S", help="which dice are thrown in them (default: 1)")
    met.add_argument("--write", metavar="FILE", help="write the table there, as JSON")
    for searching in (plays, eval_, cube):
        searching.add_argument(
            "--ply", type=ply, default=0, metavar="P", help="turns to look ahead, 0 to 3 (default: 0)"
        )
    show = command("show", ShowArguments, "draw a position", _SHOW)
    match_arguments.add_play(
        command("play", PlayArguments, "play against the engine in the terminal", match_arguments.PLAY)
    )
    match_arguments.add_match(
        command("match", MatchArguments, "let two players play against each other", match_arguments.MATCH)
    )
    show.add_argument("--svg", metavar="FILE", help="write an SVG drawing there instead; - is standard output")
    return parser


def _described(parser: argparse.ArgumentParser, about: str, epilog: str) -> argparse.ArgumentParser:
    parser.description, parser.epilog = about, epilog
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser


def _id_and_dice(first: str | None, second: str | None) -> tuple[str | None, tuple[int, int] | None]:
    """Tell which of two arguments is the ID and which the roll: a roll is short."""
    given = [argument for argument in (first, second) if argument is not None]
    rolls = [argument for argument in given if len(argument.strip()) < _SHORTEST_ID]
    ids = [argument for argument in given if argument not in rolls]
    if len(rolls) > 1 or len(ids) > 1:
        usage_error(f"plays takes an ID and a roll, not {' and '.join(map(repr, given))}")
    try:
        return (ids[0] if ids else None), (_roll(rolls[0]) if rolls else None)
    except argparse.ArgumentTypeError as error:
        usage_error(f"argument DICE: {error}")


def _roll(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-6])[-, ]?([1-6])", text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no roll; write two numbers from 1 to 6, such as 31")
    return int(found[1]), int(found[2])


def _length(text: str) -> int:
    return whole(text, 1, _MOST_AWAY)


def _map_length(text: str) -> int:
    return whole(text, 1, _MOST_MAPPED)


def _away(text: str) -> tuple[int, int]:
    own, dash, opponent = text.strip().partition("-")
    if not dash:
        raise argparse.ArgumentTypeError(f"{text!r} is no score; write what both players need, such as 4-2")
    return whole(own, 1, _MOST_AWAY), whole(opponent, 1, _MOST_AWAY)


def _cube(text: str) -> int:
    value = whole(text, 1, 1 << _MOST_CUBE)
    if value & (value - 1):
        raise argparse.ArgumentTypeError(f"{text!r} is no value of a cube: 1, 2, 4 and so on")
    return value


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 1")
    return share


def _threads(text: str) -> int:
    return whole(text, 1, _MOST_THREADS)
