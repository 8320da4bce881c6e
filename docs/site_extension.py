"""How griffe, which reads the code for the site, is told about two habits of this package."""

from __future__ import annotations

import re

import griffe

_EXAMPLE = re.compile(r"(?:^>>> .*\n(?:.+\n?)*)", re.MULTILINE)
_SECTION = re.compile(r"^Examples\n-+$", re.MULTILINE)


class Habits(griffe.Extension):
    """Constructors of compiled classes, and examples outside of an Examples section."""

    def on_class_members(self, *, cls: griffe.Class, **_: object) -> None:
        """Give a class that has `__new__` alone an `__init__` with its parameters, which is where griffe looks."""
        new = cls.members.get("__new__")
        if isinstance(new, griffe.Function) and "__init__" not in cls.members:
            parameters = griffe.Parameters(*list(new.parameters)[1:])
            cls.set_member("__init__", griffe.Function("__init__", parameters=parameters, returns="None"))

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Fence the examples before the section of that name, which Markdown would take for quotations."""
        if obj.docstring is not None:
            text = obj.docstring.value
            section = _SECTION.search(text)
            end = section.start() if section else len(text)
            fenced = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text[:end])
            obj.docstring.value = fenced + text[end:]
