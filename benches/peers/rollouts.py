"""Measure rollouts of all installed engines in turn: ``python -m benches.peers.rollouts``.

The position is that after 31 from the opening, with the opponent to play, rolled out to the end with plays and cube
decisions at 0 plies. Each engine runs in a process of its own, pinned to one core; seconds are its CPU time.
Rollouts of two sizes are timed and subtracted, so that loading does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benches.peers.adapters.common import import_peer
from benches.peers.protocol import PeerMissingError
from benches.peers.timing import ONE_THREAD, pin

GOAL = 0.005
"""The standard error to which times are given."""

POSITION = "sGfwATDgc/ABMA"
BGSAGE_START = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
"""The same in bgsage's form: the board after the play, seen by the side that made it."""

LIMIT_SECONDS = 900


@dataclass(frozen=True, kw_only=True)
class Way:
    """One engine with its settings."""

    engine: str
    cubeful: bool
    reduced: bool
    """Whether luck is subtracted."""
    ply: int = 0
    trials: int = 36
    """Trials of the smaller rollout; the larger one has three times as many."""

    @property
    def name(self) -> str:
        """Describe the settings."""
        words = [f"{self.ply}-ply", "cubeful" if self.cubeful else "cubeless"]
        return ", ".join([*words, "variance reduction" if self.reduced else "plain"])


@dataclass(frozen=True, kw_only=True)
class Run:
    """The result of one rollout: the equity for the player on roll."""

    equity: float
    error: float
    seconds: float


def run_gammon(way: Way, trials: int) -> Run:
    """Roll out with gammon."""
    import gammon as bg

    engine = bg.Engine(threads=1, tables=bg.tables.DEFAULT)
    result = bg.rollout(
        bg.Position.from_gnubg_id(POSITION),
        trials,
        engine=engine,
        ply=way.ply,
        stakes=bg.Stakes() if way.cubeful else None,
        luck="network" if way.reduced else "nothing",
    )
    return Run(equity=result.equity, error=result.equity_standard_error or 0.0, seconds=0.0)


def run_bgsage(way: Way, trials: int) -> Run:
    """Roll out with bgsage; with a cube, its rollout of the decision, which plays every game in two branches."""
    weights = import_peer("bgsage").default_weights()
    bgbot_cpp = import_peer("bgbot_cpp")
    plies = way.ply + 1
    rollout = bgbot_cpp.create_rollout(
        weights.strategy_type,
        weights.weight_paths_list,
        weights.hidden_sizes_list,
        n_trials=trials,
        decision_ply=plies,
        n_threads=1,
        enable_vr=way.reduced,
        parallelize_trials=False,
        ultra_late_threshold=9999,
    )
    if not way.cubeful:
        found = rollout.rollout_position(list(BGSAGE_START))
        # It is seen by the side that has just played.
        return Run(equity=-found.equity, error=found.std_error, seconds=0.0)
    board = bgbot_cpp.flip_board(list(BGSAGE_START))
    decision = rollout.cube_decision(board, owner=bgbot_cpp.CubeOwner.CENTERED, jacoby=False, beaver=False)
    return Run(equity=decision["equity_nd"], error=decision["equity_nd_se"], seconds=0.0)


GNUBG_COMMANDS = """\
set threads 1
set automatic roll off
set automatic game off
set player 0 human
set player 1 human
set seed 1
new session
set turn 1
set board {position}
set rollout initial off
set rollout trials {trials}
set rollout varredn {reduced}
set rollout quasirandom on
set rollout cubeful {cubeful}
set rollout seed 1
set rollout player 0 chequerplay plies {ply}
set rollout player 1 chequerplay plies {ply}
set rollout player 0 cubedecision plies {ply}
set rollout player 1 cubedecision plies {ply}
rollout
"""

FIGURES = re.compile(rb"CL ([+-]\d\.\d+)(?: CF ([+-]\d\.\d+))?\s*\r?\n\s*\[[^]]*CL +(\d\.\d+)(?: CF +(\d\.\d+))?\]")


def run_gnubg(way: Way, trials: int, command: str) -> Run:
    """Roll out with GNU Backgammon, which prints rollouts on a terminal only."""
    with tempfile.TemporaryDirectory() as folder:
        commands = Path(folder) / "commands"
        words = {"reduced": "on" if way.reduced else "off", "cubeful": "on" if way.cubeful else "off"}
        commands.write_text(
            GNUBG_COMMANDS.format(position=POSITION, trials=trials, ply=way.ply, **words), encoding="utf-8"
        )
        leader, follower = pty.openpty()
        with subprocess.Popen(
            [*shlex.split(command), "-t", "-q", "-r", "-c", str(commands)],
            stdin=subprocess.DEVNULL,
            stdout=follower,
            stderr=follower,
        ):
            os.close(follower)
            text = b""
            while True:
                try:
                    piece = os.read(leader, 65536)
                except OSError:
                    break
                if not piece:
                    break
                text += piece
        os.close(leader)
    found = FIGURES.findall(text)
    if not found:
        raise RuntimeError(f"gnubg: no figures in its output: {text[-300:]!r}")
    cubeless, cubeful, error, cubeful_error = found[-1]
    equity, error = (cubeful, cubeful_error) if way.cubeful else (cubeless, error)
    return Run(equity=float(equity), error=float(error), seconds=0.0)


