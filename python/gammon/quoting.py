"""Quoting of values in error messages: short, and safe for values whose ``repr`` fails."""

from __future__ import annotations

import reprlib

MOST = 60
"""Maximum length of a quoted value, in characters."""

_DIGITS = 40
"""Most digits of an integer that is written out. Python itself refuses to print more than 4300."""

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = MOST


def quote(value: object, most: int = MOST) -> str:
    """Return the ``repr`` of a value for an error message, on one line and cut to `most` characters.

    A large integer is described by its length. A value whose ``repr`` raises is described by its type, so that quoting
    it does not hide the error being reported.

    Examples
    --------
    >>> from gammon.quoting import quote
    >>> quote("club"), quote(10**5000), quote("x" * 10**6, most=12)
    ("'club'", 'an int of 16610 bits', "'xxx...xxxx'")
    """
    kind = type(value).__name__
    try:
        if isinstance(value, int) and value.bit_length() > _DIGITS * 3.32:
            return f"an {kind} of {value.bit_length()} bits"
        # Bytes are cut before ``repr``: formatting a gigabyte to keep 60 characters takes seconds.
        if isinstance(value, (bytes, bytearray)):
            value = bytes(value[:most])
        text = " ".join(_SHORT.repr(value).split())
    except Exception:  # A user-defined ``__repr__`` may raise anything.
        text = f"<{kind[:most]}>"
    if len(text) <= most:
        return text
    head = max(0, (most - 3) // 2)
    return f"{text[:head]}...{text[len(text) - (most - 3 - head) :]}"
