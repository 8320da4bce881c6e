"""Drawings, read back by readers that use only what a person would see."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import pytest

import gammon
from gammon.drawing import CubeOwner, Scene, Side, svg, text

Counts: TypeAlias = list[int]
Boards: TypeAlias = tuple[Counts, Counts]
Draw: TypeAlias = Callable[[Counts, Counts], str]
Where: TypeAlias = Callable[[float, float], bool]

_SVG = "{http://www.w3.org/2000/svg}"


def _counts(**places: int) -> Counts:
    """Return 26 counts: ``p6=5`` is five checkers on the 6-point; ``off`` and ``bar`` name those places."""
    index = {"off": 0, "bar": 25} | {f"p{point}": point for point in range(1, 25)}
    counts = [0] * 26
    for place, count in places.items():
        counts[index[place]] = count
    return counts


START = _counts(p24=2, p13=5, p8=3, p6=5)
SPECIAL: dict[str, Boards] = {
    "start": (START, START),
    "15 on one point": (_counts(p1=15), _counts(p13=15)),
    "15 on the bar": (_counts(bar=15), _counts(bar=15)),
    "15 off": (_counts(off=15), _counts(off=14, p24=1)),
    "15 off above": (_counts(off=14, p24=1), _counts(off=15)),
    "hypergammon": (_counts(p24=1, p23=1, p22=1), _counts(p24=1, p23=1, bar=1)),
    "bear-off": (_counts(off=7, p6=1, p3=6, p1=1), _counts(off=4, p5=5, p2=6)),
    "six": (_counts(p20=6, p7=9), _counts(bar=6, p20=9)),
}


def _random_boards(seed: int, number: int) -> Iterator[Boards]:
    rng = random.Random(seed)
    for _ in range(number):
        own, opponent = [0] * 26, [0] * 26
        checkers = rng.choice((3, 15, 15))
        few = rng.randint(1, 25)  # Makes tall stacks as likely as scattered checkers.
        places = rng.sample(range(26), few)
        for _ in range(checkers):
            own[rng.choice(places)] += 1
        free = [place for place in range(26) if place in (0, 25) or not own[25 - place]]
        places = rng.sample(free, min(few, len(free)))
        for _ in range(checkers):
            opponent[rng.choice(places)] += 1
        yield own, opponent


ALL = [*SPECIAL.values(), *_random_boards(seed=5, number=200)]


def test_the_drawing_of_the_start() -> None:
    drawn = """
                           O's home board
 +13-14-15-16-17-18-+---+19=20=21=22=23=24=+---+  cube 1, centred
 | X           O    |   | O              X |   |  O
 | X           O    |   | O              X |   |  167 pips, 0 off
 | X           O    |   | O                |   |
 | X                |   | O                |   |
 | X                |   | O                |   |
 |                  |BAR|                  |OFF|  X on roll
 | O                |   | X                |   |
 | O                |   | X                |   |
 | O           X    |   | X                |   |
 | O           X    |   | X              O |   |  167 pips, 0 off
 | O           X    |   | X              O |   |  X
 +12-11-10--9--8--7-+---+=6==5==4==3==2==1=+---+
                           X's home board"""
    assert text(START, START) == drawn[1:]


def test_the_drawing_of_stacks_trays_cube_dice_score_and_names() -> None:
    own, opponent = _counts(off=4, bar=7, p6=4), _counts(off=6, p6=7, p1=1)
    scene = Scene(
        cube=4, cube_owner=CubeOwner.OPPONENT, dice=(3, 1), score="3-5, match to 7", own_name="Ann", opponent_name="Bob"
    )
    drawn = """
                           O's home board
 +13-14-15-16-17-18-+---+19=20=21=22=23=24=+---+
 |                  | 7 | O              O |OOO|  O  Bob
 |                  | X | O                |OOO|  43 pips, 6 off
 |                  | X | O                |   |  cube 4, O's
 |                  | X | O                |   |
 |                  | X | 7                |   |
 |                  |BAR|                  |OFF|  X to play 3 1
 |                  |   |                  |   |  3-5, match to 7
 |                  |   | X                |   |
 |                  |   | X                |   |
 |                  |   | X                |X  |  199 pips, 4 off
 |                  |   | X                |XXX|  X  Ann
 +12-11-10--9--8--7-+---+=6==5==4==3==2==1=+---+
                           X's home board"""
    assert text(own, opponent, scene) == drawn[1:]


