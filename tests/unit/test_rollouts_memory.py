"""The size of a rollout does not grow with the number of trials."""

from __future__ import annotations

import pickle
import tracemalloc
from pathlib import Path

import gammon as bg

START = bg.Position.start()


def _sizes(trials: int, folder: Path) -> tuple[int, int, int, int]:
    """Return the sizes of pickle, JSON and checkpoint, and the peak of Python's memory while they were made."""
    file = folder / f"{trials}.json"
    tracemalloc.start()
    result = bg.rollout(START, trials, seed=2, truncate=1, luck="nothing", stakes=bg.Stakes(), checkpoint=file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.trials == trials
    return len(pickle.dumps(result)), len(result.to_json()), file.stat().st_size, peak


def test_the_size_of_a_rollout_is_flat_in_the_number_of_trials(tmp_path: Path) -> None:
    _sizes(36, tmp_path)
    few, many = _sizes(1000, tmp_path), _sizes(100_000, tmp_path)
    # A hundred times as many trials: sums have more digits, but there are not more of them.
    for name, small, large in zip(("pickle", "JSON", "checkpoint", "peak"), few, many, strict=True):
        assert large < 1.5 * small, name
    assert many[0] < 40_000
    assert many[3] < 2_000_000
