"""Books: folders that are damaged, of others, busy or may not be written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, search, solve
from perfectplay.core.errors import (
    BookError,
    DamagedError,
    FolderBusyError,
    FormatVersionError,
    NoSolutionError,
    RulesDifferError,
    StoreError,
)
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.searcher.book import book as books
from perfectplay.searcher.book.book import Book
from perfectplay.searcher.book.book_folder import read_book, write_book
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.tablebase.table import StateEntry

# --- what is refused, and what is lost ------------------------------------------------------------


def test_it_is_no_solution(tmp_path: Path) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    with pytest.raises(NoSolutionError, match="is a book, which holds results of searches"):
        Solution.open(tmp_path)


def test_other_rules(tmp_path: Path) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    with pytest.raises(RulesDifferError, match="parameter left"):
        search(ThreeRocks(4, 3), book=tmp_path)


def test_foreign_folders(tmp_path: Path) -> None:
    solve(ThreeRocks(3, 3)).save(tmp_path / "solution")
    with pytest.raises(BookError, match="is a stored solution, no book"):
        search(ThreeRocks(3, 3), book=tmp_path / "solution")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear")
    with pytest.raises(BookError, match=r"holds something else \(letter.txt\)"):
        search(ThreeRocks(3, 3), book=tmp_path / "mine")
    with pytest.raises(BookError, match="is a file"):
        search(ThreeRocks(3, 3), book=tmp_path / "mine" / "letter.txt")
    (tmp_path / "mine" / "manifest.json").write_text('{"format": "other"}')
    with pytest.raises(BookError, match="is something else, no book"):
        search(ThreeRocks(3, 3), book=tmp_path / "mine")


def edited(folder: Path, old: str, new: str) -> None:
    path = folder / "manifest.json"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("size", [0, 1, 100, -2])
@pytest.mark.parametrize("name", ["manifest.json", "*.parquet"])
def test_damaged(tmp_path: Path, name: str, size: int) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    path = next(tmp_path.glob(name))
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    with pytest.raises(DamagedError):
        search(ThreeRocks(3, 3), book=tmp_path)
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    with pytest.raises(DamagedError):
        search(ThreeRocks(3, 3), book=tmp_path)
    path.unlink()
    with pytest.raises(StoreError):
        search(ThreeRocks(3, 3), book=tmp_path)


def test_another_version(tmp_path: Path) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    edited(tmp_path, '"version": 1', '"version": 2')
    with pytest.raises(FormatVersionError, match="version 2"):
        search(ThreeRocks(3, 3), book=tmp_path)
    edited(tmp_path, '"version": 2', '"version": 1')
    edited(tmp_path, '"states": ', '"states": 1')
    with pytest.raises(DamagedError, match="its sum does not fit"):
        search(ThreeRocks(3, 3), book=tmp_path)


def test_a_contradiction_is_shown(tmp_path: Path) -> None:
    game = ThreeRocks(5, 5)
    search(game, book=tmp_path)
    plant(tmp_path, game, (5, 4), StateEntry(Value.LOSS, 2))
    other = Book(tmp_path, game, symmetries=True)
    other.content.entries.clear()
    result = search(game)
    with pytest.raises(BookError, match="one of its entries is wrong"):
        other.keep({(5, 4): EndgameEntry(StateEntry(Value.WIN, 3))}, result)


def plant(folder: Path, game: Game, state: Any, entry: StateEntry) -> None:
    """Puts a wrong entry into a book, with the right checksums."""
    content = read_book(folder, CheckedGame(game))
    assert content.entries[state] != EndgameEntry(entry)
    content.entries[state] = EndgameEntry(entry)
    write_book(folder, content)


def test_a_book_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    monkeypatch.setattr(books.os, "access", lambda *_: False)
    with pytest.raises(BookError, match="may not be written; --known"):
        search(ThreeRocks(3, 3), book=tmp_path)
    assert search(ThreeRocks(3, 3), known=tmp_path).engine == "known"


def test_a_busy_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    monkeypatch.setattr(books, "PATIENCE", 0.1)
    with books.locked(tmp_path), pytest.raises(BookError, match="writing the book") as busy:
        search(ThreeRocks(3, 3), (1, 1), book=tmp_path)
    assert isinstance(busy.value.__cause__, FolderBusyError)
    assert busy.value.result.state == (1, 1)
    assert search(ThreeRocks(3, 3), (1, 1), book=tmp_path).known < 5
