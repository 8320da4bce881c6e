"""Exact tables: positions that are solved instead of estimated, kept in files in the user's cache directory.

- ``one-sided-6``: how many rolls one side needs to bear off up to 15 checkers from its home board (4 MB).
- ``one-sided-7`` to ``one-sided-10``: the same from more points (up to 0.3 GB).
- ``two-sided-6``: bear-offs with up to 6 checkers on each side, without and with a cube (14 MB).
- ``two-sided-1`` to ``two-sided-10``: the same with fewer or more checkers (up to 1 GB).
- ``hypergammon-1`` to ``hypergammon-3``: hypergammon, with and without a cube (up to 0.4 GB).
- ``contact-1`` to ``contact-3``: endings with contact in which all other checkers are off (up to 0.4 GB).

Values with a cube are for money. ``one-sided-6`` and ``two-sided-6`` are used by default (`DEFAULT`): they are solved
on first need, which takes a second or two, and kept. Others are used by engines that name them, as in
``Engine(tables=["contact-2", *bg.tables.DEFAULT])``. Those of hypergammon are also used by default once their files
exist.

The files are memory-mapped, so that processes share them. They have a version and a hash: a damaged or outdated file is
solved again. Where files cannot be written, tables are solved in memory, with a `TableWarning`.

The directory is `directory()`; the environment variable ``GAMMON_CACHE_DIR`` replaces it.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import threading
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gammon import arguments
from gammon._engine import Table, TableError
from gammon.quoting import quote
from gammon.store.files import write_whole
from gammon.typing import Progress

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "DEFAULT",
    "NAMES",
    "Table",
    "TableError",
    "TableWarning",
    "build",
    "cached",
    "check",
    "directory",
    "get",
    "path",
    "remove",
]

DEFAULT = ("two-sided-6", "one-sided-6")
"""The tables of the default engine, in the order in which they are consulted."""

NAMES = (
    *(f"one-sided-{points}" for points in range(6, 11)),
    *(f"two-sided-{most}" for most in range(1, 11)),
    *(f"hypergammon-{checkers}" for checkers in range(1, 4)),
    *(f"contact-{most}" for most in range(1, 4)),
)
"""All tables."""

_ORDER = ("hypergammon", "contact", "two-sided", "one-sided")
"""Kinds of tables from the exact ones with the widest coverage to one-sided ones, which ignore the other side."""

_opened: dict[tuple[str, str], Table] = {}
"""The tables that this process has opened or solved, by name and path."""
_opening = threading.RLock()


class TableWarning(UserWarning):
    """Warns that a table's file could not be read or written, so that the table was solved again."""

    __module__ = "gammon.tables"


