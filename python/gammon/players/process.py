r"""Another program as a player, over its standard input and output.

The protocol is lines of text in UTF-8, whose fields are separated by tabs. gammon writes, and the program answers each
line but ``quit`` with one line:

=====================================================  ================================================================
gammon writes                                          the program answers
=====================================================  ================================================================
``gammon player 1``                                    ``ready``, or ``ready`` and its name
``choose``, player, phase, XGID, action, action, …     one of the actions, word for word or as `read_action` reads it
``quit``                                               nothing: it ends
=====================================================  ================================================================

*Player* is 0 or 1: who is to act, which is the one asked. *Phase* is ``roll``, ``play``, ``answer`` or ``resignation``
(`Phase`). The *XGID* is the state's, with player 1 at its bottom. The actions are all that are legal, as
``str(action)`` writes them, such as ``roll``, ``double``, ``take`` or ``play 8/5 6/5``; a player is also asked when
there is only one. What the program writes to standard error is quoted when it fails. A whole player:

.. code-block:: python

    import random
    import sys

    for line in sys.stdin:
        word, *fields = line.rstrip("\n").split("\t")
        if word == "choose":
            player, phase, xgid, *actions = fields
            print(random.choice(actions), flush=True)
        elif word == "quit":
            break
        else:
            print("ready random", flush=True)
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from gammon._engine import ArgumentError, GammonError
from gammon.match.actions import Action
from gammon.match.record import read_action
from gammon.match.state import MatchState
from gammon.players.protocol import PlayerError
from gammon.quoting import quote

if TYPE_CHECKING:
    import subprocess

GREETING = "gammon player 1"

_LONGEST_ANSWER = 4096
_MOST_UNREAD = 1000
_KEPT_ERRORS = 20
_GRACE = 1.0
"""Seconds that a program has to end by itself, and again to end when it is asked to by a signal."""


class ProcessPlayer:
    """Another program as a player.

    It is started at once, and ended by `close`, at the end of a ``with`` block, or when the player is forgotten. It is
    in a process group of its own, so that Ctrl-C at a terminal does not reach it.

    Parameters
    ----------
    command
        The program and its arguments; a text is split as a shell would split it.
    timeout
        Seconds that it may take to be ready and for each answer; None for as long as it likes.

    Raises
    ------
    TypeError
        If an argument has another type.
    ArgumentError
        If the command is empty, or the timeout is not a time.
    OSError
        If the program cannot be started.
    PlayerError
        If it does not say that it is ready: it ends, takes too long, or says something else.

    Examples
    --------
    >>> import sys
    >>> import gammon as bg
    >>> program = '''
    ... for line in iter(input, "quit"):
    ...     print(line.split(chr(9))[4] if line.startswith("choose") else "ready first", flush=True)
    ... '''
    >>> with bg.ProcessPlayer([sys.executable, "-c", program]) as player:
    ...     match = bg.play_match(player, "club", rules=bg.MatchRules(match_length=1))
    >>> player.name, match.winner is None
    ('first', False)
    """

    def __init__(self, command: str | Sequence[str | os.PathLike[str]], *, timeout: float | None = 60.0) -> None:
        self._command = _words(command)
        if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, int | float)):
            raise TypeError(f"timeout: expected seconds or None, got {quote(timeout)}")
        if timeout is not None and not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ArgumentError(f"timeout: expected a number of seconds above 0, got {quote(timeout)}")
        self._timeout = timeout
        self._name = os.path.basename(self._command[0])
        self._broken: str | None = None
        self._program = _start(self._command)
        self._finalizer = weakref.finalize(self, _end, self._program)
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._errors: deque[str] = deque(maxlen=_KEPT_ERRORS)
        self._readers = [
            threading.Thread(target=_read_answers, args=(self._program.stdout, self._answers), daemon=True),
            threading.Thread(target=_read_errors, args=(self._program.stderr, self._errors), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        try:
            word, _, name = self._ask(GREETING, "the greeting").partition(" ")
            if word != "ready":
                raise self._failed(f"answered {quote(word)} to {GREETING!r}; expected 'ready' and its name")
        except BaseException:
            self.close()
            raise
        self._name = name.strip() or self._name

    @property
    def name(self) -> str:
        """What the program calls itself, or else its file's name."""
        return self._name

    def choose(self, state: MatchState) -> Action:
        """Ask the program.

        Raises
        ------
        TypeError
            If it is not a state of a match.
        PlayerError
            If the program has ended or ends, takes longer than the timeout, or answers something that is not a legal
            action. After a program has ended or was too slow, it is closed and every further question is an error.
        """
        if not isinstance(state, MatchState):
            raise TypeError(f"state: expected a MatchState, got {type(state).__name__}")
        legal = state.legal_actions()
        if state.to_act is None:
            if not legal:
                raise ArgumentError("state: the match is over, there is nothing to choose")
            return legal[0]  # Both players throw for the start: nobody has a choice.
        fields = ["choose", f"{state.to_act:d}", state.phase.value, str(state.to_xgid()), *map(str, legal)]
        answer = self._ask("\t".join(fields), repr(state))
        try:
            action = read_action(answer, state)
        except GammonError as error:
            raise self._failed(f"answered {quote(answer)}: {error}; state: {state!r}") from None
        if action not in legal and state.why_illegal(action) is not None:
            raise self._failed(f"answered {quote(answer)}: {state.why_illegal(action)}; state: {state!r}")
        return action

    def close(self) -> None:
        """End the program: ask it to, and make it after a second. Closing twice is harmless."""
        if self._broken is None:
            self._broken = "is closed"
        self._finalizer()
        for reader in self._readers:
            reader.join(_GRACE)

    def __enter__(self) -> ProcessPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:  # noqa: ANN401  Never returns.
        raise TypeError("a ProcessPlayer is a program that runs and cannot be pickled")

    def __repr__(self) -> str:
        return f"ProcessPlayer({self._command!r})"

    def _ask(self, line: str, about: str) -> str:
        """Write a line and read the answer."""
        if self._broken is not None:
            raise self._failed(f"{self._broken} and cannot be asked about {about}")
        pipe = self._program.stdin
        assert pipe is not None
        if not self._answers.empty():
            unasked = self._answers.get()
            if unasked is not None:
                raise self._failed(f"wrote {quote(unasked)} without being asked")
            self._answers.put(None)
        with suppress(OSError):  # It has ended, or reads no more; what it said last is read first.
            pipe.write(f"{line}\n".encode())
            pipe.flush()
        try:
            answer = self._answers.get(timeout=self._timeout)
        except queue.Empty:
            self._broken = "was too slow, is closed"
            self.close()
            raise self._failed(f"did not answer within {self._timeout:g} seconds, asked about {about}") from None
        except BaseException:
            # After Ctrl-C the answer to come would be taken for the next question's.
            self._broken = "was interrupted, is closed"
            self.close()
            raise
        if answer is None:
            self._broken = "has ended"
            self.close()
            raise self._failed(f"{_how_ended(self._program.returncode)}, asked about {about}")
        return answer

    def _failed(self, problem: str) -> PlayerError:
        """Make the error, with the last that the program wrote to standard error."""
        said = next((line for line in reversed(self._errors) if line.strip()), None)
        return PlayerError(f"{self.name} {problem}" + ("" if said is None else f" (it says: {said.strip()})"))


