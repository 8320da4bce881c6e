"""What to do about the cube: no double, double and take, double and pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gammon._engine import (
    ArgumentError,
    BeaverAnswer,
    Cube,
    CubeAction,
    Outcome,
    Position,
    Scoring,
    Situation,
    market_lost,
    searched_decision,
)
from gammon.analysis.score_points import ScorePoints, score_points
from gammon.arguments import check
from gammon.engine import Engine, engine_or_default, warn_if_untrained
from gammon.situation import SituationLike, as_situation
from gammon.stakes import Stakes, StakesLike, at_stake, scoring_fields
from gammon.store.json import Saved

if TYPE_CHECKING:
    from gammon._engine import Beavered, Decision


_DOUBLES = frozenset(
    {
        CubeAction.OPTIONAL_DOUBLE_TAKE,
        CubeAction.OPTIONAL_DOUBLE_PASS,
        CubeAction.DOUBLE_TAKE,
        CubeAction.DOUBLE_BEAVER,
        CubeAction.DOUBLE_PASS,
    }
)


@dataclass(frozen=True, kw_only=True)
class BeaverAnswers(Saved):
    """What a double that is beavered is worth to the doubler, by what is answered to that (R7.6).

    Equities are in units of the cube before the double, like those of `CubeDecision`.
    """

    FORMAT, VERSION = "gammon beaver answers", 1

    take: float
    """Cubeful equity if the doubler takes the beaver: the cube is at four times its value, and the beaverer's."""

    pass_: float
    """Equity if the doubler passes it: -2."""

    raccoon_take: float | None
    """Cubeful equity if the doubler answers with a raccoon that is taken; None where raccoons are not allowed."""

    raccoon_pass: float | None
    """Equity of a raccoon that is passed: 4; None where raccoons are not allowed."""

    best: BeaverAnswer
    """What is right for the doubler."""

    @property
    def raccoon(self) -> float | None:
        """Equity of a raccoon that the beaverer answers best; None where raccoons are not allowed."""
        if self.raccoon_take is None or self.raccoon_pass is None:
            return None
        return min(self.raccoon_take, self.raccoon_pass)

    @property
    def equity(self) -> float:
        """Equity when both answer best."""
        return max(equity for equity in (self.take, self.pass_, self.raccoon) if equity is not None)

    @property
    def error_take(self) -> float:
        """What the doubler gives away by taking the beaver."""
        return self.equity - self.take

    @property
    def error_pass(self) -> float:
        """What the doubler gives away by passing the beaver."""
        return self.equity - self.pass_

    @property
    def error_raccoon(self) -> float | None:
        """What the doubler gives away by a raccoon; None where raccoons are not allowed."""
        return None if self.raccoon is None else self.equity - self.raccoon

    @property
    def error_raccoon_take(self) -> float | None:
        """What the opponent gives away by taking a raccoon; None where raccoons are not allowed."""
        if self.raccoon_take is None or self.raccoon is None:
            return None
        return self.raccoon_take - self.raccoon

    @property
    def error_raccoon_pass(self) -> float | None:
        """What the opponent gives away by passing a raccoon; None where raccoons are not allowed."""
        if self.raccoon_pass is None or self.raccoon is None:
            return None
        return self.raccoon_pass - self.raccoon

    def _fields(self) -> Mapping[str, Any]:
        return {
            "best": self.best.name.lower(),
            "take": self.take,
            "pass": self.pass_,
            "raccoon": self.raccoon,
            "raccoon_take": self.raccoon_take,
            "raccoon_pass": self.raccoon_pass,
            "errors": {
                "take": self.error_take,
                "pass": self.error_pass,
                "raccoon": self.error_raccoon,
                "raccoon_take": self.error_raccoon_take,
                "raccoon_pass": self.error_raccoon_pass,
            },
        }


