"""Exact winning chances with at most two checkers a side, most with contact (`tests/golden/contact_2v2.jsonl`)."""

from __future__ import annotations

import numpy as np
import pytest

import gammon as bg
from strength import exact
from strength.judges import GammonJudge
from tests.golden.read import jsonl

CASES = jsonl("contact_2v2.jsonl")

BOUNDS = {0: 0.02, 1: 0.012, 2: 0.01}
"""Upper bounds of a shipped network's mean absolute error, by ply: slightly above the first network's errors."""


@pytest.fixture(scope="module")
def positions() -> list[bg.Position]:
    return [bg.Position.from_gnubg_id(case["position_id"]) for case in CASES]


def test_positions_are_legal_and_match_their_description(positions: list[bg.Position]) -> None:
    assert len(positions) == 500
    # One position is listed twice.
    assert len({case["position_id"] for case in CASES}) == len(set(positions)) == 499
    for case, position in zip(CASES, positions, strict=True):
        assert position == bg.Position.from_xgid(f"XGID={case['xgid_board']}:0:0:1:00:0:0:0:0:10")
        assert position.gnubg_id == case["position_id"]
        assert [position.own[0], position.opponent[0]] == case["off"]
        assert min(case["off"]) >= 13
        assert not position.is_over
        # Four in five have contact; the others are races.
        own, opponent = (
            max(place for place in range(26) if side[place] and place) for side in (position.own, position.opponent)
        )
        assert position.is_contact == (own + opponent > 25)
    assert 400 <= sum(position.is_contact for position in positions) < 500


def test_chances_and_equities_of_the_file_are_consistent(positions: list[bg.Position]) -> None:
    """There are no gammons, since each side has borne off a checker: cubeless equity is 2p - 1."""
    for case, position in zip(CASES, positions, strict=True):
        assert 0.0 <= case["win"] <= 1.0
        assert case["cubeless"] == pytest.approx(2 * case["win"] - 1, abs=1e-9)
        assert bg.evaluate(position).win_gammon == bg.evaluate(position).lose_gammon == 0.0


def test_winning_chances_equal_the_mean_over_the_next_turn() -> None:
    """A chance is the mean over 36 rolls of the best play's chance, where the chances of all successors are known.

    The chances of races follow by the same recursion down to the end of the game, since a race has no hits.
    """
    known = {bg.Position.from_gnubg_id(case["position_id"]): float(case["win"]) for case in CASES}
    races: dict[bg.Position, float | None] = {}

    def win(position: bg.Position) -> float | None:
        """Return the winning chance of the player on roll, or None if it is not known."""
        if position in known:
            return known[position]
        if not position.is_race:
            return None
        if position not in races:
            races[position] = expected(position)
        return races[position]

    def expected(position: bg.Position) -> float | None:
        total = 0.0
        for roll in bg.Roll.all():
            best = None
            for play in position.plays(roll.high, roll.low):
                reply = play.position
                theirs = 0.0 if reply.is_over else win(reply)
                if theirs is None:
                    return None
                best = 1 - theirs if best is None else max(best, 1 - theirs)
            if best is None:
                theirs = win(position.swap())
                if theirs is None:
                    return None
                best = 1 - theirs
            total += roll.weight * best
        return total / 36

    checked = 0
    for position, chance in known.items():
        follows = expected(position)
        if follows is not None:
            checked += 1
            assert follows == pytest.approx(chance, abs=1e-9)
    assert checked >= 20


@pytest.mark.parametrize("ply", sorted(BOUNDS))
def test_the_shipped_network_s_error_has_not_grown(ply: int) -> None:
    boards = np.array([bg.Position.from_gnubg_id(case["position_id"]).to_array() for case in CASES])
    wins = np.array([case["win"] for case in CASES])
    assert exact.measure(GammonJudge(ply), boards, wins).mean_absolute <= BOUNDS[ply]


def test_the_bench_reads_the_same_positions(positions: list[bg.Position]) -> None:
    boards, wins = exact.read_exact()
    assert [bg.Position.from_array(board) for board in boards] == positions
    assert wins.tolist() == [case["win"] for case in CASES]
