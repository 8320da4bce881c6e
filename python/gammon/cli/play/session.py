"""A match against the engine or between two people, with commands from a terminal or from a file."""

from __future__ import annotations

import errno
import io
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import gammon
from gammon.cli.cube import print_cube
from gammon.cli.play import words
from gammon.cli.play.saved import SavedMatch, free_name
from gammon.cli.play.terminal import draw, hangups_as_ctrl_c, read_line
from gammon.cli.play.words import Seats, sentence
from gammon.cli.plays import print_plays
from gammon.engine import why_untrained
from gammon.match import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    MakePlay,
    Offer,
    Pass,
    Phase,
    Player,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
    Win,
)
from gammon.players import (
    EnginePlayer,
    Strength,
    answers_to_beaver,
    decide,
    rank,
    resignation_equities,
)

_LONGEST_LINE = 200
_HINTED_PLAYS = 5
_MOST_LISTED = 999
_LIST_WIDTH = 80
_PLY_OF_ADVICE = 2
"""Search depth of hints when two people play."""
_HARMLESS = ("board", "b", "pip", "score", "help", "?")
"""Commands that are also accepted at a yes-or-no question."""
_SIMPLE: dict[str, Action] = {
    "double": Double(),
    "take": Take(),
    "pass": Pass(),
    "beaver": Beaver(),
    "raccoon": Raccoon(),
    "accept": Accept(),
    "decline": Decline(),
}
_WINS = {"1": Win.SINGLE, "2": Win.GAMMON, "3": Win.BACKGAMMON} | {win.name.lower(): win for win in Win}


