"""The compiled engine, re-exported by `gammon` and `gammon.batch`.

Signatures are written here by hand and checked against the built module. Docstrings live with the Rust code, and
`make stubs` copies them from the built module.
"""

from collections.abc import Callable, Iterator
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
    """Base of gammon's own errors: something given was refused."""

class PositionError(GammonError):
    """Checkers that make no legal position, or an array of boards of the wrong shape or dtype."""

class DiceError(GammonError):
    """A number that is on no die, or an array of rolls of the wrong shape or dtype."""

class IllegalPlayError(GammonError):
    """A play that the rules forbid; the message names the rule."""

class UnfinishedGameError(GammonError):
    """A game that was not over after 10,000 turns, since what chooses the plays does not bring its checkers home."""

class NotationError(GammonError):
    """Text that is no play, XGID or GNU Backgammon ID."""

class WeightsError(GammonError):
    """Bytes that are no weights for this engine's network."""

class ArgumentError(GammonError):
    """A seed, a number of trials or another argument out of its range."""

@final
class Roll:
    """Two dice; ``Roll(1, 3)`` and ``Roll(3, 1)`` are the same roll.

    A roll unpacks into its two numbers, so it can be handed to whatever takes dice: ``position.plays(*roll)``.

    Parameters
    ----------
    first, second
        What the dice show, 1 to 6, in any order.

    Raises
    ------
    DiceError
        If a number is on no die.

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
        """Whether both dice show the same number, which is then played four times."""
    @property
    def weight(self) -> int:
        """In how many of the 36 throws it comes: 1 for a double, otherwise 2."""
    def __iter__(self) -> Iterator[int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Position:
    """Both sides' checkers, with one side on roll. Legal by construction, immutable and hashable.

    Each side is counted as its own player sees it, in 26 places: 0 is borne off, 1 to 24 are points (1 is deepest at
    home, 24 farthest), 25 is the bar. Both sides have the same number of checkers, 1 to 15.

    Parameters
    ----------
    own, opponent
        26 counts each: the player on roll's checkers, and his opponent's.

    Raises
    ------
    PositionError
        If the counts make no legal position; the message says why and where.

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
        """Return the start of backgammon."""
    @staticmethod
    def nackgammon() -> Position:
        """Return the start of nackgammon: two checkers each on the 24 and 23 points, four on the 13 and 6, three on the 8."""
    @staticmethod
    def hypergammon() -> Position:
        """Return the start of hypergammon: three checkers a side, on the 24, 23 and 22 points."""
    @staticmethod
    def longgammon() -> Position:
        """Return the start of longgammon: all fifteen checkers of each side on the 24-point."""
    @staticmethod
    def from_array(counts: npt.ArrayLike) -> Position:
        """Make a position from whatever NumPy can read as integers of shape ``(2, 26)``.

        Row 0 is the player on roll, row 1 the opponent, each as that player counts: off, points 1 to 24, bar.

        Raises
        ------
        PositionError
            If it has another shape or no integers, or makes no legal position.
        """
    @staticmethod
    def from_xgid(text: str, *, checkers: int = 15) -> Position:
        """Read the checkers of an XGID, seen by the player on roll. `Xgid` reads the rest of it.

        Parameters
        ----------
        text
            With or without ``XGID=``.
        checkers
            How many checkers a side has; those not on the board are borne off. Hypergammon has 3.

        Raises
        ------
        NotationError
            If the text is no XGID; the message says what is wrong and in which column.
        PositionError
            If its checkers make no legal position.
        """
    @staticmethod
    def from_gnubg_id(text: str, *, checkers: int = 15) -> Position:
        """Read a GNU Backgammon position ID, or the first half of ``POSITION:MATCH``. `GnubgId` reads both.

        Parameters
        ----------
        text
            14 characters, and possibly a colon and a match ID of 12.
        checkers
            How many checkers a side has; those not on the board are borne off. Hypergammon has 3.

        Raises
        ------
        NotationError
            If the text is no position ID; the message says what is wrong and in which column.
        PositionError
            If its checkers make no legal position.
        """
    @property
    def own(self) -> tuple[int, ...]:
        """The player on roll's checkers in 26 places: off, points 1 to 24, bar."""
    @property
    def opponent(self) -> tuple[int, ...]:
        """The opponent's checkers in 26 places, as the opponent counts: off, points 1 to 24, bar."""
    @property
    def checkers(self) -> int:
        """How many checkers each side has, those borne off included."""
    @property
    def pip_counts(self) -> tuple[int, int]:
        """Pips still to go, of the player on roll and of the opponent; 25 for a checker on the bar."""
    @property
    def is_contact(self) -> bool:
        """Whether the sides can still hit or block each other."""
    @property
    def is_race(self) -> bool:
        """Whether the game goes on and the sides have passed each other."""
    @property
    def is_over(self) -> bool:
        """Whether a side has borne off every checker."""
    @property
    def points(self) -> int | None:
        """Points won by the player on roll with the cube at 1 (negative if he lost), or None while the game goes on.

        One for a single game, two for a gammon, three for a backgammon.
        """
    @property
    def gnubg_id(self) -> str:
        """GNU Backgammon's position ID, 14 characters."""
    @property
    def xgid(self) -> str:
        """XGID of the position in a money game with the cube in the centre, before the dice are thrown."""
    def swap(self) -> Position:
        """Return the same checkers with the other side on roll."""
    def plays(self, first: int, second: int) -> list[Play]:
        """Return every distinct legal play of a roll; none if the turn passes or the game is over.

        Plays that make the same position are one play. They come in the order in which the plainest enumeration first
        meets them: the larger die first, each source from the bar down. `rank_plays` puts the best first.

        Parameters
        ----------
        first, second
            The dice, in any order.

        Raises
        ------
        DiceError
            If a number is on no die.
        """
    def parse_play(self, text: str, first: int, second: int) -> ParsedPlay:
        """Read a play as people write it, such as ``8/5 6/5``, ``bar/22*``, ``24/18(2)`` or ``13/8/2``.

        Parameters
        ----------
        text
            The play. Moves may come in any order; a ``*`` too many or too few is understood and remarked on.
        first, second
            The dice, in any order.

        Raises
        ------
        NotationError
            If the text cannot be read; the message names the column.
        IllegalPlayError
            If it is no legal play of the roll; the message names the rule.
        DiceError
            If a number is on no die.
        """
    def to_array(self) -> npt.NDArray[np.uint8]:
        """Return the counts as an array: uint8, shape ``(2, 26)``, the player on roll and then the opponent."""
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
    """A legal play: one set of moves, and the position it makes.

    Two plays are equal if they are the same moves in the same order from the same position. ``str(play)`` is what people
    write: ``8/5 6/5``, ``bar/22*``, ``24/18(2)``.

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
        """The moves in an order in which they are legal: pairs of source and destination as the mover counts.

        25 is the bar and 0 is off. No moves at all: the turn passes.
        """
    @property
    def before(self) -> Position:
        """The position in which it is played, with the player who plays it on roll."""
    @property
    def position(self) -> Position:
        """The position after it, with the opponent on roll."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class ParsedPlay:
    """A play that was read from text, and what in the text was not quite right."""
    @property
    def play(self) -> Play:
        """The play; without moves if the turn passes."""
    @property
    def remarks(self) -> tuple[str, ...]:
        """What the text said too much or too little, a ``*`` for the most part; empty if nothing."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Outcome:
    """How a game may end, as five probabilities seen by the player on roll.

    Each counts what it is part of: ``win_gammon`` is the chance of a gammon *or more*, so
    ``win_backgammon <= win_gammon <= win``, and the same for losses with ``1 - win``.

    Parameters
    ----------
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
        Probabilities in [0, 1], kept in single precision. Those that are wrong by no more than 1e-6 are put right.

    Raises
    ------
    ArgumentError
        If they are no probabilities, or a part is larger than the whole.

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
        """Points per game without a cube, -3 to 3, for the player on roll."""
    def swap(self) -> Outcome:
        """Return the same chances seen by the other side."""
    def to_dict(self) -> dict[str, str | float]:
        """Return the probabilities and the equity by their names; ``"format"`` says what it is, with a version."""
    def to_json(self) -> str:
        """Return `to_dict` as JSON, on one line."""
    def to_array(self) -> npt.NDArray[np.float32]:
        """Return the five probabilities as an array: float32, shape ``(5,)``, in the order of the constructor."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Network:
    """A network that judges positions: immutable, named by the hash of its weights.

    Parameters
    ----------
    weights
        The bytes of a weight file.

    Raises
    ------
    WeightsError
        If the bytes are damaged, or made for another version or other inputs; the message says which.

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
        """Return the network that comes with this version of gammon."""
    @property
    def name(self) -> str:
        """The first twelve hexadecimal digits of the SHA-256 of the weight file."""
    @property
    def hidden(self) -> int:
        """How many units the first layer has."""
    def to_bytes(self) -> bytes:
        """Return the bytes of the weight file."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Evaluator:
    """What judges: a network, or a Python function in its place.

    Parameters
    ----------
    source
        A `Network`; or a function that takes boards (uint8, shape ``(n, 2, 26)``, the player on roll first) and returns
        probabilities (floats, shape ``(n, 5)``, as `gammon.batch.evaluate` does). It is called with many boards at a time, from
        another thread than the caller's, and never with finished games.

    Raises
    ------
    TypeError
        If it is neither.
    """
    def __new__(cls, source: Network | Callable[[Boards], npt.NDArray[np.floating[Any]]]) -> Evaluator: ...

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
    """One moment of a game: position, cube, score, rules, dice and what is offered, seen by the player on roll.

    `Situation.parse` reads one from any ID; `Xgid` and `GnubgId` are situations that print as the text they were read
    from. Two situations are equal if they say the same, in whatever way they were written.

    Parameters
    ----------
    position
        The checkers, seen by the player on roll, who sits at the bottom.
    scoring
        Money with its options, or how many points both players need; money without options if left out.
    cube
        The cube, in the centre at 1 if left out. A double that waits for its answer is not counted.
    dice
        What the player on roll has thrown, in the order given; None before the throw.
    offer
        What waits for an answer: ``"double"``, ``"beaver"`` or ``"raccoon"``; or what is offered in resignation: 1, 2 or
        3 by the player on roll, -1, -2 or -3 by the opponent.
    score
        Points of the player on roll and of the opponent. If left out, 0 for whoever needs more points. In a match they
        must make the same length together with what `scoring` says both need.
    max_cube
        The largest value that the cube may reach.

    Raises
    ------
    ArgumentError
        If the parts contradict each other or one is out of its range.
    DiceError
        If a number is on no die.

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

        That is an XGID with or without ``XGID=``, its board of 26 characters alone, GNU Backgammon's position ID with or
        without a match ID, an OGID (OpenGammon), or what XG and other programs put on the clipboard: several lines, with
        the ID behind ``XGID=`` or ``OGID=`` or as ``Position ID: … Match ID: …``.

        Only an OGID says how many checkers a side has. For the other texts this is inferred: 3, as in hypergammon, if
        each side has at most three checkers on the board and one of them is outside its own home board or on the bar;
        otherwise 15. (In backgammon such a position needs twelve checkers borne off by both sides and a hit after
        that.) With all of them at home the text is taken for the end of a backgammon game.

        Parameters
        ----------
        text
            The ID, or the block.
        checkers
            How many checkers a side has, if that is known; it goes before what is inferred or written.

        Returns
        -------
        Situation
            What the ID says.

        Raises
        ------
        NotationError
            If there is no ID in the text, or it is wrong; the message says where.
        PositionError
            If its checkers do not make a legal position.

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
        """The position, with the player whose turn it is on roll, also while the opponent has to answer something."""
    @property
    def cube(self) -> int:
        """The cube's value: 1, 2, 4 and so on. A double that waits for its answer is not counted."""
    @property
    def cube_owner(self) -> Literal[1, -1, 0]:
        """Who owns the cube: 1 the player on roll, -1 the opponent, 0 when it is in the centre."""
    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice in the order given, or None if they are not thrown. GNU Backgammon's IDs keep the larger first."""
    @property
    def offer(self) -> Literal["double", "beaver", "raccoon"] | None:
        """What waits for an answer: ``"double"``, ``"beaver"``, ``"raccoon"`` or None."""
    @property
    def resignation(self) -> Literal[1, 2, 3] | None:
        """What is offered in resignation: 1 a single game, 2 a gammon, 3 a backgammon, or None."""
    @property
    def resigner(self) -> Literal[1, -1] | None:
        """Who resigns: 1 the player on roll, -1 the opponent, or None."""
    @property
    def state(self) -> Literal["none", "playing", "over", "resigned", "dropped"]:
        """``"none"`` before the start is decided, ``"playing"``, ``"over"``, ``"resigned"`` or ``"dropped"``."""
    @property
    def score(self) -> tuple[int, int]:
        """Points of the player on roll and of the opponent."""
    @property
    def match_length(self) -> int:
        """Points that win the match; 0 for money."""
    @property
    def crawford(self) -> bool:
        """Whether this is the Crawford game of a match."""
    @property
    def jacoby(self) -> bool:
        """Whether the Jacoby rule is in force; it has no effect in a match."""
    @property
    def beavers(self) -> bool:
        """Whether beavers are allowed; never in a match. A GNU Backgammon ID and an OGID do not say it."""
    @property
    def scoring(self) -> Scoring:
        """How the game is scored.

        Raises
        ------
        ArgumentError
            If a player needs none, or more than 64 points, or the Crawford game contradicts the score.
        """
    @property
    def cube_on_roll(self) -> Cube:
        """The cube seen by the player on roll, as `cube_decision` takes it."""
    @property
    def max_cube(self) -> int:
        """The largest value that the cube may reach; 1024 where the text does not say it."""
    @property
    def turn(self) -> Literal[1, -1]:
        """Who is on roll: 1 the player at the bottom (capital letters of an XGID), -1 the player at the top."""
    @property
    def _fields(self) -> _SituationFields: ...
    @staticmethod
    def _of_fields(position: Position, fields: _SituationFields) -> Situation: ...
    def seated_at_bottom(self) -> Situation:
        """Return the same with the player on roll at the bottom, which is how GNU Backgammon converts an XGID."""
    def to_xgid(self) -> Xgid:
        """Return the same as an XGID. It does not say how many checkers a side has.

        Raises
        ------
        NotationError
            If an XGID cannot say it: the game has not begun or has been given up, or a resignation waits for its answer.
        """
    def to_gnubg_id(self) -> GnubgId:
        """Return the same as a GNU Backgammon ID: the player at the bottom is player 1.

        It does not say how many checkers a side has, whether beavers are allowed, what the largest cube is, or in which
        order the dice lay.

        Raises
        ------
        NotationError
            If it cannot say it: a beaver or raccoon waits for its answer, or the cube is above 2^15.
        """
    def to_ogid(self) -> str:
        """Return the same as an OGID: the player at the bottom is Black.

        It does not say whether the Jacoby rule is in force or beavers are allowed, nor what the largest cube is.

        Raises
        ------
        NotationError
            If it cannot say it: the game has not begun or is over, a beaver, raccoon or resignation waits for its answer, or
            the cube is above 2^9.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Xgid(Situation):
    """An XGID: a `Situation` that prints as this text.

    ``str(xgid)`` is the text that was read, in its canonical form; nothing in it is lost.

    Parameters
    ----------
    text
        With or without ``XGID=``.
    checkers
        How many checkers a side has; those not on the board are borne off. If None, 3 as in hypergammon where
        `Situation.parse` says so, otherwise 15.

    Raises
    ------
    NotationError
        If the text is not an XGID or contradicts itself; the message says what is wrong and in which column.
    PositionError
        If its checkers do not make a legal position.

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
        """Return the same as a GNU Backgammon ID, in which the player on roll becomes player 1, as GNU Backgammon does it.

        `Situation.to_gnubg_id` leaves the players in their seats.

        Raises
        ------
        NotationError
            If a GNU Backgammon ID cannot say it: a beaver or raccoon that waits for its answer, or a cube above 2^15.
        """

