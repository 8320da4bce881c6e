"""Inputs of careless and hostile callers that must be refused."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import gammon as bg
from gammon._engine import Fit, training_records

START = bg.Position.start()
RESULT = bg.rollout(START, 5, seed=1)


def test_numpy_numbers_are_numbers() -> None:
    result = bg.rollout(START, range(np.uint8(250), 260), seed=np.int64(1))
    assert result.ranges == ((250, 260),)
    assert bg.Rollout.from_json(result.to_json()) == result
    assert result == bg.rollout(START, range(250, 260), seed=1)


@pytest.mark.parametrize("name", ["trials", "seed"])
@pytest.mark.parametrize("value", [1.5, "7", np.array([1, 2]), True])
def test_a_rollout_refuses_arguments_that_are_not_integers(name: str, value: int) -> None:
    arguments: dict[str, Any] = {"trials": 2, "seed": 1, name: value}
    with pytest.raises(bg.ArgumentError, match=name):
        bg.rollout(START, **arguments)


@pytest.mark.parametrize(
    "edit",
    [
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.5},
        {"seed": "7"},
        {"seed": float("inf")},
        {"network": None},
        {"first": {"roll": [3]}},
        {"first": "no"},
        {"unit": -1},
        {"single": [float("nan"), 1.0]},
        {"settings": []},
        {"stakes": "money"},
        {"tally": None},
        {"seconds": float("nan")},
        {"seconds": -1},
        {"trials": 9},
        {"format": "another"},
        {"position": "x"},
        {"checkers": 16},
    ],
)
def test_a_rollout_is_not_read_from_edited_json(edit: dict[str, Any]) -> None:
    with pytest.raises(bg.GammonError):
        bg.Rollout.from_json(json.dumps(json.loads(RESULT.to_json()) | edit))


@pytest.mark.parametrize(
    "edit",
    [
        {"ranges": [[0, float("inf")]]},
        {"ranges": [[-5, 0]]},
        {"ranges": [[2**64, 2**64 + 5]]},
        {"ranges": [[0.5, 5.5]]},
        {"ranges": [[10, 5], [0, 10]]},
        {"ranges": [[0, 3], [2, 4]]},
        {"ranges": [[0, 2**63]]},
        {"turns": [[-1, 5]]},
        {"turns": {}},
        {"played": [[1, -5]]},
        {"groups": [[0, 5, [0] * 6]]},
        {"first": [[0, [0] * 6, [0] * 6]] * 36},
        {"squares": [[[-1] * 7] * 2] * 36},
        {"squares": [[[2**300] * 7] * 2] * 36},
        {"group_size": 2**63},
        {"known": True},
    ],
)
def test_a_rollout_is_not_read_with_an_edited_tally(edit: dict[str, Any]) -> None:
    data = json.loads(RESULT.to_json())
    data["tally"] |= edit
    with pytest.raises(bg.NotationError):
        bg.Rollout.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "3", "{}", "[" * 100_000])
def test_a_rollout_is_not_read_from_other_text(text: str) -> None:
    with pytest.raises(bg.NotationError):
        bg.Rollout.from_json(text)


def test_a_rollout_adds_only_to_rollouts() -> None:
    with pytest.raises(TypeError):
        _ = RESULT + 1  # type: ignore[operator]


@pytest.mark.parametrize("network", [0, [], (), {}, ""])
def test_an_invalid_network_is_refused_and_not_replaced_by_the_shipped_one(network: bg.Network) -> None:
    for call in (
        lambda: bg.rollout(START, 2, seed=1, engine=bg.Engine(network)),
        lambda: bg.evaluate(START, engine=bg.Engine(network)),
        lambda: bg.batch.evaluate(START.to_array()[np.newaxis], engine=bg.Engine(network)),
    ):
        with pytest.raises((TypeError, AttributeError)):
            call()


@pytest.mark.parametrize("rate", [float("nan"), float("inf"), -1.0])
def test_a_fit_refuses_invalid_rates(rate: float) -> None:
    evaluator = bg.Evaluator(bg.Network.shipped())
    records = training_records(evaluator, 1, seed=1, first_game=0, lambda_=1.0, explore=16, wild_turns=0)
    with pytest.raises(bg.ArgumentError, match="rate"):
        Fit(128, seed=1).train(records, np.zeros(4, np.int64), batch=4, rates=np.array([rate], np.float32))


def test_a_damaged_checkpoint_is_refused() -> None:
    checkpoint = bytearray(Fit(128, seed=1).to_bytes())
    for byte in (0, 9, 20, 1000, len(checkpoint) - 1):
        damaged = bytearray(checkpoint)
        damaged[byte] ^= 0x80
        with pytest.raises(bg.WeightsError):
            Fit.from_bytes(bytes(damaged))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")
@pytest.mark.parametrize(("closed", "code"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)])
def test_commands_work_with_closed_output(closed: str, code: int) -> None:
    command = f'"{sys.executable}" -m gammon rollout --trials 3 {closed}'
    done = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False)
