"""The reference's legal plays against golden vectors, by rule, and by property (R3 to R5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from gammon.reference import (
    Board,
    DiceError,
    Play,
    Row,
    Rules,
    from_position_id,
    from_xgid_board,
    legal_plays,
    to_position_id,
)
from tests.golden.read import jsonl, toml
from tests.reference.strategies import boards, dice

STARTS = {
    "backgammon": Board.start(),
    "nackgammon": Board.nackgammon(),
    "hypergammon": Board.hypergammon(),
}
DISTINCT_ROLLS = [(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1)]
PITFALLS = toml("pitfalls.toml")["plays"]


def result_ids(plays: Iterable[Play]) -> list[str]:
    """Return the sorted position IDs of the results."""
    return sorted(to_position_id(play.position.swap()) for play in plays)


def put(board: Board, text: str) -> Board:
    """Apply the moves of a written play without checking that it is legal."""
    places = {"bar": 25, "off": 0}
    own, opponent = (list(side) for side in board.to_counts())
    for part in text.split():
        steps = [step.rstrip("*") for step in part.split("/")]
        stops = [places[step] if step in places else int(step) for step in steps]
        for source, destination in pairwise(stops):
            own[source] -= 1
            own[destination] += 1
            if destination and opponent[25 - destination]:
                opponent[25 - destination] -= 1
                opponent[25] += 1
    return Board.from_counts(own, opponent)


def perft(board: Board, depth: int, first_roll_differs: bool) -> Counter[Board]:
    """Return each reachable board with the number of play sequences that lead to it."""
    reached = Counter({board: 1})
    for turn in range(depth):
        onward: Counter[Board] = Counter()
        for before, ways in reached.items():
            for die1, die2 in DISTINCT_ROLLS:
                if turn == 0 and first_roll_differs and die1 == die2:
                    continue
                for play in legal_plays(before, die1, die2):
                    onward[play.position] += ways
        reached = onward
    return reached


@pytest.mark.parametrize("case", jsonl("legal_plays_special.jsonl"), ids=lambda c: c["name"][:3])
def test_special_positions(case: dict[str, Any]) -> None:
    """R3.5, R3.6, R4, R5: hand-made positions with every result."""
    board = from_xgid_board(case["xgid_board"])
    assert to_position_id(board) == case["position_id"]
    plays = legal_plays(board, *case["roll"])
    assert result_ids(plays) == sorted(r["position_id_mover"] for r in case["results"])
    assert len(plays) == case["n_distinct"]


def test_random_positions() -> None:
    """R3 to R5 on 200 positions with all rolls."""
    cases = jsonl("legal_plays_random.jsonl")
    assert len(cases) == 200
    for case in cases:
        board = from_xgid_board(case["xgid_board"])
        assert len(case["rolls"]) == 21
        for roll, (count, digest, *listed) in case["rolls"].items():
            found = result_ids(legal_plays(board, int(roll[0]), int(roll[1])))
            assert len(found) == count, (case["xgid_board"], roll)
            assert hashlib.sha256("\n".join(found).encode()).hexdigest()[:16] == digest
            for expected in listed:
                assert found == sorted(expected)


@pytest.mark.parametrize("name", STARTS)
def test_every_roll_at_the_start(name: str) -> None:
    """R3: the number of results of each of the 21 rolls at the start."""
    facts = toml("perft.toml")["start"][name]
    counts = {f"{die1}{die2}": len(legal_plays(STARTS[name], die1, die2)) for die1, die2 in DISTINCT_ROLLS}
    assert counts == facts["rolls"]
    assert sum(counts.values()) == facts["sum_distinct_rolls"]
    different = sum(count for roll, count in counts.items() if roll[0] != roll[1])
    assert different == facts["sum_non_doubles"]
    assert sum(counts.values()) + different == facts["sum_ordered_rolls"]


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        pytest.param(name, fact, id=f"{name}-{fact['depth']}-{fact['first_roll_differs']}")
        for name in STARTS
        for fact in toml("perft.toml")["start"][name]["perft"]
        if fact["depth"] == 1 or name == "hypergammon"
    ],
)
def test_perft(name: str, fact: dict[str, Any]) -> None:
    """R3: plays and positions one turn deep, and two turns in hypergammon."""
    reached = perft(STARTS[name], fact["depth"], fact["first_roll_differs"])
    assert sum(reached.values()) == fact["plays"]
    if "positions" in fact:
        assert len(reached) == fact["positions"]


def test_the_longest_lists() -> None:
    """R3.2: the largest known numbers of results are all found."""
    for fact in toml("random_play.toml")["most_results"]:
        if "position_id" in fact:
            board = from_position_id(fact["position_id"])
        else:
            board = Board.from_counts(fact["own"], fact["opponent"])
        assert len(legal_plays(board, *fact["roll"])) == fact["count"]


@pytest.mark.parametrize("case", PITFALLS, ids=[case["id"] for case in PITFALLS])
def test_pitfalls(case: dict[str, Any]) -> None:
    """R3 to R5: positions that other programs got wrong."""
    board = from_xgid_board(case["board"])
    if "position_id" in case:
        assert to_position_id(board) == case["position_id"]
    for die1, die2 in case["rolls"]:
        plays = legal_plays(board, die1, die2)
        results = [play.position.swap() for play in plays]
        assert legal_plays(board, die2, die1) == plays
        assert len(results) == len(set(results)) == case["count"]
        if "plays" in case:
            assert set(results) == {put(board, text) for text in case["plays"]}
        for text in case.get("includes", []):
            assert put(board, text) in results
        for result in results:
            assert result.bar == case.get("own_bar", result.bar)
            assert board.pip_counts[0] - result.pip_counts[0] == case.get(
                "pips", board.pip_counts[0] - result.pip_counts[0]
            )
            assert result.is_over == case.get("over", result.is_over)


# The order of plays, and which move sequence represents a result, are documented guarantees.


def moves(text: str, die1: int, die2: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the moves of every play."""
    return [play.moves for play in legal_plays(from_xgid_board(text), die1, die2)]


