"""``gammon rollout``: play a position, the plays of a roll or the actions of a cube decision to the end many times."""

from __future__ import annotations

import argparse
import textwrap
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import gammon
from gammon.cli import ids, options, output, printing
from gammon.cli.command import Command, UsageError
from gammon.cli.ids import Given
from gammon.match import Variant
from gammon.progress import bar
from gammon.rollouts import plot, report
from gammon.rollouts.options import RolloutOptions
from gammon.rollouts.settings import PRESETS, UNLIMITED
from gammon.stakes import scoring_fields

_DEFAULT_PRESET = "standard"
_DEFAULT_TOP = 5
_DEFAULT_AHEAD = 3.0
_WIDTH = 78


def _presets() -> str:
    """Return the lines of the help that say what each preset means."""
    said = [f"{name}: {preset}" for name, preset in PRESETS.items()]
    return "\n".join(textwrap.fill(one, _WIDTH, initial_indent="  ", subsequent_indent="      ") for one in said)


_EXAMPLES = f"""\
examples:
  gammon rollout
      from the starting position; the first roll is never a double

  gammon rollout 31
      the best opening plays with 3 and 1, ranked

  gammon rollout 21 --plays '13/11 6/5, 24/23 13/11' --away 4-2
      these plays, at a score

  gammon rollout ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10 --preset quick
      no double, double and take, double and pass

  gammon rollout 4HPwATDgc/ABMA --cubeless --error 0.01

presets:
{_presets()}

With dice, the best plays are rolled out and ranked; before the roll, the cube
decision if the player may double; otherwise, and with --no-decision, only the
position. The score and the cube of an ID count, unless --cubeless is given. All
plays and actions get the same dice, so luck favours none.

The same ID, options and seed give the same numbers on any machine and with any
number of threads, except with --seconds.
"""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    id: str | None
    dice: str | None
    roll: tuple[int, int] | None
    variant: Variant | None
    checkers: int | None
    top: int | None
    plays: str | None
    no_decision: bool
    cubeless: bool
    away: tuple[int, int] | None
    crawford: str | None
    met: str
    preset: str
    trials: int | None
    seed: int
    ply: int | None
    cube_ply: int | None
    truncate: int | None
    leaf_ply: int | None
    no_variance_reduction: bool
    no_stratified: bool
    error: float | None
    seconds: float | None
    ahead: float | None
    checkpoint: str | None
    threads: int | None
    network: str | None
    tables: tuple[str, ...] | None
    by_roll: bool
    plot: str | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument("dice", nargs="?", metavar="DICE", help="the roll, such as 31 (default: the dice in the ID)")
    what = parser.add_argument_group("what to roll out")
    what.add_argument("--dice", dest="roll", type=options.roll, metavar="DICE", help="the same as DICE")
    candidates = what.add_mutually_exclusive_group()
    candidates.add_argument(
        "--top",
        type=options.at_least_1,
        metavar="N",
        help=f"how many plays to roll out, best first at 2-ply (default: {_DEFAULT_TOP})",
    )
    candidates.add_argument("--plays", metavar="PLAYS", help="the plays to roll out, such as '8/5 6/5, 24/20'")
    what.add_argument(
        "--no-decision", action="store_true", help="roll out the position, not the plays or the cube decision"
    )
    what.add_argument("--cubeless", action="store_true", help="ignore the cube and the score")
    options.add_score(what)
    options.add_met_option(what)
    how = parser.add_argument_group("how trials are played")
    how.add_argument(
        "--preset",
        type=_preset,
        default=_DEFAULT_PRESET,
        metavar="NAME",
        help=f"{', '.join(PRESETS)}; see below (default: {_DEFAULT_PRESET}). These options change its settings",
    )
    how.add_argument("--seed", type=options.seed, default=1, metavar="S", help="seed of the dice (default: 1)")
    how.add_argument("--ply", type=options.ply, metavar="P", help="plies searched for each play, 0 to 3")
    how.add_argument("--cube-ply", type=options.ply, metavar="P", help="plies searched for each cube decision, 0 to 3")
    how.add_argument(
        "--truncate", type=_turns, metavar="N", help="end trials after N turns; 0 plays them to the end of the game"
    )
    how.add_argument("--leaf-ply", type=options.ply, metavar="P", help="plies searched to value a truncated trial")
    how.add_argument("--no-variance-reduction", action="store_true", help="do not subtract the luck of the dice")
    how.add_argument("--no-stratified", action="store_true", help="do not stratify the first two rolls")
    options.add_network(how)
    options.add_tables(how)
    stop = parser.add_argument_group("when to stop, whatever comes first")
    stop.add_argument(
        "--trials",
        type=options.at_least_1,
        metavar="N",
        help="games for each play or action (default: as the preset says; no limit with --error or --seconds)",
    )
    stop.add_argument("--error", type=options.positive, metavar="E", help="when every standard error is at most E")
    stop.add_argument("--seconds", type=options.positive, metavar="S", help="after S seconds")
    stop.add_argument(
        "--ahead",
        type=_ahead,
        metavar="K",
        help="give up plays that are behind the best by K joint standard errors, and stop when one is left; 0 gives up "
        f"none (default: {_DEFAULT_AHEAD:g} for plays, 0 for cube decisions)",
    )
    stop.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="save the trials to FILE every few seconds, and resume from it if it exists",
    )
    options.add_threads(stop)
    shown = parser.add_argument_group("what is shown")
    shown.add_argument("--by-roll", action="store_true", help="also print the equity after each first roll")
    shown.add_argument("--plot", metavar="FILE", help="plot the running mean to FILE, such as rollout.png")
    options.add_json(shown)


