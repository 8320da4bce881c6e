"""Rollouts as tables for the terminal, and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gammon.rollouts.shown import CubeLike, FiveShares, Interval, PlayLike, RolloutLike
from gammon.statistics import normal_interval
from gammon.tabular import OUTCOME_ROWS, interval, percent, signed, unsigned
from gammon.tabular import table as empty_table

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

MEANING = (
    "± is one standard error: about 95 times in 100 the true value, for this way of playing, is within twice that."
)
"""What the errors mean, for people who have not seen one."""

_CHANCES = ["win", "gam.", "lose", "gam."]
_UNKNOWN = "-"
_SURE = 0.999
_AS_FAR = "as far as the luck of the dice goes"


def table(rollout: RolloutLike, *, by_roll: bool = False) -> Group:
    """Return all estimates of a rollout for rich: the mean with its standard error and 95 % interval, and with luck.

    Parameters
    ----------
    rollout
        The rollout.
    by_roll
        Whether to add a table of the equity after each first roll.
    """
    rolls = [by_first_roll({"": rollout})] if by_roll else []
    return _group([estimates(rollout), *rolls], notes(rollout))


def plays_table(plays: Sequence[PlayLike]) -> Group:
    """Return ranked plays for rich."""
    return _group([ranking(plays)] if plays else [], plays_notes(plays))


def cube_table(decision: CubeLike) -> Group:
    """Return a cube decision for rich."""
    return _group([actions(decision)], cube_notes(decision))


def estimates(rollout: RolloutLike) -> Table:
    """Return the table of a rollout's estimates: luck subtracted, then as they came (raw)."""
    has_raw = rollout.settings.luck != "nothing"
    made = empty_table("", "mean", "±", "95 % interval", *(["raw", "±"] if has_raw else []))
    raw = rollout.raw
    probabilities = _six(rollout.probabilities, rollout.standard_error)
    with_luck = _six(raw.probabilities, raw.probability_errors)
    for label, own, likely, other in zip(OUTCOME_ROWS, probabilities, _six_intervals(rollout), with_luck, strict=True):
        compared = [percent(other[0]), _error(other[1], percent)] if has_raw else []
        made.add_row(label, percent(own[0]), _error(own[1], percent), interval(*map(percent, likely)), *compared)
    made.add_section()
    adjusted = rollout.adjusted
    for label, name, its_error in (
        ("cubeless equity", "cubeless_equity", "cubeless_error"),
        ("cubeful equity", "equity", "equity_error"),
    ):
        mean, error = getattr(adjusted, name), getattr(adjusted, its_error)
        raw_mean, raw_error = getattr(raw, name), getattr(raw, its_error)
        if mean is not None:
            compared = [signed(raw_mean), _error(raw_error, unsigned)] if has_raw else []
            around = _UNKNOWN if not error else interval(*map(signed, normal_interval(mean, error)))
            made.add_row(label, signed(mean), _error(error, unsigned), around, *compared)
    if adjusted.mwc is not None and raw.mwc is not None:
        compared = [percent(raw.mwc), _error(raw.mwc_error, percent)] if has_raw else []
        error = adjusted.mwc_error
        around = _UNKNOWN if not error else interval(*map(percent, normal_interval(adjusted.mwc, error)))
        made.add_row("match win", percent(adjusted.mwc), _error(error, percent), around, *compared)
    return made


def notes(rollout: RolloutLike) -> list[str]:
    """Return how a rollout was made, and what its errors mean, in sentences."""
    raw = [] if rollout.settings.luck == "nothing" else ["Raw: with the luck of the dice left in."]
    ends = _endings(rollout)
    return [
        f"{_pace([rollout])}; {rollout.turns_per_game:.1f} turns per trial{ends}.",
        *_origin(rollout),
        *raw,
        MEANING,
    ]


