"""Cases C06 and C07 of December 2026, about the cube; `README.md` lists where the others are tested."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

import gammon as bg
from gammon.reference import Board, legal_plays
from tests.border.arrays import midgame

START = bg.Position.from_gnubg_id("4HPwATDgc/ABMA")
TIE = 1e-4
"""Equities that differ by no more than this count as equal; see `docs/cube.md`."""

# --- C06: a tie has one name ---


@pytest.mark.parametrize("ply", [0, 1, 2])
@pytest.mark.parametrize("away", range(3, 16, 2))
def test_c06_after_the_crawford_game_waiting_costs_nothing_at_any_odd_score(away: int, ply: int) -> None:
    """The trailer must win the same number of games at cube 2 whether the cube is turned now or on the next turn.

    So at the start and after the best play of every opening roll, the double is optional. The leader takes, because
    passing gains nothing: with an odd number of points to go, one point does not save the trailer a game.
    """
    stakes = bg.Scoring.match(away, 1, crawford=bg.Crawford.PLAYED)
    first = [bg.rank_plays(START, roll)[0].play.position for roll in bg.Roll.all()]
    for position in [START, *(first if ply < 2 else first[::7])]:
        found = bg.cube_decision(position, stakes=stakes, ply=ply)
        assert found.words == "optional double, take"
        assert abs(found.no_double - found.double_take) <= TIE
        assert found.is_double
        assert found.error_no_double == pytest.approx(0, abs=TIE)
        assert found.error_double == pytest.approx(0, abs=TIE)


def words_by_values(found: bg.CubeDecision) -> set[str]:
    """Name the right decision from the values alone; two names if a difference is right at the tolerance."""
    if not found.is_allowed:
        return {"no double"}

    def names(tie: float) -> str:
        answers = {"take": found.double_take, "pass": found.double_pass}
        if found.double_beaver is not None and found.double_beaver < min(answers.values()) - tie:
            answer, doubled = "beaver", found.double_beaver
        else:
            answer = "pass" if found.double_take > found.double_pass + tie else "take"
            doubled = min([*answers.values(), *([] if found.double_beaver is None else [found.double_beaver])])
        if answer != "beaver" and abs(found.no_double - doubled) <= tie:
            return f"optional double, {answer}"
        if found.no_double < doubled:
            return f"double, {answer}"
        too_good = answer == "pass" or (answer == "take" and found.no_double > found.double_pass + tie)
        return f"too good to double, {answer}" if too_good else f"no double, {answer}"

    return {names(TIE - 1e-9), names(TIE + 1e-9)}


STAKES: list[bg.Scoring | bg.Cube | bg.Stakes] = [
    bg.Scoring.money(),
    bg.Scoring.money(jacoby=True, beavers=True, raccoons=True),
    bg.Stakes(bg.Scoring.money(), bg.Cube(4, 1), 8),
    bg.Scoring.match(2, 2),
    bg.Stakes(bg.Scoring.match(5, 7), bg.Cube(2, 1)),
    *(bg.Scoring.match(away, 1, crawford=bg.Crawford.PLAYED) for away in range(2, 10)),
]


@pytest.mark.parametrize("stakes", STAKES, ids=str)
@pytest.mark.parametrize("ply", [0, 1])
def test_c06_what_is_right_follows_from_the_values(stakes: bg.Scoring | bg.Cube | bg.Stakes, ply: int) -> None:
    for board in midgame(80 if ply == 0 else 15, seed=6)[0]:
        found = bg.cube_decision(bg.Position.from_array(board), stakes=stakes, ply=ply)
        words = str(found.action)
        assert words in words_by_values(found), found
        answers = [found.double_take, found.double_pass, found.double_beaver]
        equities = sorted(equity for equity in answers if equity is not None)
        if abs(equities[1] - equities[0] - TIE) > 1e-9:
            assert found.answers_tie == (equities[1] - equities[0] <= TIE), found


def test_c06_c08_ties_of_values_on_paper() -> None:
    """With a dead cube, money values are linear in the winning chance w: 2w - 1, 2 (2w - 1) and 1."""
    model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
    for win, action, tie in (
        (0.5, "optional double, take", False),  # 0 and 0
        (0.75, "double, take", True),  # C08: .5, and 1 taken or passed
        (0.49, "no double, take", False),
        (0.76, "double, pass", False),
    ):
        *_, found, answers_tie, _ = model.decide(bg.Outcome(win), bg.Cube(), efficiency=0.0)
        assert (str(found), answers_tie) == (action, tie)


# --- C07: beavers and raccoons by the recursion of the rules, at any limit ---

Side = tuple[int, ...]
MOVER, OPPONENT = (6, 4), (6,)
"""The points of a side's last checkers; neither side can lose a gammon."""


@cache
def left_after(side: Side, roll: tuple[int, int]) -> frozenset[Side]:
    """List the results of a roll in a bear-off, by the reference's rules."""
    counts = [0] * 26
    for point in side:
        counts[point] += 1
    counts[0] = 15 - len(side)
    far = [14, *[0] * 23, 0, 0]
    far[1] = 1
    plays = legal_plays(Board.from_counts(counts, far), *roll)
    boards = [play.position.to_counts()[1] for play in plays]
    return frozenset(tuple(point for point in range(24, 0, -1) for _ in range(board[point])) for board in boards)


