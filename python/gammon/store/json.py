"""JSON with a format field: the writer and the validating reader for all of gammon's JSON.

This is not left to a library such as msgspec, for three reasons. The formats are few and small; error messages must
name the file and the field; and a second compiled dependency would delay support for new versions of Python.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NoReturn, TypeVar

from gammon._engine import NotationError, Outcome
from gammon.quoting import quote

_T = TypeVar("_T")
_MISSING = object()


class Saved:
    """Base class of results that can be saved: as a dictionary or JSON, each with the format and its version.

    A subclass sets `FORMAT` and `VERSION` and defines `_fields`. The version increases when a field changes its meaning
    or is removed, but not when a field is added.
    """

    __slots__ = ()

    FORMAT: ClassVar[str]
    VERSION: ClassVar[int]

    def _fields(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary of plain values; ``"format"`` holds the name and version of the format."""
        return {"format": format_name(self.FORMAT, self.VERSION), **plain_fields(self._fields(), type(self).__name__)}

    def to_json(self) -> str:
        """Return `to_dict` as JSON on one line."""
        return dump(self.to_dict())


def format_name(name: str, version: int) -> str:
    """Return the value of the field ``"format"``.

    >>> from gammon.store.json import format_name
    >>> format_name("gammon rollout", 1)
    'gammon rollout 1'
    """
    return f"{name} {version}"


def dump(data: object, *, indent: int | None = None) -> str:
    """Return a value as JSON; NaN and the infinities are rejected, as JSON cannot represent them.

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    return json.dumps(data, allow_nan=False, indent=indent)


def plain_fields(fields: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Convert values and results to numbers, strings, lists and dictionaries; `where` is their name in errors.

    Raises
    ------
    ValueError
        If a number is not finite.
    TypeError
        If JSON cannot represent a value.
    """
    return {name: _plain(value, f"{where}.{name}") for name, value in fields.items()}


def _plain(value: object, where: str) -> object:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{where}: expected a finite number, got {value}")
        return value
    if isinstance(value, Mapping):
        return plain_fields(value, where)
    if isinstance(value, Saved | Outcome):  # Nested in another result it needs no format field.
        return {name: one for name, one in value.to_dict().items() if name != "format"}
    if isinstance(value, Iterable):
        return [_plain(one, f"{where}[{at}]") for at, one in enumerate(value)]
    raise TypeError(f"{where}: JSON cannot represent the type {type(value).__name__}")