def directory() -> Path:
    """Return the directory of the table files, which may not exist yet."""
    # Imported here because they are slow to import.
    from pathlib import Path

    chosen = os.environ.get("GAMMON_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_cache_path("gammon", appauthor=False)


def path(name: str) -> Path:
    """Return the path of a table's file, which may not exist yet.

    Raises
    ------
    ArgumentError
        If there is no table of this name.
    """
    return directory() / f"{_checked(name)}.table"


def cached() -> tuple[str, ...]:
    """Return the names of the tables whose files exist, in the order of `NAMES`."""
    return tuple(name for name in NAMES if path(name).is_file())


def get(name: str, *, threads: int | None = None, progress: Progress | None = None) -> Table:
    """Return a table: from its file, or solved now and kept if there is none.

    Parameters
    ----------
    name
        One of `NAMES`.
    threads
        Threads for solving; None for one per core. The table does not depend on it.
    progress
        Called as ``progress(done, total)`` while the table is solved.

    Warns
    -----
    TableWarning
        If the file is damaged, or the new file cannot be written.

    Raises
    ------
    ArgumentError
        If there is no table of this name.
    MemoryError
        If it does not fit in memory.

    Examples
    --------
    >>> import gammon as bg
    >>> table = bg.tables.get("two-sided-6")
    >>> side = [14, 0, 0, 0, 0, 0, 1] + [0] * 19
    >>> win, centred, owned, opponent_owns = table.values(bg.Position(side, side).to_array()[None])[0]
    >>> float(win), float(centred)
    (0.8125, 0.5)
    """
    file = path(name)
    key = (name, str(file))
    with _opening:
        table = _opened.get(key)
        if table is None:
            table = _read(name, file)
            if table is None:
                table = _solve(name, file, threads, progress)
            _opened[key] = table
        return table


def build(name: str, *, threads: int | None = None, progress: Progress | None = None) -> Table:
    """Solve a table and write its file, even if there is one.

    Parameters
    ----------
    name
        One of `NAMES`.
    threads
        Threads for solving; None for one per core. The table does not depend on it.
    progress
        Called as ``progress(done, total)``.

    Returns
    -------
    Table
        The table, mapped from the new file. Processes that have the old file open keep it.

    Raises
    ------
    ArgumentError
        If there is no table of this name.
    MemoryError
        If it does not fit in memory.
    OSError
        If the file cannot be written; an existing one is unchanged then.
    """
    file = path(name)
    _prepare(file)
    contents = Table.solve(name, threads=threads, progress=progress)
    write_whole(file, contents)
    del contents
    table = Table._open(name, file)
    with _opening:
        _opened[name, str(file)] = table
    return table


def check(name: str, *, threads: int | None = None, progress: Progress | None = None) -> float:
    """Check a table's file: its hash, and every stored number against those of the positions after the best plays.

    Parameters
    ----------
    name
        One of `NAMES`.
    threads
        Threads to use; None for one per core.
    progress
        Called as ``progress(done, total)``.

    Returns
    -------
    float
        The largest difference: at most about 1e-8, which is what rounding leaves, unless the table is wrong.

    Raises
    ------
    ArgumentError
        If there is no table of this name.
    TableError
        If the file is damaged or of another version.
    OSError
        If the file cannot be read.
    """
    file = path(name)
    try:
        table = Table._open(name, file)
    except TableError as error:
        raise TableError(f"{file}: {error}") from None
    return table.check(threads=threads, progress=progress)


def remove(name: str) -> bool:
    """Delete a table's file; return whether there was one.

    Raises
    ------
    ArgumentError
        If there is no table of this name.
    OSError
        If the file cannot be deleted.
    """
    file = path(name)
    with _opening:
        _opened.pop((name, str(file)), None)
    try:
        file.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def chosen(names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of an engine's tables in the order in which they are consulted.

    Parameters
    ----------
    names
        The tables that the engine names; None for the default ones and those of hypergammon whose files exist.
    """
    if names is None:
        found = cached()
        names = (*(name for name in found if name.startswith("hypergammon")), *DEFAULT)
    return tuple(sorted(dict.fromkeys(names), key=_rank))


def checked(argument: str, names: object) -> tuple[str, ...]:
    """Return names of tables as a tuple.

    Raises
    ------
    TypeError
        If it is not a sequence of texts.
    ArgumentError
        If there is no table of one of the names.
    """
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise TypeError(f"{argument}: expected a sequence of names or None, got {type(names).__name__}")
    return tuple(_checked(name) for name in names)


def _rank(name: str) -> tuple[int, int]:
    """Return the sort key of a table: the order of its kind, then its size, largest first."""
    kind, size = name.rsplit("-", 1)
    return _ORDER.index(kind), -int(size)


def _checked(name: object) -> str:
    text = arguments.check("name", name, str)
    if text not in NAMES:
        known = ", ".join(sorted({re.sub(r"\d+$", "N", name) for name in NAMES}))
        arguments.refuse(f"name: expected the name of a table ({known}), got {quote(text)}")
    return text


def _read(name: str, file: Path) -> Table | None:
    """Open a table's file; None if there is none that can be used."""
    try:
        return Table._open(name, file)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, TableError) as error:
        _warn(f"{file}: {_reason(error)}; the table {name} is solved again")
        return None


def _solve(name: str, file: Path, threads: int | None, progress: Progress | None) -> Table:
    """Solve a table, and keep its file if that is possible."""
    contents = Table.solve(name, threads=threads, progress=progress)
    try:
        _prepare(file)
        write_whole(file, contents)
        return Table._open(name, file)
    except (OSError, TableError) as error:
        _warn(f"{file}: {_reason(error)}; the table {name} was solved in memory and is not kept")
        return Table.from_bytes(name, contents)


def _prepare(file: Path) -> None:
    """Make the directory of a file, and remove what builders that were killed have left in it."""
    import time

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        # Something else has the directory's name. "File exists" would be read as the table's file.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), os.fspath(file.parent)) from error
    for left in file.parent.glob(f".{file.name}.*.tmp"):
        try:
            # A builder writes for seconds at most; its temporary file is this old only if it was killed.
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink()
        except OSError:
            pass


_ABANDONED = 3600.0
"""Age in seconds at which a temporary file counts as abandoned."""


def _reason(error: OSError | TableError) -> str:
    """Return what went wrong, without the name of the file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _warn(message: str) -> None:
    warnings.warn(message, TableWarning, stacklevel=_outside())


def _outside() -> int:
    """Return the stack level of the first caller outside this package, counted from `_warn`."""
    level, frame = 1, sys._getframe(1)
    # The engine opens its tables in a `cached_property`, so a frame of `functools` may stand between the package's own.
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in ("gammon", "functools"):
        level, frame = level + 1, frame.f_back
    return level
