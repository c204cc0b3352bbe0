"""Which classes are made of their fields alone."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from perfectplay.game.shape import record_classes
from perfectplay.game.shape.record_classes import field_names


class Place(NamedTuple):
    node: int
    side: int


@dataclass(frozen=True)
class Board:
    cells: str
    turn: int


@pytest.mark.parametrize("cls", [Place, Board])
def test_a_collection_of_garbage_changes_no_answer(cls):
    """A class is compared with one that is made for that, which nobody else holds."""
    often = gc.get_threshold()
    found = set()
    try:
        gc.set_threshold(1, 1, 1)
        for _ in range(50):
            record_classes._names_of.cache_clear()
            found.add(field_names(cls))
    finally:
        gc.set_threshold(*often)
    assert found == {tuple(cls.__annotations__)}
