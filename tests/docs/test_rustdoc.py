"""Each public module of the engine opens with an example, which cargo compiles and runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "rust" / "engine"
_EXAMPLE = re.compile(r"^//! ```\n(?://!.*\n)+?//! ```$", re.MULTILINE)


def front_page(source: str) -> str:
    """Return the module documentation at the top of a file."""
    found = re.match(r"(?://!.*\n)*", source)
    return found[0] if found else ""


def file_of(module: str, directory: Path) -> Path:
    """Return the file of a module, given the directory of the file that declares it."""
    path = directory / f"{module}.rs"
    return path if path.exists() else directory / module / "mod.rs"


def public_modules(path: Path) -> list[Path]:
    """List the files of a module and its public submodules."""
    declared = re.findall(r"^pub mod (\w+);", path.read_text("utf-8"), re.MULTILINE)
    inner = [file_of(module, path.parent) for module in declared]
    return [path, *(found for module in inner for found in public_modules(module))]


PUBLIC = public_modules(ENGINE / "lib.rs")


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: str(path.relative_to(ENGINE)))
def test_every_public_module_opens_with_an_example(path: Path) -> None:
    assert _EXAMPLE.search(front_page(path.read_text("utf-8")))


def test_the_front_page_of_the_engine_begins_with_an_example() -> None:
    lines = front_page((ENGINE / "lib.rs").read_text("utf-8")).splitlines()
    assert lines.index("//! ```") <= 3


def test_submodules_are_found() -> None:
    found = {str(path.relative_to(ENGINE)) for path in PUBLIC}
    assert {"lib.rs", "batch.rs", "search/mod.rs", "search/cubeful.rs", "value/met.rs"} <= found
    assert "parallel.rs" in found
    assert "net/kernel.rs" not in found


def test_only_a_runnable_example_at_the_top_counts() -> None:
    assert not _EXAMPLE.search(front_page("//! Words.\n\n//! ```\n//! x();\n//! ```\n"))
    assert not _EXAMPLE.search(front_page("//! ```text\n//! x\n//! ```\n"))
    assert _EXAMPLE.search(front_page("//! Words.\n//!\n//! ```\n//! x();\n//! ```\n"))
