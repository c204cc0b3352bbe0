"""The rows of a sweep in a file, each added as soon as it is known.

The file has a line of JSON for the sweep and one for each row. A row is written by one call and
synced, so that a killed process leaves at most one line that is not whole, which is cut off.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import Any

from perfectplay.analysis.atlas.solved_row import SweepLimits, blank_row
from perfectplay.analysis.atlas.swept_row import FAILED, SOLVED, SweptRow
from perfectplay.core.errors import ParameterError, StoreError
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.registry.parameters import build
from perfectplay.tablebase.store.atomic_files import refused

FORMAT = {"format": "perfectplay sweep", "version": 1}


class KeptRows:
    """The rows of earlier runs of a sweep, and the file to which new ones are added.

    A solved or failed row counts again if the rules are the same, any other if the limits are the
    same too. Raises StoreError for a file of something else, or of another game.
    """

    def __init__(self, path: str | PathLike[str], name: str, limits: SweepLimits) -> None:
        self.path, self._limits = Path(path), _asked(limits)
        self._known: dict[str, dict[str, Any]] = {}
        header = _line({**FORMAT, "game": name})
        there = self.path.exists()
        if there and not self.path.is_file() and not self.path.is_dir():
            raise StoreError(f"{path} is no file that keeps rows; choose a new file")
        try:
            content = self.path.read_bytes() if there else b""
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror}") from error
        whole = content[: content.rfind(b"\n") + 1]
        if whole:
            first, *lines = whole.splitlines()
            self._check(first, name)
            for number, line in enumerate(lines, 2):
                self._read(line, number)
        elif not header.startswith(content):
            raise self._strange()
        if len(whole) < len(content):
            with _writing(self.path):
                os.truncate(self.path, len(whole))
        if not whole:
            self._add(header)

    def _strange(self) -> StoreError:
        return StoreError(f"{self.path} holds something else; choose a new file for the rows")

    def _check(self, first: bytes, name: str) -> None:
        header = None
        with suppress(ValueError):
            header = json.loads(first)
        if not isinstance(header, dict) or header.get("format") != FORMAT["format"]:
            raise self._strange()
        if header.get("version") != FORMAT["version"]:
            raise StoreError(f"{self.path} is of another version of perfectplay; choose a new file")
        if header.get("game") != name:
            raise StoreError(
                f"{self.path} holds a sweep of {header.get('game')}, not of {name}; choose a new "
                "file for the rows"
            )

    def _read(self, line: bytes, number: int) -> None:
        try:
            found = json.loads(line)
            row = SweptRow.of_dict(found)
            self._known[row.words()] = {**found, "row": row}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreError(
                f"line {number} of {self.path} is no row of a sweep; remove that line, or choose a "
                "new file"
            ) from error

    def row(self, game: type[Game] | Game, parameters: Mapping[str, Any]) -> SweptRow | None:
        """The row of a combination from an earlier run; None if it must be solved."""
        kept = self._known.get(blank_row(parameters, SOLVED).words())
        if kept is None:
            return None
        row: SweptRow = kept["row"]
        lasts = row.result in (SOLVED, FAILED) or kept.get("limits") == self._limits
        rules = kept.get("rules")
        return row if lasts and rules and rules == _rules_of(game, parameters) else None

    def keep(self, game: type[Game] | Game, given: Mapping[str, Any], row: SweptRow) -> None:
        """Add a row. Raises StoreError."""
        more = {"limits": self._limits, "rules": _rules_of(game, given)}
        self._add(_line({**row.as_dict(), **more}))

    def _add(self, content: bytes) -> None:
        with _writing(self.path):
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                while content:
                    content = content[os.write(handle, content) :]
                os.fsync(handle)
            finally:
                os.close(handle)


def _asked(limits: SweepLimits) -> dict[str, Any]:
    """The limits that were asked for, which do not depend on the machine."""
    names = ("seconds", "max_states", "memory", "search", "symmetries")
    return {name: getattr(limits, name) for name in names}


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise refused(error, path) from error


def _rules_of(game: type[Game] | Game, parameters: Mapping[str, Any]) -> str | None:
    """The fingerprint of the rules; None if there is none, and then no row counts again."""
    try:
        return fingerprint(build(game, parameters)).whole
    except ParameterError as refusal:
        return str(refusal)
    except Exception:  # whatever hand-made rules raise
        return None
