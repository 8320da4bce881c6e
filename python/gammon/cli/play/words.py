"""The printed words of a match: the board, the score, each action, the prompts and the help."""

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
"""You are the bottom player of an XGID. When two people play, the bottom player is X and the other is O."""

WINS = {Win.SINGLE: "a single game", Win.GAMMON: "a gammon", Win.BACKGAMMON: "a backgammon"}

_HELP = """\
8/5 6/5      play; also bar/22, 13/7*, 8/5(2), 13/off, and 24/18/13
roll         roll the dice; so does Enter alone
double       double. Answers: take or pass. Also beaver, raccoon if allowed
resign N     offer to lose the game: 1 single, 2 gammon, 3 backgammon
accept       accept the resignation of {the_other}. Or: decline
undo         take back {action}. The same dice come again
hint         show the best plays or cube action. Example: hint 3 lists three
moves        list all legal plays
1, 2, 3 ...  make the play that `hint` or `moves` listed under this number
board        draw the board again. A * marks points where checkers moved
pip, score   show the pip counts, or the score
save FILE    save the match. The last FILE is the default
resume FILE  resume another match. This one is saved first
quit         save the match and leave. So do Ctrl-C and Ctrl-D

{numbers}
Short forms: r roll, u undo, h hint, m moves, b board, q quit, ? help.
Invalid input prints a reason and changes nothing."""

_NUMBERS_AGAINST_GAMMON = """\
Points are numbered from your side. Gammon's plays are too, so they go up;
the same play from gammon's side follows in brackets."""
_NUMBERS_OF_TWO = """\
The board is numbered from the side of the player on roll. Each play is
numbered from the side of the player who makes it."""


@dataclass(frozen=True)
class Seats:
    """The names of the two players: you and gammon, or X and O if two people play."""

    two_people: bool = False

    @property
    def help(self) -> str:
        """The list of commands."""
        if self.two_people:
            return _HELP.format(
                the_other="the opponent", action="the last action of either player", numbers=_NUMBERS_OF_TWO
            )
        return _HELP.format(the_other="gammon", action="your last action", numbers=_NUMBERS_AGAINST_GAMMON)

    def types(self, player: Player | None) -> bool:
        """Tell whether a player's actions are typed; False for the engine, and for None (nobody is to act)."""
        return player is YOU or (self.two_people and player is not None)

    def is_you(self, player: Player | None) -> bool:
        """Tell whether a player is addressed as "you"."""
        return player is YOU and not self.two_people

    def name(self, player: Player | None) -> str:
        """Return a player's name, in lower case for use inside a sentence."""
        if self.two_people:
            return "X" if player is YOU else "O"
        return "you" if player is YOU else "gammon"

    def owner(self, player: Player | None) -> str:
        """Return the possessive form of a player's name: ``your``, ``gammon's``, ``X's``."""
        return "your" if self.is_you(player) else f"{self.name(player)}'s"

    def says(self, player: Player | None, verb: str, rest: str = "") -> str:
        """Return a clause of subject, verb and rest; give the verb in the third person: ``rolls``, ``passes``."""
        if self.is_you(player):
            verb = {"passes": "pass", "cannot": "cannot", "is": "are"}.get(verb, verb[:-1])
        return f"{self.name(player)} {verb}{' ' if rest else ''}{rest}"


def sentence(clause: str) -> str:
    """Capitalise the first letter of a clause, except in the name gammon."""
    return clause if clause.startswith("gammon") else clause[:1].upper() + clause[1:]


def board(state: gammon.MatchState, seats: Seats, last: tuple[Player, gammon.Play] | None = None) -> str:
    """Draw the board with X at the bottom, whoever is on roll, and mark the last play.

    Points are numbered from your side, or, if two people play, from the side of the player on roll.
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
    """Describe the score of the match."""
    kind = "money" if state.rules.is_money else f"match to {state.rules.match_length}"
    return f"{seats.name(YOU)} {state.shown_score[YOU]}, {seats.name(ENGINE)} {state.shown_score[ENGINE]}, {kind}"


def rules(agreed: MatchRules) -> str:
    """Describe the rules in one line."""
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
    """Describe the action just taken."""
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
    """Describe the opening roll."""
    dice = (throw.first, throw.second)
    thrown = f"{seats.says(YOU, 'throws', str(dice[YOU]))}, {seats.name(ENGINE)} {dice[ENGINE]}"
    if after.on_roll is None:
        return f"{thrown}: the cube is at {after.cube.value} (R2.5). Roll again."
    return f"{thrown}: {seats.says(after.on_roll, 'begins')}."


def as_you_count(play: gammon.Play) -> str:
    """Write a play of the engine with points numbered from your side, as on the board."""
    return re.sub(r"(?<![\d(])\d+", lambda found: str(25 - int(found[0])), str(play))


def pips(state: gammon.MatchState, seats: Seats) -> str:
    """Describe both pip counts and the lead."""
    own, opponent = state.position.pip_counts
    yours, theirs = (own, opponent) if state.on_roll is not ENGINE else (opponent, own)
    counts = f"{seats.name(YOU)} {yours} pips, {seats.name(ENGINE)} {theirs} pips"
    return sentence(f"{counts}: {seats.says(YOU, 'is', _ahead(theirs - yours))}.")


def _ahead(lead: int) -> str:
    return "level" if lead == 0 else f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"


def ended(state: gammon.MatchState, result: GameResult, seats: Seats) -> str:
    """Describe the end of a game, and of the match if it is over."""
    how = f"({result.win.name.lower()}, {result.ending.value})"
    said = sentence(f"{seats.says(result.winner, 'wins', points(result.points))} {how}. Score: {score(state, seats)}.")
    if state.winner is None:
        return said
    final = f"the match {state.score[result.winner]}-{state.score[result.winner.opponent]}"
    return f"{said}\n{sentence(seats.says(result.winner, 'wins', final))}."


def points(number: int) -> str:
    """Return a number of points in words."""
    return "1 point" if number == 1 else f"{number} points"


def prompt(state: gammon.MatchState, seats: Seats) -> str:
    """Return the prompt: what may be typed and, if two people play, whose turn it is."""
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
    """Describe the unanswered double or resignation; None if there is none."""
    if state.phase is Phase.RESIGNATION and state.resignation is not None:
        lost = f"to lose {WINS[state.resignation]}, {points(state.resignation * state.cube.value)}"
        return sentence(f"{seats.says(state.resigner, 'offers', lost)}.")
    if state.phase is not Phase.ANSWER or state.offer is None:
        return None
    stake, whose = state.cube.value, seats.owner(state.to_act)
    return f"The {state.offer.value} needs {whose} answer: take and play for {2 * stake}, or pass and lose {stake}."


def wrong(message: str, seats: Seats) -> str:
    """Replace player 0 and player 1 in an error message with the players' names."""
    for player in Player:
        owner = "yours" if seats.is_you(player) else f"{seats.name(player)}'s"
        message = message.replace(f"player {player:d}'s", owner).replace(f"player {player:d}", seats.name(player))
    return message


def animal(offer: Offer, answers: gammon.BeaverAnswers) -> str:
    """List the equity of each answer to a beaver or raccoon, for the player on roll."""
    named = [("take", answers.take), ("pass", answers.pass_), ("raccoon", answers.raccoon)]
    if offer is Offer.RACCOON:
        named = [("take", answers.raccoon_take), ("pass", answers.raccoon_pass)]
    values = ", ".join(f"{name} {equity:+.4f}" for name, equity in named if equity is not None)
    return f"Equity for the player on roll, per unit of the cube before the double: {values}."
