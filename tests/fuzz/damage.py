"""Damages a stored solution, so that `verify` has something to find."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

NAMES = ("loss", "draw", "win")


def damage(folder: Path, how: str, at: float) -> str:
    """Damages a folder in one way; gives what was done in a few words, "" where nothing could be.

    ``at``, from 0 to 1, says where. "value", "remoteness" and "count" are sealed again: sizes and
    checksums fit what is written, as if a solve had gone wrong.
    """
    parts = sorted(folder.glob("tier-*.parquet"))
    part = parts[int(at * len(parts)) % len(parts)]
    if how == "missing":
        part.unlink()
        return f"{part.name} was removed"
    if how == "cut":
        content = part.read_bytes()
        part.write_bytes(content[: int(at * len(content))])
        return f"{part.name} was cut"
    if how == "byte":
        files = [*parts, folder / "manifest.json"]
        return flip_byte(files[int(at * 97) % len(files)], at)
    if how == "count":
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        manifest["moves"] += 1
        seal(folder, manifest)
        return "moves in the manifest were one more"
    return change_value(folder, part, how, at)


def flip_byte(file: Path, at: float) -> str:
    content = bytearray(file.read_bytes())
    place = int(at * len(content)) % len(content)
    content[place] ^= 1 << int(at * 1_000) % 8
    file.write_bytes(bytes(content))
    return f"one bit of byte {place} of {file.name} was flipped"


def change_value(folder: Path, part: Path, how: str, at: float) -> str:
    """Writes another value, score or remoteness of one state, with checksums and counts to fit."""
    table = pq.read_table(part)
    place = int(at * table.num_rows) % table.num_rows
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    before = tuple(columns[name][place] for name in table.column_names)
    if how == "remoteness":
        columns["remoteness"][place] = (columns["remoteness"][place] or 0) + 2
    elif "score" in columns:
        columns["score"][place] += 1
    else:
        old = columns["value"][place]
        columns["value"][place] = NAMES[(NAMES.index(old) + 1) % 3]
        columns["remoteness"][place] = columns["remoteness"][place] or 0
    arrays = [pa.array(columns[field.name], field.type) for field in table.schema]
    text = pa.types.is_string(table.schema.field("state").type)
    pq.write_table(
        pa.table(arrays, schema=table.schema), part, compression="zstd", compression_level=1,
        use_dictionary=[name for name in table.column_names if name != "state"],
        store_schema=False, row_group_size=1 << 15,
        column_encoding={"state": "DELTA_BYTE_ARRAY" if text else "DELTA_BINARY_PACKED"},
    )  # fmt: skip
    reseal_part(folder, part)
    after = tuple(columns[name][place] for name in table.column_names)
    return f"{before} became {after} in {part.name}"


def reseal_part(folder: Path, part: Path) -> None:
    """Makes the manifest fit a part that was written anew."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    content = part.read_bytes()
    for tier in manifest["tiers"]:
        for entry in tier["parts"]:
            if entry["file"] == part.name:
                entry["bytes"] = len(content)
                entry["sha256"] = hashlib.sha256(content).hexdigest()
    seal(folder, manifest)


def seal(folder: Path, manifest: dict[str, Any]) -> None:
    """Writes a manifest with its sum, laid out as perfectplay does."""
    from perfectplay.tablebase.store.manifest import text_of
    from perfectplay.tablebase.store.manifest_reader import manifest_of

    manifest.pop("sum", None)
    canonical = json.dumps(manifest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    manifest["sum"] = hashlib.sha256(canonical.encode()).hexdigest()
    place = folder / "manifest.json"
    content = json.dumps(manifest, ensure_ascii=False)
    place.write_text(text_of(manifest_of(content.encode(), folder)), encoding="utf-8")
