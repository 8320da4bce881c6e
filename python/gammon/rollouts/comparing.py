"""Comparisons by rollout: the plays of a roll, and the actions of a cube decision, all with the same dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gammon._engine import ArgumentError, Play, Position
from gammon.analysis.plays import rank_plays
from gammon.arguments import whole
from gammon.dice import RollLike, two_dice
from gammon.engine import Engine
from gammon.interrupted import Interrupted
from gammon.rollouts.options import RolloutOptions, read
from gammon.rollouts.playing import Playing
from gammon.rollouts.result import Difference, Rollout
from gammon.situation import SituationLike
from gammon.stakes import Stakes
from gammon.store.json import Saved
from gammon.typing import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

_DEFAULT_TOP = 5


@dataclass(frozen=True, kw_only=True)
class RolledOutPlay(Saved):
    """A play with its rollout, from the point of view of the player who makes it."""

    FORMAT, VERSION = "gammon rolled-out play", 1

    play: Play
    """The play."""

    rollout: Rollout
    """The rollout of the position after it."""

    loss: Difference
    """Equity lost against the best play, with the joint standard error; 0 for the best play."""

    def _fields(self) -> Mapping[str, Any]:
        return {
            "play": str(self.play),
            "moves": self.play.moves,
            "position_after": self.play.position.gnubg_id,
            "loss": self.loss,
            "rollout": self.rollout,
        }

    def __str__(self) -> str:
        return f"{self.play} {self.rollout}"

    def __rich_repr__(self) -> Iterator[tuple[str, str]]:
        """Yield what matters for rich; `gammon.rollouts.report.plays_table` makes a table of all plays."""
        yield "play", str(self.play)
        yield "rollout", str(self.rollout)
        yield "loss", str(self.loss)


@dataclass(frozen=True, kw_only=True)
class RolledOutCube(Saved):
    """The rollouts of a cube decision, in equity per unit of the cube before the double."""

    FORMAT, VERSION = "gammon rolled-out cube decision", 1

    no_double: Rollout
    """The rollout in which the player on roll does not double this turn."""

    double_take: Rollout
    """The rollout after a double and a take."""

    double_pass: float
    """Equity after a double and a pass: 1."""

    gain: Difference
    """Double and take less no double, with the joint standard error."""

    @property
    def double_beaver(self) -> float | None:
        """Equity after a double and a beaver; None where beavers are not allowed.

        It is twice `double_take`: with twice the cube every game is worth twice as much, unless the limit on the cube
        is near.
        """
        stakes = self.no_double.start.stakes
        return 2 * self.double_take.equity if stakes is not None and stakes.scoring.beavers else None

    @property
    def double(self) -> float:
        """Equity of a double with the opponent's best answer."""
        answers = (self.double_take.equity, self.double_pass, self.double_beaver)
        return min(answer for answer in answers if answer is not None)

    @property
    def should_double(self) -> bool:
        """Whether doubling is at least as good as not doubling, by the means."""
        return self.double >= self.no_double.equity

    @property
    def should_take(self) -> bool:
        """Whether taking a double is at least as good as passing, by the means."""
        return self.double_take.equity <= self.double_pass

    @property
    def action(self) -> str:
        """The best action of both sides, by the means, as text: ``"double, take"``."""
        beaver = self.double_beaver
        answer = "take" if self.should_take else "pass"
        if beaver is not None and beaver < self.double_take.equity:
            answer = "beaver"
        if self.should_double:
            return f"double, {answer}"
        return f"no double, {answer}" if self.should_take else "too good to double, pass"

    @property
    def sigmas(self) -> float | None:
        """By how many standard errors the closest of the decisions is decided; None if an error is not known."""
        take, take_error = self.double_take.equity, self.double_take.equity_standard_error
        gain_error, error = self.gain.standard_error, self.no_double.equity_standard_error
        if not take_error or not gain_error or not error:
            return None
        found = [abs(take - self.double_pass) / take_error]
        if self.double_beaver is not None:
            found.append(abs(take) / take_error)
        answer = self.double
        if answer == self.double_pass:
            found.append(abs(self.no_double.equity - answer) / error)
        elif answer == take:
            found.append(abs(self.gain.equity) / gain_error)
        else:
            # Twice the take less no double: the errors of the gain and of the take add up at most.
            found.append(abs(self.no_double.equity - answer) / (gain_error + take_error))
        return min(found)

    def _fields(self) -> Mapping[str, Any]:
        return {
            "action": self.action,
            "no_double": self.no_double,
            "double_take": self.double_take,
            "double_pass": self.double_pass,
            "double_beaver": self.double_beaver,
            "gain": self.gain,
            "sigmas": self.sigmas,
        }

    def __str__(self) -> str:
        return f"{self.action}: no double {self.no_double.equity:+.4f}, double/take {self.double_take.equity:+.4f}"

    def __rich__(self) -> object:
        """Return a table for rich."""
        from gammon.rollouts.report import cube_table  # Imported here because rich is slow to import.

        return cube_table(self)


