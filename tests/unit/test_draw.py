"""The public drawing functions: accepted arguments, an offered cube, arrows of a play, and PNG."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET

import pytest

import gammon as bg
from gammon.drawing import CubeOwner, Scene, text

BOARD = "-b----E-C---eE---c-e----B-"
START_ID = "4HPwATDgc/ABMA"


def title(drawn: str) -> str:
    (found,) = (one.text or "" for one in ET.fromstring(drawn) if one.tag.endswith("title"))
    return found


@pytest.mark.parametrize(
    "position",
    [
        bg.Position.start(),
        bg.Xgid(f"{BOARD}:0:0:1:00:0:0:0:0:10"),
        f"XGID={BOARD}:0:0:1:00:0:0:0:0:10",
        START_ID,
        bg.GnubgId(f"{START_ID}:cAkAAAAAAAAE"),
        bg.MatchState.from_xgid(f"{BOARD}:0:0:1:00:0:0:0:0:10"),
    ],
)
def test_a_position_an_id_a_state_and_text_are_drawn(position: bg.Position | bg.Xgid | str) -> None:
    drawn = bg.svg(position)
    assert ET.fromstring(drawn).get("role") == "img"
    assert "167 pips" in title(drawn)
    assert "cube 1 centred" in title(drawn)


def test_arguments_that_cannot_be_drawn_are_named() -> None:
    with pytest.raises(
        TypeError, match="position: expected a Position, Situation, Xgid, GnubgId, MatchState or text, got int"
    ):
        bg.svg(31)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="play: expected a Play, got str"):
        bg.svg(bg.Position.start(), play="8/5 6/5")  # type: ignore[arg-type]
    with pytest.raises(bg.NotationError, match="an XGID, a GNU Backgammon ID, an OGID or a board"):
        bg.svg("no id")
    with pytest.raises(TypeError, match="cube_owner: expected a CubeOwner, got int"):
        Scene(cube_owner=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="moves"):
        Scene(moves=((26, 3),))


@pytest.mark.parametrize(("cube", "owner", "shown"), [(0, 0, 2), (1, 1, 4)])
def test_an_offered_cube_is_drawn_doubled_on_the_side_that_must_answer(cube: int, owner: int, shown: int) -> None:
    offered = f"{BOARD}:{cube}:{owner}:1:D:0:0:0:0:10"
    assert f"cube {shown} offered to Black" in title(bg.svg(offered))
    state = bg.MatchState.from_xgid(offered)
    assert f"cube {shown} offered to " in title(bg.svg(state))
    lines = str(state).splitlines()
    assert any(f"cube {shown}, offered" in line for line in lines[:7])  # The upper half belongs to the opponent.
    scene = Scene(cube=2, cube_owner=CubeOwner.OWN, offered=True)
    assert "cube 4, offered" in "\n".join(text(*_start(), scene).splitlines()[7:])


def _start() -> tuple[tuple[int, ...], tuple[int, ...]]:
    start = bg.Position.start()
    return tuple(start.own), tuple(start.opponent)


def _arrows(drawn: str) -> list[tuple[float, float]]:
    """Return where the arrows' lines begin; each arrow is a wide dark line under a narrow light one."""
    return [(float(x), float(y)) for x, y in re.findall(r'<path d="M([\d.]+) ([\d.]+)L[^>]*stroke-width="3"', drawn)]


def test_a_play_is_drawn_as_arrows() -> None:
    position = bg.Position.start()
    assert _arrows(bg.svg(position)) == []
    play = position.parse_play("8/5 6/5", 3, 1).play
    assert play is not None
    before, after = _arrows(bg.svg(position, play=play)), _arrows(bg.svg(play.position, play=play))
    assert len(before) == len(after) == 2
    # The mover is drawn at the bottom before the play and at the top after it.
    middle = float(ET.fromstring(bg.svg(position)).get("height") or 0) / 2
    assert all(y > middle for _, y in before)
    assert all(y < middle for _, y in after)
    assert [x for x, _ in before] == [x for x, _ in after]


def test_png_is_drawn_where_the_extra_is_installed() -> None:
    pytest.importorskip("resvg_py")
    image = bg.png(bg.Position.start(), width=640)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(image[16:20], "big") == 640


def test_png_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gammon\[png\]'"):
        bg.png(bg.Position.start())
    with pytest.raises(ValueError, match="width: expected 16 to 16384, got 0"):
        bg.png(bg.Position.start(), width=0)
    with pytest.raises(TypeError, match="width: expected an int, got str"):
        bg.png(bg.Position.start(), width="wide")  # type: ignore[arg-type]
