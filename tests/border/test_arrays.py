"""Arrays of any layout are read correctly or refused with an error that names them; no input is changed."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.training import pack_records
from tests.border.arrays import midgame

BOARDS, ROLLS = midgame(20)
CHOICES = np.zeros(20, np.int64)

Array = npt.NDArray[Any]
Answer = tuple[Array, ...]

OF_BOARDS: dict[str, Callable[[Any], Answer]] = {
    "plays": lambda boards: bg.batch.plays(boards, ROLLS[: len(boards)]),
    "moves": lambda boards: bg.batch.moves(boards, ROLLS[: len(boards)]),
    "random_plays": lambda boards: (bg.batch.random_plays(boards, ROLLS[: len(boards)], seed=1),),
    "apply": lambda boards: (bg.batch.apply(boards, ROLLS[: len(boards)], CHOICES[: len(boards)]),),
    "best_plays": lambda boards: (bg.batch.best_plays(boards, ROLLS[: len(boards)]),),
    "evaluate": lambda boards: (bg.batch.evaluate(boards),),
    "glance": lambda boards: (bg.batch.glance(boards),),
    "pip_counts": lambda boards: (bg.batch.pip_counts(boards),),
    "swap": lambda boards: (bg.batch.swap(boards),),
    "to_gnubg_ids": lambda boards: (bg.batch.to_gnubg_ids(boards),),
}
OF_BOARDS_ALONE: dict[str, Callable[[Any], Answer]] = OF_BOARDS | {
    "plays": lambda boards: bg.batch.plays(boards, ROLLS),
    "moves": lambda boards: bg.batch.moves(boards, ROLLS),
    "random_plays": lambda boards: (bg.batch.random_plays(boards, ROLLS, seed=1),),
    "apply": lambda boards: (bg.batch.apply(boards, ROLLS, 0),),
    "best_plays": lambda boards: (bg.batch.best_plays(boards, ROLLS),),
}
"""The same calls with boards alone, for boards that have no length."""

OF_ROLLS: dict[str, Callable[[Any], Answer]] = {
    "plays": lambda rolls: bg.batch.plays(BOARDS[: len(rolls)], rolls),
    "moves": lambda rolls: bg.batch.moves(BOARDS[: len(rolls)], rolls),
    "random_plays": lambda rolls: (bg.batch.random_plays(BOARDS[: len(rolls)], rolls, seed=1),),
    "apply": lambda rolls: (bg.batch.apply(BOARDS[: len(rolls)], rolls, CHOICES[: len(rolls)]),),
    "best_plays": lambda rolls: (bg.batch.best_plays(BOARDS[: len(rolls)], rolls),),
}


def _every_other(array: Array) -> Array:
    view: Array = np.repeat(array, 2, axis=0)[::2]
    return view


def _backwards(array: Array) -> Array:
    view: Array = array[::-1].copy()[::-1]
    return view


def _mirrored(array: Array) -> Array:
    view: Array = array[..., ::-1].copy()[..., ::-1]
    return view


def _inside_out(array: Array) -> Array:
    view: Array = array.swapaxes(0, -1).copy().swapaxes(0, -1)
    return view


def _read_only(array: Array) -> Array:
    array = array.copy()
    array.flags.writeable = False
    return array


def _unaligned(array: Array) -> Array:
    buffer = b"\0" + array.tobytes()
    view: Array = np.ndarray(array.shape, array.dtype, buffer, offset=1)
    return view


def _field(array: Array) -> Array:
    holder = np.zeros(len(array), [("before", "u1"), ("it", array.dtype, array.shape[1:]), ("after", "u1")])
    holder["it"] = array
    field: Array = holder["it"]
    return field


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "in Fortran's order": np.asfortranarray,
    "with its axes in reverse memory order": _inside_out,
    "every other row": _every_other,
    "rows backwards": _backwards,
    "columns backwards": _mirrored,
    "read-only": _read_only,
    "unaligned": _unaligned,
    "a field of records": _field,
    "a subclass": lambda array: array.view(np.recarray),
}


def _same(one: Answer, other: Answer) -> bool:
    return all(a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("call", OF_BOARDS)
def test_boards_are_read_whatever_their_layout(call: str, layout: str) -> None:
    boards = LAYOUTS[layout](BOARDS)
    assert np.array_equal(boards, BOARDS)
    assert _same(OF_BOARDS[call](boards), OF_BOARDS[call](BOARDS))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("call", OF_ROLLS)
def test_rolls_are_read_whatever_their_layout(call: str, layout: str) -> None:
    assert _same(OF_ROLLS[call](LAYOUTS[layout](ROLLS)), OF_ROLLS[call](ROLLS))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_choices_are_read_whatever_their_layout(layout: str) -> None:
    choices = np.arange(20) % 2
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], 20, axis=0)
    asked = bg.batch.apply(boards, ROLLS, LAYOUTS[layout](choices))
    assert np.array_equal(asked, bg.batch.apply(boards, ROLLS, choices))


def test_one_board_may_stand_for_many_rows() -> None:
    board = bg.Position.start().to_array()
    assert np.array_equal(
        bg.batch.plays(np.broadcast_to(board, (20, 2, 26)), ROLLS)[0],
        bg.batch.plays(np.repeat(board[np.newaxis], 20, axis=0), ROLLS)[0],
    )


@pytest.mark.parametrize("layout", [*LAYOUTS, "as it is"])
@pytest.mark.parametrize("call", OF_BOARDS)
def test_no_call_changes_its_input(call: str, layout: str) -> None:
    boards = LAYOUTS.get(layout, np.copy)(BOARDS)
    before = boards.copy()
    OF_BOARDS[call](boards)
    assert np.array_equal(boards, before)


@pytest.mark.parametrize("call", OF_BOARDS)
def test_results_share_no_memory_with_the_input(call: str) -> None:
    boards = BOARDS.copy()
    for array in OF_BOARDS[call](boards):
        assert not np.shares_memory(array, boards)
        assert array.flags.writeable


@pytest.mark.parametrize("call", OF_BOARDS)
def test_no_rows_give_no_rows(call: str) -> None:
    answer = OF_BOARDS[call](BOARDS[:0])
    full = OF_BOARDS[call](BOARDS)
    for array, other in zip(answer, full, strict=True):
        assert array.dtype == other.dtype
        # Offsets begin with a 0 even if there are no rows.
        assert array.shape == ((1,) if array.dtype == np.int64 else (0, *other.shape[1:]))


WRONG_BOARDS: dict[str, tuple[Any, str]] = {
    "float32": (BOARDS.astype(np.float32), "got float32 of shape [20, 2, 26]"),
    "bool": (BOARDS.astype(bool), "got bool of"),
    "a list of bools": (BOARDS.astype(bool).tolist(), "got bool of"),
    "a list of floats": (BOARDS.astype(float).tolist(), "got float64 of"),
    "a ragged list": ([[[1, 2], [3]]], "got [[[1, 2], [3]]]"),
    "bytes": (BOARDS.view("S26"), "got |S26 of"),
    "four axes": (BOARDS[np.newaxis], "got uint8 of shape [1, 20, 2, 26]"),
    "25 places": (BOARDS[:, :, :25].astype(np.int64), "got int64 of shape [20, 2, 25]"),
    "one side": (BOARDS[0, :1], "got uint8 of shape [1, 26]"),
    "no axis": (np.int64(5), "got int64 of shape []"),
    "a number": (5, "got 5"),
    "None": (None, "got None"),
    "a Position among numbers": ([bg.Position.start(), 5], "got object of shape [2]"),
}
"""Values that are not boards, with a part of the message. The engine checks uint8 arrays: see `WRONG_SHAPES`."""

WRONG_SHAPES: dict[str, tuple[Any, str]] = {
    "25 places": (BOARDS[:, :, :25], "got uint8 of shape [20, 2, 25]"),
    "one side": (BOARDS[:, :1], "got uint8 of shape [20, 1, 26]"),
    "three sides": (BOARDS[:, [0, 1, 0]], "got uint8 of shape [20, 3, 26]"),
    "sides and places exchanged": (BOARDS.swapaxes(1, 2), "got uint8 of shape [20, 26, 2]"),
    "no axes of the right length": (np.zeros((0, 0, 0), np.uint8), "got uint8 of shape [0, 0, 0]"),
}


@pytest.mark.parametrize("wrong", WRONG_SHAPES)
@pytest.mark.parametrize("call", OF_BOARDS)
def test_bytes_of_a_wrong_shape_are_refused_and_described(call: str, wrong: str) -> None:
    boards, says = WRONG_SHAPES[wrong]
    with pytest.raises(bg.PositionError, match=re.escape(says)):
        OF_BOARDS_ALONE[call](boards)


AS_BOARDS: dict[str, Callable[[Array], Any]] = {
    "int8": lambda boards: boards.astype(np.int8),
    "int64": lambda boards: boards.astype(np.int64),
    "uint64": lambda boards: boards.astype(np.uint64),
    "big-endian": lambda boards: boards.astype(">u2"),
    "integers as objects": lambda boards: boards.astype(object),
    "a list": lambda boards: boards.tolist(),
    "a list of arrays": list,
    "Positions": lambda boards: [bg.Position.from_array(board) for board in boards],
    "a tuple of Positions": lambda boards: tuple(bg.Position.from_array(board) for board in boards),
    "Positions as objects": lambda boards: np.array([*map(bg.Position.from_array, boards), None])[:-1],
    "XGIDs": lambda boards: [bg.Position.from_array(board).xgid for board in boards],
    "position IDs": lambda boards: bg.batch.to_gnubg_ids(boards).tolist(),
    "an array of position IDs": bg.batch.to_gnubg_ids,
    "an array of text": lambda boards: np.array([bg.Position.from_array(board).xgid for board in boards]),
    "text as objects": lambda boards: np.array([bg.Position.from_array(board).xgid for board in boards], object),
}


@pytest.mark.parametrize("kind", AS_BOARDS)
@pytest.mark.parametrize("call", OF_BOARDS)
@pytest.mark.parametrize("n", [1, 2, 20])
def test_boards_may_be_given_in_any_form(call: str, kind: str, n: int) -> None:
    assert _same(OF_BOARDS[call](AS_BOARDS[kind](BOARDS[:n])), OF_BOARDS[call](BOARDS[:n]))


@pytest.mark.parametrize("kind", ["int64", "a list", "Positions", "XGIDs"])
@pytest.mark.parametrize("call", ["evaluate", "pip_counts", "swap"])
def test_no_boards_of_any_kind_give_no_rows(call: str, kind: str) -> None:
    assert len(OF_BOARDS_ALONE[call](AS_BOARDS[kind](BOARDS[:0]))[0]) == 0


def test_one_board_and_one_roll_count_for_every_row() -> None:
    start = bg.Position.start()
    expected = bg.batch.plays(np.repeat(start.to_array()[np.newaxis], 20, axis=0), ROLLS)
    for one in (start, start.to_array(), start.to_array().tolist(), start.xgid, start.gnubg_id):
        assert _same(bg.batch.plays(one, ROLLS), expected)
    expected = bg.batch.plays(BOARDS, np.full((20, 2), (3, 1), np.uint8))
    for roll in (bg.Roll(3, 1), (3, 1), [1, 3], np.array([3, 1])):
        found = bg.batch.plays(BOARDS, roll)
        assert found[1].tolist() == expected[1].tolist()
    assert bg.batch.plays(start, bg.Roll(3, 1))[1].tolist() == [0, 16]


def test_rolls_may_be_given_in_any_form() -> None:
    expected = bg.batch.plays(BOARDS, ROLLS)
    rolls = [bg.Roll(int(first), int(second)) for first, second in ROLLS]
    for one in (
        ROLLS.astype(np.int64),
        ROLLS.astype(">i2"),
        ROLLS.tolist(),
        rolls,
        tuple(rolls),
        np.array(rolls, object),
    ):
        assert _same(bg.batch.plays(BOARDS, one), expected)


@pytest.mark.parametrize("number", [-1, 256, 2**40, -(2**63), 2**70])
def test_a_count_or_die_out_of_range_is_named_with_its_row(number: int) -> None:
    boards, rolls = BOARDS.tolist(), ROLLS.tolist()
    boards[7][1][3] = number
    rolls[9][1] = number
    with pytest.raises(bg.PositionError, match=rf"^row 7: count must be from 0 to 15, got {number}$"):
        bg.batch.evaluate(boards)
    with pytest.raises(bg.DiceError, match=rf"^row 9: die must be from 1 to 6, got {number}$"):
        bg.batch.plays(BOARDS, rolls)


def test_a_text_that_is_not_an_id_is_named_with_its_row() -> None:
    good = bg.Position.start().xgid
    for bad in ("XGID=nonsense", "4HPwATDgc/ABM*", b"\xff" * 14):
        with pytest.raises(bg.NotationError, match=r"^row 1: "):
            bg.batch.evaluate([good, bad])


def test_an_array_in_a_file_is_read(tmp_path: Path) -> None:
    np.save(tmp_path / "boards.npy", BOARDS)
    mapped = np.load(tmp_path / "boards.npy", mmap_mode="r")
    assert _same((bg.batch.evaluate(mapped),), (bg.batch.evaluate(BOARDS),))


@pytest.mark.parametrize("wrong", WRONG_BOARDS)
@pytest.mark.parametrize("call", OF_BOARDS)
def test_values_that_are_not_boards_are_refused_and_described(call: str, wrong: str) -> None:
    boards, says = WRONG_BOARDS[wrong]
    with pytest.raises(bg.PositionError) as refusal:
        OF_BOARDS_ALONE[call](boards)
    assert str(refusal.value).startswith("boards: expected integers of shape (n, 2, 26) or (2, 26), Positions or IDs, ")
    assert says in str(refusal.value)


@pytest.mark.parametrize("call", OF_BOARDS)
def test_an_illegal_board_is_refused_with_its_row(call: str) -> None:
    boards = BOARDS.copy()
    boards[13, 0, 25] += 16
    before = boards.copy()
    with pytest.raises(bg.PositionError, match=r"^row 13: "):
        OF_BOARDS[call](boards)
    assert np.array_equal(boards, before)


@pytest.mark.parametrize("call", OF_BOARDS)
def test_the_first_wrong_row_is_named(call: str) -> None:
    boards = BOARDS.copy()
    boards[[17, 4, 9], 1, 0] += 1
    with pytest.raises(bg.PositionError, match=r"^row 4: "):
        OF_BOARDS[call](boards)


WRONG_ROLLS: dict[str, tuple[Any, str]] = {
    "bool": (ROLLS.astype(bool), "got bool of"),
    "float64": (ROLLS.astype(np.float64), "got float64 of"),
    "one number": (ROLLS[:, :1].astype(np.int64), "got int64 of shape [20, 1]"),
    "one axis": (ROLLS[:, 0], "got uint8 of shape [20]"),
    "text": (["31"] * 20, "got object of shape [20]"),
}


@pytest.mark.parametrize("wrong", WRONG_ROLLS)
@pytest.mark.parametrize("call", OF_ROLLS)
def test_values_that_are_not_rolls_are_refused_and_described(call: str, wrong: str) -> None:
    rolls, says = WRONG_ROLLS[wrong]
    with pytest.raises(bg.DiceError) as refusal:
        OF_ROLLS[call](rolls)
    assert str(refusal.value).startswith("rolls: expected integers of shape (n, 2) or (2,), or Rolls, ")
    assert says in str(refusal.value)


@pytest.mark.parametrize("number", [0, 7, 255])
@pytest.mark.parametrize("call", OF_ROLLS)
def test_a_die_out_of_range_is_refused_with_its_row(call: str, number: int) -> None:
    rolls = ROLLS.copy()
    rolls[7, 1] = number
    with pytest.raises(bg.DiceError, match=rf"^row 7: a die shows 1 to 6, not {number}$"):
        OF_ROLLS[call](rolls)


def test_there_must_be_as_many_rolls_as_boards() -> None:
    with pytest.raises(bg.ArgumentError, match="20 boards and 19 rolls"):
        bg.batch.plays(BOARDS, ROLLS[:19])
    with pytest.raises(bg.ArgumentError, match="0 boards and 20 rolls"):
        bg.batch.best_plays(BOARDS[:0], ROLLS)


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        (CHOICES.astype(float), "got float64 of shape [20]"),
        (CHOICES.astype(bool), "got bool of shape [20]"),
        (CHOICES[:, np.newaxis], "got int64 of shape [20, 1]"),
        (np.full(20, 2**63, np.uint64), "got 9223372036854775808"),
        (CHOICES[:19], "got 19 choices and 20 boards"),
    ],
    ids=["float64", "bool", "two axes", "too large", "too few"],
)
def test_values_that_are_not_choices_are_refused_and_described(choices: Any, says: str) -> None:  # noqa: ANN401
    with pytest.raises(bg.ArgumentError) as refusal:
        bg.batch.apply(BOARDS, ROLLS, choices)
    assert says in str(refusal.value)


@pytest.mark.parametrize("warning", ["error", "ignore"])
@pytest.mark.parametrize(
    "call",
    [
        lambda: bg.batch.equity([[0.5, 0.5], [0.5]]),
        lambda: bg.batch.best_of([[0.5, 0.5], [0.5]], [0, 2]),
        lambda: pack_records(BOARDS[:2], [[0.5] * 5, [0.5]]),
        lambda: pack_records(BOARDS[:2], np.zeros((2, 5)), [[False, False], [False]]),
        lambda: bg.batch.from_gnubg_ids([["4HPwATDgc/ABMA"], []]),
    ],
    ids=["equity", "best_of", "targets", "siblings", "ids"],
)
def test_rows_of_different_lengths_are_refused(call: Callable[[], object], warning: str) -> None:
    """Older versions of NumPy make an array of lists of them and warn, which the caller may ignore."""
    with warnings.catch_warnings():
        warnings.simplefilter("error" if warning == "error" else "ignore")
        with pytest.raises(bg.GammonError, match=r"^\w+: expected an array, got .*: "):
            call()


@pytest.mark.parametrize("number", [-1, 16, 2**62, -(2**62)])
def test_a_choice_out_of_range_is_refused_with_its_row(number: int) -> None:
    boards = np.repeat(bg.Position.start().to_array()[np.newaxis], 3, axis=0)
    with pytest.raises(bg.IllegalPlayError, match=rf"^row 1: expected a play number from 0 to 15, got {number}$"):
        bg.batch.apply(boards, np.full((3, 2), (3, 1), np.uint8), np.array([0, number, 0]))


def test_a_turn_that_passes_has_exactly_one_choice() -> None:
    boards = bg.Position.from_gnubg_id("m23wAQDgc/ABYA").to_array()[np.newaxis]
    rolls = np.array([[6, 5]], np.uint8)
    assert np.array_equal(bg.batch.apply(boards, rolls, np.array([0])), bg.batch.swap(boards))
    with pytest.raises(bg.IllegalPlayError, match="expected a play number from 0 to 0, got 1"):
        bg.batch.apply(boards, rolls, np.array([1]))


@pytest.mark.parametrize(
    ("ids", "error", "says"),
    [
        (
            ["4HPwATDgc/ABMA", "4HPwATDgc/ABM"],
            bg.NotationError,
            "row 1: expected a position ID of 14 characters, got 13",
        ),
        (["4HPwATDgc/ABMA", "4HPwATDgc/ABMAA"], bg.NotationError, "row 1: "),
        (["4HPwATDgc/ABMA", ""], bg.NotationError, "row 1: "),
        (["4HPwATDgc/ABMA", "4HPwATDgc/ABM*"], bg.NotationError, "row 1: "),
        ([b"4HPwATDgc/ABMA", b"4HPwATDgc/ABM\xff"], bg.NotationError, "row 1: "),
        (["4HPwATDgc/ABMA", "4HPwATDgc/ABMé"], bg.NotationError, "row 1: "),
        (["4HPwATDgc/ABMA", "4HPwATDgc/AB\0\0"], bg.NotationError, "row 1: "),
        ([14], bg.NotationError, "got int64 of shape [1]"),
        ([None], bg.NotationError, "got object of shape [1]"),
        ("4HPwATDgc/ABMA", bg.NotationError, "of shape []"),
        ([["4HPwATDgc/ABMA"]], bg.NotationError, "of shape [1, 1]"),
    ],
)
def test_an_invalid_position_id_is_refused(ids: Any, error: type[Exception], says: str) -> None:  # noqa: ANN401
    with pytest.raises(error) as refusal:
        bg.batch.from_gnubg_ids(ids)
    assert says in str(refusal.value)


@pytest.mark.parametrize("checkers", [0, 16, -1])
def test_ids_of_sides_without_checkers_or_with_too_many_are_refused(checkers: int) -> None:
    with pytest.raises(bg.PositionError, match=f"must be from 1 to 15, got {checkers}"):
        bg.batch.from_gnubg_ids(["4HPwATDgc/ABMA"], checkers=checkers)


@pytest.mark.parametrize("kind", ["S14", "S20", "U14", "U20", ">U14", object])
def test_ids_may_come_as_bytes_or_text_of_any_width(kind: Any) -> None:  # noqa: ANN401
    ids = bg.batch.to_gnubg_ids(BOARDS)
    assert ids.dtype == "S14"
    texts = [one.decode() for one in ids] if kind is object else ids.astype(kind)
    assert np.array_equal(bg.batch.from_gnubg_ids(texts), BOARDS)
    assert np.array_equal(bg.batch.from_gnubg_ids(texts[::-1]), BOARDS[::-1])


def test_no_ids_make_no_boards() -> None:
    empty: list[npt.ArrayLike] = [[], np.zeros(0, "S14"), np.zeros(0, "U14")]
    for ids in empty:
        assert bg.batch.from_gnubg_ids(ids).shape == (0, 2, 26)


@pytest.mark.parametrize(
    "counts",
    [
        BOARDS[0].astype(np.float64),
        BOARDS[0].astype(np.int64)[:, :25],
        BOARDS[:1],
        BOARDS[0, 0],
        BOARDS[0].astype(np.int64) - 1,
        BOARDS[0].astype(np.int64) + 2**40,
        [[2**70] * 26] * 2,
        [[1] * 26],
        [],
        5,
        None,
        "text",
    ],
)
def test_invalid_counts_do_not_make_a_position(counts: Any) -> None:  # noqa: ANN401
    with pytest.raises(bg.PositionError):
        bg.Position.from_array(counts)


def test_a_position_is_made_from_anything_numpy_reads_as_integers() -> None:
    position = bg.Position.start()
    board = position.to_array()
    for counts in (board, board.tolist(), tuple(map(tuple, board)), board.astype(">i4"), np.asfortranarray(board)):
        assert bg.Position.from_array(counts) == position
    board[0, 6] = 0
    assert position.own[6] == 5
