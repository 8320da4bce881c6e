"""The cube: scorings, models, results of finished games, and cube decisions."""

from __future__ import annotations

import base64
import itertools
import pickle
from typing import Any

import pytest

import gammon as bg
from tests.golden.read import toml

START = "-b----E-C---eE---c-e----B-"
PITFALLS = toml("pitfalls.toml")
MET = bg.met.load()
OVER = bg.Crawford.PLAYED


def money(**options: bool) -> bg.CubeModel:
    """Return the cube model of a money game."""
    return bg.CubeModel(bg.Scoring.money(**options), MET)


def at_score(own: int, opponent: int, crawford: bg.Crawford = bg.Crawford.TO_COME) -> bg.CubeModel:
    """Return the cube model at a match score."""
    return bg.CubeModel(bg.Scoring.match(own, opponent, crawford=crawford), MET)


# --- Values ---


def test_scorings_and_cubes_are_values() -> None:
    for value in (
        bg.Scoring.money(jacoby=True),
        bg.Scoring.match(3, 5),
        bg.Scoring.match(1, 5, crawford=OVER),
        bg.Cube(8, -1),
        bg.Crawford.OFF,
        bg.CubeAction.TOO_GOOD_PASS,
    ):
        copy = pickle.loads(pickle.dumps(value))
        assert copy == value
        assert hash(copy) == hash(value)
    assert bg.Scoring.match(3, 5).swap() == bg.Scoring.match(5, 3)
    assert bg.Cube(2, 1).swap() == bg.Cube(2, -1)
    assert bg.Cube() == bg.Cube(1, 0)
    assert repr(bg.Scoring.money(beavers=True)) == "Scoring.money(jacoby=False, beavers=True)"
    assert (bg.Scoring.money().away, bg.Scoring.money().crawford) == (None, None)
    assert str(bg.CubeAction.TOO_GOOD_PASS) == "too good to double, pass"


@pytest.mark.parametrize(
    ("own", "opponent", "crawford"),
    [
        (0, 3, bg.Crawford.TO_COME),
        (3, 65, bg.Crawford.TO_COME),
        (-1, 3, bg.Crawford.OFF),
        (10**30, 3, bg.Crawford.OFF),
        (3, 5, bg.Crawford.THIS_GAME),
        (3, 5, bg.Crawford.PLAYED),
        (1, 5, bg.Crawford.TO_COME),
    ],
)
def test_r8_3_impossible_scores_are_refused(own: int, opponent: int, crawford: bg.Crawford) -> None:
    with pytest.raises(bg.ArgumentError, match=r"\d"):
        bg.Scoring.match(own, opponent, crawford=crawford)


@pytest.mark.parametrize(("value", "owner"), [(0, 0), (3, 0), (-2, 0), (2**61, 0), (10**30, 0), (2, 2), (2, -2)])
def test_impossible_cubes_are_refused(value: int, owner: int) -> None:
    with pytest.raises(bg.ArgumentError):
        bg.Cube(value, owner)


@pytest.mark.parametrize("efficiency", [-0.1, 1.1, float("nan")])
def test_an_invalid_efficiency_is_refused(efficiency: float) -> None:
    with pytest.raises(bg.ArgumentError, match="efficiency"):
        money().no_double(bg.Outcome(0.5), bg.Cube(), efficiency=efficiency)
    with pytest.raises(bg.ArgumentError, match="efficiency"):
        bg.cube_decision(bg.Position.start(), engine=bg.Engine(efficiency=efficiency))


def test_invalid_gammon_rates_are_refused() -> None:
    for kinds in ([1.1, 0, 0, 0], [0.1, 0.2, 0, 0], [0, 0, -0.1, 0], [0, 0, float("nan"), 0]):
        with pytest.raises(bg.ArgumentError, match="gammon rate"):
            money().points(bg.Cube(), kinds, efficiency=0.5)
    with pytest.raises(bg.ArgumentError, match="max_cube"):
        bg.CubeModel(bg.Scoring.money(), MET, max_cube=3)


# --- Inputs that broke other programs ---


@pytest.mark.parametrize(("own", "cube"), [(2, 2), (1, 1), (1, 4), (3, 4), (4, 4)])
def test_p035_a_dead_cube_is_not_turned(own: int, cube: int) -> None:
    """R7.5."""
    crawford = OVER if own == 1 else bg.Crawford.TO_COME
    model = at_score(own, 7, crawford)
    owned = bg.Cube(cube, 0 if cube == 1 else 1)
    assert not model.may_double(owned)
    assert model.gammon_value(owned) == 0
    assert model.decide(bg.Outcome(0.8), owned, efficiency=0.68)[4] == bg.CubeAction.UNAVAILABLE


