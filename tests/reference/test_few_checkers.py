"""The reference's games of few checkers against the rules of moving, its bear-offs, and planted bugs."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest

from gammon.reference import (
    Board,
    BoardError,
    CubeValues,
    FewCheckers,
    Node,
    Places,
    Plays,
    TwoSided,
    choice,
    legal_plays,
)
from tests.golden.read import jsonl

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


@cache
def one_checker(off: int) -> FewCheckers:
    """Return the game of one checker a side, others having been borne off."""
    return FewCheckers(1, off)


def side(places: Places, off: int = 0) -> list[int]:
    """Return the counts of a side."""
    return [places.count(place) + off * (place == 0) for place in range(26)]


def random_node(game: int) -> Node:
    """Return two sides of one to four checkers each; in odd games one is on the bar against one or two points."""
    for attempt in count(0, 1_000_000):
        checkers = choice(2, game + attempt, 0, 4) + 1
        places = [choice(2, game + attempt, turn, 26) for turn in range(1, 2 * checkers + 1)]
        if game % 2:
            places[0] = 25
            places[checkers:] = [1 + place % 6 for place in places[checkers:] for _ in range(2)][:checkers]
        own, opponent = (tuple(sorted(half, reverse=True)) for half in (places[:checkers], places[checkers:]))
        if any(own) and any(opponent) and not any(25 - place in opponent for place in own if 0 < place < 25):
            return own, opponent
    raise AssertionError


def test_plays_are_those_of_the_rules() -> None:
    passed = 0
    for game in range(150):
        own, opponent = random_node(game)
        for high, low in ROLLS[game % 4 :: 4]:
            plays = legal_plays(Board.from_counts(side(own), side(opponent)), high, low)
            found = Plays().plays((own, opponent), low, high)
            if plays:
                counts = [play.position.to_counts() for play in plays]
                assert {(tuple(side(mine)), tuple(side(theirs))) for mine, theirs in found} == set(counts)
            else:
                passed += 1
                assert found == {(opponent, own)}
    assert passed >= 10


def test_the_larger_number_is_played_if_only_one_can_be() -> None:
    """R3.6: 12/6 and 12/7 are possible, and after either the ace point is blocked."""
    assert Plays().plays(((12, 0), (24, 24)), 5, 6) == {((24, 24), (6, 0))}


def test_a_race_of_one_checker_each_is_a_bear_off() -> None:
    """Two different ways to the same values: a recursion, and sweeps over all positions."""
    game, bearoff = one_checker(14), TwoSided()
    for own in range(1, 13):
        for opponent in range(1, 13, 2):
            found = game.values(Board.from_counts(side((own,), 14), side((opponent,), 14)))
            expected = bearoff.values([0] * (own - 1) + [1], [0] * (opponent - 1) + [1])
            assert found.win == pytest.approx(expected.win, abs=1e-12)
            assert found.cubeless == pytest.approx(expected.cubeless, abs=1e-12)
            assert found.cube == pytest.approx(expected.cube, abs=1e-12)


def test_probabilities_give_the_cubeless_equity() -> None:
    game = one_checker(0)
    for own in range(1, 26):
        for opponent in range(1, 26, 3):
            if own + opponent == 25 and own < 25:
                continue
            found = game.values(Board.from_counts(side((own,)), side((opponent,))))
            won = found.win + found.win_gammon + found.win_backgammon
            lost = 1 - found.win + found.lose_gammon + found.lose_backgammon
            assert found.cubeless == pytest.approx(won - lost, abs=1e-11)
            assert 0 <= found.win_backgammon <= found.win_gammon <= 1
            # With no more than one checker, whoever loses has borne off none.
            assert found.win_gammon == pytest.approx(found.win, abs=1e-11)
            assert found.cube.opponent_owned <= found.cube.centred + 1e-12 <= found.cube.owned + 2e-12


def test_what_a_game_does_not_hold_is_refused() -> None:
    game = one_checker(14)
    with pytest.raises(BoardError, match="the game is over"):
        game.values(Board.from_counts(side((0,), 14), side((3,), 14)))
    with pytest.raises(BoardError, match="expected 15 checkers a side with at least 14 off, got 15 with 13 and 14 off"):
        game.values(Board.from_counts(side((3, 2), 13), side((3,), 14)))
    with pytest.raises(BoardError, match="got 1 with 0 and 0 off"):
        game.opening(Board.from_counts(side((3,)), side((3,))))


# --- planted bugs


def without_exchange(theirs: CubeValues) -> CubeValues:
    """Forget that a cube owned by one player is owned by the opponent of the other."""
    return CubeValues(*[-value for value in theirs])


class NoHits(Plays):
    """Leaves a blot where it is hit."""

    def moves(self, node: Node, die: int) -> set[Node]:
        """Return the results of one move."""
        return {
            (own, node[1]) for own, _ in super().moves(node, die) if not any(25 - place in node[1] for place in own)
        }


def differs(game: FewCheckers) -> bool:
    """Tell whether a value of the game is not that of the golden file."""
    for case in jsonl("hyper1.jsonl"):
        found = game.values(Board.from_counts(side(tuple(case["me"][:1])), side(tuple(case["opp"][:1]))))
        values = (found.cubeless, found.cube.centred, found.cube.owned, found.cube.opponent_owned)
        expected = (case["cubeless"], case["centered_ND"], case["owned_noRedouble"], case["opp_owns"])
        if values != pytest.approx(expected, abs=1e-9):
            return True
    return False


def test_planted_bugs_show_in_the_golden_figures() -> None:
    assert not differs(one_checker(0))
    assert differs(FewCheckers(1, after_turn=without_exchange))
    assert differs(FewCheckers(1, plays=NoHits()))
