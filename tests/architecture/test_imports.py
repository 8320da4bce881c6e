"""Which Python modules may import which, checked in the sources."""

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
    "gammon.analysis.score_map",
    "gammon.analysis.score_points",
    "gammon.arguments",
    "gammon.bearoff",
    "gammon.batch.boards",
    "gammon.batch.cube",
    "gammon.batch.games",
    "gammon.batch.inputs",
    "gammon.batch.judging",
    "gammon.batch.legal",
    "gammon.batch.ranking",
    "gammon.contests",
    "gammon.dice",
    "gammon.draw",
    "gammon.drawing",
    "gammon.engine",
    "gammon.met.files",
    "gammon.met.gnubg_xml",
    "gammon.match.actions",
    "gammon.match.dice",
    "gammon.match.game",
    "gammon.match.ids",
    "gammon.match.record",
    "gammon.match.rules",
    "gammon.match.fields",
    "gammon.onnx",
    "gammon.situation",
    "gammon.match.state",
    "gammon.match.values",
    "gammon.players.advice",
    "gammon.players.engine_player",
    "gammon.players.process",
    "gammon.players.protocol",
    "gammon.players.rolling",
    "gammon.players.strength",
    "gammon.rollouts.comparing",
    "gammon.rollouts.many",
    "gammon.rollouts.options",
    "gammon.rollouts.playing",
    "gammon.rollouts.plot",
    "gammon.rollouts.result",
    "gammon.rollouts.settings",
    "gammon.rollouts.single",
    "gammon.rollouts.tally",
    "gammon.stakes",
    "gammon.store.json",
    "gammon.store.lock",
    "gammon.store.rows",
    "gammon.tables",
    "gammon.training",
    "gammon.training.generations",
    "gammon.training.gate",
    "gammon.training.config",
    "gammon.training.records",
}
"""The modules that may import the compiled engine; others use it through these."""

OTHERS = {
    "gammon": {"numpy"},
    "gammon.progress": {"rich"},
    "gammon.rollouts.plot": {"matplotlib"},
    "gammon.rollouts.report": {"rich"},
    "gammon.tabular": {"rich"},
    "gammon.draw": {"resvg_py"},
    "gammon.onnx": {"onnxruntime"},
    "gammon.cli": {"rich"},
    "gammon.rollouts": {"typing_extensions"},  # For type checkers alone, which all know it.
    "gammon.store.rows": {"pyarrow"},
    "gammon.tables": {"platformdirs"},
}
"""Third-party packages that may be imported, by the module or package that may import them."""


