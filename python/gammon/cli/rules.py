"""The options of ``gammon play`` and ``gammon match`` that choose the rules of play."""

from __future__ import annotations

import argparse
from typing import Any

import gammon
from gammon.cli import options
from gammon.match import Variant
from gammon.players import Strength

_LONGEST_MATCH = 64
"""The longest match that match equity tables cover."""

_OPTIONS = (
    "match_length",
    "variant",
    "cube",
    "cube_limit",
    "crawford",
    "holland",
    "jacoby",
    "beavers",
    "raccoons",
    "automatic_doubles",
    "opening_reroll",
)
"""The fields of `gammon.MatchRules` that can be set by an option."""

_FLAGS = {"match_length": "length", "cube": "no-cube", "crawford": "no-crawford"}
"""Fields whose option has a different name."""


def add_rules(parser: argparse.ArgumentParser, *, default_length: int) -> None:
    """Add the options for the rules; options that are not given keep the defaults of `gammon.MatchRules`."""
    parser.set_defaults(default_length=default_length)
    rules = parser.add_argument_group("rules", argument_default=argparse.SUPPRESS)
    default = f"match to {default_length}" if default_length else "money"
    length = rules.add_mutually_exclusive_group()
    length.add_argument(
        "--length",
        dest="match_length",
        type=options.length,
        metavar="N",
        help=f"match length in points, 1 to {_LONGEST_MATCH} (default: {default})",
    )
    length.add_argument(
        "--money", dest="match_length", action="store_const", const=0, help="play for money instead of a match"
    )
    rules.add_argument(
        "--variant",
        type=options.read_variant,
        metavar="V",
        help=f"the variant: {', '.join(variant.value for variant in Variant)}",
    )
    rules.add_argument("--no-cube", dest="cube", action="store_false", help="play without the doubling cube")
    rules.add_argument("--cube-limit", type=int, metavar="C", help="the largest cube value")
    rules.add_argument("--no-crawford", dest="crawford", action="store_false", help="play without the Crawford rule")
    rules.add_argument("--holland", action="store_true", help="play with the Holland rule after the Crawford game")
    rules.add_argument(
        "--jacoby",
        action="store_true",
        help="gammons and backgammons count single while the cube is centred; money only",
    )
    rules.add_argument(
        "--beavers", action="store_true", help="allow beavers: redoubling at once when doubled; money only"
    )
    rules.add_argument(
        "--raccoons", action="store_true", help="allow raccoons: redoubling a beaver at once; money only"
    )
    rules.add_argument(
        "--automatic-doubles", type=int, metavar="N", help="how many tied opening rolls double the cube; money only"
    )
    rules.add_argument(
        "--opening-reroll", action="store_true", help="the winner of the opening roll rolls both dice again"
    )


def take_rules(given: dict[str, Any]) -> tuple[gammon.MatchRules, list[str]]:
    """Remove the options of `add_rules` from the parsed arguments and build the rules from them.

    Returns
    -------
    tuple[gammon.MatchRules, list[str]]
        The rules, and the names of the options that were given.

    Raises
    ------
    gammon.ArgumentError
        If options conflict; the message says why.
    """
    typed = {name: given.pop(name) for name in _OPTIONS if name in given}
    named = [f"--{_FLAGS.get(name, name).replace('_', '-')}" for name in typed]
    return gammon.MatchRules(**{"match_length": given.pop("default_length")} | typed), named


def strength(text: str) -> Strength:
    """Parse the strength of an engine player."""
    try:
        return Strength.parse(text)
    except gammon.GammonError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
