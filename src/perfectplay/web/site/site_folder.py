"""The folder of a site: written whole or not at all, in place of an older site only."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from perfectplay.core.errors import StoreError
from perfectplay.tablebase.store.atomic_files import refused
from perfectplay.tablebase.store.remote_files import local_folder

MARK = "site.json"
FORMAT = "perfectplay site"

_OURS = re.compile(r"index\.html|statistics\.html|style\.css|site\.json|data")
_DATA = re.compile(r"([ptw]\d+|site|judging)\.js")


def check_free(folder: Path) -> None:
    """Raise StoreError if a site may not be written to a folder: there is something else than one
    site, or it cannot be written."""
    place = local_folder(folder).absolute()
    if os.path.lexists(place) and not place.is_dir():
        raise StoreError(f"{folder} is a file; a site is a folder of files")
    if place.is_dir():
        if place.resolve() in (Path.cwd().resolve(), *Path.cwd().resolve().parents):
            raise StoreError(
                f"{folder} is the folder that you are in, or one around it; give the site a folder "
                "of its own, as in -o site"
            )
        if (strange := _strange(place)) is not None:
            raise StoreError(
                f"{folder} is there and is no site, or not only one (it holds {strange}); choose a "
                "folder that is new or empty"
            )
    parent = place.resolve().parent
    if not parent.is_dir():
        raise StoreError(f"there is no folder {parent} to write {place.name} into")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise StoreError(
            f"the folder {parent} may not be written into; choose another place with -o"
        )


def _strange(place: Path) -> str | None:
    """The first file that does not belong to a site, or None."""
    try:
        names = sorted(os.listdir(place))
        data = sorted(os.listdir(place / "data")) if "data" in names else []
    except OSError as error:
        raise StoreError(f"{error.filename}: {error.strerror}") from error
    if not names:
        return None
    strange = [name for name in names if not _OURS.fullmatch(name)]
    strange += [f"data/{name}" for name in data if not _DATA.fullmatch(name)]
    if strange:
        return strange[0]
    return None if _is_marked(place) else names[0]


def _is_marked(place: Path) -> bool:
    try:
        mark = json.loads((place / MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(mark, dict) and mark.get("format") == FORMAT


class SiteFiles:
    """Writes files into a folder, and keeps their sizes in bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.sizes: dict[str, int] = {}

    def write(self, name: str, text: str) -> None:
        """Write a file as UTF-8; a lone surrogate becomes a question mark."""
        content = text.encode("utf-8", "replace")
        path = self._folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        self.sizes[name] = len(content)


@contextmanager
def replaced(folder: Path) -> Iterator[SiteFiles]:
    """A temporary folder to write into, which takes the place of ``folder`` at the end.

    On an error the old folder stays as it was. Raises StoreError, as `check_free` does, and for
    errors of the system.
    """
    check_free(folder)
    place = folder.absolute().resolve()
    temporary: Path | None = None
    try:
        temporary = Path(tempfile.mkdtemp(prefix=f".{place.name[:100]}.", dir=place.parent))
        yield SiteFiles(temporary)
        umask = os.umask(0)  # reading it means setting it
        os.umask(umask)
        temporary.chmod(0o777 & ~umask)
        check_free(folder)  # again: something may have been put there meanwhile
        _put(temporary, place)
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise refused(error, folder) from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _put(new: Path, place: Path) -> None:
    if not place.exists():
        new.rename(place)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{place.name[:100]}.old.", dir=place.parent))
    try:
        place.rename(old / "old")
        try:
            new.rename(place)
        except OSError:
            with suppress(OSError):
                (old / "old").rename(place)
            raise
    finally:
        if place.exists():
            shutil.rmtree(old, ignore_errors=True)
