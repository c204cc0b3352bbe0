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

from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.core.errors import DamagedError
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.key_file import KeyFile, write_keys
from perfectplay.solver.parts.receipts import (
    INLINE,
    SAMPLE,
    Decided,
    ExploredPart,
    KeptValues,
    LinkedPart,
    RepeatedKeys,
    ResolvedPart,
    Round,
    Run,
)
from perfectplay.tablebase.store.checksums import are_as_written
from perfectplay.tablebase.store.json_fields import WrongError, from_json, object_of, to_json
from perfectplay.tablebase.store.remote_files import content_at, is_remote, move_file, remove

Receipt: TypeAlias = ExploredPart | ResolvedPart | RepeatedKeys | LinkedPart | Decided | Round

WRONG = "wrong"
"""The file that says what is wrong."""


_COMPARED = set[tuple[str, int]]()
"""Files that this process has found to be as they were written, with their checksums."""


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

    def keep_run(self, name: str, tier: int, keys: IntArray) -> tuple[Run, int]:
        """Rising keys, or places, as a run; the bytes of the file of this name, if it needs one."""
        if len(keys) <= INLINE:
            return Run(tier, len(keys), keys=tuple(keys.tolist())), 0
        kept = self.write_keys(name, keys)
        sample = tuple(keys[:: max(1, len(keys) // SAMPLE)].tolist())
        return Run(tier, len(keys), name, sample=sample, mark=kept.mark), kept.bytes

    # --- values -----------------------------------------------------------------------------------

    def keep_values(self, name: str, packed: PackedArray) -> KeptValues:
        """Store packed values [N] under a name."""
        mark = self.write_content(name, np.ascontiguousarray(packed).data)
        return KeptValues(name, len(packed), 8 * packed.itemsize, mark)

    def values(self, kept: KeptValues) -> PackedArray:
        """The values that stand under a name. Raises DamagedError."""
        content = self._content(kept.file, kept.mark)
        packed: PackedArray = np.frombuffer(content, f"<u{kept.bits // 8}")
        return packed

    def some_values(self, kept: KeptValues, begin: int, end: int) -> PackedArray:
        """The same of a range; the checksum is compared once in a process. Raises DamagedError,
        FileNotFoundError."""
        file, each = self.folder / kept.file, kept.bits // 8
        if (known := (str(file), kept.mark)) not in _COMPARED:
            self.values(kept)
            _COMPARED.add(known)
        packed: PackedArray = np.fromfile(file, f"<u{each}", end - begin, offset=begin * each)
        if len(packed) < end - begin:
            raise self.damaged(f"{kept.file} is not what its task has written")
        return packed

    def write_content(self, name: str, content: bytes | memoryview) -> int:
        """Store bytes under a name; their checksum."""
        new = self.new_path()
        new.write_bytes(content)
        move_file(new, self.folder / name)
        return zlib.crc32(content)

    def content(self, part: LinkedPart) -> bytes:
        """What a task has stored under a name. Raises DamagedError."""
        return self._content(part.file, part.mark)

    def _content(self, file: str, mark: int) -> bytes:
        try:
            content = content_at(self.folder / file)
        except FileNotFoundError:
            raise self.damaged(f"{file} is missing") from None
        if zlib.crc32(content) != mark:
            raise self.damaged(f"{file} is not what its task has written")
        return content

    def bytes_of(self, part: LinkedPart) -> ByteArray:
        """The same as an array that can be written, compared with its checksum once in a process:
        it is read again and again. Raises DamagedError."""
        file = self.folder / part.file
        known = str(file), part.mark
        if not is_remote(file) and known in _COMPARED and file.is_file():
            content = np.fromfile(file, np.uint8)
            if len(content) == part.bytes:
                return content
        content = np.frombuffer(bytearray(self.content(part)), np.uint8)
        _COMPARED.add(known)
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

    def linked(self, name: str) -> LinkedPart | None:
        """The receipt of moves of a tier with moves inside, if they are as they were written."""
        found: LinkedPart | None = self._receipt(name, LinkedPart)
        try:
            if found is not None:
                self.content(found)
        except DamagedError:
            return None
        return found if found is None or self._are_there(found.ended) else None

    def decided(self, name: str) -> Decided | None:
        """The receipt of a sweep over a part, if the places are as they were written."""
        found: Decided | None = self._receipt(name, Decided)
        return found if found is None or self._are_there(found) else None

    def _are_there(self, found: Decided) -> bool:
        try:
            for run in (found.lost, found.drawn, found.won):
                if run.file:
                    self.keys(run.file).check()
                    self.run(run)
        except DamagedError:
            return False
        return True

    def round(self, name: str) -> Round:
        """What a tier has decided at a ply. Raises DamagedError."""
        found: Round | None = self._receipt(name, Round)
        if found is None:
            raise self.damaged(f"{name} is missing, or damaged")
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
