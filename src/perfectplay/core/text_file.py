"""Files of text as people save them."""

from __future__ import annotations

from pathlib import Path

from perfectplay.core.errors import GameFileError


def read_text(path: Path | str) -> str:
    """The text of a file in UTF-8, with or without its mark. Raises GameFileError."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise GameFileError(f"{path} cannot be read: {reason}") from error
