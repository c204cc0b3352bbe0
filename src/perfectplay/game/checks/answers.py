"""Compare answers of rules, and states before and after the rules have seen them."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import StateKind, kind_of
from perfectplay.game.showing import by_move, rule_name, shown

WATCHED = 32
"""The first states of a solve that are compared with copies of them. Of all states, only the hash
is compared: that of a mutable state need not depend on what has changed."""


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
