"""A scripted newcomer who plays the engine in a terminal and knows only what the screen shows."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

_PROMPT = re.compile(r"(?:^|\n)([^\n]*> )$")
_BEST = re.compile(r"^1  (.+?)  +(?:\d  +)?(?:\d+\.\d\d  +)?[-+]\d\.\d{4}.*((?:\n   \S.*)*)", re.MULTILINE)
"""The first hint: the play, the plies if they differ, the match winning chance, the equity, and any continuation lines
of the play."""
_GARBAGE = ("8/", "castle", "13/1 24/2", "beaver", "resign 4", "resume", "double double", "é?", "9" * 300, "roll 6-6")
_PATIENCE = 60.0
_ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """``gammon play`` running in a pseudo-terminal.

    `last` is the output since the last line was typed, without terminal control codes.
    """

    def __init__(self, *argv: str, folder: Path) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gammon", "play", *argv],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "dumb", "COLUMNS": "120"},
            start_new_session=True,
        )
        os.close(slave)
        self.last = ""
        self._has_ended = False

    def wait(self) -> str | None:
        """Read up to the next prompt and return it, or None once the program has ended."""
        new, deadline = "", time.monotonic() + _PATIENCE
        while True:
            if time.monotonic() > deadline:
                raise AssertionError(f"expected a prompt within {_PATIENCE} seconds, got {new[-500:]!r}")
            if not select.select([self._master], [], [], 1.0)[0]:
                continue
            try:
                part = os.read(self._master, 65536)
            except OSError:  # Linux raises this once the other end is closed.
                part = b""
            new += part.decode("utf-8", "replace").replace("\r\n", "\n")
            found = _PROMPT.search(new)
            if found or not part:
                self.last = _ANSI.sub("", new)
                self._has_ended = found is None
                return found[1] if found else None

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._master, f"{line}\n".encode())

    def press_ctrl_d(self) -> None:
        """End the input."""
        os.write(self._master, b"\x04")

    def press_ctrl_c(self) -> None:
        """Send Ctrl-C through the terminal."""
        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Wait until the program has ended, and return its exit code."""
        if not self._has_ended:
            assert self.wait() is None, f"expected the program to end, but it prompts: {self.last[-500:]!r}"
        os.close(self._master)
        return self._process.wait(_PATIENCE)


class Newcomer:
    """Plays what `hint` says, sometimes types nonsense or takes a play back, doubles at random, and resigns one game.

    The answers depend only on the seed and on the prompts so far, not on when the match was interrupted.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._has_resigned = False
        self.asked = 0
        self.did: set[str] = set()

    def answer(self, terminal: Terminal, prompt: str) -> str | None:
        """Answer a prompt and return the next one."""
        self.asked += 1
        whim = self._random.random()
        if whim < 0.1:
            self.did.add("nonsense")
            self._say(terminal, self._random.choice(_GARBAGE), prompt)
        if whim > 0.95:
            self.did.add("undo")
            return self._say(terminal, "undo")
        if prompt.startswith("play "):
            if not self._has_resigned and whim < 0.2 and self.asked > 40:
                self._has_resigned = True
                self.did.add("resign")
                self._say(terminal, "resign 1")
                return self._say(terminal, "yes")
            self._say(terminal, "hint")
            best = _BEST.search(terminal.last)
            assert best is not None, terminal.last
            next_prompt = self._say(terminal, " ".join((best[1] + best[2]).split()))
            assert "No: " not in terminal.last, terminal.last
            return next_prompt
        if prompt.startswith("roll or double"):
            if whim > 0.85:
                self.did.add("double")
                return self._say(terminal, "double")
            return self._say(terminal, "")
        if prompt.startswith("take"):
            self._say(terminal, "hint")
            self.did.add("answer")
            return self._say(terminal, "pass" if "pass." in terminal.last.split("Best:")[1] else "take")
        if prompt.startswith("accept"):
            self.did.add("accept")
            return self._say(terminal, "accept")
        assert prompt.startswith("Enter"), prompt
        return self._say(terminal, "")

    def _say(self, terminal: Terminal, line: str, must_be: str | None = None) -> str | None:
        terminal.type(line)
        prompt = terminal.wait()
        if must_be is not None:  # Nonsense is refused with a reason, and the same prompt comes again.
            assert prompt == must_be, (line, terminal.last)
            assert "No: " in terminal.last, (line, terminal.last)
        return prompt
