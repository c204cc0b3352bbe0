"""Replies of players in each situation, tabulated when a play reaches it; plays in plain Python.

A situation is a state, the player to move and, if that player asks for it, the opponent's last
move. Players are asked only about situations that plays reach.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.functions import FunctionGame
from perfectplay.game.moves import first_position
from perfectplay.play.automatic import Automatic
from perfectplay.play.tournament.reply_tables import OPEN, ReplyTables
from perfectplay.play.tournament.result import STOPPED, PlayTally
from perfectplay.play.tournament.rng import chosen, number

KEPT = 500_000
"""Most situations in the tables: beyond these a play begins with empty tables."""

NO_MOVE = 0
"""The number of no last move; moves are numbered from 1."""


class _StateOptions(NamedTuple):
    """Value and score (in a game of points) of a state that is over; else its moves, and for each
    the next state's number, True if the mover moves again, the move's number, and its gain."""

    outcome: Value | None
    score: int
    moves: list[Move]
    after: list[tuple[int, bool, int, int]]


class Situations:
    """Situations of a game between players 0 and 1 of ``players``. ``questions``: number of
    questions to the players. ``glances``: see `_glance`."""

    def __init__(
        self, rules: CheckedGame, players: Sequence[Automatic], keys: tuple[int, int], most: int
    ) -> None:
        self._rules, self._players = rules, players
        self._keys, self._most = keys, most
        self._asks = [player.asks_last for player in players]
        self._asks_any = any(self._asks)
        start = first_position(rules)
        self._start, self._seat = start.state, start.seat
        # a FunctionGame would make each move twice: for the moves, and for the next state
        self.glances = not isinstance(rules.game, FunctionGame)
        self.questions = 0
        self._clear()

    def _clear(self) -> None:
        self._nodes: dict[State, int] = {}
        self._states: list[State] = []
        self._options: dict[int, _StateOptions] = {}
        self._numbers: dict[Hashable, int] = {}
        self._moves: list[Move | None] = [None]
        self._index: dict[int, int] = {}
        self._what: list[tuple[int, int, int]] = []
        self._visited = bytearray()
        self._ends = bytearray()
        self._movers = bytearray()
        self._starts, self._counts, self._targets = array("q"), array("i"), array("i")
        self._gains, self._finals = array("i"), array("i")
        # the seat of the start is 0 or 1; the player who has it depends on the side
        start = self._node(self._start)
        self.first = tuple(self._place(start, side ^ self._seat, NO_MOVE) for side in (0, 1))

    # --- numbers for states, moves and situations ---------------------------------------------

    def _node(self, state: State) -> int:
        node = self._nodes.setdefault(state, len(self._states))
        if node == len(self._states):
            self._states.append(state)
        return node

    def _number(self, move: Move) -> int:
        if not self._asks_any:
            return NO_MOVE
        number_ = self._numbers.setdefault(_name(move), len(self._moves))
        if number_ == len(self._moves):
            self._moves.append(move)
        return number_

    def _place(self, node: int, player: int, last: int) -> int:
        if not self._asks[player]:
            last = NO_MOVE
        key = (last << 33) + 2 * node + player
        place = self._index.setdefault(key, len(self._what))
        if place == len(self._what):
            self._what.append((node, player, last))
            self._visited.append(0)
            self._ends.append(OPEN)
            self._movers.append(player)
            self._starts.append(0)
            self._counts.append(0)
            self._finals.append(0)
        return place

    # --- asking -------------------------------------------------------------------------------

    def _tabulate(self, place: int) -> None:
        """Fill the tables for a situation."""
        node, player, last = self._what[place]
        outcome, score, moves, after = self._known(node)
        if outcome is not None:
            self._end(place, player, outcome, score)
            return
        places = []
        for i in self._among(place, moves):
            child, again, move, gain = after[i]
            places.append(
                self._place(child, player, last) if again else self._place(child, 1 - player, move)
            )
            self._gains.append(gain if player == 0 else -gain)
        self._starts[place], self._counts[place] = len(self._targets), len(places)
        self._targets.extend(places)
        self._ends[place] = Value.UNKNOWN

    def _glance(self, place: int, bases: tuple[int, int], plies: int) -> tuple[int, int] | None:
        """Next situation and gain of player 0 at the first visit of a situation; None at an end.

        Only one move is made, as in a large game the first visit is often the last."""
        node, player, last = self._what[place]
        state = self._states[node]
        outcome = self._rules.outcome(state)
        if outcome is None and (legal := self._rules.moves(state)):
            among = self._among(place, legal)
            move = legal[among[_drawn(len(among), bases[player], plies)]]
            child, gain = self._rules.play(state, move), self._rules.gain(state, move)
            gain = gain if player == 0 else -gain
            if self._rules.moves_again(state, move, child):
                return self._place(self._node(child), player, last), gain
            return self._place(self._node(child), 1 - player, self._number(move)), gain
        over = self._rules.position(state)
        assert over.outcome is not None
        self._end(place, player, over.outcome, over.score or 0)
        return None

    def _known(self, node: int) -> _StateOptions:
        """Options of a state; cached if the state can come again with another last move."""
        known = self._options.get(node)
        if known is None:
            state = self._states[node]
            outcome, options, _, score = self._rules.position(state)
            after = [
                (
                    self._node(child),
                    self._rules.moves_again(state, move, child),
                    self._number(move),
                    self._rules.gain(state, move),
                )
                for move, child in options
            ]
            known = _StateOptions(outcome, score or 0, [move for move, _ in options], after)
            if self._asks_any:
                self._options[node] = known
        return known

    def _end(self, place: int, player: int, outcome: Value, score: int) -> None:
        self._ends[place] = outcome if player == 0 else outcome.negated
        self._finals[place] = score if player == 0 else -score

    def _among(self, place: int, legal: list[Move]) -> Sequence[int]:
        """Indices in ``legal`` of the moves among which a player chooses."""
        node, player, last = self._what[place]
        among = self._players[player].among(self._states[node], legal, self._moves[last])
        if among is not None:
            return among
        self._movers[place] = player + 2
        return range(len(legal))

    @property
    def full(self) -> bool:
        """True if the next play begins with empty tables."""
        return len(self._what) > KEPT

    def tabulate(self, places: Iterable[int]) -> None:
        """Fill the tables for situations that plays have reached, in this order."""
        for place in places:
            self._tabulate(place)

    # --- playing ------------------------------------------------------------------------------

    def play(self, play: int, side: int, tally: PlayTally) -> None:
        """Play one play into a tally; player 0 has seat 0 if ``side`` is 0. This is the slow twin
        of the kernel in `play/tournament/plays.py`."""
        if self.full:
            self._clear()
        one, two = self._keys
        bases = number(one, play), number(two, play)
        unanswered = [0, 0]
        here, plies, points = self.first[side], 0, 0
        while (after := self._next(here, bases, plies)) is not None and plies < self._most:
            mover = self._movers[here]
            if mover > 1:
                unanswered[mover & 1] += 1
            here, gain = after
            points += gain
            plies += 1
        result = self._ends[here] - 1 if after is None else STOPPED
        if self._rules.scoring and result != STOPPED:
            result = value_of_score(points + self._finals[here]) - 1
        tally.enter(side, result, plies, (unanswered[0], unanswered[1]))

    def _next(self, here: int, bases: tuple[int, int], plies: int) -> tuple[int, int] | None:
        """Next situation of a play, and gain of player 0; None at the end."""
        if self._ends[here] == OPEN:
            self.questions += 1
            if self.glances and not self._visited[here]:
                self._visited[here] = 1
                return self._glance(here, bases, plies)
            self._tabulate(here)
        if self._ends[here]:
            return None
        drawn = _drawn(self._counts[here], bases[self._movers[here] & 1], plies)
        at = self._starts[here] + drawn
        return self._targets[at], self._gains[at]

    def tables(self) -> ReplyTables:
        """The tables so far, for the kernel."""
        scoring = self._rules.scoring
        return ReplyTables(
            np.array(self._starts, np.int64),
            np.array(self._counts, np.int32),
            np.array(self._targets, np.int32),
            np.frombuffer(bytes(self._ends), np.uint8),
            np.frombuffer(bytes(self._movers), np.uint8),
            np.array(self._gains if scoring else (), np.int32),
            np.array(self._finals if scoring else (), np.int32),
            np.array(self.first, np.int64),
        )


def _drawn(count: int, base: int, plies: int) -> int:
    """Index of the random choice at this ply."""
    return chosen(number(base, plies), count) if count > 1 else 0


def _name(move: Move) -> Hashable:
    """A move as part of a key: 1 differs from True, and moves that cannot be hashed have a text."""
    try:
        hash(move)
    except TypeError:
        return type(move), repr(move)
    return type(move), move