Result: TypeAlias = gammon.Rollout | gammon.RolledOutCube | list[gammon.RolledOutPlay]


@dataclass(frozen=True, kw_only=True)
class _Task:
    """What is rolled out."""

    state: Given
    roll: tuple[int, int] | None
    stakes: gammon.Stakes | None
    """Score and cube; None for a rollout without a cube."""
    engine: gammon.Engine
    is_opening: bool
    """Whether the first roll is an opening roll."""
    is_decision: bool
    """Whether plays or cube actions are compared."""

    @property
    def what(self) -> str:
        """The title of the answer."""
        stakes = "Cubeless rollout" if self.stakes is None else "Rollout"
        at = "" if self.stakes is None else f", {printing.score(self.stakes.scoring)}"
        name = self.state.position.gnubg_id
        if self.roll is not None:
            dice = f"with {self.roll[0]} {self.roll[1]} to play"
            return f"{stakes} of {'the plays of ' if self.is_decision else ''}{name}{at}, {dice}"
        if self.is_decision:
            offer = f", {self.state.situation.offer} offered" if self.state.situation.offer else ""
            return f"{stakes} of the cube decision of {name}{at}{offer}"
        first = "with an opening roll, never a double" if self.is_opening else "before the roll"
        return f"{stakes} of {name}{at}, {first}"

    @property
    def aside(self) -> list[str]:
        """What the ID states and the rollout ignores."""
        if self.stakes is None:
            return self.state.left_aside
        return [] if self.is_decision and self.roll is None else self.state.aside("offer")


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    task = _task(arguments)
    if arguments.plot is not None:
        try:
            plot.expect_format(arguments.plot)
        except ModuleNotFoundError as error:
            raise gammon.ArgumentError(f"--plot: {error}") from None
    stopped = None
    watch = _Watch(error=arguments.error, seconds=arguments.seconds)
    try:
        with bar("rollout", watch.words) as progress:
            result = _rolled_out(task, arguments, watch, watch.reporting(progress))
    except gammon.Interrupted as interrupted:
        if not interrupted.partial:
            raise
        result, stopped = interrupted.partial, interrupted
    _show(task, arguments, result, stopped)
    if arguments.plot is not None:
        plot.save(_named(result), arguments.plot)
    if stopped is not None:
        raise stopped


