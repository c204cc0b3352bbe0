"""Rules that remember what they were asked before: the same questions, with a move in between."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.answers import same
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.showing import in_state, number_of, rule_name, shown_move

LISTED = 6
"""Moves that are named of a longer list."""


def need_no_memory(
    rules: CheckedGame, states: Sequence[State], most: int, late: float = math.inf
) -> None:
    """Ask about up to ``most`` of the states before and after a move that is played elsewhere,
    until it is ``late``, in seconds of time.perf_counter().

    Raises RulesError if an answer differs, as in games that keep the turn in ``self``.
    """
    between = _first_move(rules, states)
    if between is None:
        return
    for state in states[:: -(-len(states) // most)][::-1]:
        before = _answer(rules, state)
        rules.play(*between)
        after = _answer(rules, state)
        if not _agree(before, after):
            ends = not (isinstance(before, list) and isinstance(after, list))
            promise, method = ("outcome-differs", "outcome") if ends else ("moves-differ", "moves")
            both = f"{_text(rules, before, ends)}, then {_text(rules, after, ends)}"
            name = rule_name(rules.game, method)
            raise broken(promise, f"{name} gave {both}{in_state(rules.game, state)}", state)
        if time.perf_counter() > late:
            return


def _first_move(rules: CheckedGame, states: Sequence[State]) -> tuple[State, Move] | None:
    """A state with one of its moves; None if there is none."""
    for state in states:
        if options := rules.position(state).options:
            return state, options[0][0]
    return None


def _answer(rules: CheckedGame, state: State) -> Value | int | list[Move]:
    """What ends the play in a state, or its moves."""
    over = rules.final(state) if rules.scoring else rules.outcome(state)
    if over is not None:
        return over
    return [] if isinstance(rules.game, FunctionGame) else rules.moves(state)


def _agree(before: Any, after: Any) -> bool:
    """Whether two answers are the same, moves in any order: that of a set may be another one."""
    if same(before, after):
        return True
    if not (isinstance(before, list) and isinstance(after, list)):
        return False
    return same(sorted(map(repr, before)), sorted(map(repr, after)))


def _text(rules: CheckedGame, answer: Any, ends: bool) -> str:
    if ends:
        return value_word(None if isinstance(answer, list) else answer)
    return moves_words(rules.game, answer)


def moves_words(game: Game, moves: list[Move]) -> str:
    """How many moves, and the first of them."""
    first = " ".join(shown_move(game, move) for move in moves[:LISTED])
    more = " ..." if len(moves) > LISTED else ""
    return number_of(len(moves), "move") + (f" ({first}{more})" if moves else "")


def value_word(outcome: Value | int | None) -> str:
    """An answer of ``outcome`` as rules write it."""
    return f"Value.{outcome.name}" if isinstance(outcome, Value) else str(outcome)
