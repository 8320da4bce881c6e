"""A match as a state machine: what may be done at a moment, and what comes of it."""

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
    Phase.OPENING: "the players first throw for the start (R2.1)",
    Phase.ROLL: "the dice are not thrown",
    Phase.PLAY: "the dice are thrown and must be played",
    Phase.ANSWER: "a turn of the cube waits for its answer (R7.2, R7.3)",
    Phase.RESIGNATION: "a resignation waits for its answer (R7.8)",
    Phase.GAME_OVER: "the game is over",
    Phase.MATCH_OVER: "the match is over (R8.1)",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class MatchState(MatchFields):
    """One moment of a match or of a session for money, and what can be done in it. Immutable and hashable.

    `start` makes the first one, `from_xgid` and `from_gnubg_id` one in the middle, and `act` the next. Nothing happens
    by itself, so everything that was thrown, offered or played in the game is an action in `history`.

    The rules leave some things open, which are decided so:

    - Either player may resign before or after the dice are thrown, but not while a double waits for its answer:
      refusing it is then the way to give up (R7.2). Nobody can resign more than they can still lose: with a checker
      borne off, only a single game (R6.2). With the Jacoby rule and a centred cube every resignation counts once
      (R8.2).
    - A beaver may be taken, refused at the stake before it, or answered by a raccoon, and likewise a raccoon, but there
      is no third animal. The cube is the first taker's all the while (R7.6).
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
        """Begin a game: both players are to throw a die.

        Parameters
        ----------
        rules
            The options under which it is played.
        score
            Points of players 0 and 1.
        crawford
            Whether this is the Crawford game. If None, it is as soon as exactly one player needs one point, unless the
            rules are without it.
        game
            How many games were finished before.

        Raises
        ------
        ArgumentError
            If a match has no such game.
        """
        check("rules", rules, MatchRules)
        if crawford is None:
            needs = [rules.match_length - points for points in score]
            crawford = rules.crawford and not rules.is_money and needs.count(1) == 1
        return cls(rules=rules, score=score, crawford=crawford, game=game, position=rules.variant.start)

    @property
    def situation(self) -> Situation:
        """The state as a `gammon.Situation`, seen by the player on roll, with player 1 at the bottom.

        Rules that it has no place for, the history and the number of the game are left out. Before the start is
        decided, player 1 is taken to be on roll. In a session for money points beyond 65535 are not counted.
        """
        return ids.situation_of(self)

    @classmethod
    def from_situation(cls, situation: Situation, *, rules: MatchRules | None = None, turns: int = 0) -> MatchState:
        """Make the state that a situation describes; the same as `from_xgid` for one that is not a text.

        Raises
        ------
        NotationError
            If the game is over.
        ArgumentError
            If no match could come to this, or the rules given are not those of the situation.
        """
        check("situation", situation, Situation)
        if rules is not None:
            check("rules", rules, MatchRules)
        return ids.state_of(cls, situation, rules, turns)

    @classmethod
    def from_xgid(cls, xgid: Xgid | str, *, rules: MatchRules | None = None, turns: int = 0) -> MatchState:
        """Make the state that an XGID describes. The player at its bottom becomes player 1.

        Parameters
        ----------
        xgid
            An `Xgid`, or its text. How many checkers a side has is not in the text: it is what the rules say, and
            without rules what `Situation.parse` infers.
        rules
            The rules, of which an XGID says only length, Jacoby rule, beavers and largest cube. If None: what it says,
            and otherwise the defaults; hypergammon if there are three checkers a side. A largest cube of 1 is no cube
            at all; 1024, which programs write as a matter of course, and any that the cube has passed are no limit.
        turns
            How many turns of the game are finished, which matters to the Holland rule.

        Raises
        ------
        NotationError
            If the text is not an XGID.
        PositionError
            If its checkers do not make a legal position.
        ArgumentError
            If no match could come to this, or the rules given are not those of the XGID.
        """
        checkers = None if rules is None else check("rules", rules, MatchRules).variant.checkers
        read = Xgid(xgid, checkers=checkers) if isinstance(xgid, str) else xgid
        check("xgid", read, Situation, "an Xgid or text")
        if rules is not None:
            ids.check_beavers(rules, read)
        return ids.state_of(cls, read, rules, turns)

    def to_xgid(self) -> Xgid:
        """Write the state as an XGID, with player 1 at the bottom.

        Rules that an XGID has no place for, the history and the number of the game are left out. An XGID can only say
        that a game goes on: before the start is decided it has player 1 on roll, after a game the last position at the
        score before that game, and without a resignation that waits for its answer. `to_gnubg_id` says all of these.

        Raises
        ------
        NotationError
            If a score is above 32767.
        """
        return ids.situation_that_goes_on(self).to_xgid()

    @classmethod
    def from_gnubg_id(cls, gnubg_id: GnubgId | str, *, rules: MatchRules | None = None, turns: int = 0) -> MatchState:
        """Make the state that a GNU Backgammon ID, ``POSITION:MATCH``, describes.

        Parameters
        ----------
        gnubg_id
            A `GnubgId`, or its text.
        rules
            The rules, of which the ID says only length and Jacoby rule. If None: as for `from_xgid`.
        turns
            As for `from_xgid`.

        Raises
        ------
        NotationError
            If the text is not such an ID, or the game is over.
        PositionError
            If its checkers do not make a legal position.
        ArgumentError
            If no match could come to this, or the rules given are not those of the ID.
        """
        checkers = None if rules is None else check("rules", rules, MatchRules).variant.checkers
        read = GnubgId(gnubg_id, checkers=checkers) if isinstance(gnubg_id, str) else gnubg_id
        check("gnubg_id", read, Situation, "a GnubgId or text")
        return ids.state_of(cls, read, rules, turns)

    def to_gnubg_id(self) -> GnubgId:
        """Write the state as a GNU Backgammon ID.

        Rules that it has no place for, the history and the number of the game are left out. Of a game that is over it
        says in which of the three ways that came, and the score after it.

        Raises
        ------
        NotationError
            If it cannot say it: a beaver or raccoon waits for its answer, or a number is too large.
        """
        return self.situation.to_gnubg_id()

    def legal_actions(self) -> tuple[Action, ...]:
        """List everything that the player to act may do, each distinct play once.

        Where dice are to be thrown that is `Throw`: nobody chooses what they show. `possible_rolls` lists what they may
        show, and `resignations` how the opponent of the player on roll could give up.
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
        """List what the dice may show if they are thrown now: 36 throws for the start, 21 rolls of a turn, or none."""
        match self.phase:
            case Phase.OPENING | Phase.GAME_OVER:
                return FOR_THE_START
            case Phase.ROLL:
                return IN_TURN
            case _:
                return ()

    def resignations(self, player: Player) -> tuple[Resign, ...]:
        """List what a player may offer to lose now, whoever is on roll (R7.8)."""
        offers = (Resign(win, player) for win in Win)
        return tuple(resign for resign in offers if self.why_illegal(resign) is None)

    def why_illegal(self, action: Action) -> str | None:
        """Say why an action is against the rules at this moment; None if it is not.

        Raises
        ------
        TypeError
            If it is no action.
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
                return self._why_no_animal(Offer.DOUBLE, "beaver", self.rules.beavers)
            case Raccoon():
                return self._why_no_animal(Offer.BEAVER, "raccoon", self.rules.raccoons)
            case MakePlay():
                return self._why_no_play(action) if phase is Phase.PLAY else _WAITING[phase]
            case Resign():
                return self._why_no_resignation(action) if phase in (Phase.ROLL, Phase.PLAY) else _WAITING[phase]
            case Accept() | Decline():
                return None if phase is Phase.RESIGNATION else "nobody has resigned (R7.8)"
        raise TypeError(f"an action is one of gammon.match.Action, not {type(action).__name__}")

    def act(self, action: Action) -> MatchState:
        """Return the state after an action.

        Raises
        ------
        IllegalActionError
            If the rules forbid it at this moment.
        TypeError
            If it is no action.
        """
        refusal = self.why_illegal(action)
        if refusal is not None:
            raise IllegalActionError(f"{action}: {refusal}")
        if isinstance(action, Throw):
            raise IllegalActionError(
                "roll: a MatchState has no dice to throw: say what was thrown with RollDice(first, second), "
                "or let a Match throw them"
            )
        history = () if self.phase is Phase.GAME_OVER else self.history
        return replace(self, history=(*history, action), **self._after(action))

    def with_written_points(self, points: int) -> MatchState:
        """Return the state with what a file says that the game was worth, beside what it was worth by the rules.

        Raises
        ------
        ArgumentError
            If no game has just ended.
        """
        if self.result is None:
            raise ArgumentError("written_points: no game has ended in this state")
        return replace(self, result=replace(self.result, written_points=points))

    def replay(self, actions: Iterable[Action]) -> Iterator[MatchState]:
        """Carry out actions one after the other, and yield the state after each.

        Raises
        ------
        IllegalActionError
            If one of them is against the rules when its turn comes.
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
        return None if self.phase is Phase.ANSWER else "no double waits for an answer (R7.2, R7.3)"

    def _why_no_animal(self, answered: Offer, name: str, is_agreed: bool) -> str | None:
        if self.phase is not Phase.ANSWER:
            return self._why_no_answer()
        if not is_agreed:
            return f"by the rules agreed there are no {name}s (R7.6)"
        if self.offer is not answered:
            return f"a {name} answers a {answered.value} (R7.6)"
        return self.why_not_turned(4 * self.cube.value)

    def _why_no_play(self, action: MakePlay) -> str | None:
        assert self.dice is not None
        plays, play = self.position.plays(*self.dice), action.play
        dice = f"{self.dice[0]}-{self.dice[1]}"
        if play is None:
            return f"something can be played with {dice} (R3.5)" if plays else None
        if play.before != self.position:
            return "the play is of another position"
        if play not in plays and play.position not in [legal.position for legal in plays]:
            return f"the play is not legal with {dice} (R3)"
        return None

    def _why_no_resignation(self, action: Resign) -> str | None:
        side = self.position.own if action.player in (None, self.on_roll) else self.position.opponent
        if action.win is not Win.SINGLE and side[0]:
            return f"with a checker borne off no {action.win.name.lower()} can be lost any more (R6.2)"
        return None

    def _after(self, action: Action) -> dict[str, Any]:
        """Say what a legal action changes."""
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
        """Turn the cube, which is the other player's then, whatever they and the doubler add to it (R7.3, R7.6)."""
        return MatchCube(value=2 * self.cube.value, owner=doubler.opponent)

    def _opened(self, throw: RollDice) -> dict[str, Any]:
        """Decide who starts, after setting up again if a game is over; count a tie (R2.1 to R2.3, R2.5)."""
        changes = self._set_up() if self.phase is Phase.GAME_OVER else {}
        stake = 1 if changes else self.cube.value
        if throw.first == throw.second:
            return changes | {"cube": MatchCube(value=min(2 * stake, 2**self.rules.automatic_doubles))}
        starter = Player.ZERO if throw.first > throw.second else Player.ONE
        dice = None if self.rules.opening_reroll else (throw.first, throw.second)
        return changes | {"on_roll": starter, "starter": starter, "dice": dice}

    def _set_up(self) -> dict[str, Any]:
        """Make ready for the next game, the Crawford game if the last one was the first to come so far (R8.3)."""
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
        """Tell whether the game that has ended brought a player, the first of the two, to one point short."""
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
        """Score a game (R6), a single one by the Jacoby rule if the cube was not turned (R8.2)."""
        if self.rules.jacoby and self.cube.owner is None:
            win = Win.SINGLE
        result = GameResult(winner=winner, win=win, points=win * self.cube.value, ending=ending)
        score = list(self.score)
        score[winner] += result.points
        return {"score": tuple(score), "result": result, "dice": None, "offer": None, **_NO_RESIGNATION}