def _task(arguments: _Arguments) -> _Task:
    """Find out what to roll out."""
    id_, dice = options.id_and_dice(arguments.id, arguments.dice)
    other = arguments.roll
    if dice is not None and other is not None and sorted(dice) != sorted(other):
        raise UsageError(f"expected one roll, got {dice[0]} {dice[1]} and --dice {other[0]} {other[1]}")
    state = ids.state_of(id_, arguments.variant, arguments.checkers)
    roll = dice or other or state.dice
    scoring = options.scoring(arguments.away, arguments.crawford)
    if arguments.cubeless and scoring is not None:
        raise UsageError("--cubeless ignores the score, so it cannot be used with --away")
    stakes = None
    if not arguments.cubeless and not (state.is_bare and scoring is None):
        stakes = state.stakes(state.situation.scoring if scoring is None else scoring)
    engine = gammon.Engine(
        options.load_network(arguments.network),
        met=options.load_met(arguments.met),
        threads=arguments.threads,
        tables=arguments.tables,
    )
    is_opening = id_ is None and roll is None
    may_double = stakes is not None and engine.model(stakes).may_double(stakes.cube)
    is_choice = roll is not None or (may_double and not is_opening and not state.position.is_over)
    task = _Task(
        state=state,
        roll=roll,
        stakes=stakes,
        engine=engine,
        is_opening=is_opening,
        is_decision=is_choice and not arguments.no_decision,
    )
    _expect_sensible(task, arguments)
    return task


def _expect_sensible(task: _Task, arguments: _Arguments) -> None:
    """Refuse options that would have no effect."""
    chooses = task.is_decision and task.roll is not None
    for name, value in (("--plays", arguments.plays), ("--top", arguments.top)):
        if value is not None and not chooses:
            raise UsageError(f"{name} needs plays to compare: add a roll, such as 31, and drop --no-decision")
    if arguments.plays is not None and not all(one.strip() for one in arguments.plays.split(",")):
        raise UsageError(f"--plays: expected plays separated by commas, got {arguments.plays!r}")
    if arguments.ahead and not task.is_decision:
        raise UsageError("--ahead compares plays or cube actions, but only the position is rolled out")
    truncate = PRESETS[arguments.preset].settings.truncate if arguments.truncate is None else arguments.truncate
    if arguments.leaf_ply is not None and not truncate:
        raise UsageError("--leaf-ply needs --truncate: these trials are played to the end of the game")
    if task.is_decision and task.roll is None and task.state.situation.offer in ("beaver", "raccoon"):
        offer = task.state.situation.offer
        raise UsageError(f"the position has an unanswered {offer}: `gammon cube` answers it, --cubeless ignores it")


def _rolled_out(task: _Task, arguments: _Arguments, watch: _Watch, progress: Callable[[int, int], None]) -> Result:
    """Roll out what there is to roll out."""
    trials, chosen = _trials(arguments), _options(task, arguments, watch)
    position, engine, roll = task.state.position, task.engine, task.roll
    if task.is_decision and roll is not None:
        top = _DEFAULT_TOP if arguments.top is None else arguments.top
        named = None if arguments.plays is None else [one.strip() for one in arguments.plays.split(",")]
        found = gammon.rollout_plays(
            position, roll, trials, top=named or top, engine=engine, progress=progress, **chosen
        )
        if found:
            return found
        chosen.pop("ahead", None)
    elif task.is_decision:
        return gammon.rollout_cube(position, trials, engine=engine, progress=progress, **chosen)
    return gammon.rollout(
        position, trials, roll=roll, opening=task.is_opening, engine=engine, progress=progress, **chosen
    )


def _trials(arguments: _Arguments) -> int:
    """Return the largest number of trials."""
    if arguments.trials is not None:
        return arguments.trials
    has_rule = arguments.error is not None or arguments.seconds is not None
    return UNLIMITED if has_rule else PRESETS[arguments.preset].trials


def _options(task: _Task, arguments: _Arguments, watch: _Watch) -> RolloutOptions:
    """Return the options of the rollout functions that the command line gives."""
    default = _DEFAULT_AHEAD if task.is_decision and task.roll is not None else 0.0
    given: dict[str, Any] = {
        "stakes": task.stakes,
        "ply": arguments.ply,
        "cube_ply": arguments.cube_ply,
        "leaf_ply": arguments.leaf_ply,
        "luck": "nothing" if arguments.no_variance_reduction else None,
        "stratified": False if arguments.no_stratified else None,
        "standard_error": arguments.error,
        "seconds": arguments.seconds,
        "ahead": (default if arguments.ahead is None else arguments.ahead) or None,
        "checkpoint": arguments.checkpoint,
    }
    found = RolloutOptions(settings=arguments.preset, seed=arguments.seed, update=watch.update)
    found.update({name: value for name, value in given.items() if value is not None})  # type: ignore[typeddict-item]
    if arguments.truncate is not None:
        found["truncate"] = arguments.truncate or None
    return found


