"""What an engine says in a state of a match: ranked plays, the cube, answers to beavers and to resignations.

`EnginePlayer` acts by it, and ``gammon play`` prints it as hints.
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
    """Rank the plays of the dice thrown in a state, best first, with the cube and at the score; none if none is legal.

    Raises
    ------
    ArgumentError
        If no dice are thrown, or a player needs more than 64 points.
    """
    if state.dice is None:
        raise ArgumentError("no dice are thrown: there are no plays to rank")
    return rank_plays(state.position, state.dice, stakes=_stakes(state), ply=ply, engine=engine)


def decide(state: MatchState, *, engine: Engine | None = None, ply: int | None = None) -> CubeDecision:
    """Decide about a double in a state, before it is offered or while it waits for its answer.

    The decision is seen by the player on roll. It does not know of the Holland rule (R8.4), which says that nobody may
    double yet: `MatchState.why_no_double` does.

    Raises
    ------
    ArgumentError
        If a player needs more than 64 points, or the game is over.
    """
    return cube_decision(state.position, stakes=_stakes(state), ply=ply, engine=engine)


def answers_to_beaver(state: MatchState, *, engine: Engine | None = None, ply: int | None = None) -> BeaverAnswers:
    """Value the answers to a beaver, or to a raccoon, that waits for one.

    They are seen by the player on roll, who doubled, in units of the cube before the double.

    Raises
    ------
    ArgumentError
        If no beaver or raccoon waits for its answer.
    """
    if state.offer not in (Offer.BEAVER, Offer.RACCOON):
        raise ArgumentError("state: no beaver or raccoon waits for its answer")
    doublings = 2 if state.offer is Offer.RACCOON else 1
    before = Cube(state.cube.value >> doublings, 1)
    stakes = Stakes(state.scoring, before, state.rules.largest_cube)
    decision = cube_decision(state.position, stakes=stakes, ply=ply, engine=engine)
    assert decision.beaver is not None
    return decision.beaver


def resignation_equities(
    state: MatchState, *, engine: Engine | None = None, ply: int | None = None
) -> tuple[float, float]:
    """Say what a resignation that waits for its answer is worth, and what playing on is, to the one who answers.

    Both are cubeful equities in units of the cube. With dice thrown, playing on begins with the best play of them.

    Raises
    ------
    ArgumentError
        If nobody has resigned, or a player needs more than 64 points.
    """
    if state.resignation is None:
        raise ArgumentError("nobody has resigned")
    engine = engine_or_default(engine)
    mine = _stakes(state)
    if state.resigner is state.on_roll:
        return _settled(mine.swap(), engine, state.resignation), -_playing_on(state, engine, ply)
    return _settled(mine, engine, state.resignation), _playing_on(state, engine, ply)


def _playing_on(state: MatchState, engine: Engine, ply: int | None) -> float:
    """Say what a state is worth to the player on roll if there were no resignation."""
    if state.dice is None:
        return decide(state, engine=engine, ply=ply).equity
    ranked = rank(state, engine=engine, ply=ply)
    after = ranked[0].play.position if ranked else state.position.swap()
    if after.is_over:
        return ranked[0].equity
    return -cube_decision(after, stakes=_stakes(state).swap(), ply=ply, engine=engine).equity


def _settled(stakes: Stakes, engine: Engine, win: Win) -> float:
    """Say what a game that is won at once is worth, in units of the cube."""
    model, cube = engine.model(stakes), stakes.cube
    outcome = Outcome(1.0, float(win >= Win.GAMMON), float(win >= Win.BACKGAMMON))
    return model.equity(model.no_double(outcome, cube, efficiency=0.0), cube)


def _stakes(state: MatchState) -> Stakes:
    return Stakes(state.scoring, state.cube_on_roll, _largest_cube(state))


def _largest_cube(state: MatchState) -> int:
    """Say how high the cube may go; without one it stays at 1."""
    return state.rules.largest_cube if state.rules.cube else 1
