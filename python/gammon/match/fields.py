"""The data of a match state, without its actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gammon._engine import ArgumentError, Crawford, Cube, DiceError, Position, Roll, Scoring
from gammon.arguments import check
from gammon.drawing import CubeOwner, Scene, Side, svg, text
from gammon.match.actions import Action
from gammon.match.rules import MatchRules
from gammon.match.values import GameResult, MatchCube, Offer, Phase, Player, Win, is_whole, plain
from gammon.quoting import quote

ROLLS_BEFORE_A_DOUBLE = 4
"""Under the Holland rule: two rolls by each side (R8.4)."""

_NEW_CUBE = MatchCube()


@dataclass(frozen=True, kw_only=True, repr=False)
class MatchFields:
    """The data of a match state; `MatchState` adds its actions.

    Raises
    ------
    ArgumentError
        If no match can reach this state; the message says why.
    DiceError
        If the dice are not two numbers from 1 to 6.
    """

    rules: MatchRules
    """Match length and options."""

    score: tuple[int, int] = (0, 0)
    """Points of players 0 and 1, including those of a game that has just ended."""

    game: int = 0
    """Number of games finished before this one."""

    crawford: bool = False
    """Whether this is the Crawford game (R8.3)."""

    position: Position
    """The checkers, seen by `on_roll`. Before the opening roll, the start position, which is the same for both."""

    on_roll: Player | None = None
    """Whose turn it is, even while the opponent has to answer an offer; None before the opening roll (R2.1)."""

    cube: MatchCube = _NEW_CUBE
    """The doubling cube, without a double that is still unanswered."""

    dice: tuple[int, int] | None = None
    """The roll that the player on roll has still to play, in the order given."""

    offer: Offer | None = None
    """The unanswered double, beaver or raccoon."""

    resignation: Win | None = None
    """What a player offers to lose; None if nobody has resigned."""

    resigner: Player | None = None
    """Who has resigned, by default the player on roll; None if nobody has."""

    starter: Player | None = None
    """Who won the opening roll of this game; None before it, or if not known."""

    turns: int = 0
    """Number of finished turns of this game, including those without a legal play."""

    result: GameResult | None = None
    """How the game ended; None while it goes on."""

    history: tuple[Action, ...] = field(default=(), compare=False)
    """All actions of this game since the first state, in order, beginning with the opening roll. It is ignored when
    states are compared."""

    def __post_init__(self) -> None:
        """Reject states that no match can reach, and convert NumPy integers to int."""
        self._check_types()
        for name in ("game", "turns"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        if isinstance(self.score, tuple):
            object.__setattr__(self, "score", tuple(map(plain, self.score)))
        if self.resigner is None and self.resignation is not None:
            object.__setattr__(self, "resigner", self.on_roll)
        problem = next(self._problems(), None)
        if problem is not None:
            raise ArgumentError(problem)

    def _check_types(self) -> None:
        """Reject fields of the wrong type."""
        check("rules", self.rules, MatchRules)
        check("score", self.score, tuple, "a tuple of two points")
        check("crawford", self.crawford, bool)
        check("position", self.position, Position)
        check("cube", self.cube, MatchCube)
        check("history", self.history, tuple)
        optional = (("offer", Offer), ("resignation", Win), ("result", GameResult))
        for name, kind in optional:
            if getattr(self, name) is not None:
                check(name, getattr(self, name), kind)
        if self.dice is not None and len(check("dice", self.dice, tuple, "a tuple of two dice")) != 2:
            raise DiceError(f"dice: expected two dice, got {len(self.dice)}")

    @property
    def phase(self) -> Phase:
        """What has to happen next."""
        if self.result is not None:
            return Phase.GAME_OVER if self.winner is None else Phase.MATCH_OVER
        if self.resignation is not None:
            return Phase.RESIGNATION
        if self.offer is not None:
            return Phase.ANSWER
        if self.on_roll is None:
            return Phase.OPENING
        return Phase.ROLL if self.dice is None else Phase.PLAY

    @property
    def to_act(self) -> Player | None:
        """Who must act; None for the opening roll, which both players make, and after the match."""
        if self.on_roll is None or self.result is not None:
            return None
        if self.resigner is not None:
            return self.resigner.opponent
        if self.offer in (Offer.DOUBLE, Offer.RACCOON):
            return self.on_roll.opponent
        return self.on_roll

    @property
    def winner(self) -> Player | None:
        """Who has won the match; None while it is undecided, and for money."""
        if self.rules.is_money:
            return None
        return next((player for player in Player if self.score[player] >= self.rules.match_length), None)

    @property
    def away(self) -> tuple[int, int] | None:
        """Points that players 0 and 1 still need to win the match, 0 for its winner; None for money."""
        if self.rules.is_money:
            return None
        zero, one = (max(0, self.rules.match_length - points) for points in self.score)
        return zero, one

    @property
    def shown_score(self) -> tuple[int, int]:
        """The score as announced, capped at the match length. `score` counts every point won."""
        if self.rules.is_money:
            return self.score
        zero, one = (min(points, self.rules.match_length) for points in self.score)
        return zero, one

    @property
    def is_post_crawford(self) -> bool:
        """Whether a player needs one point and the Crawford game has been played.

        A match to one point has no Crawford game: both players start one point short of winning.
        """
        return self.rules.crawford and self.rules.match_length > 1 and self._is_one_short() and not self.crawford

    @property
    def scoring(self) -> Scoring:
        """How the game is scored, seen by the player on roll, or by player 0 before the opening roll.

        Raises
        ------
        ArgumentError
            If a player needs more than 64 points, the limit of match equity tables, or if the match is over.
        """
        rules = self.rules
        if rules.is_money:
            return Scoring.money(jacoby=rules.jacoby, beavers=rules.beavers, raccoons=rules.raccoons)
        needs = [rules.match_length - points for points in self.score]
        own = Player.ZERO if self.on_roll is None else self.on_roll
        if not rules.crawford:
            crawford = Crawford.OFF
        elif self.crawford:
            crawford = Crawford.THIS_GAME
        else:
            crawford = Crawford.PLAYED if self.is_post_crawford else Crawford.TO_COME
        return Scoring.match(max(0, needs[own]), max(0, needs[own.opponent]), crawford=crawford)

    @property
    def cube_on_roll(self) -> Cube:
        """The cube as `gammon.cube_decision` takes it, seen by the player on roll."""
        owner = 0 if self.cube.owner is None else 1 if self.cube.owner is self.on_roll else -1
        return Cube(self.cube.value, owner)

    def why_no_double(self) -> str | None:
        """Return why the player on roll may not double before rolling; None if they may."""
        rules, player, value = self.rules, self.on_roll, self.cube.value
        if player is None:
            return "nobody is on roll yet (R2.1)"
        if not rules.cube:
            return "the game is played without a cube"
        if self.cube.owner not in (None, player):
            return f"the cube is player {self.cube.owner:d}'s (R7.3)"
        if self.crawford:
            return "this is the Crawford game (R8.3)"
        if not rules.is_money and self.score[player] + value >= rules.match_length:
            return f"a win with the cube at {value} already gives player {player:d} the match (R7.5)"
        if rules.holland and self.is_post_crawford and self.turns < ROLLS_BEFORE_A_DOUBLE:
            return "both sides must have rolled twice in a game after the Crawford game (R8.4)"
        return self.why_not_turned(2 * value)

    def why_not_turned(self, value: int) -> str | None:
        """Return why the cube cannot be turned to a value; None if it can (R7.4, R7.7).

        Raises
        ------
        TypeError
            If the value is not an int.
        """
        if not is_whole(value):
            raise TypeError(f"value: expected an int, got {type(value).__name__}")
        if value <= self.rules.largest_cube:
            return None
        rule = "R7.4" if self.rules.cube_limit is None else "R7.7"
        return f"the cube cannot go above {self.rules.largest_cube} ({rule})"

    def _is_one_short(self) -> bool:
        return max(self.score) == self.rules.match_length - 1

    def _problems(self) -> Iterator[str]:
        """Yield reasons why no match can reach this state. The check is not complete."""
        rules, points = self.rules, self.score
        if not (len(points) == 2 and all(is_whole(number) and number >= 0 for number in points)):
            yield f"score: expected two whole numbers from 0, got {quote(points)}"
        for name, player in (("on_roll", self.on_roll), ("starter", self.starter), ("resigner", self.resigner)):
            if not (player is None or isinstance(player, Player)):
                yield f"{name}: expected a gammon.Player or None, got {quote(player)}"
        for name, number in (("game", self.game), ("turns", self.turns)):
            if not (is_whole(number) and number >= 0):
                yield f"{name}: expected a whole number from 0, got {quote(number)}"
        if self.result is None and self.winner is not None:
            yield f"at {points[0]}-{points[1]} a match to {rules.match_length} is over (R8.1)"
        if self.crawford and self.result is None:
            if not rules.crawford or rules.is_money:
                yield "crawford: the rules of this match have no Crawford game"
            elif not self._is_one_short():
                yield "no player is one point short of winning the match: this cannot be the Crawford game (R8.3)"
        if self.position.checkers != rules.variant.checkers:
            expected = f"{rules.variant.checkers} checkers a side for {rules.variant.value}"
            yield f"position: expected {expected}, got {self.position.checkers}"
        if not rules.cube and self.cube != _NEW_CUBE:
            yield "the cube has been turned, but the rules of this match have no cube"
        if self.cube.value > rules.largest_cube:
            yield f"the cube is at {self.cube.value}, above its limit of {rules.largest_cube} (R7.7)"
        if self.result is not None:
            yield from self._problems_after_the_game()
        else:
            yield from self._problems_in_the_game()

    def _problems_after_the_game(self) -> Iterator[str]:
        if not (self.offer is None and self.resignation is None and self.dice is None):
            yield "dice, offer and resignation must be None after the end of a game"
        result, points = self.result, list(self.score)
        if result is None:
            return
        if result.points != result.win * self.cube.value:
            yield f"{result.win.name.lower()} with the cube at {self.cube.value} is not {result.points} points (R6)"
        points[result.winner] -= result.points
        if points[result.winner] < 0:
            yield (
                f"player {result.winner:d} has won {result.points} points in this game, "
                f"but the score gives them only {self.score[result.winner]}"
            )
        if not self.rules.is_money and max(points) >= self.rules.match_length:
            yield f"the match was already over before this game, at {points[0]}-{points[1]} (R8.1)"

    def _problems_in_the_game(self) -> Iterator[str]:
        if self.position.is_over:
            yield "a side has borne off all its checkers: the game is over (R5.7)"
        if self.on_roll is None:
            if not (self.offer is None and self.resignation is None and self.dice is None):
                yield "dice, offer and resignation must be None before the opening roll (R2.1)"
            if self.cube.owner is not None or self.position != self.rules.variant.start:
                yield "before the opening roll the checkers must be in the start position and the cube centred (R2.1)"
            return
        if (self.resigner is None) is not (self.resignation is None):
            yield "resignation and resigner must be given together (R7.8)"
        if self.dice is not None:
            Roll(*self.dice)
        if self.offer is not None:
            yield from self._problems_of_the_offer()

    def _problems_of_the_offer(self) -> Iterator[str]:
        if self.dice is not None or self.resignation is not None:
            yield "a double is offered before the roll and answered before anything else happens (R7.1)"
        if self.offer is Offer.DOUBLE:
            refusal = self.why_no_double()
            if refusal is not None:
                yield f"the double may not be offered: {refusal}"
            return
        if not (self.rules.beavers if self.offer is Offer.BEAVER else self.rules.raccoons):
            yield f"the rules of this match have no {self.offer.value if self.offer else None}s (R7.6)"
        if self.on_roll is not None and self.cube.owner is not self.on_roll.opponent:
            yield "after a beaver the cube must belong to the player who beavered (R7.6)"
        refusal = self.why_not_turned(2 * self.cube.value)
        if refusal is not None:
            yield refusal

    def scene(self) -> Scene:
        """Return what a drawing shows besides the checkers, seen by the player on roll."""
        mine = Player.ONE if self.on_roll is None else self.on_roll
        owners = {None: CubeOwner.CENTRED, mine: CubeOwner.OWN, mine.opponent: CubeOwner.OPPONENT}
        return Scene(
            cube=self.cube.value,
            cube_owner=owners[self.cube.owner],
            offered=self.offer is not None and self.resignation is None,
            dice=self.dice if self.to_act is self.on_roll else None,
            turn=Side.OPPONENT if self.to_act is mine.opponent else Side.OWN,
            score=self._score_in_words(self.shown_score[mine], self.shown_score[mine.opponent]),
            own_name=f"player {mine:d}",
            opponent_name=f"player {mine.opponent:d}",
        )

    def _score_in_words(self, first: int, second: int) -> str:
        kind = "money" if self.rules.is_money else f"match to {self.rules.match_length}"
        return f"{first}-{second}, {kind}{', Crawford' if self.crawford else ''}"

    def __str__(self) -> str:
        return text(self.position.own, self.position.opponent, self.scene())

    def _repr_svg_(self) -> str:
        return svg(self.position.own, self.position.opponent, self.scene())

    def __repr__(self) -> str:
        who = "" if self.to_act is None else f" by player {self.to_act:d}"
        offer = "" if self.offer is None else f" to a {self.offer.value}"
        dice = "" if self.dice is None else f" with {self.dice[0]}-{self.dice[1]}"
        result = "" if self.result is None else f": {self.result}"
        score = self._score_in_words(*self.shown_score)
        return (
            f"<{type(self).__name__} {score}, game {self.game + 1}, cube {self.cube}; "
            f"{self.phase.value}{who}{offer}{dice}{result}; {self.position.gnubg_id}>"
        )
