"""The strength measurements: drawn decisions, the cache of judges' equities, and losses computed by hand."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import gammon as bg
from benches.peers.positions import Boards, Rolls, swapped
from strength import borders, exact
from strength.__main__ import main
from strength.cache import PART, CacheError, Judged
from strength.classes import CLASSES
from strength.decisions import OVERALL, Losses, answer, as_json, measure, same_plays
from strength.draw import CANDIDATES, WINDOW, Decisions, draw, load_or_draw, nominate
from strength.estimate import Estimate
from strength.judges import Equities, GammonJudge
from strength.players import GammonPlayer, parse_players, read_network
from tests.unit.strength_fakes import Counting, PipJudge, Runner

Capture = pytest.CaptureFixture[str]


def some_decisions(count: int = 120, seed: int = 4) -> Decisions:
    return draw([GammonPlayer(0)], [GammonJudge(0), PipJudge()], count, seed=seed)


DECISIONS = some_decisions()


def test_an_estimate_is_the_mean_and_the_normal_interval() -> None:
    """For 1, 2, 3, 4, 5 the standard deviation is sqrt(2.5) and the standard error sqrt(0.5)."""
    found = Estimate.of(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    assert (found.mean, found.count) == (3.0, 5)
    assert found.half_width == pytest.approx(1.96 * 0.5**0.5, rel=1e-4)
    assert Estimate.of_counts({1: 1, 2: 1, 3: 1, 4: 1, 5: 1}) == found
    values = np.repeat([-3.0, 0.0, 2.0], [5, 11, 7])
    counted = Estimate.of_counts({-3: 5, 0: 11, 2: 7})
    assert counted.half_width == pytest.approx(Estimate.of(values).half_width, rel=1e-12)
    assert counted.mean == pytest.approx(values.mean(), rel=1e-12)


def test_decisions_are_legal_unforced_and_a_function_of_the_seed() -> None:
    again = some_decisions()
    assert all(
        (getattr(again, name) == getattr(DECISIONS, name)).all()
        for name in ("boards", "rolls", "candidates", "offsets")
    )
    assert not np.array_equal(some_decisions(seed=5).boards, DECISIONS.boards)
    results, offsets = bg.batch.plays(DECISIONS.boards, DECISIONS.rolls)
    assert (np.diff(offsets) > 1).all()
    for one in range(len(DECISIONS)):
        legal = {board.tobytes() for board in swapped(results[offsets[one] : offsets[one + 1]])}
        candidates = DECISIONS.candidates[DECISIONS.offsets[one] : DECISIONS.offsets[one + 1]]
        assert 1 <= len(candidates) <= 2 * CANDIDATES
        assert {board.tobytes() for board in candidates} <= legal


def test_decisions_come_from_varied_games() -> None:
    classes = set(some_decisions(1500, seed=8).classes.tolist())
    assert {CLASSES[number] for number in classes} >= {"back game", "containment", "crashed", "prime", "race"}


def test_nominated_candidates_are_the_best_few_within_the_window() -> None:
    boards, rolls = DECISIONS.boards[:40], DECISIONS.rolls[:40]
    candidates, offsets = nominate(boards, rolls, [PipJudge()])
    results, starts = bg.batch.plays(boards, rolls)
    for one in range(len(boards)):
        values = sorted(PipJudge().equities(swapped(results[starts[one] : starts[one + 1]])), reverse=True)
        expected = [value for value in values[:CANDIDATES] if value > values[0] - WINDOW]
        chosen = PipJudge().equities(candidates[offsets[one] : offsets[one + 1]])
        assert sorted(chosen, reverse=True) == expected


def test_a_loss_is_the_best_equity_minus_that_of_the_choice(tmp_path: Path) -> None:
    """Computed from pip counts: the judge's own choice loses nothing, the worst one the spread of the equities."""
    answers = [(player.name, answer(DECISIONS, player, part=50)) for player in (Runner(), Runner(worst=True))]
    losses = measure(DECISIONS, answers, Judged(tmp_path, PipJudge))
    assert not losses.points[0].any()
    results, offsets = bg.batch.plays(DECISIONS.boards, DECISIONS.rolls)
    values = PipJudge().equities(swapped(results))
    spread = [values[start:stop].max() - values[start:stop].min() for start, stop in pairwise(offsets.tolist())]
    assert losses.points[1] == pytest.approx(np.array(spread))
    overall = losses.of(1)
    assert overall is not None
    assert overall.mean == pytest.approx(1000 * np.mean(spread))
    same = same_plays(answers)
    assert same[0, 0] == same[1, 1] == 1.0
    assert same[0, 1] == same[1, 0] == pytest.approx(np.mean([one == 0 for one in spread]), abs=0.1)


def test_a_better_answer_than_all_candidates_raises_the_others_losses(tmp_path: Path) -> None:
    """A player whose choice is better than every nominated candidate loses nothing."""
    few = Decisions(
        boards=DECISIONS.boards,
        rolls=DECISIONS.rolls,
        candidates=answer(DECISIONS, Runner(worst=True)),
        offsets=np.arange(len(DECISIONS) + 1),
        drawn_by=("test",),
    )
    answers = [("best", answer(few, Runner())), ("worst", answer(few, Runner(worst=True)))]
    losses = measure(few, answers, Judged(tmp_path, PipJudge))
    assert not losses.points[0].any()
    assert losses.points[1].sum() > 0


