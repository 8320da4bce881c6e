"""Race counts against published examples; the arithmetic of the others is written out from the published rules."""

from __future__ import annotations

import pytest

import gammon as bg
from tests.races import with_pips

STICK = "XGID=-----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:3:0:10"
"""https://www.bgonline.org/forums/webbbs_config.pl?noframes;read=170148, 102 pips to 112."""


def side(**counts: int) -> list[int]:
    """Return one side of a position with 15 checkers; ``p6=3`` is three checkers on the six point."""
    board = [0] * 26
    for name, count in counts.items():
        board[int(name[1:])] = count
    board[0] = 15 - sum(board)
    return board


SCOONES = bg.Position(
    side(p2=2, p3=2, p5=2, p6=3, p7=2, p8=4),
    side(p2=2, p3=2, p4=1, p5=2, p6=3, p7=1, p9=1, p11=2, p16=1),
)
"""http://www.bkgm.com/rgb/rgb.cgi?view+500, 84 pips to 96."""


def test_keith_by_stick() -> None:
    """The post counts 117 to 112, a difference of 5, which is no double by one pip."""
    count = bg.race.keith(STICK)
    assert bg.race.trice(STICK).own == 102
    assert (count.own, count.opponent, count.figure) == (117, 112, 5)
    assert (count.double, count.redouble, count.take) == (False, False, True)


def test_keith_by_taper_mike() -> None:
    """https://www.bkgm.com/rgb/rgb.cgi?view+1592 counts 59 + 2 + 1 = 62 and 62 + 8 = 70 for the player on roll.

    The opponent has 56 pips, two extra checkers on the ace point (+4), one on the two point (+1), two on the three
    point (+2) and a gap on the four point (+1): 64. The verdict is no double, take. The diagram of the opponent's side
    is illegible in the archived page; the side below has the pips and the features that the post lists.
    """
    position = bg.Position(side(p1=2, p2=2, p3=2, p4=2, p5=3, p6=4), side(p1=3, p2=2, p3=5, p5=1, p6=3, p11=1))
    assert position.pip_counts == (59, 56)
    count = bg.race.keith(position)
    assert (count.own, count.opponent, count.words) == (70, 64, "no double, take")


@pytest.mark.parametrize(
    ("opponent", "double", "redouble", "take"),
    [
        (108, False, False, True),
        (109, False, False, True),
        (110, True, False, True),
        (111, True, True, True),
        (112, True, True, True),
        (113, True, True, False),
    ],
)
def test_keith_s_limits(opponent: int, double: bool, redouble: bool, take: bool) -> None:
    """https://www.bkgm.com/gloss/lookup.cgi?keith+count: double up to 4 over, redouble up to 3, take from 2.

    100 pips without penalties are 100 + 14 = 114.
    """
    count = bg.race.keith(with_pips(100, opponent, filled=True))
    assert (count.own, count.opponent) == (114, opponent)
    assert (count.double, count.redouble, count.take) == (double, redouble, take)


def test_thorp_by_scoones() -> None:
    """The post finds a difference of exactly 0, a take: (84 + 30 - 4) + 10 % = 121, and 96 + 30 - 5 = 121."""
    assert SCOONES.pip_counts == (84, 96)
    count = bg.race.thorp(SCOONES)
    assert (count.own, count.opponent, count.words) == (121, 121, "double, take")


def test_thorp_adds_a_tenth_above_30_only_and_1_for_the_ace_point() -> None:
    """https://nextgammon.com/en/glossary/thorp-count."""
    # 20 pips, 6 for three checkers, less 2 for two points; 5 pips, 10 for five checkers, 5 on the ace point, less 1.
    short = bg.race.thorp(bg.Position(side(p4=1, p6=1, p10=1), side(p1=5)))
    assert (short.own, short.opponent) == (24, 19)
    # 24 + 8 - 1 = 31, and a tenth; 22 + 8 - 2 = 28 for the other side.
    long = bg.race.thorp(bg.Position(side(p6=4), side(p6=2, p5=2)))
    assert (long.own, long.opponent) == (34.1, 28)
    # Exactly 30 gets nothing: 24 + 8 - 2.
    assert bg.race.thorp(bg.Position(side(p6=2, p5=1, p7=1), side(p1=1))).own == 30


@pytest.mark.parametrize(
    ("opponent", "double", "redouble", "take"),
    [
        (107, False, False, True),
        (108, True, False, True),
        (109, True, True, True),
        (112, True, True, True),
        (113, True, True, False),
    ],
)
def test_thorp_s_limits(opponent: int, double: bool, redouble: bool, take: bool) -> None:
    """https://www.bkgm.com/rgb/rgb.cgi?view+158: double up to 2 over, redouble up to 1, take up to 2 under.

    75 + 30 + 1 - 6 = 100, and 110 with the tenth; the opponent adds 25 as well.
    """
    count = bg.race.thorp(with_pips(75, opponent - 25, filled=True))
    assert count.own == 110
    assert count.opponent == opponent
    assert (count.double, count.redouble, count.take) == (double, redouble, take)


