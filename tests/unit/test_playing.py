"""``gammon play`` with input from a pipe: commands, refusals, files, and ways to leave."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import gammon as bg
from gammon.cli import main
from gammon.cli.play.saved import SavedMatch, free_name
from gammon.match import Double, MakePlay, Player, RollDice
from gammon.players import Strength

Capture = pytest.CaptureFixture[str]

SHORT = ("play", "--length", "3", "--seed", "7")
"""Gammon begins and plays, you are asked `roll or double`; your dice are then 5-4."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(capsys: Capture, *lines: str, argv: tuple[str, ...] = SHORT, code: int = 0) -> str:
    """Run the program on some lines of input, then end of file; return its output."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(argv) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return out + err


def saved(path: str = "gammon-play.json") -> SavedMatch:
    return SavedMatch.read(path)


def history(path: str = "gammon-play.json") -> list[str]:
    return [str(action) for action in saved(path).match.state.history]


def keep(match: bg.Match, path: str, strength: str = "club") -> None:
    SavedMatch(match=match, strength=Strength.parse(strength)).write(path)


def at(xgid: str, rules: bg.MatchRules | None = None) -> bg.Match:
    return bg.Match(bg.MatchState.from_xgid(xgid, rules=rules), seed=1)


# --- commands ---


def test_output_to_a_pipe_echoes_the_input_without_terminal_codes(capsys: Capture) -> None:
    out = played(capsys, "roll", "24/15*")
    assert "roll or double> roll\nYou roll 5-4.\n" in out
    assert "play 5-4> 24/15*\nYou play 24/15*.\n" in out
    assert "\x1b" not in out
    assert history()[:4] == ["roll 6-3", "play 24/18 13/10", "roll 5-4", "play 24/15*"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("castle", "'castle' is not a command; `help` lists the commands"),
        ("8/4", "8/4: the dice have not been rolled"),
        ("take", "take: there is no double to answer (R7.2, R7.3)"),
        ("pass", "pass: there is no double to answer (R7.2, R7.3)"),
        ("beaver", "beaver: there is no double to answer (R7.2, R7.3)"),
        ("accept", "accept: nobody has resigned (R7.8)"),
        ("decline", "decline: nobody has resigned (R7.8)"),
        ("resign", "resign 1, 2 or 3"),
        ("resign 4", "resign 1, 2 or 3"),
        ("resume", "resume: expected a file name"),
        ("resume nowhere.json", "nowhere.json: No such file or directory"),
        ("save no/where.json", "no/where.json: No such file or directory"),
        ("save .", ".: Is a directory"),
        ("save a\0b", "is not a command or a valid file name"),
        ("resume a\0b", "is not a command or a valid file name"),
        ("undo", "undo: you have not done anything yet"),
        ("double now", "'double now' is not a command"),
        ("\x00\x1b[2J", "is not a command"),
        ("9" * 201, "expected at most 200 characters, got 201"),
    ],
)
def test_invalid_commands_before_the_roll_are_refused_with_a_reason(capsys: Capture, typed: str, reason: str) -> None:
    out = played(capsys, typed)
    assert f"No: {reason}" in out or f"No: {typed.strip()!r} {reason}" in out
    assert out.count("roll or double> ") >= 2
    assert "\x1b" not in out
    assert os.listdir() == ["gammon-play.json"]  # gammon has already rolled and played, so there is a match to save.
    assert history() == ["roll 6-3", "play 24/18 13/10"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("8/4 13/1", "no die or sum of the dice equals 12"),
        ("6/1", "is not legal with 5-4: the 4 must be played too (R3.5)"),
        ("bar/20 6/2", "no checker on the bar"),
        ("8/", "column 3: expected a place (1 to 24, bar or off), but the text ends"),
        ("nonsense", "`nonsense`"),
        ("roll", "roll: the dice have been rolled and must be played"),
        ("double", "double: the dice have been rolled and must be played"),
        ("cannot move", "so the turn cannot be passed (R3.7)"),
    ],
)
def test_invalid_commands_after_the_roll_are_refused_with_a_reason(capsys: Capture, typed: str, reason: str) -> None:
    out = played(capsys, "roll", typed)
    assert reason in out.split(f"play 5-4> {typed}\n")[1].splitlines()[0]
    assert out.count("play 5-4> ") == 2


def test_reasons_call_the_players_you_and_gammon(capsys: Capture) -> None:
    match = bg.Match(bg.MatchRules(match_length=7, holland=True), seed=7)
    for _ in range(2):
        match.roll()
        match.act(match.legal_actions()[0])
    assert match.state.to_act is Player.ZERO
    match.act(Double())
    keep(match, "doubled.json")
    out = played(capsys, "double", argv=("play", "--resume", "doubled.json"))
    assert "take or pass> double\nNo: double: a double, beaver or raccoon must be answered first (R7.2, R7.3).\n" in out
    assert "O's home board" in out.splitlines()[2]
    assert "X to answer" in out


def test_enter_alone_only_rolls_the_dice(capsys: Capture) -> None:
    assert "roll or double> \nYou roll 5-4.\n" in played(capsys, "")
    out = played(capsys, "", "", "")
    assert out.count("play 5-4> \nType `help`") == 2


@pytest.mark.parametrize(("options", "asks"), [({}, "take or pass> "), ({"beavers": True}, "take, pass or beaver> ")])
def test_a_double_has_no_default_answer(capsys: Capture, options: dict[str, bool], asks: str) -> None:
    """P047: another program defaulted to a pass."""
    match = bg.Match(bg.MatchRules(**options), seed=7)  # type: ignore[arg-type]
    while not (match.state.to_act is Player.ZERO and match.state.dice is None):
        match.roll()
        match.act(match.legal_actions()[0])
    match.act(Double())
    keep(match, "doubled.json")
    out = played(capsys, "", "", argv=("play", "--resume", "doubled.json"))
    assert out.count(f"{asks}") == 3
    assert "The double needs your answer: take and play for 2, or pass and lose 1." in out
    assert history("doubled.json") == [str(action) for action in match.state.history]


@pytest.mark.parametrize("answer", ["", "no", "n", "perhaps", "ye", "resign 1"])
def test_only_yes_resigns(capsys: Capture, answer: str) -> None:
    out = played(capsys, "resign 3", answer)
    assert out.count("Lose a backgammon, 3 points? yes or no [no]> ") == (1 if answer in ("", "no", "n") else 2)
    assert history() == ["roll 6-3", "play 24/18 13/10"]


def test_display_commands_work_at_a_yes_or_no_prompt(capsys: Capture) -> None:
    out = played(capsys, "resign 1", "board", "pip", "score", "help", "maybe", "no")
    assert out.count("Lose a single game, 1 point? yes or no [no]> ") == 6
    assert out.count("X's home board") == 2  # Shown once automatically and once on request.
    for words in ("You 167 pips, gammon 158 pips: you are 9 behind.", "You 0, gammon 0, match to 3", "roll the dice"):
        assert words in out
    assert out.count("Answer yes or no") == 1
    assert out.rstrip().endswith("resume gammon-play.json`.")


def test_a_number_makes_the_listed_play(capsys: Capture) -> None:
    best = bg.rank_plays(bg.Position.from_gnubg_id(saved_position("roll")), (5, 4), ply=1)
    played(capsys, "roll", "hint", "2", argv=(*SHORT, "--save", "hinted.json"))
    assert history("hinted.json")[3] == f"play {best[1].play}"
    out = played(capsys, "roll", "moves", "3", argv=(*SHORT, "--save", "moved.json"))
    assert f"  3  {history('moved.json')[3].removeprefix('play ')}" in out
    out = played(capsys, "roll", "1", "hint 2", "3", "0", "hint 1000", "99999", argv=(*SHORT, "--save", "none.json"))
    for reason in (
        "1: no plays are listed yet",
        "expected the number of a listed play, 1 to 2, got 3",
        "a play: expected a number from 1 to 999, got '0'",
        "hint: expected a number from 1 to 999, got '1000'",
        "a play: expected a number from 1 to 999, got '99999'",
    ):
        assert f"No: {reason}" in out
    assert history("none.json") == ["roll 6-3", "play 24/18 13/10", "roll 5-4"]
    out = played(capsys, "hint 3", "moves", "2")
    for reason in (
        "hint 3: plays can be listed only after",
        "moves: there are no dice",
        "2: the dice have not been rolled",
    ):
        assert f"No: {reason}" in out


def test_the_list_of_moves_has_every_legal_play_once(capsys: Capture) -> None:
    listed = played(capsys, "roll", "moves").split("> moves\n")[1].split("play 5-4> ")[0]
    found = [cell.strip() for cell in re.split(r"(?:^|\s)\s*\d+  (?=\d)", listed) if cell.strip()]
    plays = bg.Position.from_gnubg_id(saved_position()).plays(5, 4)
    assert sorted(found) == sorted(str(play) for play in plays)
    assert all(len(line) <= 80 for line in listed.splitlines())


def test_gammon_s_plays_are_shown_in_your_point_numbers_and_marked_on_the_board(capsys: Capture) -> None:
    out = played(capsys)
    # gammon's 24-, 18-, 13- and 10-points are your 1-, 7-, 12- and 15-points.
    assert "gammon plays 1/7 12/15 (24/18 13/10 as gammon counts)." in out
    marked = {
        int(point) for line in out.splitlines() if line.startswith(" +") for point in re.findall(r"(\d+)\*", line)
    }
    assert marked == {1, 7, 12, 15}


def test_a_match_begins_from_an_id(capsys: Capture) -> None:
    xgid = "-b----E-C---eE---c-e----B-:1:1:1:31:3:5:0:7:10"
    out = played(capsys, "8/5 6/5", argv=("play", "--from", xgid, "--seed", "1", "--save", "x.json"))
    assert "Match to 7" in out
    assert "play 3-1> 8/5 6/5\nYou play 8/5 6/5.\n" in out
    assert saved("x.json").match.states[0] == bg.MatchState.from_xgid(xgid)
    bare = played(capsys, argv=("play", "--from", "4HPwATDgc/ABMA", "--save", "y.json"))
    assert "Money" in bare
    assert "roll or double> " in bare
    refused = played(capsys, argv=("play", "--from", xgid, "--length", "3"), code=2)
    assert "usage: gammon play" in refused
    assert "--from uses the rules of its ID, so it cannot be used with --length" in refused
    assert "an XGID, a GNU Backgammon ID" in played(capsys, argv=("play", "--from", "nowhere at all"), code=1)


def test_a_resignation_is_judged_by_gammon(capsys: Capture) -> None:
    out = played(capsys, "resign 1", "yes", "")
    assert "You resign a single game.\ngammon accepts.\ngammon wins 1 point (single, resigned)." in out
    assert "Score: you 0, gammon 1, match to 3.\nEnter for the next game> \nYou throw " in out


@pytest.mark.parametrize(("offer", "answer"), [("1", "declines"), ("2", "accepts"), ("3", "accepts")])
def test_a_resignation_for_too_few_points_is_declined(capsys: Capture, offer: str, answer: str) -> None:
    """R6.2: all of player 1's checkers are far from home, and player 0 bears off the last two with any roll."""
    keep(at(f"{'-' * 13}O{'-' * 10}b-:0:0:1:00:0:0:0:0:10"), "lost.json")
    out = played(capsys, f"resign {offer}", "yes", argv=("play", "--resume", "lost.json"))
    assert f"gammon {answer}.\n" in out


