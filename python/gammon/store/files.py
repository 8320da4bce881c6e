"""Files that are written whole or not at all, and read if they are not too large."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

from gammon.arguments import check, refuse
from gammon.quoting import quote

_LONGEST_PATH = 32_767
"""Bytes of a path: Windows has the longest."""


def file_name(argument: str, path: str | os.PathLike[str]) -> str:
    """Return a path as text, if a file can have it.

    Raises
    ------
    TypeError
        If it is neither text nor a path.
    ArgumentError
        If it has a NUL or half a character in it; the message names the argument.
    """
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    check(argument, text, str, "a path")
    try:
        is_name = "\0" not in text and len(os.fsencode(text)) <= _LONGEST_PATH
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        refuse(f"{argument}: no file can be called {quote(text)}")
    return text


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file under a temporary name, then rename it, so that a half-written one is never found.

    The content is on the disk before the name is, also after a power failure: file and folder are synchronised.

    Parameters
    ----------
    path
        Where to. If it is a symbolic link, its target is replaced, not the link.
    content
        What to write; text is written as UTF-8, with its line ends as they are.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is still there.
    UnicodeEncodeError
        If the text has a surrogate that stands alone; nothing is written.
    """
    data = content.encode() if isinstance(content, str) else content
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    unfinished = None
    try:
        mode = _mode_of(target)
        # A name of its own for every call: two threads may write the same file, and the last one wins.
        import tempfile  # Only here: it takes long to import.

        descriptor, unfinished = tempfile.mkstemp(dir=folder, prefix=f".{name}.", suffix=".tmp")
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.chmod(unfinished, mode)
            os.fsync(file.fileno())
        os.replace(unfinished, target)
        unfinished = None
        _synchronise(folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        if unfinished is not None:
            with suppress(OSError):
                os.unlink(unfinished)


def read_at_most(path: str | os.PathLike[str], most: int, error: Callable[[str], Exception]) -> bytes:
    """Read a file that is expected to be small.

    Parameters
    ----------
    path
        The file.
    most
        How many bytes it may have.
    error
        Makes the exception for a larger file from its message, which names the file.

    Raises
    ------
    Exception
        What `error` makes, if the file is larger.
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise error(f"{os.fspath(path)}: expected at most {most:,} bytes, and it has more")
    return content


def _mode_of(path: str) -> int:
    """Permissions of the file that is replaced, or those that a new one gets: `mkstemp` makes it private."""
    try:
        return os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _synchronise(folder: str) -> None:
    """Make a rename last. Not every system can open a folder, and not every file system can synchronise one."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
