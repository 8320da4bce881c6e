"""The compiled engine, re-exported by `gammon` and `gammon.batch`.

Signatures are written here by hand and checked against the built module. Docstrings live with the Rust code, and
`make stubs` copies them from the built module.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from gammon._enums import BeaverAnswer as BeaverAnswer
from gammon._enums import Crawford as Crawford
from gammon._enums import CubeAction as CubeAction
from gammon.typing import Boards, Progress, Rolls

__version__: str

Beavered: TypeAlias = tuple[float, float, tuple[float, float] | None, BeaverAnswer]
"""What a beaver is worth if it is taken, passed, answered with a raccoon that is taken or passed; the best answer."""

Decision: TypeAlias = tuple[float, float, float, float | None, CubeAction, bool, Beavered | None]
"""No double, take, pass, beaver, what is right, whether the best answers tie, and the answers to a beaver."""

Selection: TypeAlias = tuple[MoveFilter, int | list[Position] | None]
"""A filter, and how many of the best plays, or the positions after which, pass it in any case."""

class GammonError(ValueError):
    """Base class of gammon's errors: an argument was rejected."""

class PositionError(GammonError):
    """The checkers do not form a legal position, or an array of boards has the wrong shape or dtype."""

class DiceError(GammonError):
    """A die is not 1 to 6, or an array of rolls has the wrong shape or dtype."""

class IllegalPlayError(GammonError):
    """The rules forbid the play; the message names the rule."""

class UnfinishedGameError(GammonError):
    """A game was not over after 10,000 turns because the evaluator's plays never bring its checkers home."""

class NotationError(GammonError):
    """The text is not a valid play, XGID, GNU Backgammon ID or other notation."""

class WeightsError(GammonError):
    """The bytes are not a weight file or checkpoint that this version can read."""

class TableError(GammonError):
    """A table file is damaged, of another version, or of another table than expected."""

class ArgumentError(GammonError):
    """An argument, such as a seed or a number of trials, is out of its range."""

