"""Contests: paired dice, results independent of the number of workers, intervals, and interruption."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gammon as bg
from gammon.cli import main
from gammon.contests import Contest
from gammon.match import Phase
from gammon.players import LEVELS
from gammon.players.playing import play_on
from tests.unit.command_lines import stopping_after

Capture = pytest.CaptureFixture[str]
CLUB, CASUAL, CHANCE = bg.Strength(), LEVELS["casual"], LEVELS["random"]
MONEY, SHORT = bg.MatchRules(), bg.MatchRules(match_length=3)


def scores(
    first: bg.Strength, second: bg.Strength, rules: bg.MatchRules, pairs: int, workers: int
) -> tuple[float, ...]:
    return bg.contest(first, second, rules=rules, pairs=pairs, seed=7, workers=workers).scores


@pytest.mark.parametrize("rules", [MONEY, SHORT], ids=["money", "match"])
def test_the_number_of_workers_changes_nothing(rules: bg.MatchRules) -> None:
    one = scores(CLUB, CASUAL, rules, 12, 1)
    assert one == scores(CLUB, CASUAL, rules, 12, 3)
    assert len(set(one)) > 2


def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "contest.py"
    script.write_text(
        "import gammon as bg\nprint('once')\nprint(bg.contest('club', 'random', pairs=4, workers=2).pairs)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("once\n4\n", "")


@pytest.mark.parametrize(("rules", "even"), [(MONEY, 0.0), (SHORT, 0.5)], ids=["money", "match"])
def test_a_player_against_itself_is_even_on_every_pair(rules: bg.MatchRules, even: float) -> None:
    """Each dice sequence is played from both seats, so the two games cancel."""
    assert scores(CLUB, CLUB, rules, 20, 1) == (even,) * 20


def test_swapping_the_players_negates_the_result() -> None:
    one = scores(CLUB, bg.Strength(ply=1), MONEY, 8, 1)
    assert scores(bg.Strength(ply=1), CLUB, MONEY, 8, 1) == tuple(-score for score in one)
    assert any(one)


def test_a_longer_contest_begins_with_the_pairs_of_a_shorter_one() -> None:
    assert scores(CLUB, CASUAL, MONEY, 30, 1)[:10] == scores(CLUB, CASUAL, MONEY, 10, 1)


def test_money_games_use_the_dice_of_batch_games() -> None:
    """Pair i uses the dice of batch game i under the same seed, and player 0 has the same seat."""
    match = bg.Match(MONEY, seed=7, first_game=3)
    play_on(match, (bg.EnginePlayer(CLUB), bg.EnginePlayer(CLUB)), should_stop=lambda: False)
    assert match.state.phase is Phase.GAME_OVER
    first = match.states[1]
    assert first.dice == tuple(bg.batch.opening_rolls(1, seed=7, first_game=3)[0].tolist())


def test_better_players_win() -> None:
    result = bg.contest(CLUB, CHANCE, rules=SHORT, pairs=20, seed=1, workers=1)
    assert result.mean > 0.9
    casual = bg.contest(CLUB, LEVELS["beginner"], rules=bg.MatchRules(cube=False), pairs=100, seed=1, workers=1)
    assert casual.interval is not None
    assert casual.interval[0] > 0


def made(rules: bg.MatchRules, *scores: float) -> Contest:
    return Contest(first="club", second="casual", rules=rules, seed=1, scores=scores)


def test_the_interval_is_computed_from_the_mean_of_pairs() -> None:
    some = (2.0, -1.0, 0.0, 4.5, 0.5)
    result = made(MONEY, *some)
    error = statistics.stdev(some) / 5**0.5
    assert result.mean == pytest.approx(statistics.mean(some))
    assert result.standard_error == pytest.approx(error)
    assert result.interval == pytest.approx((1.2 - 1.96 * error, 1.2 + 1.96 * error), abs=1e-3)
    assert (result.pairs, made(MONEY, 2.0).standard_error, made(MONEY, 2.0).interval) == (5, None, None)
    assert made(MONEY, 2.0, 2.0).interval is None
    # Wilson's interval for two matches won of two: its lower bound is n / (n + z²).
    assert made(SHORT, 1.0, 1.0).interval == pytest.approx((2 / (2 + 3.8415), 1.0), abs=1e-4)
    assert made(SHORT, 1.0).standard_error is None
    assert made(SHORT, 1.0, 0.5, 1.0).interval[1] == 1.0  # type: ignore[index]


@pytest.mark.parametrize(
    ("pairs", "seed", "workers", "says"),
    [
        (0, 1, 1, "pairs: expected at least 1"),
        (1, 1, 0, "workers: expected at least 1"),
        (1, -1, 1, "seed"),
        (1, 2**64, 1, "seed"),
    ],
)
def test_numbers_out_of_range_are_refused(pairs: int, seed: int, workers: int, says: str) -> None:
    with pytest.raises((bg.ArgumentError, OverflowError), match=says):
        bg.contest(CLUB, CLUB, rules=MONEY, pairs=pairs, seed=seed, workers=workers)


def test_a_match_beyond_match_equities_is_refused_by_workers_too() -> None:
    for workers in (1, 2):
        with pytest.raises(bg.ArgumentError, match="from 1 to 64"):
            bg.contest(CLUB, CLUB, rules=bg.MatchRules(match_length=65), pairs=2, seed=1, workers=workers)


def test_progress_is_reported_up_to_the_end() -> None:
    reported: list[tuple[int, int]] = []
    bg.contest(
        CHANCE,
        CHANCE,
        rules=MONEY,
        pairs=40,
        seed=1,
        workers=1,
        progress=lambda done, total: reported.append((done, total)),
    )
    assert reported[-1] == (40, 40)
    assert reported == sorted(set(reported))


def test_a_game_can_be_stopped_before_any_action() -> None:
    match = bg.Match(MONEY, seed=1)
    with pytest.raises(KeyboardInterrupt):
        play_on(match, (bg.EnginePlayer(CLUB), bg.EnginePlayer(CLUB)), should_stop=lambda: len(match.states) > 5)
    assert len(match.states) == 6


# --- the command ---


def test_the_command_prints_a_table(capsys: Capture) -> None:
    argv = "match --players club casual --games 20 --seed 3 --workers 1"
    assert main(argv.split()) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("ply0 against ply0,noise=0.05\n")
    for words in (
        "points per game",
        "95 % interval",
        "20 games for money, each sequence of dice from both seats, seed 3",
    ):
        assert words in out
    assert main(["match", "--players", "club", "random", "--length", "3", "--matches", "4", "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "matches won" in out
    assert "100.00 %" in out
    assert "4 matches to 3" in out


def test_the_command_writes_json(capsys: Capture, tmp_path: Path) -> None:
    argv = ["match", "--players", "club", "casual", "--length", "3", "--matches", "8", "--workers", "1", "--seed", "7"]
    assert main([*argv, "--json", "-"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["scores"] == list(scores(CLUB, CASUAL, SHORT, 4, 1))
    assert (answer["players"], answer["unit"]) == (["ply0", "ply0,noise=0.05"], "share of matches won")
    assert answer["rules"]["match_length"] == 3
    assert main([*argv, "--json", str(tmp_path / "a.json")]) == 0
    assert "matches won" in capsys.readouterr().out
    assert json.loads((tmp_path / "a.json").read_text()) == answer


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("", "the following arguments are required: --players"),
        ("--players club", "expected 2 arguments"),
        ("--players club god", "got 'god'"),
        (
            "--players club club --games 3",
            "expected an even number, got 3: every sequence of dice is played from both seats",
        ),
        ("--players club club --games 0", "expected a whole number from 1 to"),
        ("--players club club --workers 0", "expected a whole number from 1 to 1024"),
        ("--players club club --length 3 --beavers", "beavers do not apply in match play (R8.5)"),
    ],
)
def test_a_wrong_command_line_is_refused(capsys: Capture, options: str, reason: str) -> None:
    assert main(["match", *options.split()]) == 2
    assert reason in capsys.readouterr().err


def test_a_missing_network_file_is_bad_input(capsys: Capture) -> None:
    assert main(["match", "--players", "club", "network=no.gnn"]) == 1
    assert capsys.readouterr().err == "gammon: no.gnn: No such file or directory\n"


def test_after_ctrl_c_the_command_prints_the_finished_pairs(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gammon.cli.match.bar", stopping_after(3))
    argv = ["match", "--players", "club", "casual", "--games", "20", "--workers", "1", "--seed", "7"]
    assert main(argv) == 130
    out, err = capsys.readouterr()
    assert out.startswith("ply0 against ply0,noise=0.05, partial: interrupted after 3 of 10 pairs\n")
    assert "6 games for money" in out
    assert err == "gammon: interrupted\n"
    assert main([*argv, "--json", "-"]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert (answer["interrupted"], answer["scores"]) == (True, list(scores(CLUB, CASUAL, MONEY, 3, 1)))
    assert Contest.from_json(json.dumps(answer)).pairs == 3


STOPPED = """
import os, signal, sys, threading, time
from multiprocessing import util
import gammon.cli, gammon.contests

