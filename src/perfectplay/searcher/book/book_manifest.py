"""The ``manifest.json`` of a book."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.core.errors import BookError, DamagedError, FormatVersionError
from perfectplay.tablebase.store import json_fields
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
from perfectplay.tablebase.store.manifest_reader import game_of, keys_of, rules_of

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
    scoring: bool
    parts: dict[str, PartEntry]

    @property
    def states(self) -> int:
        """The number of entries."""
        return sum(part.states for part in self.parts.values())


def text_of(manifest: BookManifest) -> str:
    """The text of ``manifest.json``: the same manifest has the same text."""
    keys: dict[str, Any] = {"kind": manifest.keys.kind}
    if manifest.keys.kind == "tuple":
        keys |= {"low": list(manifest.keys.low), "size": list(manifest.keys.size)}
    whole: dict[str, Any] = {
        "format": BOOK_FORMAT,
        "version": VERSION,
        "game": {**vars(manifest.game), "parameters": dict(manifest.game.parameters)},
        "rules": {
            "fingerprint": manifest.rules.fingerprint,
            "parts": dict(sorted(manifest.rules.parts.items())),
        },
        "keys": keys,
        "scoring": manifest.scoring,
        "states": manifest.states,
        "parts": {kind: vars(manifest.parts[kind]) for kind in KINDS if kind in manifest.parts},
    }
    whole["sum"] = sum_of(whole)
    lines = (f" {json.dumps(name)}: {_json(value)}" for name, value in whole.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


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
        whole = json_fields.object_of(content)
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
    except json_fields.WrongError as wrong:
        raise DamagedError(f"{path} is wrong: {wrong}; {REMEDY}") from wrong


def _of_json(whole: dict[str, Any]) -> BookManifest:
    fields = json_fields.JsonFields(whole, "it")
    fields.only(
        "format", "version", "game", "rules", "keys", "scoring", "states", "parts", "sum"
    )  # fmt: skip
    keys = keys_of(fields.inner("keys"))
    inner = fields.inner("parts")
    for kind in inner.content:
        if kind not in KINDS:
            raise json_fields.WrongError(f"it has a part {kind!r}, which has no meaning")
    parts = {kind: _part(inner.inner(kind), kind, keys) for kind in inner.content}
    found = BookManifest(
        game_of(fields.inner("game")), rules_of(fields.inner("rules")), keys,
        fields.boolean("scoring"), parts,
    )  # fmt: skip
    if found.states != fields.count("states"):
        raise json_fields.WrongError("its states are not those of its parts")
    return found


def _part(fields: json_fields.JsonFields, kind: str, keys: KeysEntry) -> PartEntry:
    fields.only("file", "states", "bytes", "sha256", "first", "last")
    key_type: type[int | str] = str if keys.kind == "text" else int
    name = fields.text("file")
    rest = name.removeprefix(f"{kind}-").removesuffix(".parquet")
    if name != f"{kind}-{rest}.parquet" or not rest.isalnum():
        raise json_fields.WrongError(f"its part {kind} has the name {name!r}")
    return PartEntry(
        name, fields.count("states"), fields.count("bytes"), fields.digits("sha256", 64),
        fields.state("first", key_type), fields.state("last", key_type),
    )  # fmt: skip
