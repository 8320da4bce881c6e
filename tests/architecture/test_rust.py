"""What the Rust sources must not do, and which modules may use which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "rust" / "engine"
BINDINGS = ROOT / "rust" / "bindings" / "src"
UNSAFE = (ENGINE / "net" / "kernel.rs", BINDINGS / "table.rs")
"""The only files that may contain `unsafe`: vector instructions, and a file mapped into memory."""

LAYERS: tuple[set[str], ...] = (
    {"point", "dice", "position", "play", "outcome"},
    {"value"},
    {"movegen", "notation"},
    {"net"},
    {"eval", "exact"},
    {"search"},
    {"games", "batch", "train"},
)
"""From bottom to top; a module may use its own layer and those below."""

FREE = {"memory", "parallel"}
"""Modules that every layer may use and that use no layer."""

_NO_CODE = re.compile(
    r"""
    //[^\n]* | /\*.*?\*/                              # comments
    | \b[bc]?r(?P<hashes>\#*)".*?"(?P=hashes)         # raw strings
    | [bc]?"(?:\\.|[^"\\])*" | b?'(?:\\.|[^'\\\n])'  # strings and characters; a lifetime has no second quote
    """,
    re.DOTALL | re.VERBOSE,
)


def code(source: str) -> str:
    """Return the code without comments and string contents, with the same line numbers."""
    return _NO_CODE.sub(lambda found: "\n" * found[0].count("\n") or " ", source)


SOURCES = {path: code(path.read_text("utf-8")) for path in sorted([*ENGINE.rglob("*.rs"), *BINDINGS.rglob("*.rs")])}
OF_ENGINE = [path for path in SOURCES if path.is_relative_to(ENGINE)]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _module(path: Path) -> str:
    return path.relative_to(ENGINE).with_suffix("").parts[0]


FORBIDDEN = {
    "opens files": r"\bfs\b|\bFile\b|\bOpenOptions\b",
    "prints or reads": r"\be?print(ln)?!|\bdbg!|\bstd(in|out|err)\b",
    "reads a clock": r"\bInstant\b|\bSystemTime\b|\bstd::time\b",
    "reads its environment": r"\bstd::(env|process|net)\b|\benv!",
    "knows Python": r"\bpyo3\b|\bnumpy\b|\bPy[A-Z]\w+",
    "sums in no fixed order": r"\bmul_add\b|\brayon\b|\bHashMap\b|\bHashSet\b",
}


def offences(source: str) -> list[str]:
    """List the forbidden things that the code of a module does."""
    return [what for what, pattern in FORBIDDEN.items() if re.search(pattern, source)]


@pytest.mark.parametrize("path", OF_ENGINE, ids=_name)
def test_the_engine_does_nothing_forbidden(path: Path) -> None:
    assert offences(SOURCES[path]) == []


def test_the_engine_does_not_depend_on_python() -> None:
    manifest = (ROOT / "Cargo.toml").read_text("utf-8")
    dependencies = manifest.split("\n[dependencies]\n")[1].split("\n[")[0]
    assert "base64" in dependencies
    assert "pyo3" not in dependencies
    assert "numpy" not in dependencies


@pytest.mark.parametrize("path", OF_ENGINE, ids=_name)
def test_threads_are_started_in_one_file(path: Path) -> None:
    assert path.name == "parallel.rs" or not re.search(r"\bthread\b", SOURCES[path])


@pytest.mark.parametrize("path", SOURCES, ids=_name)
def test_unsafe_occurs_in_two_files(path: Path) -> None:
    assert path in UNSAFE or not re.search(r"\bunsafe\b|\ballow\(unsafe_code|\bexpect\(unsafe_code", SOURCES[path])


@pytest.mark.parametrize("path", UNSAFE, ids=_name)
def test_every_unsafe_says_why_it_is_safe(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    blocks = [number for number, line in enumerate(lines) if re.search(r"\bunsafe \{", code(line))]
    assert blocks
    for number in blocks:
        before = [line.strip() for line in lines[max(0, number - 4) : number]]
        assert any(line.startswith("// SAFETY: ") for line in before), f"line {number + 1}"


def used(source: str, reexported: dict[str, str]) -> Iterator[str]:
    """Yield the modules of the engine that some code uses."""
    for name, group in re.findall(r"\bcrate::(?:(\w+)|\{([^;]*?)\}\s*;)", source):
        names = [name] if name else [part.strip().split("::")[0] for part in re.sub(r"\{.*?\}", "", group).split(",")]
        yield from (reexported.get(one, one) for one in names if one)


def _reexported() -> dict[str, str]:
    names: dict[str, str] = {}
    for module, group, name in re.findall(
        r"^pub use (\w+)::(?:\{(.*?)\}|(\w+));", SOURCES[ENGINE / "lib.rs"], re.M | re.S
    ):
        names |= {one.strip(): module for one in [name, *group.split(",")] if one.strip()}
    return names


def _rank(module: str) -> int:
    (rank,) = (rank for rank, layer in enumerate(LAYERS) if module in layer)
    return rank


def upward(module: str, source: str, reexported: dict[str, str]) -> list[str]:
    """List the modules of higher layers that a module uses."""
    found = []
    for other in used(source, reexported):
        if other == module or other in FREE:
            continue
        if module in FREE or _rank(other) > _rank(module):
            found.append(other)
    return found


MODULES = {_module(path) for path in OF_ENGINE} - {"lib"}


def test_every_module_of_the_engine_has_its_layer() -> None:
    assert set().union(*LAYERS, FREE) == MODULES
    declared = set(re.findall(r"^pub mod (\w+);", SOURCES[ENGINE / "lib.rs"], re.M))
    assert declared == MODULES


@pytest.mark.parametrize("path", [path for path in OF_ENGINE if path.name != "lib.rs"], ids=_name)
def test_a_module_uses_only_its_own_layer_and_those_below(path: Path) -> None:
    assert upward(_module(path), SOURCES[path], _reexported()) == []


def test_the_modules_that_are_used_are_found() -> None:
    reexported = _reexported()
    assert reexported["Evaluator"] == "eval"
    assert {"dice", "eval", "movegen", "position"} <= set(used(SOURCES[ENGINE / "games" / "trial.rs"], reexported))


@pytest.mark.parametrize("path", [path for path in SOURCES if path.is_relative_to(BINDINGS)], ids=_name)
def test_every_class_is_frozen(path: Path) -> None:
    classes = re.findall(r"#\[pyclass\b([^\]]*)\]", SOURCES[path])
    assert len(classes) == len(re.findall(r"\bpyclass\b", SOURCES[path]))
    assert all(re.search(r"\bfrozen\b", options) for options in classes)


def test_there_are_classes() -> None:
    assert sum(source.count("#[pyclass") for source in SOURCES.values()) >= 9


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("use std::fs;", ["opens files"]),
        ("let file = File::open(path)?;", ["opens files"]),
        ('println!("{x}");', ["prints or reads"]),
        ("let now = Instant::now();", ["reads a clock"]),
        ("std::time::SystemTime::now()", ["reads a clock"]),
        ("use pyo3::prelude::*;", ["knows Python"]),
        ("a.mul_add(b, c)", ["sums in no fixed order"]),
        ('// println!("{x}")\nlet text = "Instant"; /* std::fs */ let quote = \'"\'; let r = r#"File "x""#;', []),
        ("let c = '\"'; println!();", ["prints or reads"]),
        ("fn f<'a>(x: &'a str) { dbg!(x) }", ["prints or reads"]),
    ],
)
def test_forbidden_things_are_found_in_code_only(source: str, found: list[str]) -> None:
    assert offences(code(source)) == found


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("movegen", "use crate::net::Network;", ["net"]),
        ("movegen", "fn f() { crate::eval::known(p) }", ["eval"]),
        ("movegen", "use crate::Evaluator;", ["eval"]),
        ("movegen", "use crate::{dice::Roll, games::{Game, Policy}, position};", ["games"]),
        ("movegen", "use crate::{position::{Position, Side}, train};", ["train"]),
        ("parallel", "use crate::dice::Roll;", ["dice"]),
        ("train", "use crate::eval::known; use crate::parallel; // crate::nothing", []),
    ],
)
def test_an_upward_use_is_found(module: str, source: str, found: list[str]) -> None:
    assert upward(module, code(source), {"Evaluator": "eval"}) == found


def files_used(source: str, folder: tuple[str, ...], files: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Return the files that a file in a folder uses, as module paths; its unit tests are ignored.

    `use super::{a::X, b::Y}` and `super::a::f()` use the files `a` and `b`. Any other name, such as one that `mod.rs`
    defines or exports, uses the folder's `mod.rs`, whose path is the folder's.
    """
    source = re.split(r"#\[cfg\(test\)\]\s*mod tests", source)[0]
    found: set[tuple[str, ...]] = set()
    for start, group, name in re.findall(
        r"(^(?:pub(?:\([\w ]+\))? )?use )?\bsuper::(?:\{([^;]*?)\}\s*;|(\w+))", source, re.M
    ):
        parts = [name] if name else re.sub(r"\{[^{}]*\}", "", group).split(",")
        for one in filter(None, (part.strip().split("::")[0] for part in parts)):
            if (*folder, one) in files:
                found.add((*folder, one))
            elif start:
                # Only a `use` at the top level counts: inside a nested module, `super` may be the file itself.
                found.add(folder)
    return found


