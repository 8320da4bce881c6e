"""A match against the engine in words: the board, what was done, what may be done."""

from __future__ import annotations

import re

import gammon
from gammon import Player
from gammon.drawing import CubeOwner, Scene, Side, text
from gammon.match import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    GameResult,
    MakePlay,
    MatchRules,
    Offer,
    Pass,
    Phase,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Win,
)

YOU, ENGINE = Player.ONE, Player.ZERO
"""You sit where XGIDs have the player at the bottom."""

WINS = {Win.SINGLE: "a single game", Win.GAMMON: "a gammon", Win.BACKGAMMON: "a backgammon"}

HELP = """\
8/5 6/5      play; also bar/22, 13/7*, 8/5(2), 13/off, and 24/18/13
roll         throw the dice; Enter alone does so too
double       offer to double; the answers are take, pass, and beaver or raccoon
             where they are agreed
resign N     give up a game: 1 a single game, 2 a gammon, 3 a backgammon
accept       accept that gammon resigns; or decline
undo         take back the last thing you did, and what followed it; the same
             dice come again
hint         the best plays, or what to do about the cube; hint 3 lists three
moves        all legal plays
1, 2, 3 ...  make the play that `hint` or `moves` listed under this number
board        draw the board once more, with * at the points where checkers moved
pip, score   the pips that both sides have to go; the score
save FILE    save the match; `save` alone saves where it was saved before
resume FILE  go on with another match; this one is saved first
quit         save the match and leave; so do Ctrl-C and Ctrl-D

Points are numbered as you count them, and so are gammon's plays, which go up:
its own numbers follow in brackets. Short: r roll, u undo, h hint, m moves,
b board, q quit, ? help. What is wrong is refused with a reason and changes
nothing."""


def board(state: gammon.MatchState, last: tuple[Player, gammon.Play] | None = None) -> str:
    """Draw the board as you see it: X at the bottom, whoever is on roll; and mark what moved last."""
    is_mine = state.on_roll is not ENGINE
    position = state.position if is_mine else state.position.swap()
    on_roll = Side.OWN if is_mine else Side.OPPONENT
    acts = {YOU: Side.OWN, ENGINE: Side.OPPONENT, None: on_roll}[state.to_act]
    scene = Scene(
        cube=state.cube.value,
        cube_owner={None: CubeOwner.CENTRED, YOU: CubeOwner.OWN, ENGINE: CubeOwner.OPPONENT}[state.cube.owner],
        offered=state.phase is Phase.ANSWER,
        dice=state.dice if acts is on_roll else None,
        turn=acts,
        on_roll=on_roll,
        moves=() if last is None else last[1].moves,
        mover=Side.OPPONENT if last is not None and last[0] is ENGINE else Side.OWN,
        score=f"{score(state)}{', Crawford' if state.crawford else ''}",
        own_name=f"you, player {YOU:d}",
        opponent_name=f"gammon, player {ENGINE:d}",
    )
    return text(position.own, position.opponent, scene)


def score(state: gammon.MatchState) -> str:
    """Say how the match stands."""
    kind = "money" if state.rules.is_money else f"match to {state.rules.match_length}"
    return f"you {state.shown_score[YOU]}, gammon {state.shown_score[ENGINE]}, {kind}"


def rules(agreed: MatchRules) -> str:
    """Say what is played, in a line."""
    options = [
        "money" if agreed.is_money else f"match to {agreed.match_length}",
        *([agreed.variant.value] if agreed.variant is not gammon.match.Variant.BACKGAMMON else []),
        *(["no cube"] if not agreed.cube else []),
        *([f"cube up to {agreed.cube_limit}"] if agreed.cube_limit is not None else []),
        *(["no Crawford game"] if not (agreed.crawford or agreed.is_money) else []),
        *(name for name in ("holland", "jacoby", "beavers", "raccoons") if getattr(agreed, name)),
        *([f"{agreed.automatic_doubles} automatic doubles"] if agreed.automatic_doubles else []),
        *(["opening re-roll"] if agreed.opening_reroll else []),
    ]
    return ", ".join(options)


