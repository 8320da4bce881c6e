"""What can be typed for ``gammon play`` and ``gammon match``: players, and all options of the rules."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import gammon
from gammon.cli.numbers import at_least_1, ply, seed, whole
from gammon.match import Variant
from gammon.players import LEVELS, Strength

_LONGEST_MATCH = 64
"""As far as match equities go."""
_MOST_WORKERS = 1024
_DEFAULT_LENGTH = 7
DEFAULT_STRENGTH = "club"

PLAY = f"""\
examples:
  gammon play
      a match to {_DEFAULT_LENGTH} points against the network alone
  gammon play --length 5 --strength casual --seed 7
  gammon play --money --jacoby --beavers --ply 2
  gammon play --resume my-match.json

Strengths, from the weakest: {", ".join(LEVELS)};
or ply0 to ply3, noise=X and network=FILE with commas between them. Noise is the
standard deviation of the errors that are added to every equity it compares.

Type `help` in the game for what can be typed there. Ctrl-C, Ctrl-D and `quit`
save the match and say how to go on with it.
"""

MATCH = """\
examples:
  gammon match --players ply0 ply1 --games 1000
      games for money
  gammon match --players club casual --length 7 --matches 200 --seed 5
  gammon match --players network=mine.gnn,ply=1 ply1 --json out.json
  gammon match --players club random --games 100

Each sequence of dice is played from both seats, so the number is even. The
result depends on the seed alone, and not on the number of workers.
"""


@dataclass(frozen=True, kw_only=True)
class PlayArguments:
    """``gammon play``."""

    rules: gammon.MatchRules
    strength: Strength | None
    seed: int | None
    save: str | None
    resume: str | None


@dataclass(frozen=True, kw_only=True)
class MatchArguments:
    """``gammon match``."""

    rules: gammon.MatchRules
    players: tuple[Strength, Strength]
    count: int
    seed: int
    workers: int | None
    json: str | None


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add what ``gammon play`` takes."""
    against = parser.add_mutually_exclusive_group()
    against.add_argument(
        "--strength", type=_strength, metavar="S", help=f"how well the engine plays (default: {DEFAULT_STRENGTH})"
    )
    against.add_argument("--ply", type=_ahead, dest="strength", metavar="P", help="short for --strength plyP, 0 to 3")
    parser.add_argument("--seed", type=seed, metavar="S", help="which dice are thrown (default: others every time)")
    parser.add_argument("--save", metavar="FILE", help="where to save the match when you leave")
    parser.add_argument("--resume", metavar="FILE", help="go on with a match that was saved there")
    _add_rules(parser, default_length=_DEFAULT_LENGTH)


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add what ``gammon match`` takes."""
    parser.add_argument(
        "--players", type=_strength, nargs=2, required=True, metavar=("A", "B"), help="who plays: two strengths"
    )
    parser.add_argument(
        "--games",
        "--matches",
        dest="count",
        type=_even,
        default=200,
        metavar="N",
        help="how many games for money, or matches, to play: an even number (default: 200)",
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="which dice are thrown (default: 1)")
    parser.add_argument("--workers", type=_workers, metavar="W", help="processes to use (default: one a core)")
    parser.add_argument("--json", metavar="FILE", help="write the result there as JSON; - is standard output")
    _add_rules(parser, default_length=0)


def with_rules(given: dict[str, Any]) -> dict[str, Any]:
    """Put the rules together of what was typed.

    Raises
    ------
    gammon.ArgumentError
        If options exclude each other; the message says why.
    """
    options = {name: given.pop(name) for name in _OPTIONS if name in given}
    if given.get("resume") is not None:
        named = ", ".join(f"--{_FLAGS.get(name, name).replace('_', '-')}" for name in options)
        if named or given["seed"] is not None:
            raise gammon.ArgumentError(
                f"a match that is resumed has its rules and its dice already: {named or '--seed'}"
            )
    default = given.pop("default_length")
    rules = gammon.MatchRules(**{"match_length": default} | options)
    players = {"players": tuple(given.pop("players"))} if "players" in given else {}
    return given | players | {"rules": rules}


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


def _add_rules(parser: argparse.ArgumentParser, *, default_length: int) -> None:
    """Add every option of the rules; those that are not typed are left to `gammon.MatchRules`."""
    parser.set_defaults(default_length=default_length)
    rules = parser.add_argument_group("rules", argument_default=argparse.SUPPRESS)
    default = f"match to {default_length}" if default_length else "money"
    length = rules.add_mutually_exclusive_group()
    length.add_argument(
        "--length",
        dest="match_length",
        type=_length,
        metavar="N",
        help=f"points that win the match, 1 to {_LONGEST_MATCH} (default: {default})",
    )
    length.add_argument("--money", dest="match_length", action="store_const", const=0, help="games for money instead")
    rules.add_argument(
        "--variant", type=_variant, metavar="V", help=f"one of {', '.join(variant.value for variant in Variant)}"
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


def _strength(text: str) -> Strength:
    try:
        return Strength.parse(text)
    except gammon.GammonError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _ahead(text: str) -> Strength:
    return Strength(ply=ply(text))


def _variant(text: str) -> Variant:
    try:
        return Variant(text)
    except ValueError:
        names = ", ".join(variant.value for variant in Variant)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {names}") from None


def _length(text: str) -> int:
    return whole(text, 1, _LONGEST_MATCH)


def _even(text: str) -> int:
    number = at_least_1(text)
    if number % 2:
        raise argparse.ArgumentTypeError(f"{number} is odd: every sequence of dice is played from both seats")
    return number


def _workers(text: str) -> int:
    return whole(text, 1, _MOST_WORKERS)
