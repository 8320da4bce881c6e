"""`gammon.Position`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import gammon as bg

START = bg.Position.start()
NONE = [0] * 25


def _side(**checkers: int) -> list[int]:
    """Return one side's counts: `p6=5` puts five checkers on its 6-point; checkers not given are borne off."""
    places = {"bar": 25} | {f"p{point}": point for point in range(1, 25)}
    counts = [0] * 26
    for place, count in checkers.items():
        counts[places[place]] = count
    counts[0] = 15 - sum(counts)
    return counts


def test_starting_positions_of_the_variants() -> None:
    assert START.own == tuple(_side(p24=2, p13=5, p8=3, p6=5))
    assert START.opponent == START.own
    assert START.pip_counts == (167, 167)
    nackgammon = bg.Position.nackgammon()
    assert nackgammon.own == nackgammon.opponent == tuple(_side(p24=2, p23=2, p13=4, p8=3, p6=4))
    hypergammon = bg.Position.hypergammon()
    assert hypergammon.checkers == 3
    assert hypergammon.own == hypergammon.opponent == (*[0] * 22, 1, 1, 1, 0)


def test_swapping_puts_the_other_side_on_roll() -> None:
    position = bg.Position(_side(p6=5, p8=3), _side(p24=2, bar=1))
    swapped = position.swap()
    assert (swapped.own, swapped.opponent) == (position.opponent, position.own)
    assert swapped.pip_counts == position.pip_counts[::-1]
    assert swapped.swap() == position


def test_positions_can_be_sorted() -> None:
    positions = [play.position for play in START.plays(6, 5)]
    assert sorted(sorted(positions, reverse=True)) == sorted(positions)
    assert len({position for position in positions if position <= positions[0] and position >= positions[0]}) == 1


def test_an_array_of_a_position_is_its_counts() -> None:
    board = START.to_array()
    assert board.dtype == np.uint8
    assert board.shape == (2, 26)
    assert tuple(board[0]) == START.own
    board[:] = 0
    assert bg.Position.start() == START
    assert bg.Position.from_array(START.to_array()) == START


@pytest.mark.parametrize(
    ("own", "opponent", "says"),
    [
        ([0] * 26, [0] * 26, "the player on roll has 0 checkers"),
        ([16, *NONE], [15, *NONE], "the player on roll has 16 checkers"),
        ([15, *NONE], [0, 16, *NONE[1:]], "the opponent has 16 checkers"),
        ([15, *NONE], [14, *NONE], "14"),
        ([-1, *NONE], [15, *NONE], "the player on roll, count 0: expected 0 to 15 checkers, got -1"),
        ([15, *NONE], [300, *NONE], "the opponent, count 0: expected 0 to 15 checkers, got 300"),
        ([15, *NONE[1:]], [15, *NONE], "the player on roll: expected 26 counts, got 25"),
        ([15, *NONE], [15, *NONE, 0], "the opponent: expected 26 counts, got 27"),
        ([15, *NONE], [15, *NONE], "off"),
        (_side(p6=1), _side(p19=1), "6"),
        ([0, *[2] * 6, *[0] * 18, 3], [0, *[2] * 6, *[0] * 18, 3], "neither can ever move (R4.6)"),
    ],
    ids=[
        "no checkers",
        "16 checkers",
        "16 checkers of the opponent",
        "sides of different sizes",
        "negative",
        "more than a byte",
        "25 places",
        "27 places",
        "both sides off",
        "both sides on a point",
        "both sides shut out",
    ],
)
def test_invalid_counts_are_refused_with_the_reason(own: list[int], opponent: list[int], says: str) -> None:
    with pytest.raises(bg.PositionError) as refusal:
        bg.Position(own, opponent)
    assert says in str(refusal.value)


@pytest.mark.parametrize("counts", [None, 5, "text", [1.0] * 26, [None] * 26])
def test_counts_of_wrong_types_are_a_type_error(counts: object) -> None:
    with pytest.raises(TypeError):
        bg.Position(counts, START.opponent)  # type: ignore[arg-type]


READERS: list[Callable[[str], object]] = [
    bg.Position.from_xgid,
    bg.Position.from_gnubg_id,
    bg.Xgid,
    bg.GnubgId,
]


@pytest.mark.parametrize(
    "text",
    [":", "\0", "é", "XGID=", "x" * 26, "=" * 14, "::::::::::", "4HPwATDgc/ABMA:", "☃" * 14, "/" * 9999],
)
@pytest.mark.parametrize("read", [*READERS, lambda text: START.parse_play(text, 3, 1)])
def test_invalid_text_is_refused_with_the_column(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(bg.NotationError, match=r"column [0-9]+"):
        read(text)


@pytest.mark.parametrize("text", ["\ud800", "4HPwATDgc/ABM\udcff"])
@pytest.mark.parametrize("read", [*READERS, lambda text: START.parse_play(text, 3, 1)])
def test_an_unpaired_surrogate_is_refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(bg.NotationError):
        read(text)


@pytest.mark.parametrize("text", ["", " "])
@pytest.mark.parametrize("read", READERS)
def test_empty_or_blank_text_is_refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(bg.NotationError):
        read(text)


def test_a_position_round_trips_through_every_id() -> None:
    positions = [START, bg.Position.nackgammon(), *(play.position for play in START.plays(6, 6))]
    for position in positions:
        assert bg.Position.from_gnubg_id(position.gnubg_id) == position
        assert bg.Position.from_xgid(position.xgid) == position
        assert bg.Position.from_xgid(position.xgid.removeprefix("XGID=")) == position
    hypergammon = bg.Position.hypergammon()
    assert bg.Position.from_gnubg_id(hypergammon.gnubg_id, checkers=3) == hypergammon
    assert bg.Position.from_xgid(hypergammon.xgid, checkers=3) == hypergammon
    assert bg.Position.from_gnubg_id("4HPwATDgc/ABMA:cIkFAAAAAAAA") == START


def test_checkers_missing_from_an_id_are_borne_off() -> None:
    assert bg.Position.from_gnubg_id(bg.Position.hypergammon().gnubg_id).own[0] == 12
    with pytest.raises(bg.GammonError):
        bg.Position.from_gnubg_id(START.gnubg_id, checkers=14)
    with pytest.raises(bg.GammonError):
        bg.Position.from_xgid(START.xgid, checkers=14)


def test_ids_of_impossible_positions_are_refused() -> None:
    # Both sides hold the 6-point of the player on roll.
    board = list("-b----E-C---eE---c-e----B-")
    both_off = "-" * 26
    with pytest.raises(bg.PositionError):
        bg.Position.from_xgid(f"{both_off}:0:0:1:00:0:0:0:0:10")
    board[6] = "F"
    with pytest.raises(bg.GammonError, match="16"):
        bg.Position.from_xgid("".join(board) + ":0:0:1:00:0:0:0:0:10")


def test_contact_race_and_end_exclude_each_other() -> None:
    contact = START
    race = bg.Position(_side(p6=5, p5=5), _side(p6=5, p5=5))
    over = bg.Position([15, *NONE], _side(p6=5))
    assert (contact.is_contact, contact.is_race, contact.is_over) == (True, False, False)
    assert (race.is_contact, race.is_race, race.is_over) == (False, True, False)
    assert (over.is_contact, over.is_race, over.is_over) == (False, False, True)


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        (_side(p6=5), 1),
        (_side(p6=15), 2),
        (_side(p6=14, p18=1), 2),
        (_side(p6=14, p19=1), 3),
        (_side(p6=14, bar=1), 3),
        # P031: one checker off saves the gammon, even with two on the bar.
        (_side(p6=12, bar=2), 1),
    ],
    ids=["one off", "gammon", "gammon, just out of the home", "backgammon", "backgammon on the bar", "P031"],
)
def test_a_finished_game_has_its_points_for_either_side(loser: list[int], points: int) -> None:
    won = bg.Position([15, *NONE], loser)
    assert won.is_over
    assert won.points == points
    assert won.swap().points == -points
    assert won.plays(6, 6) == won.swap().plays(6, 6) == []
    assert START.points is None


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 7), (-3, 1)])
def test_plays_of_impossible_rolls_are_refused(first: int, second: int) -> None:
    with pytest.raises(bg.DiceError):
        START.plays(first, second)
    with pytest.raises(bg.DiceError):
        START.parse_play("8/5 6/5", first, second)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("8/5 6/4", bg.IllegalPlayError),
        ("8/5", bg.IllegalPlayError),
        ("bar/22 6/5", bg.IllegalPlayError),
        ("13/12 13/10 6/5", bg.IllegalPlayError),
        ("8/5 6//5", bg.NotationError),
        ("eight to five", bg.NotationError),
        ("", bg.IllegalPlayError),  # The text of a pass.
    ],
)
def test_a_play_that_cannot_be_played_or_read_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        START.parse_play(text, 3, 1)
    with pytest.raises(bg.GammonError):
        START.parse_play(text, 3, 1)
