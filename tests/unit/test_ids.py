"""`gammon.Xgid` and `gammon.GnubgId`: fields from the point of view of the player on roll, and refusals."""

from __future__ import annotations

import pytest

import gammon as bg
from gammon.situation import as_situation
from tests.golden.read import jsonl

BOARD = "-b----E-C---eE---c-e----B-"
PAIRS = jsonl("xgid_gnubgid_pairs.jsonl")


def test_every_field_of_an_xgid_is_from_the_view_of_the_player_on_roll() -> None:
    xgid = bg.Xgid(f"{BOARD}:2:1:-1:64:3:6:1:7:10")
    assert xgid.turn == -1
    assert (xgid.cube, xgid.cube_owner, xgid.max_cube) == (4, -1, 1024)
    assert (xgid.score, xgid.match_length, xgid.crawford) == ((6, 3), 7, True)
    assert (xgid.dice, xgid.offer) == ((6, 4), None)
    assert (xgid.jacoby, xgid.beavers) == (False, False)


def test_dice_of_an_xgid_keep_their_order() -> None:
    assert bg.Xgid(f"{BOARD}:0:0:1:13:0:0:0:0:10").dice == (1, 3)
    assert bg.Xgid(f"{BOARD}:0:0:1:31:0:0:0:0:10").dice == (3, 1)
    assert bg.Xgid(f"{BOARD}:0:0:1:00:0:0:0:0:10").dice is None


@pytest.mark.parametrize(
    ("rules", "jacoby", "beavers"), [(0, False, False), (1, True, False), (2, False, True), (3, True, True)]
)
def test_the_crawford_field_of_a_money_game_encodes_jacoby_and_beavers(rules: int, jacoby: bool, beavers: bool) -> None:
    xgid = bg.Xgid(f"{BOARD}:0:0:1:00:0:0:{rules}:0:10")
    assert (xgid.jacoby, xgid.beavers, xgid.crawford) == (jacoby, beavers, False)


@pytest.mark.parametrize(("dice", "offer"), [("D", "double"), ("B", "beaver"), ("R", "raccoon"), ("00", None)])
def test_an_offer_waits_for_its_answer(dice: str, offer: str | None) -> None:
    xgid = bg.Xgid(f"{BOARD}:0:0:1:{dice}:0:0:3:0:10")
    assert (xgid.offer, xgid.dice) == (offer, None)


@pytest.mark.parametrize(
    "text",
    [
        BOARD,
        f"{BOARD}:0:0:1:31:0:0:0:0",
        f"{BOARD}:0:0:1:31:0:0:0:0:10:0",
        f"{BOARD[1:]}:0:0:1:31:0:0:0:0:10",
        f"{BOARD}-:0:0:1:31:0:0:0:0:10",
        f"{BOARD}:0:0:1:71:0:0:0:0:10",
        f"{BOARD}:0:0:1:3:0:0:0:0:10",
        f"{BOARD}:0:0:0:31:0:0:0:0:10",
        f"{BOARD}:0:2:1:31:0:0:0:0:10",
        f"{BOARD}:-1:0:1:31:0:0:0:0:10",
        f"{BOARD}:99:0:1:31:0:0:0:0:10",
        f"{BOARD}:0:0:1:31:0:0:0:0:99",
        f"{BOARD}:0:0:1:31:x:0:0:0:10",
        f"{BOARD}:0:0:1:31:0:0:9:0:10",
        f"{BOARD}:0:0:1:31:0:0:0:-5:10",
        f"{BOARD.replace('E', '5')}:0:0:1:31:0:0:0:0:10",
    ],
)
def test_an_invalid_xgid_is_refused_with_the_column(text: str) -> None:
    for read in (bg.Xgid, bg.Position.from_xgid):
        with pytest.raises(bg.NotationError, match=r"^XGID, column [0-9]+: "):
            read(text)


