"""``python -m gammon.training``: a configuration determines the network, however often training is interrupted."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gammon as bg
from gammon import training
from gammon._engine import training_records
from gammon.training import Config, ConfigError, Fit, Generation, run
from gammon.training.__main__ import main
from gammon.training.config import LATER
from gammon.training.files import LOG, MANIFEST, RECORD, Library, load_records
from gammon.training.generations import BATCHES_AT_ONCE, _order, rates

TEXT: dict[str, Any] = {
    "hidden": 128,
    "seed": 5,
    "generations": [
        {"games": 30, "lambda": 1.0, "batch": 8, "epochs": 1},
        {"games": 12, "lambda": 0.9, "batch": 64, "keep": 1, "warm_start": True},
    ],
}
CONFIG = Config.from_json(json.dumps(TEXT))

Capture = pytest.CaptureFixture[str]


class _StoppedError(Exception):
    pass


def _kept(directory: Path) -> dict[str, bytes]:
    """Read all files except the log, which contains times."""
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir()) if path.name != LOG}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train without interruption, on one thread."""
    directory = tmp_path_factory.mktemp("trained")
    run(CONFIG, directory, threads=1)
    return directory


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(TEXT))
    return path


def _change(**changes: object) -> Config:
    """Return the configuration with some fields changed, of its first generation or at top level."""
    text = json.loads(json.dumps(TEXT))
    for name, value in changes.items():
        (text if name in text else text["generations"][0])[name] = value
    return Config.from_json(json.dumps(text))


def test_a_training_leaves_records_checkpoints_and_networks(trained: Path) -> None:
    records = [f"records-0-{first}.npy" for first in range(0, 30, 3)] + [
        f"records-1-{first}.npy" for first in range(12)
    ]
    others = ["fit-0.checkpoint", "fit-1.checkpoint", MANIFEST, "network-0.gnn", "network-1.gnn"]
    assert sorted(_kept(trained)) == sorted(others + records)
    manifest = json.loads((trained / MANIFEST).read_text())
    networks = [bg.Network((trained / f"network-{number}.gnn").read_bytes()) for number in (0, 1)]
    assert manifest["networks"] == [network.name for network in networks]
    assert manifest["config_hash"] == CONFIG.hash
    assert networks[0] != networks[1]
    log = [json.loads(line) for line in (trained / LOG).read_text().splitlines()]
    assert [line["first_game"] for line in log if line["stage"] == "self-play"] == [*range(0, 30, 3), *range(12)]
    fitted = [line for line in log if line["stage"] == "fitting"]
    # One epoch of the first generation and two of the second.
    assert [line["generation"] for line in fitted] == [0, 1, 1]
    assert fitted[0]["steps"] > BATCHES_AT_ONCE
    assert all(0 < line["held_out_error"] < 3 and 0 <= line["held_out_loss"] < 1 for line in fitted)


def test_interrupted_training_resumes_to_the_same_bytes(tmp_path: Path, trained: Path) -> None:
    stopped: list[str] = []
    for attempt in range(100):
        # Existing files are reported as well, and on a busy machine one call may report many times.
        patience = 3 + attempt + len(list(tmp_path.glob("records-*")))
        reported: list[str] = []

        def stop_soon(
            stage: str, done: int, total: int, reported: list[str] = reported, patience: int = patience
        ) -> None:
            assert 0 <= done <= total
            reported.append(stage)
            if len(reported) > patience or (stage not in stopped and 0 < done < total):
                stopped.append(stage)
                raise _StoppedError

        # Checkpoint after each call, or only on interruption.
        between = 0 if attempt % 2 else 1e9
        try:
            run(CONFIG, tmp_path, progress=stop_soon, seconds_between_checkpoints=between)
            break
        except _StoppedError:
            assert not list(tmp_path.glob("*.tmp"))
    else:
        pytest.fail("training does not finish")
    assert set(stopped) == {f"generation {number}: {what}" for number in (0, 1) for what in ("self-play", "fitting")}
    assert _kept(tmp_path) == _kept(trained)