@final
class Roll:
    """Two dice; ``Roll(1, 3)`` and ``Roll(3, 1)`` are the same roll.

    A roll unpacks into its two numbers, so it can be passed as two dice: ``position.plays(*roll)``.

    Parameters
    ----------
    first, second
        The dice, 1 to 6, in any order.

    Raises
    ------
    DiceError
        If a die is not 1 to 6.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Roll(1, 3)
    Roll(3, 1)
    >>> bg.Roll(1, 3).weight, bg.Roll(2, 2).weight
    (2, 1)
    """
    def __new__(cls, first: int, second: int) -> Roll: ...
    @staticmethod
    def all() -> list[Roll]:
        """Return the 21 distinct rolls, from 1-1 to 6-6."""
    @property
    def high(self) -> int:
        """The larger number."""
    @property
    def low(self) -> int:
        """The smaller number."""
    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number, so that it is played four times."""
    @property
    def weight(self) -> int:
        """Number of the 36 equally likely throws that give this roll: 1 for a double, otherwise 2."""
    def __iter__(self) -> Iterator[int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Position:
    """A position: both sides' checkers, with one side on roll. Always legal, immutable and hashable.

    Each side has 26 counts, numbered from that player's point of view: 0 is borne off, 1 to 24 are the points (1 is the
    ace point, 24 the farthest from home), 25 is the bar. Both sides have the same number of checkers, 1 to 15.

    Parameters
    ----------
    own, opponent
        26 counts each: the checkers of the player on roll, and those of the opponent.

    Raises
    ------
    PositionError
        If the counts do not form a legal position; the message says why and where.

    Examples
    --------
    >>> import gammon as bg
    >>> position = bg.Position.start()
    >>> position.pip_counts
    (167, 167)
    >>> [str(play) for play in position.plays(6, 5)][:2]
    ['24/13', '24/18 13/8']
    """
    def __new__(cls, own: list[int], opponent: list[int]) -> Position: ...
    @staticmethod
    def start() -> Position:
        """Return the starting position of backgammon."""
    @staticmethod
    def nackgammon() -> Position:
        """Return the starting position of nackgammon: 2 checkers each on the 24 and 23 points, 4 each on 13 and 6, 3 on 8."""
    @staticmethod
    def hypergammon() -> Position:
        """Return the starting position of hypergammon: three checkers per side, on the 24, 23 and 22 points."""
    @staticmethod
    def longgammon() -> Position:
        """Return the starting position of longgammon: all fifteen checkers of each side on the 24-point."""
    @staticmethod
    def from_array(counts: npt.ArrayLike) -> Position:
        """Make a position from an array or nested sequence of integers, shape ``(2, 26)``.

        Row 0 is the player on roll, row 1 the opponent; each numbered by that player: off, points 1 to 24, bar.

        Raises
        ------
        PositionError
            If `counts` does not hold integers of this shape, or they do not form a legal position.
        """
    @staticmethod
    def from_xgid(text: str, *, checkers: int = 15) -> Position:
        """Read the position of an XGID, seen by the player on roll. `Xgid` reads the other fields too.

        Parameters
        ----------
        text
            The XGID, with or without ``XGID=``.
        checkers
            Checkers per side; those not on the board are borne off. Hypergammon has 3.

        Raises
        ------
        NotationError
            If the text is not an XGID; the message says what is wrong and in which column.
        PositionError
            If the checkers do not form a legal position.
        """
    @staticmethod
    def from_gnubg_id(text: str, *, checkers: int = 15) -> Position:
        """Read a GNU Backgammon position ID, or that of ``POSITION:MATCH``. `GnubgId` reads the match ID too.

        Parameters
        ----------
        text
            The position ID of 14 characters, optionally followed by a colon and a match ID of 12.
        checkers
            Checkers per side; those not on the board are borne off. Hypergammon has 3.

        Raises
        ------
        NotationError
            If the text is not such an ID; the message says what is wrong and in which column.
        PositionError
            If the checkers do not form a legal position.
        """
    @property
    def own(self) -> tuple[int, ...]:
        """The 26 counts of the player on roll: off, points 1 to 24, bar."""
    @property
    def opponent(self) -> tuple[int, ...]:
        """The 26 counts of the opponent, numbered from the opponent's point of view: off, points 1 to 24, bar."""
    @property
    def checkers(self) -> int:
        """Number of checkers per side, including those borne off."""
    @property
    def pip_counts(self) -> tuple[int, int]:
        """Pip counts of the player on roll and of the opponent; a checker on the bar counts 25."""
    @property
    def is_contact(self) -> bool:
        """Whether there is contact: the sides can still hit or block each other."""
    @property
    def is_race(self) -> bool:
        """Whether the position is a race: the game is not over and there is no contact."""
    @property
    def is_over(self) -> bool:
        """Whether a side has borne off every checker."""
    @property
    def points(self) -> int | None:
        """Points won by the player on roll with the cube at 1, or None while the game goes on.

        1 for a single game, 2 for a gammon, 3 for a backgammon; negative if the opponent won.
        """
    @property
    def gnubg_id(self) -> str:
        """GNU Backgammon's position ID, 14 characters."""
    @property
    def xgid(self) -> str:
        """The XGID of the position in a money game with the cube centred, before the roll."""
    def swap(self) -> Position:
        """Return the same checkers with the other side on roll."""
    def plays(self, first: int, second: int) -> list[Play]:
        """Return every distinct legal play of a roll; none if nothing can be played or the game is over.

        Plays that lead to the same position count as one. They are ordered by first occurrence in a plain enumeration:
        the larger die first, sources from the bar down. `rank_plays` sorts by equity.

        Parameters
        ----------
        first, second
            The dice, in any order.

        Raises
        ------
        DiceError
            If a die is not 1 to 6.
        """
    def parse_play(self, text: str, first: int, second: int) -> ParsedPlay:
        """Read a play in standard notation, such as ``8/5 6/5``, ``bar/22*``, ``24/18(2)`` or ``13/8/2``.

        Parameters
        ----------
        text
            The play. Moves may be in any order; an extra or missing ``*`` is accepted and reported in `ParsedPlay.remarks`.
        first, second
            The dice, in any order.

        Raises
        ------
        NotationError
            If the text cannot be read; the message names the column.
        IllegalPlayError
            If it is not a legal play of the roll; the message names the rule.
        DiceError
            If a die is not 1 to 6.
        """
    def to_array(self) -> npt.NDArray[np.uint8]:
        """Return the counts as an array: uint8, shape ``(2, 26)``; row 0 is the player on roll, row 1 the opponent."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Position, /) -> bool: ...
    def __le__(self, other: Position, /) -> bool: ...
    def __gt__(self, other: Position, /) -> bool: ...
    def __ge__(self, other: Position, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Play:
    """A legal play: the moves, and the position they lead to.

    Two plays are equal if they make the same moves in the same order from the same position. ``str(play)`` is standard
    notation: ``8/5 6/5``, ``bar/22*``, ``24/18(2)``.

    Examples
    --------
    >>> import gammon as bg
    >>> play = bg.Position.start().parse_play("6/5 8/5", 3, 1).play
    >>> str(play), play.moves
    ('8/5 6/5', ((8, 5), (6, 5)))
    >>> play.position.pip_counts
    (167, 163)
    """
    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The moves in an order in which they are legal: pairs of source and destination, numbered by the player who moves.

        25 is the bar and 0 is off. Empty if the player cannot move.
        """
    @property
    def before(self) -> Position:
        """The position before the play, with the player who makes it on roll."""
    @property
    def position(self) -> Position:
        """The position after the play, with the opponent on roll."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class ParsedPlay:
    """A play read from text, with remarks on inaccuracies in the text."""
    @property
    def play(self) -> Play:
        """The play; it has no moves if the player cannot move."""
    @property
    def remarks(self) -> tuple[str, ...]:
        """Inaccuracies in the text, mostly an extra or missing ``*``; empty if there are none."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Outcome:
    """Probabilities of the outcomes of a game, seen by the player on roll.

    They are cumulative: ``win_gammon`` is the probability of winning a gammon *or more*. So
    ``win_backgammon <= win_gammon <= win`` and ``lose_backgammon <= lose_gammon <= 1 - win``.

    Parameters
    ----------
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
        Probabilities in [0, 1], stored in single precision. Values that are out of range by at most 1e-6 are clamped.

    Raises
    ------
    ArgumentError
        If a value is not a probability, or the cumulative order is violated.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Outcome(0.5, 0.25).cubeless_equity
    0.25
    >>> bg.Outcome(0.5, 0.25).swap().lose_gammon
    0.25
    """
    def __new__(
        cls,
        win: float,
        win_gammon: float = 0.0,
        win_backgammon: float = 0.0,
        lose_gammon: float = 0.0,
        lose_backgammon: float = 0.0,
    ) -> Outcome: ...
    @property
    def win(self) -> float:
        """P(win)."""
    @property
    def win_gammon(self) -> float:
        """P(win a gammon or more)."""
    @property
    def win_backgammon(self) -> float:
        """P(win a backgammon)."""
    @property
    def lose_gammon(self) -> float:
        """P(lose a gammon or more)."""
    @property
    def lose_backgammon(self) -> float:
        """P(lose a backgammon)."""
    @property
    def cubeless_equity(self) -> float:
        """Cubeless equity of the player on roll: points per game, -3 to 3."""
    def swap(self) -> Outcome:
        """Return the same probabilities seen by the other side."""
    def to_dict(self) -> dict[str, str | float]:
        """Return the probabilities and the cubeless equity by name; ``"format"`` names the format and its version."""
    def to_json(self) -> str:
        """Return the result of `to_dict` as one line of JSON."""
    def to_array(self) -> npt.NDArray[np.float32]:
        """Return the five probabilities as an array: float32, shape ``(5,)``, in the order of the parameters."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Network:
    """A neural network that evaluates positions: immutable, named by the hash of its weights.

    Parameters
    ----------
    weights
        The contents of a weight file.

    Raises
    ------
    WeightsError
        If the file is damaged, or written for another version or other inputs; the message says which.

    Examples
    --------
    >>> import gammon as bg
    >>> network = bg.Network.shipped()
    >>> bg.Network(network.to_bytes()) == network
    True
    """
    def __new__(cls, weights: bytes) -> Network: ...
    @staticmethod
    def shipped() -> Network:
        """Return the network that ships with this version of gammon."""
    @property
    def name(self) -> str:
        """The first twelve hexadecimal digits of the SHA-256 of the weight file."""
    @property
    def hidden(self) -> int:
        """Number of units in the first layer."""
    def to_bytes(self) -> bytes:
        """Return the contents of the weight file."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Evaluator:
    """An evaluator of positions: a network, or a Python function in its place.

    Parameters
    ----------
    source
        A `Network`; or a function that takes boards (uint8, shape ``(n, 2, 26)``, the player on roll first) and returns
        probabilities (floats, shape ``(n, 5)``, in the order of `gammon.batch.evaluate`). The function is called with many
        boards at a time, not on the caller's thread, and never with finished games or positions that a table covers.
    tables
        Exact tables, consulted in order before the source.
    solve
        Whether bear-offs beyond the tables are solved when a single position is analysed with a cube, if they lead to few
        others.

    Raises
    ------
    TypeError
        If `source` is not a `Network` or a function.
    """
    def __new__(
        cls,
        source: Network | Callable[[Boards], npt.NDArray[np.floating[Any]]],
        tables: Sequence[Table] | None = None,
        *,
        solve: bool = False,
    ) -> Evaluator: ...
    def covers(self, position: Position) -> bool:
        """Return whether a table covers a position."""

