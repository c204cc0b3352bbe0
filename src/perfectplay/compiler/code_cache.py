"""The cache of compiled code between runs.

A folder is named by the SHA-256 of everything that its code depends on, so a changed rule has
another folder. Files are checked: one that is cut off, or that others could have written, is not
used.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import tempfile
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.errors import NumbaWarning

from perfectplay.core.cache_home import is_private, our_cache
from perfectplay.core.warn_user import warn_user

KEPT_GAMES = 200
"""The number of games whose code is kept; the least recently used is removed first."""

KERNELS = (
    "expand", "walk", "representatives", "class_sizes", "image_keys", "unlike", "tiers_of",
)  # fmt: skip


def kept_folder() -> Path:
    """The folder of the cache: in ``$PERFECTPLAY_CACHE``, else in the user's cache folder.

    A folder that others own or may write to is not used, since its code is run: a private temporary
    folder takes its place, and nothing is kept.
    """
    folder = our_cache("compiled")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if is_private(folder):
            with tempfile.TemporaryFile(dir=folder):
                return folder
    except OSError:
        pass
    if not _private:
        warn_user(
            f"compiled rules cannot be kept in {folder}, so every run compiles them again; set "
            "PERFECTPLAY_CACHE to a folder that is yours alone"
        )
    return _private_folder()


def module_file(digest: str, text: str) -> Path:
    """The file of a module in its own folder, written now or found there with the same text. Raises
    OSError if no folder is writable."""
    parent = kept_folder()
    folder = parent / digest
    try:
        if not folder.exists():
            _write(folder, text)
            _forget_old(parent)
        if _is_usable(folder):
            file = folder / "rules.py"
            if not file.exists() or file.read_bytes() != text.encode():
                _replace(file, text)  # Numba takes no code that is older than the file
            os.utime(folder)
            return file
    except OSError:
        pass
    folder = _private_folder() / digest
    folder.mkdir(exist_ok=True)
    _replace(folder / "rules.py", text)
    return folder / "rules.py"


def has_code(digest: str, kernels: Sequence[str]) -> bool:
    """Whether the folder of a module holds machine code of all ``kernels``."""
    code = list((kept_folder() / digest / "__pycache__").glob("*.nbc"))
    return all(any(f.name.startswith(f"rules.{name}-") for f in code) for name in kernels)


def put_mark(digest: str, text: str, mark: str) -> None:
    """Keep a mark beside a module, for later runs: an empty file of this name."""
    with suppress(OSError):
        module_file(digest, text).with_name(mark).touch()


def has_mark(digest: str, mark: str) -> bool:
    """Whether `put_mark` was called for the module, in this run or in an earlier one."""
    return first_mark(digest, [mark]) == mark


def first_mark(digest: str, marks: Sequence[str]) -> str:
    """The first of some marks that the module has; "" if it has none."""
    folder = kept_folder() / digest
    return next((mark for mark in marks if (folder / mark).exists()), "")


def _is_usable(folder: Path) -> bool:
    """True if nobody else can have written its files."""
    inside = [folder, folder / "rules.py", folder / "__pycache__"]
    return not folder.is_symlink() and all(is_private(f) for f in inside if f.exists())


def _write(folder: Path, text: str) -> None:
    working = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    (working / "rules.py").write_bytes(text.encode())
    try:
        working.rename(folder)
    except OSError:  # another process was first, with the same content
        shutil.rmtree(working, ignore_errors=True)


def _replace(file: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as new:
        new.write(text.encode())
    os.replace(name, file)


_private: list[tempfile.TemporaryDirectory[str]] = []


def _private_folder() -> Path:
    if not _private:
        _private.append(tempfile.TemporaryDirectory(prefix="perfectplay-"))
    return Path(_private[0].name)


def _forget_old(parent: Path) -> None:
    folders = [(f.stat().st_mtime, f) for f in parent.iterdir() if f.is_dir()]
    folders.sort()
    for _, folder in folders[:-KEPT_GAMES]:
        shutil.rmtree(folder, ignore_errors=True)


# --- machine code ---------------------------------------------------------------------------------


def keep_checked(kernel: Any, digest: str) -> None:
    """Make a kernel keep its machine code in checked files beside its module, one for each
    signature; wherever other code of Numba is kept (``NUMBA_CACHE_DIR``)."""
    cache = kernel._cache
    if isinstance(cache, FunctionCache):
        found = cache._cache_file
        folder = Path(kernel.py_func.__code__.co_filename).parent / "__pycache__"
        with suppress(OSError):
            folder.mkdir(exist_ok=True, mode=0o700)
        base = found._index_name.removesuffix(".nbi")
        files: Any = _CheckedFiles
        cache._cache_file = files(str(folder), base, (digest, found._source_stamp))


def keep_nothing(kernel: Any) -> None:
    """Make a kernel keep no machine code: Numba does not find a function that calls itself again
    when it reads it from a file, and calls address 0."""
    kernel._cache = NullCache()


class _CheckedFiles(IndexDataCacheFile):
    """Files of machine code that begin with their checksum. Numba's own need an index, which two
    processes can make inconsistent, and raise if they are cut off."""

    def _path(self, key: Any) -> Path:
        name = repr((self._version, self._source_stamp, key))
        short = hashlib.sha256(name.encode()).hexdigest()[:24]
        return Path(self._cache_path) / f"{self._index_name.removesuffix('.nbi')}.{short}.nbc"

    def save(self, key: Any, data: Any) -> None:
        try:
            content = bytes(self._dump(data))  # type: ignore[no-untyped-call]
            with self._open_for_write(str(self._path(key))) as file:
                file.write(hashlib.sha256(content).digest() + content)
        except OSError:  # a full disk, a removed folder: nothing is kept
            pass

    def load(self, key: Any) -> Any:
        try:
            whole = self._path(key).read_bytes()
            digest, content = whole[:32], whole[32:]
            if hashlib.sha256(content).digest() == digest:
                return pickle.loads(content)
        except Exception:  # whatever is wrong with a file, it is compiled again
            pass
        return None

    def flush(self) -> None:
        """Do nothing: saving writes at once."""


def silence_warnings() -> None:
    """Hide Numba's warnings about generated modules, which do not help users."""
    warnings.filterwarnings("ignore", category=NumbaWarning, module=r".*[\\/]rules(\.py)?$")
    warnings.filterwarnings("ignore", category=NumbaWarning, module=r"perfectplay_rules_.*")