def ranking(plays: Sequence[PlayLike]) -> Table:
    """Return the table of rolled-out plays, best first."""
    is_match = bool(plays) and plays[0].rollout.is_match
    # At a score, the chance to lose makes way for the match-winning chance.
    columns = ["mwc", *_CHANCES[:2], "lose g."] if is_match else _CHANCES
    made = empty_table("", "play", "equity", "±", "loss", "±", *columns, "trials")
    made.columns[1].justify = "left"
    made.columns[1].overflow, made.columns[1].no_wrap = "fold", False
    for rank, one in enumerate(plays, start=1):
        rollout, loss = one.rollout, one.loss
        made.add_row(
            str(rank),
            str(one.play),
            signed(rollout.equity),
            _error(rollout.equity_standard_error, unsigned),
            # The best is as good as itself: that needs no error.
            *((unsigned(0.0), "") if rank == 1 else (unsigned(loss.equity), _error(loss.standard_error, unsigned))),
            *([] if rollout.mwc is None else [_share(rollout.mwc)]),
            *_chances(rollout),
            f"{rollout.trials:,}",
        )
    return made


def plays_notes(plays: Sequence[PlayLike]) -> list[str]:
    """Return which play is best and how sure that is, and how the rollouts were made, in sentences."""
    if not plays:
        return ["No legal play."]
    best = plays[0]
    kind = "cubeful" if best.rollout.is_cubeful else "cubeless"
    given_up = sum(one.rollout.trials < best.rollout.trials for one in plays)
    few = f"{given_up} of {len(plays)} plays had fewer trials, as they were clearly behind." if given_up else ""
    return [
        _verdict(plays),
        f"Equities are {kind}; chances in %, gammons include backgammons.",
        *([few] if few else []),
        f"{_pace([one.rollout for one in plays])}.",
        *_origin(best.rollout),
        f"{MEANING} After a loss, it is that of the difference.",
    ]


def actions(decision: CubeLike) -> Table:
    """Return the table of the cube actions of both sides, in equity per unit of the cube before the double."""
    is_match = decision.no_double.is_match
    columns = ["mwc", "±", *_CHANCES[:2], "lose g."] if is_match else ["95 % interval", *_CHANCES]
    made = empty_table("", "equity", "±", *columns)
    for label, rollout in (("no double", decision.no_double), ("double, take", decision.double_take)):
        error = rollout.equity_standard_error
        if rollout.mwc is None:
            more = [_UNKNOWN if not error else interval(*map(signed, normal_interval(rollout.equity, error)))]
        else:
            more = [_share(rollout.mwc), _error(rollout.mwc_standard_error, _share)]
        made.add_row(label, signed(rollout.equity), _error(error, unsigned), *more, *_chances(rollout))
    won = ["", _share(decision.no_double.start.single[1])] if is_match else []
    made.add_row("double, pass", signed(decision.double_pass), *won)
    if decision.double_beaver is not None:
        error = decision.double_take.equity_standard_error
        made.add_row("double, beaver", signed(decision.double_beaver), _error(2 * error if error else None, unsigned))
    return made


def cube_notes(decision: CubeLike) -> list[str]:
    """Return the right cube action and how sure that is, and how the rollouts were made, in sentences."""
    sigmas = decision.sigmas
    sure = (
        ""
        if sigmas is None
        else (
            f" The closest of these decisions is clear by {sigmas:.1f} standard errors, so it is {_sureness(sigmas)}."
        )
    )
    gain = decision.gain
    by = unsigned(abs(gain.equity)) + ("" if gain.standard_error is None else f" ± {unsigned(gain.standard_error)}")
    return [
        f"Best: {decision.action}.{sure}",
        f"Double, take is {'better' if gain.equity >= 0 else 'worse'} than no double by {by}.",
        "Equities are the doubler's, per unit of the cube before the double; chances in %.",
        f"{_pace([decision.no_double, decision.double_take])}.",
        *_origin(decision.no_double),
        MEANING,
    ]


def by_first_roll(rollouts: Mapping[str, RolloutLike]) -> Table:
    """Return the table of the equity after each first roll, with its error; a column for each of several rollouts."""
    is_alone = len(rollouts) == 1
    first = next(iter(rollouts.values())).start.first
    label = "first roll" if first is None or first == "opening" else "reply to"
    columns = ["trials", "equity", "±"] if is_alone else [f"{name}" for name in rollouts]
    made = empty_table(label, *columns)
    if not is_alone:
        for column in made.columns[1:]:
            column.overflow, column.no_wrap = "fold", False
    by_roll = [{str(one.roll): one for one in rollout.first_rolls} for rollout in rollouts.values()]
    for roll in sorted({roll for one in by_roll for roll in one}):
        found = [one.get(roll) for one in by_roll]
        if is_alone:
            (one,) = found
            assert one is not None  # The rolls are those of this rollout.
            cells = [f"{one.trials:,}", signed(one.equity), _error(one.standard_error, unsigned)]
        else:
            cells = [_UNKNOWN if one is None else signed(one.equity) for one in found]
        made.add_row(roll, *cells)
    return made