def done(before: gammon.MatchState, action: Action, after: gammon.MatchState) -> str:
    """Say what has just been done."""
    if isinstance(action, RollDice) and before.phase is not Phase.ROLL:
        thrown = f"You throw {(action.first, action.second)[YOU]}, gammon {(action.first, action.second)[ENGINE]}"
        if after.on_roll is None:
            return f"{thrown}: the cube is at {after.cube.value} (R2.5). Once more."
        return f"{thrown}: {'you begin' if after.on_roll is YOU else 'gammon begins'}."
    is_mine = before.to_act is YOU
    stake = before.cube.value
    match action:
        case RollDice(first, second):
            words = f"rolls {first}-{second}"
        case MakePlay(None):
            return f"{'You cannot' if is_mine else 'gammon cannot'} move."
        case MakePlay(play) if play is not None:
            words = f"plays {play}" if is_mine else f"plays {as_you_count(play)} ({play} as gammon counts)"
        case Double():
            words = f"doubles to {2 * stake}"
        case Take():
            words = f"takes; the cube is at {after.cube.value}"
        case Pass():
            words = "passes"
        case Beaver() | Raccoon():
            words = f"{action!s}s to {4 * stake}"
        case Resign(win):
            words = f"resigns {WINS[win]}"
        case Accept():
            words = "accepts"
        case Decline():
            words = "declines"
    verb, space, rest = words.partition(" ")
    return f"You {_mine(verb)}{space}{rest}." if is_mine else f"gammon {words}."


def as_you_count(play: gammon.Play) -> str:
    """Write a play of the engine with the numbers of the board that is shown, which are yours."""
    return re.sub(r"(?<![\d(])\d+", lambda found: str(25 - int(found[0])), str(play))


def pips(state: gammon.MatchState) -> str:
    """Say how many pips each side has to go."""
    own, opponent = state.position.pip_counts
    yours, engines = (own, opponent) if state.on_roll is not ENGINE else (opponent, own)
    return f"You {yours} pips, gammon {engines} pips: you are {_ahead(engines - yours)}."


def _ahead(lead: int) -> str:
    return "level" if lead == 0 else f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"


def _mine(verb: str) -> str:
    """Turn what the engine does into what you do: rolls into roll, passes into pass."""
    verb, mark, _ = verb.partition(";")
    return (verb[:-2] if verb == "passes" else verb[:-1]) + mark


def ended(state: gammon.MatchState, result: GameResult) -> str:
    """Say how a game ended, and the match with it."""
    who, verb = ("You", "win") if result.winner is YOU else ("gammon", "wins")
    how = f"{result.win.name.lower()}, {result.ending.value}"
    said = f"{who} {verb} {points(result.points)} ({how}). Score: {score(state)}."
    if state.winner is None:
        return said
    return f"{said}\n{who} {verb} the match {state.score[result.winner]}-{state.score[result.winner.opponent]}."


def points(number: int) -> str:
    """Say how many points."""
    return "1 point" if number == 1 else f"{number} points"


def prompt(state: gammon.MatchState) -> str:
    """Say what may be typed."""
    match state.phase:
        case Phase.ROLL:
            return "roll or double> "
        case Phase.PLAY if state.dice is not None:
            return f"play {state.dice[0]}-{state.dice[1]}> "
        case Phase.ANSWER:
            animals = [str(action) for action in (Beaver(), Raccoon()) if state.why_illegal(action) is None]
            return f"{', '.join(['take', *(['pass'] if animals else [])])} or {animals[0] if animals else 'pass'}> "
        case Phase.RESIGNATION:
            return "accept or decline> "
        case _:
            return "Enter for the next game> "


def asked(state: gammon.MatchState) -> str | None:
    """Say what waits for your answer, if anything does."""
    if state.phase is Phase.RESIGNATION and state.resignation is not None:
        return f"gammon offers to lose {WINS[state.resignation]}, {points(state.resignation * state.cube.value)}."
    if state.phase is not Phase.ANSWER or state.offer is None:
        return None
    stake = state.cube.value
    return f"The {state.offer.value} waits for your answer: take and play for {2 * stake}, or pass and lose {stake}."


def wrong(message: str) -> str:
    """Say to a player who is one of the two whose cube it is, and the like."""
    for player, owner, name in ((YOU, "yours", "you"), (ENGINE, "gammon's", "gammon")):
        message = message.replace(f"player {player:d}'s", owner).replace(f"player {player:d}", name)
    return message


def animal(offer: Offer, answers: gammon.BeaverAnswers) -> str:
    """Say what the answers to a beaver or raccoon are worth to the one who is to throw."""
    named = [("take", answers.take), ("pass", answers.pass_), ("raccoon", answers.raccoon)]
    if offer is Offer.RACCOON:
        named = [("take", answers.raccoon_take), ("pass", answers.raccoon_pass)]
    values = ", ".join(f"{name} {equity:+.4f}" for name, equity in named if equity is not None)
    return f"Worth to whoever throws, a unit of the cube before the double: {values}."
