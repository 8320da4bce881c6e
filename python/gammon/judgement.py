"""What the network thinks of a position and of the plays of a roll, at once or after looking ahead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gammon._engine import (
    Cube,
    DiceError,
    GnubgId,
    MatchEquityTable,
    Network,
    Outcome,
    Play,
    Position,
    Scoring,
    Xgid,
    rank_plays_with_cube,
)
from gammon.stakes import Stakes, read_stakes


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


def evaluate(position: Position, *, ply: int = 0, network: Network | None = None) -> Outcome:
    """Estimate how the game from a position will end.

    Parameters
    ----------
    position
        The position, before the dice are thrown.
    ply
        Turns looked ahead, 0 to 3, as GNU Backgammon counts: 0 is the network alone, 1 the mean over all rolls of what
        it thinks after the best play of each, and so on. On the way the plays are those that the network alone likes
        best. 2 takes some milliseconds, 3 a second or so.
    network
        The network to ask; the one that comes with gammon if None.

    Returns
    -------
    Outcome
        Five probabilities, seen by the player on roll. A finished game's are exact.

    Raises
    ------
    ArgumentError
        If `ply` is not from 0 to 3.
    """
    return (Network.shipped() if network is None else network).evaluate(position, ply)


def rank_plays(
    position: Position | Xgid | GnubgId,
    roll: Iterable[int],
    *,
    ply: int = 0,
    scoring: Scoring | None = None,
    cube: Cube | None = None,
    met: MatchEquityTable | None = None,
    max_cube: int | None = None,
    efficiency: float | None = None,
    network: Network | None = None,
) -> list[RankedPlay]:
    """Rank every distinct legal play of a roll, best first: without a cube, or with the cube and at the score.

    A bare `Position` is ranked by points per game without a cube, unless `scoring`, `cube` or another of these is
    given. An ID brings score and cube with it and is ranked with them: each play by what the position after it is worth
    once the opponent has decided about the cube, and so at every turn on the way.

    Of plays that are worth the same the one with more cubeless equity comes first, then the one with more checkers off,
    then the one that leaves fewer pips.

    Parameters
    ----------
    position
        The position, with the player who has thrown on roll. Dice in an ID are left aside.
    roll
        A `Roll`, or two numbers in any order.
    ply
        Turns looked ahead from the positions after the plays, 0 to 3, as of `evaluate`. From 1 on only the plays that
        the network alone likes nearly as well as its best are looked at so: at most eight, and within 0.16 points of
        the best. The others follow behind, as the network alone ranks them.
    scoring
        How the game is scored; as the ID says, or money without the Jacoby rule and beavers.
    cube
        The cube; as the ID says, or in the centre at 1.
    met
        The match equity table, with the player who plays as its first player; the default of `gammon.met` if None.
    max_cube
        The largest cube that is allowed; as the XGID says, or none.
    efficiency
        How live the cube is, from 0 to 1; by the class of each position if None.
    network
        The network to ask; the one that comes with gammon if None.

    Returns
    -------
    list of RankedPlay
        Empty if the turn passes or the game is over.

    Raises
    ------
    DiceError
        If the roll is not two dice.
    ArgumentError
        If an argument is out of its range.

    Examples
    --------
    At double match point gammons count for nothing:

    >>> import gammon as bg
    >>> last = bg.Scoring.match(1, 1, crawford=bg.Crawford.PLAYED)
    >>> best = bg.rank_plays(bg.Position.start(), (2, 1), scoring=last)[0]
    >>> abs(best.equity - (2 * best.outcome.win - 1)) < 1e-6, abs(best.mwc - best.outcome.win) < 1e-6
    (True, True)
    """
    first, second = two_dice(roll)
    network = Network.shipped() if network is None else network
    said = (scoring, cube, met, max_cube, efficiency)
    if isinstance(position, Position) and all(one is None for one in said):
        return _without_cube(network.rank_plays(position, first, second, ply))
    stakes = read_stakes(position, scoring=scoring, cube=cube, met=met, max_cube=max_cube, efficiency=efficiency)
    return _with_cube(stakes, (first, second), ply, network)


def _without_cube(ranked: list[tuple[Play, Outcome, int]]) -> list[RankedPlay]:
    equities = [outcome.cubeless_equity for _, outcome, _ in ranked]
    return [
        RankedPlay(play=play, outcome=outcome, equity=equity, loss=max(0.0, equities[0] - equity), ply=searched)
        for (play, outcome, searched), equity in zip(ranked, equities, strict=True)
    ]


def _with_cube(stakes: Stakes, roll: tuple[int, int], ply: int, network: Network) -> list[RankedPlay]:
    model, cube = stakes.model, stakes.cube
    ranked = rank_plays_with_cube(stakes.position, *roll, network, model, cube, efficiency=stakes.efficiency, ply=ply)
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


def two_dice(roll: Iterable[int]) -> tuple[int, int]:
    """Read a roll given as a `Roll` or as two numbers.

    Raises
    ------
    DiceError
        If there are not exactly two.
    """
    dice = tuple(roll)
    if len(dice) != 2:
        raise DiceError(f"a roll is two dice, not {len(dice)}")
    return dice
