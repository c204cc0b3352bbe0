"""Grundy values of a game for a range of one parameter, and their period."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from perfectplay.analysis.grundy_values import GrundyValues
from perfectplay.analysis.impartial import grundy
from perfectplay.analysis.kernels.grundy import octal_values
from perfectplay.core.errors import UnknownStateError
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator
from perfectplay.games.octal import OctalGame, is_plain
from perfectplay.games.subtraction import Subtraction
from perfectplay.identity.fingerprint import only_the_start_depends
from perfectplay.registry.parameters import build


@dataclass(frozen=True)
class Period:
    """g(n + length) = g(n) for all computed n from ``start`` on.

    ``needs``: the n up to which this must hold so that, by a theorem, it holds for ever; None if
    there is no theorem for the game. ``proved``: True if it holds that far.
    """

    length: int
    start: int
    needs: int | None
    proved: bool


@dataclass(frozen=True)
class GrundySequence:
    """Grundy values of the starts for ``first``, ``first + 1``, …; ``period`` is None if there is
    none."""

    name: str
    first: int
    values: tuple[int, ...]
    period: Period | None

    @property
    def last(self) -> int:
        return self.first + len(self.values) - 1

    @property
    def last_exception(self) -> int | None:
        """Last n before the period begins; None if it begins at ``first``."""
        if self.period is None or self.period.start == self.first:
            return None
        return self.period.start - 1


def grundy_sequence(game: Game, name: str, first: int, last: int) -> GrundySequence:
    """Grundy values of a game's start, for a parameter from ``first`` to ``last``.

    A period counts if the last half of the values repeats it at least twice. Raises
    ParameterError, NotImpartialError, RulesError.

    >>> from perfectplay.games.kayles import Kayles
    >>> found = grundy_sequence(Kayles(), "n", 0, 200)
    >>> found.values[:8], found.period
    ((0, 1, 2, 3, 1, 4, 3, 2), Period(length=12, start=71, needs=168, proved=True))
    """
    values = tuple(_values(game, name, first, last))
    found = smallest_period(values)
    if found is None:
        return GrundySequence(name, first, values, None)
    start, length = first + found[0], found[1]
    needs = _needs(game, name, start, length) if first == 0 else None
    proved = needs is not None and last >= needs
    return GrundySequence(name, first, values, Period(length, start, needs, proved))


def smallest_period(values: Sequence[int]) -> tuple[int, int] | None:
    """Begin and length of the least period that the last half repeats at least twice.

    >>> smallest_period([5, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]), smallest_period([0, 1, 2, 3])
    ((1, 3), None)
    """
    half = values[len(values) // 2 :]
    length = _own_period(half)
    if not half or 2 * length > len(half):
        return None
    start = len(values) - length
    while start and values[start - 1] == values[start - 1 + length]:
        start -= 1
    return start, length


def _own_period(values: Sequence[int]) -> int:
    """Least p with values[i] == values[i + p] for all i (Knuth, Morris and Pratt)."""
    fails = [0] * len(values)
    k = 0
    for i in range(1, len(values)):
        while k and values[i] != values[k]:
            k = fails[k - 1]
        k += values[i] == values[k]
        fails[i] = k
    return len(values) - (fails[-1] if fails else 0)


def _needs(game: Game, name: str, start: int, length: int) -> int | None:
    """The n up to which a period must hold so that it holds for ever; None if unknown.

    Octal games of K digits: R. K. Guy and C. A. B. Smith, The G-values of various games (1956).
    Subtraction games: a value depends only on the last max(takes) values before it.
    """
    if isinstance(game, OctalGame) and is_plain(game) and name == "n":
        return 2 * max(start, 1) + 2 * length + len(game.digits) - 1
    if type(game) is Subtraction and name == "stones":
        return start + length + max(game.takes) - 1
    return None


def _values(game: Game, name: str, first: int, last: int) -> list[int]:
    build(game, {name: first})  # raises for a value that is not allowed
    largest: Any = build(game, {name: last})
    if isinstance(largest, OctalGame) and is_plain(largest) and name == "n":
        known: list[int] = octal_values(largest.digits, last + 1).tolist()
        return known[first:]
    if isinstance(game, Operator) or not only_the_start_depends(largest, name):
        return [grundy(build(game, {name: n})).start for n in range(first, last + 1)]
    return _from_the_largest(game, name, first, last)


def _from_the_largest(game: Game, name: str, first: int, last: int) -> list[int]:
    """Values of games with the same rules: a start may be a state of a larger game."""
    known: list[GrundyValues] = []
    values = []
    for n in range(last, first - 1, -1):
        smaller = build(game, {name: n})
        value = _value_in(known, smaller.start())
        if value is None:
            known.append(grundy(smaller))
            value = known[-1].start
        values.append(value)
    return values[::-1]


def _value_in(known: Sequence[GrundyValues], state: Any) -> int | None:
    """Value of a state in the first game that has it, or None."""
    for one in known:
        with suppress(UnknownStateError):
            return one.value(state)
    return None
