"""What a drawing shows besides the checkers, and what both kinds of drawing work out alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from gammon.arguments import check, refuse, whole

OFF = 0
"""Where in the counts the borne-off checkers are."""
BAR = 25
"""Where in the counts the checkers on the bar are."""
POINTS = 24
LARGEST_CUBE = 2**60
MOST_CHECKERS = 15


class Side(Enum):
    """One of the two players of a drawing."""

    OWN = "own"
    """Whose counts come first; his home board is at the bottom right."""
    OPPONENT = "opponent"
    """The other, at the top."""


class CubeOwner(Enum):
    """Who may turn the doubling cube."""

    OWN = "own"
    OPPONENT = "opponent"
    CENTRED = "centred"
    """Either player."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What a drawing shows besides the checkers.

    Raises
    ------
    ArgumentError
        If the cube is below 1, a die is not 1 to 6, or a move is from or to no place.
    TypeError
        If an argument has another type.
    """

    cube: int = 1
    """What the cube shows."""
    cube_owner: CubeOwner = CubeOwner.CENTRED
    offered: bool = False
    """Whether a double, beaver or raccoon waits for the answer of `turn`; the cube is drawn there, doubled."""
    dice: tuple[int, int] | None = None
    """What the player whose turn it is has thrown; `None` before the throw."""
    turn: Side = Side.OWN
    """Who has to act: the player on roll, or his opponent where he has to answer a double."""
    on_roll: Side = Side.OWN
    """Whose turn of the game it is: the other side, if it has to act, has to answer."""
    score: str = ""
    """The state of the match in words, for instance ``3-5, match to 7``."""
    own_name: str = ""
    opponent_name: str = ""
    moves: tuple[tuple[int, int], ...] = ()
    """What was played last: where each checker came from and where it went, as its owner numbers points, with 25 for
    the bar and 0 for off."""
    mover: Side = Side.OWN
    """Whose moves they are."""
    numbered_by: Side = Side.OWN
    """As whose count the numbers of the points are written; the board stands as it does."""

    def __post_init__(self) -> None:
        """Refuse what no cube and no die shows."""
        sides = ("turn", "on_roll", "mover", "numbered_by")
        for name, kind in (("cube_owner", CubeOwner), *((name, Side) for name in sides)):
            value = getattr(self, name)
            check(name, value, kind)
        check("offered", self.offered, bool)
        for name in ("score", "own_name", "opponent_name"):
            check(name, getattr(self, name), str, "text")
        whole("cube", self.cube, 1, LARGEST_CUBE)
        if self.dice is not None:
            for die in _pair("dice", self.dice):
                whole("dice", die, 1, 6)
        check("moves", self.moves, tuple)
        for move in self.moves:
            for place in _pair("moves", move):
                whole("moves", place, OFF, BAR)

    def number_of(self, point: int) -> int:
        """Return the number that a point has, which is given as the own side counts it.

        Raises
        ------
        TypeError
            If the point is not an int.
        ArgumentError
            If it is not from 1 to 24.
        """
        point = whole("point", point, 1, POINTS)
        return point if self.numbered_by is Side.OWN else POINTS + 1 - point

    @property
    def shown_cube(self) -> int:
        """The number that the cube is drawn with."""
        return 2 * self.cube if self.offered else self.cube

    @property
    def cube_place(self) -> CubeOwner:
        """Where the cube is drawn: where it is offered, or else with its owner."""
        if not self.offered:
            return self.cube_owner
        return CubeOwner.OWN if self.turn is Side.OWN else CubeOwner.OPPONENT


def _pair(name: str, numbers: object) -> tuple[object, object]:
    """Check that something is a tuple of two."""
    pair = check(name, numbers, tuple, "a tuple of two numbers")
    if len(pair) != 2:
        refuse(f"{name}: expected two numbers, got {len(pair)}")
    return pair[0], pair[1]


PLAIN = Scene()
"""A centred cube at 1 and no dice."""


def check_counts(own: Sequence[int], opponent: Sequence[int]) -> None:
    """Refuse counts that cannot be drawn.

    Raises
    ------
    TypeError
        If a side is not numbers.
    ArgumentError
        If a side has not 26 counts, one is negative, or both sides are on one point.
    """
    for name, counts in (("the player on roll", own), ("the opponent", opponent)):
        if isinstance(counts, str | bytes) or not (hasattr(counts, "__len__") and hasattr(counts, "__getitem__")):
            raise TypeError(f"{name}: expected {BAR + 1} counts, got {type(counts).__name__}")
        if len(counts) != BAR + 1:
            refuse(f"{name} has {len(counts)} counts, not {BAR + 1}")
        for place, count in enumerate(counts):
            whole(f"{name}, place {place}", count, 0, MOST_CHECKERS)
    for point in range(1, POINTS + 1):
        if own[point] and opponent[POINTS + 1 - point]:
            refuse(f"both players are on the {point}-point of the player on roll")


def pip_count(counts: Sequence[int]) -> int:
    """Sum the distances that one player's checkers have to go, as he counts."""
    return sum(place * count for place, count in enumerate(counts))


def is_done(counts: Sequence[int]) -> bool:
    """Tell whether a player has borne off all his checkers, one at least."""
    return counts[OFF] > 0 and not any(counts[1:])


def one_line(words: str, longest: int) -> str:
    """Make someone's words fit to print: no control characters, one space at a time, not too long."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return shown if len(shown) <= longest else shown[: longest - 3].rstrip() + "..."


def status(own: Sequence[int], opponent: Sequence[int], scene: Scene, own_name: str, opponent_name: str) -> str:
    """Say who has to do what, in a few words."""
    for name, counts in ((own_name, own), (opponent_name, opponent)):
        if is_done(counts):
            return f"{name} has won"
    name = own_name if scene.turn is Side.OWN else opponent_name
    if scene.offered:
        return f"{name} to answer"
    if scene.dice is None:
        return f"{name} on roll" if scene.turn is scene.on_roll else f"{name} to answer"
    return f"{name} to play {scene.dice[0]} {scene.dice[1]}"