def test_every_field_of_a_gnubg_id_is_from_the_view_of_the_player_on_roll() -> None:
    gnubg_id = bg.GnubgId("4HPwATDgc/ABMA:QgngAFAAGAAE")
    assert (gnubg_id.cube, gnubg_id.cube_owner) == (4, -1)
    assert (gnubg_id.match_length, gnubg_id.score) == (7, (3, 5))
    assert gnubg_id.position == bg.Position.start()
    assert (gnubg_id.offer, gnubg_id.resignation) == (None, None)
    assert gnubg_id.state == "playing"


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABMA",
        "4HPwATDgc/ABMA:",
        "4HPwATDgc/ABMA:cIkFAAAAAAA",
        "4HPwATDgc/ABMA:cIkFAAAAAAAAA",
        "4HPwATDgc/ABM:cIkFAAAAAAAA",
        "4HPwATDgc/ABMA:cIkFAAAAAAA*",
        "4HPwATDgc/ABMA:cIkFAAAAAAAA:x",
        "4HPwATDgc/ABM*:cIkFAAAAAAAA",
    ],
)
def test_an_invalid_gnubg_id_is_refused_with_the_column(text: str) -> None:
    with pytest.raises(bg.NotationError, match=r", column [0-9]+: "):
        bg.GnubgId(text)


def test_random_bits_as_a_gnubg_id_are_read_or_refused_with_a_named_error() -> None:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    read = 0
    for case in range(3000):
        word = pow(0x9E3779B97F4A7C15, case + 1, 2**156 - 5)
        text = "".join(alphabet[word >> 6 * place & 63] for place in range(26))
        try:
            read += bool(bg.GnubgId(f"4HPwATDgc/ABMA:{text[:12]}").position)
        except bg.NotationError:
            continue
    assert read < 3000


@pytest.mark.parametrize("pair", PAIRS[::5], ids=lambda pair: str(pair["xgid"])[:40])
def test_the_two_ids_convert_to_each_other_where_both_have_the_fields(pair: dict[str, str]) -> None:
    xgid = bg.Xgid(pair["xgid"])
    gnubg_id = xgid.to_gnubg_id()
    assert (gnubg_id.position, gnubg_id.cube, gnubg_id.score) == (xgid.position, xgid.cube, xgid.score)
    assert (gnubg_id.cube_owner, gnubg_id.match_length) == (xgid.cube_owner, xgid.match_length)
    back = gnubg_id.to_xgid()
    assert (back.position, back.cube, back.cube_owner, back.score) == (
        xgid.position,
        xgid.cube,
        xgid.cube_owner,
        xgid.score,
    )


@pytest.mark.parametrize(
    "fields", ["0:0:1:B:0:0:3:0:10", "0:0:1:R:0:0:3:0:10", "16:1:1:00:0:0:0:0:20"], ids=["beaver", "raccoon", "cube"]
)
def test_fields_that_a_gnubg_id_lacks_are_refused(fields: str) -> None:
    xgid = bg.Xgid(f"{BOARD}:{fields}")
    with pytest.raises(bg.NotationError):
        xgid.to_gnubg_id()


@pytest.mark.parametrize(
    "match_id", ["cAgAAAAAAAAA", "cAoAAAAAAAAA", "cCkAAAAAAAAA"], ids=["none", "over", "resigning"]
)
def test_fields_that_an_xgid_lacks_are_refused(match_id: str) -> None:
    gnubg_id = bg.GnubgId(f"4HPwATDgc/ABMA:{match_id}")
    assert gnubg_id.state != "playing" or gnubg_id.resignation
    with pytest.raises(bg.NotationError):
        gnubg_id.to_xgid()


def test_hypergammon_is_recognized_by_three_checkers_in_either_id() -> None:
    hypergammon = bg.Position.hypergammon()
    xgid = bg.Xgid(hypergammon.xgid, checkers=3)
    assert xgid.position == hypergammon
    assert xgid.to_gnubg_id().position == hypergammon
    assert bg.Xgid(hypergammon.xgid) == xgid
    assert bg.Xgid(hypergammon.xgid, checkers=15) != xgid


