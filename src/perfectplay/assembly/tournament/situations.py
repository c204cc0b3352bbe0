"""What players do in each situation, tabulated as plays meet it; plays over these tables, plainly.

A situation is a state, the player to move and, where that player asks for it, the opponent's last
move. Nothing is asked about a situation that no play has met.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from perfectplay.assembly.automatic import Automatic
from perfectplay.assembly.moves import first_position
from perfectplay.assembly.tournament.draws import chosen, number
from perfectplay.assembly.tournament.tables import OPEN, Tables
from perfectplay.assembly.tournament.tally import STOPPED, Tally
from perfectplay.contract.rules import Position, Rules
from perfectplay.words.value import Move, State, Value

KEPT = 500_000
"""Situations held at once: beyond these a play begins with empty tables."""

KEPT_POSITIONS = 50_000
"""States whose moves are remembered at once."""


class Situations:
    """Any two automatic players of a game. Player 0 and 1 stand for the two of ``players``."""

    def __init__(
        self, rules: Rules, players: Sequence[Automatic], keys: tuple[int, int], most: int
    ) -> None:
        self._rules, self._players = rules, players
        self._keys, self._most = keys, most
        self._asks = [player.asks_last for player in players]
        start = first_position(rules)
        self._start, self._seat = start.state, start.seat
        self._asks_any = any(self._asks)
        self._positions: dict[State, Position] = {}
        self.tabulated = 0
        self._clear()

    def _clear(self) -> None:
        self._index: dict[Hashable, int] = {}
        self._what: list[tuple[State, int, Move | None] | None] = []
        self._ends = bytearray()
        self._movers = bytearray()
        self._targets: list[tuple[int, ...]] = []
        # the seat of the start is 0 or 1; the player who has it depends on the side
        self.first = tuple(self._place(self._start, side ^ self._seat, None) for side in (0, 1))

    def _place(self, state: State, who: int, last: Move | None) -> int:
        key = (state, who, _name(last)) if self._asks[who] else (state, who)
        place = self._index.get(key)
        if place is None:
            place = self._index[key] = len(self._what)
            self._what.append((state, who, last))
            self._ends.append(OPEN)
            self._movers.append(who)
            self._targets.append(())
        return place

    def _tabulate(self, place: int) -> None:
        """Asks the rules about a situation, and the player to move."""
        what = self._what[place]
        assert what is not None
        state, who, last = what
        outcome, options, _ = self._position(state)
        if outcome is not None:
            self._ends[place] = outcome if who == 0 else outcome.negated
        else:
            legal = [move for move, _ in options]
            among = self._players[who].among(state, legal, last)
            if among is None:
                self._movers[place] = who + 2
                among = list(range(len(options)))
            targets = [self._after(state, who, last, *options[i]) for i in among]
            self._targets[place] = tuple(targets)
            self._ends[place] = Value.UNKNOWN
        self._what[place] = None  # it is not asked again
        self.tabulated += 1

    def _position(self, state: State) -> Position:
        """What the rules say; where a player asks for last moves, states come again with others."""
        if not self._asks_any:
            return self._rules.position(state)
        known = self._positions.get(state)
        if known is None:
            if len(self._positions) > KEPT_POSITIONS:
                self._positions.clear()
            known = self._positions[state] = self._rules.position(state)
        return known

    def _after(self, state: State, who: int, last: Move | None, move: Move, child: State) -> int:
        if self._rules.moves_again(state, move, child):
            return self._place(child, who, last)
        return self._place(child, 1 - who, move)

    def play(self, play: int, side: int, tally: Tally) -> None:
        """One play into a tally; player 0 has seat 0 where ``side`` is 0.

        The slow twin of the kernel in `engines/plays.py`.
        """
        if len(self._what) > KEPT:
            self._clear()
        bases = [number(key, play) for key in self._keys]
        unanswered = [0, 0]
        place, plies = self.first[side], 0
        while True:
            if self._ends[place] == OPEN:
                self._tabulate(place)
            if self._ends[place] or plies >= self._most:
                break
            mover, targets = self._movers[place], self._targets[place]
            at = 0
            if len(targets) > 1:
                at = chosen(number(bases[mover & 1], plies), len(targets))
            if mover > 1:
                unanswered[mover & 1] += 1
            place = targets[at]
            plies += 1
        end = self._ends[place]
        tally.enter(side, end - 1 if end else STOPPED, plies, (unanswered[0], unanswered[1]))

    def tables(self) -> Tables:
        """All that is tabulated by now, for the kernel."""
        starts = np.zeros(len(self._targets) + 1, np.int64)
        np.cumsum(
            np.fromiter(map(len, self._targets), np.int64, len(self._targets)), out=starts[1:]
        )
        flat: NDArray[np.int32] = np.fromiter(
            chain.from_iterable(self._targets), np.int32, int(starts[-1])
        )
        ends = np.frombuffer(bytes(self._ends), np.uint8)
        movers = np.frombuffer(bytes(self._movers), np.uint8)
        return Tables(starts, flat, ends, movers, np.array(self.first, np.int64))


def _name(move: Move | None) -> Hashable:
    """A move as part of a key: 1 is not True, and what cannot be hashed has a text."""
    try:
        hash(move)
    except TypeError:
        return type(move), repr(move)
    return type(move), move
