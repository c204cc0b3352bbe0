"""Retrograde analysis of everything that a state reaches in a game with loops and known states.

It goes backwards from ends and known states, the nearest first: so the first move that proves a win
is the fastest one, and the last move that completes a loss delays it the most.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from perfectplay.core.errors import StateLimitError
from perfectplay.core.value import State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.tablebase.table import StateEntry

Ending = Callable[[State], StateEntry | None]


def search_whole(
    rules: CheckedGame, state: State, most: int, go_on: Callable[[int], bool], ending: Ending
) -> dict[State, StateEntry] | None:
    """Every state reached from ``state`` before known states, with its result.

    ``ending``: the known entry of a state other than ``state``, or None. None if ``go_on`` returns
    False. Raises StateLimitError, RulesError. Not for games of points.
    """
    graph = _ParentGraph()
    waiting = [state]
    graph.parents[state] = []
    while waiting:
        at = waiting.pop()
        found = None if at == state else ending(at)
        if found is None:
            position = rules.position(at)
            if position.outcome is not None:
                found = StateEntry(position.outcome, 0)
        if found is not None:
            graph.ends[at] = found
            continue
        graph.open[at] = len(position.options)
        for move, child in position.options:
            if child not in graph.parents:
                graph.parents[child] = []
                waiting.append(child)
            graph.parents[child].append((at, rules.moves_again(at, move, child)))
        size = len(graph.parents)
        if size > most:
            raise StateLimitError(f"more than {most:,} states are reached", states=size)
        if size % 1024 == 0 and not go_on(size):
            return None
    return graph.resolved()


class _ParentGraph:
    """The parents of states; ``open``: the number of moves of each that may still lose."""

    def __init__(self) -> None:
        self.parents: dict[State, list[tuple[State, bool]]] = {}
        self.open: dict[State, int] = {}
        self.ends: dict[State, StateEntry] = {}

    def resolved(self) -> dict[State, StateEntry]:
        """The results of all states."""
        known = self._decided()
        drawn = {s: one for s, one in self.ends.items() if one.value is Value.DRAW}
        return known | self._draws(known, drawn)

    def _decided(self) -> dict[State, StateEntry]:
        """Wins and losses."""
        known: dict[State, StateEntry] = {}
        order: list[tuple[int, int, State, Value]] = []
        ties = count()  # states need not be comparable
        for state, one in self.ends.items():
            if one.value is not Value.DRAW:
                assert one.remoteness is not None
                heappush(order, (one.remoteness, next(ties), state, one.value))
        while order:
            plies, _, state, value = heappop(order)
            if state in known:
                continue
            known[state] = StateEntry(value, plies)
            for parent, again in self.parents[state]:
                if (value if again else value.negated) is Value.WIN:
                    heappush(order, (plies + 1, next(ties), parent, Value.WIN))
                else:
                    self.open[parent] -= 1
                    if not self.open[parent]:
                        heappush(order, (plies + 1, next(ties), parent, Value.LOSS))
        return known

    def _draws(
        self, known: dict[State, StateEntry], drawn: dict[State, StateEntry]
    ) -> dict[State, StateEntry]:
        """The drawn states: with the plies to the nearest drawn end, or endless."""
        found: dict[State, StateEntry] = {}
        order: list[tuple[int, int, State]] = []
        ties = count()
        for state, one in drawn.items():
            if one.remoteness is not None:
                heappush(order, (one.remoteness, next(ties), state))
        while order:
            plies, _, state = heappop(order)
            if state in found:
                continue
            found[state] = StateEntry(Value.DRAW, plies)
            for parent, _ in self.parents[state]:
                if parent not in known:
                    heappush(order, (plies + 1, next(ties), parent))
        rest = (s for s in self.parents if s not in known and s not in found)
        return found | {state: StateEntry(Value.DRAW, None) for state in rest}
