"""Run each fuzz target for a second, always with the same inputs; `make fuzz` takes a minute, with different ones."""

from __future__ import annotations

import pytest

import gammon as bg
from tests.border import fuzz


@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_a_second_of_changed_inputs(target: str) -> None:
    report = fuzz.fuzz(target, 1.0, 1)
    assert report.inputs > 50
    assert 0 < report.answered < report.inputs, "some inputs are valid, and some are not"


def test_an_error_of_another_kind_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: object) -> object:
        raise KeyError(path)

    monkeypatch.setattr(bg.met, "read", broken)
    with pytest.raises(AssertionError, match=r"tables, seed 1, input 0: .*KeyError"):
        fuzz.fuzz("tables", 1.0, 1)
