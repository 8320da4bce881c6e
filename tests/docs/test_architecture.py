"""Everything that the architecture page names exists, and every package is on the page."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
_TOP_LEVEL = ("rust", "python", "tests", "benches", "strength", "examples", "docs")


def missing(page: str) -> list[str]:
    """List the files, folders and modules that a page names but that do not exist."""
    found = []
    for name in re.findall(r"`([\w./]+)`", page):
        top = name.split("/")[0]
        if top in _TOP_LEVEL and not (ROOT / name).exists():
            found.append(name)
        if re.fullmatch(r"gammon(\.[a-z_]+)+", name) and importlib.util.find_spec(name) is None:
            found.append(name)
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
    return found + [link for link in links if not (ROOT / "docs" / link).exists()]


def test_every_path_on_the_page_exists() -> None:
    assert missing(PAGE) == []


def test_a_missing_path_is_found() -> None:
    assert missing("`rust/engine/nothing.rs`, `gammon.nothing`, [x](nothing.md), `python/gammon/engine.py`, `a.b`") == [
        "rust/engine/nothing.rs",
        "gammon.nothing",
        "nothing.md",
    ]


@pytest.mark.parametrize("root", ["rust/engine", "python/gammon"])
def test_every_package_is_on_the_page(root: str) -> None:
    for path in sorted((ROOT / root).iterdir()):
        name = f"{root}/{path.name}"
        if (path.is_dir() and not path.name.startswith("_")) and any(path.glob("*.[pr][ys]")):
            module = name.removeprefix("python/").replace("/", ".")
            assert f"`{name}`" in PAGE or f"`{module}`" in PAGE, name
