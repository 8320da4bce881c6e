"""What a command of ``gammon`` is: a name, its options, and what it does."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


class UsageError(Exception):
    """The command line is wrong in a way that only the command can tell; shown with the command's usage."""


@dataclass(frozen=True, kw_only=True)
class Command:
    """One command. Each has a file of its own, which holds its options, its work, and its table and JSON."""

    name: str
    about: str
    """One line, without a capital and a full stop."""
    examples: str
    """Printed under the options by ``--help``; lines that begin with two blanks and ``gammon`` are run as tests."""
    add: Callable[[argparse.ArgumentParser], None]
    """Add the options."""
    run: Callable[[argparse.Namespace], None]
    """Do the work and print the answer; raises `UsageError`, `gammon.GammonError` and `OSError`."""
