"""gym-backgammon: an environment often used in reinforcement learning."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import numpy as np

from benches.peers.adapters.common import joined, version_of
from benches.peers.positions import OFF, Boards, Offsets, Rolls, Workload
from benches.peers.protocol import PeerMissingError, Rates
from benches.peers.timing import repeated_rate

WHITE, BLACK = 0, 1


class Adapter:
    """gym-backgammon: its rules without its environment, which needs a display and the unmaintained gym package.

    The player on roll is white there, moves down, and has negative dice.
    """

    name = "gym-backgammon"
    notes = ("gym-backgammon: the rules module alone, without the gym environment around it",)

    def __init__(self) -> None:
        package = importlib.util.find_spec("gym_backgammon")
        if package is None or not package.submodule_search_locations:
            raise PeerMissingError("gym_backgammon")
        source = Path(package.submodule_search_locations[0]) / "envs" / "backgammon.py"
        spec = importlib.util.spec_from_file_location("gym_backgammon_rules", source)
        if spec is None or spec.loader is None:
            raise PeerMissingError("gym_backgammon")
        self._rules: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self._rules)

    def version(self) -> str:
        """Return the installed version."""
        return version_of("gym-backgammon")

    def _game(self, board: Boards) -> Any:  # noqa: ANN401
        """Return a game set up at one position, shape ``(2, 26)``."""
        game = self._rules.Backgammon()
        game.board = [(0, None)] * 24
        for point in range(1, 25):
            if board[0, point]:
                game.board[point - 1] = (int(board[0, point]), WHITE)
            if board[1, point]:
                game.board[24 - point] = (int(board[1, point]), BLACK)
        game.bar = board[:, 25].tolist()
        game.off = board[:, OFF].tolist()
        game.players_positions = game.get_players_positions()
        return game

    @staticmethod
    def _board(game: Any) -> Boards:  # noqa: ANN401
        """Return the position of a game."""
        board = np.zeros((2, 26), dtype=np.uint8)
        for place, (count, owner) in enumerate(game.board):
            if count:
                board[owner, place + 1 if owner == WHITE else 24 - place] = count
        board[:, 25], board[:, OFF] = game.bar, game.off
        return board

    def plays(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Offsets]:
        """Return the positions after every legal play."""

        def results(board: Boards, first: int, second: int) -> list[Boards]:
            game = self._game(board)
            before = game.save_state()
            after = []
            for play in game.get_valid_plays(WHITE, (-first, -second)):
                game.execute_play(WHITE, play)
                after.append(self._board(game))
                game.restore_state(before)
            return after

        return joined(results(board, *dice) for board, dice in Workload(boards=boards, rolls=rolls).pairs())

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the call, which returns sets of moves."""
        tasks = [(self._game(board), (-first, -second)) for board, (first, second) in workload.pairs()][::8]

        def moves() -> int:
            for game, dice in tasks:
                game.get_valid_plays(WHITE, dice)
            return len(tasks)

        return {"moves": repeated_rate(moves, seconds)}

    def random_games_rate(self, seconds: float) -> Rates:
        """Time games that choose among the plays offered."""
        rng = random.Random(1)

        def one_game() -> int:
            game = self._rules.Backgammon()
            player = WHITE
            first, second = rng.sample(range(1, 7), 2)
            while game.get_winner() is None:
                dice = (-first, -second) if player == WHITE else (first, second)
                plays = game.get_valid_plays(player, dice)
                if plays:
                    game.execute_play(player, rng.choice(list(plays)))
                player = game.get_opponent(player)
                first, second = rng.randint(1, 6), rng.randint(1, 6)
            return 1

        return {"Python": repeated_rate(one_game, seconds)}

    def evaluations_rate(self, boards: Boards, seconds: float) -> None:
        """Return None: there is no network."""
        del boards, seconds

    def decisions_rate(self, workload: Workload, seconds: float) -> None:
        """Return None: there is no network."""
        del workload, seconds

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> None:
        """Decline likewise."""
        del workload, seconds
