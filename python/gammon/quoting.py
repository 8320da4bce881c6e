"""How an error quotes what it was given: short, and whatever the value does when it is asked for its text."""

from __future__ import annotations

import reprlib

MOST = 60
"""Characters of a quotation."""

_DIGITS = 40
"""Digits of an integer that is written out; Python itself refuses to write out those of more than 4300."""

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = MOST


def quote(value: object, most: int = MOST) -> str:
    """Return the ``repr`` of a value for an error message, on one line and cut to `most` characters.

    A large integer is described by its length. A value whose ``repr`` raises is described by its type, so the error
    that was to be raised is the one that is.

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
        # Bytes and arrays are cut before they are written: writing out a gigabyte to keep 60 characters takes seconds.
        if isinstance(value, (bytes, bytearray)):
            value = bytes(value[:most])
        text = " ".join(_SHORT.repr(value).split())
    except Exception:  # A value's own code may raise anything.
        text = f"<{kind[:most]}>"
    if len(text) <= most:
        return text
    head = max(0, (most - 3) // 2)
    return f"{text[:head]}...{text[len(text) - (most - 3 - head) :]}"
