"""Boards as text: thirteen lines plus two for labels, at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Sequence

from gammon.arguments import check
from gammon.drawing.scene import (
    BAR,
    OFF,
    PLAIN,
    POINTS,
    CubeOwner,
    Scene,
    Side,
    check_counts,
    one_line,
    pip_count,
    status,
)

_ROWS = 5
"""Rows per point; if there are more checkers, the last row shows their number."""
_EMPTY = "   "
_TRAY = 3
"""Borne-off checkers per row; five rows hold all fifteen."""
_NAME = 24
_SCORE = 30
_MIDDLE = _ROWS + 1


def text(own: Sequence[int], opponent: Sequence[int], scene: Scene = PLAIN) -> str:
    """Draw a board as text.

    The player on roll is X, sits at the bottom and has the home board at the lower right; the
    opponent is O. Points are numbered from the side of the player on roll unless the scene says
    otherwise, and ``=`` marks the edges of the two home boards. Each player's checkers on the bar
    are in the half of the board where they enter.

    Parameters
    ----------
    own
        Checkers of the player on roll, 26 counts: off, points 1 to 24 numbered from their side, bar.
    opponent
        Checkers of the opponent in the same form, numbered from the opponent's side.
    scene
        Cube, dice, score, names and the last moves.

    Returns
    -------
    str
        Lines of at most 80 columns, without a final line break; ASCII if names and score are ASCII.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ArgumentError
        If the counts are not a valid board.
    """
    check_counts(own, opponent)
    check("scene", scene, Scene)
    top = [_point(own, opponent, point) for point in range(13, 25)]
    bottom = [_point(own, opponent, point) for point in range(12, 0, -1)]
    # Bar stacks grow outwards from the middle, so their rows are in the opposite order to those of the points.
    upper_bar, lower_bar = _stack(own[BAR], "X")[::-1], _stack(opponent[BAR], "O")[::-1]
    upper_tray, lower_tray = _tray(opponent[OFF], "O"), _tray(own[OFF], "X")
    board = [_edge(range(13, 25), scene)]
    board += [_row([stack[i] for stack in top], upper_bar[i], upper_tray[i]) for i in range(_ROWS)]
    board += [_row([_EMPTY] * 12, "BAR", "OFF")]
    board += [_row([stack[i] for stack in bottom], lower_bar[i], lower_tray[i]) for i in reversed(range(_ROWS))]
    board += [_edge(range(12, 0, -1), scene)]
    panel = _panel(own, opponent, scene)
    lines = [_home("O"), *(f" {line}  {panel.get(row, '')}" for row, line in enumerate(board)), _home("X")]
    return "\n".join(line.rstrip() for line in lines)


def _point(own: Sequence[int], opponent: Sequence[int], point: int) -> list[str]:
    return _stack(own[point], "X") if own[point] else _stack(opponent[POINTS + 1 - point], "O")


def _stack(count: int, letter: str) -> list[str]:
    """Return the rows of a stack from the edge of the board inwards, three characters each."""
    cells = [f" {letter} " if row < count else _EMPTY for row in range(_ROWS)]
    if count > _ROWS:
        cells[-1] = f"{count:>2} "
    return cells


def _tray(count: int, letter: str) -> list[str]:
    """Return the rows of a tray of borne-off checkers from the edge inwards, three characters each."""
    return [(letter * min(max(count - _TRAY * row, 0), _TRAY)).ljust(_TRAY) for row in range(_ROWS)]


def _moved(scene: Scene) -> frozenset[int]:
    """Return the points that the last play left or reached, numbered from the own side; they get a ``*``."""
    places = {place for move in scene.moves for place in move if OFF < place < BAR}
    return frozenset(places if scene.mover is Side.OWN else (POINTS + 1 - place for place in places))


def _edge(points: Sequence[int], scene: Scene) -> str:
    return f"+{_numbers(points[:6], '-', scene)}+---+{_numbers(points[6:], '=', scene)}+---+"


def _numbers(points: Sequence[int], fill: str, scene: Scene) -> str:
    moved = _moved(scene)
    return "".join(f"{scene.number_of(point):{fill}>2}{'*' if point in moved else fill}" for point in points)


def _row(cells: Sequence[str], bar: str, tray: str) -> str:
    return f"|{''.join(cells[:6])}|{bar}|{''.join(cells[6:])}|{tray}|"


def _home(letter: str) -> str:
    """Return the label of a home board, centred over the right half."""
    return " " * 25 + f"{letter}'s home board".center(18)


def _panel(own: Sequence[int], opponent: Sequence[int], scene: Scene) -> dict[int, str]:
    """Return the lines to the right of the board, by row."""
    cube = f"cube {scene.shown_cube}"
    last = 2 * _MIDDLE
    panel = {
        1: f"O  {one_line(scene.opponent_name, _NAME)}",
        2: _tally(opponent),
        _MIDDLE: status(own, opponent, scene, "X", "O"),
        _MIDDLE + 1: one_line(scene.score, _SCORE),
        last - 2: _tally(own),
        last - 1: f"X  {one_line(scene.own_name, _NAME)}",
    }
    # A centred cube is shown at the upper right of the board, any other beside its owner (R9.2).
    match scene.cube_place:
        case CubeOwner.CENTRED:
            panel[0] = f"{cube}, centred"
        case CubeOwner.OPPONENT:
            panel[3] = f"{cube}, offered" if scene.offered else f"{cube}, O's"
        case CubeOwner.OWN:
            panel[last - 3] = f"{cube}, offered" if scene.offered else f"{cube}, X's"
    return panel


def _tally(counts: Sequence[int]) -> str:
    return f"{pip_count(counts)} pips, {counts[OFF]} off"