@pytest.mark.parametrize("boards", ALL)
def test_text_can_be_read_back(boards: Boards) -> None:
    drawn = text(*boards)
    assert _read_text(drawn) == boards
    for counts in boards:
        assert f"{_pips(counts)} pips, {counts[0]} off" in drawn


@pytest.mark.parametrize("boards", ALL)
def test_svg_can_be_read_back(boards: Boards) -> None:
    drawn = svg(*boards)
    assert _Picture(drawn).checkers() == boards
    for counts in boards:
        assert f"{_pips(counts)} pips" in drawn


@pytest.mark.parametrize("owner", CubeOwner)
@pytest.mark.parametrize("cube", [1, 64, 2**24])
def test_text_is_ascii_in_fifteen_lines_of_at_most_80_columns(owner: CubeOwner, cube: int) -> None:
    long = "a name that nobody has " * 9
    scene = Scene(cube=cube, cube_owner=owner, dice=(6, 6), score=long, own_name=long, opponent_name=long)
    for boards in ALL:
        lines = text(*boards, scene).split("\n")
        assert len(lines) == 15
        assert all(len(line) <= 80 and line == line.rstrip() and line.isascii() for line in lines)


def test_text_marks_the_home_boards() -> None:
    lines = text(START, START).split("\n")
    assert "O's home board" in lines[0]
    assert "X's home board" in lines[-1]
    for line in (lines[1], lines[-2]):
        marked = {int(number) for number in re.findall(r"(\d+)=", line)}
        assert marked == {number for number in map(int, re.findall(r"\d+(?=[-=])", line)) if not 7 <= number <= 18}


@pytest.mark.parametrize(
    ("owner", "row"), [(CubeOwner.CENTRED, 1), (CubeOwner.OPPONENT, 4), (CubeOwner.OWN, 10)], ids=lambda x: str(x)
)
def test_text_shows_the_cube_beside_its_owner(owner: CubeOwner, row: int) -> None:
    lines = text(START, START, Scene(cube=2**24, cube_owner=owner)).split("\n")
    assert [number for number, line in enumerate(lines) if "cube 16777216" in line] == [row]


@pytest.mark.parametrize(
    ("owner", "is_left", "is_top"),
    [(CubeOwner.CENTRED, False, True), (CubeOwner.OPPONENT, True, True), (CubeOwner.OWN, True, False)],
)
@pytest.mark.parametrize("cube", [2, 64, 2**24])
def test_svg_shows_the_cube_beside_its_owner(owner: CubeOwner, is_left: bool, is_top: bool, cube: int) -> None:
    picture = _Picture(svg(START, START, Scene(cube=cube, cube_owner=owner)))
    x, y, _ = picture.words(str(cube), picture.is_outside_the_board)
    assert (x < picture.width / 2, y < picture.height / 2) == (is_left, is_top)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("dice", [(1, 2), (3, 4), (6, 5), (2, 2)])
def test_svg_shows_the_dice_on_the_side_of_the_player_who_rolled(side: Side, dice: tuple[int, int]) -> None:
    picture = _Picture(svg(START, START, Scene(dice=dice, turn=side)))
    bar = (picture.columns[18] + picture.columns[19]) / 2
    pips = [x for x, _, radius, _ in picture.circles if radius < 5]
    assert len(pips) == sum(dice)
    assert all((x > bar) is (side is Side.OWN) for x in pips)


def test_svg_marks_the_home_boards() -> None:
    picture = _Picture(svg(START, START))
    for words, is_top in (("White's home board", False), ("Black's home board", True)):
        x, y, _ = picture.words(words, picture.is_outside_the_board)
        assert picture.columns[6] <= x <= picture.columns[1]
        assert (y < picture.height / 2) is is_top


def test_svg_is_self_contained_and_safe_to_embed_in_a_notebook() -> None:
    drawn = svg(START, START, Scene(dice=(3, 1), score="3-5, match to 7"))
    root = ET.fromstring(drawn)
    assert root.tag == f"{_SVG}svg"
    for element in root.iter():
        assert element.tag.removeprefix(_SVG) in {"svg", "title", "rect", "circle", "polygon", "path", "text", "tspan"}
        assert not {"id", "class", "href"} & set(element.attrib)
    assert "url(" not in drawn
    title = root.findtext(f"{_SVG}title")
    assert title == "Backgammon: White to play 3 1; White 167 pips, Black 167 pips; cube 1 centred"
    assert (root.get("role"), root.get("aria-label")) == ("img", title)


