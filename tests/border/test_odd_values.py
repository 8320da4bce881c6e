"""Every public callable, called with one odd argument while the others are valid (H01, H02)."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import gammon as bg
from tests.border.odd_values import ODD, Call, calls, public_names, takes_arguments

FILES = (
    *("gammon.met.read", "gammon.met.write", "gammon.training.run", "gammon.met.load"),
    *("gammon.rollout", "gammon.rollout_cube", "gammon.rollout_plays"),
)
"""Callables that open files: these may also raise `OSError`."""


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Call]:
    return calls(tmp_path_factory.mktemp("odd"))


def test_everything_public_is_tried(valid: dict[str, Call]) -> None:
    """Every new public callable needs a valid call in `odd_values.py`."""
    assert set(public_names()) == set(valid)
    for name, call in valid.items():
        parameters = set(inspect.signature(call.function).parameters)
        if "given" not in parameters:
            assert set(call.arguments) == parameters - {"self"}, name
        assert takes_arguments(call.function)


@pytest.mark.parametrize("name", public_names())
def test_odd_values_are_refused_by_name_or_accepted(
    valid: dict[str, Call], name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only TypeError or GammonError may be raised, with a short, printable message, and nothing may hang."""
    monkeypatch.chdir(tmp_path)
    call = valid[name]
    if name == "gammon.png":
        pytest.importorskip("resvg_py")
    call()
    allowed: tuple[type[Exception], ...] = (TypeError, bg.GammonError, *([OSError] if name in FILES else []))
    wrong = []
    for parameter in call.arguments:
        for words, make in ODD.items():
            try:
                call(**{parameter: make()})
            except allowed as error:
                if len(str(error)) > 1000:
                    wrong.append(f"{parameter} = {words}: a message of {len(str(error))} characters")
            except MemoryError:
                pass
            except Exception as error:
                wrong.append(f"{parameter} = {words}: {type(error).__name__}: {str(error)[:150]}")
    assert wrong == []
