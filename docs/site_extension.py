"""A griffe extension for the site: constructors written as `__new__`, and examples outside an Examples section."""

from __future__ import annotations

import re

import griffe

_EXAMPLE = re.compile(r"(?:^>>> .*\n(?:.+\n?)*)", re.MULTILINE)
_SECTION = re.compile(r"^Examples\n-+$", re.MULTILINE)


class Habits(griffe.Extension):
    """Adapt the constructors of compiled classes and the examples in docstrings to what griffe expects."""

    def on_class_members(self, *, cls: griffe.Class, **_: object) -> None:
        """Give a class that defines only `__new__` an `__init__` with the same parameters, which griffe documents."""
        new = cls.members.get("__new__")
        if isinstance(new, griffe.Function) and "__init__" not in cls.members:
            parameters = griffe.Parameters(*list(new.parameters)[1:])
            cls.set_member("__init__", griffe.Function("__init__", parameters=parameters, returns="None"))

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Fence the examples before the Examples section: Markdown would read `>>>` as a quotation."""
        if obj.docstring is not None:
            text = obj.docstring.value
            section = _SECTION.search(text)
            end = section.start() if section else len(text)
            fenced = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text[:end])
            obj.docstring.value = fenced + text[end:]