@final
class Table:
    """An exact table: positions that are solved instead of estimated. `gammon.tables` describes the kinds."""
    @staticmethod
    def _open(name: str, path: str | os.PathLike[str]) -> Table: ...
    @staticmethod
    def from_bytes(name: str, contents: bytes) -> Table:
        """Read a table from the contents of its file.

        Raises
        ------
        ArgumentError
            If there is no table of this name.
        TableError
            If the contents are damaged, of another version, or of another table.
        """
    @staticmethod
    def solve(name: str, *, threads: int | None = None, progress: Progress | None = None) -> bytes:
        """Solve a table and return the contents of its file.

        Raises
        ------
        ArgumentError
            If there is no table of this name.
        MemoryError
            If it does not fit in memory.
        """
    @property
    def name(self) -> str:
        """The name, such as ``two-sided-6``."""
    @property
    def size(self) -> int:
        """Size of the file in bytes."""
    def covers(self, position: Position) -> bool:
        """Return whether the table gives the outcome of a position.

        Parameters
        ----------
        position
            The position. Finished games are covered by no table.
        """
    def values(self, boards: Boards) -> npt.NDArray[np.float64]:
        """Look up positions in a table of two sides.

        Parameters
        ----------
        boards
            uint8, shape ``(n, 2, 26)``, the player on roll first.

        Returns
        -------
        ndarray
            float64, from the point of view of the player on roll, before the roll and without a double this turn; NaN in the
            rows that the table does not cover.

            Two-sided tables, shape ``(n, 4)``: the winning chance; then values in points per unit of the cube, with the cube in
            the centre, owned by the player on roll, and owned by the opponent.

            Tables with contact, shape ``(n, 10)``: win, win gammon, win backgammon, lose gammon and lose backgammon without a
            cube. Then the values with the cube in the centre: without the Jacoby rule, with it, with it and beavers. Then
            those with the cube owned by the player on roll, and owned by the opponent.

        Raises
        ------
        ArgumentError
            If the table is one-sided.
        PositionError
            If a row is not a legal position.
        """
    def rolls(self, position: Position) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float] | None:
        """Return how many rolls a side needs, from a one-sided table.

        Parameters
        ----------
        position
            The position. Only the checkers of the player on roll matter.

        Returns
        -------
        tuple of (ndarray, ndarray, float), or None
            The probability of bearing off all checkers in exactly 0, 1, 2, … rolls; the same for the first of 15 checkers; the
            mean number of rolls to bear off all. None if the table does not cover the player's checkers.

        Raises
        ------
        ArgumentError
            If the table is not one-sided.
        """
    def check(self, *, threads: int | None = None, progress: Progress | None = None) -> float:
        """Check every stored number against the numbers of the positions after the best plays.

        Returns
        -------
        float
            The largest difference: about 1e-8, which is what rounding leaves, unless the table is wrong.
        """

_SituationFields: TypeAlias = tuple[
    tuple[bool, bool, str],
    tuple[int, int] | None,
    str | None,
    int,
    tuple[int, int, int],
    tuple[int, int, int],
    tuple[bool, bool, bool],
]

