"""The rules of a match: its length and options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from gammon._engine import ArgumentError, Position
from gammon.match.values import LARGEST_CUBE, is_power_of_two, is_whole, plain
from gammon.quoting import quote

LONGEST_MATCH = 32767
"""The longest match, in points, that an XGID or a GNU Backgammon ID can represent."""


class Variant(Enum):
    """A variant of the game, defined by its start position (R1.3, R10)."""

    BACKGAMMON = "backgammon"
    NACKGAMMON = "nackgammon"
    HYPERGAMMON = "hypergammon"
    LONGGAMMON = "longgammon"

    @property
    def start(self) -> Position:
        """The position in which a game starts, the same for both players."""
        return _STARTS[self]

    @property
    def checkers(self) -> int:
        """Number of checkers of each side."""
        return self.start.checkers


_STARTS = {
    Variant.BACKGAMMON: Position.start(),
    Variant.NACKGAMMON: Position.nackgammon(),
    Variant.HYPERGAMMON: Position.hypergammon(),
    Variant.LONGGAMMON: Position.longgammon(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """The length and options of a match or a money session.

    Raises
    ------
    ArgumentError
        If an option is out of its range or excludes another; the message names the rule.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.MatchRules(match_length=7, holland=True).is_money
    False
    >>> bg.MatchRules(match_length=7, jacoby=True)
    Traceback (most recent call last):
        ...
    gammon.ArgumentError: the Jacoby rule does not apply in match play (R8.5)
    """

    match_length: int = 0
    """Points that win the match, at most 32767; 0 for a money session, which has no fixed end."""

    variant: Variant = Variant.BACKGAMMON
    """The start position."""

    cube: bool = True
    """Whether the doubling cube is used."""

    cube_limit: int | None = None
    """Maximum value of the cube (R7.7), a power of two; None for 2^60, in effect no limit."""

    crawford: bool = True
    """Whether a match has a Crawford game (R8.3); ignored for money."""

    holland: bool = False
    """Whether, after the Crawford game, nobody may double before both sides have rolled twice (R8.4)."""

    jacoby: bool = False
    """Whether gammons and backgammons count as single games while the cube is centred (R8.2); money only."""

    beavers: bool = False
    """Whether the player who takes a double may redouble at once and keep the cube (R7.6); money only."""

    raccoons: bool = False
    """Whether the doubler may redouble a beaver at once; the beaverer keeps the cube (R7.6). Money only."""

    automatic_doubles: int = 0
    """How many ties of an opening roll double the stake, at most (R2.5); money only."""

    opening_reroll: bool = False
    """Whether the starter rolls both dice again (R2.3), and may double first, as before any roll (R7.1)."""

    def __post_init__(self) -> None:
        """Reject options that are out of range or exclude each other, and convert NumPy integers to int."""
        for name in ("match_length", "cube_limit", "automatic_doubles"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        problem = next(chain(self._out_of_range(), self._exclusions()), None)
        if problem is not None:
            raise ArgumentError(problem)

    @property
    def is_money(self) -> bool:
        """Whether this is a money session rather than a match."""
        return self.match_length == 0

    @property
    def largest_cube(self) -> int:
        """The maximum value of the cube."""
        return LARGEST_CUBE if self.cube_limit is None else self.cube_limit

    def _out_of_range(self) -> Iterator[str]:
        if not (is_whole(self.match_length) and 0 <= self.match_length <= LONGEST_MATCH):
            expected = f"1 to {LONGEST_MATCH} points, or 0 for money"
            yield f"match_length: expected {expected}, got {quote(self.match_length)}"
        if not isinstance(self.variant, Variant):
            yield f"variant: expected a gammon.match.Variant, got {quote(self.variant)}"
        for name in ("cube", "crawford", "holland", "jacoby", "beavers", "raccoons", "opening_reroll"):
            if not isinstance(getattr(self, name), bool):
                yield f"{name}: expected True or False, got {quote(getattr(self, name))}"
        limit = self.cube_limit
        if limit is not None and not (is_whole(limit) and is_power_of_two(limit) and 2 <= limit <= LARGEST_CUBE):
            yield f"cube_limit: expected a power of two from 2 to 2^60 (R7.7), got {quote(limit)}"
        if not (is_whole(self.automatic_doubles) and 0 <= self.automatic_doubles <= 60):
            yield f"automatic_doubles: expected a number from 0 to 60 (R2.5), got {quote(self.automatic_doubles)}"

    def _exclusions(self) -> Iterator[str]:
        named = (
            ("the Jacoby rule does", self.jacoby),
            ("beavers do", self.beavers),
            ("raccoons do", self.raccoons),
            ("automatic doubles do", self.automatic_doubles > 0),
            ("the Holland rule does", self.holland),
            ("a cube limit does", self.cube_limit is not None),
        )
        for name, is_set in named[:4]:
            if is_set and not self.is_money:
                yield f"{name} not apply in match play (R8.5)"
        for name, is_set in named:
            if is_set and not self.cube:
                yield f"{name} not apply without a cube"
        if self.holland and self.is_money:
            yield "the Holland rule does not apply for money: it is about games after the Crawford game (R8.4)"
        if self.holland and not self.crawford:
            yield "the Holland rule needs the Crawford rule: it is about games after the Crawford game (R8.4)"
        if self.raccoons and not self.beavers:
            yield "raccoons need beavers: a raccoon answers a beaver (R7.6)"
        if 2**self.automatic_doubles > self.largest_cube:
            limit = f"the cube limit of {self.largest_cube} (R7.7)"
            yield f"{self.automatic_doubles} automatic doubles (R2.5) would exceed {limit}"