class Fields:
    """A validating reader of the fields of a JSON object; errors name the field.

    Parameters
    ----------
    data
        The object.
    where
        Its name in errors, such as a file name or ``"match.json: rules"``.
    error
        The exception to raise, called with the message.
    """

    def __init__(self, data: object, where: str, error: Callable[[str], Exception] = NotationError) -> None:
        self.where = where
        self._error = error
        if not isinstance(data, dict):
            self.refuse(f"expected a JSON object, got {_kind_of(data)}")
        self._data: dict[str, Any] = data

    def refuse(self, problem: str) -> NoReturn:
        """Raise the error for a problem.

        Raises
        ------
        Exception
            Always.
        """
        raise self._error(f"{self.where}: {problem}")

    def expect_format(self, name: str, *versions: int) -> int:
        """Check that the object has a format in one of some versions, and return its version."""
        known = {format_name(name, version): version for version in versions}
        found = self.text("format")
        if found not in known:
            self.refuse(f"format: expected {' or '.join(map(repr, known))}, got {quote(found)}")
        return known[found]

    def expect_only(self, known: Iterable[str]) -> None:
        """Check that the object has no other fields than these."""
        names = sorted(known)
        unknown = sorted(self._data.keys() - set(names))
        if unknown:
            self.refuse(f"unknown field {quote(unknown[0])}; expected only {', '.join(names)}")

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def value(self, name: str, default: object = _MISSING) -> object:
        """Return a field without checking its type."""
        found = self._data.get(name, default)
        if found is _MISSING:
            self.refuse(f"the field {name!r} is missing")
        return found

    def text(self, name: str, default: object = _MISSING) -> str:
        """Return a string, checked to have no unpaired surrogate, which could not be written again."""
        found = self._typed(name, default, str, "a string")
        try:
            found.encode()
        except UnicodeEncodeError:
            self.refuse(f"{name}: expected Unicode text, got an unpaired surrogate")
        return found

    def flag(self, name: str, default: object = _MISSING) -> bool:
        """Return a bool."""
        found = self._typed(name, default, bool, "true or false")
        return found

    def integer(self, name: str, least: int, most: int, default: object = _MISSING) -> int:
        """Return a whole number in a range, both ends included."""
        found = self._typed(name, default, int, "a whole number")
        if not least <= found <= most:
            self.refuse(f"{name}: expected a whole number from {least} to {most}, got {_shown(found)}")
        return found

    def number(self, name: str, least: float, most: float, default: object = _MISSING) -> float:
        """Return a number in a range, both ends included."""
        found = self.value(name, default)
        if isinstance(found, bool) or not isinstance(found, int | float):
            self.refuse(f"{name}: expected a number, got {_kind_of(found)}")
        # Compared before the conversion to float, which would overflow for very large integers.
        if not least <= found <= most:
            self.refuse(f"{name}: expected a number from {least:g} to {most:g}, got {_shown(found)}")
        return float(found)

    def array(self, name: str, default: object = _MISSING) -> list[Any]:
        """Return a list without checking its elements."""
        found: list[Any] = self._typed(name, default, list, "a list")
        return found

    def texts(self, name: str, count: int | None = None) -> list[str]:
        """Return a list of strings, of length `count` if it is given."""
        return [one.text(key) for one, key in self._elements(name, count)]

    def integers(self, name: str, least: int, most: int, count: int | None = None) -> list[int]:
        """Return a list of whole numbers in a range, both ends included, of length `count` if it is given."""
        return [one.integer(key, least, most) for one, key in self._elements(name, count)]

    def numbers(self, name: str, least: float, most: float, count: int | None = None) -> list[float]:
        """Return a list of numbers in a range, both ends included, of length `count` if it is given."""
        return [one.number(key, least, most) for one, key in self._elements(name, count)]

    def rows(self, name: str, least: float, most: float) -> list[list[float]]:
        """Return a list of lists of numbers in a range, both ends included."""
        return [one.numbers(key, least, most) for one, key in self._elements(name, None)]

    def objects(self, name: str) -> list[Fields]:
        """Return a list of objects."""
        return [one.fields(key) for one, key in self._elements(name, None)]

    def fields(self, name: str) -> Fields:
        """Return a nested object."""
        return Fields(self.value(name), f"{self.where}: {name}", self._error)

    def _elements(self, name: str, count: int | None) -> Iterator[tuple[Fields, str]]:
        """Yield the elements of a list, each as a field whose name, such as ``score[1]``, appears in errors."""
        found = self.array(name)
        if count is not None and len(found) != count:
            self.refuse(f"{name}: expected {count} elements, got {len(found)}")
        for at, element in enumerate(found):
            key = f"{name}[{at}]"
            yield Fields({key: element}, self.where, self._error), key

    def _typed(self, name: str, default: object, kind: type[_T], what: str) -> _T:
        found = self.value(name, default)
        # In Python a bool is an int; in JSON it is not.
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            self.refuse(f"{name}: expected {what}, got {_kind_of(found)}")
        return found


def parse(text: str | bytes, where: str, error: Callable[[str], Exception] = NotationError) -> Fields:
    """Parse a JSON object.

    Parameters
    ----------
    text
        JSON; bytes are UTF-8, with or without a byte order mark.
    where
        Its name in errors, such as the file name.
    error
        The exception to raise, called with the message.

    Raises
    ------
    Exception
        The exception made by `error`, if the text is not a JSON object, repeats a field, or has a number that is not
        finite.
    """
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(decoded, parse_constant=_refuse_constant, object_pairs_hook=_once)
    except UnicodeDecodeError as problem:
        raise error(f"{where}: not UTF-8 at byte {problem.start}") from problem
    except RecursionError as problem:
        raise error(f"{where}: JSON is nested too deeply") from problem
    except ValueError as problem:
        raise error(f"{where}: not JSON: {problem}") from problem
    return Fields(data, where, error)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {quote(name)} appears twice")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _kind_of(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a string", type(None): "null"}
    return kinds.get(type(value)) or _shown(value)


def _shown(value: object) -> str:
    try:
        text = json.dumps(value)
    except ValueError:  # An integer with more digits than Python will print.
        return "a very large number"
    return text if len(text) <= 30 else f"{text[:30]}…"
