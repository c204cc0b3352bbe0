"""Read ``manifest.json`` and check all of it: it may be damaged, or written by anybody."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any

from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    StoreError,
    UnfinishedError,
)
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.identity.rule_files import is_plain_name
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.tablebase.store.json_fields import COUNT, WrongError, from_json, object_of, only
from perfectplay.tablebase.store.manifest import (
    BOOK_FORMAT,
    FORMAT,
    MANIFEST,
    VERSION,
    CopyEntry,
    KeysEntry,
    Manifest,
    PartEntry,
    StartEntry,
    TierEntry,
    part_name,
    sum_of,
)
from perfectplay.tablebase.store.remote_files import content_at, kind_of_place


def read_manifest(folder: Path, *, unfinished: bool = False) -> Manifest:
    """The manifest of a stored solution.

    Raises NoSolutionError if there is none, FormatVersionError, DamagedError for any fault, and
    UnfinishedError for a solve that has not ended, unless ``unfinished``.
    """
    manifest = manifest_of(_content(folder), folder / MANIFEST)
    if not manifest.complete and not unfinished:
        raise UnfinishedError(
            f"the solution in {folder} is not finished; {_going_on(manifest, folder)}"
        )
    return manifest


def _going_on(manifest: Manifest, folder: Path) -> str:
    """What goes on with a solve that has not ended."""
    given = [f"{name}={parameter_text(value)}" for name, value in manifest.game.parameters.items()]
    declared = any(name.endswith("symmetries") for name in manifest.rules.parts)
    without = ["--no-symmetries"] if declared and not manifest.symmetries else []
    command = shlex.join([manifest.game.address, *given, "-o", str(folder), *without])
    copies = [copy.file for copy in manifest.copies[:1] if not Path(copy.file).exists()]
    place = f", with the path of {copies[0]}," if copies else ""
    return f"`perfectplay solve {command}`{place} goes on with it"


def _content(folder: Path) -> bytes:
    path = folder / MANIFEST
    try:
        return content_at(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        place = kind_of_place(folder)
        if place == "folder":
            what = f"the folder {folder} holds no stored solution: it has no {MANIFEST}"
        elif place == "file":
            what = f"{folder} is a file; a stored solution is a folder"
        else:
            what = f"there is no folder {folder}"
        raise NoSolutionError(f"{what}; `perfectplay solve GAME -o FOLDER` writes one") from error
    except StoreError:
        raise
    except OSError as error:
        raise NoSolutionError(f"{path} cannot be read: {error.strerror or error}") from error


def manifest_of(content: bytes, path: Path) -> Manifest:
    """The manifest in a file's content; ``path`` is named in errors. Raises as `read_manifest`."""
    try:
        whole = object_of(content)
    except ValueError as error:
        raise DamagedError(
            f"{path} is cut off or no JSON ({error}); copy it again, or solve the game again"
        ) from error
    if isinstance(whole, dict) and whole.get("format") == BOOK_FORMAT:
        raise NoSolutionError(
            f"{path.parent} is a book, which holds results of searches and no strong solution; "
            "`perfectplay search GAME --book FOLDER` reads it, `perfectplay verify FOLDER` looks "
            "for what is wrong in it"
        )
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise NoSolutionError(
            f'{path} belongs to something else: a stored solution begins with "format": "{FORMAT}"'
        )
    version = whole.get("version")
    if type(version) is not int or version != VERSION:
        raise FormatVersionError(
            f"{path} is in version {version!r} of the format and this perfectplay knows "
            f"version {VERSION}; use the perfectplay that wrote it, or solve the game again"
        )
    if whole.get("sum") != sum_of(whole):
        raise DamagedError(
            f"{path} is not as it was written: its sum does not fit; "
            "copy it again, or solve the game again"
        )
    try:
        return _of_json(whole)
    except WrongError as wrong:
        raise DamagedError(f"{path} is wrong: {wrong}; solve the game again") from wrong


def _of_json(whole: dict[str, Any]) -> Manifest:
    """The manifest of a JSON object. Raises WrongError."""
    content = {k: v for k, v in whole.items() if k not in ("format", "version", "sum")}
    keys = keys_of(content.get("keys"))
    manifest = from_json(Manifest, content, "it", keys.state_key)
    if "copies" in content:
        _check_copies(manifest.copies)
    for name, expected in _FINISHED.items():
        if manifest.complete and content[name] is None:
            raise WrongError(f'"{name}" is None, expected {expected}')
        if not manifest.complete and content[name] is not None:
            raise WrongError(
                f'"{name}" of it is {content[name]!r:.60}, expected null while it is not complete'
            )
    if manifest.covered is not None and not (manifest.complete and manifest.symmetries):
        raise WrongError('"covered" is for finished solutions with symmetries')
    for tier in manifest.tiers:
        _check_tier(tier)
    _check_whole(manifest)
    return manifest


