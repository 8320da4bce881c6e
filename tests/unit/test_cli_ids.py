"""What is taken for an ID."""

from __future__ import annotations

import io
import json
import re

import pytest

import gammon
from tests.unit.command_lines import (
    BEFORE_ROLL,
    HIS_TURN,
    START_BOARD,
    START_ID,
    TWO_DASHES,
    TWO_DASHES_ID,
    Capture,
    json_of,
    output_of,
    refusal,
)


@pytest.mark.parametrize(
    "written", [BEFORE_ROLL, f"XGID={BEFORE_ROLL}", f"xgid={BEFORE_ROLL}", START_ID, f" {START_ID} "]
)
def test_an_id_may_begin_with_a_dash_and_come_with_or_without_its_prefix(capsys: Capture, written: str) -> None:
    assert json_of(capsys, "show", written)["position"] == START_ID


@pytest.mark.parametrize(
    "argv",
    [
        [TWO_DASHES, "--json", "--limit", "1"],
        ["--json", TWO_DASHES, "--limit", "1"],
        ["--limit", "1", "--json", TWO_DASHES],
        ["--json", "--", TWO_DASHES],
    ],
)
def test_an_xgid_that_begins_with_dashes_may_stand_anywhere(capsys: Capture, argv: list[str]) -> None:
    assert json.loads(output_of(capsys, "plays", *argv))["position"] == TWO_DASHES_ID


def test_an_xgid_without_an_empty_place_is_an_xgid(capsys: Capture) -> None:
    assert json_of(capsys, "show", f"{'aA' * 13}:0:0:1:00:0:0:0:0:10")["pip_counts"] == [169, 169]


def test_an_xgid_is_seen_by_the_player_on_roll(capsys: Capture) -> None:
    shown = json_of(capsys, "show", HIS_TURN)
    assert shown["own"] == [*[0] * 6, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 6, 1, 0, 0, 0, 1, 0]


def test_cube_score_and_dice_of_an_xgid_are_shown(capsys: Capture) -> None:
    shown = json_of(capsys, "show", f"{START_BOARD}:2:1:-1:64:3:5:0:7:10")
    assert (shown["cube"], shown["cube_owner"]) == (4, "opponent")
    assert (shown["score"], shown["match_length"], shown["crawford"]) == ([5, 3], 7, False)
    assert shown["dice"] == [6, 4]
    drawn = output_of(capsys, "show", f"{START_BOARD}:2:1:-1:64:3:6:1:7:10")
    for words in ("cube 4, O's", "X to play 6 4", "6-3, match to 7, Crawford", START_ID):
        assert words in drawn


@pytest.mark.parametrize(
    ("offer", "status"), [("D", "O to answer"), ("B", "X to answer"), ("R", "O to answer"), ("00", "X on roll")]
)
def test_an_offer_is_shown(capsys: Capture, offer: str, status: str) -> None:
    xgid = f"{START_BOARD}:0:0:-1:{offer}:0:0:3:0:10"
    assert status in output_of(capsys, "show", xgid)
    offers = {"D": "double", "B": "beaver", "R": "raccoon"}
    assert json_of(capsys, "show", xgid)["offer"] == offers.get(offer)


def test_a_gnu_match_id_is_read_too(capsys: Capture) -> None:
    shown = json_of(capsys, "show", f"{START_ID}:QgngAFAAGAAE")
    assert (shown["position"], shown["cube"], shown["cube_owner"]) == (START_ID, 4, "opponent")
    assert (shown["match_length"], shown["score"]) == (7, [3, 5])


@pytest.mark.parametrize("command", ["rollout", "eval", "show"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "neither an XGID nor"),
        ("no id", "neither an XGID nor"),
        ("4HPwATDgc", "9"),
        (f"{START_ID}:cAk", "match ID"),
        (f"{START_BOARD[:-1]}:0:0:1:00:0:0:0:0:10", "25"),
        (f"{START_BOARD}:0:0:1:71:0:0:0:0:10", "71"),
        (f"-b----3-C---eE---c-e----B-{BEFORE_ROLL[26:]}", "3"),
        (f"{START_BOARD[:-2]}O-{BEFORE_ROLL[26:]}", "28"),
    ],
)
def test_what_is_no_id_is_bad_input(capsys: Capture, command: str, text: str, says: str) -> None:
    err = refusal(capsys, command, text, "--json", code=1)
    assert re.fullmatch(rf"gammon: .*{says}.*\n", err)


