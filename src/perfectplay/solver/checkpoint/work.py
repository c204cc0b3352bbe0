"""``work/`` in a folder that a solve works on: explored tiers as raw keys, and what is done.

``progress`` is a file of lines, each with its own checksum, only ever appended to: a line that was
cut off counts as not written. It is no part of the format: a finished folder has none.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.solver.explore.array_store import DiskArray, MemoryArray, StoredArray

WORK = "work"

GRAPH = "graph"
"""The file of a graph's segments in the work folder."""

WAVES = "waves"
"""The file of the waves of a game that is one tier."""

_CHUNK = 1 << 20


@dataclass
class CheckpointNotes:
    """What an earlier solve has left: ``low`` and ``size`` of the keys of tuples (empty for
    integers); explored tiers; whether all are; finished tiers; or the segments of a graph, or the
    waves of a game that is one tier."""

    low: list[int] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    explored: dict[int, dict[str, Any]] = field(default_factory=dict)
    whole: bool = False
    finished: dict[int, dict[str, Any]] = field(default_factory=dict)
    graph: list[dict[str, Any]] = field(default_factory=list)
    waves: list[dict[str, Any]] = field(default_factory=list)


class CheckpointFolder:
    """The work folder in ``folder``. All raise OSError where the system refuses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / WORK
        self._progress = self.folder / "progress"

    def open(self) -> CheckpointNotes:
        """What was noted earlier; what was not is gone. The folder is there from now on."""
        self.folder.mkdir(exist_ok=True)
        shutil.rmtree(self.folder / "scratch", ignore_errors=True)
        notes, length = self._read()
        if not all(
            self._is_whole(number, note)
            for number, note in notes.explored.items()
            if number not in notes.finished
        ):
            notes, length = CheckpointNotes(), 0
        if length == 0:
            self.begin_anew()
        else:
            os.truncate(self._progress, length)
        return notes

    def begin_anew(self) -> None:
        """Forgets everything."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self._progress.touch()

    def forget_graph(self) -> None:
        """Forgets how far a graph is; scratch files stay."""
        os.truncate(self._progress, 0)
        (self.folder / GRAPH).unlink(missing_ok=True)

    def remove(self) -> None:
        """The work is done."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def scratch(self) -> Path:
        """A folder for arrays that nobody needs after this run."""
        folder = self.folder / "scratch"
        folder.mkdir(exist_ok=True)
        return folder

    def note(self, kind: str, content: Any) -> None:
        """Appends a line."""
        text = json.dumps({kind: content}, separators=(",", ":"))
        line = f"{zlib.crc32(text.encode()):08x} {text}\n"
        with open(self._progress, "a", encoding="ascii") as file:
            file.write(line)

    # --- the keys of a tier -----------------------------------------------------------------------

    def keep_keys(self, number: int, keys: StoredArray) -> tuple[StoredArray, int]:
        """Leaves the keys of a tier here; gives them as they stand now, and their checksum."""
        path, crc = self.keys_path(number), 0
        with open(path.with_suffix(".new"), "wb") as file:
            for at in range(0, len(keys), _CHUNK):
                content = np.ascontiguousarray(keys.read(at, min(len(keys), at + _CHUNK)))
                crc = zlib.crc32(content, crc)  # type: ignore[arg-type]
                file.write(content.data)
        os.replace(path.with_suffix(".new"), path)
        if isinstance(keys, MemoryArray):
            return keys, crc
        assert isinstance(keys, DiskArray)
        keys.path.unlink(missing_ok=True)
        return DiskArray(path, keys.dtype, len(keys)), crc

    def keys_of(self, number: int, note: dict[str, Any]) -> StoredArray:
        """The keys of a tier that was explored earlier."""
        return DiskArray(self.keys_path(number), np.dtype(np.int64), note["states"])

    def keys_path(self, number: int) -> Path:
        """The file of a tier's keys."""
        return self.folder / f"tier-{number}.keys"

    # --- reading what was noted -------------------------------------------------------------------

    def _read(self) -> tuple[CheckpointNotes, int]:
        """The notes, and the length of the lines that are whole."""
        notes, length = CheckpointNotes(), 0
        try:
            lines = self._progress.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return notes, 0
        for line in lines:
            crc, _, text = line.partition(b" ")
            if not line.endswith(b"\n") or crc != b"%08x" % zlib.crc32(text[:-1]):
                break
            length += len(line)
            _take(notes, json.loads(text))
        return notes, length

    def _is_whole(self, number: int, note: dict[str, Any]) -> bool:
        crc, size = 0, 0
        try:
            with open(self.keys_path(number), "rb") as file:
                while block := file.read(8 * _CHUNK):
                    crc, size = zlib.crc32(block, crc), size + len(block)
        except OSError:
            return False
        return bool(crc == note["crc"] and size == 8 * note["states"])


def has_progress(folder: Path) -> bool:
    """Whether a solve into a folder has finished any piece that it can go on from."""
    try:
        noted = (folder / WORK / "progress").read_bytes()
        return any(b'{"%s":' % kind in noted for kind in (b"explored", b"graph", b"wave"))
    except OSError:
        return False


def _take(notes: CheckpointNotes, line: dict[str, Any]) -> None:
    [(kind, content)] = line.items()
    if kind == "keys":
        notes.low, notes.size = content["low"], content["size"]
    elif kind == "explored":
        notes.explored[content["tier"]] = content
    elif kind == "whole":
        notes.whole = True
    elif kind == "finished":
        notes.finished[content["tier"]] = content
    elif kind == "graph":
        notes.graph.append(content)
    elif kind == "wave":
        notes.waves.append(content)
        notes.explored.clear()  # levels that turned out to be no tiers: the waves hold their states
