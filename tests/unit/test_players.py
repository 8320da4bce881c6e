"""The engine as a player: decisions that follow from the rules and simple arithmetic, and its strength levels."""

from __future__ import annotations

from pathlib import Path
from statistics import NormalDist

import pytest

import gammon as bg
from gammon.match import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    MakePlay,
    Offer,
    Pass,
    Raccoon,
    Resign,
    RollDice,
    Take,
    Throw,
    Variant,
)
from gammon.players import LEVELS, resignation_equities

START = "-b----E-C---eE---c-e----B-"
LOST_GAMMON = f"{'-' * 13}O{'-' * 10}b-"
"""Player 0 bears off the last two checkers with any roll, and player 1 has borne off none: two points (R6.2)."""
CLUB = bg.EnginePlayer(bg.Strength())


def state(xgid: str, **rules: object) -> bg.MatchState:
    agreed = bg.MatchRules(**rules) if rules else None  # type: ignore[arg-type]
    return bg.MatchState.from_xgid(xgid, rules=agreed)


def last_checkers(own: int, opponent: int) -> str:
    """Return an XGID board with checkers only on the two ace points; the others are borne off."""
    mine = chr(ord("A") + own - 1) if own else "-"
    theirs = chr(ord("a") + opponent - 1) if opponent else "-"
    return f"-{mine}{'-' * 22}{theirs}-"


# --- the score and cube that the engine derives from a state ---


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(
    "fields",
    [
        "0:0:{}:00:0:0:0:0:10",
        "0:0:{}:00:0:0:1:0:10",
        "0:0:{}:00:0:0:3:0:10",
        "2:1:{}:00:0:0:2:0:10",
        "0:0:{}:00:3:5:0:7:10",
        "1:1:{}:00:3:5:0:7:10",
        "1:-1:{}:00:3:5:0:7:10",
        "0:0:{}:00:4:6:1:7:10",
        "0:0:{}:00:4:6:0:7:10",
        "0:0:{}:00:6:6:0:7:10",
        "0:0:{}:00:0:0:0:1:10",
    ],
)
def test_score_and_cube_are_those_of_the_id(fields: str, turn: int) -> None:
    xgid = bg.Xgid(f"{START}:{fields.format(turn)}")
    at = bg.MatchState.from_xgid(xgid)
    assert at.cube_on_roll == bg.Cube(xgid.cube, xgid.cube_owner)
    assert at.scoring.away == xgid.scoring.away
    assert (at.scoring.jacoby, at.scoring.beavers) == (xgid.scoring.jacoby, xgid.scoring.beavers)
    if at.rules.match_length > 1:
        assert at.scoring == xgid.scoring


def test_scoring_without_the_crawford_rule() -> None:
    rules = bg.MatchRules(match_length=7, crawford=False)
    assert bg.MatchState.start(rules, score=(6, 3)).scoring == bg.Scoring.match(1, 4, crawford=bg.Crawford.OFF)
    to_come = bg.MatchState.start(bg.MatchRules(match_length=7), score=(2, 3))
    assert to_come.scoring == bg.Scoring.match(5, 4)
    assert to_come.act(RollDice(1, 2)).scoring == bg.Scoring.match(4, 5)


def test_scores_beyond_match_equities_are_refused() -> None:
    far = bg.MatchState.start(bg.MatchRules(match_length=65)).act(RollDice(2, 1))
    with pytest.raises(bg.ArgumentError, match="65; it must be from 1 to 64"):
        _ = far.scoring


# --- decisions ---


@pytest.mark.parametrize(
    ("xgid", "action"),
    [
        # One checker each on the ace point: the player on roll wins, so the opponent passes.
        (f"{last_checkers(1, 1)}:0:0:1:00:0:0:0:0:10", Double()),
        (f"{last_checkers(1, 1)}:0:0:1:D:0:0:0:0:10", Pass()),
        # R7.5, R8.3: nobody may double at double match point or in the Crawford game, so the player rolls.
        (f"{last_checkers(1, 1)}:0:0:1:00:6:6:0:7:10", Throw()),
        (f"{last_checkers(1, 1)}:0:0:1:00:3:6:1:7:10", Throw()),
        (f"{last_checkers(1, 1)}:1:-1:1:00:0:0:0:0:10", Throw()),
        # P037: after the Crawford game the trailer loses nothing by doubling.
        (f"{START}:0:0:1:00:3:6:0:7:10", Double()),
        # The leader at 1-away has a free drop when the trailer needs an even number of points: the position is slightly
        # worse for the leader, and passing costs nothing. When the trailer is 3-away, a pass costs a game: take.
        (f"{START}:0:0:1:D:5:6:0:7:10", Pass()),
        (f"{START}:0:0:1:D:4:6:0:7:10", Take()),
        # For money, the starting position is not a double, and a double would be a take.
        (f"{START}:0:0:1:00:0:0:0:0:10", Throw()),
        (f"{START}:0:0:1:D:0:0:0:0:10", Take()),
        (f"{last_checkers(1, 1)}:0:0:-1:00:0:0:0:0:10", Double()),
    ],
)
def test_the_cube(xgid: str, action: Action) -> None:
    assert CLUB.choose(state(xgid)) == action


