"""A game's rules as compiled kernels, kept on disk between runs.

The module that `translate` and ``template.py`` give is written into a folder whose name is the
SHA-256 of everything that it depends on: its text (with all constants in it), its tables, the
support code, the versions of Python, NumPy and Numba. Numba keeps machine code beside a module
and trusts the module's file; since a changed rule has another folder, it never meets old code.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError

from perfectplay.contract.compiled import support
from perfectplay.contract.compiled.constants import NotCompilable
from perfectplay.contract.compiled.translate import Translation, translate
from perfectplay.contract.game import Game, StateKind, has_again, kind_of, overrides
from perfectplay.words.value import Value

KEPT_GAMES = 200
"""How many games' compiled code is kept; the least recently used goes first."""

_SUPPORT = (
    "_replaced, all_, any_, as_tuple, bit_length, bits, count, max_, min_, move_code, "
    "outcome_code, popcount, put, reverse, row, rows, slot_of, sort, sum_, swap"
)


@dataclass
class CompiledRules:
    """The kernels of one game; see ``template.py`` for what each does."""

    game: Game
    kind: StateKind
    module: ModuleType
    has_again: bool
    has_symmetries: bool

    @property
    def kernels(self) -> Any:
        """The module, whose ``expand``, ``walk``, ``class_sizes`` and ``move_codes`` are kernels."""
        return self.module


def compile_rules(game: Game, *, symmetries: bool = True) -> CompiledRules:
    """The game's kernels, compiled now or taken from disk.

    Raises NotCompilable with the reason, the user's line and the idiom that compiles.
    """
    translation = translate(game)
    has_symmetries = symmetries and overrides(game, "symmetries")
    again = has_again(game)
    text = _module_text(game, translation, has_symmetries, again)
    module = _loaded(text, translation)
    rules = CompiledRules(game, kind_of(game.start()), module, again, has_symmetries)
    _first_call(rules, translation)
    return rules


# --- the text of the module -------------------------------------------------------------------------


def _module_text(game: Game, translation: Translation, has_symmetries: bool, again: bool) -> str:
    head = [
        "# Written by perfectplay from the rules of a game; not to be edited.",
        "import os",
        "import numpy as np",
        "from numba import njit",
        f"from perfectplay.contract.compiled.support import ({_SUPPORT})",
    ]
    folder = "os.path.dirname(__file__)"
    head += [
        f"{name} = np.load(os.path.join({folder}, '{name}.npy'), allow_pickle=False)"
        for name in translation.tables
    ]
    # rules come first, so that lines of the module are lines of the translation plus the head
    template = (Path(__file__).parent / "template.py").read_text(encoding="utf-8")
    glue = _glue(game, has_symmetries, again)
    return "\n".join(head) + "\n" + translation.text + glue + "\n" + template


def _glue(game: Game, has_symmetries: bool, again: bool) -> str:
    start = game.start()
    stuck = int(game.stuck) if isinstance(game.stuck, Value) else 0
    parts = [f"\nSTUCK = {stuck}\n"]
    if isinstance(start, tuple):
        parts.append(_tuple_codec(start))
    else:
        parts.append(_function("decode(key, layout)", ["return key"]))
        parts.append(_function("encode(state, layout)", ["return np.int64(state)"]))
    images = "symmetries(state)" if has_symmetries else "()"
    smallest = ["return key"]
    if has_symmetries:
        parts.append(_function("images(state)", [f"return {images}"]))
        smallest = [
            "for image in images(state):",
            "    other = encode(image, layout)",
            "    if other < 0:",
            "        return other",
            "    key = min(key, other)",
            "return key",
        ]
    parts.append(_function("representative(state, key, layout)", smallest))
    mark = "pass"
    if again and overrides(game, "moves_again"):
        mark = "marks[n] = moves_again(state, move)"
    elif again:
        mark = "marks[n] = player(state) == player(child)"
    parts.append(_function("mark_again(marks, n, state, move, child)", [mark]))
    if not has_symmetries:
        parts.append(_function("images(state)", ["return (state,)"]))
    return "\n\n".join(parts)


def _tuple_codec(start: tuple[int, ...]) -> str:
    fields = range(len(start))
    decode = []
    for i in reversed(fields):
        if i:
            decode.append(f"rest = key // layout[1, {i}]")
            decode.append(f"f{i} = key - rest * layout[1, {i}] + layout[0, {i}]")
            decode.append("key = rest")
        else:
            decode.append("f0 = key + layout[0, 0]")
    items = ", ".join(f"f{i}" for i in fields)
    cls = type(start)
    decode.append(f"return {cls.__name__ if cls is not tuple else ''}({items},)")
    if cls is not tuple:
        decode[-1] = f"return {cls.__name__}({items})"
    encode = ["key = 0"]
    for i in fields:
        encode.append(f"digit = np.int64(state[{i}]) - layout[0, {i}]")
        encode.append(f"if digit < 0 or digit >= layout[1, {i}]:")
        encode.append("    return -1")
        encode.append(f"key = key * layout[1, {i}] + digit")
    encode.append("return key")
    return (
        _function("decode(key, layout)", decode)
        + "\n\n"
        + _function("encode(state, layout)", encode)
    )


