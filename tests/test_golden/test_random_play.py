"""Statistics of random games against other generators: lengths, results and numbers of plays (R2 to R6)."""

from __future__ import annotations

from math import hypot, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from tests.golden.read import toml

STARTS = {
    "backgammon": bg.Position.start(),
    "nackgammon": bg.Position.nackgammon(),
    "hypergammon": bg.Position.hypergammon(),
}
FACTS = toml("random_play.toml")["start"]
OF_EACH_SOURCE = pytest.mark.parametrize("facts", FACTS, ids=lambda facts: f"{facts['name']} {facts['games']}")


def near(
    sample: npt.NDArray[np.floating[Any] | np.integer[Any]], mean: float, games: int, se: float | None = None
) -> bool:
    """Return whether a sample mean is within three combined standard errors of the known mean.

    If the known mean's standard error is not given, it follows from the sample's deviation and the source's games.
    """
    spread = float(sample.std())
    both = hypot(spread / sqrt(len(sample)), spread / sqrt(games) if se is None else se)
    return abs(float(sample.mean()) - mean) < 3 * both


def compare_with(facts: dict[str, Any], n: int, seed: int) -> None:
    """Play games and compare all known figures."""
    games = bg.batch.play_games(n, "random", seed=seed, start=STARTS[facts["name"]])
    known = facts["games"]
    turns = facts["turns"]
    assert near(games.turns, turns["mean"], known, turns.get("se"))
    for points, kind in ((1, "single"), (2, "gammon"), (3, "backgammon")):
        assert near((games.points == points).astype(float), facts[kind], known), kind
    first_won = games.winner == games.starter
    assert near(first_won.astype(float), facts["first_wins"]["mean"], known, facts["first_wins"].get("se"))
    if "equity" in facts:
        assert near(np.where(first_won, 1, -1) * games.points.astype(float), facts["equity"], known)


@OF_EACH_SOURCE
def test_50_000_random_games_match_known_statistics(facts: dict[str, Any]) -> None:
    """R2 to R6: mean length, single games, gammons, backgammons, the starter's wins and points."""
    compare_with(facts, 50_000, seed=50)


@pytest.mark.long
@OF_EACH_SOURCE
def test_1_000_000_random_games_match_known_statistics(facts: dict[str, Any]) -> None:
    """R2 to R6: as above, with a sample so large that the source's standard error dominates."""
    compare_with(facts, 1_000_000, seed=1_000)


@pytest.mark.parametrize("name", STARTS)
def test_plays_per_turn_match_known_statistics(name: str) -> None:
    """R3, R3.7: mean number of plays and, where known, the figures for non-doubles, passes and forced turns."""
    facts = next(facts for facts in FACTS if facts["name"] == name)
    n, seed = 2_000, 4
    boards = np.stack([STARTS[name].to_array()] * n)
    counted = []  # For each turn: the game, the number of plays, and whether the roll was a double.
    for turn in range(1_000):
        rolls = bg.batch.rolls(n, seed=seed, turn=turn) if turn else bg.batch.opening_rolls(n, seed=seed)
        (going_on,) = np.nonzero((boards[:, :, 1:].sum(axis=2) > 0).all(axis=1))
        if len(going_on) == 0:
            break
        _, offsets = bg.batch.plays(boards[going_on], rolls[going_on])
        double = rolls[going_on, 0] == rolls[going_on, 1]
        counted.append(np.stack([going_on, np.diff(offsets), double], axis=1))
        boards = bg.batch.random_plays(boards, rolls, seed=seed, turn=turn)
    game, plays, double = np.concatenate(counted).T

    def share_is_near(value: npt.NDArray[Any], among: npt.NDArray[np.bool_], mean: float) -> bool:
        """Compare a mean over turns. Turns of one game are correlated, so the deviation is taken over games."""
        excess = np.bincount(game[among], weights=value[among] - mean, minlength=n)
        turns_each = among.sum() / n
        return near(excess / turns_each, 0.0, facts["games"])

    all_turns = np.ones(len(plays), bool)
    assert share_is_near(plays, all_turns, facts["plays"]["mean"])
    if "non_doubles" in facts["plays"]:
        assert share_is_near(plays, double == 0, facts["plays"]["non_doubles"])
    if "no_play" in facts:
        assert share_is_near(plays == 0, all_turns, facts["no_play"])
        assert share_is_near(plays <= 1, all_turns, facts["forced"])


def test_the_comparison_detects_a_wrong_figure() -> None:
    """R6.2: it notices 10 % more or fewer gammons."""
    facts = dict(FACTS[0])
    compare_with(facts, 20_000, seed=50)
    for wrong in (0.9, 1.1):
        with pytest.raises(AssertionError, match="gammon"):
            compare_with(facts | {"gammon": facts["gammon"] * wrong}, 20_000, seed=50)
    with pytest.raises(AssertionError):
        compare_with(facts | {"turns": {"mean": 99.0, "se": 0.2}}, 20_000, seed=50)
