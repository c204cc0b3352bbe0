"""The arguments that the methods of a game take: those with which they are called here."""

from __future__ import annotations

import inspect
from types import FunctionType

from perfectplay.game.checks.promises import broken
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.showing import rule_name

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
