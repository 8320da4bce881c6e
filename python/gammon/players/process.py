r"""Another program as a player, through its standard input and output.

The protocol consists of UTF-8 lines with fields separated by tabs. The program answers every line from gammon, except
``quit``, with one line:

=====================================================  ================================================================
gammon writes                                          the program answers
=====================================================  ================================================================
``gammon player 1``                                    ``ready``, or ``ready`` and its name
``choose``, player, phase, XGID, action, action, …     one of the actions, verbatim or as `read_action` reads it
``quit``                                               nothing, and exits
=====================================================  ================================================================

*Player* is 0 or 1, the player to act, for whom the program answers. *Phase* is ``roll``, ``play``, ``answer`` or
``resignation`` (`Phase`). *XGID* describes the state, with player 1 at the bottom. The actions are all the legal ones,
as ``str(action)`` writes them, such as ``roll``, ``double``, ``take`` or ``play 8/5 6/5``. The program is asked even
if there is only one. If the program fails, the error quotes its standard error. A complete player:

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
"""Seconds that a program has to exit after ``quit``, and again after the termination signal."""


class ProcessPlayer:
    """Another program as a player.

    The program is started at once. It is ended by `close`, at the end of a ``with`` block, or when the player is
    garbage-collected. It runs in its own process group, so that Ctrl-C at a terminal does not reach it.

    Parameters
    ----------
    command
        The program and its arguments; a string is split as a shell would split it.
    timeout
        Time limit in seconds, for getting ready and for each answer; None for no limit.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ArgumentError
        If the command is empty, or the timeout is not a positive number of seconds.
    OSError
        If the program cannot be started.
    PlayerError
        If the program does not answer ``ready``: it exits, takes too long, or answers something else.

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
        """The name that the program gave, or else its file name."""
        return self._name

    def choose(self, state: MatchState) -> Action:
        """Ask the program for an action.

        Raises
        ------
        TypeError
            If the argument is not a `MatchState`.
        PlayerError
            If the program has exited, takes longer than the timeout, or does not answer with a legal action. After an
            exit or a timeout the player is closed, and every further call fails.
        """
        if not isinstance(state, MatchState):
            raise TypeError(f"state: expected a MatchState, got {type(state).__name__}")
        legal = state.legal_actions()
        if state.to_act is None:
            if not legal:
                raise ArgumentError("state: expected a match in progress, got one that is over")
            return legal[0]  # The opening roll: nobody has a choice.
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
        """End the program: ask it to exit, and terminate it after a second. Closing twice is harmless."""
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
        raise TypeError("a ProcessPlayer cannot be pickled: it is a running program")

    def __repr__(self) -> str:
        return f"ProcessPlayer({self._command!r})"

    def _ask(self, line: str, about: str) -> str:
        """Send a line and return the answer; `about` names the question in errors."""
        if self._broken is not None:
            raise self._failed(f"{self._broken} and cannot be asked about {about}")
        pipe = self._program.stdin
        assert pipe is not None
        if not self._answers.empty():
            unasked = self._answers.get()
            if unasked is not None:
                raise self._failed(f"wrote {quote(unasked)} without being asked")
            self._answers.put(None)
        with suppress(OSError):  # It has exited or closed its input; its last answer is still read below.
            pipe.write(f"{line}\n".encode())
            pipe.flush()
        try:
            answer = self._answers.get(timeout=self._timeout)
        except queue.Empty:
            self._broken = "was closed because it was too slow"
            self.close()
            raise self._failed(f"did not answer within {self._timeout:g} seconds when asked about {about}") from None
        except BaseException:
            # After Ctrl-C the late answer would be mistaken for the answer to the next question.
            self._broken = "was closed after an interrupt"
            self.close()
            raise
        if answer is None:
            self._broken = "has ended"
            self.close()
            raise self._failed(f"{_how_ended(self._program.returncode)} when asked about {about}")
        return answer

    def _failed(self, problem: str) -> PlayerError:
        """Make the error for a problem, quoting the last line that the program wrote to standard error."""
        said = next((line for line in reversed(self._errors) if line.strip()), None)
        return PlayerError(f"{self.name} {problem}" + ("" if said is None else f" (standard error: {said.strip()})"))


def _words(command: object) -> list[str]:
    """Split a command into the program and its arguments."""
    if isinstance(command, str):
        import shlex  # Imported here, like subprocess below, to keep `import gammon` fast.

        command = shlex.split(command, posix=os.name == "posix")
    if not isinstance(command, Sequence) or not all(isinstance(word, str | os.PathLike) for word in command):
        raise TypeError(f"command: expected a string or a list of strings, got {quote(command)}")
    if not command:
        raise ArgumentError("command: expected a program, got an empty command")
    return [os.fspath(word) for word in command]


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    import subprocess

    own_group: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, **own_group)


def _read_answers(pipe: IO[bytes], answers: queue.Queue[str | None]) -> None:
    """Put a program's output lines into a queue, then None: at the end, or after too long a line or too many lines."""
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
    """End a program: send ``quit``, then terminate it, then kill it."""
    import subprocess

    pipe = program.stdin
    assert pipe is not None
    for ask in (lambda: pipe.write(b"quit\n"), pipe.close):
        with suppress(OSError):  # It has already exited.
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