def module_name(path: Path, root: Path = PACKAGE.parent) -> str:
    """Return the name of the module in a file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, module: str, *, is_package: bool, modules: set[str] | None = None) -> Iterator[str]:
    """List the modules that a module imports anywhere in its code; names in packages count if they are modules."""
    modules = MODULES if modules is None else modules
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module.split(".") if is_package else module.split(".")[:-1]
                base = ".".join(package[: len(package) - node.level + 1] + ([base] if base else []))
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("__import__", "importlib.import_module"):
            yield ast.unparse(node.args[0]).strip("'\"")


SOURCES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_name(path) for path in SOURCES} | {"gammon._engine"}


def imports_of(path: Path) -> set[str]:
    """Return the modules that the module in a file imports."""
    return set(imports(path.read_text("utf-8"), module_name(path), is_package=path.name == "__init__.py"))


def is_in(module: str, package: str) -> bool:
    """Return whether a module is a package or inside it."""
    return module == package or module.startswith(f"{package}.")


def faults(module: str, imported: set[str]) -> list[str]:
    """List the forbidden imports of a module."""
    found = []
    for name in sorted(imported):
        top = name.split(".")[0]
        if is_in(module, "gammon.reference"):
            allowed = top in STANDARD or is_in(name, "gammon.reference")
        elif name == "gammon._engine":
            allowed = module in WITH_ENGINE
        elif top == "gammon":
            upper = [package for package in ("gammon.cli", "gammon.training") if is_in(name, package)]
            allowed = all(is_in(module, package) for package in upper) or module == "gammon.__main__"
            allowed = allowed and not is_in(name, "gammon.reference")
        else:
            third_party = [
                others
                for package, others in OTHERS.items()
                if is_in(module, package) and (package != "gammon" or top == "numpy")
            ]
            allowed = top in STANDARD or any(top in others for others in third_party)
        if not allowed:
            found.append(f"{module} imports {name}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_a_module_imports_only_what_it_may(path: Path) -> None:
    assert faults(module_name(path), imports_of(path)) == []


def test_the_sources_are_found() -> None:
    assert {
        "gammon",
        "gammon.batch",
        "gammon.reference.rules",
        "gammon.cli.app",
        "gammon.training.generations",
    } <= MODULES
    assert "gammon._engine" in imports_of(PACKAGE / "batch" / "legal.py")
    assert all(module in MODULES for module in WITH_ENGINE)


def runs(module: str, imported: set[str], modules: set[str]) -> set[str]:
    """Return the modules that importing a module runs: those that it imports, and the packages that contain them.

    The packages that contain the module itself are already running. They count only if the module imports from them.
    """
    found = set()
    for name in imported & modules:
        parts = name.split(".")
        packages = {".".join(parts[:end]) for end in range(1, len(parts))}
        found |= {name} | {package for package in packages if not is_in(module, package)}
    return found - {module}


def cycles(imported: dict[str, set[str]]) -> list[str]:
    """List the import cycles, given what each module imports. Every cycle is found at least once."""
    graph = {module: runs(module, names, set(imported)) for module, names in imported.items()}
    found: set[str] = set()
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        if module in above:
            cycle = above[above.index(module) :]
            first = cycle.index(min(cycle))
            found.add(" → ".join((*cycle[first:], *cycle[:first], cycle[first])))
        elif module not in done:
            for other in sorted(graph[module]):
                visit(other, (*above, module))
            done.add(module)

    for module in sorted(graph):
        visit(module, ())
    return sorted(found)


def test_modules_have_no_import_cycles() -> None:
    assert cycles({module_name(path): imports_of(path) for path in SOURCES}) == []


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"p": "", "p.a": "from p.b import X", "p.b": "import p.c", "p.c": ""}, []),
        ({"p": "", "p.a": "from p import b", "p.b": "def f():\n    from p import a"}, ["p.a → p.b → p.a"]),
        # Importing p.q.leaf runs p.q, which imports p.q.trunk, which imports p.a: a cycle.
        (
            {
                "p": "",
                "p.a": "from p.q.leaf import X",
                "p.q": "from p.q.trunk import Y",
                "p.q.leaf": "",
                "p.q.trunk": "from p.a import Z",
            },
            ["p.a → p.q → p.q.trunk → p.a"],
        ),
        # A module may import a sibling in a package that imports both, but not the package.
        ({"p": "", "p.q": "from p.q import a, b", "p.q.a": "", "p.q.b": "from p.q.a import X"}, []),
        ({"p": "", "p.q": "from p.q import a", "p.q.a": "from p.q import X"}, ["p.q → p.q.a → p.q"]),
        ({"p": "from p.a import X", "p.a": "import p"}, ["p → p.a → p"]),
    ],
)
def test_an_import_cycle_is_found(sources: dict[str, str], found: list[str]) -> None:
    packages = {name for name in sources if any(other.startswith(f"{name}.") for other in sources)}
    imported = {
        name: set(imports(source, name, is_package=name in packages, modules=set(sources)))
        for name, source in sources.items()
    }
    assert cycles(imported) == found


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gammon.reference.rules", "import numpy"),
        ("gammon.reference.rules", "from gammon import Position"),
        ("gammon.reference.rules", "from gammon._engine import Position"),
        ("gammon.reference.rules", "from ..batch import plays"),
        ("gammon.reference.rules", "def f():\n    import gammon"),
        ("gammon.cli.cube", "from gammon._engine import Position"),
        ("gammon.cli.cube", "from gammon import _engine"),
        ("gammon.batch", "import gammon.cli.app"),
        ("gammon.batch", "from gammon import cli"),
        ("gammon.batch", "from gammon.training import train"),
        ("gammon.batch", "from gammon.reference import rules"),
        ("gammon.batch", "import rich"),
        ("gammon.batch", "import torch"),
        ("gammon.cli.app", "import torch"),
        ("gammon.cli.app", "from gammon.training.generations import run"),
        ("gammon.progress", "import torch"),
        ("gammon.training.generations", "from gammon.cli import main"),
        ("gammon.training.generations", "import torch"),
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