XG_CLIPBOARD = f"""\
XGID={START_BOARD}:0:0:1:31:3:5:0:7:10

X:Player 1   O:Player 2
Score is X:3 O:5 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
Pip count  X: 167  O: 167 X-O: 3-5/7
Cube: 1
X to play 31

eXtreme Gammon Version: 2.19.211.pre-release
"""
GNUBG_CLIPBOARD = f"""\
 GNU Backgammon  Position ID: {START_ID}
                 Match ID   : QgngAFAAGAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg
"""


def test_a_block_from_the_clipboard_is_an_id(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = json_of(capsys, "show", XG_CLIPBOARD)
    assert shown == json_of(capsys, "show", f"{START_BOARD}:0:0:1:31:3:5:0:7:10")
    assert (shown["dice"], shown["score"], shown["match_length"]) == ([3, 1], [3, 5], 7)
    assert json_of(capsys, "show", GNUBG_CLIPBOARD) == json_of(capsys, "show", f"{START_ID}:QgngAFAAGAAE")
    monkeypatch.setattr("sys.stdin", io.StringIO(XG_CLIPBOARD))
    assert json_of(capsys, "show", "-") == shown
    monkeypatch.setattr("sys.stdin", io.StringIO(XG_CLIPBOARD))
    assert json_of(capsys, "plays", "-", "--ply", "0")["roll"] == [3, 1]
    monkeypatch.setattr("sys.stdin", io.StringIO("no position at all\n"))
    assert "neither an XGID nor" in refusal(capsys, "show", "-", code=1)


def test_a_bare_board_is_a_position_for_money(capsys: Capture) -> None:
    shown = json_of(capsys, "show", START_BOARD)
    assert (shown["position"], shown["cube"], shown["match_length"], shown["dice"]) == (START_ID, 1, 0, None)


def test_how_many_checkers_a_side_has_can_be_said(capsys: Capture) -> None:
    board = "-aaa------------------AAA-"
    shown = json_of(capsys, "show", f"{board}:0:0:1:00:0:0:0:0:10", "--variant", "hypergammon")
    assert shown["own"] == [0] * 22 + [1, 1, 1, 0]
    assert json_of(capsys, "show", board, "--checkers", "3") == shown
    assert json_of(capsys, "show", "--variant", "hypergammon")["own"] == shown["own"]
    nack = json_of(capsys, "show", "--variant", "nackgammon")
    assert nack["position"] == gammon.Position.nackgammon().gnubg_id
    assert "there is none" in refusal(capsys, "show", "--checkers", "3", code=2)


def test_what_a_cubeless_command_leaves_aside_is_said(capsys: Capture) -> None:
    at_score = f"{START_BOARD}:1:1:1:31:3:5:0:7:10"
    aside = ["the cube (2, owned)", "the score (3-5, match to 7)"]
    assert json_of(capsys, "rollout", at_score, "--trials", "2")["left_aside"] == aside
    assert json_of(capsys, "eval", at_score)["left_aside"] == ["the roll (3 1)", *aside]
    assert json_of(capsys, "plays", at_score, "--cubeless", "--ply", "0")["left_aside"] == aside
    assert json_of(capsys, "plays", at_score, "--ply", "0")["left_aside"] == []
    for command in (["rollout", "--trials", "2"], ["eval"], ["plays", "--cubeless", "--ply", "0"]):
        assert f"left aside of the ID: {', '.join(aside)}." in " ".join(output_of(capsys, *command, at_score).split())
    assert json_of(capsys, "rollout", START_ID, "--trials", "2")["left_aside"] == []
    assert "aside" not in output_of(capsys, "rollout", "--trials", "2")
