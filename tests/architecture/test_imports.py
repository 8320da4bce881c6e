"""Who may import whom in Python, read from the sources."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "gammon"
STANDARD = sys.stdlib_module_names

WITH_ENGINE = {
    "gammon",
    "gammon.analysis.cube",
    "gammon.analysis.evaluation",
    "gammon.analysis.match_equity",
    "gammon.analysis.plays",
    "gammon.analysis.rollout",
    "gammon.analysis.score_map",
    "gammon.analysis.score_points",
    "gammon.batch.boards",
    "gammon.batch.cube",
    "gammon.batch.games",
    "gammon.batch.inputs",
    "gammon.batch.judging",
    "gammon.batch.legal",
    "gammon.batch.ranking",
    "gammon.contests",
    "gammon.dice",
    "gammon.drawing",
    "gammon.engine",
    "gammon.met.files",
    "gammon.met.gnubg_xml",
    "gammon.match.actions",
    "gammon.match.game",
    "gammon.match.ids",
    "gammon.match.record",
    "gammon.match.rules",
    "gammon.match.situation",
    "gammon.match.state",
    "gammon.match.values",
    "gammon.players",
    "gammon.stakes",
    "gammon.store.json",
    "gammon.training",
    "gammon.training.course",
    "gammon.training.gate",
    "gammon.training.config",
    "gammon.training.records",
}
"""The modules that say in Python what the compiled engine can do; the others go through them."""

OTHERS = {
    "gammon": {"numpy"},
    "gammon.progress": {"rich"},
    "gammon.cli": {"rich"},
}
"""What may be imported from outside, by the rooms that may."""


def module_name(path: Path, root: Path = PACKAGE.parent) -> str:
    """Name the module of a file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, module: str, *, is_package: bool) -> Iterator[str]:
    """List what a module imports, at its head or anywhere else: modules, and names in packages as modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module.split(".") if is_package else module.split(".")[:-1]
                base = ".".join(package[: len(package) - node.level + 1] + ([base] if base else []))
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in MODULES else base
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("__import__", "importlib.import_module"):
            yield ast.unparse(node.args[0]).strip("'\"")


SOURCES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_name(path) for path in SOURCES} | {"gammon._engine"}


def imports_of(path: Path) -> set[str]:
    """List what the module in a file imports."""
    return set(imports(path.read_text("utf-8"), module_name(path), is_package=path.name == "__init__.py"))


def is_in(module: str, room: str) -> bool:
    """Tell whether a module is a room or in it."""
    return module == room or module.startswith(f"{room}.")


def faults(module: str, imported: set[str]) -> list[str]:
    """List the imports that a module must not have."""
    found = []
    for name in sorted(imported):
        top = name.split(".")[0]
        if is_in(module, "gammon.reference"):
            allowed = top in STANDARD or is_in(name, "gammon.reference")
        elif name == "gammon._engine":
            allowed = module in WITH_ENGINE
        elif top == "gammon":
            upper = [room for room in ("gammon.cli", "gammon.training") if is_in(name, room)]
            allowed = all(is_in(module, room) for room in upper) or module == "gammon.__main__"
            allowed = allowed and not is_in(name, "gammon.reference")
        else:
            rooms = [
                others
                for room, others in OTHERS.items()
                if is_in(module, room) and (room != "gammon" or top == "numpy")
            ]
            allowed = top in STANDARD or any(top in others for others in rooms)
        if not allowed:
            found.append(f"{module} imports {name}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_a_module_imports_only_what_its_room_may(path: Path) -> None:
    assert faults(module_name(path), imports_of(path)) == []


def test_the_sources_are_found() -> None:
    assert {"gammon", "gammon.batch", "gammon.reference.rules", "gammon.cli.app", "gammon.training.course"} <= MODULES
    assert "gammon._engine" in imports_of(PACKAGE / "batch" / "legal.py")
    assert all(module in MODULES for module in WITH_ENGINE)


def test_modules_below_the_command_line_do_not_import_each_other_in_circles() -> None:
    graph = {
        module_name(path): {name for name in imports_of(path) if name in MODULES and name != "gammon"}
        for path in SOURCES
    }
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, " → ".join((*above, module))
        if module in done or module not in graph:
            return
        for imported in sorted(graph[module] - {module}):
            visit(imported, (*above, module))
        done.add(module)

    for module in graph:
        visit(module, ())


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gammon.reference.rules", "import numpy"),
        ("gammon.reference.rules", "from gammon import Position"),
        ("gammon.reference.rules", "from gammon._engine import Position"),
        ("gammon.reference.rules", "from ..batch import plays"),
        ("gammon.reference.rules", "def f():\n    import gammon"),
        ("gammon.cli.commands", "from gammon._engine import Position"),
        ("gammon.cli.commands", "from gammon import _engine"),
        ("gammon.batch", "import gammon.cli.app"),
        ("gammon.batch", "from gammon import cli"),
        ("gammon.batch", "from gammon.training import train"),
        ("gammon.batch", "from gammon.reference import rules"),
        ("gammon.batch", "import rich"),
        ("gammon.batch", "import torch"),
        ("gammon.cli.app", "import torch"),
        ("gammon.cli.app", "from gammon.training.course import run"),
        ("gammon.progress", "import torch"),
        ("gammon.training.course", "from gammon.cli import main"),
        ("gammon.training.course", "import torch"),
        ("gammon.typing", "from gammon import _engine"),
        ("gammon.typing", "import importlib\nimportlib.import_module('gammon._engine')"),
        ("gammon.drawing.svg", "from gammon._engine import Position"),
    ],
)
def test_a_forbidden_import_is_found(module: str, source: str) -> None:
    assert faults(module, set(imports(source, module, is_package=False)))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gammon.reference.rules", "import math\nfrom . import board\nfrom gammon.reference.board import Board"),
        ("gammon.batch.legal", "import numpy as np\nfrom gammon import _engine\nfrom gammon.typing import Boards"),
        ("gammon.cli.app", "import gammon\nfrom rich.table import Table\nfrom gammon.drawing import svg"),
        ("gammon.training.learn", "import numpy\nimport gammon"),
        ("gammon.__main__", "from gammon.cli import main"),
    ],
)
def test_an_allowed_import_is_allowed(module: str, source: str) -> None:
    assert faults(module, set(imports(source, module, is_package=False))) == []