@final
class GnubgId(Situation):
    """A GNU Backgammon ID: a `Situation` that prints as position ID and match ID.

    Parameters
    ----------
    text
        ``POSITION:MATCH``, 14 and 12 characters.
    checkers
        How many checkers a side has; those not on the board are borne off. If None, 3 as in hypergammon where
        `Situation.parse` says so, otherwise 15.

    Raises
    ------
    NotationError
        If the text is not such an ID or contradicts itself; the message says what is wrong and in which column.
    PositionError
        If its checkers do not make a legal position.

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
    """How a game is scored, seen by the player on roll: made by `Scoring.money` or `Scoring.match`.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Scoring.match(4, 2)
    Scoring.match(4, 2, crawford=Crawford.TO_COME)
    >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10").scoring
    Scoring.money(jacoby=True, beavers=False)

    An XGID has one bit for beavers and raccoons:

    >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10").scoring
    Scoring.money(jacoby=False, beavers=True, raccoons=True)
    """
    @staticmethod
    def money(*, jacoby: bool = False, beavers: bool = False, raccoons: bool = False) -> Scoring:
        """Return a game for money.

        Parameters
        ----------
        jacoby
            Whether gammons and backgammons count as single games until the cube is turned.
        beavers
            Whether whoever accepts a double may redouble at once and keep the cube (R7.6).
        raccoons
            Whether the doubler may answer that by redoubling once more; the cube stays where it is (R7.6).

        Raises
        ------
        ArgumentError
            If there are to be raccoons and no beavers.
        """
    @staticmethod
    def match(own_away: int, opponent_away: int, *, crawford: Crawford = ...) -> Scoring:
        """Return a game of a match.

        Parameters
        ----------
        own_away, opponent_away
            Points that the player on roll and his opponent need to win the match, 1 to 64.
        crawford
            Whether the Crawford game is to come, this one, or over.

        Raises
        ------
        ArgumentError
            If there is no game at such a score.
        """
    @property
    def is_match(self) -> bool:
        """Whether it is a game of a match."""
    @property
    def away(self) -> tuple[int, int] | None:
        """Points that the player on roll and his opponent need to win the match; None for money."""
    @property
    def crawford(self) -> Crawford | None:
        """Whether the Crawford game is to come, this one, or over; None for money."""
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
        """Return the same game seen by the other player."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Cube:
    """The doubling cube, seen by the player on roll.

    Parameters
    ----------
    value
        1, 2, 4 and so on, to 2^60.
    owner
        1 if the player on roll owns it, -1 if his opponent does, 0 when it is in the centre; as in an `Xgid`.

    Raises
    ------
    ArgumentError
        If a number is none of these.

    Examples
    --------
    >>> import gammon as bg
    >>> bg.Cube(2, 1).doubled()
    Cube(4, -1)
    """
    def __new__(cls, value: int = 1, owner: int = 0) -> Cube: ...
    @property
    def value(self) -> int:
        """Its value."""
    @property
    def owner(self) -> Literal[1, -1, 0]:
        """1 if the player on roll owns it, -1 if his opponent does, 0 when it is in the centre."""
    def doubled(self) -> Cube:
        """Return the cube after the player on roll has doubled and the opponent has taken."""
    def swap(self) -> Cube:
        """Return the same cube seen by the other player."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class MoveFilter:
    """Which plays of a roll are searched deeper: those that look about as good as the best.

    The named filters, from ``TINY`` over ``NARROW``, ``NORMAL`` and ``LARGE`` to ``HUGE``, let through to the first ply what
    GNU Backgammon's of the same names do: 5, 8, 8, 16 and 20 plays within 0.08, 0.12, 0.16, 0.32 and 0.44.

    Parameters
    ----------
    keep
        How many plays at the most, from 1.
    within
        How much worse than the best at the most when the network alone has looked: points per game and unit of the cube.
    within_later
        The same at every later ply.

    Raises
    ------
    ArgumentError
        If `keep` is less than 1, or a distance is not a number from 0.

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
        """How many plays at the most."""
    @property
    def within(self) -> float:
        """How much worse than the best at the most when the network alone has looked."""
    @property
    def within_later(self) -> float:
        """The same at every later ply."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class CubeModel:
    """What a game is worth with the cube, by Janowski's interpolation between a dead and a live cube.

    Values are points per unit of the cube for money, and match-winning chances in a match; all are seen by the player on
    roll. The initial doubling point is that of the interpolation, ``(3 + x) / (6 - x)`` for money without gammons and an
    efficiency of x, not that of Janowski's closed form.

    Parameters
    ----------
    scoring
        How the game is scored.
    met
        A match equity table with the player on roll as its first player. Money does not look at it.
    max_cube
        The largest cube that is allowed.
    efficiency
        How live the cube is in every position, from 0, dead, to 1; by the class of the position if None.

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
        """The largest cube that is allowed."""
    @property
    def efficiency(self) -> float | None:
        """How live the cube is taken to be in every position; None is by the class of the position."""
    def efficiency_in(self, position: Position) -> float:
        """Return how live the cube is in a position, from 0, dead, to 1; the measurements are in docs/cube.md.

        After the Crawford game it is 1 if the player who trails needs an odd number of points: waiting costs nothing then.
        """
    def swap(self) -> CubeModel:
        """Return the same game for positions in which the other side is on roll."""
    def may_double(self, cube: Cube) -> bool:
        """Whether the player on roll may double."""
    def no_double(self, outcome: Outcome, cube: Cube, *, efficiency: float) -> float:
        """Return what a position is worth if the player on roll does not double this turn.

        Parameters
        ----------
        outcome
            How the game may end without a cube.
        cube
            The cube.
        efficiency
            How live it is: 0 dead, 1 live.

        Raises
        ------
        ArgumentError
            If `efficiency` is not from 0 to 1.
        """
    def decide(self, outcome: Outcome, cube: Cube, *, efficiency: float) -> Decision:
        """Return what each decision is worth: no double, double and take, double and pass, double and beaver (None where it
        cannot be); then the right `CubeAction`, whether the opponent's best two answers are worth the same, and what a beaver
        is worth if it is taken, passed, or answered with a raccoon that is taken or passed, with the right `BeaverAnswer`.

        The parameters are those of `no_double`.

        Raises
        ------
        ArgumentError
            If `efficiency` is not from 0 to 1.
        """
    def equity(self, value: float, cube: Cube) -> float:
        """Return a value as equity: 1 is a single game won at the value of the cube, -1 one lost.

        Raises
        ------
        ArgumentError
            If the value is too large for a float.
        """
    def gammon_value(self, cube: Cube) -> float:
        """Return what a gammon adds to a single game won, as a share of what winning adds to losing: 1/2 for money."""
    def points(
        self, cube: Cube, kinds: list[float], *, efficiency: float
    ) -> tuple[float | None, float | None, float | None, float | None]:
        """Return the winning chances at which decisions change: take, double, cash, too good; None where there is none.

        Parameters
        ----------
        cube
            The cube before a double.
        kinds
            Shares of the won games that are gammons or more and backgammons, and of the lost games.
        efficiency
            How live the cube is: 0 dead, 1 live.

        Raises
        ------
        ArgumentError
            If `efficiency` or a share is not from 0 to 1, there are not four shares, or more backgammons than gammons.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class MatchEquityTable:
    """The chance of winning a match, by the points that both players need.

    Every number is the chance of the table's first player. Scores that are farther away than the table reaches are
    computed from it: every further game is taken to be won by either side with equal chance, by 1, 2, 4 or 8 points in the
    shares .36, .40, .20 and .04.

    Parameters
    ----------
    pre_crawford
        As many rows as columns, at most 64: the row is the first player's need, from 1, the column his opponent's. Where one
        of them is 1 it is the Crawford game.
    post_crawford
        What a player has when he trails after the Crawford game, by his need, from 1: one row, or one for each player.
    name, notice
        What the table is called, and who holds the rights in it.

    Raises
    ------
    ArgumentError
        If the numbers have not this shape or are no chances; the message says which.

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
        """What the table is called."""
    @property
    def notice(self) -> str:
        """Who holds the rights in it."""
    @property
    def length(self) -> int:
        """How far the table that was given reaches."""
    @property
    def pre_crawford(self) -> list[list[float]]:
        """The numbers that were given for the games up to the Crawford game."""
    @property
    def post_crawford(self) -> list[list[float]]:
        """The numbers that were given for the games after it."""
    def mwc(self, own_away: int, opponent_away: int, crawford: Crawford = ...) -> float:
        """Return the first player's chance of winning the match before a game.

        Parameters
        ----------
        own_away, opponent_away
            Points that he and his opponent need, at most 64; whoever needs none, or less than none, has won.
        crawford
            Whether the Crawford game is to come, this one, or over.

        Raises
        ------
        ArgumentError
            If a player needs more than 64 points.
        """
    def swap(self) -> MatchEquityTable:
        """Return the table as its second player sees it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Fit:
    """A network while it is fitted to records, by Adam's steps in batches.

    The same seed and the same calls give the same weights on every machine, whatever the threads.

    Parameters
    ----------
    hidden
        Units of the first layer, rounded up to a multiple of 128; at most 2048.
    seed
        Of the first weights.

    Raises
    ------
    ArgumentError
        If a number is out of its range.
    """
    def __new__(cls, hidden: int, *, seed: int) -> Fit: ...
    @staticmethod
    def from_bytes(checkpoint: bytes) -> Fit:
        """Read a checkpoint, as `to_bytes` wrote it.

        Raises
        ------
        WeightsError
            If the bytes are no checkpoint of this version.
        """
    @staticmethod
    def from_network(network: Network) -> Fit:
        """Start from the weights of a network.

        What rounding them to integers has lost stays lost, and rows for four to fourteen checkers in a place are taken to lie on
        the line from three to fifteen, as those of every network do that a fit has made. Adam's means start from nothing.
        """
    def to_bytes(self) -> bytes:
        """Return a checkpoint: everything that is needed to go on later."""
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
        """Take a step for each batch of records, in the order given.

        Parameters
        ----------
        records
            uint8, shape ``(n, 63)``.
        order
            int64, shape ``(m,)``: numbers of records, batch after batch; a remainder that fills no batch is left out.
            Siblings must stand right behind the record that they belong to, or others are taken for their family.
        batch
            Records in a batch.
        rates
            float32, one for each batch: the size of its step.
        threads
            How many threads to use: two, unless it is 1.
        progress
            Called now and then with the batches done and the batches in all.

        Returns
        -------
        float
            Mean squared error in equity, before each step, over all records.

        Raises
        ------
        ArgumentError
            If an array is none such, or a number is out of its range.
        PositionError
            If a record is none.
        """
    def squared_error(self, records: npt.NDArray[np.uint8], *, progress: Progress | None = None) -> float:
        """Return the mean squared error in equity on records, without learning from them.

        Raises
        ------
        ArgumentError, PositionError
            As `train`.
        """
    def loss(self, records: npt.NDArray[np.uint8], *, progress: Progress | None = None) -> float:
        """Return what is lost where plays are chosen by these weights, on the average over records with siblings.

        Of a position and its siblings, the one that looks best to the player who made the play is chosen; lost is by how much
        it is worse for him than the best, by the labels. 0 without siblings, which must stand right behind their record.

        Raises
        ------
        ArgumentError, PositionError
            As `train`.
        """
    def to_network(self) -> Network:
        """Return the network that has been learnt, rounded to integers.

        Raises
        ------
        WeightsError
            If the weights have grown too large for the integers.
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
    """Decides about the cube in one position of many games."""

