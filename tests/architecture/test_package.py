"""Everything in the compiled module is used, and tracked files contain no build products or local paths."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

import gammon
from gammon import _engine

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "gammon"

TEXT = {".py", ".pyi", ".rs", ".toml", ".md", ".sh", ".json", ".jsonl", ".lock", ".txt", ".yml", ".yaml", ""}


def _used() -> set[str]:
    """Return the names that the package's modules import from the engine."""
    names: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "gammon._engine":
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "_engine":
                names.add(node.attr)
    return names


def test_everything_compiled_is_used() -> None:
    compiled = {name for name in dir(_engine) if not re.fullmatch(r"__\w+__", name)} | {"__version__"}
    assert {"Position", "batch_plays", "rollout_tally", "Fit"} <= compiled
    assert compiled - _used() == set()


def test_the_stub_has_the_names_of_the_module() -> None:
    stub = ast.parse((PACKAGE / "_engine.pyi").read_text("utf-8"))
    names = {node.name for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    names |= {
        alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names if alias.asname
    }
    assert names == {name for name in dir(_engine) if not name.startswith("__")}


def test_compiled_classes_are_public_names_of_the_package() -> None:
    for name in dir(_engine):
        value = getattr(_engine, name)
        if isinstance(value, type) and name != "Fit":
            assert value is getattr(gammon, name)
            assert name in gammon.__all__
            assert value.__module__ == "gammon"


def test_the_version_is_that_of_the_workspace() -> None:
    manifest = (ROOT / "Cargo.toml").read_text("utf-8")
    assert f'\nversion = "{gammon.__version__}"\n' in manifest


_PLACES = "|".join(("home", "Users", "root", "work", "mnt", "workspace", "scratch"))
_OF_A_MACHINE = re.compile(rf"""(?:^|[\s"'`(=:])(?:/(?:{_PLACES})/\w|[A-Z]:\\\\?Users\\)""", re.M)


def _tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_no_tracked_file_contains_a_local_path() -> None:
    files = [path for path in _tracked() if path.suffix in TEXT]
    assert len(files) > 50
    for path in files:
        found = _OF_A_MACHINE.search(path.read_text("utf-8"))
        assert found is None, f"{path.relative_to(ROOT)}: {found[0] if found else ''}"


@pytest.mark.parametrize("text", ["path = '/{}/me/x'", "see /{}/me", "`/{}/x`", "\n/{}/x", "--out=/{}/x"])
def test_a_local_path_is_found(text: str) -> None:
    for place in ("home", "work", "root", "Users"):
        assert _OF_A_MACHINE.search(text.format(place))
    assert not _OF_A_MACHINE.search("gammon rollout -b----/home, 8/5 6/5, tests/work/x, https://x.org/home/x")


def test_nothing_built_is_tracked() -> None:
    built = {".so", ".pyd", ".pyc", ".checkpoint", ".o", ".whl"}
    assert [path.name for path in _tracked() if path.suffix in built] == []
