"""Files of stored solutions and of solves, on this machine or in an object store.

A folder in a store, such as ``s3://bucket/six``, is a path of the library universal_pathlib. It
behaves as a `pathlib.Path`, and is typed as one.
"""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from os import PathLike
from pathlib import Path, PurePath
from typing import Any, cast

from perfectplay.core.errors import StoreError
from perfectplay.core.extras import extra_module

BLOCK = 1 << 16
"""Bytes that are read ahead: small, since a look-up reads single row groups."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/+")  # longer than the letter of a drive

_HERE = ("file", "local")
"""Schemes of URLs of this machine's files."""

_PATIENCE = {"connect_timeout": 10, "read_timeout": 60, "retries": {"max_attempts": 2}}

# what other processes write is seen at once
_OPTIONS = {"s3": {"config_kwargs": _PATIENCE, "use_listings_cache": False}}


def is_place(given: object) -> bool:
    """Whether something is the address of a folder, or a path of universal_pathlib, which is no
    `os.PathLike`."""
    return isinstance(given, str | PathLike) or hasattr(given, "fs")


def is_remote(folder: str | PathLike[str]) -> bool:
    """Whether a folder is in an object store, by its address.

    >>> is_remote("s3://bucket/six"), is_remote("solutions/six"), is_remote("C:/six")
    (True, False, False)
    >>> is_remote("file:///solutions/six")
    False
    >>> is_remote(Path("s3://bucket/six"))  # which has one slash
    True
    """
    scheme = _SCHEME.match(_text(folder))
    return scheme is not None and scheme[1].lower() not in _HERE


def folder_at(address: str | PathLike[str]) -> Path:
    """The folder at an address: a path, or a URL such as ``s3://bucket/six``. Nothing is read.

    A path of universal_pathlib keeps its options (endpoint, keys), beside those that are set here.

    Raises StoreError for a URL that no library reads; MissingExtraError without the libraries of
    ``perfectplay[cloud]``.

    >>> folder_at("solutions/six").name, str(folder_at("memory://six") / "manifest.json")
    ('six', 'memory://six/manifest.json')
    >>> folder_at("file:///solutions/six").as_posix()
    '/solutions/six'
    """
    if not is_remote(address):
        return _folder_here(address)
    text = _url(address)
    scheme, _, rest = text.partition("://")
    if not rest.strip("/"):
        raise StoreError(f"{text} names no folder; write s3://BUCKET/FOLDER")
    upath = extra_module("upath", "cloud", "solutions in object stores")
    try:
        given = getattr(address, "storage_options", {})
        found = upath.UPath(text, **{**_OPTIONS.get(scheme, {}), **given})
        _ = found.fs  # it imports the library of the store
    except Exception as error:  # of any library
        raise StoreError(
            f"{text} cannot be opened: {_reason(error)}; write s3://BUCKET/FOLDER, or a URL whose "
            "library is installed"
        ) from error
    return cast(Path, found)


def _folder_here(address: str | PathLike[str]) -> Path:
    """A path, or a URL of this machine as `Path.as_uri` makes it.

    >>> _folder_here(Path("file:///a%20b/six")).as_posix(), _folder_here("file://a%20b").as_posix()
    ('/a b/six', 'a b')
    """
    scheme = _SCHEME.match(_text(address))
    if scheme is None:
        return Path(address)
    from urllib.request import url2pathname  # which takes a while to import

    rest = _text(address)[scheme.end() :]
    relative = scheme[0].count("/") == 2 and not rest.startswith("localhost/")
    return Path(url2pathname(rest if relative else f"/{rest.removeprefix('localhost/')}"))


def _text(address: object) -> str:
    return address.as_posix() if isinstance(address, PurePath) else str(address)


def _url(address: object) -> str:
    """The address as a URL: a `Path` has one slash in it, or those of Windows."""
    return _SCHEME.sub(lambda found: f"{found[1].lower()}://", _text(address), count=1)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def whole_address(folder: Path) -> Path:
    """The same folder for processes that stand elsewhere."""
    return folder.absolute() if isinstance(folder, Path) else folder


def has_own_options(folder: Path) -> bool:
    """Whether its address alone does not lead other processes to the same folder of a store."""
    given = getattr(folder, "storage_options", {})
    return bool(given) and dict(given) != dict(folder_at(str(folder)).storage_options)  # type: ignore[attr-defined]


def local_folder(address: str | PathLike[str]) -> Path:
    """A folder to write into. Raises StoreError if it is in an object store: only a solve writes
    there.

    >>> local_folder("s3://bucket/six")
    Traceback (most recent call last):
    perfectplay.core.errors.StoreError: s3://bucket/six is in an object store, where only a solve
    writes; write into a folder, and copy that when it is finished
    """
    if is_remote(address):
        raise StoreError(
            f"{_url(address)} is in an object store, where only a solve writes; write into a "
            "folder, and copy that when it is finished"
        )
    return _folder_here(address)


