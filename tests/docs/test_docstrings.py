"""Run the examples in the docstrings of the Python modules and the compiled module."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import gammon
from tests.docs.examples import docstrings, run

MODULES = [
    "gammon",
    *(
        found.name
        for found in pkgutil.walk_packages(gammon.__path__, "gammon.")
        if found.name.rpartition(".")[2] != "__main__"
    ),
]
TEXTS = {
    name: text for module in MODULES for name, text in docstrings(importlib.import_module(module)) if ">>>" in text
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_examples_of_a_docstring_pass(name: str) -> None:
    count, wrong = run(name, TEXTS[name], {})
    assert count
    assert not wrong, wrong


def test_examples_of_both_kinds_are_found() -> None:
    assert {
        "gammon",
        "gammon.batch",
        "gammon.batch.games.play_games",
        "gammon.rollouts.single.rollout",
    } <= TEXTS.keys()
    compiled = {"Roll", "Position", "Play", "Outcome", "Network", "Xgid", "GnubgId"}
    assert {f"gammon._engine.{name}" for name in compiled} <= TEXTS.keys()
    assert any(name.startswith("gammon.reference") for name in TEXTS)


def test_a_wrong_example_is_found() -> None:
    assert run("right", ">>> 1 + 1\n2\n", {}) == (1, "")
    count, wrong = run("wrong", ">>> 1 + 1\n3\n", {})
    assert count == 1
    assert "Expected:\n    3\nGot:\n    2" in wrong
    assert run("raises", ">>> 1 / 0\n", {})[1]
