"""``manifest.json``: what a stored solution says of itself, and how it is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.core.value import Value
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.store import json_fields
from perfectplay.tablebase.store.atomic_files import write_whole

FORMAT, VERSION = "perfectplay", 1

BOOK_FORMAT = "perfectplay-book"
"""What begins the manifest of a book of searches, which is no solution."""

MANIFEST = "manifest.json"

COPIES = "rules"
"""The folder, in that of a solution, with the copies of the files of its rules."""


@dataclass(frozen=True)
class GameEntry:
    """``address`` is a library name, ``module:Class``, or a file's name: ``mine.py:Mine``.

    ``parameters`` are as JSON has them: lists for tuples.
    """

    name: str
    address: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class RulesEntry:
    """A `Fingerprint`: 64 hexadecimal digits for the whole, 16 for each part."""

    fingerprint: str
    parts: Mapping[str, str]


@dataclass(frozen=True)
class CopyEntry:
    """A copy of a file of the rules, for reading: ``file`` is its name below `COPIES`."""

    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class KeysEntry:
    """``kind`` is "integer", "tuple" or "text"; only tuples have ``low`` and ``size``."""

    kind: str
    low: tuple[int, ...] = ()
    size: tuple[int, ...] = ()


@dataclass(frozen=True)
class StartEntry:
    """The start's key (its text, or that of its representative), and what it is worth."""

    key: int | str
    value: Value
    remoteness: int | None
    score: int | None = None


@dataclass(frozen=True)
class PartEntry:
    """One Parquet file: ``first`` and ``last`` are the smallest and the largest of its states."""

    file: str
    states: int
    bytes: int
    sha256: str
    first: int | str
    last: int | str


@dataclass(frozen=True)
class TierEntry:
    """A tier with its parts, by rising states."""

    tier: int
    states: int
    parts: tuple[PartEntry, ...]


@dataclass(frozen=True)
class CoveredEntry:
    """Counts of all the states that the stored representatives stand for."""

    moves: int
    histogram: Histogram


@dataclass(frozen=True)
class Manifest:
    """All of ``manifest.json``; ``tiers`` by rising number; ``scoring``: of a game of points;
    ``copies``: of the files of the rules, that of the game first.

    Until ``complete``, ``start``, ``moves``, ``histogram`` and ``covered`` are None, and ``tiers``
    holds those that are done.
    """

    complete: bool
    game: GameEntry
    rules: RulesEntry
    keys: KeysEntry
    symmetries: bool
    start: StartEntry | None
    moves: int | None
    histogram: Histogram | None
    covered: CoveredEntry | None
    tiers: tuple[TierEntry, ...]
    scoring: bool = False
    copies: tuple[CopyEntry, ...] = ()

    @property
    def states(self) -> int:
        """The number of stored states."""
        return sum(tier.states for tier in self.tiers)

    @property
    def parts(self) -> tuple[PartEntry, ...]:
        """The parts of all tiers, in the order of the tiers."""
        return tuple(part for tier in self.tiers for part in tier.parts)


def part_name(tier: int, part: int) -> str:
    """The file of part ``part`` of a tier.

    >>> part_name(12, 0)
    'tier-12-0.parquet'
    """
    return f"tier-{tier}-{part}.parquet"


def wrong_scoring(folder: Path, manifest: Manifest) -> str:
    """What is wrong with a manifest of the right rules that says the contrary of them."""
    said, right = ("a", "none") if manifest.scoring else ("no", "one")
    return (
        f"{folder / MANIFEST} is wrong: it says that the game is {said} game of points, and by "
        f"its rules it is {right}; solve the game again"
    )


# --- writing --------------------------------------------------------------------------------------


def text_of(manifest: Manifest) -> str:
    """The text of ``manifest.json``: the same manifest has the same text."""
    whole = _as_json(manifest)
    whole["sum"] = sum_of(whole)
    lines = []
    for name, value in whole.items():
        if name == "tiers" and value:
            shown = "[\n  " + ",\n  ".join(_tier_text(tier) for tier in value) + "\n ]"
        else:
            shown = _text(value)
        lines.append(f" {_text(name)}: {shown}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _tier_text(tier: dict[str, Any]) -> str:
    """One part a line."""
    parts = ",\n    ".join(_text(part) for part in tier["parts"])
    return f'{{"tier": {tier["tier"]}, "states": {tier["states"]}, "parts": [\n    {parts}]}}'


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes ``manifest.json`` into the folder, in one step. Raises StoreError."""
    write_whole(folder / MANIFEST, text_of(manifest).encode())


def sum_of(whole: Mapping[str, Any]) -> str:
    """The SHA-256 of a manifest's JSON object without ``sum``: sorted keys, no spaces."""
    rest = {name: value for name, value in whole.items() if name != "sum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _as_json(manifest: Manifest) -> dict[str, Any]:
    keys: dict[str, Any] = {"kind": manifest.keys.kind}
    if manifest.keys.kind == "tuple":
        keys |= {"low": list(manifest.keys.low), "size": list(manifest.keys.size)}
    covered = manifest.covered
    return {
        "format": FORMAT,
        "version": VERSION,
        "complete": manifest.complete,
        "game": {
            "name": manifest.game.name,
            "address": manifest.game.address,
            "parameters": dict(manifest.game.parameters),
        },
        "rules": {
            "fingerprint": manifest.rules.fingerprint,
            "parts": dict(sorted(manifest.rules.parts.items())),
        },
        **({"copies": [vars(copy) for copy in manifest.copies]} if manifest.copies else {}),
        "keys": keys,
        "symmetries": manifest.symmetries,
        **({"scoring": True} if manifest.scoring else {}),
        "start": _start(manifest.start),
        "moves": manifest.moves,
        "histogram": rows_of(manifest.histogram),
        "covered": covered and {"moves": covered.moves, "histogram": rows_of(covered.histogram)},
        "tiers": [
            {
                "tier": tier.tier,
                "states": tier.states,
                "parts": [vars(part) for part in tier.parts],
            }
            for tier in manifest.tiers
        ],
    }


def _start(start: StartEntry | None) -> dict[str, Any] | None:
    if start is None:
        return None
    score = {} if start.score is None else {"score": start.score}
    return {
        "key": start.key, "value": str(start.value), **score, "remoteness": start.remoteness,
    }  # fmt: skip


def rows_of(histogram: Histogram | None) -> list[list[Any]] | None:
    """A histogram as JSON has it: wins, draws, losses; each by rising remoteness, endless last.

    >>> rows_of({(1, 0): 2, (2, -1): 5})
    [['draw', None, 5], ['loss', 0, 2]]
    """
    if histogram is None:
        return None
    order = sorted(histogram, key=lambda entry: (-entry[0], entry[1] < 0, entry[1]))
    return [
        [str(Value(value)), None if plies < 0 else plies, int(histogram[value, plies])]
        for value, plies in order
    ]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def is_book(folder: Path) -> bool:
    """Whether a folder says that it is a book, whole or not."""
    try:
        whole = json_fields.object_of((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(whole, dict) and whole.get("format") == BOOK_FORMAT
