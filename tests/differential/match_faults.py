"""Deliberate bugs in the reference's rules of the cube and the match, one or more for every rule.

The comparison of matches must detect each of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from gammon.reference import Board, MatchOptions, Referee, Row, Standing
from gammon.reference.match import AFTER_ROLL, BEFORE_ROLL, DONE, NOT_YET, NOW, Action


@dataclass(frozen=True, kw_only=True)
class MatchFault:
    """The rules of cube and match with one bug.

    Attributes
    ----------
    rule
        The rule that is broken, such as R7.5.
    summary
        The bug, as a statement of the wrong rule.
    referee
        The referee with the bug.
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
    """The winner of a game starts the next, whatever the opening roll."""

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
    """A player who rolls a double has another turn."""

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
    """The automatic doubles of a game also apply to the next."""

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


class _BarDoesNotMakeABackgammon(Referee):
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
    """After a pass, the double still waits for an answer."""

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
    """A player may not double if winning the doubled game would win the match."""

    def is_dead_for_mover(self, at: Standing) -> bool:
        if self.options.points is None:
            return False
        return at.score[self.mover(at)] + 2 * self.stake(at) >= self.options.points


class _DeadForBoth(Referee):
    """The cube is dead for both players if it is dead for one."""

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


class _BeaversWithoutTheOption(Referee):
    def may_answer_in_kind(self, at: Standing) -> bool:
        return self.options.points is None and at.offers < 3 and self.has_room(at)


class _NoBeavers(Referee):
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


class _DoublesWithoutACube(Referee):
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


class _PlayerOnRollLoses(Referee):
    """The player on roll loses, whoever resigns."""

    def resigner(self, at: Standing) -> int:
        return self.mover(at)


class _ResignsByTheMoversCheckers(Referee):
    """What the opponent may resign is determined by the checkers of the player on roll."""

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
    """Points beyond the match length are not scored."""

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
    """An automatic double counts as turning the cube."""

    def level_that_counts(self, at: Standing, level: int) -> int:
        return 1 if self.options.jacoby and at.turned == 0 else level


class _JacobyUnasked(Referee):
    def level_that_counts(self, at: Standing, level: int) -> int:
        return 1 if self.options.points is None and at.holder is None else level


class _JacobyNotForResignations(Referee):
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
    """There is another Crawford game when the other player also gets to match point."""

    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        points = self.options.points
        is_new = crawford == NOW and self.options.crawford and points is not None and min(score) == points - 1
        return NOW if is_new else super().crawford_after(crawford, score)


class _CrawfordUnasked(Referee):
    def crawford_after(self, crawford: str, score: tuple[int, int]) -> str:
        is_one_short = self.options.points is not None and max(score) == self.options.points - 1 > min(score)
        return NOW if is_one_short and crawford == NOT_YET else super().crawford_after(crawford, score)


class _CrawfordNotForTheTrailer(Referee):
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
    """The next game begins with the cube of the last."""

    def set_up_again(self, at: Standing) -> Standing:
        return super().set_up_again(at)._replace(turned=at.turned, holder=at.holder)


