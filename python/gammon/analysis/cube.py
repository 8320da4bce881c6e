"""Cube decisions: no double, double/take or double/pass, with beavers and raccoons."""

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
    """Equities of a beavered double for the doubler, by the answer to the beaver (R7.6).

    Equities are per unit of the cube before the double, like those of `CubeDecision`.
    """

    FORMAT, VERSION = "gammon beaver answers", 1

    take: float
    """Cubeful equity if the doubler takes the beaver: the beaverer owns the cube, at four times its value."""

    pass_: float
    """Equity if the doubler passes the beaver: -2."""

    raccoon_take: float | None
    """Cubeful equity if the doubler answers with a raccoon that is taken; None where raccoons are not allowed."""

    raccoon_pass: float | None
    """Equity of a raccoon that is passed: 4; None where raccoons are not allowed."""

    best: BeaverAnswer
    """The doubler's best answer."""

    @property
    def raccoon(self) -> float | None:
        """Equity of a raccoon after the beaverer's best answer; None where raccoons are not allowed."""
        if self.raccoon_take is None or self.raccoon_pass is None:
            return None
        return min(self.raccoon_take, self.raccoon_pass)

    @property
    def equity(self) -> float:
        """Equity after the best answers of both sides."""
        return max(equity for equity in (self.take, self.pass_, self.raccoon) if equity is not None)

    @property
    def error_take(self) -> float:
        """Equity that the doubler loses by taking the beaver."""
        return self.equity - self.take

    @property
    def error_pass(self) -> float:
        """Equity that the doubler loses by passing the beaver."""
        return self.equity - self.pass_

    @property
    def error_raccoon(self) -> float | None:
        """Equity that the doubler loses by a raccoon; None where raccoons are not allowed."""
        return None if self.raccoon is None else self.equity - self.raccoon

    @property
    def error_raccoon_take(self) -> float | None:
        """Equity that the opponent loses by taking a raccoon; None where raccoons are not allowed."""
        if self.raccoon_take is None or self.raccoon is None:
            return None
        return self.raccoon_take - self.raccoon

    @property
    def error_raccoon_pass(self) -> float | None:
        """Equity that the opponent loses by passing a raccoon; None where raccoons are not allowed."""
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
    """The equity of each cube action for the player on roll, and the best action.

    Equities are cubeful and per unit of the current cube: 1 is a single game won, -1 one lost. In a match they are
    converted from match-winning chances, which are in `mwc`.
    """

    FORMAT, VERSION = "gammon cube decision", 1

    no_double: float
    """Cubeful equity of not doubling this turn."""

    double_take: float
    """Cubeful equity of a double that is taken."""

    double_pass: float
    """Equity of a double that is passed: 1."""

    double_beaver: float | None
    """Cubeful equity of a beavered double with best answers from there on; None where beavers are not allowed."""

    beaver: BeaverAnswers | None
    """Equities after a beaver; None where beavers are not allowed, or the largest cube rules one out."""

    action: CubeAction
    """The best action of both sides; `words` has it in words."""

    answers_tie: bool
    """Whether the opponent's two best answers to a double have the same equity."""

    mwc: tuple[float, float, float] | None
    """Match-winning chances after no double, double/take and double/pass; None for money."""

    outcome: Outcome
    """Outcome probabilities if nobody doubles, with the plays that are best at this cube."""

    scoring: Scoring
    """How the game is scored."""

    cube: Cube
    """The cube before a double."""

    efficiency: float
    """Cube efficiency used for the position itself, from 0 (dead) to 1 (live)."""

    points: ScorePoints
    """Take, double, cash and too-good points for positions with these gammon rates."""

    ply: int
    """Search depth in plies."""

    market_losers: float | None
    """Share of two-roll sequences after which a double would be passed or the game is won; None if not requested."""

    @property
    def words(self) -> str:
        """The best action in words: ``double, take``, or ``redouble, take`` if the player on roll owns the cube."""
        return str(self.action).replace("double", "redouble") if self.cube.owner == 1 else str(self.action)

    @property
    def is_allowed(self) -> bool:
        """Whether the player on roll may double at all."""
        return self.action != CubeAction.UNAVAILABLE

    @property
    def is_double(self) -> bool:
        """Whether doubling is a best action: allowed, and at least as good as not doubling."""
        return self.action in _DOUBLES

    @property
    def double(self) -> float:
        """Cubeful equity of a double after the opponent's best answer."""
        answers = (self.double_take, self.double_pass, self.double_beaver)
        return min(equity for equity in answers if equity is not None)

    @property
    def equity(self) -> float:
        """Cubeful equity after the best decisions of both sides."""
        return max(self.no_double, self.double) if self.is_allowed else self.no_double

    @property
    def error_no_double(self) -> float:
        """Equity that the player on roll loses by not doubling."""
        return self.equity - self.no_double

    @property
    def error_double(self) -> float | None:
        """Equity that the player on roll loses by doubling; None if a double is not allowed."""
        return self.equity - self.double if self.is_allowed else None

    @property
    def error_take(self) -> float:
        """Equity that the opponent loses by taking a double."""
        return self.double_take - self.double

    @property
    def error_pass(self) -> float:
        """Equity that the opponent loses by passing a double."""
        return self.double_pass - self.double

    @property
    def error_beaver(self) -> float | None:
        """Equity that the opponent loses by beavering; None where beavers are not allowed."""
        return None if self.double_beaver is None else self.double_beaver - self.double

    @property
    def raccoon(self) -> bool | None:
        """Whether a raccoon is the best answer to a beaver; None where raccoons are not allowed."""
        if self.beaver is None or self.beaver.raccoon is None:
            return None
        return self.beaver.best == BeaverAnswer.RACCOON

    @property
    def answers(self) -> tuple[str, ...]:
        """The opponent's best answer to a double: ``take``, ``pass`` or ``beaver``, or two of them if they tie."""
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
    """Find the best cube action and the equity of each.

    Janowski's interpolation turns the network's five probabilities into cubeful equities (see `CubeModel`), at the
    position itself or at the leaves of a search. In the search both sides make cube decisions at every turn, and choose
    their plays by cubeful equity at the score.

    Parameters
    ----------
    position
        The position before the roll; dice in an ID are ignored. An ID also gives the score and the cube, and an XGID
        the largest cube. If a double is unanswered, the decision is about that double.
    stakes
        The scoring and the cube before a double: `Stakes`, or a `Scoring` or `Cube` alone. None takes them from the ID;
        without an ID it means money with a centred cube at 1.
    ply
        Plies to search, 0 to 3, see `evaluate`; None uses the engine's setting.
    market_losers
        Whether to compute `CubeDecision.market_losers` too. It tries all 21 rolls of the player on roll, each followed
        by all 21 of the opponent, with 0-ply plays and decisions. This takes a few milliseconds.
    engine
        The engine; the default one if None.

    Returns
    -------
    CubeDecision
        From the point of view of the player on roll.

    Warns
    -----
    UntrainedWarning
        If there are not 15 checkers per side, and no table covers the position.

    Raises
    ------
    ArgumentError
        If the game is over, a beaver, raccoon or resignation is unanswered, or an argument is out of range.

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
    warn_if_untrained(board, engine)
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
    """Convert the engine's values to a `CubeDecision`."""
    model, cube = engine.model(stakes), stakes.cube
    efficiency = model.efficiency_in(position)
    no_double, take, pass_, double_beaver, action, answers_tie, beaver = values
    lose = 1.0 - outcome.win
    return CubeDecision(
        no_double=model.equity(no_double, cube),
        double_take=model.equity(take, cube),
        double_pass=model.equity(pass_, cube),
        # Beavers exist only in money play, where the engine's values are equities already.
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
    """Raise an `ArgumentError` unless the decision to be made is about a double."""
    if situation.state in ("over", "resigned", "dropped"):
        raise ArgumentError(f"position: the game is {situation.state}: there is nothing to decide")
    if situation.resignation is not None:
        raise ArgumentError("position: expected a decision about a double, got an unanswered resignation")
    if situation.offer in ("beaver", "raccoon"):
        raise ArgumentError(f"position: expected a decision about a double, got an unanswered {situation.offer}")
