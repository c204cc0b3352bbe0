"""The ``manifest.json`` of a book."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.core.errors import BookError, DamagedError, FormatVersionError
from perfectplay.tablebase.store.json_fields import (
    Boolean,
    WrongError,
    from_json,
    object_of,
    to_json,
)
from perfectplay.tablebase.store.manifest import (
    BOOK_FORMAT,
    FORMAT,
    MANIFEST,
    GameEntry,
    KeysEntry,
    PartEntry,
    RulesEntry,
    sum_of,
)
from perfectplay.tablebase.store.manifest_reader import keys_of

VERSION = 1

KINDS = ("exact", "values")
"""The parts of a book: entries whose remoteness is known, and those with the value, or score,
alone."""

REMEDY = "copy it again, or begin a new book"


@dataclass(frozen=True)
class BookManifest:
    """The manifest of a book. ``parts``: by kind, without empty ones."""

    game: GameEntry
    rules: RulesEntry
    keys: KeysEntry
    scoring: Boolean
    parts: Mapping[str, PartEntry]

    @property
    def states(self) -> int:
        """The number of entries."""
        return sum(part.states for part in self.parts.values())


def text_of(manifest: BookManifest) -> str:
    """The text of ``manifest.json``: the same manifest has the same text."""
    whole = {"format": BOOK_FORMAT, "version": VERSION, **to_json(manifest)}
    parts = whole.pop("parts")
    whole |= {"states": manifest.states, "parts": parts}
    whole["sum"] = sum_of(whole)
    lines = (f' "{name}": {json.dumps(each, ensure_ascii=False)}' for name, each in whole.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_book_manifest(folder: Path) -> BookManifest:
    """The manifest of a book. Raises BookError if there is none, FormatVersionError,
    DamagedError."""
    path = folder / MANIFEST
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise BookError(f"{folder} holds no book: it has no {MANIFEST}") from error
    except OSError as error:
        raise BookError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        whole = object_of(content)
    except ValueError as error:
        raise DamagedError(f"{path} is cut off or no JSON ({error}); {REMEDY}") from error
    form = whole.get("format") if isinstance(whole, dict) else None
    if form != BOOK_FORMAT:
        what = "a stored solution" if form == FORMAT else "something else"
        use = "; --known reads it" if form == FORMAT else ""
        raise BookError(f"{folder} is {what}, no book{use}; choose another folder for the book")
    if type(whole.get("version")) is not int or whole["version"] != VERSION:
        raise FormatVersionError(
            f"{path} is in version {whole.get('version')!r} of the format of books and this "
            f"perfectplay knows version {VERSION}; use the perfectplay that wrote it"
        )
    if whole.get("sum") != sum_of(whole):
        raise DamagedError(f"{path} is not as it was written: its sum does not fit; {REMEDY}")
    try:
        return _of_json(whole)
    except WrongError as wrong:
        raise DamagedError(f"{path} is wrong: {wrong}; {REMEDY}") from wrong


def _of_json(whole: dict[str, Any]) -> BookManifest:
    content = {k: v for k, v in whole.items() if k not in ("format", "version", "states", "sum")}
    keys = keys_of(content.get("keys"))
    found = from_json(BookManifest, content, "it", keys.state_key)
    for kind, part in found.parts.items():
        if kind not in KINDS:
            raise WrongError(f"it has a part {kind!r}, which has no meaning")
        rest = part.file.removeprefix(f"{kind}-").removesuffix(".parquet")
        if part.file != f"{kind}-{rest}.parquet" or not rest.isalnum():
            raise WrongError(f"its part {kind} has the name {part.file!r}")
    if type(whole.get("states")) is not int or found.states != whole["states"]:
        raise WrongError("its states are not those of its parts")
    return found
