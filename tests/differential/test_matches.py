"""The state machines of the engine and the reference agree (R2, R6, R7, R8, R10)."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

import gammon as bg
from gammon.match import Double, MakePlay, RollDice, Take
from gammon.reference import MatchOptions, Referee
from gammon.reference.match import DONE
from tests.differential.comparison import chunks
from tests.differential.match_faults import MATCH_FAULTS, MatchFault
from tests.differential.matches import (
    OPTIONS,
    PairedMatch,
    all_options,
    engine_rules,
    expected_of,
    first_match_difference,
    in_words,
    middles,
    option_sets,
    reference_options,
    standing_of,
)

CHUNK = 250


def compare_chunk(number: int) -> str | None:
    """Compare one chunk of matches, determined by its number, and describe the first difference."""
    difference = first_match_difference(number, CHUNK)
    return None if difference is None else f"chunk {number}: {difference}"


def test_both_machines_play_the_same_250_matches() -> None:
    """R2, R6, R7, R8, R10: random legal actions under random options; sets of actions, states and scores."""
    assert compare_chunk(0) is None


@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
def test_both_machines_play_the_same_100_000_matches() -> None:
    """R2, R6, R7, R8, R10: as above, other matches."""
    numbers, started = range(1000, 1000 + 100_000 // CHUNK), time.monotonic()
    with chunks(compare_chunk, numbers) as finished:
        for done, chunk in enumerate(finished, start=1):
            assert chunk.result() is None, chunk.result()
            if done % 20 == 0:
                print(f"{done * CHUNK:>8,} matches, {time.monotonic() - started:,.0f} s, no difference", flush=True)


def test_the_matches_cover_everything() -> None:
    """Every stage, action, ending and option occurs; otherwise the comparison would miss it."""
    dice, positions = random.Random(77), middles(77)
    seen: Counter[object] = Counter()
    for _ in range(300):
        match = PairedMatch(Referee, dice, positions)
        assert match.difference() is None
        seen.update(action[0] for action in match.actions)
        seen.update({name: 1 for name in match.rules.__slots__ if getattr(match.rules, name)})
        state = match.state
        seen.update((state.phase, state.result and state.result.win, state.result and state.result.ending))
        seen.update(["Crawford"] * state.crawford + ["after Crawford"] * (match.at.crawford == DONE))
        seen.update(["large cube"] * (state.cube.value >= 16) + ["long"] * (state.game >= 5))
    wanted: set[object] = {
        "roll",
        "double",
        "take",
        "pass",
        "beaver",
        "raccoon",
        "play",
        "resign",
        "accept",
        "decline",
        *OPTIONS,
    }
    wanted |= {bg.match.Phase.MATCH_OVER, *bg.match.Win, bg.match.Ending.BORNE_OFF, bg.match.Ending.RESIGNED}
    wanted |= {"Crawford", "after Crawford", "large cube", "long"}
    assert wanted - seen.keys() == set()
    assert bg.match.Ending.PASSED not in seen, "who would win the match by a refusal may not double (R7.5)"


@pytest.mark.parametrize("fault", MATCH_FAULTS, ids=lambda fault: f"{fault.rule} {fault.summary}")
def test_the_comparison_detects_a_planted_bug(fault: MatchFault) -> None:
    """R2.1 to R10.1: the comparison finds a difference within a small number of matches."""
    assert first_match_difference(3, 6000, fault.referee), f"{fault.rule}: undetected bug: {fault.summary}"


def test_every_rule_of_cube_and_match_has_a_planted_bug() -> None:
    """R2.1 to R2.5, R6, R7.1 to R7.8, R8.1 to R8.4; R8.5 is about options; the next test compares those."""
    rules = {f"R{part}.{n}" for part, last in ((2, 5), (6, 3), (7, 8), (8, 4)) for n in range(1, last + 1)}
    assert rules | {"R10.1"} == {fault.rule for fault in MATCH_FAULTS}
    assert len({fault.summary for fault in MATCH_FAULTS}) == len(MATCH_FAULTS)


def test_both_refuse_the_same_options() -> None:
    """R2.5, R7.6, R7.7, R8.4, R8.5: every combination of options, more than half of which are invalid."""
    refused = 0
    for options in all_options():
        rules, agreed = engine_rules(options), reference_options(options)
        assert (rules is None) == (agreed is None), options
        refused += rules is None
    assert refused > len(option_sets()) > 1000


def test_both_refuse_the_same_actions() -> None:
    """R7, R8: an action that one machine does not list is refused by the other."""
    dice, positions, tried = random.Random(5), middles(5), 0
    everything: list[bg.match.Action] = [
        RollDice(3, 1),
        RollDice(2, 2),
        MakePlay(),
        *(bg.match.Resign(win, bg.Player.ZERO) for win in bg.match.Win),
    ]
    everything += [Double(), Take(), bg.match.Pass(), bg.match.Beaver(), bg.match.Raccoon()]
    everything += [bg.match.Accept(), bg.match.Decline()]
    for _ in range(150):
        match = PairedMatch(Referee, dice, positions)
        assert match.difference() is None
        legal = match.referee.actions(match.at)
        for action in everything:
            words = in_words(match.state, action)
            if words in legal:
                continue
            tried += 1
            with pytest.raises(bg.IllegalActionError, match=r"^[a-z0-9 -]+: \w.*"):
                match.state.act(action)
            with pytest.raises(ValueError, match="not legal in the stage"):
                match.referee.after(match.at, words)
    assert tried > 500


@pytest.mark.parametrize("length", [0, 32767])
def test_a_cube_is_turned_as_often_as_it_can_be(length: int) -> None:
    """R7.4, R7.5, P045: for money, forty times, up to 2^60; in the longest match, until the cube is dead for both."""
    rules = bg.MatchRules(match_length=length)
    state, referee = bg.MatchState.start(rules), Referee(MatchOptions(points=length or None))
    at, plays = referee.begin(), 0

    def act(action: bg.match.Action) -> None:
        nonlocal state, at
        words = in_words(state, action)
        state, at = state.act(action), referee.after(at, words)
        assert standing_of(state) == expected_of(referee, at)

    act(RollDice(2, 1))
    act(state.legal_actions()[0])
    while Double() in state.legal_actions():
        act(Double())
        act(Take())
        act(RollDice(2, 1))
        act(state.legal_actions()[0])
        plays += 1
    assert plays == (60 if length == 0 else 15)
    assert state.cube.value == 2**plays
    assert (state.why_illegal(Double()) or "").endswith("(R7.4)" if length == 0 else "(R7.5)")
    act(bg.match.Resign(bg.match.Win.BACKGAMMON))
    act(bg.match.Accept())
    assert max(state.score) == 3 * 2**plays
