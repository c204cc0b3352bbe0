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


def find_game(manifest: Manifest, folder: Path, address: str | None = None) -> Game:
    """The game of a stored solution: at the given address, else at the one in its manifest.

    The latter is a game of the library, of a module, or of a file. Files with the text of the
    solution's copy are looked for in the working folder, beside the solution's folder, in folders
    directly below the working folder, and in those above the solution's; then files of that name in
    the first two.

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
        _, name = split_address(entry.address)
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
    alike = [home for home in near if _is_alike(home, file, folder, copies)]
    for home in dict.fromkeys([*alike, here, beside]):
        yield address if home == here else _with_file(address, home / file)


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


def _is_guarded(home: Path) -> bool:
    """True if only its owner and their group can put files into a folder, unlike /tmp."""
    try:
        return os.name != "posix" or not home.stat().st_mode & 0o002
    except OSError:
        return False


def _is_alike(home: Path, name: str, folder: Path, copies: Sequence[CopyEntry]) -> bool:
    """True if the folder has the file of the rules as in the copy, and the files that it imports,
    as far as they are there, too. Nothing is run."""
    if not copies or copies[0].file != name:
        return False
    there = [copy for copy in copies if os.path.lexists(home / copy.file)]
    return copies[0] in there and all(_is_same(home, copy, folder) for copy in there)


def _is_same(home: Path, copy: CopyEntry, folder: Path) -> bool:
    """True if a file has the bytes of a copy, or its syntax tree."""
    content = content_of(home / copy.file)
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
    except (SyntaxError, UnicodeDecodeError):
        return None