def _function(head: str, body: list[str]) -> str:
    return "@njit(nogil=True)\n" + f"def {head}:\n" + "\n".join(f"    {line}" for line in body)


# --- the folder ---------------------------------------------------------------------------------------


def _loaded(text: str, translation: Translation) -> ModuleType:
    digest = _digest(text, translation)
    name = f"perfectplay_rules_{digest[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    folder = kept_folder() / digest
    if not (folder / "rules.py").exists():
        _write(folder, text, translation)
        _forget_old(folder.parent)
    os.utime(folder)
    spec = importlib.util.spec_from_file_location(name, folder / "rules.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except NumbaError as problem:
        del sys.modules[name]
        raise NotCompilable(_first_sentence(problem)) from problem
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _digest(text: str, translation: Translation) -> str:
    digest = hashlib.sha256()
    support_text = Path(support.__file__).read_bytes()
    versions = f"{sys.version} {platform.machine()} {np.__version__} {numba.__version__}"
    for part in (text.encode(), support_text, versions.encode()):
        digest.update(len(part).to_bytes(8, "little") + part)
    for name, table in translation.tables.items():
        digest.update(f"{name} {table.shape}".encode() + table.tobytes())
    return digest.hexdigest()


def _write(folder: Path, text: str, translation: Translation) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    working = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    (working / "rules.py").write_text(text, encoding="utf-8")
    for name, table in translation.tables.items():
        np.save(working / f"{name}.npy", table, allow_pickle=False)
    try:
        working.rename(folder)
    except OSError:  # another process was first, with the same content
        shutil.rmtree(working, ignore_errors=True)


def kept_folder() -> Path:
    """Where compiled code is kept: ``$PERFECTPLAY_CACHE``, else the user's cache folder.

    A folder that others may write to is not used (what lies there is run): a private temporary
    one takes its place, and nothing is kept.
    """
    base = os.environ.get("PERFECTPLAY_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "perfectplay"
    )
    folder = Path(base) / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = folder.stat()
        private = not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if private and (not hasattr(os, "getuid") or found.st_uid == os.getuid()):
            with tempfile.TemporaryFile(dir=folder):
                return folder
    except OSError:
        pass
    return _private_folder()


_private: list[tempfile.TemporaryDirectory[str]] = []


def _private_folder() -> Path:
    if not _private:
        _private.append(tempfile.TemporaryDirectory(prefix="perfectplay-"))
    return Path(_private[0].name)


def _forget_old(parent: Path) -> None:
    folders = [f for f in parent.iterdir() if f.is_dir() and not f.name.startswith(".")]
    folders.sort(key=lambda f: f.stat().st_mtime)
    for folder in folders[:-KEPT_GAMES]:
        shutil.rmtree(folder, ignore_errors=True)


# --- the first call, which compiles ---------------------------------------------------------------------


def _first_call(rules: CompiledRules, translation: Translation) -> None:
    """Compiles ``expand`` on no states at all, and says in the user's words what does not."""
    fields = len(rules.game.start()) if rules.kind is StateKind.TUPLE else 1
    layout = np.ones((2, fields), np.int64)
    empty = np.empty(0, np.int64)
    bytes_ = np.empty(0, np.uint8)
    try:
        rules.kernels.expand(empty, 0, 0, layout, empty, bytes_, np.empty(0, np.int32), bytes_)
    except NumbaError as problem:
        raise _refusal(problem, translation, rules.module) from problem


def _refusal(problem: Exception, translation: Translation, module: ModuleType) -> NotCompilable:
    message = str(problem)
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    offset = text[: text.index(translation.text)].count("\n")
    place = ""
    for found in re.finditer(r'File "[^"]*rules\.py", line (\d+)', message):
        where = translation.places.get(int(found.group(1)) - offset)
        if where is not None:
            place = f"{where[0]}:{where[1]}"
    return NotCompilable(
        _first_sentence(problem), place, "docs/rules-that-compile.md lists what compiles"
    )


def _first_sentence(problem: Exception) -> str:
    """The line of a compiler's message that says most."""
    lines = [line.strip(" >-*\n") for line in str(problem).splitlines()]
    lines = [x for x in lines if x and not x.startswith(("Failed in", "During", "File", "Pass"))]
    for mark in ("Unknown attribute", "Cannot unify", "No implementation", "Use of", "not support"):
        for line in lines:
            if mark in line:
                return line
    return lines[0] if lines else type(problem).__name__
