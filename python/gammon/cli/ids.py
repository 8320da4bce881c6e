"""The position that a command works on: an ID that was typed or pasted, with its dice, cube and score."""

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
"""The most characters read from standard input; no program puts more on the clipboard."""
_OWNERS = {1: "owned", -1: "the opponent's", 0: "centred"}


@dataclass(frozen=True, kw_only=True)
class Given:
    """The position given to a command, and whatever else its ID states."""

    situation: gammon.Situation
    """What the ID states. Anything missing defaults to money play, before the roll, with a centred cube at 1."""

    is_bare: bool
    """Whether no ID was given, or one that states only where the checkers are."""

    @property
    def position(self) -> gammon.Position:
        """The position, from the point of view of the player on roll."""
        return self.situation.position

    @property
    def known(self) -> gammon.Situation | gammon.Position:
        """The argument for functions that take a position: a bare `Position` if the ID has no cube and no score."""
        return self.position if self.is_bare else self.situation

    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice of the player on roll; None before the roll."""
        return self.situation.dice

    def scene(self, dice: tuple[int, int] | None = None) -> Scene:
        """Describe what a drawing shows besides the checkers, with these dice or by default the ID's dice."""
        return Scene(dice=dice) if self.is_bare else scene_of(self.situation, dice)

    def stakes(self, scoring: gammon.Scoring) -> gammon.Stakes:
        """Combine a score with the ID's cube, which is centred at 1 if the ID has none."""
        return gammon.Stakes(scoring, self.situation.cube_on_roll, self.situation.max_cube)

    def aside(self, *what: str) -> list[str]:
        """Describe those of ``dice``, ``cube``, ``score`` and ``offer`` that the ID states and the command ignores.

        Defaults are not listed: a centred cube at 1, and money play without options.
        """
        situation = self.situation
        said = {
            "dice": "" if situation.dice is None else f"the roll ({situation.dice[0]} {situation.dice[1]})",
            "cube": ""
            if (situation.cube, situation.cube_owner) == (1, 0)
            else f"the cube ({situation.cube}, {_OWNERS[situation.cube_owner]})",
            "score": self._score(),
            "offer": f"the unanswered {situation.offer}" if situation.offer else "",
        }
        return [said[one] for one in what if said[one]]

    @property
    def left_aside(self) -> list[str]:
        """The parts of the ID that a cubeless command ignores."""
        return self.aside("cube", "score", "offer")

    @property
    def warnings(self) -> list[str]:
        """Why the network's evaluation of the position is unreliable; empty if it is reliable."""
        untrained = why_untrained(self.position)
        return [] if untrained is None else [untrained]

    def tell(self, aside: Iterable[str] = ()) -> None:
        """Print the ignored parts of the ID, and each of the `warnings`, on standard error."""
        listed = ", ".join(aside)
        lines = [f"ignored in the ID: {listed}"] if listed else []
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
    """Read the ID argument with `gammon.Situation.parse`, or return the start of the game.

    Parameters
    ----------
    text
        The argument; ``-`` reads standard input, and `None` is the starting position.
    variant
        The value of ``--variant``.
    checkers
        Checkers per side, the value of ``--checkers``; inferred from the ID if this and `variant` are None.

    Raises
    ------
    gammon.GammonError
        If the text has no valid ID; the message says what is wrong and where.
    UsageError
        If checkers are given without an ID.
    """
    if text is None:
        if checkers is not None:
            raise UsageError("--checkers needs an ID; use --variant to choose a starting position")
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
