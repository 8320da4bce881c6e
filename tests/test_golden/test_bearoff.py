"""Solved games (`tests/golden/bearoff.toml` and the files beside it): every figure, to the last digit that is printed.

The default run asks the reference for the positions that it solves in a moment; all others are marked `long`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import pytest

import gammon as bg
from gammon.reference import MatchBearOff, Stakes
from tests.golden.read import jsonl, toml
from tests.test_golden.solvers import (
    FEW,
    MATCH,
    ONE_SIDED,
    TWO_SIDED,
    FewSolver,
    Figures,
    MatchSolver,
    OneSidedSolver,
    TwoSidedSolver,
    default_table,
)

FACTS = toml("bearoff.toml")
ONE_SIDED_LINES = jsonl("bearoff_one_sided.jsonl")
TWO_SIDED_LINES = jsonl("bearoff_two_sided.jsonl")
CONTACT_LINES = jsonl("contact_2v2.jsonl")
HYPER_LINES = {1: jsonl("hyper1.jsonl"), 2: jsonl("hyper2.jsonl")}

TIES = {1: 1e-12, 2: 2e-3}
"""By the checkers of a side: how much probabilities may differ where equities do not. With two checkers, plays of equal
equity may share wins and gammons differently."""

OUTCOMES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")

FEW_PIPS, FEW_CHECKERS = 34, 3
"""The most pips of a side, and the most checkers of both, that the reference solves in a moment."""

EITHER = {
    "tie": "either",
    "double": "double",
    "redouble": "double",
    "no double": "no double",
    "no redouble": "no double",
}
"""The words of the files for what is right."""

NO_TIMEOUT = pytest.mark.timeout(0)
"""The reference takes minutes for what is marked `long`."""


@pytest.fixture(params=ONE_SIDED)
def one_sided(request: pytest.FixtureRequest) -> OneSidedSolver:
    return ONE_SIDED[request.param]()


@pytest.fixture(params=TWO_SIDED)
def two_sided(request: pytest.FixtureRequest) -> TwoSidedSolver:
    return TWO_SIDED[request.param]()


@pytest.fixture(params=MATCH)
def match(request: pytest.FixtureRequest) -> MatchSolver:
    return MATCH[request.param]()


@pytest.fixture(params=FEW)
def few(request: pytest.FixtureRequest) -> Callable[[int, int], FewSolver]:
    return FEW[request.param]


def printed(figure: str, error: float) -> object:
    """Return what equals a figure to its last printed digit."""
    return to_decimals(float(figure), len(figure.partition(".")[2]), error)


def to_decimals(figure: float, decimals: int, error: float) -> object:
    """Return what equals a figure that is printed to so many decimals."""
    return pytest.approx(figure, abs=0.5 * 10**-decimals + error, rel=0)


def counts(digits: str) -> tuple[int, ...]:
    """Read checkers on points 1 to 6, with letters from ten on."""
    return tuple(int(digit, 16) for digit in digits)


def pips(side: tuple[int, ...]) -> int:
    return sum(point * count for point, count in enumerate(side, start=1))


def quick_or_long(cases: list[dict[str, Any]], *, quick: list[dict[str, Any]]) -> list[Any]:
    """Return the cases in two parameters, the second one marked `long`."""
    rest = [case for case in cases if case not in quick]
    assert quick
    assert rest
    return [pytest.param(quick, id="quick"), pytest.param(rest, id="rest", marks=[pytest.mark.long, NO_TIMEOUT])]


# --- one side


@pytest.mark.parametrize(
    "cases",
    quick_or_long(
        FACTS["one_sided"]["positions"],
        quick=[case for case in FACTS["one_sided"]["positions"] if pips(counts(case["counts"])) <= FEW_PIPS],
    ),
)
def test_mean_rolls_and_effective_pip_counts(one_sided: OneSidedSolver, cases: list[dict[str, Any]]) -> None:
    for case in cases:
        mean = one_sided.rolls(counts(case["counts"])).mean
        assert mean == printed(case["mean"], one_sided.error), case
        assert mean * 49 / 6 == printed(case["epc"], 9 * one_sided.error), case


def test_mean_rolls_of_stacks_on_the_ace_point(one_sided: OneSidedSolver) -> None:
    for number, mean in enumerate(FACTS["one_sided"]["ace_stacks"], start=1):
        assert one_sided.rolls((number, 0, 0, 0, 0, 0)).mean == printed(mean, one_sided.error)


def test_distributions_of_rolls_that_are_published(one_sided: OneSidedSolver) -> None:
    """Here there are no plays of equal mean that differ in the distribution."""
    for case in FACTS["one_sided"]["distributions"]:
        before, chances = [0.0] * case["first"], case["chances"]
        found = list(one_sided.rolls(counts(case["counts"])).chances)
        assert found == before + [printed(chance, one_sided.error) for chance in chances]


@pytest.mark.parametrize(
    "cases",
    quick_or_long(
        ONE_SIDED_LINES, quick=[case for case in ONE_SIDED_LINES if pips(tuple(case["points1to6"])) <= FEW_PIPS]
    ),
)
def test_distributions_of_rolls(one_sided: OneSidedSolver, cases: list[dict[str, Any]]) -> None:
    for case in cases:
        mean, chances = one_sided.rolls(case["points1to6"])
        assert mean == to_decimals(case["mean_rolls"], 12, one_sided.error), case
        assert mean * 49 / 6 == to_decimals(case["epc"], 10, 9 * one_sided.error), case
        assert sum(chances) == pytest.approx(1, abs=30 * one_sided.error)
        assert sum(rolls * chance for rolls, chance in enumerate(chances)) == pytest.approx(
            mean, abs=400 * one_sided.error
        )
        # Plays of equal mean leave the distribution open, though not much: the mean is the same.
        exactly = [0.0] * case["first_roll_index"] + case["P_exactly_n"]
        for found, expected in zip_longest(chances, exactly, fillvalue=0.0):
            assert found == pytest.approx(expected, abs=1e-3), case


# --- both sides


def check_figures(found: Figures, fact: dict[str, str], error: float) -> None:
    """Compare the values that a fact states."""
    names = ("cubeless", "centred", "jacoby", "double_take", "owned", "opponent_owned", "response", "owned_action")
    found_by_name = {name: getattr(found, name) for name in names}
    found_by_name["action"] = found.centred_action
    found_by_name.update(zip(OUTCOMES, found.probabilities, strict=True))
    stated = {name: value for name, value in fact.items() if name not in ("own", "opponent")}
    assert stated
    for name, value in stated.items():
        is_word = name in ("action", "owned_action", "response")
        assert found_by_name[name] == (value if is_word else printed(value, 2 * error)), (name, fact)


@pytest.mark.parametrize(
    "cases",
    quick_or_long(
        FACTS["two_sided"]["positions"],
        quick=[
            case
            for case in FACTS["two_sided"]["positions"]
            if sum(counts(case["own"]) + counts(case["opponent"])) <= 2 * FEW_CHECKERS or case["own"] == "600000"
        ],
    ),
)
def test_published_bear_offs(two_sided: TwoSidedSolver, cases: list[dict[str, str]]) -> None:
    for case in cases:
        check_figures(two_sided.values(counts(case["own"]), counts(case["opponent"])), case, two_sided.error)


@pytest.mark.parametrize(
    "cases",
    quick_or_long(TWO_SIDED_LINES, quick=[case for case in TWO_SIDED_LINES if case["checkers"] <= FEW_CHECKERS]),
)
def test_bear_offs_of_both_sides(two_sided: TwoSidedSolver, cases: list[dict[str, Any]]) -> None:
    for case in cases:
        found = two_sided.values(counts(case["roller_pts1to6"]), counts(case["opp_pts1to6"]))
        doubled = min(found.double_take, 1.0)
        assert found.probabilities == (to_decimals(case["win"], 9, 2 * two_sided.error), 0, 0, 0, 0), case
        assert found.cubeless == to_decimals(case["cubeless"], 9, 2 * two_sided.error), case
        assert found.centred == found.jacoby == to_decimals(case["centered_ND"], 9, 2 * two_sided.error), case
        assert found.double_take == to_decimals(case["DT"], 9, 2 * two_sided.error), case
        assert max(found.centred, doubled) == to_decimals(case["centered_value"], 9, 2 * two_sided.error), case
        assert found.owned == to_decimals(case["owned_noRedouble"], 9, 2 * two_sided.error), case
        assert max(found.owned, doubled) == to_decimals(case["owned_value"], 9, 2 * two_sided.error), case
        assert found.opponent_owned == to_decimals(case["opp_owns"], 9, 2 * two_sided.error), case
        assert found.centred_action == EITHER[case["action_centered"]], case
        assert found.owned_action == EITHER[case["action_owned"]], case
        assert found.response == {"tie": "either"}.get(case["response"], case["response"]), case


# --- both sides, in a match


class AlwaysTaken(MatchBearOff):
    """Assumes that player 0 takes every double, as the solver of the figures does."""

    def answered(self, taken: float, roller: int, cube: int) -> float:
        """Return player 0's value of a double."""
        return taken if roller == 1 else super().answered(taken, roller, cube)


