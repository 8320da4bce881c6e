"""Boards as self-contained SVG: no style sheet, and no identifiers that could clash within a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

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
    is_done,
    one_line,
    pip_count,
    status,
)

# `xml.sax.saxutils` does the same, but importing it takes longer than importing all of gammon.
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

# Lengths in pixels at the drawing's natural size.
_POINT = 40.0
_CHECKER = 35.0
_ROWS = 5
_SPIKE = _ROWS * _CHECKER
_BAND = 58.0
_HALF = _SPIKE + _BAND / 2
_FRAME = 14.0
_STRIP = 46.0
_NUMBERS = 20.0
_BAR_WIDTH = 44.0
_TRAY_WIDTH = 52.0
_LEFT = _FRAME
_BAR_LEFT = _LEFT + 6 * _POINT
_RIGHT = _BAR_LEFT + _BAR_WIDTH
_BOARD_RIGHT = _RIGHT + 6 * _POINT
_TRAY_LEFT = _BOARD_RIGHT + 12
_WIDTH = _TRAY_LEFT + _TRAY_WIDTH + _FRAME
_TOP = _STRIP + _NUMBERS
_MIDDLE = _TOP + _HALF
_BOTTOM = _MIDDLE + _HALF
_HEIGHT = _BOTTOM + _NUMBERS + _STRIP
_CAPTION = 24.0
_CUBE = 32.0
_CUBE_DIGIT = 16.0
_DIE = 34.0
_ARROW = 14.0
_SLAB = 11.0
_NAME = 24
_SCORE = 60

_FRAME_FILL = "#3d4651"
_FRAME_EDGE = "#77828f"
_RECESS = "#545f6b"
_FELT = "#e6e1d6"
_HOME_FELT = "#f2eee6"
_SPIKES = ("#c3b196", "#93a5a6")
_LABEL = "#e9ecef"
_FAINT = "#b9c1c9"
_LIGHT, _LIGHT_EDGE = "#fdfcf9", "#57534c"
_DARK, _DARK_EDGE = "#262b32", "#9aa3ac"
_INK = {_LIGHT: _DARK, _DARK: _LIGHT}
_EDGE = {_LIGHT: _LIGHT_EDGE, _DARK: _DARK_EDGE}
_FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def svg(own: Sequence[int], opponent: Sequence[int], scene: Scene = PLAIN) -> str:
    """Draw a board as SVG.

    The player on roll is white, sits at the bottom and has the home board at the lower right; the
    opponent is black. Points are numbered from the side of the player on roll unless the scene says
    otherwise. Each player's checkers on the bar are in the half of the board where they enter.

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
        One self-contained ``<svg>`` element that suits any background.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ArgumentError
        If the counts are not a valid board.
    """
    check_counts(own, opponent)
    check("scene", scene, Scene)
    own_name = one_line(scene.own_name, _NAME) or "White"
    opponent_name = one_line(scene.opponent_name, _NAME) or "Black"
    score = one_line(scene.score, _SCORE)
    height = _HEIGHT + (_CAPTION if score else 0)
    title = (
        f"Backgammon: {status(own, opponent, scene, own_name, opponent_name)}; "
        f"{own_name} {pip_count(own)} pips, {opponent_name} {pip_count(opponent)} pips; {_cube_words(scene)}"
    )
    body = [
        _tag("title", _escape(title)),
        _rect(0.5, 0.5, _WIDTH - 1, height - 1, _FRAME_FILL, round_=8, edge=_FRAME_EDGE),
        *_surface(scene),
        *_home_mark(Side.OPPONENT),
        *_home_mark(Side.OWN),
        *_checkers(own, opponent),
        *_tray(opponent[OFF], _DARK, _TOP, downward=True),
        *_tray(own[OFF], _LIGHT, _BOTTOM, downward=False),
        *_name(scene, Side.OPPONENT, opponent_name, opponent, over=is_done(own) or is_done(opponent)),
        *_name(scene, Side.OWN, own_name, own, over=is_done(own) or is_done(opponent)),
        *_cube(scene),
        *_dice(scene),
        *_arrows(scene),
    ]
    if score:
        body.append(_label(_WIDTH / 2, _HEIGHT + 2, score, size=13, fill=_LABEL))
    return _tag(
        "svg",
        "".join(body),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(_WIDTH)} {_number(height)}",
        width=_WIDTH,
        height=height,
        role="img",
        aria_label=title,
        font_family=_FONT,
        style="max-width:100%;height:auto",
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _escape(words: str) -> str:
    """Escape text for use between tags or in an attribute."""
    return words.translate(_ENTITIES)


def _tag(element: str, content: str = "", **attributes: str | float) -> str:
    """Return an element; underscores in attribute names become hyphens."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_escape(value if isinstance(value, str) else _number(value))}"'
        for name, value in attributes.items()
    )
    return f"<{element}{written}>{content}</{element}>" if content else f"<{element}{written}/>"


def _rect(x: float, y: float, width: float, height: float, fill: str, *, round_: float = 0, edge: str = "none") -> str:
    return _tag("rect", x=x, y=y, width=width, height=height, rx=round_, fill=fill, stroke=edge)