MATCH_FAULTS: tuple[MatchFault, ...] = tuple(
    MatchFault(rule=rule, summary=summary, referee=referee)
    for rule, summary, referee in (
        ("R2.1", "the player with the lower number starts", _LowerStarts),
        ("R2.1", "after a tie player 0 starts", _TieStarts),
        ("R2.1", "the winner of a game starts the next", _LoserOfTheLastStarts),
        ("R2.2", "the starter rolls again", _AlwaysThrowsAgain),
        ("R2.3", "the starter never rolls again", _NeverThrowsAgain),
        ("R2.4", "a player who rolls a double has another turn", _SameTurnAgain),
        ("R2.5", "automatic doubles have no limit", _TiesAreUnlimited),
        ("R2.5", "one automatic double too many is allowed", _TieIsOneTooMany),
        ("R2.5", "an automatic double gives the cube to the starter", _TieTurnsTheCube),
        ("R2.5", "automatic doubles carry over to the next game", _TieCountsOn),
        ("R6.1", "the cube does not multiply the points", _CubeDoesNotCount),
        ("R6.2", "a gammon counts once", _GammonsDoNotCount),
        ("R6.2", "a player with one or two checkers off can lose a gammon", _GammonWithACheckerOff),
        ("R6.3", "a backgammon counts as a gammon", _BackgammonIsAGammon),
        ("R6.3", "a checker on the bar does not make a backgammon", _BarDoesNotMakeABackgammon),
        ("R7.1", "a player may double after rolling", _DoublesAfterRolling),
        ("R7.2", "a pass costs the doubled stake", _PassCostsTheDouble),
        ("R7.2", "after a pass, the double still waits for an answer", _StillOffered),
        ("R7.3", "the doubler keeps the cube", _DoublerKeepsTheCube),
        ("R7.3", "either player may redouble", _AnybodyDoubles),
        ("R7.3", "nobody may redouble", _OnlyTheFirstDouble),
        ("R7.4", "the cube stays at two", _CubeStaysAtTwo),
        ("R7.4", "a passed beaver costs the stake before the double", _PassedBeaverCostsTheFirstStake),
        ("R7.5", "a dead cube may be turned", _DeadCubeTurns),
        ("R7.5", "a player may not double if the doubled game would win the match", _DeadIfTheDoubleWins),
        ("R7.5", "a cube that is dead for one player is dead for both", _DeadForBoth),
        ("R7.5", "the cube dies one point too late", _DeadOneTooLate),
        ("R7.6", "a taken beaver gives the cube away", _BeaverGivesTheCubeAway),
        ("R7.6", "a raccoon moves the cube", _RaccoonMovesTheCube),
        ("R7.6", "beavers and raccoons are allowed without the option", _BeaversWithoutTheOption),
        ("R7.6", "there are no beavers", _NoBeavers),
        ("R7.6", "the option of beavers also allows raccoons", _RaccoonsWithBeavers),
        ("R7.6", "the taker answers their own beaver", _BeaverIsAnsweredByTheTaker),
        ("R7.7", "the cube has no limit", _NoLimit),
        ("R7.7", "the limit itself cannot be reached", _LimitOneTooLow),
        ("R7.7", "beavers may exceed the limit", _LimitIsNotForBeavers),
        ("R7.7", "doubling is possible without a cube", _DoublesWithoutACube),
        ("R7.8", "a player may resign more than they can lose", _ResignsMoreThanCanBeLost),
        ("R7.8", "only a single game can be resigned", _ResignsSingle),
        ("R7.8", "resigning is possible only before the roll", _ResignsBeforeTheRollOnly),
        ("R7.8", "only the player on roll may resign", _ResignsOnTheirTurnOnly),
        ("R7.8", "the player on roll loses, whoever resigns", _PlayerOnRollLoses),
        (
            "R7.8",
            "what the opponent may resign is determined by the checkers of the player on roll",
            _ResignsByTheMoversCheckers,
        ),
        ("R7.8", "a resignation cannot be declined", _ResignationIsFinal),
        ("R7.8", "after a declined resignation the dice are rolled again", _DeclinedRollsAgain),
        ("R7.8", "after a declined resignation it is the other player's turn", _DeclinerIsToAct),
        ("R7.8", "a resignation ignores the cube", _ResignedWithoutTheCube),
        ("R8.1", "reaching the match length does not end the match", _MustPassTheLength),
        ("R8.1", "a match ends one point short", _ShortMatch),
        ("R8.1", "points beyond the match length are not scored", _CutScore),
        ("R8.2", "the Jacoby rule has no effect", _NoJacoby),
        ("R8.2", "the Jacoby rule also applies after the cube was turned", _JacobyAlways),
        ("R8.2", "an automatic double ends the Jacoby rule", _JacobyByTheStake),
        ("R8.2", "the Jacoby rule applies without the option", _JacobyUnasked),
        ("R8.2", "the Jacoby rule does not apply to resignations", _JacobyNotForResignations),
        ("R8.3", "there is no Crawford game", _NoCrawford),
        ("R8.3", "there are two Crawford games", _CrawfordTwice),
        ("R8.3", "there is a Crawford game for each player", _CrawfordForEach),
        ("R8.3", "the Crawford rule applies without the option", _CrawfordUnasked),
        ("R8.3", "the trailer may double in the Crawford game", _CrawfordNotForTheTrailer),
        ("R8.4", "the Holland rule has no effect", _NoHolland),
        ("R8.4", "the Holland rule ends after three rolls", _HollandOneLess),
        ("R8.4", "the Holland rule ends after five rolls", _HollandOneMore),
        ("R8.4", "the Holland rule applies without the option", _HollandUnasked),
        ("R8.4", "the Holland rule applies to all games", _HollandAlways),
        ("R10.1", "the next game starts from the standard position", _NextGameIsBackgammon),
        ("R7.1", "the next game begins with the cube of the last", _NextGameGoesOn),
    )
)
"""The planted bugs, ordered by the rules that they break."""
