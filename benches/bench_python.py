"""Benchmarks through Python: single calls, batches and rollouts. `make bench` runs them.

Every benchmark checks its answer before it is timed.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import gammon as bg
from gammon.typing import Boards, Rolls

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "legal_plays_random.jsonl"


@pytest.fixture(scope="module")
def turns() -> tuple[Boards, Rolls, int]:
    """Return 200 mid-game positions, each with all 21 rolls, and the total number of legal plays."""
    lines = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    boards = np.repeat(bg.batch.from_gnubg_ids([line["position_id"] for line in lines]), 21, axis=0)
    rolls = np.tile(np.array([list(roll) for roll in bg.Roll.all()], np.uint8), (len(lines), 1))
    plays = sum(count for line in lines for count, *_ in line["rolls"].values())
    return boards, rolls, plays


def per_second(benchmark: BenchmarkFixture, things: int) -> None:
    """Record the rate per second of the fastest round."""
    if benchmark.stats is not None:
        benchmark.extra_info["a second"] = round(things / benchmark.stats.stats.min)


def test_batch_plays(benchmark: BenchmarkFixture, turns: tuple[Boards, Rolls, int]) -> None:
    """Legal plays of 4,200 rolls, as arrays."""
    boards, rolls, plays = turns
    results, offsets = benchmark(bg.batch.plays, boards, rolls, threads=1)
    assert len(results) == offsets[-1] == plays
    per_second(benchmark, len(boards))


def test_batch_plays_of_8(benchmark: BenchmarkFixture, turns: tuple[Boards, Rolls, int]) -> None:
    """Legal plays of 8 rolls, as a bot asks for them; a batch this small uses no threads by default."""
    boards, rolls = turns[0][:8].copy(), turns[1][:8].copy()
    assert len(benchmark(bg.batch.plays, boards, rolls)[1]) == 9
    per_second(benchmark, len(boards))


def test_single_plays(benchmark: BenchmarkFixture) -> None:
    """Legal plays of one roll, as objects."""
    position = bg.Position.start()
    assert len(benchmark(position.plays, 3, 1)) == 16
    per_second(benchmark, 1)


def test_batch_evaluate(benchmark: BenchmarkFixture, turns: tuple[Boards, Rolls, int]) -> None:
    """Static evaluations of unrelated positions."""
    boards = turns[0][::21]
    probabilities = benchmark(bg.batch.evaluate, boards, threads=1)
    assert probabilities.shape == (200, 5)
    per_second(benchmark, len(boards))


@pytest.mark.parametrize("table", ["two-sided-6", "one-sided-6", "network"])
def test_batch_evaluate_bearoffs(benchmark: BenchmarkFixture, table: str) -> None:
    """100,000 random bear-offs with up to six checkers on each side, by a table or by the network alone."""
    rng = np.random.default_rng(1)
    boards = np.zeros((100_000, 2, 26), np.uint8)
    for side in boards.reshape(-1, 26):
        places = rng.integers(1, 7, rng.integers(1, 7))
        side[:] = np.bincount(places, minlength=26)
        side[0] = 15 - len(places)
    engine = bg.Engine(tables=() if table == "network" else (table,))
    wins = bg.batch.evaluate(boards, engine=engine, threads=1)[:, 0]
    exact = bg.tables.get("two-sided-6").values(boards)[:, 0]
    assert np.abs(wins - exact).max() < {"two-sided-6": 1e-6, "one-sided-6": 0.05, "network": 0.3}[table]
    benchmark(bg.batch.evaluate, boards, engine=engine, threads=1)


def test_open_table(benchmark: BenchmarkFixture) -> None:
    """Mapping the file of the larger default table and checking its hash."""
    bg.tables.get("two-sided-6")
    path = bg.tables.path("two-sided-6")
    assert bg.Table._open("two-sided-6", path).size > 13_000_000
    benchmark(bg.Table._open, "two-sided-6", path)


def test_batch_best_plays(benchmark: BenchmarkFixture, turns: tuple[Boards, Rolls, int]) -> None:
    """Static decisions."""
    boards, rolls, _ = turns
    assert benchmark(bg.batch.best_plays, boards, rolls, threads=1).shape == boards.shape
    per_second(benchmark, len(boards))


@pytest.mark.parametrize(("ply", "positions"), [(0, 200), (1, 100), (2, 10)])
@pytest.mark.parametrize("scoring", [bg.Scoring.money(), bg.Scoring.match(7, 5)], ids=["money", "7-away, 5-away"])
def test_cube_decisions(
    benchmark: BenchmarkFixture, turns: tuple[Boards, Rolls, int], scoring: bg.Scoring, ply: int, positions: int
) -> None:
    """Cube decisions."""
    boards = turns[0][::21]
    boards = boards[(boards[:, :, 0] < 15).all(axis=1)][:positions]
    found = benchmark(bg.batch.cube_decisions, boards, ply=ply, threads=1, stakes=scoring)
    assert len(found) == len(boards)
    assert found.action_of(0) == bg.cube_decision(bg.Position.from_array(boards[0]), ply=ply, stakes=scoring).action
    per_second(benchmark, len(boards))


def test_random_games(benchmark: BenchmarkFixture) -> None:
    """Whole random games."""
    games = benchmark(bg.batch.play_games, 2000, "random", seed=1, threads=1)
    assert abs(games.turns.mean() - 97.0) < 4 * 39.5 / 2000**0.5
    per_second(benchmark, 2000)


@pytest.mark.parametrize("threads", [1, 2])
def test_rollout(benchmark: BenchmarkFixture, threads: int) -> None:
    """Rollout trials of the opening position, played to the end."""
    result = benchmark(bg.rollout, bg.Position.start(), 500, seed=1, opening=True, engine=bg.Engine(threads=threads))
    assert result.trials == 500
    per_second(benchmark, 500)
