"""``min``, ``max`` and ``sorted`` with a ``key=`` that gives texts, or tuples with some."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types

from perfectplay.compiler.runtime.ranked_items import max_by_rank, min_by_rank, sorted_by_rank
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.word_order import _holds_words, before


def _ranks_are_words(pairs):
    pair = pairs.yield_type if isinstance(pairs, types.Generator) else pairs.dtype
    return _holds_words(pair[0])


def _best_by_text(otherwise, *, last):
    """The typing of ``min`` and ``max``: the first of the best. ``otherwise``: of other ranks."""

    def typing(pairs, ranks):
        if not _ranks_are_words(pairs):
            return lambda pairs, ranks: otherwise(pairs)

        def best_of(pairs, ranks):
            found = [pair for pair in pairs]  # noqa: C416 what list() takes is less
            if not found:
                raise ValueError("min() or max() of nothing")
            best = found[0]
            for pair in found:
                if before(best[0], pair[0], ranks) if last else before(pair[0], best[0], ranks):
                    best = pair
            return best[1]

        return best_of

    return typing


min_by_text = typed(name="min_by_text")(_best_by_text(min_by_rank, last=False))
max_by_text = typed(name="max_by_text")(_best_by_text(max_by_rank, last=True))


@typed()
def sorted_by_text(pairs, ranks, reverse=False):
    """``sorted(items, key=..., reverse=...)`` of pairs of a rank and an item; it is stable."""
    if not _ranks_are_words(pairs):
        return lambda pairs, ranks, reverse=False: sorted_by_rank(pairs, reverse)

    def impl(pairs, ranks, reverse=False):
        found = [pair for pair in pairs]  # noqa: C416 what list() takes is less
        for i in range(1, len(found)):
            pair, j = found[i], i
            while j > 0 and (
                before(found[j - 1][0], pair[0], ranks)
                if reverse
                else before(pair[0], found[j - 1][0], ranks)
            ):
                found[j] = found[j - 1]
                j -= 1
            found[j] = pair
        return [pair[1] for pair in found]

    return impl
