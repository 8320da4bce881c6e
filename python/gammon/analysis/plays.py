"""The plays of a roll, ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gammon import _engine
from gammon._engine import ArgumentError, IllegalPlayError, Outcome, Play, Position, rank_plays_with_cube
from gammon.dice import RollLike, two_dice
from gammon.engine import Engine, engine_or_default, warn_if_untrained
from gammon.quoting import quote
from gammon.situation import SituationLike, as_situation
from gammon.stakes import Stakes, StakesLike, at_stake
from gammon.store.json import Saved

_NUMBERS = ("equity", "mwc", "loss", "is_estimate", "ply", "equities", "is_cubeful", "outcome")


@dataclass(frozen=True, kw_only=True)
class RankedPlay(Saved):
    """A legal play and what it is worth, seen by the player who makes it."""

    FORMAT, VERSION = "gammon ranked play", 1

    play: Play
    """The play."""

    outcome: Outcome
    """How the game may end after it."""

    equity: float
    """What it is worth: points per game without a cube or, if `is_cubeful`, per unit of the cube with it live.

    In a match it stands for the match-winning chance in `mwc`: 1 is a single game won at this cube, -1 one lost.
    """

    equities: tuple[float, ...]
    """What it is worth at every ply that it was searched to, from 0 to `ply`; the last one is `equity`."""

    loss: float
    """What it gives away to the best play, in units of `equity`; 0 for the best.

    Both are compared at the deepest ply to which this play was searched. Where that is less deep than the best play's,
    the loss is only an estimate (`is_estimate`), and 0 if the best play looks worse at that ply.
    """

    is_estimate: bool
    """Whether the loss is only an estimate, because the best play was searched deeper than this one."""

    mwc: float | None = None
    """The chance of winning the match after it; None without a match."""

    is_cubeful: bool = False
    """Whether the cube and the score were looked at."""

    ply: int
    """How many turns were searched from the position after it; 0 if the network alone judged."""

    def _fields(self) -> Mapping[str, Any]:
        return {
            "play": str(self.play),
            "moves": self.play.moves,
            "position_after": self.play.position.gnubg_id,
            **{name: getattr(self, name) for name in _NUMBERS},
        }

    def __str__(self) -> str:
        return f"{self.play} {self.equity:+.4f}"


def rank_plays(
    position: SituationLike,
    roll: RollLike | None = None,
    *,
    stakes: StakesLike | None = None,
    candidates: int | Iterable[Play | str] | None = None,
    ply: int | None = None,
    engine: Engine | None = None,
) -> list[RankedPlay]:
    """Rank every distinct legal play of a roll, best first: without a cube, or with the cube and at the score.

    A bare `Position` is ranked by points per game without a cube, unless `stakes` are
    given. An ID brings score and cube with it and is ranked with them: each play by what the position after it is worth
    once the opponent has decided about the cube, and so at every turn on the way.

    Plays that were searched deeper come before others, and of those of the same ply the best comes first. Of plays that
    are worth the same the one with more cubeless equity comes first, then the one with more checkers off, then the one
    that leaves fewer pips.

    Parameters
    ----------
    position
        The position, with the player who has thrown on roll.
    roll
        A `Roll`, two numbers in any order, or text such as ``"52"``; the dice of the ID if None.
    stakes
        How the game is scored, and the cube: `Stakes`, or a `Scoring` or `Cube` alone; as the ID says if None.
    candidates
        Plays that are searched to the full depth whatever the engine's filter says of them, as `Play` or as text; or
        how many of those that the network alone likes best.
    ply
        Turns looked ahead from the positions after the plays, 0 to 3, see `evaluate`; as the engine says if None. From
        1 on only the plays that look about as good as the best are searched, see `MoveFilter`: unless the engine says
        otherwise at most eight, and within 0.16 points of the best. The others keep what was found of them before.
    engine
        What judges; the default one if None.

    Returns
    -------
    list of RankedPlay
        Empty if the turn passes or the game is over.

    Warns
    -----
    UntrainedWarning
        If there are other than 15 checkers a side.

    Raises
    ------
    DiceError
        If the roll is not two dice.
    ArgumentError
        If there is no roll, or an argument is out of its range.
    IllegalPlayError, NotationError
        If a candidate is not a legal play of the roll, or not a play at all.

    Examples
    --------
    >>> import gammon as bg
    >>> plays = bg.rank_plays(bg.Position.start(), (6, 4), candidates=["24/14", "8/2 6/2"], ply=2)
    >>> {str(one.play): one.ply for one in plays if not one.is_estimate}["8/2 6/2"]
    2

    At double match point gammons count for nothing:

    >>> last = bg.Scoring.match(1, 1, crawford=bg.Crawford.PLAYED)
    >>> best = bg.rank_plays(bg.Position.start(), (2, 1), stakes=last)[0]
    >>> abs(best.equity - (2 * best.outcome.win - 1)) < 1e-6, abs(best.mwc - best.outcome.win) < 1e-6
    (True, True)
    """
    engine = engine_or_default(engine)
    ply = engine.ply if ply is None else ply
    board, at = at_stake(position, stakes)
    warn_if_untrained(board)
    if roll is None:
        roll = as_situation(position).dice
        if roll is None:
            raise ArgumentError("roll: there are no dice in the position to play, and none are given")
    dice = two_dice(roll)
    wanted = None if candidates is None else _wanted(board, dice, candidates)
    if isinstance(position, Position) and stakes is None and engine.met is None and engine.efficiency is None:
        return _without_cube(board, dice, ply, wanted, engine)
    return _with_cube(board, at, dice, ply, wanted, engine)


def _wanted(board: Position, dice: tuple[int, int], candidates: int | Iterable[Play | str]) -> int | list[Position]:
    """Read how many of the best plays, or find the positions after the plays named."""
    if isinstance(candidates, str | Play) or not isinstance(candidates, int | Iterable):
        raise TypeError(f"candidates: expected an int or several plays, got {type(candidates).__name__}")
    if isinstance(candidates, int):
        if candidates < 1 or isinstance(candidates, bool):
            raise ArgumentError(f"candidates: expected at least 1, got {quote(candidates)}")
        return candidates
    legal = {play.position for play in board.plays(*dice)}
    after = []
    for candidate in candidates:
        if not isinstance(candidate, str | Play):
            raise TypeError(f"candidates: expected a Play or text, got {type(candidate).__name__}")
        play = board.parse_play(candidate, *dice).play if isinstance(candidate, str) else candidate
        if play.before != board or play.position not in legal:
            raise IllegalPlayError(f"candidates: {play} is not a legal play with {dice[0]}-{dice[1]} here")
        after.append(play.position)
    return after


def _without_cube(
    board: Position, dice: tuple[int, int], ply: int, wanted: int | list[Position] | None, engine: Engine
) -> list[RankedPlay]:
    ranked = _engine.rank_plays(board, dice, engine.evaluator, ply=ply, selection=(engine.move_filter, wanted))
    equities = [tuple(outcome.cubeless_equity for outcome in found) for _, found in ranked]
    return [
        RankedPlay(
            play=play,
            outcome=found[-1],
            equity=mine[-1],
            equities=mine,
            loss=_loss(mine, equities[0]),
            is_estimate=len(mine) < len(equities[0]),
            ply=len(mine) - 1,
        )
        for (play, found), mine in zip(ranked, equities, strict=True)
    ]


def _with_cube(
    board: Position,
    stakes: Stakes,
    dice: tuple[int, int],
    ply: int,
    wanted: int | list[Position] | None,
    engine: Engine,
) -> list[RankedPlay]:
    model, cube = engine.model(stakes), stakes.cube
    selection = (engine.move_filter, wanted)
    ranked = rank_plays_with_cube(board, dice, engine.evaluator, (model, cube), ply=ply, selection=selection)
    equities = [tuple(model.equity(value, cube) for value, _ in found) for _, found in ranked]
    return [
        RankedPlay(
            play=play,
            outcome=found[-1][1],
            equity=mine[-1],
            equities=mine,
            loss=_loss(mine, equities[0]),
            is_estimate=len(mine) < len(equities[0]),
            mwc=found[-1][0] if stakes.scoring.is_match else None,
            is_cubeful=True,
            ply=len(mine) - 1,
        )
        for (play, found), mine in zip(ranked, equities, strict=True)
    ]


def _loss(mine: tuple[float, ...], best: tuple[float, ...]) -> float:
    """Compare a play with the best one at the deepest ply of the two."""
    return max(0.0, best[len(mine) - 1] - mine[-1])