def test_gammon_resigns_its_certain_loss_and_accepts_a_refusal(capsys: Capture) -> None:
    """The same position with the sides swapped: gammon is certain to lose exactly a gammon."""
    keep(at(f"-B{'-' * 10}o{'-' * 13}:0:0:-1:00:0:0:0:0:10"), "won.json")
    resume = ("play", "--resume", "won.json")
    out = played(capsys, "accept", argv=resume)
    assert "gammon resigns a gammon.\n" in out
    assert "gammon offers to lose a gammon, 2 points.\naccept or decline> accept\nYou accept.\n" in out
    assert "You win 2 points (gammon, resigned). Score: you 2, gammon 0, money." in out
    keep(at(f"-B{'-' * 10}o{'-' * 13}:0:0:-1:00:0:0:0:0:10"), "won.json")
    out = played(capsys, "hint", "", "decline", "", "1/off(2)", argv=resume)
    assert "To you, accepting is worth +2.0000, playing on +2.0" in out
    assert out.count("gammon resigns") == 1
    assert "You win 2 points (gammon, borne off)." in out


def test_undo_takes_back_your_last_decision_and_the_dice_repeat(capsys: Capture) -> None:
    out = played(capsys, "roll", "24/15*", "undo", "13/4", "undo", "undo", "save a.json")
    assert "Taken back: play 24/15*.\n" in out
    assert "Taken back: play 13/4.\n" in out
    assert "No: undo: you have not done anything yet." in out
    assert history("a.json") == ["roll 6-3", "play 24/18 13/10", "roll 5-4"]


