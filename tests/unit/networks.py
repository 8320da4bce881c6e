"""Networks for tests."""

from __future__ import annotations

import hashlib

import gammon as bg

HEADER = 64
HASH = slice(32, 64)
"""Bytes of the header that hold the SHA-256 of the weights after it."""


def with_body(body: bytes, header: bytes | None = None) -> bytes:
    """Return a weight file with a header that matches its weights."""
    header = bg.Network.shipped().to_bytes()[:HEADER] if header is None else header
    return header[: HASH.start] + hashlib.sha256(body).digest() + body


CLASSES, OUTPUTS, PRUNING_UNITS = 17, 5, 128
"""Position classes (each has its own output weights), outputs, and hidden units that feed the pruning outputs."""


def indifferent(*, win: int = 0) -> bg.Network:
    """Make a network that gives every position the same outputs: all weights are 0, `win` biases the first output.

    The bias is in units of 2^-19.
    """
    shipped = bg.Network.shipped().to_bytes()
    hidden = int.from_bytes(shipped[20:24], "little")
    biases = win.to_bytes(4, "little", signed=True) + bytes(4 * (OUTPUTS - 1))
    heads = b"".join(CLASSES * (bytes(2 * OUTPUTS * units) + biases) for units in (hidden, PRUNING_UNITS))
    return bg.Network(with_body(bytes(len(shipped) - HEADER - len(heads)) + heads))
