"""What the network thinks of a position and of the plays of a roll."""

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

    def __str__(self) -> str:
        return f"{self.play} {self.equity:+.4f}"


def evaluate(position: Position, *, network: Network | None = None) -> Outcome:
    """Estimate how the game from a position will end.

    Parameters
    ----------
    position
        The position, before the dice are thrown.
    network
        The network to ask; the one that comes with gammon if None.

    Returns
    -------
    Outcome
        Five probabilities, seen by the player on roll. A finished game's are exact.
    """
    return (network or Network.shipped()).evaluate(position)


def rank_plays(position: Position, roll: Iterable[int], *, network: Network | None = None) -> list[RankedPlay]:
    """Rank every distinct legal play of a roll, best first.

    Of plays with equal equity the one with more checkers off comes first, then the one that leaves fewer pips.

    Parameters
    ----------
    position
        The position, with the player who has thrown on roll.
    roll
        A `Roll`, or two numbers in any order.
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
    """
    first, second = two_dice(roll)
    ranked = (network or Network.shipped()).rank_plays(position, first, second)
    if not ranked:
        return []
    best = ranked[0][1].cubeless_equity
    return [
        RankedPlay(
            play=play, outcome=outcome, equity=outcome.cubeless_equity, loss=max(0.0, best - outcome.cubeless_equity)
        )
        for play, outcome in ranked
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