def test_hints_show_the_best_choice(capsys: Capture) -> None:
    out = played(capsys, "hint", "roll", "hint")
    assert "no double" in out
    assert "Best: no double, take." in out
    best = bg.rank_plays(bg.Position.from_gnubg_id(saved_position("roll")), (5, 4), ply=1)
    listed = out.split("Best plays of 5-4, 1-ply")[1].splitlines()
    assert [line[3:].split("  ")[0] for line in listed[4:9]] == [str(one.play) for one in best[:5]]


def saved_position(*lines: str) -> str:
    """Return the position ID after some lines of input in a `SHORT` match."""
    match = bg.Match(bg.MatchRules(match_length=3), seed=7)
    match.roll()
    match.play("24/18 13/10")
    return match.state.position.gnubg_id


@pytest.mark.parametrize(("word", "full"), [("b", "board"), ("?", "help"), ("r", "roll"), ("h", "hint"), ("q", "quit")])
def test_abbreviations_equal_the_full_commands(capsys: Capture, word: str, full: str) -> None:
    short = played(capsys, word, argv=(*SHORT, "--save", "a.json"))
    os.remove("a.json")
    assert short.replace(f"> {word}\n", f"> {full}\n") == played(capsys, full, argv=(*SHORT, "--save", "a.json"))


