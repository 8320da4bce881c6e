"""OpenSpiel: a collection of games that includes backgammon."""

from __future__ import annotations

import random
from typing import Any

from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import Boards, Rolls, Workload
from benches.peers.protocol import Rates
from benches.peers.timing import repeated_rate

GAMES, PER_GAME = 20, 10


class Adapter:
    """OpenSpiel: states cannot be set from Python, so the positions come from its own random games."""

    name = "open_spiel"
    notes = (
        "open_spiel: positions of its own random games (none can be set); a double is two turns, of which the "
        "first is listed; action ids can repeat a result",
    )

    def __init__(self) -> None:
        self._engine = import_peer("pyspiel")
        self._game = self._engine.load_game("backgammon(scoring_type=full_scoring)")

    def version(self) -> str:
        """Return the installed version."""
        return version_of("open_spiel")

    def plays(self, boards: Boards, rolls: Rolls) -> None:
        """Return None: positions cannot be set."""
        del boards, rolls

    def _mid_game_states(self) -> list[Any]:
        """Play random games and collect mid-game states, each with all possible rolls."""
        rng = random.Random(1)
        states: list[Any] = []
        for _ in range(GAMES):
            before_roll = []
            state = self._game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    before_roll.append(state.clone())
                    state.apply_action(rng.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
            for chosen in rng.sample(before_roll[1:], PER_GAME):
                states += [chosen.child(outcome) for outcome, _ in chosen.chance_outcomes()]
        return states

    def legal_plays_rate(self, workload: Workload, seconds: float) -> Rates:
        """Time the list of action ids, alone and with the resulting states."""
        del workload
        states = self._mid_game_states()

        def ids() -> int:
            for state in states:
                state.legal_actions()
            return len(states)

        def children() -> int:
            for state in states[::8]:
                for action in state.legal_actions():
                    state.child(action)
            return len(states[::8])

        return {"ids": repeated_rate(ids, seconds), "states": repeated_rate(children, seconds)}

    def random_games_rate(self, seconds: float) -> Rates:
        """Time games driven from Python, and OpenSpiel's own random bots."""
        game, engine = self._game, self._engine
        rng = random.Random(1)
        bots = [engine.make_uniform_random_bot(player, 1 + player) for player in range(2)]
        seed = 0

        def from_python() -> int:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    outcome, _ = rng.choices(outcomes, [chance for _, chance in outcomes])[0]
                    state.apply_action(outcome)
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
            return 1

        def own_bots() -> int:
            nonlocal seed
            seed += 1
            engine.evaluate_bots(game.new_initial_state(), bots, seed)
            return 1

        return {"C++": repeated_rate(own_bots, seconds), "Python": repeated_rate(from_python, seconds)}

    def evaluations_rate(self, boards: Boards, seconds: float) -> None:
        """Return None: there is no network."""
        del boards, seconds

    def decisions_rate(self, workload: Workload, seconds: float) -> None:
        """Return None: there is no network."""
        del workload, seconds

    def deep_decisions_rate(self, workload: Workload, seconds: float) -> None:
        """Decline likewise."""
        del workload, seconds