def test_a_certain_gammon_is_too_good_to_double() -> None:
    """A certain gammon is worth more than a double that is passed, except under the Jacoby rule."""
    won = f"-B{'-' * 10}o{'-' * 13}"
    assert CLUB.choose(state(f"{won}:0:0:1:00:0:0:0:0:10")) == Throw()
    assert CLUB.choose(state(f"{won}:0:0:1:00:0:0:1:0:10")) == Double()


def test_beavers_and_raccoons_are_answered_by_their_value() -> None:
    """R7.6. The player on roll bears off the last checkers and wins."""
    rules = {"beavers": True, "raccoons": True}
    wins, loses = f"{last_checkers(2, 2)}:0:0:1", f"{last_checkers(10, 1)}:0:0:1"
    offered = state(f"{loses}:00:0:0:2:0:10", **rules).act(Double())
    # The doubler would pass a beaver, which costs as much as the game after a take.
    assert CLUB.choose(offered) == Take()
    # Off with 15 of 36 rolls: the doubler would go on after a beaver.
    assert CLUB.choose(state("-A----A-----------------a-:0:0:1:00:0:0:2:0:10", **rules).act(Double())) == Beaver()
    assert CLUB.choose(offered.act(Beaver())) == Pass()
    won = state(f"{wins}:00:0:0:2:0:10", **rules).act(Double())
    assert CLUB.choose(won) == Pass()
    # A raccoon would be passed, which is worth as much as the game without one.
    assert CLUB.choose(won.act(Beaver())) == Take()
    assert CLUB.choose(won.act(Beaver()).act(Raccoon())) == Pass()
    lost = offered.act(Beaver()).act(Raccoon())
    assert (lost.offer, CLUB.choose(lost)) == (Offer.RACCOON, Take())
    without = state(f"{wins}:00:0:0:2:0:10", beavers=True).act(Double()).act(Beaver())
    assert CLUB.choose(without) == Take()


def test_no_beaver_above_the_cube_limit() -> None:
    xgid = f"{last_checkers(15, 1)}:0:0:1:00:0:0:2:0:10"
    assert CLUB.choose(state(xgid, beavers=True, cube_limit=2).act(Double())) == Take()


def test_the_engine_obeys_the_holland_rule() -> None:
    """R8.4: without the rule the trailer would double at once."""
    xgid = f"{START}:0:0:1:00:3:6:0:7:10"
    rules = bg.MatchRules(match_length=7, holland=True)
    early, late = (bg.MatchState.from_xgid(xgid, rules=rules, turns=turns) for turns in (2, 4))
    assert CLUB.choose(early) == Throw()
    assert CLUB.choose(late) == Double()


@pytest.mark.parametrize(
    ("fields", "resigned", "answer"),
    [
        ("0:0:1:00:0:0:0:0:10", 1, Decline()),
        ("0:0:1:00:0:0:0:0:10", 2, Accept()),
        ("0:0:1:00:0:0:0:0:10", 3, Accept()),
        ("0:0:1:31:0:0:0:0:10", 1, Decline()),
        ("0:0:1:31:0:0:0:0:10", 2, Accept()),
        ("0:0:1:00:0:0:1:0:10", 1, Accept()),  # R8.2: with a centred cube a gammon counts once.
        ("1:1:1:00:0:0:1:0:10", 1, Decline()),
        ("0:0:1:00:0:6:0:7:10", 1, Accept()),  # One point wins the match.
        ("0:0:1:00:0:5:0:7:10", 1, Decline()),
        ("1:1:1:00:0:5:0:7:10", 1, Accept()),  # Two points win the match.
    ],
)
def test_resignations_are_accepted_only_for_the_full_loss(fields: str, resigned: int, answer: Action) -> None:
    offered = state(f"{LOST_GAMMON}:{fields}").act(Resign(resigned))  # type: ignore[arg-type]
    assert CLUB.choose(offered) == answer


