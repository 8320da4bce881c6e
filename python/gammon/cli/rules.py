"""The options that say by which rules is played, of ``gammon play`` and ``gammon match``."""

from __future__ import annotations

import argparse
from typing import Any

import gammon
from gammon.cli import options
from gammon.match import Variant
from gammon.players import Strength

_LONGEST_MATCH = 64
"""As far as match equities go."""

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
"""Of `gammon.MatchRules`."""

_FLAGS = {"match_length": "length", "cube": "no-cube", "crawford": "no-crawford"}
"""Options that are typed under another name."""


def add_rules(parser: argparse.ArgumentParser, *, default_length: int) -> None:
    """Add every option of the rules; those that are not typed are left to `gammon.MatchRules`."""
    parser.set_defaults(default_length=default_length)
    rules = parser.add_argument_group("rules", argument_default=argparse.SUPPRESS)
    default = f"match to {default_length}" if default_length else "money"
    length = rules.add_mutually_exclusive_group()
    length.add_argument(
        "--length",
        dest="match_length",
        type=options.length,
        metavar="N",
        help=f"points that win the match, 1 to {_LONGEST_MATCH} (default: {default})",
    )
    length.add_argument("--money", dest="match_length", action="store_const", const=0, help="games for money instead")
    rules.add_argument(
        "--variant",
        type=options.read_variant,
        metavar="V",
        help=f"one of {', '.join(variant.value for variant in Variant)}",
    )
    rules.add_argument("--no-cube", dest="cube", action="store_false", help="no doubling cube")
    rules.add_argument("--cube-limit", type=int, metavar="C", help="the largest cube")
    rules.add_argument("--no-crawford", dest="crawford", action="store_false", help="no Crawford game")
    rules.add_argument("--holland", action="store_true", help="the Holland rule, after the Crawford game")
    rules.add_argument("--jacoby", action="store_true", help="games count once while the cube is centred; for money")
    rules.add_argument("--beavers", action="store_true", help="a double may be redoubled at once; for money")
    rules.add_argument("--raccoons", action="store_true", help="and so may a beaver; for money")
    rules.add_argument(
        "--automatic-doubles", type=int, metavar="N", help="ties of the opening that double the stake; for money"
    )
    rules.add_argument("--opening-reroll", action="store_true", help="who begins throws both dice afresh")


def take_rules(given: dict[str, Any]) -> tuple[gammon.MatchRules, list[str]]:
    """Take what `add_rules` added out of what was typed, and put it together.

    Returns
    -------
    tuple[gammon.MatchRules, list[str]]
        The rules, and the options that were typed for them.

    Raises
    ------
    gammon.ArgumentError
        If options exclude each other; the message says why.
    """
    typed = {name: given.pop(name) for name in _OPTIONS if name in given}
    named = [f"--{_FLAGS.get(name, name).replace('_', '-')}" for name in typed]
    return gammon.MatchRules(**{"match_length": given.pop("default_length")} | typed), named


def strength(text: str) -> Strength:
    """Read how well an engine plays."""
    try:
        return Strength.parse(text)
    except gammon.GammonError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