def test_siblings_follow_the_record_that_they_belong_to(trained: Path) -> None:
    siblings = Library(sorted(trained.glob("records-0-*.npy"))).siblings()
    assert siblings.dtype == np.bool_
    assert 0.2 < siblings.mean() < 0.8
    orders = [_order(1, 0, epoch, siblings) for epoch in (0, 1)]
    for order in orders:
        assert sorted(order) == list(range(len(siblings)))
        for place, number in enumerate(order):
            if siblings[number]:
                assert order[place - 1] == number - 1
    assert (orders[0] != orders[1]).any()


def test_the_first_generation_can_start_from_the_weights_of_its_playing_network(tmp_path: Path) -> None:
    start = Fit(128, seed=3).to_network()
    config = _change(warm_start=True, games=2, batch=8, epochs=1, rate=0)
    alone = Config(hidden=128, seed=config.seed, generations=config.generations[:1])
    network = run(alone, tmp_path / "right", start=start)
    # A learning rate of zero changes nothing.
    assert network == Fit.from_network(start).to_network()
    assert network.hidden == start.hidden == 128
    with pytest.raises(ConfigError, match="generation 0 has warm_start: expected a start network, got None"):
        run(alone, tmp_path / "none")
    assert run(alone, tmp_path / "none", start=start) == network == run(alone, tmp_path / "none")
    other = Config(hidden=256, seed=config.seed, generations=config.generations[:1])
    with pytest.raises(ConfigError, match="a start network of 256 units, got 128"):
        run(other, tmp_path / "other", start=start)
    # A refused run leaves no files behind.
    assert not (tmp_path / "other").exists()


def test_the_number_of_threads_does_not_change_the_result(tmp_path: Path, trained: Path) -> None:
    run(CONFIG, tmp_path / "new" / "directory", threads=2)
    assert _kept(tmp_path / "new" / "directory") == _kept(trained)


def test_a_finished_training_is_not_repeated(trained: Path) -> None:
    before = _kept(trained)
    reported: list[object] = []
    network = run(CONFIG, trained, progress=lambda *what: reported.append(what))
    assert network.to_bytes() == before["network-1.gnn"]
    assert not reported
    assert _kept(trained) == before


def test_records_are_legal_positions_with_valid_labels(trained: Path) -> None:
    paths = sorted(trained.glob("records-*.npy"))
    records = np.concatenate([load_records(path) for path in paths])
    assert records.dtype == np.uint8
    assert len(bg.batch.pip_counts(records[:, :52].reshape(-1, 2, 26))) == len(records) > 1000
    assert set(np.unique(records[:, -1])) == {0, 1}
    labels = records[:, 52:62].copy().view("<i2") / 2**14
    assert labels.shape == (len(records), 5)
    assert (np.abs(labels - 0.5) < 1.5).all()


def test_several_record_files_are_read_as_one(trained: Path) -> None:
    paths = sorted(trained.glob("records-0-*.npy"))
    whole = np.concatenate([load_records(path) for path in paths])
    library = Library(paths)
    assert len(library) == len(whole)
    numbers = np.random.default_rng(1).integers(0, len(whole), 5000)
    assert np.array_equal(library.take(numbers), whole[numbers])
    assert np.array_equal(library.take(np.arange(len(whole))), whole)
    assert library.take(np.arange(0)).shape == (0, RECORD)


def _exact(network: bg.Network) -> bg.Evaluator:
    return bg.Evaluator(network, [bg.tables.get(name) for name in bg.tables.DEFAULT])


