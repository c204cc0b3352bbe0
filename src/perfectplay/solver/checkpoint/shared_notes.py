"""What a solve in an object store notes there, so that another machine can go on with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.checkpoint.work import WORK, CheckpointNotes, keys_note
from perfectplay.tablebase.store.remote_files import content_at, put_bytes, remove

ATTEMPT = "attempt.json"
"""The file in the work folder that names the folder of the parts, and how states are keys."""


def note_parts(shared: Path, name: str, keys: Keys) -> None:
    """Note the folder of the parts. Raises StoreError if the store is not reached."""
    content: dict[str, Any] = {"parts": name, "low": (), "size": (), "words": []}
    if isinstance(keys, TupleKeys):
        content |= keys_note(keys)
    put_bytes(json.dumps(content).encode("ascii"), shared / WORK / ATTEMPT)


def begun_by_parts(shared: Path, notes: CheckpointNotes) -> None:
    """Add to the notes what a driver has noted that began elsewhere. Raises StoreError."""
    try:
        content = json.loads(content_at(shared / WORK / ATTEMPT))
        name = content["parts"]
        noted = {key: list(content[key]) for key in ("low", "size")}
        noted |= {key: list(content.get(key, [])) for key in ("words", "usual")}
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return
    if isinstance(name, str) and name.startswith("parts-") and "/" not in name:
        notes.in_parts, notes.keys = name, noted


def forget_parts(shared: Path) -> None:
    """Forget that parts were begun. Raises StoreError."""
    remove(shared / WORK / ATTEMPT)