@disjoint_base
class Situation:
    """One moment of a game, seen by the player on roll: position, cube, score, rules, dice and any pending offer.

    `Situation.parse` reads one from any ID. `Xgid` and `GnubgId` are situations that print as that kind of ID. Two
    situations with the same content are equal, whatever notation they were read from.

    Parameters
    ----------
    position
        The checkers, seen by the player on roll, who is the player at the bottom.
    scoring
        Money play with its options, or the points both players need; money play without options if None.
    cube
        The cube, before any pending double; centred at 1 if None.
    dice
        The dice of the player on roll, whose order is kept; None before the roll.
    offer
        The offer that awaits an answer: ``"double"``, ``"beaver"`` or ``"raccoon"``; or a resignation of 1, 2 or 3 points
        per unit of the cube, negative if the opponent resigns.
    score
        Points of the player on roll and of the opponent. If None, the player who needs more points has 0. In a match,
        each player's score plus the points they need (see `scoring`) must give the same match length.
    max_cube
        The largest cube value allowed.

    Raises
    ------
    ArgumentError
        If the arguments contradict each other or one is out of its range.
    DiceError
        If a die is not 1 to 6.

    Examples
    --------
    >>> import gammon as bg
    >>> start = bg.Position.start()
    >>> situation = bg.Situation(start, scoring=bg.Scoring.match(4, 2), score=(3, 5), dice=(3, 1))
    >>> str(situation.to_xgid()), str(situation.to_gnubg_id())
    ('XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:5:0:7:10', '4HPwATDgc/ABMA:cInlAFAAGAAE')
    >>> bg.Situation.parse("OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:5:3:7:").to_xgid() == situation
    True
    """
    def __new__(
        cls,
        position: Position,
        *,
        scoring: Scoring | None = None,
        cube: Cube | None = None,
        dice: tuple[int, int] | None = None,
        offer: str | int | None = None,
        score: tuple[int, int] | None = None,
        max_cube: int = 1024,
    ) -> Situation: ...
    @staticmethod
    def parse(text: str, *, checkers: int | None = None) -> Situation:
        """Read any ID, alone or in a block of text.

        It reads an XGID with or without ``XGID=``, the 26 board characters of an XGID alone, a GNU Backgammon position ID
        with or without a match ID, and an OGID (OpenGammon). It also reads the several lines that XG and other programs
        put on the clipboard, with the ID after ``XGID=`` or ``OGID=`` or as ``Position ID: … Match ID: …``.

        Only an OGID gives the number of checkers per side. For the other notations it is inferred: 3 (hypergammon) if each
        side has at most three checkers on the board and one of them is on the bar or outside its own home board, otherwise
        15. In backgammon such a position would need both sides to bear off twelve checkers and then a hit. With all
        checkers at home, the position is taken for the end of a backgammon game.

        Parameters
        ----------
        text
            The ID, or a block of text that contains it.
        checkers
            Checkers per side, if known; overrides the number in the text or the inferred one.

        Returns
        -------
        Situation
            The situation that the ID describes.

        Raises
        ------
        NotationError
            If the text contains no ID, or an invalid one; the message says where.
        PositionError
            If the checkers do not form a legal position.

        Examples
        --------
        >>> import gammon as bg
        >>> bg.Situation.parse("-aaa------------------AAA-").position == bg.Position.hypergammon()
        True
        """
    @staticmethod
    def _is_only_a_position(text: str) -> bool: ...
    @property
    def position(self) -> Position:
        """The position, seen by the player whose turn it is, even while the opponent must answer an offer."""
    @property
    def cube(self) -> int:
        """The cube's value, before any pending double: 1, 2, 4 and so on."""
    @property
    def cube_owner(self) -> Literal[1, -1, 0]:
        """The cube's owner: 1 the player on roll, -1 the opponent, 0 if it is centred."""
    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice in the order given, or None before the roll. GNU Backgammon IDs store the larger one first."""
    @property
    def offer(self) -> Literal["double", "beaver", "raccoon"] | None:
        """The offer that awaits an answer: ``"double"``, ``"beaver"``, ``"raccoon"`` or None."""
    @property
    def resignation(self) -> Literal[1, 2, 3] | None:
        """The resignation offered: 1 for a single game, 2 for a gammon, 3 for a backgammon, or None."""
    @property
    def resigner(self) -> Literal[1, -1] | None:
        """The player who resigns: 1 the player on roll, -1 the opponent, or None."""
    @property
    def state(self) -> Literal["none", "playing", "over", "resigned", "dropped"]:
        """State of the game: ``"none"`` (not started), ``"playing"``, ``"over"``, ``"resigned"`` or ``"dropped"`` (double passed)."""
    @property
    def score(self) -> tuple[int, int]:
        """Points scored by the player on roll and by the opponent."""
    @property
    def match_length(self) -> int:
        """Match length in points; 0 for money play."""
    @property
    def crawford(self) -> bool:
        """Whether this is the Crawford game of a match."""
    @property
    def jacoby(self) -> bool:
        """Whether the Jacoby rule is in force; it has no effect in a match."""
    @property
    def beavers(self) -> bool:
        """Whether beavers are allowed; never in a match. GNU Backgammon IDs and OGIDs do not record it."""
    @property
    def scoring(self) -> Scoring:
        """How the game is scored.

        Raises
        ------
        ArgumentError
            If a player needs no points or more than 64, or the score rules out the Crawford game.
        """
    @property
    def cube_on_roll(self) -> Cube:
        """The cube seen by the player on roll."""
    @property
    def max_cube(self) -> int:
        """The largest cube value allowed; 1024 if the notation does not record it."""
    @property
    def turn(self) -> Literal[1, -1]:
        """The player on roll: 1 at the bottom (uppercase letters in an XGID), -1 at the top."""
    @property
    def _fields(self) -> _SituationFields: ...
    @staticmethod
    def _of_fields(position: Position, fields: _SituationFields) -> Situation: ...
    def seated_at_bottom(self) -> Situation:
        """Return the same situation with the player on roll at the bottom, as GNU Backgammon does when it converts an XGID."""
    def to_xgid(self) -> Xgid:
        """Return the situation as an XGID, which does not record the number of checkers per side.

        Raises
        ------
        NotationError
            If an XGID cannot express it: the game has not started or was resigned or dropped, or a resignation is pending.
        """
    def to_gnubg_id(self) -> GnubgId:
        """Return the situation as a GNU Backgammon ID; the player at the bottom is player 1.

        The ID does not record the number of checkers per side, whether beavers are allowed, the largest cube value, or the
        order of the dice.

        Raises
        ------
        NotationError
            If the ID cannot express it: a beaver or raccoon is pending, or the cube is above 2^15.
        """
    def to_ogid(self) -> str:
        """Return the situation as an OGID; the player at the bottom is Black.

        The OGID does not record the Jacoby rule, beavers, or the largest cube value.

        Raises
        ------
        NotationError
            If an OGID cannot express it: the game has not started or is over, a beaver, raccoon or resignation is pending,
            or the cube is above 2^9.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Xgid(Situation):
    """An XGID: a `Situation` that prints as an XGID.

    ``str(xgid)`` is the canonical form of the text that was read; nothing in it is lost.

    Parameters
    ----------
    text
        The XGID, with or without ``XGID=``.
    checkers
        Checkers per side; those not on the board are borne off. If None, it is inferred as in `Situation.parse`: 3
        (hypergammon) or 15.

    Raises
    ------
    NotationError
        If the text is not an XGID or contradicts itself; the message says what is wrong and in which column.
    PositionError
        If the checkers do not form a legal position.

    Examples
    --------
    >>> import gammon as bg
    >>> xgid = bg.Xgid("XGID=-b----E-C---eE---c-e----B-:1:1:1:D:3:5:0:7:10")
    >>> xgid.cube, xgid.cube_owner, xgid.score, xgid.match_length
    (2, 1, (3, 5), 7)
    >>> xgid.offer
    'double'
    """
    def __new__(cls, text: str, *, checkers: int | None = None) -> Xgid: ...
    def to_gnubg_id(self) -> GnubgId:
        """Return the situation as a GNU Backgammon ID with the player on roll as player 1, as GNU Backgammon converts an XGID.

        `Situation.to_gnubg_id` keeps the players in their seats.

        Raises
        ------
        NotationError
            If the ID cannot express it: a beaver or raccoon is pending, or the cube is above 2^15.
        """

