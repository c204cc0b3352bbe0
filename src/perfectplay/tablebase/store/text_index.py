"""Keys of states that are neither integers nor flat tuples: by their texts."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import MissingRulesError, PerfectPlayError, StoreError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import overrides
from perfectplay.game.showing import faults_of
from perfectplay.game.texts.default_texts import default_text
from perfectplay.game.texts.lasting_repr import lasting_repr
from perfectplay.tablebase.store.table_reader import TextStateTable


def stored_text(rules: CheckedGame, state: State) -> str:
    """The text under which a state is stored: the game's own, else the default text. Raises
    StoreError if that differs from one run of Python to the next."""
    own = overrides(rules.game, "text") and not isinstance(rules.game, FunctionGame)
    text = rules.text(state, None) if own else _plain(state)
    if re.search(r" at 0x[0-9a-f]+>", text):
        raise StoreError(
            f"the state {text} has no text of its own; give the game a method text(state) that "
            "tells every state from the others"
        )
    return text


def _plain(state: Any) -> str:
    """The default text, with the members of sets in a fixed order.

    >>> _plain(("a", frozenset({2, 1})))
    "('a', frozenset({1, 2}))"
    """
    return state if isinstance(state, str) else _shown(state) or default_text(state, lasting_repr)


def _shown(state: Any) -> str | None:
    """The repr of a value that may contain sets; None for any other."""
    if isinstance(state, frozenset):
        return f"frozenset({{{', '.join(sorted(_shown(x) or repr(x) for x in state))}}})"
    if isinstance(state, tuple):
        items = _all_shown(state)
        return None if items is None else f"({', '.join(items)}{',' if len(state) == 1 else ''})"
    if dataclasses.is_dataclass(state):
        names = [field.name for field in dataclasses.fields(state)]
        values = _all_shown([getattr(state, name) for name in names])
        pairs = zip(names, values or (), strict=False)
        shown = ", ".join(f"{name}={value}" for name, value in pairs)
        return None if values is None else f"{type(state).__qualname__}({shown})"
    return None


def _all_shown(values: Sequence[Any]) -> list[str] | None:
    """The reprs of some values; None if none of them contains a set."""
    shown = [_shown(value) for value in values]
    if all(text is None for text in shown):
        return None
    pairs = zip(shown, values, strict=True)
    return [repr(value) if text is None else text for text, value in pairs]


class TextKeys:
    """Keys of a stored solution whose states are stored as texts.

    The state of a text is read by the game's ``parse`` if that inverts the text, else found by
    exploring the game from the start.
    """

    def __init__(self, rules: CheckedGame, table: TextStateTable) -> None:
        self._rules = rules
        self._table = table
        self._walked: dict[str, State] | None = None

    def key_of_text(self, text: str) -> int:
        """The key of a stored text, or -1."""
        return self._table.key_of(text)

    def key(self, state: State) -> int:
        self._rules.start()  # without rules there are no texts: this raises MissingRulesError
        try:
            text = stored_text(self._rules, state)
        except PerfectPlayError:
            return -1  # this is no state of the game
        found = self._table.key_of(text)
        # another object may have the text of a stored state
        return found if found >= 0 and self._state_of(text) == state else -1

    def state(self, key: int) -> State:
        return self._state_of(self._table.text_of(int(key)))

    def array(self, states: Any) -> NDArray[np.int64]:
        return np.array([self.key(state) for state in states], np.int64)

    def states_of(self, keys: NDArray[np.int64]) -> list[State]:
        return [self.state(key) for key in keys.tolist()]

    def _state_of(self, text: str) -> State:
        if self._walked is None:
            try:
                state, kind = self._rules.game.parse(text), type(self._rules.start())
                hash(state)
                if stored_text(self._rules, state) == text and type(state) is kind:
                    return state
            except MissingRulesError:
                raise
            except faults_of(self._rules.game):
                pass  # the game cannot parse its texts: walk through all states
            self._walked = self._walk()
        if text not in self._walked:
            raise StoreError(
                f'the rules reach no state of the text "{text}" that is stored; '
                "`perfectplay verify FOLDER` says what is wrong"
            )
        return self._walked[text]

    def _walk(self) -> dict[str, State]:
        """Every state that the rules reach, by its text."""
        start = self._rules.start()
        found, waiting = {stored_text(self._rules, start): start}, [start]
        while waiting:
            for _, child in self._rules.position(waiting.pop()).options:
                text = stored_text(self._rules, child)
                if text not in found:
                    found[text] = child
                    waiting.append(child)
        return found
