"""Cases U01, U05, U08, U09 and U15 of December 2026, about use; `README.md` lists where the others are tested."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import gammon as bg
from gammon.match import Accept, MatchCube, Phase, Player, Resign, Win
from tests.scoresheets import Game, read_games, replay
from tests.unit.command_lines import Capture, output_of, refusal

# --- U01: an ID is a position, its dice are the roll ---

TEXT = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10"
SAME = [TEXT, bg.Xgid(TEXT), bg.Xgid(TEXT).to_gnubg_id(), bg.Situation.parse(TEXT), bg.MatchState.from_xgid(TEXT)]
BARE = bg.Position.start()


@pytest.mark.parametrize("situation", SAME, ids=lambda one: type(one).__name__)
def test_u01_anything_with_a_position_is_accepted(situation: bg.Situation | bg.MatchState | str) -> None:
    assert bg.evaluate(situation) == bg.evaluate(BARE)
    rolled = bg.rollout(situation, 20, seed=1, cubeless=True)
    assert rolled == bg.rollout(BARE, 20, seed=1, roll=(5, 2))
    # An XGID limits the cube to 1024, which hardly matters.
    assert bg.cube_decision(situation).no_double == pytest.approx(bg.cube_decision(BARE).no_double, abs=1e-5)
    ranked = bg.rank_plays(situation)
    expected = bg.rank_plays(BARE, (5, 2), stakes=bg.Stakes())
    assert [one.play for one in ranked] == [one.play for one in expected]
    assert [one.equity for one in ranked] == pytest.approx([one.equity for one in expected], abs=1e-5)
    assert {str(one.play) for one in ranked} == {str(play) for play in BARE.plays(5, 2)}


@pytest.mark.parametrize("roll", ["52", "25", "5-2", "5 2", " 5,2 ", (5, 2), [2, 5], bg.Roll(5, 2)])
def test_u01_a_roll_is_read_from_text_too(roll: str | tuple[int, int] | bg.Roll) -> None:
    # An explicit roll overrides the dice of the ID.
    six_one = bg.Xgid(TEXT.replace(":52:", ":61:"))
    assert bg.rank_plays(six_one, roll) == bg.rank_plays(bg.Xgid(TEXT))
    assert bg.rollout(BARE, 5, seed=1, roll=roll) == bg.rollout(BARE, 5, seed=1, roll=(5, 2))


@pytest.mark.parametrize("roll", ["", "5", "57", "522", "5.2", "five two", "\uff15\uff12", "-5-2"])
def test_u01_an_invalid_roll_is_refused(roll: str) -> None:
    with pytest.raises(bg.DiceError, match="roll: expected two dice such as 52 or 5-2, got"):
        bg.rank_plays(BARE, roll)


@pytest.mark.parametrize("roll", [52, 5.2, b"52", (5.0, 2), ("5", "2"), (None, 1)])
def test_u01_a_roll_of_another_type_is_refused(roll: object) -> None:
    with pytest.raises(TypeError, match="roll: expected"):
        bg.rank_plays(BARE, roll)  # type: ignore[arg-type]


def test_u01_without_dice_a_roll_is_asked_for() -> None:
    for nothing in (BARE, TEXT.replace(":52:", ":00:")):
        with pytest.raises(bg.ArgumentError, match="roll: expected a roll, since the position has no dice"):
            bg.rank_plays(nothing)


# --- U05: scores are shown up to the length of the match ---


@pytest.mark.parametrize("winner", Player)
def test_u05_a_won_match_is_shown_at_its_length(winner: Player) -> None:
    """At 5-3 in a match to 7, a gammon with the cube at 4 wins eight points, but at most four are needed (R8.1)."""
    scores = ((5, 3), (3, 5))[winner]
    state = bg.MatchState(rules=bg.MatchRules(match_length=7), score=scores, position=BARE, on_roll=winner)
    state = replace(state, cube=MatchCube(value=4, owner=winner.opponent))
    over = state.act(Resign(Win.GAMMON, winner.opponent)).act(Accept())
    assert over.score[winner] == 13
    assert over.shown_score[winner] == 7
    words = "7-3, match to 7" if winner is Player.ZERO else "3-7, match to 7"
    assert words in repr(over)
    for drawn in (str(over), bg.svg(over), over._repr_svg_()):
        assert "13" not in drawn.partition("match to 7")[0][-12:]
        assert "7-3, match to 7" in drawn or "3-7, match to 7" in drawn


# --- U08: a double by a player who does not own the cube ---

OWNERLESS = ["-1:1:D", "1:-1:D"]
"""Cube owner, turn and dice field of XGIDs in which the player who doubles does not own the cube."""


READERS: dict[str, Callable[[str], object]] = {
    "Xgid": bg.Xgid,
    "Situation": bg.Situation.parse,
    "Position": bg.Position.from_xgid,
    "MatchState": bg.MatchState.from_xgid,
    "evaluate": bg.evaluate,
    "cube_decision": bg.cube_decision,
    "rank_plays": lambda text: bg.rank_plays(text, (3, 1)),
    "rollout": lambda text: bg.rollout(text, 1, seed=1),
    "score_map": bg.score_map,
    "svg": bg.svg,
}


@pytest.mark.parametrize("fields", OWNERLESS)
@pytest.mark.parametrize("reader", READERS)
def test_u08_no_reader_of_xgids_takes_a_double_by_who_does_not_own_the_cube(reader: str, fields: str) -> None:
    """R7.3."""
    text = f"-b----E-C---eE---c-e----B-:1:{fields}:3:5:0:7:10"
    with pytest.raises(
        bg.NotationError, match=r"column 35: a double is offered by the player who does not own .*R7\.3"
    ):
        READERS[reader](text)


@pytest.mark.parametrize("fields", OWNERLESS)
@pytest.mark.parametrize("command", ["show", "eval", "cube", "rollout"])
def test_u08_no_command_takes_a_double_by_who_does_not_own_the_cube(capsys: Capture, command: str, fields: str) -> None:
    text = f"-b----E-C---eE---c-e----B-:1:{fields}:3:5:0:7:10"
    assert "R7.3" in refusal(capsys, command, text, code=1)


@pytest.mark.parametrize("owner", [1, 0])
def test_u08_the_owner_and_either_player_of_a_centred_cube_may_double(owner: int) -> None:
    text = f"-b----E-C---eE---c-e----B-:{abs(owner)}:{owner}:1:D:3:5:0:7:10"
    read = bg.Xgid(text)
    assert (read.offer, read.cube_owner) == ("double", owner)
    assert bg.MatchState.from_xgid(text).phase is Phase.ANSWER


def test_u08_situations_gnubg_ids_and_ogids_refuse_it_too() -> None:
    with pytest.raises(bg.ArgumentError, match=r"R7\.3"):
        bg.Situation(BARE, cube=bg.Cube(2, -1), offer="double")
    owned = bg.Situation(BARE, cube=bg.Cube(2, 1), offer="double", scoring=bg.Scoring.match(4, 2), score=(3, 5))
    # Bits 5 and 6 of the match ID, least significant first, give the cube's owner: 00, 01, or 11 for a centred cube.
    raw = bytearray(base64.b64decode(str(owned.to_gnubg_id()).split(":")[1]))
    raw[0] ^= 0b0001_0000
    stolen = f"4HPwATDgc/ABMA:{base64.b64encode(bytes(raw)).decode()}"
    for read in (bg.GnubgId, bg.Situation.parse, bg.MatchState.from_gnubg_id):
        with pytest.raises((bg.NotationError, bg.ArgumentError), match=r"R7\.3"):
            read(stolen)


# --- U09: a match can be saved once dice were rolled ---


@pytest.mark.parametrize("seed", [5, 7])
def test_u09_a_match_can_be_saved_after_the_first_throw(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    """With seed 5 the user wins the opening roll, with seed 7 gammon does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("roll\nquit\n"))
    out = output_of(capsys, "play", "--length", "3", "--seed", str(seed))
    assert "nothing to save" not in out
    assert "Saved in gammon-play.json" in out
    assert len(json.loads((tmp_path / "gammon-play.json").read_text())["match"]["actions"]) >= 1


