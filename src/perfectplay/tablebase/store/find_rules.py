"""The search for the rules of a stored solution.

Getting rules from a user's file runs the file. So its text is compared first where possible: a file
with the text of the copy in the solution's folder is preferred. Only in the working folder and
beside the solution's folder is a file of that name run whatever its text, since the user ran it
there when solving; in the folders directly below the working folder, and in those above, never. The
copy itself is run only if the user names it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from perfectplay.core.errors import MissingRulesError, PerfectPlayError, RulesDifferError
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import differences, is_of
from perfectplay.identity.normal_ast import module_dump
from perfectplay.identity.rule_files import content_of
from perfectplay.registry.address import split_address
from perfectplay.tablebase.store.copies import copy_of
from perfectplay.tablebase.store.manifest import COPIES, MANIFEST, CopyEntry, GameEntry, Manifest
from perfectplay.tablebase.store.remote_files import is_remote
from perfectplay.tablebase.store.rules_address import game_at

ELSEWHERE = (
    "solve the game again into another folder, or say where the rules are with --game ADDRESS, or "
    "game= in Python"
)
"""What to do if rules differ from those of a solution that is to be read."""

_FILE = re.compile(r"[^(]+\.(?:py|json)(?=[:,)]|$)")

MOST_BELOW = 1_000
"""At most so many folders directly below the working folder are searched for rules."""

MOST_RENAMED, MOST_PARSED = 100, 1 << 20
"""At most so many files of a folder, and about so many bytes, are compared with the copy, whatever
their names."""


def find_game(manifest: Manifest, folder: Path, address: str | None = None) -> Game:
    """The game of a stored solution: at the given address, else at the one in its manifest.

    The latter is a game of the library, of a module, or of a file. Files with the text of the
    solution's copy are looked for in the working folder, beside the solution's folder, in folders
    directly below the working folder, and in those above the solution's; if there are none, files
    of other names with this text, but for the folders below; then files of its name, whatever their
    text, in the first two.

    Returns the first game with the fingerprint of the solution, or else the first one. Raises
    MissingRulesError, which says how to name the rules.
    """
    return find(manifest.game, folder, manifest.rules.fingerprint, manifest.copies, address)


def find(
    entry: GameEntry,
    folder: Path,
    fingerprint: str,
    copies: Sequence[CopyEntry] = (),
    given: str | None = None,
) -> Game:
    """As `find_game`, also for a folder without copies. ``given``: the only address to try."""
    others: list[Game] = []
    failed: list[str] = []
    addresses = [given] if given is not None else _addresses(entry.address, folder, copies)
    for address in addresses:
        try:
            game = game_at(address, entry)
        except PerfectPlayError as error:
            failed.append(str(error))
            continue
        if is_of(game, fingerprint):
            return game
        others.append(game)
    if others:
        return others[0]
    file = _file_in(entry.address) if given is None else ""
    if not failed:
        failed = ["a manifest names a file without its folder, this one was edited"]
    elif file and not any((home / file).exists() for home in _homes(folder)):
        beside = "" if is_remote(folder) else f", nor beside {folder}"
        failed = [f"there is no file {file} in this folder{beside}"]
    raise MissingRulesError(
        f"the rules of {entry.name} ({given or entry.address}) were not found: {failed[0]}; "
        "say where they are with --game ADDRESS, or game= in Python"
        f"{copy_hint(entry, folder, copies)}"
    )


def check_fingerprint(
    game: Game, manifest: Manifest, folder: Path, remedy: str = ELSEWHERE
) -> None:
    """Raise RulesDifferError, which names the differences, if the game is not the solved one."""
    if is_of(game, manifest.rules.fingerprint):
        return
    differ = differences(manifest.rules.parts, game) or "the version of the contract"
    hint = copy_hint(manifest.game, folder, manifest.copies) if remedy is ELSEWHERE else ""
    raise RulesDifferError(
        f"the solution in {folder} is of other rules, those that {manifest.game.address} had when "
        f"it was solved; what differs: {differ}; {remedy}{hint}"
    )


def copy_hint(entry: GameEntry, folder: Path, copies: Sequence[CopyEntry]) -> str:
    """The end of a sentence that says how to use the copy of the rules; "" if there is none."""
    path = copy_path(folder, copies)
    if path is None:
        return ""
    if is_remote(folder):
        return f"; a copy of them is kept in {path}: fetch it, and look at it first"
    if _file_in(entry.address):
        address = _with_file(entry.address, path)
    else:
        module, name = split_address(entry.address)
        if "." in module:  # its imports need the package
            where = shlex.quote(str(folder / COPIES))
            return (
                f"; a copy of them is kept in {path}: after a look at it, put {where} on "
                "Python's path (PYTHONPATH)"
            )
        address = f"{path}:{name}" if name else str(path)
    return f"; a copy of them is kept in {path}: after a look at it, --game {shlex.quote(address)}"


def copy_path(folder: Path, copies: Sequence[CopyEntry]) -> Path | None:
    """The copy of the file of the rules; None if there is none, or it was changed."""
    if not copies or copy_of(folder, copies[0]) is None:
        return None
    return folder / COPIES / copies[0].file


# --- where to look --------------------------------------------------------------------------------


def _file_in(address: str) -> str:
    """The name of the file in an address; "" if there is none."""
    found = _FILE.search(address)
    return found[0] if found else ""


def _with_file(address: str, path: Path) -> str:
    """The address with another file."""
    return _FILE.sub(lambda _: str(path), address, count=1)


def _addresses(address: str, folder: Path, copies: Sequence[CopyEntry]) -> Iterator[str]:
    file = _file_in(address)
    if not file:
        yield address
        return
    if re.search(r"[/\\]", file):  # no solve writes a path: it may lead anywhere
        return
    here, beside = _homes(folder)
    above: list[Path] = []
    if not is_remote(folder):
        real = Path(os.path.realpath(folder)).parent  # where the folder is a link
        above = [home for home in (*beside.parents, real, *real.parents) if _is_guarded(home)]
    near = (here, beside, *_below(here), *above)
    found = [home / file for home in near if _is_alike(home, file, folder, copies)]
    if not found:  # it may have another name by now
        found = [path for home in (here, beside, *above) for path in _renamed(home, folder, copies)]
    for path in dict.fromkeys([*found, here / file, beside / file]):
        yield address if path == here / file else _with_file(address, path)


def _homes(folder: Path) -> tuple[Path, Path]:
    """The working folder, and the one that the solution's is in; an object store is not searched
    for rules."""
    here = Path.cwd()
    return here, here if is_remote(folder) else Path(os.path.abspath(folder)).parent


def _below(here: Path) -> Iterator[Path]:
    """Folders directly below the working folder, at most `MOST_BELOW`; none in a solution's."""
    if (here / MANIFEST).exists():
        return
    try:
        with os.scandir(here) as entries:
            names = sorted(one.name for one in islice(entries, MOST_BELOW) if one.is_dir())
    except OSError:
        return
    for name in names:
        if not name.startswith(".") and _is_guarded(here / name):
            yield here / name


