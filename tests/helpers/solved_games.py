"""Games of the library, each solved once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from perfectplay import Game, Solution, solve
from perfectplay.registry.address import load_class


def make(name: str, **parameters: Any) -> Game:
    return load_class(name)(**parameters)


@lru_cache(maxsize=64)
def _solved(name: str, parameters: tuple[tuple[str, Any], ...], symmetries: bool) -> Solution:
    return solve(make(name, **dict(parameters)), symmetries=symmetries)


def solved(name: str, *, symmetries: bool = True, **parameters: Any) -> Solution:
    return _solved(name, tuple(sorted(parameters.items())), symmetries)
