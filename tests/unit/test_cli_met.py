"""``gammon met``."""

from __future__ import annotations

from pathlib import Path

import pytest

import gammon
from tests.unit.command_lines import (
    Capture,
    json_of,
    output_of,
)


def test_a_table_and_its_points_are_shown(capsys: Capture, tmp_path: Path) -> None:
    shown = output_of(capsys, "met", "woolsey", "--length", "12")
    assert "Kit Woolsey, 12 of 15 points" in shown
    assert "Copyright (C) 1992" in shown
    assert max(map(len, shown.split("\n"))) <= 80
    assert json_of(capsys, "met", "woolsey")["post_crawford"][0][:2] == [0.5, 0.485]
    points = json_of(capsys, "met", "--away", "3-4", "--cube", "1")
    assert points["take"] == pytest.approx(0.240364, abs=1e-6)
    turned = json_of(capsys, "met", "--away", "4-3", "--cube", "2")
    assert turned["take"] == pytest.approx(0.18564)
    assert turned["cash"] == pytest.approx(1 - 0.40053)
    assert turned["mwc"] == 0.4285
    assert "gammon value" in output_of(capsys, "met", "--away", "2-1")
    assert list(json_of(capsys, "met", "--list")["tables"]) == gammon.met.names()
    assert "rockwell_kazaross" in output_of(capsys, "met", "--list")
    path = tmp_path / "ours.json"
    output_of(capsys, "met", "--make", "--games", "50", "--length", "5", "--seed", "2", "--write", str(path))
    assert gammon.met.read(path) == gammon.make_met(5, games=50, seed=2)