def one_by_one(board: Board, die1: int, die2: int) -> list[Play]:
    """Enumerate plays with nested loops, as the documentation describes the order, without merging on the way."""
    rules = Rules()
    found: list[tuple[tuple[int, ...], Play]] = []

    def go_on(dice_left: tuple[int, ...], used: tuple[int, ...], play: Play) -> None:
        found.append((used, play))
        for move in rules.moves(play.mover_row, dice_left[0]) if dice_left else ():
            longer = Play((*play.moves, move), rules.after(play.mover_row, move))
            go_on(dice_left[1:], (*used, dice_left[0]), longer)

    for order in rules.orders(die1, die2):
        go_on(order, (), Play((), board.row))
    most = max(len(used) for used, _ in found)
    longest = [(used, play) for used, play in found if len(used) == most > 0]
    if most == 1 and any(used[0] == max(die1, die2) for used, _ in longest):
        longest = [(used, play) for used, play in longest if used[0] == max(die1, die2)]
    firsts: dict[Row, Play] = {}
    for _, play in longest:
        firsts.setdefault(play.mover_row, play)
    return list(firsts.values())


def test_order_of_two_numbers() -> None:
    """R3.1: larger die first, high sources first; results that only the other order of dice gives come last."""
    assert moves("-a------AaA---------------", 1, 2) == [
        ((10, 8), (8, 7)),
        ((8, 6), (10, 9)),
        ((8, 6), (6, 5)),
        ((10, 9), (9, 7)),
    ]


def test_order_of_a_double() -> None:
    """R3.2: high sources first, move by move."""
    assert moves("-a-A------A---------------", 1, 1) == [
        ((10, 9), (9, 8), (8, 7), (7, 6)),
        ((10, 9), (9, 8), (8, 7), (3, 2)),
        ((10, 9), (9, 8), (3, 2), (2, 1)),
    ]


def test_order_of_one_number() -> None:
    """R3.6: high sources first when only one die can be played."""
    assert moves("---b-----b----Ab----A-----", 6, 5) == [((20, 14),), ((14, 8),)]


@settings(max_examples=60, deadline=None)
@given(boards(), dice, dice)
def test_order_and_moves_match_nested_loops(board: Board, die1: int, die2: int) -> None:
    """R3: merging equal positions changes neither the order nor the moves that represent a result."""
    expected = [] if board.is_over else one_by_one(board, die1, die2)
    assert legal_plays(board, die1, die2) == expected


# One small case per rule.


