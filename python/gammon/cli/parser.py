"""The command line as a whole: which commands there are, and how what was typed is read."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import gammon
from gammon.cli import cube, match, met, plays, rollout, show
from gammon.cli import eval as evaluate
from gammon.cli.command import Command
from gammon.cli.play import command as play

COMMANDS: tuple[Command, ...] = (
    rollout.COMMAND,
    plays.COMMAND,
    evaluate.COMMAND,
    cube.COMMAND,
    met.COMMAND,
    show.COMMAND,
    play.COMMAND,
    match.COMMAND,
)

_POSITIONALS = ("id", "dice")
"""Arguments without a name of the commands that may do without them."""

_EXITS = """\
exit codes: 0 done, 1 an ID or a file is wrong, 2 the command line is wrong,
130 interrupted
"""

_ABOUT = """\
Backgammon: play, roll out, rank plays, decide about the cube, evaluate, draw.

Positions are XGIDs (-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10), GNU
Backgammon IDs (4HPwATDgc/ABMA or 4HPwATDgc/ABMA:cAkAAAAAAAAE), or whatever
other programs put on the clipboard with one of them in it; - reads standard
input. Without one, a command takes the start of the game. Everything is seen
by the player on roll.
"""


@dataclass(frozen=True, kw_only=True)
class Parsed:
    """A command line that was understood."""

    command: Command
    arguments: argparse.Namespace
    parser: argparse.ArgumentParser
    """The command's own, which knows its usage."""

    def usage_error(self, message: str) -> NoReturn:
        """Print the command's usage and what is wrong on standard error, and stop.

        Raises
        ------
        SystemExit
            With code 2.
        """
        self.parser.error(message)


def parse(argv: Sequence[str]) -> Parsed:
    """Read a command line.

    Raises
    ------
    SystemExit
        After ``--help`` and ``--version``, and with code 2 where the command line is wrong.
    """
    parser = _described(argparse.ArgumentParser(prog="gammon", allow_abbrev=False), _ABOUT, _EXITS)
    parser.add_argument("--version", action="version", version=f"gammon {gammon.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="command")
    parsers = {}
    for command in COMMANDS:
        added = commands.add_parser(command.name, help=command.about, allow_abbrev=False)
        command.add(added)
        parsers[command.name] = _described(added, f"{command.about[0].upper()}{command.about[1:]}.", command.examples)
    if not argv or argv[0] == "help":  # As in many programs; and who types nothing wants to know what there is.
        argv = [*argv[1:2], "--help"]
    arguments, unknown = parser.parse_known_args([_shield(argument) for argument in argv])
    name = arguments.command
    del arguments.command
    unknown = _take_late(arguments, unknown)
    if unknown:
        # Said by the command's parser, so that its usage is shown and not the list of all commands.
        parsers[name].error(f"unrecognized arguments: {' '.join(argument.strip() for argument in unknown)}")
    (command,) = (command for command in COMMANDS if command.name == name)
    return Parsed(command=command, arguments=arguments, parser=parsers[name])


def _take_late(arguments: argparse.Namespace, unknown: list[str]) -> list[str]:
    """Take what stands behind an option for the ID or the dice, where argparse no longer looks for them."""
    rest = []
    for argument in unknown:
        missing = [name for name in _POSITIONALS if getattr(arguments, name, argument) is None]
        if missing and not argument.startswith("-"):
            setattr(arguments, missing[0], argument)
        else:
            rest.append(argument)
    return rest


def _shield(argument: str) -> str:
    """Put a blank before an XGID that begins with a dash, which would be taken for an option."""
    before, colon, _ = argument.partition(":")
    is_option_like = before.startswith("-") and "=" not in before
    is_xgid = colon or re.fullmatch(r"[-A-Oa-o]{26}", before.strip())
    return f" {argument}" if is_option_like and is_xgid else argument


def _described(parser: argparse.ArgumentParser, about: str, epilog: str) -> argparse.ArgumentParser:
    parser.description, parser.epilog = about, epilog
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser
