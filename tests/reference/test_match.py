"""The reference's cube and match rules on their own (R2, R6, R7, R8)."""

from __future__ import annotations

import pytest

from gammon.reference import Board, MatchError, MatchOptions, Referee, Standing
from gammon.reference.match import BEFORE_ROLL, BETWEEN_GAMES, DONE, END, NOT_YET, NOW, Action

MONEY = MatchOptions()


def after(referee: Referee, at: Standing, *actions: Action) -> Standing:
    """Return the standing after some actions; a bare ``play`` means the first legal play."""
    for action in actions:
        at = referee.after(at, referee.plays(at)[0] if action == ("play",) else action)
    return at


def on_roll(score: tuple[int, int] = (0, 0), mover: int = 0, turned: int = 0, holder: int | None = None) -> Standing:
    """Return a standing in the starting position with `mover` on roll."""
    return Standing(BEFORE_ROLL, score, NOT_YET, Board.start().row, mover, turned, holder)


def test_the_higher_die_starts_and_plays_both_dice() -> None:
    """R2.1, R2.2, R2.3."""
    referee = Referee(MONEY)
    at = after(referee, referee.begin(), ("roll", 4, 4), ("roll", 2, 5))
    assert (at.mover, at.opener, at.dice) == (1, 1, (2, 5))
    again = Referee(MatchOptions(reroll=True))
    at = after(again, again.begin(), ("roll", 5, 2))
    assert (at.mover, at.dice, at.stage) == (0, (), BEFORE_ROLL)


def test_doubles_are_passed_or_taken() -> None:
    """R7.1 to R7.4."""
    referee = Referee(MONEY)
    assert ("double",) in referee.actions(on_roll())
    assert after(referee, on_roll(turned=3, holder=0), ("double",), ("pass",)).won == (0, 1, 8, "pass")
    at = after(referee, on_roll(), ("double",), ("take",))
    assert (at.turned, at.holder, referee.to_act(at)) == (1, 1, 0)
    assert ("double",) not in referee.actions(at)


def test_beavers_and_raccoons() -> None:
    """R7.6: throughout, the player who was doubled first owns the cube."""
    referee = Referee(MatchOptions(beavers=True, raccoons=True))
    at = after(referee, on_roll(), ("double",), ("beaver",))
    assert (at.turned, at.holder, referee.to_act(at)) == (1, 1, 0)
    assert after(referee, at, ("pass",)).score == (0, 2)
    at = after(referee, at, ("raccoon",))
    assert referee.actions(at) == [("take",), ("pass",)]
    assert after(referee, at, ("pass",)).score == (4, 0)
    at = after(referee, at, ("take",))
    assert (at.turned, at.holder, at.mover, at.stage) == (3, 1, 0, BEFORE_ROLL)


def test_dead_cubes_cannot_be_turned() -> None:
    """R7.5, P035, P047."""
    referee = Referee(MatchOptions(points=7))
    assert ("double",) not in referee.actions(on_roll((5, 0), turned=1, holder=0))
    assert ("double",) in referee.actions(on_roll((4, 5), turned=1, holder=0))


def test_there_is_one_crawford_game() -> None:
    """R8.1, R8.3."""
    referee = Referee(MatchOptions(points=3))
    at, games = referee.begin(), []
    for loser in (1, 1, 0, 0):
        at = after(referee, at, ("roll", 1 + loser, 2 - loser))
        games.append(at.crawford)
        at = after(referee, at, ("resign", loser, 1), ("accept",))
        assert at.stage == BETWEEN_GAMES
    assert games == [NOT_YET, NOT_YET, NOW, DONE]
    assert after(referee, at, ("roll", 2, 1)).crawford == DONE
    assert after(referee, at, ("roll", 2, 1), ("resign", 1, 1), ("accept",)).stage == END


@pytest.mark.parametrize(
    "options",
    [
        {"points": 7, "jacoby": True},
        {"points": 7, "automatic": 1},
        {"points": 0},
        {"holland": True},
        {"points": 7, "holland": True, "crawford": False},
        {"raccoons": True},
        {"has_cube": False, "jacoby": True},
        {"last_cube": 3},
        {"last_cube": 2, "automatic": 2},
    ],
)
def test_options_that_exclude_each_other_are_refused(options: dict[str, int]) -> None:
    """R2.5, R7.6, R7.7, R8.4, R8.5."""
    with pytest.raises(MatchError, match=r"^R\d"):
        MatchOptions(**options)  # type: ignore[arg-type]


def test_impossible_actions_are_refused() -> None:
    """R7.1."""
    referee = Referee(MONEY)
    with pytest.raises(MatchError, match="take: not legal in the stage 'before the roll'"):
        referee.after(on_roll(), ("take",))
    with pytest.raises(MatchError, match="nobody is on roll"):
        referee.mover(referee.begin())
