"""ONNX networks in place of the one that ships: ``gammon.Engine(gammon.onnx.load("network.onnx"))``.

Needs the extra ``onnx``: ``pip install 'gammon[onnx]'``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from gammon._engine import ArgumentError, Position
from gammon.typing import Boards

Encoding: TypeAlias = Callable[[Boards], npt.NDArray[Any]]
"""A function from boards (uint8, shape ``(n, 2, 26)``) to a model's input, an array of ``n`` rows."""

_TYPES = {
    f"tensor({onnx})": np.dtype(numpy)
    for onnx, numpy in {
        "float16": "float16",
        "float": "float32",
        "double": "float64",
        "uint8": "uint8",
        "int8": "int8",
        "int16": "int16",
        "int32": "int32",
        "int64": "int64",
    }.items()
}
"""Dtypes that a model's input may have, by ONNX Runtime's names."""


class _Argument(Protocol):
    """An input or output of a model, as ONNX Runtime describes it."""

    name: str
    type: str
    shape: Sequence[int | str | None]


class _Session(Protocol):
    """The part of ``onnxruntime.InferenceSession`` that is used here."""

    def get_inputs(self) -> Sequence[_Argument]: ...

    def get_outputs(self) -> Sequence[_Argument]: ...

    def run(self, outputs: list[str], inputs: dict[str, npt.NDArray[Any]]) -> Sequence[npt.NDArray[Any]]: ...