def _label(
    x: float, y: float, words: str, *, size: float, fill: str, anchor: str = "middle", weight: str = "400"
) -> str:
    """Return a text element, vertically centred on `y`."""
    # Some renderers do not support `dominant-baseline`.
    return _tag(
        "text",
        _escape(words),
        x=x,
        y=y + 0.355 * size,
        font_size=size,
        font_weight=weight,
        fill=fill,
        text_anchor=anchor,
    )


def _column(point: int) -> float:
    """Return the x coordinate of the middle of `point`, as the player on roll numbers it."""
    place = point - 13 if point > 12 else 12 - point
    return (_LEFT if place < 6 else _RIGHT - 6 * _POINT) + (place + 0.5) * _POINT


def _surface(scene: Scene) -> Iterator[str]:
    """Draw the empty board: felt, points and their numbers, bar, trays."""
    yield _rect(_LEFT, _TOP, 6 * _POINT, 2 * _HALF, _FELT)
    yield _rect(_RIGHT, _TOP, 6 * _POINT, 2 * _HALF, _HOME_FELT)
    yield _rect(_BAR_LEFT, _TOP, _BAR_WIDTH, 2 * _HALF, _RECESS)
    for top in (_TOP, _MIDDLE + 3):
        yield _rect(_TRAY_LEFT, top, _TRAY_WIDTH, _HALF - 3, _RECESS, round_=3)
    for point in range(1, POINTS + 1):
        x, is_top = _column(point), point > 12
        base, tip = (_TOP, _TOP + _SPIKE) if is_top else (_BOTTOM, _BOTTOM - _SPIKE)
        corners = ((x - _POINT / 2, base), (x + _POINT / 2, base), (x, tip))
        yield _tag(
            "polygon",
            points=" ".join(f"{_number(a)},{_number(b)}" for a, b in corners),
            fill=_SPIKES[point % 2],
        )
        y = _TOP - _NUMBERS / 2 if is_top else _BOTTOM + _NUMBERS / 2
        yield _label(x, y, str(scene.number_of(point)), size=12, fill=_LABEL)


def _home_mark(side: Side) -> Iterator[str]:
    """Draw a line in a player's colour along their home board, with a label."""
    y, fill, words = (
        (_HEIGHT - _STRIP, _LIGHT, "White's home board") if side is Side.OWN else (_STRIP, _DARK, "Black's home board")
    )
    yield _rect(_RIGHT + 1, y - 2, 6 * _POINT - 2, 4, fill, round_=2, edge=_EDGE[fill])
    middle = y + 16 if side is Side.OWN else y - 16
    yield _label(_RIGHT + 3 * _POINT, middle, words, size=12, fill=_FAINT)


def _checkers(own: Sequence[int], opponent: Sequence[int]) -> Iterator[str]:
    for point in range(1, POINTS + 1):
        is_top = point > 12
        first = _TOP + _CHECKER / 2 + 0.5 if is_top else _BOTTOM - _CHECKER / 2 - 0.5
        step = _CHECKER if is_top else -_CHECKER
        for count, fill in ((own[point], _LIGHT), (opponent[POINTS + 1 - point], _DARK)):
            yield from _stack(_column(point), first, step, count, fill)
    bar = _BAR_LEFT + _BAR_WIDTH / 2
    yield from _stack(bar, _MIDDLE - _BAND / 2, -_CHECKER, own[BAR], _LIGHT)
    yield from _stack(bar, _MIDDLE + _BAND / 2, _CHECKER, opponent[BAR], _DARK)


def _stack(x: float, first: float, step: float, count: int, fill: str) -> Iterator[str]:
    """Draw a stack of at most five checkers; if there are more, the last one shows their number."""
    shown = min(count, _ROWS)
    for place in range(shown):
        yield _tag(
            "circle",
            cx=x,
            cy=first + place * step,
            r=_CHECKER / 2 - 1,
            fill=fill,
            stroke=_EDGE[fill],
            stroke_width=1.5,
        )
    if count > shown:
        yield _label(x, first + (shown - 1) * step, str(count), size=16, fill=_INK[fill], weight="600")


def _tray(count: int, fill: str, edge: float, *, downward: bool) -> Iterator[str]:
    """Draw borne-off checkers edge-on, from the outer edge of a tray inwards, and their number."""
    direction = 1 if downward else -1
    for place in range(count):
        near = edge + direction * (4 + place * _SLAB)
        y = near if downward else near - _SLAB
        yield _rect(_TRAY_LEFT + 5, y + 0.75, _TRAY_WIDTH - 10, _SLAB - 1.5, fill, round_=2.5, edge=_EDGE[fill])
    y = edge + direction * (4 + 15 * _SLAB + 16)
    yield _label(_TRAY_LEFT + _TRAY_WIDTH / 2, y, f"{count} off", size=12, fill=_LABEL if count else _FAINT)


