"""Properties of all positions and plays (R1, R3 to R6)."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gammon as bg
from tests.property.strategies import dice, finished_positions, positions, rolls, xgids


@given(positions(), dice, dice)
def test_no_checker_appears_or_is_lost(position: bg.Position, die1: int, die2: int) -> None:
    """R1.1, R1.4: a play keeps the number of checkers, lowers the mover's pip count and never the opponent's."""
    for play in position.plays(die1, die2):
        after = play.position
        assert play.before == position
        assert sum(after.own) == sum(after.opponent) == after.checkers == position.checkers
        assert after.pip_counts[1] < position.pip_counts[0]
        assert after.opponent[0] >= position.own[0]
        assert after.own[0] == position.opponent[0]
        assert after.pip_counts[0] >= position.pip_counts[1]


@given(positions(), dice, dice)
def test_all_plays_of_a_roll_use_equally_many_numbers(position: bg.Position, die1: int, die2: int) -> None:
    """R3.1, R3.2, R3.5: and no result is listed twice. The order of the dice does not matter."""
    plays = position.plays(die1, die2)
    assert len({len(play.moves) for play in plays}) <= 1
    assert all(1 <= len(play.moves) <= (4 if die1 == die2 else 2) for play in plays)
    assert len({play.position for play in plays}) == len(plays)
    assert position.plays(die2, die1) == plays
    if position.is_over:
        assert plays == []


@given(positions())
def test_swapping_twice_restores_the_position(position: bg.Position) -> None:
    """R1.2: and a swap only changes the point of view."""
    other = position.swap()
    assert other.swap() == position
    assert (other.own, other.opponent) == (position.opponent, position.own)
    assert other.pip_counts == position.pip_counts[::-1]
    assert (other.is_contact, other.is_race, other.is_over) == (position.is_contact, position.is_race, position.is_over)
    assert other.points == (None if position.points is None else -position.points)
    assert (bg.batch.swap(position.to_array()[None])[0] == other.to_array()).all()


@given(positions() | finished_positions())
def test_a_game_is_over_when_a_side_is_off_and_then_has_its_points(position: bg.Position) -> None:
    """R5.7, R6.1 to R6.3: a gammon needs a loser without checkers off."""
    assert position.is_over == (position.checkers in (position.own[0], position.opponent[0]))
    assert (position.points is not None) == position.is_over
    if position.points is not None:
        loser = position.opponent if position.points > 0 else position.own
        behind = loser[25] + sum(loser[19:25])
        assert abs(position.points) == (1 if loser[0] else 3 if behind else 2)


@given(positions(), dice, dice)
def test_arrays_agree_with_positions(position: bg.Position, die1: int, die2: int) -> None:
    """R3: a single position and a batch row give the same results."""
    board = position.to_array()
    assert bg.Position.from_array(board) == position == bg.Position(list(position.own), list(position.opponent))
    assert bg.Position.from_array(board.tolist()) == position
    assert board.tolist() == [list(position.own), list(position.opponent)]
    results, offsets = bg.batch.plays(board[None], np.array([[die1, die2]], np.uint8))
    assert [bg.Position.from_array(result) for result in results] == [
        play.position for play in position.plays(die1, die2)
    ]
    assert offsets.tolist() == [0, len(results)]


@given(positions(), positions())
def test_positions_are_equal_if_their_counts_are(one: bg.Position, other: bg.Position) -> None:
    """R1.1: equal positions have equal hashes, and a position never equals an object of another type."""
    same = (one.own, one.opponent) == (other.own, other.opponent)
    assert (one == other) is same
    assert (one != other) is not same
    again = bg.Position(list(one.own), list(one.opponent))
    assert again == one
    assert hash(again) == hash(one)
    assert len({one, again, other}) == (1 if same else 2)
    assert one != one.own
    assert one != one.gnubg_id


@given(dice, dice, dice, dice)
def test_rolls_are_equal_if_their_numbers_are(one: int, two: int, three: int, four: int) -> None:
    """R3.1: in either order of the dice."""
    first, second = bg.Roll(one, two), bg.Roll(three, four)
    assert (first == second) is (sorted((one, two)) == sorted((three, four)))
    assert first == bg.Roll(two, one)
    assert hash(first) == hash(bg.Roll(two, one))
    assert tuple(first) == (first.high, first.low) == (max(one, two), min(one, two))
    assert (first.is_double, first.weight) == (one == two, 1 if one == two else 2)
    assert first in bg.Roll.all()


@settings(deadline=None)  # A bear-off with few checkers is solved exactly, which can take half a second.
@given(positions(), rolls, xgids(), st.data())
def test_values_survive_pickling_and_copying(
    position: bg.Position, roll: bg.Roll, xgid: str, data: st.DataObject
) -> None:
    """R3: the result is equal and has an equal hash."""
    things: list[object] = [position, roll, bg.Xgid(xgid), bg.Xgid(xgid).to_gnubg_id(), bg.evaluate(position)]
    plays = position.plays(*roll)
    if plays:
        things.append(data.draw(st.sampled_from(plays)))
    elif not position.is_over:
        things.append(position.parse_play("Cannot Move", *roll).play)
    for thing in things:
        for again in (pickle.loads(pickle.dumps(thing)), copy(thing), deepcopy(thing)):
            assert type(again) is type(thing)
            assert again == thing
            assert hash(again) == hash(thing)


def test_a_network_survives_pickling() -> None:
    """With the same name, weights and evaluations."""
    network = bg.Network.shipped()
    again = pickle.loads(pickle.dumps(network))
    assert again == network
    assert (again.name, hash(again)) == (network.name, hash(network))
    assert bg.evaluate(bg.Position.start(), engine=bg.Engine(again)) == bg.evaluate(
        bg.Position.start(), engine=bg.Engine(network)
    )
    assert bg.Network(network.to_bytes()) == network


@pytest.mark.parametrize("start", [bg.Position.start(), bg.Position.nackgammon(), bg.Position.hypergammon()])
def test_the_properties_are_not_vacuous(start: bg.Position) -> None:
    """R1.3, R10: the starting positions have plays, so the properties above are tested on something."""
    assert all(start.plays(*roll) for roll in bg.Roll.all())
