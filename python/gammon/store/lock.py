"""Locks that keep two processes, or two threads, from writing the same file."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

from gammon._engine import ArgumentError

_here: set[str] = set()
_guard = threading.Lock()


class FileLock:
    """A lock on a file that is written by one process at a time; it ends with the process, however that ends.

    It is a lock of the operating system on an empty file beside it, ``.NAME.lock``, since the file itself may be
    replaced. Making it also shows whether the folder can be written. Where the file system has no locks, nothing is
    locked.

    Parameters
    ----------
    path
        The file; it need not exist.

    Raises
    ------
    ArgumentError
        If the file is in use.
    OSError
        If the file is a folder, or the folder cannot be written.
    """

    def __init__(self, path: str) -> None:
        target = os.path.realpath(path)
        if os.path.isdir(target):
            import errno

            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        folder, name = os.path.split(target)
        self._path = os.path.join(folder, f".{name}.lock")
        with _guard:
            # The system's locks are those of processes, so they do not keep threads apart.
            if self._path in _here:
                raise _in_use(path)
            try:
                self._descriptor: int | None = _locked(self._path)
            except BlockingIOError:
                raise _in_use(path) from None
            except OSError as error:
                raise OSError(error.errno, error.strerror, path) from error
            _here.add(self._path)

    def release(self) -> None:
        """End the lock and remove its file; calling it again does nothing."""
        with _guard:
            if self._descriptor is None:
                return
            # Removed while it is locked: who has opened it before notices that it is gone. Windows refuses until later.
            with suppress(OSError):
                os.unlink(self._path)
            os.close(self._descriptor)
            with suppress(OSError):
                if os.name == "nt":
                    os.unlink(self._path)
            self._descriptor = None
            _here.discard(self._path)

    def __del__(self) -> None:
        if getattr(self, "_descriptor", None) is not None:
            self.release()


def _in_use(path: str) -> ArgumentError:
    return ArgumentError(f"{path}: the file is in use by another rollout")


def _locked(path: str) -> int:
    """Open a file and lock it.

    Raises
    ------
    BlockingIOError
        If another process has locked it.
    OSError
        If it cannot be opened.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        try:
            _lock(descriptor)
            if os.name == "nt" or _is_at(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    import errno
    import sys

    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(errno.EAGAIN, "locked") from error
    else:
        import fcntl

        try:
            # Not `flock`, whose locks forked workers would inherit and keep.
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise BlockingIOError(errno.EAGAIN, "locked") from error


def _is_at(descriptor: int, path: str) -> bool:
    """Tell whether an open file still has this path: another process may have removed it before it was locked."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