def _words(command: object) -> list[str]:
    """Read a command line."""
    if isinstance(command, str):
        import shlex  # Only here and below: not every program that imports gammon starts others.

        command = shlex.split(command, posix=os.name == "posix")
    if not isinstance(command, Sequence) or not all(isinstance(word, str | os.PathLike) for word in command):
        raise TypeError(f"command: expected a text or a list of texts, got {quote(command)}")
    if not command:
        raise ArgumentError("command: expected a program, got nothing")
    return [os.fspath(word) for word in command]


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    import subprocess

    own_group: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, **own_group)


def _read_answers(pipe: IO[bytes], answers: queue.Queue[str | None]) -> None:
    """Put every line of a program into a queue, and None at its end or where it writes no lines, or too many."""
    with pipe:
        while line := pipe.readline(_LONGEST_ANSWER):
            answers.put(line.decode("utf-8", "replace").strip())
            if not line.endswith(b"\n") or answers.qsize() > _MOST_UNREAD:
                break
    answers.put(None)


def _read_errors(pipe: IO[bytes], errors: deque[str]) -> None:
    with pipe:
        while line := pipe.readline(_LONGEST_ANSWER):
            errors.append(line.decode("utf-8", "replace"))


def _end(program: subprocess.Popen[bytes]) -> None:
    """Ask a program to end, then tell it, then make it."""
    import subprocess

    pipe = program.stdin
    assert pipe is not None
    for ask in (lambda: pipe.write(b"quit\n"), pipe.close):
        with suppress(OSError):  # It has ended already.
            ask()
    for insist in (program.terminate, program.kill, None):
        try:
            program.wait(_GRACE)
            return
        except subprocess.TimeoutExpired:
            if insist is not None:
                insist()


def _how_ended(code: int | None) -> str:
    if code is None:
        return "closed its output"
    return f"ended by signal {-code}" if code < 0 else f"ended with exit status {code}"
