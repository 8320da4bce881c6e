"""Readers of arrays, JSON and XML, fed with mutated inputs: each must answer or refuse in bounded time and memory.

    python -m tests.border.fuzz --seconds 60

`tests/fuzz.rs` does the same to the engine's own readers.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import gammon as bg
from tests.border import test_mutated_tables
from tests.border.odd_values import Call, calls

LONGEST = 2.0
"""Seconds that no input may take; the machine may be busy with other tests."""
MOST_GROWTH = 128 << 20
"""Bytes by which the process's peak may rise in the second half of a run."""
REFUSED = (TypeError, bg.GammonError, MemoryError)
"""What a reader may raise."""

Attempt = Callable[[], object]


@dataclass(frozen=True, kw_only=True)
class Report:
    """What happened to a target's inputs."""

    target: str
    inputs: int
    answered: int
    seconds: float
    longest: float
    grown: int

    def __str__(self) -> str:
        return (
            f"{self.target:8} {self.inputs:>9,} inputs, {self.inputs / self.seconds:>7,.0f} a second, "
            f"{self.answered:,} answered, longest {1000 * self.longest:.1f} ms, grown by {self.grown >> 10:,} KiB"
        )


def fuzz(target: str, seconds: float, seed: int) -> Report:
    """Feed one target until the time is up.

    Raises
    ------
    AssertionError
        If an input raised anything but `REFUSED`, took too long, or memory grew.
    """
    dice = random.Random(f"{target} {seed}")
    answered, inputs, longest, half, started = 0, 0, 0.0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for words, attempt in TARGETS[target](dice, Path(folder)):
            began = time.perf_counter()
            # Setting a target up does not count: on a busy machine it takes a second.
            started = started or began
            try:
                attempt()
                answered += 1
            except REFUSED as error:
                message = str(error)
                if len(message) >= 2000:
                    raise AssertionError(f"{words}: a message of {len(message)} characters") from error
            except Exception as error:
                raise AssertionError(f"{target}, seed {seed}, input {inputs}: {words}: {error!r}") from error
            ended = time.perf_counter()
            longest = max(longest, ended - began)
            assert ended - began < LONGEST, f"{target}, seed {seed}, input {inputs}: {words}: {ended - began:.1f} s"
            inputs += 1
            if not half and ended - started > seconds / 2:
                half = _peak()
            if ended - started > seconds:
                break
    grown = _peak() - half
    assert grown < MOST_GROWTH, f"{target}, seed {seed}: grown by {grown} bytes"
    return Report(
        target=target,
        inputs=inputs,
        answered=answered,
        seconds=time.perf_counter() - started,
        longest=longest,
        grown=grown,
    )


def _peak() -> int:
    """Return the peak memory use of this process, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


DTYPES = (
    "u1",
    "i1",
    "<i2",
    ">i2",
    "<i4",
    "<u8",
    "<i8",
    ">i8",
    "f2",
    "f4",
    ">f4",
    "f8",
    "?",
    "c8",
    "S3",
    "U2",
    "O",
    "M8[s]",
)
NUMBERS = (-1, 0, 1, 2, 15, 16, 25, 26, 127, 255, 256, 2**31, -(2**63), float("nan"), float("inf"), -0.0, 0.5, 1e300)


def _converted(array: np.ndarray[Any, Any], dtype: str | np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Convert an array, or leave it as it is where NumPy refuses: a date does not fit into three characters."""
    try:
        return array.astype(dtype, casting="unsafe")
    except (RuntimeError, TypeError, ValueError):
        return array


