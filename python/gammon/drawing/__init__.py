"""Drawings of boards: text for a terminal, SVG for a notebook.

The functions take plain counts, so they draw the engine's positions and the reference's boards in the same way.
"""

from gammon._engine import Position
from gammon.drawing.scene import CubeOwner, Scene, Side
from gammon.drawing.svg import svg
from gammon.drawing.text import text

__all__ = ["CubeOwner", "Scene", "Side", "install", "svg", "text"]


def install() -> None:
    """Set ``str(position)`` and the notebook display of the engine's `Position`.

    The drawings are written in Python, which the compiled class cannot import, so `gammon` installs them on import.
    """
    Position.__str__ = _in_letters  # type: ignore[assignment, method-assign]
    Position._repr_svg_ = _as_svg  # type: ignore[assignment, method-assign]


def _in_letters(position: Position) -> str:
    return text(position.own, position.opponent)


def _as_svg(position: Position) -> str:
    return svg(position.own, position.opponent)
