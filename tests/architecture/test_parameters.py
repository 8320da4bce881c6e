"""No public function has more than seven parameters."""

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
    "Generation": "the configuration of a training generation, read from a file",
    "MatchFields": "the fields of a match ID or match state",
    "MatchOptions": "the options of a match, named as in the rules",
    "MatchRules": "the options of a match, each with a default",
    "RolloutSettings": "the settings of a rollout, each with a default",
    "Scene": "the contents of a drawing besides the checkers, most of them optional",
}
"""Frozen dataclasses with more fields that callers construct: related options, given by keyword."""

MANY_IN_BINDINGS = {
    "batch_play_games": "the `py` token, `threads` and `progress` besides the boards and rolls",
    "batch_random_plays": "the `py` token, `threads` and `progress` besides the boards and rolls",
    "decisions_in_games": "the parts of engine and stakes are separate arguments",
    "duel": "two players, the dice, and the arguments of a long call",
    "rollout_tally": "the trials, the position, and the arguments of a long call",
    "train": "the settings of a pass over the records, and the arguments of a long call",
    "training_records": "the games, how they are played, and the arguments of a long call",
}
"""Functions of the bindings with an exception from clippy's limit; only `gammon` calls them, with keywords."""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef, *, is_method: bool) -> int:
    """Return the number of parameters, positional, keyword and starred."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    static = any(ast.unparse(one) == "staticmethod" for one in function.decorator_list)
    return len(names) - (is_method and not static) + (given.vararg is not None) + (given.kwarg is not None)


def fields(record: ast.ClassDef) -> list[ast.AnnAssign]:
    """Return the fields of a dataclass."""
    found = [one for one in record.body if isinstance(one, ast.AnnAssign)]
    return [one for one in found if "ClassVar" not in ast.unparse(one.annotation)]


def is_result(record: ast.ClassDef) -> bool:
    """Return whether a dataclass is a result, which only gammon constructs.

    Results are frozen and keyword-only; options have defaults for most of their fields.
    """
    options = " ".join(ast.unparse(one) for one in record.decorator_list)
    defaults = sum(one.value is not None for one in fields(record))
    return "frozen=True" in options and "kw_only=True" in options and 2 * defaults < len(fields(record))


def functions(body: list[ast.stmt], above: str = "") -> Iterator[tuple[str, int]]:
    """List the public functions, methods and constructors of a module or class with their numbers of parameters."""
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
    """Return the functions and classes of a module that have too many parameters."""
    return {name: count for name, count in functions(ast.parse(source).body) if count > MOST}


PUBLIC = sorted(path for path in PACKAGE.rglob("*.py") if not path.stem.startswith("_") or path.stem == "__init__")


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_public_function_has_more_than_seven_parameters(path: Path) -> None:
    assert {name: count for name, count in too_long(path.read_text("utf-8")).items() if name not in OPTIONS} == {}


def test_no_compiled_function_that_is_public_has_more_than_seven_parameters() -> None:
    long = too_long((PACKAGE / "_engine.pyi").read_text("utf-8"))
    assert {name for name in long if name.split(".")[0] in gammon.__all__} == set()


def test_the_listed_options_have_many_fields() -> None:
    long = [name for path in PUBLIC for name in too_long(path.read_text("utf-8"))]
    assert set(OPTIONS) - set(long) == set()


def long_in_rust(folder: Path) -> list[str]:
    """List the Rust functions with an exception from clippy's limit on parameters."""
    found = []
    for path in folder.rglob("*.rs"):
        source = path.read_text("utf-8")
        for expectation in re.finditer(r"too_many_arguments", source):
            name = re.search(r"\bfn (\w+)", source[expectation.end() :])
            assert name
            found.append(name[1])
    return sorted(found)


def test_functions_of_the_bindings_with_many_parameters_are_listed() -> None:
    assert long_in_rust(BINDINGS) == sorted(MANY_IN_BINDINGS)


def test_no_function_of_the_engine_has_more_than_seven_parameters() -> None:
    """Clippy enforces the limit, as long as nothing is exempted from it."""
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
