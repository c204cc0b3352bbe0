"""Files of text as people save them."""

from __future__ import annotations

from pathlib import Path

from perfectplay.core.errors import GameFileError

MOST = 100 << 20
"""Bytes of a file that are read. Devices such as /dev/zero have no end."""


def read_text(path: Path | str) -> str:
    """The text of a file in UTF-8, with or without its mark. Raises GameFileError."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameFileError(f"{path} cannot be read: {error}") from error


def read_bytes(path: Path | str) -> bytes:
    """What is in a file. Raises GameFileError, also for one of more than `MOST` bytes."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST + 1)
    except OSError as error:
        raise GameFileError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(content) > MOST:
        raise GameFileError(f"{path} is larger than {MOST >> 20} MB: no file of rules or plays")
    return content
