"""Documents with examples: Python that runs, commands that are understood, transcripts that come out as shown."""

from __future__ import annotations

import doctest
import io
import re

import pytest

from gammon.cli import main as gammon
from gammon.cli.parser import parse
from tests.docs.examples import PYTHON, blocks, commands, run


def wrong_python(document: str, name: str = "document") -> str:
    """Run a document's Python blocks one after the other, as a reader does; return what goes wrong first."""
    names: dict[str, object] = {}
    for line, body in blocks(document, PYTHON):
        if ">>>" in body:
            wrong = run(name, body, names, line=line)[1]
            if wrong:
                return wrong
        else:
            try:
                exec(compile("\n" * line + body, name, "exec"), names)
            except Exception as error:  # whatever a reader would see
                return f"{error!r} in the block of line {line}"
    return ""


def wrong_commands(document: str) -> list[str]:
    """List a document's commands that the command line does not understand."""
    wrong = []
    for argv in commands(document, "gammon"):
        try:
            parse(argv)
        except SystemExit as stop:
            if stop.code:
                wrong.append(" ".join(argv))
    return wrong


def wrong_transcripts(
    document: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[str]]:
    """Play a document's transcripts through; return how many there are, and what came out where it is not as shown.

    A transcript is a block of text that begins with a command. What stands behind the prompts is typed, and the rest
    has to come out; a line of three dots stands for any lines, three dots within a line for anything.
    """
    shown = [body for _, body in blocks(document, {"text"}) if body.startswith("$ gammon ")]
    wrong = []
    for body in shown:
        command, _, transcript = body.partition("\n")
        typed = re.findall(r"^[^|\n]*> (.*)$", transcript, re.MULTILINE)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        status = gammon(command.split()[2:])
        found = "".join(f"{line.rstrip()}\n" for line in capsys.readouterr().out.splitlines())
        if status or not doctest.OutputChecker().check_output(transcript, found, doctest.ELLIPSIS):
            wrong.append(f"{command}\n{found}")
    return len(shown), wrong
