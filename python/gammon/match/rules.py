"""What is agreed before a match begins: its length and the options of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from gammon._engine import ArgumentError, Position
from gammon.match.values import LARGEST_CUBE, is_power_of_two, is_whole, plain
from gammon.quoting import quote

LONGEST_MATCH = 32767
"""Points of the longest match that an XGID or a GNU Backgammon ID can write."""


class Variant(Enum):
    """Where the checkers stand at the start (R1.3, R10)."""

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
        """How many checkers a side has."""
        return self.start.checkers


_STARTS = {
    Variant.BACKGAMMON: Position.start(),
    Variant.NACKGAMMON: Position.nackgammon(),
    Variant.HYPERGAMMON: Position.hypergammon(),
    Variant.LONGGAMMON: Position.longgammon(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """The options under which a match, or a session for money, is played.

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
    gammon.ArgumentError: in match play the Jacoby rule does not apply (R8.5)
    """

    match_length: int = 0
    """Points that win the match, at most 32767; 0 for a session of money games, which never ends by itself."""

    variant: Variant = Variant.BACKGAMMON
    """Where the checkers stand at the start."""

    cube: bool = True
    """Whether there is a doubling cube at all."""

    cube_limit: int | None = None
    """The largest value that the cube may come to (R7.7), a power of two; None for 2^60, which is as good as none."""

    crawford: bool = True
    """Whether one game of a match is a Crawford game (R8.3); without meaning for money."""

    holland: bool = False
    """Whether, after the Crawford game, nobody doubles before both sides have rolled twice (R8.4)."""

    jacoby: bool = False
    """Whether a game counts once while the cube is in the centre (R8.2); for money."""

    beavers: bool = False
    """Whether whoever accepts a double may redouble at once and keep the cube (R7.6); for money."""

    raccoons: bool = False
    """Whether the doubler may redouble a beaver at once, which stays the beaverer's cube (R7.6); for money."""

    automatic_doubles: int = 0
    """How many ties of an opening double the stake at most (R2.5); for money."""

    opening_reroll: bool = False
    """Whether the starter throws both dice afresh (R2.3); like on every turn of his he may double before (R7.1)."""

    def __post_init__(self) -> None:
        """Refuse what is out of range or excludes each other, and make plain numbers of NumPy's."""
        for name in ("match_length", "cube_limit", "automatic_doubles"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        problem = next(chain(self._out_of_range(), self._exclusions()), None)
        if problem is not None:
            raise ArgumentError(problem)

    @property
    def is_money(self) -> bool:
        """Whether games are played for money, one by one."""
        return self.match_length == 0

    @property
    def largest_cube(self) -> int:
        """The value above which nobody may double."""
        return LARGEST_CUBE if self.cube_limit is None else self.cube_limit

    def _out_of_range(self) -> Iterator[str]:
        if not (is_whole(self.match_length) and 0 <= self.match_length <= LONGEST_MATCH):
            yield f"a match is to 1 to {LONGEST_MATCH} points, or 0 for money, not {quote(self.match_length)}"
        if not isinstance(self.variant, Variant):
            yield f"a variant is one of gammon.match.Variant, not {quote(self.variant)}"
        for name in ("cube", "crawford", "holland", "jacoby", "beavers", "raccoons", "opening_reroll"):
            if not isinstance(getattr(self, name), bool):
                yield f"the option {name} is True or False, not {quote(getattr(self, name))}"
        limit = self.cube_limit
        if limit is not None and not (is_whole(limit) and is_power_of_two(limit) and 2 <= limit <= LARGEST_CUBE):
            yield f"the cube's limit is a power of two from 2 to 2^60 (R7.7), not {quote(limit)}"
        if not (is_whole(self.automatic_doubles) and 0 <= self.automatic_doubles <= 60):
            yield f"a limit of 0 to 60 automatic doubles can be set (R2.5), not {quote(self.automatic_doubles)}"

    def _exclusions(self) -> Iterator[str]:
        named = (
            ("the Jacoby rule does", self.jacoby),
            ("beavers do", self.beavers),
            ("raccoons do", self.raccoons),
            ("automatic doubles do", self.automatic_doubles > 0),
            ("the Holland rule does", self.holland),
            ("a limit of the cube does", self.cube_limit is not None),
        )
        for name, is_set in named[:4]:
            if is_set and not self.is_money:
                yield f"in match play {name} not apply (R8.5)"
        for name, is_set in named:
            if is_set and not self.cube:
                yield f"without a cube {name} not apply"
        if self.holland and self.is_money:
            yield "for money the Holland rule does not apply: it is about games after the Crawford game (R8.4)"
        if self.holland and not self.crawford:
            yield "the Holland rule is about games after the Crawford game (R8.4), and there is to be none"
        if self.raccoons and not self.beavers:
            yield "a raccoon answers a beaver (R7.6), and there are to be none"
        if 2**self.automatic_doubles > self.largest_cube:
            limit = f"the cube's limit of {self.largest_cube} (R7.7)"
            yield f"{self.automatic_doubles} automatic doubles (R2.5) exceed {limit}"