def start(
    begin: gammon.MatchRules | gammon.MatchState,
    opponent: Strength | Literal["human"] | None,
    *,
    seed: int | None,
    save: str | None,
    resume: str | None,
) -> None:
    """Begin or resume a match, and play until it is over or the input ends.

    Parameters
    ----------
    begin
        The rules of a new match, or a state to start from.
    opponent
        Strength of the engine, or ``"human"`` for two people; None keeps the opponent of a resumed match.
    seed
        Seed of the dice of a new match; None for a random one.
    save
        File to save to; None for a new file whose name is chosen when the match is first saved.
    resume
        The saved match to resume; None for a new match.

    Raises
    ------
    gammon.GammonError
        If the file to resume is not a saved match, or the file to save to exists already.
    KeyboardInterrupt
        After Ctrl-C, or when the terminal is closed; the match is saved.
    OSError
        If a file cannot be read or written.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # Undecodable input gets an error message instead of ending the match.
    if save is not None and save != resume and Path(save).exists():
        raise gammon.ArgumentError(f"{save} exists already: continue it with --resume, or name another file")
    if resume is not None:
        saved = SavedMatch.read(resume)
        print(resumed(saved, resume))
        match, strength = saved.match, saved.strength if opponent is None else _strength(opponent)
    else:
        seed = secrets.randbits(32) if seed is None else seed
        match, strength = gammon.Match(begin, seed=seed), _strength(opponent)
        against = "two people" if strength is None else f"against gammon at {strength}"
        print(f"{sentence(words.rules(match.rules))}, {against}; seed {seed}.")
        who = "One of you is X, player 1, and the other O, player 0." if strength is None else "You are X, player 1."
        print(f"{who} Type `help` for the list of commands, `hint` for advice.")
    untrained = why_untrained(match.state.position)
    if untrained is not None:
        print(f"Note: {untrained}.")
    with hangups_as_ctrl_c():
        Session(match, strength, save or resume).run()


def _strength(opponent: Strength | Literal["human"] | None) -> Strength | None:
    """Return the strength of the engine, or None for two people."""
    if opponent == "human":
        return None
    return Strength() if opponent is None else opponent


class Session:
    """A match between you, player 1, and the engine, player 0; or between two people.

    A line is a play or one of the commands listed by `words.Seats.help`. An invalid line prints the reason and changes
    nothing. Enter alone never does harm: it rolls the dice or begins the next game when that comes next, and otherwise
    points to the help.

    Parameters
    ----------
    match
        The match to play.
    strength
        Strength of the engine; None for two people.
    path
        File to save to; None for a new file whose name is chosen when the match is first saved.
    """

    def __init__(self, match: gammon.Match, strength: Strength | None, path: str | None = None) -> None:
        self._begin(match, strength, path)

    def _begin(self, match: gammon.Match, strength: Strength | None, path: str | None) -> None:
        self._engine = None if strength is None else EnginePlayer(strength, seed=match.seed, resigns=True)
        self._seats = Seats(two_people=strength is None)
        self._match, self._strength, self._path = match, strength, path
        self._saved = match.to_json()
        self._is_drawn = False
        self._listed: Sequence[gammon.Play] = ()
        self._last: tuple[Player, gammon.Play] | None = None

    def run(self) -> None:
        """Play until the match is over or the input ends, and save the match in every case.

        Raises
        ------
        KeyboardInterrupt
            After Ctrl-C, once the match is saved.
        OSError
            If the match cannot be saved, or standard output is closed.
        """
        try:
            while not self._is_over():
                self._step()
            self._keep_the_end()
        except EOFError:
            print(self._keep(), flush=True)
        except BaseException:
            kept = self._keep()
            with suppress(OSError):
                print(f"\n{kept}", file=sys.stderr, flush=True)
            raise

    def _is_over(self) -> bool:
        return self._match.state.phase is Phase.MATCH_OVER

    def _step(self) -> None:
        """Take the next action: the engine's choice, a forced action, or what the player types."""
        state = self._match.state
        if state.phase is Phase.OPENING:
            self._act(self._match.next_roll())
        elif self._engine is not None and state.to_act is not None and not self._seats.types(state.to_act):
            action = self._engine.choose(state)
            self._act(self._match.next_roll() if isinstance(action, Throw) else action)
        elif state.phase is Phase.ROLL and state.why_no_double() is not None:
            self._act(self._match.next_roll())
        elif state.phase is Phase.PLAY and state.why_illegal(MakePlay()) is None:
            self._act(MakePlay())
        else:
            self._ask()

    def _act(self, action: Action) -> None:
        before = self._match.state
        after = self._match.act(action)
        print(words.done(before, action, after, self._seats))
        if after.result is not None:
            print(words.ended(after, after.result, self._seats))
        self._is_drawn, self._listed = False, ()
        if isinstance(action, MakePlay) and before.on_roll is not None:
            self._last = None if action.play is None else (before.on_roll, action.play)
        elif isinstance(action, RollDice) and before.phase is not Phase.ROLL:
            self._last = None  # A new game: no checker has moved.

    def _ask(self) -> None:
        state = self._match.state
        if not self._is_drawn:
            self._is_drawn = True
            if state.phase is not Phase.GAME_OVER:
                self._draw()
            asked = words.asked(state, self._seats)
            if asked is not None:
                print(asked)
        line = read_line(words.prompt(state, self._seats))
        try:
            self._do(line)
        except gammon.GammonError as error:
            print(f"No: {words.wrong(str(error), self._seats)}.")
        except OSError as error:
            print(f"No: {error.filename}: {error.strerror}.")

    def _draw(self) -> None:
        draw(words.board(self._match.state, self._seats, self._last))

    def _do(self, line: str) -> None:
        """Execute a typed line.

        Raises
        ------
        gammon.GammonError
            If the line is not a command or a play, or the rules forbid it.
        OSError
            If a file cannot be read or written.
        """
        if len(line) > _LONGEST_LINE:
            raise gammon.NotationError(f"expected at most {_LONGEST_LINE} characters, got {len(line)}")
        if "\0" in line:
            raise gammon.NotationError(f"{line.strip()!r} is not a command or a valid file name")
        name, _, rest = line.strip().partition(" ")
        name, rest = name.lower(), rest.strip()
        state = self._match.state
        commands: dict[str, Callable[[], None]] = {
            "": self._enter,
            "roll": self._roll,
            "undo": self._undo,
            "hint": self._hint,
            "moves": self._moves,
            "board": self._draw,
            "pip": lambda: print(words.pips(state, self._seats)),
            "score": lambda: print(f"{sentence(words.score(state, self._seats))}; the cube is at {state.cube.value}."),
            "help": lambda: print(self._seats.help),
            "?": lambda: print(self._seats.help),
            "quit": self._leave,
        }
        full = {"r": "roll", "u": "undo", "h": "hint", "b": "board", "m": "moves", "q": "quit"}.get(name, name)
        if full in ("save", "resume"):
            (self._save if full == "save" else self._resume)(rest)
        elif full == "resign":
            self._resign(rest)
        elif full == "hint" and rest:
            self._hint(_number(rest, "hint"))
        elif not rest and name.isdecimal():
            self._play_listed(_number(name, "a play"))
        elif not rest and full in commands:
            commands[full]()
        elif not rest and full in _SIMPLE:
            self._act(_SIMPLE[full])
        elif state.dice is not None and state.phase is Phase.PLAY:
            read = state.position.parse_play(line.strip(), *state.dice)
            for remark in read.remarks:
                print(f"Note: {remark}.")
            self._act(MakePlay(read.play))
        elif line[:1].isdigit():
            raise gammon.IllegalActionError(f"{line.strip()}: {state.why_illegal(MakePlay())}")
        else:
            raise gammon.NotationError(f"{line.strip()!r} is not a command; `help` lists the commands")

    def _refuse_if_illegal(self, action: Action, name: str = "") -> None:
        refusal = self._match.state.why_illegal(action)
        if refusal is not None:
            raise gammon.IllegalActionError(f"{name or action}: {refusal}")

    def _enter(self) -> None:
        if self._match.state.phase in (Phase.ROLL, Phase.GAME_OVER):
            self._act(self._match.next_roll())
        else:
            print("Type `help` for the list of commands, `hint` for advice.")

    def _roll(self) -> None:
        self._refuse_if_illegal(RollDice(1, 1), "roll")
        self._act(self._match.next_roll())

    def _resign(self, named: str) -> None:
        if named.lower() not in _WINS:
            raise gammon.NotationError("resign 1, 2 or 3: a single game, a gammon or a backgammon")
        action = Resign(_WINS[named.lower()])
        self._refuse_if_illegal(action)
        state = self._match.state
        lost = words.points(action.win * state.cube.value)
        who = f"{self._seats.name(state.to_act)}: lose" if self._seats.two_people else "Lose"
        if self._is_sure(f"{who} {words.WINS[action.win]}, {lost}"):
            self._act(action)

    def _undo(self) -> None:
        """Take back the last decision that a player typed and everything after it, even into an earlier game."""
        actions = []
        for before, action in self._match.steps_back():
            actions.append(action)
            # Rolling is not a decision, and neither is a turn without a legal play.
            if self._seats.types(before.to_act) and not isinstance(action, RollDice) and action != MakePlay():
                break
        else:
            who = "nobody has" if self._seats.two_people else "you have not"
            raise gammon.IllegalActionError(f"undo: {who} done anything yet")
        for _ in actions:
            self._match.undo()
        print(f"Taken back: {actions[-1]}.")
        self._is_drawn, self._listed, self._last = False, (), None

    def _hint(self, most: int | None = None) -> None:
        """Print the best plays, at most `most`, or the best cube action, at the engine's ply but at least 1-ply."""
        state, seats = self._match.state, self._seats
        engine = None if self._engine is None else self._engine.engine
        ply = _PLY_OF_ADVICE if self._strength is None else max(1, self._strength.ply)
        match state.phase:
            case Phase.PLAY if state.dice is not None:
                ranked = rank(state, ply=ply, engine=engine)
                first, second = state.dice
                most = most or _HINTED_PLAYS
                self._listed = [one.play for one in ranked[:most]]
                title = f"Best plays of {first}-{second}, {ply}-ply"
                print_plays(ranked[:most], most, title, "Type its number to make one of these plays.")
            case _ if most is not None:
                raise gammon.IllegalActionError(f"hint {most}: plays can be listed only after the dice are rolled")
            case Phase.ROLL | Phase.ANSWER if state.offer in (None, Offer.DOUBLE):
                doubles = ", who doubles" if state.offer is not None and not seats.is_you(state.on_roll) else ""
                who = f"{seats.name(state.on_roll)}{doubles}"
                print_cube(decide(state, ply=ply, engine=engine), f"For {who}, {ply}-ply")
            case Phase.ANSWER if state.offer is not None:
                print(words.animal(state.offer, answers_to_beaver(state, ply=ply, engine=engine)))
            case Phase.RESIGNATION:
                offered, playing_on = resignation_equities(state, ply=ply, engine=engine)
                print(
                    f"To {seats.name(state.to_act)}, accepting is worth {offered:+.4f}, "
                    f"playing on {playing_on:+.4f} per unit of the cube."
                )
            case _:
                print("There is nothing to decide.")

    def _moves(self) -> None:
        """List all legal plays, unranked, with the numbers to type for them."""
        state = self._match.state
        if state.dice is None or state.phase is not Phase.PLAY:
            raise gammon.IllegalActionError("moves: there are no dice to play")
        plays = state.position.plays(*state.dice)
        self._listed = plays
        cells = [f"{number:>3}  {play}" for number, play in enumerate(plays, start=1)]
        width = max(map(len, cells)) + 2
        across = max(1, _LIST_WIDTH // width)
        for start_ in range(0, len(cells), across):
            print("".join(cell.ljust(width) for cell in cells[start_ : start_ + across]).rstrip())

    def _play_listed(self, number: int) -> None:
        """Make the play that `hint` or `moves` listed under a number."""
        state = self._match.state
        if state.dice is None or state.phase is not Phase.PLAY:
            raise gammon.IllegalActionError(f"{number}: {state.why_illegal(MakePlay())}")
        if not self._listed:
            raise gammon.IllegalActionError(f"{number}: no plays are listed yet; `hint` and `moves` list them")
        if not 1 <= number <= len(self._listed):
            raise gammon.IllegalActionError(
                f"expected the number of a listed play, 1 to {len(self._listed)}, got {number}"
            )
        self._act(MakePlay(self._listed[number - 1]))

    def _is_sure(self, what: str) -> bool:
        """Ask before an irreversible action until the answer is yes or no; Enter alone means no."""
        while True:
            line = read_line(f"{what}? yes or no [no]> ")
            answer = line.strip().lower()
            if answer in ("yes", "y"):
                return True
            if answer in ("no", "n", ""):
                return False
            if answer in _HARMLESS:
                self._do(answer)
            else:
                print("Answer yes or no; Enter alone means no. `board`, `pip`, `score` and `help` work here too.")

    def _save(self, path: str) -> None:
        path = path or self._path or free_name(".")
        if Path(path).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if path != self._path and Path(path).exists() and not self._is_sure(f"{path} exists; overwrite it"):
            return
        self._write(path)
        print(f"Saved in {path}.")

    def _write(self, path: str) -> None:
        SavedMatch(match=self._match, strength=self._strength).write(path)
        self._path, self._saved = path, self._match.to_json()

    def _resume(self, path: str) -> None:
        if not path:
            raise gammon.NotationError("resume: expected a file name, as in `resume FILE`")
        other = SavedMatch.read(path)
        print(self._keep())
        self._begin(other.match, other.strength, path)
        print(resumed(other, path))

    def _leave(self) -> None:
        raise EOFError

    def _keep(self) -> str:
        """Save the match if it has unsaved actions, and return a sentence that says where it is."""
        if self._path is None and next(self._match.steps_back(), None) is None:
            return "Nothing has been rolled yet, so there is nothing to save."
        if self._path is not None and self._match.to_json() == self._saved and Path(self._path).exists():
            return _go_on(self._path)
        saved = SavedMatch(match=self._match, strength=self._strength)
        try:
            if self._path is None:
                raise FileNotFoundError
            saved.write(self._path)
        except OSError:
            try:
                self._path = saved.write_somewhere()
            except OSError as error:
                return (
                    f"Cannot save the match: {error.filename}: {error.strerror}. This is the match:\n{saved.to_json()}"
                )
        self._saved = self._match.to_json()
        return _go_on(self._path)

    def _keep_the_end(self) -> None:
        """Update the match's file, if it has one, after the match is over."""
        if self._path is not None and self._match.to_json() != self._saved:
            self._write(self._path)


def resumed(saved: SavedMatch, path: str) -> str:
    """Describe a saved match: its score, the number of the game and the opponent."""
    state, seats = saved.match.state, Seats(two_people=saved.strength is None)
    against = "two people" if saved.strength is None else f"against {saved.strength}"
    stands = f"{path}: {words.score(state, seats)}, game {state.game + 1}, {against}."
    if state.winner is None or state.result is None:
        return stands
    return f"{stands} The match is over: {words.ended(state, state.result, seats)}"


def _number(text: str, what: str) -> int:
    """Parse a number of plays, or the number of a listed play."""
    if not (text.isdecimal() and text.isascii() and 1 <= int(text) <= _MOST_LISTED):
        raise gammon.NotationError(f"{what}: expected a number from 1 to {_MOST_LISTED}, got {text[:20]!r}")
    return int(text)


def _go_on(path: str) -> str:
    return f"Saved in {path}; resume with `gammon play --resume {path}`."
