"""Dicts in states, as tuples of their items: ``tuple(sorted(d.items()))``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names

_STATES = 50
"""States of plays at random that must have the same keys."""


@dataclass(frozen=True)
class FrozenDict:
    """The keys of a dict in each state, in their order there; ``kinds``: the types of its values
    in the start."""

    keys: tuple[str, ...]
    kinds: tuple[type, ...]

    @property
    def is_mixed(self) -> bool:
        """Whether values are of several types."""
        return len(set(self.kinds)) > 1

    @property
    def is_of_numbers(self) -> bool:
        """Whether all values are integers."""
        return set(self.kinds) == {int}


def frozen_dict(game: Game, start: State) -> FrozenDict | None:
    """The dict in the states of a game whose keys are the same in all; None if there is none, or
    dicts of several forms.

    >>> from perfectplay.games.nim import Nim
    >>> frozen_dict(Nim(), (("hand", "ace"), ("left", 3)))
    FrozenDict(keys=('hand', 'left'), kinds=(<class 'str'>, <class 'int'>))
    """
    found = set(_dicts_in(start))
    if len(found) != 1:
        return None
    only = found.pop()
    try:
        for state in islice(random_states(game, start), _STATES):
            if {each.keys for each in _dicts_in(state)} != {only.keys}:
                return None
    except Exception:  # whatever rules raise: who solves the game is told
        return None
    return only


def _dicts_in(value: Any) -> Iterator[FrozenDict]:
    if not isinstance(value, tuple) and not field_names(type(value)):
        return
    if type(value) is tuple and len(value) > 1 and all(map(_is_item, value)):
        keys = tuple(key for key, _ in value)
        if len(set(keys)) == len(keys):
            yield FrozenDict(keys, tuple(type(each) for _, each in value))
            return
    names = field_names(type(value))
    for part in [getattr(value, name) for name in names] if names else value:
        yield from _dicts_in(part)


def _is_item(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[0]) is str
