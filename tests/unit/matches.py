"""Match states for tests."""

from __future__ import annotations

import gammon as bg
from gammon.match import Action, MatchCube, Phase, Player, RollDice, Take


def position(own: dict[int, int], opponent: dict[int, int], checkers: int = 15) -> bg.Position:
    """Return a position from ``{point: count}``, each side in its own numbering; the other checkers are borne off."""
    sides = []
    for counts in (own, opponent):
        sides.append([counts.get(place, 0) for place in range(26)])
        sides[-1][0] = checkers - sum(sides[-1][1:])
    return bg.Position(*sides)


def to_roll(
    rules: bg.MatchRules | None = None,
    score: tuple[int, int] = (0, 0),
    *,
    position: bg.Position | None = None,
    on_roll: Player = Player.ZERO,
    cube: int = 1,
    owner: Player | None = None,
    turns: int = 0,
) -> bg.MatchState:
    """Return a state with a player on roll before the dice, at the start of a game or in a given position."""
    rules = bg.MatchRules() if rules is None else rules
    return bg.MatchState(
        rules=rules,
        score=score,
        position=rules.variant.start if position is None else position,
        on_roll=on_roll,
        cube=MatchCube(value=cube, owner=owner),
        turns=turns,
    )


def after(state: bg.MatchState, *actions: Action) -> bg.MatchState:
    """Return the state after some actions."""
    for action in actions:
        state = state.act(action)
    return state


def a_turn(state: bg.MatchState, first: int = 2, second: int = 1) -> bg.MatchState:
    """Roll the dice if the state is waiting for them, then make the first legal play."""
    if state.phase is Phase.ROLL:
        state = state.act(RollDice(first, second))
    return state.act(state.legal_actions()[0])


def opened(rules: bg.MatchRules, score: tuple[int, int] = (0, 0), *, crawford: bool | None = None) -> bg.MatchState:
    """Begin a game that player 0 opens with 2-1, which leaves player 1 on roll."""
    return a_turn(bg.MatchState.start(rules, score=score, crawford=crawford).act(RollDice(2, 1)))


def won_by(state: bg.MatchState, winner: Player, opponent: dict[int, int]) -> bg.MatchState:
    """Let `winner` bear off their last checker, with the loser's checkers at `opponent` in the loser's numbering."""
    last = position({1: 1}, opponent)
    ready = bg.MatchState(
        rules=state.rules,
        score=state.score,
        crawford=state.crawford,
        game=state.game,
        position=last,
        on_roll=winner,
        cube=state.cube,
    )
    return a_turn(ready)


def taken(state: bg.MatchState) -> bg.MatchState:
    """Double and take."""
    return after(state, bg.match.Double(), Take())
