"""Options that more than one command has, and how what is typed for them is read."""

from __future__ import annotations

import argparse
import re
import sys

import gammon
from gammon.cli.command import UsageError
from gammon.match import Variant
from gammon.players import read_network

DEFAULT_PLY = 2
"""Accuracy first: two plies take some milliseconds, and the network alone gets twice as many cube decisions wrong."""

_MOST_SEED = 2**64 - 1
_MOST_PLIES = 3
_MOST_THREADS = 1024
_MOST_AWAY = 64
_MOST_MAPPED = 25
_DEFAULT_MET = "kazaross_xg2"
_CRAWFORD = {
    "to-come": gammon.Crawford.TO_COME,
    "this": gammon.Crawford.THIS_GAME,
    "played": gammon.Crawford.PLAYED,
    "off": gammon.Crawford.OFF,
}

MET_HELP = f"a table of `gammon met --list`, or a file (default: {_DEFAULT_MET})"


def add_id(parser: argparse.ArgumentParser) -> None:
    """Add the position, and what says how many checkers it has."""
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="an XGID, a GNU ID, or text with one in it; - reads it from standard input (default: the start)",
    )
    variant = parser.add_mutually_exclusive_group()
    variant.add_argument(
        "--variant",
        type=read_variant,
        metavar="V",
        help=f"what the ID is of: {', '.join(variant.value for variant in Variant)}",
    )
    variant.add_argument("--checkers", type=_checkers, metavar="N", help="checkers a side, 1 to 15, if not a variant's")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def add_network(parser: argparse.ArgumentParser) -> None:
    """Add ``--network``."""
    parser.add_argument("--network", metavar="FILE", help="a network to use (default: the one that comes with gammon)")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add ``--threads``."""
    parser.add_argument(
        "--threads", type=threads, metavar="T", help="threads to use; no answer depends on it (default: one a core)"
    )


def add_ply(parser: argparse.ArgumentParser) -> None:
    """Add ``--ply``."""
    parser.add_argument(
        "--ply",
        type=ply,
        default=DEFAULT_PLY,
        metavar="P",
        help=f"turns to look ahead, 0 (the network alone, quickest) to {_MOST_PLIES} (default: {DEFAULT_PLY})",
    )


def add_score(parser: argparse.ArgumentParser) -> None:
    """Add ``--away`` and ``--crawford``."""
    parser.add_argument("--away", type=_away, metavar="N-M", help="points that you and your opponent need")
    parser.add_argument(
        "--crawford", choices=_CRAWFORD, help="whether the Crawford game is to come, this one, over, or there is none"
    )


def add_cube_model(parser: argparse.ArgumentParser) -> None:
    """Add what says how decisions with the cube are reckoned, and the map of all scores."""
    parser.add_argument("--efficiency", type=share, metavar="X", help="0 to 1 (default: by the class of each position)")
    parser.add_argument("--met", default=_DEFAULT_MET, metavar="TABLE", help=MET_HELP)
    parser.add_argument("--score-map", type=_map_length, metavar="N", help="answer for all scores up to N-away")


def add_met(parser: argparse.ArgumentParser) -> None:
    """Add a match equity table as an argument."""
    parser.add_argument("table", nargs="?", default=_DEFAULT_MET, metavar="TABLE", help=MET_HELP)


def scoring(away: tuple[int, int] | None, crawford: str | None) -> gammon.Scoring | None:
    """Make a score; with a player at one point short and nothing else said, it is the Crawford game.

    Raises
    ------
    UsageError
        If there is no score that the Crawford game could be about.
    """
    if away is None:
        if crawford is not None:
            raise UsageError("--crawford goes with --away")
        return None
    default = "this" if 1 in away else "to-come"
    return gammon.Scoring.match(*away, crawford=_CRAWFORD[crawford or default])


def load_met(name: str) -> gammon.MatchEquityTable:
    """Load a table by its name, or read it from a file."""
    if name in gammon.met.names():
        return gammon.met.load(name)
    try:
        return gammon.met.read(name)
    except FileNotFoundError as error:
        hint = f"{error.strerror}; the tables that ship are {', '.join(gammon.met.names())}"
        raise FileNotFoundError(error.errno, hint, name) from error


def load_network(path: str | None) -> gammon.Network | None:
    """Read the network of ``--network``; None without one, which is the one that comes with gammon."""
    return read_network(path)


def at_least_1(text: str) -> int:
    """Read a whole number from 1."""
    return whole(text, 1, sys.maxsize)


def ply(text: str) -> int:
    """Read how many turns to look ahead."""
    return whole(text, 0, _MOST_PLIES)


def seed(text: str) -> int:
    """Read a seed."""
    return whole(text, 0, _MOST_SEED)


def threads(text: str) -> int:
    """Read a number of threads or processes."""
    return whole(text, 1, _MOST_THREADS)


def roll(text: str) -> tuple[int, int]:
    """Read two dice, such as ``31``."""
    found = re.fullmatch(r"([1-6])[-, ]?([1-6])", text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a roll; write two numbers from 1 to 6, such as 31")
    return int(found[1]), int(found[2])


def length(text: str) -> int:
    """Read a length of a match or of a table."""
    return whole(text, 1, _MOST_AWAY)


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def read_variant(text: str) -> Variant:
    """Read the name of a variant."""
    try:
        return Variant(text)
    except ValueError:
        names = ", ".join(variant.value for variant in Variant)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {names}") from None


def whole(text: str, least: int, most: int) -> int:
    """Read a whole number.

    Raises
    ------
    argparse.ArgumentTypeError
        If it is not one, or out of its range.
    """
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{number} is not in {least} to {most}")
    return number


def _checkers(text: str) -> int:
    return whole(text, 1, 15)


def _map_length(text: str) -> int:
    return whole(text, 1, _MOST_MAPPED)


def _away(text: str) -> tuple[int, int]:
    own, dash, opponent = text.strip().partition("-")
    if not dash:
        raise argparse.ArgumentTypeError(f"{text!r} is not a score; write what both players need, such as 4-2")
    return whole(own, 1, _MOST_AWAY), whole(opponent, 1, _MOST_AWAY)
