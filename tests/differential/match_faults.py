"""Bugs planted on purpose in the rules of the cube and the match, one or more for every rule.

A comparison of matches that is worth anything must tell each of them from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from gammon.reference import Board, MatchOptions, Referee, Row, Standing
from gammon.reference.match import AFTER_ROLL, BEFORE_ROLL, DONE, NOT_YET, NOW, Action


@dataclass(frozen=True, kw_only=True)
class MatchFault:
    """The rules with one mistake in them.

    Attributes
    ----------
    rule
        The rule that is broken, as R7.5.
    summary
        What the mistaken player believes.
    referee
        Who rules so.
    """

    rule: str
    summary: str
    referee: type[Referee]


class _LowerStarts(Referee):
    def start(self, at: Standing, zero: int, one: int) -> Standing:
        return super().start(at, one, zero)._replace(dice=() if self.options.reroll else (zero, one))


class _TieStarts(Referee):
    def tie(self, at: Standing) -> Standing:
        return super().tie(at)._replace(stage=BEFORE_ROLL, mover=0, opener=0)


class _LoserOfTheLastStarts(Referee):
    """The winner of a game begins the next, whatever is thrown."""

    def carried_out(self, at: Standing, action: Action) -> Standing:
        after = super().carried_out(at, action)
        if at.won is None or after.opener is None:
            return after
        return after._replace(opener=at.won[0], mover=at.won[0])


class _AlwaysThrowsAgain(Referee):
    def start(self, at: Standing, zero: int, one: int) -> Standing:
        return super().start(at, zero, one)._replace(stage=BEFORE_ROLL, dice=())


class _NeverThrowsAgain(Referee):
    def start(self, at: Standing, zero: int, one: int) -> Standing:
        return super().start(at, zero, one)._replace(stage=AFTER_ROLL, dice=(zero, one))


class _SameTurnAgain(Referee):
    """Whoever throws a double has another turn."""

    def played(self, at: Standing, row: Row) -> Standing:
        after = super().played(at, row)
        is_double = len(set(at.dice)) == 1
        return after._replace(mover=at.mover) if is_double and after.stage == BEFORE_ROLL else after


class _TiesAreUnlimited(Referee):
    def tie(self, at: Standing) -> Standing:
        return at._replace(turned=at.turned + bool(self.options.automatic))


class _TieIsOneTooMany(Referee):
    def tie(self, at: Standing) -> Standing:
        return at._replace(turned=min(at.turned + 1, self.options.automatic + 1)) if self.options.automatic else at


class _TieTurnsTheCube(Referee):
    def start(self, at: Standing, zero: int, one: int) -> Standing:
        after = super().start(at, zero, one)
        return after._replace(holder=after.mover) if at.turned else after


class _TieCountsOn(Referee):
    """The automatic doubles of a game hold for the next, too."""

    def set_up_again(self, at: Standing) -> Standing:
        return super().set_up_again(at)._replace(turned=min(at.turned, self.options.automatic))


class _CubeDoesNotCount(Referee):
    def stake(self, at: Standing) -> int:
        return 1


class _GammonsDoNotCount(Referee):
    def level(self, board: Board) -> int:
        return 1


class _GammonWithACheckerOff(Referee):
    def level(self, board: Board) -> int:
        return max(2, super().level(board)) if board.opponent_off < 3 else 1


class _BackgammonIsAGammon(Referee):
    def level(self, board: Board) -> int:
        return min(2, super().level(board))


class _BarIsNoBackgammon(Referee):
    def level(self, board: Board) -> int:
        return 2 if board.opponent_bar and super().level(board) == 3 else super().level(board)


class _DoublesAfterRolling(Referee):
    def actions(self, at: Standing) -> list[Action]:
        found = super().actions(at)
        return [*found, ("double",)] if at.stage == AFTER_ROLL and self.may_double(at) else found


class _PassCostsTheDouble(Referee):
    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        return super().lost(at, loser, 2 if how == "pass" else level, how)


class _PassedBeaverCostsTheFirstStake(Referee):
    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        return super().lost(at._replace(turned=at.turned - (at.offers == 2)), loser, level, how)


class _StillOffered(Referee):
    """After a refusal the double goes on waiting for its answer."""

    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        return super().lost(at, loser, level, how)._replace(offers=at.offers)


class _DoublerKeepsTheCube(Referee):
    def accepted(self, at: Standing) -> Standing:
        return super().accepted(at)._replace(holder=at.mover)


class _AnybodyDoubles(Referee):
    def has_access(self, at: Standing) -> bool:
        return True


class _OnlyTheFirstDouble(Referee):
    def has_access(self, at: Standing) -> bool:
        return at.holder is None


class _CubeStaysAtTwo(Referee):
    def accepted(self, at: Standing) -> Standing:
        return super().accepted(at)._replace(turned=1)


class _DeadCubeTurns(Referee):
    def is_dead_for_mover(self, at: Standing) -> bool:
        return False


class _DeadIfTheDoubleWins(Referee):
    """Nobody may double if the doubled game would win him the match."""

    def is_dead_for_mover(self, at: Standing) -> bool:
        if self.options.points is None:
            return False
        return at.score[self.mover(at)] + 2 * self.stake(at) >= self.options.points


class _DeadForBoth(Referee):
    """The cube is dead for both when it is dead for one."""

    def is_dead_for_mover(self, at: Standing) -> bool:
        return self.options.points is not None and max(at.score) + self.stake(at) >= self.options.points


class _DeadOneTooLate(Referee):
    def is_dead_for_mover(self, at: Standing) -> bool:
        return self.options.points is not None and at.score[self.mover(at)] + self.stake(at) > self.options.points


class _BeaverGivesTheCubeAway(Referee):
    def carried_out(self, at: Standing, action: Action) -> Standing:
        after = super().carried_out(at, action)
        return after._replace(holder=at.mover) if at.offers == 2 and action == ("take",) else after


class _RaccoonMovesTheCube(Referee):
    def carried_out(self, at: Standing, action: Action) -> Standing:
        after = super().carried_out(at, action)
        return after._replace(holder=at.mover) if action == ("raccoon",) else after


class _AnimalsUninvited(Referee):
    def may_answer_in_kind(self, at: Standing) -> bool:
        return self.options.points is None and at.offers < 3 and self.has_room(at)


class _NoAnimals(Referee):
    def may_answer_in_kind(self, at: Standing) -> bool:
        return False


class _RaccoonsWithBeavers(Referee):
    def may_answer_in_kind(self, at: Standing) -> bool:
        return self.options.beavers and at.offers < 3 and self.has_room(at)


class _BeaverIsAnsweredByTheTaker(Referee):
    def answering(self, at: Standing) -> int:
        return 1 - self.mover(at)


class _NoLimit(Referee):
    def has_room(self, at: Standing) -> bool:
        return True


class _LimitOneTooLow(Referee):
    def has_room(self, at: Standing) -> bool:
        return self.options.last_cube is None or 2 * self.stake(at) < self.options.last_cube


class _LimitIsNotForBeavers(Referee):
    def has_room(self, at: Standing) -> bool:
        return super().has_room(at._replace(offers=0))


class _CubeThatIsNotThere(Referee):
    def may_double(self, at: Standing) -> bool:
        there = Referee(MatchOptions(points=self.options.points, start=self.options.start))
        return super().may_double(at) or (not self.options.has_cube and there.may_double(at))


class _ResignsMoreThanCanBeLost(Referee):
    def resignations(self, at: Standing) -> list[Action]:
        return [("resign", player, level) for player in (0, 1) for level in (1, 2, 3)]


class _ResignsSingle(Referee):
    def resignations(self, at: Standing) -> list[Action]:
        return [("resign", player, 1) for player in (0, 1)]


class _ResignsBeforeTheRollOnly(Referee):
    def resignations(self, at: Standing) -> list[Action]:
        return super().resignations(at) if at.stage == BEFORE_ROLL else []


class _ResignsOnTheirTurnOnly(Referee):
    def resignations(self, at: Standing) -> list[Action]:
        return [action for action in super().resignations(at) if action[1] == at.mover]


class _LosesWhoIsOnRoll(Referee):
    """Whoever resigns, the player on roll has lost."""

    def resigner(self, at: Standing) -> int:
        return self.mover(at)


class _ResignsByTheMoversCheckers(Referee):
    """What the opponent may still lose is judged by the checkers of the player on roll."""

    def resignations(self, at: Standing) -> list[Action]:
        most = 1 if self.seen_by_mover(at).off else 3
        return [("resign", player, level) for player in (0, 1) for level in range(1, most + 1)]


class _ResignationIsFinal(Referee):
    def carried_out(self, at: Standing, action: Action) -> Standing:
        return super().carried_out(at, ("accept",) if action == ("decline",) else action)


class _DeclinedRollsAgain(Referee):
    def carried_out(self, at: Standing, action: Action) -> Standing:
        after = super().carried_out(at, action)
        return after._replace(stage=BEFORE_ROLL, dice=()) if action == ("decline",) else after


class _DeclinerIsToAct(Referee):
    def carried_out(self, at: Standing, action: Action) -> Standing:
        after = super().carried_out(at, action)
        return after._replace(mover=1 - self.mover(at)) if action == ("decline",) else after


class _ResignedWithoutTheCube(Referee):
    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        return super().lost(at._replace(turned=0) if how == "resignation" else at, loser, level, how)


class _MustPassTheLength(Referee):
    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        after = super().lost(at, loser, level, how)
        return after._replace(stage="between games") if max(after.score) == self.options.points else after


class _ShortMatch(Referee):
    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        after = super().lost(at, loser, level, how)
        short = self.options.points is not None and max(after.score) >= max(1, self.options.points - 1)
        return after._replace(stage="end") if short else after


class _CutScore(Referee):
    """Points beyond the length of the match are not written down."""

    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        after = super().lost(at, loser, level, how)
        zero, one = (min(points, self.options.points or points) for points in after.score)
        return after._replace(score=(zero, one))


class _NoJacoby(Referee):
    def level_that_counts(self, at: Standing, level: int) -> int:
        return level


class _JacobyAlways(Referee):
    def level_that_counts(self, at: Standing, level: int) -> int:
        return 1 if self.options.jacoby else level


class _JacobyByTheStake(Referee):
    """An automatic double counts as a turn of the cube."""

    def level_that_counts(self, at: Standing, level: int) -> int:
        return 1 if self.options.jacoby and at.turned == 0 else level


class _JacobyUnasked(Referee):
    def level_that_counts(self, at: Standing, level: int) -> int:
        return 1 if self.options.points is None and at.holder is None else level


class _JacobyForResignationsNot(Referee):
    def lost(self, at: Standing, loser: int, level: int, how: str) -> Standing:
        turned = at if at.holder is not None or how != "resignation" else at._replace(holder=0)
        return super().lost(turned, loser, level, how)._replace(holder=at.holder)


class _NoCrawford(Referee):
    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        return DONE if super().crawford_after(crawford, score) == NOW else super().crawford_after(crawford, score)


class _CrawfordTwice(Referee):
    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        after = super().crawford_after(crawford, score)
        return NOW if crawford == NOW and min(score) < (self.options.points or 0) - 1 else after


class _CrawfordForEach(Referee):
    """The other player's coming to one point short makes another Crawford game."""

    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        points = self.options.points
        is_new = crawford == NOW and self.options.crawford and points is not None and min(score) == points - 1
        return NOW if is_new else super().crawford_after(crawford, score)


