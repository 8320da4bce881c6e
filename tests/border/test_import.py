"""The time that ``import gammon`` takes and the modules it loads."""

from __future__ import annotations

import statistics
import subprocess
import sys

import pytest

TIMED = """
import time
import numpy, numpy.typing
started = time.process_time()
import gammon
print(time.process_time() - started)
"""

MODULES = """
import sys
import numpy, numpy.typing
before = set(sys.modules)
import gammon
print(*sorted(set(sys.modules) - before))
"""

SLOW = {"asyncio", "email", "gammon.cli", "gammon.reference", "gammon.training", "html", "http", "rich", "ssl", "torch"}
"""Modules that each take tens of milliseconds to import, or that most programs do not need."""


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.alone
def test_gammon_is_imported_in_a_moment_beyond_numpy() -> None:
    _run(TIMED)  # the first run may have to write bytecode files
    assert statistics.median(float(_run(TIMED)) for _ in range(5)) < 0.2


def test_importing_gammon_imports_nothing_slow() -> None:
    imported = set(_run(MODULES).split())
    assert "gammon._engine" in imported
    assert imported.isdisjoint(SLOW), imported & SLOW
    assert len([name for name in imported if not name.startswith("gammon")]) < 15, imported
