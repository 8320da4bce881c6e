"""Games of few checkers, solved with their contact by repeated sweeps over all positions.

A hit checker starts again, so a position can come back and a plain recursion would not end. Instead, all values start
at zero and are computed anew from one another until they stand still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

from gammon.reference.bearoff import ROLLS
from gammon.reference.board import BAR, OFF, Board, BoardError
from gammon.reference.exact import CubeValues, Exact, after_turn

Places: TypeAlias = tuple[int, ...]
"""Where a side's checkers are, from the farthest: 25 is the bar, 0 is off."""

Node: TypeAlias = tuple[Places, Places]
"""The player on roll and the opponent, each numbering the points their own way."""

Turn: TypeAlias = tuple[int, list[int]]
"""A number of rolls out of 36, and the numbers of the positions that can be chosen from, the opponent on roll."""

NON_DOUBLES = tuple((high, low) for high, low in ROLLS if high > low)
"""The rolls that can begin a game (R2.2)."""


class Plays:
    """The plays of a few checkers: one method for each step, so that a test can replace one."""

    def plays(self, node: Node, die1: int, die2: int) -> set[Node]:
        """Return the results of a roll, seen by the opponent, who is then on roll.

        A player who cannot move passes the turn: the position is the same, from the other side (R3.7).
        """
        orders = (
            [(die1,) * 4] if die1 == die2 else [(max(die1, die2), min(die1, die2)), (min(die1, die2), max(die1, die2))]
        )
        ways: list[tuple[tuple[int, ...], set[Node]]] = []
        for order in orders:
            reached = {node}
            ways.append(((), reached))
            for number, die in enumerate(order, start=1):
                reached = {after for before in reached for after in self.moves(before, die)}
                ways.append((order[:number], reached))
        ways = [way for way in ways if way[1]]
        most = max(len(dice) for dice, _ in ways)
        ways = [way for way in ways if len(way[0]) == most]
        # R3.6: if either number can be played but not both, the larger must be.
        larger = [way for way in ways if way[0] == (max(die1, die2),)]
        return {self.swap(after) for _, results in larger or ways for after in results}

    def swap(self, node: Node) -> Node:
        """Return the position seen by the opponent."""
        return node[1], node[0]

    def moves(self, node: Node, die: int) -> set[Node]:
        """Return the results of one move, with the player still on roll (R3.3, R4, R5)."""
        own, opponent = node
        found: set[Node] = set()
        for source in {BAR} if own[0] == BAR else set(own):
            landing = source - die
            if source == OFF or not self.may_land(own, opponent, source, landing):
                continue
            places = list(own)
            places.remove(source)
            places.append(max(landing, OFF))
            theirs = list(opponent)
            if landing >= 1 and 25 - landing in theirs:
                theirs.remove(25 - landing)
                theirs.append(BAR)
            found.add((tuple(sorted(places, reverse=True)), tuple(sorted(theirs, reverse=True))))
        return found

    def may_land(self, own: Places, opponent: Places, source: int, landing: int) -> bool:
        """R3.3: not on a made point. R5.1 to R5.4: off from home, by the exact number or from the highest point."""
        if landing >= 1:
            return opponent.count(25 - landing) < 2
        return own[0] <= 6 and (landing == 0 or source == own[0])