class _CrawfordUnasked(Referee):
    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        is_one_short = self.options.points is not None and max(score) == self.options.points - 1 > min(score)
        return NOW if is_one_short and crawford == NOT_YET else super().crawford_after(crawford, score)


class _CrawfordForTheTrailerNot(Referee):
    def is_barred_by_crawford(self, at: Standing) -> bool:
        return super().is_barred_by_crawford(at) and at.score[self.mover(at)] == max(at.score)


class _NoHolland(Referee):
    def is_barred_by_holland(self, at: Standing) -> bool:
        return False


class _HollandOneLess(Referee):
    def is_barred_by_holland(self, at: Standing) -> bool:
        return super().is_barred_by_holland(at) and at.rolled < 3


class _HollandOneMore(Referee):
    def is_barred_by_holland(self, at: Standing) -> bool:
        return super().is_barred_by_holland(at._replace(rolled=at.rolled - 1))


class _HollandUnasked(Referee):
    def is_barred_by_holland(self, at: Standing) -> bool:
        return at.crawford == DONE and at.rolled < 4 and self.options.points is not None


class _HollandAlways(Referee):
    def is_barred_by_holland(self, at: Standing) -> bool:
        return self.options.holland and at.rolled < 4


class _NextGameIsBackgammon(Referee):
    def set_up_again(self, at: Standing) -> Standing:
        return super().set_up_again(at)._replace(row=Board.start().row)