def test_p037_after_the_crawford_game_the_trailer_doubles_the_start_at_once() -> None:
    decision = bg.cube_decision(bg.Position.start(), ply=1, stakes=bg.Scoring.match(4, 1, crawford=OVER))
    assert decision.action in (bg.CubeAction.DOUBLE_TAKE, bg.CubeAction.DOUBLE_PASS)
    assert decision.error_no_double > 0.05
    # If the trailer needs an even number of points, the leader has a free drop: take and pass are nearly equal. If the
    # number is odd, the leader must take.
    assert abs(decision.double_take - 1) < 0.1
    odd = bg.cube_decision(bg.Position.start(), ply=1, stakes=bg.Scoring.match(5, 1, crawford=OVER))
    assert odd.action == bg.CubeAction.OPTIONAL_DOUBLE_TAKE
    assert odd.error_pass > 0.1
    leader = bg.cube_decision(bg.Position.start(), stakes=bg.Scoring.match(1, 4, crawford=OVER))
    assert (leader.action, leader.error_double, leader.words) == (bg.CubeAction.UNAVAILABLE, None, "may not double")


def test_p039_at_double_match_point_equity_is_2p_minus_1() -> None:
    for win, gammon in ((0.3, 0.2), (0.5, 0.5), (0.9, 0.1)):
        outcome = bg.Outcome(win, gammon, 0.0, 0.1, 0.05)
        model = at_score(1, 1, OVER)
        value = model.no_double(outcome, bg.Cube(), efficiency=0.68)
        assert value == pytest.approx(outcome.win, abs=1e-12)
        assert model.equity(value, bg.Cube()) == pytest.approx(2 * outcome.win - 1, abs=1e-12)
    assert model.gammon_value(bg.Cube()) == 0


@pytest.mark.parametrize(
    "case", [case for case in PITFALLS["scoring"] if "cube" in case], ids=lambda case: case["summary"]
)
def test_p043_under_jacoby_gammons_count_only_once_the_cube_is_turned(case: dict[str, Any]) -> None:
    """R8.2."""
    position = bg.Position.from_xgid(f"{case['board']}:0:0:1:00:0:0:0:0:10")
    model = money(jacoby=case.get("jacoby", True))
    cube = bg.Cube(case["cube"], 0 if case["cube"] == 1 else 1)
    value = model.no_double(bg.evaluate(position), cube, efficiency=0.68)
    assert abs(value) * cube.value == case["points"]


def test_p045_a_cube_turned_forty_times_does_not_overflow() -> None:
    """R7.4."""
    cube = bg.Cube()
    for _ in range(40):
        cube = cube.doubled().swap()
    assert cube == bg.Cube(2**40, 1)
    outcome = bg.Outcome(0.75, 0.2)
    value = money().no_double(outcome, cube, efficiency=0.68)
    assert value == pytest.approx(money().no_double(outcome, bg.Cube(2, 1), efficiency=0.68), abs=1e-3)
    assert not at_score(64, 64).may_double(cube)
    assert at_score(64, 64).no_double(outcome, cube, efficiency=0.68) == outcome.win
    assert not money().may_double(bg.Cube(2**60, 1))


def test_p047_may_double_depends_on_the_doubler_s_score() -> None:
    """R7.5: a cube of 2 does not win the match for the trailer, who needs 3, although it would for the leader."""
    assert at_score(3, 2).may_double(bg.Cube(2, 1))
    assert not at_score(2, 3).may_double(bg.Cube(2, 1))
    assert not at_score(1, 1, OVER).may_double(bg.Cube())


def test_p049_a_nearly_even_position_is_nearly_even_at_a_match_score() -> None:
    decision = bg.cube_decision(bg.Position.start(), ply=1, stakes=bg.Scoring.match(5, 4))
    assert abs(decision.no_double) < 0.2
    swapped = at_score(5, 4).swap()
    assert swapped.scoring == bg.Scoring.match(4, 5)
    for win in (0.2, 0.5, 0.8):
        mine = at_score(5, 4).no_double(bg.Outcome(win), bg.Cube(), efficiency=0.68)
        theirs = swapped.no_double(bg.Outcome(win).swap(), bg.Cube(), efficiency=0.68)
        assert mine + theirs == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("state", [2, 3, 4])
