"""Reader for two-column match files (Jellyfish's format and relatives), sufficient for `tests/golden/matches`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import gammon as bg
from gammon.match import Accept, Action, Double, MakePlay, MatchState, Pass, Phase, Player, Resign, RollDice, Take, Win

_CELL = re.compile(r"(?P<dice>[1-6]{2}):(?P<play>(?: +\d+/\S+)*)|(?P<cube>Doubles|Takes|Drops)|Wins (?P<points>\d+)")
_CUBE: dict[str, Action] = {"Doubles": Double(), "Takes": Take(), "Drops": Pass()}
_LEFT = 20
"""Cells that begin before this column belong to the first player."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One player's entry in a row of the file, as text."""

    player: Player
    words: str
    dice: tuple[int, int] | None
    play: str
    points: int | None


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game as recorded in the file."""

    score: tuple[int, int]
    cells: tuple[Cell, ...]


def read_games(text: str) -> tuple[int, list[Game]]:
    """Return the match length and the games of a match file."""
    length = re.search(r"(\d+) point match", text)
    assert length is not None
    games = []
    for chunk in re.split(r"^ *Game \d+.*$", text, flags=re.MULTILINE)[1:]:
        lines = [line for line in chunk.splitlines() if line.strip()]
        first, second = re.findall(r" : (\d+)", lines[0])
        cells = tuple(cell for line in lines[1:] for cell in _cells(line))
        games.append(Game(score=(int(first), int(second)), cells=cells))
    return int(length[1]), games


def _cells(line: str) -> Iterator[Cell]:
    for found in _CELL.finditer(line):
        dice = found["dice"]
        yield Cell(
            player=Player.ZERO if found.start() < _LEFT else Player.ONE,
            words=found[0],
            dice=None if dice is None else (int(dice[0]), int(dice[1])),
            play=(found["play"] or "").strip(),
            points=None if found["points"] is None else int(found["points"]),
        )


def replay(length: int, game: Game) -> list[MatchState]:
    """Replay a game. A recorded win that the position does not show counts as a resignation by the loser."""
    states = [MatchState.start(bg.MatchRules(match_length=length), score=game.score)]
    for cell in game.cells:
        state = states[-1]
        if cell.dice is not None:
            states += _turn(state, cell, cell.dice)
        elif cell.points is None:
            states.append(state.act(_CUBE[cell.words]))
        elif state.result is None:
            resign = Resign(Win(cell.points // state.cube.value), cell.player.opponent)
            states.append(state.act(resign))
            states.append(states[-1].act(Accept()))
    return states


def _turn(state: MatchState, cell: Cell, dice: tuple[int, int]) -> list[MatchState]:
    if state.phase is Phase.OPENING:
        high, low = max(dice), min(dice)
        thrown = state.act(RollDice(high, low) if cell.player is Player.ZERO else RollDice(low, high))
    else:
        assert state.on_roll is cell.player, cell
        thrown = state.act(RollDice(*dice))
    play = thrown.position.parse_play(cell.play, *dice).play if cell.play else None
    return [thrown, thrown.act(MakePlay(play))]
