"""`gammon.Play`, and the point of view of its fields."""

from __future__ import annotations

import pytest

import gammon as bg

START = bg.Position.start()


def test_a_play_knows_both_positions_and_its_moves() -> None:
    play = START.parse_play("6/5 8/5", 3, 1).play
    assert play.before == START
    assert play.moves == ((8, 5), (6, 5))
    assert play.position.opponent[5] == 2
    assert play in START.plays(1, 3)


def test_after_a_play_the_opponent_is_on_roll() -> None:
    # P111: a position is always from the point of view of the player on roll.
    for roll in bg.Roll.all():
        for play in START.plays(*roll):
            assert play.position.own == START.opponent
            assert play.position.pip_counts[0] == 167
            assert play.position.pip_counts[1] == 167 - sum(source - target for source, target in play.moves)


def test_moves_use_the_mover_s_numbers_with_25_for_the_bar_and_0_for_off() -> None:
    entering = bg.Position.from_xgid("------E-C---eE---c-e---bAA:0:0:1:00:0:0:0:0:10")
    assert all(play.moves[0][0] == 25 for play in entering.plays(5, 2))
    last = bg.Position([14, 0, 1, *[0] * 23], [0, 15, *[0] * 24])
    (play,) = last.plays(6, 5)
    assert play.moves == ((2, 0),)
    assert str(play) == "2/off"


def test_a_turn_that_passes_is_a_play_without_moves() -> None:
    stuck = bg.Position.from_gnubg_id("m23wAQDgc/ABYA")
    assert stuck.plays(6, 5) == []
    play = stuck.parse_play("(no play)", 6, 5).play
    assert play.moves == ()
    assert play.position == stuck.swap()
    with pytest.raises(bg.IllegalPlayError):
        stuck.parse_play("(no play)", 3, 1)


def test_wrong_hit_marks_give_a_remark() -> None:
    assert START.parse_play("8/5 6/5", 3, 1).remarks == ()
    (remark,) = START.parse_play("8/5* 6/5", 3, 1).remarks
    assert "8/5*" in remark or "5" in remark
    hitting = bg.Position.from_xgid("-b---GG----a-A-----eeb----:0:0:1:00:0:0:0:0:10")
    parsed = hitting.parse_play("13/11/8", 3, 2)
    assert parsed.remarks
    assert hitting.parse_play("13/11*/8", 3, 2).play == parsed.play


def test_every_play_round_trips_through_text() -> None:
    for roll in bg.Roll.all():
        for play in START.plays(*roll):
            assert START.parse_play(str(play), *roll).play == play


def test_plays_from_different_positions_are_different() -> None:
    nackgammon = bg.Position.nackgammon()
    one = START.parse_play("24/23 13/10", 3, 1).play
    other = nackgammon.parse_play("24/23 13/10", 3, 1).play
    assert one.moves == other.moves
    assert one != other
