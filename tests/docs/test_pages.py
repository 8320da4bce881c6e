"""The pages in docs/: examples run, links resolve, and every public name is in the reference."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

from tests.docs.documents import wrong_commands, wrong_python, wrong_transcripts
from tests.docs.examples import PYTHON, blocks

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS)): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
GUIDES = [name for name in PAGES if name.startswith("guide/")]
WITH_PYTHON = [name for name, text in PAGES.items() if blocks(text, PYTHON)]
REFERENCE = "".join(text for name, text in PAGES.items() if name.startswith("reference/"))
PUBLIC = (
    "gammon",
    "gammon.batch",
    "gammon.drawing",
    "gammon.match",
    "gammon.met",
    "gammon.players",
    "gammon.race",
    "gammon.reference",
    "gammon.training",
)


@pytest.mark.parametrize("name", WITH_PYTHON)
def test_the_python_of_a_page_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = wrong_python(PAGES[name], name)
    assert not wrong, wrong


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_a_page_are_valid(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = wrong_commands(PAGES[name])
    assert not wrong, capsys.readouterr().err


@pytest.mark.parametrize("name", GUIDES)
def test_the_transcripts_of_a_page_are_reproduced(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _, wrong = wrong_transcripts(PAGES[name], monkeypatch, capsys)
    assert not wrong, wrong[0]


def test_every_guide_has_examples_that_are_run() -> None:
    for name in GUIDES:
        assert name in WITH_PYTHON or "```text\n$ gammon " in PAGES[name], name
    assert "```text\n$ gammon play" in PAGES["guide/player.md"]


def test_a_wrong_transcript_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = "```text\n$ gammon show 4HPwATDgc/ABMA\n{}\n```\n"
    right = shown.format("...\nGNU position ID 4HPwATDgc/ABMA")
    assert wrong_transcripts(right, monkeypatch, capsys) == (1, [])
    assert wrong_transcripts(shown.format("...\nGNU position ID 4HPwATDgc/ABMB"), monkeypatch, capsys)[1]
    assert wrong_transcripts(shown.format("GNU position ID 4HPwATDgc/ABMA"), monkeypatch, capsys)[1]


def test_the_page_on_reinforcement_learning_has_the_whole_example_in_order() -> None:
    code = [body for _, body in blocks(PAGES["guide/reinforcement_learning.md"], {"python"})]
    program = (ROOT / "examples" / "own_network.py").read_text("utf-8")
    assert "".join(code).split() == program.split()
    assert all(body.rstrip("\n") in program for body in code)


@pytest.mark.parametrize("name", PAGES)
def test_links_of_a_page_resolve(name: str) -> None:
    for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", PAGES[name]):
        assert ((DOCS / name).parent / link).resolve().is_relative_to(DOCS), link
        assert ((DOCS / name).parent / link).exists(), link


def test_every_page_is_on_the_site() -> None:
    listed = re.findall(r"([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(PAGES)


def undocumented(module: str, reference: str) -> list[str]:
    """List a module's public names that are missing in the reference, under any name of the same object."""
    asked = re.findall(r"^::: ([\w.]+)$", reference, re.MULTILINE)
    objects = [pkgutil.resolve_name(name) for name in asked]
    found = importlib.import_module(module)
    return [
        name
        for name in found.__all__
        if f"{module}.{name}" not in asked
        and name not in ("__version__", "install")
        and not any(getattr(found, name) is one for one in objects)
    ]


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    assert undocumented(module, REFERENCE) == []


def test_every_name_in_the_reference_exists_and_has_a_docstring() -> None:
    for name in re.findall(r"^::: ([\w.]+)$", REFERENCE, re.MULTILINE):
        found = pkgutil.resolve_name(name)
        assert inspect.getdoc(found), name


def test_a_name_missing_in_the_reference_is_found() -> None:
    assert "evaluate" in undocumented("gammon", REFERENCE.replace("::: gammon.evaluate\n", ""))


def test_the_commands_of_the_benchmarks_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"`make ([\w-]+)`", PAGES["benchmarks.md"]))
    assert {"peers", "bench", "bench-instructions", "test-long"} <= named <= targets
    for program in re.findall(r"`python -m\s+([\w.]+)", PAGES["benchmarks.md"]):
        assert pkgutil.resolve_name(program), program
