"""A command of ``gammon``: its name, its options and the function that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


class UsageError(Exception):
    """A mistake in the command line that only the command can detect; printed with the command's usage."""


@dataclass(frozen=True, kw_only=True)
class Command:
    """One command. Each is a module that holds the command's options, its work, and its table and JSON output."""

    name: str
    about: str
    """One line of description, in lower case and without a full stop."""
    examples: str
    """Printed by ``--help`` after the options; lines that begin with two spaces and ``gammon`` are run as tests."""
    add: Callable[[argparse.ArgumentParser], None]
    """Add the command's options to its parser."""
    run: Callable[[argparse.Namespace], None]
    """Run the command and print the answer; may raise `UsageError`, `gammon.GammonError` or `OSError`."""
