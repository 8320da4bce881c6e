"""Whole games played at random, turn by turn (R2, without a cube)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gammon.reference.board import Board
from gammon.reference.dice import choice, opening_roll, roll
from gammon.reference.rules import legal_plays


class GameError(ValueError):
    """A game cannot be played from where it should start; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One turn of a game, also if nothing could be played.

    Attributes
    ----------
    number
        0 for the opening.
    player
        Who had the turn, 0 or 1.
    dice
        What was thrown; at the opening player 0's die and then player 1's.
    board
        What he left, as he sees it.
    """

    number: int
    player: int
    dice: tuple[int, int]
    board: Board


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game that was played to its end.

    Attributes
    ----------
    turns
        All turns, passes too; ``len(game.turns)`` is the length of the game.
    winner
        0 or 1.
    points
        1, or 2 for a gammon, or 3 for a backgammon (R6).
    """

    turns: tuple[Turn, ...]
    winner: int
    points: int


def random_game(seed: int, game: int, start: Board | None = None) -> Game:
    """Play a game in which both sides choose among their distinct plays at random.

    Parameters
    ----------
    seed, game
        0 to 2**64 - 1; they fix the dice and the choices.
    start
        The board as the starter sees it; backgammon's if None.

    Raises
    ------
    SeedError
        If seed or game is out of range.
    GameError
        If the game is over at the start.
    """
    board = Board.start() if start is None else start
    if board.is_over:
        raise GameError("the game is over before it starts")
    turns = tuple(_turns(seed, game, board))
    last = turns[-1]
    points = last.board.points
    assert points is not None, "the last turn ended the game"
    return Game(turns=turns, winner=last.player, points=points)


def _turns(seed: int, game: int, board: Board) -> Iterator[Turn]:
    """Play on until somebody has won; `board` is as the starter sees it."""
    dice = opening_roll(seed, game)  # R2.1; the starter plays these two numbers: R2.2
    player = 0 if dice[0] > dice[1] else 1
    number = 0
    while True:
        plays = legal_plays(board, *dice)
        if plays:  # otherwise the turn passes: R3.7
            board = Board.from_row(plays[choice(seed, game, number, len(plays))].mover_row)
        yield Turn(number=number, player=player, dice=dice, board=board)
        if board.is_over:
            return
        board = board.swap()
        player = 1 - player
        number += 1
        dice = roll(seed, game, number)
