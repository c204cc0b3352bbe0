"""Files that a command writes: checked before a long solve, and whole or not there at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from perfectplay.core.errors import GameFileError, PerfectPlayError


def check_place(output: str, option: str = "-o") -> None:
    """Refuses what cannot be written before a long solve, not after it."""
    path = Path(output)
    if output == "-":
        return
    if path.is_dir():
        raise GameFileError(f"{path} is a folder; expected the name of a file after {option}")
    if not path.absolute().parent.is_dir():
        raise GameFileError(f"there is no folder {path.parent} to write {path.name} into")
    if not os.access(path.absolute().parent, os.W_OK):
        raise GameFileError(
            f"{path.parent} may not be written into; choose another place with {option}"
        )


@contextmanager
def opened(output: str) -> Iterator[TextIO]:
    """Standard output, or a file that appears under its name only when all is in it."""
    if output == "-":
        yield sys.stdout
        return
    # a lone half of a letter becomes an escape, which JSON has too
    with (
        replaced(Path(output)) as part,
        open(part, "w", encoding="utf-8", errors="backslashreplace", newline="") as file,
    ):
        yield file


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """While it lasts, a temporary file to write; then it takes the place of the file.

    Raises GameFileError where the system refuses; what had the name before stays then.
    """
    place, part = path.resolve(), None
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        os.close(descriptor)
        part = Path(name)
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.chmod(0o666 & ~_umask())
        part.replace(place)
    except BaseException as error:
        if part is not None:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, PerfectPlayError):
            said = error.strerror or str(error)
            raise GameFileError(f"{path}: {said}") from error
        raise


def _umask() -> int:
    """The bits that new files do not get; it can only be read by setting it."""
    bits = os.umask(0)
    os.umask(bits)
    return bits
