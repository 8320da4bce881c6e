"""A match as a state machine: the legal actions of a state, and the state after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from gammon._engine import ArgumentError, GnubgId, Position, Situation, Xgid
from gammon.arguments import check
from gammon.match import ids
from gammon.match.actions import (
    FOR_THE_START,
    IN_TURN,
    RESIGNATIONS,
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    IllegalActionError,
    MakePlay,
    Pass,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
)
from gammon.match.fields import MatchFields
from gammon.match.rules import MatchRules
from gammon.match.values import Ending, GameResult, MatchCube, Offer, Phase, Player, Win

_NO_RESIGNATION: dict[str, Any] = {"resignation": None, "resigner": None}

_WAITING = {
    Phase.OPENING: "the opening roll comes first (R2.1)",
    Phase.ROLL: "the dice have not been rolled",
    Phase.PLAY: "the dice have been rolled and must be played",
    Phase.ANSWER: "a double, beaver or raccoon must be answered first (R7.2, R7.3)",
    Phase.RESIGNATION: "a resignation must be answered first (R7.8)",
    Phase.GAME_OVER: "the game is over",
    Phase.MATCH_OVER: "the match is over (R8.1)",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class MatchState(MatchFields):
    """A state of a match or a money session, with its legal actions. Immutable and hashable.

    `start` returns the first state, `from_xgid` and `from_gnubg_id` return one in the middle of a match, and `act`
    returns the next state. No state changes without an action, so `history` holds every roll, offer and play of the
    game.

    Where the rules leave a question open, gammon decides as follows:

    - Either player may resign before or after the dice are rolled, but not while a double is unanswered: passing it is
      then the way to give up (R7.2). Nobody can resign more than they can still lose: with a checker borne off, only a
      single game (R6.2). With the Jacoby rule and a centred cube every resignation counts as a single game (R8.2).
    - A beaver may be taken, passed at the stake before it, or answered by a raccoon. A raccoon may be taken or passed;
      no further redouble follows it. The player who first took the double owns the cube throughout (R7.6).
    - In a match to one point there is no Crawford game; nobody may double anyway (R7.5).
    - Automatic doubles leave the cube in the centre, so that the Jacoby rule still applies (R2.5).

    Examples
    --------
    >>> import gammon as bg
    >>> from gammon.match import Double, RollDice, Take
    >>> state = bg.MatchState.start(bg.MatchRules(match_length=5))
    >>> state = state.act(RollDice(3, 1))                     # player 0 throws the 3, begins, and plays both
    >>> state = state.act(state.legal_actions()[0])
    >>> state = state.act(Double()).act(Take())
    >>> state.cube, state.to_act
    (MatchCube(value=2, owner=<Player.ZERO: 0>), <Player.ONE: 1>)
    >>> state.act(Double())
    Traceback (most recent call last):
        ...
    gammon.IllegalActionError: double: the cube is player 0's (R7.3)
    """

    @classmethod
    def start(
        cls, rules: MatchRules, *, score: tuple[int, int] = (0, 0), crawford: bool | None = None, game: int = 0
    ) -> MatchState:
        """Return the state at the beginning of a game, before the opening roll.

        Parameters
        ----------
        rules
            The rules of the match.
        score
            Points of players 0 and 1.
        crawford
            Whether this is the Crawford game. If None, it is when exactly one player needs one point and the rules have
            a Crawford game.
        game
            Number of games finished before this one.

        Raises
        ------
        ArgumentError
            If no match can reach this state.
        """
        check("rules", rules, MatchRules)
        if crawford is None:
            needs = [rules.match_length - points for points in score]
            crawford = rules.crawford and not rules.is_money and needs.count(1) == 1
        return cls(rules=rules, score=score, crawford=crawford, game=game, position=rules.variant.start)

    @property
    def situation(self) -> Situation:
        """The state as a `gammon.Situation`, seen by the player on roll, with player 1 at the bottom.

        It omits the history, the number of the game, and rules that a `Situation` cannot represent. Before the opening
        roll, player 1 is on roll. Scores are capped at 65535, which only a money session can exceed.
        """
        return ids.situation_of(self)

    @classmethod
    def from_situation(cls, situation: Situation, *, rules: MatchRules | None = None, turns: int = 0) -> MatchState:
        """Return the state that a situation describes, like `from_xgid` without the parsing.

        Raises
        ------
        NotationError
            If the game is over.
        ArgumentError
            If no match can reach this state, or the rules given disagree with the situation.
        """
        check("situation", situation, Situation)
        if rules is not None:
            check("rules", rules, MatchRules)
        return ids.state_of(cls, situation, rules, turns)

    @classmethod
    def from_xgid(cls, xgid: Xgid | str, *, rules: MatchRules | None = None, turns: int = 0) -> MatchState:
        """Return the state that an XGID describes. The player at the bottom becomes player 1.

        Parameters
        ----------
        xgid
            An `Xgid`, or its text. The text does not contain the number of checkers of a side: it is taken from the
            rules, or without rules inferred as in `Situation.parse`.
        rules
            The rules. An XGID contains only the match length, Jacoby rule, beavers and maximum cube. If None, these are
            taken from the XGID and the rest are defaults, with hypergammon for three checkers a side. A maximum cube of
            1 means no cube. A maximum of 1024, which programs write by default, or below the cube's value, means no
            limit.
        turns
            Number of finished turns of the game, which the Holland rule needs.

        Raises
        ------
        NotationError
            If the text is not an XGID.
        PositionError
            If its checkers do not make a legal position.
        ArgumentError
            If no match can reach this state, or the rules given disagree with the XGID.
        """
        checkers = None if rules is None else check("rules", rules, MatchRules).variant.checkers
        read = Xgid(xgid, checkers=checkers) if isinstance(xgid, str) else xgid
        check("xgid", read, Situation, "an Xgid or text")
        if rules is not None:
            ids.check_beavers(rules, read)
        return ids.state_of(cls, read, rules, turns)

    def to_xgid(self) -> Xgid:
        """Write the state as an XGID, with player 1 at the bottom.

        It omits the history, the number of the game, and rules that an XGID cannot represent. An XGID can only describe
        a game in progress. Before the opening roll it has player 1 on roll; after a game it has the last position, at
        the score before that game; an unanswered resignation is omitted. `to_gnubg_id` keeps all of these.

        Raises
        ------
        NotationError
            If a score is above 32767.
        """
        return ids.situation_that_goes_on(self).to_xgid()

    @classmethod
    def from_gnubg_id(cls, gnubg_id: GnubgId | str, *, rules: MatchRules | None = None, turns: int = 0) -> MatchState:
        """Return the state that a GNU Backgammon ID, ``POSITION:MATCH``, describes.

        Parameters
        ----------
        gnubg_id
            A `GnubgId`, or its text.
        rules
            The rules, of which the ID contains only the match length and the Jacoby rule. None as in `from_xgid`.
        turns
            As in `from_xgid`.

        Raises
        ------
        NotationError
            If the text is not such an ID, or the game is over.
        PositionError
            If its checkers do not make a legal position.
        ArgumentError
            If no match can reach this state, or the rules given disagree with the ID.
        """
        checkers = None if rules is None else check("rules", rules, MatchRules).variant.checkers
        read = GnubgId(gnubg_id, checkers=checkers) if isinstance(gnubg_id, str) else gnubg_id
        check("gnubg_id", read, Situation, "a GnubgId or text")
        return ids.state_of(cls, read, rules, turns)

    def to_gnubg_id(self) -> GnubgId:
        """Write the state as a GNU Backgammon ID.

        It omits the history, the number of the game, and rules that the ID cannot represent. For a finished game it
        contains how the game ended and the score after it.

        Raises
        ------
        NotationError
            If the ID cannot represent the state: a beaver or raccoon is unanswered, or a number is too large.
        """
        return self.situation.to_gnubg_id()

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the player to act, each distinct play once.

        Rolling the dice is the single action `Throw`, as nobody chooses the result; `possible_rolls` lists the possible
        results. Resignations by the opponent of the player on roll are not included; see `resignations`.
        """
        match self.phase:
            case Phase.OPENING | Phase.GAME_OVER:
                return (Throw(),)
            case Phase.ROLL:
                return (Throw(), *self._allowed(Double()), *self._own_resignations())
            case Phase.PLAY:
                return (*self._plays(), *self._own_resignations())
            case Phase.ANSWER:
                return (Take(), Pass(), *self._allowed(Beaver()), *self._allowed(Raccoon()))
            case Phase.RESIGNATION:
                return (Accept(), Decline())
            case Phase.MATCH_OVER:
                return ()

    def possible_rolls(self) -> tuple[RollDice, ...]:
        """Return the possible results of a roll now: 36 for the opening roll, 21 for a turn, or none."""
        match self.phase:
            case Phase.OPENING | Phase.GAME_OVER:
                return FOR_THE_START
            case Phase.ROLL:
                return IN_TURN
            case _:
                return ()

    def resignations(self, player: Player) -> tuple[Resign, ...]:
        """Return the resignations that a player may offer now, on roll or not (R7.8)."""
        offers = (Resign(win, player) for win in Win)
        return tuple(resign for resign in offers if self.why_illegal(resign) is None)

    def why_illegal(self, action: Action) -> str | None:
        """Return why an action is illegal now; None if it is legal.

        Raises
        ------
        TypeError
            If the argument is not an action.
        """
        phase = self.phase
        match action:
            case RollDice() | Throw():
                allowed = phase in (Phase.OPENING, Phase.ROLL, Phase.GAME_OVER)
                return None if allowed else _WAITING[phase]
            case Double():
                return self.why_no_double() if phase is Phase.ROLL else _WAITING[phase]
            case Take() | Pass():
                return self._why_no_answer()
            case Beaver():
                return self._why_no_redouble(Offer.DOUBLE, "beaver", self.rules.beavers)
            case Raccoon():
                return self._why_no_redouble(Offer.BEAVER, "raccoon", self.rules.raccoons)
            case MakePlay():
                return self._why_no_play(action) if phase is Phase.PLAY else _WAITING[phase]
            case Resign():
                return self._why_no_resignation(action) if phase in (Phase.ROLL, Phase.PLAY) else _WAITING[phase]
            case Accept() | Decline():
                return None if phase is Phase.RESIGNATION else "nobody has resigned (R7.8)"
        raise TypeError(f"action: expected a gammon.match.Action, got {type(action).__name__}")

    def act(self, action: Action) -> MatchState:
        """Return the state after an action.

        Raises
        ------
        IllegalActionError
            If the rules forbid the action now.
        TypeError
            If the argument is not an action.
        """
        refusal = self.why_illegal(action)
        if refusal is not None:
            raise IllegalActionError(f"{action}: {refusal}")
        if isinstance(action, Throw):
            raise IllegalActionError(
                "roll: a MatchState has no dice of its own: give the result as RollDice(first, second), "
                "or use a Match, which rolls the dice"
            )
        history = () if self.phase is Phase.GAME_OVER else self.history
        return replace(self, history=(*history, action), **self._after(action))

    def with_written_points(self, points: int) -> MatchState:
        """Return the state that also holds the points which a file gives for the finished game.

        The points that follow from the rules are kept.

        Raises
        ------
        ArgumentError
            If no game has just ended.
        """
        if self.result is None:
            raise ArgumentError("written_points: expected a state in which a game has just ended")
        return replace(self, result=replace(self.result, written_points=points))

    def replay(self, actions: Iterable[Action]) -> Iterator[MatchState]:
        """Carry out actions in order, and yield the state after each.

        Raises
        ------
        IllegalActionError
            If an action is illegal in the state that it is applied to.
        """
        state = self
        for action in actions:
            state = state.act(action)
            yield state

    def _allowed(self, action: Action) -> tuple[Action, ...]:
        return () if self.why_illegal(action) else (action,)

    def _plays(self) -> tuple[MakePlay, ...]:
        plays = () if self.dice is None else self.position.plays(*self.dice)
        return tuple(map(MakePlay, plays)) or (MakePlay(),)

    def _own_resignations(self) -> tuple[Resign, ...]:
        return tuple(resign for resign in RESIGNATIONS if self._why_no_resignation(resign) is None)

    def _why_no_answer(self) -> str | None:
        return None if self.phase is Phase.ANSWER else "there is no double to answer (R7.2, R7.3)"

    def _why_no_redouble(self, answered: Offer, name: str, is_agreed: bool) -> str | None:
        if self.phase is not Phase.ANSWER:
            return self._why_no_answer()
        if not is_agreed:
            return f"the rules of this match have no {name}s (R7.6)"
        if self.offer is not answered:
            return f"a {name} can only answer a {answered.value} (R7.6)"
        return self.why_not_turned(4 * self.cube.value)

    def _why_no_play(self, action: MakePlay) -> str | None:
        assert self.dice is not None
        plays, play = self.position.plays(*self.dice), action.play
        dice = f"{self.dice[0]}-{self.dice[1]}"
        if play is None:
            return f"there is a legal play with {dice} (R3.5)" if plays else None
        if play.before != self.position:
            return "the play belongs to another position"
        if play not in plays and play.position not in [legal.position for legal in plays]:
            return f"the play is not legal with {dice} (R3)"
        return None

    def _why_no_resignation(self, action: Resign) -> str | None:
        side = self.position.own if action.player in (None, self.on_roll) else self.position.opponent
        if action.win is not Win.SINGLE and side[0]:
            return f"a player with a checker borne off cannot lose a {action.win.name.lower()} (R6.2)"
        return None

    def _after(self, action: Action) -> dict[str, Any]:
        """Return the fields that a legal action changes, with their new values."""
        mover = self.on_roll
        if isinstance(action, RollDice):
            if self.phase is Phase.ROLL:
                return {"dice": (action.first, action.second)}
            return self._opened(action)
        assert mover is not None
        assert not isinstance(action, Throw), "refused by act: a state has no dice"
        match action:
            case Double():
                return {"offer": Offer.DOUBLE}
            case Take():
                return {"offer": None, "cube": self._doubled(mover)}
            case Pass():
                return self._ended(mover.opponent if self.offer is Offer.BEAVER else mover, Win.SINGLE, Ending.PASSED)
            case Beaver():
                return {"offer": Offer.BEAVER, "cube": self._doubled(mover)}
            case Raccoon():
                return {"offer": Offer.RACCOON, "cube": self._doubled(mover)}
            case MakePlay(play):
                return self._played(mover, self.position.swap() if play is None else play.position)
            case Resign(win, player):
                return {"resignation": win, "resigner": mover if player is None else player}
            case Accept():
                assert self.resigner is not None
                assert self.resignation is not None
                return self._ended(self.resigner.opponent, self.resignation, Ending.RESIGNED)
            case Decline():
                return {"resignation": None, "resigner": None}

    def _doubled(self, doubler: Player) -> MatchCube:
        """Return the doubled cube, owned by the doubler's opponent: also after a beaver or raccoon (R7.3, R7.6)."""
        return MatchCube(value=2 * self.cube.value, owner=doubler.opponent)

    def _opened(self, throw: RollDice) -> dict[str, Any]:
        """Apply an opening roll, setting up a new game first if one has ended (R2.1 to R2.3, R2.5)."""
        changes = self._set_up() if self.phase is Phase.GAME_OVER else {}
        stake = 1 if changes else self.cube.value
        if throw.first == throw.second:
            return changes | {"cube": MatchCube(value=min(2 * stake, 2**self.rules.automatic_doubles))}
        starter = Player.ZERO if throw.first > throw.second else Player.ONE
        dice = None if self.rules.opening_reroll else (throw.first, throw.second)
        return changes | {"on_roll": starter, "starter": starter, "dice": dice}

    def _set_up(self) -> dict[str, Any]:
        """Set up the next game, and decide whether it is the Crawford game (R8.3)."""
        return {
            "game": self.game + 1,
            "crawford": self._is_crawford_next(),
            "position": self.rules.variant.start,
            "on_roll": None,
            "cube": MatchCube(),
            "starter": None,
            "turns": 0,
            "result": None,
        }

    def _is_crawford_next(self) -> bool:
        """Tell whether the finished game brought a player to one point short of winning, for the first time (R8.3)."""
        rules, result = self.rules, self.result
        if rules.is_money or not rules.crawford or result is None or not self._is_one_short():
            return False
        before = list(self.score)
        before[result.winner] -= result.points
        return max(before) < rules.match_length - 1

    def _played(self, mover: Player, position: Position) -> dict[str, Any]:
        changes: dict[str, Any] = {"position": position, "on_roll": mover.opponent, "turns": self.turns + 1}
        if position.points is None:
            return changes | {"dice": None}
        return changes | self._ended(mover, Win(-position.points), Ending.BORNE_OFF)

    def _ended(self, winner: Player, win: Win, ending: Ending) -> dict[str, Any]:
        """Score a finished game (R6), as a single game under the Jacoby rule with a centred cube (R8.2)."""
        if self.rules.jacoby and self.cube.owner is None:
            win = Win.SINGLE
        result = GameResult(winner=winner, win=win, points=win * self.cube.value, ending=ending)
        score = list(self.score)
        score[winner] += result.points
        return {"score": tuple(score), "result": result, "dice": None, "offer": None, **_NO_RESIGNATION}
