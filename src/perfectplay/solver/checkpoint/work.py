"""``work/`` in a folder that a solve works on: the keys of explored tiers, and what is done.

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

from perfectplay.core.errors import StoreError
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.shape_texts import texts_of
from perfectplay.solver.explore.array_store import StoredArray, chunks
from perfectplay.solver.explore.key_file import KeyFile, write_keys

WORK = "work"

GRAPH = "graph"
"""The file of a graph's segments in the work folder."""

INTERPRETED = "interpreted"
"""The file of what the interpreter has explored, and the kind of the notes of its segments."""

CHUNK = 1 << 20
"""Keys that are written at a time."""


@dataclass
class CheckpointNotes:
    """What an earlier solve has left: the `keys_note` of the keys of tuples (empty for integers);
    the folder of its parts, or ""; explored tiers; whether all are; finished tiers; or the segments
    of a graph, or the waves of a game that is one tier; or what the interpreter has explored."""

    keys: dict[str, Any] = field(default_factory=dict)
    in_parts: str = ""
    explored: dict[int, dict[str, Any]] = field(default_factory=dict)
    whole: bool = False
    finished: dict[int, dict[str, Any]] = field(default_factory=dict)
    graph: list[dict[str, Any]] = field(default_factory=list)
    waves: list[dict[str, Any]] = field(default_factory=list)
    interpreted: list[dict[str, Any]] = field(default_factory=list)


class CheckpointFolder:
    """The work folder in ``folder``. All raise OSError if the system refuses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / WORK
        self._progress = self.folder / "progress"

    def open(self) -> CheckpointNotes:
        """The notes of an earlier solve; all else is removed. Creates the folder if necessary."""
        self.folder.mkdir(exist_ok=True)
        shutil.rmtree(self.folder / "scratch", ignore_errors=True)
        notes, length = self._read()
        if not all(
            self.has_keys(tier_name(number), note)
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
        """Forget everything."""
        shutil.rmtree(self.folder, ignore_errors=True)  # a worker may still write there
        self.folder.mkdir(exist_ok=True)
        self._progress.write_bytes(b"")

    def forget_graph(self) -> None:
        """Forget how far a graph is; scratch files stay."""
        os.truncate(self._progress, 0)
        (self.folder / GRAPH).unlink(missing_ok=True)

    def scratch(self) -> Path:
        """A folder for arrays that are not needed after this run."""
        folder = self.folder / "scratch"
        folder.mkdir(exist_ok=True)
        return folder

    def note(self, kind: str, content: Any) -> None:
        """Append a line."""
        text = json.dumps({kind: content}, separators=(",", ":"))
        line = f"{zlib.crc32(text.encode()):08x} {text}\n"
        with open(self._progress, "a", encoding="ascii") as file:
            file.write(line)

    # --- the keys of a tier -----------------------------------------------------------------------

    def keep_keys(self, name: str, keys: StoredArray) -> KeyFile:
        """Store rising keys here under a name; return them as they are stored."""
        path = self.keys_path(name)
        if isinstance(keys, KeyFile) and keys.is_whole:
            os.replace(keys.path, path)
        else:
            write_keys(path.with_suffix(".new"), chunks(keys, CHUNK))
            os.replace(path.with_suffix(".new"), path)
        return KeyFile.open(path)

    def link_keys(self, name: str, keys: StoredArray) -> KeyFile:
        """Store rising keys here too: a file becomes one of two names, if the system has such."""
        path = self.keys_path(name)
        if isinstance(keys, KeyFile) and keys.is_whole:
            try:
                path.unlink(missing_ok=True)
                os.link(keys.path, path)
                return KeyFile.open(path)
            except OSError:
                pass  # it is written again
        write_keys(path, chunks(keys, CHUNK))
        return KeyFile.open(path)

    def keys_of(self, name: str) -> KeyFile:
        """Keys that were stored earlier. Raises OSError."""
        return KeyFile.open(self.keys_path(name))

    def keys_path(self, name: str) -> Path:
        """The file of some keys."""
        return self.folder / f"{name}.keys"

    def has_keys(self, name: str, note: dict[str, Any]) -> bool:
        """Whether keys are here as they were when they were noted."""
        try:
            keys = self.keys_of(name)
            keys.check()
        except OSError:
            return False
        return bool(len(keys) == note["states"] and keys.mark == note["crc"])

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


def tier_name(number: int) -> str:
    """The name of the keys of a tier."""
    return f"tier-{number}"


_PIECES = ("explored", "graph", "wave", "parts", INTERPRETED)
"""Kinds of notes of what a solve can go on from."""


def has_progress(folder: Path) -> bool:
    """Whether a solve into a folder has finished any piece that it can go on from."""
    try:
        noted = (folder / WORK / "progress").read_bytes()
        return any(b'{"%s":' % kind.encode() in noted for kind in _PIECES)
    except OSError:
        return False


def keys_note(keys: TupleKeys) -> dict[str, Any]:
    """Keys as they are noted, with the words in states and the elements of sets."""
    words = list(texts_of(keys.shape))
    found: dict[str, Any] = {"low": keys.low, "size": keys.size}
    found |= {"words": words} if words else {}
    return found | ({"usual": keys.usual} if keys.usual else {})


def noted_keys(note: dict[str, Any], keys: TupleKeys) -> TupleKeys:
    """The keys that were noted, of states like those of ``keys``. Raises StoreError if the words
    that are noted are not those of these keys."""
    if note.get("words", []) != list(texts_of(keys.shape)):
        raise StoreError(
            "what an earlier solve has kept here numbers the words in states otherwise: another "
            'version of perfectplay has made it; remove the folder "work" in it and begin again'
        )
    low, size, usual = (tuple(note.get(name, ())) for name in ("low", "size", "usual"))
    return keys.alike(low, size, usual)


def _take(notes: CheckpointNotes, line: dict[str, Any]) -> None:
    [(kind, content)] = line.items()
    if kind in ("keys", "whole"):
        setattr(notes, kind, content)
    elif kind == "parts":
        notes.in_parts = content
    elif kind in ("explored", "finished"):
        getattr(notes, kind)[content["tier"]] = content
    elif kind in ("graph", INTERPRETED):
        getattr(notes, kind).append(content)
    elif kind == "wave":
        notes.waves.append(content)
        notes.explored.clear()  # levels that turned out to be no tiers: the waves hold their states