@pytest.mark.parametrize(
    ("own", "last_take"),
    [
        (74, 83),  # http://www.backgammon.org/forum/viewtopic.php?p=94
        (55, 62),  # the same
        (65, 73),  # http://www.bgonline.org/forums/webbbs_config.pl?noframes;read=59714: right at 65
        (54, 61),  # http://www.bgonline.org/forums/webbbs_config.pl?noframes;read=128885: (54 - 5) / 7 = 7 is a take
        # By the rule: (53 - 5) / 7 = 6.9, rounded down; 70 / 10 + 1 = 8, with nothing to round.
        (53, 59),
        (70, 78),
    ],
)
def test_trice_s_point_of_last_take(own: int, last_take: int) -> None:
    assert bg.race.trice(with_pips(own, last_take)).take
    assert not bg.race.trice(with_pips(own, last_take + 1)).take


def test_trice_doubles_3_pips_and_redoubles_2_pips_before_the_last_take() -> None:
    """http://boardgamestrategy.blogspot.com/2011_03_01_archive.html; http://bgaddict.com/ for the redouble."""
    found = [bg.race.trice(with_pips(74, 83 - short)) for short in range(5)]
    assert [count.figure for count in found] == [0, 1, 2, 3, 4]
    assert [count.double for count in found] == [True, True, True, True, False]
    assert [count.redouble for count in found] == [True, True, True, False, False]


def test_kleinman_by_bower() -> None:
    """http://www.bkgm.com/rgb/rgb.cgi?view+500: K = 1.45 at 84 to 96."""
    count = bg.race.kleinman(SCOONES)
    assert count.figure == pytest.approx(1.45, abs=0.005)
    assert count.words == "double, pass"


@pytest.mark.parametrize(
    ("own", "opponent", "metric", "win", "tolerance"),
    [
        # Øystein Johansen, "Kleinman Count", rec.games.backgammon, 22 February 2001. The chances of the first two are
        # from approximations, the second of which is off by 0.3 %.
        (100, 113, 1.383, 0.797, 0.0006),
        (100, 106, 0.495, 0.688, 0.003),
        (99, 105, 0.5, 0.69, 0.005),
        (137, 147, 0.7, 0.72, 0.005),
        (94, 110, 2.0, 0.84, 0.005),
        # https://www.bkgm.com/rgb/rgb.cgi?view+574: chances of the opponent, from Snowie's help.
        (85, 99, 1.8, 1 - 0.17, 0.005),
        (67, 77, 1.4, 1 - 0.20, 0.005),
        (58, 66, 1.2, 1 - 0.22, 0.005),
        (95, 105, 1.0, 1 - 0.24, 0.005),
        (78, 86, 0.9, 1 - 0.25, 0.005),
    ],
)
def test_kleinman_s_chances(own: int, opponent: int, metric: float, win: float, tolerance: float) -> None:
    count = bg.race.kleinman(with_pips(own, opponent))
    assert count.figure == pytest.approx(metric, abs=0.0005)
    assert count.win == pytest.approx(win, abs=tolerance)
    assert (count.double, count.redouble, count.take) == (metric >= 0.5, metric >= 0.7, metric <= 1.2)


def test_isight_counts_what_its_rules_say() -> None:
    """Reichert's rules, applied by hand; see also http://backgammon101.com/2024/04/03/ (intro to iSight).

    Both have 15 checkers. The player on roll has an empty four point against an occupied one: 102 + 1 = 103. The
    opponent needs 8 crossovers against 6, 112 + 2 = 114. 103 and a sixth is 120 1/6, more than 6 above 114.
    """
    count = bg.race.isight(STICK)
    assert count.own == pytest.approx(103 * 7 / 6)
    assert (count.opponent, count.words) == (114, "no double, take")
    assert count.win == pytest.approx((80 - 103 / 3 + 2 * 11) / 100)


def test_isight_with_stacks_and_more_checkers() -> None:
    """The first position of http://backgammon101.com/2024/04/03/doubling-in-bear-off-racing-conditions-intro-to-isight/.

    Ten checkers on the ace point against two on the six point: 10 pips, 8 checkers more, 8 beyond the second (+16), and
    the six point empty: 35. The opponent has 12 pips, and no penalty. Being ahead in pips is no double here.
    """
    count = bg.race.isight(bg.Position(side(p1=10), side(p6=2)))
    assert count.own == pytest.approx(35 * 7 / 6)
    assert (count.opponent, count.words) == (12, "no double, take")


def test_isight_s_stacks_on_the_two_and_three_points() -> None:
    """Four on the two point are 2 more than two, five on the three point 2 more than three: 8 + 15 + 2 + 2."""
    count = bg.race.isight(bg.Position(side(p1=3), side(p2=4, p3=5)))
    # 6 checkers more; the other side has nothing on its high points.
    assert count.opponent == 8 + 15 + 2 + 2 + 6
    assert count.own == pytest.approx((3 + 2) * 7 / 6)
