"""A book of searches: opened before a search, and extended by its results."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING

from perfectplay.core.errors import BookError, FolderBusyError, StoreError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import not_begun_elsewhere
from perfectplay.searcher.book.book_folder import read_book, write_book
from perfectplay.searcher.book.content import BookContent
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.solver.checkpoint.lock import LOCK, locked
from perfectplay.tablebase.store.atomic_files import UNFINISHED, check_own, made_folder
from perfectplay.tablebase.store.manifest import MANIFEST
from perfectplay.tablebase.store.remote_files import local_folder

if TYPE_CHECKING:
    from perfectplay.searcher.searched import SearchResult

PATIENCE = 30.0
"""Seconds to wait while another process writes the book."""


class Book:
    """A book in a folder, created if there is none. ``content``: its entries.

    Raises BookError if the folder is something else or not writable, RulesDifferError for a book of
    other rules, DamagedError for a damaged one.
    """

    def __init__(self, folder: str | PathLike[str], game: Game, *, symmetries: bool) -> None:
        self.folder = local_folder(folder)
        self._symmetries = symmetries
        self._rules = CheckedGame(not_begun_elsewhere(game))
        if self._is_new():
            with self._writing():
                if not (self.folder / MANIFEST).exists():
                    empty = BookContent(self._rules, {}, texts=False, symmetries=symmetries)
                    write_book(self.folder, empty)
        elif not os.access(self.folder, os.W_OK):
            raise BookError(
                f"the book in {self.folder} may not be written; --known {self.folder} reads it "
                "alone, or change its permissions"
            )
        self.content = self._read()

    def keep(self, proved: Mapping[State, EndgameEntry], result: SearchResult) -> None:
        """Add results to the current content of the folder.

        Raises BookError, with the ``result`` of the search, if they cannot be kept.
        """
        try:
            if self.content.with_results(proved).entries != self.content.entries:
                with self._writing():
                    self.content = self._read().with_results(proved)
                    write_book(self.folder, self.content)
        except StoreError as problem:
            error = problem if isinstance(problem, BookError) else BookError(str(problem))
            error.result = result
            raise error from problem

    def _read(self) -> BookContent:
        return read_book(self.folder, self._rules, symmetries=self._symmetries)

    def _is_new(self) -> bool:
        """Create the folder if necessary; True if it holds no book yet. Raises BookError."""
        try:
            _, names = made_folder(self.folder, "a file; a book is a folder")
            if MANIFEST in names:
                return False
            strange = [name for name in names if name != LOCK and not name.endswith(UNFINISHED)]
            check_own(self.folder, strange, " for the book")
        except StoreError as error:
            raise BookError(str(error)) from error
        return True

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A context that holds the lock of the folder. Raises StoreError."""
        end = time.monotonic() + PATIENCE
        while True:
            lock = locked(self.folder, "writing the book in")
            try:
                lock.__enter__()
                break
            except FolderBusyError:
                if time.monotonic() >= end:
                    raise
                time.sleep(0.05)
        try:
            yield
        finally:
            lock.__exit__(None, None, None)
