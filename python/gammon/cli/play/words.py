"""A match in words: the board, what was done, what may be done."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
"""You sit where XGIDs have the player at the bottom. Of two people one sits there, and is X, and the other is O."""

WINS = {Win.SINGLE: "a single game", Win.GAMMON: "a gammon", Win.BACKGAMMON: "a backgammon"}

_HELP = """\
8/5 6/5      play; also bar/22, 13/7*, 8/5(2), 13/off, and 24/18/13
roll         throw the dice; Enter alone does so too
double       offer to double; the answers are take, pass, and beaver or raccoon
             where they are agreed
resign N     give up a game: 1 a single game, 2 a gammon, 3 a backgammon
accept       accept that {the_other} resigns; or decline
undo         take back the last thing {who} did, and what followed it; the same
             dice come again
hint         the best plays, or what to do about the cube; hint 3 lists three
moves        all legal plays
1, 2, 3 ...  make the play that `hint` or `moves` listed under this number
board        draw the board once more, with * at the points where checkers moved
pip, score   the pips that both sides have to go; the score
save FILE    save the match; `save` alone saves where it was saved before
resume FILE  go on with another match; this one is saved first
quit         save the match and leave; so do Ctrl-C and Ctrl-D

{numbers}
Short: r roll, u undo, h hint, m moves, b board, q quit, ? help. What is wrong
is refused with a reason and changes nothing."""

_NUMBERS_AGAINST_GAMMON = """\
Points are numbered as you count them, and so are gammon's plays, which go up:
its own numbers follow in brackets."""
_NUMBERS_OF_TWO = """\
Points are numbered as the player on roll counts them, X at the bottom or O at
the top, and plays as the player who makes them does."""


@dataclass(frozen=True)
class Seats:
    """Who plays, and so what both are called: you and gammon, or two people called X and O."""

    two_people: bool = False

    @property
    def help(self) -> str:
        """What can be typed."""
        if self.two_people:
            return _HELP.format(the_other="the opponent", who="a player", numbers=_NUMBERS_OF_TWO)
        return _HELP.format(the_other="gammon", who="you", numbers=_NUMBERS_AGAINST_GAMMON)

    def types(self, player: Player | None) -> bool:
        """Tell whether somebody types what a player does; False for the engine, and where nobody is to act."""
        return player is YOU or (self.two_people and player is not None)

    def is_you(self, player: Player | None) -> bool:
        """Tell whether a player is called you."""
        return player is YOU and not self.two_people

    def name(self, player: Player | None) -> str:
        """Say who it is, inside a sentence."""
        if self.two_people:
            return "X" if player is YOU else "O"
        return "you" if player is YOU else "gammon"

    def owner(self, player: Player | None) -> str:
        """Say whose something is, before it."""
        return "your" if self.is_you(player) else f"{self.name(player)}'s"

    def says(self, player: Player | None, verb: str, rest: str = "") -> str:
        """Make a clause of who does what; the verb is as of a third person: ``rolls``, ``passes``."""
        if self.is_you(player):
            verb = {"passes": "pass", "cannot": "cannot", "is": "are"}.get(verb, verb[:-1])
        return f"{self.name(player)} {verb}{' ' if rest else ''}{rest}"


def sentence(clause: str) -> str:
    """Begin with a capital letter, but write gammon as it is written."""
    return clause if clause.startswith("gammon") else clause[:1].upper() + clause[1:]


def board(state: gammon.MatchState, seats: Seats, last: tuple[Player, gammon.Play] | None = None) -> str:
    """Draw the board with X at the bottom, whoever is on roll; and mark what moved last.

    Points are numbered as X counts, who is you, or of two people as the player on roll counts.
    """
    is_x = state.on_roll is not ENGINE
    position = state.position if is_x else state.position.swap()
    on_roll = Side.OWN if is_x else Side.OPPONENT
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
        numbered_by=on_roll if seats.two_people else Side.OWN,
        score=f"{score(state, seats)}{', Crawford' if state.crawford else ''}",
        own_name=f"player {YOU:d}" if seats.two_people else f"you, player {YOU:d}",
        opponent_name=f"player {ENGINE:d}" if seats.two_people else f"gammon, player {ENGINE:d}",
    )
    return text(position.own, position.opponent, scene)


def score(state: gammon.MatchState, seats: Seats) -> str:
    """Say how the match stands."""
    kind = "money" if state.rules.is_money else f"match to {state.rules.match_length}"
    return f"{seats.name(YOU)} {state.shown_score[YOU]}, {seats.name(ENGINE)} {state.shown_score[ENGINE]}, {kind}"


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


def done(before: gammon.MatchState, action: Action, after: gammon.MatchState, seats: Seats) -> str:
    """Say what has just been done."""
    if isinstance(action, RollDice) and before.phase is not Phase.ROLL:
        return sentence(_opened(action, after, seats))
    actor, stake = before.to_act, before.cube.value
    verb, rest = "", ""
    match action:
        case RollDice(first, second):
            verb, rest = "rolls", f"{first}-{second}"
        case MakePlay(None):
            verb, rest = "cannot", "move"
        case MakePlay(play) if play is not None:
            is_mirrored = actor is ENGINE and not seats.two_people
            verb, rest = "plays", f"{as_you_count(play)} ({play} as gammon counts)" if is_mirrored else str(play)
        case Double():
            verb, rest = "doubles", f"to {2 * stake}"
        case Take():
            offered = "double" if before.offer is None else before.offer.value
            verb, rest = "takes", f"the {offered}; the cube is at {after.cube.value}"
        case Pass():
            verb = "passes"
        case Beaver() | Raccoon():
            verb, rest = f"{action!s}s", f"to {4 * stake}"
        case Resign(win):
            verb, rest = "resigns", WINS[win]
        case Accept():
            verb = "accepts"
        case Decline():
            verb = "declines"
    return sentence(f"{seats.says(actor, verb, rest)}.")


def _opened(throw: RollDice, after: gammon.MatchState, seats: Seats) -> str:
    """Say what was thrown for the start."""
    dice = (throw.first, throw.second)
    thrown = f"{seats.says(YOU, 'throws', str(dice[YOU]))}, {seats.name(ENGINE)} {dice[ENGINE]}"
    if after.on_roll is None:
        return f"{thrown}: the cube is at {after.cube.value} (R2.5). Once more."
    return f"{thrown}: {seats.says(after.on_roll, 'begins')}."


def as_you_count(play: gammon.Play) -> str:
    """Write a play of the engine with the numbers of the board that is shown, which are yours."""
    return re.sub(r"(?<![\d(])\d+", lambda found: str(25 - int(found[0])), str(play))


def pips(state: gammon.MatchState, seats: Seats) -> str:
    """Say how many pips each side has to go."""
    own, opponent = state.position.pip_counts
    yours, theirs = (own, opponent) if state.on_roll is not ENGINE else (opponent, own)
    counts = f"{seats.name(YOU)} {yours} pips, {seats.name(ENGINE)} {theirs} pips"
    return sentence(f"{counts}: {seats.says(YOU, 'is', _ahead(theirs - yours))}.")


def _ahead(lead: int) -> str:
    return "level" if lead == 0 else f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"


def ended(state: gammon.MatchState, result: GameResult, seats: Seats) -> str:
    """Say how a game ended, and the match with it."""
    how = f"({result.win.name.lower()}, {result.ending.value})"
    said = sentence(f"{seats.says(result.winner, 'wins', points(result.points))} {how}. Score: {score(state, seats)}.")
    if state.winner is None:
        return said
    final = f"the match {state.score[result.winner]}-{state.score[result.winner.opponent]}"
    return f"{said}\n{sentence(seats.says(result.winner, 'wins', final))}."


def points(number: int) -> str:
    """Say how many points."""
    return "1 point" if number == 1 else f"{number} points"


def prompt(state: gammon.MatchState, seats: Seats) -> str:
    """Say what may be typed, and of two people by whom."""
    who = f"{seats.name(state.to_act)}: " if seats.two_people and state.to_act is not None else ""
    match state.phase:
        case Phase.ROLL:
            return f"{who}roll or double> "
        case Phase.PLAY if state.dice is not None:
            return f"{who}play {state.dice[0]}-{state.dice[1]}> "
        case Phase.ANSWER:
            animals = [str(action) for action in (Beaver(), Raccoon()) if state.why_illegal(action) is None]
            return (
                f"{who}{', '.join(['take', *(['pass'] if animals else [])])} or {animals[0] if animals else 'pass'}> "
            )
        case Phase.RESIGNATION:
            return f"{who}accept or decline> "
        case _:
            return "Enter for the next game> "


def asked(state: gammon.MatchState, seats: Seats) -> str | None:
    """Say what waits for an answer, if anything does."""
    if state.phase is Phase.RESIGNATION and state.resignation is not None:
        lost = f"to lose {WINS[state.resignation]}, {points(state.resignation * state.cube.value)}"
        return sentence(f"{seats.says(state.resigner, 'offers', lost)}.")
    if state.phase is not Phase.ANSWER or state.offer is None:
        return None
    stake, whose = state.cube.value, seats.owner(state.to_act)
    return f"The {state.offer.value} waits for {whose} answer: take and play for {2 * stake}, or pass and lose {stake}."


def wrong(message: str, seats: Seats) -> str:
    """Say who is meant where a message says player 0 or player 1."""
    for player in Player:
        owner = "yours" if seats.is_you(player) else f"{seats.name(player)}'s"
        message = message.replace(f"player {player:d}'s", owner).replace(f"player {player:d}", seats.name(player))
    return message


def animal(offer: Offer, answers: gammon.BeaverAnswers) -> str:
    """Say what the answers to a beaver or raccoon are worth to the one who is to throw."""
    named = [("take", answers.take), ("pass", answers.pass_), ("raccoon", answers.raccoon)]
    if offer is Offer.RACCOON:
        named = [("take", answers.raccoon_take), ("pass", answers.raccoon_pass)]
    values = ", ".join(f"{name} {equity:+.4f}" for name, equity in named if equity is not None)
    return f"Worth to whoever throws, a unit of the cube before the double: {values}."
