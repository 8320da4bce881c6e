"""An engine's advice in a match state: ranked plays, cube decisions, answers to beavers and to resignations.

`EnginePlayer` follows it, and ``gammon play`` prints it as hints.
"""

from __future__ import annotations

from gammon._engine import ArgumentError, Cube, Outcome
from gammon.analysis.cube import BeaverAnswers, CubeDecision, cube_decision
from gammon.analysis.plays import RankedPlay, rank_plays
from gammon.engine import Engine, engine_or_default
from gammon.match.state import MatchState
from gammon.match.values import Offer, Win
from gammon.stakes import Stakes


def rank(state: MatchState, *, engine: Engine | None = None, ply: int | None = None) -> list[RankedPlay]:
    """Rank the legal plays of the state's roll by cubeful equity at the score, best first.

    The list is empty if there is no legal play.

    Raises
    ------
    ArgumentError
        If the dice have not been rolled, or a player needs more than 64 points.
    """
    if state.dice is None:
        raise ArgumentError("state: expected one with dice to play, got none")
    return rank_plays(state.position, state.dice, stakes=stakes_of(state), ply=ply, engine=engine)


def decide(state: MatchState, *, engine: Engine | None = None, ply: int | None = None) -> CubeDecision:
    """Make the cube decision of a state, before a double is offered or while it is unanswered.

    The decision is seen by the player on roll. It ignores the Holland rule (R8.4), which can forbid a double;
    `MatchState.why_no_double` takes it into account.

    Raises
    ------
    ArgumentError
        If a player needs more than 64 points, or the game is over.
    """
    return cube_decision(state.position, stakes=stakes_of(state), ply=ply, engine=engine)


def answers_to_beaver(state: MatchState, *, engine: Engine | None = None, ply: int | None = None) -> BeaverAnswers:
    """Return the equities of the answers to an unanswered beaver or raccoon.

    They are seen by the player on roll, who doubled, in units of the cube before the double.

    Raises
    ------
    ArgumentError
        If there is no beaver or raccoon to answer.
    """
    if state.offer not in (Offer.BEAVER, Offer.RACCOON):
        raise ArgumentError("state: expected one with an unanswered beaver or raccoon")
    doublings = 2 if state.offer is Offer.RACCOON else 1
    before = Cube(state.cube.value >> doublings, 1)
    stakes = Stakes(state.scoring, before, state.rules.largest_cube)
    decision = cube_decision(state.position, stakes=stakes, ply=ply, engine=engine)
    assert decision.beaver is not None
    return decision.beaver


def resignation_equities(
    state: MatchState, *, engine: Engine | None = None, ply: int | None = None
) -> tuple[float, float]:
    """Return the equities of accepting a resignation and of playing on, seen by the player who must answer it.

    Both are cubeful equities in units of the cube. If the dice have been rolled, playing on starts with the best play.

    Raises
    ------
    ArgumentError
        If nobody has resigned, or a player needs more than 64 points.
    """
    if state.resignation is None:
        raise ArgumentError("state: expected one with an unanswered resignation")
    engine = engine_or_default(engine)
    mine = stakes_of(state)
    if state.resigner is state.on_roll:
        return _settled(mine.swap(), engine, state.resignation), -_playing_on(state, engine, ply)
    return _settled(mine, engine, state.resignation), _playing_on(state, engine, ply)


def _playing_on(state: MatchState, engine: Engine, ply: int | None) -> float:
    """Return the equity of a state for the player on roll, ignoring the resignation."""
    if state.dice is None:
        return decide(state, engine=engine, ply=ply).equity
    ranked = rank(state, engine=engine, ply=ply)
    after = ranked[0].play.position if ranked else state.position.swap()
    if after.is_over:
        return ranked[0].equity
    return -cube_decision(after, stakes=stakes_of(state).swap(), ply=ply, engine=engine).equity


def _settled(stakes: Stakes, engine: Engine, win: Win) -> float:
    """Return the equity, in units of the cube, of winning the game at once."""
    model, cube = engine.model(stakes), stakes.cube
    outcome = Outcome(1.0, float(win >= Win.GAMMON), float(win >= Win.BACKGAMMON))
    return model.equity(model.no_double(outcome, cube, efficiency=0.0), cube)


def stakes_of(state: MatchState) -> Stakes:
    """Return scoring, cube and cube limit of a state, seen by the player on roll."""
    return Stakes(state.scoring, state.cube_on_roll, _largest_cube(state))


def _largest_cube(state: MatchState) -> int:
    """Return the maximum value of the cube: 1 in a game without a cube."""
    return state.rules.largest_cube if state.rules.cube else 1