@final
class GnubgId(Situation):
    """A GNU Backgammon ID: a `Situation` that prints as a position ID and a match ID.

    Parameters
    ----------
    text
        ``POSITION:MATCH``, 14 and 12 characters.
    checkers
        Checkers per side; those not on the board are borne off. If None, it is inferred as in `Situation.parse`: 3
        (hypergammon) or 15.

    Raises
    ------
    NotationError
        If the text is not such an ID or contradicts itself; the message says what is wrong and in which column.
    PositionError
        If the checkers do not form a legal position.

    Examples
    --------
    >>> import gammon as bg
    >>> gnubg_id = bg.GnubgId("4HPwATDgc/ABMA:cIkFAAAAAAAA")
    >>> gnubg_id.dice, gnubg_id.state
    ((3, 1), 'playing')
    """
    def __new__(cls, text: str, *, checkers: int | None = None) -> GnubgId: ...

@final
class Scoring:
    """How a game is scored: money play or a match score, seen by the player on roll.

    Use `Scoring.money` or `Scoring.match` to make one.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Scoring.match(4, 2)
    Scoring.match(4, 2, crawford=Crawford.TO_COME)
    >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10").scoring
    Scoring.money(jacoby=True, beavers=False)

    An XGID has a single bit for both beavers and raccoons:

    >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10").scoring
    Scoring.money(jacoby=False, beavers=True, raccoons=True)
    """
    @staticmethod
    def money(*, jacoby: bool = False, beavers: bool = False, raccoons: bool = False) -> Scoring:
        """Return the scoring of money play.

        Parameters
        ----------
        jacoby
            Whether the Jacoby rule is in force: gammons and backgammons count only once the cube has been turned.
        beavers
            Whether a player who is doubled may redouble at once and keep the cube (R7.6).
        raccoons
            Whether the doubler may answer a beaver by redoubling once more; the cube stays with the beaverer (R7.6).

        Raises
        ------
        ArgumentError
            If raccoons are allowed and beavers are not.
        """
    @staticmethod
    def match(own_away: int, opponent_away: int, *, crawford: Crawford = ...) -> Scoring:
        """Return the scoring of a game at a match score.

        Parameters
        ----------
        own_away, opponent_away
            Points that the player on roll and the opponent need to win the match, 1 to 64.
        crawford
            Status of the Crawford rule: to come, this game, played, or off.

        Raises
        ------
        ArgumentError
            If the score is out of range or contradicts `crawford`.
        """
    @property
    def is_match(self) -> bool:
        """Whether this is a match score."""
    @property
    def away(self) -> tuple[int, int] | None:
        """Points that the player on roll and the opponent need to win the match; None for money play."""
    @property
    def crawford(self) -> Crawford | None:
        """Status of the Crawford rule; None for money play."""
    @property
    def jacoby(self) -> bool:
        """Whether the Jacoby rule is in force; never in a match."""
    @property
    def beavers(self) -> bool:
        """Whether beavers are allowed; never in a match."""
    @property
    def raccoons(self) -> bool:
        """Whether raccoons are allowed; never in a match."""
    def swap(self) -> Scoring:
        """Return the same scoring seen by the other player."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Cube:
    """The doubling cube, seen by the player on roll.

    Parameters
    ----------
    value
        A power of two from 1 to 2^60.
    owner
        1 if the player on roll owns the cube, -1 if the opponent does, 0 if it is centred.

    Raises
    ------
    ArgumentError
        If `value` or `owner` is none of these.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Cube(2, 1).doubled()
    Cube(4, -1)
    """
    def __new__(cls, value: int = 1, owner: int = 0) -> Cube: ...
    @property
    def value(self) -> int:
        """Value of the cube."""
    @property
    def owner(self) -> Literal[1, -1, 0]:
        """Owner of the cube: 1 the player on roll, -1 the opponent, 0 if it is centred."""
    def doubled(self) -> Cube:
        """Return the cube after the player on roll has doubled and the opponent has taken."""
    def swap(self) -> Cube:
        """Return the same cube seen by the other player."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class MoveFilter:
    """A move filter: which candidate plays are searched deeper.

    The named filters ``TINY``, ``NARROW``, ``NORMAL``, ``LARGE`` and ``HUGE`` pass the same plays to the first ply as the
    filters of these names in GNU Backgammon: 5, 8, 8, 16 and 20 plays within 0.08, 0.12, 0.16, 0.32 and 0.44.

    Parameters
    ----------
    keep
        Maximum number of plays, at least 1.
    within
        Maximum equity a play may trail the best one by at 0 plies, in points per game and unit of the cube.
    within_later
        The same limit at every later ply; `within` if None.

    Raises
    ------
    ArgumentError
        If `keep` is less than 1, or a limit is negative or NaN.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.MoveFilter.NORMAL
    MoveFilter(8, within=0.16, within_later=0.05)
    >>> bg.MoveFilter(3, within=0.1) == bg.MoveFilter(3, within=0.1, within_later=0.1)
    True
    """

    TINY: ClassVar[MoveFilter]
    NARROW: ClassVar[MoveFilter]
    NORMAL: ClassVar[MoveFilter]
    LARGE: ClassVar[MoveFilter]
    HUGE: ClassVar[MoveFilter]
    def __new__(cls, keep: int, *, within: float, within_later: float | None = None) -> MoveFilter: ...
    @property
    def keep(self) -> int:
        """Maximum number of plays."""
    @property
    def within(self) -> float:
        """Maximum equity a play may trail the best one by at 0 plies."""
    @property
    def within_later(self) -> float:
        """Maximum equity a play may trail the best one by at every later ply."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class CubeModel:
    """Cubeful values by Janowski's interpolation between a dead and a live cube.

    Values are points per unit of the cube in money play and match-winning chances in a match, seen by the player on roll.
    The initial doubling point is that of the interpolation, not of Janowski's closed form: ``(3 + x) / (6 - x)`` for
    money play without gammons and efficiency x.

    Parameters
    ----------
    scoring
        How the game is scored.
    met
        The match equity table, with the player on roll as its first player. Not used in money play.
    max_cube
        The largest cube value allowed.
    efficiency
        Cube efficiency in every position, from 0 (dead) to 1 (live); if None, it depends on the class of the position.

    Raises
    ------
    ArgumentError
        If `max_cube` is not a power of two up to 2^60, or `efficiency` is not from 0 to 1.

    Examples
    --------
    >>> import gammon as bg
    >>> model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
    >>> round(model.no_double(bg.Outcome(0.5), bg.Cube(2, 1), efficiency=1.0), 3)
    0.25
    """
    def __new__(
        cls,
        scoring: Scoring,
        met: MatchEquityTable,
        *,
        max_cube: int = 1152921504606846976,
        efficiency: float | None = None,
    ) -> CubeModel: ...
    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
    @property
    def met(self) -> MatchEquityTable:
        """The match equity table, with the player on roll as its first player."""
    @property
    def max_cube(self) -> int:
        """The largest cube value allowed."""
    @property
    def efficiency(self) -> float | None:
        """Cube efficiency in every position, 0 (dead) to 1 (live); None if it depends on the class of the position."""
    def efficiency_in(self, position: Position) -> float:
        """Return the cube efficiency in a position, from 0 (dead) to 1 (live); see docs/cube.md for how it was measured.

        After the Crawford game it is 1 if the trailing player needs an odd number of points, as waiting then costs nothing.
        """
    def swap(self) -> CubeModel:
        """Return the same model for positions with the other side on roll."""
    def may_double(self, cube: Cube) -> bool:
        """Whether the player on roll may double."""
    def no_double(self, outcome: Outcome, cube: Cube, *, efficiency: float) -> float:
        """Return the value of a position if the player on roll does not double this turn.

        Parameters
        ----------
        outcome
            The cubeless outcome probabilities of the position.
        cube
            The cube.
        efficiency
            Cube efficiency, from 0 (dead) to 1 (live).

        Raises
        ------
        ArgumentError
            If `efficiency` is not in [0, 1].
        """
    def decide(self, outcome: Outcome, cube: Cube, *, efficiency: float) -> Decision:
        """Return the value of each cube decision, and the best action.

        The parameters are those of `no_double`.

        Returns
        -------
        tuple
            The values of no double, double/take, double/pass and double/beaver (None if beavers are not allowed); the best
            `CubeAction`; whether the opponent's two best answers are worth the same; and the beaver, or None. The beaver is
            a tuple: its value if the doubler takes it, if the doubler passes, a pair for a raccoon that is taken or passed
            (None if raccoons are not allowed), and the best `BeaverAnswer`.

        Raises
        ------
        ArgumentError
            If `efficiency` is not in [0, 1].
        """
    def equity(self, value: float, cube: Cube) -> float:
        """Convert a value to equity: 1 is winning a single game at the cube's value, -1 losing one.

        Raises
        ------
        ArgumentError
            If the value is too large for a float.
        """
    def gammon_value(self, cube: Cube) -> float:
        """Return the gammon value: (gammon - win) / (win - loss); 1/2 in money play."""
    def points(
        self, cube: Cube, kinds: list[float], *, efficiency: float
    ) -> tuple[float | None, float | None, float | None, float | None]:
        """Return the take, doubling, cash and too-good points as winning chances; None for a point that does not exist.

        Parameters
        ----------
        cube
            The cube before the double.
        kinds
            Rates of gammons (or more) and of backgammons among won games, then the same among lost games.
        efficiency
            Cube efficiency, from 0 (dead) to 1 (live).

        Raises
        ------
        ArgumentError
            If `efficiency` or a rate is not in [0, 1], there are not four rates, or a backgammon rate exceeds its gammon rate.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class MatchEquityTable:
    """A match equity table: match-winning chances by the points that both players need.

    Every entry is the winning chance of the table's first player. Scores beyond the table are extrapolated from it: either
    side is taken to win each game with equal chance, by 1, 2, 4 or 8 points with probabilities .36, .40, .20 and .04.

    Parameters
    ----------
    pre_crawford
        A square table of at most 64 rows. Rows are the points the first player needs, columns those the second needs, both
        from 1. A score where a player needs 1 point is the Crawford game.
    post_crawford
        The trailing player's winning chances after the Crawford game, by the points that player needs, from 1: one row, or
        one for each player.
    name, notice
        Name of the table, and its copyright notice.

    Raises
    ------
    ArgumentError
        If the shape is wrong or an entry is not a probability; the message says which.

    Examples
    --------
    >>> import gammon as bg
    >>> met = bg.MatchEquityTable([[0.5, 0.7], [0.3, 0.5]], [[0.5, 0.48]])
    >>> met.mwc(2, 1, bg.Crawford.THIS_GAME), met.mwc(2, 1, bg.Crawford.PLAYED)
    (0.3, 0.48)
    """
    def __new__(
        cls,
        pre_crawford: list[list[float]],
        post_crawford: list[list[float]],
        *,
        name: str = "",
        notice: str = "",
    ) -> MatchEquityTable: ...
    @property
    def name(self) -> str:
        """Name of the table."""
    @property
    def notice(self) -> str:
        """Copyright notice of the table."""
    @property
    def length(self) -> int:
        """Size of the table as given: the largest number of points needed in it."""
    @property
    def pre_crawford(self) -> list[list[float]]:
        """The entries given for games up to and including the Crawford game."""
    @property
    def post_crawford(self) -> list[list[float]]:
        """The entries given for games after the Crawford game."""
    def mwc(self, own_away: int, opponent_away: int, crawford: Crawford = ...) -> float:
        """Return the first player's match-winning chance before a game.

        Parameters
        ----------
        own_away, opponent_away
            Points that the first player and the opponent need, at most 64; a player who needs 0 or fewer has won.
        crawford
            Status of the Crawford rule: to come, this game, played, or off.

        Raises
        ------
        ArgumentError
            If a player needs more than 64 points.
        """
    def swap(self) -> MatchEquityTable:
        """Return the table seen by its second player."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Fit:
    """A network in training: Adam on batches of records.

    The same seed and calls give the same weights on every machine, with any number of threads.

    Parameters
    ----------
    hidden
        Units of the first layer, rounded up to a multiple of 128; at most 2048.
    seed
        Seed of the initial weights.

    Raises
    ------
    ArgumentError
        If a number is out of its range.
    """
    def __new__(cls, hidden: int, *, seed: int) -> Fit: ...
    @staticmethod
    def from_bytes(checkpoint: bytes) -> Fit:
        """Restore a fit from a checkpoint written by `to_bytes`.

        Raises
        ------
        WeightsError
            If the bytes are not a checkpoint of this version.
        """
    @staticmethod
    def from_network(network: Network) -> Fit:
        """Start a fit from the weights of a network.

        Precision lost when the weights were rounded to integers is not recovered. Rows for four to fourteen checkers in a
        place are assumed to lie on the line from three to fifteen, as in every network made by a fit. Adam's moment
        estimates start at zero.
        """
    def to_bytes(self) -> bytes:
        """Return a checkpoint: the complete state, for `from_bytes` to resume from."""
    def train(
        self,
        records: npt.NDArray[np.uint8],
        order: npt.NDArray[np.int64],
        *,
        batch: int,
        rates: npt.NDArray[np.float32],
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> float:
        """Take one optimizer step per batch of records, in the order given.

        Parameters
        ----------
        records
            uint8, shape ``(n, 63)``.
        order
            int64, shape ``(m,)``: row numbers of records, batch after batch; an incomplete last batch is skipped. Siblings
            must directly follow their record, or they are grouped with the wrong one.
        batch
            Number of records per batch.
        rates
            float32, one per batch: its learning rate.
        threads
            If 1, use one thread; otherwise two.
        progress
            Called periodically as ``progress(done, total)``, in batches.

        Returns
        -------
        float
            Mean squared error in equity over all records, each measured before its step.

        Raises
        ------
        ArgumentError
            If an array has the wrong shape or dtype, or a number is out of its range.
        PositionError
            If a record is invalid.
        """
    def squared_error(self, records: npt.NDArray[np.uint8], *, progress: Progress | None = None) -> float:
        """Return the mean squared error in equity over records, without training on them.

        Raises
        ------
        ArgumentError, PositionError
            See `train`.
        """
    def loss(self, records: npt.NDArray[np.uint8], *, progress: Progress | None = None) -> float:
        """Return the mean equity lost by choosing plays with the current weights.

        The mean is over records with siblings. From a position and its siblings, the weights choose the best for the player
        who made the play; the loss is how much worse that one is than the best, by the labels, for the same player.
        Siblings must directly follow their record. 0 if there are none.

        Raises
        ------
        ArgumentError, PositionError
            See `train`.
        """
    def to_network(self) -> Network:
        """Return the trained network, with weights rounded to integers.

        Raises
        ------
        WeightsError
            If a weight is too large for its integer type.
        """

def evaluate(position: Position, evaluator: Evaluator, *, ply: int) -> Outcome: ...
def rank_plays(
    position: Position, roll: tuple[int, int], evaluator: Evaluator, *, ply: int, selection: Selection
) -> list[tuple[Play, list[Outcome]]]: ...
def searched_decision(
    position: Position, evaluator: Evaluator, game: tuple[CubeModel, Cube], *, ply: int
) -> tuple[Decision, Outcome]: ...
def market_lost(position: Position, evaluator: Evaluator, game: tuple[CubeModel, Cube], *, ply: int) -> float: ...
def rank_plays_with_cube(
    position: Position,
    roll: tuple[int, int],
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube],
    *,
    ply: int,
    selection: Selection,
) -> list[tuple[Play, list[tuple[float, Outcome]]]]: ...
def batch_cube_decisions(
    boards: Boards,
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube],
    *,
    ply: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.uint8], npt.NDArray[np.float32]]: ...
def decisions_in_games(
    position: Position,
    evaluator: Evaluator,
    models: list[CubeModel],
    cube: Cube,
    *,
    ply: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[tuple[Decision, Outcome]]:
    """The cube decision in one position at many scores."""

def computed_met(
    length: int,
    start: Outcome,
    first_turns: npt.NDArray[np.float32],
    weights: npt.NDArray[np.float64],
    efficiency: float,
) -> tuple[list[list[float]], list[float]]:
    """Compute a match equity table for equal players with the cube model.

    `start` holds the outcome probabilities at the start of a game. `first_turns` (float32, shape (n, 5)) and `weights`
    (float64, shape (n,)) describe the positions in which the trailing player may first double after the Crawford game.
    Returns the rows up to the Crawford game, and the post-Crawford row.
    """

def training_records(
    evaluator: Evaluator,
    n: int,
    *,
    seed: int,
    first_game: int,
    lambda_: float,
    explore: int,
    wild_turns: int,
    two_plies_within: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint8]: ...
def duel(
    one: Network,
    other: Network,
    n: int,
    *,
    start: Position,
    seed: int,
    first_pair: int,
    ply: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[int, int, int]: ...
def batch_plays(
    boards: Boards, rolls: Rolls, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[Boards, npt.NDArray[np.int64]]: ...
def batch_moves(
    boards: Boards, rolls: Rolls, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]: ...
def batch_random_plays(
    boards: Boards,
    rolls: Rolls,
    *,
    seed: int,
    turn: int,
    first_game: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards: ...
def batch_chosen_plays(
    boards: Boards,
    rolls: Rolls,
    choices: npt.NDArray[np.int64],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards: ...
def batch_best_plays(
    turns: tuple[Boards, Rolls],
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube] | None,
    depth: tuple[int, MoveFilter],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards: ...
def batch_evaluate(
    boards: Boards,
    evaluator: Evaluator,
    *,
    ply: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.float32]: ...
def batch_glance(
    boards: Boards, evaluator: Evaluator, *, threads: int | None = None, progress: Progress | None = None
) -> npt.NDArray[np.float32]: ...
def batch_pip_counts(boards: Boards) -> npt.NDArray[np.uint16]: ...
def batch_swap(boards: Boards) -> Boards: ...
def batch_points(boards: Boards) -> npt.NDArray[np.int8]:
    """Points won by the player on roll, 0 while the game goes on."""

def batch_classes(boards: Boards) -> npt.NDArray[np.uint8]:
    """The class of each position: over (0), bearoff (1), another race (2) or contact (3)."""

def batch_from_positions(positions: list[Position]) -> Boards:
    """Converts positions to boards."""

def batch_choose_plays(
    turns: tuple[Boards, Rolls],
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube] | None,
    depth: tuple[int, MoveFilter],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[Boards, npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Chooses the best play in every row; cubeless if `game` is None."""

