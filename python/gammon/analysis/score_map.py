"""Score maps: the best cube action or the best play in one position at every score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from gammon._engine import (
    ArgumentError,
    Crawford,
    Cube,
    CubeAction,
    Position,
    Scoring,
    decisions_in_games,
)
from gammon.analysis.cube import CubeDecision, decision_of
from gammon.analysis.plays import RankedPlay, rank_plays
from gammon.arguments import check, whole
from gammon.dice import RollLike, two_dice
from gammon.engine import Engine, engine_or_default
from gammon.situation import SituationLike
from gammon.stakes import Stakes, at_stake
from gammon.store.json import Saved
from gammon.typing import Progress

Cell = TypeVar("Cell")

_LONGEST = 25
_SHORT = {
    CubeAction.UNAVAILABLE: "-",
    CubeAction.NO_DOUBLE: "ND",
    CubeAction.NO_DOUBLE_BEAVER: "ND/B",
    CubeAction.OPTIONAL_DOUBLE_TAKE: "(D)/T",
    CubeAction.OPTIONAL_DOUBLE_PASS: "(D)/P",
    CubeAction.DOUBLE_TAKE: "D/T",
    CubeAction.DOUBLE_BEAVER: "D/B",
    CubeAction.DOUBLE_PASS: "D/P",
    CubeAction.TOO_GOOD_TAKE: "TG/T",
    CubeAction.TOO_GOOD_PASS: "TG/P",
}


@dataclass(frozen=True, kw_only=True)
class ScoreMap(Saved):
    """The best cube action or play in one position at every score up to a length, for the player on roll.

    ``str(found)`` is the grid: rows are the points that the player on roll needs, columns those the opponent needs.
    """

    FORMAT, VERSION = "gammon score map", 1

    position: Position
    """The position."""

    roll: tuple[int, int] | None
    """The roll to play; None in a map of cube decisions."""

    cube: Cube
    """The cube at all scores."""

    crawford: Crawford
    """The Crawford state of the scores at which a player needs one point."""

    length: int
    """The most points that a player needs."""

    decisions: tuple[tuple[CubeDecision, ...], ...] | None
    """Cube decisions; indices are the points needed by the player on roll and by the opponent, minus 1."""

    plays: tuple[tuple[tuple[RankedPlay, ...], ...], ...] | None
    """Ranked plays of the roll, indexed in the same way; empty tuples if there is no legal play."""

    ply: int
    """Search depth in plies."""

    def decision(self, own_away: int, opponent_away: int) -> CubeDecision:
        """Return the cube decision at one score.

        Raises
        ------
        ArgumentError
            If this is a map of plays, or the score is outside the map.
        """
        if self.decisions is None:
            raise ArgumentError("expected a map of cube decisions, got a map of plays: use `ranked`")
        return self.decisions[self._index(own_away)][self._index(opponent_away)]

    def ranked(self, own_away: int, opponent_away: int) -> tuple[RankedPlay, ...]:
        """Return the plays at one score, best first.

        Raises
        ------
        ArgumentError
            If this is a map of cube decisions, or the score is outside the map.
        """
        if self.plays is None:
            raise ArgumentError("expected a map of plays, got a map of cube decisions: use `decision`")
        return self.plays[self._index(own_away)][self._index(opponent_away)]

    def letters(self) -> dict[str, tuple[str, int]]:
        """Map a letter to each play that is best at some score, with its number of scores; most frequent first."""
        counts = Counter(str(ranked[0].play) for row in self.plays or () for ranked in row if ranked)
        return {_letter(number): one for number, one in enumerate(counts.most_common())}

    def labels(self) -> tuple[tuple[str, ...], ...]:
        """Return the grid: short names of cube actions (``D/T``: double, take), or the `letters` of the best plays.

        ``-`` means that the player may not double, or has no legal play.
        """
        if self.decisions is not None:
            return tuple(tuple(_SHORT[decision.action] for decision in row) for row in self.decisions)
        letters = {play: letter for letter, (play, _) in self.letters().items()}
        return tuple(
            tuple(letters[str(ranked[0].play)] if ranked else "-" for ranked in row) for row in self.plays or ()
        )

    def _fields(self) -> Mapping[str, Any]:
        """Return the labels and letters as fields for JSON, without the full decisions."""
        return {
            "position": self.position.gnubg_id,
            "checkers": self.position.checkers,
            "roll": self.roll,
            "cube": self.cube.value,
            "cube_owner": self.cube.owner,
            "crawford": self.crawford.name.lower(),
            "length": self.length,
            "ply": self.ply,
            "plays": {letter: play for letter, (play, _) in self.letters().items()},
            "map": self.labels(),
        }

    def _index(self, away: int) -> int:
        return whole("away", away, 1, self.length) - 1

    def __repr__(self) -> str:
        what = "cube decisions" if self.roll is None else f"plays of {self.roll[0]}{self.roll[1]}"
        return f"<ScoreMap of {what} in {self.position.gnubg_id}, 1 to {self.length} away, {self.ply}-ply>"

    def __str__(self) -> str:
        lines = [["", *map(str, range(1, self.length + 1))]]
        lines += [[str(away), *row] for away, row in enumerate(self.labels(), start=1)]
        width = max(len(cell) for line in lines for cell in line)
        grid = ["  ".join(cell.rjust(width) for cell in line) for line in lines]
        legend = [f"{letter}: {play}" for letter, (play, _) in self.letters().items()]
        return "\n".join([*grid, *legend])


def score_map(
    position: SituationLike,
    roll: RollLike | None = None,
    *,
    length: int = 7,
    crawford: Crawford = Crawford.PLAYED,
    ply: int | None = None,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> ScoreMap:
    """Find the right cube action, or the best play of a roll, at every score.

    Parameters
    ----------
    position
        The position. Score and dice of an ID are ignored; its cube is used.
    roll
        The roll to play, see `rank_plays`; None for cube decisions.
    length
        The most points that a player needs, 1 to 25.
    crawford
        Which game it is at scores where a player needs one point: after the Crawford game (`PLAYED`), the Crawford game
        itself (`THIS_GAME`), or a game in a match without the Crawford rule (`OFF`).
    ply
        Plies to search, 0 to 3, see `cube_decision` and `rank_plays`; None uses the engine's setting.
    engine
        The engine; the default one if None. A map of plays is computed on one thread.
    progress
        Called now and then with the number of scores done and the total.

    Raises
    ------
    ArgumentError
        If the game is over, `crawford` is `TO_COME`, or an argument is out of range.
    DiceError
        If the roll is not two dice.

    Examples
    --------
    Two rolls against two, on the ace points:

    >>> import gammon as bg
    >>> found = bg.score_map(bg.Position([11, 4] + [0] * 24, [11, 4] + [0] * 24), length=3, ply=2)
    >>> for row in found.labels():
    ...     print(*row)
    - - -
    D/P D/P D/P
    D/T D/P D/P
    """
    length = whole("length", length, 1, _LONGEST)
    check("crawford", crawford, Crawford)
    if crawford == Crawford.TO_COME:
        raise ArgumentError(
            "crawford: expected THIS_GAME, PLAYED or OFF, got TO_COME: "
            "with a player 1-away, the Crawford game cannot be to come"
        )
    engine = engine_or_default(engine)
    ply = engine.ply if ply is None else ply
    board, here = at_stake(position)
    if board.is_over:
        raise ArgumentError("the game is over: there is nothing to decide")
    games = [
        replace(here, scoring=_scoring(own, opponent, crawford))
        for own in range(1, length + 1)
        for opponent in range(1, length + 1)
    ]
    decisions, plays, dice = None, None, None
    if roll is None:
        decisions = _rows(_decisions(board, games, ply, engine, progress), length)
    else:
        dice = two_dice(roll)
        found = []
        for done, game in enumerate(games):
            if progress is not None:
                progress(done, len(games))
            found.append(tuple(rank_plays(board, dice, stakes=game, ply=ply, engine=engine)))
        if progress is not None:
            progress(len(games), len(games))
        plays = _rows(found, length)
    return ScoreMap(
        position=board,
        roll=dice,
        cube=here.cube,
        crawford=crawford,
        length=length,
        decisions=decisions,
        plays=plays,
        ply=ply,
    )


def _decisions(
    position: Position, games: list[Stakes], ply: int, engine: Engine, progress: Progress | None
) -> list[CubeDecision]:
    """Return the cube decisions in one position at many scores."""
    found = decisions_in_games(
        position,
        engine.evaluator,
        [engine.model(game) for game in games],
        games[0].cube,
        ply=ply,
        threads=engine.threads,
        progress=progress,
    )
    return [
        decision_of(position, game, engine, values, outcome, ply=ply)
        for game, (values, outcome) in zip(games, found, strict=True)
    ]


def _scoring(own: int, opponent: int, crawford: Crawford) -> Scoring:
    is_special = 1 in (own, opponent) or crawford == Crawford.OFF
    return Scoring.match(own, opponent, crawford=crawford if is_special else Crawford.TO_COME)


def _rows(cells: Sequence[Cell], length: int) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(cells[start : start + length]) for start in range(0, len(cells), length))


def _letter(number: int) -> str:
    """Return the label of a play: A to Z, then AA and so on."""
    rest, last = divmod(number, 26)
    return (_letter(rest - 1) if rest else "") + chr(ord("A") + last)
