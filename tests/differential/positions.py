"""Seeded random positions for comparing the engine and the reference, as pairs of 26 counts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import TypeAlias

import numpy as np

import gammon as bg
from gammon.reference import Board, legal_plays

Counts: TypeAlias = tuple[int, ...]
"""Checkers of one side, from its point of view: borne off, points 1 to 24, bar."""

_STARTS = (Board.start, Board.nackgammon, Board.hypergammon)


def from_random_games(seed: int, n: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield n positions from random games, which begin at the three starting positions in turn.

    About one turn in four is taken, so that a few hundred positions come from a dozen games.
    """
    return islice(_games(random.Random(seed)), n)


def from_network_games(seed: int, n: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield n positions from games that the engine's network plays from the three starting positions.

    About one turn in four is taken.
    """
    return islice(_network_games(random.Random(seed), seed), n)


def bearoffs(seed: int, n: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield n positions in which the player on roll bears off or is about to.

    Few remaining checkers are likelier than many. Half of the time the opponent still has checkers in the
    way, on the bar or ahead; in one of sixteen the game is over.
    """
    return islice(_bearoffs(random.Random(seed)), n)


def crowded_bars(seed: int, n: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield n positions with one to five checkers on the bar against 0 to 6 made points.

    In one of three, the opponent is on the bar too.
    """
    return islice(_crowded_bars(random.Random(seed)), n)


def blocked(seed: int, n: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield n positions in which the player on roll has few legal moves.

    Most of their checkers are deep in the home board, and one to four are outside it. The opponent
    holds up to seven points and has a blot or two. So both numbers, one or none can be played.
    """
    return islice(_blocked(random.Random(seed)), n)


def _games(rng: random.Random) -> Iterator[tuple[Counts, Counts]]:
    for number in count():
        board = _STARTS[number % len(_STARTS)]()
        while not board.is_over:
            if rng.random() < 0.25:
                yield board.to_counts()
            plays = legal_plays(board, rng.randint(1, 6), rng.randint(1, 6))
            board = rng.choice(plays).position if plays else board.swap()


def _network_games(rng: random.Random, seed: int) -> Iterator[tuple[Counts, Counts]]:
    """Play games to the end, twelve in parallel."""
    at_once = 4 * len(_STARTS)
    for first_game in count(step=at_once):
        boards = np.array([start().to_counts() for start in _STARTS] * 4, np.uint8)
        for turn in count(1):
            going_on = [(own, opponent) for own, opponent in boards.tolist() if any(own[1:]) and any(opponent[1:])]
            if not going_on:
                break
            for own, opponent in going_on:
                if rng.random() < 0.25:
                    yield tuple(own), tuple(opponent)
            rolls = bg.batch.rolls(at_once, seed=seed, turn=turn, first_game=first_game)
            boards = bg.batch.best_plays(boards, rolls, threads=1)


def _bearoffs(rng: random.Random) -> Iterator[tuple[Counts, Counts]]:
    while True:
        own, opponent = [0] * 26, [0] * 26
        left = rng.choice((1, 2, 3, rng.randint(1, 15), rng.randint(1, 15)))
        for _ in range(left):
            own[rng.randint(1, 6)] += 1
        if left > 1 and rng.random() < 0.3:  # One checker is still outside.
            own[next(point for point in range(6, 0, -1) if own[point])] -= 1
            own[rng.randint(7, 12)] += 1
        own[0] = 15 - left
        in_play = rng.choice((1, 2, 3, rng.randint(1, 15))) if rng.randrange(16) else 0
        opponent[0] = 15 - in_play
        in_the_way = rng.random() < 0.5
        for _ in range(in_play):
            far = in_the_way and rng.random() < 0.5
            opponent[_free(rng, own, 18, 25) if far else rng.randint(1, 6)] += 1
        yield tuple(own), tuple(opponent)


def _crowded_bars(rng: random.Random) -> Iterator[tuple[Counts, Counts]]:
    while True:
        own, opponent = [0] * 26, [0] * 26
        made = rng.sample(range(1, 7), rng.choice((0, 1, 2, 3, 4, 4, 5, 5, 6)))
        for point in made:
            opponent[point] = 2
        opponent[25] = rng.choice((0, 0, rng.randint(1, 3)))
        while sum(opponent) < 15:
            opponent[rng.randint(1, 24)] += 1
        own[25] = rng.choice((1, 1, 2, 2, 3, 4, 5))
        while sum(own) < 15:
            own[_free(rng, opponent, 1, 24)] += 1
        yield tuple(own), tuple(opponent)


def _blocked(rng: random.Random) -> Iterator[tuple[Counts, Counts]]:
    while True:
        own, opponent = [0] * 26, [0] * 26
        on_the_way = rng.randint(1, 4)
        for _ in range(on_the_way):
            own[rng.randint(4, 25)] += 1
        own[0] = rng.choice((0, 0, rng.randint(1, 15 - on_the_way)))
        own[1] = rng.randint(0, 15 - sum(own))
        own[2] = 15 - sum(own)
        while sum(opponent) < 13:
            opponent[_free(rng, own, 1, 24)] += 2
        while sum(opponent) < 15:
            opponent[_free(rng, own, 1, 24)] += 1
        yield tuple(own), tuple(opponent)


def _free(rng: random.Random, other: list[int], first: int, last: int) -> int:
    """Choose a place from first to last that is free of the other side's checkers."""
    places = [p for p in range(first, last + 1) if p == 25 or other[25 - p] == 0]
    return rng.choice(places)
