"""Which position a text stands for: an index in files, by a hash of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from perfectplay.contract.game import StateKind, overrides
from perfectplay.contract.rules import Rules
from perfectplay.explorer.site.positions import Node
from perfectplay.words.value import State

SIZE = 512
"""About so many texts are in a file."""


class Texts:
    """The texts of positions: those that the game reads as the state they were written for.

    A game whose states are read by their texts alone has all of them.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        reads = overrides(rules.game, "parse") or rules.kind is not StateKind.OBJECT
        self._reads = reads or isinstance(rules.start(), str)
        self._found: dict[str, list[int | None]] = {}

    def add(self, node: Node) -> None:
        """Takes the texts of a position: as it is met, and as it is written for nobody's seat."""
        record = node.record
        for text in {record.text: 0, self._rules.text(record.state, None): 0}:
            if not self._reads or self._means(text, record.state):
                numbers = self._found.setdefault(plain(text), [None, None])
                seat = record.seat or 0
                if numbers[seat] is None:
                    numbers[seat] = node.number

    def _means(self, text: str, state: State) -> bool:
        try:
            return bool(self._rules.game.parse(text) == state)
        except Exception:  # a text that the game cannot read stands for nothing
            return False

    def files(self) -> list[list[Any]]:
        """The content of each file: ``[text, number of seat 0, number of seat 1]``, null where
        there is none."""
        count = max(1, -(-len(self._found) // SIZE))
        made: list[list[Any]] = [[] for _ in range(count)]
        for text, numbers in self._found.items():
            made[hashed(text) % count].append([text, *numbers])
        return made


def plain(text: str) -> str:
    """A text as it is looked up: one blank for many, none at its ends."""
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