def computed_met(
    length: int,
    start: Outcome,
    first_turns: npt.NDArray[np.float32],
    weights: npt.NDArray[np.float64],
    efficiency: float,
) -> tuple[list[list[float]], list[float]]:
    """Compute a match equity table between equals with the cube model itself.

    `start` is how a game ends; `first_turns` (float32, shape (n, 5)) and `weights` (float64, shape (n,)) are the positions in
    which the player who trails after the Crawford game may first double. Returns the rows up to the Crawford game, and the
    one after it.
    """

def training_records(
    network: Network,
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
    """Points of the player on roll, 0 while the game goes on."""

def batch_classes(boards: Boards) -> npt.NDArray[np.uint8]:
    """Whether each game is over (0), a race with every checker at home (1), another race (2) or in contact (3)."""

def batch_from_positions(positions: list[Position]) -> Boards:
    """Writes positions as boards."""

def batch_choose_plays(
    turns: tuple[Boards, Rolls],
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube] | None,
    depth: tuple[int, MoveFilter],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[Boards, npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Chooses a play in every row: without a cube where there is no game."""

def batch_top_plays(
    turns: tuple[Boards, Rolls],
    k: int,
    evaluator: Evaluator,
    game: tuple[CubeModel, Cube] | None,
    depth: tuple[int, MoveFilter],
    *,
    threads: int | None = None,
) -> tuple[Boards, npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """The best `k` plays of every row: without a cube where there is no game."""

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
def rollout_counts(
    position: Position,
    evaluator: Evaluator,
    *,
    start: int,
    stop: int,
    seed: int,
    roll: Roll | None = None,
    opening: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[int, int, int], tuple[int, int, int], int]: ...
