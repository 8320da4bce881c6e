"""The strength measurements: ``python -m strength``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

import strength
from benches.peers.protocol import PeerMissingError
from strength import bearoffs, borders, decisions, draw, exact, match
from strength.cache import CacheError, Judged
from strength.judges import DEPTH, JUDGES, JudgeSpec
from strength.match import MatchError
from strength.players import ENGINES, SHIPPED, PlayerSpec, parse_players, read_network
from strength.rollouts import commands as rollouts
from strength.work import Advance, bar

PLAYERS = "gammon:0,gnubg-nn:0,bgsage:0"


def _at_least(least: int) -> Callable[[str], int]:
    """Return an argument type for integers of at least ``least``."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"expected an integer of at least {least}, got {text!r}")
        return int(text)

    return number


def _write_json(path: Path | None, figures: object) -> None:
    if path is not None:
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _show(*tables: object) -> None:
    """Print tables; where the output is not a terminal they are 170 columns wide."""
    console = Console() if sys.stdout.isatty() else Console(width=170)
    for table in tables:
        console.print(table)


def run_decisions(options: argparse.Namespace) -> None:
    """Measure and print the equity that players lose per decision."""
    specs = parse_players(options.players, [read_network(name) for name in options.network], threads=options.processes)
    judges = [JudgeSpec(engine=name.strip(), ply=options.judge_ply) for name in options.judges.split(",")]
    # Make everything now, so that a missing engine is reported before the long work starts.
    players = [spec() for spec in specs]
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise ValueError(f"the same player is listed twice: {', '.join(names)}")
    judged = [Judged(options.cache, judge) for judge in judges]
    with bar("drawing", options.count) as advance:
        drawn = draw.load_or_draw(options.cache, options.count, seed=options.seed, advance=advance)
    answers = []
    for player in players:
        with bar(player.name, len(drawn)) as advance:
            answers.append((player.name, decisions.answer(drawn, player, advance=advance)))
    found = []
    for judge in judged:
        with ExitStack() as stack:

            def begin(total: int, judge: Judged = judge, stack: ExitStack = stack) -> Advance:
                return stack.enter_context(bar(judge.name, total))

            found.append(decisions.measure(drawn, answers, judge, processes=options.processes, begin=begin))
    caption = (
        f"{len(drawn):,} decisions, seed {options.seed}, from games of {', '.join(drawn.drawn_by)}; ± is the 95 % "
        "interval; 'minus': paired difference"
    )
    same = decisions.same_plays(answers)
    _show(*(decisions.tabulate(losses, caption) for losses in found))
    _write_json(
        options.json,
        {
            "seed": options.seed,
            "decisions": len(drawn),
            "drawn_by": drawn.drawn_by,
            "players": [name for name, _ in answers],
            "same_play": same.tolist(),
            "judges": [decisions.as_json(losses) for losses in found],
        },
    )


def run_match(options: argparse.Namespace) -> None:
    """Play a paired match and print the result."""
    start = time.monotonic()
    makers = (
        PlayerSpec(engine="gammon", ply=options.ply, network=read_network(options.network)),
        PlayerSpec(engine=options.against, ply=options.against_ply, network=read_network(options.against_network)),
    )
    names = (makers[0]().name, makers[1]().name)
    begun = match.begin(names, seed=options.seed, out=options.out)
    before = begun.totals.pairs
    with bar("pairs", max(options.pairs, before), before) as advance:
        ended = match.play(makers, begun, options.pairs, processes=options.processes, out=options.out, advance=advance)
    _show(match.tabulate(ended, time.monotonic() - start, ended.totals.pairs - before))
    _write_json(options.json, json.loads(ended.to_json()))


def run_borders(options: argparse.Namespace) -> None:
    """Measure and print the jumps of the estimate where a play changes the class of the position."""
    network = read_network(options.network)
    player = PlayerSpec(engine="gammon", network=network, threads=options.processes)()
    static, one_ply = (JudgeSpec(engine="gammon", ply=ply, network=network)() for ply in (0, 1))
    with bar("turns", options.count) as advance:
        found = borders.transitions(player, options.count, seed=options.seed, advance=advance)
    spreads = borders.measure(found, static, one_ply)
    _show(borders.tabulate(spreads, f"{len(found):,} turns of {player.name} against itself, seed {options.seed}"))
    _write_json(
        options.json, {"percentiles": borders.PERCENTILES, "transitions": [asdict(spread) for spread in spreads]}
    )


def run_exact(options: argparse.Namespace) -> None:
    """Measure and print the errors of the winning chance; engines that are not installed are named and left out."""
    if not exact.GOLDEN.exists():
        raise FileNotFoundError(f"{exact.GOLDEN} not found; run this from the root of the repository")
    boards, wins = exact.read_exact()
    network = read_network(options.network)
    specs = [JudgeSpec(engine="gammon", ply=ply, network=network) for ply in (0, 1, 2)]
    specs += [JudgeSpec(engine=engine, ply=ply) for engine in ("gnubg-nn", "bgsage") for ply in (0, 2)]
    errors, missing = [], set()
    with bar("judges", len(specs)) as advance:
        for spec in specs:
            try:
                errors.append(exact.measure(spec(), boards, wins))
            except PeerMissingError:
                missing.add(spec.engine)
            advance(1)
    _show(exact.tabulate(errors, len(boards)), *(f"{name} is not installed" for name in sorted(missing)))
    _write_json(options.json, [asdict(error) for error in errors])


