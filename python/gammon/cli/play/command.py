"""``gammon play``: play in the terminal, against the engine or another person."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Literal

import gammon
from gammon.cli import ids, options
from gammon.cli.command import Command, UsageError
from gammon.cli.rules import add_rules, strength, take_rules
from gammon.players import LEVELS, Strength

_DEFAULT_LENGTH = 7
_DEFAULT_STRENGTH = "club"

_EXAMPLES = f"""\
examples:
  gammon play
      a match to {_DEFAULT_LENGTH} points against the network alone

  gammon play --length 5 --strength casual --seed 7
  gammon play --opponent human --length 3
      two people at one terminal

  gammon play --money --jacoby --beavers --ply 2
  gammon play --from 4HPwATDgc/ABMA:QgngAFAAGAAE
  gammon play --resume my-match.json

Strengths, from the weakest: {", ".join(LEVELS)};
or a comma-separated list of ply0 to ply3, noise=X and network=FILE, or
rollout:trials=36,truncate=7 for one that rolls out close decisions. Noise is
the standard deviation of random errors added to the equities being compared.

During play, `help` lists the commands. Ctrl-C, Ctrl-D and `quit` save the match
and print how to resume it.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    opponent: str | None
    strength: Strength | None
    seed: int | None
    start: str | None
    save: str | None
    resume: str | None


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--opponent",
        choices=("engine", "human"),
        help="play against gammon, or against a second person at this terminal (default: engine)",
    )
    against = parser.add_mutually_exclusive_group()
    against.add_argument(
        "--strength", type=strength, metavar="S", help=f"strength of the engine (default: {_DEFAULT_STRENGTH})"
    )
    against.add_argument("--ply", type=_ahead, dest="strength", metavar="P", help="short for --strength plyP, 0 to 3")
    parser.add_argument("--seed", type=options.seed, metavar="S", help="seed of the dice (default: random)")
    parser.add_argument(
        "--from",
        dest="start",
        metavar="ID",
        help="start from the position of this ID, in any format; you play X",
    )
    parser.add_argument("--save", metavar="FILE", help="save the match to FILE when you leave")
    parser.add_argument("--resume", metavar="FILE", help="continue the match saved in FILE")
    add_rules(parser, default_length=_DEFAULT_LENGTH)


def _run(given: argparse.Namespace) -> None:
    # Imported here because no other command needs the modules that it imports.
    from gammon.cli.play import session

    typed = vars(given)
    try:
        rules, named = take_rules(typed)
    except gammon.ArgumentError as error:
        raise UsageError(str(error)) from error
    arguments = _Arguments(**typed)
    if arguments.resume is not None and (named or arguments.seed is not None):
        raise UsageError(
            f"a resumed match keeps its rules and dice, so --resume cannot be used with {', '.join(named) or '--seed'}"
        )
    begin: gammon.MatchRules | gammon.MatchState = rules
    if arguments.start is not None:
        if named or arguments.resume is not None:
            raise UsageError(
                f"--from uses the rules of its ID, so it cannot be used with {', '.join(named) or '--resume'}"
            )
        begin = _state(arguments.start)
    opponent: Strength | Literal["human"] | None = arguments.strength
    if arguments.opponent == "human":
        if arguments.strength is not None:
            raise UsageError("--strength and --ply are for the engine, so they cannot be used with --opponent human")
        opponent = "human"
    elif opponent is None and (arguments.resume is None or arguments.opponent == "engine"):
        opponent = LEVELS[_DEFAULT_STRENGTH]
    session.start(begin, opponent, seed=arguments.seed, save=arguments.save, resume=arguments.resume)


def _state(text: str) -> gammon.MatchState:
    """Return the state to start from. You are player 1: the bottom player of an XGID, or on roll in a GNU ID."""
    return gammon.MatchState.from_situation(ids.state_of(text, None, None).situation)


def _ahead(text: str) -> Strength:
    return Strength(ply=options.ply(text))


COMMAND = Command(
    name="play",
    about="play in the terminal, against the engine or another person",
    examples=_EXAMPLES,
    add=_add,
    run=_run,
)