def test_the_first_games_can_be_played_by_a_given_network(tmp_path: Path) -> None:
    config = _change(generations=TEXT["generations"][:1])
    shipped = bg.Network.shipped()
    run(config, tmp_path, start=shipped)
    expected = training_records(_exact(shipped), 3, seed=5, first_game=3, lambda_=1.0, explore=16, wild_turns=20)
    assert np.array_equal(load_records(tmp_path / "records-0-3.npy"), expected)
    assert json.loads((tmp_path / MANIFEST).read_text())["start"] == shipped.name
    before = _kept(tmp_path)
    assert run(config, tmp_path) == run(config, tmp_path, start=shipped)
    with pytest.raises(ConfigError, match="start: expected network"):
        run(config, tmp_path, start=bg.Network(before["network-0.gnn"]))
    assert _kept(tmp_path) == before


def test_newer_fields_do_not_change_the_hash_of_older_configurations() -> None:
    assert CONFIG.hash == "c619da5ab9e2"
    assert _change(two_plies_within=None).hash == CONFIG.hash != _change(two_plies_within=0).hash
    names = {field.name for field in fields(Generation)}
    assert set(LATER) < names


def test_two_ply_labels_are_a_configuration_option(tmp_path: Path) -> None:
    shipped = bg.Network.shipped()
    generation = {"games": 2, "lambda": 1.0, "batch": 2, "two_plies_within": 0.01}
    run(Config.from_json(json.dumps(TEXT | {"generations": [generation]})), tmp_path, start=shipped)
    records = load_records(tmp_path / "records-0-0.npy")
    recipe: dict[str, Any] = {"seed": 5, "first_game": 0, "lambda_": 1.0, "explore": 16, "wild_turns": 20}
    assert np.array_equal(records, training_records(_exact(shipped), 1, **recipe, two_plies_within=0.01))
    plain = training_records(_exact(shipped), 1, **recipe)
    # The positions are the same; some labels differ.
    assert np.array_equal(records[:, :52], plain[:, :52])
    others = (records != plain).any(axis=1).mean()
    assert 0.1 < others < 1


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": 256},
        {"seed": 6},
        {"lambda": 0.5},
        {"rate": 0.001},
        {"two_plies_within": 0.0},
        {"generations": TEXT["generations"][:1]},
    ],
    ids=str,
)
def test_files_of_another_configuration_are_refused(trained: Path, changes: dict[str, object]) -> None:
    before = _kept(trained)
    with pytest.raises(ConfigError, match=f"{MANIFEST} belongs to another configuration"):
        run(_change(**changes), trained)
    assert _kept(trained) == before


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _swapped_networks(directory: Path) -> None:
    (directory / "network-0.gnn").write_bytes((directory / "network-1.gnn").read_bytes())
    (directory / "records-1-3.npy").unlink()


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no manifest": (lambda directory: (directory / MANIFEST).unlink(), "or one with a manifest.json"),
    "half a manifest": (lambda directory: _cut(directory / MANIFEST), "manifest.json: not JSON"),
    "another manifest": (
        lambda directory: (directory / MANIFEST).write_text("[]"),
        "manifest.json: expected a JSON object",
    ),
    "another format": (
        lambda directory: (directory / MANIFEST).write_text(
            (directory / MANIFEST).read_text().replace("training 2", "training 1")
        ),
        "manifest.json: format: expected 'gammon training 2', got 'gammon training 1'",
    ),
    "half a checkpoint": (lambda directory: _cut(directory / "fit-1.checkpoint"), "not a usable checkpoint"),
    "another checkpoint": (
        lambda directory: (directory / "fit-1.checkpoint").write_bytes(b"{}\n"),
        "fit-1.checkpoint: the field 'config_hash' is missing",
    ),
    "half of the records": (lambda directory: _cut(directory / "records-1-3.npy"), "is not a records file"),
    "other records": (
        lambda directory: np.save(directory / "records-1-3.npy", np.zeros((5, 61), np.uint8)),
        "is not a records file: expected uint8 of shape",
    ),
    "another network": (_swapped_networks, "as in the manifest"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_files_are_refused_with_the_reason(tmp_path: Path, trained: Path, damage: str) -> None:
    spoil, says = DAMAGE[damage]
    for name, data in _kept(trained).items():
        (tmp_path / name).write_bytes(data)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    manifest["networks"].pop()
    (tmp_path / MANIFEST).write_text(json.dumps(manifest, indent=1))
    spoil(tmp_path)
    with pytest.raises(bg.GammonError, match=says):
        run(CONFIG, tmp_path)


def test_too_few_records_for_a_batch_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"generation 0: expected at least 5000 records, one batch, got \d+"):
        run(_change(games=2, batch=5000), tmp_path)


