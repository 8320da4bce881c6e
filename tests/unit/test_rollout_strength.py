"""Players who roll out their close decisions."""

from __future__ import annotations

import pickle

import pytest

import gammon as bg
from gammon.match.actions import Double, MakePlay, Take, Throw
from gammon.players.rolling import RolloutStrength
from gammon.rollouts.many import position_seed

QUICK = "rollout:trials=36,truncate=1"
START = bg.Position.start()
OPENING = "-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:0:10"


@pytest.mark.parametrize(
    ("text", "strength", "written"),
    [
        ("rollout", RolloutStrength(), "rollout"),
        ("rollout:", RolloutStrength(), "rollout"),
        ("rollout:truncate=7,trials=36", RolloutStrength(trials=36, truncate=7), "rollout"),
        (" rollout: trials=72 , truncate=5", RolloutStrength(trials=72, truncate=5), "rollout:trials=72,truncate=5"),
        ("rollout:truncate=0,candidates=5", RolloutStrength(truncate=None, candidates=5), None),
        ("rollout:ply=1,leaf_ply=2", RolloutStrength(ply=1, leaf_ply=2), "rollout:ply=1,leaf_ply=2"),
        ("rollout:ply=1,cube_ply=2", RolloutStrength(ply=1, cube_ply=2), "rollout:ply=1,cube_ply=2"),
        ("rollout:cube_ply=1", RolloutStrength(cube_ply=1), "rollout:cube_ply=1"),
        ("rollout:ply=2,cube_ply=0", RolloutStrength(ply=2, cube_ply=0), "rollout:ply=2,cube_ply=0"),
    ],
)
def test_a_strength_is_parsed_and_written(text: str, strength: RolloutStrength, written: str | None) -> None:
    found = bg.Strength.parse(text)
    assert found == bg.Strength(rollout=strength)
    assert bg.Strength.parse(str(found)) == found
    assert pickle.loads(pickle.dumps(found)) == found
    if written is not None:
        assert str(found) == written


def test_noise_and_network_belong_to_the_player() -> None:
    found = bg.Strength.parse("rollout:noise=0.02,trials=72,network=a:b.gnn")
    assert found == bg.Strength(noise=0.02, network="a:b.gnn", rollout=RolloutStrength(trials=72))
    assert str(found) == "rollout:trials=72,noise=0.02,network=a:b.gnn"
    assert bg.Strength.parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("rollout:trials", bg.NotationError, "got 'trials'"),
        ("rollout:trails=36", bg.NotationError, "trials=N, candidates=N, truncate=N.*got 'trails=36'"),
        ("rollout:trials=36,,", bg.NotationError, "got ''"),
        ("rollout:trials=1,trials=2", bg.NotationError, "expected trials once"),
        ("rollout:noise=1,noise=2", bg.NotationError, "expected noise once"),
        ("rollout:trials=0", bg.ArgumentError, "trials is 0"),
        ("rollout:candidates=1", bg.ArgumentError, "candidates is 1"),
        ("rollout:ply=4", bg.ArgumentError, "ply is 4"),
        ("rollout:leaf_ply=9", bg.ArgumentError, "leaf_ply is 9"),
        ("rollout:noise=11", bg.ArgumentError, "noise"),
        ("rollouts", bg.NotationError, "or rollout:truncate=7,trials=36"),
    ],
)
def test_invalid_texts_are_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        bg.Strength.parse(text)


def test_fields_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(bg.ArgumentError, match="ply: "):
        bg.Strength(ply=1, rollout=RolloutStrength())
    with pytest.raises(bg.ArgumentError, match="at_random: "):
        bg.Strength(at_random=True, rollout=RolloutStrength())
    with pytest.raises(TypeError, match="rollout: expected a RolloutStrength"):
        bg.Strength(rollout="trials=36")  # type: ignore[arg-type]


def test_plays_are_those_of_the_rollouts_of_the_candidates() -> None:
    player = bg.EnginePlayer("rollout:trials=36,truncate=2,candidates=4")
    assert player.name == "rollout:candidates=4,truncate=2"
    engine = bg.Engine(ply=1)
    seed = position_seed(0, START, bg.Stakes())
    overruled = 0
    for roll in ((2, 1), (4, 1), (5, 1), (3, 2), (5, 2), (6, 2), (4, 3), (6, 3), (5, 4), (6, 4)):
        xgid = OPENING.replace(":21:", f":{roll[0]}{roll[1]}:")
        plays = [one.play for one in bg.rank_plays(xgid, roll, engine=engine)]
        ranked = bg.rollout_plays(
            START, roll, 36, top=plays[:4], seed=seed, truncate=2, stakes=bg.Stakes(), engine=engine
        )
        chosen = player.choose(bg.MatchState.from_xgid(xgid))
        assert isinstance(chosen, MakePlay)
        assert chosen.play is not None
        assert chosen.play.position == ranked[0].play.position
        overruled += chosen.play.position != plays[0].position
    assert overruled


@pytest.mark.parametrize(
    ("own", "doubles"),
    # From 5 and 2, 19 of 36 rolls are enough: one die of 5 or more with another of 2 or more, and 4-4, 3-3 and 2-2.
    # From 4 and 3 it is 17: one die of 4 or more with another of 3 or more, and 3-3 and 2-2.
    [((5, 2), True), ((4, 3), False)],
)
@pytest.mark.parametrize("tables", [None, ()])
def test_cube_decisions_at_the_last_roll_are_right(
    own: tuple[int, int], doubles: bool, tables: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a checker that is off with any roll, a double is right with more than 18 rolls, and a take up to 27."""
    board = [13, *[0] * 25]
    for point in own:
        board[point] += 1
    state = bg.MatchState.from_situation(bg.Situation(bg.Position(board, [14, 1, *[0] * 24])))
    player = bg.EnginePlayer("rollout:trials=36,truncate=3")
    if tables is not None:
        # Trials end the game; the two lines differ by .06, and 36 stratified trials have every roll once.
        monkeypatch.setattr(player, "_engine", bg.Engine(ply=1, tables=tables))
    action = player.choose(state)
    assert isinstance(action, Double if doubles else Throw)
    if doubles:
        assert isinstance(player.choose(state.act(action)), Take)


@pytest.mark.parametrize("text", [QUICK, f"{QUICK},noise=0.05"])
def test_a_match_is_legal_and_the_same_again(text: str) -> None:
    rules = bg.MatchRules(match_length=1)
    matches = [bg.play_match(text, "club", rules=rules, seed=3) for _ in range(2)]
    assert matches[0].winner is not None
    assert matches[0].state.history == matches[1].state.history


@pytest.mark.long
def test_a_match_with_the_cube_is_legal_and_the_same_again() -> None:
    rules = bg.MatchRules(match_length=3)
    matches = [bg.play_match("rollout:truncate=2", QUICK, rules=rules, seed=5) for _ in range(2)]
    assert matches[0].winner is not None
    assert matches[0].state.history == matches[1].state.history
