"""The reference's bear-offs against the rules of moving, against one another, and against figures found by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from gammon.reference import (
    Board,
    BoardError,
    CubeValues,
    MatchBearOff,
    MatchEquities,
    OneSided,
    Race,
    Side,
    Stakes,
    TwoSided,
    after_turn,
    choice,
    legal_plays,
)

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]

SIDES = [
    tuple(places.count(point) for point in range(1, 7))
    for checkers in (1, 2)
    for places in combinations_with_replacement(range(1, 7), checkers)
]
"""All sides of one and two checkers in the home board."""


def random_sides(points: int, number: int) -> list[Side]:
    """Return sides of 1 to 15 checkers on points 1 to `points`."""
    found = []
    for game in range(number):
        side = [0] * points
        for turn in range(choice(1, game, 0, 15) + 1):
            side[choice(1, game, turn + 1, points)] += 1
        found.append(tuple(side))
    return found


def board(side: Side) -> Board:
    """Return a board without contact: the opponent has a checker left that nothing can meet."""
    own = [15 - sum(side), *side, *[0] * (25 - len(side))]
    return Board.from_counts(own, [14, 1, *[0] * 24])


@pytest.mark.parametrize("points", [3, 6, 12, 23])
def test_plays_are_those_of_the_rules(points: int) -> None:
    race = Race()
    for side in random_sides(points, 40):
        for high, low in ROLLS[sum(side) % 3 :: 3]:
            boards = [play.position.swap() for play in legal_plays(board(side), high, low)]
            expected = {after.to_counts()[0][1 : points + 1] for after in boards}
            assert race.plays(side, high, low) == expected


def test_the_rolls_of_a_turn_are_all_thirty_six() -> None:
    race = Race()
    for side in random_sides(6, 40):
        turns = race.turns(side)
        assert sum(weight for weight, _ in turns) == 36
        assert {after for _, results in turns for after in results} == {
            after for roll in ROLLS for after in race.plays(side, *roll)
        }


def test_roll_counts_found_by_hand() -> None:
    solver = OneSided()
    # One checker on the 6-point fails with 1-2, 1-3, 1-4 and 2-3 in either order, and with 1-1.
    assert solver.rolls((0, 0, 0, 0, 0, 1)).chances == (Fraction(0), Fraction(27, 36), Fraction(9, 36))
    # Three on the ace point: two rolls unless the first is a double.
    assert solver.rolls((3,)).mean == Fraction(11, 6)
    assert solver.rolls((0, 0)).mean == 0
    assert solver.rolls((3,)).epc == Fraction(11, 6) * 49 / 6


def test_the_first_checker_off_found_by_hand() -> None:
    solver = OneSided()
    # Four checkers on the 6-point: a 6, or one of them by 5-1, 4-2, 3-3 or 2-2.
    assert solver.first_off((0, 0, 0, 0, 0, 4)).chances[1] == Fraction(11 + 4 + 2, 36)
    assert solver.first_off((1,)).chances == (Fraction(0), Fraction(1))
    assert solver.first_off((0,)).chances == (Fraction(1),)
    for side in SIDES:
        first, all_of_them = solver.first_off(side), solver.rolls(side)
        assert sum(first.chances) == sum(all_of_them.chances) == 1
        assert first.mean <= all_of_them.mean
        assert (first == all_of_them) or sum(side) == 2


def test_no_other_play_needs_fewer_rolls_on_average() -> None:
    solver, race = OneSided(), Race()
    for side in random_sides(3, 10):
        best = (
            1
            + sum(weight * min(solver.rolls(after).mean for after in results) for weight, results in race.turns(side))
            / 36
        )
        assert solver.rolls(side).mean == best


def test_effective_pip_counts_are_never_below_the_pips() -> None:
    solver = OneSided()
    for side in SIDES:
        assert solver.rolls(side).epc > sum(point * count for point, count in enumerate(side, start=1))


def test_a_turn_that_ends_exchanges_ownership() -> None:
    theirs = CubeValues(centred=0.3, jacoby=0.2, owned=0.4, opponent_owned=0.25)
    # The opponent may double, to 0.5, if the cube is centred or theirs.
    assert after_turn(theirs) == CubeValues(centred=-0.5, jacoby=-0.5, owned=-0.25, opponent_owned=-0.5)
    # They do not, since they have more without.
    theirs = CubeValues(centred=0.3, jacoby=0.2, owned=0.4, opponent_owned=0.1)
    assert after_turn(theirs) == CubeValues(centred=-0.3, jacoby=-0.2, owned=-0.1, opponent_owned=-0.4)
    # They cash, unless they are too good.
    theirs = CubeValues(centred=1.3, jacoby=0.9, owned=0.8, opponent_owned=0.7)
    assert after_turn(theirs) == CubeValues(centred=-1.3, jacoby=-1.0, owned=-0.7, opponent_owned=-1.0)


def test_two_checkers_against_one_found_by_hand() -> None:
    """The opponent wins with the next roll, so the player on roll wins with this one or not at all."""
    solver, one = TwoSided(), OneSided()
    for side in SIDES:
        chance = float(one.rolls(side).chances[1])
        found = solver.values(side, (1,))
        assert found.win == pytest.approx(chance)
        assert found.cubeless == pytest.approx(2 * chance - 1)
        # A cube that the opponent can still turn costs a point if the roll fails, as without it.
        assert found.cube == pytest.approx([2 * chance - 1] * 4)
        assert found.double_take == pytest.approx(4 * chance - 2)
        expected = "either" if chance in (0.5, 1.0) else "double" if chance > 0.5 else "no double"
        assert found.centred_action == found.owned_action == found.jacoby_action == expected
        assert found.response == ("either" if chance == 0.75 else "take" if chance < 0.75 else "pass")


def test_values_are_in_order_and_within_bounds() -> None:
    """Owning the cube is worth at least as much as a centred one, and that as much as the opponent's owning it."""
    solver = TwoSided()
    for own in SIDES:
        for opponent in SIDES[::3]:
            found = solver.values(own, opponent)
            cube = found.cube
            assert -1 <= cube.opponent_owned <= found.cubeless + 1e-12
            assert found.cubeless <= cube.owned + 1e-12 <= 1 + 1e-9
            assert cube.opponent_owned <= cube.centred + 1e-12 <= cube.owned + 2e-12


