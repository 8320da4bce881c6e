"""Pictures of positions: `svg`, and `png` with the optional extra ``png``."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from gammon import drawing
from gammon._engine import Play, Position, Situation
from gammon.drawing import CubeOwner, Scene, Side
from gammon.match.state import MatchState
from gammon.situation import SituationLike, as_situation

Drawable: TypeAlias = SituationLike
"""What can be drawn: a position, a situation, a state of a match, or an ID as text."""

_OWNERS = {1: CubeOwner.OWN, -1: CubeOwner.OPPONENT, 0: CubeOwner.CENTRED}
_ANSWERED_BY_OPPONENT = ("double", "raccoon")


def svg(position: Drawable, *, play: Play | None = None) -> str:
    """Draw a position as SVG, with cube, dice and score if they are known.

    The player on roll is white, sits at the bottom, and bears off at the lower right. For a pending double, the cube
    shows the doubled value on the side of the player who must answer.

    Parameters
    ----------
    position
        What to draw. Text is read by `Situation.parse`.
    play
        A play to show as arrows. If it leads to the position, it is drawn as the opponent's last play; otherwise as a
        play that the player on roll may make.

    Returns
    -------
    str
        A self-contained ``<svg>`` element that suits any background.

    Raises
    ------
    TypeError
        If `position` or `play` has the wrong type.
    NotationError, PositionError
        If a text contains no ID, or an invalid one.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.svg("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10")[:4]
    '<svg'
    """
    board, scene = _board_and_scene(position)
    if play is not None:
        if not isinstance(play, Play):
            raise TypeError(f"play: expected a Play, got {type(play).__name__}")
        mover = Side.OPPONENT if play.position == board else Side.OWN
        scene = replace(scene, moves=tuple(play.moves), mover=mover)
    return drawing.svg(board.own, board.opponent, scene)


def png(position: Drawable, *, play: Play | None = None, width: int = 1248) -> bytes:
    """Draw a position as PNG; the picture is that of `svg`.

    This needs the optional extra ``png``: ``pip install 'gammon[png]'``.

    Parameters
    ----------
    position
        What to draw.
    play
        A play to show as arrows; see `svg`.
    width
        Width of the image in pixels, 16 to 16384.

    Returns
    -------
    bytes
        The contents of a PNG file.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If `width` is out of its range.
    NotationError, PositionError
        If a text contains no ID, or an invalid one.
    ModuleNotFoundError
        If the extra ``png`` is not installed; the message says how to install it.
    """
    if isinstance(width, bool) or not isinstance(width, int):
        raise TypeError(f"width: expected an int, got {type(width).__name__}")
    if not 16 <= width <= 16384:
        raise ValueError(f"width: expected 16 to 16384, got {width}")
    return rasterise(svg(position, play=play), width=width)


def rasterise(drawn: str, *, width: int) -> bytes:
    """Turn an SVG drawing into PNG.

    Raises
    ------
    ModuleNotFoundError
        If the extra ``png`` is not installed.
    """
    try:
        import resvg_py  # type: ignore[import-not-found, unused-ignore]
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("PNG needs the extra `png`: pip install 'gammon[png]'", name="resvg_py") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width))


def scene_of(found: Situation, dice: tuple[int, int] | None = None) -> Scene:
    """Describe everything but the checkers: cube, offer, score, and the dice given or else those of the situation."""
    offer = found.offer if dice is None else None
    own, opponent = found.score
    crawford = ", Crawford" if found.crawford else ""
    return Scene(
        cube=found.cube,
        cube_owner=_OWNERS[found.cube_owner],
        offered=offer is not None,
        dice=dice or found.dice,
        turn=Side.OPPONENT if offer in _ANSWERED_BY_OPPONENT else Side.OWN,
        score=f"{own}-{opponent}, match to {found.match_length}{crawford}" if found.match_length else "",
    )


def _board_and_scene(position: Drawable) -> tuple[Position, Scene]:
    if isinstance(position, MatchState):
        return position.position, position.scene()
    situation = as_situation(position)
    return situation.position, scene_of(situation)
