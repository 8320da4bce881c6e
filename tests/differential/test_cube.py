"""Compare cubeful values of the engine and the reference for random probabilities, scores, cubes and tables."""

from __future__ import annotations

import random
from functools import cache

import pytest

import gammon as bg
from gammon.reference import Chances, MatchEquities, Stakes, cube, decisions

where = cube._where
CLOSE = 2e-6
"""Tolerance: the engine's probabilities have single precision, and a money value magnifies their error 3 to 6 times."""
OWNERS = {None: 0, 0: 1, 1: -1}
WORDS = {"before": bg.Crawford.TO_COME, "now": bg.Crawford.THIS_GAME, "over": bg.Crawford.PLAYED}
TABLES = ("kazaross_xg2", "jacobs_trice_050", "ortega_kleinman", "mec26")


@cache
def equities(name: str) -> MatchEquities:
    """Convert a match equity table for the reference, without extrapolation."""
    met = bg.met.load(name)
    return MatchEquities(pre_crawford=met.pre_crawford, post_crawford=(met.post_crawford[0], met.post_crawford[-1]))


def chances(dice: random.Random) -> tuple[bg.Outcome, Chances]:
    """Draw five random probabilities, some of them 0 or 1."""
    win = dice.choice([dice.random(), dice.random(), dice.random(), 0.0, 1.0, 0.5])
    gammons = [dice.choice([0.0, dice.random(), dice.random() ** 3, 1.0]) for _ in range(2)]
    backgammons = [share * dice.choice([0.0, dice.random() ** 3]) for share in gammons]
    lose = 1 - win
    outcome = bg.Outcome(win, win * gammons[0], win * backgammons[0], lose * gammons[1], lose * backgammons[1])
    # The reference gets the probabilities as the engine rounded them.
    win, lose = outcome.win, 1 - outcome.win

    def shares(gammon: float, backgammon: float, whole: float) -> tuple[float, float, float]:
        if whole <= 0:
            return (1.0, 0.0, 0.0)
        gammon, backgammon = min(gammon / whole, 1.0), min(backgammon / whole, 1.0)
        return (1 - gammon, gammon - backgammon, backgammon)

    won = shares(outcome.win_gammon, outcome.win_backgammon, win)
    lost = shares(outcome.lose_gammon, outcome.lose_backgammon, lose)
    return outcome, Chances(win=win, won=won, lost=lost)


def compare(dice: random.Random, *, is_match: bool) -> str | None:
    """Compare one random case and describe the difference, if any."""
    outcome, plain = chances(dice)
    name = dice.choice(TABLES)
    met = bg.met.load(name)
    most = 2 ** dice.choice([0, 1, 2, 3, 6, 60])
    owner = dice.choice([None, 0, 1])
    value_of_cube = 2 ** dice.randrange(7)
    efficiency = dice.choice([0.0, 1.0, dice.random()])
    if is_match:
        word = dice.choice(list(WORDS))
        reach = met.length
        needs = (dice.randint(2, reach), dice.randint(2, reach))
        if word != "before":
            needs = dice.choice([(1, needs[1]), (needs[0], 1)])
        scoring = bg.Scoring.match(*needs, crawford=WORDS[word])
        stakes = Stakes(needs=needs, crawford=word, equities=equities(name), max_cube=most)
        unit = 1
    else:
        jacoby, beavers = dice.random() < 0.5, dice.random() < 0.5
        raccoons = beavers and dice.random() < 0.5
        scoring = bg.Scoring.money(jacoby=jacoby, beavers=beavers, raccoons=raccoons)
        stakes, unit = Stakes(jacoby=jacoby, max_cube=most), value_of_cube
    model = bg.CubeModel(scoring, met, max_cube=most)
    engine_cube = bg.Cube(value_of_cube, OWNERS[owner])
    found = model.decide(outcome, engine_cube, efficiency=efficiency)
    expected = decisions(plain, stakes, value_of_cube, owner, efficiency)
    may_double = owner != 1 and stakes.may_double(0, value_of_cube)
    case = f"{outcome} {scoring} {engine_cube} most {most} {name} at {efficiency}"
    if model.may_double(engine_cube) != may_double:
        return f"{case}: may double is not {may_double}"
    if (found[4] == bg.CubeAction.UNAVAILABLE) == may_double:
        return f"{case}: {found[4]}"
    for value, plain_value in zip(found[:3], expected, strict=True):
        if abs(value - plain_value / unit) > CLOSE:
            return f"{case}: {found[:3]}, not {[one / unit for one in expected]}"
    answers = None
    if not is_match and beavers and may_double:
        answers = cube.beaver(plain, stakes, value_of_cube, efficiency, raccoons=raccoons)
    return f"{case}: {found[6]}, not {answers}" if may_double and differs(found[6], answers, unit) else None


def differs(
    found: tuple[float, float, tuple[float, float] | None, bg.BeaverAnswer] | None,
    expected: tuple[float, float, float | None] | None,
    unit: int,
) -> bool:
    """Return whether the values of the answers to a beaver differ, or the chosen answer is not the best."""
    if found is None or expected is None:
        return (found is None) != (expected is None)
    take, pass_, raccoon, best = found
    if (raccoon is None) != (expected[2] is None):
        return True
    values = [take, pass_, *([] if raccoon is None else [min(raccoon)])]
    plain = [value / unit for value in expected if value is not None]
    # A raccoon makes the stake eight times as large, and the error with it.
    return max(map(abs, (a - b for a, b in zip(values, plain, strict=True)))) > 4 * CLOSE or (
        plain[best.value] < max(plain) - 2e-4
    )


@pytest.mark.parametrize("is_match", [False, True], ids=["money", "match"])
def test_engine_and_reference_agree(is_match: bool) -> None:
    dice = random.Random(20261130 + is_match)
    differences = [found for _ in range(3000) if (found := compare(dice, is_match=is_match)) is not None]
    assert differences == []


@pytest.mark.long
@pytest.mark.parametrize("is_match", [False, True], ids=["money", "match"])
def test_engine_and_reference_agree_on_many(is_match: bool) -> None:
    dice = random.Random(7 + is_match)
    for _ in range(50_000):
        assert compare(dice, is_match=is_match) is None


FAULTS: dict[str, tuple[object, str, object]] = {
    "a dead cube may be turned": (Stakes, "may_double", lambda self, player, cube: cube < self.max_cube),
    "cashes are two points off": (cube, "_where", lambda curve, value: min(where(curve, value) + 0.02, 1.0)),
    "a gammon does not count": (
        cube,
        "_ends",
        lambda chances, stakes, at, owner: (stakes.worth(-at), stakes.worth(at)),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison detects bugs in one of the two implementations."""
    owner, name, wrong = FAULTS[fault]
    monkeypatch.setattr(owner, name, wrong)
    dice = random.Random(3)
    assert any(compare(dice, is_match=True) is not None for _ in range(300))
