"""Are two answers the same? And if not, is it because they compare by identity?"""

from __future__ import annotations

import copy
from typing import Any

from perfectplay.game.game import StateKind, kind_of


def same(first: Any, second: Any) -> bool:
    """Whether two answers are equal; those that cannot be compared are compared as texts.

    >>> same((1, 2), (1, 2)), same(1, 2)
    (True, False)
    """
    try:
        return bool(first == second)
    except Exception:  # arrays, and what a user's __eq__ raises
        return repr(first) == repr(second)


def by_identity(value: object) -> bool:
    """Whether a value, or a part of it, equals only itself.

    >>> by_identity(object()), by_identity((1, (object(),))), by_identity((1, "a"))
    (True, True, False)
    """
    if isinstance(value, tuple | frozenset | list):
        return any(by_identity(part) for part in value)
    return type(value).__eq__ is object.__eq__


def snapshot(state: Any) -> Any:
    """A copy to compare with later; None where the state cannot change or cannot be copied.

    >>> snapshot((1, 2)), snapshot("abc")
    (None, None)
    """
    if isinstance(state, str | bytes) or kind_of(state) is not StateKind.OBJECT:
        return None
    try:
        taken = copy.deepcopy(state)
        return taken if taken == state else None
    except Exception:  # then there is nothing to compare with
        return None
