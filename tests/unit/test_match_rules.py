"""`gammon.MatchRules`: options in their ranges, and none that exclude each other."""

from __future__ import annotations

from typing import Any

import pytest

import gammon as bg
from gammon.match import LARGEST_CUBE, Variant


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"match_length": 7, "jacoby": True}, r"Jacoby rule does not apply \(R8.5\)"),
        ({"match_length": 7, "beavers": True}, r"beavers do not apply \(R8.5\)"),
        ({"match_length": 7, "beavers": True, "raccoons": True}, r"do not apply \(R8.5\)"),
        ({"match_length": 7, "automatic_doubles": 1}, r"automatic doubles do not apply \(R8.5\)"),
        ({"holland": True}, r"for money the Holland rule does not apply: .* \(R8.4\)"),
        ({"match_length": 7, "crawford": False, "holland": True}, r"after the Crawford game \(R8.4\)"),
        ({"raccoons": True}, r"a raccoon answers a beaver \(R7.6\)"),
        ({"cube": False, "jacoby": True}, "without a cube the Jacoby rule does not apply"),
        ({"cube": False, "beavers": True}, "without a cube beavers do not apply"),
        ({"cube": False, "automatic_doubles": 2}, "without a cube automatic doubles do not apply"),
        ({"cube": False, "cube_limit": 64}, "without a cube a limit of the cube does not apply"),
        ({"cube": False, "match_length": 5, "holland": True}, "without a cube the Holland rule does not apply"),
        ({"cube_limit": 2, "automatic_doubles": 2}, r"2 automatic doubles \(R2.5\) exceed the cube's limit of 2"),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: dict[str, Any], reason: str) -> None:
    """R2.5, R7.6, R7.7, R8.4, R8.5."""
    with pytest.raises(bg.ArgumentError, match=reason):
        bg.MatchRules(**options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"match_length": -1}, "a match is to 1 to 32767 points, or 0 for money, not -1"),
        ({"match_length": 32768}, "not 32768"),
        ({"match_length": 7.0}, "not 7.0"),
        ({"match_length": True}, "not True"),
        ({"cube_limit": 0}, r"a power of two from 2 to 2\^60 \(R7.7\), not 0"),
        ({"cube_limit": 1}, "not 1"),
        ({"cube_limit": 48}, "not 48"),
        ({"cube_limit": 2**61}, f"not {2**61}"),
        ({"cube_limit": "64"}, "not '64'"),
        ({"automatic_doubles": -1}, "not -1"),
        ({"automatic_doubles": 61}, "not 61"),
        ({"automatic_doubles": None}, "not None"),
        ({"variant": "backgammon"}, "a variant is one of gammon.match.Variant, not 'backgammon'"),
        ({"jacoby": 1}, "the option jacoby is True or False, not 1"),
        ({"crawford": "no"}, "the option crawford is True or False, not 'no'"),
    ],
)
def test_what_is_no_option_is_refused(options: dict[str, Any], reason: str) -> None:
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


def test_variants_start_where_they_should() -> None:
    """R1.3, R10.1, R10.2."""
    assert Variant.BACKGAMMON.start == bg.Position.start()
    assert Variant.NACKGAMMON.start == bg.Position.nackgammon()
    assert Variant.HYPERGAMMON.start == bg.Position.hypergammon()
    assert [variant.checkers for variant in Variant] == [15, 15, 3, 15]