def test_names_are_escaped() -> None:
    name = 'A<b & "c">\x00\x1b[31m\ud800\nd'
    scene = Scene(own_name=name, opponent_name=name, score=name)
    root = ET.fromstring(svg(START, START, scene))
    assert 'A<b & "c"> [31m d' in "".join(root.itertext())
    drawn = text(START, START, scene)
    assert drawn.count('A<b & "c"> [31m d') == 3
    assert len(drawn.split("\n")) == 15


def test_svg_leaves_space_for_a_score_only_if_there_is_one() -> None:
    without, with_score = (_Picture(svg(START, START, Scene(score=score))) for score in ("", "3-5"))
    assert with_score.height > without.height
    assert without.height < with_score.words("3-5", lambda x, y: True)[1] < with_score.height


@pytest.mark.parametrize(
    ("boards", "scene", "status"),
    [
        (SPECIAL["start"], Scene(), "X on roll"),
        (SPECIAL["start"], Scene(turn=Side.OPPONENT), "O to answer"),
        (SPECIAL["start"], Scene(dice=(6, 4), turn=Side.OPPONENT), "O to play 6 4"),
        (SPECIAL["15 off"], Scene(), "X has won"),
        (SPECIAL["15 off above"], Scene(dice=(1, 1)), "O has won"),
    ],
)
def test_text_and_svg_say_who_is_to_act(boards: Boards, scene: Scene, status: str) -> None:
    assert f"|OFF|  {status}\n" in text(*boards, scene)
    assert status.replace("X", "White").replace("O", "Black") in svg(*boards, scene)


def test_str_and_repr_svg_of_a_position_are_its_drawings() -> None:
    position = gammon.Position(START, _counts(p24=1, p13=6, p8=3, p6=5))
    assert str(position) == text(position.own, position.opponent)
    assert position._repr_svg_() == svg(position.own, position.opponent)