# --- U15: real match files ---

MATCHES = Path(__file__).parents[1] / "golden" / "matches"
GAMES = [
    (path.name, length, game)
    for path in sorted(MATCHES.iterdir())
    for length, games in [read_games(path.read_text(encoding="utf-8"))]
    for game in games
]


@pytest.mark.parametrize(("name", "length", "game"), GAMES, ids=lambda value: str(value)[:20])
def test_u15_real_games_replay_to_the_points_that_are_written(name: str, length: int, game: Game) -> None:
    del name
    states = replay(length, game)
    last = states[-1]
    assert last.result is not None
    written = game.cells[-1]
    assert last.result.winner is written.player
    # One program cuts the points off at the match length, although a gammon with the cube at 8 makes 16.
    assert min(last.result.points, length) == written.points
    assert written.points is not None
    beside = last.with_written_points(written.points).result
    assert beside is not None
    assert (beside.points, beside.written_points) == (last.result.points, written.points)


def test_u15_the_excerpts_have_resignations_by_either_player() -> None:
    by_player_on_roll = []
    for _, length, game in GAMES:
        for state in replay(length, game):
            if state.resignation is not None:
                by_player_on_roll.append(state.resigner is state.on_roll)
                back = bg.MatchState.from_gnubg_id(str(state.to_gnubg_id()))
                assert (back.resigner is back.on_roll) == by_player_on_roll[-1]
                assert state.to_xgid().position == state.position
    assert by_player_on_roll.count(False) >= 5
    assert by_player_on_roll.count(True) >= 2