def test_a_match_bear_off_for_money_is_the_same_as_without_a_match() -> None:
    solver, money = TwoSided(), MatchBearOff(Stakes(max_cube=2**20))
    for own in SIDES[::4]:
        for opponent in SIDES[::5]:
            found = solver.values(own, opponent)
            for owner, no_double in ((None, found.cube.centred), (0, found.cube.owned), (1, found.cube.opponent_owned)):
                decisions = money.decisions(own, opponent, 1, owner)
                assert decisions == pytest.approx((no_double, found.double_take, 1.0), abs=1e-12)


TABLE = MatchEquities(
    pre_crawford=[[0.5, 0.7, 0.75, 0.83], [0.3, 0.5, 0.6, 0.68], [0.25, 0.4, 0.5, 0.59], [0.17, 0.32, 0.41, 0.5]],
    post_crawford=([0.5, 0.48, 0.3, 0.3], [0.5, 0.48, 0.3, 0.3]),
)
"""Woolsey's table, rounded."""


def test_scores_at_which_values_follow_from_the_winning_chance() -> None:
    solver = TwoSided()
    last = MatchBearOff(Stakes(needs=(1, 1), crawford="over", equities=TABLE))
    crawford = MatchBearOff(Stakes(needs=(1, 3), crawford="now", equities=TABLE))
    two_each = MatchBearOff(Stakes(needs=(2, 2), equities=TABLE))
    for own in SIDES[::4]:
        for opponent in SIDES[::5]:
            chance = solver.values(own, opponent).win
            assert last.decisions(own, opponent, 1, None)[0] == pytest.approx(chance)
            # In the Crawford game there is no double. The player on roll wins the match, or the opponent needs 2.
            expected = chance + (1 - chance) * (1 - 0.48)
            assert crawford.decisions(own, opponent, 1, None)[0] == pytest.approx(expected)
            # A cube of 2 decides the match and is dead; before, either may turn it.
            no_double, taken, passed = two_each.decisions(own, opponent, 1, None)
            assert taken == pytest.approx(chance)
            assert passed == 0.7
            assert 0.3 * (1 - chance) <= no_double <= 1


def test_a_dead_cube_is_not_turned() -> None:
    """Player 0 needs 2 and owns a cube of 2: turning it is of no use, so the value is linear in the winning chance."""
    solver, dead = TwoSided(), MatchBearOff(Stakes(needs=(2, 4), equities=TABLE))
    for own in SIDES[::4]:
        for opponent in SIDES[::5]:
            chance = solver.values(own, opponent).win
            expected = chance + (1 - chance) * TABLE.pre_crawford[1][1]
            assert dead.decisions(own, opponent, 2, 0)[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("own", "opponent", "message"),
    [
        ((), (1,), "expected the counts of 1 to 24 points, got 0"),
        ((0,) * 25, (1,), "expected the counts of 1 to 24 points, got 25"),
        ((1, -1), (1,), "cannot have -1 checkers on point 2"),
        ((1, 0.5), (1,), r"cannot have 0\.5 checkers on point 2"),
        ((16,), (1,), "expected at most 15 checkers, got 16"),
        ((0, 0), (1,), "the player on roll has no checkers in play"),
        ((1,), (0,), "the opponent has no checkers in play"),
        ((0,) * 12 + (1,), (0,) * 11 + (1,), "the sides still meet: .* on points 13 and 12"),
    ],
)
def test_what_is_not_a_bear_off_is_refused(own: Side, opponent: Side, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        TwoSided().values(own, opponent)
    with pytest.raises(BoardError, match=message):
        MatchBearOff(Stakes()).decisions(own, opponent, 1, None)


def test_one_side_that_is_not_one_is_refused() -> None:
    for find in (OneSided().rolls, OneSided().first_off):
        with pytest.raises(BoardError, match="got 16"):
            find((8, 8))
