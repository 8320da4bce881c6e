"""`gammon.rollout`: one position, played to the end many times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gammon._engine import ArgumentError, Position, Roll
from gammon.arguments import check
from gammon.dice import RollLike, two_dice
from gammon.engine import Engine
from gammon.interrupted import Interrupted
from gammon.rollouts.options import RolloutOptions, read
from gammon.rollouts.playing import Playing
from gammon.rollouts.result import Rollout
from gammon.situation import SituationLike
from gammon.typing import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack


def rollout(
    position: SituationLike,
    trials: int | range | None = None,
    *,
    roll: RollLike | None = None,
    opening: bool = False,
    engine: Engine | None = None,
    progress: Progress | None = None,
    **options: Unpack[RolloutOptions],
) -> Rollout:
    """Play a position to the end many times, and estimate how the game ends.

    A bare `Position` without ``stakes`` is rolled out without a cube. An ID brings its score and cube: both sides then
    make cube decisions, except before the first roll. The luck of the dice is subtracted, and the first two random
    rolls are stratified; neither biases the result. It depends only on the arguments, not on the number of threads, the
    executor, the machine or its instruction set.

    Parameters
    ----------
    position
        The position, from the point of view of the player on roll.
    trials
        Number of games to play; or a range of trial numbers, for rollouts to be merged later. None uses that of the
        preset, or no limit if a stopping rule is given.
    roll
        The dice of the first turn, a `Roll`, two numbers or text. None uses the dice of the ID, or random dice.
    opening
        Whether the first roll is an opening roll, which is never a double.
    engine
        The engine that plays, with its network, tables, move filter and number of threads; the default one if None.
        The search depth comes from the settings.
    progress
        Called now and then with the number of trials done and the total. An exception from it ends the rollout.
    **options
        See `RolloutOptions`: ``settings``, ``seed``, stopping rules and more.

    Raises
    ------
    ArgumentError
        If a number is out of range, the game is over, or `roll` and `opening` are both given.
    DiceError
        If `roll` is not two dice.
    NotationError
        If the checkpoint is not one.
    UnfinishedGameError
        If a trial is not over after 10,000 turns, which can happen when a function in place of a network does not
        bring its checkers home. Games end with probability 1 whatever the plays (McMullen, 1994), but may be very long.
    Interrupted
        After Ctrl-C, with the rollout of the finished trials; about the last half second is lost.

    Examples
    --------
    >>> import gammon as bg
    >>> result = bg.rollout(bg.Position.start(), 72, seed=7, opening=True)
    >>> result.trials
    72
    >>> halves = [bg.rollout(bg.Position.start(), range(t, t + 36), seed=7, opening=True) for t in (0, 36)]
    >>> halves[1] + halves[0] == result
    True
    """
    request = read(position, trials, engine, progress, options)
    check("opening", opening, bool)
    if roll is None and not opening:
        roll = request.dice
    if roll is not None and opening:
        raise ArgumentError("expected either roll or opening, got both")
    first: Roll | Position | str | None = "opening" if opening else None
    if roll is not None:
        first = Roll(*two_dice(roll))
    playing = Playing([request.start(first=first)], request.rule, request.how)
    try:
        return playing.run(request.first_trial)[0]
    except Interrupted as interrupted:
        partial = interrupted.partial[0] if interrupted.partial else None
        raise Interrupted(interrupted.message, partial) from None