def test_the_learning_rate_rises_and_falls() -> None:
    all_rates = rates(0.002, np.arange(10_000), 10_000)
    assert all_rates.dtype == np.float32
    assert all_rates[0] == np.float32(0.002 / 200)
    assert all_rates[199:210].max() == pytest.approx(0.002, rel=0.01)
    assert all_rates[5000] == pytest.approx(0.001)
    assert all_rates[-1] == np.float32(0.002 * 0.005)
    assert (np.diff(all_rates[:199]) > 0).all()
    assert (np.diff(all_rates[210:]) <= 0).all()
    assert np.array_equal(rates(0.002, np.arange(50, 70), 10_000), all_rates[50:70])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hidden": 0}, "hidden is 0"),
        ({"hidden": 130}, "hidden is 130; it must be a multiple of 128"),
        ({"hidden": 4096}, "hidden is 4096"),
        ({"hidden": "128"}, "hidden: expected an int, got str"),
        ({"hidden": 128.0}, "hidden: expected an int, got float"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"seed": True}, "seed: expected an int, got bool"),
        ({"generations": []}, "generations: expected at least one"),
        ({"generations": {}}, "generations: expected a list, got"),
        ({"generations": [5]}, "generations[0]: expected a JSON object, got"),
        ({"generations": [{"games": 5}]}, "generations[0]: the field 'lambda' is missing"),
        ({"generations": [{"games": 5, "lambda": 1, "lambdas": 1}]}, "generations[0]: unknown field 'lambdas'"),
        ({"games": 1}, "generations[0]: games is 1"),
        ({"lambda": 1.5}, "generations[0]: lambda is 1.5"),
        ({"lambda": "1"}, "lambda: expected a number, got str"),
        ({"explore": 0}, "explore is 0"),
        ({"wild_turns": -1}, "wild_turns is -1"),
        ({"epochs": 0}, "epochs is 0"),
        ({"batch": 0}, "batch is 0"),
        ({"rate": -0.1}, "rate is -0.1"),
        ({"keep": -1}, "keep is -1"),
        ({"warm_start": 1}, "warm_start: expected a bool, got int"),
        ({"two_plies_within": -0.1}, "two_plies_within is -0.1"),
        ({"two_plies_within": "0"}, "two_plies_within: expected a number, got str"),
    ],
)
def test_a_configuration_with_invalid_values_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        _change(**change)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the configuration: not JSON"),
        ("5", "the configuration: expected a JSON object, got 5"),
        ("{}", "the configuration: the field 'hidden' is missing"),
        ('{"hidden": 128, "seed": 1, "generations": 3}', "the configuration: generations: expected a list, got 3"),
        (
            '{"hidden": 128, "seed": 1, "generations": [{"games": 9}]}',
            r"the configuration: generations\[0\]: the field 'lambda' is missing",
        ),
    ],
)
def test_text_that_is_not_a_configuration_is_refused(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        Config.from_json(text)


def test_the_shipped_configurations_can_be_read() -> None:
    configs = sorted((Path(training.__file__).parent / "configs").glob("*.json"))
    assert [path.name for path in configs] == ["from_nothing.json", "next.json"]
    for path in configs:
        assert isinstance(Config.from_json(path.read_bytes()).generations[0], Generation)


def test_a_fit_refuses_invalid_arguments(trained: Path) -> None:
    records = np.array(load_records(trained / "records-0-0.npy"))
    fit = Fit(128, seed=1)

    def train(
        records: Any = records,  # noqa: ANN401
        order: Any = np.arange(8),  # noqa: ANN401, B008
        batch: Any = 4,  # noqa: ANN401
        rates: Any = np.zeros(2, np.float32),  # noqa: ANN401, B008
    ) -> float:
        return fit.train(records, order, batch=batch, rates=rates)

    before = fit.to_bytes()
    assert train() == train(records=np.asfortranarray(records)) == train(records=records[:, ::-1].copy()[:, ::-1])
    assert fit.squared_error(records) == pytest.approx(fit.squared_error(np.asfortranarray(records)))
    assert 0 < fit.loss(records) == pytest.approx(fit.loss(np.asfortranarray(records)))
    assert fit.loss(records[:0]) == fit.loss(records[:1]) == 0
    wrong = records.copy()
    wrong[2, 25] += 1
    for problem, says in (
        ({"records": records.astype(np.int64)}, "records: expected a uint8 array of shape"),
        ({"records": records[:, 1:]}, "got uint8 of shape"),
        ({"order": np.arange(8, dtype=np.int32)}, "order: expected an array of int64 of shape"),
        ({"order": np.array([0] * 7 + [len(records)])}, f"order: expected row numbers of records, got {len(records)}"),
        ({"order": np.array([0] * 7 + [-1])}, "order: expected row numbers of records, got -1"),
        ({"rates": np.zeros(2)}, "rates: expected an array of float32"),
        ({"rates": np.zeros(3, np.float32)}, "got 3 rates and 2 batches"),
        ({"batch": 0}, "batch is 0"),
        ({"batch": 2**70}, "batch is "),
        ({"batch": 9, "rates": np.zeros(0, np.float32)}, "got 0 rates and 0 batches"),
        ({"records": wrong}, "row 2: not a training record"),
    ):
        with pytest.raises(bg.GammonError, match=says):
            train(**problem)
    assert Fit.from_bytes(before).to_network() == Fit(128, seed=1).to_network() != Fit(128, seed=2).to_network()
    for checkpoint in (b"", before[:-1], before + b"\0", b"x" + before[1:]):
        with pytest.raises(bg.WeightsError, match="not a usable checkpoint"):
            Fit.from_bytes(checkpoint)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"n": -1}, "n is -1"),
        ({"n": 2**33}, "n is 8589934592"),
        ({"seed": 2**64}, "seed is"),
        ({"first_game": 2**64 - 1}, "first_game is"),
        ({"lambda_": 1.5}, "lambda_ is 1.5"),
        ({"lambda_": float("nan")}, "lambda_ is NaN"),
        ({"explore": 0}, "explore is 0"),
        ({"wild_turns": -1}, "wild_turns is -1"),
        ({"two_plies_within": -0.1}, "two_plies_within is -0.1"),
        ({"two_plies_within": float("nan")}, "two_plies_within is NaN"),
        ({"threads": 0}, "threads is 0"),
    ],
)
def test_arguments_of_self_play_out_of_range_are_refused(wrong: dict[str, Any], says: str) -> None:
    right: dict[str, Any] = {"n": 2, "seed": 1, "first_game": 0, "lambda_": 1, "explore": 16, "wild_turns": 20}
    assert training_records(bg.Evaluator(bg.Network.shipped()), **right | {"n": 0}).shape == (0, RECORD)
    with pytest.raises(bg.ArgumentError, match=says):
        training_records(bg.Evaluator(bg.Network.shipped()), **right | wrong)


