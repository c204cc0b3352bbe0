"""The content of a book in memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace

import numpy as np

from perfectplay.core.errors import BookError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind, has_symmetries
from perfectplay.game.texts.lasting_repr import lasting_repr
from perfectplay.searcher.endgame_source import EndgameEntry, EndgameStates, array_of
from perfectplay.tablebase.table import StateEntries, plies_text, worth_text

ROWS = 1 << 16
"""Entries that are put into arrays at a time."""


@dataclass(eq=False)
class BookContent:
    """Entries by state, or by text if ``texts``: for states without keys of 63 bits.

    ``symmetries``: whether images of a state are looked up too.
    """

    rules: CheckedGame
    entries: dict[State, EndgameEntry]
    _: KW_ONLY
    texts: bool
    symmetries: bool

    def __post_init__(self) -> None:
        self.symmetries = self.symmetries and has_symmetries(self.rules.game)

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, state: State) -> EndgameEntry | None:
        """What is known of a state or its images, preferably with the remoteness."""
        found = self._one(state)
        if self.symmetries and (found is None or not found.whole):
            for image in self.rules.symmetries(state):
                other = self._one(image)
                if other is not None and (found is None or other.whole):
                    found = other
        return found

    def _one(self, state: State) -> EndgameEntry | None:
        return self.entries.get(text_of(self.rules, state) if self.texts else state)

    def rows(self) -> Iterator[EndgameStates]:
        if self.texts:
            return
        states = list(self.entries)
        for first in range(0, len(states), ROWS):
            some = states[first : first + ROWS]
            founds = [self.entries[state] for state in some]
            whole = np.array([found.whole for found in founds])
            entries = entries_of(founds, scored=self.rules.scoring)
            fields, shape = array_of(self.rules, some)
            yield EndgameStates(fields, entries, whole, False, shape)

    def states(self) -> Iterator[tuple[State | None, State, EndgameEntry]]:
        """(state, key, entry) of each; the state is None if its text cannot be read back."""
        for form, found in self.entries.items():
            yield (_read(self.rules, form) if self.texts else form), form, found

    def with_results(self, proved: Mapping[State, EndgameEntry]) -> BookContent:
        """The content with further results. Raises BookError if they contradict it."""
        entries = dict(self.entries)
        for state, found in proved.items():
            form = text_of(self.rules, state) if self.texts else state
            entries[form] = _joined(self.rules, state, entries.get(form), found)
        return replace(self, entries=entries)

    def as_texts(self) -> BookContent:
        """The same content by text."""
        entries = {text_of(self.rules, state): found for state, found in self.entries.items()}
        return replace(self, entries=entries, texts=True)


def _joined(
    rules: CheckedGame, state: State, before: EndgameEntry | None, found: EndgameEntry
) -> EndgameEntry:
    if before is None:
        return found
    same = (before.entry.value, before.entry.score) == (found.entry.value, found.entry.score)
    if before.whole and found.whole:
        same = same and before.entry.remoteness == found.entry.remoteness
    if not same:
        raise BookError(
            f"the book says that the state {rules.state_text(state)} is {worth(before)}, and the "
            f"search has proved that it is {worth(found)}: one of its entries is wrong; "
            "`perfectplay verify FOLDER` looks for it, a new book does without it"
        )
    return before if before.whole else found


def worth(found: EndgameEntry) -> str:
    """An entry in a few words.

    >>> from perfectplay.core.value import Value
    >>> from perfectplay.tablebase.table import StateEntry
    >>> worth(EndgameEntry(StateEntry(Value.WIN, 3)))
    'a win in 3 plies'
    >>> worth(EndgameEntry(StateEntry(Value.LOSS, None, -2), False))
    'a loss by 2'
    """
    value, plies, score = found.entry
    if found.whole and plies is None:
        return f"an endless {value}"
    return f"a {worth_text(value, score)}{f' in {plies_text(plies)}' if found.whole else ''}"


def entries_of(founds: list[EndgameEntry], *, scored: bool) -> StateEntries:
    """[N] entries as arrays; an unknown remoteness is -1."""
    plies = [-1 if f.entry.remoteness is None else f.entry.remoteness for f in founds]
    scores = np.array([f.entry.score or 0 for f in founds], np.int32) if scored else None
    values = np.array([f.entry.value for f in founds], np.uint8)
    return StateEntries(values, np.array(plies, np.int32), scores)


def text_of(rules: CheckedGame, state: State) -> str:
    """The unique text under which a state is kept.

    Raises BookError if it differs between runs of Python.
    """
    if type(state) is str and rules.kind is StateKind.OBJECT and type(rules.start()) is str:
        return state
    text = lasting_repr(state)
    if " at 0x" in text:
        raise BookError(
            f"the state {text} has no text that lasts, so that it cannot be kept in a book; make "
            "states of numbers, texts, tuples and frozen dataclasses"
        )
    return text


def _read(rules: CheckedGame, text: str) -> State | None:
    """The state of a text; None if it cannot be read back."""
    if rules.kind is StateKind.OBJECT and type(rules.start()) is str:
        return text
    for read in (ast.literal_eval, rules.game.parse):
        try:
            state = read(text)
            if text_of(rules, state) == text and isinstance(state, type(rules.start())):
                return state
        except Exception:  # the next one may read it, or none
            continue
    return None