@pytest.mark.parametrize("draw", [text, svg])
@pytest.mark.parametrize(
    ("own", "opponent", "message"),
    [
        (START[:25], START, "the player on roll: expected 26 counts, got 25"),
        (START, [*START, 0], "the opponent: expected 26 counts, got 27"),
        (START, [-1, *START[1:]], "the opponent, place 0 is -1"),
        (_counts(p24=1), _counts(p1=1), "both players are on the 24-point"),
    ],
)
def test_invalid_boards_are_refused(draw: Draw, own: Counts, opponent: Counts, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw(own, opponent)


def test_impossible_cube_and_dice_values_are_refused() -> None:
    with pytest.raises(ValueError, match="cube is 0"):
        Scene(cube=0)
    for dice in ((0, 1), (1, 7)):
        with pytest.raises(ValueError, match=r"dice is [07]; it must be from 1 to 6"):
            Scene(dice=dice)


def _pips(counts: Sequence[int]) -> int:
    return sum(place * count for place, count in enumerate(counts))


def _read_text(drawn: str) -> Boards:
    """Read the checkers from a text drawing, using the point numbers along its edges."""
    lines = drawn.split("\n")
    upper, lower = lines[2:7], lines[8:13][::-1]
    own, opponent = [0] * 26, [0] * 26
    for edge, rows in ((lines[1], upper), (lines[-2], lower)):
        for number in re.finditer(r"\d+(?=[-=])", edge):
            letter, count = _read_stack([row[number.end() - 2 : number.end() + 1] for row in rows])
            point = int(number[0])
            if letter == "X":
                own[point] = count
            else:
                opponent[25 - point] = count
    (_, own[25]), (_, opponent[25]) = (_read_stack([row[21:24] for row in rows][::-1]) for rows in (upper, lower))
    opponent[0] = sum(row[44:47].count("O") for row in upper)
    own[0] = sum(row[44:47].count("X") for row in lower)
    return own, opponent


def _read_stack(cells: list[str]) -> tuple[str, int]:
    """Return the letter and the height of a stack, given as cells from the edge inwards."""
    letters = [cell.strip() for cell in cells]
    shown = [letter for letter in letters if letter]
    assert letters[: len(shown)] == shown, "gap in a stack"
    if not shown:
        return "", 0
    if shown[-1].isdigit():
        assert len(shown) == 5
        assert int(shown[-1]) > 5
        return shown[0], int(shown[-1])
    assert len(set(shown)) == 1
    return shown[0], len(shown)


class _Picture:
    """An SVG drawing as a person sees it: numbers, discs and words with their positions."""

    def __init__(self, drawn: str) -> None:
        self.root = ET.fromstring(drawn)
        self.width, self.height = float(self.root.attrib["width"]), float(self.root.attrib["height"])
        assert self.root.get("viewBox") == f"0 0 {self.root.get('width')} {self.root.get('height')}"
        self.circles = [
            (float(one.attrib["cx"]), float(one.attrib["cy"]), float(one.attrib["r"]), _is_light(one.attrib["fill"]))
            for one in self.root.iter(f"{_SVG}circle")
        ]
        self.labels = [
            (float(one.attrib["x"]), float(one.attrib["y"]), "".join(one.itertext()))
            for one in self.root.iter(f"{_SVG}text")
        ]
        size = {float(one.attrib["font-size"]) for one in self.root.iter(f"{_SVG}text") if one.text == "13"}
        numbers = {
            int(one.text or ""): (float(one.attrib["x"]), float(one.attrib["y"]))
            for one in self.root.iter(f"{_SVG}text")
            if (one.text or "").isdigit() and float(one.attrib["font-size"]) in size
        }
        assert sorted(numbers) == list(range(1, 25))
        self.columns = {point: x for point, (x, _) in numbers.items()}
        self.top, self.bottom = numbers[13][1], numbers[12][1]
        assert [self.columns[point] for point in range(13, 25)] == sorted(set(self.columns.values()))
        assert all(self.columns[point] == self.columns[25 - point] for point in self.columns)

    def is_outside_the_board(self, x: float, y: float) -> bool:
        return not self.top <= y <= self.bottom

    def words(self, words: str, where: Where) -> tuple[float, float, str]:
        """Return where the given words are drawn; they must occur exactly once."""
        (found,) = (label for label in self.labels if label[2] == words and where(*label[:2]))
        return found

    def checkers(self) -> Boards:
        own, opponent = [0] * 26, [0] * 26
        middle = (self.top + self.bottom) / 2
        bar = (self.columns[18] + self.columns[19]) / 2
        columns = {**self.columns, 25: bar}
        seen = 0
        for place, x in columns.items():
            for is_top in (True, False):
                if place != 25 and (place > 12) is not is_top:
                    continue
                discs = [
                    disc
                    for disc in self.circles
                    if disc[0] == x and self.top < disc[1] < self.bottom and (disc[1] < middle) is is_top
                ]
                seen += len(discs)
                assert len({disc[3] for disc in discs}) <= 1
                count = self._count([(cx, cy) for cx, cy, _, _ in discs])
                if not discs:
                    continue
                if place == 25:
                    assert discs[0][3] is is_top, "checkers on the bar must be in the half where they enter"
                if discs[0][3]:
                    own[place] = count
                else:
                    opponent[25 if place == 25 else 25 - place] = count
        assert seen == sum(self.top < disc[1] < self.bottom for disc in self.circles), "a disc is not on any point"
        own[0], opponent[0] = self._off(is_top=False), self._off(is_top=True)
        return own, opponent

    def _count(self, discs: list[tuple[float, float]]) -> int:
        """Return the height of a stack. A stack of more than five checkers shows its height as a number."""
        for (x1, y1), (x2, y2) in pairwise(discs):
            assert x1 == x2
            assert abs(y1 - y2) == pytest.approx(35), "checkers of a stack must not overlap"
        numbers = [int(label) for x, y, label in self.labels if any(x == a and abs(y - b) < 12 for a, b in discs)]
        if not numbers:
            return len(discs)
        assert len(discs) == 5
        assert numbers[0] > 5
        return numbers[0]

    def _off(self, *, is_top: bool) -> int:
        """Count the borne-off checkers in a tray, which are drawn edge-on."""
        middle = (self.top + self.bottom) / 2
        rims = [
            one
            for one in self.root.iter(f"{_SVG}rect")
            if float(one.attrib["x"]) > self.columns[24] + 20 and 5 < float(one.attrib["height"]) < 15
        ]
        assert all(self.top <= float(one.attrib["y"]) <= self.bottom for one in rims)
        here = [one for one in rims if (float(one.attrib["y"]) < middle) is is_top]
        assert all(_is_light(one.attrib["fill"]) is not is_top for one in here)
        (label,) = (label for _, y, label in self.labels if re.fullmatch(r"\d+ off", label) and (y < middle) is is_top)
        assert label == f"{len(here)} off"
        return len(here)


def _is_light(colour: str) -> bool:
    return int(colour[1:3], 16) > 128
