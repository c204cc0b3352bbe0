"""Run a file of rules as a module."""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from perfectplay.core.errors import GameFileError, StoreError
from perfectplay.core.text_file import read_bytes
from perfectplay.game.meant_name import meant_name
from perfectplay.game.showing import faults_of

FILES_RUN: set[str] = set()
"""Full paths of the files of rules that were run in this process."""

_KEPT: list[dict[tuple[str, str], ModuleType]] = []
"""In `each_file_once`, the modules by their names and sources."""

_RUNNING: dict[tuple[int, str], ModuleType] = {}
"""The modules that are being run, by the thread that runs them and their names."""


@contextmanager
def each_file_once() -> Iterator[None]:
    """A block in which a file that is loaded twice, unchanged, is one module: two games of it have
    states of the same classes."""
    _KEPT.append({})
    try:
        yield
    finally:
        _KEPT.pop()


def load_file(path: Path) -> ModuleType:
    """Run a file, at every call anew but in `each_file_once`, and return its module.

    A file that is running already, as the script of this process or by a call of this function that
    has not ended, is not run within itself, which would have no end: its module is returned as far
    as it has come.

    The module is in ``sys.modules`` under a special name, so that dataclasses and inspect find it.
    While it runs, it can import the files in its folder. Raises GameFileError with the line.
    """
    source = _read(path)
    main = sys.modules.get("__main__")
    if main is not None and _is_file_of(main, path):
        return main
    # Python recognizes a changed file by its size and its time in whole seconds, so it could run
    # the old form of a rule that has just changed. Hence no .pyc file is written or read here.
    linecache.checkcache(str(path))
    name = f"_game_{path.stem}_{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:12]}"
    running = (threading.get_ident(), name)
    if running in _RUNNING:
        return _RUNNING[running]
    if _KEPT and (name, source) in _KEPT[-1]:
        return _KEPT[-1][name, source]
    spec = importlib.util.spec_from_file_location(
        name, path, loader=SourceFileLoader(name, str(path.absolute()))
    )
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    code = _compile(source, path)
    FILES_RUN.add(code.co_filename)
    sys.modules[name] = _RUNNING[running] = module
    try:
        with _beside(path):
            exec(code, module.__dict__)
    except faults_of() as error:
        sys.modules.pop(name, None)
        reason = f": {error}" if str(error) else ""
        raise GameFileError(
            f"{path} cannot be run: {type(error).__name__}{reason}{where(error, module)}"
            f"{_next_step(error, path)}"
        ) from error
    finally:
        del _RUNNING[running]
    if _KEPT:
        _KEPT[-1][name, source] = module
    return module


def _is_file_of(module: ModuleType, path: Path) -> bool:
    """Whether a module was made from this file."""
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).resolve() == path.resolve()


def _next_step(error: BaseException, path: Path) -> str:
    """What to do about an import that fails, a script that ends or an unknown name; else ""."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"; correct the name, or install {error.name.partition('.')[0]} beside perfectplay"
    if isinstance(error, ImportError) and "relative import" in str(error):
        if module := _module_in_package(path):
            return f"; it is part of a package: name the module, {module}, where Python finds it"
        return "; a file of rules is no part of a package: write its imports without the first dot"
    if isinstance(error, ImportError) and error.name == "perfectplay":
        return "; rules begin with: from perfectplay import Game, Value"
    if isinstance(error, SystemExit | StoreError):  # it solves, or opens a solution
        return '; put what is a script below: if __name__ == "__main__":'
    if isinstance(error, ValueError) and "default_factory" in str(error):
        return "; fields of a game cannot change: write a tuple in place of a list"
    meant = meant_name(error)
    return f"; {meant}" if meant else ""


def _module_in_package(path: Path) -> str:
    """The name of the module in a file that is part of a package; else ""."""
    name, folder = path.stem, path.absolute().parent
    while (folder / "__init__.py").exists():
        name, folder = f"{folder.name}.{name}", folder.parent
    return name if name != path.stem else ""


def is_file_name(place: str) -> bool:
    """True for the name of a file of Python, not of a module: by its ending or by a folder.

    >>> [is_file_name(place) for place in ("rocks.py", "ROCKS.PY", "games/rocks", "my.module")]
    [True, True, True, False]
    """
    return place.lower().endswith(".py") or "/" in place or "\\" in place


def is_stored(folder: Path) -> bool:
    """Whether a folder looks like a stored solution."""
    return (folder / "manifest.json").is_file()


def reads_rules(place: str) -> str:
    """The sentence about a stored solution that is given in place of rules."""
    return (
        f"{place!r} is a stored solution, and this command reads rules: "
        "name the game, or the file of its rules"
    )


def where(error: BaseException, module: ModuleType) -> str:
    """The last line of the module in the traceback, as `` (line 3: x = y)``; "" if none."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == getattr(module, "__file__", None):
            return f" (line {frame.lineno}: {frame.line})" if frame.line else ""
    return ""


def _read(path: Path) -> str:
    if path.is_dir():
        raise GameFileError(
            reads_rules(str(path))
            if is_stored(path)
            else f"{path} is a folder; expected a Python file with one game"
        )
    if not path.exists():
        writes = f", or `perfectplay new {path}` writes a sample game there"
        sample = writes if path.suffix == ".py" else ""
        raise GameFileError(f"there is no file {path}; check its name{sample}")
    if path.suffix == ".parquet" and is_stored(path.parent):
        raise GameFileError(f"{path} is part of a stored solution; name its folder, {path.parent}")
    try:
        return importlib.util.decode_source(read_bytes(path))
    except (UnicodeDecodeError, SyntaxError) as error:
        raise GameFileError(
            f"{path} is not Python: it is no text ({error}); save it as UTF-8"
        ) from error


def _compile(source: str, path: Path) -> CodeType:
    try:
        # the full path, which inspect and tracebacks need
        return compile(source, str(path.absolute()), "exec", dont_inherit=True)
    except SyntaxError as error:
        shown = f": {error.text.strip()}" if error.text else ""
        line = f" (line {error.lineno}{shown})" if error.lineno else ""  # none for a null byte
        raise GameFileError(f"{path} is not Python: {error.msg}{line}") from error
    except ValueError as error:  # a null byte
        raise GameFileError(f"{path} is not Python: {error}") from error


@contextmanager
def _beside(path: Path) -> Iterator[None]:
    """Put the folder of a file first on Python's path in the block."""
    folder = str(path.absolute().parent)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
