"""Paired matches: the totals are exact, however often a match is interrupted."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import gammon as bg
from strength import match
from strength.match import Match, MatchError, Totals, begin, play, play_pairs
from tests.unit.strength_fakes import Chance, one, other

SEED = 9
PAIRS = 12
NAMES = ("one", "other")


def points_of_game(pair: int, starter: int) -> int:
    """Play one game, one position at a time, and return the first player's points."""
    players = (Chance("one"), Chance("other"))
    opening = bg.batch.opening_rolls(1, seed=SEED, first_game=pair)[0].tolist()
    position, mover, turn, roll = bg.Position.start(), starter, 0, sorted(opening)
    while True:
        chosen = players[mover].best(position.to_array()[None], np.array([roll], dtype=np.uint8))
        position = bg.Position.from_array(np.ascontiguousarray(chosen[0, ::-1]))
        if position.points is not None:
            return abs(position.points) if mover == 0 else -abs(position.points)
        mover, turn = 1 - mover, turn + 1
        roll = bg.batch.rolls(1, seed=SEED, turn=turn, first_game=pair)[0].tolist()


@pytest.fixture(scope="module")
def expected() -> list[tuple[int, int]]:
    return [(points_of_game(pair, 0), points_of_game(pair, 1)) for pair in range(PAIRS)]


def test_games_played_side_by_side_equal_games_played_one_by_one(expected: list[tuple[int, int]]) -> None:
    played = play_pairs((one(), other()), SEED, range(PAIRS))
    assert played.tolist() == [list(pair) for pair in expected]
    assert play_pairs((one(), other()), SEED, range(5, 9)).tolist() == [list(pair) for pair in expected[5:9]]


def test_a_player_against_itself_draws_every_pair() -> None:
    assert not play_pairs((one(), one()), 1, range(10)).sum(axis=1).any()
    assert (play_pairs((one(), other()), 1, range(10)) == -play_pairs((other(), one()), 1, range(10))[:, ::-1]).all()


@pytest.mark.parametrize("processes", [1, 2])
def test_totals_do_not_depend_on_interruptions(
    processes: int, expected: list[tuple[int, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "LOCKSTEP_PAIRS", 5)
    out = tmp_path / "match.json"
    for pairs in (4, 4, 11, PAIRS):
        ended = play((one, other), begin(NAMES, seed=SEED, out=out), pairs, processes=processes, out=out)
        assert ended.totals.pairs == pairs
        assert ended == Match.read(out)
    assert ended.totals.pair_points == Counter(sum(pair) for pair in expected)
    assert ended.totals.game_points == Counter(points for pair in expected for points in pair)
    # Asking for fewer pairs than were played does not remove any.
    again = play((one, other), begin(NAMES, seed=SEED, out=out), 6, out=out)
    assert again.totals == ended.totals


def test_pairs_before_an_interruption_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "LOCKSTEP_PAIRS", 3)
    out = tmp_path / "match.json"

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play((one, other), begin(NAMES, seed=SEED, out=out), 9, out=out, advance=stop)
    assert Match.read(out).totals.pairs == 3
    whole = play((one, other), begin(NAMES, seed=SEED, out=None), 9)
    assert play((one, other), begin(NAMES, seed=SEED, out=out), 9, out=out) == whole


def test_statistics_of_a_known_set_of_pairs() -> None:
    """Pairs of +2, 0, 0 and -1: the mean is 1/4 point per pair, 1/8 per game; the variance of the pairs is 19/12."""
    totals = Totals.of(np.array([[1, 1], [2, -2], [-1, 1], [-3, 2]]))
    found = totals.points_per_game
    assert found.mean == pytest.approx(125.0)
    assert found.half_width == pytest.approx(500 * 1.959964 * (19 / 12 / 4) ** 0.5)
    assert (totals.share(1, 3), totals.share(2, 3), totals.share(-3, -2)) == (5 / 8, 2 / 8, 2 / 8)
    assert totals.unpaired.mean == pytest.approx(125.0)


def test_files_of_another_match_and_damaged_files_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    Match(players=NAMES, seed=SEED, totals=Totals.of(np.array([[1, -2], [2, 1]]))).write(out)
    for names, seed in ((NAMES, SEED + 1), (("one", "third"), SEED)):
        with pytest.raises(MatchError, match="got one against other, seed 9; name another file"):
            begin(names, seed=seed, out=out)
    whole = json.loads(out.read_text())
    for change in ({"pairs": 3}, {"format": "x"}, {"game_points": {"1": 4}}, {"pair_points": {"-1": 1, "4": 1}}):
        out.write_text(json.dumps(whole | change))
        with pytest.raises(MatchError, match="do not add up"):
            begin(NAMES, seed=SEED, out=out)
    for text in ("", "[]", "{}", out.read_text()[:40], json.dumps(whole | {"players": 1})):
        out.write_text(text)
        with pytest.raises(MatchError, match="is not a match file"):
            begin(NAMES, seed=SEED, out=out)