_FINISHED = {"start": "an object", "moves": COUNT.expected, "histogram": "a list"}
"""The fields that only a finished solution has, and what they must be."""


def keys_of(content: Any) -> KeysEntry:
    """How states are keys. Raises WrongError."""
    keys = from_json(KeysEntry, content, '"keys"')
    if keys.kind != "tuple":
        only(content, '"keys"', (), ("kind",))
        return keys
    product = prod(max(radix, 0) for radix in keys.size)
    fits = 0 < product <= KEYS_END or (product and keys.usual)
    if not keys.low or len(keys.low) != len(keys.size) or not fits:
        raise WrongError('"low" and "size" of its keys do not make keys of 63 bits')
    if keys.usual and not _are_usual(keys):
        raise WrongError('"usual" of its keys is not one value of each field')
    return keys


def _are_usual(keys: KeysEntry) -> bool:
    """Whether there is a usual value of each field, within its range, and sparse keys are needed
    and enough."""
    if len(keys.usual) != len(keys.low) or max(keys.size) >= KEYS_END:
        return False
    inside = zip(keys.low, keys.usual, keys.size, strict=True)
    return all(low <= value < low + size for low, value, size in inside)


def _check_copies(copies: Sequence[CopyEntry]) -> None:
    """Raise WrongError for a name that leads to another folder, or is repeated."""
    files = [copy.file for copy in copies]
    if not files:
        raise WrongError('"copies" is empty')
    for n, file in enumerate(files):
        if not is_plain_name(file) or file in files[:n]:
            raise WrongError(f'item {n} of "copies" is {file!r}, which is no name of a copy')


def _check_start(start: StartEntry, scoring: bool) -> None:
    if (start.score is not None) != scoring:
        wrong = 'has no "score"' if scoring else "has 'score', which has no meaning"
        raise WrongError(f'"start" {wrong}')
    if start.score is None:
        return
    if start.remoteness is None:
        raise WrongError('"remoteness" of "start" is None, expected ' + COUNT.expected)
    if abs(start.score) > SCORE_LIMIT:
        raise WrongError(f'"score" of its start is {start.score}, which 32 bits do not hold')
    if start.value is not value_of_score(start.score):
        raise WrongError(f"its start is a {start.value} with the score {start.score}")


def _check_tier(tier: TierEntry) -> None:
    for n, part in enumerate(tier.parts):
        _check_part(part, part_name(tier.tier, n))
    if not tier.parts:
        raise WrongError(f"tier {tier.tier} has no parts")
    if tier.states != sum(part.states for part in tier.parts):
        raise WrongError(f"the states of tier {tier.tier} are not those of its parts")
    for one, other in pairwise(tier.parts):
        if not one.last < other.first:  # type: ignore[operator]
            raise WrongError(f"{one.file} and {other.file} overlap, or are not in order")


def _check_part(part: PartEntry, file: str) -> None:
    if part.file != file:
        raise WrongError(f'a part has the name {part.file!r}, expected "{file}"')
    first, last, states = part.first, part.last, part.states
    room = last - first + 1 if isinstance(first, int) and isinstance(last, int) else states
    if states < 1 or states > room or first > last:  # type: ignore[operator]
        raise WrongError(f"{file} cannot hold {states} states from {first!r} to {last!r}")


def _check_whole(manifest: Manifest) -> None:
    """Check the entries against one another."""
    numbers = [tier.tier for tier in manifest.tiers]
    if numbers != sorted(set(numbers)):
        raise WrongError("its tiers are not in order, or one stands twice")
    if not manifest.complete:
        return
    assert manifest.histogram is not None
    assert manifest.start is not None
    _check_start(manifest.start, manifest.scoring)
    histograms = [manifest.histogram, *([manifest.covered.histogram] if manifest.covered else [])]
    if manifest.scoring and any(plies < 0 for some in histograms for _, plies in some):
        raise WrongError("it has endless draws, which a game of points does not have")
    if sum(manifest.histogram.values()) != manifest.states:
        raise WrongError("its histogram and its tiers differ in the number of states")
    plies = -1 if manifest.start.remoteness is None else manifest.start.remoteness
    if (manifest.start.value.value, plies) not in manifest.histogram:
        raise WrongError("its histogram has no state that is worth what its start is")
