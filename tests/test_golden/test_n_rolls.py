"""n-roll against m-roll bear-offs with the cube, by plain recursion: exact fractions for money, floats at scores.

The cube rules and match equities are taken once from the engine and once from the reference; both must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Generic, TypeVar

import pytest

import gammon as bg
from gammon.reference import MatchEquities, Stakes
from tests.golden.read import toml

N_ROLLS = toml("n_rolls.toml")
Value = TypeVar("Value", Fraction, float)
ROLLS = ((2, Fraction(5, 6)), (4, Fraction(1, 6)))
"""How many checkers a roll bears off from the ace point, with their probabilities."""


@dataclass(frozen=True)
class Game(Generic[Value]):
    """Value of a finished game for player 0, and whether player 0 or 1 may double a cube of a given value."""

    worth: Callable[[int], Value]
    may_double: Callable[[int, int], bool]


@dataclass(frozen=True)
class Decision(Generic[Value]):
    """Values for player 0 of the choices of the player on roll."""

    no_double: Value
    double_take: Value
    double_pass: Value


def solve(game: Game[Value]) -> Callable[[int, int, int, int, int | None], Decision[Value]]:
    """Return the function from (checkers of player 0, of player 1, player on roll, cube, owner) to a decision."""

    @cache
    def value(own: int, other: int, roller: int, cube: int, owner: int | None) -> Value:
        decision = decide(own, other, roller, cube, owner)
        if owner == 1 - roller or not game.may_double(roller, cube):
            return decision.no_double
        if roller == 0:
            return max(decision.no_double, min(decision.double_take, decision.double_pass))
        return min(decision.no_double, max(decision.double_take, decision.double_pass))

    @cache
    def rolled(own: int, other: int, roller: int, cube: int, owner: int | None) -> Value:
        total: Any = 0
        for off, chance in ROLLS:
            mine, theirs = (own - off, other) if roller == 0 else (own, other - off)
            if min(mine, theirs) <= 0:
                after: Any = game.worth(cube if roller == 0 else -cube)
            else:
                after = value(mine, theirs, 1 - roller, cube, owner)
            total += after * (chance if isinstance(after, Fraction) else float(chance))
        return total  # type: ignore[no-any-return]

    def decide(own: int, other: int, roller: int, cube: int, owner: int | None) -> Decision[Value]:
        return Decision(
            rolled(own, other, roller, cube, owner),
            rolled(own, other, roller, 2 * cube, 1 - roller),
            game.worth(cube if roller == 0 else -cube),
        )

    return decide


@cache
def win(own: int, other: int) -> Fraction:
    """Return the winning chance of the player on roll."""
    total = Fraction(0)
    for off, chance in ROLLS:
        total += chance * (1 if own <= off else 1 - win(other, own - off))
    return total


def digits(value: Fraction | float) -> str:
    """Round like the published figures."""
    return f"{float(value):.6f}"


def action(decision: Decision[Fraction], value_of_cube: int = 1) -> str:
    """Return the correct cube action for money."""
    doubled = min(decision.double_take, decision.double_pass)
    response = "pass" if decision.double_take > value_of_cube else "take"
    if decision.no_double == doubled:
        return f"any, {response}"
    return f"double, {response}" if doubled > decision.no_double else "no double"


MONEY = Game[Fraction](Fraction, lambda player, cube: cube < 2**20)


@pytest.mark.parametrize("fact", N_ROLLS["even"], ids=lambda fact: str(fact["checkers"]))
def test_money_values_match_the_published_digits(fact: dict[str, Any]) -> None:
    n = fact["checkers"]
    decide = solve(MONEY)
    centred, owned = decide(n, n, 0, 1, None), decide(n, n, 0, 1, 0)
    assert digits(win(n, n)) == fact["win"]
    assert digits(2 * win(n, n) - 1) == fact["cubeless"]
    assert digits(centred.no_double) == fact["no_double"]
    assert digits(centred.double_take) == digits(owned.double_take) == fact["double_take"]
    assert digits(owned.no_double) == fact["owned"]
    assert (action(centred), action(owned)) == (fact["centred_action"], fact["owned_action"])


@pytest.mark.parametrize("pair", N_ROLLS["uneven"])
def test_chances_of_uneven_bear_offs_match_the_published_digits(pair: str) -> None:
    own, other = (2 * int(rolls) for rolls in pair.split("-"))
    assert f"{float(win(own, other)):.4f}" == N_ROLLS["uneven"][pair]


def engine_game(scoring: bg.Scoring) -> Game[float]:
    """Return the cube rules and values of games by the engine."""
    model = bg.CubeModel(scoring, bg.met.load())
    models = (model, model.swap())

    def worth(points: int) -> float:
        over = bg.Outcome(1.0 if points > 0 else 0.0)
        found = model.no_double(over, bg.Cube(abs(points)), efficiency=0.0)
        return found if scoring.is_match else found * abs(points)

    def may_double(player: int, cube: int) -> bool:
        return cube < 2**20 and models[player].may_double(bg.Cube(cube, 1))

    return Game(cache(worth), cache(may_double))


def reference_game(stakes: Stakes) -> Game[float]:
    """Return the cube rules and values of games by the reference."""
    return Game(cache(stakes.worth), cache(stakes.may_double))


def kazaross() -> MatchEquities:
    """Return the default match equity table in the reference's form."""
    met = bg.met.load()
    return MatchEquities(pre_crawford=met.pre_crawford, post_crawford=(met.post_crawford[0], met.post_crawford[0]))


