"""``gammon cube``: decisions, score maps, beavers and raccoons."""

from __future__ import annotations

import re

import pytest

import gammon
from tests.unit.command_lines import (
    START_BOARD,
    START_ID,
    Capture,
    json_of,
    output_of,
    refusal,
)


def test_a_cube_decision_uses_the_score_and_cube_of_the_id(capsys: Capture) -> None:
    at_score = f"{START_BOARD}:1:1:1:00:3:5:0:7:10"
    expected = gammon.cube_decision(gammon.Xgid(at_score), ply=1)
    answer = json_of(capsys, "cube", at_score, "--ply", "1")
    assert (answer["scoring"]["away"], answer["cube"], answer["cube_owner"]) == ([4, 2], 2, 1)
    assert (answer["action"], answer["words"]) == (expected.action.name, expected.words)
    assert answer["mwc"] == list(expected.mwc or ())
    assert answer["errors"]["double"] == expected.error_double
    assert answer["points"]["cash"] == expected.points.cash
    text = output_of(capsys, "cube", at_score, "--ply", "1")
    assert f"Best: {expected.words}." in text
    assert "4-away, 2-away, 1-ply" in text
    assert "match win" in text
    assert max(map(len, text.split("\n"))) <= 80


def test_a_score_on_the_command_line_overrides_that_of_the_id(capsys: Capture) -> None:
    arguments = ("cube", START_ID, "--away", "4-1", "--crawford", "played", "--met", "woolsey", "--efficiency", "0")
    answer = json_of(capsys, *arguments)
    scoring = gammon.Scoring.match(4, 1, crawford=gammon.Crawford.PLAYED)
    expected = gammon.cube_decision(
        gammon.Position.start(),
        stakes=scoring,
        engine=gammon.Engine(met=gammon.met.load("woolsey"), efficiency=0.0),
        ply=2,
    )
    assert answer["no_double"] == expected.no_double
    assert answer["efficiency"] == 0
    crawford = json_of(capsys, "cube", START_ID, "--away", "4-1")
    assert crawford["action"] == "UNAVAILABLE"
    assert "may not double" in output_of(capsys, "cube", START_ID, "--away", "4-1")
    beavers = output_of(capsys, "cube", f"{START_BOARD}:0:0:1:00:0:0:3:0:10")
    assert "double, beaver" in beavers
    assert "Jacoby, beavers" in beavers


def test_score_maps_show_the_right_action_at_each_score(capsys: Capture) -> None:
    position = "---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
    found = gammon.score_map(gammon.Xgid(position), length=7, ply=2)
    assert json_of(capsys, "cube", position, "--score-map", "7")["map"] == [list(row) for row in found.labels()]
    text = output_of(capsys, "cube", position, "--score-map", "7")
    row = next(line.split() for line in text.split("\n") if line.startswith("5 "))
    assert tuple(row[1:]) == found.labels()[4]
    assert "D double" in text
    plays = gammon.score_map(gammon.Position.start(), (2, 1), length=5, ply=2)
    answer = json_of(capsys, "plays", "21", "--score-map", "5")
    assert answer["map"] == [list(row) for row in plays.labels()]
    assert answer["plays"]["A"] == plays.letters()["A"][0]
    shown = output_of(capsys, "plays", "21", "--score-map", "5")
    assert f"A: {answer['plays']['A']} (" in shown
    for one in (text, shown):
        assert max(map(len, one.split("\n"))) <= 80
    for command in (["cube", START_ID], ["plays", "21"]):
        assert "with --away" in refusal(capsys, *command, "--score-map", "5", "--away", "4-2", code=2)


def test_market_losers_are_shown_on_request(capsys: Capture) -> None:
    position = "---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10"
    expected = gammon.cube_decision(gammon.Xgid(position), ply=2, market_losers=True).market_losers
    assert json_of(capsys, "cube", position, "--market-losers")["market_losers"] == expected
    assert "Market losers:" in output_of(capsys, "cube", position, "--market-losers")
    assert json_of(capsys, "cube", position)["market_losers"] is None


BLUNDER = f"{START_BOARD}:0:0:1:00:0:0:0:0:10"


def _row(table: str, name: str) -> list[str]:
    (line,) = (line for line in table.split("\n") if line.strip().startswith(f"{name} "))
    return line.split()


