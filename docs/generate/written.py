"""Files that are written only if they change, so that Sphinx reads no page twice."""

from __future__ import annotations

from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a text file, unless the file has this text already.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     page = Path(folder) / "new" / "page.md"
    ...     write(page, "# Page")
    ...     page.read_text()
    '# Page'
    """
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def clear(folder: Path, keep: set[str]) -> None:
    """Remove the files of a folder whose names are not in ``keep``."""
    for path in folder.iterdir() if folder.exists() else ():
        if path.is_file() and path.name not in keep:
            path.unlink()