@pytest.mark.long
@NO_TIMEOUT
def test_bear_offs_in_a_match(match: MatchSolver) -> None:
    """The right to pass the last double can only add to the value of waiting. It adds little here."""
    for fact in FACTS["match"]:
        own, opponent, needs = counts(fact["own"]), counts(fact["opponent"]), tuple(fact["needs"])
        no_double, double_take, double_pass = match.decisions(own, opponent, needs, fact["cube"], fact["owner"])
        assert double_take == printed(fact["double_take"], match.error)
        assert double_pass == printed(fact["double_pass"], match.error)
        taken = AlwaysTaken(Stakes(needs=needs, equities=default_table()))
        without = taken.decisions(own, opponent, fact["cube"], fact["owner"])
        assert without[0] == printed(fact["no_double"], match.error)
        assert without[1:] == pytest.approx((double_take, double_pass))
        assert without[0] < no_double < without[0] + 5e-4


# --- few checkers, with contact


def check_equities(found: Figures, case: dict[str, Any], error: float) -> None:
    """Compare the equities of a line, which are printed to 12 decimals."""
    assert found.cubeless == to_decimals(case["cubeless"], 12, 6 * error), case
    assert found.centred == to_decimals(case["centered_ND"], 12, 2 * error), case
    assert found.double_take == to_decimals(case["DT"], 12, 2 * error), case
    assert found.owned == to_decimals(case["owned_noRedouble"], 12, 2 * error), case
    assert found.opponent_owned == to_decimals(case["opp_owns"], 12, 2 * error), case


