"""Numbers as arguments: all bits of a seed count, and a number out of range is refused with the argument's name."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gammon as bg
from tests.border.arrays import midgame

START = bg.Position.start()
BOARDS, ROLLS = midgame(20)

Call = Callable[[Any], object]


def _counts(result: bg.Rollout) -> tuple[object, ...]:
    return result.tally.first, result.tally.turns


WITH_SEED: dict[str, Call] = {
    "rolls": lambda seed: bg.batch.rolls(20, seed=seed, turn=1).tolist(),
    "opening_rolls": lambda seed: bg.batch.opening_rolls(20, seed=seed).tolist(),
    "random_plays": lambda seed: bg.batch.random_plays(BOARDS, ROLLS, seed=seed).tolist(),
    "play_games": lambda seed: bg.batch.play_games(20, seed=seed).turns.tolist(),
    "rollout": lambda seed: _counts(bg.rollout(START, 20, seed=seed)),
}


@pytest.mark.parametrize("call", WITH_SEED)
def test_every_bit_of_a_seed_counts(call: str) -> None:
    seeds = [1, 2**32 + 1, 2**31 + 1, 2**63 + 1, 2**64 - 1]
    answers = [WITH_SEED[call](seed) for seed in seeds]
    for one, answer in enumerate(answers):
        assert answer not in answers[:one], seeds[one]
    assert answers == [WITH_SEED[call](seed) for seed in seeds]


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**64), 1.0, 1.5, float("nan"), "1", b"1", None, [1], np.float64(1)])
@pytest.mark.parametrize("call", WITH_SEED)
def test_an_invalid_seed_is_refused(call: str, seed: Any) -> None:  # noqa: ANN401
    with pytest.raises(bg.ArgumentError, match=r"^seed is .*; it must be an int from 0 to 2\^64 - 1$"):
        WITH_SEED[call](seed)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64, np.intp])
@pytest.mark.parametrize("call", WITH_SEED)
def test_numpy_integers_are_seeds_too(call: str, kind: type[np.integer[Any]]) -> None:
    assert WITH_SEED[call](kind(77)) == WITH_SEED[call](77)


def test_the_largest_numpy_seed_is_the_largest_seed() -> None:
    largest = np.uint64(2**64 - 1)
    assert np.array_equal(bg.batch.rolls(9, seed=int(largest), turn=1), bg.batch.rolls(9, seed=largest, turn=1))


OUT_OF_RANGE: dict[str, Call] = {
    "rolls, n": lambda number: bg.batch.rolls(number, seed=1, turn=1),
    "rolls, turn": lambda number: bg.batch.rolls(1, seed=1, turn=number),
    "rolls, first_game": lambda number: bg.batch.rolls(1, seed=1, turn=1, first_game=number),
    "opening_rolls, n": lambda number: bg.batch.opening_rolls(number, seed=1),
    "opening_rolls, first_game": lambda number: bg.batch.opening_rolls(1, seed=1, first_game=number),
    "random_plays, turn": lambda number: bg.batch.random_plays(BOARDS, ROLLS, seed=1, turn=number),
    "random_plays, first_game": lambda number: bg.batch.random_plays(BOARDS, ROLLS, seed=1, first_game=number),
    "play_games, n": lambda number: bg.batch.play_games(number, seed=1),
    "play_games, first_game": lambda number: bg.batch.play_games(range(number, number + 1), seed=1),
    "rollout, trials": lambda number: bg.rollout(START, number, seed=1),
    "rollout, threads": lambda number: bg.rollout(START, 1, seed=1, engine=bg.Engine(threads=number)),
    "play_games, threads": lambda number: bg.batch.play_games(1, seed=1, threads=number),
    "plays, threads": lambda number: bg.batch.plays(BOARDS, ROLLS, threads=number),
    "evaluate, threads": lambda number: bg.batch.evaluate(BOARDS, threads=number),
    "glance, threads": lambda number: bg.batch.glance(BOARDS, threads=number),
    "rolls, threads": lambda number: bg.batch.rolls(1, seed=1, turn=1, threads=number),
    "evaluate, ply": lambda number: bg.evaluate(START, ply=number),
    "rank_plays, ply": lambda number: bg.rank_plays(START, (3, 1), ply=number),
    "many evaluate, ply": lambda number: bg.batch.evaluate(BOARDS, ply=number),
    "best_plays, ply": lambda number: bg.batch.best_plays(BOARDS, ROLLS, ply=number),
}


@pytest.mark.parametrize("call", sorted(OUT_OF_RANGE.keys() - {"play_games, first_game"}))
def test_the_bool_of_numpy_is_not_an_integer(call: str) -> None:
    """Older versions of NumPy convert it with a warning; a `range` of it is Python's own."""
    with pytest.raises((TypeError, bg.ArgumentError)):
        OUT_OF_RANGE[call](np.bool_(True))


