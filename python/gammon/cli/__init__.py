"""The command line: play, roll out, rank plays, evaluate and draw positions from a shell."""

from gammon.cli.app import main

__all__ = ["main"]
