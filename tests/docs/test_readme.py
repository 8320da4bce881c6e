"""The README's examples: Python code, commands and transcripts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gammon.cli.parser import parse
from gammon.training.__main__ import main as training
from tests.docs.documents import wrong_commands, wrong_python, wrong_transcripts
from tests.docs.examples import PYTHON, SHELL, blocks, commands

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_has_examples() -> None:
    assert blocks(README, PYTHON)
    assert commands(README, "gammon")


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = wrong_python(README, "README.md")
    assert not wrong, wrong


def test_the_commands_of_the_readme_are_valid(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = wrong_commands(README)
    assert not wrong, capsys.readouterr().err


def test_the_make_targets_of_the_readme_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for argv in commands(README, "make"):
        assert {word for word in argv if "=" not in word} <= targets, argv


def test_links_of_the_readme_resolve() -> None:
    for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", README):
        assert (ROOT / link).exists(), link


@pytest.mark.parametrize("command", ["rollout", "plays", "eval", "show", "play", "match"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse([command, "--help"])
    assert not stop.value.code
    assert "usage: gammon " in capsys.readouterr().out


def test_the_commands_in_the_help_are_valid(capsys: pytest.CaptureFixture[str]) -> None:
    shown = 0
    for command in ("rollout", "plays", "eval", "show", "play", "match"):
        with pytest.raises(SystemExit):
            parse([command, "--help"])
        for line in capsys.readouterr().out.splitlines():
            if line.startswith("  gammon "):
                parse(shlex.split(line)[1:])
                shown += 1
    assert shown >= 16


def test_training_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        training(["run", "--help"])
    assert not stop.value.code
    assert "usage: python -m gammon.training run " in capsys.readouterr().out


def test_the_transcript_of_the_readme_is_reproduced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    count, wrong = wrong_transcripts(README, monkeypatch, capsys)
    assert count
    assert not wrong, wrong[0]


DOCUMENT = """
```python
import gammon as bg
start = bg.Position.start()
```
```python
>>> pips = start.pip_counts
>>> pips
(167, 167)
```
```python
assert pips == (167, 167)
```
```sh
$ gammon rollout --trials 36  # quick
gammon plays 31 | head
make rollout
gammon eval \\
    --json
```
```
gammon nonsense
```
"""


def test_examples_are_found_in_a_document() -> None:
    assert [line for line, _ in blocks(DOCUMENT, PYTHON)] == [3, 7, 12]
    assert len(blocks(DOCUMENT, SHELL)) == 1
    assert commands(DOCUMENT, "gammon") == [["rollout", "--trials", "36"], ["plays", "31"], ["eval", "--json"]]
    assert commands(DOCUMENT, "make") == [["rollout"]]
    assert wrong_python(DOCUMENT) == ""
    assert wrong_commands(DOCUMENT) == []


@pytest.mark.parametrize(
    "block",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nimport gammon\ngammon.nonsense()\n```\n",
        "```python\nnot python at all\n```\n",
        "```pycon\n>>> undefined\n```\n",
    ],
)
def test_wrong_python_in_a_document_is_found(block: str) -> None:
    assert wrong_python(DOCUMENT + block)


@pytest.mark.parametrize("command", ["gammon nonsense", "gammon rollout --trials none", "$ gammon plays 99 1 2"])
def test_wrong_commands_in_a_document_are_found(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert wrong_commands(f"{DOCUMENT}```console\n{command}\n```\n") == [command.removeprefix("$ ")[7:]]
    assert capsys.readouterr().err


def test_no_placeholder_is_left() -> None:
    """A placeholder is a word between at signs."""
    assert re.findall(r"@[A-Z]+@", README) == []
