"""Check the examples in documents: Python code, command lines and transcripts."""

from __future__ import annotations

import doctest
import io
import re

import pytest

from gammon.cli import main as gammon
from gammon.cli.parser import parse
from tests.docs.examples import PYTHON, blocks, commands, run


def wrong_python(document: str, name: str = "document") -> str:
    """Run a document's Python blocks in order, in one namespace, and return the first failure."""
    names: dict[str, object] = {}
    for line, body in blocks(document, PYTHON):
        if ">>>" in body:
            wrong = run(name, body, names, line=line)[1]
            if wrong:
                return wrong
        else:
            try:
                exec(compile("\n" * line + body, name, "exec"), names)
            except Exception as error:  # a reader would see any exception
                return f"{error!r} in the block of line {line}"
    return ""


def wrong_commands(document: str) -> list[str]:
    """List the commands in a document that the command line rejects."""
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
    """Replay a document's transcripts; return their number and the actual output of those that differ.

    A transcript is a text block that begins with a command. Text after a prompt is fed to the command's input, and the
    rest is the expected output. A line of three dots matches any lines, and three dots within a line any text.
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