def test_p089_a_finished_game_has_no_cube_decision(state: int) -> None:
    key = bytearray(base64.b64decode("cAkAAAAAAAAE"))
    key[1] = (key[1] & ~7) | state
    over = bg.GnubgId(f"4HPwATDgc/ABMA:{base64.b64encode(bytes(key)).decode()}")
    with pytest.raises(bg.ArgumentError, match=r"the game is (over|resigned|dropped)"):
        bg.cube_decision(over)


# --- Decisions ---


def test_an_id_gives_the_score_and_the_cube() -> None:
    for text, scoring, cube in (
        (f"{START}:0:0:1:00:0:0:3:0:10", bg.Scoring.money(jacoby=True, beavers=True, raccoons=True), bg.Cube()),
        (f"{START}:1:1:1:00:3:5:0:7:10", bg.Scoring.match(4, 2), bg.Cube(2, 1)),
        (f"{START}:1:1:-1:00:3:5:0:7:10", bg.Scoring.match(2, 4), bg.Cube(2, -1)),
        (f"{START}:0:0:1:00:4:6:1:7:10", bg.Scoring.match(3, 1, crawford=bg.Crawford.THIS_GAME), bg.Cube()),
        (f"{START}:0:0:1:00:4:6:0:7:10", bg.Scoring.match(3, 1, crawford=OVER), bg.Cube()),
        (f"{START}:0:0:1:00:0:0:0:1:10", bg.Scoring.match(1, 1, crawford=OVER), bg.Cube()),
    ):
        xgid = bg.Xgid(text)
        assert xgid.scoring == scoring
        decision = bg.cube_decision(xgid)
        assert (decision.scoring, decision.cube) == (scoring, cube)
        if not scoring.beavers:
            same = bg.cube_decision(xgid.to_gnubg_id())
            assert same == decision
        explicit = bg.cube_decision(xgid.position, stakes=bg.Stakes(scoring, cube, max_cube=1024))
        assert explicit == decision
    other = bg.cube_decision(bg.Xgid(f"{START}:1:1:1:00:3:5:0:7:10"), stakes=bg.Stakes(bg.Scoring.money(), bg.Cube()))
    assert (other.scoring, other.cube, other.mwc) == (bg.Scoring.money(), bg.Cube(), None)


def test_a_match_longer_than_the_table_is_refused() -> None:
    with pytest.raises(bg.ArgumentError, match="100 points; it must be from 1 to 64"):
        bg.cube_decision(bg.Xgid(f"{START}:0:0:1:00:0:0:0:100:10"))


def test_r8_3_a_match_id_that_contradicts_its_score_is_refused() -> None:
    """GNU Backgammon's ID of the start at 3-5 in a match to 7, with the Crawford bit set."""
    key = bytearray(base64.b64decode("UQngAFAAGAAE"))
    key[0] |= 1 << 7
    crawford = bg.GnubgId(f"4HPwATDgc/ABMA:{base64.b64encode(bytes(key)).decode()}")
    assert crawford.crawford
    with pytest.raises(bg.ArgumentError, match=r"R8\.3"):
        bg.cube_decision(crawford)


def test_a_decision_without_a_possible_double_is_refused() -> None:
    with pytest.raises(bg.ArgumentError, match="an unanswered beaver"):
        bg.cube_decision(bg.Xgid(f"{START}:1:1:1:B:0:0:3:0:10"))
    with pytest.raises(bg.ArgumentError, match="game is over"):
        bg.cube_decision(bg.Position.from_xgid(f"{'-' * 6}A{'-' * 19}:0:0:1:00:0:0:0:0:10"))


@pytest.mark.parametrize("position", [None, 3, [0] * 26])
def test_arguments_that_are_not_positions_are_refused(position: bg.Position) -> None:
    for judge in (bg.cube_decision, bg.score_map, lambda this: bg.rank_plays(this, (3, 1))):
        with pytest.raises(TypeError, match="position: expected a Position, Situation"):
            judge(position)


def test_the_cube_limit_of_an_xgid_is_respected() -> None:
    """R7.7."""
    assert not bg.cube_decision(bg.Xgid(f"{START}:0:0:1:00:0:0:0:0:0")).is_allowed
    assert bg.cube_decision(bg.Xgid(f"{START}:0:0:1:00:0:0:0:0:1")).is_allowed


