"""`help` shows the real defaults of arguments, never ``...``."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import gammon as bg

CLASSES = [one for name in bg.__all__ if inspect.isclass(one := getattr(bg, name)) and not issubclass(one, Exception)]


@pytest.mark.parametrize("kind", CLASSES)
def test_no_default_of_a_constructor_is_hidden(kind: type) -> None:
    for parameter in inspect.signature(kind).parameters.values():
        assert parameter.default is not ..., parameter


def test_defaults_shown_for_compiled_classes_are_the_real_ones() -> None:
    assert bg.Cube() == bg.Cube(**_defaults(bg.Cube))
    start = bg.Position.start()
    assert bg.Situation(start) == bg.Situation(start, **_defaults(bg.Situation))
    scoring, met = bg.Scoring.money(), bg.met.load()
    assert bg.CubeModel(scoring, met) == bg.CubeModel(scoring, met, **_defaults(bg.CubeModel))


def _defaults(kind: type) -> dict[str, Any]:
    found = inspect.signature(kind).parameters.values()
    return {one.name: one.default for one in found if one.default is not inspect.Parameter.empty}