def run_bearoffs(options: argparse.Namespace) -> None:
    """Measure and print the errors of the winning chance in bear-offs."""
    errors = bearoffs.measure(options.count, options.seed)
    _show(bearoffs.tabulate(errors))
    _write_json(options.json, [asdict(error) for error in errors])


def run_rollouts(options: argparse.Namespace) -> None:
    """Measure rollouts: their bias, their standard errors, known answers, memory."""
    tables, figures = rollouts.run(options)
    _show(*tables)
    _write_json(options.json, figures)


def run_luck(options: argparse.Namespace) -> None:
    """Measure what each way of measuring the luck of rolls costs and gives."""
    tables, figures = rollouts.run_luck(options)
    _show(*tables)
    _write_json(options.json, figures)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m strength",
        description=strength.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=text, description=run.__doc__)
        one.set_defaults(run=run)
        one.add_argument("--json", type=Path, metavar="FILE", help="also write all figures to this file")
        return one

    def dice(one: argparse.ArgumentParser) -> None:
        one.add_argument(
            "--seed", type=_at_least(0), required=True, metavar="S", help="seed of the dice; use a fresh one"
        )
        one.add_argument("--processes", type=_at_least(1), default=1, metavar="N", help="worker processes (default 1)")

    def network(one: argparse.ArgumentParser) -> None:
        one.add_argument("--network", default=SHIPPED, metavar="FILE", help="gammon's weights (default: shipped)")

    losses = command("decisions", run_decisions, "equity lost per unforced decision")
    dice(losses)
    losses.add_argument("--cache", type=Path, required=True, metavar="DIR", help="folder for decisions and judgements")
    losses.add_argument("--count", type=_at_least(2), default=2000, metavar="N", help="decisions (default 2000)")
    losses.add_argument(
        "--players",
        default=PLAYERS,
        metavar="ENGINE:PLY,...",
        help=f"from {', '.join(ENGINES)} (default {PLAYERS})",
    )
    losses.add_argument(
        "--network",
        action="append",
        metavar="FILE",
        help=f"gammon's weights; may be repeated; '{SHIPPED}' is the shipped network (default)",
    )
    losses.add_argument("--judges", default=",".join(JUDGES), metavar="ENGINE,...", help=f"default {','.join(JUDGES)}")
    losses.add_argument(
        "--judge-ply", type=int, choices=(0, 1, 2), default=DEPTH, help=f"plies the judges search (default {DEPTH})"
    )

    pairs = command("match", run_match, "points per game in a paired match")
    dice(pairs)
    pairs.add_argument("--against", choices=ENGINES, default="gnubg-nn")
    pairs.add_argument("--pairs", type=_at_least(2), default=2000, metavar="N", help="pairs of games (default 2000)")
    pairs.add_argument("--ply", type=int, choices=(0, 1, 2), default=0, help="plies gammon searches (default 0)")
    network(pairs)
    pairs.add_argument("--against-ply", type=int, choices=(0, 1, 2), default=0, help="the opponent's (default 0)")
    pairs.add_argument("--against-network", default=SHIPPED, metavar="FILE", help="the opponent's weights, if gammon")
    pairs.add_argument("--out", type=Path, metavar="FILE", help="store the totals here, continuing any already there")

    jumps = command("borders", run_borders, "jumps of the estimate at the borders of classes")
    dice(jumps)
    network(jumps)
    jumps.add_argument("--count", type=_at_least(2), default=10_000, metavar="N", help="turns (default 10000)")

    bearing_off = command("bearoffs", run_bearoffs, "error of the winning chance in bear-offs")
    bearing_off.add_argument(
        "--count", type=_at_least(1), default=bearoffs.COUNT, metavar="N", help="positions of each kind (default 1000)"
    )
    bearing_off.add_argument(
        "--seed", type=_at_least(0), default=1, metavar="S", help="seed of the positions (default 1)"
    )

    rollouts.add(
        command("rollouts", run_rollouts, "bias and standard errors of rollouts, known answers, memory"),
        command("luck", run_luck, "what measures the luck of rolls"),
    )

    network(command("exact", run_exact, "error of the winning chance where it is known exactly"))
    return parser


def main(arguments: list[str]) -> None:
    """Run one command."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if getattr(options, "network", "") is None:
        options.network = [SHIPPED]
    try:
        options.run(options)
    except PeerMissingError as missing:
        parser.error(f"{missing} is not installed; install the other engines with `pip install --group peers`")
    except (CacheError, MatchError, OSError, ValueError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(
            130, "stopped; --cache or --out keeps the results so far, and the same command continues from there\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
