"""Which position a text stands for: an index in files, by a hash of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import StateKind, overrides
from perfectplay.web.site.positions import SitePosition

SIZE = 512
"""About so many texts are in a file."""


class TextLookup:
    """The texts of positions: those that the game reads as the state they were written for.

    A game that writes its states and does not read them has all of them.
    """

    def __init__(self, rules: CheckedGame) -> None:
        self._rules = rules
        reads = rules.kind is not StateKind.OBJECT or isinstance(rules.start(), str)
        by_default = reads and not overrides(rules.game, "text")
        self._reads = by_default or overrides(rules.game, "parse")
        self._found: dict[str, list[int | None]] = {}
        self._plain: dict[str, State | _SeveralStates] = {}
        self._forms: dict[str, list[int | None]] = {}

    def add(self, node: SitePosition) -> None:
        """Takes the texts of a position: as it is met, and as it is written for nobody's seat."""
        record = node.record
        for text in {record.text: 0, self._rules.text(record.state, None): 0}:
            if self._reads and not self._means(text, record.state):
                continue
            _enter(self._found, text, node)
            form = plain(text)
            known = self._plain.setdefault(form, record.state)
            if known is _SEVERAL or known != record.state:
                self._plain[form] = _SEVERAL
            else:
                _enter(self._forms, form, node)

    def _means(self, text: str, state: State) -> bool:
        try:
            return bool(self._rules.game.parse(text) == state)
        except Exception:  # a text that the game cannot read stands for nothing
            return False

    def files(self) -> list[list[Any]]:
        """The content of each file: ``[text, number of seat 0, number of seat 1]``, null where
        there is none. A text with other blanks than the game writes is found too, where it can
        mean one state only."""
        forms = {
            form: numbers
            for form, numbers in self._forms.items()
            if form not in self._found and self._plain[form] is not _SEVERAL
        }
        entries = {**self._found, **forms}
        count = max(1, -(-len(entries) // SIZE))
        made: list[list[Any]] = [[] for _ in range(count)]
        for text, numbers in entries.items():
            made[hashed(text) % count].append([text, *numbers])
        return made


class _SeveralStates:
    """Stands for more than one state."""


_SEVERAL = _SeveralStates()


def _enter(found: dict[str, list[int | None]], text: str, node: SitePosition) -> None:
    numbers = found.setdefault(text, [None, None])
    seat = node.record.seat or 0
    if numbers[seat] is None:
        numbers[seat] = node.number


def plain(text: str) -> str:
    """A text with one blank for many, and none at its ends."""
    return re.sub("[ \t\r\n]+", " ", text).strip(" ")


def hashed(text: str) -> int:
    """FNV-1a, 32 bits, over the UTF-16 of a text, as a browser has it.

    >>> hashed("a"), hashed("")
    (3826002220, 2166136261)
    """
    value = 2166136261
    for unit in _units(text):
        value = (value ^ unit) * 16777619 & 0xFFFFFFFF
    return value


def _units(text: str) -> Iterable[int]:
    raw = text.encode("utf-16-le", "surrogatepass")
    return (raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2))
