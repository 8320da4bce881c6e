"""The stub of the compiled module contains its docstrings, so that editors show help on compiled classes."""

from __future__ import annotations

import ast
from types import ModuleType, SimpleNamespace

import gammon._engine
from tests.docs.stub import STUB, definitions, differences, with_docstrings

TEXT = STUB.read_text("utf-8")


def test_the_stub_has_the_docstrings_of_the_module() -> None:
    assert differences(TEXT, gammon._engine) == [], "run `make stubs` to update the stub"


def test_every_public_class_of_the_stub_and_its_members_have_a_docstring() -> None:
    found = dict(definitions(ast.parse(TEXT)))
    assert {"Position", "Position.plays", "Roll.weight", "Situation.parse", "Network.shipped"} <= found.keys()
    classes = {name for name, node in found.items() if isinstance(node, ast.ClassDef)}
    for name, node in found.items():
        if name.split(".")[0] in classes:
            assert ast.get_docstring(node), name


def test_a_docstring_that_differs_is_found() -> None:
    changed = TEXT.replace("The larger number.", "The smaller number.", 1)
    assert differences(changed, gammon._engine) == ["Roll.high"]
    removed = TEXT.replace('"""The larger number."""', "...", 1)
    assert differences(removed, gammon._engine) == ["Roll.high"]


SMALL = '''"""A module."""

class Bare: ...

@final
class Whole:
    """Old words."""
    name: ClassVar[str]
    @property
    def size(self) -> int: ...
    @staticmethod
    def make(
        one: int,
        *,
        other: int = ...,
    ) -> Whole:
        """Old words
        of two lines.
        """
    def silent(self) -> None:
        """No longer said."""
    def __hash__(self) -> int: ...

def function() -> None: ...
'''

WRITTEN = '''"""A module."""

class Bare:
    """Bare "words\\""""

@final
class Whole:
    """The whole.

    Indented:
        as it was, with a \\\\ and a \\"\\"\\".
    """
    name: ClassVar[str]
    @property
    def size(self) -> int:
        """How large."""
    @staticmethod
    def make(
        one: int,
        *,
        other: int = ...,
    ) -> Whole:
        """Make one."""
    def silent(self) -> None:
        ...
    def __hash__(self) -> int: ...

def function() -> None:
    """Function's words."""
'''


def small_module() -> ModuleType:
    class Bare:
        __doc__ = 'Bare "words"'

    class Whole:
        __doc__ = 'The whole.\n\n    Indented:\n        as it was, with a \\ and a """.\n'

        @property
        def size(self) -> int:
            """How large."""
            return 1

        @staticmethod
        def make() -> None:
            """Make one."""

        def silent(self) -> None: ...

    def function() -> None:
        """Function's words."""

    return SimpleNamespace(Bare=Bare, Whole=Whole, function=function)  # type: ignore[return-value]


def test_docstrings_are_written_into_a_stub() -> None:
    module = small_module()
    assert differences(SMALL, module) == [
        "Bare",
        "Whole",
        "Whole.size",
        "Whole.make",
        "Whole.silent",
        "function",
    ]
    written = with_docstrings(SMALL, module)
    assert written == WRITTEN
    assert differences(written, module) == []
    assert with_docstrings(written, module) == written
