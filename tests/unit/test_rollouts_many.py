"""`gammon.rollout_many`: a stream of rollouts, one for each position."""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.rollouts.many import Positions, position_seed
from gammon.typing import Boards

START = bg.Position.start()
MATCH = "-b----E-C---eE---c-e----B-:1:1:1:00:3:5:0:7:10"
DICE = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
QUICK: dict[str, Any] = {"truncate": 2}
BOARDS = bg.batch.random_positions(12, seed=4)
ONE = bg.Engine(threads=1)


def _rollouts(positions: Positions, **options: object) -> list[bg.Rollout]:
    return list(bg.rollout_many(positions, 36, **{**QUICK, **options}))


def test_each_position_gets_the_rollout_that_it_gets_alone() -> None:
    positions = [START, MATCH, DICE, bg.Xgid(MATCH), bg.MatchState.from_xgid(MATCH), BOARDS[3]]
    found = _rollouts(positions, seed=5)
    for position, one in zip(positions, found, strict=True):
        alone = bg.Position.from_array(position) if isinstance(position, np.ndarray) else position
        assert one == bg.rollout(alone, 36, seed=one.seed, **QUICK)
    assert [one.is_match for one in found] == [False, True, False, True, True, False]
    assert [one.is_cubeful for one in found] == [False, True, True, True, True, False]
    assert found[2].start.first == bg.Roll(3, 1)
    assert found[1] == found[3] == found[4]


def test_arrays_and_lists_give_the_same_rollouts_with_any_number_of_threads_and_by_an_executor() -> None:
    positions = [bg.Position.from_array(board) for board in BOARDS]
    found = _rollouts(positions, engine=ONE)
    assert [one.position for one in found] == positions
    assert _rollouts(BOARDS, engine=bg.Engine(threads=2)) == found
    assert _rollouts(BOARDS.astype(np.int64), engine=bg.Engine(threads=7)) == found
    with ThreadPoolExecutor(3) as pool:
        assert _rollouts(iter(positions), executor=pool) == found
    for settings in ({"seed": 2}, {"truncate": 1}):
        assert _rollouts(BOARDS, **settings) != found


def test_a_position_keeps_its_dice_among_other_positions() -> None:
    found = _rollouts(BOARDS)
    seeds = [one.seed for one in found]
    assert len(set(seeds)) == len(BOARDS)
    order = np.random.default_rng(1).permutation(len(BOARDS))
    assert _rollouts(BOARDS[order]) == [found[at] for at in order]
    assert _rollouts(BOARDS[5:6]) == found[5:6]
    assert _rollouts(BOARDS, start=9) == found[9:]
    assert _rollouts(iter(BOARDS), start=9) == found[9:]
    assert _rollouts(BOARDS, start=50) == []


def test_the_same_dice_on_request() -> None:
    found = _rollouts([START, MATCH], same_dice=True, seed=9, cubeless=True)
    assert [one.seed for one in found] == [9, 9]
    assert (found[0] - found[1]).is_paired


@pytest.mark.parametrize(
    ("stakes", "words"),
    [
        (None, ""),
        (bg.Stakes(), " money 1 0 1152921504606846976"),
        (bg.Stakes(bg.Scoring.money(jacoby=True, beavers=True), bg.Cube(2, -1)), " money jacoby beavers 2 -1 {max}"),
        (bg.Stakes(bg.Scoring.match(3, 1, crawford=bg.Crawford.THIS_GAME), max_cube=64), " 3 1 THIS_GAME 1 0 64"),
    ],
)
def test_the_seed_of_a_position_is_the_documented_hash(stakes: bg.Stakes | None, words: str) -> None:
    text = f"7 4HPwATDgc/ABMA 15{words.format(max=2**60)}"
    expected = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
    assert position_seed(7, START, stakes) == expected


def test_positions_are_read_only_a_little_ahead() -> None:
    for options in ({"engine": ONE}, {"engine": bg.Engine(threads=2)}):
        read = 0

        def endless() -> Iterator[bg.Position]:
            nonlocal read
            while True:
                read += 1
                yield START

        rollouts = bg.rollout_many(endless(), 1, truncate=1, **options)  # type: ignore[call-overload]
        assert read == 0
        assert [one.trials for one in itertools.islice(rollouts, 30)] == [1] * 30
        rollouts.close()
        assert 30 <= read <= 40


def test_an_executor_has_a_bounded_number_of_positions() -> None:
    read = 0

    def positions() -> Iterator[bg.Position]:
        nonlocal read
        for _ in range(2000):
            read += 1
            yield START

    with ThreadPoolExecutor(2) as pool:
        rollouts = bg.rollout_many(positions(), 1, truncate=1, executor=pool)
        next(rollouts)
        assert read <= 256
        rollouts.close()