def rollout_plays(
    position: SituationLike,
    roll: RollLike | None = None,
    trials: int | range | None = None,
    *,
    top: int | str | Play | Iterable[Play | str] = _DEFAULT_TOP,
    engine: Engine | None = None,
    progress: Progress | None = None,
    **options: Unpack[RolloutOptions],
) -> list[RolledOutPlay]:
    """Roll out the best plays of a roll with the same dice, and rank them.

    Parameters
    ----------
    position
        The position; the player on roll plays the roll.
    roll
        A `Roll`, two numbers in any order, or text such as ``"52"``; the dice of the ID if None.
    trials
        Number of games for each play; or a range of trial numbers. None uses that of the preset, or no limit if a
        stopping rule is given.
    top
        How many of the plays to roll out, best first by a search at 2 plies; or the play or plays themselves.
    engine
        The engine that plays; the default one if None.
    progress
        Called now and then with the number of trials done and the total of all plays.
    **options
        See `RolloutOptions`. With ``ahead=3`` the rollout stops when the best play is ahead of all others by three
        joint standard errors, and plays that trail by more are not continued.

    Returns
    -------
    list of RolledOutPlay
        Best first; empty if there is no legal play. Plays that were not continued have fewer trials.

    Raises
    ------
    ArgumentError
        If there is no roll, or an argument is out of range.
    DiceError, IllegalPlayError, NotationError
        If the roll is not two dice, or a play is not legal or cannot be read.
    Interrupted
        After Ctrl-C, with the list of plays rolled out so far.

    Examples
    --------
    >>> import gammon as bg
    >>> best, second = bg.rollout_plays(bg.Position.start(), "31", 36, top=2)
    >>> str(best.play), second.loss.is_paired
    ('8/5 6/5', True)
    """
    request = read(position, trials, engine, progress, options)
    roll = request.dice if roll is None else roll
    if roll is None:
        raise ArgumentError("roll: expected a roll, since the position has no dice")
    stakes = request.stakes
    # A list, because an iterator could be read only once.
    named = None if isinstance(top, int) else [top] if isinstance(top, (str, Play)) else list(top)
    count = whole("top", top, 1, 10_000) if isinstance(top, int) else 1
    ranked = rank_plays(
        request.board,
        two_dice(roll),
        stakes=stakes,
        candidates=count if named is None else named,
        ply=2,
        engine=request.how.engine,
    )
    plays = [one.play for one in ranked]
    if named is not None:
        wanted = {
            request.board.parse_play(one, *two_dice(roll)).play.position if isinstance(one, str) else one.position
            for one in named
        }
        plays = [play for play in plays if play.position in wanted]
    else:
        plays = plays[:count]
    if not plays:
        return []
    over = [play for play in plays if play.position.is_over]
    if over:
        raise ArgumentError(f"position: {over[0]} ends the game, so there is nothing to roll out")
    starts = [request.start(first=play.position) for play in plays]
    playing = Playing(starts, request.rule, request.how)
    try:
        playing.run(request.first_trial)
    except Interrupted as interrupted:
        raise Interrupted(interrupted.message, _ranked(plays, playing)) from None
    return _ranked(plays, playing)


def _ranked(plays: list[Play], playing: Playing) -> list[RolledOutPlay]:
    """Rank plays by equity; those that were not continued come last."""
    by_position = {play.position: play for play in plays}
    continued = playing.continued
    ordered = sorted(playing.found, key=lambda one: (one not in continued, -one.equity))
    found = []
    for one in ordered:
        play = by_position[one.start.first]  # type: ignore[index]
        found.append(RolledOutPlay(play=play, rollout=one, loss=ordered[0] - one))
    return found


def rollout_cube(
    position: SituationLike,
    trials: int | range | None = None,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    **options: Unpack[RolloutOptions],
) -> RolledOutCube:
    """Roll out a cube decision: no double, and double and take, with the same dice.

    Parameters
    ----------
    position
        The position before the roll; the player on roll must have the right to double. A bare `Position` stands for
        money play with a centred cube.
    trials
        Number of games for each action; or a range of trial numbers. None uses that of the preset, or no limit if a
        stopping rule is given.
    engine
        The engine that plays; the default one if None.
    progress
        Called now and then with the number of trials done and the total of both actions.
    **options
        See `RolloutOptions`. With ``ahead=3`` the rollout stops when one of the two is ahead of the other by three
        joint standard errors.

    Raises
    ------
    ArgumentError
        If the player on roll may not double, or an argument is out of range.
    Interrupted
        After Ctrl-C, with the decision from the trials so far, or None if one action has none.

    Examples
    --------
    >>> import gammon as bg
    >>> decision = bg.rollout_cube("---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10", 36)
    >>> decision.double_pass, decision.gain.is_paired
    (1.0, True)
    """
    if isinstance(position, Position) and options.get("stakes") is None:
        options["stakes"] = Stakes()
    request = read(position, trials, engine, progress, options)
    stakes = request.stakes
    if stakes is None:
        raise ArgumentError("cubeless: a cube decision needs a cube")
    model = request.how.engine.model(stakes)
    if not model.may_double(stakes.cube):
        raise ArgumentError("position: the player on roll may not double")
    doubled = Stakes(stakes.scoring, stakes.cube.doubled(), stakes.max_cube)
    starts = [request.start(), request.start(stakes=doubled)]
    playing = Playing(starts, request.rule, request.how)
    try:
        playing.run(request.first_trial)
    except Interrupted as interrupted:
        partial = _decided(playing.found) if len(playing.found) == 2 else None
        raise Interrupted(interrupted.message, partial) from None
    return _decided(playing.found)


def _decided(found: list[Rollout]) -> RolledOutCube:
    no_double, double_take = found
    return RolledOutCube(no_double=no_double, double_take=double_take, double_pass=1.0, gain=double_take - no_double)
