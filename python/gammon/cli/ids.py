"""The position that a command is about: an ID that was typed or pasted, and what else it says."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import gammon
from gammon.cli.command import UsageError
from gammon.draw import scene_of
from gammon.drawing import Scene
from gammon.engine import why_untrained
from gammon.match import Variant

_MOST_READ = 1_000_000
"""Characters of standard input; no program copies as much."""
_OWNERS = {1: "owned", -1: "the opponent's", 0: "centred"}


@dataclass(frozen=True, kw_only=True)
class Given:
    """What was given for a position."""

    situation: gammon.Situation
    """What the ID says; what it does not say is as for money, before the roll, with the cube in the centre at 1."""

    is_bare: bool
    """Whether the ID says where the checkers are and nothing else, or none was given."""

    @property
    def position(self) -> gammon.Position:
        """The position, as the player on roll sees it."""
        return self.situation.position

    @property
    def known(self) -> gammon.Situation | gammon.Position:
        """What to hand to a function that takes a position: no cube and no score if none were given."""
        return self.position if self.is_bare else self.situation

    @property
    def dice(self) -> tuple[int, int] | None:
        """What the player on roll has thrown; None before the throw."""
        return self.situation.dice

    def scene(self, dice: tuple[int, int] | None = None) -> Scene:
        """Describe what a drawing shows besides the checkers, with these dice or else the ID's own."""
        return Scene(dice=dice) if self.is_bare else scene_of(self.situation, dice)

    def stakes(self, scoring: gammon.Scoring) -> gammon.Stakes:
        """Put a score together with the cube of the ID, or with a centred one."""
        return gammon.Stakes(scoring, self.situation.cube_on_roll, self.situation.max_cube)

    def aside(self, *what: str) -> list[str]:
        """List in words what the ID says of ``dice``, ``cube``, ``score`` and ``offer``, which a command leaves aside.

        What is as if nothing had been said is not listed: a centred cube at 1, and money without options.
        """
        situation = self.situation
        said = {
            "dice": "" if situation.dice is None else f"the roll ({situation.dice[0]} {situation.dice[1]})",
            "cube": ""
            if (situation.cube, situation.cube_owner) == (1, 0)
            else f"the cube ({situation.cube}, {_OWNERS[situation.cube_owner]})",
            "score": self._score(),
            "offer": f"the {situation.offer} that waits for its answer" if situation.offer else "",
        }
        return [said[one] for one in what if said[one]]

    @property
    def left_aside(self) -> list[str]:
        """What a command without a cube leaves aside."""
        return self.aside("cube", "score", "offer")

    @property
    def warnings(self) -> list[str]:
        """Say why the network's judgement of the position is worth little, if it is."""
        untrained = why_untrained(self.position)
        return [] if untrained is None else [untrained]

    def tell(self, aside: Iterable[str] = ()) -> None:
        """Say on standard error what is left aside, and `warnings`: a line each."""
        listed = ", ".join(aside)
        lines = [f"left aside of the ID: {listed}"] if listed else []
        with suppress(BrokenPipeError):
            for line in [*lines, *self.warnings]:
                print(f"gammon: {line}", file=sys.stderr)

    def _score(self) -> str:
        situation = self.situation
        if not situation.match_length:
            options = [name for name, is_on in (("Jacoby", situation.jacoby), ("beavers", situation.beavers)) if is_on]
            return f"the rules ({', '.join(options)})" if options else ""
        own, opponent = situation.score
        crawford = ", Crawford" if situation.crawford else ""
        return f"the score ({own}-{opponent}, match to {situation.match_length}{crawford})"


def state_of(text: str | None, variant: Variant | None, checkers: int | None) -> Given:
    """Read what was typed for ID, as `gammon.Situation.parse` does, or take the start of the game.

    Parameters
    ----------
    text
        The argument; ``-`` stands for standard input, and `None` for the start.
    variant
        That of ``--variant``.
    checkers
        A side's, of ``--checkers``; if neither is given, what is inferred.

    Raises
    ------
    gammon.GammonError
        If no ID can be read; the message says what is wrong and where.
    UsageError
        If checkers are given and no ID.
    """
    if text is None:
        if checkers is not None:
            raise UsageError("--checkers says how an ID is read, and there is none; --variant has a start")
        start = (variant or Variant.BACKGAMMON).start
        return Given(situation=gammon.Situation(start), is_bare=True)
    if text.strip() == "-":
        text = "" if sys.stdin is None else sys.stdin.read(_MOST_READ)
    if checkers is None and variant is not None:
        checkers = variant.checkers
    return Given(
        situation=gammon.Situation.parse(text, checkers=checkers),
        is_bare=gammon.Situation._is_only_a_position(text),
    )