def _verdict(plays: Sequence[PlayLike]) -> str:
    """Say which play is best, and how sure that is."""
    best = plays[0]
    known = [one for one in plays[1:] if one.loss.sigmas is not None]
    if len(plays) == 1:
        return f"{best.play} is the only play that was rolled out."
    if not known:
        return f"Best: {best.play}."
    closest = min(known, key=lambda one: one.loss.sigmas or 0.0)
    sigmas = closest.loss.sigmas or 0.0
    by = f"{closest.loss} ({sigmas:.1f} standard errors)"
    return f"Best: {best.play}, ahead of {closest.play} by {by}, so it is {_sureness(sigmas)}."


def _sureness(sigmas: float) -> str:
    """Describe in words how sure a difference is, given in standard errors."""
    from statistics import NormalDist  # Imported here because the import is slow.

    sure = NormalDist().cdf(abs(sigmas))
    if sure > _SURE:
        return f"more than {100 * _SURE:.1f} % sure {_AS_FAR}"
    hint = "" if sigmas >= 2 else "; more trials would help"
    digits = 1 if sure > 0.99 else 0  # Never 100 %.
    return f"{100 * sure:.{digits}f} % sure {_AS_FAR}{hint}"


def _pace(rollouts: Sequence[RolloutLike]) -> str:
    """Say how many trials took how long."""
    trials, seconds = sum(one.trials for one in rollouts), sum(one.seconds for one in rollouts)
    speed = f", {trials / seconds:,.0f} trials per second" if seconds > 0 else ""
    return f"{trials:,} trial{'s' if trials > 1 else ''} in {seconds:.2f} seconds{speed}"


def _origin(rollout: RolloutLike) -> list[str]:
    """Say how the trials were played, with which dice and network."""
    settings = str(rollout.settings)
    return [f"{settings[0].upper()}{settings[1:]}.", f"Seed {rollout.seed}, network {rollout.network}."]


def _endings(rollout: RolloutLike) -> str:
    """Say how many trials did not end with the game."""
    tally, trials = rollout.tally, rollout.trials
    ends = [
        (sum(tally.passed.values()), "ended by a pass"),
        (tally.known, "ended where tables know the value"),
        (tally.truncated, "truncated"),
    ]
    return "".join(f", {100 * count / trials:.0f} % {how}" for count, how in ends if count)


def _six(shares: FiveShares, errors: FiveShares | None) -> list[tuple[float, float | None]]:
    """Return mean and standard error of the six rows of `OUTCOME_ROWS`."""
    win, *others = zip(shares, errors or (None,) * 5, strict=True)
    return [win, *others[:2], (1.0 - win[0], win[1]), *others[2:]]


def _six_intervals(rollout: RolloutLike) -> list[Interval]:
    win, *others = rollout.intervals
    return [win, *others[:2], (1.0 - win[1], 1.0 - win[0]), *others[2:]]


def _share(chance: float) -> str:
    """Format a match-winning chance in a narrow column, in %."""
    return f"{100 * chance:.2f}"


def _chances(rollout: RolloutLike) -> list[str]:
    """Return the cells of `_CHANCES`, at a score without the chance to lose."""
    win, win_gammon, _, lose_gammon, _ = rollout.probabilities
    lose = [] if rollout.is_match else [1 - win]
    return [f"{100 * chance:.1f}" for chance in (win, win_gammon, *lose, lose_gammon)]


def _error(error: float | None, form: Callable[[float], str]) -> str:
    """Format a standard error. It cannot be estimated from one trial, nor if all trials end alike."""
    return form(error) if error else _UNKNOWN


def _group(tables: Sequence[Table], said: Sequence[str]) -> Group:
    from rich.console import Group
    from rich.text import Text

    parts: list[Table | Text] = []
    for one in tables:
        parts += [one, Text("")]
    return Group(*parts, *(Text(note) for note in said))
