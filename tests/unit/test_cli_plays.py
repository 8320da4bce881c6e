"""``gammon plays``."""

from __future__ import annotations

import re

import pytest

import gammon
from tests.unit.command_lines import (
    START_BOARD,
    START_ID,
    WITH_31,
    Capture,
    json_of,
    output_of,
    refusal,
)


def test_plays_are_all_legal_plays_best_first(capsys: Capture) -> None:
    answer = json_of(capsys, "plays", "31")
    plays = answer["plays"]
    assert (answer["position"], answer["roll"], answer["legal_plays"]) == (START_ID, [3, 1], 16)
    assert len({one["position_after"] for one in plays}) == 16
    # Plays searched deeper come first; a loss compares plays of equal depth.
    assert [one["ply"] for one in plays] == sorted((one["ply"] for one in plays), reverse=True)
    assert plays[0]["loss"] == 0
    for one in plays:
        if one["ply"] == plays[0]["ply"]:
            assert one["loss"] == pytest.approx(plays[0]["equity"] - one["equity"], abs=1e-6)
        assert one["loss"] >= 0
        assert 0 <= one["outcome"]["win"] <= 1
    point = next(one for one in plays if one["play"] == "8/5 6/5")
    assert sorted(point["moves"]) == [[6, 5], [8, 5]]


def test_plays_use_the_dice_of_the_id_unless_others_are_given(capsys: Capture) -> None:
    assert json_of(capsys, "plays", WITH_31)["roll"] == [3, 1]
    assert json_of(capsys, "plays", WITH_31, "64")["roll"] == [6, 4]
    assert json_of(capsys, "plays", "64", WITH_31)["roll"] == [6, 4]
    assert json_of(capsys, "plays", START_ID, "6-4")["roll"] == [6, 4]


def test_the_roll_may_stand_anywhere(capsys: Capture) -> None:
    expected = json_of(capsys, "plays", START_ID, "31", "--ply", "0")
    for argv in ((START_ID, "--ply", "0", "31"), ("31", "--ply", "0", START_ID), ("--ply", "0", "31", START_ID)):
        assert json_of(capsys, "plays", *argv) == expected
    assert json_of(capsys, "plays", "--ply", "0", "31")["roll"] == [3, 1]
    assert "unrecognized arguments: 64" in refusal(capsys, "plays", START_ID, "31", "--ply", "0", "64", code=2)


def test_plays_are_listed_up_to_a_limit(capsys: Capture) -> None:
    for limit, argv in ((10, []), (3, ["--limit", "3"]), (16, ["--limit", "16"]), (16, ["--limit", "99"])):
        out = output_of(capsys, "plays", "31", *argv)
        ranks = [int(rank) for rank in re.findall(r"^ *(\d+)  ", out, flags=re.MULTILINE)]
        assert ranks == list(range(1, limit + 1))
        assert ("legal plays" in out) is (limit < 16)
    assert len(json_of(capsys, "plays", "31", "--limit", "3")["plays"]) == 3


def test_the_table_of_plays_agrees_with_the_json(capsys: Capture) -> None:
    best = json_of(capsys, "plays", "31")["plays"][0]
    line = next(line for line in output_of(capsys, "plays", "31").split("\n") if line.lstrip().startswith("1 "))
    assert best["play"] in line
    numbers = [float(number) for number in re.findall(r"[+-]?\d+\.\d+", line)]
    chances = best["outcome"]
    lose = 1 - chances["win"]
    in_order = [chances["win"], chances["win_gammon"], chances["win_backgammon"]]
    in_order += [lose, chances["lose_gammon"], chances["lose_backgammon"]]
    assert numbers[:2] == pytest.approx([best["equity"], 0], abs=0.000051)
    assert numbers[2:] == pytest.approx([100 * chance for chance in in_order], abs=0.051)


def test_ply_sets_the_search_depth_of_plays_and_positions(capsys: Capture) -> None:
    for ply in (0, 1, 2):
        answer = json_of(capsys, "eval", "--ply", str(ply))
        outcome = gammon.evaluate(gammon.Position.start(), ply=ply)
        assert (answer["ply"], answer["outcome"]["cubeless_equity"]) == (ply, outcome.cubeless_equity)
        assert (f"before the roll, {ply}-ply" in output_of(capsys, "eval", "--ply", str(ply))) is (ply > 0)
    plays = json_of(capsys, "plays", "21", "--ply", "1")["plays"]
    ranked = gammon.rank_plays(gammon.Position.start(), (2, 1), ply=1)
    assert [(one["ply"], one["equity"]) for one in plays] == [(one.ply, one.equity) for one in ranked]


def test_the_table_of_plays_shows_plies_where_they_differ(capsys: Capture) -> None:
    mixed = output_of(capsys, "plays", "31", "--ply", "1")
    assert "with 3 1 to play, 1-ply" in mixed
    header = next(line for line in mixed.split("\n") if "equity" in line)
    assert header.split()[:3] == ["play", "ply", "equity"]
    rows = [line.split() for line in mixed.split("\n") if line.lstrip()[:2] in ("1 ", "10")]
    assert [row[-9] for row in rows] == ["1", "0"]
    for argv in (["31", "--ply", "0"], ["31", "--ply", "1", "--limit", "1"]):
        assert "ply " not in output_of(capsys, "plays", *argv).split("equity")[0].split("\n")[-1].replace("play ", "")
    assert all(len(line) <= 80 for line in mixed.split("\n"))


def test_a_turn_that_passes_has_no_plays(capsys: Capture) -> None:
    closed_out = "-" * 19 + "bbbbbb" + "A" + ":0:0:1:66:0:0:0:0:10"
    answer = json_of(capsys, "plays", closed_out)
    assert (answer["legal_plays"], answer["plays"]) == (0, [])
    assert "no legal play" in output_of(capsys, "plays", closed_out)


def test_plays_are_ranked_with_the_cube_where_the_score_is_known(capsys: Capture) -> None:
    at_score = f"{START_BOARD}:0:0:1:21:3:5:0:7:10"
    expected = gammon.rank_plays(gammon.Xgid(at_score), (2, 1), ply=1)
    for arguments in ((at_score,), ("21", "--away", "4-2"), (START_ID, "21", "--away", "4-2", "--crawford", "to-come")):
        answer = json_of(capsys, "plays", *arguments, "--ply", "1")
        assert answer["scoring"]["away"] == [4, 2]
        found = [(one["play"], one["equity"], one["mwc"], one["loss"]) for one in answer["plays"]]
        assert found == [(str(one.play), one.equity, one.mwc, one.loss) for one in expected]
    text = output_of(capsys, "plays", at_score, "--ply", "1")
    assert "4-away, 2-away, 1-ply" in text
    assert "mwc" in text
    assert "Equities are cubeful" in text
    assert max(map(len, text.split("\n"))) <= 80
    for without in (["21"], [START_ID, "21"], [at_score, "--cubeless"]):
        alone = json_of(capsys, "plays", *without)
        assert alone["scoring"] is None
        assert alone["plays"][0]["is_cubeful"] is False
        assert alone["plays"][0]["mwc"] is None
