"""Set-up shared by all tests."""

import os
import signal
from pathlib import Path

import pytest

ALONE = Path(__file__).parent / "border"
"""Where all tests with the marker `alone` are, so that `make test` need not collect the others to run them."""

# Tests, and the processes they start, keep tables apart from the user's.
os.environ.setdefault("GAMMON_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "tables"))

# Programs started by a shell in the background ignore SIGINT, and so do their children. Some tests send SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Refuse a test with the marker `alone` in a place where `make test` would miss it."""
    if item.get_closest_marker("alone") and ALONE not in item.path.parents:
        raise pytest.UsageError(f"{item.nodeid}: tests with the marker `alone` belong in tests/border")
