"""Position arguments on the command line: which texts are accepted as IDs."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

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
    output_and_notes_of,
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
        ("", "an XGID, a GNU Backgammon ID, an OGID or a board of 26 characters"),
        ("no id", "an XGID, a GNU Backgammon ID, an OGID or a board of 26 characters"),
        ("4HPwATDgc", "9"),
        (f"{START_ID}:cAk", "match ID"),
        (f"{START_BOARD[:-1]}:0:0:1:00:0:0:0:0:10", "25"),
        (f"{START_BOARD}:0:0:1:71:0:0:0:0:10", "71"),
        (f"-b----3-C---eE---c-e----B-{BEFORE_ROLL[26:]}", "3"),
        (f"{START_BOARD[:-2]}O-{BEFORE_ROLL[26:]}", "28"),
    ],
)
def test_a_text_that_is_not_an_id_is_bad_input(capsys: Capture, command: str, text: str, says: str) -> None:
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
    assert "an XGID, a GNU Backgammon ID, an OGID or a board of 26 characters" in refusal(capsys, "show", "-", code=1)


def test_a_bare_board_is_a_position_for_money(capsys: Capture) -> None:
    shown = json_of(capsys, "show", START_BOARD)
    assert (shown["position"], shown["cube"], shown["match_length"], shown["dice"]) == (START_ID, 1, 0, None)


def test_the_number_of_checkers_a_side_can_be_given(capsys: Capture) -> None:
    board = "-aaa------------------AAA-"
    shown = json_of(capsys, "show", f"{board}:0:0:1:00:0:0:0:0:10", "--variant", "hypergammon")
    assert shown["own"] == [0] * 22 + [1, 1, 1, 0]
    assert json_of(capsys, "show", board, "--checkers", "3") == shown
    assert json_of(capsys, "show", "--variant", "hypergammon")["own"] == shown["own"]
    nack = json_of(capsys, "show", "--variant", "nackgammon")
    assert nack["position"] == gammon.Position.nackgammon().gnubg_id
    assert "--checkers needs an ID" in refusal(capsys, "show", "--checkers", "3", code=2)


def test_a_cubeless_command_reports_what_it_ignores(capsys: Capture) -> None:
    at_score = f"{START_BOARD}:1:1:1:31:3:5:0:7:10"
    aside = ["the cube (2, owned)", "the score (3-5, match to 7)"]
    cubeless = ["rollout", "--trials", "2", "--cubeless", "--no-decision"]
    assert json_of(capsys, *cubeless, at_score)["left_aside"] == aside
    assert json_of(capsys, "rollout", "--trials", "2", "--top", "1", at_score)["left_aside"] == []
    assert json_of(capsys, "eval", at_score)["left_aside"] == ["the roll (3 1)", *aside]
    assert json_of(capsys, "plays", at_score, "--cubeless", "--ply", "0")["left_aside"] == aside
    assert json_of(capsys, "plays", at_score, "--ply", "0")["left_aside"] == []
    assert json_of(capsys, "cube", at_score, "--ply", "0")["left_aside"] == ["the roll (3 1)"]
    assert json_of(capsys, "cube", at_score, "--ply", "0", "--score-map", "2")["left_aside"] == ["the roll (3 1)"]
    assert json_of(capsys, "plays", at_score, "--ply", "0", "--score-map", "2")["left_aside"] == []
    for command, left in (
        (["eval"], ["the roll (3 1)", *aside]),
        (cubeless, aside),
        (["plays", "--cubeless", "--ply", "0"], aside),
        (["cube", "--ply", "0"], ["the roll (3 1)"]),
    ):
        _, said = output_and_notes_of(capsys, *command, at_score)
        assert said == f"gammon: ignored in the ID: {', '.join(left)}\n"
    assert json_of(capsys, "rollout", START_ID, "--trials", "2")["left_aside"] == []
    assert "aside" not in output_of(capsys, "rollout", "--trials", "2")
    offered = f"{START_BOARD}:0:0:1:D:0:0:3:0:10"
    rules = ["the rules (Jacoby, beavers)", "the unanswered double"]
    assert json_of(capsys, "eval", offered)["left_aside"] == rules
    assert json_of(capsys, "plays", offered, "31", "--ply", "0")["left_aside"] == rules[1:]
    assert json_of(capsys, "rollout", offered, "31", "--trials", "2", "--top", "1")["left_aside"] == rules[1:]
    assert json_of(capsys, "rollout", offered, "--trials", "2")["left_aside"] == []


OGID = "11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:IW:0:0:1:0"
BLOCKS = {
    START_BOARD: (START_ID, None),
    f"XGID={START_BOARD}:0:0:1:31:0:0:0:0:10": (START_ID, [3, 1]),
    START_ID: (START_ID, None),
    f"{START_ID}:QgngAFAAGAAE": (START_ID, None),
    OGID: (START_ID, [3, 1]),
    XG_CLIPBOARD: (START_ID, [3, 1]),
    GNUBG_CLIPBOARD: (START_ID, None),
    XG_CLIPBOARD.replace("\n", "\r\n"): (START_ID, [3, 1]),
}


@pytest.mark.parametrize("command", ["show", "eval", "cube", "plays", "rollout"])
@pytest.mark.parametrize("text", BLOCKS)
def test_every_command_reads_every_kind_of_text(capsys: Capture, command: str, text: str) -> None:
    position, dice = BLOCKS[text]
    more = {"eval": ["--ply", "0"], "cube": ["--ply", "0"], "plays": ["--ply", "0"], "rollout": ["--trials", "2"]}
    if command == "plays" and dice is None:
        more["plays"].append("31")
    shown = json_of(capsys, command, text, *more.get(command, []))
    assert shown["position"] == position
    if command == "show":
        assert shown["dice"] == dice
    if command == "plays":
        assert shown["roll"] == [3, 1]


@pytest.mark.parametrize("text", BLOCKS)
def test_a_match_and_a_map_begin_with_every_kind_of_text(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    out, _ = output_and_notes_of(capsys, "play", "--from", text, "--seed", "1")
    assert "X's home board" in out
    assert len(json_of(capsys, "cube", text, "--ply", "0", "--score-map", "2")["map"]) == 2


HYPERGAMMON = "-aaa------------------AAA-"


def test_a_position_outside_the_network_s_training_is_reported_once(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = "the network was trained on 15 checkers per side, and this position has 3"
    for command in (
        ["eval", HYPERGAMMON, "--ply", "0"],
        ["cube", HYPERGAMMON, "--ply", "0"],
        ["cube", HYPERGAMMON, "--ply", "0", "--score-map", "2"],
        ["plays", HYPERGAMMON, "31", "--ply", "1"],
        ["plays", HYPERGAMMON, "31", "--ply", "0", "--score-map", "3"],
        ["eval", "--variant", "hypergammon", "--ply", "0"],
        ["rollout", HYPERGAMMON, "--trials", "2"],
    ):
        out, said = output_and_notes_of(capsys, *command)
        assert said.startswith(f"gammon: {words}: ")
        assert (out + said).count(words) == 1
        (warning,) = json_of(capsys, *command)["warnings"]
        assert warning.startswith(words)
    assert json_of(capsys, "eval", START_BOARD, "--ply", "0")["warnings"] == []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\nroll\nhint\n"))
    out, said = output_and_notes_of(capsys, "play", "--variant", "hypergammon", "--seed", "1")
    assert (out + said).count(words) == 1
