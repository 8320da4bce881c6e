"""Options that several commands share, and the functions that parse their values."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TypeAlias

import gammon
from gammon.cli.command import UsageError
from gammon.match import Variant
from gammon.players import read_network

Options: TypeAlias = argparse.ArgumentParser | argparse._ArgumentGroup
"""What options can be added to."""

DEFAULT_PLY = 2
"""Two plies take a few milliseconds; the network alone gets twice as many cube decisions wrong."""

_MOST_SEED = 2**64 - 1
_MOST_PLIES = 3
_MOST_THREADS = 1024
_MOST_AWAY = 64
_MOST_NUMBER = 1e6
_MOST_MAPPED = 25
_LONGEST_ROLL = 3
"""The most characters in a roll, such as ``3-1``; longer arguments are IDs."""

_DEFAULT_MET = "kazaross_xg2"
_CRAWFORD = {
    "to-come": gammon.Crawford.TO_COME,
    "this": gammon.Crawford.THIS_GAME,
    "played": gammon.Crawford.PLAYED,
    "off": gammon.Crawford.OFF,
}

MET_HELP = f"match equity table: a name from `gammon met --list`, or a file (default: {_DEFAULT_MET})"


def add_id(parser: argparse.ArgumentParser, *, default: str | None = "the starting position") -> None:
    """Add the position, ``--variant`` and ``--checkers``; `default` describes the position without an ID, if any."""
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="an XGID, a GNU ID, or text that contains one; - reads standard input"
        + (f" (default: {default})" if default else ""),
    )
    variant = parser.add_mutually_exclusive_group()
    variant.add_argument(
        "--variant",
        type=read_variant,
        metavar="V",
        help=f"the variant of the ID: {', '.join(variant.value for variant in Variant)}",
    )
    variant.add_argument(
        "--checkers", type=_checkers, metavar="N", help="checkers per side, 1 to 15, instead of a variant"
    )


def add_json(parser: Options) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print the answer as one JSON object")


def add_network(parser: Options) -> None:
    """Add ``--network``."""
    parser.add_argument(
        "--network", metavar="FILE", help="use the network in FILE (default: the one that ships with gammon)"
    )


def add_tables(parser: Options) -> None:
    """Add ``--tables`` and ``--no-tables``."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--tables",
        type=tables,
        metavar="NAMES",
        help="exact tables to use, separated by commas, each solved first if it has not been built; `gammon tables` "
        "lists them (default: those for bear-offs, and "
        "those of hypergammon that have been built)",
    )
    group.add_argument(
        "--no-tables", dest="tables", action="store_const", const=(), help="use the network for every position"
    )


def add_threads(parser: Options) -> None:
    """Add ``--threads``."""
    parser.add_argument(
        "--threads",
        type=threads,
        metavar="T",
        help="threads to use; results do not depend on it (default: one per core)",
    )


def add_ply(parser: argparse.ArgumentParser) -> None:
    """Add ``--ply``."""
    parser.add_argument(
        "--ply",
        type=ply,
        default=DEFAULT_PLY,
        metavar="P",
        help=f"plies to search, 0 (the network alone, fastest) to {_MOST_PLIES} (default: {DEFAULT_PLY})",
    )


def add_score(parser: Options) -> None:
    """Add ``--away`` and ``--crawford``."""
    parser.add_argument(
        "--away", type=_away, metavar="OWN-OPPONENT", help="points that you and your opponent need, such as 4-2"
    )
    parser.add_argument(
        "--crawford",
        choices=_CRAWFORD,
        help="the Crawford game is still to come, is this game, has been played, or is off (no Crawford rule)",
    )


def add_cube_model(parser: argparse.ArgumentParser) -> None:
    """Add ``--efficiency``, ``--met`` and ``--score-map``."""
    parser.add_argument(
        "--efficiency",
        type=share,
        metavar="X",
        help="cube efficiency, 0 (dead) to 1 (live) (default: by the class of each position)",
    )
    add_met_option(parser)
    parser.add_argument(
        "--score-map", type=_map_length, metavar="N", help="print a map of all scores up to N-away, N-away"
    )


def add_met_option(parser: Options) -> None:
    """Add ``--met``."""
    parser.add_argument("--met", default=_DEFAULT_MET, metavar="TABLE", help=MET_HELP)


