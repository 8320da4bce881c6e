"""Read the IDs that people paste: XGIDs and GNU Backgammon IDs."""

from __future__ import annotations

from dataclasses import dataclass

import gammon
from gammon.drawing import CubeOwner, Scene, Side

_OWNERS = {1: CubeOwner.OWN, -1: CubeOwner.OPPONENT, 0: CubeOwner.CENTRED}
_HIS_TO_ANSWER = ("double", "raccoon")
_ID_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


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
    """Of the player on roll and of his opponent."""
    crawford: bool = False
    id: gammon.Xgid | gammon.GnubgId | None = None
    """The ID as it was read, if it says more than the position."""
    offer: str | None = None
    """What waits for an answer, ``double``, ``beaver`` or ``raccoon``; the double was the player on roll's."""

    def scene(self, dice: tuple[int, int] | None = None) -> Scene:
        """Describe what a drawing shows besides the checkers, with these dice or else the ID's own."""
        is_his = dice is None and self.offer in _HIS_TO_ANSWER
        return Scene(
            cube=self.cube,
            cube_owner=self.cube_owner,
            dice=dice or self.dice,
            turn=Side.OPPONENT if is_his else Side.OWN,
            score=self._score(),
        )

    def _score(self) -> str:
        if not self.match_length:
            return ""
        own, opponent = self.score
        crawford = ", Crawford" if self.crawford else ""
        return f"{own}-{opponent}, match to {self.match_length}{crawford}"


def read(text: str) -> PositionAndState:
    """Read an XGID, with or without ``XGID=``, or a GNU position ID, with or without its match ID.

    Raises
    ------
    gammon.GammonError
        If it is neither; the message says what is wrong and where.
    """
    text = text.strip()
    # A GNU ID has no dash, and no colon but the one before its match ID.
    before_colon = text.partition(":")[0]
    is_xgid = text.count(":") > 1 or "-" in before_colon
    if not is_xgid and not (before_colon and _ID_CHARACTERS.issuperset(before_colon)):
        raise gammon.NotationError(f"{text!r} is neither an XGID nor a GNU Backgammon position ID")
    if not is_xgid and ":" not in text:
        return PositionAndState(position=gammon.Position.from_gnubg_id(text))
    found = gammon.Xgid(text) if is_xgid else gammon.GnubgId(text)
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


def start() -> PositionAndState:
    """Give what a command works on when it is given no ID: the start of a game."""
    return PositionAndState(position=gammon.Position.start())