def batch_top_plays(
    turns: tuple[Boards, Rolls],
    k: int,
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube] | None,
    depth: tuple[int, MoveFilter],
    *,
    threads: int | None = None,
) -> tuple[Boards, npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """The best `k` plays of every row; cubeless if `game` is None."""

def batch_to_keys(boards: Boards) -> npt.NDArray[np.uint8]: ...
def batch_from_keys(ids: npt.NDArray[np.uint8], *, checkers: int = 15) -> Boards: ...
def batch_rolls(
    n: int,
    *,
    seed: int,
    turn: int,
    first_game: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Rolls: ...
def batch_opening_rolls(
    n: int, *, seed: int, first_game: int, threads: int | None = None, progress: Progress | None = None
) -> Rolls: ...
def batch_play_games(
    n: int,
    start: Position,
    evaluator: Evaluator | None,
    *,
    seed: int,
    first_game: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint32]]: ...
def rollout_tally(
    evaluator: Evaluator,
    begin: tuple[Position, Roll | Position | str | None, tuple[CubeModel, Cube, int] | None],
    settings: object,
    *,
    seed: int,
    trials: tuple[int, int],
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[
    list[tuple[int, list[int], list[int]]],
    list[tuple[int, list[int], list[int]]],
    list[tuple[list[int | None], list[int | None]]],
    list[tuple[int, int, list[int]]],
    tuple[dict[int, int], dict[int, int], dict[int, int], int, int],
]:
    """Plays the trials from `trials.0` to before `trials.1`."""
