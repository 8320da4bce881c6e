"""gnubg-nn: GNU Backgammon's evaluator as a library."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from benches.peers.adapters.common import import_peer, joined, version_of
from benches.peers.positions import CHECKERS, OFF, Boards, Offsets, Rolls, Workload, decode_position_id
from benches.peers.protocol import Rates
from benches.peers.timing import fresh_rate, repeated_rate

Native = tuple[Sequence[int], Sequence[int]]
"""gnubg-nn's boards: the opponent, then the player on roll; each has 24 points and the bar."""

START = "4HPwATDgc/ABMA"


def to_native(board: Boards) -> Native:
    """Convert one board, shape ``(2, 26)``, to gnubg-nn's form."""
    return board[1, 1:].tolist(), board[0, 1:].tolist()


def from_native(native: Native) -> Boards:
    """Convert gnubg-nn's form to one board, shape ``(2, 26)``."""
    board = np.zeros((2, 26), dtype=np.uint8)
    board[1, 1:], board[0, 1:] = native
    board[:, OFF] = CHECKERS - board[:, 1:].sum(axis=1)
    return board


def boards_from_native(natives: Sequence[Native]) -> Boards:
    """Convert many boards in gnubg-nn's form to shape ``(n, 2, 26)``."""
    boards = np.zeros((len(natives), 2, 26), dtype=np.uint8)
    boards[:, ::-1, 1:] = np.array(natives, dtype=np.uint8).reshape(-1, 2, 25)
    boards[:, :, OFF] = CHECKERS - boards[:, :, 1:].sum(axis=2)
    return boards


class Adapter:
    """gnubg-nn: one position per call, legal plays as keys."""

    name = "gnubg-nn"
    notes = ("gnubg-nn: answers repeated positions from a cache, so each is evaluated once only",)

    def __init__(self) -> None:
        self._engine = import_peer("gnubg_nn")

    def version(self) -> str:
        """Return the installed version."""
        return version_of("gnubg-nn")

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets]:
        """Return the positions after every legal play."""
        moves, decode = self._engine.moves, self._engine.board_from_position_key
        return joined(
            [from_native(decode(key)) for key in moves(to_native(board), first, second)]
            for board, (first, second) in Workload(boards=boards, rolls=rolls).pairs()
        )

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the call alone, which returns keys, and with every key decoded to a board."""
        moves, decode = self._engine.moves, self._engine.board_from_position_key
        tasks = [(to_native(board), first, second) for board, (first, second) in workload.pairs()]

        def keys() -> int:
            for native, first, second in tasks:
                moves(native, first, second)
            return len(tasks)

        def boards() -> int:
            for native, first, second in tasks:
                for key in moves(native, first, second):
                    decode(key)
            return len(tasks)

        return {"keys": repeated_rate(keys, seconds), "boards": repeated_rate(boards, seconds)}

    def random_games_rate(self, seconds: float) -> Rates:
        """Time games that choose among the keys of `moves`."""
        moves, decode = self._engine.moves, self._engine.board_from_position_key
        start = to_native(decode_position_id(START))
        rng = random.Random(1)

        def game() -> int:
            opponent, player = start
            first, second = rng.sample(range(1, 7), 2)
            while True:
                keys = moves((opponent, player), first, second)
                if keys:
                    opponent, player = decode(rng.choice(keys))
                    if not any(player):
                        return 1
                opponent, player = player, opponent
                first, second = rng.randint(1, 6), rng.randint(1, 6)

        return {"Python": repeated_rate(game, seconds)}

    def evaluations_rate(self, boards: Boards, seconds: float) -> Rates:
        """Time the probabilities at zero plies."""
        probabilities = self._engine.probabilities
        natives = [to_native(board) for board in boards]

        def some(start: int, stop: int) -> None:
            for native in natives[start:stop]:
                probabilities(native, 0)

        return {"single": fresh_rate(some, len(natives), seconds, chunk=256)}

    def decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the best move at zero plies, with the position after it."""
        return self._best_moves(workload, seconds, plies=0, chunk=64)

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the best move at two plies."""
        return self._best_moves(workload, seconds, plies=2, chunk=4)

    def _best_moves(self, workload: Workload, seconds: float, *, plies: int, chunk: int) -> Rates:
        best_move = self._engine.best_move
        tasks = [(to_native(board), first, second) for board, (first, second) in workload.pairs()]

        def some(start: int, stop: int) -> None:
            for native, first, second in tasks[start:stop]:
                best_move(native, first, second, n=plies, b=1)

        return {"single": fresh_rate(some, len(tasks), seconds, chunk=chunk)}
