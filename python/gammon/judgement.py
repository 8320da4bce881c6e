"""What the network thinks of a position and of the plays of a roll, at once or after looking ahead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gammon._engine import DiceError, Network, Outcome, Play, Position


@dataclass(frozen=True, kw_only=True)
class RankedPlay:
    """A legal play and what it is worth, seen by the player who makes it."""

    play: Play
    """The play."""

    outcome: Outcome
    """How the game may end after it."""

    equity: float
    """Points per game after it, without a cube."""

    loss: float
    """What it gives away to the best play, in points per game; 0 for the best."""

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
    position: Position, roll: Iterable[int], *, ply: int = 0, network: Network | None = None
) -> list[RankedPlay]:
    """Rank every distinct legal play of a roll, best first.

    Of plays with equal equity the one with more checkers off comes first, then the one that leaves fewer pips.

    Parameters
    ----------
    position
        The position, with the player who has thrown on roll.
    roll
        A `Roll`, or two numbers in any order.
    ply
        Turns looked ahead from the positions after the plays, 0 to 3, as of `evaluate`. From 1 on only the plays that
        the network alone likes nearly as well as its best are looked at so: at most eight, and within 0.16 points of
        the best. The others follow behind, as the network alone ranks them.
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
        If `ply` is not from 0 to 3.
    """
    first, second = two_dice(roll)
    ranked = (Network.shipped() if network is None else network).rank_plays(position, first, second, ply)
    equities = [outcome.cubeless_equity for _, outcome, _ in ranked]
    return [
        RankedPlay(play=play, outcome=outcome, equity=equity, loss=max(0.0, equities[0] - equity), ply=searched)
        for (play, outcome, searched), equity in zip(ranked, equities, strict=True)
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