def test_help_lists_every_command(capsys: Capture) -> None:
    out = played(capsys, "help")
    for word in ("roll", "double", "take", "pass", "beaver", "resign", "accept", "decline", "undo", "hint", "save"):
        assert word in out
    assert all(len(line) <= 80 for line in out.splitlines())


# --- leaving, saving and resuming ---


def test_end_of_input_saves_the_match(capsys: Capture) -> None:
    out = played(capsys, "roll", "24/15*")
    assert out.endswith("Saved in gammon-play.json; resume with `gammon play --resume gammon-play.json`.\n")
    out = played(capsys, "roll", "13/4", "quit")
    assert out.endswith("Saved in gammon-play-2.json; resume with `gammon play --resume gammon-play-2.json`.\n")
    assert history()[3] == "play 24/15*"
    assert history("gammon-play-2.json")[3] == "play 13/4"
    assert sorted(os.listdir()) == ["gammon-play-2.json", "gammon-play.json"]


def test_a_resumed_match_is_saved_to_the_same_file(capsys: Capture) -> None:
    played(capsys, "roll", "24/15*", argv=(*SHORT, "--strength", "casual"))
    before = history()
    out = played(capsys, "", "hint", argv=("play", "--resume", "gammon-play.json"))
    assert "gammon-play.json: you 0, gammon 0, match to 3, game 1, against ply0,noise=0.05." in out
    assert history()[: len(before)] == before
    assert saved().strength == Strength(noise=0.05)
    assert os.listdir() == ["gammon-play.json"]


def test_the_file_contains_the_match_s_own_json(capsys: Capture) -> None:
    played(capsys, "roll", "24/15*", "save a.json")
    data = json.loads(Path("a.json").read_text("utf-8"))
    match = bg.Match.from_json(json.dumps(data["match"]))
    assert match.state == saved("a.json").match.state
    assert (match.seed, data["strength"]) == (7, "ply0")


def test_overwriting_another_file_needs_confirmation(capsys: Capture) -> None:
    Path("a.json").write_text("mine")
    out = played(capsys, "save a.json", "")
    assert "a.json exists; overwrite it? yes or no [no]> " in out
    assert Path("a.json").read_text() == "mine"
    played(capsys, "save a.json", "yes", "save a.json", "save")
    assert saved("a.json").match.seed == 7
    assert "a.json exists already" in played(capsys, argv=(*SHORT, "--save", "a.json"), code=1)


def test_resuming_another_match_saves_the_present_one_first(capsys: Capture) -> None:
    keep(bg.Match(bg.MatchRules(match_length=5), seed=3), "other.json")
    out = played(capsys, "roll", "24/15*", "resume other.json", "quit")
    assert "Saved in gammon-play.json" in out
    assert "other.json: you 0, gammon 0, match to 5, game 1, against ply0." in out
    assert "play 24/15*" in history()


