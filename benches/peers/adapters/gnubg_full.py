"""gnubg: all of GNU Backgammon as a Python module, with its global state."""

from __future__ import annotations

from typing import Any

from benches.peers.adapters.common import import_peer, version_of
from benches.peers.adapters.gnubg_nn import to_native
from benches.peers.positions import Boards, Rolls, Workload
from benches.peers.protocol import Rates
from benches.peers.timing import fresh_rate


class Adapter:
    """gnubg: evaluations and decisions; it cannot list the legal plays of a given position.

    The adapter uses only calls that do not change its session, from the main thread: others can crash or hang.
    """

    name = "gnubg"
    notes = ("gnubg: the same nets as gnubg-nn in the whole program; it has a cache too",)

    def __init__(self) -> None:
        self._engine = import_peer("gnubg")
        self._cube = self._engine.cubeinfo()
        self._context = self._engine.evalcontext(0, 0, 1, 0, 0.0)

    def version(self) -> str:
        """Return the installed version."""
        return version_of("gnubg")

    def plays(self, boards: Boards, rolls: Rolls) -> None:
        """Return None: gnubg has no such call."""
        del boards, rolls

    def legal_plays_rate(self, workload: Workload, seconds: float) -> None:
        """Return None: gnubg has no such call."""
        del workload, seconds

    def random_games_rate(self, seconds: float) -> None:
        """Return None: gnubg has no such call."""
        del seconds

    def evaluations_rate(self, boards: Boards, seconds: float) -> Rates:
        """Time the cubeless evaluation at zero plies."""
        evaluate, cube, context = self._engine.evaluate, self._cube, self._context
        natives = [to_native(board) for board in boards]

        def some(start: int, stop: int) -> None:
            for native in natives[start:stop]:
                evaluate(native, cube, context)

        return {"single": fresh_rate(some, len(natives), seconds, chunk=256)}

    def decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the cubeless best move at zero plies."""
        return self._best_moves(workload, seconds, self._context, chunk=64)

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the cubeless best move at two plies."""
        return self._best_moves(workload, seconds, self._engine.evalcontext(0, 2, 1, 1, 0.0), chunk=4)

    def _best_moves(self, workload: Workload, seconds: float, context: Any, *, chunk: int) -> Rates:  # noqa: ANN401
        find, cube = self._engine.findbestmove, self._cube
        tasks = [(to_native(board), dice) for board, dice in workload.pairs()]

        def some(start: int, stop: int) -> None:
            for native, dice in tasks[start:stop]:
                find(native, cube, context, dice)

        return {"single": fresh_rate(some, len(tasks), seconds, chunk=chunk)}
