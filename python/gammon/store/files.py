"""Atomic file writes, and reads with a size limit."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

from gammon.arguments import check, refuse
from gammon.quoting import quote

_LONGEST_PATH = 32_767
"""Maximum path length in bytes: that of Windows, which allows the longest paths."""


def file_name(argument: str, path: str | os.PathLike[str]) -> str:
    """Return a path as text, checked to be a possible file name.

    Raises
    ------
    TypeError
        If the argument is neither text nor a path.
    ArgumentError
        If it contains a NUL or an unpaired surrogate, or is too long; the message names the argument.
    """
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    check(argument, text, str, "a path")
    try:
        is_name = "\0" not in text and len(os.fsencode(text)) <= _LONGEST_PATH
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        refuse(f"{argument}: expected a valid file name, got {quote(text)}")
    return text


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file atomically: under a temporary name, then renamed, so that nobody sees a half-written file.

    File and folder are synchronised to disk, the content before the rename, so that this holds after a power failure
    too.

    Parameters
    ----------
    path
        The file to write. If it is a symbolic link, its target is replaced, not the link.
    content
        The content; text is written as UTF-8 with its line endings unchanged.

    Raises
    ------
    OSError
        If the file cannot be written; an existing file is unchanged then.
    UnicodeEncodeError
        If the text has an unpaired surrogate; nothing is written then.
    """
    data = content.encode() if isinstance(content, str) else content
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    unfinished = None
    try:
        mode = _mode_of(target)
        # Each call uses its own temporary name: two threads may write the same file, and the last one wins.
        import tempfile  # Imported here because it is slow to import.

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


def remove_unfinished(path: str) -> None:
    """Remove what processes that were killed in `write_whole` have left; nobody else may be writing the file."""
    folder, name = os.path.split(os.path.realpath(path))
    for one in os.listdir(folder):
        if one.startswith(f".{name}.") and one.endswith(".tmp"):
            with suppress(OSError):
                os.unlink(os.path.join(folder, one))


def read_at_most(path: str | os.PathLike[str], most: int, error: Callable[[str], Exception]) -> bytes:
    """Read a file that is expected to be small.

    Parameters
    ----------
    path
        The file.
    most
        Maximum size in bytes.
    error
        The exception to raise for a larger file, called with a message that names the file.

    Raises
    ------
    Exception
        The exception made by `error`, if the file is larger.
    OSError
        If the file cannot be read.
    """
    with open(path, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise error(f"{os.fspath(path)}: expected at most {most:,} bytes, got more")
    return content


def _mode_of(path: str) -> int:
    """Return the permissions of the file to be replaced, or those of a new file: `mkstemp` would make it private."""
    try:
        return os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _synchronise(folder: str) -> None:
    """Flush a rename to disk, if possible: some systems cannot open a folder, some file systems cannot sync one."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
