"""Copy the docstrings of the compiled module into its stub, so that editors show them.

``python -m tests.docs.stub`` (`make stubs`) rewrites the docstrings in ``python/gammon/_engine.pyi`` from the built
module. The signatures in the stub are written by hand and are not changed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

STUB = Path(__file__).resolve().parents[2] / "python" / "gammon" / "_engine.pyi"

_Definition = ast.ClassDef | ast.FunctionDef


def definitions(tree: ast.Module) -> Iterator[tuple[str, _Definition]]:
    """Yield a stub's public classes, functions, methods and properties with their dotted names."""
    for node in tree.body:
        if isinstance(node, _Definition) and not node.name.startswith("_"):
            yield node.name, node
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, _Definition) and not inner.name.startswith("_"):
                    yield f"{node.name}.{inner.name}", inner


def compiled(module: ModuleType, name: str) -> str | None:
    """Return the docstring of a class, function or member of a module, or None if it does not define one."""
    owner: object = module
    for part in name.split("."):
        owner = vars(owner).get(part)
    text = getattr(getattr(owner, "__func__", owner), "__doc__", None)
    return inspect.cleandoc(text) if isinstance(text, str) else None


def differences(stub: str, module: ModuleType) -> list[str]:
    """List the definitions whose docstrings in the stub and the module differ."""
    return [name for name, node in definitions(ast.parse(stub)) if ast.get_docstring(node) != compiled(module, name)]


def with_docstrings(stub: str, module: ModuleType) -> str:
    """Return the stub with its docstrings replaced by those of the module."""
    lines = stub.splitlines(keepends=True)
    found = list(definitions(ast.parse(stub)))
    # Edit from the last line to the first, so that line numbers stay valid, and a class after its members.
    found.sort(key=lambda named: (named[1].body[0].lineno, isinstance(named[1], ast.FunctionDef)), reverse=True)
    for name, node in found:
        doc = compiled(module, name)
        first = node.body[0]
        is_placeholder = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        start, before = first.lineno - 1, lines[first.lineno - 1].encode()[: first.col_offset].decode()
        end = (first.end_lineno or first.lineno) if is_placeholder else start
        if isinstance(first, _Definition) and first.decorator_list:
            start = end = first.decorator_list[0].lineno - 1
        indent = " " * (node.col_offset + 4)
        head = [before.rstrip() + "\n"] if before.strip() else []
        if doc is not None:
            body = [_literal(doc, indent)]
        else:
            body = [f"{indent}...\n"] if is_placeholder and len(node.body) == 1 else []
            if body and head:
                head, body = [], [head[0].rstrip() + " ...\n"]
        lines[start:end] = "".join([*head, *body]).splitlines(keepends=True)
    return "".join(lines)


def _literal(doc: str, indent: str) -> str:
    quoted = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if quoted.endswith('"'):
        quoted = quoted[:-1] + '\\"'
    if "\n" in quoted:
        quoted += "\n"
    return "".join(f"{indent}{line}".rstrip() + "\n" for line in f'"""{quoted}"""'.split("\n"))


if __name__ == "__main__":
    import gammon._engine

    STUB.write_text(with_docstrings(STUB.read_text("utf-8"), gammon._engine), "utf-8")
