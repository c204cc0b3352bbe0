"""The files of a solve by parts, in a folder that every process of the solve reaches.

It is on a shared file system, or in an object store. The name of a file determines its content, and
a file gets its name only when it is complete; so two processes may write the same file.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from tempfile import gettempdir
from typing import Any, TypeAlias
from uuid import uuid4

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import DamagedError
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.key_file import KeyFile, write_keys
from perfectplay.solver.parts.receipts import (
    ExploredPart,
    RepeatedKeys,
    ResolvedPart,
    ResolvedPiece,
    Run,
)
from perfectplay.tablebase.store.checksums import are_as_written
from perfectplay.tablebase.store.json_fields import WrongError, from_json, object_of, to_json
from perfectplay.tablebase.store.remote_files import content_at, is_remote, move_file, remove

Receipt: TypeAlias = ExploredPart | ResolvedPart | ResolvedPiece | RepeatedKeys

WRONG = "wrong"
"""The file that says what is wrong."""


class PartStore:
    """Keys and receipts in ``folder``. All raise OSError if the system refuses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_path(self) -> Path:
        """A name that no other process takes, for a file of this machine that is moved when it is
        whole."""
        folder = Path(gettempdir()) if is_remote(self.folder) else self.folder
        return folder / f"{uuid4().hex}.new"

    # --- keys -------------------------------------------------------------------------------------

    def write_keys(self, name: str, keys: IntArray) -> KeyFile:
        """Store rising keys [N] int64 under a name."""
        new = self.new_path()
        kept = write_keys(new, [keys])
        move_file(new, self.folder / name)
        return kept.moved(self.folder / name)

    def keys(self, name: str) -> KeyFile:
        """The keys that stand under a name. Raises DamagedError if there are none."""
        try:
            return KeyFile.open(self.folder / name)
        except FileNotFoundError:
            raise self.damaged(f"{name} is missing") from None

    def run(self, run: Run) -> StoredArray:
        """The keys of a run. Raises DamagedError if its file is not what its receipt says."""
        if not run.file:
            return MemoryArray(np.array(run.keys, np.int64))
        keys = self.keys(run.file)
        if keys.mark != run.mark:
            raise self.damaged(f"{run.file} is not what its task has written")
        return keys

    # --- values -----------------------------------------------------------------------------------

    def write_values(self, name: str, packed: PackedArray) -> int:
        """Store packed values [N] under a name; their checksum."""
        new, content = self.new_path(), packed.tobytes()
        new.write_bytes(content)
        move_file(new, self.folder / name)
        return zlib.crc32(content)

    def values(self, piece: ResolvedPiece, kind: np.dtype[Any]) -> PackedArray:
        """The packed values of a piece. Raises DamagedError."""
        return np.frombuffer(self._content(piece), kind)

    def _content(self, piece: ResolvedPiece) -> bytes:
        try:
            content = content_at(self.folder / piece.file)
        except FileNotFoundError:
            raise self.damaged(f"{piece.file} is missing") from None
        if zlib.crc32(content) != piece.mark:
            raise self.damaged(f"{piece.file} is not what its task has written")
        return content

    def drop(self, name: str) -> None:
        """Remove a file that is not needed any more."""
        remove(self.folder / name)

    # --- receipts ---------------------------------------------------------------------------------

    def write_receipt(self, name: str, receipt: Receipt) -> None:
        """Note that a task is done."""
        text = json.dumps(to_json(receipt), separators=(",", ":")).encode("ascii")
        new = self.new_path()
        new.write_bytes(b"%08x %s\n" % (zlib.crc32(text), text))
        move_file(new, self.folder / name)

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
        return found if found is None or are_as_written(folder, found.parts) else None

    def mark_wrong(self, problem: str) -> None:
        """Note for later solves that something here is wrong, though it is as it was written."""
        new = self.new_path()
        new.write_text(problem, encoding="utf-8")
        move_file(new, self.folder / WRONG)

    def check_marks(self) -> None:
        """Raise DamagedError if `mark_wrong` was called."""
        try:
            problem = content_at(self.folder / WRONG).decode("utf-8", "replace")
        except FileNotFoundError:
            return
        raise self.damaged(problem)

    def piece(self, name: str) -> ResolvedPiece | None:
        """The receipt of a piece that was resolved, if its values are as they were written."""
        found: ResolvedPiece | None = self._receipt(name, ResolvedPiece)
        try:
            if found is not None:
                self._content(found)
        except DamagedError:
            return None
        return found

    def damaged(self, problem: str) -> DamagedError:
        """The error for files that are not as tasks have left them."""
        work = self.folder.parent
        return DamagedError(
            f"{problem} (files in {self.folder}); a disk or a worker may be faulty; remove "
            f"{work.parent if is_remote(work) else work} and start the solve again"
        )

    def _receipt(self, name: str, kind: type) -> Any:
        """A receipt; None if there is none that is whole."""
        try:
            crc, _, text = content_at(self.folder / name).partition(b" ")
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
