"""All public objects are immutable values: equality, hashes, copies, pickles, `repr` and documentation."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

import gammon as bg

START = bg.Position.start()
XGID = "-b----E-C---eE---c-e----B-:1:1:1:D:3:5:0:7:10"
GNUBG_ID = "4HPwATDgc/ABMA:cIkFAAAAAAAA"

_ROLLED = tuple(bg.rollout_plays(START, (3, 1), 4, top=2, truncate=3))

PAIRS: dict[str, tuple[Any, Any]] = {
    "Roll": (bg.Roll(3, 1), bg.Roll(3, 2)),
    "Position": (START, bg.Position.nackgammon()),
    "Play": (START.plays(3, 1)[0], START.plays(3, 1)[1]),
    "ParsedPlay": (START.parse_play("8/5 6/5", 3, 1), START.parse_play("8/5* 6/5", 3, 1)),
    "Outcome": (bg.Outcome(0.5, 0.25), bg.Outcome(0.5, 0.125)),
    "Xgid": (bg.Xgid(XGID), bg.Xgid(XGID.replace(":D:", ":31:"))),
    "Situation": (bg.Situation(START, dice=(3, 1)), bg.Situation(START, dice=(1, 3))),
    "GnubgId": (bg.GnubgId(GNUBG_ID), bg.GnubgId("4HPwATDgc/ABMA:cAkAAAAAAAAA")),
    "RankedPlay": (bg.rank_plays(START, (3, 1))[0], bg.rank_plays(START, (3, 1))[1]),
    "Rollout": (bg.rollout(START, 20, seed=1), bg.rollout(START, 20, seed=2)),
    "RolloutSettings": (bg.RolloutSettings(), bg.RolloutSettings(ply=1)),
    "StoppingRule": (bg.StoppingRule(trials=9), bg.StoppingRule(trials=9, ahead=3)),
    "Difference": (_ROLLED[0].loss, _ROLLED[1].loss),
    "RolledOutPlay": (_ROLLED[0], _ROLLED[1]),
    "RolledOutCube": (bg.rollout_cube(START, 2, truncate=2), bg.rollout_cube(START, 3, truncate=2)),
    "Estimates": (_ROLLED[0].rollout.adjusted, _ROLLED[0].rollout.raw),
    "FirstRoll": (_ROLLED[0].rollout.first_rolls[0], _ROLLED[0].rollout.first_rolls[1]),
}
"""Two different values of every class."""


@pytest.mark.parametrize("name", PAIRS)
def test_equal_values_have_equal_hashes(name: str) -> None:
    one, other = PAIRS[name]
    same = pickle.loads(pickle.dumps(one))
    assert same is not one
    assert same == one
    assert hash(same) == hash(one)
    assert len({one, same, other}) == 2
    assert one != other
    assert not (one == other)  # noqa: SIM201 - tests `==`, not `!=`


@pytest.mark.parametrize("name", PAIRS)
def test_a_value_never_equals_an_object_of_another_type(name: str) -> None:
    one, _ = PAIRS[name]
    for stranger in (
        None,
        0,
        "",
        object(),
        str(one),
        repr(one),
        *(value for key, (value, _) in PAIRS.items() if key != name),
    ):
        assert one != stranger
        assert not (one == stranger)  # noqa: SIM201 - tests `==`, not `!=`


@pytest.mark.parametrize("name", PAIRS)
def test_copies_are_equal(name: str) -> None:
    one, _ = PAIRS[name]
    assert copy.copy(one) == one
    assert copy.deepcopy(one) == one


@pytest.mark.parametrize("name", [*PAIRS, "Network"])
def test_nothing_can_be_set_or_deleted(name: str) -> None:
    one: Any = {key: pair[0] for key, pair in PAIRS.items()}.get(name)
    if one is None:
        one = bg.Network.shipped()
    public = [attribute for attribute in dir(one) if not attribute.startswith("_")]
    assert public
    for attribute in public:
        with pytest.raises(AttributeError):
            setattr(one, attribute, getattr(one, attribute))
        with pytest.raises(AttributeError):
            delattr(one, attribute)
    with pytest.raises((AttributeError, TypeError)):
        one.something_new = 1


@pytest.mark.parametrize(
    "kind", [bg.Roll, bg.Position, bg.Play, bg.ParsedPlay, bg.Outcome, bg.Network, bg.Xgid, bg.GnubgId]
)
def test_no_class_can_be_subclassed(kind: type) -> None:
    with pytest.raises(TypeError):
        type("Derived", (kind,), {})


@pytest.mark.parametrize("kind", [bg.Play, bg.ParsedPlay])
def test_classes_that_only_the_engine_creates_have_no_constructor(kind: type) -> None:
    with pytest.raises(TypeError):
        kind()


@pytest.mark.parametrize("name", ["Roll", "Position", "Situation", "Xgid", "GnubgId"])
def test_a_repr_evaluates_to_an_equal_value(name: str) -> None:
    one, _ = PAIRS[name]
    assert eval(repr(one), vars(bg)) == one


def test_reprs_are_short_and_name_the_class() -> None:
    assert repr(bg.Roll(1, 3)) == "Roll(3, 1)"
    assert repr(START) == "Position.from_gnubg_id('4HPwATDgc/ABMA')"
    assert repr(bg.Position.hypergammon()).endswith(", checkers=3)")
    assert eval(repr(bg.Position.hypergammon()), vars(bg)) == bg.Position.hypergammon()
    assert repr(START.parse_play("8/5 6/5", 3, 1).play) == "<Play 8/5 6/5>"
    assert repr(START.parse_play("8/5 6/5*", 3, 1)).startswith("ParsedPlay(play=<Play 8/5 6/5>, remarks=[")
    assert repr(bg.Outcome(0.5, 0.25)).startswith("Outcome(win=0.5000, win_gammon=0.2500, ")
    assert repr(bg.Network.shipped()) == f"<Network {bg.Network.shipped().name}>"
    assert repr(bg.Xgid(XGID)) == f"Xgid('XGID={XGID}')"
    assert repr(bg.GnubgId(GNUBG_ID)) == f"GnubgId('{GNUBG_ID}')"


def test_str_uses_the_usual_notation() -> None:
    assert str(bg.Roll(1, 3)) == "3-1"
    assert str(START.parse_play("8/5 6/5", 3, 1).play) == "8/5 6/5"
    assert str(bg.Xgid(XGID)) == f"XGID={XGID}"
    assert str(bg.GnubgId(GNUBG_ID)) == GNUBG_ID
    assert "13-14-15" in str(START)
    assert str(bg.rank_plays(START, (3, 1))[0]).startswith("8/5 6/5 ")


def test_a_position_looks_like_a_board_in_a_notebook() -> None:
    assert START._repr_svg_().startswith("<svg")


def test_all_errors_are_gammon_errors_and_value_errors() -> None:
    errors = [getattr(bg, name) for name in bg.__all__ if name.endswith("Error")]
    assert len(errors) == 12
    for error in errors:
        assert issubclass(error, bg.GammonError)
        assert issubclass(error, ValueError)
        assert error.__module__ == "gammon"
        assert error.__doc__


def test_every_public_name_exists_and_is_documented() -> None:
    for name in bg.__all__:
        assert hasattr(bg, name), name
        assert name == "__version__" or getattr(bg, name).__doc__, name
    for name in bg.batch.__all__:
        assert getattr(bg.batch, name).__doc__, name
    assert bg.__all__ == sorted(bg.__all__)


def test_every_member_of_a_compiled_class_is_documented() -> None:
    for kind in (bg.Roll, bg.Position, bg.Play, bg.ParsedPlay, bg.Outcome, bg.Network, bg.Xgid, bg.GnubgId):
        for name in dir(kind):
            if not name.startswith("_"):
                assert getattr(kind, name).__doc__, f"{kind.__name__}.{name}"


def test_results_are_frozen_dataclasses_with_keyword_only_fields() -> None:
    kinds: tuple[Any, ...] = (bg.RankedPlay, bg.Rollout, bg.batch.Games)
    for kind in kinds:
        assert all(field.kw_only for field in dataclasses.fields(kind))
        with pytest.raises(TypeError):
            kind(None)
    games = bg.batch.play_games(1, seed=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        games.winner = np.zeros(1, np.uint8)  # type: ignore[misc]
