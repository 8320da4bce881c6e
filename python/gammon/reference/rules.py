"""Generation of legal plays: one short method for each rule of moving (R3, R4 and R5)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gammon.reference.board import BAR, OFF, OPPONENT_BAR, OWN_OFF, Board, Row
from gammon.reference.dice import check_die

Move: TypeAlias = tuple[int, int]
"""A move of one checker by one die: source and destination, with 25 for the bar and 0 for off."""

_HIGH_TO_LOW = tuple(range(24, 0, -1))


class Play(NamedTuple):
    """A complete legal play of one roll.

    Attributes
    ----------
    moves
        The moves in the order they are made, one for each die played.
    mover_row
        The row of the resulting board, still seen by the player who made the play.
    """

    moves: tuple[Move, ...]
    mover_row: Row

    @property
    def position(self) -> Board:
        """The resulting board, with the opponent on roll."""
        return Board.from_row(self.mover_row).swap()


class Way(NamedTuple):
    """A sequence of moves with some of the dice, before R3.5 and R3.6 decide whether it is a legal play.

    Attributes
    ----------
    dice
        The numbers played, in that order.
    moves
        One move for each of them.
    row
        The resulting board, seen by the player who moves.
    """

    dice: tuple[int, ...]
    moves: tuple[Move, ...]
    row: Row


class Rules:
    """The rules of moving, one method each, so that a test can replace one of them.

    Boards are passed as rows, which are fast to copy and compare.
    """

    def legal_plays(self, board: Board, die1: int, die2: int) -> list[Play]:
        """Return the legal plays, one for every distinct result; see the function `legal_plays`."""
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
        """R5.7: the first player to bear off all checkers has won, and nobody moves any more."""
        return max(row[1 : BAR + 1]) <= 0 or min(row[:BAR]) >= 0

    def orders(self, die1: int, die2: int) -> list[tuple[int, ...]]:
        """R3.1, R3.2: the two numbers in either order, the larger first; a double is played four times."""
        if die1 == die2:
            return [(die1,) * 4]
        larger, smaller = max(die1, die2), min(die1, die2)
        return [(larger, smaller), (smaller, larger)]

    def ways(self, row: Row, die1: int, die2: int) -> list[Way]:
        """Return all ways to play one, two ... all of the numbers, in each order and with every checker.

        A checker that moves twice lands on the point in between as on any other (R3.4). If two
        ways through the same order reach the same board, their continuations are the same, so
        only the first is kept. If no move is possible, the rest of the order is lost (R4.4,
        R5.7).
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
        """R3.5: as many numbers as possible must be played; drop the ways that play fewer."""
        most = max([len(way.dice) for way in ways], default=0)
        return [way for way in ways if len(way.dice) == most]

    def larger_number(self, ways: list[Way], die1: int, die2: int) -> list[Way]:
        """R3.6: if either number can be played but not both, the larger must be played."""
        larger = [way for way in ways if way.dice == (max(die1, die2),)]
        return larger or ways

    def distinct(self, ways: list[Way]) -> list[Play]:
        """Keep the first way to each resulting board; checkers hit are part of it."""
        firsts: dict[Row, tuple[Move, ...]] = {}
        for _, made, row in ways:
            if row not in firsts:
                firsts[row] = made
        return [Play(made, row) for row, made in firsts.items()]

    def moves(self, row: Row, die: int) -> list[Move]:
        """Return the moves with one number, from the bar and the high points down."""
        found: list[Move] = []
        for source in self.sources(row, die):
            destination = self.destination(row, source, die)
            if destination is not None:
                found.append((source, destination))
        return found

    def sources(self, row: Row, die: int) -> list[int]:
        """R4.2: while a checker is on the bar, no other may move."""
        del die  # The rule is the same for every number; tests replace this method and may need it.
        if row[BAR] > 0:
            return [BAR]
        return [point for point in _HIGH_TO_LOW if row[point] > 0]

    def destination(self, row: Row, source: int, die: int) -> int | None:
        """Return where a checker lands with this number; None if it may not move (R1.4)."""
        destination = self.entry_point(die) if source == BAR else source - die
        if destination >= 1:
            return destination if self.is_open(row, destination) else None
        if self.bears_off(row, source, die) and self.may_bear_off(row):
            return OFF
        return None

    def entry_point(self, die: int) -> int:
        """R4.3: with number d a checker enters on point 25 - d."""
        return 25 - die

    def is_open(self, row: Row, point: int) -> bool:
        """R3.3: a point is open unless two or more opposing checkers are on it."""
        return row[point] >= -1

    def may_bear_off(self, row: Row) -> bool:
        """R5.1, R5.6: all own checkers in play must be in the home board, none on the bar."""
        return max(row[7 : BAR + 1]) <= 0

    def bears_off(self, row: Row, source: int, die: int) -> bool:
        """R5.2 to R5.4: number d bears off from point d, or from the highest point with checkers if that is lower."""
        return source == die or (source < die and max(row[source + 1 : 7]) <= 0)

    def after(self, row: Row, move: Move) -> Row:
        """Make a move; R4.1: an opposing blot on the destination goes to the bar."""
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
    """Return the legal plays of a roll, one for each distinct result.

    The order is fixed. Plays that begin with the larger number come first, sorted by the source
    of their first move, from the bar (25) down to the ace point (1), then by the source of the
    second. Plays that begin with the smaller number follow in the same order. Plays of a double
    are sorted by the sources of their up to four moves. Of several ways to one result the first
    is kept.

    Parameters
    ----------
    board
        The board seen by the player on roll.
    die1, die2
        The two dice, in any order.

    Returns
    -------
    list of Play
        Empty if there is no legal play, so that the turn passes (R3.7), or if the game is over.

    Raises
    ------
    DiceError
        If a number is not 1 to 6.
    """
    return Rules().legal_plays(board, die1, die2)