def test_equities_of_resignations() -> None:
    offered = state(f"{LOST_GAMMON}:0:0:1:00:0:0:0:0:10").act(Resign(3))  # type: ignore[arg-type]
    assert resignation_equities(offered) == pytest.approx((3.0, 2.0), abs=0.02)
    with pytest.raises(bg.ArgumentError, match="an unanswered resignation"):
        resignation_equities(state(f"{LOST_GAMMON}:0:0:1:00:0:0:0:0:10"))


def test_a_resignation_after_the_roll_is_valued_with_the_answering_player_s_cube() -> None:
    """Player 0's last two checkers, on the 5- and 2-points, come off with 19 of 36 rolls; otherwise player 1 wins.

    With the cube player 0 doubles, which is a take, for 2 (2 p - 1) points; without it they have at most half of that.
    """
    board = f"-C{'-' * 18}a--a--"
    theirs, mine = (
        resignation_equities(
            state(f"{board}:1:{owner}:1:21:0:0:0:0:10").act(Resign(1)),  # type: ignore[arg-type]
            ply=1,
        )
        for owner in (-1, 1)
    )
    assert theirs[0] == mine[0] == pytest.approx(1.0)
    assert theirs[1] > mine[1] + 0.02


def test_the_engine_resigns_only_if_configured_and_once_a_game() -> None:
    lost = state(f"{LOST_GAMMON}:1:-1:1:00:0:0:0:0:10")
    quitter = bg.EnginePlayer(bg.Strength(), resigns=True)
    assert CLUB.choose(lost) == Throw()
    assert quitter.choose(lost) == Resign(2)  # type: ignore[arg-type]
    declined = lost.act(Resign(2)).act(Decline())  # type: ignore[arg-type]
    assert quitter.choose(declined) == Throw()
    assert quitter.choose(state(f"{START}:0:0:1:00:0:0:0:0:10")) == Throw()
    jacoby = state(f"{LOST_GAMMON}:0:0:1:00:0:0:1:0:10")
    assert quitter.choose(jacoby) == Resign(1)  # type: ignore[arg-type]


def test_a_finished_match_is_refused() -> None:
    over = state(f"{last_checkers(1, 1)}:0:0:1:21:0:0:0:1:10")
    over = over.act(over.legal_actions()[0])
    with pytest.raises(bg.ArgumentError, match="expected a match in progress"):
        CLUB.choose(over)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "rules",
    [
        bg.MatchRules(match_length=3),
        bg.MatchRules(match_length=3, holland=True),
        bg.MatchRules(match_length=2, variant=Variant.NACKGAMMON, crawford=False, opening_reroll=True),
        bg.MatchRules(match_length=5, variant=Variant.HYPERGAMMON, cube_limit=2),
        bg.MatchRules(match_length=2, cube=False),
        bg.MatchRules(jacoby=True, beavers=True, raccoons=True, automatic_doubles=3),
        bg.MatchRules(beavers=True, cube_limit=4),
    ],
    ids=str,
)
def test_every_level_plays_to_the_end_under_every_rule(level: str, rules: bg.MatchRules) -> None:
    strength = LEVELS[level] if LEVELS[level].ply < 2 else bg.Strength(ply=1)
    player = bg.EnginePlayer(strength, seed=3, resigns=True)
    for seed in range(2):
        match = bg.Match(rules, seed=seed)
        while match.winner is None and not (rules.is_money and match.state.result):
            match.act(player.choose(match.state))


# --- strength ---


def test_the_best_play_is_made_without_noise() -> None:
    opening = state(f"{START}:0:0:1:31:0:0:0:0:10")
    for ply in (0, 1, 2):
        best = bg.rank_plays(opening.position, (3, 1), ply=ply)[0].play
        assert bg.EnginePlayer(bg.Strength(ply=ply)).choose(opening) == MakePlay(best)


