"""Terminal input and output: reading lines, drawing boards in colour, and signals."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from gammon.cli.printing import console


def draw(board: str) -> None:
    """Print a board between empty lines, in colour on a terminal that supports it unless NO_COLOR is set."""
    if not sys.stdout.isatty():
        print(f"\n{board}\n")
        return
    from rich.text import Text

    shown = Text(f"\n{board}\n")
    shown.highlight_regex(r"(?<=[ |])X(?=[ |])", "bold cyan")
    shown.highlight_regex(r"(?<=[ |])O(?=[ |])", "bold yellow")
    shown.highlight_regex(r"\d+\*", "bold green")
    screen = console()
    with screen.capture() as printed:  # rich would turn a broken pipe into an exit of its own.
        screen.print(shown, soft_wrap=True)
    print(printed.get(), end="")


def read_line(prompt: str) -> str:
    """Read a line; input that does not come from a terminal is echoed, so that the output reads like a session.

    Raises
    ------
    EOFError
        At the end of the input.
    """
    if sys.stdin is None:
        raise EOFError
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    line = line.rstrip("\r\n")
    if not sys.stdin.isatty():
        print("".join(letter if letter.isprintable() else "?" for letter in line))
    return line


@contextmanager
def hangups_as_ctrl_c() -> Iterator[None]:
    """Treat SIGHUP (a closed terminal) and SIGTERM like Ctrl-C, so that the match is saved then too."""
    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []  # Python allows only the main thread to set signal handlers.
    before = {name: signal.signal(getattr(signal, name), signal.default_int_handler) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