@dataclass(kw_only=True)
class _Watch:
    """What a progress bar shows: the current equity, and an estimate of the number of trials."""

    error: float | None
    """The standard error at which the rollout stops."""
    seconds: float | None
    """The time after which it stops."""
    began: float = field(default_factory=time.monotonic)
    rollouts: Sequence[gammon.Rollout] = ()

    def update(self, rollouts: Sequence[gammon.Rollout]) -> None:
        """Take note of the rollouts so far."""
        self.rollouts = list(rollouts)

    def words(self) -> str:
        """Return the equity of the best play or action so far."""
        if not self.rollouts:
            return ""
        best = max(self.rollouts, key=lambda one: one.equity)
        error = best.equity_standard_error
        return f"{best.equity:+.4f}" + ("" if error is None else f" ± {error:.4f}")

    def reporting(self, report: Callable[[int, int], None]) -> Callable[[int, int], None]:
        """Return a function that reports progress, with an estimate of the total if a rule other than trials stops."""

        def estimated(done: int, total: int) -> None:
            totals = [total]
            if self.error is not None and self.rollouts:
                errors = [(one.trials, one.equity_standard_error) for one in self.rollouts]
                missing = sum(n * max((error or 0.0) ** 2 / self.error**2 - 1.0, 0.0) for n, error in errors)
                totals.append(done + round(missing))
            elapsed = time.monotonic() - self.began
            if self.seconds is not None and elapsed > 0:
                totals.append(round(done * self.seconds / elapsed))
            report(done, max(min(totals), done))

        return estimated


def _show(task: _Task, arguments: _Arguments, result: Result, stopped: gammon.Interrupted | None) -> None:
    """Print the answer as JSON, or the board and the tables."""
    state = task.state
    if arguments.json:
        _print_json(task, result, is_partial=stopped is not None)
        return
    state.tell(task.aside)
    printing.board(state, task.roll)
    title = task.what + ("" if stopped is None else f", partial: {stopped}")
    if isinstance(result, gammon.Rollout):
        dance = ["No legal play: the position is rolled out."] if task.is_decision else []
        tables, notes = [report.estimates(result)], [*dance, *report.notes(result)]
    elif isinstance(result, gammon.RolledOutCube):
        answer = result.action.rpartition(", ")[2]
        asked = [f"Best answer: {answer}."] if state.situation.offer else []
        tables, notes = [report.actions(result)], [*asked, *report.cube_notes(result)]
    else:
        tables, notes = [report.ranking(result)], report.plays_notes(result)
    if arguments.by_roll:
        tables.append(report.by_first_roll(_named(result)))
    printing.show(title, tables, *notes)


def _print_json(task: _Task, result: Result, *, is_partial: bool) -> None:
    """Print the answer as one JSON object."""
    if isinstance(result, list):
        scoring = None if task.stakes is None else scoring_fields(task.stakes.scoring)
        fields = {"roll": task.roll, "scoring": scoring, "interrupted": is_partial, "plays": result}
        output.print_answer("gammon rollout plays", fields, task.state, task.aside)
        return
    more: dict[str, object] = {"interrupted": is_partial, "cubeless": task.stakes is None}
    if isinstance(result, gammon.RolledOutCube):
        more = {"interrupted": is_partial, "offer": task.state.situation.offer}
    output.print_result(result, task.state, task.aside, more)


def _named(result: Result) -> dict[str, gammon.Rollout]:
    """Return the rollouts by the name of their play or cube action."""
    if isinstance(result, gammon.Rollout):
        return {"": result}
    if isinstance(result, gammon.RolledOutCube):
        return {"no double": result.no_double, "double, take": result.double_take}
    return {str(one.play): one.rollout for one in result}


def _preset(text: str) -> str:
    if text not in PRESETS:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(PRESETS)}, got {text!r}")
    return text


def _turns(text: str) -> int:
    return options.whole(text, 0, 10_000)


def _ahead(text: str) -> float:
    return 0.0 if text.strip() == "0" else options.positive(text)


COMMAND = Command(
    name="rollout",
    about="play a position, plays or a cube decision to the end many times",
    examples=_EXAMPLES,
    add=_add,
    run=_run,
)