@dataclass(frozen=True, kw_only=True)
class CubeDecision(Saved):
    """What each decision about the cube is worth to the player on roll, and what is right.

    Equities are cubeful and in units of the cube as it is: 1 is a single game won, -1 one lost. In a match they stand
    for match-winning chances, which are in `mwc`.
    """

    FORMAT, VERSION = "gammon cube decision", 1

    no_double: float
    """Cubeful equity of playing on without a double this turn."""

    double_take: float
    """Cubeful equity of a double that is taken."""

    double_pass: float
    """Equity of a double that is passed: 1."""

    double_beaver: float | None
    """Cubeful equity of a double that is beavered, if both then answer best; None where beavers are not allowed."""

    beaver: BeaverAnswers | None
    """What a beaver is worth by its answers; None where beavers are not allowed, or the cube's limit forbids one."""

    action: CubeAction
    """What is right, for both sides. `words` says it."""

    answers_tie: bool
    """Whether the opponent's best two answers to a double are worth the same."""

    mwc: tuple[float, float, float] | None
    """Chances of winning the match after no double, double and take, double and pass; None for money."""

    outcome: Outcome
    """How the game may end if nobody doubles, after the plays that are best with this cube."""

    scoring: Scoring
    """How the game is scored."""

    cube: Cube
    """The cube before a double."""

    efficiency: float
    """How live the cube was taken to be in the position itself."""

    points: ScorePoints
    """Winning chances at which decisions change in positions with as many gammons."""

    ply: int
    """How many turns were looked ahead."""

    market_losers: float | None
    """The chance that, without a double now, the next one would be passed or the game be won; None if not asked for."""

    @property
    def words(self) -> str:
        """What is right, in words: ``double, take``, or ``redouble, take`` if the player on roll owns the cube."""
        return str(self.action).replace("double", "redouble") if self.cube.owner == 1 else str(self.action)

    @property
    def is_allowed(self) -> bool:
        """Whether the player on roll may double at all."""
        return self.action != CubeAction.UNAVAILABLE

    @property
    def is_double(self) -> bool:
        """Whether the player on roll may double and loses nothing by it: also where no double is worth the same."""
        return self.action in _DOUBLES

    @property
    def double(self) -> float:
        """Cubeful equity of a double that the opponent answers best."""
        answers = (self.double_take, self.double_pass, self.double_beaver)
        return min(equity for equity in answers if equity is not None)

    @property
    def equity(self) -> float:
        """Cubeful equity when both decide best."""
        return max(self.no_double, self.double) if self.is_allowed else self.no_double

    @property
    def error_no_double(self) -> float:
        """What the player on roll gives away by not doubling, in equity."""
        return self.equity - self.no_double

    @property
    def error_double(self) -> float | None:
        """What the player on roll gives away by doubling; None if he may not."""
        return self.equity - self.double if self.is_allowed else None

    @property
    def error_take(self) -> float:
        """What the opponent gives away by taking a double."""
        return self.double_take - self.double

    @property
    def error_pass(self) -> float:
        """What the opponent gives away by passing a double."""
        return self.double_pass - self.double

    @property
    def error_beaver(self) -> float | None:
        """What the opponent gives away by beavering; None where beavers are not allowed."""
        return None if self.double_beaver is None else self.double_beaver - self.double

    @property
    def raccoon(self) -> bool | None:
        """Whether a beaver, should there be one, is to be answered with a raccoon; None where it cannot be."""
        if self.beaver is None or self.beaver.raccoon is None:
            return None
        return self.beaver.best == BeaverAnswer.RACCOON

    @property
    def answers(self) -> tuple[str, ...]:
        """How the opponent best answers a double: ``take``, ``pass`` or ``beaver``, or two of them that tie."""
        errors = {"take": self.error_take, "pass": self.error_pass}
        if self.error_beaver is not None:
            errors["beaver"] = self.error_beaver
        best = sorted(errors, key=lambda answer: errors[answer])
        return tuple(best[: 2 if self.answers_tie else 1])

    def _fields(self) -> Mapping[str, Any]:
        return {
            "action": self.action.name,
            "words": self.words,
            "answers": self.answers if self.is_allowed else None,
            "scoring": scoring_fields(self.scoring),
            "cube": self.cube.value,
            "cube_owner": self.cube.owner,
            "ply": self.ply,
            "efficiency": self.efficiency,
            "no_double": self.no_double,
            "double": self.double if self.is_allowed else None,
            "double_take": self.double_take,
            "double_pass": self.double_pass,
            "double_beaver": self.double_beaver,
            "beaver": self.beaver,
            "mwc": self.mwc,
            "errors": {
                "no_double": self.error_no_double,
                "double": self.error_double,
                "take": self.error_take,
                "pass": self.error_pass,
                "beaver": self.error_beaver,
            },
            "points": self.points,
            "market_losers": self.market_losers,
            "outcome": self.outcome,
        }

    def __str__(self) -> str:
        return (
            f"{self.words}: no double {self.no_double:+.4f}, double/take {self.double_take:+.4f}, "
            f"double/pass {self.double_pass:+.4f}"
        )


