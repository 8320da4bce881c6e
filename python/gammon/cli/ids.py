"""Read the IDs that people paste: XGIDs and GNU Backgammon IDs, alone or in the text that programs copy."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

import gammon
from gammon.cli.command import UsageError
from gammon.draw import scene_of
from gammon.drawing import CubeOwner, Scene
from gammon.match import Variant

_OWNERS = {1: CubeOwner.OWN, -1: CubeOwner.OPPONENT, 0: CubeOwner.CENTRED}
_ID_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_BOARD = re.compile(r"[-A-Oa-o]{26}")
_XGID_IN_TEXT = re.compile(r"XGID\s*=\s*([-A-Oa-o]{26}(?::-?\w+)+)", re.IGNORECASE)
_GNUBG_IN_TEXT = re.compile(r"Position ID\s*:\s*([\w+/]{14})(?:\s+Match ID\s*:\s*([\w+/]{12}))?", re.IGNORECASE)
_MOST_READ = 1_000_000
"""Characters of standard input; no program copies as much."""
_MONEY_BEFORE_THE_ROLL = ":0:0:1:00:0:0:0:0:10"


@dataclass(frozen=True, kw_only=True)
class PositionAndState:
    """A position and, as far as the ID tells, the state of its game and match."""

    position: gammon.Position
    """As the player on roll sees it."""
    cube: int = 1
    cube_owner: CubeOwner = CubeOwner.CENTRED
    dice: tuple[int, int] | None = None
    """What the player on roll has thrown; `None` before the throw."""
    match_length: int = 0
    """Points that win the match; 0 for money or where nothing is known."""
    score: tuple[int, int] = (0, 0)
    """Of the player on roll and of the opponent."""
    crawford: bool = False
    id: gammon.Xgid | gammon.GnubgId | None = None
    """The ID as it was read, if it says more than the position."""
    offer: str | None = None
    """What waits for an answer, ``double``, ``beaver`` or ``raccoon``; the double was the player on roll's."""

    def scene(self, dice: tuple[int, int] | None = None) -> Scene:
        """Describe what a drawing shows besides the checkers, with these dice or else the ID's own."""
        return Scene(dice=dice) if self.id is None else scene_of(self.id, dice)

    def stakes(self, scoring: gammon.Scoring) -> gammon.Stakes:
        """Put a score together with the cube of the ID, or with a centred one."""
        if self.id is None:
            return gammon.Stakes(scoring)
        cube = gammon.Cube(self.id.cube, self.id.cube_owner)
        if isinstance(self.id, gammon.Xgid):
            return gammon.Stakes(scoring, cube, self.id.max_cube)
        return gammon.Stakes(scoring, cube)

    @property
    def left_aside(self) -> list[str]:
        """List in words what the ID says about cube, score and an offer, which a cubeless command leaves aside."""
        if self.id is None:
            return []
        owners = {CubeOwner.OWN: "owned", CubeOwner.OPPONENT: "the opponent's", CubeOwner.CENTRED: "centred"}
        score = self._score()
        return [
            f"the cube ({self.cube}, {owners[self.cube_owner]})",
            f"the score ({score})" if score else "the rules for money",
            *([f"the {self.offer} that waits for its answer"] if self.offer else []),
        ]

    @property
    def left_aside_in_words(self) -> str:
        """Say `left_aside` in a sentence, or nothing."""
        listed = self.left_aside
        return f"Without a cube; left aside of the ID: {', '.join(listed)}." if listed else ""

    def _score(self) -> str:
        if not self.match_length:
            return ""
        own, opponent = self.score
        crawford = ", Crawford" if self.crawford else ""
        return f"{own}-{opponent}, match to {self.match_length}{crawford}"


def state_of(text: str | None, variant: Variant | None, checkers: int | None) -> PositionAndState:
    """Read what was typed for ID, or take the start of the game.

    Parameters
    ----------
    text
        The argument; ``-`` stands for standard input, and `None` for the start.
    variant
        That of ``--variant``.
    checkers
        A side's, of ``--checkers``.

    Raises
    ------
    gammon.GammonError
        If no ID can be read; the message says what is wrong and where.
    UsageError
        If checkers are given and no ID.
    """
    if text is None:
        if checkers is not None:
            raise UsageError("--checkers says how an ID is read, and there is none; --variant has a start")
        return PositionAndState(position=(variant or Variant.BACKGAMMON).start)
    if text.strip() == "-":
        text = "" if sys.stdin is None else sys.stdin.read(_MOST_READ)
    return read(text, checkers=variant.checkers if checkers is None and variant is not None else checkers)


def read(text: str, *, checkers: int | None = None) -> PositionAndState:
    """Read an XGID, with or without ``XGID=``, a bare board of 26 characters, or a GNU ID, or text with one in it.

    How many checkers a side has is inferred, as `Situation.parse` does, where it is not given.

    Raises
    ------
    gammon.GammonError
        If it is none of them; the message says what is wrong and where.
    """
    text = _found_in(text).strip()
    if _BOARD.fullmatch(text):
        return PositionAndState(position=gammon.Xgid(text + _MONEY_BEFORE_THE_ROLL, checkers=checkers).position)
    # A GNU ID has no dash, and no colon but the one before its match ID.
    before_colon = text.partition(":")[0]
    is_xgid = text.count(":") > 1 or "-" in before_colon
    if not is_xgid and not (before_colon and _ID_CHARACTERS.issuperset(before_colon)):
        raise gammon.NotationError(f"{_shown(text)} is neither an XGID nor a GNU Backgammon position ID")
    if not is_xgid and ":" not in text:
        return PositionAndState(position=gammon.Situation.parse(text, checkers=checkers).position)
    found = gammon.Xgid(text, checkers=checkers) if is_xgid else gammon.GnubgId(text, checkers=checkers)
    return PositionAndState(
        position=found.position,
        id=found,
        cube=found.cube,
        cube_owner=_OWNERS[found.cube_owner],
        dice=found.dice,
        match_length=found.match_length,
        score=found.score,
        crawford=found.crawford,
        offer=found.offer,
    )


def _found_in(text: str) -> str:
    """Find the ID in what a program put on the clipboard; the text itself where it is but one word."""
    if len(text.split()) < 2:
        return text
    xgid = _XGID_IN_TEXT.search(text)
    if xgid is not None:
        return xgid[1]
    gnubg = _GNUBG_IN_TEXT.search(text)
    if gnubg is not None:
        return gnubg[1] if gnubg[2] is None else f"{gnubg[1]}:{gnubg[2]}"
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
