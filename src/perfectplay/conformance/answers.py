"""Compare answers of rules."""

from __future__ import annotations

import copy
from typing import Any

from perfectplay.game.game import StateKind, kind_of


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

    >>> snapshot((1, 2)), snapshot("abc")
    (None, None)
    """
    if isinstance(state, str | bytes) or kind_of(state) is not StateKind.OBJECT:
        return None
    try:
        copied = copy.deepcopy(state)
        return copied if copied == state else None
    except Exception:  # no copy to compare with
        return None
