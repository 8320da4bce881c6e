"""Another program as a player: the protocol, and the handling of programs that break it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gammon as bg
from gammon.match import MakePlay, RollDice, Throw

STATE = bg.MatchState.start(bg.MatchRules(match_length=3)).act(RollDice(3, 1))
TO_ROLL = STATE.act(STATE.legal_actions()[0])

GOOD = """
import random, sys
for line in sys.stdin:
    word, *fields = line.rstrip("\\n").split("\\t")
    if word == "choose":
        player, phase, xgid, *actions = fields
        print(random.choice(actions), flush=True)
    elif word == "quit":
        break
    else:
        print("ready good", flush=True)
"""


def program(answer: str, *, ready: str = "print('ready', flush=True)") -> list[str]:
    """Return the command of a program that says it is ready and then runs `answer` for each question, in `line`."""
    return [
        sys.executable,
        "-c",
        f"import os, sys, time\ninput()\n{ready}\nfor line in iter(input, 'quit'):\n    {answer}",
    ]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_program_of_the_documentation_plays_matches() -> None:
    text = bg.players.process.__doc__
    assert text is not None
    shown = text.split(".. code-block:: python\n")[1].replace("\n    ", "\n")
    with bg.ProcessPlayer([sys.executable, "-c", shown]) as player:
        assert player.name == "random"
        for seed in range(2):
            match = bg.play_match(player, "random", rules=bg.MatchRules(match_length=2), seed=seed)
            assert match.winner is not None


def test_a_contest_against_a_program_is_played_in_this_process() -> None:
    with bg.ProcessPlayer([sys.executable, "-c", GOOD]) as player:
        result = bg.contest("club", player, rules=bg.MatchRules(match_length=1), pairs=2, workers=2)
    assert (result.first, result.second, result.pairs) == ("ply0", "good", 2)


def test_the_question_sent_to_a_program(tmp_path: Path) -> None:
    """The line contains the player to act, the phase, the XGID and every legal action, separated by tabs."""
    heard = tmp_path / "heard"
    with bg.ProcessPlayer(
        program(f"open({str(heard)!r}, 'a').write(line + chr(10)); print('roll', flush=True)")
    ) as one:
        assert one.choose(TO_ROLL) == Throw()
    assert heard.read_text().splitlines() == [
        f"choose\t1\troll\t{TO_ROLL.to_xgid()}\troll\tdouble\tresign single\tresign gammon\tresign backgammon"
    ]


def test_answers_are_accepted_in_the_forms_people_write() -> None:
    with bg.ProcessPlayer(program("print('  Play 8/5, 6/5 ', flush=True)")) as player:
        assert player.choose(STATE) == MakePlay(STATE.position.parse_play("8/5 6/5", 3, 1).play)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("print('nonsense', flush=True)", "answered 'nonsense': expected an action"),
        ("print('', flush=True)", "answered '': "),
        ("print('play 8/5', flush=True)", "answered 'play 8/5'"),
        ("print('double', flush=True)", "answered 'double': the dice have been rolled"),
        ("sys.exit(3)", "ended with exit status 3 when asked about <MatchState"),
        ("os.close(1); time.sleep(60)", "when asked about <MatchState"),
        ("raise ValueError('no idea')", r"exit status 1.* \(standard error: ValueError: no idea\)"),
        ("print('x' * 10**6, flush=True)", "answered 'xxx"),
        ("time.sleep(60)", r"did not answer within 1\.5 seconds"),
        ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", "answered '\ufffd'"),
    ],
)
def test_a_protocol_error_of_a_program_is_named(answer: str, says: str) -> None:
    with bg.ProcessPlayer(program(answer), timeout=1.5) as player:
        with pytest.raises(bg.PlayerError, match=says):
            player.choose(STATE)
        pid = player._program.pid
    assert not is_running(pid)


def test_unsolicited_lines_are_not_taken_as_answers() -> None:
    with bg.ProcessPlayer(program("print('play 8/5 6/5', flush=True); print('debug', flush=True)")) as player:
        player.choose(STATE)
        time.sleep(0.3)
        with pytest.raises(bg.PlayerError, match="wrote 'debug' without being asked"):
            player.choose(STATE)


def test_a_program_that_never_stops_writing_is_stopped() -> None:
    with bg.ProcessPlayer(program("[print('play 8/5 6/5') for _ in range(10**9)]")) as player:
        player.choose(STATE)
        time.sleep(0.3)
        with pytest.raises(bg.PlayerError, match="without being asked"):
            player.choose(STATE)


@pytest.mark.parametrize(
    ("ready", "says"),
    [
        ("print('hello', flush=True)", "answered 'hello' to 'gammon player 1'; expected 'ready'"),
        ("sys.exit(2)", "ended with exit status 2 when asked about the greeting"),
        ("time.sleep(60)", "did not answer within 1.5 seconds when asked about the greeting"),
    ],
)
def test_a_program_that_does_not_get_ready_is_refused_and_stopped(ready: str, says: str) -> None:
    with pytest.raises(bg.PlayerError, match=says):
        bg.ProcessPlayer(program("pass", ready=ready), timeout=1.5)


def test_a_closed_player_refuses_every_question() -> None:
    player = bg.ProcessPlayer([sys.executable, "-c", GOOD])
    assert player.choose(TO_ROLL) in TO_ROLL.legal_actions()
    player.close()
    player.close()
    with pytest.raises(bg.PlayerError, match="good is closed and cannot be asked about <MatchState"):
        player.choose(STATE)
    dead = bg.ProcessPlayer(program("sys.exit(3)"))
    for says in ("ended with exit status 3", "has ended and cannot be asked"):
        with pytest.raises(bg.PlayerError, match=says):
            dead.choose(STATE)


def test_a_program_that_ignores_requests_to_end_is_killed() -> None:
    stubborn = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True)"
    command = program("pass", ready=stubborn)
    command[2] += "\nwhile True:\n    time.sleep(1)"
    player = bg.ProcessPlayer(command)
    pid = player._program.pid
    assert is_running(pid)
    player.close()
    assert not is_running(pid)


def test_garbage_collecting_a_player_ends_its_program() -> None:
    script = (
        "import sys, gammon as bg\n"
        f"player = bg.ProcessPlayer([sys.executable, '-c', {GOOD!r}])\n"
        "print(player._program.pid)\n"
        "if sys.argv[1] == 'del': del player\n"
    )
    for how in ("del", "exit"):
        done = subprocess.run(
            [sys.executable, "-c", script, how], capture_output=True, text=True, timeout=60, check=True
        )
        assert done.stderr == ""
        assert not is_running(int(done.stdout))


def test_ctrl_c_during_a_question_closes_the_program() -> None:
    """A late answer would otherwise be taken as the answer to the next question."""
    script = (
        "import sys, threading, time, signal, os, gammon as bg\n"
        f"player = bg.ProcessPlayer({program('time.sleep(60)')!r})\n"
        "state = bg.MatchState.start(bg.MatchRules()).act(bg.match.RollDice(3, 1))\n"
        "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    player.choose(state)\nexcept KeyboardInterrupt:\n    pass\n"
        "try:\n    player.choose(state)\nexcept bg.PlayerError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert "was closed after an interrupt and cannot be asked" in done.stdout


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda: bg.ProcessPlayer(7), TypeError, "command: expected a string or a list of strings, got 7"),  # type: ignore[arg-type]
        (lambda: bg.ProcessPlayer([]), bg.ArgumentError, "command: expected a program, got an empty command"),
        (lambda: bg.ProcessPlayer("x", timeout="1"), TypeError, "timeout: expected seconds"),  # type: ignore[arg-type]
        (lambda: bg.ProcessPlayer("x", timeout=0), bg.ArgumentError, "timeout: expected a number of seconds above 0"),
        (lambda: bg.ProcessPlayer("./there-is-no-such-program --x"), FileNotFoundError, "there-is-no-such-program"),
    ],
)
def test_commands_that_cannot_be_started_are_refused(make: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        make()  # type: ignore[operator]


def test_a_running_program_cannot_be_pickled() -> None:
    with bg.ProcessPlayer([sys.executable, "-c", GOOD]) as player, pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(player)