def test_a_situation_is_made_from_parts_and_written_as_any_id() -> None:
    """A.2: from parts to each kind of ID and back. Every kind can express these situations."""
    parts = (
        {"dice": (6, 1)},
        {"cube": bg.Cube(4, -1), "dice": (5, 5)},
        {"cube": bg.Cube(2, 1), "offer": "double"},
        {"scoring": bg.Scoring.match(4, 2), "score": (3, 5)},
        {"scoring": bg.Scoring.match(1, 5, crawford=bg.Crawford.THIS_GAME), "dice": (2, 1)},
        {"scoring": bg.Scoring.match(1, 5, crawford=bg.Crawford.PLAYED)},
    )
    for position in (bg.Position.start(), bg.Position.hypergammon(), bg.Position.longgammon()):
        for some in parts:
            situation = bg.Situation(position, **some)
            assert eval(repr(situation), vars(bg)) == situation
            for text in (str(situation.to_xgid()), str(situation.to_gnubg_id()), situation.to_ogid()):
                assert bg.Situation.parse(text) == situation, text
    match = bg.Situation(bg.Position.start(), scoring=bg.Scoring.match(4, 2))
    assert (match.match_length, match.score, match.scoring) == (4, (0, 2), bg.Scoring.match(4, 2))
    money = bg.Situation(bg.Position.start(), scoring=bg.Scoring.money(jacoby=True, beavers=True), max_cube=64)
    assert str(money.to_xgid()) == f"XGID={BOARD}:0:0:1:00:0:0:3:0:6"
    assert bg.Situation.parse(str(money.to_xgid())) == money


@pytest.mark.parametrize("points", [1, 2, 3, -1, -2, -3])
def test_either_player_resigns_in_a_situation(points: int) -> None:
    """R7.8."""
    situation = bg.Situation(bg.Position.start(), dice=(6, 1), offer=points)
    assert (situation.resignation, situation.resigner) == (abs(points), 1 if points > 0 else -1)
    assert situation.to_gnubg_id() == situation
    for write in (situation.to_xgid, situation.to_ogid):
        with pytest.raises(bg.NotationError, match="a resignation is unanswered"):
            write()


@pytest.mark.parametrize(
    ("parts", "error", "reason"),
    [
        ({"offer": "treble"}, bg.ArgumentError, "offer is \"treble\"; it must be 'double', 'beaver' or 'raccoon'"),
        ({"offer": 4}, bg.ArgumentError, "offer is 4"),
        ({"offer": 0}, bg.ArgumentError, "offer is 0"),
        ({"offer": 1.5}, TypeError, "offer: it must be .*, got float"),
        ({"offer": "double", "dice": (3, 1)}, bg.ArgumentError, "the dice are rolled"),
        ({"offer": "double", "cube": bg.Cube(2, -1)}, bg.ArgumentError, "does not own the cube"),
        ({"dice": (3, 7)}, bg.DiceError, "a die shows 1 to 6, not 7"),
        ({"score": (3, 40000)}, bg.ArgumentError, r"score is \(3, 40000\)"),
        ({"score": (3, 3), "scoring": bg.Scoring.match(4, 2)}, bg.ArgumentError, "does not fit scoring"),
        ({"max_cube": 3}, bg.ArgumentError, "max_cube is 3"),
    ],
)
def test_contradictory_parts_of_a_situation_are_refused(
    parts: dict[str, object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        bg.Situation(bg.Position.start(), **parts)  # type: ignore[arg-type]


def test_every_description_of_a_position_gives_the_same_situation() -> None:
    start = bg.Position.start()
    state = bg.MatchState.start(bg.MatchRules(match_length=3)).act(bg.match.RollDice(1, 3))
    for given in (start, start.xgid, start.gnubg_id, BOARD, bg.Situation(start), bg.Xgid(start.xgid)):
        assert as_situation(given) == bg.Situation(start)
    assert as_situation(state) == state.situation == state.to_xgid()
    with pytest.raises(TypeError, match=r"^board: expected a Position, Situation, .* got int$"):
        as_situation(3, name="board")  # type: ignore[arg-type]
