"""Running a file of rules as a module of its own."""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from perfectplay.core.errors import GameFileError


def load_file(path: Path) -> ModuleType:
    """The module that a file makes; it is run anew at every call.

    It stands in ``sys.modules`` under a name of its own, so that dataclasses and inspect find
    it, and can import the files beside it while it runs. Raises GameFileError with the line.
    """
    source = _read(path)
    # Python keeps compiled files by their time in whole seconds and their size: a rule changed
    # within one second could be run in its old form. Hence no such copy is made or read here.
    linecache.checkcache(str(path))
    name = f"_game_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(
        name, path, loader=SourceFileLoader(name, str(path.absolute()))
    )
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    code = _compile(source, path)
    sys.modules[name] = module
    try:
        with _beside(path):
            exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        said = f": {error}" if str(error) else ""
        raise GameFileError(
            f"{path} cannot be run: {type(error).__name__}{said}{where(error, module)}"
        ) from error
    return module


def where(error: BaseException, module: ModuleType) -> str:
    """The last line of the module on the way to the error, as an addition to a sentence."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == getattr(module, "__file__", None):
            return f" (line {frame.lineno}: {frame.line})" if frame.line else ""
    return ""


def _read(path: Path) -> str:
    if path.is_dir():
        raise GameFileError(f"{path} is a folder; expected a Python file with one game")
    if not path.exists():
        raise GameFileError(f"no file {path}; `perfectplay new {path.name or path}` would write it")
    try:
        return importlib.util.decode_source(path.read_bytes())
    except (UnicodeDecodeError, SyntaxError) as error:
        raise GameFileError(f"{path} is not Python: it is no text ({error})") from error
    except OSError as error:
        raise GameFileError(f"{path} cannot be read: {error.strerror}") from error


def _compile(source: str, path: Path) -> CodeType:
    try:
        # the full path, as in any other module: inspect and tracebacks look for it
        return compile(source, str(path.absolute()), "exec", dont_inherit=True)
    except SyntaxError as error:
        shown = f": {error.text.strip()}" if error.text else ""
        raise GameFileError(
            f"{path} is not Python: {error.msg} (line {error.lineno}{shown})"
        ) from error
    except ValueError as error:  # a null byte
        raise GameFileError(f"{path} is not Python: {error}") from error


@contextmanager
def _beside(path: Path) -> Iterator[None]:
    """While it lasts, the files beside this one can be imported, as when Python runs it."""
    folder = str(path.absolute().parent)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
