"""Reference implementation of cube, score and match: one short method for each rule (R2, R6, R7, R8, R10).

Actions are tuples of a word and its numbers:

- ``("roll", a, b)``: in the opening roll ``a`` is player 0's die and ``b`` player 1's, otherwise ``a >= b``;
- ``("double",)``, ``("take",)``, ``("pass",)``, ``("beaver",)``, ``("raccoon",)``;
- ``("play", *row)``: a play, given by the resulting row as seen by the player who makes it;
- ``("resign", player, n)``: player 0 or 1 offers to lose n times the cube; ``("accept",)``, ``("decline",)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from gammon.reference.board import Board, Row
from gammon.reference.rules import Play, Rules

Action: TypeAlias = tuple[object, ...]
"""An action: a word, followed by its numbers if it has any."""

OPENING, BEFORE_ROLL, AFTER_ROLL, CUBE, RESIGNING, BETWEEN_GAMES, END = (
    "opening",
    "before the roll",
    "after the roll",
    "cube",
    "resigning",
    "between games",
    "end",
)
"""The stages of a match."""

NOT_YET, NOW, DONE = "not yet", "now", "done"
"""Whether the Crawford game is still to come, is the present game, or has been played."""

MOST_TURNS_OF_THE_CUBE = 60
"""Maximum number of doublings without a cube limit: 2**60 is the largest cube that an XGID can represent."""


class MatchError(ValueError):
    """Options that exclude each other, or an action that the rules forbid; the message says which."""


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """Length and options of a match.

    Attributes
    ----------
    points
        Points that win the match; None for money.
    start
        The start position, the same from both sides.
    has_cube, crawford, holland, jacoby, beavers, raccoons, reroll
        Whether there is a cube, and whether R8.3 (Crawford), R8.4 (Holland), R8.2 (Jacoby), R7.6
        (beavers, raccoons) and R2.3 (opening reroll) are in force.
    automatic
        How many ties of an opening roll double the stake, at most (R2.5).
    last_cube
        Maximum value of the cube; None for no limit (R7.7).

    Raises
    ------
    MatchError
        If options exclude each other.
    """

    points: int | None = None
    start: Board = field(default_factory=Board.start)
    has_cube: bool = True
    crawford: bool = True
    holland: bool = False
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    reroll: bool = False
    automatic: int = 0
    last_cube: int | None = None

    def __post_init__(self) -> None:
        """Reject options that exclude each other, by R8.5 and the other rules."""
        for_money = self.jacoby or self.beavers or self.raccoons or self.automatic > 0
        limited = self.last_cube is not None
        if self.points is not None and (self.points < 1 or for_money):
            raise MatchError("R8.5: a match needs at least 1 point and cannot have money-play options")
        if self.holland and (self.points is None or not self.crawford):
            raise MatchError("R8.4: the Holland rule needs a match with a Crawford game")
        if not self.has_cube and (for_money or limited or self.holland):
            raise MatchError("R7: options about the cube need a cube")
        if self.raccoons and not self.beavers:
            raise MatchError("R7.6: raccoons need beavers")
        if self.last_cube is not None and self.last_cube not in [2**turned for turned in range(1, 61)]:
            raise MatchError("R7.7: the cube limit must be a power of two from 2 to 2**60")
        if self.automatic < 0 or 2**self.automatic > (self.last_cube or 2**MOST_TURNS_OF_THE_CUBE):
            raise MatchError("R2.5: the number of automatic doubles must be from 0 to what the cube limit allows")


class Standing(NamedTuple):
    """The state of a match.

    Attributes
    ----------
    stage
        One of the stages above.
    score
        Points won by players 0 and 1.
    crawford
        `NOT_YET`, `NOW` or `DONE`.
    row
        The board seen by player 0.
    mover
        Whose turn it is, 0 or 1; None before the opening roll.
    turned
        How often the stake was doubled, including automatic doubles.
    holder
        The cube's owner; None while it is centred.
    dice
        The roll to be played, or ().
    offers
        The unanswered offer: 1 a double, 2 a beaver, 3 a raccoon; 0 none.
    resigned
        The unanswered resignation, as a multiple of the cube; 0 if there is none.
    resigner
        Who has resigned; None if nobody has.
    rolled
        Number of turns finished in this game, including those without a legal play.
    opener
        Who won the opening roll; None before it.
    won
        For a finished game: the winner, the win as a multiple of the cube, the points, and how it ended.
    """

    stage: str
    score: tuple[int, int]
    crawford: str
    row: Row
    mover: int | None = None
    turned: int = 0
    holder: int | None = None
    dice: tuple[int, ...] = ()
    offers: int = 0
    resigned: int = 0
    resigner: int | None = None
    rolled: int = 0
    opener: int | None = None
    won: tuple[int, int, int, str] | None = None


class Referee:
    """The rules of the cube and the match under given options, one method each, so that a test can break one.

    Parameters
    ----------
    options
        Length and options of the match.
    rules
        The rules of moving.
    """

    def __init__(self, options: MatchOptions, rules: Rules | None = None) -> None:
        self.options = options
        self.rules = Rules() if rules is None else rules

    def begin(self, score: tuple[int, int] = (0, 0), crawford: str | None = None) -> Standing:
        """Return the first game's state at a score; R8.3 decides about the Crawford game if `crawford` is None."""
        if crawford is None:
            crawford = self.crawford_after(NOT_YET, score)
        return Standing(OPENING, score, crawford, self.options.start.row)

    # --- legal actions

    def actions(self, at: Standing) -> list[Action]:
        """Return all legal actions."""
        dice = range(1, 7)
        if at.stage in (OPENING, BETWEEN_GAMES):
            return [("roll", zero, one) for zero in dice for one in dice]
        found: list[Action] = []
        if at.stage == BEFORE_ROLL:
            found += [("roll", high, low) for high in dice for low in range(1, high + 1)]
            if self.may_double(at):
                found.append(("double",))
            found += self.resignations(at)
        elif at.stage == AFTER_ROLL:
            found += self.plays(at) + self.resignations(at)
        elif at.stage == CUBE:
            found += [("take",), ("pass",)]
            if self.may_answer_in_kind(at):
                found.append((self.animal(at),))
        elif at.stage == RESIGNING:
            found += [("accept",), ("decline",)]
        return found

    def plays(self, at: Standing) -> list[Action]:
        """R3: the boards that the mover may reach; R3.7: the present board if there is no legal play."""
        board = self.seen_by_mover(at)
        plays: list[Play] = self.rules.legal_plays(board, *at.dice)
        return [("play", *play.mover_row) for play in plays] or [("play", *board.row)]

    def may_double(self, at: Standing) -> bool:
        """R7.1: the mover may double before rolling, unless one of the rules below forbids it."""
        return (
            self.options.has_cube
            and self.has_access(at)
            and not self.is_barred_by_crawford(at)
            and not self.is_barred_by_holland(at)
            and not self.is_dead_for_mover(at)
            and self.has_room(at)
        )

    def has_access(self, at: Standing) -> bool:
        """R7.3: either player may double while the cube is centred, later only its owner."""
        return at.holder is None or at.holder == at.mover

    def is_barred_by_crawford(self, at: Standing) -> bool:
        """R8.3: nobody doubles in the Crawford game."""
        return at.crawford == NOW

    def is_barred_by_holland(self, at: Standing) -> bool:
        """R8.4: after the Crawford game, nobody doubles before both sides have rolled twice."""
        return self.options.holland and at.crawford == DONE and at.rolled < 4

    def is_dead_for_mover(self, at: Standing) -> bool:
        """R7.5: a player who would win the match with the present cube may not double."""
        if self.options.points is None or at.mover is None:
            return False
        return at.score[at.mover] + self.stake(at) >= self.options.points

    def has_room(self, at: Standing) -> bool:
        """R7.4, R7.7: the cube limit allows one more double, after the unanswered offer if there is one."""
        last = 2**MOST_TURNS_OF_THE_CUBE if self.options.last_cube is None else self.options.last_cube
        return self.stake(at) * (4 if at.offers else 2) <= last

    def animal(self, at: Standing) -> str:
        """R7.6: a double can be redoubled by a beaver, and a beaver by a raccoon."""
        return {1: "beaver", 2: "raccoon"}.get(at.offers, "")

    def may_answer_in_kind(self, at: Standing) -> bool:
        """R7.6: a beaver or raccoon is legal if the options and the cube limit allow it."""
        agreed = {1: self.options.beavers, 2: self.options.raccoons}
        return agreed.get(at.offers, False) and self.has_room(at)

    def resignations(self, at: Standing) -> list[Action]:
        """R7.8, R6.2: either player may resign at 1, 2 or 3 times the cube, but not at more than they can lose."""
        found: list[Action] = []
        for player in (0, 1):
            most = 1 if self.from_side(Board.from_row(at.row), player).off else 3
            found += [("resign", player, level) for level in range(1, most + 1)]
        return found

    # --- the state after an action

    def after(self, at: Standing, action: Action) -> Standing:
        """Return the state after an action.

        Raises
        ------
        MatchError
            If it is not one of `actions`.
        """
        if action not in self.actions(at):
            raise MatchError(f"{action[0]}: not legal in the stage {at.stage!r}")
        return self.carried_out(at, action)

    def carried_out(self, at: Standing, action: Action) -> Standing:
        """Return the state after an action that is known to be legal."""
        word = action[0]
        if word == "roll":
            zero, one = self.numbers(action)
            if at.stage == BEFORE_ROLL:
                return at._replace(stage=AFTER_ROLL, dice=(zero, one))
            if at.stage == BETWEEN_GAMES:
                at = self.set_up_again(at)
            return self.tie(at) if zero == one else self.start(at, zero, one)
        if word == "double":
            return at._replace(stage=CUBE, offers=1)
        if word in ("beaver", "raccoon"):
            return self.accepted(at)._replace(stage=CUBE, offers=at.offers + 1)
        if word == "take":
            return self.accepted(at)._replace(stage=BEFORE_ROLL, offers=0)
        if word == "pass":
            return self.lost(at, self.answering(at), 1, "pass")
        if word == "resign":
            resigner, level = self.numbers(action)
            return at._replace(stage=RESIGNING, resigned=level, resigner=resigner)
        if word == "accept":
            return self.lost(at, self.resigner(at), at.resigned, "resignation")
        if word == "decline":
            return at._replace(stage=AFTER_ROLL if at.dice else BEFORE_ROLL, resigned=0, resigner=None)
        return self.played(at, self.numbers(action))

    def tie(self, at: Standing) -> Standing:
        """R2.1: a tie is rolled again; R2.5: for money, up to the agreed number of ties double the stake."""
        return at._replace(turned=min(at.turned + 1, self.options.automatic))

    def start(self, at: Standing, zero: int, one: int) -> Standing:
        """R2.1: the higher number starts; R2.2, R2.3: with these numbers, or with a new roll."""
        opener = 0 if zero > one else 1
        at = at._replace(mover=opener, opener=opener)
        if self.options.reroll:
            return at._replace(stage=BEFORE_ROLL)
        return at._replace(stage=AFTER_ROLL, dice=(zero, one))

    def accepted(self, at: Standing) -> Standing:
        """R7.3: the stake doubles; R7.6: the player who took the first double keeps the cube."""
        return at._replace(turned=at.turned + 1, holder=1 - self.mover(at))

    def answering(self, at: Standing) -> int:
        """R7.2, R7.6: the opponent of the player on roll answers a double or raccoon, the player on roll a beaver."""
        return self.mover(at) if at.offers == 2 else 1 - self.mover(at)

    def played(self, at: Standing, row: Row) -> Standing:
        """R2.4: the turn passes to the opponent; R5.7: the game ends if all checkers are off."""
        mover = self.mover(at)
        board = Board.from_row(row)
        after = at._replace(
            row=self.from_side(board, mover).row,
            rolled=at.rolled + 1,
            stage=BEFORE_ROLL,
            mover=1 - mover,
            dice=(),
        )
        return self.lost(after, 1 - mover, self.level(board), "borne off") if board.is_over else after

    def level(self, board: Board) -> int:
        """R6: 1 for a single game, 2 for a gammon, 3 for a backgammon; the board is seen by the winner."""
        points = board.points
        assert points is not None, "the game is over"
        return points

    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        """R6.1, R7.2, R7.8: the game is worth `level` times the cube; R8.1: that may win the match."""
        winner = 1 - loser
        level = self.level_that_counts(at, level)
        points = level * self.stake(at)
        score = (at.score[0] + points * (winner == 0), at.score[1] + points * (winner == 1))
        is_last = self.options.points is not None and score[winner] >= self.options.points
        return at._replace(
            stage=END if is_last else BETWEEN_GAMES,
            score=score,
            dice=(),
            offers=0,
            resigned=0,
            resigner=None,
            won=(winner, level, points, how),
        )

    def level_that_counts(self, at: Standing, level: int) -> int:
        """R8.2: under the Jacoby rule a game counts as a single game unless the cube was turned."""
        return 1 if self.options.jacoby and at.holder is None else level

    def set_up_again(self, at: Standing) -> Standing:
        """R7.1, R8.1: the next game starts like the first, at the new score."""
        return Standing(OPENING, at.score, self.crawford_after(at.crawford, at.score), self.options.start.row)

    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        """R8.3: only the first game after a player has reached one point short is the Crawford game."""
        points = self.options.points
        if points is None or not self.options.crawford or max(score) < points - 1:
            return NOT_YET
        if crawford == NOT_YET and min(score) < points - 1:
            return NOW
        return DONE

    # --- derived values

    def stake(self, at: Standing) -> int:
        """Return the cube's value, without an unanswered offer (R7.2)."""
        return int(2**at.turned)

    def mover(self, at: Standing) -> int:
        """Return whose turn it is; an error before the opening roll."""
        if at.mover is None:
            raise MatchError("nobody is on roll before the opening roll")
        return at.mover

    def resigner(self, at: Standing) -> int:
        """Return who has resigned; an error if nobody has."""
        if at.resigner is None:
            raise MatchError("nobody has resigned")
        return at.resigner

    def to_act(self, at: Standing) -> int | None:
        """Return who must act; None if both players must, or nobody."""
        if at.stage in (OPENING, BETWEEN_GAMES, END):
            return None
        if at.stage == CUBE:
            return self.answering(at)
        return 1 - self.resigner(at) if at.stage == RESIGNING else self.mover(at)

    def seen_by_mover(self, at: Standing) -> Board:
        """Return the board seen by the player whose turn it is."""
        return self.from_side(Board.from_row(at.row), self.mover(at))

    @staticmethod
    def from_side(board: Board, player: int) -> Board:
        """Convert a board between the views of player 0 and of `player`, in either direction."""
        return board if player == 0 else board.swap()

    @staticmethod
    def numbers(action: Action) -> tuple[int, ...]:
        """Return the numbers of an action, after its word."""
        return tuple(number for number in action[1:] if isinstance(number, int))
