"""The arguments that the methods of a game take: those with which they are called here."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import lru_cache
from types import FunctionType
from typing import Any

from perfectplay.core.errors import RulesError
from perfectplay.game.checks.promises import broken
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.showing import faults_of, rule_name

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "start": (),
    "moves": ("state",),
    "play": ("state", "move"),
    "outcome": ("state",),
    "gain": ("state", "move"),
    "player": ("state",),
    "moves_again": ("state", "move"),
    "symmetries": ("state",),
    "tier": ("state",),
    "parse": ("text",),
    "move_text": ("move",),
    "parse_move": ("text",),
}
"""Names of the arguments of each method, without ``self``."""

_NEEDED = ("start", "moves", "play", "outcome")

_MOVES = frozenset({"move", "action", "mv"})
_STATES = frozenset({"state", "board", "position", "pos", "game_state"})
"""What people call a move and a state."""


def definition(method: str) -> str:
    """What to do about an attribute in the place of a method; "" for methods that nobody must have.

    >>> definition("start")
    'write def start(self), or give the attribute a name that is not a method of Game'
    """
    if method not in _NEEDED:
        return ""
    given = ", ".join(("self", *ARGUMENTS[method]))
    other = "or give the attribute a name that is not a method of Game"
    return f"write def {method}({given}), {other}"


def need_signatures(game: Game) -> None:
    """Raise RulesError if a method of a class cannot be called with the arguments of the contract.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> need_signatures(ThreeRocks())
    >>> class Slip(ThreeRocks):
    ...     def moves(state):
    ...         return [(1, 0)]
    >>> need_signatures(Slip())  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    RulesError: Slip.moves has other arguments ...; write def moves(self, state)
    """
    if isinstance(game, FunctionGame):
        return
    for method, names in ARGUMENTS.items():
        function = inspect.getattr_static(type(game), method, None)
        if not isinstance(function, FunctionType):  # a static method, or another thing to call
            continue
        try:
            inspect.signature(function).bind(game, *names)
        except TypeError:
            given = ", ".join(("self", *names))
            wrong = f"{rule_name(game, method)} has other arguments than it is called with"
            raise broken("wrong-arguments", wrong, remedy=f"write def {method}({given})") from None


@lru_cache(maxsize=64)
def need_order(kind: type[Game]) -> None:
    """Raise RulesError if a method of a class calls its first argument a move and the second one a
    state.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> class Slip(ThreeRocks):
    ...     def play(self, move, state):
    ...         return (state[0] - move[0], state[1] - move[1])
    >>> need_order(Slip)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    RulesError: Slip.play has its arguments in the other order; ...
    """
    for method in _with_both():
        found = inspect.getattr_static(kind, method, None)
        code = getattr(getattr(found, "__func__", found), "__code__", None)
        skipped = not isinstance(found, staticmethod)
        names = list(code.co_varnames[skipped : code.co_argcount]) if code else []
        if len(names) > 1 and names[0] in _MOVES and names[1] in _STATES:
            raise _in_other_order(f"{kind.__name__}.{method}", method)


@lru_cache(maxsize=64)
def need_answers(kind: type[Game]) -> None:
    """Raise RulesError if a method of a class is async: calling it gives no answer.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> class Slip(ThreeRocks):
    ...     async def moves(self, state):
    ...         return [(1, 0)]
    >>> need_answers(Slip)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    RulesError: Slip.moves is async, so that calling it gives no answer; write def moves, ...
    """
    for method in ARGUMENTS:
        found = inspect.getattr_static(kind, method, None)
        function = getattr(found, "__func__", found)
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            wrong = f"{kind.__name__}.{method} is async, so that calling it gives no answer"
            raise broken("async-rule", wrong, remedy=f"write def {method}, without async")


def need_order_that_works(game: Game, method: str, arguments: Sequence[Any]) -> None:
    """Raise RulesError if a rule, which has raised for a state and a move, takes them in the other
    order: then it gives a state."""
    if method != "play":
        return
    state, move = arguments
    if type(state) is type(move):
        return
    try:
        child = game.play(move, state)
    except faults_of(game):
        return
    if type(child) is type(state):
        raise _in_other_order(rule_name(game, method), method)


def _with_both() -> list[str]:
    return [name for name, arguments in ARGUMENTS.items() if arguments == ("state", "move")]


def _in_other_order(name: str, method: str) -> RulesError:
    wrong = f"{name} has its arguments in the other order"
    remedy = f"{method} takes the state first, then the move: def {method}(self, state, move)"
    return broken("wrong-arguments", wrong, remedy=remedy)
