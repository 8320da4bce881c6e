"""Values quoted in error messages: cut to a short length, and safe even if their `repr` fails."""

from __future__ import annotations

import numpy as np
import pytest

from gammon.quoting import quote


class Raises:
    """An object whose `repr` raises."""

    def __repr__(self) -> str:
        raise SystemError("no")


class Text(str):
    """A string whose `repr` is long."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "x" * 10**6


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (-(2**70), str(-(2**70))),
        ("club", "'club'"),
        (None, "None"),
        (1.5, "1.5"),
        ("\ud800", r"'\ud800'"),
        ([1, 2], "[1, 2]"),
    ],
)
def test_a_short_value_is_quoted_in_full(value: object, text: str) -> None:
    assert quote(value) == text


@pytest.mark.parametrize(
    "value",
    [10**5000, "x" * 10**6, b"x" * 10**6, Text("x"), list(range(10**5)), np.zeros((999, 999)), {"a" * 99: "b" * 99}],
    ids=lambda value: type(value).__name__,
)
def test_a_long_value_is_cut(value: object) -> None:
    assert len(quote(value)) <= 60
    assert "\n" not in quote(value)


def test_a_value_whose_repr_raises_is_described() -> None:
    assert "Raises" in quote(Raises())
    assert "Raises" in quote([Raises()])
    assert quote(-(10**5000)) == "an int of 16610 bits"
