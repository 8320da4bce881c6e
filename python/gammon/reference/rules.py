"""Which plays are legal: one short method for each rule of moving (R3, R4 and R5)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gammon.reference.board import BAR, OFF, OPPONENT_BAR, OWN_OFF, Board, Row
from gammon.reference.dice import check_die

Move: TypeAlias = tuple[int, int]
"""One checker by one number: where from and where to, with 25 for the bar and 0 for off."""

_HIGH_TO_LOW = tuple(range(24, 0, -1))


class Play(NamedTuple):
    """All that is done with one roll.

    Attributes
    ----------
    moves
        The moves in the order they are made, one for each number played.
    mover_row
        The row of the board that results, as the player who made the play still sees it.
    """

    moves: tuple[Move, ...]
    mover_row: Row

    @property
    def position(self) -> Board:
        """What results, with the opponent on roll."""
        return Board.from_row(self.mover_row).swap()


class Way(NamedTuple):
    """One way to play some numbers of a roll, before it is asked whether they are enough.

    Attributes
    ----------
    dice
        The numbers played, in that order.
    moves
        One move for each of them.
    row
        The board that results, as the player who moves sees it.
    """

    dice: tuple[int, ...]
    moves: tuple[Move, ...]
    row: Row


class Rules:
    """The rules of moving, each a method of its own, so that one can be replaced in a test.

    Boards are passed on as their rows of plain numbers, which are quick to copy and compare.
    """

    def legal_plays(self, board: Board, die1: int, die2: int) -> list[Play]:
        """List the plays, every distinct result once; see the function `legal_plays`."""
        check_die(die1)
        check_die(die2)
        row = board.row
        if self.is_over(row):
            return []
        ways = self.ways(row, die1, die2)
        ways = self.most_numbers(ways)
        ways = self.larger_number(ways, die1, die2)
        return self.distinct(ways)

    def is_over(self, row: Row) -> bool:
        """R5.7: the first to bear off all his checkers has won, and nobody moves any more."""
        return max(row[1 : BAR + 1]) <= 0 or min(row[:BAR]) >= 0

    def orders(self, die1: int, die2: int) -> list[tuple[int, ...]]:
        """R3.1, R3.2: two numbers in either order, the larger first; four of a double."""
        if die1 == die2:
            return [(die1,) * 4]
        larger, smaller = max(die1, die2), min(die1, die2)
        return [(larger, smaller), (smaller, larger)]

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        """Play one, two ... all of the numbers, in each order and with every checker.

        The point between two moves of one checker is landed on like any other (R3.4). Two ways
        through the same order that meet on one board go on alike, so only the first is kept;
        when there is no way to go on, the rest of the order is lost (R4.4, R5.7).
        """
        found: list[Way] = []
        for order in self.orders(die1, die2):
            reached: dict[Row, tuple[Move, ...]] = {row: ()}
            for number, die in enumerate(order):
                onward: dict[Row, tuple[Move, ...]] = {}
                for before, made in reached.items():
                    for move in self.moves(before, die):
                        after = self.after(before, move)
                        if after not in onward:
                            onward[after] = (*made, move)
                played = order[: number + 1]
                found += [Way(played, made, after) for after, made in onward.items()]
                reached = onward
        return found

    def most_numbers(self, ways: list[Way]) -> list[Way]:
        """R3.5: as many numbers must be played as can be; ways that play fewer go."""
        most = max([len(way.dice) for way in ways], default=0)
        return [way for way in ways if len(way.dice) == most]

    def larger_number(self, ways: list[Way], die1: int, die2: int) -> list[Way]:
        """R3.6: where either number can be played but not both, it is the larger."""
        larger = [way for way in ways if way.dice == (max(die1, die2),)]
        return larger or ways

    def distinct(self, ways: list[Way]) -> list[Play]:
        """Keep the first way to each result; what was hit is a part of the result."""
        firsts: dict[Row, tuple[Move, ...]] = {}
        for _, made, row in ways:
            if row not in firsts:
                firsts[row] = made
        return [Play(made, row) for row, made in firsts.items()]

    def moves(self, row: Row, die: int) -> list[Move]:
        """List the moves of one number, from the bar and the high points down."""
        found: list[Move] = []
        for source in self.sources(row, die):
            destination = self.destination(row, source, die)
            if destination is not None:
                found.append((source, destination))
        return found

    def sources(self, row: Row, die: int) -> list[int]:
        """R4.2: while a checker is on the bar, no other may move."""
        del die  # By the rules it does not matter which number is to be played.
        if row[BAR] > 0:
            return [BAR]
        return [point for point in _HIGH_TO_LOW if row[point] > 0]

    def destination(self, row: Row, source: int, die: int) -> int | None:
        """Find where a checker comes to with this number, None if it may not go (R1.4)."""
        destination = self.entry_point(die) if source == BAR else source - die
        if destination >= 1:
            return destination if self.is_open(row, destination) else None
        if self.bears_off(row, source, die) and self.may_bear_off(row):
            return OFF
        return None

    def entry_point(self, die: int) -> int:
        """R4.3: number d enters on the 25 - d point."""
        return 25 - die

    def is_open(self, row: Row, point: int) -> bool:
        """R3.3: a point is open that is not held by two or more opposing checkers."""
        return row[point] >= -1

    def may_bear_off(self, row: Row) -> bool:
        """R5.1, R5.6: all own checkers still in play are at home, none on the bar."""
        return max(row[7 : BAR + 1]) <= 0

    def bears_off(self, row: Row, source: int, die: int) -> bool:
        """R5.2 to R5.4: off the d-point, or off the highest point held if that is lower."""
        return source == die or (source < die and max(row[source + 1 : 7]) <= 0)

    def after(self, row: Row, move: Move) -> Row:
        """Make a move; R4.1: an opposing blot it lands on goes to the bar."""
        source, destination = move
        places = list(row)
        places[source] -= 1
        if destination == OFF:
            places[OWN_OFF] += 1
        elif places[destination] == -1:
            places[destination] = 1
            places[OPPONENT_BAR] -= 1
        else:
            places[destination] += 1
        return tuple(places)


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