# --- the command ---


def test_the_command_trains(tmp_path: Path, config_file: Path, trained: Path, capsys: Capture) -> None:
    out = tmp_path / "out"
    assert main(["run", str(config_file), "--out", str(out)]) == 0
    expected = bg.Network((trained / "network-1.gnn").read_bytes())
    captured = capsys.readouterr()
    assert captured.out == f"network {expected.name}: {out / 'network-1.gnn'}\n"
    stages = [line.removeprefix("gammon.training: ").split(",")[0] for line in captured.err.splitlines()[1:]]
    assert stages == [f"generation {number}: {what}" for number in (0, 1) for what in ("self-play", "fitting")]
    assert _kept(out) == _kept(trained)


def test_without_a_terminal_the_command_writes_progress_as_lines(
    tmp_path: Path, config_file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gammon.training.__main__.SECONDS_BETWEEN_LINES", 0.0)
    assert main(["run", str(config_file), "--out", str(tmp_path / "out")]) == 0
    lines = capsys.readouterr().err.splitlines()
    for what, total in (("0: self-play", 30), ("0: fitting", None), ("1: self-play", 12), ("1: fitting", None)):
        reported = [re.search(rf"generation {what}, (\d+) of (\d+) done, \d+ a minute", line) for line in lines]
        found = [(int(match[1]), int(match[2])) for match in reported if match]
        assert found == sorted(found)
        assert found[0][1] == (total or found[0][1])
        assert found[-1][0] <= found[-1][1]
    assert any(line.endswith(" minutes left") for line in lines)


def test_the_command_takes_a_network_to_start_from(tmp_path: Path, trained: Path, capsys: Capture) -> None:
    config = tmp_path / "config.json"
    config.write_text(json.dumps(TEXT | {"generations": [{"games": 2, "lambda": 1, "batch": 4}]}))
    for start in ("shipped", str(trained / "network-0.gnn")):
        out = tmp_path / Path(start).name
        assert main(["run", str(config), "--out", str(out), "--from", start]) == 0
        name = json.loads((out / MANIFEST).read_text())["start"]
        network = bg.Network.shipped() if start == "shipped" else bg.Network(Path(start).read_bytes())
        assert name == network.name
        assert (out / "start.gnn").read_bytes() == network.to_bytes()
    capsys.readouterr()


def test_the_command_refuses_with_a_message(tmp_path: Path, config_file: Path, capsys: Capture) -> None:
    def refusal(*argv: str) -> str:
        assert main(argv) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert all(line.startswith("gammon.training: ") for line in err.splitlines())
        return err

    out = str(tmp_path / "out")
    assert "nowhere.json: No such file" in refusal("run", str(tmp_path / "nowhere.json"), "--out", out)
    assert "nowhere.gnn: No such file" in refusal("run", str(config_file), "--out", out, "--from", "nowhere.gnn")
    assert "not a weight file" in refusal("run", str(config_file), "--out", out, "--from", str(config_file))
    assert "File exists" in refusal("run", str(config_file), "--out", str(config_file))
    config_file.write_text("{}")
    assert f"{config_file}: the field 'hidden' is missing" in refusal("run", str(config_file), "--out", out)
    for argv in ([], ["run"], ["run", str(config_file)], ["ran", str(config_file), "--out", "x"]):
        with pytest.raises(SystemExit) as usage:
            main(argv)
        assert usage.value.code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to a single process there")
@pytest.mark.timeout(200)
def test_ctrl_c_interrupts_and_the_same_command_resumes(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    long = [{"games": 12, "lambda": 1, "batch": 4, "epochs": 1000}]
    config.write_text(json.dumps(TEXT | {"generations": long}))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "gammon.training", "run", str(config), "--out", str(out)]
    steps = [0]
    for _ in range(2):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
            assert child.stderr
            while "fitting" not in child.stderr.readline():
                assert child.poll() is None
            # Long enough to be in the middle of training, even on a busy machine.
            time.sleep(3.0)
            child.send_signal(signal.SIGINT)
            stdout, stderr = child.communicate(timeout=60)
        assert (child.returncode, stdout) == (130, "")
        assert stderr == f"gammon.training: interrupted; run the same command again to resume from {out}\n"
        header, _, fit = (out / "fit-0.checkpoint").read_bytes().partition(b"\n")
        Fit.from_bytes(fit)
        steps.append(json.loads(header)["step"])
        assert not list(out.glob("*.tmp"))
    assert steps[0] < steps[1] < steps[2]
