"""JSON with a format: one way to write it and one reader for all that gammon reads.

A module of our own and not a library such as msgspec: the formats are few and small, the errors must name the file and
the field in gammon's words, and a second compiled dependency would hold gammon back on new versions of Python.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NoReturn, TypeVar

from gammon._engine import NotationError, Outcome

_T = TypeVar("_T")
_MISSING = object()


class Saved:
    """What a result that can be written inherits: a dictionary and JSON, each with the format and its version.

    A subclass sets `FORMAT` and `VERSION` and defines `_fields`. The version rises when a field changes its meaning
    or goes; a new field leaves it as it is.
    """

    __slots__ = ()

    FORMAT: ClassVar[str]
    VERSION: ClassVar[int]

    def _fields(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return the result as numbers, texts, lists and dictionaries; ``"format"`` says what it is, with a version."""
        return {"format": format_name(self.FORMAT, self.VERSION), **plain_fields(self._fields(), type(self).__name__)}

    def to_json(self) -> str:
        """Return `to_dict` as JSON, on one line."""
        return dump(self.to_dict())


def format_name(name: str, version: int) -> str:
    """Say what stands in the field ``"format"``.

    >>> from gammon.store.json import format_name
    >>> format_name("gammon rollout", 1)
    'gammon rollout 1'
    """
    return f"{name} {version}"


def dump(data: object, *, indent: int | None = None) -> str:
    """Write JSON; NaN and the infinities are not JSON and are refused.

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    return json.dumps(data, allow_nan=False, indent=indent)


def plain_fields(fields: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Make numbers, texts, lists and dictionaries of values and results; `where` is what errors call them.

    Raises
    ------
    ValueError
        If a number is not finite.
    TypeError
        If JSON cannot hold a value.
    """
    return {name: _plain(value, f"{where}.{name}") for name, value in fields.items()}


def _plain(value: object, where: str) -> object:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{where} is {value}, which JSON cannot hold")
        return value
    if isinstance(value, Mapping):
        return plain_fields(value, where)
    if isinstance(value, Saved | Outcome):  # In another result it needs no format of its own.
        return {name: one for name, one in value.to_dict().items() if name != "format"}
    if isinstance(value, Iterable):
        return [_plain(one, f"{where}[{at}]") for at, one in enumerate(value)]
    raise TypeError(f"{where} is a {type(value).__name__}, which JSON cannot hold")