def hyper_side(places: list[int], checkers: int) -> list[int]:
    """Return the counts of a side of `hyper1.jsonl` and `hyper2.jsonl`."""
    return [places[:checkers].count(place) for place in range(26)]


@pytest.mark.parametrize("checkers", [1, pytest.param(2, marks=[pytest.mark.long, NO_TIMEOUT])])
def test_hypergammon_of_one_and_two_checkers(few: Callable[[int, int], FewSolver], checkers: int) -> None:
    solver = few(checkers, 0)
    for case in HYPER_LINES[checkers]:
        assert case["n"] == checkers
        found = solver.values(hyper_side(case["me"], checkers), hyper_side(case["opp"], checkers))
        check_equities(found, case, solver.error)
        assert found.jacoby == to_decimals(case["centered_ND_jacoby"], 12, solver.error), case
        assert found.probabilities == pytest.approx(case["probs"], abs=TIES[checkers] + solver.error), case
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = found.probabilities
        from_chances = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
        assert from_chances == to_decimals(case["cubeless"], 11, 8 * solver.error), case


@pytest.mark.parametrize("checkers", [1, pytest.param(2, marks=[pytest.mark.long, NO_TIMEOUT])])
def test_hypergammon_at_the_start(few: Callable[[int, int], FewSolver], checkers: int) -> None:
    (fact,) = [fact for fact in FACTS["hyper"] if fact["checkers"] == checkers]
    solver = few(checkers, 0)
    side = [int(24 - checkers < place < 25) for place in range(26)]
    opening = dict(fact["opening"])
    outcomes = {name: float(opening.pop(name)) for name in OUTCOMES if name in opening}
    if solver.opening is not None:
        found = solver.opening(side, side)
        check_figures(found, opening, solver.error)
        for name, probability in zip(OUTCOMES, found.probabilities, strict=True):
            assert probability == pytest.approx(outcomes.get(name, probability), abs=TIES[checkers] + 5e-7), name
    if "on_roll" in fact:
        check_figures(solver.values(side, side), fact["on_roll"], solver.error)


@pytest.mark.parametrize("in_play", [1, pytest.param(2, marks=[pytest.mark.long, NO_TIMEOUT])])
def test_the_standard_game_with_one_and_two_checkers_left(few: Callable[[int, int], FewSolver], in_play: int) -> None:
    cases = [case for case in CONTACT_LINES if min(case["off"]) >= 15 - in_play]
    assert len(cases) == {1: 5, 2: 500}[in_play]
    solver = few(in_play, 15 - in_play)
    for case in cases:
        own, opponent = bg.Position.from_gnubg_id(case["position_id"]).to_array().tolist()
        found = solver.values(own, opponent)
        check_equities(found, case, solver.error)
        assert found.probabilities == (to_decimals(case["win"], 12, solver.error), 0, 0, 0, 0), case
        assert found.jacoby == pytest.approx(found.centred, abs=2 * solver.error), case
        assert found.centred_action == EITHER[case["action_centered"]], case
        assert found.owned_action == EITHER[case["action_owned"]], case
        assert found.response == {"tie": "either"}.get(case["response"], case["response"]), case
