"""``min``, ``max`` and ``sorted`` with a ``key=`` that gives numbers, or tuples of any length of
these, in each other: ``key=lambda run: (-len(run), run)``."""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.varying_types import VaryingType

_NUMBERS = (types.Integer, types.Boolean, types.Float)


def _is_flat(kind):
    """Whether it is the type of numbers, or of a tuple of numbers."""
    return all(isinstance(x, _NUMBERS) for x in _parts(kind))


def _parts(kind):
    return kind.types if isinstance(kind, types.BaseTuple) else (kind,)


def has_order(kind):
    """Whether it is the type of numbers, or of tuples of what has an order."""
    if type(kind) is VaryingType:
        return has_order(kind.dtype)
    if type(kind) in (types.Tuple, types.UniTuple):
        return all(map(has_order, kind.types))
    return isinstance(kind, _NUMBERS)


def _need_order(pairs):
    """Refuse ranks that compiled code has no order for: texts, None, perhaps None."""
    rank = pairs.yield_type[0] if isinstance(pairs, types.Generator) else pairs.dtype[0]
    if not (_is_flat(rank) or has_order(rank)):
        raise TypingError(f"PERFECTPLAY key= gives {rank}")


@typed()
def ranked_before(one, other):
    """``one < other`` of two ranks."""
    if _is_flat(one) or not isinstance(one, types.BaseTuple):
        return lambda one, other: one < other
    if len(one) == 1:
        return lambda one, other: ranked_before(one[0], other[0])

    def compared(one, other):
        if ranked_before(one[0], other[0]):
            return True
        if ranked_before(other[0], one[0]):
            return False
        return ranked_before(one[1:], other[1:])

    return compared


def _best_by_rank(*, last):
    """The typing of ``min`` and ``max`` with a key: the first of the best."""

    def typing(pairs):
        _need_order(pairs)

        def impl(pairs):
            first = True
            for pair in pairs:
                if first:  # the compiler wants it set before it is read
                    best = pair
                elif last:
                    if ranked_before(best[0], pair[0]):
                        best = pair
                elif ranked_before(pair[0], best[0]):
                    best = pair
                first = False
            if first:
                raise ValueError("min() or max() of nothing")
            return best[1]

        return impl

    return typing


min_by_rank = typed(name="min_by_rank")(_best_by_rank(last=False))
max_by_rank = typed(name="max_by_rank")(_best_by_rank(last=True))


def _best_or(best):
    """The typing of ``min`` and ``max`` with a key and a default."""

    def typing(pairs, default):
        def impl(pairs, default):
            found = [pair for pair in pairs]  # noqa: C416 what list() takes is less
            if found:
                return best(found)
            return default

        return impl

    return typing


min_by_rank_or = typed(name="min_by_rank_or")(_best_or(min_by_rank))
max_by_rank_or = typed(name="max_by_rank_or")(_best_or(max_by_rank))


@typed()
def sorted_by_rank(pairs, reverse=False):
    """``sorted(items, key=..., reverse=...)`` of pairs of a rank and an item; it is stable."""
    _need_order(pairs)

    def impl(pairs, reverse=False):
        found = [pair for pair in pairs]  # noqa: C416 what list() takes is less
        for i in range(1, len(found)):
            j = i
            while j > 0 and (
                ranked_before(found[j - 1][0], found[j][0])
                if reverse
                else ranked_before(found[j][0], found[j - 1][0])
            ):
                found[j - 1], found[j] = found[j], found[j - 1]
                j -= 1
        return [pair[1] for pair in found]

    return impl
