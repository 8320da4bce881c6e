"""The contents of a drawing besides the checkers, and helpers that text and SVG drawings share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from gammon.arguments import check, refuse, whole

OFF = 0
"""Index of the borne-off checkers in the counts."""
BAR = 25
"""Index of the checkers on the bar in the counts."""
POINTS = 24
LARGEST_CUBE = 2**60
MOST_CHECKERS = 15


class Side(Enum):
    """One of the two players of a drawing."""

    OWN = "own"
    """The player whose counts come first, with the home board at the lower right."""
    OPPONENT = "opponent"
    """The other player, at the top."""


class CubeOwner(Enum):
    """The owner of the doubling cube."""

    OWN = "own"
    OPPONENT = "opponent"
    CENTRED = "centred"
    """No owner: either player may double."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What a drawing shows besides the checkers.

    Raises
    ------
    ArgumentError
        If the cube is below 1, a die is not in 1 to 6, or the ends of a move are not in 0 to 25.
    TypeError
        If an argument has the wrong type.
    """

    cube: int = 1
    """The value of the cube; before the double, if one is offered."""
    cube_owner: CubeOwner = CubeOwner.CENTRED
    offered: bool = False
    """Whether `turn` has to answer a double, beaver or raccoon; the cube is drawn on that side, at twice its value."""
    dice: tuple[int, int] | None = None
    """The dice of the player on roll; `None` before the roll."""
    turn: Side = Side.OWN
    """The player who has to act: the player on roll, or the one who has to answer an offer."""
    on_roll: Side = Side.OWN
    """The player on roll."""
    score: str = ""
    """The score in words, for instance ``3-5, match to 7``."""
    own_name: str = ""
    opponent_name: str = ""
    moves: tuple[tuple[int, int], ...] = ()
    """The moves of the last play as (from, to), numbered from the side of `mover`; 25 is the bar and 0 is off."""
    mover: Side = Side.OWN
    """The player who made `moves`."""
    numbered_by: Side = Side.OWN
    """The player from whose side the points are numbered; this does not turn the board."""

    def __post_init__(self) -> None:
        """Check types and ranges."""
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
        """Return the printed number of a point; `point` is numbered from the own side.

        Raises
        ------
        TypeError
            If `point` is not an int.
        ArgumentError
            If `point` is not in 1 to 24.
        """
        point = whole("point", point, 1, POINTS)
        return point if self.numbered_by is Side.OWN else POINTS + 1 - point

    @property
    def shown_cube(self) -> int:
        """The value drawn on the cube."""
        return 2 * self.cube if self.offered else self.cube

    @property
    def cube_place(self) -> CubeOwner:
        """Where the cube is drawn: on the side that has to answer an offer, otherwise on its owner's side."""
        if not self.offered:
            return self.cube_owner
        return CubeOwner.OWN if self.turn is Side.OWN else CubeOwner.OPPONENT


def _pair(name: str, numbers: object) -> tuple[object, object]:
    """Check that a value is a tuple of length two."""
    pair = check(name, numbers, tuple, "a tuple of two numbers")
    if len(pair) != 2:
        refuse(f"{name}: expected two numbers, got {len(pair)}")
    return pair[0], pair[1]


PLAIN = Scene()
"""A centred cube at 1 and no dice."""


def check_counts(own: Sequence[int], opponent: Sequence[int]) -> None:
    """Check that two sides' counts can be drawn.

    Raises
    ------
    TypeError
        If a side is not a sequence of numbers.
    ArgumentError
        If a side does not have 26 counts, a count is not in 0 to 15, or both sides have checkers on one point.
    """
    for name, counts in (("the player on roll", own), ("the opponent", opponent)):
        if isinstance(counts, str | bytes) or not (hasattr(counts, "__len__") and hasattr(counts, "__getitem__")):
            raise TypeError(f"{name}: expected {BAR + 1} counts, got {type(counts).__name__}")
        if len(counts) != BAR + 1:
            refuse(f"{name}: expected {BAR + 1} counts, got {len(counts)}")
        for place, count in enumerate(counts):
            whole(f"{name}, place {place}", count, 0, MOST_CHECKERS)
    for point in range(1, POINTS + 1):
        if own[point] and opponent[POINTS + 1 - point]:
            refuse(f"both players are on the {point}-point of the player on roll")


def pip_count(counts: Sequence[int]) -> int:
    """Return the pip count of one side from its own counts."""
    return sum(place * count for place, count in enumerate(counts))


def is_done(counts: Sequence[int]) -> bool:
    """Tell whether a player has borne off all checkers; False if there are none at all."""
    return counts[OFF] > 0 and not any(counts[1:])


def one_line(words: str, longest: int) -> str:
    """Clean a caller's text for printing: no control characters, single spaces, at most `longest` characters."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return shown if len(shown) <= longest else shown[: longest - 3].rstrip() + "..."


def status(own: Sequence[int], opponent: Sequence[int], scene: Scene, own_name: str, opponent_name: str) -> str:
    """Describe in a few words who has to act, and how."""
    for name, counts in ((own_name, own), (opponent_name, opponent)):
        if is_done(counts):
            return f"{name} has won"
    name = own_name if scene.turn is Side.OWN else opponent_name
    if scene.offered:
        return f"{name} to answer"
    if scene.dice is None:
        return f"{name} on roll" if scene.turn is scene.on_roll else f"{name} to answer"
    return f"{name} to play {scene.dice[0]} {scene.dice[1]}"
