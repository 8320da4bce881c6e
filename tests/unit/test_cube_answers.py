"""Answers to doubles, beavers and raccoons, and ties between take and pass."""

from __future__ import annotations

import pickle
from itertools import product

import pytest

import gammon as bg
from gammon.match import Beaver, Double, Pass, Raccoon, Take

RACCOON = "XGID=----A-A------------a------:3:0:1:00:0:0:2:0:6"
"""Case C07: the cube is at 8, the limit at 64; the mover has two checkers on 6 and 4, the opponent one on 6."""


@pytest.mark.parametrize("ply", [3])
def test_c07_a_beaver_may_be_passed_and_a_raccoon_may_kill_the_cube(ply: int) -> None:
    """R7.6, R7.7; exact values, in units of the cube at 8. At three plies the leaves are clear-cut positions."""
    found = bg.cube_decision(bg.Xgid(RACCOON), ply=ply)
    assert found.beaver is not None
    values = (found.no_double, found.double_take, found.beaver.take, found.beaver.pass_, found.beaver.raccoon)
    assert values == pytest.approx((-0.5556, -1.1111, -2.2222, -2.0, -1.6204), abs=1e-4)
    assert found.double_beaver == found.beaver.raccoon
    assert (found.action, found.beaver.best, found.raccoon) == (
        bg.CubeAction.NO_DOUBLE_BEAVER,
        bg.BeaverAnswer.RACCOON,
        True,
    )


def test_c07_without_raccoons_the_beaver_is_passed() -> None:
    xgid = bg.Xgid(RACCOON)
    stakes = bg.Stakes(bg.Scoring.money(beavers=True), bg.Cube(8), 64)
    found = bg.cube_decision(xgid.position, stakes=stakes, ply=2)
    assert found.beaver is not None
    assert (found.beaver.best, found.beaver.raccoon, found.raccoon) == (bg.BeaverAnswer.PASS, None, None)
    assert found.double_beaver == -2.0


@pytest.mark.parametrize("raccoons", [False, True])
def test_c07_the_engine_player_answers_by_the_decision(raccoons: bool) -> None:
    rules = bg.MatchRules(beavers=True, raccoons=raccoons, cube_limit=64)
    state = bg.MatchState.from_xgid(RACCOON, rules=rules)
    player = bg.EnginePlayer(bg.Strength(ply=2))
    doubled = state.act(Double())
    assert player.choose(doubled) == Beaver()
    assert player.choose(doubled.act(Beaver())) == (Raccoon() if raccoons else Pass())
    if raccoons:
        assert player.choose(doubled.act(Beaver()).act(Raccoon())) == Take()


def test_there_are_no_raccoons_without_beavers() -> None:
    with pytest.raises(bg.ArgumentError, match="raccoons=True requires beavers=True"):
        bg.Scoring.money(raccoons=True)
    for jacoby, beavers in product((False, True), repeat=2):
        scoring = bg.Scoring.money(jacoby=jacoby, beavers=beavers, raccoons=beavers)
        assert pickle.loads(pickle.dumps(scoring)) == scoring
        assert eval(repr(scoring), {"Scoring": bg.Scoring}) == scoring


@pytest.mark.parametrize("ply", [0, 1, 2])
@pytest.mark.parametrize("away", [3, 5, 7])
def test_c06_waiting_costs_nothing_after_the_crawford_game_with_an_odd_number_to_go(away: int, ply: int) -> None:
    stakes = bg.Scoring.match(away, 1, crawford=bg.Crawford.PLAYED)
    found = bg.cube_decision(bg.Position.start(), stakes=stakes, ply=ply)
    assert found.words == "optional double, take"
    assert found.error_no_double == pytest.approx(0, abs=1e-4)
    assert found.is_double


@pytest.mark.parametrize("away", [2, 4, 6])
def test_with_an_even_number_to_go_the_free_drop_makes_waiting_an_error(away: int) -> None:
    stakes = bg.Scoring.match(away, 1, crawford=bg.Crawford.PLAYED)
    assert bg.cube_decision(bg.Position.start(), stakes=stakes).error_no_double > 0.01


def test_c08_a_tie_between_take_and_pass_is_reported() -> None:
    """One checker each on the 6-point: 27 of 36 rolls bear it off, so take and pass are worth exactly the same."""
    model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
    no_double, take, pass_, _, action, answers_tie, _ = model.decide(bg.Outcome(0.75), bg.Cube(), efficiency=0.0)
    assert (no_double, take, pass_) == (0.5, 1.0, 1.0)
    assert (action, answers_tie) == (bg.CubeAction.DOUBLE_TAKE, True)


@pytest.mark.parametrize("scoring", [bg.Scoring.money(jacoby=True), bg.Scoring.match(4, 2)])
@pytest.mark.parametrize("efficiency", [None, 0.5])
def test_u04_a_model_is_a_value(scoring: bg.Scoring, efficiency: float | None) -> None:
    model = bg.CubeModel(scoring, bg.met.load(), max_cube=64, efficiency=efficiency)
    again = pickle.loads(pickle.dumps(model))
    assert again == model
    assert hash(again) == hash(model)
    assert (again.max_cube, again.efficiency, again.met, again.scoring) == (64, efficiency, model.met, scoring)
    assert model.swap() == bg.CubeModel(scoring.swap(), bg.met.load().swap(), max_cube=64, efficiency=efficiency)
    assert model != bg.CubeModel(scoring, bg.met.load(), max_cube=32, efficiency=efficiency)


def test_choices_are_enumerations() -> None:
    for choices in (bg.CubeAction, bg.Crawford, bg.BeaverAnswer):
        members = list(choices)
        assert [choices(member.value) for member in members] == members
        assert [pickle.loads(pickle.dumps(member)) for member in members] == members
    with pytest.raises(TypeError, match=r"gammon\.Crawford, got str"):
        bg.Scoring.match(3, 2, crawford="played")  # type: ignore[arg-type]
