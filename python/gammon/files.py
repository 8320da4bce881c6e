"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file under another name first, so that nobody ever finds half of it.

    Parameters
    ----------
    path
        Where to. What a link leads to is replaced, and not the link.
    text
        What to write, as UTF-8.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is there still.
    """
    folder, name = os.path.split(os.path.realpath(path))
    unfinished = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(unfinished, os.path.join(folder, name))
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        with suppress(OSError):
            os.unlink(unfinished)
