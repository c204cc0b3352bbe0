"""Rules: conditions on a feature, and choices between rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.explain.coordinates import IntArray
from perfectplay.analysis.explain.features import Feature, length
from perfectplay.core.shortened import listed

Truth = NDArray[np.bool_]

MOST_NUMBERS = 6
"""Most numbers in a condition."""

MOST_RESIDUES = 16
"""Most residues in a condition."""

_SIGNS = ("==", "!=", "<=", ">", "in", "not in")
"""Preference among conditions of the same length, the first is best."""


class Rule(Protocol):
    """A rule as a Python expression over ``s`` and in words."""

    @property
    def text(self) -> str: ...

    @property
    def words(self) -> str: ...

    def holds(self, rows: IntArray) -> Truth:
        """[N] bool: True for each row of coordinates for which the rule holds."""


@dataclass(frozen=True)
class ConstantRule:
    """A rule that holds for every state, or for none."""

    answer: bool

    @property
    def text(self) -> str:
        return str(self.answer)

    @property
    def words(self) -> str:
        return "always" if self.answer else "never"

    def holds(self, rows: IntArray) -> Truth:
        return np.full(len(rows), self.answer)


_WORD = re.compile(r"\(([^()]+) == ('[^']*')\)")
"""The feature of `text_numbers` that says whether a part of a state is a certain word."""


@dataclass(frozen=True)
class Condition:
    """A comparison of ``feature`` (modulo ``modulus`` unless that is 0) with ``numbers``. ``sign``:
    ``==``, ``!=``, ``<=``, ``>``, ``in``, ``not in``; the last two take several numbers."""

    feature: Feature
    modulus: int
    sign: str
    numbers: tuple[int, ...]

    @property
    def _compared(self) -> tuple[str, bool, str] | None:
        """If the feature is whether a part is a certain word: the part, whether it is, the word."""
        found = _WORD.fullmatch(self.feature.text)
        if found is None or self.modulus:
            return None
        return found[1], bool(self.holds_of(np.ones(1, np.int64))[0]), found[2]

    @property
    def text(self) -> str:
        if compared := self._compared:
            part, same, word = compared
            return f"{part} {'==' if same else '!='} {word}"
        left = self.feature.text
        if self.modulus:
            left = f"({left})" if _is_sum(left) else left
            left = f"{left} % {self.modulus}"
        if self.sign in ("in", "not in"):
            return f"{left} {self.sign} {{{', '.join(map(str, self.numbers))}}}"
        return f"{left} {self.sign} {self.numbers[0]}"

    @property
    def words(self) -> str:
        if compared := self._compared:
            part, same, word = compared
            return f"{part} is {'' if same else 'not '}{word}"
        numbers = listed(self.numbers, "or")
        if not self.modulus:
            signs = {
                "==": "is", "!=": "is not", "<=": "is at most", ">": "is above", "in": "is",
                "not in": "is not",
            }  # fmt: skip
            return f"{self.feature.words} {signs[self.sign]} {numbers}"
        yes = self.sign in ("==", "in")
        if self.modulus == 2:
            return f"{self.feature.words} is {'even' if yes == (self.numbers == (0,)) else 'odd'}"
        if self.sign in ("<=", ">"):
            than = "at most" if self.sign == "<=" else "more than"
            return f"{self.feature.words} leaves {than} {numbers} when divided by {self.modulus}"
        if self.numbers == (0,):
            no = "" if yes else "not "
            return f"{self.feature.words} is {no}divisible by {self.modulus}"
        leaves = "leaves" if yes else "does not leave"
        return f"{self.feature.words} {leaves} {numbers} when divided by {self.modulus}"

    @property
    def negated(self) -> Condition:
        """The opposite condition."""
        other = {"==": "!=", "<=": ">", "in": "not in"}
        other |= {b: a for a, b in other.items()}
        return Condition(self.feature, self.modulus, other[self.sign], self.numbers)

    def holds(self, rows: IntArray) -> Truth:
        return self.holds_of(self.feature.of(rows))

    def holds_of(self, values: IntArray) -> Truth:
        """As `holds`, for [N] values of the feature."""
        if self.modulus:
            values = values % self.modulus
        found: Truth
        if self.sign in ("<=", ">"):
            found = values <= self.numbers[0]
        else:
            found = np.isin(values, self.numbers)
        return ~found if self.sign in (">", "!=", "not in") else found


@dataclass(frozen=True)
class BranchRule:
    """A rule for states for which a condition holds, and another for the rest."""

    condition: Condition
    yes: Rule
    no: Rule

    @property
    def text(self) -> str:
        return self._joined(lambda rule: rule.text, "")

    @property
    def words(self) -> str:
        return self._joined(lambda rule: rule.words, ",")

    def _joined(self, of: Callable[[Rule], str], comma: str) -> str:
        """The texts of the three rules as one."""
        yes, no = (
            f"({of(rule)})" if isinstance(rule, BranchRule) else of(rule)
            for rule in (self.yes, self.no)
        )
        holds, fails = of(self.condition), of(self.condition.negated)
        if isinstance(self.yes, ConstantRule):
            return f"{holds}{comma} or {no}" if self.yes.answer else f"{fails}{comma} and {no}"
        if isinstance(self.no, ConstantRule):
            return f"{fails}{comma} or {yes}" if self.no.answer else f"{holds}{comma} and {yes}"
        return f"{yes} if {holds}{comma} else {no}"

    def holds(self, rows: IntArray) -> Truth:
        return np.where(self.condition.holds(rows), self.yes.holds(rows), self.no.holds(rows))


def length_of(rule: Rule) -> int:
    """Length of the expression of a rule."""
    return length(rule.text)


@lru_cache(maxsize=1 << 14)
def _is_sum(text: str) -> bool:
    """True if an expression needs brackets before ``%``."""
    return isinstance(ast.parse(text, mode="eval").body, ast.BinOp)


def condition_between(
    feature: Feature, modulus: int, inside: IntArray, outside: IntArray
) -> Condition | None:
    """Shortest condition that holds for the values ``inside`` and not for those ``outside``. Both
    are rising and not empty, without common values (modulo ``modulus`` unless that is 0)."""
    found: list[Condition] = []

    def add(sign: str, *numbers: int) -> None:
        found.append(Condition(feature, modulus, sign, tuple(int(n) for n in numbers)))

    most = MOST_RESIDUES if modulus else MOST_NUMBERS
    if len(inside) <= most:
        add("==" if len(inside) == 1 else "in", *inside.tolist())
    if len(outside) <= most:
        add("!=" if len(outside) == 1 else "not in", *outside.tolist())
    if inside[-1] < outside[0]:
        add("<=", inside[-1])
    if outside[-1] < inside[0]:
        add(">", outside[-1])
    return min(found, key=lambda c: (length(c.text), _SIGNS.index(c.sign)), default=None)
