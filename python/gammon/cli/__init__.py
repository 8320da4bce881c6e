"""The command line: roll out, rank plays, evaluate and draw, from a shell."""

from gammon.cli.app import main

__all__ = ["main"]
