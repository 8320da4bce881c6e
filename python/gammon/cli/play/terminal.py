"""What is typed and what is shown: lines, boards in colour where there is colour, and signals."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from gammon.cli.printing import console


def draw(board: str) -> None:
    """Print a board between empty lines, in colour if this is a terminal that has it and NO_COLOR is not set."""
    if not sys.stdout.isatty():
        print(f"\n{board}\n")
        return
    from rich.text import Text

    shown = Text(f"\n{board}\n")
    shown.highlight_regex(r"(?<=[ |])X(?=[ |])", "bold cyan")
    shown.highlight_regex(r"(?<=[ |])O(?=[ |])", "bold yellow")
    shown.highlight_regex(r"\d+\*", "bold green")
    screen = console()
    with screen.capture() as printed:  # What rich prints itself it gives up with an error of its own.
        screen.print(shown, soft_wrap=True)
    print(printed.get(), end="")


def read_line(prompt: str) -> str:
    """Read a line; what does not come from a terminal is shown, so that the whole reads as it would in one.

    Raises
    ------
    EOFError
        If there is none.
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
    """Take a closed terminal and a polite kill for a Ctrl-C, so that the match is kept then too."""
    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []  # Only the main thread may say what happens to signals.
    before = {name: signal.signal(getattr(signal, name), signal.default_int_handler) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
