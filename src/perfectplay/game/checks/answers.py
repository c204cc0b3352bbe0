"""Compare answers of rules, and states before and after the rules have seen them; and find rules
that remember what they were asked before: the same questions, with a move in between."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, kind_of
from perfectplay.game.showing import by_move, in_state, number_of, rule_name, shown, shown_move

WATCHED = 32
"""The first states of a solve that are compared with copies of them. Of all states, only the hash
is compared: that of a mutable state need not depend on what has changed."""

LISTED = 6
"""Moves that are named of a longer list."""


def same(first: Any, second: Any) -> bool:
    """True if two answers are equal; if they cannot be compared, if their reprs are equal.

    >>> same((1, 2), (1, 2)), same(1, 2)
    (True, False)
    """
    try:
        return bool(first == second)
    except Exception:  # arrays, and what a user's __eq__ raises
        return repr(first) == repr(second)


def snapshot(state: Any) -> Any:
    """A copy of a state to compare with later; None if it cannot change or cannot be copied.

    >>> snapshot((1, 2)), snapshot("abc"), snapshot(((1, 2), "abc"))
    (None, None, None)
    """
    if isinstance(state, str | bytes) or kind_of(state) is not StateKind.OBJECT:
        return None
    try:
        copied = copy.deepcopy(state)
        return copied if copied is not state and copied == state else None
    except Exception:  # no copy to compare with
        return None


def changed(
    rules: CheckedGame, before: State, after: State, method: str, move: Move = None
) -> RulesError:
    """Error for a rule that changed the state ``before`` into ``after``, in place."""
    game = rules.game
    what = f"changed the state {shown(game, before)} into {shown(game, after)}"
    message = f"{rule_name(game, method)} {what}{by_move(game, move)}"
    return broken("mutable-state", message, before, move)


def need_unchanged(rules: CheckedGame, before: State, state: State) -> None:
    """Raise RulesError if ``state`` differs from its `snapshot` ``before``, None if it has none."""
    if before is not None and not same(before, state):
        raise _who_changes(rules, before) or changed_meanwhile(rules, state)


def changed_meanwhile(rules: CheckedGame, state: State) -> RulesError:
    """Error for a state that has changed, where its former contents are not known."""
    message = f"a rule of {type(rules.game).__name__} changed a state into"
    return broken("mutable-state", f"{message} {shown(rules.game, state)}", state)


def _who_changes(rules: CheckedGame, before: State) -> RulesError | None:
    """Ask the rules about copies of a state, and name the first that changes its copy."""
    moves: list[Move] = []
    methods = ["outcome", "moves", "player", "symmetries", "tier"]
    if isinstance(rules.game, FunctionGame):  # its `moves` plays them
        moves.extend(rules.game.possible_moves)
        methods.remove("moves")

    def change(method: str, *move: Move) -> RulesError | None:
        state = copy.deepcopy(before)
        with suppress(PerfectPlayError):  # a state that has changed may well lead to one
            answer = getattr(rules, method)(state, *move)
            moves.extend(answer if method == "moves" else ())
        return None if same(before, state) else changed(rules, before, state, method, *move)

    for method in methods:
        if error := change(method):
            return error
    return next((error for move in moves if (error := change("play", move))), None)


def need_no_memory(rules: CheckedGame, states: Sequence[State], most: int) -> None:
    """Ask about up to ``most`` of the states before and after a move that is played elsewhere.

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