POSITIONS = [
    "---BBBBBA----B--a-a-Bbcce-",
    "---BBBBBA----B---a-aBbcce-",
    "--CBCBC------B--b--cabbcb-",
    START,
    "-CCCCC-------------ccccb--",
    "-FF------------------bff--",
]
SCORINGS = [
    bg.Scoring.money(),
    bg.Scoring.money(jacoby=True, beavers=True),
    bg.Scoring.match(5, 5),
    bg.Scoring.match(2, 4),
    bg.Scoring.match(3, 1, crawford=bg.Crawford.THIS_GAME),
    bg.Scoring.match(4, 1, crawford=OVER),
]


@pytest.mark.parametrize("board", POSITIONS)
def test_errors_and_values_of_a_decision_are_consistent(board: str) -> None:
    position = bg.Position.from_xgid(f"{board}:0:0:1:00:0:0:0:0:10")
    for scoring, cube in itertools.product(SCORINGS, (bg.Cube(), bg.Cube(2, 1), bg.Cube(2, -1))):
        decision = bg.cube_decision(position, stakes=bg.Stakes(scoring, cube))
        assert decision.double_pass == pytest.approx(1)
        errors = [decision.error_take, decision.error_pass, decision.error_beaver]
        assert min(error for error in errors if error is not None) == 0
        assert decision.error_no_double >= 0
        if not decision.is_allowed:
            assert decision.equity == decision.no_double
            assert (decision.points.double, decision.error_double) == (None, None)
            continue
        assert decision.error_double is not None
        assert min(decision.error_no_double, decision.error_double) == 0
        name = decision.action.name
        assert name.startswith("OPTIONAL") or ("DOUBLE_" in name and not name.startswith("NO")) == (
            decision.error_no_double > 0
        )
        if name.endswith("PASS"):
            assert decision.error_pass == 0
        if decision.mwc is not None:
            assert all(0 <= chance <= 1 for chance in decision.mwc)
        points = decision.points
        if points.cash is not None and abs(decision.outcome.win - points.cash) > 1e-5:
            assert (decision.outcome.win > points.cash) == (decision.double_take > decision.double_pass)
        assert ("redouble" in decision.words) == (cube.owner == 1)
        assert decision.words in str(decision)


def test_a_beaver_is_right_when_a_double_loses_points() -> None:
    """R7.6."""
    boards = [bg.Position.from_xgid(f"{board}:0:0:1:00:0:0:0:0:10") for board in POSITIONS]
    actions = set()
    for position in [*boards, *(board.swap() for board in boards)]:
        found = bg.cube_decision(position, stakes=bg.Scoring.money(beavers=True))
        assert found.double_beaver == pytest.approx(max(2 * found.double_take, -2), abs=1e-9)
        is_beaver = found.action in (bg.CubeAction.NO_DOUBLE_BEAVER, bg.CubeAction.DOUBLE_BEAVER)
        assert is_beaver == (found.double_take < 0)
        assert (found.error_take > 0) == (is_beaver or found.double_take > 1)
        assert found.raccoon is None
        with_raccoons = bg.cube_decision(position, stakes=bg.Scoring.money(beavers=True, raccoons=True))
        # Passing a raccoon loses four times the cube. A doubler who expects more takes the beaver instead.
        assert with_raccoons.raccoon == (0 < found.double_take < 2)
        actions.add(found.action)
        plain = bg.cube_decision(position)
        assert (plain.double_beaver, plain.error_beaver, plain.raccoon) == (None, None, None)
    assert bg.CubeAction.NO_DOUBLE_BEAVER in actions


def test_efficiency_depends_on_class_and_length_as_documented() -> None:
    """Compare with the efficiency curves documented in docs/cube.md."""
    assert bg.cube_decision(bg.Position.start()).efficiency == pytest.approx(0.83 - 12.6 / 334)
    race = bg.Position([11, 0, 0, 2, 0, 0, 2] + [0] * 19, [10, 3, 2] + [0] * 23)
    assert race.pip_counts == (18, 7)
    assert bg.cube_decision(race).efficiency == pytest.approx(0.845 - 7.7 / 25)
    # At the end of a bear-off the cube is dead.
    assert bg.cube_decision(bg.Position([14, 1] + [0] * 24, [14, 1] + [0] * 24)).efficiency == 0
    assert bg.cube_decision(bg.Position.start(), engine=bg.Engine(efficiency=0.0)).efficiency == 0.0
