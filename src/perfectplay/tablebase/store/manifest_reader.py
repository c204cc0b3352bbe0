"""``manifest.json`` read with every check: it may be damaged, or written by anybody."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    UnfinishedError,
)
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.value import Value
from perfectplay.game.score_range import value_of_score
from perfectplay.identity.rule_files import is_plain_name
from perfectplay.tablebase.store import json_fields
from perfectplay.tablebase.store.json_fields import WrongError
from perfectplay.tablebase.store.manifest import (
    BOOK_FORMAT,
    FORMAT,
    MANIFEST,
    VERSION,
    CopyEntry,
    CoveredEntry,
    GameEntry,
    KeysEntry,
    Manifest,
    PartEntry,
    RulesEntry,
    StartEntry,
    TierEntry,
    part_name,
    rows_of,
    sum_of,
)


def read_manifest(folder: Path, *, unfinished: bool = False) -> Manifest:
    """The manifest of a stored solution. A solve that has not ended is an UnfinishedError,
    unless ``unfinished``.

    Raises NoSolutionError where there is none, FormatVersionError, DamagedError for whatever is
    wrong in it.
    """
    manifest = manifest_of(_content(folder), folder / MANIFEST)
    if not manifest.complete and not unfinished:
        raise UnfinishedError(
            f"the solution in {folder} is not finished; "
            f"`perfectplay solve {manifest.game.address} -o {folder}` goes on with it"
        )
    return manifest


def _content(folder: Path) -> bytes:
    path = folder / MANIFEST
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        if folder.is_dir():
            what = f"the folder {folder} holds no stored solution: it has no {MANIFEST}"
        elif folder.exists():
            what = f"{folder} is a file; a stored solution is a folder"
        else:
            what = f"there is no folder {folder}"
        raise NoSolutionError(f"{what}; `perfectplay solve GAME -o FOLDER` writes one") from error
    except OSError as error:
        raise NoSolutionError(f"{path} cannot be read: {error.strerror or error}") from error


def manifest_of(content: bytes, path: Path) -> Manifest:
    """The manifest that a text stands for; ``path`` is named in errors, which are as of
    `read_manifest`."""
    try:
        whole = json_fields.object_of(content)
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
    fields = json_fields.JsonFields(whole, "it")
    scoring = ["scoring"] if "scoring" in fields.content else []
    copies = ["copies"] if "copies" in fields.content else []
    fields.only(
        "format", "version", "complete", "game", "rules", *copies, "keys", "symmetries",
        *scoring, "start", "moves", "histogram", "covered", "tiers", "sum",
    )  # fmt: skip
    if scoring:
        fields.true("scoring")
    complete = fields.boolean("complete")
    keys = keys_of(fields.inner("keys"))
    key_type: type[int | str] = str if keys.kind == "text" else int
    if not complete:
        for name in ("start", "moves", "histogram"):
            fields.none(name)
    manifest = Manifest(
        complete,
        game_of(fields.inner("game")),
        rules_of(fields.inner("rules")),
        keys,
        fields.boolean("symmetries"),
        _start(fields.inner("start"), key_type, bool(scoring)) if complete else None,
        fields.count("moves") if complete else None,
        _histogram(fields, "histogram") if complete else None,
        _covered(fields),
        tuple(_tier(tier, key_type) for tier in fields.inners("tiers")),
        bool(scoring),
        _copies(fields) if copies else (),
    )
    _check_whole(manifest)
    return manifest


def game_of(fields: json_fields.JsonFields) -> GameEntry:
    """How the manifest names the game. Raises WrongError."""
    fields.only("name", "address", "parameters")
    parameters = fields.inner("parameters").content
    return GameEntry(fields.text("name"), fields.text("address"), parameters)


def rules_of(fields: json_fields.JsonFields) -> RulesEntry:
    """The fingerprint of the rules. Raises WrongError."""
    fields.only("fingerprint", "parts")
    parts = fields.inner("parts")
    return RulesEntry(
        fields.digits("fingerprint", 64), {name: parts.digits(name, 16) for name in parts.content}
    )


def _copies(fields: json_fields.JsonFields) -> tuple[CopyEntry, ...]:
    """The copies of the rules. Raises WrongError, for a name that leads elsewhere too."""
    found: dict[str, CopyEntry] = {}
    for copy in fields.inners("copies"):
        copy.only("file", "bytes", "sha256")
        file = copy.text("file")
        if not is_plain_name(file) or file in found:
            raise WrongError(f"{copy.where} is {file!r}, which is no name of a copy")
        found[file] = CopyEntry(file, copy.count("bytes"), copy.digits("sha256", 64))
    if not found:
        raise WrongError('"copies" is empty')
    return tuple(found.values())


def keys_of(fields: json_fields.JsonFields) -> KeysEntry:
    """How states are keys. Raises WrongError."""
    kind = fields.one_of("kind", ("integer", "tuple", "text"))
    if kind != "tuple":
        fields.only("kind")
        return KeysEntry(kind)
    fields.only("kind", "low", "size")
    low, size = fields.integers("low"), fields.integers("size")
    product = 1
    for radix in size:
        product *= max(radix, 0)
    if not low or len(low) != len(size) or not 0 < product <= 1 << 63:
        raise WrongError('"low" and "size" of its keys do not make keys of 63 bits')
    return KeysEntry(kind, low, size)


def _start(fields: json_fields.JsonFields, key_type: type[int | str], scoring: bool) -> StartEntry:
    fields.only("key", "value", *(["score"] if scoring else []), "remoteness")
    value = Value[fields.one_of("value", ("loss", "draw", "win")).upper()]
    endless = fields.content["remoteness"] is None and not scoring
    plies = None if endless else fields.count("remoteness")
    score = fields.integer("score") if scoring else None
    if score is not None and abs(score) > SCORE_LIMIT:
        raise WrongError(f'"score" of its start is {score}, which 32 bits do not hold')
    if score is not None and value is not value_of_score(score):
        raise WrongError(f"its start is a {value} with the score {score}")
    return StartEntry(fields.state("key", key_type), value, plies, score)


def _covered(fields: json_fields.JsonFields) -> CoveredEntry | None:
    if fields.content["covered"] is None:
        return None
    if not (fields.content["complete"] and fields.content["symmetries"]):
        raise WrongError('"covered" is for finished solutions with symmetries')
    inner = fields.inner("covered")
    inner.only("moves", "histogram")
    return CoveredEntry(inner.count("moves"), _histogram(inner, "histogram"))


def _histogram(fields: json_fields.JsonFields, name: str) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    rows = fields.items(name)
    for row in rows:
        ok = isinstance(row, list) and len(row) == 3 and row[0] in ("win", "draw", "loss")
        if not ok or type(row[2]) is not int or row[2] < 1:
            raise WrongError(f"{row!r} in its {name} is no value, remoteness and count")
        endless = row[1] is None and row[0] == "draw"
        if not endless and (type(row[1]) is not int or row[1] < 0):
            raise WrongError(f"{row!r} in its {name} has no right remoteness")
        found[Value[row[0].upper()].value, -1 if endless else row[1]] = row[2]
    if rows != rows_of(found):
        raise WrongError(f"its {name} is not sorted, or has a row twice")
    return found


def _tier(fields: json_fields.JsonFields, key_type: type[int | str]) -> TierEntry:
    fields.only("tier", "states", "parts")
    number = fields.integer("tier")
    parts = tuple(
        _part(part, part_name(number, place), key_type)
        for place, part in enumerate(fields.inners("parts"))
    )
    if not parts:
        raise WrongError(f"tier {number} has no parts")
    if fields.count("states") != sum(part.states for part in parts):
        raise WrongError(f"the states of tier {number} are not those of its parts")
    for one, other in pairwise(parts):
        if not one.last < other.first:  # type: ignore[operator]
            raise WrongError(f"{one.file} and {other.file} overlap, or are not in order")
    return TierEntry(number, fields.count("states"), parts)


def _part(fields: json_fields.JsonFields, file: str, key_type: type[int | str]) -> PartEntry:
    fields.only("file", "states", "bytes", "sha256", "first", "last")
    if fields.text("file") != file:
        raise WrongError(f'a part has the name {fields.content["file"]!r}, expected "{file}"')
    first, last = fields.state("first", key_type), fields.state("last", key_type)
    states = fields.count("states")
    room = last - first + 1 if isinstance(first, int) and isinstance(last, int) else states
    if states < 1 or states > room or first > last:  # type: ignore[operator]
        raise WrongError(f"{file} cannot hold {states} states from {first!r} to {last!r}")
    return PartEntry(file, states, fields.count("bytes"), fields.digits("sha256", 64), first, last)


def _check_whole(manifest: Manifest) -> None:
    """What its entries must be together."""
    numbers = [tier.tier for tier in manifest.tiers]
    if numbers != sorted(set(numbers)):
        raise WrongError("its tiers are not in order, or one stands twice")
    if not manifest.complete:
        return
    assert manifest.histogram is not None
    assert manifest.start is not None
    histograms = [manifest.histogram, *([manifest.covered.histogram] if manifest.covered else [])]
    if manifest.scoring and any(plies < 0 for some in histograms for _, plies in some):
        raise WrongError("it has endless draws, which a game of points does not have")
    if sum(manifest.histogram.values()) != manifest.states:
        raise WrongError("its histogram and its tiers differ in the number of states")
    plies = -1 if manifest.start.remoteness is None else manifest.start.remoteness
    if (manifest.start.value.value, plies) not in manifest.histogram:
        raise WrongError("its histogram has no state that is worth what its start is")
