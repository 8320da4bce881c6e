"""`gammon.MatchRules`: ranges of options, and options that exclude each other."""

from __future__ import annotations

from typing import Any

import pytest

import gammon as bg
from gammon.match import LARGEST_CUBE, Variant


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"match_length": 7, "jacoby": True}, r"Jacoby rule does not apply in match play \(R8.5\)"),
        ({"match_length": 7, "beavers": True}, r"beavers do not apply in match play \(R8.5\)"),
        ({"match_length": 7, "beavers": True, "raccoons": True}, r"do not apply in match play \(R8.5\)"),
        ({"match_length": 7, "automatic_doubles": 1}, r"automatic doubles do not apply in match play \(R8.5\)"),
        ({"holland": True}, r"the Holland rule does not apply for money: .* \(R8.4\)"),
        ({"match_length": 7, "crawford": False, "holland": True}, r"after the Crawford game \(R8.4\)"),
        ({"raccoons": True}, r"a raccoon answers a beaver \(R7.6\)"),
        ({"cube": False, "jacoby": True}, "the Jacoby rule does not apply without a cube"),
        ({"cube": False, "beavers": True}, "beavers do not apply without a cube"),
        ({"cube": False, "automatic_doubles": 2}, "automatic doubles do not apply without a cube"),
        ({"cube": False, "cube_limit": 64}, "a cube limit does not apply without a cube"),
        ({"cube": False, "match_length": 5, "holland": True}, "the Holland rule does not apply without a cube"),
        ({"cube_limit": 2, "automatic_doubles": 2}, r"2 automatic doubles \(R2.5\) would exceed the cube limit of 2"),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: dict[str, Any], reason: str) -> None:
    """R2.5, R7.6, R7.7, R8.4, R8.5."""
    with pytest.raises(bg.ArgumentError, match=reason):
        bg.MatchRules(**options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"match_length": -1}, "match_length: expected 1 to 32767 points, or 0 for money, got -1"),
        ({"match_length": 32768}, "got 32768"),
        ({"match_length": 7.0}, "got 7.0"),
        ({"match_length": True}, "got True"),
        ({"cube_limit": 0}, r"a power of two from 2 to 2\^60 \(R7.7\), got 0"),
        ({"cube_limit": 1}, "got 1"),
        ({"cube_limit": 48}, "got 48"),
        ({"cube_limit": 2**61}, f"got {2**61}"),
        ({"cube_limit": "64"}, "got '64'"),
        ({"automatic_doubles": -1}, "got -1"),
        ({"automatic_doubles": 61}, "got 61"),
        ({"automatic_doubles": None}, "got None"),
        ({"variant": "backgammon"}, "variant: expected a gammon.match.Variant, got 'backgammon'"),
        ({"jacoby": 1}, "jacoby: expected True or False, got 1"),
        ({"crawford": "no"}, "crawford: expected True or False, got 'no'"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(bg.ArgumentError, match=reason):
        bg.MatchRules(**options)


def test_rules_are_values() -> None:
    rules = bg.MatchRules(match_length=7, holland=True)
    assert rules == bg.MatchRules(match_length=7, holland=True) != bg.MatchRules(match_length=7)
    assert len({rules, bg.MatchRules(match_length=7, holland=True)}) == 1
    assert (rules.is_money, bg.MatchRules().is_money) == (False, True)
    assert (rules.largest_cube, bg.MatchRules(cube_limit=64).largest_cube) == (LARGEST_CUBE, 64)
    with pytest.raises(AttributeError):
        rules.match_length = 5  # type: ignore[misc]


def test_starting_positions_of_the_variants() -> None:
    """R1.3, R10.1, R10.2."""
    assert Variant.BACKGAMMON.start == bg.Position.start()
    assert Variant.NACKGAMMON.start == bg.Position.nackgammon()
    assert Variant.HYPERGAMMON.start == bg.Position.hypergammon()
    assert [variant.checkers for variant in Variant] == [15, 15, 3, 15]