def test_the_winner_of_a_finished_match_is_announced(capsys: Capture) -> None:
    match = bg.Match(bg.MatchRules(match_length=1), seed=4)
    while match.winner is None:
        if match.state.dice is None:
            match.roll()
        else:
            match.act(match.legal_actions()[0])
    keep(match, "over.json")
    before = Path("over.json").read_bytes()
    out = played(capsys, "roll", argv=("play", "--resume", "over.json"))
    assert "The match is over: gammon wins 1 point (single, borne off). Score: you 0, gammon 1, match to 1." in out
    assert "gammon wins the match 1-0." in out
    assert ">" not in out
    assert Path("over.json").read_bytes() == before


GOOD = SavedMatch(match=bg.Match(bg.MatchRules(match_length=3), seed=7), strength=Strength()).to_json()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON: Expecting value"),
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"[" * 100_000, "JSON is nested too deeply"),
        (b"[]", "expected a JSON object, got a list"),
        (b'{"format": "gammon play 2"}', "format: expected 'gammon play 1', got 'gammon play 2'"),
        (b'{"format": "gammon play 1"}', "the field 'strength' is missing"),
        (GOOD.replace('"ply0"', "0").encode(), "strength: expected a string, got 0"),
        (GOOD.replace('"ply0"', '"god"').encode(), "strength: expected a strength"),
        (GOOD.replace("gammon match 1", "gammon match 2").encode(), "match: format: expected 'gammon match 1', got"),
        (GOOD.replace('"actions": []', '"actions": ["roll 1-2", "double"]').encode(), "match: action 2: double"),
        (GOOD[: len(GOOD) // 2].encode(), "not JSON: "),
        (b" " * 16_000_001, "expected at most 16,000,000 bytes, got more"),
    ],
)
def test_a_file_that_is_not_a_saved_match_is_named(capsys: Capture, content: bytes, says: str) -> None:
    Path("bad.json").write_bytes(content)
    out = played(capsys, argv=("play", "--resume", "bad.json"), code=1)
    assert out.startswith("gammon: bad.json: ")
    assert says in out
    refused = played(capsys, "resume bad.json")
    assert "No: bad.json: " in refused
    assert says in refused
    assert Path("bad.json").read_bytes() == content


def test_a_missing_file_is_named(capsys: Capture) -> None:
    assert (
        played(capsys, argv=("play", "--resume", "no.json"), code=1) == "gammon: no.json: No such file or directory\n"
    )
    keep(bg.Match(bg.MatchRules(), seed=1), "a.json", "network=gone.gnn")
    says = played(capsys, argv=("play", "--resume", "a.json"), code=1)
    assert "gammon: gone.gnn: No such file or directory\n" in says


