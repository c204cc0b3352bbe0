"""The order of words that are texts: ``a < b``, ``sorted(letters)``.

``ranks``: the place of each word among all texts, -2 for what is no text; see ``word_places.py``.
Texts and other things have no order in Python, and do not compile.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.empty_items import set_of
from perfectplay.compiler.runtime.items import max_, min_, sorted_
from perfectplay.compiler.runtime.set_types import UnorderedType
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import TextType, is_loose
from perfectplay.compiler.runtime.tuple_helpers import as_tuple, sort
from perfectplay.compiler.runtime.word_places import _place
from perfectplay.compiler.runtime.words import _code, _is_word, python_class
from perfectplay.game.shape.state_words import EMPTY, FOREIGN

_NUMBERS = (types.Number, types.Boolean)


@register_jitable
def _rank(word, ranks):
    """The place of a text among all texts of the game; what is no text, or unknown, raises."""
    code = _code(word)
    if code == EMPTY:
        return -1
    if code < 0 or code >= FOREIGN or ranks[_place(code, ranks)] < 0:
        raise TypeError(
            "an order is asked of None, of members of an Enum, or of a text that the game does "
            "not have: compare a.value < b.value"
        )
    return ranks[_place(code, ranks)]


def _holds_words(kind):
    """Whether it is the type of words or texts, or of tuples with some."""
    plain = isinstance(kind, types.BaseTuple) and python_class(kind) is tuple
    return _is_word(kind) or _is_text(kind) or (plain and any(map(_holds_words, kind)))


def _is_text(kind):
    return isinstance(kind, TextType) or is_loose(kind)


@register_jitable
def _before_text(one, other, ranks):
    """``one < other`` of two texts."""
    for i in range(min(len(one), len(other))):
        first, second = _rank(one[i], ranks), _rank(other[i], ranks)
        if first != second:
            return first < second
    return len(one) < len(other)


@typed()
def before(one, other, ranks):
    """``one < other``, of words, tuples with words, and anything else."""
    if _is_word(one) and _is_word(other):
        return lambda one, other, ranks: _rank(one, ranks) < _rank(other, ranks)
    if _is_text(one) and _is_text(other):
        return lambda one, other, ranks: _before_text(one, other, ranks)  # noqa: PLW0108
    unlike = any(_is_word(x) or _is_text(x) for x in (one, other))
    if unlike or types.none in (one, other):
        raise TypingError(f"PERFECTPLAY an order is asked of {one}, {other}")
    if isinstance(one, types.BaseTuple) and not (len(one) and len(other)):
        shorter = len(one) < len(other)
        return lambda one, other, ranks: shorter
    if not (_holds_words(one) or _holds_words(other)):
        return lambda one, other, ranks: one < other

    def compared(one, other, ranks):
        if before(one[0], other[0], ranks):
            return True
        if before(other[0], one[0], ranks):
            return False
        return before(one[1:], other[1:], ranks)

    return compared


def _need_one_length(one, other):
    """Refuse plain tuples of unlike lengths, of which compiled code cannot give either."""
    plain = all(isinstance(x, types.BaseTuple) and python_class(x) is tuple for x in (one, other))
    if plain and len(one) != len(other):
        raise TypingError("PERFECTPLAY min or max of tuples of unlike lengths")


@typed()
def min_of(one, other, ranks):
    """``min(one, other)``, of numbers, words, texts and tuples."""
    if isinstance(one, _NUMBERS) and isinstance(other, _NUMBERS):
        return lambda one, other, ranks: min(one, other)
    _need_one_length(one, other)
    return lambda one, other, ranks: other if before(other, one, ranks) else one


@typed()
def max_of(one, other, ranks):
    """``max(one, other)``, of numbers, words, texts and tuples."""
    if isinstance(one, _NUMBERS) and isinstance(other, _NUMBERS):
        return lambda one, other, ranks: max(one, other)
    _need_one_length(one, other)
    return lambda one, other, ranks: other if before(one, other, ranks) else one


def _comparing(compare, *, swapped, negated):
    """The typing of a comparison."""

    def typing(one, other, ranks):
        if not any(map(_holds_words, (one, other))) and types.none not in (one, other):
            return lambda one, other, ranks: compare(one, other)
        if swapped:
            return lambda one, other, ranks: before(other, one, ranks) != negated
        return lambda one, other, ranks: before(one, other, ranks) != negated

    return typing


less = typed(name="less")(_comparing(operator.lt, swapped=False, negated=False))
less_equal = typed(name="less_equal")(_comparing(operator.le, swapped=True, negated=True))
greater = typed(name="greater")(_comparing(operator.gt, swapped=True, negated=False))
greater_equal = typed(name="greater_equal")(_comparing(operator.ge, swapped=False, negated=True))


def _kind_of_items(items):
    """The type of what is looped over; None if it does not tell."""
    if isinstance(items, types.IteratorType):
        return items.yield_type
    return getattr(items, "dtype", None)


@typed()
def sort_words(items, hint, beside, state, site, ranks):
    """``tuple(sorted(items))``, of words too; the other arguments are those of `as_tuple`."""
    if isinstance(items, UnorderedType) or _holds_words(_kind_of_items(items)):
        return lambda items, hint, beside, state, site, ranks: as_tuple(
            sorted_words(items, ranks), hint, beside, state, site
        )
    return lambda items, hint, beside, state, site, ranks: sort(items, hint, beside, state, site)


def _in_order_of_table(items, ranks, reverse=False):
    found = [item for item in items]  # noqa: C416 what list() takes is less
    if reverse:
        found.reverse()
    return found


@typed()
def sorted_words(items, ranks, reverse=False):
    """``sorted(items)``, of words too."""
    if isinstance(items, UnorderedType):  # whose elements come in order
        return _in_order_of_table
    if not _holds_words(_kind_of_items(items)):
        return lambda items, ranks, reverse=False: sorted_(items, reverse)

    def in_order(items, ranks, reverse=False):
        found = [item for item in items]  # noqa: C416 what list() takes is less
        for i in range(1, len(found)):
            item, j = found[i], i
            while j > 0 and before(item, found[j - 1], ranks):
                found[j] = found[j - 1]
                j -= 1
            found[j] = item
        if reverse:
            found.reverse()
        return found

    return in_order


def _best_word(otherwise, *, last):
    """The typing of ``min`` and ``max``, of words too. ``otherwise``: of other things."""

    def typing(items, ranks, default=None):
        kind = _kind_of_items(items)
        if not _holds_words(kind):
            return lambda items, ranks, default=None: otherwise(items, default)
        given = not isinstance(default, types.NoneType | types.Omitted) and default is not None

        def best_of(items, ranks, default=None):
            found = [item for item in items]  # noqa: C416 what list() takes is less
            if not found:
                if given:
                    return default
                raise ValueError("min() or max() of nothing")
            best = found[0]
            for item in found:
                if before(best, item, ranks) if last else before(item, best, ranks):
                    best = item
            return best

        return best_of

    return typing


min_words = typed(name="min_words")(_best_word(min_, last=False))
max_words = typed(name="max_words")(_best_word(max_, last=True))


@typed()
def items_within(items, whole, ranks):
    """``set(items) <= whole``: no new set for the numbers of a tuple or an array."""
    of_items = isinstance(items, types.UniTuple | types.Array) and isinstance(whole, types.Set)
    if isinstance(whole, types.Set) and isinstance(whole.dtype, types.BaseTuple):
        raise TypingError("PERFECTPLAY <= of a set")
    alike = of_items and items.dtype == whole.dtype
    if not alike or not isinstance(whole.dtype, types.Integer):
        return lambda items, whole, ranks: less_equal(set_of(items), whole, ranks)

    def within(items, whole, ranks):
        for item in items:  # noqa: SIM110
            if item not in whole:
                return False
        return True

    return within