def file_cycles(sources: dict[tuple[str, ...], str]) -> list[str]:
    """List the cycles among the files of each folder; the path of `mod.rs` is the folder's."""
    graph = {}
    for file, source in sources.items():
        is_folder = any(other[:-1] == file for other in sources)
        graph[file] = set() if is_folder else files_used(source, file[:-1], set(sources)) - {file}
        if is_folder:
            used_names = re.findall(r"^(?:pub(?:\(crate\)|\(super\))? )?use (?:self::)?(\w+)::", source, re.M)
            graph[file] = {(*file, name) for name in used_names if (*file, name) in sources}
    found = []

    def visit(file: tuple[str, ...], above: tuple[tuple[str, ...], ...]) -> None:
        if file in above:
            cycle = above[above.index(file) :]
            if cycle[0] == min(cycle):
                found.append(" → ".join("::".join(one) for one in (*cycle, file)))
            return
        for other in sorted(graph.get(file, ())):
            visit(other, (*above, file))

    for file in sorted(graph):
        visit(file, ())
    return sorted(set(found))


def _file(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(ENGINE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "mod" else parts


@pytest.mark.parametrize(
    "folder", sorted({path.relative_to(ENGINE).parts[0] for path in OF_ENGINE if path.parent != ENGINE})
)
def test_the_files_of_a_folder_have_no_cycles(folder: str) -> None:
    sources = {_file(path): SOURCES[path] for path in OF_ENGINE if path.is_relative_to(ENGINE / folder)}
    assert file_cycles(sources) == []


@pytest.mark.parametrize(
    ("sources", "cycles"),
    [
        ({"net": "mod a;\nmod b;\nuse a::X;", "net.a": "use super::b::Y;", "net.b": ""}, []),
        (
            {"net": "mod a;", "net.a": "use super::b::Y;", "net.b": "fn f() { super::a::g() }"},
            ["net::a → net::b → net::a"],
        ),
        ({"net": "pub use a::X;", "net.a": "use super::Network;"}, ["net → net::a → net"]),
        (
            {"net": "", "net.a": "use super::{b::{X, Y}, Z};", "net.b": "use super::{a::A};"},
            ["net::a → net::b → net::a"],
        ),
        ({"net": "", "net.a": "use super::b::X;", "net.b": "#[cfg(test)]\nmod tests { use super::super::a::A; }"}, []),
    ],
)
def test_a_cycle_of_files_is_found(sources: dict[str, str], cycles: list[str]) -> None:
    assert file_cycles({tuple(name.split(".")): code(source) for name, source in sources.items()}) == cycles
