"""Ranking of the legal plays of a roll."""

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
    """A legal play with its evaluation, from the point of view of the player who makes it."""

    FORMAT, VERSION = "gammon ranked play", 1

    play: Play
    """The play."""

    outcome: Outcome
    """Outcome probabilities after the play."""

    equity: float
    """Equity of the play: cubeless, in points per game, or, if `is_cubeful`, cubeful per unit of the current cube.

    In a match it is converted from the match-winning chance `mwc`: 1 is a single game won at this cube, -1 one lost.
    """

    equities: tuple[float, ...]
    """Equities at each search depth from 0 to `ply`; the last one is `equity`."""

    loss: float
    """Equity lost against the best play; 0 for the best play.

    Both plays are compared at this play's `ply`. If the best play was searched deeper, the loss is only an estimate
    (`is_estimate`); it is 0 if the best play has the lower equity at that ply.
    """

    is_estimate: bool
    """Whether the loss is only an estimate, because the best play was searched deeper than this one."""

    mwc: float | None = None
    """Match-winning chance after the play; None for money."""

    is_cubeful: bool = False
    """Whether `equity` is cubeful and depends on the score."""

    ply: int
    """Plies searched after the play; 0 is the network alone."""

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
    """Rank every distinct legal play of a roll by cubeless or cubeful equity, best first.

    A bare `Position` without `stakes` is ranked by cubeless equity, in points per game. An ID brings its score and cube
    and is ranked by cubeful equity: the opponent's cube decision after the play counts, as do the cube decisions at
    every later turn of the search.

    Plays that were searched deeper come first; plays of the same depth are sorted by equity. Ties are broken by higher
    cubeless equity, then more checkers off, then fewer pips left.

    Parameters
    ----------
    position
        The position; the player on roll plays the roll.
    roll
        A `Roll`, two numbers in any order, or text such as ``"52"``; the dice of the ID if None.
    stakes
        The scoring and the cube: `Stakes`, or a `Scoring` or `Cube` alone; those of the ID if None.
    candidates
        Plays to search to the full depth whatever the move filter says, as `Play` or as text; or an int, which selects
        that number of the best plays at 0-ply.
    ply
        Plies to search after each play, 0 to 3, see `evaluate`; None uses the engine's setting. From 1 on, only plays
        that pass the `MoveFilter` are searched: by default at most eight, within 0.16 points of the best. The others
        keep their shallower evaluation.
    engine
        The engine; the default one if None.

    Returns
    -------
    list of RankedPlay
        Empty if there is no legal play or the game is over.

    Warns
    -----
    UntrainedWarning
        If there are not 15 checkers per side, and no table covers the position.

    Raises
    ------
    DiceError
        If the roll is not two dice.
    ArgumentError
        If there is no roll, or an argument is out of range.
    IllegalPlayError, NotationError
        If a candidate is not a legal play of the roll, or cannot be parsed.

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
    warn_if_untrained(board, engine)
    if roll is None:
        roll = as_situation(position).dice
        if roll is None:
            raise ArgumentError("roll: expected a roll, since the position has no dice")
    dice = two_dice(roll)
    wanted = None if candidates is None else _wanted(board, dice, candidates)
    if isinstance(position, Position) and stakes is None and engine.met is None and engine.efficiency is None:
        return _without_cube(board, dice, ply, wanted, engine)
    return _with_cube(board, at, dice, ply, wanted, engine)


def _wanted(board: Position, dice: tuple[int, int], candidates: int | Iterable[Play | str]) -> int | list[Position]:
    """Return the number of candidates, or the positions after the named candidates."""
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
    """Return the equity lost against the best play, at the depth to which this play was searched."""
    return max(0.0, best[len(mine) - 1] - mine[-1])
