"""``gammon play --opponent human``: two people at one terminal. Also: undo in long matches."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import gammon as bg
from gammon.cli import main
from gammon.cli.play.saved import SavedMatch
from gammon.cli.play.session import Session
from gammon.match import Double, Pass

Capture = pytest.CaptureFixture[str]

TWO = ("play", "--opponent", "human", "--length", "3", "--seed", "5", "--save", "m.json")
"""X throws 4 and O 6, so O begins."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(capsys: Capture, *lines: str, argv: tuple[str, ...] = TWO, code: int = 0) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(argv) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return out + err


def history(path: str = "m.json") -> list[str]:
    return [str(action) for action in SavedMatch.read(path).match.state.history]


def test_both_sides_are_typed_and_called_x_and_o(capsys: Capture) -> None:
    out = played(capsys, "24/18 13/9", "double", "take", "roll")
    for said in (
        "Match to 3, two people; seed 5.",
        "X throws 4, O 6: O begins.",
        "O: play 6-4> 24/18 13/9\nO plays 24/18 13/9.\n",
        "X: roll or double> double\nX doubles to 2.\n",
        "The double needs O's answer: take and play for 2, or pass and lose 1.\nO: take or pass> take\n",
        "O takes the double; the cube is at 2.",
    ):
        assert said in out
    assert " you" not in out.split("Type `help`")[1].lower()
    assert "gammon," not in out
    assert history()[:4] == ["roll 6-4", "play 24/18 13/9", "double", "take"]


def test_points_are_numbered_as_the_player_on_roll_counts(capsys: Capture) -> None:
    out = played(capsys, "24/18 13/9", "board")
    edges = [line for line in out.split("\n") if line.startswith(" +")]
    # X stays at the bottom. O, who begins, has the home board at the top right.
    assert edges[0].startswith(" +12-11-10--9--8--7-+---+=6==5==4==3==2==1=+")
    assert edges[1].startswith(" +13-14-15-16-17-18-+---+19=20=21=22=23=24=+")
    assert edges[2].startswith(" +13-14-15-16*17-18-+---+19=20=21=22=23=24=+")  # O's 9 is X's 16.
    assert edges[3].startswith(" +12*11-10--9--8--7*+---+=6==5==4==3==2==1*+")


def test_either_player_can_undo_the_last_action(capsys: Capture) -> None:
    out = played(capsys, "undo", "24/18 13/9", "double", "undo", "undo", "24/14")
    assert "No: undo: nobody has done anything yet.\n" in out
    assert "Taken back: double.\n" in out
    assert "Taken back: play 24/18 13/9.\n" in out
    assert history()[:2] == ["roll 6-4", "play 24/14"]


def test_a_resignation_and_its_answer_name_the_players(capsys: Capture) -> None:
    out = played(capsys, "resign 1", "yes", "hint", "accept")
    assert "O: lose a single game, 1 point? yes or no [no]> yes\nO resigns a single game.\n" in out
    assert "O offers to lose a single game, 1 point.\nX: accept or decline> hint\nTo X, accepting is worth" in out
    assert "X wins 1 point (single, resigned). Score: X 1, O 0, match to 3.\nEnter for the next game> " in out


def test_hints_pips_and_score_work_without_an_engine_opponent(capsys: Capture) -> None:
    out = played(capsys, "hint 2", "1", "hint", "pip", "score", "help")
    best = bg.rank_plays(bg.Position.start(), (6, 4), stakes=bg.Scoring.match(3, 3), ply=2)[0]
    assert f"O plays {best.play}.\n" in out
    assert "Best plays of 6-4, 2-ply" in out
    assert "For X, 2-ply" in out
    assert "X 167 pips, O 157 pips: X is 10 behind.\n" in out
    assert "X 0, O 0, match to 3; the cube is at 1.\n" in out
    assert "The board is numbered from the side of the player on roll" in out


def test_a_match_is_resumed_between_two_people_or_on_request_against_the_engine(capsys: Capture) -> None:
    played(capsys, "24/18 13/9")
    assert json.loads(Path("m.json").read_text("utf-8"))["strength"] is None
    out = played(capsys, argv=("play", "--resume", "m.json"))
    assert "m.json: X 0, O 0, match to 3, game 1, two people.\n" in out
    assert "X: roll or double> " in out
    out = played(capsys, argv=("play", "--resume", "m.json", "--opponent", "engine"))
    assert "you 0, gammon 0, match to 3" in out.split("X's home board")[0]
    assert "\nroll or double> " in out
    out = played(capsys, "roll", argv=("play", "--resume", "m.json", "--opponent", "human"))
    assert "X: roll or double> " in out


def test_a_strength_needs_the_engine_as_opponent(capsys: Capture) -> None:
    for option in (("--strength", "club"), ("--ply", "1")):
        refused = played(capsys, argv=(*TWO, *option), code=2)
        assert "they cannot be used with --opponent human" in refused
        assert "usage: gammon play" in refused


def test_a_match_of_two_people_can_be_finished(capsys: Capture) -> None:
    out = played(capsys, "24/18 13/9", "double", "take", "roll", "resign 2", "yes", "accept")
    assert "O wins 4 points (gammon, resigned). Score: X 0, O 3, match to 3.\nO wins the match 4-0." in out


# --- undo in a match of many games ---


def _long_match(games: int) -> bg.Match:
    """Return a match of `games` games, each ended by a pass, by the two players in turn, with one more begun."""
    match = bg.Match(bg.MatchRules(match_length=25), seed=3)
    match.roll()
    while match.state.game < games:
        match.act(match.legal_actions()[0])
        match.act(Double())
        match.act(Pass())
        match.roll()
    return match


def test_undo_goes_back_over_all_games() -> None:
    match = _long_match(6)
    states, actions = match.states, match.actions
    assert match.state.game == 6
    back = list(match.steps_back())
    assert [before for before, _ in reversed(back)] == list(states[:-1])
    assert [action for _, action in reversed(back)] == list(actions)


def test_undo_replays_an_earlier_game_only_when_it_reaches_it(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of a command must not grow with the length of the match."""
    from gammon.match import game

    match = _long_match(8)
    match.act(match.legal_actions()[0])
    made: list[int] = []
    states = game._EarlierGame.states

    def noted(self: game._EarlierGame) -> list[bg.MatchState]:
        made.append(self.first.game)
        return states(self)

    monkeypatch.setattr(game._EarlierGame, "states", noted)
    session = Session(match, None)
    for command in ("board", "undo"):
        session._do(command)
    assert made == []
    session._do("undo")  # Undo past the start of the game takes back the pass that ended the previous one.
    assert "Taken back: pass.\n" in capsys.readouterr().out
    assert set(made) == {6}
    assert match.state.phase is bg.match.Phase.ANSWER