def work(way: Way, trials: int, gnubg: str) -> Run:
    """Roll out once in this process, and return the CPU time of it and its children."""
    run: dict[str, Callable[[], Run]] = {
        "gammon": lambda: run_gammon(way, trials),
        "bgsage": lambda: run_bgsage(way, trials),
        "gnubg": lambda: run_gnubg(way, trials, gnubg),
    }
    found = run[way.engine]()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Run(equity=found.equity, error=found.error, seconds=sum(one.ru_utime + one.ru_stime for one in used))


def apart(way: Way, trials: int, gnubg: str) -> Run:
    """Do `work` in a new process."""
    request = json.dumps({"way": asdict(way), "trials": trials, "gnubg": gnubg})
    command = [sys.executable, "-m", "benches.peers.rollouts", "--work", request]
    ended = subprocess.run(
        command, env={**os.environ, **ONE_THREAD}, capture_output=True, text=True, check=False, timeout=LIMIT_SECONDS
    )
    if ended.returncode:
        raise PeerMissingError((ended.stderr.strip().splitlines() or ["no message"])[-1])
    return Run(**json.loads(ended.stdout.splitlines()[-1]))


WAYS = (
    Way(engine="gammon", cubeful=False, reduced=True, trials=324),
    Way(engine="gnubg", cubeful=False, reduced=True),
    Way(engine="bgsage", cubeful=False, reduced=True),
    Way(engine="gammon", cubeful=True, reduced=True, trials=324),
    Way(engine="gnubg", cubeful=True, reduced=True),
    Way(engine="bgsage", cubeful=True, reduced=True),
    Way(engine="gammon", cubeful=False, reduced=False, trials=2592),
    Way(engine="gnubg", cubeful=False, reduced=False, trials=648),
    Way(engine="bgsage", cubeful=False, reduced=False, trials=324),
)


def measure(ways: list[Way], rounds: int, gnubg: str, console: Console) -> list[tuple[Way, float, Run]]:
    """Return games per second, the best of several rounds, and the larger rollout; name missing engines."""
    rates: dict[Way, float] = {}
    found: dict[Way, Run] = {}
    missing: set[str] = set()
    for _ in range(rounds):
        for way in ways:
            if way.engine in missing:
                continue
            try:
                small, large = (apart(way, times * way.trials, gnubg) for times in (1, 3))
            except PeerMissingError as error:
                console.print(f"{way.engine}: {error}", highlight=False)
                missing.add(way.engine)
                continue
            rates[way] = max(rates.get(way, 0.0), 2 * way.trials / max(large.seconds - small.seconds, 1e-9))
            found[way] = large
    return [(way, rates[way], found[way]) for way in ways if way in found]


def tabulate(found: list[tuple[Way, float, Run]], rounds: int) -> Table:
    """Return a table of rates."""
    table = Table(
        title=f"Rollouts of the position after 31, one core, best of {rounds}",
        caption="bgsage with a cube plays every game twice, without and with a double at once",
    )
    for heading in ("settings", "engine", "games a second", "equity", "sd of a game", f"seconds to {GOAL}"):
        table.add_column(heading, justify="left" if heading in ("settings", "engine") else "right")
    for way, rate, run in found:
        deviation = run.error * (3 * way.trials) ** 0.5
        figures = (f"{rate:,.1f}", f"{run.equity:+.3f} ± {run.error:.3f}", f"{deviation:.3f}")
        table.add_row(way.name, way.engine, *figures, f"{(deviation / GOAL) ** 2 / rate:,.1f}")
    return table


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benches.peers.rollouts", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="rounds, of which the best counts (default 3)"
    )
    parser.add_argument("--only", default="gammon,gnubg,bgsage", metavar="NAME,...", help="gammon, gnubg, bgsage")
    parser.add_argument(
        "--gnubg", metavar="COMMAND", help="the command of GNU Backgammon (default: the one on the PATH)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures to this file")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.work:
        request = json.loads(options.work)
        pin()
        print(json.dumps(asdict(work(Way(**request["way"]), request["trials"], request["gnubg"]))))
        return
    gnubg = options.gnubg or shutil.which("gnubg") or "/usr/games/gnubg"
    ways = [way for way in WAYS if way.engine in options.only.split(",")]
    console = Console(width=None if sys.stdout.isatty() else 120)
    found = measure(ways, options.rounds, gnubg, console)
    console.print(tabulate(found, options.rounds))
    if options.json is not None:
        figures = [{**asdict(way), "games a second": rate, **asdict(run)} for way, rate, run in found]
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
