"""The plays of a roll, ranked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gammon import _engine
from gammon._engine import ArgumentError, Outcome, Play, Position, rank_plays_with_cube
from gammon.dice import two_dice
from gammon.engine import Engine, engine_or_default
from gammon.situation import SituationLike, as_situation
from gammon.stakes import Stakes, StakesLike, at_stake


@dataclass(frozen=True, kw_only=True)
class RankedPlay:
    """A legal play and what it is worth, seen by the player who makes it."""

    play: Play
    """The play."""

    outcome: Outcome
    """How the game may end after it."""

    equity: float
    """What it is worth: points per game without a cube or, if `is_cubeful`, per unit of the cube with it live.

    In a match it stands for the match-winning chance in `mwc`: 1 is a single game won at this cube, -1 one lost.
    """

    loss: float
    """What it gives away to the best play, in units of `equity`; 0 for the best."""

    mwc: float | None = None
    """The chance of winning the match after it; None without a match."""

    is_cubeful: bool = False
    """Whether the cube and the score were looked at."""

    ply: int
    """How many turns behind it were looked at; 0 if the network was asked at once.

    Plays that were left out of a search stand behind those that were searched, whatever their equity: only equities of
    the same ply are in order.
    """

    def __str__(self) -> str:
        return f"{self.play} {self.equity:+.4f}"


def rank_plays(
    position: SituationLike,
    roll: Iterable[int] | None = None,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
) -> list[RankedPlay]:
    """Rank every distinct legal play of a roll, best first: without a cube, or with the cube and at the score.

    A bare `Position` is ranked by points per game without a cube, unless `stakes` are
    given. An ID brings score and cube with it and is ranked with them: each play by what the position after it is worth
    once the opponent has decided about the cube, and so at every turn on the way.

    Of plays that are worth the same the one with more cubeless equity comes first, then the one with more checkers off,
    then the one that leaves fewer pips.

    Parameters
    ----------
    position
        The position, with the player who has thrown on roll.
    roll
        A `Roll`, or two numbers in any order; the dice of the ID if None.
    stakes
        How the game is scored, and the cube: `Stakes`, or a `Scoring` or `Cube` alone; as the ID says if None.
    ply
        Turns looked ahead from the positions after the plays, 0 to 3, see `evaluate`; as the engine says if None. From
        1 on only the plays that the network alone likes nearly as well as its best are looked at so: at most eight, and
        within 0.16 points of the best. The others follow behind, as the network alone ranks them.
    engine
        What judges; the default one if None.

    Returns
    -------
    list of RankedPlay
        Empty if the turn passes or the game is over.

    Raises
    ------
    DiceError
        If the roll is not two dice.
    ArgumentError
        If there is no roll, or an argument is out of its range.

    Examples
    --------
    At double match point gammons count for nothing:

    >>> import gammon as bg
    >>> last = bg.Scoring.match(1, 1, crawford=bg.Crawford.PLAYED)
    >>> best = bg.rank_plays(bg.Position.start(), (2, 1), stakes=last)[0]
    >>> abs(best.equity - (2 * best.outcome.win - 1)) < 1e-6, abs(best.mwc - best.outcome.win) < 1e-6
    (True, True)
    """
    engine = engine_or_default(engine)
    ply = engine.ply if ply is None else ply
    board, at = at_stake(position, stakes)
    if roll is None:
        roll = as_situation(position).dice
        if roll is None:
            raise ArgumentError("roll: there are no dice in the position to play, and none are given")
    first, second = two_dice(roll)
    if isinstance(position, Position) and stakes is None and engine.met is None and engine.efficiency is None:
        return _without_cube(_engine.rank_plays(board, first, second, engine.evaluator, ply=ply))
    return _with_cube(board, at, (first, second), ply, engine)


def _without_cube(ranked: list[tuple[Play, Outcome, int]]) -> list[RankedPlay]:
    equities = [outcome.cubeless_equity for _, outcome, _ in ranked]
    return [
        RankedPlay(play=play, outcome=outcome, equity=equity, loss=max(0.0, equities[0] - equity), ply=searched)
        for (play, outcome, searched), equity in zip(ranked, equities, strict=True)
    ]


def _with_cube(position: Position, stakes: Stakes, roll: tuple[int, int], ply: int, engine: Engine) -> list[RankedPlay]:
    model, cube = engine.model(stakes), stakes.cube
    ranked = rank_plays_with_cube(position, *roll, engine.evaluator, model, cube, efficiency=engine.efficiency, ply=ply)
    equities = [model.equity(value, cube) for _, _, value, _ in ranked]
    return [
        RankedPlay(
            play=play,
            outcome=outcome,
            equity=equity,
            loss=max(0.0, equities[0] - equity),
            mwc=value if stakes.scoring.is_match else None,
            is_cubeful=True,
            ply=searched,
        )
        for (play, outcome, value, searched), equity in zip(ranked, equities, strict=True)
    ]