start, play_on = util.spawnv_passfds, gammon.contests.play_on
workers, stage = sys.argv[1:]
started = 0

def stop(after=0.0):
    if after:
        threading.Timer(after, stop).start()
    else:
        os.killpg(0, signal.SIGINT)
        time.sleep(0.05)  # In case another thread takes the signal, Python sees it when it takes the lock again.

def start_and_stop(path, args, passfds):
    global started
    made = start(path, args, passfds)
    started += b"--multiprocessing-fork" in [os.fsencode(arg) for arg in args]
    if stage == f"worker {started}":
        stop()
    elif stage == "playing" and started == int(workers):
        stop(after=1.0)
    return made

def play_and_stop(*args, **options):
    stop(after=0.2)
    return play_on(*args, **options)

if __name__ == "__main__":
    # Some libraries start threads that block no signals. Here there is one wherever the test runs.
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    util.spawnv_passfds = start_and_stop
    if workers == "1":
        gammon.contests.play_on = play_and_stop
    players = ["--players", "ply2", "ply2", "--games", "100000"]
    sys.exit(gammon.cli.main(["match", *players, "--workers", workers]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix process groups")
@pytest.mark.parametrize(("workers", "stage"), [(1, "playing"), (2, "worker 1"), (2, "worker 2"), (2, "playing")])
def test_ctrl_c_stops_it_soon(workers: int, stage: str) -> None:
    """A terminal sends Ctrl-C to every process of the command, even to a worker that waits for its first data."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, str(workers), stage],
        capture_output=True,
        encoding="utf-8",
        check=False,
        start_new_session=True,
        timeout=60,
    )
    assert time.monotonic() - started < 20
    assert (done.returncode, done.stderr) == (130, "gammon: interrupted\n")
    assert done.stdout == "" or ", partial: interrupted after " in done.stdout
