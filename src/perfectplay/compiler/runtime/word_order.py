"""The order of words that are texts: ``a < b``, ``sorted(letters)``.

``ranks``: the place of each word of the game among all its texts, -2 for what is no text. Texts and
other things have no order in Python, and do not compile.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.items import sorted_
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import _code, _is_word
from perfectplay.game.shape.state_words import EMPTY


@register_jitable
def _rank(word, ranks):
    """The place of a text among all texts of the game; what is no text, or unknown, raises."""
    code = _code(word)
    if code == EMPTY:
        return -1
    if code < 0 or code >= len(ranks) or ranks[code] < 0:
        raise TypeError("something that is no text of the game is compared with a text")
    return ranks[code]


def _comparing(compare):
    """The typing of a comparison."""

    def typing(one, other, ranks):
        words = _is_word(one), _is_word(other)
        if all(words):
            return lambda one, other, ranks: compare(_rank(one, ranks), _rank(other, ranks))
        if any(words) or types.none in (one, other):
            raise TypingError(f"PERFECTPLAY an order is asked of {one}, {other}")
        return lambda one, other, ranks: compare(one, other)

    return typing


less = typed(name="less")(_comparing(operator.lt))
less_equal = typed(name="less_equal")(_comparing(operator.le))
greater = typed(name="greater")(_comparing(operator.gt))
greater_equal = typed(name="greater_equal")(_comparing(operator.ge))


@typed()
def sorted_words(items, ranks, reverse=False):
    """``sorted(items)``, of words too."""
    kind = items.yield_type if isinstance(items, types.Generator) else getattr(items, "dtype", None)
    if not _is_word(kind):
        return lambda items, ranks, reverse=False: sorted_(items, reverse)

    def in_order(items, ranks, reverse=False):
        found = [item for item in items]  # noqa: C416 what list() takes is less
        for i in range(1, len(found)):
            item, j = found[i], i
            while j > 0 and _rank(item, ranks) < _rank(found[j - 1], ranks):
                found[j] = found[j - 1]
                j -= 1
            found[j] = item
        if reverse:
            found.reverse()
        return found

    return in_order
