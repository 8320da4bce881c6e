"""Classes of positions: examples that a player would name so, and the rules checked by a slow implementation."""

from __future__ import annotations

import numpy as np
import pytest

import gammon as bg
from benches.peers.positions import Boards, swapped
from strength.classes import BACK_GAME_PIPS, CLASSES, RULES, classify, is_race

START = {24: 2, 13: 5, 8: 3, 6: 5}


def board(own: dict[int, int], opponent: dict[int, int]) -> Boards:
    """Return a board with these checkers, each side in its own numbering; the remaining checkers are off."""
    sides = [[15 - sum(side.values()), *(side.get(place, 0) for place in range(1, 26))] for side in (own, opponent)]
    return bg.Position(*sides).to_array()


@pytest.mark.parametrize(
    ("own", "opponent", "name"),
    [
        (START, START, "opening"),
        # Nackgammon's two anchors do not make a back game, since neither side is behind.
        (nackgammon := {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, nackgammon, "opening"),
        ({7: 3, 6: 4, 5: 4, 4: 4}, {10: 2, 6: 5, 5: 4, 4: 4}, "race"),
        # The opponent only has the ace-point anchor left to pass; then the same position with bearing off begun.
        ({24: 2, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2}, {8: 3, 7: 2, 6: 4, 5: 3, 4: 3}, "ace-point game"),
        ({24: 2, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2}, {6: 4, 5: 4, 4: 3, 2: 2}, "bear-off with contact"),
        # The side that holds the opponent's ace and 3-points is 86 pips behind.
        ({24: 2, 22: 2, 13: 3, 8: 4, 6: 4}, {13: 2, 8: 3, 6: 4, 5: 3, 4: 3}, "back game"),
        ({20: 2, 13: 3, 8: 3, 6: 4, 5: 3}, {13: 3, 8: 3, 6: 4, 4: 3, 3: 2}, "holding game"),
        ({18: 2, 13: 3, 8: 3, 6: 4, 5: 3}, {13: 3, 8: 3, 6: 4, 5: 3, 3: 2}, "holding game"),
        # A checker is closed out while all others are still in play.
        ({7: 2, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 13: 3}, {25: 1, 13: 5, 8: 4, 6: 5}, "prime"),
        # A checker at the edge of a four-point prime; then one past the prime.
        ({24: 1, 23: 1, 13: 4, 10: 1, 7: 2, 6: 2, 5: 2, 4: 2}, {22: 1, 13: 4, 8: 5, 6: 5}, "prime"),
        ({24: 1, 23: 1, 13: 4, 10: 1, 7: 2, 6: 2, 5: 2, 4: 2}, {17: 1, 13: 4, 8: 5, 6: 5}, "middle game"),
        # A side was hit late in its bear-off, with four other checkers left.
        ({25: 1, 2: 2, 1: 2}, {20: 2, 8: 2, 6: 3, 5: 3, 4: 3, 3: 2}, "containment"),
        # Nine checkers are buried on the two lowest points.
        ({23: 2, 14: 2, 6: 2, 2: 3, 1: 6}, {22: 2, 13: 3, 8: 3, 6: 4, 5: 3}, "crashed"),
    ],
)
def test_positions_get_the_class_that_a_player_would_name(
    own: dict[int, int], opponent: dict[int, int], name: str
) -> None:
    one = board(own, opponent)[None]
    assert CLASSES[int(classify(one)[0])] == name


def positions() -> Boards:
    """Return positions from games played at random and by the network, the player on roll first."""
    boards: Boards = np.repeat(bg.Position.start().to_array()[None], 200, axis=0)
    found = []
    for turn in range(70):
        rolls = bg.batch.rolls(len(boards), seed=3, turn=turn)
        half = len(boards) // 2
        by_chance = bg.batch.random_plays(boards[:half], rolls[:half], seed=3, turn=turn, first_game=0)
        boards = np.concatenate([by_chance, bg.batch.best_plays(boards[half:], rolls[half:])])
        boards = boards[(boards[:, :, 0] < 15).all(axis=1)]
        found.append(boards)
    return np.concatenate(found)


POSITIONS = positions()


def test_every_class_occurs() -> None:
    assert set(classify(POSITIONS).tolist()) == set(range(len(CLASSES)))
    assert set(RULES) == set(CLASSES)


def test_the_class_does_not_depend_on_who_is_on_roll() -> None:
    assert (classify(POSITIONS) == classify(swapped(POSITIONS))).all()


def test_races_are_those_of_the_engine() -> None:
    engine = [bg.Position.from_array(one).is_race for one in POSITIONS[::7]]
    assert is_race(POSITIONS[::7]).tolist() == engine
    assert ((classify(POSITIONS) == CLASSES.index("race")) == is_race(POSITIONS)).all()


def _behind_a_prime(own: list[int], opponent: list[int], length: int) -> int:
    """Count checkers behind a prime by trying every run of points in front of each checker."""
    held = {point for point in range(1, 25) if opponent[25 - point] >= 2}
    return sum(
        count
        for place, count in enumerate(own)
        if place and any(set(range(low, low + length)) <= held for low in range(1, place - length + 1))
    )


def test_vectorized_classes_agree_with_a_slow_version() -> None:
    """The rules are implemented again, one checker at a time."""
    for one in POSITIONS[::23]:
        sides = [(one[i].tolist(), one[1 - i].tolist()) for i in (0, 1)]
        met = []
        for own, opponent in sides:
            pips = [sum(place * count for place, count in enumerate(side)) for side in (own, opponent)]
            anchors = [point for point in range(19, 25) if own[point] >= 2]
            no_one_back = not any(opponent[19:])
            home = sum(own[:7])
            high = [point for point in anchors if point <= 22]
            met.append(
                {
                    "bear-off with contact": home == 15,
                    "containment": home >= 12 and not anchors and 1 <= _behind_a_prime(own, opponent, 3) <= 3,
                    "back game": len(anchors) >= 2 and pips[0] - pips[1] >= BACK_GAME_PIPS,
                    "crashed": sum(own[3:]) <= 6,
                    "ace-point game": bool(anchors) and not high and no_one_back,
                    "prime": _behind_a_prime(own, opponent, 4) > 0,
                    "holding game": (bool(high) or own[18] >= 2) and no_one_back,
                }
            )
        race = max(i for i in range(26) if one[0, i]) + max(i for i in range(26) if one[1, i]) <= 25
        start = all(min(own[24], 2) + min(own[13], 5) + min(own[8], 3) + min(own[6], 5) >= 10 for own, _ in sides)
        rules = {"race": race, **{name: met[0][name] or met[1][name] for name in met[0]}}
        rules |= {"opening": start, "middle game": True}
        assert CLASSES[int(classify(one[None])[0])] == next(name for name in CLASSES if rules[name])
