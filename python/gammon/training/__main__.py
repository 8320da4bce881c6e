"""The command line of training."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import gammon
from gammon.progress import bar
from gammon.store.json import parse
from gammon.training.config import Config, ConfigError
from gammon.training.gate import Gate, Verdict
from gammon.training.generations import run

DONE, REFUSED, INTERRUPTED = 0, 1, 130
SHIPPED = "shipped"

SECONDS_BETWEEN_LINES = 60.0
"""Interval between progress lines if standard error is not a terminal."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns
    -------
    int
        The exit code: 0 done; 1 a file is invalid, or the gate did not find the network better; 130 interrupted. A
        wrong command line exits with 2.
    """
    arguments = _parser().parse_args(argv)
    try:
        if arguments.command == "gate":
            return _gate(arguments)
        _run(arguments.config, arguments.out, arguments.start)
    except KeyboardInterrupt:
        again = "" if arguments.command == "gate" else f"; run the same command again to resume from {arguments.out}"
        _say(f"interrupted{again}")
        return INTERRUPTED
    except gammon.GammonError as error:
        _say(str(error))
        return REFUSED
    except OSError as error:
        _say(f"{error.filename}: {error.strerror}")
        return REFUSED
    return DONE


def _run(path: Path, out: Path, start: str | None) -> None:
    config = Config._from_fields(parse(path.read_bytes(), str(path), ConfigError))
    _say(f"{len(config.generations)} generations; Ctrl-C stops, and the same command resumes")
    with _Stages() as stages:
        network = run(config, out, start=_start(start), progress=stages.tell)
    print(f"network {network.name}: {out / f'network-{len(config.generations) - 1}.gnn'}")


def _start(start: str | None) -> gammon.Network | None:
    return None if start is None else _network(start)


def _network(name: str) -> gammon.Network:
    return gammon.Network.shipped() if name == SHIPPED else gammon.Network(Path(name).read_bytes())


def _gate(arguments: argparse.Namespace) -> int:
    gate = Gate(most_pairs=arguments.pairs)
    with bar("playing") as show:
        match = gate.play(
            _network(arguments.network),
            _network(arguments.against),
            seed=arguments.seed,
            ply=arguments.ply,
            progress=show,
        )
    print(f"{match.verdict.value}: {match}, {arguments.ply}-ply")
    return DONE if match.verdict is Verdict.BETTER else REFUSED


class _Stages:
    """Progress reports: a line per stage, then a progress bar on a terminal or a line a minute elsewhere."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._stage = ""
        self._show: Callable[[int, int], None]

    def __enter__(self) -> _Stages:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def tell(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self._stack.close()
            _say(f"{stage}, {done} of {total} done")
            terminal = sys.stderr is not None and sys.stderr.isatty()
            self._show = self._stack.enter_context(bar(stage)) if terminal else _lines(stage, done)
            self._stage = stage
        self._show(done, total)


def _lines(stage: str, done_before: int) -> Callable[[int, int], None]:
    """Return a progress callback that periodically prints the work done and the estimated time left."""
    started = said = time.monotonic()

    def show(done: int, total: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < SECONDS_BETWEEN_LINES:
            return
        said = now
        rate = (done - done_before) / (now - started)
        left = f"; {(total - done) / rate / 60:.0f} minutes left" if rate > 0 else ""
        _say(f"{stage}, {done} of {total} done, {60 * rate:.0f} a minute{left}")

    return show


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m gammon.training", description="Train a network.", allow_abbrev=False
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    run_parser = commands.add_parser("run", help="train a network by self-play", allow_abbrev=False)
    run_parser.add_argument(
        "config", type=Path, metavar="CONFIG", help="configuration, a JSON file; see gammon.training.Config"
    )
    run_parser.add_argument(
        "--out", type=Path, required=True, metavar="DIRECTORY", help="directory for all files of the training run"
    )
    run_parser.add_argument(
        "--from",
        dest="start",
        metavar="NETWORK",
        help=f"weight file of the network that plays the first games, or '{SHIPPED}' (default: random weights)",
    )
    gate = commands.add_parser("gate", help="test whether a network plays better than another", allow_abbrev=False)
    gate.add_argument("network", metavar="NETWORK", help="a weight file")
    gate.add_argument(
        "--against", default=SHIPPED, metavar="NETWORK", help=f"the other weight file (default: '{SHIPPED}')"
    )
    gate.add_argument(
        "--pairs", type=int, default=200_000, metavar="N", help="maximum number of pairs of games (default: 200000)"
    )
    gate.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the dice (default: 1)")
    gate.add_argument("--ply", type=int, default=0, metavar="N", help="search depth of both, in plies (default: 0)")
    return parser


def _say(message: str) -> None:
    print(f"gammon.training: {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