@pytest.mark.parametrize(
    ("rule", "text", "roll", "expected"),
    [
        (
            "R3.1 one checker or two",
            "-a------A-A---------------",
            (2, 1),
            ["10/7", "8/6 10/9", "8/5"],
        ),
        ("R3.2 four moves", "-a---------A--------------", (2, 2), ["11/3"]),
        ("R3.2 or as many as can be", "-a-----b-----A------------", (2, 2), ["13/9"]),
        ("R3.3 two hold a point", "-----b----A---------------", (5, 4), ["10/6/1"]),
        ("R3.3 one does not", "-----a----A---------------", (5, 4), ["10/5*/1", "10/6/1"]),
        ("R3.4 the point between", "------b-b-A---------------", (4, 2), []),
        ("R3.4 by one order or the other", "------b---A---------------", (4, 2), ["10/8/4"]),
        ("R3.5 both numbers", "----b-M-A-------b-cdd---A-", (6, 2), ["24/22 8/2"]),
        ("R3.5 also to win", "-----aA-------------------", (6, 1), ["6/5*/off"]),
        ("R3.6 the larger", "-Nb----------A-----eec----", (6, 5), ["13/7"]),
        ("R3.6 the smaller if it is the only", "-Nb----b-----A-----eea----", (6, 5), ["13/8"]),
        ("R3.7 nothing", "-N-----bb----A-----edb----", (6, 5), []),
        ("R4.1 to hit or not", "-------a-A----------------", (2, 1), ["9/7*/6", "9/8/6"]),
        (
            "R4.2 the bar first",
            "a-----A------------------A",
            (3, 1),
            ["bar/21", "bar/22 6/5", "bar/24 6/3"],
        ),
        ("R4.3 on the 25 - d point", "-a-----------------bb-bbbA", (4, 4), ["bar/21/9"]),
        ("R4.4 all that can", "------E-C----Ee----bbb-bbB", (3, 1), ["bar/22"]),
        (
            "R4.5 then that checker or another",
            "-a------A----------b-----A",
            (6, 2),
            ["bar/23/17", "bar/23 8/2"],
        ),
        ("R4.6 shut out", "------A------------bbbbbbA", (6, 5), []),
        ("R5.1 all at home", "--a---A--A----------------", (6, 5), ["9/4 6/off", "9/3 6/1"]),
        (
            "R5.2 off the d-point",
            "--a--AA-------------------",
            (6, 5),
            ["6/off 5/off", "6/1 5/off"],
        ),
        (
            "R5.3 else a higher one moves",
            "--a-A-A-------------------",
            (5, 1),
            ["6/1 4/3", "6/5/off"],
        ),
        ("R5.4 else the highest goes off", "--aAA---------------------", (6, 5), ["4/off 3/off"]),
        ("R5.5 it need not go off", "---A--A-------------a-----", (3, 1), ["6/3 3/2", "3/off 6/5"]),
        ("R5.6 not while one comes round", "--a---A------------------A", (6, 6), ["bar/19/1"]),
        ("R5.7 the rest is void", "--A---------e----c-e-b----", (6, 6), ["2/off"]),
    ],
)
def test_each_rule(rule: str, text: str, roll: tuple[int, int], expected: list[str]) -> None:
    """The results must be exactly the expected ones."""
    board = from_xgid_board(text)
    results = {play.position.swap() for play in legal_plays(board, *roll)}
    assert results == {put(board, play) for play in expected}, rule


# Properties.


@given(boards(), dice, dice)
def test_properties_of_legal_plays(board: Board, die1: int, die2: int) -> None:
    """R1.1, R3.1, R3.2, R3.5: properties of every list of plays."""
    plays = legal_plays(board, die1, die2)
    assert plays == legal_plays(board, die2, die1)
    assert len({play.mover_row for play in plays}) == len(plays)
    assert len({len(play.moves) for play in plays}) <= 1
    at_most = 4 if die1 == die2 else 2
    for play in plays:
        moves_made, after = play.moves, play.position.swap()
        assert 1 <= len(moves_made) <= at_most
        assert (after.checkers, after.opponent_checkers) == (board.checkers,) * 2
        assert after == put(board, " ".join(_as_text(move) for move in moves_made))
        assert after.pip_counts[0] < board.pip_counts[0]
        assert after.opponent_off == board.opponent_off


@given(boards(), dice, dice)
def test_a_turn_passes_only_if_neither_number_can_be_played(board: Board, die1: int, die2: int) -> None:
    """R3.7: there is a play exactly if some die has a legal move."""
    rules = Rules()
    can_move = bool(rules.moves(board.row, die1) or rules.moves(board.row, die2))
    assert bool(legal_plays(board, die1, die2)) == (can_move and not board.is_over)


def _as_text(move: tuple[int, int]) -> str:
    source, destination = move
    return f"{'bar' if source == 25 else source}/{destination or 'off'}"


@pytest.mark.parametrize("die", [0, 7, -1, 2.0, "3", None])
def test_impossible_dice_are_refused(die: object) -> None:
    """R3.1: a die shows 1 to 6."""
    with pytest.raises(DiceError, match="expected a die from 1 to 6"):
        legal_plays(Board.start(), 1, die)  # type: ignore[arg-type]
    with pytest.raises(DiceError, match="expected a die from 1 to 6"):
        legal_plays(Board.start(), die, 1)  # type: ignore[arg-type]
