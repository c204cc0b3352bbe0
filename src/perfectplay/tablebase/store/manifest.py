"""``manifest.json``: the description of a stored solution."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from perfectplay.core.value import Value
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.store.atomic_files import write_whole
from perfectplay.tablebase.store.json_fields import (
    COUNT,
    LARGEST,
    TEXT,
    Boolean,
    Count,
    Digits16,
    Digits64,
    JsonType,
    OnlyTrue,
    StateKey,
    Text,
    Texts,
    Whole,
    WholeNumbers,
    WrongError,
    object_of,
    one_of,
    to_json,
)
from perfectplay.tablebase.store.remote_files import content_at

FORMAT, VERSION = "perfectplay", 1

BOOK_FORMAT = "perfectplay-book"
"""The format of a book of searches, which is no solution."""

MANIFEST = "manifest.json"

COPIES = "rules"
"""The folder, in that of a solution, with the copies of the files of its rules."""


def rows_of(histogram: Histogram) -> list[list[Any]]:
    """A histogram as JSON has it: wins, draws, losses; each by rising remoteness, endless last.

    >>> rows_of({(1, 0): 2, (2, -1): 5})
    [['draw', None, 5], ['loss', 0, 2]]
    """
    order = sorted(histogram, key=lambda entry: (-entry[0], entry[1] < 0, entry[1]))
    return [
        [str(Value(value)), None if plies < 0 else plies, int(histogram[value, plies])]
        for value, plies in order
    ]


def _histogram_of(rows: list[Any]) -> Histogram:
    found: dict[tuple[int, int], int] = {}
    for row in rows:
        ok = isinstance(row, list) and len(row) == 3 and row[0] in VALUES
        if not ok or type(row[2]) is not int or not 1 <= row[2] <= LARGEST:
            raise WrongError(f"{row!r} in its histogram is no value, remoteness and count")
        endless = row[1] is None and row[0] == "draw"
        if not endless and (type(row[1]) is not int or row[1] < 0):
            raise WrongError(f"{row!r} in its histogram has no right remoteness")
        found[Value[row[0].upper()].value, -1 if endless else row[1]] = row[2]
    if rows != rows_of(found):
        raise WrongError("its histogram is not sorted, or has a row twice")
    return found


VALUES = ("loss", "draw", "win")

_HistogramRows = Annotated[
    Histogram, JsonType("a list", lambda v: isinstance(v, list), _histogram_of, rows_of)
]
_ValueName = Annotated[
    Value, replace(one_of(*VALUES), read=lambda name: Value[name.upper()], write=str)
]


@dataclass(frozen=True)
class GameEntry:
    """``address`` is a library name, ``module:Class``, or a file's name: ``mine.py:Mine``.
    ``parameters`` are as JSON has them: lists for tuples."""

    name: Text
    address: Text
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class RulesEntry:
    """A `Fingerprint`: 64 hexadecimal digits for the whole, 16 for each part."""

    fingerprint: Digits64
    parts: Mapping[str, Digits16]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", dict(sorted(self.parts.items())))


@dataclass(frozen=True)
class CopyEntry:
    """A copy of a file of the rules, for reading: ``file`` is its name below `COPIES`."""

    file: Text
    bytes: Count
    sha256: Digits64


@dataclass(frozen=True)
class KeysEntry:
    """``kind`` is "integer", "tuple" or "text"; only tuples have ``low`` and ``size``, and
    ``words`` if some of their fields are words or sets, or some of their tuples change their
    length: the texts of the words, after them those of the elements, and then how many items each
    such tuple may have, as "length 5". ``usual``: in sparse keys the usual value of each field."""

    kind: Annotated[str, one_of("integer", "tuple", "text")]
    low: WholeNumbers = ()
    size: WholeNumbers = ()
    words: Texts | None = None
    usual: WholeNumbers = ()

    @property
    def state_key(self) -> JsonType:
        """The type of the keys of states in JSON."""
        return TEXT if self.kind == "text" else COUNT


@dataclass(frozen=True)
class StartEntry:
    """The start's key (its text, or that of its representative), and its worth."""

    key: StateKey
    value: _ValueName
    remoteness: Count | None
    score: Whole | None = None


@dataclass(frozen=True)
class PartEntry:
    """One Parquet file: ``first`` and ``last`` are the smallest and the largest of its states."""

    file: Text
    states: Count
    bytes: Count
    sha256: Digits64
    first: StateKey
    last: StateKey


@dataclass(frozen=True)
class TierEntry:
    """A tier with its parts, by rising states."""

    tier: Whole
    states: Count
    parts: tuple[PartEntry, ...]


@dataclass(frozen=True)
class CoveredEntry:
    """Counts of all states that the stored ones represent."""

    moves: Count
    histogram: _HistogramRows


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """All of ``manifest.json``, in its order; ``tiers`` by rising number.

    ``copies``: of the files of the rules, that of the game first; ``scoring``: it is a game of
    points. Until ``complete``, ``start``, ``moves``, ``histogram`` and ``covered`` are None, and
    ``tiers`` holds those that are done.
    """

    complete: Boolean
    game: GameEntry
    rules: RulesEntry
    copies: tuple[CopyEntry, ...] = ()
    keys: KeysEntry
    symmetries: Boolean
    scoring: OnlyTrue = False
    start: StartEntry | None
    moves: Count | None
    histogram: _HistogramRows | None
    covered: CoveredEntry | None
    tiers: tuple[TierEntry, ...]

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


def is_part_name(name: str) -> bool:
    """Whether a part may have this name.

    >>> is_part_name(part_name(-1, 0)), is_part_name("tier-list.parquet")
    (True, False)
    """
    return _PART_NAME.fullmatch(name) is not None


_PART_NAME = re.compile(r"tier--?[0-9]+-[0-9]+\.parquet")


def wrong_scoring(folder: Path, manifest: Manifest) -> str:
    """The message for a manifest that is wrong about whether the game is one of points."""
    stated, right = ("a", "none") if manifest.scoring else ("no", "one")
    return (
        f"{folder / MANIFEST} is wrong: it says that the game is {stated} game of points, and by "
        f"its rules it is {right}; solve the game again"
    )


# --- writing --------------------------------------------------------------------------------------


def text_of(manifest: Manifest) -> str:
    """The text of ``manifest.json``: the same manifest has the same text."""
    whole = {"format": FORMAT, "version": VERSION, **to_json(manifest)}
    start = whole["start"]
    if start is not None:  # the remoteness follows the score
        start["remoteness"] = start.pop("remoteness")
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
    """Write ``manifest.json`` into the folder atomically. Raises StoreError."""
    write_whole(folder / MANIFEST, text_of(manifest).encode())


def sum_of(whole: Mapping[str, Any]) -> str:
    """The SHA-256 of a manifest's JSON object without ``sum``: sorted keys, no spaces."""
    rest = {name: value for name, value in whole.items() if name != "sum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def is_book(folder: Path) -> bool:
    """True if a folder has the manifest of a book, damaged or not."""
    try:
        whole = object_of(content_at(folder / MANIFEST))
    except (OSError, ValueError):
        return False
    return isinstance(whole, dict) and whole.get("format") == BOOK_FORMAT
