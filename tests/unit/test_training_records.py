"""Packing and unpacking training records, in the layout that self-play writes and a fit reads."""

from __future__ import annotations

import numpy as np
import pytest

import gammon as bg
from gammon import _engine
from gammon.training import Fit, pack_records, unpack_records
from tests.border.arrays import midgame

BOARDS, _ = midgame(16)


def test_records_of_self_play_unpack_and_pack_again() -> None:
    evaluator = bg.Evaluator(Fit(128, seed=1).to_network())
    records = _engine.training_records(evaluator, 3, seed=1, first_game=0, lambda_=1.0, explore=6, wild_turns=4)
    boards, targets, siblings = unpack_records(records)
    assert siblings.any()
    assert np.array_equal(pack_records(boards, targets, siblings), records)


def test_labels_of_bear_offs_are_exact_with_a_table() -> None:
    table = bg.tables.get("two-sided-6")
    evaluator = bg.Evaluator(Fit(128, seed=1).to_network(), [table])
    records = _engine.training_records(evaluator, 60, seed=1, first_game=0, lambda_=0.9, explore=6, wild_turns=4)
    boards, targets, _ = unpack_records(records)
    wins = table.values(boards)[:, 0]
    known = ~np.isnan(wins)
    assert known.sum() > 20
    # Targets are stored in units of 2^-14.
    assert np.abs(targets[known, 0] - wins[known]).max() < 2**-14


def test_a_record_is_laid_out_as_described() -> None:
    record = pack_records(bg.Position.start(), [[1, 0.5, 0, -0.25, 1 / 16384]])[0]
    assert record[:52].tolist() == bg.Position.start().to_array().reshape(-1).tolist()
    assert record[52:].tolist() == [0, 64, 0, 32, 0, 0, 0, 240, 1, 0, 0]


def test_a_fit_learns_from_packed_records() -> None:
    records = pack_records(BOARDS, np.full((16, 5), (0.5, 0.1, 0, 0.1, 0)))
    fit = Fit(128, seed=1)
    before = fit.squared_error(records)
    fit.train(records, np.tile(np.arange(16), 50), batch=16, rates=np.full(50, 0.003, np.float32))
    assert fit.squared_error(records) < before


def test_zero_records_are_an_empty_array() -> None:
    empty = pack_records(BOARDS[:0], np.zeros((0, 5)), np.zeros(0, bool))
    assert empty.shape == (0, 63)
    assert [len(part) for part in unpack_records(empty)] == [0, 0, 0]


@pytest.mark.parametrize("targets", [np.zeros((15, 5)), np.zeros((16, 4)), ["a"] * 16, np.full((16, 5), np.nan)])
def test_invalid_targets_are_refused(targets: object) -> None:
    with pytest.raises(bg.ArgumentError, match="targets"):
        pack_records(BOARDS, targets)  # type: ignore[arg-type]


@pytest.mark.parametrize("siblings", [np.zeros(15, bool), np.zeros(16), [True] + [False] * 15])
def test_invalid_siblings_are_refused(siblings: object) -> None:
    with pytest.raises(bg.ArgumentError, match="sibling"):
        pack_records(BOARDS, np.zeros((16, 5)), siblings)  # type: ignore[arg-type]


def test_invalid_records_are_refused() -> None:
    for wrong in (np.zeros((2, 62), np.uint8), np.zeros((2, 63)), [[0] * 63]):
        with pytest.raises(bg.ArgumentError, match=r"^records: expected uint8"):
            unpack_records(wrong)  # type: ignore[arg-type]
    with pytest.raises(bg.PositionError, match="row 1"):
        unpack_records(np.concatenate([pack_records(BOARDS[:1], np.zeros((1, 5))), np.ones((1, 63), np.uint8)]))
