"""The measurement of cube decisions: the judge against exact values, drawn positions, and costs worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gammon as bg
from benches.peers.positions import Boards, Rolls
from gammon.reference import Stakes
from strength.cube_decisions.__main__ import main
from strength.cube_decisions.costs import cost
from strength.cube_decisions.deciders import DeciderSpec
from strength.cube_decisions.draw import NEAR, draw
from strength.cube_decisions.games import Flags
from strength.cube_decisions.judge import FIRST_ROLLS, Judge, Task, judge, standard_errors
from strength.cube_decisions.scores import SCORES, Score, worth
from tests.test_golden.test_n_rolls import N_ROLLS, Decision, engine_game, kazaross, solve

TRIALS = 1080
MONEY = bg.Scoring.money()


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw from fewer games than a real measurement does."""
    monkeypatch.setattr("strength.cube_decisions.draw.GAMES", 48)


@cache
def solution(scoring: bg.Scoring) -> Callable[[int, int, int, int, int | None], Decision[float]]:
    """Return the exact solver for bear-offs with all checkers on the ace point; the player on roll is player 0."""
    return solve(engine_game(scoring))


class Scripted:
    """Doubles and takes always or never, as configured; the network chooses the plays."""

    double, take = True, True

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Return the configured decision in every row."""
        del scoring, cube
        return np.full(len(boards), self.double), np.full(len(boards), self.take)

    def play(self, boards: Boards, rolls: Rolls, scoring: bg.Scoring, cube: bg.Cube) -> Boards:
        """Play cubelessly, so that the doubled and the undoubled branch make the same plays."""
        del scoring, cube
        return bg.batch.best_plays(boards, rolls)


class DoubleAndPass(Scripted):
    """Both sides always double and always pass."""

    take = False


class NeverDouble(Scripted):
    """Neither side ever doubles."""

    double = False


class Exact(Scripted):
    """Decides by the exact solution of ace-point bear-offs."""

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Look up every row in the solution."""
        owner = None if cube.owner == 0 else 0
        doubled, taken = [], []
        for own, other in boards[:, :, 1].tolist():
            found = solution(scoring)(own, other, 0, cube.value, owner)
            doubled.append(min(found.double_take, found.double_pass) > found.no_double)
            taken.append(found.double_take <= found.double_pass)
        return np.array(doubled), np.array(taken)


class Forbidden(Scripted):
    """Fails the test if it is asked for a cube decision."""

    def decide(self, boards: Boards, scoring: bg.Scoring, cube: bg.Cube) -> tuple[Flags, Flags]:
        """Fail."""
        raise AssertionError(f"expected no request for a cube decision, got {len(boards)} rows: {scoring}, {cube}")


def ace_points(checkers: int) -> Boards:
    """Put `checkers` of each side on the ace point. The others are borne off, which rules out gammons."""
    side = [15 - checkers, checkers] + [0] * 24
    return np.array([[side, side]], np.uint8)


def start() -> Boards:
    return bg.Position.start().to_array()[np.newaxis]


def play_out(
    boards: Boards, scoring: bg.Scoring, cube: bg.Cube, policy: type[Any], *, trials: int = TRIALS, row: int = 0
) -> tuple[np.ndarray, float]:
    """Judge one position; return the values by block and the value of a pass."""
    task = Task(rows=np.array([row]), boards=boards, scoring=scoring, cube=cube)
    values = Judge(trials=trials, seed=31, policy=policy)(task)
    return values.branches[0], float(values.passed[0])


@pytest.mark.parametrize("checkers", [6, 8, 10, 12, 14])
def test_played_out_bear_offs_match_the_exact_money_values(checkers: int) -> None:
    """R6.1, R7.3: within four standard errors of the published values."""
    fact = next(fact for fact in N_ROLLS["even"] if fact["checkers"] == checkers)
    centred, passed = play_out(ace_points(checkers), MONEY, bg.Cube(), Exact)
    owned, _ = play_out(ace_points(checkers), MONEY, bg.Cube(2, 1), Exact)
    assert passed == 1.0
    for branches, names in ((centred, ("no_double", "double_take")), (owned, ("owned", "double_take"))):
        errors = standard_errors(branches[np.newaxis])[0]
        for branch, name in enumerate(names):
            assert abs(branches[:, branch].mean() - float(fact[name])) <= 4 * errors[branch] + 5e-7
            assert errors[branch] < 0.12


