"""The engine's answers are unchanged, unless a commit updates the signature."""

from __future__ import annotations

import pytest

from tests.golden.read import toml
from tests.unit.signature import ENTRIES

THEN = toml("network.toml")


@pytest.mark.parametrize("name", ENTRIES)
def test_the_engine_s_answers_match_the_signature(name: str) -> None:
    assert ENTRIES[name]() == THEN[name], "the engine's answers have changed; if that is intended, run `make signature`"


def test_the_signature_has_no_other_entries() -> None:
    assert ENTRIES.keys() == THEN.keys()