def _renamed(home: Path, folder: Path, copies: Sequence[CopyEntry]) -> Iterator[Path]:
    """Files with the text of the rules' copy, whatever their names; none in a solution's folder."""
    if not copies or (home / MANIFEST).exists():
        return
    try:
        with os.scandir(home) as entries:
            names = sorted(one.name for one in islice(entries, MOST_BELOW))
    except OSError:
        return
    suffix = Path(copies[0].file).suffix.lower()
    alike = (home / name for name in names if name.lower().endswith(suffix))
    near = (path for path in alike if _is_near(path, copies[0].bytes))
    for path in islice(near, max(1, min(MOST_RENAMED, MOST_PARSED // max(1, copies[0].bytes)))):
        if _is_same(path, copies[0], folder) and _are_same(home, copies[1:], folder):
            yield path


def _is_near(path: Path, size: int) -> bool:
    """True if a file has so many bytes, or, as comments and layout may differ, about so many."""
    try:
        found = path.stat().st_size
    except OSError:
        return False
    return found == size or (path.suffix.lower() == ".py" and size < 2 * found < 4 * size)


def _is_guarded(home: Path) -> bool:
    """True if only its owner and their group can put files into a folder, unlike /tmp."""
    try:
        return os.name != "posix" or not home.stat().st_mode & 0o002
    except OSError:
        return False


def _is_alike(home: Path, name: str, folder: Path, copies: Sequence[CopyEntry]) -> bool:
    """True if the folder has the file of the rules as in the copy, and the files that it imports,
    as far as they are there, too. Nothing is run."""
    named = bool(copies) and copies[0].file == name and os.path.lexists(home / name)
    return named and _are_same(home, copies, folder)


def _are_same(home: Path, copies: Sequence[CopyEntry], folder: Path) -> bool:
    """True if all files of these names are as the copies; some may be missing."""
    there = [copy for copy in copies if os.path.lexists(home / copy.file)]
    return all(_is_same(home / copy.file, copy, folder) for copy in there)


def _is_same(path: Path, copy: CopyEntry, folder: Path) -> bool:
    """True if a file has the bytes of a copy, or its syntax tree."""
    content = content_of(path)
    if content is None:
        return False
    if hashlib.sha256(content).hexdigest() == copy.sha256:
        return True
    kept = copy_of(folder, copy)
    one, other = _tree_text(content), None if kept is None else _tree_text(kept)
    return one is not None and one == other


def _tree_text(content: bytes) -> str | None:
    try:
        return module_dump(importlib.util.decode_source(content))
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return None  # no Python, or of an encoding that there is not
