"""bgsage: the strongest open networks, through its C++ module."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from benches.peers.adapters.common import import_peer, joined, version_of
from benches.peers.positions import CHECKERS, OFF, Boards, Offsets, Rolls, Workload, swapped
from benches.peers.protocol import Rates
from benches.peers.timing import fresh_rate, repeated_rate


def to_native(board: Boards) -> list[int]:
    """Convert a board, shape ``(2, 26)``, to bgsage's: mover positive with the bar last, opponent's bar first."""
    native: list[int] = board[0].astype(int).tolist()
    native[0] = int(board[1, 25])
    for point in range(1, 25):
        native[point] -= int(board[1, 25 - point])
    return native


def from_native(native: list[int]) -> Boards:
    """Convert bgsage's board to one of shape ``(2, 26)``."""
    board = np.zeros((2, 26), dtype=np.uint8)
    for point in range(1, 25):
        count = native[point]
        if count > 0:
            board[0, point] = count
        else:
            board[1, 25 - point] = -count
    board[0, 25], board[1, 25] = native[25], abs(native[0])
    board[:, OFF] = CHECKERS - board[:, 1:].sum(axis=1)
    return board


class Adapter:
    """bgsage: boards of 26 integers. It evaluates the position *after* a move, and its 1-ply is gammon's 0-ply."""

    name = "bgsage"
    notes = ("bgsage: on one thread; its batch calls add a cubeful equity to each evaluation",)

    def __init__(self) -> None:
        self._weights: Any = import_peer("bgsage").weights.default_weights()
        self._engine: Any = import_peer("bgbot_cpp")
        paths, sizes = self._weights.weight_args
        self._nets = self._engine.create_strategy(self._weights.strategy_type, paths, sizes)

    def version(self) -> str:
        """Return the installed version."""
        return version_of("bgsage")

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets]:
        """Return the positions after every legal play."""
        moves = self._engine.possible_moves
        return joined(
            [from_native(native) for native in moves(to_native(board), first, second)]
            for board, (first, second) in Workload(boards=boards, rolls=rolls).pairs()
        )

    def equities_after(self, boards: Boards, nets: Any = None) -> npt.NDArray[np.float64]:  # noqa: ANN401
        """Return cubeless equities of positions after a move, for side 0, which moved.

        Finished games have their exact value. ``nets`` is the strategy that evaluates, by default the static one.
        """
        answers = self._answers_after(boards, nets)
        equities = np.array([answer["cubeless_equity"] for answer in answers], dtype=np.float64)
        over = [self._engine.check_game_over(to_native(board)) for board in boards]
        return np.where(over, over, equities)

    def wins_after(self, boards: Boards, nets: Any = None) -> npt.NDArray[np.float64]:  # noqa: ANN401
        """Return the winning chances of side 0, which moved, in unfinished games."""
        return np.array([answer["probs"][0] for answer in self._answers_after(boards, nets)], dtype=np.float64)

    def _answers_after(self, boards: Boards, nets: Any) -> list[dict[str, Any]]:  # noqa: ANN401
        centred = self._engine.CubeOwner.CENTERED
        tasks = [(to_native(board), centred) for board in boards]
        answers: list[dict[str, Any]] = self._engine.batch_evaluate_post_move(
            tasks, self._nets if nets is None else nets, 1, False
        )
        return answers

    def best_plays(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the positions after the plays with the highest static cubeless equity, seen by the player who moved.

        bgsage has many networks. In play it selects one by the position before the play, and so does this method.
        `equities_after` does not know that position, so there the position after the play selects the network.
        """
        chosen: Boards = boards.copy()
        ranked = self._engine.batch_checker_play(
            [self._task(board, roll) for board, roll in Workload(boards=boards, rolls=rolls).pairs()],
            self._nets,
            n_threads=1,
            jacoby=False,
            beaver=False,
        )
        for index, answer in enumerate(ranked):
            if answer["moves"]:
                best = max(answer["moves"], key=lambda move: move["cubeless_equity"])
                chosen[index] = from_native(best["board"])
        return chosen

    def _task(self, board: Boards, roll: tuple[int, int]) -> dict[str, Any]:
        """Return bgsage's query for the plays of a roll, with a centred cube."""
        centred = self._engine.CubeOwner.CENTERED
        return {"board": to_native(board), "die1": roll[0], "die2": roll[1], "cube_value": 1, "cube_owner": centred}

    def deeper(self, plies: int) -> Any:  # noqa: ANN401
        """Return a strategy of search depth ``plies``, counted from 0 as in gammon (bgsage counts from 1)."""
        paths, sizes = self._weights.weight_args
        return self._engine.create_multipy(
            self._weights.strategy_type, paths, sizes, n_plies=plies + 1, parallel_evaluate=False
        )

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the call, which returns boards."""
        moves = self._engine.possible_moves
        tasks = [(to_native(board), first, second) for board, (first, second) in workload.pairs()]

        def boards() -> int:
            for native, first, second in tasks:
                moves(native, first, second)
            return len(tasks)

        return {"boards": repeated_rate(boards, seconds)}

    def random_games_rate(self, seconds: float) -> Rates:
        """Time games that choose among the boards of `possible_moves`."""
        moves, flip, over = self._engine.possible_moves, self._engine.flip_board, self._engine.check_game_over
        start = import_peer("bgsage").STARTING_BOARD
        rng = random.Random(1)

        def game() -> int:
            board = start
            first, second = rng.sample(range(1, 7), 2)
            while True:
                boards = moves(board, first, second)
                if boards:
                    board = rng.choice(boards)
                    if over(board):
                        return 1
                board = flip(board)
                first, second = rng.randint(1, 6), rng.randint(1, 6)

        return {"Python": repeated_rate(game, seconds)}

    def evaluations_rate(self, boards: Boards, seconds: float) -> Rates:
        """Time the batch evaluation of positions after a move."""
        evaluate, nets, centred = self._engine.batch_evaluate_post_move, self._nets, self._engine.CubeOwner.CENTERED
        tasks = [(to_native(board), centred) for board in swapped(boards)]

        def batch(start: int, stop: int) -> None:
            evaluate(tasks[start:stop], nets, 1, False)

        return {"batch": fresh_rate(batch, len(tasks), seconds, chunk=1024)}

    def decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the batch ranking of plays."""
        return self._ranking(workload, seconds, self._nets, chunk=256)

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the batch ranking of plays at bgsage's 3-ply, gammon's 2-ply."""
        return self._ranking(workload, seconds, self.deeper(2), chunk=4)

    def _ranking(self, workload: Workload, seconds: float, nets: Any, *, chunk: int) -> Rates:  # noqa: ANN401
        rank = self._engine.batch_checker_play
        tasks = [self._task(board, roll) for board, roll in workload.pairs()]

        def batch(start: int, stop: int) -> None:
            rank(tasks[start:stop], nets, n_threads=1, jacoby=False, beaver=False)

        return {"batch": fresh_rate(batch, len(tasks), seconds, chunk=chunk)}
