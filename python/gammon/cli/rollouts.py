"""``gammon rollouts``: roll out many positions, one ID a line, into a file that can be continued."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import gammon
from gammon.cli import options, output
from gammon.cli.command import Command
from gammon.progress import bar
from gammon.quoting import quote
from gammon.rollouts.playing import engine_options
from gammon.rollouts.settings import NAMES, PRESETS, chosen
from gammon.store.rows import Rows

_COLUMNS: dict[str, type] = {
    "line": int,
    "id": str,
    "equity": float,
    "equity_error": float,
    "mwc": float,
    "mwc_error": float,
    "cubeless_equity": float,
    "cubeless_error": float,
    "probabilities": list,
    "probability_errors": list,
    "trials": int,
    "seed": int,
    "error": str,
}

_DEFAULT_PRESET = "quick"

_EXAMPLES = """\
examples:
  gammon rollouts positions.txt --out rollouts.jsonl
  gammon rollouts positions.txt --out rollouts.parquet --preset standard
  grep -o 'XGID=.*' notes.txt | gammon rollouts - --trials 72 --truncate 7

Each line of the input is an ID, as for `gammon rollout`, and gives one row: a
JSON object on one line, or with --out FILE.parquet a row of a Parquet file
(which needs pyarrow: pip install "gammon[parquet]"). Lines that are
not positions give rows with an error, and the exit code 1 at the end.

Run the same command again to go on after the last complete row, whatever ended
it, or when lines were added. A Parquet file is written when all is done; until
then its rows are in FILE.parquet.partial.

Each position has dice of its own, which depend on --seed, position, score and
cube alone; compare positions with --same-dice.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    file: str
    out: str | None
    full: bool
    preset: str
    trials: int | None
    error: float | None
    seed: int
    same_dice: bool
    cubeless: bool
    ply: int | None
    cube_ply: int | None
    truncate: int | None
    leaf_ply: int | None
    threads: int | None
    network: str | None
    tables: tuple[str, ...] | None


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file with an ID on each line; - reads standard input")
    parser.add_argument(
        "--out", metavar="FILE", help="write JSON lines to FILE, or Parquet if its name ends in .parquet"
    )
    parser.add_argument("--full", action="store_true", help="add the sums of each rollout, from which it can be merged")
    parser.add_argument(
        "--preset",
        choices=PRESETS,
        default=_DEFAULT_PRESET,
        help=f"settings, see `gammon rollout --help` (default: {_DEFAULT_PRESET})",
    )
    parser.add_argument("--trials", type=options.at_least_1, metavar="N", help="number of games of each position")
    parser.add_argument("--error", type=options.positive, metavar="E", help="stop at this standard error")
    parser.add_argument("--seed", type=options.seed, default=1, metavar="S", help="seed of the dice (default: 1)")
    parser.add_argument("--same-dice", action="store_true", help="give all positions the dice of the seed itself")
    parser.add_argument("--cubeless", action="store_true", help="leave out the cube")
    parser.add_argument("--ply", type=options.ply, metavar="P", help="plies searched for each play, 0 to 3")
    parser.add_argument("--cube-ply", type=options.ply, metavar="P", help="plies searched for each cube decision")
    parser.add_argument(
        "--truncate", type=_turns, metavar="N", help="end trials after N turns; 0 plays them to the end of the game"
    )
    parser.add_argument("--leaf-ply", type=options.ply, metavar="P", help="plies searched to value a truncated trial")
    options.add_network(parser)
    options.add_tables(parser)
    options.add_threads(parser)


def _turns(text: str) -> int:
    return options.whole(text, 0, 10_000)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    engine = gammon.Engine(options.load_network(arguments.network), threads=arguments.threads, tables=arguments.tables)
    keywords = _keywords(arguments)
    with ExitStack() as stack:
        lines, total = _lines(arguments.file, stack)
        rows = None
        if arguments.out is not None:
            types = {**_COLUMNS, "rollout": str} if arguments.full else _COLUMNS
            rows = stack.enter_context(Rows(arguments.out, _name_of_run(arguments, engine, keywords), types))
        _skip_done(lines, rows, arguments)
        failed = 0
        taken: deque[tuple[int, str]] = deque()
        progress = stack.enter_context(bar("rollouts"))
        rollouts = gammon.rollout_many(
            _positions(lines, taken), arguments.trials, engine=engine, keep_errors=True, **keywords
        )
        for one in rollouts:
            number, line = taken.popleft()
            failed += isinstance(one, gammon.FailedPositionError)
            row = _row(number, line, one, is_full=arguments.full)
            if rows is None:
                output.print_json(row)
            else:
                rows.add(row)
            progress(number, max(total, number))
        if rows is not None:
            rows.finish()
    if failed:
        raise gammon.ArgumentError(f"{failed:,} of the lines could not be rolled out; their rows say why")