class OnnxNetwork:
    """A network loaded from an ONNX file by `load`: a function of boards, for use as `Engine.network`.

    Pickling stores the path, not the contents of the file.
    """

    def __init__(self, path: str | os.PathLike[str], *, encode: Encoding | None, threads: int) -> None:
        self.path = os.fspath(path)
        self.encode = encode
        self.threads = threads
        self._session = _session(self.path, threads)
        self._input = _only("input", self._session.get_inputs())
        self._output = _only("output", self._session.get_outputs())
        if self._input.type not in _TYPES:
            raise ArgumentError(
                f"{self.path}: input {self._input.name!r} must have one of the types {', '.join(_TYPES)}, "
                f"got {self._input.type}"
            )
        # Imported here to keep `import gammon` fast for programs that load no ONNX file.
        import hashlib

        with open(self.path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        # `Engine.name`, and so rollouts, identify networks by this.
        self.__qualname__ = f"{os.path.basename(self.path)} {digest[:12]}"
        self._check()

    @property
    def name(self) -> str:
        """The file's name and the first twelve hexadecimal digits of its SHA-256."""
        return self.__qualname__

    def __call__(self, boards: Boards) -> npt.NDArray[np.float32]:
        """Evaluate boards (uint8, shape ``(n, 2, 26)``): return probabilities, float32, shape ``(n, 5)``."""
        return np.asarray(self._run(boards), np.float32)

    def __reduce__(self) -> tuple[Callable[..., OnnxNetwork], tuple[str, Encoding | None, int]]:
        return _restore, (self.path, self.encode, self.threads)

    def __repr__(self) -> str:
        return f"<OnnxNetwork {self.name}>"

    def _encoded(self, boards: Boards) -> npt.NDArray[Any]:
        shape, dtype = self._input.shape, _TYPES[self._input.type]
        if self.encode is not None:
            inputs = np.asarray(self.encode(boards))
            if inputs.ndim == 0 or len(inputs) != len(boards):
                raise ArgumentError(
                    f"encode must return an array of {len(boards)} rows for {len(boards)} boards, "
                    f"got shape {inputs.shape}"
                )
        else:
            inputs = boards if len(shape) == 3 else boards.reshape(len(boards), -1)
        _fit(f"input {self._input.name!r} of {self.path}", shape, inputs.shape)
        return np.ascontiguousarray(inputs, dtype)

    def _run(self, boards: Boards) -> npt.NDArray[Any]:
        (found,) = self._session.run([self._output.name], {self._input.name: self._encoded(boards)})
        return np.asarray(found)

    def _check(self) -> None:
        """Check the model's output once, on one board and on two, which shows that the batch size may vary."""
        name = f"output {self._output.name!r} of {self.path}"
        start = Position.start().to_array()[None]
        for count in (1, 2):
            try:
                found = self._run(np.repeat(start, count, axis=0))
            except ArgumentError:
                raise
            except Exception as error:
                if not type(error).__module__.startswith("onnxruntime"):
                    raise
                raise ArgumentError(f"{self.path}: evaluating {count} starting position(s) failed: {error}") from error
            if found.shape != (count, 5) or found.dtype.kind != "f":
                raise ArgumentError(
                    f"{name} must be floats of shape (n, 5): win, win gammon, win backgammon, lose gammon and lose "
                    f"backgammon; got {found.dtype} of shape {found.shape} for n = {count}"
                )


def load(path: str | os.PathLike[str], *, encode: Encoding | None = None, threads: int = 1) -> OnnxNetwork:
    """Load a network from an ONNX file.

    Parameters
    ----------
    path
        The file. Its model must have one input and one output. The output is floats of shape ``(n, 5)``, probabilities
        for the player on roll: win, win a gammon or more, win a backgammon, lose a gammon or more, lose a
        backgammon.
    encode
        Converts boards to the model's input, an array of ``n`` rows, which is then cast to the input's dtype. If None,
        the input is the boards themselves, of shape ``(n, 2, 26)`` or ``(n, 52)``. These are checker counts (off,
        points 1 to 24, bar) of the player on roll and then of the opponent, each numbered from their own side.
    threads
        Threads that ONNX Runtime uses for one call, 1 to 1024. With more than one, or on another machine, results may
        differ in the last bits.

    Returns
    -------
    OnnxNetwork
        A function of boards, for ``gammon.Engine(network)``.

    Raises
    ------
    ModuleNotFoundError
        If the extra ``onnx`` is not installed.
    FileNotFoundError
        If the file does not exist.
    ArgumentError
        If the file is not an ONNX model, its input or output has the wrong shape or type, or `threads` is out of range.

    Examples
    --------
    A rollout with a network: ``bg.rollout(position, seed=1, engine=bg.Engine(bg.onnx.load("network.onnx")))``.
    """
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads: expected an int, got {type(threads).__name__}")
    if not 1 <= threads <= 1024:
        raise ArgumentError(f"threads must be from 1 to 1024, got {threads}")
    if encode is not None and not callable(encode):
        raise TypeError(f"encode: expected a function or None, got {type(encode).__name__}")
    return OnnxNetwork(path, encode=encode, threads=threads)


def _restore(path: str, encode: Encoding | None, threads: int) -> OnnxNetwork:
    return load(path, encode=encode, threads=threads)


def _session(path: str, threads: int) -> _Session:
    try:
        import onnxruntime  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "ONNX files need the extra `onnx`: pip install 'gammon[onnx]'", name="onnxruntime"
        ) from error
    if not os.path.isfile(path):
        raise FileNotFoundError(f"ONNX file not found: {path}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Errors are raised as exceptions, so do not print them too.
    options.log_severity_level = 4
    try:
        session: _Session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ArgumentError(f"{path} is not an ONNX model: {error}") from error
    return session


def _only(kind: str, found: Sequence[_Argument]) -> _Argument:
    """Return the only input or output of a model."""
    if len(found) != 1:
        names = ", ".join(repr(one.name) for one in found) or "none"
        raise ArgumentError(f"the model must have one {kind}, got {names}")
    return found[0]


def _fit(name: str, wanted: Sequence[int | str | None], given: tuple[int, ...]) -> None:
    """Check the shape of an array against a model's; a symbolic axis of the model matches any length."""
    fits = len(wanted) == len(given) and all(
        not isinstance(axis, int) or axis == length for axis, length in zip(wanted, given, strict=True)
    )
    if not fits:
        shape = ", ".join("n" if not isinstance(axis, int) else str(axis) for axis in wanted)
        raise ArgumentError(f"{name}: expected shape ({shape}), got {given}; see encode=")
