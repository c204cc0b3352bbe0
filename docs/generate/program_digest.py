"""Whether the program has changed since a page was written."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import perfectplay


def program_digest() -> str:
    """A digest of the program and of the modules of this folder: what changes a page changes it.

    >>> len(program_digest())
    64
    """
    found = hashlib.sha256()
    for folder in (Path(perfectplay.__file__).parent, Path(__file__).parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".js", ".css", ".html"):
                found.update(path.read_bytes())
    return found.hexdigest()


def remove_if_stale(folder: Path, note: Path) -> None:
    """Remove a folder that an earlier program has written; ``note`` keeps its digest.

    sphinx-gallery runs an example again only if its own text has changed.
    """
    digest = program_digest()
    if note.exists() and note.read_text(encoding="utf-8") == digest:
        return
    shutil.rmtree(folder, ignore_errors=True)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(digest, encoding="utf-8")