def test_differences_are_paired_and_reported_by_class() -> None:
    points = np.array([[0.001, 0.002, 0.003, 0.100], [0.002, 0.003, 0.004, 0.101]])
    race, prime = CLASSES.index("race"), CLASSES.index("prime")
    losses = Losses(judge="j", players=("a", "b"), points=points, classes=np.array([race, race, prime, race]))
    difference = losses.difference(1, 0)
    assert difference is not None
    assert difference.mean == pytest.approx(1.0)
    assert difference.half_width == pytest.approx(0.0, abs=1e-9)
    in_race = losses.of(0, "race")
    assert in_race is not None
    assert in_race.mean == pytest.approx(103 / 3)
    assert [losses.count(name) for name in (OVERALL, "race", "prime", "opening")] == [4, 3, 1, 0]
    assert losses.of(0, "prime") is None
    json.dumps(as_json(losses))


def test_positions_are_judged_once_and_new_answers_are_added(tmp_path: Path) -> None:
    judge = Counting()
    asked = DECISIONS.candidates
    judged = Judged(tmp_path, lambda: judge)
    different = len(np.unique(asked.reshape(len(asked), -1), axis=0))
    assert len(judged.missing(asked)) == different
    judged.judge(asked)
    assert judge.asked == different

    again = Counting()
    later = Judged(tmp_path, lambda: again)
    later.judge(asked)
    assert again.asked == 0
    assert (later.equities(asked) == PipJudge().equities(asked)).all()
    answers = answer(DECISIONS, Runner(worst=True))
    later.judge(answers)
    known = {board.tobytes() for board in asked}
    assert again.asked == len({board.tobytes() for board in answers} - known) > 0
    assert (later.equities(answers) == PipJudge().equities(answers)).all()


def test_judgements_before_an_interruption_are_kept(tmp_path: Path) -> None:
    hasty = Counting(patience=2 * PART)
    with pytest.raises(KeyboardInterrupt):
        Judged(tmp_path, lambda: hasty).judge(DECISIONS.candidates)
    patient = Counting()
    judged = Judged(tmp_path, lambda: patient)
    judged.judge(DECISIONS.candidates)
    different = len(np.unique(DECISIONS.candidates.reshape(-1, 52), axis=0))
    assert patient.asked == different - 2 * PART
    assert [path.suffix for path in tmp_path.iterdir()] == [".npz"]


def test_two_concurrent_runs_keep_each_other_s_judgements(tmp_path: Path) -> None:
    half = len(DECISIONS.candidates) // 2
    one, other = Judged(tmp_path, PipJudge), Judged(tmp_path, PipJudge)
    one.judge(DECISIONS.candidates[:half])
    other.judge(DECISIONS.candidates[half:])
    assert not len(Judged(tmp_path, PipJudge).missing(DECISIONS.candidates))


def test_several_processes_judge_like_one(tmp_path: Path) -> None:
    judged = Judged(tmp_path, PipJudge)
    judged.judge(DECISIONS.candidates, processes=2)
    assert (judged.equities(DECISIONS.candidates) == PipJudge().equities(DECISIONS.candidates)).all()


def test_files_of_another_judge_and_damaged_files_are_refused(tmp_path: Path) -> None:
    judged = Judged(tmp_path, PipJudge)
    judged.judge(DECISIONS.candidates[:3])

    class Namesake(PipJudge):
        name = "pips!"

    judged.path.rename(tmp_path / "pips-.npz")
    with pytest.raises(CacheError, match="expected the judge pips!, got pips; remove the file"):
        Judged(tmp_path, Namesake)
    whole = (tmp_path / "pips-.npz").read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"PK" + bytes(100)):
        judged.path.write_bytes(damaged)
        with pytest.raises(CacheError, match="is damaged"):
            Judged(tmp_path, PipJudge)


def test_a_drawn_set_can_be_read_without_the_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strength.draw.JUDGES", ("gammon",))
    drawn = load_or_draw(tmp_path, 30, seed=6)
    monkeypatch.setattr("strength.draw.JUDGES", ("nobody",))
    stored = load_or_draw(tmp_path, 30, seed=6)
    assert stored.drawn_by == drawn.drawn_by
    assert (stored.candidates == drawn.candidates).all()
    (tmp_path / "decisions-6-30.npz").rename(tmp_path / "decisions-7-31.npz")
    with pytest.raises(CacheError, match="expected 31 decisions, got 30"):
        load_or_draw(tmp_path, 31, seed=7)


