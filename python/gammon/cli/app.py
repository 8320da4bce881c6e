"""Run one command, and turn whatever happens into an exit code."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum

import gammon
from gammon.cli.command import UsageError
from gammon.cli.parser import parse


class Exit(IntEnum):
    """What the process tells the shell."""

    DONE = 0
    BAD_INPUT = 1
    """An ID or a file is wrong; standard error says what, and where."""
    USAGE = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    """Nobody reads the output any more, as with ``| head``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command ``gammon``.

    Parameters
    ----------
    argv
        The arguments without the program's name; those of the process if `None`.

    Returns
    -------
    int
        The exit code, one of `Exit`. Nothing is raised for bad input.
    """
    for stream in ("stdout", "stderr"):
        # A shell can close them (`>&-`), and then there is none to write to.
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, "w"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # A name of a file need not be text.
    try:
        with warnings.catch_warnings():
            # Commands say so themselves, in a line of their own or in the JSON.
            warnings.simplefilter("ignore", gammon.UntrainedWarning)
            code = _run(sys.argv[1:] if argv is None else argv)
        # Here and not at exit, where nobody could catch the error.
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return Exit.BROKEN_PIPE
    except KeyboardInterrupt:
        _complain("interrupted")
        return Exit.INTERRUPTED
    except gammon.GammonError as error:
        _complain(str(error))
        return Exit.BAD_INPUT
    except OSError as error:
        _complain(f"{error.filename or 'standard output'}: {error.strerror}")
        return Exit.BAD_INPUT
    return code


def _run(argv: Sequence[str]) -> int:
    try:
        parsed = parse(argv)
        try:
            parsed.command.run(parsed.arguments)
        except UsageError as error:
            parsed.usage_error(str(error))
    except SystemExit as stop:  # After --help and --version as well as after a usage error.
        return Exit.USAGE if stop.code else Exit.DONE
    return Exit.DONE


def _complain(message: str) -> None:
    with suppress(BrokenPipeError):
        print(f"gammon: {message}", file=sys.stderr)


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not stumble over it at exit."""
    with suppress(OSError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
