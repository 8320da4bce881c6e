"""Boards as people look at them: letters for a terminal, SVG for a notebook.

It takes plain counts, so that the engine's positions and the reference's boards are drawn alike.
"""

from gammon._engine import Position
from gammon.drawing.scene import CubeOwner, Scene, Side
from gammon.drawing.svg import svg
from gammon.drawing.text import text

__all__ = ["CubeOwner", "Scene", "Side", "install", "svg", "text"]


def install() -> None:
    """Give the engine's positions their drawings: ``str(position)``, and the board that a notebook shows.

    Both are written in Python, and the compiled class cannot import upwards; so `gammon` hands them down once.
    """
    Position.__str__ = _in_letters  # type: ignore[assignment, method-assign]
    Position._repr_svg_ = _as_svg  # type: ignore[assignment, method-assign]


def _in_letters(position: Position) -> str:
    return text(position.own, position.opponent)


def _as_svg(position: Position) -> str:
    return svg(position.own, position.opponent)