SCORES = {
    (5, 3): (bg.Crawford.TO_COME, "before"),
    (4, 4): (bg.Crawford.TO_COME, "before"),
    (2, 4): (bg.Crawford.TO_COME, "before"),
    (4, 1): (bg.Crawford.PLAYED, "over"),
    (3, 1): (bg.Crawford.THIS_GAME, "now"),
    (1, 1): (bg.Crawford.PLAYED, "over"),
}


@pytest.mark.parametrize("jacoby", [False, True])
def test_the_engine_agrees_for_money_with_jacoby_and_without(jacoby: bool) -> None:
    """R8.2: gammons are impossible here, so the Jacoby rule changes nothing."""
    decide = solve(engine_game(bg.Scoring.money(jacoby=jacoby)))
    also = solve(reference_game(Stakes(jacoby=jacoby, max_cube=2**20)))
    for fact in N_ROLLS["even"]:
        n = fact["checkers"]
        for found in (decide(n, n, 0, 1, None), also(n, n, 0, 1, None)):
            assert (digits(found.no_double), digits(found.double_take)) == (fact["no_double"], fact["double_take"])


@pytest.mark.parametrize("away", SCORES, ids=str)
def test_engine_and_reference_agree_at_match_scores(away: tuple[int, int]) -> None:
    crawford, word = SCORES[away]
    engine = solve(engine_game(bg.Scoring.match(*away, crawford=crawford)))
    reference = solve(reference_game(Stakes(needs=away, crawford=word, equities=kazaross())))
    for n in range(1, 16):
        for owner in (None, 0, 1):
            for cube in (1, 2, 4):
                mine, plain = (one(n, n, 0, cube, owner) for one in (engine, reference))
                for found, expected in (
                    (mine.no_double, plain.no_double),
                    (mine.double_take, plain.double_take),
                    (mine.double_pass, plain.double_pass),
                ):
                    assert found == pytest.approx(expected, abs=1e-12)


def test_scores_at_which_values_follow_from_the_winning_chance() -> None:
    """P039, R7.5: if a cube of 2 decides the match, a double that is taken is worth the winning chance."""
    for n in (4, 6, 8, 10):
        chance = float(win(n, n))
        for away, crawford in (((2, 2), bg.Crawford.TO_COME), ((2, 1), bg.Crawford.PLAYED)):
            found = solve(engine_game(bg.Scoring.match(*away, crawford=crawford)))(n, n, 0, 1, None)
            assert found.double_take == pytest.approx(chance, abs=1e-12)
            assert found.double_pass == {(2, 2): 0.67736, (2, 1): 0.5}[away]
        last = solve(engine_game(bg.Scoring.match(1, 1, crawford=bg.Crawford.PLAYED)))(n, n, 0, 1, None)
        assert last.no_double == pytest.approx(chance, abs=1e-12)
