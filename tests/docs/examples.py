"""Find the examples in documents and docstrings."""

from __future__ import annotations

import doctest
import inspect
import re
import shlex
from collections.abc import Iterator
from types import ModuleType

_BLOCK = re.compile(
    r"^(?P<fence>```+)[ ]*(?P<language>[\w-]*)[^\n]*\n(?P<body>.*?)^(?P=fence)[ ]*$", re.DOTALL | re.MULTILINE
)

PYTHON = {"python", "pycon", "py"}
SHELL = {"sh", "bash", "shell", "console"}


def blocks(document: str, languages: set[str]) -> list[tuple[int, str]]:
    """List a Markdown document's code blocks in some languages: the first line number of the code, and the code."""
    return [
        (document.count("\n", 0, block.start("body")) + 1, block["body"])
        for block in _BLOCK.finditer(document)
        if block["language"].lower() in languages
    ]


def commands(document: str, program: str) -> list[list[str]]:
    """List the command lines of a program in a document's shell blocks, without the program's name."""
    found = []
    for _, body in blocks(document, SHELL):
        for line in body.replace("\\\n", " ").splitlines():
            words = shlex.split(re.sub(r"^[$>] ", "", line.strip()), comments=True)
            for end, word in enumerate([*words, "|"]):
                if word in ("|", ">", "&&", ";"):
                    command, words = words[:end], words[end:]
                    break
            if command[:1] == [program]:
                found.append(command[1:])
    return found


def docstrings(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield names and docstrings of a module and everything that it defines, compiled or not."""
    yield module.__name__, module.__doc__ or ""
    for name, value in vars(module).items():
        if inspect.ismodule(value) or (name.startswith("__") and name.endswith("__")):
            continue
        compiled = module.__name__.endswith("._engine")
        if not compiled and getattr(value, "__module__", None) != module.__name__:
            continue
        yield f"{module.__name__}.{name}", _docstring(value)
        if inspect.isclass(value):
            for member in vars(value):
                inner = inspect.getattr_static(value, member)
                yield f"{module.__name__}.{name}.{member}", _docstring(getattr(inner, "__func__", inner))


def _docstring(value: object) -> str:
    text = getattr(value, "__doc__", None)
    return inspect.cleandoc(text) if isinstance(text, str) else ""


def run(name: str, text: str, names: dict[str, object], *, line: int = 0) -> tuple[int, str]:
    """Run the examples in a text, updating the namespace `names`; return their number and a report of failures."""
    test = doctest.DocTestParser().get_doctest(text, names, name, name, line)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    return len(test.examples), "".join(report)
