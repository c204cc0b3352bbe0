"""Combinations of parameters, from ranges and lists of values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, TypeAlias

from perfectplay.core.errors import ParameterError, QueryError
from perfectplay.core.shortened import shortened
from perfectplay.game.game import Game
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.registry.parameters import (
    build,
    defaults_of,
    fields_of,
    parse_parameters,
    unknown_parameter,
)

MOST = 10_000
"""The most combinations of a sweep, and values of a range."""

Ranges: TypeAlias = Mapping[str, str | Iterable[Any]]
"""Values for some parameters: a text such as "3..6", "no,yes" or "3,5..7", or the values."""


def combinations(game: type[Game] | Game, ranges: Ranges) -> list[dict[str, Any]]:
    """Every combination of the values, the last parameter changing fastest.

    A text that is a value of the parameter stands for itself, as "3,5,6" for ``rows: tuple[int,
    ...]``; any other text is a list of values and ranges. If values are texts themselves, one text
    is a list, and in a list of them each stands for itself. Raises ParameterError for an unknown
    parameter, a value of a wrong type, an empty range, more than 10,000 combinations, and a
    parameter without a value; QueryError if ``game`` is neither a game nor the class of one.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> combinations(TicTacToe, {"width": "3..4", "misere": "no,yes"})
    [{'width': 3, 'misere': False}, {'width': 3, 'misere': True}, {'width': 4, 'misere': False},
    {'width': 4, 'misere': True}]
    """
    if not isinstance(game, Game) and not (isinstance(game, type) and issubclass(game, Game)):
        raise QueryError(
            f"sweep expects the class of a game, such as TicTacToe, or a game, got {game!r}"
        )
    values = {name: _values(game, name, given) for name, given in ranges.items()}
    count = prod(map(len, values.values()))
    if count > MOST:
        sizes = " · ".join(f"{len(some):,} of {name}" for name, some in values.items())
        raise ParameterError(f"{count:,} combinations ({sizes}) are more than {MOST:,}; ask fewer")
    found = [dict(zip(values, some, strict=True)) for some in product(*values.values())]
    if isinstance(game, type) and fields_of(game).keys() - defaults_of(game) - values.keys():
        build(game, found[0])  # says which parameters need a value
    return found


def ranges_of(texts: Iterable[str]) -> dict[str, str | list[str]]:
    """The text of each parameter, or its texts, from ``NAME=VALUES``. Raises ParameterError.

    >>> ranges_of(["width=3..5", "rows=1,2", "rows=1,2,3"])
    {'width': '3..5', 'rows': ['1,2', '1,2,3']}
    """
    given: dict[str, list[str]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        if not sign:
            raise ParameterError(
                f"{text!r} is no parameter; expected NAME=VALUES, as in width=3..6 or misere=no,yes"
            )
        given.setdefault(name, []).append(values)
    return {name: some if len(some) > 1 else some[0] for name, some in given.items()}


def _values(game: type[Game] | Game, name: str, given: str | Iterable[Any]) -> list[Any]:
    """The values of one parameter, each once."""
    if name not in fields_of(game):
        raise ParameterError(unknown_parameter(game, f"{name}="))
    alone = isinstance(given, str) or not isinstance(given, Iterable)
    lists = isinstance(given, str) and fields_of(game)[name].type in (str, "str")
    found: dict[str, Any] = {}
    for item in [given] if alone else given:
        for value in _of_text(game, name, item, lists=lists) if isinstance(item, str) else [item]:
            found.setdefault(parameter_text(value), value)
        if len(found) > MOST:
            raise ParameterError(f"{name} has more than {MOST:,} values; ask fewer")
    if not found:
        raise ParameterError(f"{name} has no values; give it some, as in {name}=3..6")
    return list(found.values())


def _of_text(game: type[Game] | Game, name: str, text: str, *, lists: bool) -> Iterator[Any]:
    """The values of a text; ``lists``: it is a list, if it has a comma."""
    items = [item.strip() for item in text.split(",")]
    if not lists or len(items) == 1:
        try:
            yield parse_parameters(game, {name: text})[name]
        except ParameterError:
            if len(items) == 1 and ".." not in text:
                raise
        else:
            return
    for item in items:
        for one in _of_item(name, item):
            yield parse_parameters(game, {name: one})[name]


def _of_item(name: str, item: str) -> Iterable[str]:
    """The texts of the values of a range, or the item itself."""
    found = re.fullmatch(r"(-?\d{1,18})\.\.(-?\d{1,18})", item)
    if found is None:
        if not item:
            raise ParameterError(f"{name} has an empty place in its list; leave that comma out")
        return [item]
    first, last = int(found[1]), int(found[2])
    if last < first:
        raise ParameterError(f"{name}={item} has nothing in it: the end is below the beginning")
    if last - first >= MOST:
        raise ParameterError(f"{name}={shortened(item)} has more than {MOST:,} values; ask fewer")
    return map(str, range(first, last + 1))
