"""Numbers in rules, each as a Python expression over a state and as a function of arrays."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import gcd
from typing import TypeVar

import numpy as np

from perfectplay.analysis.explain.coordinates import Coordinates, IntArray
from perfectplay.core.shortened import listed

RESIDUES = range(2, 13)
"""Moduli of nim-sums of residues."""

T = TypeVar("T")

WEIGHTS = {1: 0, 2: 4, 3: 3, 4: 1}
"""Largest weight in a weighted sum, by the number of coordinates; beyond 4 only a few sums."""


_FREE = (
    ast.Expression, ast.Load, ast.Store, ast.Starred, ast.Tuple, ast.Set, ast.GeneratorExp,
    ast.comprehension,
)  # fmt: skip


@lru_cache(maxsize=1 << 16)
def length(expression: str) -> int:
    """Number of names, operators, calls, constants, and bits of constants in an expression.

    >>> length("sum(s) % 4 == 0"), length("s[0] + 2 * s[1] == 0"), length("s[0] % 4 in {0, 1}")
    (10, 14, 12)
    """
    return sum(_weight(node) for node in ast.walk(ast.parse(expression, mode="eval")))


def _weight(node: ast.AST) -> int:
    if isinstance(node, ast.Constant):
        return 1 + (node.value.bit_length() if isinstance(node.value, int) else 0)
    if isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp):
        return 0  # their operators are counted
    if isinstance(node, ast.IfExp):
        return 2
    return 0 if isinstance(node, _FREE) else 1


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
    words = "the largest less the smallest field"
    yield Feature(f"max({s}) - min({s})", words, lambda rows: np.ptp(rows, axis=1), simple=True)
    yield Feature(f"nim_sum({s})", "the nim-sum of all fields", _xor)
    words = "the greatest common divisor of all fields"
    yield Feature(f"gcd({s})", words, lambda rows: np.gcd.reduce(rows, axis=1))
    words = "the number of odd fields"
    yield Feature(f"sum(x % 2 for x in {s})", words, lambda r: (r % 2).sum(1), simple=True)
    for least in (0, 1):
        text, words = f"sum(x > {least} for x in {s})", f"the number of fields above {least}"
        yield Feature(text, words, _with(lambda r, n: (r > n).sum(1), least), simple=True)
    words = "the nim-sum of the fields, one added to each,"
    yield Feature(f"nim_sum(x + 1 for x in {s})", words, lambda rows: _xor(rows + 1))
    for k in RESIDUES:
        words = f"the nim-sum of the fields modulo {k}"
        yield Feature(f"nim_sum(x % {k} for x in {s})", words, _with(lambda r, n: _xor(r % n), k))
    for k in (2, 3, 4):
        words = f"the nim-sum of the fields divided by {k}, rounded down,"
        yield Feature(f"nim_sum(x // {k} for x in {s})", words, _with(lambda r, n: _xor(r // n), k))
    for i in range(count if count <= 6 else 0):
        text, words = f"sorted({s})[{i}]", f"field {i + 1} in rising order"
        yield Feature(text, words, _with(lambda r, n: np.sort(r, axis=1)[:, n], i), simple=True)


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
        yield Feature(text, text, _with(lambda rows, weights: rows @ weights, vector))


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
    words = f"the nim-sum of {listed(chosen)}"
    yield Feature(f"nim_sum({', '.join(chosen)})", words, lambda rows: _xor(rows[:, places]))
    text = " + ".join(chosen)
    yield Feature(text, text, lambda rows: rows[:, places].sum(1))


def _xor(rows: IntArray) -> IntArray:
    found: IntArray = np.bitwise_xor.reduce(rows, axis=1)
    return found


def _with(of: Callable[[IntArray, T], IntArray], fixed: T) -> Callable[[IntArray], IntArray]:
    """The function with its second argument fixed."""
    return lambda rows: of(rows, fixed)
