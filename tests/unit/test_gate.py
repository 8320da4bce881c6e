"""The gate: a paired match and its sequential test."""

from __future__ import annotations

import math
import random
import statistics
from decimal import Decimal
from typing import Any

import pytest

import gammon as bg
from gammon._engine import duel
from gammon.training import Fit, Gate, Verdict
from gammon.training.__main__ import main

SHIPPED = bg.Network.shipped()


def ignorant() -> bg.Network:
    return Fit(128, seed=1).to_network()


def test_a_network_against_itself_draws_every_pair_and_the_gate_stays_undecided() -> None:
    match = Gate(round=5, most_pairs=10).play(SHIPPED, SHIPPED, seed=1)
    assert (match.pairs, match.points_per_game, match.verdict) == (10, 0.0, Verdict.OPEN)


def test_the_shipped_network_passes_the_gate_against_an_untrained_one() -> None:
    gate = Gate(gain=0.5, round=10, most_pairs=200)
    assert gate.play(SHIPPED, ignorant(), seed=1).verdict is Verdict.BETTER
    assert gate.play(ignorant(), SHIPPED, seed=1).verdict is Verdict.NOT_BETTER


def test_pairs_add_up_with_any_number_of_threads() -> None:
    start, other = bg.Position.start(), ignorant()
    whole = duel(SHIPPED, other, 8, start=start, seed=4, first_pair=0, ply=0, threads=1)
    first = duel(SHIPPED, other, 5, start=start, seed=4, first_pair=0, ply=0, threads=7)
    second = duel(SHIPPED, other, 3, start=start, seed=4, first_pair=5, ply=0, threads=2)
    assert whole == tuple(a + b for a, b in zip(first, second, strict=True))


def test_pair_numbers_beyond_the_limit_are_refused() -> None:
    """They must not be dropped silently."""
    last = 2**64 - 2
    start = bg.Position.start()
    pairs, *_ = duel(SHIPPED, SHIPPED, 1, start=start, seed=4, first_pair=last, ply=0)
    assert pairs == 1
    with pytest.raises(bg.ArgumentError, match=rf"first_pair is {last + 1}; with 1 pairs"):
        duel(SHIPPED, SHIPPED, 1, start=start, seed=4, first_pair=last + 1, ply=0)


def test_a_match_is_played_at_the_given_ply() -> None:
    start, one, other = bg.Position.start(), ignorant(), Fit(128, seed=2).to_network()
    gate = Gate(round=2, most_pairs=2)
    for ply in (0, 1):
        _, points, squares = duel(one, other, 2, start=start, seed=4, first_pair=0, ply=ply)
        assert gate.play(one, other, seed=4, ply=ply) == gate.judge(2, points, squares)
    assert gate.play(one, other, seed=4, ply=1) != gate.play(one, other, seed=4)
    with pytest.raises(bg.ArgumentError, match="ply is 4"):
        gate.play(one, other, seed=4, ply=4)


@pytest.mark.parametrize(("gain", "expected"), [(0.02, Verdict.BETTER), (0.0, Verdict.NOT_BETTER)])
def test_the_sequential_test_keeps_its_error_rates(gain: float, expected: Verdict) -> None:
    """Wald: at either of the two hypothesized means, about the stated share of verdicts is wrong."""
    numbers = random.Random(7)
    gate = Gate(gain=0.02, most_pairs=10**9)
    wrong = 0
    for _ in range(200):
        pairs, points, squares = 0, 0.0, 0.0
        while True:
            # A normal approximation of one round's total: points per pair have mean 2 x gain and standard deviation 2.
            n = gate.round
            total = numbers.gauss(2 * gain * n, 2 * math.sqrt(n))
            pairs, points, squares = pairs + n, points + total, squares + 4 * n
            verdict = gate.judge(pairs, round(points), round(squares)).verdict
            if verdict is not Verdict.OPEN:
                break
        wrong += verdict is not expected
    # 5 % of 200 is 10; four binomial standard deviations above that is 22.
    assert wrong <= 22


def test_invalid_gates_are_refused() -> None:
    for bad in ({"gain": 0.0}, {"error": 0.5}, {"round": 0}, {"most_pairs": 0}):
        with pytest.raises(bg.ArgumentError):
            Gate(**bad)


@pytest.mark.parametrize(
    "bad",
    [{"gain": "1"}, {"error": None}, {"round": 1.5}, {"most_pairs": Decimal("NaN")}, {"gain": Decimal(1)}],
    ids=str,
)
def test_a_gate_of_wrong_types_is_a_type_error(bad: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=f"^{next(iter(bad))}: expected "):
        Gate(**bad)


def test_one_pair_has_no_standard_error_and_several_have_that_of_the_sample() -> None:
    """A pair's points are the sum of two games; a match result is in points per game."""
    one = Gate().judge(1, 4, 16)
    assert (one.points_per_game, one.standard_error, one.interval, one.verdict) == (2.0, None, None, Verdict.OPEN)
    assert str(one) == "+2.0000 points per game, 1 pair"
    pairs = [3, -1, 0, 6]
    some = Gate().judge(4, sum(pairs), sum(pair * pair for pair in pairs))
    error = statistics.stdev(pair / 2 for pair in pairs) / 2
    assert some.standard_error == pytest.approx(error)
    assert some.interval == pytest.approx((1 - 1.959964 * error, 1 + 1.959964 * error))
    assert some.to_dict()["format"] == "gammon gate 1"


@pytest.mark.parametrize(
    ("sums", "says"),
    [
        ((0, 0, 0), "pairs: expected at least one, got 0"),
        ((2, 5, 3), "squares: 3 is too small for 2 pairs with 5 points in total"),
    ],
)
def test_impossible_sums_of_pairs_are_refused(sums: tuple[int, int, int], says: str) -> None:
    with pytest.raises(bg.ArgumentError, match=says):
        Gate().judge(*sums)


def test_the_command_prints_the_verdict_and_exits_with_it(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/ignorant.gnn"
    with open(path, "wb") as file:
        file.write(ignorant().to_bytes())
    assert main(["gate", path, "--pairs", "3000"]) == 1
    assert capsys.readouterr().out.startswith("not better: -")
    assert main(["gate", "shipped", "--against", path, "--pairs", "3000"]) == 0
    assert main(["gate", "shipped", "--against", path, "--pairs", "100", "--ply", "1"]) == 0
    assert ", 100 pairs, 1-ply" in capsys.readouterr().out
    assert main(["gate", f"{tmp_path}/none.gnn"]) == 1