def open_to_read(path: Path, ahead: int = BLOCK) -> io.BufferedReader:
    """A file to read; of one in a store only the ranges that are asked for, and ``ahead`` bytes
    more, are fetched. Raises OSError, StoreError if the store is not reached."""
    if isinstance(path, Path):
        return path.open("rb")
    remote: Any = path
    with _reached(path):
        file = remote.open("rb", cache_type="readahead", block_size=ahead)
    return io.BufferedReader(_RemoteFile(path, file))


def source_at(path: Path, ahead: int = BLOCK) -> AbstractContextManager[Any]:
    """What pyarrow reads: the path itself of a file of this machine, which it opens faster; else as
    `open_to_read`."""
    return nullcontext(path) if isinstance(path, Path) else open_to_read(path, ahead)


def kind_of_place(path: Path) -> str:
    """``"folder"``, ``"file"``, or ``""`` if there is nothing; raises as `open_to_read`."""
    with _reached(path):
        return "folder" if path.is_dir() else "file" if path.exists() else ""


def size_of(path: Path) -> int:
    """The bytes of a file. Raises as `open_to_read`."""
    with _reached(path):
        return path.stat().st_size


def content_at(path: Path) -> bytes:
    """All bytes of a small file. Raises as `open_to_read`."""
    with _reached(path):
        return path.read_bytes()


def changed_at(path: Path) -> float:
    """When a file in a store was written, in seconds by the clock of the store."""
    remote: Any = path
    with _reached(path):
        return float(remote.fs.modified(remote.path).timestamp())


def move_file(local: Path, to: Path, *, keep: bool = False) -> None:
    """Give a file of this machine its place: it is there whole, or not at all. ``keep``: if that
    fails, the file stays where it is. Raises OSError, StoreError if the store is not reached."""
    if isinstance(to, Path):
        os.replace(local, to)
        return
    remote: Any = to
    try:
        with _written(to):
            remote.fs.put_file(str(local), remote.path)
    except BaseException:
        if not keep:
            local.unlink(missing_ok=True)
        raise
    local.unlink()


def put_bytes(content: bytes, to: Path) -> None:
    """Write a small file into a store, as `move_file`."""
    with _written(to):
        to.write_bytes(content)


def remove(path: Path) -> None:
    """Remove a file, if it is there. Raises as `open_to_read`."""
    with _reached(path), suppress(FileNotFoundError):
        path.unlink(missing_ok=True)


def remove_all(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as possible."""
    if isinstance(folder, Path):
        shutil.rmtree(folder, ignore_errors=True)
        return
    remote: Any = folder
    with suppress(StoreError, FileNotFoundError), _reached(folder):
        remote.fs.rm(remote.path, recursive=True)


def names_in(folder: Path) -> list[str]:
    """The names of the files and folders in a folder; none if there is no folder. Raises as
    `open_to_read`."""
    try:
        if isinstance(folder, Path):
            return sorted(path.name for path in folder.iterdir())
        remote: Any = folder
        with _reached(folder):
            paths = [path.rstrip("/") for path in remote.fs.ls(remote.path, detail=False)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    # a folder that a console has made is an object in it
    return sorted(PurePath(path).name for path in paths if path != remote.path.rstrip("/"))


@contextmanager
def _written(place: Path) -> Iterator[None]:
    try:
        with _reached(place):
            yield
    except StoreError:
        raise
    except OSError as error:
        raise StoreError(f"{place} cannot be written: {_reason(error)}") from error


_OF_STORES = (OSError, TypeError, ValueError, NotImplementedError, RuntimeError)
"""Errors of Python that libraries of stores raise."""


class _RemoteFile(io.RawIOBase):
    """A file in a store, with errors of this library."""

    def __init__(self, path: Path, file: Any) -> None:
        self._path, self._file = path, file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def readinto(self, buffer: Any) -> int:
        with _reached(self._path):
            some = self._file.read(len(buffer))
        buffer[: len(some)] = some
        return len(some)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


@contextmanager
def _reached(place: object) -> Iterator[None]:
    """Errors of a store's library, which has classes of its own, become StoreError; those of this
    machine's files stay."""
    if isinstance(place, Path):
        yield
        return
    try:
        yield
    except (FileNotFoundError, StoreError):
        raise
    except PermissionError as error:
        raise StoreError(f"there is no permission to use {place}: {_reason(error)}") from error
    except Exception as error:
        if type(error).__module__ == "builtins" and not isinstance(error, _OF_STORES):
            raise
        raise StoreError(
            f"{place} cannot be reached: {_reason(error)}; check the "
            "address, the keys and the network, and try again"
        ) from error
