"""Files that a command writes: checked before a long solve, and replaced as a whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from perfectplay.cli.output.answer import answers
from perfectplay.core.errors import GameFileError, ParameterError, PerfectPlayError
from perfectplay.tablebase.store.atomic_files import refused
from perfectplay.tablebase.store.remote_files import local_folder


def check_place(output: str, option: str = "-o") -> None:
    """Raise GameFileError if the output cannot be written: before a long solve, not after it."""
    if output == "-":
        return
    local_folder(output)
    path = Path(output)
    if path.is_dir():
        raise GameFileError(f"{path} is a folder; expected the name of a file after {option}")
    if not path.absolute().parent.is_dir():
        raise GameFileError(f"there is no folder {path.parent} to write {path.name} into")
    if not os.access(path.absolute().parent, os.W_OK):
        raise GameFileError(
            f"the folder of {path} may not be written into; choose another place with {option}"
        )


def check_new(path: Path, force: bool) -> None:
    """Raise GameFileError if the file exists, unless it may be replaced."""
    if not force and path.exists():
        raise GameFileError(f"{path} is there already; --force replaces it")


def check_once(paths: Sequence[Path]) -> Sequence[Path]:
    """The files to write. Raises ParameterError if one would be written twice."""
    for i, path in enumerate(paths):
        if path in paths[:i]:
            raise ParameterError(f"{path} would be written twice; give each file its own name")
    return paths


def write_file(path: Path, content: bytes) -> None:
    """Write a file as a whole, in the place of another one. Raises GameFileError."""
    with replaced(path) as part:
        part.write_bytes(content)


@contextmanager
def opened(output: str) -> Iterator[TextIO]:
    """Open standard output for ``-``, or a file that gets its name when it is complete."""
    if output == "-":
        yield answers()
        return
    # a lone surrogate becomes an escape, which is JSON too
    with (
        replaced(Path(output)) as part,
        open(part, "w", encoding="utf-8", errors="backslashreplace", newline="") as file,
    ):
        yield file


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A temporary file to write, which then replaces the file. Raises GameFileError if the system
    refuses; then the old file stays."""
    place, part = path.resolve(), None
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        os.close(descriptor)
        part = Path(name)
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        umask = os.umask(0)  # reading it means setting it
        os.umask(umask)
        part.chmod(0o666 & ~umask)
        part.replace(place)
    except BaseException as error:
        if part is not None:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, PerfectPlayError):
            raise GameFileError(str(refused(error, path))) from error
        raise
