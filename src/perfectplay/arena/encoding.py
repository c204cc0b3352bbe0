"""States as arrays and moves as numbers, for environments of other libraries."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.game import StateKind, kind_of
from perfectplay.game.moves import in_order, listed
from perfectplay.game.naming import game_name
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.showing import shown

MOST = 50_000
"""States of a game that is looked through for all of its moves."""

FIRST, PLAYS, LONGEST = 2_000, 50, 200
"""States from the start, random plays and their plies, of which arrays are made to learn sizes."""

BITS = 63
"""Bits of a state that is an integer."""

Observe: TypeAlias = Callable[[State], Any]
"""A function that makes an array of a state."""

_HELP = "give a function of the state that makes an array, as observe="


@dataclass(frozen=True)
class Encoding:
    """The moves of a game by number, and the function that makes an array of a state."""

    rules: CheckedGame
    moves: tuple[Move, ...]
    observe: Observe

    @cached_property
    def number(self) -> dict[Move, int]:
        """The number of each move."""
        return {move: i for i, move in enumerate(self.moves)}

    def observation(self, state: State) -> NDArray[Any]:
        """The array of a state. Raises ParameterError for one that has no array like the start."""
        return np.asarray(self.observe(state))

    def mask(self, legal: Iterable[Move], state: State) -> NDArray[np.int8]:
        """[M] 1 for each legal move. Raises ParameterError for a move without a number."""
        mask = np.zeros(len(self.moves), np.int8)
        for move in legal:
            if move not in self.number:
                where = shown(self.rules.game, state)
                raise ParameterError(
                    f"the move {self.rules.move_text(move)} in state {where} is not among the "
                    "moves that were named; name all moves of the game, as moves="
                )
            mask[self.number[move]] = 1
        return mask

    def move(self, action: Any, legal: Sequence[Move], state: State) -> Move:
        """The legal move of an action. Raises IllegalMoveError."""
        try:
            number = int(action)
            within = number == action and 0 <= number < len(self.moves)
        except (TypeError, ValueError):
            within = False
        if not within:
            raise IllegalMoveError(
                f"actions are whole numbers from 0 to {len(self.moves) - 1}, got {action!r}"
            )
        move = self.moves[number]
        if move not in legal:
            raise IllegalMoveError(
                f"action {number} is the move {self.rules.move_text(move)}, which is not legal in "
                f"state {shown(self.rules.game, state)}; legal: {listed(self.rules, legal)}; an "
                "action mask says which actions are legal"
            )
        return next(one for one in legal if one == move)


def encoding_of(
    rules: CheckedGame, moves: Iterable[Move] | None, observe: Observe | None
) -> Encoding:
    """The encoding of a game. ``moves``: all of them, in the order of their numbers; default: those
    of all states, in rising order. ``observe``: default, see docs/other-libraries.md.

    Raises ParameterError if the moves are not found among the first states, or cannot be hashed.
    """
    if observe is not None and not callable(observe):
        raise ParameterError(f"observe is a function of the state, got {observe!r}")
    try:
        named = _all_moves(rules) if moves is None else tuple(dict.fromkeys(moves))
    except TypeError as error:
        raise ParameterError(
            f"moves that are to be actions are numbers, texts or tuples: {error}"
        ) from error
    if not named:
        raise ParameterError("the game has no move, or none is named")
    return Encoding(rules, named, _observer(rules) if observe is None else observe)


def _all_moves(rules: CheckedGame) -> tuple[Move, ...]:
    game = rules.game
    if isinstance(game, OpenSpielGame):
        return tuple(range(game.spiel.num_distinct_actions()))
    found: dict[Move, None] = {}
    states = _walked(rules, MOST + 1, found)
    if len(states) > MOST:
        raise ParameterError(
            f"{game_name(game)} has more than {MOST:,} states, which are not looked through for "
            "their moves; name all moves of the game, as in moves=range(7)"
        )
    return in_order(found, rules)


def _walked(rules: CheckedGame, most: int, moves: dict[Move, None]) -> list[State]:
    """The first states from the start on, about so many; their moves are added to ``moves``."""
    start = rules.start()
    states, waiting = {start: None}, deque([start])
    while waiting and len(states) < most:
        for move, child in rules.position(waiting.popleft()).options:
            moves[move] = None
            if child not in states:
                states[child] = None
                waiting.append(child)
    return list(states)


def _observer(rules: CheckedGame) -> Observe:
    """The default function that makes an array of a state."""
    start = rules.start()
    if kind_of(start) is StateKind.INTEGER:
        return _bits
    shape = game_shape(rules.game, start)
    if shape is None:
        return _Letters(rules, max(len(rules.text(state)) for state in _some_states(rules)))
    return _Fields(rules, shape.with_all_of(_some_states(rules)) if shape.has_tables else shape)


@dataclass(frozen=True)
class _Fields:
    """The fields of a state; a class, so that environments travel to other processes."""

    rules: CheckedGame
    shape: StateShape

    def __call__(self, state: State) -> NDArray[np.int64]:
        found = self.shape.fields(state)
        if found is None:
            raise ParameterError(
                f"state {shown(self.rules.game, state)} has parts that no state had from which the "
                f"arrays were learnt; {_HELP}"
            )
        return np.array(found, np.int64)


@dataclass(frozen=True)
class _Letters:
    """The characters of a state's text, 0 after its end."""

    rules: CheckedGame
    longest: int

    def __call__(self, state: State) -> NDArray[np.int32]:
        text = self.rules.text(state)
        if len(text) > self.longest:
            raise ParameterError(
                f"the text of state {shown(self.rules.game, state)} has {len(text)} characters, "
                f"and no state from which the arrays were learnt had more than {self.longest}; "
                f"{_HELP}"
            )
        return np.array([*map(ord, text), *[0] * (self.longest - len(text))], np.int32)


def _bits(state: int) -> NDArray[np.int8]:
    """The bits of a number, the lowest first."""
    return np.array([state >> i & 1 for i in range(BITS)], np.int8)


def _some_states(rules: CheckedGame) -> list[State]:
    """The first states, and those of random plays, the same each time."""
    states = _walked(rules, FIRST, {})
    rng = random.Random(0)
    for _ in range(PLAYS):
        state = rules.start()
        for _ in range(LONGEST):
            options = rules.position(state).options
            if not options:
                break
            state = rng.choice(options)[1]
            states.append(state)
    return states