@pytest.mark.parametrize(
    "scoring",
    [bg.Scoring.match(5, 3), bg.Scoring.match(2, 4), bg.Scoring.match(4, 1, crawford=bg.Crawford.PLAYED)],
    ids=str,
)
def test_played_out_bear_offs_match_the_exact_match_winning_chances(scoring: bg.Scoring) -> None:
    """R8.1, R8.3, R7.5: compare with plain recursion over a match equity table."""
    exact = solution(scoring)(10, 10, 0, 1, None)
    branches, passed = play_out(ace_points(10), scoring, bg.Cube(), Exact)
    errors = standard_errors(branches[np.newaxis])[0]
    assert passed == pytest.approx(exact.double_pass, abs=1e-12)
    assert abs(branches[:, 0].mean() - exact.no_double) <= 4 * errors[0] + 1e-9
    assert abs(branches[:, 1].mean() - exact.double_take) <= 4 * errors[1] + 1e-9


@pytest.mark.parametrize(
    ("cube", "no_double", "taken"),
    [
        # Without a double the opponent doubles next turn and wins 1; after a double the opponent redoubles and wins 2.
        (bg.Cube(), -1.0, -2.0),
        # Without a redouble the player keeps the cube and redoubles next turn, winning 1 per unit of the cube.
        (bg.Cube(2, 1), 1.0, -2.0),
        (bg.Cube(8, 1), 1.0, -2.0),
    ],
)
def test_passes_are_scored_at_the_cube_before_the_double(cube: bg.Cube, no_double: float, taken: float) -> None:
    """R7.2, R7.4."""
    branches, passed = play_out(start(), MONEY, cube, DoubleAndPass, trials=72)
    assert (branches[:, 0] == no_double).all()
    assert (branches[:, 1] == taken).all()
    assert passed == 1.0


def test_without_doubles_a_taken_cube_doubles_every_result() -> None:
    """Both branches use the same dice, so each game ends the same way in both."""
    branches, _ = play_out(start(), MONEY, bg.Cube(), NeverDouble, trials=72)
    assert (branches[:, 1] == 2.0 * branches[:, 0]).all()
    assert len(set(branches[:, 0].tolist())) > 1


def test_a_cube_that_decides_the_match_makes_both_branches_the_same() -> None:
    """R7.5: at 2-away 2-away the cube is turned to 2 at once in both branches, and its owner may not redouble."""
    branches, passed = play_out(start(), bg.Scoring.match(2, 2), bg.Cube(), Scripted, trials=72)
    assert (branches[:, 0] == branches[:, 1]).all()
    assert (abs(branches * 36 - np.round(branches * 36)) < 1e-9).all()  # Every game decides the match.
    assert passed == worth(bg.Scoring.match(2, 2), 1)


def test_deciders_are_not_asked_where_doubling_is_not_allowed() -> None:
    """R7.5, R8.3."""
    for scoring in (
        bg.Scoring.match(4, 1, crawford=bg.Crawford.THIS_GAME),
        bg.Scoring.match(1, 1, crawford=bg.Crawford.PLAYED),
    ):
        play_out(start(), scoring, bg.Cube(), Forbidden, trials=72)


def test_first_rolls_cover_all_36_and_dice_depend_on_the_row_alone() -> None:
    assert len({tuple(roll) for roll in FIRST_ROLLS.tolist()}) == 21
    assert len(FIRST_ROLLS) == 36
    boards = np.concatenate([ace_points(n) for n in (8, 9, 10)] * 6)
    task = Task(rows=np.arange(18), boards=boards, scoring=MONEY, cube=bg.Cube())
    together = judge([task], Judge(trials=72, seed=4))
    alone = Task(rows=np.array([13]), boards=boards[13:14], scoring=MONEY, cube=bg.Cube())
    branches, passed = judge([alone], Judge(trials=72, seed=4))[13]
    assert (together[13][0] == branches).all()
    assert together[13][1] == passed
    assert not (together[13][0] == together[16][0]).all()


@pytest.mark.parametrize("trials", [0, 36, 100, -72])
def test_trials_must_make_an_even_number_of_blocks(trials: int) -> None:
    with pytest.raises(ValueError, match=f"trials must be a positive multiple of 72, got {trials}"):
        Judge(trials=trials, seed=1)


@dataclass(frozen=True)
class Needs:
    """A match score in the forms that the engine and the reference take."""

    needs: tuple[int, int]
    crawford: bg.Crawford
    word: Any


@pytest.mark.parametrize(
    "score",
    [
        Needs((5, 5), bg.Crawford.TO_COME, "before"),
        Needs((2, 4), bg.Crawford.TO_COME, "before"),
        Needs((4, 1), bg.Crawford.THIS_GAME, "now"),
        Needs((1, 4), bg.Crawford.PLAYED, "over"),
    ],
    ids=str,
)
def test_values_of_results_match_the_reference(score: Needs) -> None:
    """R8.1, R8.3."""
    stakes = Stakes(needs=score.needs, crawford=score.word, equities=kazaross())
    for points in (-8, -4, -3, -2, -1, 1, 2, 3, 4, 8):
        found = worth(bg.Scoring.match(*score.needs, crawford=score.crawford), points)
        assert found == pytest.approx(float(stakes.worth(points)), abs=1e-12)


