"""Answers as tables that fit into 80 columns and stay plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import gammon
from gammon.statistics import normal_interval, wilson_interval

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_PIPE_WIDTH = 80
_WIDEST = 1000
_SCORES_ACROSS = 10
"""Columns of a table of scores that fit into 80 columns, whatever stands in them; more make a second table."""
_ROWS = ("win", "  gammon or more", "  backgammon", "lose", "  gammon or more", "  backgammon")


def rollout(result: gammon.Rollout, title: str) -> None:
    """Print a rollout: each figure with its standard error and the range in which it lies."""
    table = _table("", "mean", "std error", "95 % interval")
    means = _six(result.mean)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = result.standard_error
    errors = (win, win_gammon, win_backgammon, win, lose_gammon, lose_backgammon)
    for row, mean, error in zip(_ROWS, means, errors, strict=True):
        low, high = wilson_interval(mean, result.trials)
        table.add_row(row, _percent(mean), _percent(error), _range(_percent(low), _percent(high)))
    mean, error = result.cubeless_equity, result.equity_standard_error
    low, high = normal_interval(mean, error)
    low, high = max(low, -3.0), min(high, 3.0)
    table.add_section()
    # Trials that all end alike do not tell how far off they are.
    likely = _range(_signed(low), _signed(high)) if error > 0 else "-"
    table.add_row("cubeless equity", _signed(mean), _unsigned(error), likely)
    speed = f", {result.trials / result.seconds:,.0f} games per second" if result.seconds > 0 else ""
    _print(
        title,
        table,
        f"{result.trials:,} trial{'s' if result.trials > 1 else ''} in {result.seconds:.2f} seconds{speed}",
        f"{result.turns_per_game:.1f} turns per game, seed {result.seed}, network {result.network}",
    )


def plays(ranked: Sequence[gammon.RankedPlay], limit: int, title: str) -> None:
    """Print the best plays, as the player who makes them sees what comes of them."""
    if not ranked:
        _print(f"{title}: nothing can be played")
        return
    listed = ranked[:limit]
    is_mixed, is_match = len({one.ply for one in listed}) > 1, listed[0].mwc is not None
    columns = ["play", *(["ply"] if is_mixed else []), *(["mwc"] if is_match else []), "equity", "loss"]
    table = _table("", *columns, "win", "gam.", "bg.", "lose", "gam.", "bg.")
    table.columns[1].justify = "left"
    table.columns[1].overflow, table.columns[1].no_wrap = "fold", False
    for rank, one in enumerate(listed, start=1):
        chances = (f"{100 * chance:.1f}" for chance in _six(one.outcome))
        ply = [str(one.ply)] if is_mixed else []
        mwc = [] if one.mwc is None else [f"{100 * one.mwc:.2f}"]
        table.add_row(str(rank), str(one.play), *ply, *mwc, _signed(one.equity), _unsigned(one.loss), *chances)
    hidden = len(ranked) - limit
    more = f"{hidden} more of {len(ranked)} legal plays: --limit {len(ranked)} lists all" if hidden > 0 else ""
    kind = "with the cube" if listed[0].is_cubeful else "cubeless"
    _print(title, table, f"Equities are {kind}; chances in %, gammons with backgammons among them.", more)


def score_map(found: gammon.ScoreMap, title: str) -> None:
    """Print what is right at many scores."""
    tables, labels = [], found.labels()
    for columns in _blocks(found.length):
        table = _table("need", *map(str, columns))
        for away, row in enumerate(labels, start=1):
            table.add_row(str(away), *(row[column - 1] for column in columns))
        tables.append(table)
    best = [f"{letter}: {play} ({count})" for letter, (play, count) in found.letters().items()]
    _print(
        title,
        tables,
        "Rows: points that you need; columns: that your opponent needs; 1 is after the",
        "Crawford game.",
        *(best or ["ND no double, D double, TG too good; T take, P pass, B beaver; (D) optional."]),
    )


def outcome(estimate: gammon.Outcome, title: str) -> None:
    """Print an estimate of how a game ends."""
    table = _table("", "estimate")
    for row, chance in zip(_ROWS, _six(estimate), strict=True):
        table.add_row(row, _percent(chance))
    table.add_section()
    table.add_row("cubeless equity", _signed(estimate.cubeless_equity))
    _print(title, table)


def cube(decision: gammon.CubeDecision, title: str) -> None:
    """Print what each decision about the cube is worth, and what is right."""
    is_match = decision.mwc is not None
    table = _table("", "equity", "error", *(["match win"] if is_match else []))
    mwc = [_percent(chance) for chance in decision.mwc] if decision.mwc is not None else ["", "", ""]
    again = "redouble" if decision.cube.owner == 1 else "double"
    rows = [
        (f"no {again}", decision.no_double, decision.error_no_double, mwc[0]),
        (f"{again}, take", decision.double_take, decision.error_take, mwc[1]),
        (f"{again}, pass", decision.double_pass, decision.error_pass, mwc[2]),
    ]
    if decision.double_beaver is not None and decision.error_beaver is not None:
        rows.append((f"{again}, beaver", decision.double_beaver, decision.error_beaver, ""))
    for name, equity, error, chance in rows if decision.is_allowed else rows[:1]:
        table.add_row(name, _signed(equity), _unsigned(error), *([chance] if is_match else []))
    points = decision.points
    chances = [("take", points.take), (again, points.double), ("cash", points.cash), ("too good", points.too_good)]
    listed = ", ".join(f"{name} {_percent(point)}" for name, point in chances if point is not None)
    wrong = f" A {again} would give away {_unsigned(decision.error_double)}." if decision.error_double else ""
    _print(
        title,
        table,
        f"Right: {decision.words}.{wrong}",
        "An error is what its maker gives away: by take and pass the opponent.",
        f"Wins {_percent(decision.outcome.win)}; points: {listed or 'none'}.",
        f"Cube efficiency {decision.efficiency:.2f}.",
        ""
        if decision.market_losers is None
        else f"Without a double now the next one comes too late in {_percent(decision.market_losers)} of all rolls.",
    )


def contest(result: gammon.Contest) -> None:
    """Print how two players did against each other."""
    rules = result.rules
    unit, write = ("points per game", _signed) if rules.is_money else ("matches won", _percent)
    table = _table("", unit, "std error", "95 % interval")
    error, likely = result.standard_error, result.interval
    size = _unsigned if rules.is_money else _percent
    table.add_row(
        str(result.first),
        write(result.mean),
        "-" if error is None else size(error),
        "-" if likely is None else _range(*map(write, likely)),
    )
    kind = "games for money" if rules.is_money else f"matches to {rules.match_length}"
    _print(
        f"{result.first} against {result.second}",
        table,
        f"{2 * result.pairs:,} {kind}, each sequence of dice from both seats, seed {result.seed}",
    )


def score(scoring: gammon.Scoring) -> str:
    """Say how a game is scored."""
    if scoring.away is None:
        options = [name for name, is_on in (("Jacoby", scoring.jacoby), ("beavers", scoring.beavers)) if is_on]
        return ", ".join(["money", *options])
    own, opponent = scoring.away
    names = {
        gammon.Crawford.TO_COME: "",
        gammon.Crawford.THIS_GAME: ", Crawford game",
        gammon.Crawford.PLAYED: ", after the Crawford game",
        gammon.Crawford.OFF: ", without the Crawford rule",
    }
    crawford = "" if scoring.crawford is None else names[scoring.crawford]
    return f"{own}-away, {opponent}-away{crawford}"


def mets(shipped: Mapping[str, gammon.MatchEquityTable]) -> None:
    """Print the tables that ship with gammon."""
    table = _table("name", "points")
    table.add_column("called", overflow="fold")
    for name, met in shipped.items():
        table.add_row(name, str(met.length), met.name)
    _print("Match equity tables", table, "Each has its holder's notice: `gammon met NAME` shows it.")


def met(shown: gammon.MatchEquityTable, length: int) -> None:
    """Print the first points of a table: chances of winning in %."""
    tables = []
    for columns in _blocks(length):
        table = _table("need", *map(str, columns))
        for own in range(1, length + 1):
            table.add_row(str(own), *(f"{100 * shown.mwc(own, opponent):.1f}" for opponent in columns))
        table.add_section()
        for label, chances in zip(("post", "post 2"), shown.post_crawford, strict=False):
            table.add_row(label, *(f"{100 * chances[column - 1]:.1f}" for column in columns))
        tables.append(table)
    _print(
        f"{shown.name or 'Match equity table'}, {length} of {shown.length} points",
        tables,
        "Rows: points that you need; columns: that your opponent needs; 1 is the Crawford game.",
        "post: what you have after it when you trail and need as many points.",
        shown.notice,
    )


def points(found: gammon.ScorePoints, take: float | None, mwc: float, title: str) -> None:
    """Print what a score means for the cube."""
    table = _table("", "you")
    rows = (
        ("take point", take),
        ("double point", found.double),
        ("cash point", found.cash),
        ("too good from", found.too_good),
    )
    for name, point in rows:
        table.add_row(name, "-" if point is None else _percent(point))
    table.add_section()
    table.add_row("gammon value", _unsigned(found.gammon_value))
    table.add_row("opponent's gammon value", _unsigned(found.opponent_gammon_value))
    table.add_row("match-winning chance", _percent(mwc))
    _print(title, table, f"Cube efficiency {found.efficiency:.2f}; chances of winning this game.")


def _six(chances: gammon.Outcome) -> tuple[float, ...]:
    """List win, gammon, backgammon and the same for a loss."""
    return (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        1.0 - chances.win,
        chances.lose_gammon,
        chances.lose_backgammon,
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def _signed(equity: float) -> str:
    return f"{equity:+.4f}"


def _unsigned(equity: float) -> str:
    return f"{equity:.4f}"


def _range(low: str, high: str) -> str:
    return f"{low} to {high}"


def _blocks(length: int) -> list[range]:
    """Divide the points that a player may need, from 1, among tables that stand below each other."""
    return [range(start, min(start + _SCORES_ACROSS, length + 1)) for start in range(1, length + 1, _SCORES_ACROSS)]


def _table(first: str, *others: str) -> Table:
    # Imported only here: most of the time that a short command takes would go into it.
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _print(title: str, tables: Table | Sequence[Table] = (), *notes: str) -> None:
    from rich.table import Table

    console = _console()
    # What rich prints itself it gives up with an error of its own once nobody reads it any more.
    with console.capture() as printed:
        console.print(title, style="bold")
        for table in [tables] if isinstance(tables, Table) else tables:
            # Where the terminal is too narrow it breaks the lines, and no number is cut.
            width = console.width
            console.width = _WIDEST
            size = console.measure(table)
            is_rigid = all(column.no_wrap for column in table.columns)
            console.width = max(width, size.maximum if is_rigid else size.minimum)
            console.print("", table, sep="\n")
            console.width = width
        if tables:
            console.print()
        for note in notes:
            if note:
                console.print(note)
    print(printed.get(), end="")


def _console() -> Console:
    from rich.console import Console

    is_terminal = sys.stdout.isatty()
    return Console(
        file=sys.stdout,
        force_terminal=is_terminal,
        force_jupyter=False,
        width=None if is_terminal else _PIPE_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )
