"""Checks of arguments. Errors name the argument, what was expected and what was got."""

from __future__ import annotations

import operator
from typing import NoReturn, TypeVar

import numpy as np

from gammon._engine import ArgumentError, GammonError
from gammon.quoting import quote

_T = TypeVar("_T")


def refuse(problem: str) -> NoReturn:
    """Raise an `ArgumentError` with a message."""
    raise ArgumentError(problem)


def check(name: str, value: object, kind: type[_T], words: str | None = None) -> _T:
    """Return a value after checking its type.

    Parameters
    ----------
    name
        Name of the argument.
    value
        Its value.
    kind
        The expected type. A bool is not accepted as an int.
    words
        Description of the expected type for the message; ``a KIND`` or ``an KIND`` if None.

    Raises
    ------
    TypeError
        If `value` is not of the type.
    """
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool and kind is not object):
        return value
    article = "an" if kind.__name__[0] in "AEIOUaeiou" else "a"
    raise TypeError(f"{name}: expected {words or f'{article} {kind.__name__}'}, got {type(value).__name__}")


def index(value: object) -> int:
    """Return an integer, Python's or NumPy's, as an int.

    `operator.index`, except that NumPy's bool is refused: older versions of NumPy let it pass, with a warning.

    Raises
    ------
    TypeError
        If `value` is not an integer.
    """
    if isinstance(value, np.bool_):
        raise TypeError(f"expected an int, got {quote(value)}")
    return operator.index(value)  # type: ignore[arg-type]


def integer(name: str, value: object) -> int:
    """Return an integer of any size, Python's or NumPy's, as an int.

    Raises
    ------
    TypeError
        If `value` is not an integer.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an int, got {quote(value)}") from None


def whole(name: str, value: object, least: int, most: int, *, error: type[GammonError] = ArgumentError) -> int:
    """Return an integer within a range, Python's or NumPy's, as an int.

    Raises
    ------
    TypeError
        If `value` is not an integer.
    GammonError
        `error`, if the number is out of the range.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an int, got {type(value).__name__}") from None
    if not least <= number <= most:
        raise error(f"{name} is {quote(number)}; it must be from {least} to {_written(most)}")
    return number


def real(name: str, value: object, least: float, most: float, *, error: type[GammonError] = ArgumentError) -> float:
    """Return a number within a range, as a float.

    Raises
    ------
    TypeError
        If `value` is not a number.
    GammonError
        `error`, if the number is out of the range or NaN.
    """
    try:
        if isinstance(value, bool | str | bytes | bytearray):
            raise TypeError
        number = float(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: expected a number, got {type(value).__name__}") from None
    except (OverflowError, ValueError, ArithmeticError):
        number = float("nan")
    if not least <= number <= most:
        raise error(f"{name} is {quote(value)}; it must be a number from {least:g} to {most:g}")
    return number


def _written(most: int) -> str:
    """Format a bound, large powers of two as such: 2^64 - 1."""
    bits = most.bit_length()
    if bits < 32:
        return str(most)
    return f"2^{bits - 1}" if most == 1 << bits - 1 else f"2^{bits} - 1" if most == (1 << bits) - 1 else str(most)