def test_a_match_that_cannot_be_saved_here_is_saved_elsewhere(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    out = played(capsys, "roll", "24/15*", argv=(*SHORT, "--save", "gone/a.json"))
    assert "Saved in gammon-play.json" in out
    monkeypatch.setattr("gammon.cli.play.saved.free_name", lambda folder: f"{folder}/none/a.json")
    out = played(capsys, "roll", "24/15*")
    text = out.split("This is the match:\n")[1]
    Path("printed.json").write_text(text)
    assert history("printed.json")[3] == "play 24/15*"
    assert free_name(str(elsewhere)) == str(elsewhere / "gammon-play.json")


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP", "SIGTERM"])
def test_ctrl_c_and_a_closed_terminal_save_the_match(name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gammon", *SHORT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("roll\n24/15*\n")
        process.stdin.flush()
        seen = ""
        while seen.count("> ") < 3:
            seen += process.stdout.read(1)
        process.send_signal(getattr(signal, name))
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (
        "Saved in gammon-play.json; resume with `gammon play --resume gammon-play.json`.\ngammon: interrupted\n" in err
    )
    assert "play 24/15*" in history()


# --- options ---


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--length 3 --jacoby", "the Jacoby rule does not apply in match play (R8.5)"),
        ("--beavers", "beavers do not apply in match play (R8.5)"),
        ("--money --raccoons", "raccoons need beavers"),
        ("--money --holland", "the Holland rule does not apply for money"),
        ("--length 3 --holland --no-crawford", "the Holland rule needs the Crawford rule"),
        ("--no-cube --cube-limit 64", "a cube limit does not apply without a cube"),
        ("--cube-limit 3", "cube_limit: expected a power of two"),
        ("--money --automatic-doubles 61", "automatic_doubles: expected a number from 0 to 60"),
        ("--money --automatic-doubles 2 --cube-limit 2", "exceed the cube limit of 2"),
        ("--length 3 --money", "not allowed with argument"),
        ("--length 65", "expected a whole number from 1 to 64, got 65"),
        ("--length 0", "expected a whole number from 1 to 64"),
        ("--variant chess", "expected one of backgammon, nackgammon, hypergammon, longgammon, got 'chess'"),
        ("--ply 4", "expected a whole number from 0 to 3, got 4"),
        ("--ply 1 --strength club", "not allowed with argument"),
        ("--strength god", "expected a strength: random, beginner, casual, club, strong, best"),
        ("--strength noise=11", "noise: expected 0 to 10 points, got 11.0"),
        ("--resume a.json --length 3", "keeps its rules and dice, so --resume cannot be used with --length"),
        ("--resume a.json --no-crawford", "keeps its rules and dice, so --resume cannot be used with --no-crawford"),
        ("--resume a.json --seed 3", "keeps its rules and dice, so --resume cannot be used with --seed"),
        ("--json", "unrecognized arguments"),
    ],
)
def test_contradictory_options_are_refused(capsys: Capture, options: str, reason: str) -> None:
    says = played(capsys, argv=("play", *options.split()), code=2)
    assert "error: " in says
    assert reason in says


def test_every_option_of_the_rules_can_be_given(capsys: Capture) -> None:
    argv = "play --money --jacoby --beavers --raccoons --automatic-doubles 2 --cube-limit 64 --opening-reroll --seed 1"
    out = played(capsys, "save a.json", argv=(*argv.split(), "--variant", "nackgammon"))
    assert out.startswith(
        "Money, nackgammon, cube up to 64, jacoby, beavers, raccoons, 2 automatic doubles, opening re-roll, against"
    )
    assert saved("a.json").match.rules == bg.MatchRules(
        jacoby=True,
        beavers=True,
        raccoons=True,
        automatic_doubles=2,
        cube_limit=64,
        opening_reroll=True,
        variant=bg.match.Variant.NACKGAMMON,
    )
    played(capsys, "save b.json", argv=("play", "--length", "5", "--no-cube", "--no-crawford"))
    assert saved("b.json").match.rules == bg.MatchRules(match_length=5, cube=False, crawford=False)
    played(capsys, "save c.json", argv=("play", "--holland"))
    assert saved("c.json").match.rules == bg.MatchRules(match_length=7, holland=True)


def test_dice_differ_from_match_to_match_unless_a_seed_is_given(capsys: Capture) -> None:
    first, second = (played(capsys, argv=("play",)).splitlines()[0] for _ in range(2))
    assert first.startswith("Match to 7, against gammon at ply0; seed ")
    assert first != second
    hinted = played(capsys, "hint", argv=(*SHORT, "--save", "a.json"))
    os.remove("a.json")
    assert hinted == played(capsys, "hint", argv=(*SHORT, "--save", "a.json"))


def test_a_turn_without_a_legal_play_passes_automatically(capsys: Capture) -> None:
    """R3.7: player 1 is on the bar against a closed board and has rolled 2-1."""
    keep(at(f"--BBBBBD{'-' * 10}cbbbbbbA:0:0:1:21:0:0:0:0:10"), "closed.json")
    out = played(capsys, argv=("play", "--resume", "closed.json"))
    assert "You cannot move.\n" in out


def test_a_hand_made_state_can_be_played(capsys: Capture) -> None:
    state = bg.MatchState.start(bg.MatchRules(match_length=3)).act(RollDice(1, 3))
    assert state.to_act is Player.ONE
    keep(bg.Match(state, seed=1), "begun.json")
    out = played(capsys, "8/5 6/5", "undo", argv=("play", "--resume", "begun.json"))
    assert "You play 8/5 6/5." in out
    assert "Taken back: play 8/5 6/5." in out
    assert MakePlay() not in saved("begun.json").match.state.history