def test_plays_take_account_of_score_and_cube() -> None:
    """An opening 6-4 makes the 2-point where gammons are valuable and not where they are worthless."""
    player = bg.EnginePlayer(bg.Strength(ply=1))
    needs_gammons = state(f"{START}:0:0:1:64:3:6:0:7:10")
    last_game = state(f"{START}:0:0:1:64:6:6:0:7:10")
    made = [str(player.choose(one)) for one in (needs_gammons, last_game)]
    assert made == ["play 8/2 6/2", "play 24/14"]
    turned = state(f"{START}:2:1:1:64:1:2:0:7:2")
    best = bg.rank_plays(bg.Xgid(f"{START}:2:1:1:64:1:2:0:7:2"), (6, 4), ply=1)[0]
    assert best.is_cubeful
    assert player.choose(turned) == MakePlay(best.play)


def test_noise_depends_only_on_the_seed_and_the_turn() -> None:
    opening = state(f"{START}:0:0:1:31:0:0:0:0:10")
    noisy = bg.Strength(noise=0.2)
    choices = [bg.EnginePlayer(noisy, seed=seed).choose(opening) for seed in range(40)]
    assert choices == [bg.EnginePlayer(noisy, seed=seed).choose(opening) for seed in range(40)]
    assert len(set(choices)) > 3
    player = bg.EnginePlayer(noisy, seed=1)
    assert player.choose(opening) == player.choose(opening) == choices[1]


def test_noise_has_the_stated_size() -> None:
    """Of two plays whose equities differ by x, the better is chosen with probability Phi(x / (noise * sqrt(2)))."""
    position = state(f"{last_checkers(2, 2)}:0:0:1:00:0:0:0:0:10")
    doubles = [bg.EnginePlayer(bg.Strength(noise=1.0), seed=seed).choose(position) == Double() for seed in range(2000)]
    decision = bg.cube_decision(position.position)
    chance = NormalDist().cdf((decision.double - decision.no_double) / 2**0.5)
    assert sum(doubles) / 2000 == pytest.approx(chance, abs=4 * (0.25 / 2000) ** 0.5)


def test_a_random_player_makes_every_legal_play() -> None:
    opening = state(f"{START}:0:0:1:31:0:0:0:0:10")
    strength = LEVELS["random"]
    made = {bg.EnginePlayer(strength, seed=seed).choose(opening) for seed in range(400)}
    assert made == {action for action in opening.legal_actions() if isinstance(action, MakePlay)}
    assert bg.EnginePlayer(strength).choose(state(f"{START}:0:0:1:D:0:0:0:0:10")) == Take()


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("ply0", bg.Strength()),
        (" ply2 ", bg.Strength(ply=2)),
        ("ply=1", bg.Strength(ply=1)),
        ("network=a b.gnn,ply=0", bg.Strength(network="a b.gnn")),
        ("noise=.5,ply1", bg.Strength(noise=0.5, ply=1)),
        ("random", bg.Strength(at_random=True)),
        *LEVELS.items(),
    ],
)
def test_strengths_round_trip_through_text(text: str, strength: bg.Strength) -> None:
    assert bg.Strength.parse(text) == strength
    assert bg.Strength.parse(str(strength)) == strength


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected a strength: random, beginner,"),
        ("god", "got 'god'"),
        ("ply1,random", "got 'random'"),
        ("ply1,ply2", "expected ply once"),
        ("ply4", "expected 0 to 3, got 4"),
        ("noise=-1", "got 'noise=-1'"),
        ("noise=nan", "got 'noise=nan'"),
        ("noise=11", "0 to 10 points, got 11.0"),
        ("network=", "got 'network='"),
        ("network=a\0b", "expected a valid file name"),
        ("network=\ud800", "expected a valid file name"),
        ("ply" + "9" * 5000, "9'"),
        ("ply\u0661", "expected a strength"),
    ],
)
def test_invalid_strengths_are_refused(text: str, says: str) -> None:
    with pytest.raises(bg.GammonError, match=says):
        bg.Strength.parse(text)


def test_a_network_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "a.gnn"
    file.write_bytes(bg.Network.shipped().to_bytes())
    assert bg.EnginePlayer(bg.Strength(network=str(file))).engine.network == bg.Network.shipped()
    with pytest.raises(FileNotFoundError):
        bg.EnginePlayer(bg.Strength(network=str(tmp_path / "none.gnn")))
    file.write_bytes(b"no network")
    with pytest.raises(bg.WeightsError, match=r"a\.gnn: not a weight file"):
        bg.EnginePlayer(bg.Strength(network=str(file)))
    with pytest.raises(bg.ArgumentError, match="a random player cannot have"):
        bg.Strength(at_random=True, ply=1)