class _NextGameGoesOn(Referee):
    """The cube stays where it was when the next game begins."""

    def set_up_again(self, at: Standing) -> Standing:
        return super().set_up_again(at)._replace(turned=at.turned, holder=at.holder)


MATCH_FAULTS: tuple[MatchFault, ...] = tuple(
    MatchFault(rule=rule, summary=summary, referee=referee)
    for rule, summary, referee in (
        ("R2.1", "the lower number starts", _LowerStarts),
        ("R2.1", "after a tie player 0 starts", _TieStarts),
        ("R2.1", "the winner of a game starts the next", _LoserOfTheLastStarts),
        ("R2.2", "the starter throws again", _AlwaysThrowsAgain),
        ("R2.3", "the starter never throws again", _NeverThrowsAgain),
        ("R2.4", "after a double it is one's turn again", _SameTurnAgain),
        ("R2.5", "automatic doubles have no limit", _TiesAreUnlimited),
        ("R2.5", "there is one more automatic double", _TieIsOneTooMany),
        ("R2.5", "an automatic double gives the cube to the starter", _TieTurnsTheCube),
        ("R2.5", "automatic doubles hold for the next game", _TieCountsOn),
        ("R6.1", "the cube does not count", _CubeDoesNotCount),
        ("R6.2", "a gammon counts once", _GammonsDoNotCount),
        ("R6.2", "one or two checkers off save no gammon", _GammonWithACheckerOff),
        ("R6.3", "a backgammon is a gammon", _BackgammonIsAGammon),
        ("R6.3", "the bar makes no backgammon", _BarIsNoBackgammon),
        ("R7.1", "one may double after rolling", _DoublesAfterRolling),
        ("R7.2", "a refusal costs the doubled stake", _PassCostsTheDouble),
        ("R7.2", "after a refusal the double still waits", _StillOffered),
        ("R7.3", "the doubler keeps the cube", _DoublerKeepsTheCube),
        ("R7.3", "anybody may redouble", _AnybodyDoubles),
        ("R7.3", "nobody may redouble", _OnlyTheFirstDouble),
        ("R7.4", "the cube stays at two", _CubeStaysAtTwo),
        ("R7.4", "a refused beaver costs the first stake", _PassedBeaverCostsTheFirstStake),
        ("R7.5", "a dead cube may be turned", _DeadCubeTurns),
        ("R7.5", "a double that would win the match is none", _DeadIfTheDoubleWins),
        ("R7.5", "a cube is dead for both or for none", _DeadForBoth),
        ("R7.5", "the cube dies one point too late", _DeadOneTooLate),
        ("R7.6", "a taken beaver gives the cube away", _BeaverGivesTheCubeAway),
        ("R7.6", "a raccoon moves the cube", _RaccoonMovesTheCube),
        ("R7.6", "beavers and raccoons need not be agreed", _AnimalsUninvited),
        ("R7.6", "there are no beavers", _NoAnimals),
        ("R7.6", "beavers agreed are raccoons agreed", _RaccoonsWithBeavers),
        ("R7.6", "the taker answers his own beaver", _BeaverIsAnsweredByTheTaker),
        ("R7.7", "the cube has no limit", _NoLimit),
        ("R7.7", "the limit itself cannot be reached", _LimitOneTooLow),
        ("R7.7", "the limit is not for beavers", _LimitIsNotForBeavers),
        ("R7.7", "a cube that is not there may be turned", _CubeThatIsNotThere),
        ("R7.8", "more can be resigned than lost", _ResignsMoreThanCanBeLost),
        ("R7.8", "only a single game can be resigned", _ResignsSingle),
        ("R7.8", "nobody resigns after the roll", _ResignsBeforeTheRollOnly),
        ("R7.8", "only the player on roll resigns", _ResignsOnTheirTurnOnly),
        ("R7.8", "whoever resigns, the player on roll has lost", _LosesWhoIsOnRoll),
        (
            "R7.8",
            "what the opponent can lose is judged by the checkers of the player on roll",
            _ResignsByTheMoversCheckers,
        ),
        ("R7.8", "a resignation cannot be declined", _ResignationIsFinal),
        ("R7.8", "after a declined resignation one rolls again", _DeclinedRollsAgain),
        ("R7.8", "after a declined resignation the other has the turn", _DeclinerIsToAct),
        ("R7.8", "a resignation is without the cube", _ResignedWithoutTheCube),
        ("R8.1", "the length must be passed, not reached", _MustPassTheLength),
        ("R8.1", "a match ends one point short", _ShortMatch),
        ("R8.1", "points beyond the length are cut off", _CutScore),
        ("R8.2", "the Jacoby rule is nothing", _NoJacoby),
        ("R8.2", "the Jacoby rule is for turned cubes, too", _JacobyAlways),
        ("R8.2", "an automatic double ends the Jacoby rule", _JacobyByTheStake),
        ("R8.2", "the Jacoby rule need not be agreed", _JacobyUnasked),
        ("R8.2", "a resigned gammon counts twice all the same", _JacobyForResignationsNot),
        ("R8.3", "there is no Crawford game", _NoCrawford),
        ("R8.3", "there are two Crawford games", _CrawfordTwice),
        ("R8.3", "there is a Crawford game for each player", _CrawfordForEach),
        ("R8.3", "the Crawford game need not be agreed", _CrawfordUnasked),
        ("R8.3", "the trailer may double in the Crawford game", _CrawfordForTheTrailerNot),
        ("R8.4", "the Holland rule is nothing", _NoHolland),
        ("R8.4", "three rolls are enough", _HollandOneLess),
        ("R8.4", "it takes five rolls", _HollandOneMore),
        ("R8.4", "the Holland rule need not be agreed", _HollandUnasked),
        ("R8.4", "the Holland rule is for all games", _HollandAlways),
        ("R10.1", "the next game is backgammon", _NextGameIsBackgammon),
        ("R7.1", "the cube stays where it was in the next game", _NextGameGoesOn),
    )
)
"""The planted bugs."""
