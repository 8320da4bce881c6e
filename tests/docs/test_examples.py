"""Run the programs in examples/ on a small scale."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gammon as bg

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def own_network() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / "own_network.py"))


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.suffix == ".py"} == {"own_network.py"}


def test_the_example_network_is_trained_and_used(
    own_network: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    own_network["main"](steps=20, trials=2, length=1)
    plays, rollout, match = np.split(capsys.readouterr().out.splitlines(), [3, 4])
    legal = {str(play) for play in bg.Position.start().plays(3, 1)}
    assert {line.rsplit(" ", 1)[0] for line in plays} <= legal
    assert "(2 trials, seed 1)" in rollout[0]
    assert match[0].split(" wins ")[0] in ("the network", "gammon")


def test_the_example_network_learns(own_network: dict[str, Any]) -> None:
    """It learns only from results; then it must favour a side with fourteen checkers off over one with none."""
    won, others = [0] * 26, [0] * 26
    won[0], won[1], others[6], others[13] = 14, 1, 10, 5
    boards = np.stack([bg.Position(won, others).to_array(), bg.Position(others, won).to_array()])
    assert np.abs(own_network["evaluate"](boards)[:, 0] - 0.5).max() < 0.1
    own_network["train"](400, games=24, rate=0.01)
    ahead, behind = own_network["evaluate"](boards)[:, 0]
    assert ahead > 0.75
    assert behind < 0.35