def cube_decision(
    position: SituationLike,
    *,
    stakes: StakesLike | None = None,
    ply: int | None = None,
    market_losers: bool = False,
    engine: Engine | None = None,
) -> CubeDecision:
    """Decide about the cube.

    The network's five probabilities become cubeful equities by Janowski's interpolation (`CubeModel` says how): at
    once, or at the ends of a search in which both sides also decide about the cube at every turn on the way, and choose
    their plays by what these are worth with the cube and at the score.

    Parameters
    ----------
    position
        The position before the player on roll throws; dice in an ID are left aside. An ID also says the score and the
        cube, and an XGID the largest cube. With a double that waits for its answer, the decision is about that double.
    stakes
        How the game is scored, and the cube before a double: `Stakes`, or a `Scoring` or `Cube` alone; as the ID says,
        or money with the cube in the centre at 1, if None.
    ply
        Turns looked ahead, 0 to 3, see `evaluate`; as the engine says if None.
    market_losers
        Whether to find `CubeDecision.market_losers` as well: all 21 rolls of the player on roll and all 21 of his
        opponent's behind each, with the plays and decisions that the network alone likes best. It takes some
        milliseconds.
    engine
        What judges; the default one if None.

    Returns
    -------
    CubeDecision
        Seen by the player on roll.

    Warns
    -----
    UntrainedWarning
        If there are other than 15 checkers a side.

    Raises
    ------
    ArgumentError
        If the game is over, a beaver, raccoon or resignation waits for its answer, or an argument is out of its range.

    Examples
    --------
    >>> import gammon as bg
    >>> decision = bg.cube_decision(bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:2:6:0:7:10"))
    >>> decision.scoring
    Scoring.match(5, 1, crawford=Crawford.PLAYED)
    >>> decision.words, decision.error_no_double < 1e-4
    ('optional double, take', True)
    """
    if not isinstance(position, Position):
        position = as_situation(position)
        _check_that_a_double_is_due(position)
    check("market_losers", market_losers, bool)
    engine = engine_or_default(engine)
    ply = engine.ply if ply is None else ply
    board, at = at_stake(position, stakes)
    warn_if_untrained(board)
    if board.is_over:
        raise ArgumentError("the game is over: there is nothing to decide")
    evaluator, model = engine.evaluator, engine.model(at)
    values, outcome = searched_decision(board, evaluator, (model, at.cube), ply=ply)
    lost = market_lost(board, evaluator, (model, at.cube), ply=0) if market_losers else None
    return decision_of(board, at, engine, values, outcome, ply=ply, market_losers=lost)


def decision_of(
    position: Position,
    stakes: Stakes,
    engine: Engine,
    values: Decision,
    outcome: Outcome,
    *,
    ply: int,
    market_losers: float | None = None,
) -> CubeDecision:
    """Put into words and equities what the engine found."""
    model, cube = engine.model(stakes), stakes.cube
    efficiency = model.efficiency_in(position)
    no_double, take, pass_, double_beaver, action, answers_tie, beaver = values
    lose = 1.0 - outcome.win
    return CubeDecision(
        no_double=model.equity(no_double, cube),
        double_take=model.equity(take, cube),
        double_pass=model.equity(pass_, cube),
        # There are beavers for money only, where values are equities.
        double_beaver=double_beaver,
        beaver=None if beaver is None else _answers(beaver),
        action=action,
        answers_tie=answers_tie,
        mwc=(no_double, take, pass_) if stakes.scoring.is_match else None,
        outcome=outcome,
        scoring=stakes.scoring,
        cube=cube,
        efficiency=efficiency,
        points=score_points(
            stakes.scoring,
            cube=cube,
            met=engine.met,
            efficiency=efficiency,
            gammons=(_share(outcome.win_gammon, outcome.win), _share(outcome.lose_gammon, lose)),
            backgammons=(_share(outcome.win_backgammon, outcome.win), _share(outcome.lose_backgammon, lose)),
            max_cube=stakes.max_cube,
        ),
        ply=ply,
        market_losers=market_losers,
    )


def _answers(found: Beavered) -> BeaverAnswers:
    take, pass_, raccoon, best = found
    raccoon_take, raccoon_pass = (None, None) if raccoon is None else raccoon
    return BeaverAnswers(take=take, pass_=pass_, raccoon_take=raccoon_take, raccoon_pass=raccoon_pass, best=best)


def _share(part: float, whole: float) -> float:
    return min(part / whole, 1.0) if whole > 0 else 0.0


def _check_that_a_double_is_due(situation: Situation) -> None:
    """Refuse a situation in which a double is not what is to be decided."""
    if situation.state in ("over", "resigned", "dropped"):
        raise ArgumentError(f"position: the game is {situation.state}: there is nothing to decide")
    if situation.resignation is not None:
        raise ArgumentError("position: a resignation waits for its answer: that, and no double, is to be decided")
    if situation.offer in ("beaver", "raccoon"):
        raise ArgumentError(
            f"position: a {situation.offer} waits for its answer: that, and no double, is to be decided"
        )