def _changed_array(dice: random.Random, array: np.ndarray[Any, Any]) -> object:
    """Change an array's values, shape, type or layout in one to three ways."""
    changed: np.ndarray[Any, Any] = array.copy()
    for _ in range(dice.randint(1, 3)):
        match dice.randrange(8):
            case 0 | 1 if changed.size:
                wide = changed.astype("f8" if changed.dtype.kind in "biuf" else changed.dtype)
                for _ in range(dice.randint(1, 4)):
                    if wide.dtype.kind == "f":
                        wide.flat[dice.randrange(wide.size)] = dice.choice(NUMBERS)
                back = dice.random() < 0.8
                changed = _converted(wide, array.dtype) if back else wide
            case 2:
                changed = _converted(changed, dice.choice(DTYPES))
            case 3:
                axes = [dice.choice([0, 1, 2, 5, 25, 26, 27, 52]) for _ in range(dice.randint(0, 4))]
                changed = np.resize(changed, axes) if changed.size else np.zeros(axes, changed.dtype)
            case 4 if changed.ndim and changed.size < 10_000:
                changed = np.repeat(changed, dice.choice([0, 2, 7, 100]), axis=0)
            case 5 if changed.ndim:
                changed = changed[:: dice.choice([-1, 2, -3])]
            case 6:
                changed = np.asfortranarray(changed)
            case _:
                changed = changed.T
    if dice.random() < 0.2:
        changed.flags.writeable = False
    return changed if dice.random() < 0.9 else changed.tolist()


def _arrays(dice: random.Random, folder: Path) -> Iterator[tuple[str, Attempt]]:
    """Everything public that takes an array, with one or all of its arrays changed."""
    takers: list[tuple[str, Call, list[str]]] = []
    for name, call in calls(folder).items():
        arrays = [key for key, value in call.arguments.items() if isinstance(value, np.ndarray)]
        if arrays:
            takers.append((name, call, arrays))
    assert len(takers) > 20
    while True:
        name, call, arrays = dice.choice(takers)
        which = arrays if dice.random() < 0.3 else [dice.choice(arrays)]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                odd = {key: _changed_array(dice, call.arguments[key]) for key in which}
            except (TypeError, ValueError, OverflowError):
                continue  # NumPy itself cannot make it.
        yield f"{name}({odd!r})"[:1000], lambda call=call, odd=odd: call(**odd)  # type: ignore[misc]


PIECES = (
    "\\ud800", "null", "true", "-1", "0", "1e400", "9" * 400, "NaN", "Infinity", '"', '""', "[", "]", "{", "}", ",",
    ":", '"x":1,', "\ud800", "\0", "\ufeff", " ", "\n", "[" * 2000, "0.5", "2", '"version"', '"format"',
)  # fmt: skip


def _json(dice: random.Random, folder: Path) -> Iterator[tuple[str, Attempt]]:
    """Every reader of JSON, with changed text."""
    readers = [call for name, call in calls(folder).items() if name.endswith(".from_json")]
    assert len(readers) > 3
    while True:
        call = dice.choice(readers)
        text: str = call.arguments["text"]
        for _ in range(dice.randint(1, 4)):
            at, length = dice.randrange(len(text) + 1), dice.choice([0, 0, 1, 2, 8, 40])
            if dice.random() < 0.2:
                other = dice.randrange(len(text) + 1)
                text = text[:at] + text[other : other + dice.choice([5, 20, 100])] + text[at:]
            else:
                text = text[:at] + dice.choice((*PIECES, "")) + text[at + length :]
        yield f"{call.function}({text!r})"[:3000], lambda call=call, text=text: call(text=text)  # type: ignore[misc]


def _tables(dice: random.Random, folder: Path) -> Iterator[tuple[str, Attempt]]:
    """Match equity tables in GNU Backgammon's XML."""
    path = folder / "table.xml"
    while True:
        content = test_mutated_tables.mutated(dice)
        path.write_bytes(content)
        yield repr(content)[:3000], lambda: bg.met.read(path)


TARGETS: dict[str, Callable[[random.Random, Path], Iterator[tuple[str, Attempt]]]] = {
    "arrays": _arrays,
    "json": _json,
    "tables": _tables,
}


def main() -> None:
    """Feed targets and print a line about each."""
    parser = argparse.ArgumentParser(description="Feed readers with changed inputs.")
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=60, help="for each target (default: 60)")
    parser.add_argument("--seed", type=int, help="which inputs (default: different ones each time)")
    arguments = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if arguments.seed is None else arguments.seed
    print(f"seed {seed}")
    for target in arguments.targets or TARGETS:
        print(fuzz(target, arguments.seconds, seed), flush=True)


if __name__ == "__main__":
    main()