class FewCheckers:
    """All positions with few checkers in play, solved on construction.

    One checker a side takes a second or two, two checkers some minutes.

    Parameters
    ----------
    in_play
        Checkers of each side that take part, from 1. Some of them may have been borne off.
    off
        Further checkers that each side has borne off before. If there are any, there are no gammons.
    plays
        The rules of moving.
    after_turn
        What a player has who has finished a turn, from the opponent's values.
    tolerance
        Sweeps end when no value changes by more.
    """

    def __init__(
        self,
        in_play: int,
        off: int = 0,
        *,
        plays: Plays | None = None,
        after_turn: Callable[[CubeValues], CubeValues] = after_turn,
        tolerance: float = 1e-13,
    ) -> None:
        self.in_play = in_play
        self.off = off
        self.tolerance = tolerance
        self._plays = Plays() if plays is None else plays
        self._after_turn = after_turn
        self._numbers = {node: number for number, node in enumerate(self._nodes())}
        self._turns = [self._turns_of(node, ROLLS) for node in self._numbers]
        self._cubeless: list[float] = []
        self._chances: list[tuple[float, ...]] = []
        self._chosen: list[list[tuple[int, int]]] = []
        self._cube: list[CubeValues] = []
        self._solve()

    def values(self, board: Board) -> Exact:
        """Return the value of a position to the player on roll.

        Raises
        ------
        BoardError
            If the board has another number of checkers, or the game is over.
        """
        return self._exact(self._turns[self._number(board)])

    def opening(self, board: Board) -> Exact:
        """Return the value of a position to the winner of the opening roll, who plays it (R2.2).

        There is no double before the first turn. See `values` for the error.
        """
        node = list(self._numbers)[self._number(board)]
        return self._exact(self._turns_of(node, NON_DOUBLES))

    def _number(self, board: Board) -> int:
        """Return the number of a board's position."""
        if board.is_over:
            raise BoardError("the game is over")
        if board.checkers != self.in_play + self.off or min(board.off, board.opponent_off) < self.off:
            raise BoardError(
                f"expected {self.in_play + self.off} checkers a side with at least {self.off} off, "
                f"got {board.checkers} with {board.off} and {board.opponent_off} off"
            )
        own, opponent = (
            tuple(place for place in range(BAR, OFF - 1, -1) for _ in range(side[place] - self.off * (place == OFF)))
            for side in board.to_counts()
        )
        return self._numbers[own, opponent]

    def _nodes(self) -> list[Node]:
        """Return all positions whose player on roll has checkers in play, from the fewest pips.

        A play that hits nothing leads to fewer pips, so that most values are computed after those they depend on.
        """
        sides = list(combinations_with_replacement(range(BAR, OFF - 1, -1), self.in_play))
        nodes = [
            (own, opponent)
            for own in sides
            for opponent in sides
            if any(own) and not any(25 - place in opponent for place in own if OFF < place < BAR)
        ]
        return sorted(nodes, key=lambda node: sum(map(sum, node)))

    def _turns_of(self, node: Node, rolls: Iterable[tuple[int, int]]) -> list[Turn]:
        """Return the results of the given rolls; rolls with the same results are put together. None if it is over."""
        if not any(node[1]):
            return []
        together: dict[frozenset[Node], int] = {}
        for die1, die2 in rolls:
            results = frozenset(self._plays.plays(node, die1, die2))
            together[results] = together.get(results, 0) + (1 if die1 == die2 else 2)
        # Sorted, so that the same play is chosen of several that are equal.
        return [(weight, sorted(map(self._numbers.__getitem__, results))) for results, weight in together.items()]

    def _points(self, node: Node) -> int:
        """Return the points that the player who has just borne off the last checker wins (R6)."""
        loser = node[0]
        if self.off or loser[-1] == OFF:
            return 1
        return 3 if loser[0] > 18 else 2

    def _solve(self) -> None:
        """Find all values."""
        over = {number: self._points(node) for node, number in self._numbers.items() if not any(node[1])}
        live = [number for number in self._numbers.values() if number not in over]

        # Values of the player who has just played, of finished games and of the others.
        self._cubeless = [float(over.get(number, 0)) for number in self._numbers.values()]
        self._cube = [
            CubeValues(won := self._cubeless[number], float(number in over), won, won)
            for number in self._numbers.values()
        ]
        self._chances = [
            (1.0, float(over.get(number, 0) > 1), float(over.get(number, 0) > 2), 0.0, 0.0)
            for number in self._numbers.values()
        ]
        self._sweep(live, self._improve_cubeless)
        self._sweep(live, self._improve_cube)
        # From now on the plays are settled.
        self._chosen = [self._choose(turns) for turns in self._turns]
        self._sweep(live, self._improve_chances)

    def _sweep(self, live: Sequence[int], improve: Callable[[int], float]) -> None:
        """Compute all values anew until none changes by more than the tolerance."""
        while max(map(improve, live)) > self.tolerance:
            pass

    def _improve_cubeless(self, number: int) -> float:
        """Compute the cubeless equity of a position anew and return by how much it has changed."""
        new = -self._mean_cubeless(self._turns[number])
        old, self._cubeless[number] = self._cubeless[number], new
        return abs(new - old)

    def _improve_cube(self, number: int) -> float:
        """Compute the cubeful equities of a position anew and return by how much they have changed at most."""
        new = self._after_turn(self._mean_cube(self._turns[number]))
        old, self._cube[number] = self._cube[number], new
        return max(map(abs, map(float.__sub__, new, old)))

    def _improve_chances(self, number: int) -> float:
        """Compute the probabilities of a position anew and return by how much they have changed at most."""
        win, *gammons = self._mean_chances(self._chosen[number])
        new = (1 - win, gammons[2], gammons[3], gammons[0], gammons[1])
        old, self._chances[number] = self._chances[number], new
        return max(map(abs, map(float.__sub__, new, old)))

    def _mean_cubeless(self, turns: Sequence[Turn]) -> float:
        """Return the mean of the best plays' cubeless equity."""
        after = self._cubeless
        total = sum(weight for weight, _ in turns)
        return sum([weight * max([after[end] for end in ends]) for weight, ends in turns]) / total

    def _mean_cube(self, turns: Sequence[Turn]) -> CubeValues:
        """Return the means of the best plays' cubeful equities; for each of them the plays are chosen anew."""
        after = self._cube
        sums = [0.0] * 4
        for weight, ends in turns:
            for kind, best in enumerate(map(max, zip(*[after[end] for end in ends], strict=True))):
                sums[kind] += weight * best
        total = sum(weight for weight, _ in turns)
        return CubeValues(*[each / total for each in sums])

    def _choose(self, turns: Sequence[Turn]) -> list[tuple[int, int]]:
        """Return the plays with the best cubeless equity, and the number of rolls out of 36 for each."""
        return [(weight, max(ends, key=self._cubeless.__getitem__)) for weight, ends in turns]

    def _mean_chances(self, chosen: Sequence[tuple[int, int]]) -> list[float]:
        """Return the mean probabilities after the chosen plays."""
        sums = [0.0] * 5
        for weight, best in chosen:
            for kind, chance in enumerate(self._chances[best]):
                sums[kind] += weight * chance
        total = sum(weight for weight, _ in chosen)
        return [each / total for each in sums]

    def _exact(self, turns: Sequence[Turn]) -> Exact:
        """Return the values of the player on roll with these turns."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = self._mean_chances(self._choose(turns))
        return Exact(
            win=win,
            win_gammon=win_gammon,
            win_backgammon=win_backgammon,
            lose_gammon=lose_gammon,
            lose_backgammon=lose_backgammon,
            cubeless=self._mean_cubeless(turns),
            cube=self._mean_cube(turns),
        )
