"""The training loop: each generation plays games and fits a network to their records."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from gammon import tables
from gammon._engine import Evaluator, Fit, Network, WeightsError, training_records
from gammon.arguments import check, real
from gammon.training.config import Config, ConfigError, Generation
from gammon.training.files import MANIFEST, Directory, Library, Records, load_records

WARM_UP = 200
"""Steps over which the learning rate rises to its maximum."""

LEAST_RATE = 0.005
"""Minimum learning rate, as a fraction of the maximum."""

BATCHES_AT_ONCE = 200
"""Steps between checks whether a checkpoint is due."""

SECONDS_BETWEEN_CHECKPOINTS = 180.0

GAMES_OF_A_GENERATION = 2**40
"""The numbers of a generation's games begin at a multiple of this, so that no two generations share dice."""

Progress: TypeAlias = Callable[[str, int, int], object]
"""Progress callback, called with the stage, the amount of work done in it, and the total."""


def run(
    config: Config,
    directory: Path,
    *,
    start: Network | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    seconds_between_checkpoints: float = SECONDS_BETWEEN_CHECKPOINTS,
) -> Network:
    """Train a network, or resume an interrupted run.

    Each generation plays games with the previous network, stores training records, and fits a network to them. The
    result does not depend on interruptions or on the number of threads.

    Parameters
    ----------
    config
        The configuration.
    directory
        Directory of all files (see `Directory`), also to resume from; created if it does not exist.
    start
        The network that plays the first generation's games; one with random weights if None. When training is resumed,
        it is read from the directory.
    progress
        Called periodically. If it raises, or on Ctrl-C, a checkpoint is written before the exception propagates.
    threads
        Number of threads; all cores if None.
    seconds_between_checkpoints
        Interval between checkpoints: the most work that is lost if the process is killed.

    Returns
    -------
    Network
        The network of the last generation.

    Raises
    ------
    ConfigError
        If the directory holds files of another configuration, or there are too few records for a batch.
    WeightsError
        If a checkpoint is damaged, or a weight is too large for its integer type.
    OSError
        If a file cannot be read or written.
    """
    check("config", config, Config)
    check("directory", directory, Path)
    if start is not None:
        check("start", start, Network)
    real("seconds_between_checkpoints", seconds_between_checkpoints, 0, 1e9)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function or None, got {type(progress).__name__}")
    if config.generations[0].warm_start:
        # Checked before anything is written, so that the directory can be used again.
        if start is not None and start.hidden != config.hidden:
            raise ConfigError(
                f"generation 0 has warm_start: expected a start network of {config.hidden} units, got {start.hidden}"
            )
        if start is None and not (directory / MANIFEST).exists():
            raise ConfigError("generation 0 has warm_start: expected a start network, got None")
    files = Directory(directory, config, None if start is None else (start.to_bytes(), start.name))
    tell = _ignore if progress is None else progress
    for generation in range(files.finished, len(config.generations)):
        _play(files, generation, tell, threads)
        network = _fit(files, generation, tell, threads, seconds_between_checkpoints)
        files.finish(generation, network.to_bytes(), network.name)
    return _network(files, len(config.generations) - 1)


def _network(files: Directory, generation: int) -> Network:
    """Read the network of a generation; generation -1 is the network that plays the first games."""
    found = files.start() if generation < 0 else files.network(generation)
    if found is None:
        return Fit(files.config.hidden, seed=files.config.seed).to_network()
    weights, name = found
    network = Network(weights)
    if network.name != name:
        raise ConfigError(
            f"network of generation {generation}: expected {name}, as in the manifest, got {network.name}"
        )
    return network


def _first_games(generation: Generation) -> range:
    """Return the number of the first game of each records file."""
    return range(0, generation.games, generation.games_in_a_file)


def _play(files: Directory, number: int, tell: Progress, threads: int | None) -> None:
    """Play those games of a generation that have no records yet."""
    generation = files.config.generations[number]
    stage = f"generation {number}: self-play"
    player: Network | None = None
    for first_game in _first_games(generation):
        tell(stage, first_game, generation.games)
        path = files.records_path(number, first_game)
        if path.exists():
            load_records(path)
            continue
        player = player or _network(files, number - 1)
        games = min(generation.games_in_a_file, generation.games - first_game)
        started = time.monotonic()

        def report(done: int, _: int, first_game: int = first_game) -> None:
            tell(stage, first_game + done, generation.games)

        # Tables make the labels of bear-offs exact.
        records = training_records(
            Evaluator(player, [tables.get(name) for name in tables.DEFAULT]),
            games,
            seed=files.config.seed,
            first_game=number * GAMES_OF_A_GENERATION + first_game,
            lambda_=generation.lambda_,
            explore=generation.explore,
            wild_turns=generation.wild_turns,
            two_plies_within=generation.two_plies_within,
            threads=threads,
            progress=report,
        )
        files.write_records(number, first_game, records)
        figures = {"games": games, "records": len(records), "seconds": round(time.monotonic() - started, 3)}
        files.log({"generation": number, "stage": "self-play", "first_game": first_game, **figures})


def _fit(
    files: Directory, number: int, tell: Progress, threads: int | None, seconds_between_checkpoints: float
) -> Network:
    """Fit a network to a generation's records, resuming from the last checkpoint."""
    config, generation = files.config, files.config.generations[number]
    *learnt, held_out = _records(files, number, generation)
    library = Library(learnt)
    siblings = library.siblings()
    measured = load_records(held_out)
    steps_of_epoch = len(library) // generation.batch
    if not steps_of_epoch:
        raise ConfigError(
            f"generation {number}: expected at least {generation.batch} records, one batch, got {len(library)}"
        )
    steps = generation.epochs * steps_of_epoch
    fit, step = _resume(files, number, generation)
    order: npt.NDArray[np.int64] | None = None
    errors: list[tuple[float, int]] = []
    stage = f"generation {number}: fitting"
    saved = time.monotonic()
    while step < steps:
        tell(stage, step, steps)
        epoch, done = divmod(step, steps_of_epoch)
        if done == 0 or order is None:
            order = _order(config.seed, number, epoch, siblings)
        batches = min(BATCHES_AT_ONCE, steps_of_epoch - done)
        state = fit.to_bytes()

        def report(done: int, _: int, step: int = step) -> None:
            tell(stage, step + done, steps)

        try:
            records = library.take(order[done * generation.batch : (done + batches) * generation.batch])
            error = fit.train(
                records,
                np.arange(len(records)),
                batch=generation.batch,
                rates=rates(generation.rate, np.arange(step, step + batches), steps),
                threads=threads,
                progress=report,
            )
        except BaseException:
            # Some of these batches may have been trained on already: save the state before them and redo all.
            files.write_checkpoint(number, step, state)
            raise
        step += batches
        errors.append((error, batches))
        if step % steps_of_epoch == 0 or time.monotonic() - saved >= seconds_between_checkpoints:
            files.write_checkpoint(number, step, fit.to_bytes())
            saved = time.monotonic()
            files.log(_figures(number, step, steps, errors, fit, measured))
            errors.clear()
    tell(stage, steps, steps)
    return fit.to_network()


def _records(files: Directory, number: int, generation: Generation) -> list[Path]:
    """List the records files of a generation; the last one is held out."""
    return [
        files.records_path(earlier, first_game)
        for earlier in range(max(0, number - generation.keep), number + 1)
        for first_game in _first_games(files.config.generations[earlier])
    ]


def _resume(files: Directory, number: int, generation: Generation) -> tuple[Fit, int]:
    """Return the fit of a generation and the number of steps done: resumed, warm-started or new."""
    checkpoint = files.read_checkpoint(number)
    if checkpoint is not None:
        state, fit = checkpoint
        return Fit.from_bytes(fit), state["step"]
    if not generation.warm_start:
        return Fit(files.config.hidden, seed=(files.config.seed + number) % 2**64), 0
    if number == 0:
        return Fit.from_network(_network(files, -1)), 0
    before = files.read_checkpoint(number - 1)
    if before is None:
        raise WeightsError(
            f"generation {number} has warm_start: expected a checkpoint of generation {number - 1}, found none"
        )
    return Fit.from_bytes(before[1]), 0


def _figures(
    number: int, step: int, steps: int, errors: list[tuple[float, int]], fit: Fit, measured: Records
) -> dict[str, object]:
    """Return statistics of a fit for the log: root mean square errors and loss, in equity."""
    squares = sum(error * batches for error, batches in errors)
    return {
        "generation": number,
        "stage": "fitting",
        "step": step,
        "steps": steps,
        "error": math.sqrt(squares / sum(batches for _, batches in errors)),
        "held_out_error": math.sqrt(fit.squared_error(measured)) if len(measured) else None,
        "held_out_loss": fit.loss(measured) if len(measured) else None,
        "time": round(time.time(), 3),
    }


def _order(seed: int, generation: int, epoch: int, siblings: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Shuffle the indices of records, but keep siblings directly after their record.

    Raw Philox bits are the same in every version of NumPy; the methods of its `Generator` do not guarantee that.
    """
    families = np.cumsum(~siblings)
    words = np.random.Philox(key=[seed, generation << 32 | epoch]).random_raw(int(families.max(initial=0)) + 1)
    return np.argsort(words[families], kind="stable")


def rates(largest: float, steps: npt.NDArray[np.int64], all_steps: int) -> npt.NDArray[np.float32]:
    """Return learning rates: a short linear warm-up and a cosine decay to a floor.

    Parameters
    ----------
    largest
        Maximum learning rate.
    steps
        Indices of steps, from 0.
    all_steps
        Total number of steps.

    Returns
    -------
    numpy.ndarray
        float32, one per step.
    """
    falling = np.maximum(0.5 * (1 + np.cos(np.pi * steps / all_steps)), LEAST_RATE)
    return (largest * falling * np.minimum((steps + 1) / WARM_UP, 1)).astype(np.float32)


def _ignore(what: str, done: int, total: int) -> None:
    """Ignore a progress report."""
