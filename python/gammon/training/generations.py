"""A training from start to end: generation after generation plays games and learns from them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from gammon._engine import Fit, Network, WeightsError, training_records
from gammon.arguments import check, real
from gammon.training.config import Config, ConfigError, Generation
from gammon.training.files import MANIFEST, Directory, Library, Records, load_records

WARM_UP = 200
"""Steps in which the rate rises to its largest."""

LEAST_RATE = 0.005
"""The smallest rate, in parts of the largest."""

BATCHES_AT_ONCE = 200
"""Steps between looks at the clock."""

SECONDS_BETWEEN_CHECKPOINTS = 180.0

GAMES_OF_A_GENERATION = 2**40
"""Games are numbered through: generation after generation begins at a multiple of this."""

Progress: TypeAlias = Callable[[str, int, int], object]
"""What is told how far a training is: called with what is being done, how much of it is done, and how much there is."""


def run(
    config: Config,
    directory: Path,
    *,
    start: Network | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    seconds_between_checkpoints: float = SECONDS_BETWEEN_CHECKPOINTS,
) -> Network:
    """Train a network, or go on where an earlier call was stopped.

    Each generation plays games with the network of the one before, records what they teach, and fits a network to the
    records. Neither stopping nor the number of threads changes what comes out.

    Parameters
    ----------
    config
        What to train.
    directory
        Where all files are kept, and found again; `Directory` says which. Made if it is not there.
    start
        The network that plays the first generation's games; one with random weights if None. A directory knows it when
        training goes on.
    progress
        Called now and then. If it raises, or Ctrl-C is pressed, a checkpoint is written before the exception goes on.
    threads
        How many threads to use; all cores if None.
    seconds_between_checkpoints
        How much time is lost at most when the process is killed.

    Returns
    -------
    Network
        What the last generation has learnt.

    Raises
    ------
    ConfigError
        If the directory holds files of another configuration, or there are too few records for a batch.
    WeightsError
        If a checkpoint is damaged, or weights have grown too large for the network's integers.
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
        # Refused before anything is written, so that the same directory will do.
        if start is not None and start.hidden != config.hidden:
            raise ConfigError(
                f"generation 0 is to go on with the weights of a network of {start.hidden} units, not {config.hidden}"
            )
        if start is None and not (directory / MANIFEST).exists():
            raise ConfigError("generation 0 is to go on with the weights of a network, and none is given")
    files = Directory(directory, config, None if start is None else (start.to_bytes(), start.name))
    tell = _ignore if progress is None else progress
    for generation in range(files.finished, len(config.generations)):
        _play(files, generation, tell, threads)
        network = _fit(files, generation, tell, threads, seconds_between_checkpoints)
        files.finish(generation, network.to_bytes(), network.name)
    return _network(files, len(config.generations) - 1)


def _network(files: Directory, generation: int) -> Network:
    """Read the network of a generation; that of generation -1 plays the first games."""
    found = files.start() if generation < 0 else files.network(generation)
    if found is None:
        return Fit(files.config.hidden, seed=files.config.seed).to_network()
    weights, name = found
    network = Network(weights)
    if network.name != name:
        raise ConfigError(f"the network of generation {generation} is {network.name}, and the manifest names {name}")
    return network


def _first_games(generation: Generation) -> range:
    """List the first game of each file of records."""
    return range(0, generation.games, generation.games_in_a_file)


def _play(files: Directory, number: int, tell: Progress, threads: int | None) -> None:
    """Play a generation's games, as far as their records are not there."""
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

        records = training_records(
            player,
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
    """Fit a network to a generation's records, from the last checkpoint on."""
    config, generation = files.config, files.config.generations[number]
    *learnt, held_out = _records(files, number, generation)
    library = Library(learnt)
    siblings = library.siblings()
    measured = load_records(held_out)
    steps_of_epoch = len(library) // generation.batch
    if not steps_of_epoch:
        raise ConfigError(f"generation {number}: {len(library)} records are less than a batch of {generation.batch}")
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
            # Some of the batches may have been learnt from: these are left to the next time.
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
    """List the files of records for a generation, the one that is held out last."""
    return [
        files.records_path(earlier, first_game)
        for earlier in range(max(0, number - generation.keep), number + 1)
        for first_game in _first_games(files.config.generations[earlier])
    ]


def _resume(files: Directory, number: int, generation: Generation) -> tuple[Fit, int]:
    """Find the fit of a generation, and how many steps it has taken."""
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
        raise WeightsError(f"generation {number} starts from the checkpoint of the one before, which is not there")
    return Fit.from_bytes(before[1]), 0


def _figures(
    number: int, step: int, steps: int, errors: list[tuple[float, int]], fit: Fit, measured: Records
) -> dict[str, object]:
    """Say how well a fit does: root mean square errors in equity, and what is lost by choosing plays by it."""
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
    """Shuffle the numbers of records, but for siblings, which stay behind the record that they belong to.

    The bits of Philox are the same in every version of NumPy; what its `Generator` makes of them is not promised to be.
    """
    families = np.cumsum(~siblings)
    words = np.random.Philox(key=[seed, generation << 32 | epoch]).random_raw(int(families.max(initial=0)) + 1)
    return np.argsort(words[families], kind="stable")


def rates(largest: float, steps: npt.NDArray[np.int64], all_steps: int) -> npt.NDArray[np.float32]:
    """Compute the size of steps: a short rise, then half of a cosine's wave down to a floor.

    Parameters
    ----------
    largest
        The largest rate.
    steps
        Numbers of steps, from 0.
    all_steps
        How many there are.

    Returns
    -------
    numpy.ndarray
        float32, one for each step.
    """
    falling = np.maximum(0.5 * (1 + np.cos(np.pi * steps / all_steps)), LEAST_RATE)
    return (largest * falling * np.minimum((steps + 1) / WARM_UP, 1)).astype(np.float32)


def _ignore(what: str, done: int, total: int) -> None:
    """Tell nobody."""
