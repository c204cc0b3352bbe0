"""All positions of a solution with their numbers; the start is 0.

An index in files leads from the text of a position to its number, by a hash of the text.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind, overrides
from perfectplay.game.moves import first_position
from perfectplay.game.showing import faults_of
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution

TEXTS = 512
"""The number of texts in a file, about."""


@dataclass(frozen=True)
class SitePosition:
    """A position: its number, its record, and the numbers of the positions after its moves, in the
    order of the record. A state that occurs with both sides to move has two positions."""

    number: int
    record: Record
    children: tuple[int, ...]


def positions(solution: Solution) -> Iterator[SitePosition]:
    """The reachable positions in breadth-first order.

    Raises what the rules raise.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> nodes = list(positions(solve(ThreeRocks(1, 1))))
    >>> [(node.record.text, node.record.seat, node.children) for node in nodes]
    [('1,1', 0, (1, 2, 3)), ('0,0', 1, ()), ('1,0', 1, (4,)), ('0,1', 1, (4,)), ('0,0', 0, ())]
    """
    rules = solution.rules
    first = first_position(rules)
    start = (first.state, first.seat)
    numbers, found = {start: 0}, [start]
    for number, (state, seat) in enumerate(found):  # which grows meanwhile
        record = solution.probe(state, seat)
        children = []
        for move in record.moves:
            child = (move.state, _seat(rules, state, seat, move.move, move.state))
            if child not in numbers:
                numbers[child] = len(found)
                found.append(child)
            children.append(numbers[child])
        yield SitePosition(number, record, tuple(children))


def _seat(rules: CheckedGame, state: State, seat: int, move: object, child: State) -> int:
    """The seat to move after a move; a puzzle has one seat."""
    if rules.game.players == 1:
        return 0
    if (known := rules.player(child)) is not None:
        return known
    return seat if rules.moves_again(state, move, child) else 1 - seat


class TextLookup:
    """The texts of positions that the game parses as the state that it has written. If the game
    cannot parse, all texts."""

    def __init__(self, rules: CheckedGame) -> None:
        self._rules = rules
        parses = rules.kind is not StateKind.OBJECT or isinstance(rules.start(), str)
        by_default = parses and not overrides(rules.game, "text")
        self._parses = by_default or overrides(rules.game, "parse")
        self._found: dict[str, list[int | None]] = {}
        self._plain: dict[str, State] = {}
        self._forms: dict[str, list[int | None]] = {}

    def add(self, node: SitePosition) -> None:
        """Add the texts of a position: with its seat, and without a seat."""
        record = node.record
        for text in {record.text: 0, self._rules.text(record.state, None): 0}:
            if self._parses and not self._means(text, record.state):
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
        except faults_of(self._rules.game):  # a text that the game cannot parse means no state
            return False

    def files(self) -> list[list[Any]]:
        """The content of each file: ``[text, number for seat 0, number for seat 1]``, null for
        none. A text with other blanks than the game writes is found too if it means one state only.
        """
        forms = {
            form: numbers
            for form, numbers in self._forms.items()
            if form not in self._found and self._plain[form] is not _SEVERAL
        }
        entries = {**self._found, **forms}
        count = max(1, -(-len(entries) // TEXTS))
        contents: list[list[Any]] = [[] for _ in range(count)]
        for text, numbers in entries.items():
            contents[hashed(text) % count].append([text, *numbers])
        return contents


_SEVERAL = object()
"""Stands for more than one state."""


def _enter(found: dict[str, list[int | None]], text: str, node: SitePosition) -> None:
    numbers = found.setdefault(text, [None, None])
    seat = node.record.seat or 0
    if numbers[seat] is None:
        numbers[seat] = node.number


def plain(text: str) -> str:
    """A text with single blanks, and none at its ends."""
    return re.sub("[ \t\r\n]+", " ", text).strip(" ")


def hashed(text: str) -> int:
    """The 32-bit FNV-1a hash of the UTF-16 code units of a text, as in JavaScript.

    >>> hashed("a"), hashed("")
    (3826002220, 2166136261)
    """
    value = 2166136261
    for (unit,) in struct.iter_unpack("<H", text.encode("utf-16-le", "surrogatepass")):
        value = (value ^ unit) * 16777619 & 0xFFFFFFFF
    return value
