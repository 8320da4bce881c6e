"""Read the golden files for pytest."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

_TOML = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
_HERE = Path(__file__).parent


def jsonl(name: str) -> list[dict[str, Any]]:
    """Read a file of one JSON object a line."""
    lines = (_HERE / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


def toml(name: str) -> dict[str, Any]:
    """Read a TOML file."""
    facts: dict[str, Any] = _TOML.loads((_HERE / name).read_text(encoding="utf-8"))
    return facts
