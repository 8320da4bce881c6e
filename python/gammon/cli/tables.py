"""``gammon tables``: list, build, check and remove the files of exact tables."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import gammon
from gammon.cli import options, output, printing
from gammon.cli.command import Command, UsageError
from gammon.progress import bar

_EXAMPLES = """\
examples:
  gammon tables
      list all tables, and which of them have been built

  gammon tables build hypergammon-3
      solve hypergammon exactly; it takes about a quarter of an hour

  gammon tables check two-sided-6
      check every stored value against those of the positions that follow

  gammon tables remove hypergammon-3
  gammon tables path

Tables are solved by gammon itself. The two for bear-offs that every engine uses
are built on first need.
"""

_ACTIONS = ("list", "build", "check", "remove", "path")

_ABOUT_KINDS = {
    "one-sided": "rolls that a side needs from {} points",
    "two-sided": "bear-offs of up to {} checkers a side",
    "hypergammon": "hypergammon with {} checkers a side",
    "contact": "endings of up to {} checkers a side, with contact",
}

_MOST_WRONG = 1e-7
"""What rounding leaves is smaller by a factor of ten or more."""


@dataclass(frozen=True, kw_only=True)
class _Arguments:
    action: str
    names: list[str]
    threads: int | None
    json: bool


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=_ACTIONS,
        default="list",
        metavar="ACTION",
        help="list (default), build, check or remove the tables, or print the path of their directory",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="the names of tables, such as two-sided-6")
    options.add_threads(parser)
    options.add_json(parser)


def _run(given: argparse.Namespace) -> None:
    arguments = _Arguments(**vars(given))
    needs_names = arguments.action in ("build", "check", "remove")
    if needs_names and not arguments.names:
        raise UsageError(f"{arguments.action} needs the name of a table; `gammon tables` lists them")
    if arguments.names and not needs_names:
        raise UsageError(f"{arguments.action} takes no names")
    for name in arguments.names:
        gammon.tables.path(name)  # Refuses an unknown name before anything is done.
    match arguments.action:
        case "path":
            print(gammon.tables.directory())
        case "list":
            _list(as_json=arguments.json)
        case "build":
            for name in arguments.names:
                _build(name, arguments.threads)
        case "check":
            for name in arguments.names:
                _check(name, arguments.threads)
        case _:
            for name in arguments.names:
                print(f"{name}: {'removed' if gammon.tables.remove(name) else 'there was no file'}")


def _list(*, as_json: bool) -> None:
    built = {name: gammon.tables.path(name).stat().st_size for name in gammon.tables.cached()}
    if as_json:
        tables = {name: {"about": _about(name), "bytes": built.get(name)} for name in gammon.tables.NAMES}
        output.print_json({"format": "gammon tables 1", "directory": str(gammon.tables.directory()), "tables": tables})
        return
    table = printing.table("table", "contents", "file")
    for name in gammon.tables.NAMES:
        size = built.get(name)
        table.add_row(name, _about(name), "-" if size is None else f"{size / 1e6:,.1f} MB")
    default = " and ".join(sorted(gammon.tables.DEFAULT))
    printing.show(
        f"Exact tables in {gammon.tables.directory()}", table, f"{default} are used by default and built on first need."
    )


def _about(name: str) -> str:
    kind, size = name.rsplit("-", 1)
    return _ABOUT_KINDS[kind].format(size).replace("1 checkers", "1 checker")


def _build(name: str, threads: int | None) -> None:
    started = time.monotonic()
    with bar(name) as progress:
        table = gammon.tables.build(name, threads=threads, progress=progress)
    seconds = time.monotonic() - started
    print(f"{name}: {table.size / 1e6:,.1f} MB in {seconds:.1f} seconds, {gammon.tables.path(name)}")


def _check(name: str, threads: int | None) -> None:
    if name not in gammon.tables.cached():
        raise gammon.ArgumentError(f"{name}: there is no file to check; `gammon tables build {name}` makes one")
    with bar(name) as progress:
        largest = gammon.tables.check(name, threads=threads, progress=progress)
    if largest > _MOST_WRONG:
        raise gammon.TableError(f"{name}: a value differs by {largest:.2g} from what the values after it give")
    print(f"{name}: every value agrees with those after it to {largest:.2g}")


COMMAND = Command(
    name="tables", about="list, build, check or remove exact tables", examples=_EXAMPLES, add=_add, run=_run
)
