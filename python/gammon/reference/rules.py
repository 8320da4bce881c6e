"""Which plays are legal: one short method for each rule of moving (R3, R4 and R5)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gammon.reference.board import BAR, OFF, Board
from gammon.reference.dice import check_die

Move: TypeAlias = tuple[int, int]
"""One checker by one number: where from and where to, with 25 for the bar and 0 for off."""


class Play(NamedTuple):
    """All that is done with one roll.

    Attributes
    ----------
    moves
        The moves in the order they are made, one for each number played.
    board
        What results, as the player who made the play still sees it; `Board.swap` hands it on.
    """

    moves: tuple[Move, ...]
    board: Board


class Way(NamedTuple):
    """One way to play some numbers of a roll, before it is asked whether they are enough.

    Attributes
    ----------
    dice
        The numbers played, in that order.
    moves
        One move for each of them.
    board
        What results, as the player who moves sees it.
    """

    dice: tuple[int, ...]
    moves: tuple[Move, ...]
    board: Board


class Rules:
    """The rules of moving, each a method of its own, so that one can be replaced in a test."""

    def legal_plays(self, board: Board, die1: int, die2: int) -> list[Play]:
        """List the plays, every distinct result once; see the function `legal_plays`."""
        check_die(die1)
        check_die(die2)
        if self.is_over(board):
            return []
        ways = self.ways(board, die1, die2)
        ways = self.most_numbers(ways)
        ways = self.larger_number(ways, die1, die2)
        return self.distinct(ways)

    def is_over(self, board: Board) -> bool:
        """R5.7: the first to bear off all his checkers has won, and nobody moves any more."""
        return board.is_over

    def orders(self, die1: int, die2: int) -> list[tuple[int, ...]]:
        """R3.1, R3.2: two numbers in either order, the larger first; four of a double."""
        if die1 == die2:
            return [(die1,) * 4]
        larger, smaller = max(die1, die2), min(die1, die2)
        return [(larger, smaller), (smaller, larger)]

    def ways(self, board: Board, die1: int, die2: int) -> list[Way]:
        """Play one, two ... all of the numbers, in each order and with every checker.

        The point between two moves of one checker is landed on like any other (R3.4). Two ways
        through the same order that meet on one board go on alike, so only the first is kept;
        when there is no way to go on, the rest of the order is lost (R4.4, R5.7).
        """
        found: list[Way] = []
        for order in self.orders(die1, die2):
            reached = [Way((), (), board)]
            for die in order:
                onward: dict[Board, Way] = {}
                for way in reached:
                    for move in self.moves(way.board, die):
                        after = self.after(way.board, move)
                        longer = Way((*way.dice, die), (*way.moves, move), after)
                        onward.setdefault(after, longer)
                reached = list(onward.values())
                found += reached
        return found

    def most_numbers(self, ways: list[Way]) -> list[Way]:
        """R3.5: as many numbers must be played as can be; ways that play fewer go."""
        most = max((len(way.dice) for way in ways), default=0)
        return [way for way in ways if len(way.dice) == most]

    def larger_number(self, ways: list[Way], die1: int, die2: int) -> list[Way]:
        """R3.6: where either number can be played but not both, it is the larger."""
        larger = [way for way in ways if way.dice == (max(die1, die2),)]
        return larger or ways

    def distinct(self, ways: list[Way]) -> list[Play]:
        """Keep the first way to each result; what was hit is a part of the result."""
        plays: dict[Board, Play] = {}
        for way in ways:
            plays.setdefault(way.board, Play(way.moves, way.board))
        return list(plays.values())

    def moves(self, board: Board, die: int) -> list[Move]:
        """List the moves of one number, from the bar and the high points down."""
        found: list[Move] = []
        for source in self.sources(board, die):
            destination = self.destination(board, source, die)
            if destination is not None:
                found.append((source, destination))
        return found

    def sources(self, board: Board, die: int) -> list[int]:
        """R4.2: while a checker is on the bar, no other may move."""
        del die  # By the rules it does not matter which number is to be played.
        if board.bar > 0:
            return [BAR]
        return [point for point in range(24, 0, -1) if board[point] > 0]

    def destination(self, board: Board, source: int, die: int) -> int | None:
        """Find where a checker comes to with this number, None if it may not go (R1.4)."""
        destination = self.entry_point(die) if source == BAR else source - die
        if destination >= 1:
            return destination if self.is_open(board, destination) else None
        if self.may_bear_off(board) and self.bears_off(board, source, die):
            return OFF
        return None

    def entry_point(self, die: int) -> int:
        """R4.3: number d enters on the 25 - d point."""
        return 25 - die

    def is_open(self, board: Board, point: int) -> bool:
        """R3.3: a point is open that is not held by two or more opposing checkers."""
        return board[point] >= -1

    def may_bear_off(self, board: Board) -> bool:
        """R5.1, R5.6: all own checkers still in play are at home, none on the bar."""
        return board.bar == 0 and max(board.points[6:]) <= 0

    def bears_off(self, board: Board, source: int, die: int) -> bool:
        """R5.2 to R5.4: off the d-point, or off the highest point held if that is lower."""
        if source == die:
            return True
        return source < die and all(board[point] <= 0 for point in range(source + 1, 7))

    def after(self, board: Board, move: Move) -> Board:
        """Make a move; R4.1: an opposing blot it lands on goes to the bar."""
        source, destination = move
        points = list(board.points)
        bar, off, opponent_bar = board.bar, board.off, board.opponent_bar
        if source == BAR:
            bar -= 1
        else:
            points[source - 1] -= 1
        if destination == OFF:
            off += 1
        elif points[destination - 1] == -1:
            points[destination - 1] = 1
            opponent_bar += 1
        else:
            points[destination - 1] += 1
        return Board(tuple(points), bar, off, opponent_bar, board.opponent_off)


def legal_plays(board: Board, die1: int, die2: int) -> list[Play]:
    """List every legal play of a roll, each distinct result once.

    The order is fixed: first the plays that begin with the larger number, by the source of
    their first move from the bar (25) down to the ace point (1), then by the source of the
    second; after them those that begin with the smaller number, likewise. A double is listed by
    the sources of its up to four moves. Of several ways to one result the first is kept.

    Parameters
    ----------
    board
        The board as the player on roll sees it.
    die1, die2
        The two numbers thrown; which is which does not matter.

    Returns
    -------
    list of Play
        Empty if nothing can be played, so that the turn passes (R3.7), and if the game is over.

    Raises
    ------
    DiceError
        If a number is not 1 to 6.
    """
    return Rules().legal_plays(board, die1, die2)
