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
    Position.__str__ = lambda position: text(position.own, position.opponent)  # type: ignore[method-assign]
    Position._repr_svg_ = lambda position: svg(position.own, position.opponent)  # type: ignore[method-assign]
