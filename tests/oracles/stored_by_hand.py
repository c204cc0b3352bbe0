"""Stored solutions made by hand, after docs/design.md, section 9: nothing here asks the writer.

`rows_of` takes the states of a game from the reference solver; `write` makes a folder of rows,
right or wrong ones.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from perfectplay import Game
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import parameters
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.tablebase.store.manifest import text_of
from perfectplay.tablebase.store.manifest_reader import manifest_of

NAMES = {1: "loss", 2: "draw", 3: "win"}

Key = int | str
Row = tuple[Key, int, int | None]
"""Key, value, remoteness (None: endless)."""


@dataclass
class Stored:
    """A solution to be written. ``rows``: those of each tier; ``low`` and ``size`` of tuples;
    ``text``: keys are texts; ``address``: where the rules are found again."""

    game: Game
    rows: dict[int, list[Row]]
    start: Row
    moves: int
    address: str = ""
    low: Sequence[int] = ()
    size: Sequence[int] = ()
    symmetries: bool = False
    covered: dict[str, Any] | None = None
    part_states: int = 1 << 22
    text: bool = field(default=False)

    def changed(self, key: Key, value: int, plies: int | None) -> Stored:
        """The same with another value of one state."""
        rows = {
            tier: [(k, value, plies) if k == key else (k, v, r) for k, v, r in rows]
            for tier, rows in self.rows.items()
        }
        start = (key, value, plies) if key == self.start[0] else self.start
        return replace(self, rows=rows, start=start)

    def without(self, key: Key) -> Stored:
        """The same without one state."""
        rows = {tier: [row for row in rows if row[0] != key] for tier, rows in self.rows.items()}
        return replace(self, rows={tier: rows for tier, rows in rows.items() if rows})

    def with_rows(self, tier: int, *more: Row) -> Stored:
        """The same with more states in a tier."""
        rows = {**self.rows, tier: sorted([*self.rows.get(tier, []), *more])}
        return replace(self, rows=rows)

    def every(self) -> list[Row]:
        """The rows of all tiers."""
        return [row for rows in self.rows.values() for row in rows]


def write(
    folder: Path, stored: Stored, edit: Callable[[dict[str, Any]], Any] | None = None
) -> Path:
    """A folder with these rows; ``edit`` changes the manifest before it gets its sum."""
    folder.mkdir(exist_ok=True)
    tiers = []
    for tier, rows in sorted(stored.rows.items()):
        parts = [
            write_part(folder, f"tier-{tier}-{n}.parquet", rows[first : first + stored.part_states])
            for n, first in enumerate(range(0, len(rows), stored.part_states))
        ]
        tiers.append({"tier": tier, "states": len(rows), "parts": parts})
    write_manifest(folder, manifest(stored, tiers), edit)
    return folder


def write_part(folder: Path, file: str, rows: Sequence[Row]) -> dict[str, Any]:
    """One Parquet file; gives its entry in the manifest."""
    keys, values, plies = zip(*rows, strict=True)
    text = isinstance(keys[0], str)
    schema = pa.schema(
        [("state", pa.string() if text else pa.int64()), ("value", pa.string()),
         ("remoteness", pa.int32())]
    )  # fmt: skip
    columns = [pa.array(keys), pa.array([NAMES.get(v, str(v)) for v in values]), pa.array(plies)]
    columns = [c.cast(f.type) for c, f in zip(columns, schema, strict=True)]
    pq.write_table(
        pa.table(columns, schema=schema), folder / file, compression="zstd", compression_level=1,
        use_dictionary=["value", "remoteness"], store_schema=False, row_group_size=1 << 15,
        column_encoding={"state": "DELTA_BYTE_ARRAY" if text else "DELTA_BINARY_PACKED"},
    )  # fmt: skip
    return part_entry(folder, file, len(rows), keys[0], keys[-1])


def part_entry(folder: Path, file: str, states: int, first: Key, last: Key) -> dict[str, Any]:
    content = (folder / file).read_bytes()
    return {
        "file": file, "states": states, "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(), "first": first, "last": last,
    }  # fmt: skip


def manifest(stored: Stored, tiers: list[dict[str, Any]]) -> dict[str, Any]:
    """The manifest of what is stored, without its sum."""
    game, print_ = stored.game, fingerprint(stored.game)
    kind: dict[str, Any] = {"kind": "integer"}
    if stored.size:
        kind = {"kind": "tuple", "low": list(stored.low), "size": list(stored.size)}
    elif isinstance(stored.start[0], str):
        kind = {"kind": "text"}
    cls = type(game)
    return {
        "format": "perfectplay",
        "version": 1,
        "complete": True,
        "game": {
            "name": cls.__name__,
            "address": stored.address or f"{cls.__module__}:{cls.__qualname__}",
            "parameters": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in parameters(game).items()
            },
        },
        "rules": {"fingerprint": print_.whole, "parts": print_.parts},
        "keys": kind,
        "symmetries": stored.symmetries,
        "start": {
            "key": stored.start[0],
            "value": NAMES[stored.start[1]],
            "remoteness": stored.start[2],
        },
        "moves": stored.moves,
        "histogram": histogram(Counter((v, r) for _, v, r in stored.every())),
        "covered": stored.covered,
        "tiers": tiers,
    }


def histogram(counts: Mapping[tuple[int, int | None], int]) -> list[list[Any]]:
    """Wins, draws, losses, each by rising remoteness, endless last."""
    order = sorted(counts, key=lambda e: (-e[0], e[1] is None, e[1] or 0))
    return [[NAMES[value], plies, counts[value, plies]] for value, plies in order]


def write_manifest(
    folder: Path, whole: dict[str, Any], edit: Callable[[dict[str, Any]], Any] | None = None
) -> None:
    """The manifest with its sum, laid out as perfectplay does wherever it can be read."""
    if edit is not None:
        edit(whole)
    whole.pop("sum", None)
    canonical = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    whole["sum"] = hashlib.sha256(canonical.encode()).hexdigest()
    content = json.dumps(whole, ensure_ascii=False)
    with contextlib.suppress(OSError):  # a wrong one stays as it is
        content = text_of(manifest_of(content.encode(), folder))
    (folder / "manifest.json").write_text(content, encoding="utf-8")


# --- the rows of a game ---------------------------------------------------------------------------


def rows_of(game: Game, *, symmetries: bool = False, address: str = "") -> Stored:
    """The right rows of a small game: values of the reference solver, tiers of the game's own.

    With symmetries the smallest of each class is stored (the first that is met, of texts).
    """
    rules = CheckedGame(game)
    found = solve_reference(rules, 100_000)
    start = rules.start()
    text = not isinstance(start, int | tuple)
    every_image = [image for state in found.states for image in rules.symmetries(state)]
    low, size = _layout(every_image if symmetries else found.states)

    def key(state: Any) -> Key:
        if text:
            return rules.text(state)
        return state if isinstance(state, int) else _number(state, low, size)

    names: dict[Any, Any] = {}
    for state in found.states:
        images = rules.symmetries(state) if symmetries else [state]
        known = [names[image] for image in images if image in names]
        names[state] = known[0] if known else images[0] if text else min(images, key=key)
    by_state = dict(zip(found.states, range(len(found.states)), strict=True))
    rows: dict[int, list[Row]] = {}
    moves, covered_moves, covered = 0, 0, Counter[tuple[int, int | None]]()
    for state in dict.fromkeys(names.values()):
        i = by_state[state] if state in by_state else _like(names, by_state, state)
        worth = int(found.value[i]), found.remoteness[i]
        rows.setdefault(rules.tier(state), []).append((key(state), *worth))
        moves += len(found.children[i])
        weight = len(rules.symmetries(state)) if symmetries else 1
        covered[worth] += weight
        covered_moves += weight * len(found.children[i])
    for part in rows.values():
        part.sort()
    first = (key(names[start]), int(found.value[0]), found.remoteness[0])
    every = {"moves": covered_moves, "histogram": histogram(covered)} if symmetries else None
    return Stored(game, rows, first, moves, address, low, size, symmetries, every, text=text)


def _like(names: dict[Any, Any], by_state: dict[Any, int], representative: Any) -> int:
    """The place of a state of the same class that a play reaches."""
    return next(by_state[s] for s in by_state if names[s] == representative)


def _layout(states: list[Any]) -> tuple[list[int], list[int]]:
    if not isinstance(states[0], tuple):
        return [], []
    columns = list(zip(*states, strict=True))
    low = [min(column) - 1 for column in columns]
    return low, [max(column) + 2 - first for column, first in zip(columns, low, strict=True)]


def _number(state: Sequence[int], low: Sequence[int], size: Sequence[int]) -> int:
    number = 0
    for item, first, radix in zip(state, low, size, strict=True):
        number = number * radix + (item - first)
    return number