def add_met(parser: argparse.ArgumentParser) -> None:
    """Add a match equity table as an argument."""
    parser.add_argument("table", nargs="?", default=_DEFAULT_MET, metavar="TABLE", help=MET_HELP)


def scoring(away: tuple[int, int] | None, crawford: str | None) -> gammon.Scoring | None:
    """Build the scoring from the options; without `crawford`, a score with a player 1-away is the Crawford game.

    Raises
    ------
    UsageError
        If `crawford` is given without a score.
    """
    if away is None:
        if crawford is not None:
            raise UsageError("--crawford needs --away")
        return None
    default = "this" if 1 in away else "to-come"
    return gammon.Scoring.match(*away, crawford=_CRAWFORD[crawford or default])


def load_met(name: str) -> gammon.MatchEquityTable:
    """Load a match equity table by name, or read it from a file."""
    if name in gammon.met.names():
        return gammon.met.load(name)
    try:
        return gammon.met.read(name)
    except FileNotFoundError as error:
        hint = f"{error.strerror}; the tables that ship with gammon are {', '.join(gammon.met.names())}"
        raise FileNotFoundError(error.errno, hint, name) from error


def load_network(path: str | None) -> gammon.Network | None:
    """Read the network named by ``--network``; None stands for the one that ships with gammon."""
    return read_network(path)


def tables(text: str) -> tuple[str, ...]:
    """Parse the names of tables."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in gammon.tables.NAMES:
            raise argparse.ArgumentTypeError(f"expected names from `gammon tables`, got {name!r}")
    return names


def at_least_1(text: str) -> int:
    """Parse a positive integer."""
    return whole(text, 1, sys.maxsize)


def ply(text: str) -> int:
    """Parse a number of plies."""
    return whole(text, 0, _MOST_PLIES)


def seed(text: str) -> int:
    """Parse a seed."""
    return whole(text, 0, _MOST_SEED)


def threads(text: str) -> int:
    """Parse a number of threads or processes."""
    return whole(text, 1, _MOST_THREADS)


def roll(text: str) -> tuple[int, int]:
    """Parse two dice, such as ``31``."""
    found = re.fullmatch(r"([1-6])[-, ]?([1-6])", text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"expected a roll such as 31, got {text!r}")
    return int(found[1]), int(found[2])


def id_and_dice(first: str | None, second: str | None) -> tuple[str | None, tuple[int, int] | None]:
    """Tell the ID from the roll among two arguments, in any order, by their length.

    Raises
    ------
    UsageError
        If they are two IDs, two rolls or not a roll.
    """
    given = [argument for argument in (first, second) if argument is not None]
    rolls = [one for one in given if len(one.strip()) <= _LONGEST_ROLL and one.strip() not in ("", "-")]
    found = [argument for argument in given if argument not in rolls]
    if len(rolls) > 1 or len(found) > 1:
        raise UsageError(f"expected one ID and one roll, got {' and '.join(map(repr, given))}")
    try:
        return (found[0] if found else None), (roll(rolls[0]) if rolls else None)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"argument DICE: {error}") from None


def length(text: str) -> int:
    """Parse the length of a match or of a match equity table."""
    return whole(text, 1, _MOST_AWAY)


def positive(text: str) -> float:
    """Parse a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number <= _MOST_NUMBER:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text!r}")
    return number


def share(text: str) -> float:
    """Parse a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text!r}")
    return number


def read_variant(text: str) -> Variant:
    """Parse the name of a variant."""
    try:
        return Variant(text)
    except ValueError:
        names = ", ".join(variant.value for variant in Variant)
        raise argparse.ArgumentTypeError(f"expected one of {names}, got {text!r}") from None


def whole(text: str, least: int, most: int) -> int:
    """Parse an integer.

    Raises
    ------
    argparse.ArgumentTypeError
        If the text is not an integer from `least` to `most`.
    """
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, got {number}")
    return number


def _checkers(text: str) -> int:
    return whole(text, 1, 15)


def _map_length(text: str) -> int:
    return whole(text, 1, _MOST_MAPPED)


def _away(text: str) -> tuple[int, int]:
    own, dash, opponent = text.strip().partition("-")
    if not dash:
        raise argparse.ArgumentTypeError(
            f"expected the points that each player needs, the player on roll first, such as 4-2; got {text!r}"
        )
    return whole(own, 1, _MOST_AWAY), whole(opponent, 1, _MOST_AWAY)