@pytest.mark.parametrize("number", [-1, 2**64, 2**70, -(2**70)])
@pytest.mark.parametrize("call", OUT_OF_RANGE)
def test_a_number_out_of_its_range_is_refused(call: str, number: int) -> None:
    name = "trial" if "trial" in call else call.split(", ")[1]
    with pytest.raises(bg.ArgumentError, match=rf"{name}s? is -?[0-9]+; "):
        OUT_OF_RANGE[call](number)


@pytest.mark.parametrize("number", [0, 1025])
@pytest.mark.parametrize("call", [call for call in OUT_OF_RANGE if call.endswith("threads")])
def test_there_are_1_to_1024_threads(call: str, number: int) -> None:
    with pytest.raises(bg.ArgumentError, match=f"threads is {number}; it must be from 1 to 1024"):
        OUT_OF_RANGE[call](number)


@pytest.mark.parametrize("call", [call for call in OUT_OF_RANGE if call.endswith("ply")])
def test_plies_are_0_to_3(call: str) -> None:
    OUT_OF_RANGE[call](1)
    with pytest.raises(bg.ArgumentError, match="ply is 4; it must be from 0 to 3"):
        OUT_OF_RANGE[call](4)
    with pytest.raises(TypeError):
        OUT_OF_RANGE[call](1.0)


def test_no_games_and_no_rolls_are_empty_arrays() -> None:
    assert len(bg.batch.play_games(0, seed=1)) == 0
    assert bg.batch.rolls(0, seed=1, turn=1).shape == (0, 2)
    assert bg.batch.opening_rolls(0, seed=1).shape == (0, 2)


DICE: dict[str, Call] = {
    "Roll": lambda number: bg.Roll(1, number),
    "plays": lambda number: START.plays(number, 1),
    "parse_play": lambda number: START.parse_play("8/5 6/5", 3, number),
    "rank_plays": lambda number: bg.rank_plays(START, (number, 1)),
    "rollout": lambda number: bg.rollout(START, 1, seed=1, roll=(1, number)),
}


@pytest.mark.parametrize("number", [0, 7, -1, 256, 257, 2**32 + 1, 2**64 + 1, -(2**70)])
@pytest.mark.parametrize("call", DICE)
def test_a_die_out_of_range_is_refused(call: str, number: int) -> None:
    # A number beyond 64 bits may be shown clamped to them.
    with pytest.raises(bg.DiceError, match=f"a die shows 1 to 6, not {number if abs(number) < 2**63 else ''}"):
        DICE[call](number)


CHECKERS: dict[str, Call] = {
    "Position.from_xgid": lambda number: bg.Position.from_xgid(START.xgid, checkers=number),
    "Position.from_gnubg_id": lambda number: bg.Position.from_gnubg_id(START.gnubg_id, checkers=number),
    "Xgid": lambda number: bg.Xgid(START.xgid, checkers=number),
    "GnubgId": lambda number: bg.GnubgId("4HPwATDgc/ABMA:cIkFAAAAAAAA", checkers=number),
    "from_gnubg_ids": lambda number: bg.batch.from_gnubg_ids([START.gnubg_id], checkers=number),
    "Position": lambda number: bg.Position([number, *[0] * 25], [15, *[0] * 25]),
}


@pytest.mark.parametrize("number", [0, 16, -1, 256 + 15, 2**32 + 15, 2**64 + 15, -(2**70)])
@pytest.mark.parametrize("call", CHECKERS)
def test_a_number_of_checkers_out_of_range_is_refused(call: str, number: int) -> None:
    with pytest.raises(bg.PositionError, match=str(number) if abs(number) < 2**63 else "checkers"):
        CHECKERS[call](number)


HUGE = """
import gammon as bg
try:
    {call}
except (bg.ArgumentError, MemoryError) as error:
    print("refused:", type(error).__name__, error)
"""


@pytest.mark.parametrize("exponent", [44, 50, 60, 62, 63])
@pytest.mark.parametrize(
    "call",
    ["bg.batch.play_games({n}, seed=1)", "bg.batch.rolls({n}, seed=1, turn=1)", "bg.batch.opening_rolls({n}, seed=1)"],
)
def test_a_request_for_too_much_memory_is_refused_and_the_process_survives(call: str, exponent: int) -> None:
    code = HUGE.format(call=call.format(n=2**exponent))
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=20)
    assert child.returncode == 0, child.stderr
    assert child.stdout.startswith("refused: ")
