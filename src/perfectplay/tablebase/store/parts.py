"""A Parquet file of a stored solution, read by row groups, each of which is checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrow_arrays import numbers_of
from perfectplay.core.errors import DamagedError, PerfectPlayError
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.tablebase.store.manifest import PartEntry
from perfectplay.tablebase.store.part_columns import arrow, columns_of, entries_of, is_rising
from perfectplay.tablebase.store.remote_files import content_at, size_of, source_at
from perfectplay.tablebase.table import StateEntries

AGAIN = "copy the solution again, or remove its folder and solve the game again"


@dataclass(eq=False)
class StoredPart:
    """A part of a tier; its footer is read when it is first needed. Safe for threads.

    ``whole``: all of the file is fetched at once, for who reads it all from an object store.
    Reading raises DamagedError if the file is not as its entry in the manifest says.
    """

    folder: Path
    entry: PartEntry
    tier: int
    _: KW_ONLY
    text: bool
    scored: bool = False
    whole: bool = False
    _footer: tuple[Any, NDArray[np.int64]] | None = None
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.path = self.folder / self.entry.file

    @property
    def groups(self) -> int:
        """The number of row groups."""
        return len(self.offsets) - 1

    @property
    def offsets(self) -> NDArray[np.int64]:
        """[groups + 1] the place of the first state of each row group."""
        return self._read_footer()[1]

    def lasts(self) -> NDArray[np.int64]:
        """[groups] the largest key of each row group, as its statistics say."""
        footer = self._read_footer()[0]
        with self._watched():
            found = [
                footer.row_group(g).column(0).statistics.max for g in range(footer.num_row_groups)
            ]
            return np.array(found, np.int64)

    def states(self, group: int) -> NDArray[np.int64] | list[str]:
        """The keys, or texts, of a row group."""
        return self._states_of(self._read(group, ["state"]))

    def entries(self, group: int) -> StateEntries:
        """The entries of the states of a row group."""
        return self._entries_of(self._read(group, columns_of(self.scored)[1:]))

    def rows(self, group: int) -> tuple[NDArray[np.int64] | list[str], StateEntries]:
        """Both, in one reading."""
        table = self._read(group, columns_of(self.scored))
        return self._states_of(table), self._entries_of(table)

    def _states_of(self, table: Any) -> NDArray[np.int64] | list[str]:
        with self._watched():
            found = table.column("state")
            states: NDArray[np.int64] | list[str]
            states = found.to_pylist() if self.text else numbers_of(found)
            self._expect(is_rising(states))
            first, last = self.entry.first, self.entry.last
            self._expect(bool(first <= states[0] and states[-1] <= last))
            return states

    def _entries_of(self, table: Any) -> StateEntries:
        with self._watched():
            entries = entries_of(table)
            if entries.scores is None:
                self._expect(bool((entries.values[entries.remoteness < 0] == 2).all()))
            else:
                self._expect(int(entries.scores.min()) >= -SCORE_LIMIT)
                self._expect(int(entries.remoteness.min()) >= 0)
            return entries

    def _read(self, group: int, columns: list[str]) -> Any:
        footer, offsets = self._read_footer()
        with self._watched(), self._opened(footer) as file:
            table = file.read_row_group(group, columns=columns, use_threads=False)
        self._expect(table.num_rows == offsets[group + 1] - offsets[group])
        full = [name for name in columns if self.scored or name != "remoteness"]  # draws lack it
        self._expect(all(not table.column(name).null_count for name in full))
        return table

    def _read_footer(self) -> tuple[Any, NDArray[np.int64]]:
        with self._lock:
            if self._footer is None:
                self._footer = self._fresh_footer()
            return self._footer

    def _fresh_footer(self) -> tuple[Any, NDArray[np.int64]]:
        with self._watched():
            size = size_of(self.path)
            if size != self.entry.bytes:
                raise self._damaged(f"it has {size:,} bytes, not {self.entry.bytes:,}")
            with self._opened(None) as file:
                footer, schema = file.metadata, file.schema_arrow
            counts = [footer.row_group(g).num_rows for g in range(footer.num_row_groups)]
            kind = "string" if self.text else "int64"
            self._expect(schema.names == columns_of(self.scored))
            self._expect(str(schema.field(0).type) == kind)
            self._expect(not self.scored or str(schema.field(1).type) == "int32")
            self._expect(sum(counts) == self.entry.states and min(counts) > 0)
            return footer, np.cumsum([0, *counts])

    @cached_property
    def _content(self) -> bytes:
        return content_at(self.path)

    @contextmanager
    def _opened(self, footer: Any) -> Iterator[Any]:
        content = BytesIO(self._content) if self.whole else source_at(self.path)
        with content as source, arrow("parquet").ParquetFile(
            source,
            metadata=footer,
            read_dictionary=[] if self.scored else ["value"],
            page_checksum_verification=True,
        ) as file:  # fmt: skip
            yield file

    def _expect(self, right: bool) -> None:
        if not right:
            raise self._damaged("it does not hold what the manifest says")

    def _damaged(self, how: str) -> DamagedError:
        return DamagedError(f"{self.path} is damaged: {how}; {AGAIN}")

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """A context in which the errors of libraries become DamagedError."""
        try:
            yield
        except PerfectPlayError:
            raise
        except FileNotFoundError as error:
            raise DamagedError(f"{self.path} is missing; {AGAIN}") from error
        except PermissionError as error:
            raise self._damaged("it may not be read") from error
        except Exception as error:  # pyarrow raises whatever comes of the bytes
            raise self._damaged("it cannot be read as Parquet") from error
