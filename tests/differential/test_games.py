"""Compare the dice, whole games, IDs and error checks of the engine and the reference (R1, R2, R6)."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

import gammon as bg
from gammon.reference import (
    Board,
    BoardError,
    Game,
    IdError,
    choice,
    from_position_id,
    from_xgid_board,
    legal_plays,
    opening_roll,
    random_game,
    roll,
    to_position_id,
    to_xgid_board,
)
from tests.differential.comparison import stream, to_boards, to_rows

STARTS = {
    "backgammon": (Board.start(), bg.Position.start()),
    "nackgammon": (Board.nackgammon(), bg.Position.nackgammon()),
    "hypergammon": (Board.hypergammon(), bg.Position.hypergammon()),
}
GAMES = 40
LARGEST = 2**64 - 1


def by_size(dice: tuple[int, int]) -> list[int]:
    """Return a roll with the larger number first, as in the engine."""
    return sorted(dice, reverse=True)


@pytest.mark.parametrize("name", STARTS)
def test_random_games_are_the_same_turn_by_turn(name: str) -> None:
    """R2.1, R2.2, R2.4, R3 to R6: dice, plays, passes, winners and points of 40 games."""
    board, position = STARTS[name]
    seed, first_game = 2026, 41
    games = [random_game(seed, first_game + number, board) for number in range(GAMES)]

    boards = np.stack([position.to_array()] * GAMES)
    for turn in range(max(len(game.turns) for game in games)):
        if turn == 0:
            dice = bg.batch.opening_rolls(GAMES, seed=seed, first_game=first_game)
        else:
            dice = bg.batch.rolls(GAMES, seed=seed, turn=turn, first_game=first_game)
        boards = bg.batch.random_plays(boards, dice, seed=seed, turn=turn, first_game=first_game)
        as_left_by_the_mover = to_rows(boards[:, ::-1])
        for game, thrown, row in zip(games, dice.tolist(), as_left_by_the_mover, strict=True):
            if turn < len(game.turns):
                expected = game.turns[turn]
                assert thrown == (list(expected.dice) if turn == 0 else by_size(expected.dice))
                assert row == expected.board.row

    results = bg.batch.play_games(range(first_game, first_game + GAMES), "random", seed=seed, start=position)
    assert results.starter.tolist() == [game.turns[0].player for game in games]
    assert results.winner.tolist() == [game.winner for game in games]
    assert results.points.tolist() == [game.points for game in games]
    assert results.turns.tolist() == [len(game.turns) for game in games]


def test_other_games_are_other_games() -> None:
    """R2.4: the comparison above would notice a different seed or first game number."""

    def played(seed: int, first_game: int) -> list[int]:
        games = bg.batch.play_games(range(first_game, first_game + 20), "random", seed=seed)
        return [int(turns) for turns in games.turns]

    def length(game: Game) -> int:
        return len(game.turns)

    assert played(2026, 41) == [length(random_game(2026, 41 + number)) for number in range(20)]
    assert played(2027, 41) != played(2026, 41) != played(2026, 42)
    assert played(2026, 42)[:-1] == played(2026, 41)[1:]


@pytest.mark.parametrize("seed", [0, 1, 2**32 + 1, 2**63, LARGEST])
@pytest.mark.parametrize("first_game", [0, 7, 2**32, LARGEST - 99])
def test_dice_are_made_of_the_same_words(seed: int, first_game: int) -> None:
    """R2.1, R2.4: all words of a block; seeds, games and turns are not truncated to 32 bits (P057)."""
    numbers = range(first_game, first_game + 100)
    opening = bg.batch.opening_rolls(100, seed=seed, first_game=first_game)
    assert opening.tolist() == [list(opening_roll(seed, game)) for game in numbers]
    for turn in (1, 2, 3, 4, 5, 1_000, 2**31, 2**32 + 2, LARGEST):
        dice = bg.batch.rolls(100, seed=seed, turn=turn, first_game=first_game)
        assert dice.tolist() == [by_size(roll(seed, game, turn)) for game in numbers]


@pytest.mark.parametrize("turn", [0, 1, 6, 2**32 + 3])
def test_choices_are_made_of_the_same_words(turn: int) -> None:
    """R3.1: with the same seed, both choose the same of 42 and of 16 plays."""
    start, seed = Board.start(), 2**40 + 5
    boards = to_boards([start.to_counts()] * 100)
    for dice in ((1, 1), (3, 1)):
        plays = legal_plays(start, *dice)
        rolls = np.array([dice] * 100, np.uint8)
        chosen = bg.batch.random_plays(boards, rolls, seed=seed, turn=turn, first_game=LARGEST - 99)
        expected = [plays[choice(seed, LARGEST - 99 + row, turn, len(plays))].mover_row for row in range(100)]
        assert to_rows(chosen[:, ::-1]) == expected


def test_position_ids_and_xgid_boards_are_the_same_text() -> None:
    """R1.2: both write and read 1,500 boards of all kinds and agree on their properties."""
    positions = list(stream(9, 1500))
    boards = to_boards(positions)
    ids = [text.decode() for text in bg.batch.to_gnubg_ids(boards).tolist()]
    for (own, opponent), text in zip(positions, ids, strict=True):
        board, position = Board.from_counts(own, opponent), bg.Position(list(own), list(opponent))
        checkers = board.checkers
        assert text == position.gnubg_id == to_position_id(board)
        assert bg.Position.from_gnubg_id(text, checkers=checkers) == position
        assert from_position_id(text, checkers) == board
        row = to_xgid_board(board)
        assert position.xgid == f"XGID={row}:0:0:1:00:0:0:0:0:10"
        assert bg.Position.from_xgid(position.xgid, checkers=checkers) == position
        assert from_xgid_board(row, checkers) == board
        assert position.pip_counts == board.pip_counts
        assert (position.is_contact, position.is_over) == (board.is_contact, board.is_over)
        assert position.points == board.points
        assert position.swap().to_array().tolist() == [list(side) for side in board.swap().to_counts()]
    for checkers in (3, 15):
        own_checkers = boards[:, 0].sum(axis=1) == checkers
        texts = [text for text, own in zip(ids, own_checkers, strict=True) if own]
        assert (bg.batch.from_gnubg_ids(texts, checkers=checkers) == boards[own_checkers]).all()
        assert len(texts) > 50


def counts(placed: dict[int, int]) -> list[int]:
    """Return the counts of a side with checkers on the given places only."""
    return [placed.get(place, 0) for place in range(26)]


SHUT_OUT = counts({**dict.fromkeys(range(1, 7), 2), 25: 3})


@pytest.mark.parametrize(
    ("why", "own", "opponent"),
    [
        ("no checkers", counts({}), counts({})),
        ("no checkers of the player on roll", counts({6: 1}), counts({})),
        ("no checkers of the opponent", counts({}), counts({6: 1})),
        ("16 checkers", counts({6: 16}), counts({6: 16})),
        ("16 checkers in many places", counts({0: 9, 1: 3, 25: 4}), counts({6: 15})),
        ("17 checkers of the opponent", counts({6: 15}), counts({6: 17})),
        ("a count above 255", counts({6: 256 + 15}), counts({6: 15})),
        ("different numbers of checkers", counts({6: 15}), counts({6: 14})),
        ("different numbers of checkers, some off", counts({6: 2, 0: 1}), counts({6: 2})),
        ("a point with checkers of both sides", counts({6: 1}), counts({19: 1})),
        ("a point with many checkers of both sides", counts({13: 15}), counts({12: 15})),
        ("both have borne off all checkers", counts({0: 15}), counts({0: 15})),
        ("both have borne off their only checker", counts({0: 1}), counts({0: 1})),
        ("both shut out for ever", [*SHUT_OUT], [*SHUT_OUT]),
        (
            "both shut out for ever, by many checkers",
            counts({**dict.fromkeys(range(1, 7), 2), 3: 3, 25: 2}),
            [*SHUT_OUT],
        ),
        ("a negative count", counts({6: 2, 7: -1}), counts({6: 1})),
        ("a negative count on the bar", counts({6: 1}), counts({6: 2, 25: -1})),
        ("25 places", counts({6: 1})[:25], counts({6: 1})[:25]),
        ("27 places", [*counts({6: 1}), 0], [*counts({6: 1}), 0]),
        ("no places", [], []),
    ],
)
def test_both_refuse_an_invalid_board(why: str, own: list[int], opponent: list[int]) -> None:
    """R1.1, R1.2, P105: constructors and arrays; for an array, the error names the row."""
    with pytest.raises(BoardError):
        Board.from_counts(own, opponent)
    with pytest.raises(bg.PositionError):
        bg.Position(own, opponent)
    with pytest.raises(bg.PositionError):
        bg.Position.from_array([own, opponent])
    if len(own) == 26 and all(0 <= number < 256 for number in chain(own, opponent)):
        boards = to_boards([Board.start().to_counts(), (tuple(own), tuple(opponent))])
        for refused in (bg.batch.pip_counts, bg.batch.to_gnubg_ids, bg.batch.swap, bg.batch.evaluate):
            with pytest.raises(bg.PositionError, match="row 1"):
                refused(boards)
        with pytest.raises(bg.PositionError, match="row 1"):
            bg.batch.plays(boards, np.array([[3, 1], [3, 1]], np.uint8))


@pytest.mark.parametrize("checkers", [1, 2, 14, 15])
def test_both_accept_a_valid_board(checkers: int) -> None:
    """R1.1: valid boards are accepted, including those where one side has borne off all checkers."""
    for own in ({0: checkers}, {25: checkers}, {6: checkers}):
        board = Board.from_counts(counts(own), counts({24: checkers}))
        position = bg.Position(counts(own), counts({24: checkers}))
        assert position.checkers == board.checkers == checkers
        assert position.is_over == board.is_over


@pytest.mark.parametrize(
    ("own", "opponent"),
    [
        (SHUT_OUT, counts({**dict.fromkeys(range(1, 7), 2), 0: 3})),
        (SHUT_OUT, counts({**dict.fromkeys(range(1, 7), 2), 6: 1, 25: 4})),
        (SHUT_OUT, counts({**dict.fromkeys(range(1, 6), 2), 25: 5})),
    ],
    ids=["nobody waits", "a blot", "a gap"],
)
def test_both_accept_one_side_shut_out(own: list[int], opponent: list[int]) -> None:
    """R4.6: a position is legal as long as one side can still move."""
    assert Board.from_counts(own, opponent).to_counts() == (tuple(own), tuple(opponent))
    assert bg.Position(own, opponent).swap() == bg.Position(opponent, own)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "4HPwATDgc/AB*A",
        "4HPwATDgc/ABM=",
        "4HPwATDgc/AB-A",
        "4HPwATDgc/ABM\u00e9",
        "4HPwATDgc/ABM\x00",
        "4HPwATDgc/ABMB",
        "AQAA/P8DAAAAAA",
        "//////////////",
        "AAAAAAAAAAAAAA",
        "\U0001f3b2" * 14,
    ],
)
def test_both_refuse_an_invalid_position_id(text: str) -> None:
    """R1.1: a single ID, and a row in an array of IDs."""
    with pytest.raises(IdError):
        from_position_id(text)
    with pytest.raises(bg.GammonError):
        bg.Position.from_gnubg_id(text)
    if "\x00" not in text:  # NumPy strips trailing NULs.
        with pytest.raises(bg.GammonError):
            bg.batch.from_gnubg_ids(["4HPwATDgc/ABMA", text])


@pytest.mark.parametrize(
    "row",
    [
        "",
        "-b----E-C---eE---c-e----B",
        "-b----E-C---eE---c-e----B--",
        "Ab----E-C---eE---c-e----A-",
        "-a----E-C---eE---c-e----Ba",
        "-b----E-C---eE-x-c-e----B-",
        "-b----P-----eE---c-e----B-",
        "-b----E-C---eE---c-e---\u00e9B-",
        "-b----F-C---eE---c-e----B-",
        "-b----E-C---eE---c-f----B-",
        "--------------------------",
    ],
)
def test_both_refuse_an_invalid_xgid_board(row: str) -> None:
    """R1.1, P085, P105."""
    with pytest.raises(IdError):
        from_xgid_board(row)
    with pytest.raises(bg.GammonError):
        bg.Position.from_xgid(f"XGID={row}:0:0:1:00:0:0:0:0:10")


def engine_position(board: Board) -> bg.Position:
    own, opponent = board.to_counts()
    return bg.Position(list(own), list(opponent))


def test_equal_names_have_equal_meanings() -> None:
    """In both, a play's position has the opponent on roll, and boards and positions have the same counts."""
    shared = ("checkers", "is_contact", "is_over", "pip_counts", "points")
    compared = 0
    for seed in range(8):
        for turn in random_game(seed, 0).turns:
            board = turn.board
            position = engine_position(board)
            assert [getattr(position, name) for name in shared] == [getattr(board, name) for name in shared]
            assert position.swap() == engine_position(board.swap())
            for dice in ((3, 1), (6, 6)):
                found = {play.position for play in position.plays(*dice)}
                expected = {engine_position(play.position) for play in legal_plays(board, *dice)}
                assert found == expected
                compared += 1
    assert compared > 500
