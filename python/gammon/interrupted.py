"""The exception for Ctrl-C in a long call, with the partial result."""

from __future__ import annotations

from typing import Any


class Interrupted(KeyboardInterrupt):
    """A long call was interrupted by Ctrl-C; `partial` is the result so far.

    It is a `KeyboardInterrupt`, so programs that do not handle it stop as usual.

    Examples
    --------
    >>> import gammon as bg
    >>> def stop(done: int, total: int) -> None:
    ...     if done > 1000:
    ...         raise KeyboardInterrupt
    >>> try:
    ...     result = bg.rollout(bg.Position.start(), 10**9, seed=1, progress=stop)
    ... except bg.Interrupted as interrupted:
    ...     result = interrupted.partial
    >>> 0 < result.trials < 10**9
    True
    """

    __module__ = "gammon"

    def __init__(self, message: str, partial: object = None) -> None:
        super().__init__(message, partial)
        self.message = message
        self.partial: Any = partial
        """The result so far, of the type that the call returns; None if there is none yet."""

    def __str__(self) -> str:
        return self.message