def _name(scene: Scene, side: Side, name: str, counts: Sequence[int], *, over: bool) -> Iterator[str]:
    """Draw a player's name and pip count in their strip, with an arrow if they have to act."""
    y = _strip_middle(side)
    owner = CubeOwner.OWN if side is Side.OWN else CubeOwner.OPPONENT
    x = _LEFT + (_cube_width(scene) + 10 if scene.cube_place is owner else 0)
    if scene.turn is side and not over:
        yield _tag("path", d=f"M{_number(x)} {_number(y - 6)}l10 6l-10 6z", fill=_LABEL)
        x += 16
    fill = _LIGHT if side is Side.OWN else _DARK
    yield _tag("circle", cx=x + 6, cy=y, r=6, fill=fill, stroke=_EDGE[fill], stroke_width=1.5)
    # One text element, so that the pip count follows the name whatever the font's width.
    name_words = _tag("tspan", _escape(name), font_weight="600")
    pips = _tag("tspan", f"{pip_count(counts)} pips", dx=9, fill=_FAINT, font_size=13)
    yield _tag("text", name_words + pips, x=x + 19, y=y + 5.3, font_size=15, fill=_LABEL)


def _strip_middle(side: Side) -> float:
    return _HEIGHT - _STRIP / 2 if side is Side.OWN else _STRIP / 2


def _cube_words(scene: Scene) -> str:
    words = {CubeOwner.CENTRED: "centred", CubeOwner.OWN: "with White", CubeOwner.OPPONENT: "with Black"}
    if scene.offered:
        return f"cube {scene.shown_cube} offered to {'White' if scene.turn is Side.OWN else 'Black'}"
    return f"cube {scene.cube} {words[scene.cube_owner]}"


def _cube(scene: Scene) -> Iterator[str]:
    """Draw the cube: at the upper right if centred, otherwise beside its owner or whoever must answer (R9.2)."""
    width = _cube_width(scene)
    y = _strip_middle(Side.OWN if scene.cube_place is CubeOwner.OWN else Side.OPPONENT)
    x = _WIDTH - _FRAME - width / 2 if scene.cube_place is CubeOwner.CENTRED else _LEFT + width / 2
    yield _rect(x - width / 2, y - _CUBE / 2, width, _CUBE, _LIGHT, round_=5, edge=_LIGHT_EDGE)
    yield _label(x, y, str(scene.shown_cube), size=_CUBE_DIGIT, fill=_DARK, weight="700")


def _cube_width(scene: Scene) -> float:
    """Return the drawn width of the cube: square for up to two digits, wider for more."""
    return max(_CUBE, len(str(scene.shown_cube)) * 0.68 * _CUBE_DIGIT + 10)


def _arrows(scene: Scene) -> Iterator[str]:
    """Draw the last play: an arrow for each move."""
    fill = _LIGHT if scene.mover is Side.OWN else _DARK
    for start, end in scene.moves:
        (x1, y1), (x2, y2) = _place(start, scene.mover), _place(end, scene.mover)
        length = math.hypot(x2 - x1, y2 - y1)
        if not length:
            continue
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        neck = (x2 - dx * _ARROW, y2 - dy * _ARROW)
        corners = ((x2, y2), (neck[0] - dy * 7, neck[1] + dx * 7), (neck[0] + dy * 7, neck[1] - dx * 7))
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
        for width, colour in ((6.0, _EDGE[fill]), (3.0, fill)):
            yield _tag("path", d=_line((x1, y1), neck), stroke=colour, stroke_width=width, fill="none")
        yield _tag("polygon", points=points, fill=fill, stroke=_EDGE[fill], stroke_width=1.5)


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f"M{_number(start[0])} {_number(start[1])}L{_number(end[0])} {_number(end[1])}"


def _place(place: int, side: Side) -> tuple[float, float]:
    """Return where an arrow begins or ends: the middle of a point, the bar or a tray."""
    if place == OFF:
        return _TRAY_LEFT + _TRAY_WIDTH / 2, (_BOTTOM - _SPIKE / 2 if side is Side.OWN else _TOP + _SPIKE / 2)
    if place == BAR:
        shift = _BAND / 2 if side is Side.OPPONENT else -_BAND / 2
        return _BAR_LEFT + _BAR_WIDTH / 2, _MIDDLE + shift
    point = place if side is Side.OWN else POINTS + 1 - place
    return _column(point), (_TOP + _SPIKE / 2 if point > 12 else _BOTTOM - _SPIKE / 2)


def _dice(scene: Scene) -> Iterator[str]:
    """Draw the dice on the right for the player on roll, on the left for the opponent."""
    if scene.dice is None:
        return
    left, fill = (_RIGHT, _LIGHT) if scene.turn is Side.OWN else (_LEFT, _DARK)
    for die, shift in zip(scene.dice, (-1, 1), strict=True):
        x, y = left + 3 * _POINT + shift * (_DIE / 2 + 5), _MIDDLE
        yield _rect(x - _DIE / 2, y - _DIE / 2, _DIE, _DIE, fill, round_=6, edge=_EDGE[fill])
        for across, down in _PIPS[die]:
            yield _tag("circle", cx=x + across * 9, cy=y + down * 9, r=3.2, fill=_INK[fill])
