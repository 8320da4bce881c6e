"""Run one command and turn its outcome into an exit code."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum
from typing import TextIO

import gammon
from gammon.cli.command import UsageError
from gammon.cli.parser import parse

_shown_by_python = warnings.showwarning


class Exit(IntEnum):
    """The exit codes of the process."""

    DONE = 0
    BAD_INPUT = 1
    """An ID or a file is invalid; standard error says what is wrong, and where."""
    USAGE = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    """The reader of the output has closed the pipe, as ``| head`` does."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command ``gammon``.

    Parameters
    ----------
    argv
        The arguments without the program's name; the process's own arguments if `None`.

    Returns
    -------
    int
        The exit code, one of `Exit`. Bad input is reported and never raises.
    """
    for stream in ("stdout", "stderr"):
        # A shell can close a stream (`>&-`); Python then sets it to None, which cannot be written to.
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, "w"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # File names may hold undecodable bytes.
    try:
        with warnings.catch_warnings():
            # Commands report this themselves, on standard error or in the JSON.
            warnings.simplefilter("ignore", gammon.UntrainedWarning)
            # The line of the program that it came from says nothing to someone at a terminal.
            warnings.simplefilter("always", gammon.tables.TableWarning)
            warnings.showwarning = _show
            code = _run(sys.argv[1:] if argv is None else argv)
        # Flush here: an error while flushing at exit could not be caught.
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
    except SystemExit as stop:  # argparse exits after --help, --version and usage errors.
        return Exit.USAGE if stop.code else Exit.DONE
    return Exit.DONE


def _show(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Report a problem with a table in one line; show other warnings as Python does."""
    if issubclass(category, gammon.tables.TableWarning):
        _complain(str(message))
    else:
        _shown_by_python(message, category, filename, lineno, file, line)


def _complain(message: str) -> None:
    with suppress(BrokenPipeError):
        print(f"gammon: {message}", file=sys.stderr)


def _drop_output() -> None:
    """Redirect standard output to the null device, so that flushing its buffer at exit does not fail."""
    with suppress(OSError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
