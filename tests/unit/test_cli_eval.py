"""``gammon eval``."""

from __future__ import annotations

import pytest

import gammon
from tests.unit.command_lines import (
    BEFORE_ROLL,
    WITH_31,
    Capture,
    figures,
    json_of,
    output_and_notes_of,
    output_of,
)


def test_eval_prints_the_evaluation(capsys: Capture) -> None:
    answer = json_of(capsys, "eval", BEFORE_ROLL)
    outcome = gammon.evaluate(gammon.Position.start(), ply=2)
    assert answer["outcome"]["win"] == outcome.win
    assert answer["outcome"]["lose_backgammon"] == outcome.lose_backgammon
    assert answer["outcome"]["cubeless_equity"] == outcome.cubeless_equity
    table = output_of(capsys, "eval")
    assert figures(table, "win") == pytest.approx([100 * outcome.win], abs=0.0051)
    assert figures(table, "lose") == pytest.approx([100 - 100 * outcome.win], abs=0.0051)
    assert figures(table, "cubeless equity") == pytest.approx([outcome.cubeless_equity], abs=0.000051)


def test_eval_reports_that_it_ignores_the_roll(capsys: Capture) -> None:
    assert "3 1" not in output_of(capsys, "eval", BEFORE_ROLL)
    out, said = output_and_notes_of(capsys, "eval", WITH_31)
    assert said == "gammon: ignored in the ID: the roll (3 1)\n"
    assert "`gammon plays` ranks the plays of 3 1." in out
