"""The list of commands, and the parser of the whole command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import gammon
from gammon.cli import cube, match, met, plays, race, rollout, rollouts, show, tables
from gammon.cli import eval as evaluate
from gammon.cli.command import Command
from gammon.cli.play import command as play

COMMANDS: tuple[Command, ...] = (
    rollout.COMMAND,
    rollouts.COMMAND,
    plays.COMMAND,
    evaluate.COMMAND,
    cube.COMMAND,
    race.COMMAND,
    met.COMMAND,
    show.COMMAND,
    tables.COMMAND,
    play.COMMAND,
    match.COMMAND,
)

_POSITIONALS = ("id", "dice")
"""Optional positional arguments of the commands."""

_EXITS = """\
exit codes: 0 success, 1 invalid ID or file, 2 wrong command line,
130 interrupted
"""

_ABOUT = """\
Backgammon: play, roll out, rank plays, decide about the cube, evaluate, draw.

A position is given as an XGID (-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10)
or a GNU Backgammon ID (4HPwATDgc/ABMA or 4HPwATDgc/ABMA:cAkAAAAAAAAE). Text
that contains one, as other programs copy it to the clipboard, works too. The
argument - reads standard input. The default is the starting position. All
results are from the point of view of the player on roll.
"""


@dataclass(frozen=True, kw_only=True)
class Parsed:
    """A parsed command line."""

    command: Command
    arguments: argparse.Namespace
    parser: argparse.ArgumentParser
    """The parser of this command, which can print the command's usage."""

    def usage_error(self, message: str) -> NoReturn:
        """Print the command's usage and an error message on standard error, and exit.

        Raises
        ------
        SystemExit
            With code 2.
        """
        self.parser.error(message)


def parse(argv: Sequence[str]) -> Parsed:
    """Parse a command line.

    Raises
    ------
    SystemExit
        After ``--help`` and ``--version``; with code 2 if the command line is wrong.
    """
    parser = _described(argparse.ArgumentParser(prog="gammon", allow_abbrev=False), _ABOUT, _EXITS)
    parser.add_argument("--version", action="version", version=f"gammon {gammon.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="command")
    parsers = {}
    for command in COMMANDS:
        added = commands.add_parser(command.name, help=command.about, allow_abbrev=False)
        command.add(added)
        parsers[command.name] = _described(added, f"{command.about[0].upper()}{command.about[1:]}.", command.examples)
    if (
        not argv or argv[0] == "help"
    ):  # Many programs accept `help`; without arguments, the list of commands helps most.
        argv = [*argv[1:2], "--help"]
    arguments, unknown = parser.parse_known_args([_shield(argument) for argument in argv])
    name = arguments.command
    del arguments.command
    unknown = _take_late(arguments, unknown)
    if unknown:
        # Reported by the command's own parser, so that its usage is shown instead of the list of commands.
        parsers[name].error(f"unrecognized arguments: {' '.join(argument.strip() for argument in unknown)}")
    (command,) = (command for command in COMMANDS if command.name == name)
    return Parsed(command=command, arguments=arguments, parser=parsers[name])


def _take_late(arguments: argparse.Namespace, unknown: list[str]) -> list[str]:
    """Assign positional arguments that follow an option, which argparse does not match; return the rest."""
    rest = []
    for argument in unknown:
        missing = [name for name in _POSITIONALS if getattr(arguments, name, argument) is None]
        if missing and not argument.startswith("-"):
            setattr(arguments, missing[0], argument)
        else:
            rest.append(argument)
    return rest


def _shield(argument: str) -> str:
    """Put a space before an XGID that begins with a dash, which argparse would take for an option."""
    before, colon, _ = argument.partition(":")
    is_option_like = before.startswith("-") and "=" not in before
    is_xgid = colon or re.fullmatch(r"[-A-Oa-o]{26}", before.strip())
    return f" {argument}" if is_option_like and is_xgid else argument


def _described(parser: argparse.ArgumentParser, about: str, epilog: str) -> argparse.ArgumentParser:
    parser.description, parser.epilog = about, epilog
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser
