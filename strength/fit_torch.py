"""Compare the trainer of ``gammon.training`` with the same fit in PyTorch.

    python -m strength.fit_torch records-*.npy

Both get the same records (``records-*.npy`` in a training directory), the same first layer, batches of 1,024, the same
learning rate schedule for Adam, and the same time. They are compared by the error on held-out records. Siblings are
left out, since the PyTorch version does not implement their extra weight. Its first layer is an ``EmbeddingBag``, which
has sparse gradients.

PyTorch is needed for nothing else in the project; install it with ``pip install torch``. gammon's trainer also fits the
pruning outputs, which the PyTorch version leaves out.
"""

from __future__ import annotations

import argparse
import importlib
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from gammon._engine import Fit
from gammon.reference.network import (
    BLOCKS,
    CLASSES,
    FIRST_BLOCK,
    FIRST_SHOT,
    LOWEST_BLOCKED,
    NARROW,
    OUTPUTS,
    PATTERNS,
    PLACES,
    RACE,
    SHOTS,
)

UNITS = 4
FIRST_NARROW = 2 * PLACES * UNITS
HELD_OUT = 40_000
"""Records that measure the error and are not trained on."""
BATCH = 1024
IMPORTANCE = (1.0, 0.5, 0.15, 0.5, 0.15)
"""Weights of the five outputs in the loss."""
EQUITY = np.array([2.0, 1.0, 1.0, -1.0, -1.0])
"""Derivatives of the cubeless equity by the five outputs."""

Records = npt.NDArray[np.uint8]


def rates(steps: int, rate: float) -> npt.NDArray[np.float32]:
    """Return the learning rate of each step: a cosine decay after 200 steps of linear warm-up."""
    at = np.arange(steps)
    cosine = 0.5 * (1 + np.cos(math.pi * at / steps))
    return np.asarray(rate * np.maximum(cosine, 0.005) * np.minimum((at + 1) / 200, 1), dtype=np.float32)


def labels_of(records: Records) -> npt.NDArray[np.float32]:
    """Return the targets of the records, shape ``(n, 5)``."""
    numbers = np.ascontiguousarray(records[:, 52:62]).view("<i2")
    return np.asarray(numbers / 16384, dtype=np.float32)


def active_features(records: Records) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    """Return the active features of all positions, one position after the other.

    Returns
    -------
    tuple
        Indices of the features, their values, and the number of active features of each position, shape ``(n,)``.
    """
    sides = records[:, :52].reshape(-1, 2, PLACES).astype(np.int64)
    n = len(sides)
    rows: list[npt.NDArray[np.int64]] = []
    factors: list[npt.NDArray[np.float32]] = []

    def add(row: npt.NDArray[np.int64], factor: npt.NDArray[Any]) -> None:
        rows.append(np.broadcast_to(row, factor.shape).reshape(n, -1))
        factors.append(factor.reshape(n, -1).astype(np.float32))

    place = (np.arange(2)[:, None] * PLACES + np.arange(PLACES)) * UNITS
    for unit, factor in enumerate((sides >= 1, sides >= 2, sides >= 3, np.maximum(sides - 3, 0) / 2)):
        add(place + unit, factor)
    for side in range(2):
        own, facing = sides[:, side], np.zeros((n, PLACES + 12), dtype=np.int64)
        facing[:, 12:37] = sides[:, 1 - side, :0:-1]
        for quadrant in range(4):
            six = np.minimum(own[:, 6 * quadrant + 1 : 6 * quadrant + 7], 2)
            pattern = six @ 3 ** np.arange(6)
            add(FIRST_NARROW + (side * 4 + quadrant) * PATTERNS + pattern, pattern > 0)
        for at in range(1, PLACES):
            before = facing[:, at + 6 : at + 12]
            if at < PLACES - 1:
                shots = (before > 0) @ 2 ** np.arange(6) + 64 * (facing[:, at : at + 6] > 0).any(axis=1)
                start = FIRST_NARROW + FIRST_SHOT + (side * 24 + at - 1) * SHOTS
                add(start + shots, (own[:, at] == 1) & (shots > 0))
            if at >= LOWEST_BLOCKED:
                block = (before > 1) @ 2 ** np.arange(6)
                start = FIRST_NARROW + FIRST_BLOCK + (side * (PLACES - LOWEST_BLOCKED) + at - LOWEST_BLOCKED) * BLOCKS
                add(start + block, (own[:, at] > 0) & (block > 0))
    every_row, every_factor = np.hstack(rows), np.hstack(factors)
    is_active = every_factor != 0
    return every_row[is_active], every_factor[is_active], is_active.sum(axis=1)


def classes_of(records: Records) -> npt.NDArray[np.int64]:
    """Return the network's class of each position, which selects its output weights, shape ``(n,)``."""
    sides = records[:, :52].reshape(-1, 2, PLACES).astype(np.int64)
    back = np.minimum(sides[:, :, 19:].sum(axis=2), 3)
    farthest = np.where(sides[:, :, 1:] > 0, np.arange(1, PLACES), 0).max(axis=2)
    return np.where(farthest.sum(axis=1) > PLACES - 1, 4 * back[:, 0] + back[:, 1], RACE)


def loss_weights(records: Records) -> npt.NDArray[np.float32]:
    """Return the weight of each output's error, shape ``(n, 5)``; 0 where the rules already decide the outcome."""
    counts = np.tile(np.array(IMPORTANCE, dtype=np.float32), (len(records), 1))
    counts[records[:, PLACES] > 0, 1:3] = 0
    counts[records[:, 0] > 0, 3:] = 0
    return counts


class Torch:
    """The fit in PyTorch."""

    def __init__(self, hidden: int, threads: int) -> None:
        self._torch: Any = importlib.import_module("torch")
        torch = self._torch
        torch.set_num_threads(threads)
        torch.manual_seed(1)
        self._first = torch.nn.EmbeddingBag(FIRST_NARROW + NARROW, hidden, mode="sum", sparse=True)
        torch.nn.init.uniform_(self._first.weight, -0.05, 0.05)
        self._bias = torch.nn.Parameter(torch.empty(hidden).uniform_(-0.1, 0.5))
        spread = hidden**-0.5
        # The last head is shared: it is added to the head of every class with contact.
        self._heads = torch.nn.Parameter(torch.zeros(CLASSES + 1, OUTPUTS, hidden))
        self._output_bias = torch.nn.Parameter(torch.zeros(CLASSES + 1, OUTPUTS))
        with torch.no_grad():
            for head in (RACE, CLASSES):
                self._heads[head].uniform_(-spread, spread)
                self._output_bias[head] = torch.tensor([0.0, -1.0, -3.0, -1.0, -3.0])
        self._adams = [
            torch.optim.SparseAdam(list(self._first.parameters())),
            torch.optim.Adam([self._bias, self._heads, self._output_bias]),
        ]

    def _logits(self, records: Records) -> Any:  # noqa: ANN401
        torch = self._torch
        rows, factors, numbers = active_features(records)
        offsets = np.concatenate([[0], np.cumsum(numbers)[:-1]])
        sums = self._first(torch.from_numpy(rows), torch.from_numpy(offsets), torch.from_numpy(factors))
        values = (sums + self._bias).clamp(0, 1) ** 2
        classes = torch.from_numpy(classes_of(records))
        common = (classes != RACE).float()
        heads = self._heads[classes] + common[:, None, None] * self._heads[CLASSES]
        biases = self._output_bias[classes] + common[:, None] * self._output_bias[CLASSES]
        return torch.einsum("nh,noh->no", values, heads) + biases

    def step(self, records: Records, rate: float) -> None:
        """Take one Adam step with a batch of records."""
        torch = self._torch
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            self._logits(records),
            torch.from_numpy(labels_of(records)),
            weight=torch.from_numpy(loss_weights(records)),
            reduction="sum",
        )
        for adam in self._adams:
            adam.zero_grad()
            for group in adam.param_groups:
                group["lr"] = rate
        (loss / len(records)).backward()
        for adam in self._adams:
            adam.step()

    def squared_error(self, records: Records) -> float:
        """Return the mean squared error in equity, defined as in gammon's trainer."""
        with self._torch.no_grad():
            estimate = np.vstack(
                [self._logits(records[at : at + BATCH]).sigmoid().numpy() for at in range(0, len(records), BATCH)]
            )
        settled = loss_weights(records) == 0
        estimate[settled] = 0
        label = np.where(settled, 0, labels_of(records))
        return float(np.mean(((estimate - label) @ EQUITY) ** 2))


def fit_torch(records: Records, hidden: int, rate: float, seconds: float, threads: int) -> tuple[float, float]:
    """Fit for about ``seconds``; return the mean squared error on held-out records, and the records per second."""
    fit = Torch(hidden, threads)
    training, held = records[:-HELD_OUT], records[-HELD_OUT:]
    generator = np.random.default_rng(1)
    batches = (training[generator.integers(len(training), size=BATCH)] for _ in iter(int, 1))
    for _ in range(5):
        fit.step(next(batches), 1e-6)
    start = time.perf_counter()
    for _ in range(20):
        fit.step(next(batches), 1e-6)
    steps = max(int(20 * seconds / (time.perf_counter() - start)), 1)
    start = time.perf_counter()
    for size in rates(steps, rate).tolist():
        fit.step(next(batches), size)
    return fit.squared_error(held), steps * BATCH / (time.perf_counter() - start)


def fit_rust(records: Records, hidden: int, rate: float, seconds: float, threads: int) -> tuple[float, float]:
    """Fit for about ``seconds``; return the mean squared error on held-out records, and the records per second."""
    fit = Fit(hidden, seed=1)
    training, held = records[:-HELD_OUT], records[-HELD_OUT:]
    generator = np.random.default_rng(1)

    def train(steps: int, sizes: npt.NDArray[np.float32]) -> float:
        order = generator.integers(len(training), size=steps * BATCH)
        start = time.perf_counter()
        fit.train(training, order, batch=BATCH, rates=sizes, threads=threads)
        return time.perf_counter() - start

    train(5, np.full(5, 1e-6, dtype=np.float32))
    steps = max(int(100 * seconds / train(100, np.full(100, 1e-6, dtype=np.float32))), 1)
    elapsed = train(steps, rates(steps, rate))
    return fit.squared_error(held), steps * BATCH / elapsed


def main() -> None:
    """Fit with both trainers and print speed and error."""
    parser = argparse.ArgumentParser(
        prog="python -m strength.fit_torch",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("records", nargs="+", type=Path, help="record files of a training directory")
    parser.add_argument("--hidden", type=int, default=512, help="units of the first layer (default 512)")
    parser.add_argument("--rate", type=float, default=0.002, help="maximum learning rate (default 0.002)")
    parser.add_argument("--seconds", type=float, default=60, help="time for each fit (default 60)")
    parser.add_argument("--threads", type=int, default=2, help="threads of each fit (default 2)")
    options = parser.parse_args()
    records: Records = np.vstack([np.load(path) for path in options.records])
    records = records[records[:, -1] == 0]
    records = records[np.random.default_rng(1).permutation(len(records))]
    table = Table(
        title=f"{options.seconds:g} s each, {options.threads} threads, {options.hidden} units, {len(records):,} records"
    )
    for heading in ("trainer", "records per second", "root mean square error on held-out records"):
        table.add_column(heading, justify="right")
    for name, fit in (("gammon.training", fit_rust), ("PyTorch", fit_torch)):
        try:
            error, speed = fit(records, options.hidden, options.rate, options.seconds, options.threads)
        except ModuleNotFoundError as missing:
            Console().print(f"{name}: {missing}; pip install torch")
            continue
        table.add_row(name, f"{speed:,.0f}", f"{math.sqrt(error):.5f}")
    Console().print(table)


if __name__ == "__main__":
    main()
