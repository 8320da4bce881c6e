"""No public function has more parameters than a reader can keep in mind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gammon

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "gammon"
BINDINGS = ROOT / "rust" / "bindings" / "src"
ENGINE = ROOT / "rust" / "engine"
MOST = 7

OPTIONS = {
    "Generation": "what one generation of a training does, read from a file",
    "MatchFields": "a record as it stands in a match ID or a match state",
    "MatchOptions": "the options of a match, named as the rules name them",
    "MatchRules": "the options of a match, each with a default",
    "Scene": "what a picture shows besides the checkers, most of which it may leave out",
}
"""Frozen dataclasses with more fields than that which callers make: options that belong together, given by name."""

MANY_IN_BINDINGS = {
    "batch_play_games": "the lifetime's token and `threads` and `progress` come on top of what is played",
    "batch_random_plays": "the lifetime's token and `threads` and `progress` come on top of what is played",
    "decisions_in_games": "engine and stakes arrive in parts",
    "duel": "two players, the dice, and how the call runs",
    "rollout_counts": "which trials, of what, and how the call runs",
    "train": "what a pass over the records needs, and how the call runs",
    "training_records": "which games, how they are played, and how the call runs",
}
"""Functions of the bindings, which only `gammon` calls and by name, that clippy is told to let pass."""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef, *, is_method: bool) -> int:
    """Count what a caller can give by place or by name, and starred parameters."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    static = any(ast.unparse(one) == "staticmethod" for one in function.decorator_list)
    return len(names) - (is_method and not static) + (given.vararg is not None) + (given.kwarg is not None)


def fields(record: ast.ClassDef) -> list[ast.AnnAssign]:
    """List the fields of a dataclass."""
    found = [one for one in record.body if isinstance(one, ast.AnnAssign)]
    return [one for one in found if "ClassVar" not in ast.unparse(one.annotation)]


def is_result(record: ast.ClassDef) -> bool:
    """Tell whether a dataclass is what gammon returns and not what callers make.

    Results are frozen and given by name; options have defaults for most of their fields.
    """
    options = " ".join(ast.unparse(one) for one in record.decorator_list)
    defaults = sum(one.value is not None for one in fields(record))
    return "frozen=True" in options and "kw_only=True" in options and 2 * defaults < len(fields(record))


def functions(body: list[ast.stmt], above: str = "") -> Iterator[tuple[str, int]]:
    """List the public functions, methods and constructors of a module or class, with how many parameters each has."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from functions(node.body, f"{above}{node.name}.")
            if any(re.match(r"(dataclasses\.)?dataclass\b", ast.unparse(one)) for one in node.decorator_list) and (
                not is_result(node)
            ):
                yield f"{above}{node.name}", len(fields(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
            not node.name.startswith("_") or node.name in ("__new__", "__init__", "__call__")
        ):
            yield above + node.name, parameters(node, is_method=bool(above))


def too_long(source: str) -> dict[str, int]:
    """List what has more parameters than allowed in a module."""
    return {name: count for name, count in functions(ast.parse(source).body) if count > MOST}


PUBLIC = sorted(path for path in PACKAGE.rglob("*.py") if not path.stem.startswith("_") or path.stem == "__init__")


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_public_function_has_more_than_seven_parameters(path: Path) -> None:
    assert {name: count for name, count in too_long(path.read_text("utf-8")).items() if name not in OPTIONS} == {}


def test_no_compiled_function_that_is_public_has_more_than_seven_parameters() -> None:
    long = too_long((PACKAGE / "_engine.pyi").read_text("utf-8"))
    assert {name for name in long if name.split(".")[0] in gammon.__all__} == set()


def test_options_with_many_fields_are_still_so() -> None:
    long = [name for path in PUBLIC for name in too_long(path.read_text("utf-8"))]
    assert set(OPTIONS) - set(long) == set()


def long_in_rust(folder: Path) -> list[str]:
    """List the functions that clippy is told to let pass."""
    found = []
    for path in folder.rglob("*.rs"):
        source = path.read_text("utf-8")
        for expectation in re.finditer(r"too_many_arguments", source):
            name = re.search(r"\bfn (\w+)", source[expectation.end() :])
            assert name
            found.append(name[1])
    return sorted(found)


def test_functions_of_the_bindings_with_many_parameters_are_counted() -> None:
    assert long_in_rust(BINDINGS) == sorted(MANY_IN_BINDINGS)


def test_no_function_of_the_engine_has_more_than_seven_parameters() -> None:
    """Clippy counts them, and nobody tells it to let one pass."""
    assert long_in_rust(ENGINE) == []


@pytest.mark.parametrize(
    ("source", "long"),
    [
        ("def f(a, b, c, d, e, f, g): ...", {}),
        ("def f(a, b, /, c, d, *, e, f, g, h): ...", {"f": 8}),
        ("def f(a, b, c, d, e, f, *g, **h): ...", {"f": 8}),
        ("def _f(a, b, c, d, e, f, g, h): ...", {}),
        ("class C:\n def f(self, a, b, c, d, e, f, g): ...", {}),
        ("class C:\n def __new__(cls, a, b, c, d, e, f, g, h): ...", {"C.__new__": 8}),
        ("class C:\n @staticmethod\n def f(a, b, c, d, e, f, g, h): ...", {"C.f": 8}),
        ("@dataclass(frozen=True)\nclass C:\n" + "".join(f" {name}: int\n" for name in "abcdefgh"), {"C": 8}),
        ("@dataclass(frozen=True, kw_only=True)\nclass C:\n" + "".join(f" {name}: int\n" for name in "abcdefgh"), {}),
        ("@dataclass(kw_only=True)\nclass C:\n" + "".join(f" {name}: int = 0\n" for name in "abcdefgh"), {"C": 8}),
    ],
)
def test_too_many_parameters_are_found(source: str, long: dict[str, int]) -> None:
    assert too_long(source) == long
