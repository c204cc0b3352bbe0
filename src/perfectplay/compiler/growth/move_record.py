"""States that keep the order of past moves, which nothing in the rules reads."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.compiler.growth.changes import parts_of
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.showing import faults_of, shown, shown_move

PAIRS = 20
"""Pairs of states with the same plays that say enough, if no more pairs have others: moves that
change places may hinder each other."""

TRIES, FOLLOWED, PLIES = 400, 3, 60
"""Begun triples of moves, plays that follow from a pair, and plies of each, at most."""

SECONDS = 1.0
"""Processor seconds after which nothing more is tried."""

Triple = tuple[Move, Move, Move]


@dataclass(frozen=True)
class MoveRecord:
    """Two states reached by the same three moves in another order, which differ in nothing that
    was seen to follow."""

    game: Game
    moves: Triple
    one: State
    other: State

    def sentence(self) -> str:
        """The example in words, and what it means."""
        a, b, c = (shown_move(self.game, move) for move in self.moves)
        return (
            "the states seem to keep the order of past moves: the moves "
            f"{a}, {b}, {c} and {c}, {b}, {a} lead to two states, {shown(self.game, self.one)} and "
            f"{shown(self.game, self.other)}, and the plays that were tried from there are the "
            f"same, as in {PAIRS} such pairs. A state needs only what the rules read later: with a "
            "record of past moves in it, one position becomes many states"
        )


def find_record(rules: CheckedGame) -> MoveRecord | None:
    """The first of `PAIRS` pairs of states that differ by the order of moves only; None if one pair
    is a single state, as where a board is kept, or if more pairs differ in what follows.

    They must differ in a part that becomes longer with the moves: a state that holds its last move
    has few twins. The plays are the same each time. Rules that raise end the search.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> class Logged(ThreeRocks):
    ...     def start(self):
    ...         return self.left, self.right, ()
    ...     def play(self, state, move):
    ...         return (*super().play(state[:2], move), (*state[2], move))
    ...     def outcome(self, state):
    ...         return super().outcome(state[:2])
    >>> find_record(CheckedGame(Logged())).moves
    ((2, 0), (2, 0), (0, 1))
    >>> find_record(CheckedGame(ThreeRocks()))
    """
    rng, late = random.Random(0), time.process_time() + SECONDS
    first: MoveRecord | None = None
    alike = unlike = 0
    try:
        for state in _states(rules, rng):
            found = _swapped(rules.game, state, rng)
            if found is None or not _moves(rules.game, found.one):
                continue
            one, other = found.one, found.other
            if one == other or not _longer_part_differs(state, one, other):
                return None
            if all(_follow(rules.game, one, other, rng) for _ in range(FOLLOWED)):
                first, alike = first or found, alike + 1
            else:
                unlike += 1
            if alike == PAIRS or time.process_time() > late:
                return first if alike == PAIRS and alike >= unlike else None
    except faults_of(rules.game):  # the solve will raise it too, with a better message
        return None
    return None


def _states(rules: CheckedGame, rng: random.Random) -> Iterator[State]:
    """States of random plays: each play is begun anew after a while, so that most are early."""
    start = rules.start()
    state = start
    for _ in range(TRIES):
        yield state
        moves = _moves(rules.game, state)
        over = not moves or rng.random() < 0.2
        state = start if over else rules.game.play(state, rng.choice(moves))


def _swapped(game: Game, state: State, rng: random.Random) -> MoveRecord | None:
    """Three random moves, if the first and the third of them can change places."""
    at, moves = state, list[Move]()
    for _ in range(3):
        legal = _moves(game, at)
        if not legal:
            return None
        moves.append(rng.choice(legal))
        at = game.play(at, moves[-1])
    a, b, c = moves
    if a == c:
        return None
    other = state
    for move in (c, b, a):
        if move not in _moves(game, other):
            return None
        other = game.play(other, move)
    return MoveRecord(game, (a, b, c), at, other)


def _follow(game: Game, one: State, other: State, rng: random.Random) -> bool:
    """Whether a random play from one state is the same from the other."""
    for _ in range(PLIES):
        moves = _moves(game, one)
        if game.outcome(one) != game.outcome(other) or moves != _moves(game, other):
            return False
        if game.player(one) != game.player(other):
            return False
        if not moves:
            return True
        move = rng.choice(moves)
        one, other = game.play(one, move), game.play(other, move)
    return True


def _moves(game: Game, state: State) -> list[Move]:
    """The moves in an order that does not depend on that of sets; none at the end of a play."""
    return [] if game.outcome(state) is not None else sorted(game.moves(state), key=repr)


def _longer_part_differs(state: Any, one: Any, other: Any) -> bool:
    """Whether two values differ in a text, a tuple or a set that is longer than in ``state``."""
    if one == other or not type(state) is type(one) is type(other):
        return False
    if isinstance(one, str | bytes | frozenset):
        return len(one) > len(state)
    parts = [parts_of(value) for value in (state, one, other)]
    before, ours, theirs = (part or () for part in parts)
    if len(ours) > len(before):
        return True
    return any(map(_longer_part_differs, before, ours, theirs))
