"""The dice of a match: a pure function of its seed and state."""

from __future__ import annotations

from dataclasses import dataclass

from gammon._engine import batch_opening_rolls, batch_rolls
from gammon.arguments import whole
from gammon.match.actions import RollDice
from gammon.match.state import MatchState
from gammon.match.values import Phase

_LAST_TURN = 2**64 - 1


@dataclass(frozen=True, slots=True)
class MatchDice:
    """The dice of a match in any state. With `first_game` 0 they are the dice of `gammon.batch.play_games`.

    Raises
    ------
    TypeError
        If a number is not an int.
    ArgumentError
        If a number is out of its range.
    """

    seed: int
    """Seed of all dice, 0 to 2^64 - 1."""

    first_game: int = 0
    """Number of the first game of the match under the seed."""

    def __post_init__(self) -> None:
        """Convert NumPy integers to int, and reject a bad seed or game now rather than at the first roll."""
        for name in ("seed", "first_game"):
            object.__setattr__(self, name, whole(name, getattr(self, name), 0, _LAST_TURN))
        self._throw(turn=1)

    def roll(self, state: MatchState) -> RollDice:
        """Return the next roll after a state: the next one of this game, or the next game's opening roll."""
        game = state.game + (state.phase is Phase.GAME_OVER)
        if state.phase in (Phase.OPENING, Phase.GAME_OVER):
            stake = 1 if state.phase is Phase.GAME_OVER else state.cube.value
            # Ties precede the deciding opening roll and must be independent of it: they take the highest turn numbers.
            if stake < 2**state.rules.automatic_doubles:
                tie = self._throw(turn=_LAST_TURN + 1 - stake.bit_length(), game=game)
                if tie.first == tie.second:
                    return tie
            opening = batch_opening_rolls(1, seed=self.seed, first_game=self.first_game + game, threads=1)
            return RollDice(*opening[0].tolist())
        is_first_thrown = state.starter is not None and not state.rules.opening_reroll
        return self._throw(turn=state.turns + (not is_first_thrown), game=game)

    def _throw(self, *, turn: int, game: int = 0) -> RollDice:
        """Return the roll for a turn of a game. Turn 0 is the opening roll, which `roll` generates separately."""
        dice = batch_rolls(1, seed=self.seed, turn=turn, first_game=self.first_game + game, threads=1)
        return RollDice(*dice[0].tolist())
