"""Heaps and lists in order are those of Python's heapq and bisect, item by item."""

from __future__ import annotations

import bisect
import heapq
import random
from pathlib import Path
from typing import Any

import numba
import pytest

from perfectplay.compiler.runtime import heaps_and_places
from perfectplay.compiler.source.not_compilable import NotCompilable
from written_plays import LETTERS, assert_agrees, written

heap_made, heap_popped = heaps_and_places.heap_made, heaps_and_places.heap_popped
heap_raised = heaps_and_places.heap_raised
put_after, put_before = heaps_and_places.put_after, heaps_and_places.put_before
place_after, place_before = heaps_and_places.place_after, heaps_and_places.place_before


@numba.njit
def made(items: Any, new: Any) -> Any:
    heap = [x for x in items]  # noqa: C416
    heap_made(heap)
    whole = heap.copy()
    heap.append(new)
    heap_raised(heap)
    raised = heap.copy()
    popped = [heap_popped(heap) for _ in range(len(items) // 2 + 1)]
    return whole, raised, popped, heap


@numba.njit
def put(items: Any, new: Any) -> Any:
    first = [x for x in items]  # noqa: C416
    last = first.copy()
    first.append(new)
    put_before(first)
    last.append(new)
    put_after(last)
    return first, last, place_before(items, new), place_after(items, new)


def made_by_python(items: list[Any], new: Any) -> Any:
    heap = list(items)
    heapq.heapify(heap)
    whole = list(heap)
    heapq.heappush(heap, new)
    raised = list(heap)
    popped = [heapq.heappop(heap) for _ in range(len(items) // 2 + 1)]
    return whole, raised, popped, heap


def put_by_python(items: list[Any], new: Any) -> Any:
    first, last = list(items), list(items)
    bisect.insort_left(first, new)
    bisect.insort_right(last, new)
    return first, last, bisect.bisect_left(items, new), bisect.bisect_right(items, new)


def number(draw: random.Random) -> int:
    return draw.choice((draw.randrange(6), draw.randrange(-(2**63), 2**63)))


def pair(draw: random.Random) -> tuple[int, tuple[int, int]]:
    return draw.randrange(3), (draw.randrange(3), draw.randrange(3))


@pytest.mark.parametrize("drawn", [number, pair])
def test_random_lists(drawn: Any) -> None:
    """Of lists that do not rise, too, in which each puts a new item in the same place."""
    draw = random.Random(7)
    for turn in range(500):
        items = [drawn(draw) for _ in range(draw.randrange(1, 40 if turn % 2 else 4))]
        if turn % 3:
            items.sort()
        new = draw.choice((drawn(draw), *items))
        listed = numba.typed.List(items)
        assert made(listed, new) == made_by_python(items, new)
        assert put(listed, new) == put_by_python(items, new)


def test_an_empty_heap_raises() -> None:
    @numba.njit
    def popped(items: Any) -> Any:
        return heap_popped([x for x in items if x > 5])

    with pytest.raises(IndexError, match="index out of range"):
        popped((1, 2))


def test_texts_are_refused(tmp_path: Path) -> None:
    """Their order in compiled code is another one."""
    rules = f"import heapq\n{LETTERS}"
    play = "heap = []\nfor c in state: heapq.heappush(heap, c)\n"
    play += "return heapq.heappop(heap) + state[1:move] + '.' + state[move + 1:]"
    with pytest.raises(NotCompilable, match="heapq or bisect of such items does not compile"):
        assert_agrees(written(tmp_path, rules, play))


def test_others_are_refused(tmp_path: Path) -> None:
    rules = f"import bisect\n{LETTERS}"
    play = "found = [1, 2]\nreturn state if bisect.bisect_left(found, move, 1) else state[:2] * 2"
    with pytest.raises(NotCompilable, match="bisect_left"):
        assert_agrees(written(tmp_path, rules, play))