def _keywords(arguments: _Arguments) -> dict[str, Any]:
    """Return the options of `gammon.rollout_many` that the command line gives."""
    given = {
        "ply": arguments.ply,
        "cube_ply": arguments.cube_ply,
        "leaf_ply": arguments.leaf_ply,
        "standard_error": arguments.error,
        "cubeless": arguments.cubeless or None,
        "same_dice": arguments.same_dice or None,
    }
    found: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if arguments.truncate is not None:
        found["truncate"] = arguments.truncate or None
    return {"settings": arguments.preset, "seed": arguments.seed, **found}


def _name_of_run(arguments: _Arguments, engine: gammon.Engine, keywords: dict[str, Any]) -> str:
    """Return a hash of everything that the rows depend on, apart from the IDs."""
    changes = {name: value for name, value in keywords.items() if name in NAMES}
    settings, trials = chosen(arguments.preset, changes)
    parts = (
        settings,
        trials if arguments.trials is None and arguments.error is None else arguments.trials,
        *(arguments.error, arguments.seed, arguments.same_dice, arguments.full),
        *(engine.name, engine_options(engine, stakes=True)),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def _lines(file: str, stack: ExitStack) -> tuple[Iterator[tuple[int, str]], int]:
    """Return the lines that are not blank with their numbers, and how many lines there are; 0 if that is not known."""
    if file == "-":
        source: Iterable[str] = () if sys.stdin is None else sys.stdin
        total = 0
    else:
        with open(file, "rb") as counted:
            total = sum(1 for _ in counted)
        source = stack.enter_context(open(file, encoding="utf-8-sig", errors="backslashreplace"))  # noqa: SIM115
    return ((number, line.strip()) for number, line in enumerate(source, 1) if line.strip()), total


def _skip_done(lines: Iterator[tuple[int, str]], rows: Rows | None, arguments: _Arguments) -> None:
    """Skip the lines whose rows are written.

    Raises
    ------
    gammon.ArgumentError
        If a row has another ID than the line.
    """
    if rows is None:
        return
    for at, done in enumerate(rows.ids(), 1):
        number, line = next(lines, (0, "nothing"))
        if line != done:
            raise gammon.ArgumentError(
                f"{arguments.out}: row {at} is that of {quote(done)}, but line {number} of {arguments.file} has "
                f"{quote(line)}"
            )


def _positions(
    lines: Iterator[tuple[int, str]], taken: deque[tuple[int, str]]
) -> Iterator[str | gammon.Position | gammon.Situation]:
    """Yield the positions of the lines, which are kept in `taken`."""
    for number, line in lines:
        taken.append((number, line))
        try:
            situation = gammon.Situation.parse(line)
        except gammon.GammonError:
            yield line  # Fails again, and becomes a row with an error.
        else:
            yield situation.position if gammon.Situation._is_only_a_position(line) else situation


def _row(number: int, line: str, one: gammon.Rollout | gammon.FailedPositionError, *, is_full: bool) -> dict[str, Any]:
    """Return the row of a line."""
    row: dict[str, Any] = dict.fromkeys(_COLUMNS)
    row["line"], row["id"] = number, line
    if is_full:
        row["rollout"] = one.to_json() if isinstance(one, gammon.Rollout) else None
    if isinstance(one, gammon.FailedPositionError):
        row["error"] = one.problem
        return row
    return row | {
        "equity": one.equity,
        "equity_error": one.equity_standard_error,
        "mwc": one.mwc,
        "mwc_error": one.mwc_standard_error,
        "cubeless_equity": one.cubeless_equity,
        "cubeless_error": one.cubeless_error,
        "probabilities": list(one.probabilities),
        "probability_errors": None if one.standard_error is None else list(one.standard_error),
        "trials": one.trials,
        "seed": one.seed,
    }


COMMAND = Command(name="rollouts", about="roll out many positions into a file", examples=_EXAMPLES, add=_add, run=_run)
