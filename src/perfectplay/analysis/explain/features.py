"""Numbers in rules, each as a Python expression over a state and as a function of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import gcd

import numpy as np

from perfectplay.analysis.explain.coordinates import Coordinates, IntArray
from perfectplay.analysis.explain.length import length

RESIDUES = range(2, 13)
"""Moduli of nim-sums of residues."""

WEIGHTS = {1: 0, 2: 4, 3: 3, 4: 1}
"""Largest weight in a weighted sum, by the number of coordinates; beyond 4 only a few sums."""


@dataclass(frozen=True)
class Feature:
    """A number, as an expression ``text``, in ``words``, and as a function ``of`` [N, F]
    coordinates to [N] values. ``simple``: conditions compare it with thresholds."""

    text: str
    words: str
    of: Callable[[IntArray], IntArray]
    simple: bool = False

    @property
    def length(self) -> int:
        """Length of the expression."""
        return length(self.text)


def features_of(coordinates: Coordinates) -> list[Feature]:
    """Features of the coordinates that vary, the shortest first."""
    rows, names = coordinates.rows, coordinates.names
    moving = [i for i in range(len(names)) if len(rows) and np.ptp(rows[:, i])]
    found = [_single(names[i], i) for i in moving]
    if len(names) > 1:
        found += _of_all(coordinates.whole, len(names))
        found += _pairs(names, moving)
        found += _weighted(names, moving)
        found += _subsets(names, moving)
    return sorted({f.text: f for f in reversed(found)}.values(), key=lambda f: (f.length, f.text))


def _single(name: str, place: int) -> Feature:
    words = "the number" if name == "s" else name
    return Feature(name, words, lambda rows: rows[:, place], simple=True)


def _of_all(s: str, count: int) -> Iterator[Feature]:
    """Features in which the order of coordinates does not matter."""
    yield Feature(f"sum({s})", "the sum of all fields", lambda rows: rows.sum(1), simple=True)
    yield Feature(f"max({s})", "the largest field", lambda rows: rows.max(1), simple=True)
    yield Feature(f"min({s})", "the smallest field", lambda rows: rows.min(1), simple=True)
    yield Feature(
        f"max({s}) - min({s})",
        "the largest less the smallest field",
        lambda rows: rows.max(1) - rows.min(1),
        simple=True,
    )
    yield Feature(f"nim_sum({s})", "the nim-sum of all fields", _xor)
    yield Feature(
        f"gcd({s})", "the greatest common divisor of all fields", lambda r: np.gcd.reduce(r, axis=1)
    )
    yield Feature(
        f"sum(x % 2 for x in {s})", "the number of odd fields", lambda r: (r % 2).sum(1), True
    )
    yield from (_above(s, least) for least in (0, 1))
    yield Feature(
        f"nim_sum(x + 1 for x in {s})",
        "the nim-sum of the fields, one added to each,",
        lambda rows: _xor(rows + 1),
    )
    yield from (_modulo(s, k) for k in RESIDUES)
    yield from (_divided(s, k) for k in (2, 3, 4))
    yield from (_in_order(s, place) for place in range(count if count <= 6 else 0))


def _above(s: str, least: int) -> Feature:
    words = f"the number of fields above {least}"
    return Feature(f"sum(x > {least} for x in {s})", words, lambda r: (r > least).sum(1), True)


def _modulo(s: str, k: int) -> Feature:
    words = f"the nim-sum of the fields modulo {k}"
    return Feature(f"nim_sum(x % {k} for x in {s})", words, lambda rows: _xor(rows % k))


def _divided(s: str, k: int) -> Feature:
    words = f"the nim-sum of the fields divided by {k}, rounded down,"
    return Feature(f"nim_sum(x // {k} for x in {s})", words, lambda rows: _xor(rows // k))


def _in_order(s: str, place: int) -> Feature:
    words = f"field {place + 1} in rising order"
    return Feature(f"sorted({s})[{place}]", words, lambda r: np.sort(r, axis=1)[:, place], True)


def _pairs(names: Sequence[str], moving: Sequence[int]) -> Iterator[Feature]:
    for i, j in combinations(moving, 2):
        yield from _two(names[i], names[j], i, j)


def _two(a: str, b: str, i: int, j: int) -> Iterator[Feature]:
    yield Feature(f"{a} - {b}", f"{a} - {b}", lambda rows: rows[:, i] - rows[:, j], simple=True)
    yield Feature(f"{a} + {b}", f"{a} + {b}", lambda rows: rows[:, i] + rows[:, j])
    yield Feature(f"{a} ^ {b}", f"the nim-sum of {a} and {b}", lambda r: r[:, i] ^ r[:, j])
    yield Feature(f"{a} * {b}", f"{a} * {b}", lambda rows: rows[:, i] * rows[:, j])


def _weighted(names: Sequence[str], moving: Sequence[int]) -> Iterator[Feature]:
    count = len(moving)
    largest = WEIGHTS.get(count, 0)
    choices: set[tuple[int, ...]] = set()
    for weights in product(range(-largest, largest + 1), repeat=count if largest else 0):
        first = next((w for w in weights if w), 0)
        if first > 0 and gcd(*weights) == 1 and np.count_nonzero(weights) > 1:
            choices.add(weights)
    if count > 1:
        rising = tuple(range(1, count + 1))
        choices |= {rising, rising[::-1], tuple((-1) ** i for i in range(count))}
    for weights in sorted(choices):
        text = _sum_text(names, moving, weights)
        vector = np.zeros(len(names), np.int64)
        vector[list(moving)] = weights
        yield _product(text, vector)


def _product(text: str, vector: IntArray) -> Feature:
    return Feature(text, text, lambda rows: rows @ vector)


def _sum_text(names: Sequence[str], moving: Sequence[int], weights: Sequence[int]) -> str:
    """Expression such as ``s[0] + 2 * s[1] - s[2]``; the first weight other than 0 is positive."""
    text = ""
    for place, weight in zip(moving, weights, strict=True):
        if weight:
            size = "" if abs(weight) == 1 else f"{abs(weight)} * "
            sign = " - " if weight < 0 else " + "
            text += f"{sign if text else ''}{size}{names[place]}"
    return text


def _subsets(names: Sequence[str], moving: Sequence[int]) -> Iterator[Feature]:
    """Sums and nim-sums of some coordinates."""
    count = len(moving)
    sizes = range(3, count) if count <= 7 else (count - 1, count)
    if count < len(names):  # some coordinates never change: all others are a subset too
        sizes = range(min(sizes, default=3), count + 1)
    for size in sizes:
        for places in combinations(moving, size):
            yield from _some_of([names[i] for i in places], list(places))


def _some_of(chosen: Sequence[str], places: Sequence[int]) -> Iterator[Feature]:
    words = f"the nim-sum of {', '.join(chosen[:-1])} and {chosen[-1]}"
    yield Feature(f"nim_sum({', '.join(chosen)})", words, lambda rows: _xor(rows[:, places]))
    text = " + ".join(chosen)
    yield Feature(text, text, lambda rows: rows[:, places].sum(1))


def _xor(rows: IntArray) -> IntArray:
    found: IntArray = np.bitwise_xor.reduce(rows, axis=1)
    return found
