"""Files of text: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.core import text_file
from perfectplay.core.errors import GameFileError
from perfectplay.core.text_file import read_bytes, read_text
from perfectplay.registry.address import load_game


def test_a_text_with_or_without_a_mark(tmp_path: Path) -> None:
    file = tmp_path / "moves"
    for content in ("Zug ä".encode(), "Zug ä".encode("utf-8-sig")):
        file.write_bytes(content)
        assert read_text(file) == "Zug ä"


def test_what_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "moves"
    file.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(GameFileError, match=r"moves cannot be read: 'utf-8' codec"):
        read_text(file)
    with pytest.raises(GameFileError, match="none cannot be read: No such file"):
        read_text(tmp_path / "none")
    with pytest.raises(GameFileError, match="cannot be read: Is a directory"):
        read_text(tmp_path)


def test_a_file_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_file, "MOST", 3 << 20)
    for name in ("zeros.py", "zeros.json", "zeros.efg"):
        (tmp_path / name).symlink_to("/dev/zero")
        with pytest.raises(GameFileError, match=r"is larger than 3 MB: no file of rules or plays"):
            load_game(str(tmp_path / name))
    (tmp_path / "just").write_bytes(bytes(3 << 20))
    assert read_bytes(tmp_path / "just") == bytes(3 << 20)
