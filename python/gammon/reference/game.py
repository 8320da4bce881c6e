"""Complete random games without a cube (R2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gammon.reference.board import Board
from gammon.reference.dice import choice, opening_roll, roll
from gammon.reference.rules import legal_plays


class GameError(ValueError):
    """A game cannot be played from its start position; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One turn of a game, with or without a legal play.

    Attributes
    ----------
    number
        0 for the opening.
    player
        Who had the turn, 0 or 1.
    dice
        The roll; in the opening roll, player 0's die and then player 1's.
    board
        The board after the turn, seen by the player who made it.
    """

    number: int
    player: int
    dice: tuple[int, int]
    board: Board


@dataclass(frozen=True, kw_only=True)
class Game:
    """A complete game.

    Attributes
    ----------
    turns
        All turns, including those without a legal play.
    winner
        0 or 1.
    points
        1, or 2 for a gammon, or 3 for a backgammon (R6).
    """

    turns: tuple[Turn, ...]
    winner: int
    points: int


def random_game(seed: int, game: int, start: Board | None = None) -> Game:
    """Play a game in which both sides choose uniformly among their distinct plays.

    Parameters
    ----------
    seed, game
        0 to 2**64 - 1; they determine the dice and the choices.
    start
        The board seen by the starter; backgammon's start position if None.

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
    """Play until a side has won; `board` is seen by the starter."""
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