def test_the_error_of_a_double_is_on_its_line_and_names_the_player(capsys: Capture) -> None:
    decision = gammon.cube_decision(gammon.Xgid(BLUNDER), ply=2)
    assert decision.error_double is not None
    assert decision.error_double > 0.1  # Doubling the starting position is a clear error.
    table = output_of(capsys, "cube", BLUNDER)
    assert _row(table, "double")[2:] == [f"{decision.error_double:.4f}", "doubler"]
    assert _row(table, "no double")[3:] == ["0.0000", "doubler"]
    assert _row(table, "take")[2:] == ["0.0000", "opponent"]
    assert _row(table, "pass")[2:] == [f"{decision.error_pass:.4f}", "opponent"]


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        (START_BOARD, "take"),  # A double in the starting position is an easy take.
        ("-A----------------------a-", "pass"),  # The doubler bears off their last checker with every roll.
    ],
)
def test_a_double_that_is_offered_is_answered(capsys: Capture, position: str, answer: str) -> None:
    offered = f"{position}:0:0:1:D:0:0:0:0:10"
    table = output_of(capsys, "cube", offered)
    assert f"Best: {answer}. " in table
    assert "double offered" in table
    lines = [line.split()[0] for line in table.split("Best:")[0].split("\n") if "answerer" in line]
    assert lines[0] == answer
    assert sorted(lines) == ["pass", "take"]
    assert table.index("answerer") < table.index("no double")
    shown = json_of(capsys, "cube", offered)
    assert (shown["offer"], shown["answers"]) == ("double", [answer])
    assert json_of(capsys, "cube", f"{position}:0:0:1:00:0:0:0:0:10")["offer"] is None


def test_answers_to_beavers_and_raccoons_stand_in_the_table_and_in_the_json(capsys: Capture) -> None:
    before = "----A-A------------a------:3:0:1:00:0:0:2:0:6"
    decision = gammon.cube_decision(gammon.Xgid(before), ply=2)
    answers = decision.beaver
    assert answers is not None
    assert answers.raccoon is not None
    table = output_of(capsys, "cube", before)
    lines = [line.rstrip() for line in table.split("\n") if line.rstrip().endswith((" doubler", " opponent"))]
    assert [re.split(r"(?<=\w)  ", line)[0] for line in lines] == [
        "no double",
        "double",
        "  take",
        "  pass",
        "  beaver",
        "    take",
        "    pass",
        "    raccoon",
        "      take",
        "      pass",
    ]
    errors = [float(line.split()[-2]) for line in lines]
    assert errors[5:] == pytest.approx(
        [answers.error_take, answers.error_pass, answers.error_raccoon or 0, 0, answers.error_raccoon_pass], abs=6e-5
    )
    shown = json_of(capsys, "cube", before)["beaver"]
    assert (shown["take"], shown["raccoon"], shown["best"]) == (
        answers.take,
        answers.raccoon,
        answers.best.name.lower(),
    )
    assert shown["errors"]["raccoon"] == answers.error_raccoon
    without = json_of(capsys, "cube", before.replace(":2:0:6", ":0:0:6"))
    assert (without["beaver"], without["errors"]["beaver"]) == (None, None)


@pytest.mark.parametrize(("offer", "cube"), [("B", 4), ("R", 5)])
def test_a_beaver_and_a_raccoon_that_are_offered_are_answered(capsys: Capture, offer: str, cube: int) -> None:
    offered = f"----A-A------------a------:{cube}:-1:1:{offer}:0:0:2:0:8"
    table = output_of(capsys, "cube", offered)
    listed = [line.split()[0] for line in table.split("Best:")[0].split("\n") if "answerer" in line]
    assert sorted(listed) == (["pass", "raccoon", "take"] if offer == "B" else ["pass", "take"])
    # The player on roll bears off with 8 of 36 rolls (6-4, 6-5 and doubles from 3-3). Otherwise the opponent, who owns
    # the cube, cashes. That is 8/36 - 28/36 per unit: 4 units after a beaver, 8 after a raccoon. Passing a beaver
    # costs 2.
    right = "pass" if offer == "B" else "take"
    assert listed[0] == right
    assert f"Best: {right}.\n" in table
    assert "redouble" not in table.split("Best:")[0]
    best = json_of(capsys, "cube", offered)
    assert (best["offer"], best["answer"]) == ("beaver" if offer == "B" else "raccoon", right)
    assert best["take"] == pytest.approx(-4 * 20 / 36)
    assert best["raccoon_take"] == pytest.approx(-8 * 20 / 36)


def test_a_beaver_needs_the_rule_and_a_cube(capsys: Capture) -> None:
    err = refusal(capsys, "cube", f"{START_BOARD}:0:0:1:B:0:0:3:0:10", code=1)
    assert "the cube must belong to the player who beavered" in err
