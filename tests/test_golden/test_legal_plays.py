"""The engine's legal plays against golden data: special and random positions, perft, longest lists (R3 to R5)."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

import gammon as bg
from gammon.typing import Boards, Rolls
from tests.golden.read import jsonl, toml

STARTS = {
    "backgammon": bg.Position.start(),
    "nackgammon": bg.Position.nackgammon(),
    "hypergammon": bg.Position.hypergammon(),
}
ROLLS = np.array([(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1)], np.uint8)
NO_DOUBLES = ROLLS[ROLLS[:, 0] != ROLLS[:, 1]]
PERFT = [
    pytest.param(STARTS[name], fact, id=f"{name}-{fact['depth']}-{fact['first_roll_differs']}")
    for name in STARTS
    for fact in toml("perft.toml")["start"][name]["perft"]
]


def with_xgid_board(board: str) -> bg.Position:
    """Return the position of an XGID board, with the upper-case side on roll."""
    return bg.Position.from_xgid(f"{board}:0:0:1:00:0:0:0:0:10")


def results_of(boards: Boards, rolls: Rolls) -> Boards:
    """Return the results of every play of every roll on every board."""
    results, _ = bg.batch.plays(np.repeat(boards, len(rolls), axis=0), np.tile(rolls, (len(boards), 1)))
    return results


def distinct(boards: Boards) -> int:
    """Return the number of distinct boards."""
    return len(set(map(bytes, boards.reshape(len(boards), -1))))


@pytest.mark.parametrize("case", jsonl("legal_plays_special.jsonl"), ids=lambda case: case["name"][:3])
def test_special_positions_have_the_known_results(case: dict[str, Any]) -> None:
    """R3.5, R3.6, R4, R5: hand-made positions with every result."""
    position = with_xgid_board(case["xgid_board"])
    assert position.gnubg_id == case["position_id"]
    plays = position.plays(*case["roll"])
    found = sorted(play.position.swap().gnubg_id for play in plays)
    assert found == sorted(result["position_id_mover"] for result in case["results"])
    assert len(plays) == case["n_distinct"]


def test_random_positions_have_the_known_results() -> None:
    """R3 to R5: 200 positions with all rolls; each list is compared by length and hash."""
    cases = jsonl("legal_plays_random.jsonl")
    assert len(cases) == 200
    boards = bg.batch.from_gnubg_ids([case["position_id"] for case in cases])
    for case, board in zip(cases, boards, strict=True):
        assert with_xgid_board(case["xgid_board"]) == bg.Position.from_array(board)
        assert len(case["rolls"]) == 21
        rolls = np.array([[int(roll[0]), int(roll[1])] for roll in case["rolls"]], np.uint8)
        results, offsets = bg.batch.plays(np.stack([board] * 21), rolls)
        ids = bg.batch.to_gnubg_ids(bg.batch.swap(results)).tolist()
        for number, (roll, (count, digest, *listed)) in enumerate(case["rolls"].items()):
            found = sorted(ids[offsets[number] : offsets[number + 1]])
            assert len(found) == count, (case["xgid_board"], roll)
            assert hashlib.sha256(b"\n".join(found)).hexdigest()[:16] == digest
            for expected in listed:
                assert [text.decode() for text in found] == sorted(expected)


@pytest.mark.parametrize("name", STARTS)
def test_the_number_of_plays_of_every_roll_at_the_start(name: str) -> None:
    """R3: each of the 21 rolls at the three starting positions, and their sums."""
    facts = toml("perft.toml")["start"][name]
    _, offsets = bg.batch.plays(np.stack([STARTS[name].to_array()] * 21), ROLLS)
    counts = dict(zip((f"{one}{other}" for one, other in ROLLS.tolist()), np.diff(offsets).tolist(), strict=True))
    assert counts == facts["rolls"]
    different = sum(count for roll, count in counts.items() if roll[0] != roll[1])
    assert sum(counts.values()) == facts["sum_distinct_rolls"]
    assert different == facts["sum_non_doubles"]
    assert sum(counts.values()) + different == facts["sum_ordered_rolls"]


@pytest.mark.parametrize(("start", "fact"), PERFT)
def test_perft_counts_match(start: bg.Position, fact: dict[str, Any]) -> None:
    """R3 to R5: one and two turns from the three starts, with any first roll and with an opening roll."""
    boards = start.to_array()[None]
    for turn in range(fact["depth"]):
        no_double = turn == 0 and fact["first_roll_differs"]
        boards = results_of(boards, NO_DOUBLES if no_double else ROLLS)
    assert len(boards) == fact["plays"]
    assert distinct(boards) == fact.get("positions", distinct(boards))


@pytest.mark.parametrize("fact", toml("random_play.toml")["most_results"], ids=lambda fact: str(fact["count"]))
def test_the_longest_lists_are_complete(fact: dict[str, Any]) -> None:
    """R3.2: the largest known numbers of results are all listed, each once."""
    if "position_id" in fact:
        position = bg.Position.from_gnubg_id(fact["position_id"])
    else:
        position = bg.Position(fact["own"], fact["opponent"])
    plays = position.plays(*fact["roll"])
    assert len(plays) == fact["count"] == len({play.position for play in plays})
    assert len(results_of(position.to_array()[None], np.array([fact["roll"]], np.uint8))) == fact["count"]