def test_money_is_worth_its_points() -> None:
    assert [worth(MONEY, points) for points in (-6, 1, 4)] == [-6.0, 1.0, 4.0]


@pytest.mark.parametrize(
    ("no_double", "taken", "double", "take", "expected"),
    [
        (0.5, 0.7, True, True, (0.0, 0.0)),
        (0.5, 0.7, False, True, (0.2, 0.0)),
        (0.5, 0.7, False, False, (0.2, 0.3)),
        (0.5, 1.3, True, True, (0.0, 0.3)),  # The double is right; the take is the error.
        (0.5, 1.3, False, False, (0.5, 0.0)),
        (1.2, 1.3, True, False, (0.2, 0.0)),  # Too good to double.
        (0.5, 0.1, True, True, (0.4, 0.0)),
    ],
)
def test_costs_worked_out_by_hand(
    no_double: float, taken: float, double: bool, take: bool, expected: tuple[float, float]
) -> None:
    branches = np.tile([no_double, taken], (4, 1))
    assert cost(branches, 1.0, double=double, take=take) == pytest.approx(expected)


def test_noise_does_not_inflate_costs() -> None:
    """By one half of the blocks a double gains 0.4; by the other it loses 0.2."""
    branches = np.array([[0.0, 0.4], [0.0, -0.2]] * 3)
    without, _ = cost(branches, 1.0, double=False, take=True)
    with_it, _ = cost(branches, 1.0, double=True, take=True)
    # The second half says no double, the first says double; the second values that double at -0.2.
    assert without == pytest.approx((0.0 - 0.2) / 2)
    assert with_it == pytest.approx((-0.4 + 0.0) / 2)
    assert without - with_it == pytest.approx(0.1)


@pytest.mark.parametrize("score", SCORES, ids=lambda score: score.name)
def test_drawn_positions_allow_a_double_and_half_of_them_are_close(score: Score) -> None:
    drawn = draw(score, 40, seed=3)
    again = draw(score, 40, seed=3)
    assert len(drawn) == 40
    assert (drawn.boards == again.boards).all()
    assert not (drawn.boards == draw(score, 40, seed=4).boards).all()
    rows, near = 0, 0
    for task in drawn.tasks():
        rows += len(task.rows)
        for board in task.boards:
            decision = bg.cube_decision(bg.Position.from_array(board), stakes=bg.Stakes(task.scoring, task.cube))
            assert decision.is_allowed == score.has_live_cube
            gaps = (decision.double_take - 1.0, min(decision.double_take, 1.0) - decision.no_double)
            near += score.has_live_cube and min(map(abs, gaps)) <= NEAR
    assert rows == 40
    assert near == (20 if score.has_live_cube else 0)
    assert {kind[0] for kind in drawn.kinds} <= {score.scoring, score.scoring.swap()}


@pytest.mark.parametrize("text", ["gammon", "gammon:3", "gnubg:0", ":1", "bgsage:x"])
def test_an_unknown_engine_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"expected ENGINE:PLY .*, got '{text}'"):
        DeciderSpec.parse(text)


def test_the_gammon_decider_agrees_with_cube_decision() -> None:
    drawn = draw(SCORES[2], 30, seed=8)
    decider = DeciderSpec.parse(" gammon:0")(1)
    for task in drawn.tasks():
        answer = decider.decide(task)
        assert answer is not None
        for board, double, take in zip(task.boards, *answer, strict=True):
            decision = bg.cube_decision(bg.Position.from_array(board), stakes=bg.Stakes(task.scoring, task.cube))
            assert double == decision.words.startswith(("double", "re"))
            assert take == (decision.double_take <= 1.0)


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "decisions.json"
    arguments = "--seed 5 --count 12 --trials 72 --engines gammon:0,gammon:1 --scores 1 4 --json"
    main([*arguments.split(), str(file)])
    printed = capsys.readouterr().out
    assert "gammon 1-ply" in printed
    assert "Crawford" in printed
    figures = json.loads(file.read_text(encoding="utf-8"))
    money, crawford = figures["scores"]
    assert (money["positions"], crawford["played_out"]) == (12, 0)
    (pair,) = money["pairs"]
    assert pair["differ"] == money["played_out"]
    assert pair["equal"] == pytest.approx(1 - pair["differ"] / 12)
    assert crawford["pairs"][0]["equal"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--trials 100", "trials must be a positive multiple of 72, got 100"),
        ("--engines gammon:9", "expected ENGINE:PLY"),
        ("--scores 6", "--scores: expected numbers from 1 to 5, got [6]"),
        ("--count 1", "--count at least 2"),
    ],
)
def test_the_command_reports_bad_arguments(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--seed", "1", *arguments.split()])
    assert message in capsys.readouterr().err
