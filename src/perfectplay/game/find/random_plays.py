"""Plays at random from the start of a game, the same ones each time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random

from perfectplay.core.value import State
from perfectplay.game.game import Game
from perfectplay.game.showing import faults_of
from perfectplay.game.sorted_moves import in_order

MOST_STATES = 20_000
"""States that are played through at most."""

LONGEST_PLAY = 500
"""Plies after which a play is begun anew."""

WIDEST = 200
"""Moves of one state among which one is chosen."""

LARGEST_BITS = 1_000
"""A play ends at a state with a larger integer: rules that multiply soon take for ever."""


def random_states(game: Game, start: State) -> Iterator[State]:
    """States of plays at random, one play after the other; the start again and again."""
    state, ply, rng = start, 0, Random(0)
    for _ in range(MOST_STATES):
        following = None if ply >= LONGEST_PLAY else _next(game, state, rng)
        ply = 0 if following is None else ply + 1
        state = start if following is None else following
        yield state


def first_states(game: Game, start: State, most: int) -> Iterator[State]:
    """The first states that are reached from the start, ply by ply, each once; as far as the rules
    do not stumble. ``most``: how many moves are made."""
    try:
        seen, waiting = {start}, deque([start])
        yield start
        while waiting and most > 0:
            state = waiting.popleft()
            if game.outcome(state) is not None:
                continue
            for move in islice(in_order(game.moves(state)), WIDEST):
                child, most = game.play(state, move), most - 1
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
                    yield child
    except faults_of(game):  # whatever rules raise: who solves the game is told
        return


def _next(game: Game, state: State, rng: Random) -> State | None:
    """A random child; None after the end of a play, or if the rules stumble."""
    try:
        if game.outcome(state) is not None:
            return None
        moves = list(islice(in_order(game.moves(state)), WIDEST))
        child = game.play(state, rng.choice(moves)) if moves else None
    except faults_of(game):  # whatever rules raise: who solves the game is told
        return None
    return None if _is_vast(child) else child


def _is_vast(state: State) -> bool:
    """Whether a state is a very large integer, or a tuple with one."""
    fields = state if isinstance(state, tuple) else (state,)
    return any(type(x) is int and x.bit_length() > LARGEST_BITS for x in fields)