def test_players_are_named_and_every_network_can_play(tmp_path: Path) -> None:
    shipped = bg.Network.shipped()
    path = tmp_path / "copy.gnn"
    path.write_bytes(shipped.to_bytes())
    specs = parse_players("gammon:0, gammon:1,gnubg-nn:2", [None, read_network(str(path))], threads=1)
    assert [(spec.engine, spec.ply, spec.network is None) for spec in specs] == [
        ("gammon", 0, True),
        ("gammon", 0, False),
        ("gammon", 1, True),
        ("gammon", 1, False),
        ("gnubg-nn", 2, True),
    ]
    for text in ("gammon:x", "gammon:9", "bgsage:1", "nobody:0", "gnubg-nn:0,gnubg-nn:0", ""):
        with pytest.raises(ValueError, match=r"player|engine|ply"):
            parse_players(text, [None], threads=1)
    path.write_bytes(b"no network")
    with pytest.raises(bg.WeightsError):
        read_network(str(path))


def test_a_missing_engine_is_named_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gnubg_nn", None)
    for command in (["decisions", "--cache", str(tmp_path)], ["match", "--pairs", "2"]):
        with pytest.raises(SystemExit):
            main([*command, "--seed", "1"])
        assert (
            "gnubg_nn is not installed; install the other engines with `pip install --group peers`"
            in capsys.readouterr().err
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ["decisions", "--cache", "x"],
        ["decisions", "--seed", "1"],
        ["decisions", "--seed", "1", "--cache", "x", "--count", "1"],
        ["decisions", "--seed", "-1", "--cache", "x"],
        ["decisions", "--seed", "1", "--cache", "x", "--judges", "nobody"],
        ["match", "--pairs", "5"],
        ["match", "--seed", "1", "--network", "no-such-file"],
        ["borders", "--seed", "1", "--count", "none"],
        [],
    ],
)
def test_bad_arguments_end_with_a_message(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_network_given_twice_is_refused(tmp_path: Path, capsys: Capture) -> None:
    copy = tmp_path / "copy.gnn"
    copy.write_bytes(bg.Network.shipped().to_bytes())
    arguments = ["decisions", "--seed", "1", "--cache", str(tmp_path), "--players", "gammon:0", "--judges", "gammon"]
    with pytest.raises(SystemExit):
        main([*arguments, "--network", "shipped", "--network", str(copy)])
    assert "the same player is listed twice" in capsys.readouterr().err


def test_figures_are_written_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The whole command with gammon alone. With gammon as the judge, 1 ply loses less than 0 plies."""
    monkeypatch.setattr("strength.draw.JUDGES", ("gammon",))
    arguments = ["--seed", "3", "--count", "60", "--cache", str(tmp_path), "--judges", "gammon", "--judge-ply", "1"]
    main(["decisions", *arguments, "--players", "gammon:0,gammon:1", "--json", str(tmp_path / "figures.json")])
    assert "overall" in capsys.readouterr().out
    figures = json.loads((tmp_path / "figures.json").read_text())
    (judge,) = figures["judges"]
    first, second = (judge["loss"][name]["overall"]["mean"] for name in figures["players"])
    assert first > second >= 0
    assert judge["difference"][0]["by_class"]["overall"]["mean"] == pytest.approx(second - first)
    assert sum(judge["decisions"][name] for name in CLASSES) == judge["decisions"]["overall"] == 60


class Biased(PipJudge):
    """Values every position with contact 0.2 points too high for the player who moved."""

    def equities(self, boards: Boards) -> Equities:
        """Return the mover's equities of positions after a play."""
        contact = np.array([not bg.Position.from_array(board).is_race for board in boards])
        return super().equities(boards) + 0.2 * contact


def test_a_bias_of_one_class_is_detected_and_luck_is_ignored() -> None:
    """With contact, whoever has just moved is overvalued by 200: the mover after the play, the opponent before it."""
    found = borders.transitions(GammonPlayer(0), 3000, seed=2)
    assert len(found) == 3000
    spreads = {spread.name: spread for spread in borders.measure(found, Biased(), PipJudge())}
    expected = {
        "within a network class, contact": 400.0,
        "across network classes, contact": 400.0,
        "from contact to race": 200.0,
        "within the race": 0.0,
    }
    for name, bias in expected.items():
        assert spreads[name].count > 20
        assert spreads[name].jump == pytest.approx((bias,) * len(borders.PERCENTILES), abs=1e-9)
    assert sum(spread.count for name, spread in spreads.items() if "of positions" not in name) == 3000


def test_transitions_are_legal_plays() -> None:
    found = borders.transitions(GammonPlayer(0), 100, seed=2)
    for before, after in zip(found.before, found.after, strict=True):
        rolls: Rolls = np.array([[a, b] for a in range(1, 7) for b in range(1, a + 1)], dtype=np.uint8)
        results, _ = bg.batch.plays(np.repeat(before[None], 21, axis=0), rolls)
        assert (swapped(results) == after).all(axis=(1, 2)).any()


def test_errors_are_measured_against_exact_chances() -> None:
    boards, wins = exact.read_exact()
    error = exact.measure(PipJudge(), boards[:3], np.array([0.5, 0.6, 0.8]))
    assert error.mean_absolute == pytest.approx(0.4 / 3)
    assert error.root_mean_square == pytest.approx((0.1 / 3) ** 0.5)
    assert error.largest == pytest.approx(0.3)
    assert len(wins) == len(boards)
