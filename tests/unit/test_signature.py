"""The engine answers as it did, unless a commit says otherwise."""

from __future__ import annotations

import pytest

from tests.golden.read import toml
from tests.unit.signature import signature

NOW = signature()
THEN = toml("network.toml")


@pytest.mark.parametrize("name", NOW)
def test_the_engine_s_answers_are_those_of_its_signature(name: str) -> None:
    assert NOW[name] == THEN[name], "if this change is meant to change play, write the signature anew"


def test_nothing_else_is_signed() -> None:
    assert NOW.keys() == THEN.keys()
