"""``gammon race``."""

from __future__ import annotations

import pytest

import gammon
from tests.unit.command_lines import (
    START_BOARD,
    START_ID,
    WITH_31,
    Capture,
    json_of,
    output_and_notes_of,
    output_of,
    refusal,
)

STICK = "-----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:0:0:10"
"""102 pips to 112, from bgonline.org, post 170148."""
LAST = gammon.Position([14, *[0] * 5, 1, *[0] * 19], [13, 2, *[0] * 24])
"""One checker on the six point against two on the ace point."""
EXACT = {6: (10.2083, 4.2083, 1.25), 2: (8.1667, 6.1667, 1.0)}
"""EPC, wastage and mean rolls by pip count: one on the six point is off in one roll 27 times in 36, else in two."""


def cells(out: str, row: str) -> list[str]:
    """Return the cells of the row that begins with `row`."""
    (line,) = (line for line in out.split("\n") if line.startswith(row))
    return line.removeprefix(row).split()


def test_race_prints_every_method(capsys: Capture) -> None:
    out = output_of(capsys, "race", STICK)
    assert cells(out, "Keith") == ["117.0", "112.0", "no", "double", "no", "redouble", "take", "-"]
    assert cells(out, "Thorp") == ["143.0", "139.0", "no", "double", "no", "redouble", "take", "-"]
    assert cells(out, "Trice") == ["102.0", "112.0", "double", "redouble", "take", "-"]
    assert cells(out, "Isight") == ["120.2", "114.0", "no", "double", "no", "redouble", "take", "67.67", "%"]
    assert cells(out, "Kleinman") == ["98.0", "112.0", "double", "redouble", "take", "75.27", "%"]


def test_a_side_beyond_the_tables_has_pips_only(capsys: Capture) -> None:
    out = output_of(capsys, "race", STICK)
    assert cells(out, "player on roll ") == ["102", "-", "-", "-"]
    assert cells(out, "opponent ") == ["112", "-", "-", "-"]
    assert "-: a checker is beyond the bear-off tables" in out
    win = gammon.evaluate(STICK, ply=2).win
    assert f"The player on roll wins {100 * win:.2f} %: estimated by the network, 2-ply." in out
    assert ": estimated by the network." in output_of(capsys, "race", STICK, "--ply", "0")


def test_a_side_within_the_tables_has_epc_wastage_and_rolls(capsys: Capture) -> None:
    out = output_of(capsys, "race", LAST.xgid)
    assert cells(out, "player on roll ") == ["6", "10.21", "4.21", "1.250"]
    assert cells(out, "opponent ") == ["2", "8.17", "6.17", "1.000"]
    assert "beyond" not in out
    assert " 75.00 %: exact, from the table two-sided-6." in out


def test_one_side_may_be_within_the_tables_alone(capsys: Capture) -> None:
    outside = gammon.Position([14, *[0] * 8, 1, *[0] * 16], list(LAST.opponent))
    out = output_of(capsys, "race", outside.xgid, "--checkers", "15")
    assert cells(out, "player on roll ") == ["9", "-", "-", "-"]
    assert cells(out, "opponent ") == ["2", "8.17", "6.17", "1.000"]
    assert "beyond" in out
    assert "estimated" in out


def test_the_tables_of_the_engine_are_used(capsys: Capture) -> None:
    """The opponent is off in the next roll, so the player on roll wins with 27 of 36 rolls."""
    answer = json_of(capsys, "race", LAST.xgid)
    for side in ("own", "opponent"):
        epc, wastage, rolls = EXACT[answer[side]["pips"]]
        assert answer[side]["epc"] == pytest.approx(epc, abs=1e-4)
        assert answer[side]["wastage"] == pytest.approx(wastage, abs=1e-4)
        assert answer[side]["mean_rolls"] == pytest.approx(rolls, abs=1e-6)
    assert answer["win"] == pytest.approx(27 / 36, abs=1e-6)
    assert answer["win_is_exact"] is True


def test_the_json_has_the_counts_of_the_module(capsys: Capture) -> None:
    answer = json_of(capsys, "race", STICK)
    assert (answer["format"], answer["ply"], answer["left_aside"]) == ("gammon race 1", 2, [])
    assert answer["position"] == gammon.Xgid(STICK).position.gnubg_id
    assert answer["own"] == {"pips": 102, "epc": None, "wastage": None, "mean_rolls": None}
    assert answer["win_is_exact"] is False
    counts = []
    for count in gammon.race.counts(STICK):
        fields = count.to_dict()
        del fields["format"]
        counts.append(fields)
    assert answer["counts"] == counts


def test_what_the_counts_ignore_is_reported(capsys: Capture) -> None:
    at_score = STICK.replace(":0:0:1:00:0:0:0:0:", ":1:1:1:31:3:5:0:7:")
    out, said = output_and_notes_of(capsys, "race", at_score)
    assert said == "gammon: ignored in the ID: the roll (3 1), the cube (2, owned), the score (3-5, match to 7)\n"
    assert cells(out, "Keith")[:2] == ["117.0", "112.0"]


@pytest.mark.parametrize("text", [START_BOARD, START_ID, WITH_31])
def test_a_position_with_contact_is_refused(capsys: Capture, text: str) -> None:
    err = refusal(capsys, "race", text, code=1)
    assert err == (
        "gammon: position: expected a race, got a position with contact: the sides can still hit or block each other\n"
    )


def test_a_finished_game_is_refused(capsys: Capture) -> None:
    over = gammon.Position([15, *[0] * 25], [14, 1, *[0] * 24])
    assert "expected a race, got a finished game" in refusal(capsys, "race", over.gnubg_id, code=1)


@pytest.mark.parametrize("argv", [["race"], ["race", "--json"], ["race", "--variant", "hypergammon"]])
def test_a_race_needs_an_id(capsys: Capture, argv: list[str]) -> None:
    err = refusal(capsys, *argv, code=2)
    assert err.startswith("usage: gammon race [-h]")
    assert "needs the ID of a race" in err
