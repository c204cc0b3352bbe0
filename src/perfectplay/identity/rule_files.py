"""The user's files with the rules of a game, of which a stored solution keeps copies.

These are the file of the game and the files that it imports, if the user wrote them: not Python's
library, installed packages, or perfectplay.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.source_warnings import no_source_warnings
from perfectplay.game.explicit.explicit_game import ENDINGS, ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator
from perfectplay.game.operators.sums import Sum
from perfectplay.identity.authored import is_opaque
from perfectplay.identity.normal_ast import holds

LARGEST = 4 << 20
"""Maximum number of bytes of all copies; files that do not fit are left out."""

_STRANGE = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')
"""Characters that some systems do not allow in file names, and that no file name should have."""

_LONGEST_NAME = 200
"""The longest file name in bytes, so that a temporary suffix still fits."""


def rule_files(game: Game) -> dict[str, bytes]:
    """The contents of the files with the rules of a game, by the names of their copies.

    The game's own file comes first; without it (for example for rules typed at a prompt) the result
    is empty. A module ``a.b`` has the name ``a/b.py``, so that a copy finds the files that it
    imports. A file is left out if it no longer exists, was changed after it was imported, or does
    not fit into `LARGEST`.

    >>> from perfectplay.games.nim import Nim
    >>> rule_files(Nim())
    {}
    """
    found: dict[str, bytes] = {}
    for name, content in _files_of(game):
        room = LARGEST - sum(map(len, found.values()))
        if name not in found and is_plain_name(name) and len(content) <= room:
            found[name] = content
        elif not found:
            break
    return found


def is_plain_name(name: str) -> bool:
    """True if a copy may have this name: that of a file of rules, a tree or a graph, inside
    the folder of the copies.

    >>> [is_plain_name(n) for n in ("mine.py", "a/b.py", "../mine.py", "/mine.py", "a//b.py")]
    [True, True, False, False, False]
    """
    parts = name.split("/")
    try:
        short = all(len(part.encode()) <= _LONGEST_NAME for part in parts)
    except UnicodeEncodeError:
        return False
    plain = all(part.strip(". ") and not _STRANGE.search(part) for part in parts)
    return short and plain and Path(name).suffix.lower() in (".py", *ENDINGS)


def _files_of(game: Game) -> Iterator[tuple[str, bytes]]:
    if isinstance(game, Operator):
        yield from _files_of(game.game)
    elif isinstance(game, Sum):
        for one in game.games:
            yield from _files_of(one)
    elif isinstance(game, ExplicitGame):
        yield from _explicit(game)
    else:
        yield from _modules(game)


def _explicit(game: ExplicitGame) -> Iterator[tuple[str, bytes]]:
    from perfectplay.game.explicit.game_file import game_from_file

    if game.path is None:
        return
    content = content_of(game.path)
    try:
        now = game_from_file(game.path) if content else None
    except PerfectPlayError:
        return
    if content and now is not None and (now.nodes, now.first, now.unit) == (
        game.nodes, game.first, game.unit,
    ):  # fmt: skip
        yield game.file, content


# --- modules --------------------------------------------------------------------------------------


def _modules(game: Game) -> Iterator[tuple[str, bytes]]:
    """The modules of the game and of its bases, and all that they import, each once."""
    if isinstance(game, FunctionGame):
        functions = (game._do_move, game._evaluate)
        names = [getattr(function, "__module__", None) or "" for function in functions]
    else:
        names = [cls.__module__ for cls in type(game).__mro__]
    waiting, done = list(dict.fromkeys(names)), set(names)
    for name in waiting:  # grows during the loop
        module = sys.modules.get(name)
        file = None if module is None else _own_file(module)
        content = None if file is None else content_of(file)
        if module is None or file is None or content is None or not _is_current(module, content):
            if name == names[0]:
                return
            continue
        yield _copy_name(name, file), content
        new = [other for other in _imported(module, content) if other not in done]
        waiting += new
        done.update(new)


def _own_file(module: ModuleType) -> Path | None:
    """The file of a module if the user wrote it, otherwise None."""
    name, file = module.__name__, getattr(module, "__file__", None)
    if not isinstance(file, str) or name.partition(".")[0] == "perfectplay":
        return None
    installed = {"site-packages", "dist-packages"} & set(Path(file).parts)
    return None if installed or (name != "__main__" and is_opaque(name)) else Path(file)


def _copy_name(module: str, file: Path) -> str:
    if (run := re.fullmatch(r"_game_(.*)_[0-9a-f]{12}", module)) is not None:
        return f"{run[1]}.py"
    if module == "__main__":
        return file.name
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if file.name == "__init__.py" else f"{path}.py"


def content_of(path: Path, longest: int = LARGEST) -> bytes | None:
    """The content of a regular file of at most so many bytes; None for anything else."""
    try:
        if path.is_file() and path.stat().st_size <= longest:
            return path.read_bytes()
    except OSError:
        pass
    return None


def _is_current(module: ModuleType, content: bytes) -> bool:
    """True if a module was imported from this source, which then contains all its functions."""
    try:
        text = importlib.util.decode_source(content)
    except (SyntaxError, UnicodeDecodeError):
        return False
    return all(holds(text, function) for function in _functions(module))


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that the module's file defines."""
    classes = [c for c in vars(module).values() if isinstance(c, type)]
    spaces = [vars(module), *(vars(cls) for cls in classes if cls.__module__ == module.__name__)]
    for space in spaces:
        for member in space.values():
            if isinstance(member, FunctionType) and member.__code__.co_filename == module.__file__:
                yield member


def _imported(module: ModuleType, content: bytes) -> Iterator[str]:
    """The names of the modules that a file imports, and of the packages around them."""
    try:
        with no_source_warnings():
            tree = ast.parse(importlib.util.decode_source(content))
    except (SyntaxError, UnicodeDecodeError, ValueError, RecursionError, MemoryError):
        return
    package = getattr(module, "__package__", None) or ""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            try:
                home = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            except (ImportError, ValueError):
                continue
            names = [home, *(f"{home}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))