BAD = {
    "no ID": ("nothing", "position ID, column 1"),
    "too many checkers": (np.ones((2, 26), np.uint8) * 3, ""),
    "wrong type": (3.5, "expected a Position"),
    "a row": (np.zeros(26, np.uint8), ""),
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_names_the_index_and_comes_after_the_results_before_it(bad: str, threads: int) -> None:
    position, words = BAD[bad]
    positions: list[Any] = [START, START, position, MATCH]
    rollouts = bg.rollout_many(positions, 2, engine=bg.Engine(threads=threads), **QUICK)
    assert [next(rollouts).trials, next(rollouts).trials] == [2, 2]
    with pytest.raises(bg.FailedPositionError, match=f"^position 2: .*{words}") as caught:
        next(rollouts)
    assert caught.value.index == 2
    assert isinstance(caught.value.__cause__, (bg.GammonError, TypeError))
    assert list(rollouts) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_errors_are_kept_on_request_and_nothing_else_is_lost(threads: int) -> None:
    positions: list[Any] = [START, *(position for position, _ in BAD.values()), MATCH]
    engine = bg.Engine(threads=threads)
    found = list(bg.rollout_many(positions, 2, engine=engine, keep_errors=True, start=1, **QUICK))
    errors, last = found[:-1], found[-1]
    assert [one.index for one in errors if isinstance(one, bg.FailedPositionError)] == [1, 2, 3, 4]
    assert isinstance(last, bg.Rollout)
    assert last.is_match


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_a_trial_names_the_index(threads: int) -> None:
    def ignorant(boards: Boards) -> npt.NDArray[np.float32]:
        if boards[0].sum() == 30:
            raise bg.UnfinishedGameError("no end in sight")
        return np.zeros((len(boards), 5), np.float32)

    small = bg.Position.hypergammon()
    engine = bg.Engine(ignorant, threads=threads, tables=())
    done, failed, last = bg.rollout_many([small, START, small], 2, engine=engine, keep_errors=True, **QUICK)
    assert isinstance(done, bg.Rollout)
    assert isinstance(last, bg.Rollout)
    assert isinstance(failed, bg.FailedPositionError)
    assert str(failed) == "position 1: no end in sight"
    assert isinstance(failed.__cause__, bg.UnfinishedGameError)


@pytest.mark.parametrize(
    ("positions", "options", "error", "words"),
    [
        ([START], {"trials": 0}, bg.ArgumentError, "trials"),
        ([START], {"seed": -1}, bg.ArgumentError, "seed"),
        ([START], {"start": -1}, bg.ArgumentError, "start"),
        ([START], {"same_dice": 1}, TypeError, "same_dice"),
        ([START], {"keep_errors": "yes"}, TypeError, "keep_errors"),
        ([START], {"checkpoint": "file"}, TypeError, "unknown option 'checkpoint'"),
        ([START], {"ahead": 3}, TypeError, "unknown option 'ahead'"),
        ([START], {"ply": 4}, bg.ArgumentError, "ply"),
        ([START], {"executor": 3}, TypeError, "executor"),
        (MATCH, {}, TypeError, "positions: expected .* got str"),
        (START, {}, TypeError, "positions: expected .* got Position"),
        (5, {}, TypeError, "positions: expected .* got int"),
        (START.to_array(), {}, bg.ArgumentError, r"positions: expected .* got an array of shape \(2, 26\)"),
    ],
)
def test_wrong_arguments_are_refused_by_the_call(
    positions: list[bg.Position], options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        bg.rollout_many(positions, **options)


def test_progress_counts_positions() -> None:
    told: list[tuple[int, int]] = []
    for positions, total in ((BOARDS[:3], 3), (iter(BOARDS[:3]), 0)):
        told.clear()
        list(bg.rollout_many(positions, 1, progress=lambda *done: told.append(done), **QUICK))
        assert told == [(1, total), (2, total), (3, total)]


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_the_stream_and_its_threads(threads: int) -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    before = threading.active_count()
    rollouts = bg.rollout_many([START] * 9, 4, engine=bg.Engine(threads=threads), progress=interrupt, **QUICK)
    next(rollouts)
    with pytest.raises(bg.Interrupted, match="interrupted after 2 positions"):
        next(rollouts)
    assert threading.active_count() == before


def test_threads_give_up_at_once_what_is_no_longer_wanted() -> None:
    before = threading.active_count()
    engine = bg.Engine(threads=2)
    rollouts = bg.rollout_many(["nothing", START, START], 2**40, engine=engine, keep_errors=True)
    assert isinstance(next(rollouts), bg.FailedPositionError)
    rollouts.close()
    assert threading.active_count() == before


def test_the_dice_of_many_positions_are_independent() -> None:
    """The first throws of 300 positions are distributed as throws are: a sixth are doubles, and every roll occurs."""
    boards = bg.batch.random_positions(300, seed=8)
    rolls = [one.first_rolls[0].roll for one in bg.rollout_many(boards, 1, truncate=1)]
    assert len(set(rolls)) == 21
    assert abs(sum(roll.high == roll.low for roll in rolls) - 50) < 4 * (300 * 1 / 6 * 5 / 6) ** 0.5
    assert len({one.first_rolls[0].roll for one in bg.rollout_many(boards[:50], 1, same_dice=True, truncate=1)}) == 1
