"""Ctrl-C in a long call, with what was done until then."""

from __future__ import annotations

from typing import Any


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a long call; `partial` is what it had done by then.

    It is a `KeyboardInterrupt`, so that programs that know nothing of it stop as they would.

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
        """A result of the kind that the call returns; None if there is nothing yet."""

    def __str__(self) -> str:
        return self.message
