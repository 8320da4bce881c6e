"""What a drawing shows besides the checkers, and what both kinds of drawing work out alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

OFF = 0
"""Where in the counts the borne-off checkers are."""
BAR = 25
"""Where in the counts the checkers on the bar are."""
POINTS = 24


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
    ValueError
        If the cube is below 1, a die is not 1 to 6, or a move is from or to no place.
    TypeError
        If a side or an owner is not one.
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
            if not isinstance(value, kind):
                raise TypeError(f"{name}: expected a {kind.__name__}, got {type(value).__name__}")
        if isinstance(self.cube, bool) or not isinstance(self.cube, int):
            raise TypeError(f"cube: expected an int, got {type(self.cube).__name__}")
        if not all(OFF <= place <= BAR for move in self.moves for place in move):
            raise ValueError(f"moves: expected places from {OFF} (off) to {BAR} (bar), got {self.moves}")
        if self.cube < 1:
            raise ValueError(f"a doubling cube shows 1 or more, not {self.cube}")
        if self.dice is not None and not all(1 <= die <= 6 for die in self.dice):
            raise ValueError(f"dice show 1 to 6, not {self.dice}")

    def number_of(self, point: int) -> int:
        """Return the number that a point has, which is given as the own side counts it."""
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


PLAIN = Scene()
"""A centred cube at 1 and no dice."""


def check(own: Sequence[int], opponent: Sequence[int]) -> None:
    """Refuse counts that cannot be drawn.

    Raises
    ------
    ValueError
        If a side has not 26 counts, one is negative, or both sides are on one point.
    """
    for name, counts in (("the player on roll", own), ("the opponent", opponent)):
        if len(counts) != BAR + 1:
            raise ValueError(f"{name} has {len(counts)} counts, not {BAR + 1}")
        for place, count in enumerate(counts):
            if count < 0:
                raise ValueError(f"{name} has {count} checkers at place {place}")
    for point in range(1, POINTS + 1):
        if own[point] and opponent[POINTS + 1 - point]:
            raise ValueError(f"both players are on the {point}-point of the player on roll")


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
