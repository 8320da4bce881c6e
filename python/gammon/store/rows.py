"""Tables that are written row by row and can be continued: JSON lines, or Parquet made from them at the end."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from gammon._engine import ArgumentError, NotationError
from gammon.quoting import quote
from gammon.store.files import file_name
from gammon.store.json import dump, parse
from gammon.store.lock import FileLock

if TYPE_CHECKING:
    from types import TracebackType

_BLOCK = 1 << 16
_BATCH = 10_000
"""Rows of a row group of Parquet."""

_RUN = b"gammon.run"

_BEGIN = b'{"line": '
"""How every row begins; an incomplete last line that begins otherwise is not a row, and is not dropped."""


class Rows:
    """A table in a file, with the columns ``line`` (first, growing), ``id``, and ``run``: how the rows were made.

    Every row is written at once, with its line ending last. So a process that is killed leaves at most one incomplete
    line, which is dropped when the file is opened again. A context manager; it locks the file.

    Parameters
    ----------
    path
        The file: Parquet if its name ends in ``.parquet``, whose rows are in a file of JSON lines with the ending
        ``.partial`` until `finish` is called; otherwise JSON lines.
    run
        The value of the column ``run``; a file with another value is refused when its rows are read.
    types
        The types of the other columns: ``str``, ``int``, ``float`` or ``list`` (of float).

    Raises
    ------
    ArgumentError
        If the file is in use, or pyarrow is missing for Parquet.
    OSError
        If the file cannot be written.
    """

    def __init__(self, path: str, run: str, types: Mapping[str, type]) -> None:
        self._path = file_name("out", path)
        self._run = run
        self._types = types
        self._is_parquet = self._path.endswith(".parquet")
        if self._is_parquet:
            _pyarrow()
        self._lock = FileLock(self._path)
        try:
            self._file = open(f"{self._path}.partial" if self._is_parquet else self._path, "a+b", buffering=0)  # noqa: SIM115
            end = _end_of_last_line(self._file)
            self._file.seek(end)
            begun = self._file.read(len(_BEGIN))
            if not _BEGIN.startswith(begun):
                raise NotationError(
                    f"{self._file.name}: expected rows of this command, got {quote(begun.decode('latin-1'))}"
                )
            self._file.truncate(end)
        except BaseException:
            if hasattr(self, "_file"):
                self._file.close()
            self._lock.release()
            raise

    def __enter__(self) -> Rows:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._lock.release()

    def ids(self) -> Iterator[str]:
        """Yield the column ``id`` of the rows that there are.

        Raises
        ------
        NotationError
            If a line is not a row.
        ArgumentError
            If a row was made by another run.
        """
        for batch in self._batches_of_parquet():
            yield from batch.column("id").to_pylist()
        for row in self._rows():
            yield row["id"]

    def add(self, row: Mapping[str, Any]) -> None:
        """Write a row, given without the column ``run``."""
        line = dump({**row, "run": self._run}) + "\n"
        content = line.encode()
        while content:
            content = content[self._file.write(content) or 0 :]

    def finish(self) -> None:
        """Write the Parquet file, if it is one."""
        if not self._is_parquet:
            return
        arrow, parquet = _pyarrow()
        kinds = {str: arrow.string(), int: arrow.uint64(), float: arrow.float64(), list: arrow.list_(arrow.float64())}
        columns = [(name, kinds[kind]) for name, kind in self._types.items()]
        schema = arrow.schema([*columns, ("run", arrow.string())], metadata={_RUN: self._run})
        unfinished = f"{self._path}.tmp"
        try:
            with parquet.ParquetWriter(unfinished, schema) as writer:
                for batch in self._batches_of_parquet():
                    writer.write_batch(batch)
                rows = self._rows()
                while some := list(islice(rows, _BATCH)):
                    writer.write_table(arrow.Table.from_pylist(some, schema=schema))
            with open(unfinished, "rb") as file:
                os.fsync(file.fileno())
            os.replace(unfinished, self._path)
        except BaseException:
            if os.path.exists(unfinished):
                os.unlink(unfinished)
            raise
        # A kill in between leaves rows twice; `_rows` leaves out what the Parquet file has.
        self._file.close()
        os.unlink(f"{self._path}.partial")

    def _batches_of_parquet(self) -> Iterator[Any]:
        """Yield the rows of the Parquet file, if there is one."""
        if not self._is_parquet or not os.path.exists(self._path):
            return
        arrow, parquet = _pyarrow()
        try:
            with parquet.ParquetFile(self._path) as file:
                self._expect_run((file.schema_arrow.metadata or {}).get(_RUN, b"").decode(errors="replace"), "")
                yield from file.iter_batches(_BATCH)
        except arrow.ArrowException as error:
            raise NotationError(f"{self._path}: not a Parquet file of rollouts: {error}") from error

    def _rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows in JSON that the Parquet file does not have."""
        last = 0
        for batch in self._batches_of_parquet():
            last = max([last, *batch.column("line").to_pylist()])
        with open(self._file.name, "rb") as file:
            for number, line in enumerate(file, 1):
                where = f"{self._file.name}: line {number}"
                fields = parse(line, where)
                fields.expect_only((*self._types, "run"))
                self._expect_run(fields.text("run"), f": line {number}")
                fields.text("id")
                if fields.integer("line", 1, 2**63) > last:
                    yield json.loads(line)

    def _expect_run(self, run: str, where: str) -> None:
        if run != self._run:
            raise ArgumentError(
                f"{self._path}{where}: made with other settings, seed or network; give the same options, or a new file"
            )


def _end_of_last_line(file: IO[bytes]) -> int:
    """Return the number of bytes up to the last line ending."""
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(end - _BLOCK, 0)
        file.seek(start)
        found = file.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ModuleNotFoundError:
        raise ArgumentError('Parquet needs pyarrow: pip install "gammon[parquet]"') from None
    return pyarrow, pyarrow.parquet