def solver(limit: int, *, raccoons: bool) -> Callable[[int, int], dict[str, Fraction | None]]:
    """Return a function that gives the exact value in points of each decision of the player on roll (R7.1 to R7.7)."""

    @cache
    def rolled(own: Side, opponent: Side, cube: int, owner: int) -> Fraction:
        """Return the value before the roll with best play; `owner` is 1 for the side on roll, -1 for the other."""
        total = Fraction(0)
        for one, two in product(range(1, 7), repeat=2):
            total += max(
                Fraction(cube) if not left else -best(opponent, left, cube, -owner)
                for left in left_after(own, (one, two))
            )
        return total / 36

    def decisions(own: Side, opponent: Side, cube: int, owner: int) -> dict[str, Fraction | None]:
        values: dict[str, Fraction | None] = {"no double": rolled(own, opponent, cube, owner)}
        values |= dict.fromkeys(("take", "pass", "beaver taken", "beaver passed", "raccoon", "beaver"))
        if owner == -1 or 2 * cube > limit:
            return values
        values |= {"take": rolled(own, opponent, 2 * cube, -1), "pass": Fraction(cube)}
        if 4 * cube > limit:
            return values
        answers = {"beaver taken": rolled(own, opponent, 4 * cube, -1), "beaver passed": Fraction(-2 * cube)}
        if raccoons and 8 * cube <= limit:
            answers["raccoon"] = min(rolled(own, opponent, 8 * cube, -1), Fraction(4 * cube))
        return values | answers | {"beaver": max(answers.values())}

    @cache
    def best(own: Side, opponent: Side, cube: int, owner: int) -> Fraction:
        values = decisions(own, opponent, cube, owner)
        no_double = values["no double"]
        assert no_double is not None
        doubled = [value for name in ("take", "pass", "beaver") if (value := values[name]) is not None]
        return max(no_double, min(doubled)) if doubled else no_double

    return lambda cube, owner: decisions(MOVER, OPPONENT, cube, owner)


def test_c07_the_recursion_gives_the_published_values() -> None:
    values = solver(64, raccoons=True)(8, 0)
    published = {
        "no double": -0.5556,
        "take": -1.1111,
        "beaver taken": -2.2222,
        "beaver passed": -2,
        "raccoon": -1.6204,
        "beaver": -1.6204,
        "pass": 1,
    }
    assert {name: float(value or 0) / 8 for name, value in values.items()} == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("raccoons", [False, True])
@pytest.mark.parametrize("limit", [8, 16, 32, 64, 128, 256, 2**60])
@pytest.mark.parametrize("owner", [0, 1])
def test_c07_decisions_follow_the_recursion_at_every_limit(limit: int, owner: int, raccoons: bool) -> None:
    """R7.6, R7.7. At 3 plies, the network evaluates only positions that are nearly decided."""
    exact = solver(limit, raccoons=raccoons)(8, owner)
    counts = [[13, *[0] * 25], [14, *[0] * 25]]
    for side, points in zip(counts, (MOVER, OPPONENT), strict=True):
        for point in points:
            side[point] += 1
    stakes = bg.Stakes(bg.Scoring.money(beavers=True, raccoons=raccoons), bg.Cube(8, owner), limit)
    found = bg.cube_decision(bg.Position(*counts), stakes=stakes, ply=3)
    assert found.no_double == pytest.approx(float(exact["no double"] or 0) / 8, abs=2e-4)
    assert found.is_allowed == (exact["take"] is not None)
    if exact["take"] is not None:
        assert found.double_take == pytest.approx(float(exact["take"]) / 8, abs=2e-4)
    beaver = found.beaver if found.is_allowed else None
    assert (beaver is not None) == (exact["beaver taken"] is not None)
    if beaver is None:
        return
    answers = {
        bg.BeaverAnswer.TAKE: exact["beaver taken"],
        bg.BeaverAnswer.PASS: exact["beaver passed"],
        bg.BeaverAnswer.RACCOON: exact["raccoon"],
    }
    expected = {answer: float(value) / 8 for answer, value in answers.items() if value is not None}
    values = {
        bg.BeaverAnswer.TAKE: beaver.take,
        bg.BeaverAnswer.PASS: beaver.pass_,
        bg.BeaverAnswer.RACCOON: beaver.raccoon,
    }
    assert {answer: values[answer] for answer in expected} == pytest.approx(expected, abs=1e-3)
    assert (beaver.raccoon is None) == (exact["raccoon"] is None)
    assert beaver.best is max(expected, key=lambda answer: expected[answer])
    # At a limit of 32 the beaver kills the cube, which helps the doubler: a plain take is better.
    beavers_right = max(expected.values()) < float(exact["take"] or 0) / 8
    assert found.action is (bg.CubeAction.NO_DOUBLE_BEAVER if beavers_right else bg.CubeAction.NO_DOUBLE)
    assert beavers_right == (limit > 32)


def test_c07_a_batch_says_the_same() -> None:
    xgid = bg.Xgid("XGID=----A-A------------a------:3:0:1:00:0:0:2:0:6")
    stakes = bg.Stakes(bg.Scoring.money(beavers=True, raccoons=True), bg.Cube(8), 64)
    found = bg.batch.cube_decisions(xgid.position.to_array()[np.newaxis], stakes=stakes, ply=3)
    assert found.double_beaver == pytest.approx([-1.6204], abs=1e-4)
    assert found.action_of(0) is bg.CubeAction.NO_DOUBLE_BEAVER