class Fields:
    """The fields of a JSON object, read one by one; whatever does not fit is an error that names the field.

    Parameters
    ----------
    data
        The object.
    where
        What it is called in errors: a file's name, or ``"match.json: rules"``.
    error
        Makes the exception from its message.
    """

    def __init__(self, data: object, where: str, error: Callable[[str], Exception] = NotationError) -> None:
        self.where = where
        self._error = error
        if not isinstance(data, dict):
            self.refuse(f"expected a JSON object, got {_kind_of(data)}")
        self._data: dict[str, Any] = data

    def refuse(self, problem: str) -> NoReturn:
        """Raise the error with what is wrong.

        Raises
        ------
        Exception
            Always.
        """
        raise self._error(f"{self.where}: {problem}")

    def expect_format(self, name: str, *versions: int) -> int:
        """Make sure that the object is of a format and of one of the versions, and return which."""
        known = {format_name(name, version): version for version in versions}
        found = self.text("format")
        if found not in known:
            self.refuse(f"format: expected {' or '.join(map(repr, known))}, got {found[:60]!r}")
        return known[found]

    def expect_only(self, known: Iterable[str]) -> None:
        """Make sure that there are no other fields than these."""
        names = sorted(known)
        unknown = sorted(self._data.keys() - set(names))
        if unknown:
            self.refuse(f"unknown field {unknown[0]!r}; the fields are {', '.join(names)}")

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def value(self, name: str, default: object = _MISSING) -> object:
        """Return a field as it is."""
        found = self._data.get(name, default)
        if found is _MISSING:
            self.refuse(f"the field {name!r} is missing")
        return found

    def text(self, name: str, default: object = _MISSING) -> str:
        """Return a text, which can be written again: no surrogate stands alone in it."""
        found = self._typed(name, default, str, "a text")
        try:
            found.encode()
        except UnicodeEncodeError:
            self.refuse(f"{name}: half a character, a surrogate that stands alone")
        return found

    def flag(self, name: str, default: object = _MISSING) -> bool:
        """Return true or false."""
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
        # Compared before it becomes a float: JSON can hold whole numbers that are too large for one.
        if not least <= found <= most:
            self.refuse(f"{name}: expected a number from {least:g} to {most:g}, got {_shown(found)}")
        return float(found)

    def array(self, name: str, default: object = _MISSING) -> list[Any]:
        """Return a list as it is."""
        found: list[Any] = self._typed(name, default, list, "a list")
        return found

    def texts(self, name: str, count: int | None = None) -> list[str]:
        """Return a list of texts, so many if that is said."""
        return [one.text(key) for one, key in self._elements(name, count)]

    def integers(self, name: str, least: int, most: int, count: int | None = None) -> list[int]:
        """Return a list of whole numbers in a range, both ends included, so many if that is said."""
        return [one.integer(key, least, most) for one, key in self._elements(name, count)]

    def numbers(self, name: str, least: float, most: float, count: int | None = None) -> list[float]:
        """Return a list of numbers in a range, both ends included, so many if that is said."""
        return [one.number(key, least, most) for one, key in self._elements(name, count)]

    def rows(self, name: str, least: float, most: float) -> list[list[float]]:
        """Return a list of lists of numbers in a range, both ends included."""
        return [one.numbers(key, least, most) for one, key in self._elements(name, None)]

    def objects(self, name: str) -> list[Fields]:
        """Return a list of objects."""
        return [one.fields(key) for one, key in self._elements(name, None)]

    def fields(self, name: str) -> Fields:
        """Return an object in the object."""
        return Fields(self.value(name), f"{self.where}: {name}", self._error)

    def _elements(self, name: str, count: int | None) -> Iterator[tuple[Fields, str]]:
        """Yield the elements of a list, each as a field of its own that errors name."""
        found = self.array(name)
        if count is not None and len(found) != count:
            self.refuse(f"{name}: expected {count} elements, got {len(found)}")
        for at, element in enumerate(found):
            key = f"{name}[{at}]"
            yield Fields({key: element}, self.where, self._error), key

    def _typed(self, name: str, default: object, kind: type[_T], what: str) -> _T:
        found = self.value(name, default)
        # A bool is an int in Python, and not in JSON.
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            self.refuse(f"{name}: expected {what}, got {_kind_of(found)}")
        return found


def parse(text: str | bytes, where: str, error: Callable[[str], Exception] = NotationError) -> Fields:
    """Read a JSON object.

    Parameters
    ----------
    text
        JSON; bytes are UTF-8, with or without a byte order mark.
    where
        What it is called in errors, such as the file's name.
    error
        Makes the exception from its message.

    Raises
    ------
    Exception
        What `error` makes, if it is not JSON, not an object, has a name twice, or a number that is not finite.
    """
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(decoded, parse_constant=_refuse_constant, object_pairs_hook=_once)
    except UnicodeDecodeError as problem:
        raise error(f"{where}: not UTF-8 at byte {problem.start}") from problem
    except RecursionError as problem:
        raise error(f"{where}: not JSON that can be read: nested too deeply") from problem
    except ValueError as problem:
        raise error(f"{where}: not JSON: {problem}") from problem
    return Fields(data, where, error)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {name!r} stands there twice")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _kind_of(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return kinds.get(type(value)) or _shown(value)


def _shown(value: object) -> str:
    try:
        text = json.dumps(value)
    except ValueError:  # a whole number of too many digits to be written
        return "a very large number"
    return text if len(text) <= 30 else f"{text[:30]}…"
