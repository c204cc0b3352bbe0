"""The files of a solve by parts, in a folder that every process of the solve reaches.

A name is a function of what stands under it. A file is written under a name of its own and renamed
when it is whole, so that two processes may write the same one.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import DamagedError
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.key_file import KeyFile, write_keys
from perfectplay.solver.parts.receipts import ExploredPart, RepeatedKeys, ResolvedPart, Run
from perfectplay.tablebase.store.atomic_files import sha256_of
from perfectplay.tablebase.store.json_fields import WrongError, from_json, object_of, to_json


class PartStore:
    """Keys and receipts in ``folder``. All raise OSError if the system refuses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_path(self) -> Path:
        """A name that no other process takes, for a file that is renamed when it is whole."""
        return self.folder / f"{uuid4().hex}.new"

    # --- keys -------------------------------------------------------------------------------------

    def write_keys(self, name: str, keys: IntArray) -> KeyFile:
        """Store rising keys [N] int64 under a name."""
        new = self.new_path()
        write_keys(new, [keys])
        os.replace(new, self.folder / name)
        return KeyFile.open(self.folder / name)

    def keys(self, name: str) -> KeyFile:
        """The keys that stand under a name. Raises DamagedError if there are none."""
        try:
            return KeyFile.open(self.folder / name)
        except FileNotFoundError:
            raise self.damaged(f"{name} is missing") from None

    def run(self, run: Run) -> StoredArray:
        """The keys of a run."""
        return self.keys(run.file) if run.file else MemoryArray(np.array(run.keys, np.int64))

    def drop(self, name: str) -> None:
        """Remove a file that is not needed any more."""
        (self.folder / name).unlink(missing_ok=True)

    # --- receipts ---------------------------------------------------------------------------------

    def write_receipt(self, name: str, receipt: ExploredPart | ResolvedPart | RepeatedKeys) -> None:
        """Note that a task is done."""
        text = json.dumps(to_json(receipt), separators=(",", ":")).encode("ascii")
        new = self.new_path()
        new.write_bytes(b"%08x %s\n" % (zlib.crc32(text), text))
        os.replace(new, self.folder / name)

    def explored(self, name: str, *, whole: bool) -> ExploredPart | None:
        """The receipt of a part that was explored; ``whole``: its tier is finished.

        Raises DamagedError if its keys are needed, and not there as they were written; single
        blocks are checked when they are read.
        """
        found: ExploredPart | None = self._receipt(name, ExploredPart)
        if found is not None and not whole and self.keys(found.file).mark != found.mark:
            raise self.damaged(f"{found.file} is not what its task has written")
        return found

    def repeated(self, name: str) -> RepeatedKeys | None:
        """The receipt of a comparison of levels."""
        found: RepeatedKeys | None = self._receipt(name, RepeatedKeys)
        return found

    def resolved(self, name: str, folder: Path) -> ResolvedPart | None:
        """The receipt of a part that was resolved, if it is in ``folder`` as it was written."""
        found: ResolvedPart | None = self._receipt(name, ResolvedPart)
        try:
            parts = found.parts if found is not None else ()
            if any(sha256_of(folder / part.file) != part.sha256 for part in parts):
                return None
        except OSError:
            return None
        return found

    def damaged(self, problem: str) -> DamagedError:
        """The error for files that are not as tasks have left them."""
        return DamagedError(
            f"{problem} in {self.folder}; a disk or a worker may be faulty; remove "
            f"{self.folder.parent} and start the solve again"
        )

    def _receipt(self, name: str, kind: type) -> Any:
        """A receipt; None if there is none that is whole."""
        try:
            crc, _, text = (self.folder / name).read_bytes().partition(b" ")
        except FileNotFoundError:
            return None
        if not text.endswith(b"\n") or crc != b"%08x" % zlib.crc32(text[:-1]):
            return None
        try:
            return from_json(kind, object_of(text), f"the receipt {name}")
        except (WrongError, ValueError):
            return None


def between(keys: StoredArray, low: int | None, high: int | None) -> StoredArray:
    """The keys from ``low`` on and below ``high``; None: no bound.

    >>> between(MemoryArray(np.array([2, 4, 6])), 3, 6).read(0, 9).tolist()
    [4]
    """
    begin = 0 if low is None else keys.place(low)
    end = len(keys) if high is None else keys.place(high)
    return keys.part(begin, end)
