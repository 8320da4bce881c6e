"""A whole match against the engine in a terminal, interrupted and resumed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.unit.newcomer import Newcomer, Terminal


def play_through(
    newcomer: Newcomer, seed: int, folder: Path, interruptions: dict[int, str]
) -> tuple[dict[str, object], str]:
    """Play a match to its end, interrupted before some prompts; return the saved file and the last screen."""
    folder.mkdir()
    begin = ("--length", "7", "--strength", "noise=0.1", "--seed", str(seed))
    terminal = Terminal(*begin, "--save", "match.json", folder=folder)
    prompt = terminal.wait()
    while prompt is not None:
        how = interruptions.pop(newcomer.asked, None)
        if how is not None:
            asked = prompt
            if how == "save, then Ctrl-D":
                terminal.type("save")
                assert terminal.wait() == asked
                terminal.press_ctrl_d()
            elif how == "Ctrl-C":
                terminal.press_ctrl_c()
            else:
                terminal.type(how)
            assert terminal.end() == (130 if how == "Ctrl-C" else 0)
            assert "Saved in match.json; resume with `gammon play --resume match.json`." in terminal.last
            terminal = Terminal("--resume", "match.json", folder=folder)
            prompt = terminal.wait()
            assert prompt == asked
        prompt = newcomer.answer(terminal, prompt)
    assert not interruptions
    assert terminal.end() == 0
    return json.loads((folder / "match.json").read_text("utf-8")), terminal.last


def test_a_newcomer_plays_a_match_with_and_without_interruptions(tmp_path: Path) -> None:
    # Skip seeds whose dice give a match too short or without a double by the engine: those would test too little.
    for seed in range(1, 20):
        newcomer = Newcomer(seed=5)
        whole, screen = play_through(newcomer, seed, tmp_path / f"whole {seed}", {})
        if newcomer.asked > 100 and newcomer.did >= {"nonsense", "undo", "resign", "double", "answer"}:
            break
    else:
        raise AssertionError("expected a seed with which the newcomer makes over 100 inputs of every kind")
    half = newcomer.asked // 2
    breaks = {half // 2: "Ctrl-C", half: "save, then Ctrl-D", half + half // 2: "quit", half + half // 2 + 1: "q"}
    parts, screen_of_parts = play_through(Newcomer(seed=5), seed, tmp_path / "in parts", breaks)
    assert parts == whole
    assert screen_of_parts == screen
    assert " the match " in screen
