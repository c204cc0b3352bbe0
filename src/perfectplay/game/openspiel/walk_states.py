"""Find the moves that lead to a state of which only the text is known."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from perfectplay.core.errors import ParseError
from perfectplay.core.shortened import shortened
from perfectplay.game.openspiel.spiel_state import SpielState

MOST = 2_000_000
"""Most states that are looked through for one of which only the text is known."""


class WalkedStates:
    """States in the order of their distance from the start, walked as far as they are needed.
    ``children``: the states after the moves of a state."""

    def __init__(
        self, start: SpielState, children: Callable[[SpielState], Iterable[SpielState]]
    ) -> None:
        self._known = {str(start): start}
        self._waiting = deque([start])
        self._children = children

    def way_to(self, text: str) -> tuple[int, ...]:
        """The actions that lead to a state. Raises ParseError if none of the first ones is it."""
        while str(text) not in self._known and self._waiting and len(self._known) < MOST:
            for child in self._children(self._waiting.popleft()):
                if child not in self._known:
                    self._known[child] = child
                    self._waiting.append(child)
        found = self._known.get(text)
        if found is None or found.actions is None:
            far = "" if not self._waiting else f" among the first {MOST:,} states"
            raise ParseError(f"no play leads to {shortened(repr(str(text)))}{far}")
        return found.actions
